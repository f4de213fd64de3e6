// The small parts that screens are made of.
import {html, nothing} from "./lib/lit-html/lit-html.js";

export {html, nothing};

const SIGNS = {insert: "+", delete: "−", rewrite: "~", ok: "✓", missing: "○", stale: "≠", orphaned: "✕", too_costly: "▲"};

/** A kind of row: sign and word. Colour and line come from the row's class. */
export const mark = (kind) => html`<span class="mark"><span aria-hidden="true">${SIGNS[kind]}</span> ${kind.replace("_", " ")}</span>`;
export const sign = (kind) => SIGNS[kind];

/** Text of users, which may be written from right to left. */
export const said = (value) => html`<bdi>${plain(value)}</bdi>`;
export const plain = (value) => Array.isArray(value) ? value.join(" · ") : value === undefined || value === null ? "" : String(value);

const numbers = new Intl.NumberFormat("en-GB", {maximumFractionDigits: 1});
export const number = (value) => value === undefined || value === null ? "–" : numbers.format(value);
export const rowCount = (count) => html`<b>${number(count)}</b> ${count === 1 ? "row" : "rows"}`;
export const bytes = (value) => value < 10_000 ? `${number(value)} bytes` : value < 10_000_000 ? `${number(value / 1024)} KiB` : `${number(value / 1048576)} MiB`;

/** A time as the clock of UTC has it, with what of its fraction is given down to microseconds. */
export const time = (iso) => html`<time datetime=${iso}>${iso.replace("T", " ").replace(/(\.\d{6})\d+/, "$1").replace("Z", " UTC")}</time>`;
export const clock = (iso) => html`<time datetime=${iso} title=${iso}>${iso.slice(11, 19)}</time>`;

/** The time of a version, which is a number of microseconds. */
export const timeOfVersion = (version) => {
  const millis = Math.floor(version / 1000);
  return new Date(millis).toISOString().replace("Z", String(version % 1000).padStart(3, "0") + "Z");
};

export const ago = (iso) => {
  const seconds = Math.max(0, (Date.now() - Date.parse(iso)) / 1000);
  return seconds < 90 ? `${Math.round(seconds)} s ago` : seconds < 5400 ? `${Math.round(seconds / 60)} min ago`
    : seconds < 129600 ? `${Math.round(seconds / 3600)} h ago` : `${Math.round(seconds / 86400)} days ago`;
};

export const duration = (seconds) => seconds < 90 ? `${Math.round(seconds)} s` : seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${number(seconds / 3600)} h`;

export const link = (parts, query = {}) => {
  const text = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "" && value !== undefined)).toString();
  return `#/${parts.map(encodeURIComponent).join("/")}${text ? `?${text}` : ""}`;
};
export const movieLink = (id, text) => html`<a href=${link(["movies", id])}>${said(text)}</a>`;
export const tableLink = (name) => html`<a href=${link(["tables", name])}>${name}</a>`;
export const browseLink = (table, key, text = plain(Object.values(key))) => html`<a href=${link(["browse", table], key)}>${said(text)}</a>`;

/** A table in a scroller of its own, which the keyboard can reach. */
export const grid = (caption, heads, rows, foot = nothing) => html`
  <div class="scroll" tabindex="0" role="region" aria-label=${caption}>
    <table>
      <caption class="hidden">${caption}</caption>
      <thead><tr>${heads.map((head) => html`<th scope="col" class=${head.number ? "number" : nothing}>${head.name ?? head}</th>`)}</tr></thead>
      <tbody>${rows}</tbody>
    </table>
  </div>${foot}`;

/**
 * A button that cannot always be used. why: says why it cannot; it is asked again at a click, which may come before
 * the page is drawn again. Of two clicks before that, the first counts. letter: the key that presses it.
 */
export const button = (name, why, done, {main = false, hint = nothing, letter = nothing} = {}) => {
  let clicked = false;
  const click = () => {
    if (clicked || why()) return;
    clicked = true;
    done();
  };
  return html`<button type="button" class=${main ? "main" : nothing} ?disabled=${why()} title=${why() || hint} data-letter=${letter} @click=${click}>${name}</button>`;
};

/** A button with the reason why it cannot be used beside it. */
export const action = (name, why, done, options) => html`${button(name, why, done, options)}${why() ? html` <span class="quiet">${why()}</span>` : nothing}`;

export const failure = (problem) => problem
  ? html`<p class="error" role="alert">${problem.title}. ${said(problem.detail)}</p>` : nothing;

export const waitingFor = (what, problem) => html`<p class="quiet">${problem ? `${problem.title}. It is tried again.` : `Reading ${what} …`}</p>`;

/** A field; its error stands below it, and is read out with it. */
export const field = (name, input, error = "") => html`<label>${name}${input}${error ? html`<span class="error">${error}</span>` : nothing}</label>`;

/** Whether a job has ended. */
export const isFinal = (job) => ["done", "failed", "cancelled"].includes(job.state);

const STATE_WORDS = {building: "is being built", verifying: "is being verified", retired: "is retired: it is written, but not read"};
export const stateInWords = (state) => STATE_WORDS[state] ?? `is ${state}`;

export const progress = (job) => html`<progress max=${job.ofSlices || 1} value=${job.slices} aria-label=${`${job.kind} of ${job.table}`}></progress>
  ${number(job.slices)} of ${number(job.ofSlices)} slices${job.secondsLeft === undefined ? "" : ` · ${duration(job.secondsLeft)} left`}`;
