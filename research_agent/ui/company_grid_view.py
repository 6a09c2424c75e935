"""The figure grid in the browser: its markup, its look in light and dark, its keys."""

__all__ = ["GRID_CSS", "GRID_HTML", "GRID_JS"]

GRID_HTML = '<div class="scroll"></div>'

GRID_CSS = """
.scroll {
  container-type: inline-size; overflow: auto; max-height: min(76vh, 820px);
  border: 1px solid var(--st-border-color); border-radius: var(--st-base-radius);
  font-family: var(--st-font); font-size: 0.86rem; color: var(--st-text-color);
  scrollbar-width: thin;
}
table { border-collapse: separate; border-spacing: 0; width: max-content; min-width: 100%; }
th, td { padding: 0.3rem 0.75rem; text-align: right; white-space: nowrap; font-weight: 400; }
td { font-variant-numeric: tabular-nums; }
thead th {
  position: sticky; top: 0; z-index: 2; font-weight: 600; line-height: 1.25;
  background: var(--st-secondary-background-color);
  border-bottom: 1px solid var(--st-border-color);
}
thead th:first-child { z-index: 3; font-weight: 400; }
.under, .unit, .mark { font-size: 0.76rem; font-weight: 400; }
.under, .unit { color: var(--st-gray-text-color); }
.under { display: block; }
.unit { margin-left: 0.4rem; white-space: nowrap; }
.mark { color: var(--st-violet-text-color); margin-right: 0.3rem; }
.swatch {
  display: inline-block; width: 0.7rem; height: 0.7rem; margin-right: 0.5rem; border-radius: 2px;
}
tbody th, thead th:first-child {
  position: sticky; left: 0; text-align: left; width: 34%;
  min-width: min(12rem, 24cqw);
  max-width: min(25rem, 40cqw);
  white-space: normal; background: var(--st-background-color);
}
thead th:first-child { background: var(--st-secondary-background-color); }
tbody th { z-index: 1; }
.roomy tbody th, .roomy thead th:first-child { width: 58%; max-width: 60cqw; }
tbody tr.figures > * { border-bottom: 1px solid color-mix(in srgb, var(--st-border-color) 55%, transparent); }
tbody tr:last-child > * { border-bottom: 0; }
tr.strong > * { font-weight: 600; }
tr.section th {
  padding-top: 0.9rem; font-weight: 600; color: var(--st-primary-color);
  border-bottom: 1px solid var(--st-border-color);
}
tr.figures:hover > *, tr.figures:hover > th {
  background-color: color-mix(in srgb, var(--st-primary-color) 7%, var(--st-background-color));
}
.centred td, .centred thead th:not(:first-child) { text-align: center; }
td.pick { cursor: pointer; }
td.heat { background: color-mix(in srgb, var(--st-primary-color) calc(var(--heat) * 38%), transparent); }
td.middle { outline: 2px solid var(--st-primary-color); outline-offset: -2px; font-weight: 600; }
td.wide { white-space: normal; max-width: 0; text-align: left; }
td.faint { color: var(--st-gray-text-color); }
td.good { color: var(--st-green-text-color); }
td.caution { color: var(--st-orange-text-color); font-weight: 600; }
td.bad { color: var(--st-red-text-color); font-weight: 600; }
td.pick:hover { text-decoration: underline dotted; text-underline-offset: 3px; }
td.picked { box-shadow: inset 0 0 0 2px var(--st-primary-color); border-radius: 4px; }
td:focus-visible, th:focus-visible {
  outline: 2px solid var(--st-primary-color); outline-offset: -2px; border-radius: 4px;
}
tr.detail > td { padding: 0; background: var(--st-secondary-background-color); text-align: left; }
.card {
  position: sticky; left: 0; box-sizing: border-box; width: 100cqw; max-width: 100cqw;
  padding: 0.7rem 2.4rem 0.8rem 1rem; white-space: normal; line-height: 1.5;
  border-left: 3px solid var(--st-primary-color);
}
.card p { margin: 0; overflow-wrap: anywhere; }
.card .soft { color: var(--st-gray-text-color); }
.card a { color: var(--st-link-color); text-decoration: none; }
.card a:hover { text-decoration: underline; }
.card code { font-family: var(--st-code-font); font-size: 0.78rem; color: var(--st-code-text-color);
  display: inline-block; max-width: 100%; }
.card button {
  position: absolute; top: 0.4rem; right: 0.5rem; border: 0; background: none; cursor: pointer;
  font-size: 1.1rem; line-height: 1; padding: 0.3rem; color: var(--st-gray-text-color);
}
@container (max-width: 620px) {
  th, td { padding: 0.3rem 0.5rem; }
  tbody th, thead th:first-child { width: 26%; }
}
@container (max-width: 420px) {
  tbody th, thead th:first-child, .roomy tbody th, .roomy thead th:first-child {
    width: 8.6rem; min-width: 8.6rem; max-width: 8.6rem; overflow-wrap: anywhere;
  }
  .unit { white-space: normal; }
}
"""

