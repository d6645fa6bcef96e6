/** Titles of simulated events for pages and notifications. */

/** By the bank's event kind. No title contains a phrase that links to another page. */
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
  price_rise: 'Price Rise',
  shock: 'Something Happened',
  large_transaction: 'Large Transaction',
  interest_posted: 'Interest Posted',
} as const;

export type NewsKind = keyof typeof NEWS_TITLES;

export const isNewsKind = (text: string): text is NewsKind => text in NEWS_TITLES;

/** The latest of several like it, in a sentence that ends with a full stop. */
export function withOthers(message: string, others: number): string {
  return others > 0 ? `${message.replace(/\.$/, '')}, and ${others} more like it.` : message;
}
