import type { Action } from '../../../assistant/intent.ts';
import type { ProposalKind } from '../../../assistant/parts.ts';
import type { Asking } from './asking.ts';

/** The stored part of a proposal: arguments, preview, and the values that it is based on. */
export type Preview = {
  kind: ProposalKind;
  parameters: Record<string, string | number | null>;
  shown: Shown;
  expects: Record<string, number | null>;
};
export type Shown = {
  title: string;
  changes: { label: string; before: string | null; after: string }[];
  warnings: string[];
  undoable: boolean;
  href: string | null;
  done: string;
  undone: string | null;
  fastForwardTo?: string;
};
/** Why nothing can be proposed. */
export type Refused = { refused: string };
export type Proposable = Exclude<Action, { kind: 'undo' | 'confirm' | 'dismiss' }>;

export const getAccount = ({ id }: { id: string }, { known }: Asking) =>
  known.accounts.find((account) => account.id === id);
