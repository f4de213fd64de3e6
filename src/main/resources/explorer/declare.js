import {html} from "./parts.js";

export const open = () => ({title: () => `Declare a table`, view: () => html`<p>This screen comes with its own files.</p>`});
