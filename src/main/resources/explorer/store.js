// What every screen shares. A screen changes it and calls update(); app.js then draws everything again.
import {keyOfTab, onSent, send} from "./api.js";

export const store = {
  route: {name: "overview", path: [], query: new URLSearchParams()},
  screen: null,
  overview: null, // the last answer of GET overview
  overviewTag: "",
  awaySince: null, // since when the service does not answer
  help: false,
  away: 0, // after how many seconds it is asked again
  unauthenticated: false,
  announcement: "", // read out by screen readers
};

let draw = () => {};

export const onUpdate = (drawing) => {
  draw = drawing;
  onSent(() => drawing());
};
export const update = () => draw();

/** Draws the page, and moves the focus to the element with this id; to the heading, when there is none. */
export const show = (focus) => {
  update();
  if (focus) requestAnimationFrame(() => (document.getElementById(focus) ?? document.getElementById("heading"))?.focus());
};

export const announce = (text) => { store.announcement = text; update(); };

export const roles = () => store.overview?.caller?.roles ?? [];
export const may = (role) => roles().includes(role);
export const isUp = () => !store.awaySince && store.overview?.cassandra?.state === "up";

/** Why something cannot be done now; an empty text when it can. */
export const obstacle = (role) => {
  if (store.awaySince) return "The service does not answer.";
  if (store.overview && store.overview.cassandra.state !== "up") return "Cassandra cannot be used now.";
  return may(role) || !store.overview ? "" : `This needs the role ${role}.`;
};

/** When the numbers that are shown were new; null while they are. */
export const numbersOf = () => store.awaySince ? store.overview?.time : store.overview && !isUp() ? store.overview.cassandra.since : null;

const state = () => store.awaySince ? "away" : store.overview?.cassandra.state;

/** Says what has changed; what could not be read meanwhile is read again. */
const compare = (before) => {
  const now = state();
  if (!before || now === before) return;
  announce(now === "away" ? "The service does not answer" : `Cassandra is ${now}`);
  if (now === "up") store.screen?.reload?.();
};

const PATIENCE_MILLIS = 5000;
const SECONDS = 1;
const SECONDS_WITHOUT_KEY = 30; // an address may send few wrong keys
let timer = 0;

/** Asks for the overview once a second while the tab is visible; less often while the service is away, or wants a key. */
export const poll = async () => {
  clearTimeout(timer);
  if (document.hidden) return;
  const key = keyOfTab();
  const answer = await send("GET", "overview", {quiet: true, signal: AbortSignal.timeout(PATIENCE_MILLIS), headers: store.overviewTag ? {"If-None-Match": store.overviewTag} : {}});
  if (key !== keyOfTab()) return; // somebody has signed in meanwhile, and asks with the new key
  const before = state();
  if (answer.status === 200) {
    store.overview = answer.json;
    store.overviewTag = answer.headers.get("ETag") ?? "";
  }
  const away = answer.status === 0 || answer.status >= 500; // the overview itself is never refused: a proxy answers in its place
  const wasUnauthenticated = store.unauthenticated;
  store.unauthenticated = [401, 429].includes(answer.status); // 429: this address has sent too many wrong keys
  store.awaySince = away ? store.awaySince ?? new Date() : null;
  store.away = away ? Math.min((store.away || 1) * 1.5, 3) : 0;
  compare(before);
  store.screen?.tick?.();
  if (answer.status !== 304 || wasUnauthenticated) update();
  clearTimeout(timer); // of another one that was sent meanwhile
  timer = setTimeout(poll, 1000 * (away ? store.away : store.unauthenticated ? SECONDS_WITHOUT_KEY : SECONDS));
};

document.addEventListener("visibilitychange", poll);
