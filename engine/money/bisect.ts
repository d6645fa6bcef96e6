/**
 * Returns the smallest whole number in a range that satisfies a condition, which all larger ones satisfy too; null if
 * even the largest does not.
 */
export function findSmallest(from: number, to: number, holds: (value: number) => boolean): number | null {
  if (to < from || !holds(to)) return null;
  let low = from;
  let high = to;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
