import {html} from "./parts.js";

export const open = ({path}) => ({title: () => `Movie ${path[0]}`, view: () => html`<p>This screen comes with its own files.</p>`});
