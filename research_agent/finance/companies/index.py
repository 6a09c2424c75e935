"""Company names to companies: exact, short, former, nearest."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from research_agent.domain.companies import Company
from research_agent.finance.companies.aliases import ALIASES
from research_agent.finance.companies.names import (
    is_generic,
    name_key,
    name_keys,
    short_keys,
    written_key,
)

__all__ = ["NameIndex"]

_MIN_SIMILARITY = 0.6
"""Below this share of unchanged letters a suggestion is no help."""

_COVERED_BONUS = 0.08
"""A company with facts in the store is the likelier one among equally near names."""

_INITIAL_BONUS = 0.05
"""The first letter is seldom the wrong one."""

_SPREAD = 0.25
"""Suggestions this much worse than the best one are left out."""

_WORDS = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|&")

_Names = dict[str, list[int]]


class NameIndex:
    """Finds companies by name; positions are places in `companies`, largest first.

    Args:
        companies: Largest first.
        former_names: By CIK.
        covered: CIKs with facts in the store; they win over others of the same name.
    """

    def __init__(
        self,
        companies: Sequence[Company],
        former_names: Mapping[int, Sequence[str]],
        covered: Callable[[Company], bool],
    ) -> None:
        self._companies = companies
        self._former = former_names
        self._covered = covered

    @cached_property
    def aliases(self) -> dict[str, int]:
        """Keys of what people call well-known companies."""
        by_ticker = {company.ticker: at for at, company in enumerate(self._companies)}
        return {
            key: by_ticker[ticker]
            for ticker, names in ALIASES.items()
            if ticker in by_ticker
            for name in names
            for key in name_keys(name)
        }

    @cached_property
    def full(self) -> _Names:
        """Keys of the listed names."""
        return _grouped(
            (key, at)
            for at, company in enumerate(self._companies)
            for key in name_keys(company.name)
        )

    @cached_property
    def short(self) -> _Names:
        """Keys of the listed names without their generic last words."""
        return _grouped(
            (key, at)
            for full, places in self.full.items()
            for key in short_keys(full)
            for at in places
        )

    @cached_property
    def former(self) -> _Names:
        """Keys of former names, with and without their generic last words."""
        places = {company.cik: at for at, company in enumerate(self._companies)}
        return _grouped(
            (key, places[cik])
            for cik, names in self._former.items()
            if cik in places
            for name in names
            for full in name_keys(name)
            for key in (full, *short_keys(full))
        )

    def named(self, name: str) -> tuple[Company, ...]:
        """Return the companies `name` names exactly: one, several that tie, or none."""
        keys = tuple(name_keys(name))
        written = written_key(name)
        same = [
            at
            for at in self.full.get(keys[0], [])
            if written_key(self._companies[at].name) == written != keys[0]
        ]
        if len(same) == 1:
            return (self._companies[same[0]],)
        for key in keys:
            if key in self.aliases:
                return (self._companies[self.aliases[key]],)
        bare = len(_WORDS.findall(name)) == len(keys[0].split())
        for key in keys:
            if found := self._exact(key, bare=bare):
                return found
        return ()

    def beginning(self, name: str) -> tuple[Company, ...]:
        """Return the companies whose name begins with the words of `name`, likeliest first.

        One only when it is alone, alone in the store, or far larger than the next.
        """
        for key in name_keys(name):
            squeezed = key.replace(" ", "")
            if at := self._squeezed.get(squeezed):
                return self._settled(at)
            if len(squeezed) >= 3 and (places := self._with_prefix(key)):
                return self._ranked(places) if is_generic(key) else self._settled(places)
        return ()

    def nearest(self, name: str, limit: int) -> tuple[Company, ...]:
        """Return up to `limit` companies whose name or ticker is spelled nearly like `name`."""
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import extract

        key = name_key(name)
        scores: dict[int, float] = {}

        def rate(at: int, score: float, initial: str) -> None:
            bonus = _COVERED_BONUS if self._is_covered(at) else 0.0
            bonus += _INITIAL_BONUS if key.startswith(initial) else 0.0
            bonus -= at / (20 * len(self._companies))
            scores[at] = max(scores.get(at, 0.0), score + bonus)

        for word in {key, name.strip().lower()}:
            found = extract(
                word,
                self._spellings,
                scorer=OSA.normalized_similarity,
                processor=None,
                score_cutoff=_MIN_SIMILARITY,
                limit=40,
            )
            for spelling, score, number in found:
                rate(self._spelling_places[number], score, spelling[0])
        for at in self._sharing_words(key):
            rate(at, 0.8, key[0])
        good = max(scores.values(), default=0.0) - _SPREAD
        best = sorted((at for at in scores if scores[at] >= good), key=lambda at: -scores[at])
        return tuple(self._companies[at] for at in best[:limit])

    def settle(self, places: Iterable[int]) -> Company | None:
        """Return the one company meant by a name that several bear, or `None` on a tie."""
        settled = self._settled(list(places))
        return settled[0] if len(settled) == 1 else None

    def _exact(self, key: str, *, bare: bool) -> tuple[Company, ...]:
        """Return who bears exactly this name.

        A name shortened to `key` yields to a company in the store or a far larger one that
        begins with it ("Morgan" is not Morgan Group), and so does a generic word alone.
        """
        full = self.full.get(key, [])
        if full and not (bare and is_generic(key)):
            others = [*self.short.get(key, []), *self.former.get(key, [])]
            in_store = {at for at in (*full, *others) if self._is_covered(at)}
            return self._settled(list(in_store) if len(in_store) == 1 else full)
        places = [*full, *(self.short.get(key) or self.former.get(key) or [])]
        if not places:
            return ()
        places += self._with_prefix(key)
        return self._ranked(places) if is_generic(key) else self._settled(places)

    def _settled(self, places: Sequence[int]) -> tuple[Company, ...]:
        in_store = [at for at in places if self._is_covered(at)]
        first, *others = sorted(in_store if len(in_store) == 1 else set(places))
        if not others or others[0] > 10 * first + 200:
            return (self._companies[first],)
        return self._ranked(places)

    def _ranked(self, places: Iterable[int]) -> tuple[Company, ...]:
        likeliest = sorted(set(places), key=lambda at: (not self._is_covered(at), at))
        return tuple(self._companies[at] for at in likeliest)

    def _is_covered(self, at: int) -> bool:
        return self._covered(self._companies[at])

    def _sharing_words(self, key: str) -> Iterator[int]:
        """Yield who has all words of `key` in its name, or is named by the first of them."""
        if len(key) >= 4:
            for full, places in self.full.items():
                if f" {key} " in f" {full} ":
                    yield from places
        words = key.split()
        for count in range(len(words) - 1, 0, -1):
            shorter = " ".join(words[:count])
            if not is_generic(shorter):
                yield from (self.aliases[shorter],) if shorter in self.aliases else ()
                yield from self.full.get(shorter, ())

    @cached_property
    def _squeezed(self) -> _Names:
        """Keys without blanks: "jp morgan", "JPMorgan" and "j p morgan" are one."""
        names = _grouped((key.replace(" ", ""), at) for key, at in self.aliases.items())
        for level in (self.full, self.short):
            for key, places in level.items():
                names.setdefault(key.replace(" ", ""), places)
        return names

    @cached_property
    def _sorted_keys(self) -> list[str]:
        return sorted(self.full)

    def _with_prefix(self, key: str) -> list[int]:
        """Return who has a listed name of more words that begins with those of `key`."""
        prefix = f"{key} "
        first = bisect_left(self._sorted_keys, prefix)
        last = bisect_left(self._sorted_keys, f"{key}!")
        places = (at for full in self._sorted_keys[first:last] for at in self.full[full])
        return list(dict.fromkeys(places))

    @cached_property
    def _spelled(self) -> list[tuple[str, int]]:
        pairs = [*self.aliases.items()]
        for level in (self.full, self.short, self.former):
            pairs += [(key, at) for key, places in level.items() for at in places]
        return pairs + [(c.ticker.lower(), at) for at, c in enumerate(self._companies)]

    @cached_property
    def _spellings(self) -> list[str]:
        return [spelling for spelling, _ in self._spelled]

    @cached_property
    def _spelling_places(self) -> list[int]:
        return [at for _, at in self._spelled]


def _grouped(pairs: Iterable[tuple[str, int]]) -> _Names:
    names: _Names = {}
    for key, at in pairs:
        if key:
            places = names.setdefault(key, [])
            if at not in places:
                places.append(at)
    return names
