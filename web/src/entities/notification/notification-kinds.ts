import { isNewsKind, NEWS_TITLES } from '@engine/simulation/notification-kinds.ts';
import type { Notification } from './notifications';

/** The unit of a threshold: an amount in the account's currency, percent of a limit, or days. */
export type ThresholdUnit = 'amount' | 'percent' | 'days';

export type NotificationKind = {
  /** The notification's title. Undefined for simulated events, whose titles are in `NEWS_TITLES`. */
  title?: string;
  type: Notification['type'];
  /** The condition under which this notification is sent. Shown in lists of notification kinds. */
  text: string;
  /** True if the notification is off by default. */
  isOff?: boolean;
  threshold?: { unit: ThresholdUnit; usual: number; label: string };
  /** The products that can have a separate setting. */
  per?: readonly ('account' | 'card')[];
};

/**
 * All notification kinds. The specification defines the texts and thresholds of the first four. Links are
 * derived from phrases in the titles, so a title can't contain another kind's phrase.
 */
export const NOTIFICATION_KINDS = {
  low_balance: {
    title: 'Low Balance Alert',
    type: 'warning',
    text: 'An account balance falls below a set amount',
    threshold: { unit: 'amount', usual: 100, label: 'Below' },
    per: ['account'],
  },
  credit_limit: {
    title: 'Credit Limit Alert',
    type: 'warning',
    text: 'A card balance exceeds a percentage of its limit',
    threshold: { unit: 'percent', usual: 90, label: 'Over' },
    per: ['card'],
  },
  payment_due: {
    title: 'Payment Due Soon',
    type: 'info',
    text: 'A card payment is due soon',
    threshold: { unit: 'days', usual: 3, label: 'Within' },
    per: ['card'],
  },
  loan_approved: { title: 'Loan Approved', type: 'success', text: 'A loan application is approved' },
  payment_failed: { type: 'error', text: 'A scheduled payment or deposit fails' },
  payment_missed: { type: 'error', text: 'A card, loan, or mortgage payment is late' },
  deposit_landed: { type: 'success', text: 'An auto deposit arrives', per: ['account'] },
  people: { title: 'People', type: 'info', text: 'Someone pays you, requests money, or replies' },
  statement_ready: { type: 'info', text: 'A card statement closes', per: ['card'] },
  budget_near: { type: 'info', text: "You've used 80% of a budget" },
  budget_passed: { type: 'warning', text: 'You go over a budget' },
  goal_reached: { type: 'success', text: 'You reach a goal' },
  goal_milestone: { type: 'info', text: 'A goal is 25%, 50%, or 75% complete' },
  application_decided: { type: 'info', text: 'An application is declined or gets a counteroffer' },
  dispute_decided: { type: 'info', text: 'We decide a dispute' },
  support_answered: { title: 'Support Answer', type: 'info', text: 'Support answers your question' },
  rate_reset: { type: 'warning', text: 'A mortgage rate or a card’s APR changes' },
  escrow_analysis: { type: 'info', text: 'Your escrow payment changes' },
  savings_rate: { type: 'info', text: 'Your savings rate changes tomorrow' },
  price_rise: { type: 'info', text: 'A bill or subscription goes up' },
  tax_documents: { type: 'info', text: 'Your tax documents are ready' },
  year_review: { type: 'info', text: 'Your year in review is ready on January 1' },
  monthly_fee: { type: 'info', text: 'A monthly account fee is charged or waived', per: ['account'] },
  required_distribution: { type: 'warning', text: 'You must withdraw from a retirement account' },
  cd_maturing: { type: 'info', text: 'A CD matures in 30 days, renews, or is paid out', per: ['account'] },
  overdraft: {
    type: 'warning',
    text: 'An overdraft fee is possible or charged, or your choice changes',
    per: ['account'],
  },
  deposit_hold: { type: 'info', text: 'A deposit is on hold for longer than usual', per: ['account'] },
  shock: { type: 'warning', text: 'A scenario event happens' },
  large_transaction: {
    type: 'info',
    text: 'A transaction exceeds a set amount',
    isOff: true,
    threshold: { unit: 'amount', usual: 1000, label: 'Above' },
    per: ['account'],
  },
  interest_posted: {
    type: 'success',
    text: 'An account earns monthly interest',
    isOff: true,
    per: ['account'],
  },
} as const satisfies Record<string, NotificationKind>;

export type About = keyof typeof NOTIFICATION_KINDS;

export const ABOUTS = Object.keys(NOTIFICATION_KINDS) as About[];

export function getNotificationKind(about: About): NotificationKind & { title: string } {
  const kind: NotificationKind = NOTIFICATION_KINDS[about];
  return { ...kind, title: isNewsKind(about) ? NEWS_TITLES[about] : (kind.title ?? '') };
}

export const isAbout = (text: string): text is About => text in NOTIFICATION_KINDS;

/**
 * A preference that differs from the default. `item_id` is the id of an account or card, or null for all of
 * them.
 */
export type PreferenceRow = {
  about: string;
  item_id: string | null;
  enabled: boolean;
  threshold: number | null;
};

export type Preference = { isOn: boolean; threshold: number };

/**
 * Returns the preference for an account or card: its own preference, the general preference, or the default.
 * Thresholds are in major units, percent, or days. A kind that has no threshold returns 0.
 */
export function preferenceFor(
  rows: readonly PreferenceRow[],
  about: About,
  itemId: string | null = null,
): Preference {
  const own = rows.find((row) => row.about === about && row.item_id === itemId && itemId !== null);
  const general = rows.find((row) => row.about === about && row.item_id === null);
  const kind = getNotificationKind(about);
  return {
    isOn: own?.enabled ?? general?.enabled ?? !kind.isOff,
    threshold: own?.threshold ?? general?.threshold ?? kind.threshold?.usual ?? 0,
  };
}
