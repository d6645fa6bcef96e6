import { getCurrentStatus } from '@engine/insights/budgets.ts';
import { withOthers } from '@engine/simulation/notification-kinds.ts';
import {
  type About,
  isAbout,
  kindOf,
  type PreferenceRow,
  preferenceFor,
} from '@/entities/notification/notification-kinds';
import type { Alert, Notice } from '@/entities/notification/notifications';
import { daysBetween, formatAs } from '@/lib/dates';
import { formatMoney, toMinor } from '@/lib/money';

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

/** A category of a month; null where there is no budget. */
type Budget = {
  category_id: string | null;
  category: string | null;
  currency: string;
  available: number | null;
  spent: number;
};

/** Something that happened by itself: the latest of its kind about one item, with how many more were not seen. */
type News = {
  kind: string;
  event_key: string;
  at: string;
  message: string;
  path: string;
  others: number;
};

export type Facts = {
  accounts: readonly Account[];
  cards: readonly Card[];
  applications: readonly Application[];
  preferences: readonly PreferenceRow[];
  /** The customer's simulated day, `yyyy-MM-dd`. */
  today: string;
};

/** Returns the alerts for the loaded data. Pure: notifications track which alerts were raised. */
export function getAlerts({ accounts, cards, applications, preferences, today }: Facts): Alert[] {
  const chosen = (about: About, item: string | null) => preferenceFor(preferences, about, item);
  return [
    ...accounts
      .filter((account) => isWatched(account) && isLow(account, chosen('low_balance', account.id)))
      .map(lowBalance),
    ...cards.filter((card) => isNearLimit(card, chosen('credit_limit', card.id))).map(creditLimit),
    ...cards.flatMap((card) => paymentDue(card, today, chosen('payment_due', card.id))),
    ...(chosen('loan_approved', null).isOn ? applications : [])
      .filter(({ status }) => status === 'approved')
      .map(loanApproved),
  ];
}

type Chosen = { isOn: boolean; threshold: number };

const toText = (kind: About) => ({ kind, title: kindOf(kind).title, type: kindOf(kind).type });

/** Shared and closed accounts are nobody's worry. */
const isWatched = ({ user_id, closed_at }: Account) => user_id !== null && closed_at === null;

/** Exactly the threshold, 100.00 unless the customer chose another, raises nothing. */
const isLow = ({ balance }: Account, { isOn, threshold }: Chosen) =>
  isOn && toMinor(balance) < toMinor(threshold);

/** Returns the name of a product with its noun, once: `Everyday Checking account`, `Reef Card`. */
const withNoun = (name: string, noun: string) =>
  new RegExp(`\\b${noun}$`, 'i').test(name.trim()) ? name : `${name} ${noun}`;

function lowBalance({ id, name, balance, currency }: Account): Alert {
  return {
    ...toText('low_balance'),
    key: `low-balance ${id}`,
    once: 'day',
    message: `Your ${withNoun(name, 'account')} balance is ${formatMoney(balance, currency)}.`,
  };
}

/** Exactly the share of the limit, 90 % unless the customer chose another, raises nothing. */
const isNearLimit = ({ balance, credit_limit }: Card, { isOn, threshold }: Chosen) =>
  isOn && toMinor(balance) * 100 > toMinor(credit_limit) * threshold;

function creditLimit({ id, name, balance, credit_limit, currency }: Card): Alert {
  return {
    ...toText('credit_limit'),
    key: `credit-limit ${id}`,
    once: 'day',
    message: `Your ${withNoun(name, 'card')} balance is ${formatMoney(balance, currency)} of its ${formatMoney(credit_limit, currency)} limit.`,
  };
}

/** 'due in 1 days' is literal, as specified. */
function paymentDue(
  { id, name, balance, due_date }: Card,
  today: string,
  { isOn, threshold }: Chosen,
): Alert[] {
  const days = daysBetween(today, due_date.slice(0, 10));
  if (!isOn || toMinor(balance) <= 0 || days < 0 || days > threshold) return [];
  return [
    {
      ...toText('payment_due'),
      key: `payment-due ${id} ${days}`,
      once: 'session',
      message: `Your ${name} payment is due in ${days} days.`,
    },
  ];
}

function loanApproved({ id, loan_amount }: Application): Alert {
  return {
    ...toText('loan_approved'),
    key: `loan-approved ${id}`,
    once: 'session',
    message: `Your loan application for ${formatMoney(loan_amount, 'USD')} has been approved.`,
  };
}

/** Returns notices for the bank's notifications. */
export function newsNotices(news: readonly News[]): Notice[] {
  return news.flatMap(({ kind, event_key, at, message, path, others }) =>
    isAbout(kind)
      ? [
          {
            ...toText(kind),
            id: `${kind} ${event_key}`,
            at,
            message: withOthers(message, others),
            to: path,
          },
        ]
      : [],
  );
}

export type BudgetFacts = {
  budgets: readonly Budget[];
  /** The first day of the month these are of. Its words and its key follow it, not today's date. */
  month: string;
  /** Categories that cost the same every month, as rent does: that they are nearly used is no news. Null when not known. */
  steady: ReadonlySet<string | null> | null;
  preferences: readonly PreferenceRow[];
  today: string;
};

/** Budgets from 80 % on and above 100 %, each once a month, while it is that month. */
export function budgetNotices({ budgets, month, steady, preferences, today }: BudgetFacts): Notice[] {
  if (month.slice(0, 7) !== today.slice(0, 7)) return [];
  return budgets.flatMap(({ category_id, category, currency, available, spent }) => {
    // An envelope with nothing in it yet is not used up.
    if (available === null || available <= 0) return [];
    const standing = getCurrentStatus(toMinor(available), toMinor(spent), 1);
    const isNews = standing === 'near' && steady !== null && !steady.has(category_id);
    if (standing !== 'passed' && !isNews) return [];
    const kind = standing === 'passed' ? 'budget_passed' : 'budget_near';
    if (!preferenceFor(preferences, kind).isOn) return [];
    return [
      {
        ...toText(kind),
        id: `${kind} ${category_id} ${month.slice(0, 7)}`,
        at: null,
        message: `You have spent ${formatMoney(spent, currency)} of ${formatMoney(available, currency)} on ${category ?? 'uncategorized spending'} in ${formatAs(month, 'MMMM')}.`,
        to: '/budgets',
      },
    ];
  });
}
