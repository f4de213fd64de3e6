// The keys of a table: some in the order of their tokens, and the largest.
import {browseLink, grid, html, link, nothing, number, plain, time} from "./parts.js";
import {queryOf} from "./pick.js";

/** The key of a partition in words. */
export const partitionName = (lookup, key) => plain(Object.values(queryOf(lookup, key))) + ("bucket" in key ? `, bucket ${key.bucket}` : "");

/** How many partitions there were, and when. */
export const countedAt = ({partitions, counted}) => html`${number(partitions)} ${partitions === 1 ? "partition" : "partitions"}, counted ${time(counted.to)}.`;

/** keys: a page of the keys. partitions: the largest ones; null if they are not counted. counting: whether they are being counted. */
export const keysView = (lookup, keys, partitions, counting) => html`<div class="columns">
  <section><h2>Some keys, in token order</h2>
    ${keys.items.length ? html`<ul aria-label="Keys">${keys.items.map((key) => html`<li>${browseLink(lookup.name, key)}</li>`)}</ul>` : html`<p>This table has no rows yet.</p>`}
    ${keys.nextCursor ? html`<a href=${link(["browse", lookup.name], {after: keys.nextCursor})}>Next keys</a>` : nothing}</section>
  ${partitions ? html`<section><h2>The largest partitions</h2><p class="quiet">${countedAt(partitions)}</p>${grid("The largest partitions", ["Key", {name: "Rows", number: true}], partitions.largest.map((each) =>
    html`<tr tabindex="-1"><td>${browseLink(lookup.name, queryOf(lookup, each.key), partitionName(lookup, each.key))}</td><td class="number">${number(each.rows)}</td></tr>`))}</section>` : counting ? html`<p class="quiet">Counting every row to find the largest partitions …</p>` : nothing}</div>`;
