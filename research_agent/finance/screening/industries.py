"""Industries by SIC code: the divisions of the SIC manual, and twelve broader sectors.

Divisions are those of the Standard Industrial Classification Manual of 1987 (Office of Management
and Budget), whose codes the SEC gives to filers. The manual has no "technology": its division
"Manufacturing" holds chips, drugs and cars alike. The sectors are therefore the twelve industries
of Kenneth French's data library ("Siccodes12"), which are ranges of the same codes; "BusEq"
(computers, software, electronic equipment) is called Technology here, the others by their names
there. The SEC's code is one for a whole company, so Amazon is a retailer.
"""

from research_agent.finance.lines.line_items import Sector

__all__ = [
    "DIVISIONS",
    "OTHER",
    "SECTORS",
    "SECTOR_NAMES",
    "SECTOR_SYNONYMS",
    "division_of_sic",
    "sector_of_sic_range",
]

Ranges = tuple[tuple[int, int], ...]

DIVISIONS: dict[str, Ranges] = {
    "Agriculture, forestry and fishing": ((100, 999),),
    "Mining": ((1000, 1499),),
    "Construction": ((1500, 1799),),
    "Manufacturing": ((2000, 3999),),
    "Transportation, communications and utilities": ((4000, 4999),),
    "Wholesale trade": ((5000, 5199),),
    "Retail trade": ((5200, 5999),),
    "Finance, insurance and real estate": ((6000, 6799),),
    "Services": ((7000, 8999),),
    "Public administration": ((9100, 9729),),
}

SECTORS: dict[str, Ranges] = {
    "Consumer nondurables": (
        *((100, 999), (2000, 2399), (2700, 2749)),
        *((2770, 2799), (3100, 3199), (3940, 3989)),
    ),
    "Consumer durables": (
        *((2500, 2519), (2590, 2599), (3630, 3659), (3710, 3711), (3714, 3714), (3716, 3716)),
        *((3750, 3751), (3792, 3792), (3900, 3939), (3990, 3999)),
    ),
    "Machinery and materials": (
        *((2520, 2589), (2600, 2699), (2750, 2769), (3000, 3099), (3200, 3569), (3580, 3629)),
        *((3700, 3709), (3712, 3713), (3715, 3715), (3717, 3749), (3752, 3791), (3793, 3799)),
        *((3830, 3839), (3860, 3899)),
    ),
    "Energy": ((1200, 1399), (2900, 2999)),
    "Chemicals": ((2800, 2829), (2840, 2899)),
    "Technology": ((3570, 3579), (3660, 3692), (3694, 3699), (3810, 3829), (7370, 7379)),
    "Telecommunications": ((4800, 4899),),
    "Utilities": ((4900, 4949),),
    "Shops": ((5000, 5999), (7200, 7299), (7600, 7699)),
    "Health care": ((2830, 2839), (3693, 3693), (3840, 3859), (8000, 8099)),
    "Finance": ((6000, 6999),),
}

OTHER = "Other industries"
"""The twelfth sector: mines, builders, carriers, hotels, business services, entertainment."""

SECTOR_NAMES: tuple[str, ...] = (
    *SECTORS,
    OTHER,
    *DIVISIONS,
    *(sector.value for sector in Sector),
)
"""What can stand behind `sector =`: the twelve sectors, the divisions, the statement templates."""

SECTOR_SYNONYMS = {
    "tech": "Technology",
    "information technology": "Technology",
    "technology company": "Technology",
    "healthcare": "Health care",
    "health": "Health care",
    "pharma": "Health care",
    "medical": "Health care",
    "financial": "Finance",
    "financials": "Finance",
    "financial services": "Finance",
    "oil and gas": "Energy",
    "oil": "Energy",
    "telecom": "Telecommunications",
    "telecoms": "Telecommunications",
    "retail": "Retail trade",
    "retailer": "Retail trade",
    "wholesale": "Wholesale trade",
    "banking": "bank",
    "banks": "bank",
    "insurance": "insurer",
    "insurers": "insurer",
    "real estate investment trust": "REIT",
    "reits": "REIT",
    "asset managers": "asset manager",
    "other": OTHER,
}
"""What else people write, in lower case."""


def sector_of_sic_range(sic: int) -> str:
    """Return the sector of a code; every code has one."""
    return _named(SECTORS, sic) or OTHER


def division_of_sic(sic: int) -> str:
    """Return the division of a code; empty where the manual has none (9995, a shell company)."""
    return _named(DIVISIONS, sic)


def _named(table: dict[str, Ranges], sic: int) -> str:
    return next(
        (name for name, ranges in table.items() if any(low <= sic <= high for low, high in ranges)),
        "",
    )
