import type { Proposal, ProposalState } from '@assistant/parts.ts';

/** In real time. Older previews may be outdated. */
export const PROPOSED_FOR_MINUTES = 30;

/** Returns the text of a closed proposal, if the bank returned none. */
export function formatSettled({ state, outcome }: Pick<Proposal, 'state' | 'outcome'>): string {
  if (outcome) return outcome;
  switch (state) {
    case 'done':
      return 'Done.';
    case 'undone':
      return 'Undone.';
    case 'dismissed':
      return 'Dismissed. Nothing changed.';
    case 'refused':
      return 'Declined. Nothing changed.';
    default:
      return 'Nothing changed.';
  }
}

const ORDER: Record<ProposalState, number> = { proposed: 0, dismissed: 1, refused: 1, done: 1, undone: 2 };

/** Returns the latest version of a proposal, because a response may be newer than the loaded conversation. */
export function furthest(proposal: Proposal, ...answers: readonly (Proposal | undefined)[]): Proposal {
  return answers.reduce<Proposal>(
    (furthestOf, answer) => (answer && ORDER[answer.state] >= ORDER[furthestOf.state] ? answer : furthestOf),
    proposal,
  );
}
