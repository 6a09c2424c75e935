"""How an HTML report looks."""

__all__ = ["STYLESHEET"]

STYLESHEET = """
:root{color-scheme:light dark;--bg:#fbfaf6;--ink:#1c2629;--soft:#66727a;--line:#ded9cb;--link:#0f6f62;--worked:#5d56a8;--bad:#a8452f}
@media (prefers-color-scheme:dark){:root{--bg:#101618;--ink:#e6e4dc;--soft:#98a3a8;--line:#2c383c;--link:#4fc0ad;--worked:#a9a3ea;--bad:#e58a72}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:56rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
h1{font:600 1.75rem/1.25 Georgia,"Times New Roman",serif;margin:0 0 .25rem}
h2{font:600 1.05rem/1.3 Georgia,"Times New Roman",serif;margin:2rem 0 .6rem}
.sub{color:var(--soft);margin:0 0 1.5rem}
a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
a.worked{color:var(--worked)}
sup{font-size:.65em;margin-left:.1em;color:var(--soft)}
.unverified{color:var(--bad);border-bottom:1px dotted}
.na,small{color:var(--soft)}
.wide,.answer{overflow-x:auto}
table{border-collapse:collapse;font-size:.92rem;font-variant-numeric:tabular-nums}
th,td{padding:.35rem .75rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
th[scope=row],td:first-child,th:first-child{text-align:left;font-weight:400}
thead th{color:var(--soft);font-weight:600}
figure{margin:1.5rem 0}figcaption{font-weight:600;margin-bottom:.25rem}
figure svg{max-width:100%;height:auto}
.list{padding-left:1.1rem;font-size:.9rem}.list li{margin:.25rem 0;overflow-wrap:anywhere}
@media print{:root{--bg:#fff;--ink:#000;--soft:#444;--line:#bbb}main{max-width:none;padding:0}section{break-inside:avoid}}
"""
