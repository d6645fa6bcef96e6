export type Sort = 'date' | 'oldest' | 'amount' | 'smallest';

export type Values = Record<string, string>;
/** The values of each operator, with their labels. */
export const IS: Values = {
  in: 'Money in',
  out: 'Money out',
  spending: 'Spending',
  income: 'Income',
  pending: 'Pending',
  split: 'Split',
  card: 'By card',
  transfer: 'Between your accounts',
};
export const HAS: Values = {
  note: 'With a note',
  attachment: 'With an attachment',
  split: 'Split',
  tag: 'Tagged',
  merchant: 'With a merchant',
  category: 'In a category',
};
export const SORTS: Record<string, { sort: Sort; label: string }> = {
  amount: { sort: 'amount', label: 'Largest first' },
  largest: { sort: 'amount', label: 'Largest first' },
  smallest: { sort: 'smallest', label: 'Smallest first' },
  date: { sort: 'date', label: 'Newest first' },
  newest: { sort: 'date', label: 'Newest first' },
  oldest: { sort: 'oldest', label: 'Oldest first' },
};
export const TYPES: Values = {
  deposit: 'Deposits',
  withdrawal: 'Withdrawals',
  transfer: 'Transfers',
  'auto-deposit': 'Auto deposits',
  card: 'By card',
};
/** The values that the search box suggests for each operator. */
export const OPERATOR_VALUES = {
  is: Object.keys(IS),
  has: Object.keys(HAS),
  sort: ['amount', 'smallest', 'oldest', 'date'],
  type: Object.keys(TYPES),
  currency: ['USD', 'EUR', 'GBP'],
};
