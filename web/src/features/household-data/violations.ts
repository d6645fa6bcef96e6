import { formatMoney } from '@/lib/money';

/** A violation found by the audit: its kind, the entry or product, and its numbers. */
export type Violation = { violation: string; subject: string; detail: Record<string, unknown> };

/** The three claims that the audit verifies. */
export type Claim = 'sums' | 'balances' | 'history';

/** The violations that contradict each claim, with their descriptions. */
const EXPLANATIONS: Record<Claim, Record<string, (match: Violation) => string>> = {
  sums: {
    'entry does not sum to zero': ({ subject, detail }) =>
      `Entry ${subject} sums to ${money(detail, 'sum')} instead of ${formatMoney(0, getCurrency(detail))}.`,
    'entry without two sides': ({ subject }) => `Entry ${subject} has only one side.`,
    'posting on a page of somebody else or of nobody': ({ subject }) =>
      `Entry ${subject} posts to a ledger account that isn't yours.`,
  },
  balances: {
    'balance differs from its postings': ({ detail }) =>
      `A balance shows ${money(detail, 'balance')}, but its postings add up to ${money(detail, 'booked')}.`,
    'product without a page in the books': ({ detail }) =>
      `One ${String(detail.product ?? 'product')} has no account in your ledger.`,
    'balance was not made by its last entry': ({ detail }) =>
      `A balance refers to entry ${String(detail.last_entry ?? 'none')}, but the ledger shows entry ${String(detail.booked ?? 'none')}.`,
    'account below zero': ({ detail }) => `An account balance is below zero: ${money(detail, 'balance')}.`,
  },
  history: {
    'history differs from the books': ({ detail }) =>
      `Entry ${String(detail.entry)} shows ${money(detail, 'shown')} in the history but ${money(detail, 'booked')} in the ledger.`,
    'balance after a movement differs from the replay': ({ detail }) =>
      `After entry ${String(detail.entry)}, the history shows ${money(detail, 'shown')}, but we calculated ${money(detail, 'replayed')}.`,
  },
};

/** Returns the claim that a violation contradicts. Unknown violations count against `sums`. */
export function getClaim({ violation }: Violation): Claim {
  if (violation in EXPLANATIONS.balances) return 'balances';
  return violation in EXPLANATIONS.history ? 'history' : 'sums';
}

export function toText(result: Violation): string {
  return (
    EXPLANATIONS[getClaim(result)][result.violation]?.(result) ??
    `We found an unknown problem: ${result.violation} (${result.subject}).`
  );
}

function getCurrency(detail: Record<string, unknown>): string {
  return typeof detail.currency === 'string' ? detail.currency : 'USD';
}

/** Formats an amount, or states that it is missing. */
function money(detail: Record<string, unknown>, name: string): string {
  const amount = detail[name];
  return typeof amount === 'number' ? formatMoney(amount, getCurrency(detail)) : 'nothing';
}
