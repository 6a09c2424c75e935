"""Abbreviations of metrics that people type."""

__all__ = ["SHORT_FORMS"]

SHORT_FORMS = """
revenue: rev | revs | total rev
gross_profit: gp
operating_income: op income | op profit | oper income
net_income: ni | net inc
gross_margin: gpm | gross mgn
operating_margin: opm | op margin
net_margin: npm
capital_expenditure: capital expenditure | capex spend
shares_repurchased: share buy back | repurchased shares | buying back shares
property_plant_equipment: property plant equipment
total_debt: interest bearing debt
"""
