/**
 * What a table holds under a word that somebody has written. Every object knows `constructor` and its like without ever
 * having been told.
 */
export const ownOf = <Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;
