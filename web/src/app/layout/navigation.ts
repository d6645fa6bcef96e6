import {
  Bell,
  CalendarClock,
  ChartColumn,
  ChartPie,
  CircleHelp,
  Flag,
  GraduationCap,
  type LucideIcon,
  Settings,
  TrendingUp,
  Users,
} from 'lucide-react';

/** The top navigation, in the specification's order. A screen that is not built is not linked. */
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

/** What the drawer adds under this heading, in the specification's order. */
export const ENHANCED_FEATURES = [
  { name: 'Spending Forecasts', path: '/forecasts' },
  { name: 'Financial Tips', path: '/tips' },
  { name: 'Customer Support', path: '/support' },
] as const;

type Place = {
  name: string;
  path: string;
  icon: LucideIcon;
  barOnly?: boolean;
  menuOnly?: boolean;
  /** The bar has room for it from 1400 px. */
  wideOnly?: boolean;
};

/**
 * The places that the bar shows as icons, and the "More" menu and the drawer by name. What the bar shows by other means
 * is `menuOnly`, what the drawer lists under a heading of its own is `barOnly`.
 */
export const PLACES: readonly Place[] = [
  { name: 'Budgets', path: '/budgets', icon: ChartPie },
  { name: 'Goals', path: '/goals', icon: Flag },
  { name: 'Analytics', path: '/analytics', icon: ChartColumn },
  { name: 'Spending Forecasts', path: '/forecasts', icon: TrendingUp, barOnly: true },
  { name: 'Financial Tips', path: '/tips', icon: GraduationCap, barOnly: true, wideOnly: true },
  { name: 'Pay people', path: '/dashboard/people', icon: Users, menuOnly: true },
  { name: 'Scheduled payments', path: '/scheduled-payments', icon: CalendarClock },
  { name: 'Notifications', path: '/notifications', icon: Bell, menuOnly: true },
  { name: 'Customer Support', path: '/support', icon: CircleHelp, barOnly: true },
  { name: 'Settings', path: '/settings', icon: Settings },
];

/** Whether a path belongs to a link: the path itself or anything below it. */
export function isWithin(pathname: string, path: string): boolean {
  return pathname === path || (path !== '/' && pathname.startsWith(`${path}/`));
}
