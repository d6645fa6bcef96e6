/** Pairs each item with a React key based on its text. Duplicate texts get a number. */
export function withKeys<Item>(items: readonly Item[], getText: (item: Item) => string) {
  const counts = new Map<string, number>();
  return items.map((item) => {
    const text = getText(item);
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    return { key: `${text} ${count}`, item };
  });
}
