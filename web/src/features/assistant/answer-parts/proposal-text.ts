import type { Proposal, ProposalState } from '@assistant/parts.ts';

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

const ORDER: Record<ProposalState, number> = { proposed: 0, dismissed: 1, refused: 1, done: 1, undone: 2 };

/** What is furthest on its way: the answer of the bank to a press may be ahead of the conversation as it was read. */
export function furthest(proposal: Proposal, ...answers: readonly (Proposal | undefined)[]): Proposal {
  return answers.reduce<Proposal>(
    (furthestOf, answer) => (answer && ORDER[answer.state] >= ORDER[furthestOf.state] ? answer : furthestOf),
    proposal,
  );
}
