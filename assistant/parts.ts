/**
 * The parts of an answer. They are streamed, saved with the message, and rendered by the page, so that a
 * saved conversation looks the same. Amounts are major units, as in the tables.
 */

import type { FastForwardDigest } from '../engine/simulation/digest.ts';

export type Part =
  /** A paragraph, which may arrive in pieces while streaming. */
  | { kind: 'text'; text: string }
  /** The exact figures of the sentence with their names. */
  | { kind: 'figures'; figures: readonly Figure[] }
  /** The transactions behind the answer. */
  | { kind: 'rows'; title: string; rows: readonly LedgerRow[]; total: number; href: string }
  /** Values over days: solid until `today`, dashed afterwards. */
  | { kind: 'course'; title: string; currency: string; today: string; points: readonly CoursePoint[] }
  /** How the question was understood, and the search or rule that answers it. */
  | { kind: 'how'; understood: string; query: string | null; href: string | null; rule: string | null }
  /** A proposed action, which needs the customer's confirmation. */
  | { kind: 'proposal'; proposal: Proposal }
  /** Suggested next messages as buttons. */
  | { kind: 'choices'; choices: readonly Choice[] }
  /** A link to the page about it. */
  | { kind: 'link'; label: string; href: string };

export type Figure =
  | { label: string; amount: number; currency: string; href?: string }
  | { label: string; value: string };

export type LedgerRow = {
  /** Of the transaction, on an account or card. */
  id: string;
  source: 'account' | 'card';
  /** The simulated instant, ISO 8601. */
  at: string;
  title: string;
  category: string | null;
  place: string;
  /** Signed from the customer's point of view. */
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
  /** Also the request id, so that a double click runs it once. */
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
  /** The result after it was confirmed, undone, or refused. */
  outcome: string | null;
  /** A link to the result. */
  href: string | null;
  /** The target of a fast-forward, simulated, ISO 8601. */
  fastForwardTo?: string;
};

/** An event of the stream, sent as the data of a server-sent event. */
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
  /** A support ticket, for its first answer. */
  | { ticket: string };

/** The JSON response of `confirm`, `undo`, and `dismiss`: the updated proposal. */
export type ProposalAnswer = Proposal & {
  /** After a confirmed fast-forward: what happened on the way, as returned by `advance`. */
  fastForward?: { from: string; to: string; whole: boolean; digest: FastForwardDigest };
};

export const text = (words: string): Part => ({ kind: 'text', text: words });
export const figures = (...items: (Figure | null)[]): Part => ({
  kind: 'figures',
  figures: items.filter((figure) => figure !== null),
});
export const choices = (...asks: readonly (string | Choice | null)[]): Part => ({
  kind: 'choices',
  choices: asks
    .filter((suggestion) => suggestion !== null)
    .map((suggestion) =>
      typeof suggestion === 'string' ? { label: suggestion, ask: suggestion } : suggestion,
    ),
});
export const link = (label: string, href: string): Part => ({ kind: 'link', label, href });

/** Describes the interpretation of a question, and the search or rule that answers it. */
export const how = (
  understood: string,
  { query = null, rule = null }: { query?: string | null; rule?: string | null },
): Part => ({
  kind: 'how',
  understood,
  query,
  href: query === null ? null : searchHref(query),
  rule,
});

export const searchHref = (query: string) => `/transactions?q=${encodeURIComponent(query)}`;
