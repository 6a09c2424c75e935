"""What the words around a figure say about it: a level or a change, up or down, which operation."""

import re
from enum import Enum, Flag, auto

__all__ = [
    "Earlier",
    "Operation",
    "Role",
    "Slack",
    "continues_list",
    "earlier",
    "operations",
    "role",
    "says_average",
    "says_loss",
    "says_part",
    "slack",
]

_ABOUT = (
    r"(?:\s+(?:by|about|approximately|roughly|nearly|almost|around|some|just|only|another|an?|the|"
    r"sharply|slightly|modestly|steadily|faster|strongly|further|year[\s-]over[\s-]year|yoy|of|"
    r"average|compound|annual|annually|annualized|rate|cagr|at|total|cumulative|per|year|over))*"
)
_UP = (
    r"gr[eo]w(?:n|s|ing|th)?|ros[e]|ris(?:e|es|en|ing)|increas(?:e|ed|es|ing)|up|gain(?:ed|s|ing)?|"
    r"climb(?:ed|s|ing)?|expand(?:ed|s|ing)?|expansion|jump(?:ed|s)?|surg(?:e|ed)|soar(?:ed)?|"
    r"improv(?:ed|es|ing|ement)|added|advanc(?:e|ed)|widen(?:ed)?|compounded|exceed(?:ed|s|ing)?"
)
_DOWN = (
    r"f[ea]ll(?:en|s|ing)?|declin(?:e|ed|es|ing)|decreas(?:e|ed|es|ing)|drop(?:ped|s|ping)?|down|"
    r"shr[aiu]nk(?:ing)?|contract(?:ed|ion)|sli(?:d|pped)|reduc(?:ed|tion)|plung(?:ed|e)|"
    r"worsened|narrowed|compressed"
)
_NEUTRAL = r"chang(?:e|ed)|difference|gap|spread|cagr|mov(?:e|ed)"
_UP_NOUN = r"growth|increase|rise|gain|improvement|expansion|jump|surge"
_DOWN_NOUN = r"decrease|decline|drop|fall|reduction|contraction"
_LINKED = (
    r"(?:\s+rates?)?(?:\s+(?:in|of|between|for|over|from)\s+(?:(?!\sand\s)[^.;:,]){1,45}?)?\s*"
    r"(?:\s(?:of|was|is|were|at|by|came\s+to|reached|averaged)|:)"
    r"(?:\s+(?:about|approximately|roughly|nearly|almost|around|just|an?|only))*"
)
_TAIL = r"[\s(*_~≈+]*$"
_CHANGE_BEFORE = re.compile(
    rf"\b(?:(?P<up>{_UP})|(?P<down>{_DOWN})|(?P<neutral>{_NEUTRAL}))\b{_ABOUT}{_TAIL}", re.I
)
_CHANGE_NOUN = re.compile(
    rf"\b(?:(?P<up>{_UP_NOUN})|(?P<down>{_DOWN_NOUN})|(?P<neutral>{_NEUTRAL}))\b{_LINKED}{_TAIL}",
    re.I,
)
_CHANGE_BY = re.compile(
    rf"\b(?:(?P<up>{_UP})|(?P<down>{_DOWN}))\b(?:[^.;:]|\.(?=[0-9])){{1,60}}\bby{_ABOUT}{_TAIL}",
    re.I,
)
_CHANGE_AFTER = re.compile(
    r"[\s*_)-]*(?:(?:year[\s-]over[\s-]year|yoy|annual|annualized|compound|sequential|average|"
    r"cumulative|total|quarterly)[\s-]+)*"
    rf"(?:(?P<up>{_UP_NOUN}|higher|more\s+than|larger|bigger|greater|above|ahead\s+of|"
    r"up(?!\s+(?:from|by|[0-9$])))|"
    rf"(?P<down>{_DOWN_NOUN}|lower|less\s+than|smaller|below|behind|"
    r"down(?!\s+(?:from|by|[0-9$])))|"
    r"(?P<neutral>cagr|change|difference|gap|yoy|y/y|year[\s-]over[\s-]year))\b",
    re.I,
)
_LEVEL_BEFORE = re.compile(r"\b(?:to|from|at|reach(?:ed|ing)?|versus|vs\.?|with)[\s(*_~≈]*$", re.I)
_LOSS = re.compile(
    r"(?<!credit )(?<!loan )\b(?:loss(?:es)?|lost|losing|deficit|outflows?|used\s+in|negative|shortfall)\b",
    re.I,
)
_EITHER = re.compile(r"\(loss(?:es)?\)", re.I)
_LOSS_AFTER = re.compile(
    r"[\s*_]*(?:(?:net|operating|pretax)[\s-]+)?(?:loss|deficit|outflow)\b", re.I
)
_AVERAGE = re.compile(
    r"\b(?:averag(?:ed|ing)|average(?!\s+(?:common|shareholders|stockholders|total|equity|assets|"
    r"inventory|inventories|receivables|payables|capital|shares|invested|number|diluted|basic)))\b"
    r"[^.;]*\b(?:over|from|between|years?|quarters?|periods?|averaged|companies|of\s+the)\b",
    re.I,
)
_PART = re.compile(
    r"[\s*_)]*of\s+(?!growth|increase|decline|the\s+(?:growth|increase|decline))", re.I
)
_MORE = re.compile(
    r"\b(?:more\s+than|over|above|exceed(?:ed|ing|s)|at\s+least|topped|north\s+of)[\s(*_]*$", re.I
)
_LESS = re.compile(
    r"\b(?:less\s+than|under|below|nearly|almost|just\s+(?:under|below|shy\s+of)|close\s+to|at\s+most)[\s(*_]*$",
    re.I,
)
_PRIOR = (
    r"(?:a\s+year\s+(?:earlier|ago|before)|(?:the\s+)?(?:prior|previous|preceding)[\s-](?:fiscal\s+)?"
    r"(?:year|quarter|period)|(?:the\s+)?year[\s-](?:earlier|ago|before)(?:\s+(?:quarter|period))?|"
    r"last\s+year|one\s+year\s+(?:earlier|before))"
)
_PRIOR_AFTER = re.compile(rf"[\s*_),]*(?:in|for|during|of|reported)?\s*(?:the\s+)?{_PRIOR}\b", re.I)
_PRIOR_BEFORE = re.compile(rf"\b{_PRIOR}\b[^0-9.;]{{0,50}}$", re.I)
_FROM = re.compile(r"\bfrom(?:\s+(?:about|around|roughly|just|an?|its|nearly))*[\s(*_~≈]*$", re.I)
_VERSUS = re.compile(
    r"\b(?:versus|vs\.?|against|compared\s+(?:with|to)|after)[^0-9.;]{0,40}$", re.I
)
_LIST_GOES_ON = re.compile(
    r"(?:[\s,*_()]|\b(?:and|then|in|for|during|by|or|respectively|followed|another|the|of)\b)*",
    re.I,
)


