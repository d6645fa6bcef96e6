/** The bank's built-in categories, which every customer has. */
export const CATEGORIES: readonly string[] = [
  'Housing',
  'Transportation',
  'Food',
  'Utilities',
  'Healthcare',
  'Entertainment',
  'Shopping',
  'Personal',
  'Savings',
  'Other',
];
