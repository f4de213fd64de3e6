// Reads the YAML that declares one lookup table: the part of YAML that config.yml uses for it.

/** Splits a line of YAML into what means something: brackets, commas, colons, and texts with or without quotes. */
const words = (text) => text.match(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[[\]{},]|:(?=\s|$)|(?:[^\s[\]{},:"']|:(?=\S))+(?:[ \t]+(?:[^\s[\]{},:"'#]|:(?=\S))+)*/g) ?? [];

const textOf = (word) => word.startsWith("\"") ? JSON.parse(word) : word.startsWith("'") ? word.slice(1, -1).replaceAll("''", "'") : word;

/** Reads a value in one line: a text, [a, b], or {name: value}. */
const flow = (rest) => {
  const word = rest.shift();
  if (word === "[") {
    const items = [];
    while (rest.length && rest[0] !== "]") {
      items.push(flow(rest));
      if (rest[0] === ",") rest.shift();
    }
    if (rest.shift() !== "]") throw new Error("a ] is missing");
    return items;
  }
  if (word === "{") {
    const fields = Object.create(null);
    while (rest.length && rest[0] !== "}") {
      const name = textOf(rest.shift());
      if (rest.shift() !== ":") throw new Error(`after ${name} a colon is missing`);
      fields[name] = flow(rest);
      if (rest[0] === ",") rest.shift();
    }
    if (rest.shift() !== "}") throw new Error("a } is missing");
    return fields;
  }
  if (word === undefined) return "";
  return textOf(word);
};

const value = (text) => {
  const rest = words(text);
  const read = flow(rest);
  if (rest.length) throw new Error(`'${rest[0]}' is not expected`);
  return read;
};

const withoutComment = (line) => line.replace(/(^|\s)#.*$/, "$1").trimEnd();

const asList = (read) => Array.isArray(read) ? read : read === "" ? [] : [read];

const FIELDS = {partition: asList, clustering: asList, columns: asList, where: asList, buckets: (read) => Number(read), maintenance: String};

/** The name and the declaration of the only table in a text; throws an error that says what is wrong, and in which line. */
export const tableOfYaml = (text) => {
  const table = {name: "", declaration: {}};
  let list = null;
  text.split("\n").map(withoutComment).forEach((line, i) => {
    try {
      if (!line.trim() || line.trim() === "lookups:") return;
      const item = /^\s*-\s+(.*)$/.exec(line);
      if (item && list) return void list.push(value(item[1]));
      const [, name, rest] = /^\s*([\w-]+):(?:\s+(.*))?$/.exec(line) ?? [];
      if (!name) throw new Error("it is not 'name: value'");
      if (FIELDS[name]) {
        const read = FIELDS[name](value(rest ?? ""));
        table.declaration[name] = read;
        list = Array.isArray(read) ? read : null;
      } else if (rest || table.name) {
        throw new Error(`'${name}' is no field of a declaration; fields are ${Object.keys(FIELDS).join(", ")}`);
      } else {
        table.name = name;
      }
    } catch (e) {
      throw new Error(`Line ${i + 1}: ${e.message}.`, {cause: e});
    }
  });
  return table;
};
