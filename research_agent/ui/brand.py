"""Name and mark."""

__all__ = ["ABOUT", "LOGO"]

ABOUT = (
    "**Research agent** answers finance questions about listed companies with figures that "
    "carry their source."
)

LOGO = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32">
<rect width="32" height="32" rx="7" fill="#0f6f62"/>
<rect x="7" y="17" width="4" height="8" rx="1" fill="#f4efe4" opacity=".75"/>
<rect x="13" y="13" width="4" height="12" rx="1" fill="#f4efe4" opacity=".9"/>
<rect x="19" y="9" width="4" height="16" rx="1" fill="#f4efe4"/>
<circle cx="24.5" cy="8.5" r="3.5" fill="#e0a44a"/>
</svg>"""
