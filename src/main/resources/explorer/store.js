// What every screen shares. A screen changes it and calls update(); app.js then draws everything again.
import {onSent, send} from "./api.js";

export const store = {
  route: {name: "overview", path: [], query: new URLSearchParams()},
  screen: null,
  overview: null, // the last answer of GET overview
  overviewTag: "",
  awaySince: null, // since when the service does not answer
  help: false,
  unauthenticated: false,
  announcement: "", // read out by screen readers
};

let draw = () => {};

export const onUpdate = (drawing) => {
  draw = drawing;
  onSent(drawing);
};
export const update = () => draw();

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

let timer = 0;

/** Asks for the overview once a second while the tab is visible, and less often while the service is away. */
export const poll = async () => {
  clearTimeout(timer);
  if (document.hidden) return;
  const answer = await send("GET", "overview", {quiet: true, headers: store.overviewTag ? {"If-None-Match": store.overviewTag} : {}});
  const before = store.overview?.cassandra?.state;
  if (answer.status === 200) {
    store.overview = answer.json;
    store.overviewTag = answer.headers.get("ETag") ?? "";
  }
  const away = answer.status === 0;
  store.unauthenticated = answer.status === 401;
  store.awaySince = away ? store.awaySince ?? new Date() : null;
  store.away = away ? Math.min((store.away ?? 1) * 1.5, 5) : 0;
  const now = store.overview?.cassandra?.state;
  if (before && now !== before) announce(`Cassandra is ${now}`);
  store.screen?.tick?.();
  if (answer.status !== 304) update();
  timer = setTimeout(poll, away ? store.away * 1000 : 1000);
};

document.addEventListener("visibilitychange", poll);
