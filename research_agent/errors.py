"""Every error this package raises on purpose.

    ResearchError
    ├── ConfigError            the operator must fix the setup
    ├── InvalidRequest         the question or the arguments were wrong; asking better can work
    ├── NotFound               well asked, but no such company, filing or figure exists
    │   ├── NotCovered         this source has nothing of it; another may
    │   └── UnknownCompany     no listed company has that name; carries the nearest ones
    ├── PackError              the local store is missing, damaged or of another version
    ├── ProviderError          an outside service failed
    │   ├── AuthError          the service refused the key or the account
    │   ├── RateLimited        the service asked us to wait
    │   ├── ProviderTimeout    the service did not answer in time
    │   └── AllProvidersFailed each provider of a chain was tried and none delivered
    ├── ModelError             the language model failed in a way another request will not mend
    └── BudgetExceeded         the run hit a limit it was given

Catch by what you can do about it. Anything else that escapes is a bug and should crash.
"""

from collections.abc import Sequence

__all__ = [
    "AllProvidersFailed",
    "AuthError",
    "BudgetExceeded",
    "ConfigError",
    "InvalidRequest",
    "ModelError",
    "NotCovered",
    "NotFound",
    "PackError",
    "ProviderError",
    "ProviderTimeout",
    "RateLimited",
    "ResearchError",
    "UnknownCompany",
]


class ResearchError(Exception):
    """Base of the tree; `str(error)` is one sentence a model or a person can act on."""


class ConfigError(ResearchError):
    """A setting is missing or contradicts another; the sentence names every one at once."""


class InvalidRequest(ResearchError, ValueError):
    """The caller's arguments cannot be answered as given."""


class NotFound(ResearchError, LookupError):
    """The named thing does not exist in the source that would hold it."""


class NotCovered(NotFound):
    """The source has nothing of the company, or nothing of this kind; another source may."""


class UnknownCompany(NotFound):
    """No single company matches a name.

    Args:
        name: What was asked for.
        candidates: `"TICKER (Name)"` strings, nearest first; empty when nothing is near.
        ambiguous: True when several companies match equally well, False when none does.
    """

    def __init__(
        self, name: str, candidates: Sequence[str] = (), *, ambiguous: bool = False
    ) -> None:
        shown = name if len(name) <= 60 else name[:57] + "…"
        if ambiguous:
            text = f'"{shown}" could be several companies'
        else:
            text = f'No listed company matches "{shown}"'
        if candidates:
            text += f": did you mean {', '.join(candidates)}?"
        else:
            text += "; try its ticker."
        super().__init__(text)
        self.name = name
        self.candidates = tuple(candidates)
        self.ambiguous = ambiguous


class PackError(ResearchError):
    """The local fact store cannot be used as it is."""


class ProviderError(ResearchError):
    """An outside service did not deliver.

    Args:
        provider: Short name as configured, e.g. `"tavily"`.
        reason: What went wrong, without keys, headers or URLs with tokens.
        retry_after: Seconds to wait before the same call may succeed; `None` when
            waiting will not help.
    """

    def __init__(self, provider: str, reason: str, *, retry_after: float | None = None) -> None:
        super().__init__(f"{provider}: {reason}")
        self.provider = provider
        self.reason = reason
        self.retry_after = retry_after


class AuthError(ProviderError):
    """The key is missing, wrong or has no right to this."""


class RateLimited(ProviderError):
    """Too many requests; `retry_after` says how long to wait, where the service told."""


class ProviderTimeout(ProviderError):
    """No answer within the time allowed."""


class AllProvidersFailed(ProviderError):
    """Each provider of a chain was tried in order and none delivered."""

    def __init__(self, chain: str, attempts: Sequence[ProviderError]) -> None:
        super().__init__(chain, "; ".join(map(str, attempts)) or "no provider is configured")
        self.attempts = tuple(attempts)


class ModelError(ResearchError):
    """The model refused, was cut off for good, or said nothing usable.

    Args:
        kind: `"content_filter"`, `"length"`, `"context_length"`, `"empty"`, `"malformed"` or
            `"unavailable"`.
        message: One sentence for the person.
    """

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class BudgetExceeded(ResearchError):
    """The run used up its turns, tokens or seconds."""
