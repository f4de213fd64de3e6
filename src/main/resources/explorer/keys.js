// The keyboard: one letter each, unless a field has the focus or single letters are switched off.
import {html} from "./parts.js";
import {store, update} from "./store.js";

const SCREENS = {o: "overview", b: "browse", t: "tables", j: "jobs", d: "declare"};
const LIST = [["/ or Ctrl-K", "go to a movie or a key"], ["g then o b t j d", "Overview, Browse, Tables, Jobs, Declare"],
  ["j k", "next and previous row"], ["Enter", "open the row"], ["r", "repair the row, or the first one that is wrong"], ["e", "first field"], ["Ctrl-Enter", "save, or build"], ["Esc", "leave a field"], ["?", "this list"]];

let letters = localStorage.getItem("cinedex-letters") !== "off";
const AFTER_G_MILLIS = 1500;
let pressedG = -Infinity;

const toggle = (event) => {
  letters = event.target.checked;
  localStorage.setItem("cinedex-letters", letters ? "on" : "off");
  update();
};

/** Shows the list of keys; the browser gives the focus back when it is closed. */
export const openHelp = () => {
  store.help = true;
  update();
  requestAnimationFrame(() => document.querySelector("dialog")?.showModal());
};

const hide = () => {
  store.help = false;
  update();
};

export const help = () => html`
  <dialog aria-label="Keys" @close=${hide}>
    <h2>Keys</h2>
    <table><tbody>${LIST.map(([key, does]) => html`<tr><td><code>${key}</code></td><td>${does}</td></tr>`)}</tbody></table>
    <label class="line"><input type="checkbox" .checked=${letters} @change=${toggle}>Use single-letter keys</label>
    <p><button class="main" autofocus @click=${(event) => event.target.closest("dialog").close()}>Close</button></p>
  </dialog>`;

const isField = (element) => element?.closest?.("input, textarea, select");
const focus = (selector) => document.querySelector(selector)?.focus();

const moveRow = (step) => {
  const rows = [...document.querySelectorAll("tr[tabindex]")];
  const at = rows.indexOf(document.activeElement);
  rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.focus();
};

/** Presses the button that has this letter: that of the row that has the focus; the first one, when no row has it. */
const press = (key) => {
  if (document.getElementById("repair-title")) return; // what a repair would write is shown already
  const selector = `[data-letter="${CSS.escape(key)}"]:enabled`;
  (document.activeElement.closest("tr") ?? document.querySelector("main")).querySelector(selector)?.click();
};

const openRow = () => document.activeElement?.matches?.("tr[tabindex]") && document.activeElement.querySelector("a")?.click();

export const listen = () => document.addEventListener("keydown", (event) => {
  if (store.help) return undefined;
  if (event.ctrlKey && event.key === "k") return go(event);
  if (event.ctrlKey && event.key === "Enter") return store.screen?.save?.();
  if (event.key === "Escape") return leave();
  if (event.key === "Enter") return openRow();
  if (!letters || isField(event.target) || event.ctrlKey || event.altKey || event.metaKey) return undefined;
  return letter(event);
});

const leave = () => {
  pressedG = -Infinity;
  document.activeElement?.blur();
};

const go = (event) => {
  event.preventDefault();
  focus("#go");
  document.querySelector("#go").select();
};

const letter = (event) => {
  if (event.repeat) return;
  const afterG = event.timeStamp - pressedG < AFTER_G_MILLIS;
  pressedG = -Infinity;
  if (afterG) {
    if (SCREENS[event.key]) location.hash = `#/${SCREENS[event.key]}`;
    return;
  }
  switch (event.key) {
    case "/": go(event); break;
    case "g": pressedG = event.timeStamp; break;
    case "j": moveRow(1); break;
    case "k": moveRow(-1); break;
    case "e": event.preventDefault(); focus("main input, main textarea, main select"); break;
    case "?": openHelp(); break;
    default: press(event.key);
  }
};
