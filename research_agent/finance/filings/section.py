"""A part of a filed document that has a name."""

from dataclasses import dataclass

__all__ = ["Section"]


@dataclass(frozen=True, slots=True)
class Section:
    """An item, a note or an exhibit.

    Args:
        item: Key of the item (`"1A"`, `"II-1A"`, `"2.02"`), `"note 5"`, or `"EX-99.1"`.
        title: As the document prints it; as the form has it where only the number is printed.
        start: Offset of its heading in the document's text.
        end: Offset behind its last character.
        anchor: Nearest id in the HTML at or before the heading; empty when there is none.
        page: Sheet of the document, counted from 1.
    """

    item: str
    title: str
    start: int
    end: int
    anchor: str
    page: int

    @property
    def name(self) -> str:
        """How a person says it: `"Item 1A Risk Factors"`, `"Part II, Item 1A Risk Factors"`."""
        if self.item.startswith("note "):
            return f"Note {self.item[5:].upper()} {self.title}".strip()
        if self.item.startswith("EX-"):
            return f"Exhibit {self.item[3:]} {self.title}".strip()
        part, dash, number = self.item.partition("-")
        if dash:
            return f"Part {part}, Item {number} {self.title}".strip()
        return f"Item {self.item} {self.title}".strip()
