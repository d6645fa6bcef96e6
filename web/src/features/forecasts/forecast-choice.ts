import { useSearchParams } from 'react-router';
import { RANGES, type Range } from './forecast-calculation';
import type { CashAccount } from './layers-form';

/** What is looked at: an account, or all cash of a currency. */
export type Subject = { value: string; name: string; currency: string; accountId: string | null };

const DEFAULT_RANGE: Range = '90d';

/** All cash of each currency, the customer's own first, then each account. */
export function subjectsOf(cash: readonly CashAccount[], baseCurrency: string): Subject[] {
  const currencies = [...new Set(cash.map(({ currency }) => currency))].sort(
    (one, other) => Number(other === baseCurrency) - Number(one === baseCurrency),
  );
  return [
    ...currencies.map((currency) => ({
      value: currency,
      name: currencies.length === 1 ? 'All cash' : `All cash in ${currency}`,
      currency,
      accountId: null,
    })),
    ...cash.map(({ id, name, currency }) => ({ value: id, name, currency, accountId: id })),
  ];
}

/** What the address says is looked at and how far; whatever is not known there counts for nothing. */
export function useChoice(subjects: readonly Subject[]) {
  const [search, setSearch] = useSearchParams();
  const range = RANGES.find(({ value }) => value === search.get('range'))?.value ?? DEFAULT_RANGE;
  const subject = subjects.find(({ value }) => value === search.get('of')) ?? subjects[0];
  const change = (name: 'range' | 'of', value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    range,
    subject,
    chooseRange: (value: Range) => change('range', value),
    chooseSubject: (value: string) => change('of', value),
  };
}
