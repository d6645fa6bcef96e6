/** The name most like the wanted one when it is like enough to be meant, for hints. */
export function similarName(wanted: string, names: Iterable<string>): string | null {
  let best: string | null = null;
  let bestLikeness = LIKE_ENOUGH;
  if (wanted.length > LONGEST_COMPARED) return null;
  const pairs = pairsOf(wanted);
  for (const name of names) {
    const likeness = dice(pairs, pairsOf(name));
    if (likeness > bestLikeness && name !== wanted) {
      best = name;
      bestLikeness = likeness;
    }
  }
  return best;
}

const LIKE_ENOUGH = 0.55;
const LONGEST_COMPARED = 100;

function pairsOf(name: string): Set<string> {
  const padded = ` ${name.toLowerCase()} `;
  return new Set(Array.from({ length: padded.length - 1 }, (_, index) => padded.slice(index, index + 2)));
}

/** Sørensen and Dice: twice the shared pairs of letters among all. */
function dice(one: Set<string>, other: Set<string>): number {
  let shared = 0;
  for (const pair of one) if (other.has(pair)) shared += 1;
  return (2 * shared) / (one.size + other.size);
}
