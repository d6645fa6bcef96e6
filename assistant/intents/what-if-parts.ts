import type { DecisionKind } from '../../engine/what-if/what-if.ts';
import type { Draft, MatchedSpans } from '../parser/matched-spans.ts';

export type Wanted = { decision: DecisionKind; name: string } | Draft | null;

export const minor = (amount: number) => Math.round(amount * 100);

export function usualAccount(spans: MatchedSpans): string | null {
  const { accounts, baseCurrency } = spans.known;
  const payers = accounts.filter(({ type, currency }) => type === 'CHECKING' && currency === baseCurrency);
  const [usual] = payers.toSorted((one, other) => other.balance - one.balance);
  if (usual && payers.length > 1)
    spans.assume('account', `with ${usual.name}, your checking account with the highest balance`);
  else if (usual) spans.assume('account', `with ${usual.name}`);
  return usual?.id ?? null;
}

export const getMonths = (count: number, unit: string) =>
  Math.max(
    1,
    unit === 'year'
      ? count * 12
      : unit === 'quarter'
        ? count * 3
        : unit === 'month'
          ? count
          : Math.ceil((count * (unit === 'week' ? 7 : 1)) / 30),
  );