class Role(Enum):
    """Whether a figure is printed as a level or as a change; the sign is the change's direction."""

    LEVEL = 0
    CHANGE = 2
    """A change with no direction in words."""
    INCREASE = 1
    DECREASE = -1

    @property
    def is_change(self) -> bool:
        """True for any change."""
        return self is not Role.LEVEL


class Slack(Enum):
    """Words that let the true value lie on one side of the figure."""

    NONE = 0
    ABOVE = 1
    BELOW = -1


class Earlier(Enum):
    """Whether a figure is of the period before the one named."""

    NO = 0
    MAYBE = 1
    YES = 2


class Operation(Flag):
    """Arithmetic the words of a sentence or the headers of a table announce."""

    NONE = 0
    GROWTH = auto()
    DIFFERENCE = auto()
    SUBTRACTION = auto()
    RATIO = auto()
    MULTIPLE = auto()
    SUM = auto()
    AVERAGE = auto()
    CAGR = auto()


_OPERATIONS = {
    Operation.GROWTH: rf"\b(?:{_UP}|{_DOWN}|chang(?:e|ed)|growth|yoy|year[\s-]over[\s-]year|y/y|qoq|higher|lower|"
    r"sequential(?:ly)?)\b",
    Operation.DIFFERENCE: rf"\b(?:{_UP}|{_DOWN}|chang(?:e|ed)|differen(?:ce|t)|gap|spread|more\s+than|less\s+than|"
    r"higher|lower|ahead|behind|above|below|minus|less|margin\s+of|larger|smaller|lead(?:s|ing)?)\b",
    Operation.SUBTRACTION: r"\b(?:minus|less(?!\s+than)|difference\s+between|net\s+of|deduct(?:ed|ing))\b",
    Operation.RATIO: r"\b(?:margins?|ratio|share|portion|fraction|proportion|percent(?:age)?\s+of|payout|"
    r"relative\s+to|divided|return|represent(?:s|ed|ing)?|account(?:s|ed|ing)?|turnover|cover(?:ed|s|age)?|equal\s+to|"
    r"intensity|converted|tax\s+rate|to[\s-]equity|to[\s-]assets|to[\s-]revenue|spent)\b|%\s+of\b|"
    r"\bas\s+an?\s+(?:%|percent(?:age)?)|\(%\s+of|/",
    Operation.MULTIPLE: r"\b(?:times|multiple|twice|larger|bigger|as\s+(?:much|large|big|high)|size|that\s+of|fold|"
    r"relative\s+to|more\s+than|higher|its|level|grew|rose|increased|growth|multiplied|of)\b",
    Operation.SUM: r"\b(?:total(?:ed|led|s|ing|ling)?|combined|together|sum(?:med)?|cumulative(?:ly)?|altogether|"
    r"aggregate|add(?:s|ed)?\s+up|plus|in\s+all)\b",
    Operation.AVERAGE: r"\b(?:average[sd]?|averaging|mean|avg)\b",
    Operation.CAGR: r"\b(?:cagr|compound(?:ed)?|per\s+year|a\s+year|annual(?:ly|ized|ised)?|per\s+annum|each\s+year|"
    r"yearly)\b",
}
_COMPILED = {operation: re.compile(words, re.I) for operation, words in _OPERATIONS.items()}


