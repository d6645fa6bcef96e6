/** Formats a count with its noun, such as `1 transaction` or `1,200 transactions`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
