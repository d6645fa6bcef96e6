/**
 * Returns the smallest whole number in a range that satisfies a condition. All larger numbers must satisfy
 * the condition too. Returns null if the largest number doesn't satisfy it.
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
