"""What people ask that filed figures cannot answer, and what is left over of a question."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from research_agent.finance.questions.words import BARRIER, Span, blanked

__all__ = ["Leftover", "Topic", "leftovers", "read_topics"]


@dataclass(frozen=True, slots=True)
class Topic:
    """Something out of reach.

    Args:
        name: Short name: `"price"`.
        sentence: What to tell the person.
        blocks: True when nothing else of the question is worth answering without it.
    """

    name: str
    sentence: str
    blocks: bool = False


_PATTERNS: tuple[tuple[Topic, str], ...] = (
    (
        Topic(
            "advice",
            "I do not give investment advice: I only report what companies filed with the SEC.",
            blocks=True,
        ),
        r"\bshould (?:i|we|one|you)\b.*\b(?:buy|sell|hold|invest|own|short)\w*|\b(?:good|bad|safe|worthwhile|great) (?:buy|investment|stock|bet)\b"
        r"|\bworth (?:buying|investing|owning)\b|\b(?:under|over)valued\b|\brecommend(?:ed|ation)?\b|\b(?:buy|sell) (?:or|rating)\b"
        r"|\bprice target\b|\b(?:is|are) it (?:time|smart|wise) to\b|\binvest(?:ing)? in (?:the )?¦|\bfair value\b",
    ),
    (
        Topic(
            "forecast",
            "I have no forecasts, guidance or estimates: only figures that were filed.",
            blocks=True,
        ),
        r"\bforecast\w*|\bguidance\b|\boutlook\b|\bpredict\w*|\bproject(?:ed|ion|ions)\b|\bconsensus\b|\b(?:analyst )?estimates?\b"
        r"|\bexpect(?:ed|ation|ations|s)?\b|\bnext (?:year|quarter|[a-z]+ years|[0-9]+ years|fiscal year)\b|\bwill\b.*\b(?:be|grow|reach|report|earn|hit|fall|rise)\b"
        r"|\bbeat (?:or miss|estimates)\b|\bin the future\b",
    ),
    (
        Topic(
            "valuation",
            "I have no opinion on a valuation: ask for a DCF with your assumptions, or for filed figures.",
        ),
        r"\bvaluation\b|\bmultiples?\b",
    ),
    (
        Topic(
            "market cap",
            "I have no market capitalisation: it needs a share price. Set RESEARCH_AGENT_PRICES_DIR or FINANCIAL_DATASETS_API_KEY for a source of prices.",
        ),
        r"\bmarket value\b|\bhow much is .{1,60} worth\b",
    ),
    (
        Topic(
            "price",
            "I have no share prices: only figures from SEC filings are here. Set RESEARCH_AGENT_PRICES_DIR or FINANCIAL_DATASETS_API_KEY for a source of prices.",
        ),
        r"\b(?:stock|share|closing|current|opening) prices?\b|\bprices? of (?:the )?(?:stock|shares?)\b|\bstock (?:quote|chart|performance|return)s?\b|\bstock (?:has |have )?perform(?:ed|ing)?\b"
        r"|\btrad(?:e|es|ed|ing) at\b|\bprices?\b|\b52[ -]week (?:high|low|range|return)|\btotal shareholder return\b|\bbeta\b|\bvolatility\b",
    ),
    (
        Topic("news", "I have looked for no news here: ask for it on its own."),
        r"\bnews\b|\bheadlines?\b|\bannouncements?\b|\bpress releases?\b",
    ),
    (
        Topic("filing text", "I have no texts of filings: only figures from SEC filings are here."),
        r"\brisk factors?\b|\bmd&a\b|\bearnings call\b|\btranscripts?\b|\blawsuits?\b",
    ),
    (
        Topic(
            "ownership",
            "I have no insider trades and no list of shareholders. Set FINANCIAL_DATASETS_API_KEY for them.",
        ),
        r"\binsiders?\b|\binsider (?:trades?|trading|buying|selling)\b|\binstitutional (?:holders?|ownership|investors)\b|\bshort interest\b"
        r"|\bwho owns\b|\b(?:biggest|largest|top) shareholders\b",
    ),
    (
        Topic(
            "own measure",
            'I have no "{}" figures: they are the company\'s own measure, not figures of its statements.',
            blocks=True,
        ),
        r"(?<!split[- ])(?<!lease[- ])(?<!risk[- ])\badjusted\b(?! for (?:the |its )?(?:stock |share |later )*splits?)"
        r"|\bnon-?gaap\b|\borganic(?:ally)?\b|\bunderlying\b|\bcore(?= (?:¦|eps\b|earnings\b))|\bconstant[- ]currency\b|\bcurrency[- ]neutral\b"
        r"|\b(?:same|comparable)[- ](?:stores?|restaurants?|propert(?:y|ies)|centers?)\b|\blike[- ]for[- ]like\b|\bpro[- ]?forma\b"
        r"|\b(?:annual|annuali[sz]ed) recurring revenues?\b|\barr\b|\brun[- ]rate\b|\bbacklog\b|\bbookings\b|\bbillings\b|\bremaining performance obligations?\b"
        r"|\brpo\b|\bnet (?:revenue|dollar) retention\b|\bcet ?1\b|\btier 1 (?:capital|ratio)\b|\bassets under management\b|\baum\b|\barpu\b|\bgmv\b",
    ),
    (
        Topic(
            "per head",
            'I have no figures "{}": only those of the three statements are here.',
            blocks=True,
        ),
        r"\bper (?:employee|head|capita|user|customer|subscriber|member|store|unit|barrel)\b",
    ),
    (
        Topic(
            "people",
            "I have no data on employees, customers, subscribers or managers: only figures of the three statements are here.",
        ),
        r"\bemployees?\b|\bheadcount\b|\bworkforce\b|\bper employee\b|(?<!by[ ])\bcustomers?\b(?! deposits)|\bsubscribers?\b|\busers?\b|\bwho is the (?:ceo|cfo)\b|\bceo\b",
    ),
)
_TOPICS = tuple(
    (topic, re.compile(pattern.replace(" ", r"\s+"), re.IGNORECASE)) for topic, pattern in _PATTERNS
)

_COMMON = frozenset(
    """a about above according across actual actually after again all already also although am amid among amongst
    amount amounts an and annual another any are around as ask at available back bar basis be became because become
    been before being below best between both briefly but by can chart check choose come compute calculate
    company companies company's consider could date day days dear deliver delivered detail details did display
    do does doing done during each earned either else end ended ending ends enough equal equals etc evaluate even
    every exact exactly explain express expressed far fetch figure figures filed filing filings find firm firms fiscal
    follow following for form from full fully gave generate generated get getting give given gives go going good got
    graph great had has have having he hello help her here hey hi his hold how however i if in including inc indicate
    information into is isn it its itself just kindly know known last latest least let like list listed look looking
    made make makes making many may me mean might more most much must my name namely need new no nor not note now
    number numbers obtain of off ok okay on once one ones only or other our out over overall own paid part pay per
    perform performed performance performing period periods please plot point points present previous print produce
    provide provided public put quarter quarters question quick quickly ratio rate rates read really recent report
    reported reporting reports respect respective respectively result results return returned same say sec see seen
    separately set should show showed shown side similar since size so some spend spends spent spending stand stands
    state stated statement status still stock such summarise summarize summary table take tell term terms than thank
    thanks that the their them then there these they thing this those through thus time times to today together too
    total toward towards two under unit units up upon us use used using value values very via view want wanted was we
    well went were what whats when where whether which while who whose why will with within would year years yes yet
    you your doing generating gaap us-gaap ifrs reporting earlier later ago per vs respectively each figure's
    business's corporation corp incurred booked recorded raise raised compare's share shares statement's account
    accounts balance rest sheet cash-flow whole way there's they're it's i'd let's what's how's come came goes high
    low big small large long short fast healthy company-wide percent percentage percentages point s t d ll re ve m
    worth issue return returning consolidated respectively versus amounted amounting equal plus both does between
    standing level levels current currently currency dollar dollars usd figuring strong weak rich move moved moves
    moving turn turned happen happened happening doing track record first second half-way tell's behind ahead decimals
    year-end year-ends quarter-end mid-year come comes came coming derived derive gotten brought bring brings stem stems
    invest invested invests come comes came coming derive derived bring brings brought stem stems
    rounded round pls plz thx cheers curious wondering wonder basically answer answers exact precise precisely roughly approximately approx around nearly close closing
    opening beginning start started starting""".split()
)
_ALONE = frozenset("data business service services product products global group".split())
_TOKEN = re.compile(rf"[A-Za-z][A-Za-z&]*(?:['’-][A-Za-z]+)*|{BARRIER}+|[,;:.?!()/]")


@dataclass(frozen=True, slots=True)
class Leftover:
    """Words that nothing understood.

    Args:
        text: As written, without a possessive s.
        start: Offset of the first character.
        end: Offset behind the last one.
    """

    text: str
    start: int
    end: int


def read_topics(text: str) -> tuple[tuple[Topic, ...], list[Span]]:
    """Return what is out of reach in `text`, and where it stands."""
    topics: list[Topic] = []
    spans: list[Span] = []
    for topic, pattern in _TOPICS:
        found = [match.span() for match in pattern.finditer(text)]
        if found:
            words = " ".join(text[slice(*found[0])].split())
            topics.append(replace(topic, sentence=topic.sentence.replace("{}", words)))
            spans += found
            text = blanked(text, found)
    return tuple(topics), spans


def leftovers(text: str, spans: Iterable[Span] = ()) -> tuple[Leftover, ...]:
    """Return the words of `text` that nothing understood, neighbours joined, in order.

    Args:
        text: With barriers where something was understood.
        spans: More text that was understood.
    """
    groups: list[list[re.Match[str]]] = [[]]
    for found in _TOKEN.finditer(blanked(text, spans)):
        token = found.group()
        plain = token.lower().replace("’", "'").removesuffix("'s")
        if not token[0].isalpha() or plain in _COMMON or len(plain) < 2:
            groups.append([])
        else:
            groups[-1].append(found)
    told: dict[str, Leftover] = {}
    for group in groups:
        words = " ".join(f.group().removesuffix("'s").removesuffix("’s") for f in group)
        if {word.lower() for word in words.split()} - _ALONE:
            told.setdefault(words, Leftover(words, group[0].start(), group[-1].end()))
    return tuple(told.values())
