import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Outcome } from './workspace.ts';

/**
 * The result of a mutant. `late` means that a test was stopped because it was too slow, due to the mutant or
 * the machine.
 */
export type Verdict = 'killed' | 'late' | 'survived' | 'untried';

export type Tried<Mutant> = { mutant: Mutant; verdict: Verdict; by: string };

/** Shuffles mutants and alternates between kinds, so that rare kinds are tried as often as common kinds. */
export function inTurn<Mutant extends { kind: string }>(mutants: readonly Mutant[], seed: number): Mutant[] {
  const generator = xoroshiro128plus(seed);
  const kinds = new Map<string, Mutant[]>();
  for (const mutant of mutants) kinds.set(mutant.kind, [...(kinds.get(mutant.kind) ?? []), mutant]);
  for (const ofKind of kinds.values()) {
    for (let index = ofKind.length - 1; index > 0; index -= 1) {
      const swapIndex = uniformInt(generator, 0, index);
      [ofKind[index], ofKind[swapIndex]] = [ofKind[swapIndex] as Mutant, ofKind[index] as Mutant];
    }
  }
  const longest = Math.max(0, ...[...kinds.values()].map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => [...kinds.values()].map((ofKind) => ofKind[turn]))
    .flat()
    .filter((mutant) => mutant !== undefined);
}

/** Runs several lanes concurrently until enough mutants have been tried. */
export async function tryEach<Mutant>(
  mutants: readonly Mutant[],
  maximum: number,
  lanes: number,
  attempt: (mutant: Mutant, lane: number) => Promise<Tried<Mutant>>,
  report: (tried: Tried<Mutant>, count: number) => void,
): Promise<Tried<Mutant>[]> {
  const waiting = [...mutants];
  const done: Tried<Mutant>[] = [];
  let underWay = 0;
  let count = 0;
  const work = async (lane: number) => {
    while (count + underWay < maximum) {
      const mutant = waiting.shift();
      if (mutant === undefined) return;
      underWay += 1;
      const tried = await attempt(mutant, lane).finally(() => {
        underWay -= 1;
      });
      done.push(tried);
      if (tried.verdict !== 'untried') count += 1;
      report(tried, count);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane)));
  return done;
}

export function judged<Mutant>(mutant: Mutant, { failure, late }: Outcome): Tried<Mutant> {
  if (failure === null) return { mutant, verdict: 'survived', by: '' };
  return { mutant, verdict: late ? 'late' : 'killed', by: failure };
}

/**
 * Formats the result, such as `57 of 60 were noticed (2 of them by taking too long)`, with one line per
 * unnoticed mutant.
 */
export function summary<Mutant>(tried: readonly Tried<Mutant>[], name: (mutant: Mutant) => string): string {
  const of = (verdict: Verdict) => tried.filter((attempt) => attempt.verdict === verdict);
  const [killed, late, survived] = [of('killed'), of('late'), of('survived')];
  const slow = late.length > 0 ? ` (${late.length} of them by taking too long)` : '';
  const survivors = survived.map(({ mutant }) => `not noticed: ${name(mutant)}`);
  return [
    `${killed.length + late.length} of ${killed.length + late.length + survived.length} were noticed${slow}`,
    ...survivors,
  ].join('; ');
}
