"""How questions say what is to be done with the figures."""

import re
from decimal import Decimal

from research_agent.finance.questions.operations import Quantifier
from research_agent.finance.questions.words import BARRIER

__all__ = [
    "AVERAGE",
    "CAGR",
    "COMPARE",
    "DIFFERENCE",
    "DOWN",
    "FRACTIONS",
    "GROWTH",
    "HIGHEST",
    "LESS",
    "LOWEST",
    "MORE",
    "ORDER",
    "OVER_PERIODS",
    "PART_SHARE",
    "PART_THRESHOLD",
    "PER_YEAR",
    "POWERS",
    "QUANTIFIERS",
    "RATIO",
    "SEQUENTIAL",
    "SHARE",
    "SUM",
    "THRESHOLD",
    "TREND",
    "UP",
    "YEARLY",
    "YES_NO",
]


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern.replace(" ", r"\s+"), re.IGNORECASE)


PER_YEAR = _compiled(r"\b(?:per year|a year|per annum|p\.a\.|annually|annuali[sz]ed)(?!\w)")
CAGR = _compiled(
    r"\bcagrs?\b|\bcompound(?:ed)?(?: annual(?:i[sz]ed)?| yearly)?(?: growth)?(?: rates?)?\b"
    r"|\b(?:average )?annual(?:i[sz]ed)? (?:rate of )?growth(?: rates?)?\b|\bhow (?:fast|quickly)\b"
    r"|\baverage annual rate(?: of growth)?\b|\bannual(?:i[sz]ed)? rate\b"
)
UP_WORDS = (
    r"grow(?:n|s|ing)?|grew|increas(?:e|es|ed|ing)|rise|rises|rose|risen|rising|expand(?:ed|s|ing)?|improv(?:e|ed|es|ing)"
    r"|gone up|go up|went up"
)
DOWN_WORDS = (
    r"declin(?:e|es|ed|ing)|decreas(?:e|es|ed|ing)|fall(?:en|s|ing)?|fell|drop(?:ped|s|ping)?|shr(?:ink|ank|unk|inking)"
    r"|contract(?:ed|s|ing)?|worsen(?:ed|s|ing)?|deteriorat(?:e|ed|es|ing)|gone down|go down|went down"
)
UP, DOWN = _compiled(rf"\b(?:{UP_WORDS})\b"), _compiled(rf"\b(?:{DOWN_WORDS})\b")
GROWTH = _compiled(
    rf"\b(?:{UP_WORDS}|{DOWN_WORDS}|growth|chang(?:e|es|ed|ing)|improvement|yoy|y[/-]y)\b"
    r"|\byear[- ](?:over|on)[- ]year\b|\bgrowth rate\b"
)
YES_NO = re.compile(
    r"^\W*(?:(?:and|so|but|then|ok|please|hi|hello)\W+)*(?:did|do|does|is|are|was|were|has|have|had)\b",
    re.IGNORECASE,
)
QUANTIFIERS = (
    (Quantifier.NONE, _compiled(r"\bnever\b")),
    (
        Quantifier.ALL,
        _compiled(r"\b(?:each|every|always|consistently|continuously|without exception|all of)\b"),
    ),
    (Quantifier.ANY, _compiled(r"\b(?:ever|any|at least once)\b")),
)
MORE = _compiled(r"\b(?:higher|larger|bigger|greater|better|more|stronger|up)\b")
LESS = _compiled(r"\b(?:lower|smaller|worse|less|fewer|weaker|down)\b")
PART_SHARE = _compiled(
    rf"(?<={BARRIER}) (?:share|mix|split|breakdown|contribution|percentage|proportion)\b|\bshare\b|\bcontribut(?:e|es|ed|ing|ion)\b|\baccount(?:s|ed)? for\b"
    r"|\bc[ao]mes? from\b|\b(?:make|makes|made) up\b|\bpercent(?:age)?\b(?= of| came| comes| is| was| did)|\bmix\b|\bin percent of\b"
)
SEQUENTIAL = _compiled(
    r"\b(?:qoq|q[/-]q|sequential(?:ly)?|quarter[- ](?:over|on)[- ]quarter|on the quarter)\b"
)
YEARLY = _compiled(r"\byear[- ](?:over|on)[- ]year\b|\byoy\b|\by[/-]y\b|\brates\b")
AVERAGE = _compiled(r"\b(?:on )?(?:average[ds]?|averaging|avg|mean)\b")
SUM = _compiled(
    r"\b(?:sum(?: of)?|(?:in )?total(?:led|ing)?|combined|cumulative(?:ly)?|altogether|together|aggregate|add up|summed(?: up)?)\b"
)
DIFFERENCE = _compiled(
    r"\b(?:differences?(?: between)?|how much (?:more|less|higher|lower|larger|bigger|smaller|greater)|gap(?: between)?"
    r"|minus|by how much|how many (?:more|fewer))\b"
)
SHARE = _compiled(
    r"\b(?:as (?:an? |the )?)?(?:share|percent(?:age)?|per cent|proportion|fraction|portion|part) of\b|% of\b"
    r"|\brelative to\b|\bas a share\b|\bhow much of\b"
)
RATIO = _compiled(
    rf"\bratio (?:of|between)\b|\bdivided by\b|(?<={BARRIER})\s*/\s*(?={BARRIER})|\bto{{0,2}} {BARRIER}+ ratio\b"
    rf"|(?<={BARRIER}) over (?={BARRIER})|(?<={BARRIER}) to (?:the )?(?={BARRIER}+ ratio)"
)
COMPARE = _compiled(
    r"\b(?:compar(?:e|es|ed|ing|ison)(?: (?:to|with|of|between))?|versus|vs\.?|against|side by side|head to head)(?!\w)"
)
TREND = _compiled(
    r"\b(?:trends?|over time|evol(?:ve|ved|ution)|develop(?:ed|ment)?|histor(?:y|ical|ically)|trajectory|progress(?:ed|ion)?|course)\b"
)
HIGHEST = _compiled(
    r"\b(?:highest|largest|biggest|greatest|best|most|top|max(?:imum)?|fastest|strongest|peak(?:ed)?|record"
    r"|higher|larger|bigger|greater|better|faster|more|lead(?:s|ing)?|stronger)\b"
)
LOWEST = _compiled(
    r"\b(?:lowest|smallest|least|worst|min(?:imum)?|slowest|weakest|lower|smaller|worse|slower|less|fewest|fewer|weaker)\b"
)
ORDER = _compiled(r"\b(?:rank(?:ed|ing|s)?|sort(?:ed)?|order(?:ed)? by)\b")
OVER_PERIODS = _compiled(
    rf"\b(?:(?:in|during|of) )?(?:which|what) (?:fiscal )?(?:years?|quarters?|{BARRIER}+)(?: (?:of|in) (?:the )?{BARRIER}+)?(?= (?:did|was|were|had|has|saw|is))|^\s*when\b"
    r"|\b(?:which|what) (?:fiscal )?(?:year|quarter)\b|\bbest (?:year|quarter)\b|\bever\b|\ball[ -]time\b"
)
THRESHOLD = re.compile(
    r"\b(?P<w>above|over|exceed(?:s|ed|ing)?|more\s+than|greater\s+than|higher\s+than|larger\s+than|bigger\s+than|at\s+least"
    r"|below|under|less\s+than|lower\s+than|smaller\s+than|at\s+most)\s+(?P<text>(?:us)?[$€£]?\s?(?P<n>[0-9][0-9,]*(?:\.[0-9]+)?)\s?"
    r"(?P<u>%|percent\b|per\s+cent\b|x\b|×|times\b|thousand\b|million\b|billion\b|trillion\b|bn\b|mn\b|tn\b|m\b|b\b)?)",
    re.IGNORECASE,
)
PART_THRESHOLD = _compiled(
    r"\b(?P<w>more than|over|at least|less than|under|at most) (?P<text>(?:an? |one )?half|(?:an?|one) (?P<n>third|quarter|fifth|tenth)|two thirds|three quarters)\b(?! (?:year|of (?:fiscal|the year)))"
)
FRACTIONS = {
    "half": Decimal("0.5"),
    "third": Decimal(1) / 3,
    "quarter": Decimal("0.25"),
    "fifth": Decimal("0.2"),
    "tenth": Decimal("0.1"),
    "two thirds": Decimal(2) / 3,
    "three quarters": Decimal("0.75"),
}
POWERS = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12, "bn": 9, "mn": 6, "tn": 12}
POWERS |= {"m": 6, "b": 9}
