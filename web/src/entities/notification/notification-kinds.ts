import { NEWS_TITLES } from '@engine/simulation/notification-kinds.ts';
import type { Notification } from './notifications';

/** The unit of a threshold: an amount in the account's currency, percent of a limit, or days. */
export type ThresholdUnit = 'amount' | 'percent' | 'days';

export type NotificationKind = {
  title: string;
  type: Notification['type'];
  /** When the notification is sent, for lists of kinds. */
  words: string;
  /** True if it is on by default. */
  isOn: boolean;
  threshold?: { unit: ThresholdUnit; usual: number; label: string };
  /** The products that can have their own setting. */
  per?: readonly ('account' | 'card')[];
};

/**
 * All kinds. The first four have the specification's texts and numbers. No other title contains a phrase with
 * another link.
 */
export const NOTIFICATION_KINDS = {
  low_balance: {
    title: 'Low Balance Alert',
    type: 'warning',
    words: 'An account balance falls below an amount',
    isOn: true,
    threshold: { unit: 'amount', usual: 100, label: 'Below' },
    per: ['account'],
  },
  credit_limit: {
    title: 'Credit Limit Alert',
    type: 'warning',
    words: 'A card goes over a share of its limit',
    isOn: true,
    threshold: { unit: 'percent', usual: 90, label: 'Over' },
    per: ['card'],
  },
  payment_due: {
    title: 'Payment Due Soon',
    type: 'info',
    words: 'A card payment is due soon',
    isOn: true,
    threshold: { unit: 'days', usual: 3, label: 'Within' },
    per: ['card'],
  },
  loan_approved: {
    title: 'Loan Approved',
    type: 'success',
    words: 'A loan application is approved',
    isOn: true,
  },
  payment_failed: {
    title: NEWS_TITLES.payment_failed,
    type: 'error',
    words: 'A scheduled payment or deposit fails',
    isOn: true,
  },
  payment_missed: {
    title: NEWS_TITLES.payment_missed,
    type: 'error',
    words: 'A card, loan, or mortgage payment is late',
    isOn: true,
  },
  deposit_landed: {
    title: NEWS_TITLES.deposit_landed,
    type: 'success',
    words: 'An auto deposit arrives',
    isOn: true,
    per: ['account'],
  },
  people: {
    title: 'People',
    type: 'info',
    words: 'Someone pays you, requests money, or replies',
    isOn: true,
  },
  statement_ready: {
    title: NEWS_TITLES.statement_ready,
    type: 'info',
    words: 'A card statement closes',
    isOn: true,
    per: ['card'],
  },
  budget_near: {
    title: NEWS_TITLES.budget_near,
    type: 'info',
    words: "You've used 80% of a budget",
    isOn: true,
  },
  budget_passed: {
    title: NEWS_TITLES.budget_passed,
    type: 'warning',
    words: 'You go over a budget',
    isOn: true,
  },
  goal_reached: { title: NEWS_TITLES.goal_reached, type: 'success', words: 'You reach a goal', isOn: true },
  goal_milestone: {
    title: NEWS_TITLES.goal_milestone,
    type: 'info',
    words: 'A goal is 25%, 50%, or 75% complete',
    isOn: true,
  },
  application_decided: {
    title: NEWS_TITLES.application_decided,
    type: 'info',
    words: 'An application is declined or gets a counteroffer',
    isOn: true,
  },
  dispute_decided: {
    title: NEWS_TITLES.dispute_decided,
    type: 'info',
    words: 'We decide a dispute',
    isOn: true,
  },
  support_answered: {
    title: 'Support Answer',
    type: 'info',
    words: 'Support answers your question',
    isOn: true,
  },
  rate_reset: {
    title: NEWS_TITLES.rate_reset,
    type: 'warning',
    words: 'A variable mortgage rate changes',
    isOn: true,
  },
  price_rise: {
    title: NEWS_TITLES.price_rise,
    type: 'info',
    words: 'A subscription price goes up',
    isOn: true,
  },
  shock: {
    title: NEWS_TITLES.shock,
    type: 'warning',
    words: 'A scenario event happens',
    isOn: true,
  },
  large_transaction: {
    title: NEWS_TITLES.large_transaction,
    type: 'info',
    words: 'A transaction is above an amount',
    isOn: false,
    threshold: { unit: 'amount', usual: 1000, label: 'Above' },
    per: ['account'],
  },
  interest_posted: {
    title: NEWS_TITLES.interest_posted,
    type: 'success',
    words: 'An account earns monthly interest',
    isOn: false,
    per: ['account'],
  },
} as const satisfies Record<string, NotificationKind>;

export type About = keyof typeof NOTIFICATION_KINDS;

export const ABOUTS = Object.keys(NOTIFICATION_KINDS) as About[];

export const kindOf = (about: About): NotificationKind => NOTIFICATION_KINDS[about];

export const isAbout = (text: string): text is About => text in NOTIFICATION_KINDS;

/** A preference that differs from the default. `item_id` is an account or card, or null for all. */
export type PreferenceRow = {
  about: string;
  item_id: string | null;
  enabled: boolean;
  threshold: number | null;
};

export type Preference = { isOn: boolean; threshold: number };

/**
 * Returns the preference for an account or card: its own, or that for all, or the default. Thresholds are
 * major units, percent, or days; 0 without one.
 */
export function preferenceFor(
  rows: readonly PreferenceRow[],
  about: About,
  itemId: string | null = null,
): Preference {
  const own = rows.find((row) => row.about === about && row.item_id === itemId && itemId !== null);
  const general = rows.find((row) => row.about === about && row.item_id === null);
  const kind = kindOf(about);
  return {
    isOn: own?.enabled ?? general?.enabled ?? kind.isOn,
    threshold: own?.threshold ?? general?.threshold ?? kind.threshold?.usual ?? 0,
  };
}
