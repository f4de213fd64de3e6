// What stands around every screen: the head with the go box and the state of Cassandra, and the foot.
import {curl, keyOfTab, log, setKeyOfTab} from "./api.js";
import {clock, html, link, nothing, said} from "./parts.js";
import {goBox} from "./pick.js";
import {help, openHelp} from "./keys.js";
import {poll, store} from "./store.js";

const SCREENS = [["overview", "Overview"], ["browse", "Browse"], ["tables", "Tables"], ["jobs", "Jobs"], ["declare", "Declare"]];
const THEMES = ["system", "light", "dark"];

let theme = localStorage.getItem("cinedex-theme") ?? "system";

export const applyTheme = () => {
  document.documentElement.classList.toggle("light", theme === "light");
  document.documentElement.classList.toggle("dark", theme === "dark");
  window.dispatchEvent(new Event("themechange"));
};

const choose = (event) => {
  theme = event.target.value;
  localStorage.setItem("cinedex-theme", theme);
  applyTheme();
};

const cassandraInWords = () => {
  const cassandra = store.overview?.cassandra;
  if (store.awaySince) return "Service away";
  if (!cassandra) return "Connecting …";
  if (cassandra.state !== "up") return `Cassandra ${cassandra.state}`;
  return `Cassandra ${cassandra.version ?? ""} · ${cassandra.nodesUp ?? "?"} of ${cassandra.nodes ?? "?"} nodes up`;
};

const head = () => html`
  <header class="top">
    <a class="brand" href="#/overview">Cinedex</a>
    ${goBox()}
    <nav aria-label="Screens">${SCREENS.map(([name, text]) => html`<a href=${link([name])} aria-current=${store.route.name === name ? "page" : nothing}>${text}</a>`)}</nav>
    <span class="grow"></span>
    <span class="small">${cassandraInWords()}</span>
    ${store.overview ? html`<span class="quiet small">${said(store.overview.caller.name)}: ${store.overview.caller.roles.at(-1)}</span>` : nothing}
    <label class="line"><span class="hidden">Theme</span><select @change=${choose}>${THEMES.map((each) => html`<option ?selected=${each === theme}>${each}</option>`)}</select></label>
    <button aria-label="Keys" title="Keys (?)" @click=${openHelp}>?</button>
  </header>`;

/** Its time changes, so it is no status: screen readers hear of the change itself. */
const bar = () => {
  const cassandra = store.overview?.cassandra;
  if (store.awaySince) return html`<p class="bar">The service does not answer. It has been away since ${clock(store.awaySince.toISOString())} UTC. This page asks again by itself; what you have typed stays.</p>`;
  if (cassandra && cassandra.state !== "up") return html`<p class="bar">${cassandra.state === "down" ? "Cassandra is down. It has not answered since" : "The service has not reached Cassandra yet. It has tried since"} ${clock(cassandra.since)} UTC. ${said(cassandra.message ?? "")} The last numbers stay, and what you have typed too. This page asks again by itself.</p>`;
  return nothing;
};

const signIn = async (event) => {
  event.preventDefault();
  setKeyOfTab(new FormData(event.target).get("key").trim());
  event.target.reset();
  await poll();
  if (store.unauthenticated) return;
  store.screen?.reload?.();
  document.querySelector("h1")?.focus();
};

/** Forgets the key, and everything that was read with it. */
const signOut = () => {
  setKeyOfTab("");
  location.reload();
};

const signInForm = () => html`
  <form class="panel" @submit=${signIn}>
    <h2>Sign in</h2>
    ${keyOfTab() ? html`<p class="error" role="alert">The key of this tab is not valid.</p>` : nothing}
    <p>This service needs an API key. The key stays in this tab, and is sent to this service alone.</p>
    <div class="row"><label>API key<input name="key" type="password" autocomplete="off" required pattern="[ -~]+" title="An API key consists of letters, digits and _."></label><button class="main">Sign in</button></div>
  </form>`;

const foot = () => {
  const requests = store.screen?.requests?.() ?? [];
  const cql = store.screen?.cql?.() ?? [];
  return html`
  <footer>
    ${requests.length ? html`<details open><summary>The same with curl</summary><pre class="curl" tabindex="0">${requests.map(curl).join("\n")}</pre></details>` : nothing}
    ${cql.length ? html`<details open><summary>The same with cqlsh</summary><pre class="cql" tabindex="0">${cql.join("\n")}</pre></details>` : nothing}
    ${log.length ? html`<details><summary>The last ${log.length === 1 ? "request" : `${log.length} requests`} of this page</summary><pre tabindex="0">${log.map((entry) => `${entry.status}  ${entry.millis ?? "…"} ms  ${curl(entry)}`).join("\n")}</pre></details>` : nothing}
    <p class="quiet">The API: <a href="docs">/docs</a>${keyOfTab() ? html` · <button class="link" @click=${signOut}>Sign out</button>` : nothing}</p>
  </footer>`;
};

export const frame = () => html`
  ${head()}
  ${bar()}
  <main id="main">
    ${store.unauthenticated ? signInForm() : nothing}
    ${store.screen ? html`<h1 id="heading" tabindex="-1">${said(store.screen.title())}</h1>${store.screen.view()}` : nothing}
  </main>
  ${foot()}
  <p class="hidden" role="status" aria-live="polite">${store.announcement}</p>
  ${store.help ? help() : nothing}`;
