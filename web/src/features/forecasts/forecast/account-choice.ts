import { useSearchParams } from 'react-router';
import type { CashAccount } from '../assumptions/assumption-form';
import { RANGES, type Range } from './calculation';

/** The subject of the forecast: all cash, the cash of one currency, or an account. */
export type Subject = {
  value: string;
  name: string;
  currency: string;
  accountId: string | null;
  /** Includes other currencies. */
  isAll: boolean;
};

const ALL = 'all';

const DEFAULT_RANGE: Range = '90d';

/** Lists all cash in the base currency, the cash of each currency if there are several, and each account. */
export function getSubjects(cash: readonly CashAccount[], baseCurrency: string): [Subject, ...Subject[]] {
  const currencies = [...new Set(cash.map(({ currency }) => currency))].sort(
    (one, other) => Number(other === baseCurrency) - Number(one === baseCurrency),
  );
  const [first = baseCurrency] = currencies;
  const isMixed = currencies.length > 1;
  return [
    {
      value: ALL,
      name: 'All cash',
      currency: isMixed ? baseCurrency : first,
      accountId: null,
      isAll: isMixed,
    },
    ...(isMixed ? currencies : []).map((currency) => ({
      value: currency,
      name: `Only cash in ${currency}`,
      currency,
      accountId: null,
      isAll: false,
    })),
    ...cash.map(({ id, name, currency }) => ({ value: id, name, currency, accountId: id, isAll: false })),
  ];
}

/** Returns the subject and horizon in the URL; unknown values are ignored. */
export function useChoice(subjects: readonly [Subject, ...Subject[]]) {
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
