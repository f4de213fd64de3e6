// A page of rows of a table, each with its mark.
import {button, grid, html, mark, movieLink, nothing, number, said} from "./parts.js";
import {obstacle} from "./store.js";

const OWN = ["id", "state", "version", "expected", "title"];

const isWrong = (item) => item.state && item.state !== "ok";

/** Every cell that a row has or should have; a cell that differs stands beside what it should be. */
const cell = (item, name, linked) => {
  const list = (value) => Array.isArray(value) ? value.map((each, i) => html`${i ? " · " : ""}${linked(name, each)}`) : said(value);
  const differs = item.expected && name in item.expected;
  const value = item[name] === undefined || item[name] === null ? differs ? html`<i>nothing</i>` : nothing : list(item[name]);
  return html`<td class="text gone">${differs ? html`<b class="differs">${value}</b> <span>(should be ${item.expected[name] === null ? html`<i>nothing</i>` : list(item.expected[name])})</span>` : value}</td>`;
};

const repairOf = (item, repair) =>
  button(html`Repair …<span class="hidden"> ${item.title ?? item.id}</span>`, () => obstacle("operator"), () => repair(item.id, item.state), {hint: "Shows what repairing the rows of this movie would write (r)", letter: "r"});

const row = (item, names, linked, repair) => html`
  <tr class=${isWrong(item) ? item.state : ""} tabindex="-1">
    <td>${item.state ? mark(item.state) : ""} ${isWrong(item) ? repairOf(item, repair) : nothing}</td>
    <td class="text gone">${movieLink(item.id, item.title ?? item.id)}${item.expected?.title ? html` <span>(should be ${said(item.expected.title)})</span>` : nothing}</td>${names.map((name) => cell(item, name, linked))}</tr>`;

/** linked: shows a value of a column as a link. repair: takes the id of a movie, and the state of its row. pages: links to other pages. */
export const listView = ({table, items, omitted, mode, linked, repair, pages}) => {
  const names = [...new Set(items.flatMap((item) => [...Object.keys(item), ...Object.keys(item.expected ?? {})]))].filter((name) => !OWN.includes(name));
  const counted = ["orphaned", "stale"].map((state) => [state, items.filter((item) => item.state === state).length]).filter(([, count]) => count);
  return html`
    ${grid(`Rows of ${table}`, ["State", "Title", ...names], items.map((item) => row(item, names, linked, repair)))}
    <div class="row center"><span>${number(items.length)} ${items.length === 1 ? "row" : "rows"}${counted.map(([state, count]) => ` · ${count} ${state}`)}${omitted ? ` · ${number(omitted)} left out` : ""} · read ${mode}</span>${pages}</div>`;
};
