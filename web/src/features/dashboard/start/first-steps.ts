import { sumAmounts } from '@/lib/money';

/** A payer's or payee's cash flow in the month, in major units. */
type MonthPart = { direction: 'in' | 'out'; text: string; interest: boolean; amount: number; times: number };

export type FirstStepsRow = {
  account_id: string | null;
  has_income: boolean;
  has_bill: boolean;
  has_plan: boolean;
  /** True if the customer opened the details of a month. */
  has_reviewed: boolean;
  simulated_days: number;
  /**
   * `arrived` is the number of automatic deposits in the month, and `paid` is the number of bill payments.
   */
  arrived: number;
  paid: number;
  since: string;
  currency: string;
  parts: readonly MonthPart[];
  left_out: readonly string[];
};

type Action = { text: string } & ({ to: string } | { fastForward: string; isPossible: boolean });

export type FirstStep = {
  id: 'account' | 'income' | 'bill' | 'month' | 'seen' | 'plan';
  title: string;
  /** The reason why the step is useful. */
  reason: string;
  action: Action;
  isDone: boolean;
};

/** The length of the shortest month. */
const MONTH_DAYS = 28;

/**
 * Returns the steps from an empty bank to a reviewed first month. The bank determines from the ledger which
 * steps are complete.
 */
export function firstSteps(row: FirstStepsRow): FirstStep[] {
  const hasSimulatedMonth = row.simulated_days >= MONTH_DAYS;
  return [
    {
      id: 'account',
      title: 'Open your first account',
      reason: 'Your paycheck goes into checking, and your bills are paid from it.',
      action: { text: 'Open account', to: '/create-account' },
      isDone: row.account_id !== null,
    },
    {
      id: 'income',
      title: 'Add your paycheck',
      reason: 'It arrives automatically on payday.',
      action: { text: 'Add paycheck', to: '/auto-deposit?new=paycheck' },
      isDone: row.has_income,
    },
    {
      id: 'bill',
      title: 'Add a bill',
      reason: 'Add rent, utilities, or your phone so we can warn you before money runs short.',
      action: { text: 'Add bill', to: '/scheduled-payments?new=bill' },
      isDone: row.has_bill,
    },
    {
      id: 'month',
      title: 'Fast-forward a month',
      reason:
        row.simulated_days > 0
          ? `Day ${row.simulated_days} of ${MONTH_DAYS}. Watch your paycheck and bills post.`
          : 'Watch your paycheck and bills post.',
      // The clock can't move before there is an account.
      action: { text: 'Fast-forward 1 month', fastForward: 'P1M', isPossible: row.account_id !== null },
      isDone: hasSimulatedMonth,
    },
    {
      id: 'seen',
      title: 'See why it changed',
      reason: 'Open a transaction, or select an amount with a dashed underline to see where it comes from.',
      action: { text: 'View transactions', to: '/transactions' },
      isDone: hasSimulatedMonth && row.has_reviewed,
    },
    {
      id: 'plan',
      title: 'Set a budget or a goal',
      reason: 'Decide how much to spend, and how much to save.',
      action: { text: 'Set budget', to: '/budgets' },
      isDone: row.has_plan,
    },
  ];
}

/** A sum and its parts in major units. Parts are positive if they add money. */
export type Figure = ReturnType<typeof getFigure>;

/** Returns the result of the month. Each figure is the exact sum of its parts. */
export function getOutcome({ parts }: FirstStepsRow) {
  const inward = parts.filter(({ direction }) => direction === 'in');
  const moneyIn = getFigure(inward);
  const moneyOut = getFigure(parts.filter(({ direction }) => direction === 'out'));
  return {
    moneyIn,
    moneyOut,
    stayed: {
      amount: sumAmounts([moneyIn.amount, -moneyOut.amount]),
      parts: [
        { name: 'Deposits', amount: moneyIn.amount },
        { name: 'Payments', amount: -moneyOut.amount },
      ],
    },
    interest: getFigure(inward.filter(({ interest }) => interest)),
  };
}

function getFigure(parts: readonly MonthPart[]) {
  return {
    amount: sumAmounts(parts.map(({ amount }) => amount)),
    parts: parts.map(({ text, amount, times }) => ({
      name: times > 1 ? `${text}, ${times} times` : text,
      amount,
    })),
  };
}
