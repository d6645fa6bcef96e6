/**
 * The parts of an answer. They are streamed, saved with the message, and rendered by the page, so a saved
 * conversation looks the same as the original conversation. Amounts are in major units, as in the database.
 */

import type { FastForwardDigest } from '../engine/simulation/digest.ts';

export type Part =
  /** A paragraph. Its text can arrive in several chunks. */
  | { kind: 'text'; text: string }
  /** The exact values of the figures in the text, with labels. */
  | { kind: 'figures'; figures: readonly Figure[] }
  /** The transactions that the answer is based on. */
  | { kind: 'rows'; title: string; rows: readonly LedgerRow[]; total: number; href: string }
  /** Daily values, drawn as a solid line until `today` and as a dashed line afterward. */
  | { kind: 'course'; title: string; currency: string; today: string; points: readonly CoursePoint[] }
  /** The interpretation of the question, and the search or rule that produced the answer. */
  | { kind: 'how'; understood: string; query: string | null; href: string | null; rule: string | null }
  /** A proposed action. The customer has to confirm it. */
  | { kind: 'proposal'; proposal: Proposal }
  /** Suggested next messages, shown as buttons. */
  | { kind: 'choices'; choices: readonly Choice[] }
  | { kind: 'link'; label: string; href: string };

export type Figure =
  | { label: string; amount: number; currency: string; href?: string }
  | { label: string; value: string };

export type LedgerRow = {
  /** The id of an account transaction or card entry. */
  id: string;
  source: 'account' | 'card';
  /** The simulated time in ISO 8601. */
  at: string;
  title: string;
  category: string | null;
  place: string;
  /** Positive if it is in the customer's favor. */
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
  | 'draw_line'
  | 'pay_person'
  | 'schedule_payment'
  | 'auto_deposit'
  | 'freeze_card'
  | 'unfreeze_card'
  | 'set_budget'
  | 'delete_budget'
  | 'contribute_goal'
  | 'change_goal'
  | 'redeem_rewards'
  | 'what_if'
  | 'fast_forward';

export type ProposalState = 'proposed' | 'done' | 'undone' | 'refused' | 'dismissed';

export type Proposal = {
  /** The proposal's id. It is also the request id, so a double click runs the action only once. */
  id: string;
  kind: ProposalKind;
  /** The action in words, such as "Move $200.00 from Checking to Savings". */
  title: string;
  /** The effects of the action: balances before and after, dates, limits. */
  changes: readonly { label: string; before: string | null; after: string }[];
  /** Warnings to show before confirmation, such as a negative balance, a fee, or interest. */
  warnings: readonly string[];
  undoable: boolean;
  state: ProposalState;
  /** The result after confirmation, undo, or refusal. */
  outcome: string | null;
  /** A link to the result. */
  href: string | null;
  /** The simulated time at which a fast-forward ends, in ISO 8601. */
  fastForwardTo?: string;
};

/** An event of the response stream, sent as the data of a server-sent event. */
export type StreamEvent =
  | { event: 'started'; conversation: string; message: string }
  | { event: 'part'; part: Part }
  | { event: 'done'; message: string }
  | { event: 'failed'; text: string };

/** The body of a call to the server function `assistant`. */
export type AssistantCall =
  | { ask: string; conversation: string | null /** The idempotency key. */; request_id: string }
  | { confirm: string }
  | { undo: string }
  | { dismiss: string }
  /** The id of a new support ticket to answer. */
  | { ticket: string };

/** The JSON response to `confirm`, `undo`, and `dismiss`: the updated proposal. */
export type ProposalAnswer = Proposal & {
  /** The events of a confirmed fast-forward, as returned by `advance`. */
  fastForward?: {
    from: string;
    to: string;
    whole: boolean;
    /** The checkpoint from before the fast-forward; null if it couldn't be saved. */
    checkpoint: string | null;
    digest: FastForwardDigest;
  };
};

export const text = (value: string): Part => ({ kind: 'text', text: value });
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

/**
 * Returns the part that shows the interpretation of a question and the search or rule that produced the
 * answer.
 */
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
