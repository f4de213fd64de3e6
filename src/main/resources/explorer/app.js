// Begins everything: the route in the address names the screen; each change draws the whole page again.
import {html, render} from "./lib/lit-html/lit-html.js";
import {applyTheme, frame} from "./frame.js";
import {listen} from "./keys.js";
import {onUpdate, poll, store} from "./store.js";

/** Each module exports open(route): {title(), view(), cql?(), requests?(), tick?(), reload?(), save?(), close?()}. */
const SCREENS = {
  overview: () => import("./overview.js"),
  browse: () => import("./browse.js"),
  movies: () => import("./movie.js"),
  tables: (path) => path.length ? import("./table.js") : import("./tables.js"),
  jobs: (path) => path.length ? import("./job.js") : import("./jobs.js"),
  declare: () => import("./declare.js"),
};

/** Characters that turn the text after them around, which a title of a window cannot contain like an element. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

let drawing = false;

const draw = () => {
  drawing = false;
  document.title = store.screen ? `${store.screen.title().replace(DIRECTIONS, "")} · Cinedex` : "Cinedex";
  render(frame(), document.body);
};

onUpdate(() => {
  if (!drawing) {
    drawing = true;
    requestAnimationFrame(draw);
  }
});

/** The text that a part of an address means; the part itself where somebody has typed what means nothing. */
const decoded = (part) => {
  try { return decodeURIComponent(part); } catch { return part; }
};

const parsed = () => {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const [name, ...rest] = path.split("/").filter(Boolean).map(decoded);
  return {name: Object.hasOwn(SCREENS, name ?? "") ? name : "overview", path: rest, query: new URLSearchParams(query ?? "")};
};

/** Stands for a screen whose file could not be read. A browser may ask for it again only when the whole page is loaded again: Chromium 150 does so. */
const MISSING = {
  open: () => {
    let wasAway = Boolean(store.awaySince);
    return {
      title: () => "Not loaded",
      view: () => html`<p>This screen is not loaded yet, and the service does not answer. It is tried again.</p>`,
      tick: () => {
        if (store.awaySince) wasAway = true;
        else if (wasAway) location.reload();
        else navigate(); // the service answers: to load the whole page each second would not help
      },
    };
  },
};

let opened = 0;

const navigate = async () => {
  const number = ++opened;
  const route = parsed();
  const module = await SCREENS[route.name](route.path).catch(() => MISSING);
  if (number !== opened) return; // somebody has gone on meanwhile
  store.screen?.close?.();
  store.route = route;
  store.screen = module.open(route);
  draw();
  document.querySelector("h1")?.focus();
};

window.addEventListener("hashchange", navigate);
listen();
applyTheme();
document.body.replaceChildren();
navigate();
poll();
