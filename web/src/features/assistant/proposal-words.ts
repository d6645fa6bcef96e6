import type { Proposal } from '@assistant/parts.ts';

/** Real time: what was foreseen is only so long worth confirming. */
export const PROPOSED_FOR_MINUTES = 30;

/** What the card says of a proposal on which nothing can be done any more, where the bank has said nothing itself. */
export function settledWords({ state, outcome }: Pick<Proposal, 'state' | 'outcome'>): string {
  if (outcome) return outcome;
  switch (state) {
    case 'done':
      return 'Done.';
    case 'undone':
      return 'Undone: it is as it was before.';
    case 'dismissed':
      return 'Dismissed. Nothing has happened.';
    case 'refused':
      return 'Refused. Nothing has happened.';
    default:
      return 'Nothing has happened.';
  }
}