def operations(words: str) -> Operation:
    """Return every operation that `words` announce."""
    found = Operation.NONE
    for operation, pattern in _COMPILED.items():
        if pattern.search(words):
            found |= operation
    return found


def role(before: str, after: str) -> Role:
    """Return what a figure is between these words of its sentence."""
    near = before[-120:]
    match = _CHANGE_NOUN.search(near)
    if match is None and not _LEVEL_BEFORE.search(near):
        match = _CHANGE_BEFORE.search(near) or _CHANGE_BY.search(near) or _CHANGE_AFTER.match(after)
    if match is None:
        return Role.LEVEL
    if match["up"]:
        return Role.INCREASE
    return Role.DECREASE if match["down"] else Role.CHANGE


def continues_list(between: str) -> bool:
    """Say whether a figure goes on in the role of the one before: "7.8% in FY2022 and 2.0%".

    Args:
        between: The words between the two, period names taken out.
    """
    return bool(_LIST_GOES_ON.fullmatch(between))


def says_average(before: str) -> bool:
    """Say whether the figure is announced as an average over periods or companies."""
    return bool(_AVERAGE.search(before[-120:]))


def says_part(after: str) -> bool:
    """Say whether a figure is a share of something: "7.8% of revenue"."""
    return bool(_PART.match(after))


def says_loss(before: str, after: str) -> bool:
    """Say whether the words make a positive number a negative value: "a net loss of $2 billion".

    "Gains (losses)" is a heading for either: there a positive number is a gain.
    """
    plain = _EITHER.sub("", before[-70:])
    return bool(_LOSS.search(plain) or _LOSS_AFTER.match(after))


def slack(before: str) -> Slack:
    """Return whether "more than" or "nearly" stands before the figure."""
    if _MORE.search(before):
        return Slack.ABOVE
    return Slack.BELOW if _LESS.search(before) else Slack.NONE


def earlier(before: str, after: str) -> Earlier:
    """Say whether the figure may be of the period before the one the sentence names.

    "fell from $394.3 billion to $383.3 billion in FY2023" prints FY2022 first.
    """
    near = before[-90:]
    if _PRIOR_AFTER.match(after) or _PRIOR_BEFORE.search(near):
        return Earlier.YES
    if _FROM.search(near):
        return Earlier.YES if re.match(r"[^.;]{0,60}?\bto\b", after) else Earlier.MAYBE
    return Earlier.MAYBE if _VERSUS.search(near) else Earlier.NO
