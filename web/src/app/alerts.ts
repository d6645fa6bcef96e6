import { standingOf } from '@engine/budgets.ts';
import { daysBetween, formatAs } from '@/lib/dates';
import { formatMoney, toMinor } from '@/lib/money';
import type { Alert } from '@/lib/notifications';

/** Constants of the specification. */
const LOW_BALANCE_MINOR = toMinor(100);
const NEAR_LIMIT_SHARE = 0.9;
const DUE_SOON_DAYS = 3;

/** What happened longer ago is in the history, not news. */
const NEWS_DAYS = 3;

type Account = {
  id: string;
  name: string;
  balance: number;
  currency: string;
  user_id: string | null;
  closed_at: string | null;
};
type Card = {
  id: string;
  name: string;
  balance: number;
  credit_limit: number;
  due_date: string;
  currency: string;
};
type Application = { id: string; status: string; loan_amount: number };

/** A category of the present month; null where there is no budget. */
type Budget = {
  category_id: string | null;
  category: string | null;
  currency: string;
  available: number | null;
  spent: number;
};

/** Something that happened by itself, on a simulated day. */
type News = { event_key: string; kind: string; description: string; day: string };

export type Facts = {
  accounts: readonly Account[];
  cards: readonly Card[];
  applications: readonly Application[];
  news?: readonly News[];
  budgets?: readonly Budget[];
  /** The customer's simulated day, `yyyy-MM-dd`. */
  today: string;
};

/** What the loaded data warns of. Pure: which alerts were raised before is the notifications' business. */
export function alertsOf({ accounts, cards, applications, news = [], budgets = [], today }: Facts): Alert[] {
  return [
    // First, so that the others stand above them.
    ...budgets.flatMap((budget) => budgetAlert(budget, today)),
    ...accounts.filter(isLow).map(lowBalance),
    ...cards.filter(isNearLimit).map(creditLimit),
    ...cards.flatMap((card) => paymentDue(card, today)),
    ...applications.filter(({ status }) => status === 'approved').map(loanApproved),
    ...news.filter(({ day }) => daysBetween(day, today) <= NEWS_DAYS).flatMap(happened),
  ];
}

/** Shared and closed accounts are nobody's worry. Exactly 100.00 raises nothing. */
function isLow({ balance, user_id, closed_at }: Account): boolean {
  return user_id !== null && closed_at === null && toMinor(balance) < LOW_BALANCE_MINOR;
}

function lowBalance({ id, name, balance, currency }: Account): Alert {
  return {
    key: `low-balance ${id}`,
    once: 'day',
    type: 'warning',
    title: 'Low Balance Alert',
    message: `Your ${name} account balance is ${formatMoney(balance, currency)}.`,
  };
}

/** Exactly 90 % raises nothing. */
function isNearLimit({ balance, credit_limit }: Card): boolean {
  return toMinor(balance) > toMinor(credit_limit) * NEAR_LIMIT_SHARE;
}

function creditLimit({ id, name, balance, credit_limit, currency }: Card): Alert {
  return {
    key: `credit-limit ${id}`,
    once: 'day',
    type: 'warning',
    title: 'Credit Limit Alert',
    message: `Your ${name} card stands at ${formatMoney(balance, currency)} of its ${formatMoney(credit_limit, currency)} limit.`,
  };
}

/** 'due in 1 days' is literal, as specified. */
function paymentDue({ id, name, balance, due_date }: Card, today: string): Alert[] {
  const days = daysBetween(today, due_date.slice(0, 10));
  if (toMinor(balance) <= 0 || days < 0 || days > DUE_SOON_DAYS) return [];
  return [
    {
      key: `payment-due ${id} ${days}`,
      once: 'session',
      type: 'info',
      title: 'Payment Due Soon',
      message: `Your ${name} payment is due in ${days} days.`,
    },
  ];
}

function loanApproved({ id, loan_amount }: Application): Alert {
  return {
    key: `loan-approved ${id}`,
    once: 'session',
    type: 'success',
    title: 'Loan Approved',
    message: `Your loan application for ${formatMoney(loan_amount, 'USD')} has been approved.`,
  };
}

/** At 80 % and above 100 %, each once a month. */
function budgetAlert({ category_id, category, currency, available, spent }: Budget, today: string): Alert[] {
  // An envelope with nothing in it yet is not used up.
  if (available === null || available <= 0) return [];
  const standing = standingOf(toMinor(available), toMinor(spent), 1);
  if (standing !== 'near' && standing !== 'passed') return [];
  const isPassed = standing === 'passed';
  const month = formatAs(today, 'MMMM');
  return [
    {
      key: `budget_${standing} ${category_id} ${today.slice(0, 7)}`,
      once: 'ever',
      type: isPassed ? 'warning' : 'info',
      title: isPassed ? 'Budget Passed' : 'Budget Nearly Used',
      message: `You have spent ${formatMoney(spent, currency)} of ${formatMoney(available, currency)} on ${category} in ${month}.`,
      to: '/budgets',
    },
  ];
}

const HAPPENED: Record<string, { title: string; type: Alert['type'] }> = {
  payment_failed: { title: 'Payment Failed', type: 'error' },
  deposit_failed: { title: 'Deposit Failed', type: 'error' },
  payment_missed: { title: 'Payment Missed', type: 'warning' },
  delinquent: { title: 'Payment Overdue', type: 'error' },
  shock: { title: 'Something Happened', type: 'warning' },
  goal_reached: { title: 'Goal Reached', type: 'success' },
};

/** Once ever: a happening has a name of its own. */
function happened({ event_key, kind, description }: News): Alert[] {
  const words = HAPPENED[kind];
  return words
    ? [{ key: `happened ${event_key}`, once: 'session', message: `${description}.`, ...words }]
    : [];
}
