import { ChartColumn, ChartPie, CircleHelp, Flag, type LucideIcon, Settings } from 'lucide-react';

/** The top navigation in the specification's order. Screens that don't exist yet have no link. */
export const NAVIGATION = [
  { name: 'Home', path: '/' },
  { name: 'Dashboard', path: '/dashboard' },
  { name: 'Transactions', path: '/transactions' },
  { name: 'Auto Deposit', path: '/auto-deposit' },
  { name: 'Credit Cards', path: '/credit-cards' },
  { name: 'Loans', path: '/loans' },
  { name: 'Mortgages', path: '/mortgages' },
  { name: 'Documents', path: '/documents' },
] as const;

/** The links under "Enhanced Features" in the drawer, in the specification's order. */
export const ENHANCED_FEATURES = [
  { name: 'Spending Forecasts', path: '/forecasts' },
  { name: 'Financial Tips', path: '/tips' },
  { name: 'Virtual Assistant', path: '/assistant' },
  { name: 'Customer Support', path: '/support' },
] as const;

/** A page outside the top navigation. */
export type Page = { name: string; path: string; icon: LucideIcon };

/** The pages with an icon in the bar, if it has space: planning, support, and settings. */
export const BAR_PAGES: readonly Page[] = [
  { name: 'Budgets', path: '/budgets', icon: ChartPie },
  { name: 'Goals', path: '/goals', icon: Flag },
  { name: 'Analytics', path: '/analytics', icon: ChartColumn },
  { name: 'Customer support', path: '/support', icon: CircleHelp },
  { name: 'Settings', path: '/settings', icon: Settings },
];

/** Pages that belong to a link because they share its tabs, and whose paths don't start with the link's path. */
const BY_TABS: readonly (readonly [path: string, link: string])[] = [
  ['/dashboard/credit-score', '/loans'],
  ['/applications', '/loans'],
  ['/loan-applications', '/loans'],
  ['/scheduled-payments', '/transactions'],
];

/** Returns the path of the navigation link that a page belongs to. Pages outside the navigation return their own. */
export function getCurrentLink(pathname: string): string {
  const isWithin = (path: string) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`));
  const [, byTabs] = BY_TABS.find(([path]) => isWithin(path)) ?? [];
  return byTabs ?? [...NAVIGATION, ...ENHANCED_FEATURES].find(({ path }) => isWithin(path))?.path ?? pathname;
}
