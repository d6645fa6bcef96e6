import type { MatchedSpans } from '../../parser/matched-spans.ts';
import type { Item } from '../../parser/parsed-message.ts';

/**
 * Returns the checking account with the highest balance in the base currency, and records it as an
 * assumption.
 */
export function assumeAccount(spans: MatchedSpans): string | null {
  const { accounts, baseCurrency } = spans.customer;
  const [account, another] = accounts
    .filter(({ type, currency }) => type === 'CHECKING' && currency === baseCurrency)
    .toSorted((left, right) => right.balance - left.balance);
  if (!account) return null;
  spans.assume(
    'account',
    `with ${account.name}${another ? ' (your checking account with the highest balance)' : ''}`,
  );
  return account.id;
}

/**
 * Matches the account to pay from, or assumes the usual account. Returns null if the account is ambiguous or
 * missing.
 */
export function matchAccount(spans: MatchedSpans, fits?: (item: Item) => boolean): string | null {
  const [match] = spans.matchNames(['account'], fits);
  const [account, another] = match?.refs ?? [];
  if (!match) return assumeAccount(spans);
  return account && !another ? account.id : null;
}

const DAYS = { day: 1, week: 7, month: 30, quarter: 90, year: 360 };

export const toMonths = ({ count, unit }: { count: number; unit: keyof typeof DAYS }) =>
  Math.max(1, Math.ceil((count * DAYS[unit]) / 30));
