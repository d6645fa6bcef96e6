import { getBudgetStatus } from '@engine/insights/budgets.ts';
import { toMinor } from '@engine/money/minor.ts';
import { withOthers } from '@engine/simulation/notification-kinds.ts';
import {
  type About,
  getNotificationKind,
  isAbout,
  type PreferenceRow,
  preferenceFor,
} from '@/entities/notification/notification-kinds';
import type { Alert, Notice } from '@/entities/notification/notifications';
import type { BudgetRow } from '@/features/budgets/queries';
import type { Database } from '@/lib/database.types';
import { daysBetween, formatAs } from '@/lib/dates';
import { formatMoney } from '@/lib/money';

type Tables = Database['public']['Tables'];
type Account = Pick<
  Tables['accounts']['Row'],
  'id' | 'name' | 'balance' | 'currency' | 'user_id' | 'closed_at'
>;
type Card = Pick<
  Tables['credit_cards']['Row'],
  'id' | 'name' | 'balance' | 'credit_limit' | 'due_date' | 'currency'
>;
type Application = Pick<Tables['loan_applications']['Row'], 'id' | 'status' | 'loan_amount'>;

/** The spending of a category in one month. `available` is null if the category has no budget. */
type Budget = Pick<BudgetRow, 'category_id' | 'category' | 'currency' | 'available' | 'spent'>;

/** The latest automatic event of one kind about one item, and the number of earlier unseen events. */
type News = { kind: string; event_key: string; at: string; message: string; path: string; others: number };

export type Facts = {
  accounts: readonly Account[];
  cards: readonly Card[];
  applications: readonly Application[];
  preferences: readonly PreferenceRow[];
  /** The customer's simulated day, `yyyy-MM-dd`. */
  today: string;
};

/**
 * Returns the alerts for the loaded data. Doesn't record which alerts were raised, because the notifications
 * track this.
 */
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

const toText = (kind: About) => ({
  kind,
  title: getNotificationKind(kind).title,
  type: getNotificationKind(kind).type,
});

/** Returns true if an account can raise alerts. Shared and closed accounts can't. */
const isWatched = ({ user_id, closed_at }: Account) => user_id !== null && closed_at === null;

/** Returns true if the balance is below the threshold (100.00 by default). */
const isLow = ({ balance }: Account, { isOn, threshold }: Chosen) =>
  isOn && toMinor(balance) < toMinor(threshold);

/** Returns a product's name with its type, such as `Everyday Checking account` or `Reef Card`. */
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

/** Returns true if utilization is above the threshold (90% by default). */
const isNearLimit = ({ balance, credit_limit }: Card, { isOn, threshold }: Chosen) =>
  isOn && toMinor(balance) * 100 > toMinor(credit_limit) * threshold;

function creditLimit({ id, name, balance, credit_limit, currency }: Card): Alert {
  return {
    ...toText('credit_limit'),
    key: `credit-limit ${id}`,
    once: 'day',
    message: `You've used ${formatMoney(balance, currency)} of the ${formatMoney(credit_limit, currency)} limit on your ${withNoun(name, 'card')}.`,
  };
}

/** Returns the alert for an upcoming payment. The specification requires the literal text "due in 1 days". */
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
  /** The first day of the budget month. Alert texts and keys use this day instead of today's date. */
  month: string;
  /**
   * The categories that cost the same every month, such as rent. Their budgets don't trigger the warning that
   * a budget is nearly used. Null if unknown.
   */
  steady: ReadonlySet<string | null> | null;
  preferences: readonly PreferenceRow[];
  today: string;
};

/** Returns budget warnings: one per month at 80% of a budget and one above 100%, during that month only. */
export function budgetNotices({ budgets, month, steady, preferences, today }: BudgetFacts): Notice[] {
  if (month.slice(0, 7) !== today.slice(0, 7)) return [];
  return budgets.flatMap(({ category_id, category, currency, available, spent }) => {
    // A budget that has no money assigned yet isn't used up.
    if (available === null || available <= 0) return [];
    const status = getBudgetStatus(toMinor(available), toMinor(spent), 1);
    const isNews = status === 'near' && steady !== null && !steady.has(category_id);
    if (status !== 'passed' && !isNews) return [];
    const kind = status === 'passed' ? 'budget_passed' : 'budget_near';
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
