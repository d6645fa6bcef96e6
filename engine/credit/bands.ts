/** Score bands with the lower limits that FICO publishes (myfico.com, "What is a credit score"). */
export const BANDS = [
  { from: 300, name: 'Poor' },
  { from: 580, name: 'Fair' },
  { from: 670, name: 'Good' },
  { from: 740, name: 'Very good' },
  { from: 800, name: 'Exceptional' },
] as const;

export type Band = (typeof BANDS)[number];

export function getBand(score: number): Band {
  return BANDS.findLast(({ from }) => score >= from) ?? BANDS[0];
}

/** Returns the next band and the points needed to reach it; null for the highest band. */
export function getNextBand(score: number): { name: string; points: number } | null {
  const next = BANDS.find(({ from }) => from > score);
  return next ? { name: next.name, points: next.from - score } : null;
}
