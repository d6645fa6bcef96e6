/** Where a term shows in the product. */
export const PLACES = {
  analytics: { words: 'Analytics', to: '/analytics' },
  applications: { words: 'Loan applications', to: '/loan-applications' },
  autoDeposit: { words: 'Auto Deposit', to: '/auto-deposit' },
  budgets: { words: 'Budgets', to: '/budgets' },
  cards: { words: 'Credit Cards', to: '/credit-cards' },
  dashboard: { words: 'Dashboard', to: '/dashboard' },
  documents: { words: 'Documents', to: '/documents' },
  forecasts: { words: 'Spending Forecasts', to: '/forecasts' },
  goals: { words: 'Goals', to: '/goals' },
  loans: { words: 'Loans', to: '/loans' },
  mortgages: { words: 'Mortgages', to: '/mortgages' },
  newAccount: { words: 'Open an account', to: '/create-account' },
  scheduled: { words: 'Scheduled payments', to: '/scheduled-payments' },
  score: { words: 'Credit score', to: '/dashboard/credit-score' },
  security: { words: 'Security settings', to: '/settings/security' },
  transactions: { words: 'Transactions', to: '/transactions' },
  transfers: { words: 'Move money', to: '/dashboard/move' },
  whatIf: { words: 'What if', to: '/forecasts/what-if' },
} as const;

export type PlaceId = keyof typeof PLACES;

/** A term, its meaning, the lesson that explains it and where it shows. */
export type Entry = readonly [term: string, meaning: string, lesson: string, place: PlaceId | null];
