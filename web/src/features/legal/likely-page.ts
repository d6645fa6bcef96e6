/** Pages by the words that an address may contain. */
const PAGES = [
  { to: '/dashboard', name: 'dashboard', words: ['dashboard', 'overview', 'net-worth'] },
  { to: '/transactions', name: 'transactions', words: ['transactions', 'activity', 'history'] },
  { to: '/transactions/import', name: 'import', words: ['import', 'upload'] },
  { to: '/dashboard/move', name: 'transfers', words: ['transfers', 'move', 'send'] },
  { to: '/dashboard/people', name: 'people', words: ['people', 'contacts', 'payees'] },
  { to: '/dashboard/credit-score', name: 'credit score', words: ['score', 'credit-score'] },
  { to: '/auto-deposit', name: 'auto deposit', words: ['auto-deposit', 'paycheck', 'income', 'deposits'] },
  { to: '/scheduled-payments', name: 'scheduled payments', words: ['scheduled', 'bills', 'payments'] },
  { to: '/credit-cards', name: 'credit cards', words: ['credit-cards', 'cards'] },
  { to: '/credit-cards/catalog', name: 'card catalog', words: ['catalog', 'apply'] },
  { to: '/loans', name: 'loans', words: ['loans', 'debts'] },
  { to: '/insurance', name: 'insurance', words: ['insurance', 'policies', 'claims', 'coverage'] },
  { to: '/mortgages', name: 'mortgages', words: ['mortgages', 'home'] },
  { to: '/budgets', name: 'budgets', words: ['budgets'] },
  { to: '/goals', name: 'goals', words: ['goals', 'savings'] },
  { to: '/analytics/financial-health', name: 'financial health', words: ['financial-health', 'health'] },
  { to: '/analytics/year-in-review', name: 'year in review', words: ['year-in-review', 'review', 'yearly'] },
  { to: '/analytics', name: 'analytics', words: ['analytics', 'reports', 'spending'] },
  { to: '/forecasts', name: 'forecasts', words: ['forecasts', 'cash-flow'] },
  { to: '/forecasts/what-if', name: 'what-ifs', words: ['what-if', 'plans'] },
  { to: '/forecasts/retirement', name: 'retirement', words: ['retirement'] },
  { to: '/documents', name: 'documents', words: ['documents', 'statements', 'files'] },
  { to: '/documents/taxes', name: 'taxes', words: ['taxes', 'tax-return', 'w-2'] },
  { to: '/notifications', name: 'notifications', words: ['notifications', 'alerts'] },
  { to: '/tips/stories', name: 'scenarios', words: ['scenarios', 'stories', 'games'] },
  { to: '/tips', name: 'financial tips', words: ['tips', 'lessons', 'learn'] },
  { to: '/assistant', name: 'assistant', words: ['assistant', 'chat'] },
  { to: '/support', name: 'support', words: ['support', 'help', 'contact'] },
  { to: '/settings', name: 'settings', words: ['settings', 'account', 'profile', 'preferences'] },
] as const;

/** The number of first letters that must agree. */
const LEAST = 4;

/**
 * Returns the page that an unknown address probably means, such as budgets for `/budget/2026`; null if none.
 */
export function findLikelyPage(address: string): { to: string; label: string } | null {
  const parts = address
    .toLowerCase()
    .split(/[/?#]/)
    .filter((part) => part !== '');
  for (const part of parts.toReversed()) {
    const start = part.slice(0, Math.max(LEAST, part.length - 1));
    const page = PAGES.find(({ words }) =>
      words.some((word) => word === part || (part.length >= LEAST && word.startsWith(start))),
    );
    if (page) return { to: page.to, label: `Go to ${page.name}` };
  }
  return null;
}
