"""Company names as people write them, from the SEC's capitals: "Microsoft Corp"."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

__all__ = ["Speller"]

_PROPER_NAMES = {
    "AMAZON COM": "Amazon.com",
    "ASML": "ASML",
    "ASTRAZENECA": "AstraZeneca",
    "AUTOZONE": "AutoZone",
    "BEST BUY": "Best Buy",
    "BLACKROCK": "BlackRock",
    "CASEYS GENERAL STORES": "Casey's General Stores",
    "COCA COLA": "Coca-Cola",
    "COLGATE PALMOLIVE": "Colgate-Palmolive",
    "CONOCOPHILLIPS": "ConocoPhillips",
    "DR REDDYS LABORATORIES": "Dr. Reddy's Laboratories",
    "E.ON": "E.ON",
    "EBAY": "eBay",
    "ENI": "Eni",
    "ERICSSON LM TELEPHONE": "Ericsson",
    "FEDEX": "FedEx",
    "FREEPORT-MCMORAN": "Freeport-McMoRan",
    "GAMESTOP": "GameStop",
    "GAP": "Gap",
    "GLOBALFOUNDRIES": "GlobalFoundries",
    "GODADDY": "GoDaddy",
    "HORTON D R": "D.R. Horton",
    "HUNT J B TRANSPORT SERVICES": "J.B. Hunt Transport Services",
    "ICICI BANK": "ICICI Bank",
    "IDEXX LABORATORIES": "IDEXX Laboratories",
    "JPMORGAN CHASE &": "JPMorgan Chase &",
    "KIMBERLY CLARK": "Kimberly-Clark",
    "KLA": "KLA",
    "L3HARRIS TECHNOLOGIES": "L3Harris Technologies",
    "LOWES COMPANIES": "Lowe's Companies",
    "MACYS": "Macy's",
    "MARSH & MCLENNAN COMPANIES": "Marsh & McLennan Companies",
    "MASTEC": "MasTec",
    "MCDONALDS": "McDonald's",
    "MCKESSON": "McKesson",
    "MERCADOLIBRE": "MercadoLibre",
    "METLIFE": "MetLife",
    "MICROSTRATEGY": "MicroStrategy",
    "MOODYS": "Moody's",
    "NASDAQ": "Nasdaq",
    "NEWMONT": "Newmont",
    "NEXTERA ENERGY": "NextEra Energy",
    "NOVO NORDISK A S": "Novo Nordisk A/S",
    "NVIDIA": "NVIDIA",
    "O REILLY AUTOMOTIVE": "O'Reilly Automotive",
    "ON SEMICONDUCTOR": "ON Semiconductor",
    "ONEOK": "ONEOK",
    "PACCAR": "PACCAR",
    "PEPSICO": "PepsiCo",
    "QUALCOMM": "QUALCOMM",
    "RESMED": "ResMed",
    "SCHWAB CHARLES": "Charles Schwab",
    "SCOTTS MIRACLE-GRO": "Scotts Miracle-Gro",
    "SKYWEST": "SkyWest",
    "SMITH A O": "A.O. Smith",
    "SMUCKER J M": "J.M. Smucker",
    "TECK RESOURCES": "Teck Resources",
    "UNITEDHEALTH GROUP": "UnitedHealth Group",
    "US BANCORP": "U.S. Bancorp",
    "US BANCORP DE": "U.S. Bancorp",
    "XCEL ENERGY": "Xcel Energy",
}
"""Spellings that no rule finds, by the name without its legal form."""

_LEGAL = {
    "ADR": "ADR",
    "AG": "AG",
    "CO": "Co",
    "COMPANY": "Company",
    "CORP": "Corp",
    "CORPORATION": "Corporation",
    "HOLDING": "Holding",
    "HOLDINGS": "Holdings",
    "INC": "Inc",
    "INCORPORATED": "Incorporated",
    "LIMITED": "Limited",
    "LLC": "LLC",
    "LP": "LP",
    "LTD": "Ltd",
    "NV": "NV",
    "PLC": "plc",
    "SA": "SA",
    "SE": "SE",
    "SPA": "SpA",
}
_SMALL_WORDS = frozenset("and de del di du for in of on the to von y".split())
_TITLE_WORDS = frozenset(
    "AD AIR ALL ARM BAR BAY BIG BOX CAR DR ELI FUN GAS ICE JET KEY LAM LAS LOS MAE MR NEW NO OAK OIL "
    "OLD ONE OUR PAN RED SAN SEA SKY SON SUN TEN TOP TWO VAN WAR WAY".split()
)
_UPPER_WORDS = frozenset("ADR AI ETF II III IV IX REIT UK US USA VI VII VIII XX".split())

_STATE = re.compile(r"(?<!\b[A-Z])\s*[/\\]+\s*[A-Za-z][A-Za-z. ]*[/\\]*\s*$")
_STATE_IN_BRACKETS = re.compile(r"\s*\((?:[A-Z]{2}|NEW)\)\s*$")
_PRONOUNCED = re.compile(r"[^AEIOUY]?(?:[AEIOUY][^AEIOUY]{1,2})*[AEIOUY]*")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


class Speller:
    """Spells names, having seen how other filers capitalise the same words.

    Args:
        names: Every name of the lists; those not in capitals are what is learned from.
    """

    def __init__(self, names: Iterable[str]) -> None:
        seen: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for name in names:
            if any(letter.islower() for letter in _split_legal_form(name)[0]):
                for word in _WORD.findall(name):
                    seen[word.upper()][word] += 1
        self._usual = {word: _usual_spelling(word, spelled) for word, spelled in seen.items()}

    def tidy(self, name: str, tickers: Sequence[str] = ()) -> str:
        """Return `name` in mixed case, without the state the SEC appends ("/DE/", "(MD)").

        Args:
            name: As in the SEC's list.
            tickers: The filer's own; a word equal to one stays in capitals, as in "ASML".
        """
        plain = _STATE_IN_BRACKETS.sub("", _STATE.sub("", " ".join(name.split()))).strip(" ,/\\")
        head, tail = _split_legal_form(plain)
        proper = _PROPER_NAMES.get(head.upper())
        if proper is None:
            proper = head if _is_cased(plain) else self._recase(head, tickers)
        return proper + _WORD.sub(lambda word: _LEGAL.get(word[0], word[0]), tail)

    def _recase(self, text: str, tickers: Sequence[str]) -> str:
        def spelled(match: re.Match[str]) -> str:
            word = match[0].upper()
            if match.start() and word.lower() in _SMALL_WORDS:
                return word.lower()
            if len(word) == 1 or word in _UPPER_WORDS:
                return word
            if not word.isalpha():
                return _capitalised(word)
            if word in _TITLE_WORDS:
                return _capitalised(word)
            if word in self._usual:
                return self._usual[word]
            acronym = len(word) <= 3 or (word in tickers and not _PRONOUNCED.fullmatch(word))
            return word if acronym or not set("AEIOUY") & set(word) else _capitalised(word)

        return _WORD.sub(spelled, text)


def _usual_spelling(word: str, spelled: Counter[str]) -> str:
    """Return the commonest spelling with small letters, since some filers shout: "RESTAURANTS"."""
    return next((one for one, _ in spelled.most_common() if one != word), word)


def _split_legal_form(name: str) -> tuple[str, str]:
    """Split "FORD MOTOR CO" into "FORD MOTOR" and " CO"; the first part is never empty."""
    words = list(_WORD.finditer(name))
    end = len(name)
    for word in reversed(words[1:]):
        if word[0].upper() not in _LEGAL:
            break
        end = word.start()
    head = name[:end].rstrip(" ,")
    return head, name[len(head) :]


def _is_cased(name: str) -> bool:
    """Say whether the filer chose the capitals, rather than the SEC's old form.

    "PROCTER & GAMBLE Co" and "DANA Inc" are the old form; "RTX Corp" and "MARA Holdings, Inc."
    mean their capitals.
    """
    head, tail = _split_legal_form(name)
    if any(letter.islower() for letter in head):
        return True
    words = _WORD.findall(head)
    return any(c.islower() for c in tail) and len(words) == 1 and len(words[0]) <= 4


def _capitalised(word: str) -> str:
    if "'" in word or "’" in word:
        first, _, rest = re.split(r"(['’])", word, maxsplit=1)
        mark = word[len(first)]
        after = rest.lower() if len(rest) == 1 else rest.capitalize()
        return f"{first.capitalize()}{mark}{after}"
    return word if any(c.isdigit() for c in word) else word.capitalize()
