// The writes and reads of the last 15 minutes. uPlot draws on a canvas, which knows no custom properties: it gets computed colours.
import {clock, grid, html, number} from "./parts.js";
import {update} from "./store.js";

const MINUTES = 15;

let plot = null;
let shownFor = "";
let shownUntil = "";
let asTable = false;

const colour = (name) => {
  const probe = document.createElement("span");
  probe.className = name;
  document.body.append(probe);
  const computed = getComputedStyle(probe).color;
  probe.remove();
  return computed;
};

const data = (history) => {
  const count = history.writes.length;
  const end = Date.parse(history.until) / 1000;
  const times = Array.from({length: count}, (unused, i) => end - (count - 1 - i) * history.seconds);
  const rate = (counts) => counts.map((each) => each / history.seconds);
  return [times, rate(history.writes), rate(history.reads)];
};

const options = (width) => {
  const axis = {stroke: colour("quiet"), grid: {stroke: colour("quiet"), width: 0.3}, ticks: {show: false}};
  const hours = {...axis, values: (unused, times) => times.map((seconds) => new Date(seconds * 1000).toISOString().slice(11, 16))};
  return {width, height: 180, cursor: {y: false}, axes: [hours, {...axis, size: 44}],
    scales: {x: {range: (unused, low, high) => [high - MINUTES * 60, high]}, y: {range: (unused, low, high) => [0, Math.max(1, high)]}},
    series: [{value: (unused, seconds) => seconds ? new Date(seconds * 1000).toISOString().slice(11, 19) : "–"}, {label: "writes/s", stroke: colour("insert"), width: 2}, {label: "reads/s", stroke: colour("delete"), width: 2, dash: [6, 3]}]};
};

const forget = () => {
  plot?.destroy();
  plot = null;
};

window.addEventListener("themechange", () => { forget(); update(); });
for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) {
  matchMedia(query).addEventListener("change", () => { forget(); update(); });
}
window.addEventListener("resize", () => { forget(); update(); });

/** Draws into the element that the template made; it is called after each drawing of the page. */
const draw = (instance, history) => {
  const place = document.querySelector(".chart");
  if (!place || !window.uPlot) return;
  if (plot && (plot.root.parentNode !== place || shownFor !== instance)) forget();
  shownFor = instance;
  if (plot && shownUntil === history.until) return; // the page was drawn for something else
  shownUntil = history.until;
  if (plot) plot.setData(data(history));
  else plot = new window.uPlot(options(Math.max(200, place.clientWidth)), data(history), place);
};

export const chart = (overview) => {
  const history = overview.history;
  requestAnimationFrame(() => draw(overview.instance, history));
  return html`<h2>This instance, the last ${MINUTES} minutes, in UTC</h2>
    <div class="chart" role="img" aria-label="Writes and reads a second of this instance; the table has the same numbers"></div>
    <p><button class="link" @click=${() => { asTable = !asTable; update(); }}>${asTable ? "Hide the table" : "As a table"}</button></p>
    ${asTable ? table(history) : ""}`;
};

const table = (history) => {
  const [times, writes, reads] = data(history);
  return grid("Writes and reads a second", ["From", {name: "Writes/s", number: true}, {name: "Reads/s", number: true}, {name: "p99 of writes, ms", number: true}],
    times.map((seconds, i) => html`<tr><td>${clock(new Date(seconds * 1000).toISOString())}</td><td class="number">${number(writes[i])}</td><td class="number">${number(reads[i])}</td><td class="number">${number(history.writeP99Millis[i])}</td></tr>`).reverse());
};
