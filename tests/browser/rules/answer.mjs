// Reads calls from stdin, one line of JSON each: the address of a module, the name of a function that it exports, and
// its arguments. Writes the result of each call as a line of JSON, or the error.

import { createInterface } from "node:readline";

// The kit asks for the preferred colours when a module imports it.
globalThis.window = { matchMedia: () => ({ matches: false }) };

// What browsers have had since 2024, and Node has from versions 20 and 21 on.
Array.prototype.toSorted ??= function toSorted(compare) {
  return [...this].sort(compare);
};
Array.prototype.toSpliced ??= function toSpliced(...change) {
  const copy = [...this];
  copy.splice(...change);
  return copy;
};
Map.groupBy ??= (values, keyOf) => {
  const groups = new Map();
  for (const value of values) {
    const key = keyOf(value);
    groups.set(key, [...(groups.get(key) ?? []), value]);
  }
  return groups;
};

for await (const line of createInterface({ input: process.stdin })) {
  const [module, name, given] = JSON.parse(line);
  let answer;
  try {
    const { [name]: called } = await import(module);
    answer = { result: (await called(...given)) ?? null };
  } catch (error) {
    answer = { error: error.stack };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
