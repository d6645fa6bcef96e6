/** The labels of the yearly changes of any recurring rule. */
export const CHANGE_LABELS = {
  usual: 'Goes up as usual',
  none: 'Keep this amount',
  fixed: 'Rises by a percentage',
  inflation: 'Rises with inflation',
};

/** The labels of the yearly changes that only bills have. */
export const BILL_CHANGE_LABELS = {
  rent: 'Goes up like rent',
  school: 'Goes up like school fees',
  insurance: 'Goes up like insurance',
  subscription: 'Goes up like a subscription',
  phone: 'Goes up like a phone plan',
  utilities: 'Varies like utilities',
};
