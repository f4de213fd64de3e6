// Deleting a movie: what it would delete is shown first, and the title is asked for.
import {once} from "./api.js";
import {live} from "./lib/lit-html/directives/live.js";
import {button, failure, field, html, nothing} from "./parts.js";
import {previewView} from "./preview.js";
import {obstacle} from "./store.js";

/** done: is called when the movie is deleted. */
export const removal = (movie, show, done) => {
  const at = {preview: null, problem: null, typed: "", notice: ""};
  const {at: edited} = movie;

  const ask = async () => {
    const answer = await movie.remove(true);
    Object.assign(at, {preview: answer.ok ? answer.json : null, problem: answer.problem, typed: ""});
    show(answer.ok ? "removal-title" : undefined);
  };

  const remove = once(async () => {
    if (obstacle("writer") || at.typed !== edited.base.title) return;
    const answer = await movie.remove(false);
    at.problem = answer.problem;
    if (answer.ok) {
      Object.assign(at, {preview: null, notice: "Deleted. Its rows are deleted with it."});
      Object.assign(edited, {draft: structuredClone(edited.base), adding: {}, gone: {type: "no-such-movie"}});
      done();
    }
    show("rows-title");
  });

  const submit = (event) => {
    event.preventDefault();
    remove();
  };

  const leave = () => {
    at.preview = null;
    show("rows-title");
  };

  return {
    button: () => button("Delete …", () => obstacle("writer"), ask),
    notice: () => html`<p role="status">${at.notice}</p>`,
    view: (lookups) => html`${failure(at.problem)}${at.preview ? html`
      <form class="panel" aria-labelledby="removal-title" @submit=${submit}>
        <h2 id="removal-title" tabindex="-1">What deleting would delete</h2>
        ${previewView(at.preview, lookups)}
        <div class="row">${field("Type the title to delete the movie", html`<input autocomplete="off" dir="auto" .value=${live(at.typed)}
            @input=${(event) => { at.typed = event.target.value; show(); }}>`)}
          <button class="main" ?disabled=${obstacle("writer") || at.typed !== edited.base.title}>Delete it</button>
          <button type="button" @click=${leave}>Leave it</button></div>
      </form>` : nothing}`,
  };
};
