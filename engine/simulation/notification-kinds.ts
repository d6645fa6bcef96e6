/** The titles of simulated events, as shown on pages and in notifications. */

/**
 * The title of each event kind. Phrases in a title determine the page that the notification links to, so no
 * title contains another kind's phrase.
 */
export const NEWS_TITLES = {
  payment_failed: 'Payment Failed',
  payment_missed: 'Payment Missed',
  deposit_landed: 'Deposit Landed',
  statement_ready: 'Statement Ready',
  budget_near: 'Budget Nearly Used',
  budget_passed: 'Budget Passed',
  goal_reached: 'Goal Reached',
  goal_milestone: 'Goal Milestone',
  application_decided: 'Application Decided',
  dispute_decided: 'Dispute Decided',
  rate_reset: 'Rate Changed',
  escrow_analysis: 'Escrow Analysis',
  savings_rate: 'Savings Rate',
  price_rise: 'Price Increase',
  shock: 'Unexpected Event',
  large_transaction: 'Large Transaction',
  interest_posted: 'Interest Posted',
  tax_documents: 'Tax Documents Ready',
  year_review: 'Year in Review',
  cd_maturing: 'Certificate of Deposit',
  overdraft: 'Overdraft Notice',
  monthly_fee: 'Monthly Fee',
  deposit_hold: 'Deposit on Hold',
  required_distribution: 'Required Distribution',
} as const;

export type NewsKind = keyof typeof NEWS_TITLES;

export const isNewsKind = (text: string): text is NewsKind => text in NEWS_TITLES;

/** Returns the latest event's message, followed by the number of similar events. */
export function withOthers(message: string, others: number): string {
  return others > 0 ? `${message.replace(/\.$/, '')}, and ${others} more like it.` : message;
}
