import {
  Bell,
  BookOpen,
  CalendarClock,
  ChartColumn,
  ChartPie,
  CircleHelp,
  Compass,
  Flag,
  GraduationCap,
  type LucideIcon,
  MessagesSquare,
  Settings,
  Split,
  TrendingUp,
  Users,
} from 'lucide-react';

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

type Place = {
  name: string;
  path: string;
  icon: LucideIcon;
  /** The page's group in the More menu. Pages without a group are icons in the bar. */
  group?: (typeof MENU_GROUPS)[number];
};

/** The groups of the More menu. */
export const MENU_GROUPS = ['Plan', 'Learn & play', 'Help'] as const;

/** The pages outside the top navigation. */
export const DESTINATIONS: readonly Place[] = [
  { name: 'Budgets', path: '/budgets', icon: ChartPie },
  { name: 'Goals', path: '/goals', icon: Flag },
  { name: 'Analytics', path: '/analytics', icon: ChartColumn },
  { name: 'Scheduled payments', path: '/scheduled-payments', icon: CalendarClock, group: 'Plan' },
  { name: 'Spending Forecasts', path: '/forecasts', icon: TrendingUp, group: 'Plan' },
  { name: 'What-if', path: '/forecasts/what-if', icon: Split, group: 'Plan' },
  { name: 'Pay people', path: '/dashboard/people', icon: Users, group: 'Plan' },
  { name: 'Scenarios', path: '/tips/stories', icon: Compass, group: 'Learn & play' },
  { name: 'Financial Tips', path: '/tips', icon: GraduationCap, group: 'Learn & play' },
  { name: 'Glossary', path: '/tips/glossary', icon: BookOpen, group: 'Learn & play' },
  { name: 'Virtual Assistant', path: '/assistant', icon: MessagesSquare, group: 'Help' },
  { name: 'Notifications', path: '/notifications', icon: Bell, group: 'Help' },
  { name: 'Customer Support', path: '/support', icon: CircleHelp },
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
