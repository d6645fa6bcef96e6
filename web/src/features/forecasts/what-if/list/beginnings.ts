import type { HouseholdRow } from '@engine/household/row.ts';
import type { Decision, DecisionKind } from '@engine/what-if/what-if.ts';
import { formatMinor, type Minor } from '@/lib/money';
import { getToday } from '../../forecast/days';
import { openAccounts, usualAccount } from '../simulation/household';
import { getStarts, type Start } from '../simulation/starting-points';

const MORE_PAY = 50_000;
const MORE_SAVED = 20_000;
const FALL_PERCENT = 30;
const INFLATION_POINTS = 3;
const INFLATION_MONTHS = 24;

/**
 * Returns the what-if that a link requests: `/forecasts/what-if?begin=job-loss`. Supports `extra-payment`,
 * `job-loss`, `buy-home`, `debt-order`, `earn-more`, `save-more`, `market-fall`, and `inflation`. Null for
 * other names.
 */
export function getWhatIfStart(asked: string, row: HouseholdRow, currency: string): Start | null {
  return [...getStarts(row, currency), ...lessonStarts(row, currency)].find(({ id }) => id === asked) ?? null;
}

function lessonStarts(row: HouseholdRow, currency: string): Start[] {
  const account = usualAccount(row, currency);
  const savings = openAccounts(row, currency).find(
    ({ id, type }) => type === 'SAVINGS' && id !== account?.id,
  );
  const isInvested = row.accounts.some(({ type, closed }) => type === 'INVESTMENT' && !closed);
  const money = (amount: number) => formatMinor(amount as Minor, currency).replace('.00', '');
  const one = (decision: DecisionKind): Decision[] => [
    { id: crypto.randomUUID(), on: getToday(row), ...decision },
  ];
  return [
    {
      id: 'earn-more',
      name: `Earn ${money(MORE_PAY)} more a month`,
      words: 'From today. See how much you keep.',
      decisions: account
        ? one({
            kind: 'new_income',
            name: 'More pay',
            accountId: account.id,
            amount: MORE_PAY,
            frequency: 'MONTHLY',
          })
        : [],
      missing: account ? null : 'You need an account to receive it.',
    },
    {
      id: 'save-more',
      name: `Save ${money(MORE_SAVED)} more a month`,
      words: 'Monthly, from checking to savings.',
      decisions:
        account && savings
          ? one({
              kind: 'save',
              from: account.id,
              to: savings.id,
              amount: MORE_SAVED,
              frequency: 'MONTHLY',
            })
          : [],
      missing: account && savings ? null : 'You need a savings account.',
    },
    {
      id: 'market-fall',
      name: `The market falls by ${FALL_PERCENT}%`,
      words: 'Today. See how long recovery takes.',
      decisions: isInvested ? one({ kind: 'shock', shock: 'market_fall', size: FALL_PERCENT }) : [],
      missing: isInvested ? null : 'You need an investment account.',
    },
    {
      id: 'inflation',
      name: 'Prices rise faster for 2 years',
      words: '3 percentage points more per year.',
      decisions: one({
        kind: 'shock',
        shock: 'inflation',
        size: INFLATION_POINTS,
        months: INFLATION_MONTHS,
      }),
      missing: null,
    },
  ];
}
