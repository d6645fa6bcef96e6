/** The top navigation, in the specification's order. A screen that is not built is not linked. */
export const NAVIGATION = [
  { name: 'Home', path: '/' },
  { name: 'Dashboard', path: '/dashboard' },
  { name: 'Transactions', path: '/transactions' },
  { name: 'Auto Deposit', path: '/auto-deposit' },
  { name: 'Credit Cards', path: '/credit-cards' },
  { name: 'Loans', path: '/loans' },
  { name: 'Mortgages', path: '/mortgages' },
] as const;

/** What the drawer adds under this heading, in the specification's order. */
export const ENHANCED_FEATURES = [{ name: 'Spending Forecasts', path: '/forecasts' }] as const;

/** Whether a path belongs to a link: the path itself or anything below it. */
export function isWithin(pathname: string, path: string): boolean {
  return pathname === path || (path !== '/' && pathname.startsWith(`${path}/`));
}
