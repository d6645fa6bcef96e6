/** Looks up a key from an untrusted source. Ignores inherited properties such as `constructor`. */
export const getOwn = <Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;