GRID_JS = """
const INDENT_REM = 0.9;
const ROOMY_COLUMNS = 3;  // with so few, the labels may take most of the width

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

function head(model) {
  const top = element("thead"), line = element("tr");
  line.append(element("th", "", model.corner));
  for (const column of model.heads) {
    const cell = element("th", "", column.top);
    cell.scope = "col";
    if (column.under) cell.append(element("span", "under", column.under));
    line.append(cell);
  }
  top.append(line);
  return top;
}

function label(row, span, palette) {
  const cell = element("th");
  if (row.swatch >= 0) {
    const swatch = element("span", "swatch");
    swatch.style.background = palette[row.swatch % palette.length];
    cell.append(swatch);
  }
  cell.append(row.label);
  cell.scope = "row";
  cell.style.paddingLeft = `${0.75 + row.depth * INDENT_REM}rem`;
  if (row.unit) cell.append(element("span", "unit", row.unit));
  if (row.hint) cell.title = row.hint;
  if (span) cell.colSpan = span;
  return cell;
}

function figure(value, picked) {
  const cell = element("td", value.tone);
  if (value.mark) cell.append(element("span", "mark", value.mark));
  cell.append(value.text);
  if (value.hint) cell.title = value.hint;
  if (value.heat !== null) {
    cell.classList.add("heat");
    cell.style.setProperty("--heat", value.heat);
  }
  if (value.middle) cell.classList.add("middle");
  if (value.span > 1) {
    cell.colSpan = value.span;
    cell.classList.add("wide");
  }
  if (value.id) {
    cell.dataset.id = value.id;
    cell.classList.add("pick");
    cell.tabIndex = -1;
    if (value.id === picked) cell.classList.add("picked");
  }
  return cell;
}

function detail(card, span, close) {
  const line = element("tr", "detail"), cell = element("td"), box = element("div", "card");
  cell.colSpan = span;
  const shut = element("button", "", "\\u00d7");
  shut.setAttribute("aria-label", "Close");
  shut.onclick = close;
  const title = element("p");
  title.append(element("strong", "", card.title));
  box.append(shut, title);
  if (card.when) box.append(element("p", "soft", card.when));
  for (const part of card.lines) {
    const text = element("p", "", part.text);
    text.style.paddingLeft = `${part.depth * INDENT_REM}rem`;
    if (part.url) {
      const link = element("a", "", part.link);
      link.href = part.url;
      link.target = "_blank";
      link.rel = "noopener";
      text.append(link);
    }
    if (part.after) text.append(element("span", "soft", part.after));
    if (part.code) text.append(" ", element("code", "", part.code));
    box.append(text);
  }
  if (card.note) box.append(element("p", "soft", card.note));
  cell.append(box);
  line.append(cell);
  return line;
}

function moved(cells, at, key) {
  const line = at.parentElement, place = [...line.children].indexOf(at);
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[key];
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const row = [...line.children].filter((cell) => cell.dataset.id);
    return row[row.indexOf(at) + step];
  }
  const column = cells.filter((cell) => [...cell.parentElement.children].indexOf(cell) === place);
  return column[column.indexOf(at) + step];
}

export default function ({ data, parentElement, setStateValue }) {
  const box = parentElement.querySelector(".scroll");
  const held = [box.scrollLeft, box.scrollTop];
  const focused = box.contains(parentElement.activeElement)
    ? parentElement.activeElement.dataset.id : null;
  const palette = getComputedStyle(box)
    .getPropertyValue("--st-chart-categorical-colors").split(",");
  const table = element("table"), body = element("tbody"), span = data.heads.length + 1;
  table.classList.toggle("centred", data.centred);
  table.classList.toggle("roomy", data.heads.length <= ROOMY_COLUMNS);
  table.setAttribute("role", "grid");
  table.setAttribute("aria-label", data.label);
  const pick = (id) => setStateValue("picked", id === data.picked ? "" : id);
  for (const row of data.rows) {
    const section = row.cells.length === 0;
    const line = element("tr", section ? "section" : row.strong ? "figures strong" : "figures");
    line.append(label(row, section ? span : 0, palette));
    line.append(...row.cells.map((value) => figure(value, data.picked)));
    body.append(line);
    if (data.detail && row.cells.some((value) => value.id && value.id === data.picked)) {
      body.append(detail(data.detail, span, () => setStateValue("picked", "")));
    }
  }
  table.append(head(data), body);
  box.replaceChildren(table);
  [box.scrollLeft, box.scrollTop] = held;
  const cells = [...body.querySelectorAll("td[data-id]")];
  const current = cells.find((cell) => cell.dataset.id === (focused || data.picked)) || cells[0];
  if (current) current.tabIndex = 0;
  if (focused && current) current.focus({ preventScroll: true });
  body.onclick = (event) => {
    const cell = event.target.closest("td[data-id]");
    if (cell) pick(cell.dataset.id);
  };
  body.onkeydown = (event) => {
    const at = event.target.closest("td[data-id]");
    if (event.key === "Escape" && data.picked) setStateValue("picked", "");
    if (!at) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      pick(at.dataset.id);
    }
    if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
    const next = moved(cells, at, event.key);
    if (!next) return;
    at.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  };
}
"""
