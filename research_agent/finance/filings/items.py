"""The items that the SEC's forms are made of, and how their headings read.

Forms 10-K, 10-Q and 8-K name and number their items (17 CFR 249.310, 249.308a, 249.308). Filers keep
the numbers and change the titles; what is the same in all of them is matched here.
"""

import re
from dataclasses import dataclass

__all__ = ["FORMS", "Item", "item_matches", "items_named", "items_of"]

FORMS = ("10-K", "10-Q", "8-K")


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a form.

    Args:
        key: `"1A"` of a 10-K, `"II-1A"` of a 10-Q (part and number), `"2.02"` of an 8-K.
        title: As the form has it.
        heading: Begins every heading of it, after the number.
    """

    key: str
    title: str
    heading: re.Pattern[str]

    @property
    def number(self) -> str:
        """What stands behind the word "Item"."""
        return self.key.rpartition("-")[2]


def _item(key: str, title: str, heading: str) -> Item:
    return Item(key, title, re.compile(rf"(?:{heading})", re.IGNORECASE))


_MDA = "Management's Discussion and Analysis"
_MARKET_RISK = "Quantitative and Qualitative Disclosures About Market Risk"
_NOT_USED = r"\W{0,2}(?:reserved|intentionally omitted|removed|omitted|\(?not (?:used|applicable))"

_ANNUAL = (
    _item("1", "Business", r"(?:our |description of (?:the )?|general )?business"),
    _item("1A", "Risk Factors", r"(?:certain )?risk factors"),
    _item("1B", "Unresolved Staff Comments", r"unresolved"),
    _item("1C", "Cybersecurity", r"cyber"),
    _item("2", "Properties", r"(?:description of )?propert"),
    _item("3", "Legal Proceedings", r"legal"),
    _item("4", "Mine Safety Disclosures", rf"mine safety|submission of matters|{_NOT_USED}"),
    _item("5", "Market for Registrant's Common Equity", r"(?:the )?market for"),
    _item("6", "Selected Financial Data", rf"selected|{_NOT_USED}"),
    _item("7", _MDA, r"management\W{0,2}s discussion"),
    _item("7A", _MARKET_RISK, r"(?:quantitative|qualitative)"),
    _item("8", "Financial Statements and Supplementary Data", r"(?:consolidated )?financial stat"),
    _item("9", "Changes in and Disagreements with Accountants", r"changes in (?:and|accountants)"),
    _item("9A", "Controls and Procedures", r"(?:disclosure )?controls? and"),
    _item("9B", "Other Information", r"other information"),
    _item("9C", "Disclosure Regarding Foreign Jurisdictions", r"disclosures? regarding"),
    _item("10", "Directors, Executive Officers and Corporate Governance", r"directors"),
    _item("11", "Executive Compensation", r"executive comp"),
    _item("12", "Security Ownership", r"security owner"),
    _item("13", "Certain Relationships and Related Transactions", r"certain relation"),
    _item("14", "Principal Accountant Fees and Services", r"principal account"),
    _item("15", "Exhibits and Financial Statement Schedules", r"exhibits?\b|financial stat"),
    _item("16", "Form 10-K Summary", r"(?:form )?10\W?k summary|summary|none"),
)

_QUARTERLY = (
    _item("I-1", "Financial Statements", r"(?:[a-z]+ ){0,3}financial stat"),
    _item("I-2", _MDA, r"management\W{0,2}s discussion"),
    _item("I-3", _MARKET_RISK, r"(?:quantitative|qualitative)"),
    _item("I-4", "Controls and Procedures", r"(?:disclosure )?controls? and"),
    _item("II-1", "Legal Proceedings", r"legal"),
    _item("II-1A", "Risk Factors", r"(?:certain )?risk factors"),
    _item(
        "II-2",
        "Unregistered Sales of Equity Securities",
        r"(?:unregistered|issuer purchases|changes in sec)",
    ),
    _item("II-3", "Defaults Upon Senior Securities", r"defaults?"),
    _item("II-4", "Mine Safety Disclosures", rf"mine safety|submission of matters|{_NOT_USED}"),
    _item("II-5", "Other Information", r"other information"),
    _item("II-6", "Exhibits", r"exhibits?\b"),
)

_CURRENT_TITLES = {
    "1.01": "Entry into a Material Definitive Agreement",
    "1.02": "Termination of a Material Definitive Agreement",
    "1.03": "Bankruptcy or Receivership",
    "1.04": "Mine Safety - Reporting of Shutdowns and Patterns of Violations",
    "1.05": "Material Cybersecurity Incidents",
    "2.01": "Completion of Acquisition or Disposition of Assets",
    "2.02": "Results of Operations and Financial Condition",
    "2.03": "Creation of a Direct Financial Obligation",
    "2.04": "Triggering Events That Accelerate a Direct Financial Obligation",
    "2.05": "Costs Associated with Exit or Disposal Activities",
    "2.06": "Material Impairments",
    "3.01": "Notice of Delisting",
    "3.02": "Unregistered Sales of Equity Securities",
    "3.03": "Material Modification to Rights of Security Holders",
    "4.01": "Changes in Registrant's Certifying Accountant",
    "4.02": "Non-Reliance on Previously Issued Financial Statements",
    "5.01": "Changes in Control of Registrant",
    "5.02": "Departure or Election of Directors or Certain Officers",
    "5.03": "Amendments to Articles of Incorporation or Bylaws",
    "5.04": "Temporary Suspension of Trading Under Employee Benefit Plans",
    "5.05": "Amendments to the Code of Ethics",
    "5.06": "Change in Shell Company Status",
    "5.07": "Submission of Matters to a Vote of Security Holders",
    "5.08": "Shareholder Director Nominations",
    "7.01": "Regulation FD Disclosure",
    "8.01": "Other Events",
    "9.01": "Financial Statements and Exhibits",
}
_CURRENT = tuple(_item(key, title, r"(?=\W|\w)") for key, title in _CURRENT_TITLES.items())


def items_of(form: str) -> tuple[Item, ...]:
    """Return the items of a form in their order; empty for a form that is not read by items."""
    plain = form.upper().removesuffix("/A").removesuffix("T")
    return {"10-K": _ANNUAL, "10-Q": _QUARTERLY, "8-K": _CURRENT}.get(plain, ())


def item_matches(key: str, wanted: str) -> bool:
    """Say whether a section is of the item a person names.

    Args:
        key: Of a section: `"1A"`, `"II-1A"`, `"2.02"`, `"note 5"`, `"notes"`, `"EX-99.1"`.
        wanted: `"1A"`, `"item 1a"`, `"Part II Item 1A"`, `"notes"`, `"note 5"`, `"99.1"`.
    """
    have, want = key.casefold(), _plain(wanted)
    if want == "notes":
        return have.startswith("note ")
    if want.startswith(("i-", "ii-")):
        return have == want
    return have.rpartition("-")[2] == want or have == want


def items_named(form: str, words: str) -> tuple[str, ...]:
    """Return the keys of a form's items that a person's word for an item means."""
    return tuple(item.key for item in items_of(form) if item_matches(item.key, words))


def _plain(wanted: str) -> str:
    text = " ".join(wanted.casefold().replace(",", " ").split())
    text = re.sub(r"^part (i{1,2})\b\W*(?:item )?", r"\1-", text)
    return text.removeprefix("item ").removeprefix("exhibit ").removeprefix("ex-").rstrip(".:")
