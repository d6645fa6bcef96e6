/**
 * The parts of an answer. They are streamed, saved with the message, and rendered by the page, so that a
 * saved conversation looks the same. Amounts are major units, as in the tables.
 */

import type { FastForwardDigest } from '../engine/simulation/digest.ts';

export type Part =
  /** A paragraph; parts of this kind may come in pieces while streaming, one after the other. */
  | { kind: 'text'; text: string }
  /** Named results: the figures the sentence speaks of, exactly. */
  | { kind: 'figures'; figures: readonly Figure[] }
  /** Rows of the ledger the answer was added up from. */
  | { kind: 'rows'; title: string; rows: readonly LedgerRow[]; total: number; href: string }
  /** A course over days: solid until `today`, dashed after it. */
  | { kind: 'course'; title: string; currency: string; today: string; points: readonly CoursePoint[] }
  /** How the answer came about: the question as it was understood, and the search or rule that answers it. */
  | { kind: 'how'; understood: string; query: string | null; href: string | null; rule: string | null }
  /** Something to do, which nobody does before the customer has confirmed it. */
  | { kind: 'proposal'; proposal: Proposal }
  /** Suggested next messages as buttons. */
  | { kind: 'choices'; choices: readonly Choice[] }
  /** Where in the bank this is at home. */
  | { kind: 'link'; label: string; href: string };

export type Figure =
  | { label: string; amount: number; currency: string; href?: string }
  | { label: string; value: string };

export type LedgerRow = {
  /** Of the transaction, or of the card's transaction. */
  id: string;
  source: 'account' | 'card';
  /** Simulated instant, ISO 8601. */
  at: string;
  title: string;
  category: string | null;
  place: string;
  /** Signed as the customer sees it. */
  amount: number;
  currency: string;
};

export type CoursePoint = { day: string; amount: number };

export type Choice = { label: string; ask: string };

export type ProposalKind =
  | 'transfer'
  | 'pay_card'
  | 'pay_loan'
  | 'pay_mortgage'
  | 'pay_person'
  | 'schedule_payment'
  | 'auto_deposit'
  | 'freeze_card'
  | 'unfreeze_card'
  | 'set_budget'
  | 'what_if'
  | 'fast_forward';

export type ProposalState = 'proposed' | 'done' | 'undone' | 'refused' | 'dismissed';

export type Proposal = {
  /** Also the request id of the verb that carries it out: pressed twice, it happens once. */
  id: string;
  kind: ProposalKind;
  /** "Move $200.00 from Checking to Savings". */
  title: string;
  /** Changes: balances before and after, dates, limits. */
  changes: readonly { label: string; before: string | null; after: string }[];
  /** Warnings before confirming: a negative balance, a fee, interest. */
  warnings: readonly string[];
  undoable: boolean;
  state: ProposalState;
  /** After it was done, undone or refused: the receipt's or the refusal's sentence. */
  outcome: string | null;
  /** Where the result can be seen. */
  href: string | null;
  /** Of a fast-forward: where it ends, simulated, ISO 8601. */
  fastForwardTo?: string;
};

/** One event of the stream, sent as the data of a server-sent event. */
export type StreamEvent =
  | { event: 'started'; conversation: string; message: string }
  | { event: 'part'; part: Part }
  | { event: 'done'; message: string }
  | { event: 'failed'; words: string };

/** The body of a call to the server function `assistant`. */
export type AssistantCall =
  | { ask: string; conversation: string | null /** Makes a repeated call harmless. */; request_id: string }
  | { confirm: string }
  | { undo: string }
  | { dismiss: string }
  /** A question to support, for its first answer. */
  | { ticket: string };

/** The JSON response of `confirm`, `undo`, and `dismiss`: the updated proposal. */
export type ProposalAnswer = Proposal & {
  /** After a confirmed fast-forward: what happened on the way, as the function `advance` tells it. */
  leap?: { from: string; to: string; whole: boolean; digest: FastForwardDigest };
};
