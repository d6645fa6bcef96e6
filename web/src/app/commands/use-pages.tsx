import {
  Activity,
  Bell,
  CalendarCheck,
  CircleDollarSign,
  CreditCard,
  FileText,
  FileUp,
  Gauge,
  History,
  House,
  KeyRound,
  Landmark,
  LayoutDashboard,
  type LucideIcon,
  Palette,
  ReceiptText,
  Repeat,
  ScrollText,
  ShieldCheck,
  Trash2,
  TrendingUp,
  UserRound,
  Wand2,
} from 'lucide-react';
import { DESTINATIONS } from '../layout/menu-pages';
import { NAVIGATION } from '../layout/navigation';
import { KEY_SEQUENCES } from './key-sequences';
import type { Item } from './use-results';

type Entry = { name: string; path: string; icon: LucideIcon; detail?: string; keywords?: string };

const ICONS: Record<(typeof NAVIGATION)[number]['path'], LucideIcon> = {
  '/': House,
  '/dashboard': LayoutDashboard,
  '/transactions': ReceiptText,
  '/auto-deposit': Repeat,
  '/credit-cards': CreditCard,
  '/loans': CircleDollarSign,
  '/mortgages': Landmark,
  '/documents': FileText,
};

/** Texts that find a page, in addition to its name. */
const KEYWORDS: Record<string, string> = {
  '/auto-deposit': 'paycheck payroll income direct deposit',
  '/scheduled-payments': 'bills recurring subscriptions',
  '/documents': 'statements',
  '/analytics': 'spending reports',
  '/insurance': 'health car home renters premium deductible claim coverage',
  '/forecasts': 'cash forecast future',
  '/forecasts/what-if': 'plans compare decisions',
  '/tips/stories': 'stories play games',
  '/support': 'help tickets contact',
  '/assistant': 'chat ask',
};

/** The pages below other pages. */
const SUBPAGES: readonly Entry[] = [
  { name: 'Loan applications', path: '/applications', icon: ScrollText },
  {
    name: 'Find a card',
    path: '/credit-cards/catalog',
    icon: CreditCard,
    keywords: 'apply catalog compare credit card rewards secured student annual fee',
  },
  { name: 'Credit score', path: '/dashboard/credit-score', icon: Gauge },
  {
    name: 'Financial health',
    path: '/analytics/financial-health',
    icon: Activity,
    detail: 'analytics',
    keywords: 'financial health score spend save borrow plan wellness checkup next best step',
  },
  {
    name: 'Year in review',
    path: '/analytics/year-in-review',
    icon: CalendarCheck,
    detail: 'analytics',
    keywords: 'annual yearly review summary best month biggest purchase interest fees print',
  },
  {
    name: 'Rules',
    path: '/transactions/rules',
    icon: Wand2,
    detail: 'for transactions',
    keywords: 'categories',
  },
  { name: 'Import transactions', path: '/transactions/import', icon: FileUp, keywords: 'csv ofx qif' },
  {
    name: 'Taxes',
    path: '/documents/taxes',
    icon: FileText,
    detail: 'documents',
    keywords: 'w-2 1099 tax return refund irs file',
  },
  { name: 'Your files', path: '/documents/files', icon: FileText, keywords: 'uploads receipts folders' },
  {
    name: 'Retirement',
    path: '/forecasts/retirement',
    icon: TrendingUp,
    keywords: 'retirement check stop working simulate futures 401(k)',
  },
  { name: 'Trash', path: '/documents/bin', icon: Trash2, detail: 'deleted files' },
  { name: 'Checkpoints', path: '/settings/time', icon: Repeat, keywords: 'rewind restore time surprises' },
  {
    name: 'Realism',
    path: '/settings/time#realism',
    icon: Gauge,
    detail: 'settings',
    keywords: 'surprises pending purchases holds bank holidays simple challenging',
  },
  {
    name: 'Profile',
    path: '/settings/profile',
    icon: UserRound,
    detail: 'settings',
    keywords: 'name picture email time zone base currency',
  },
  {
    name: 'Notification settings',
    path: '/settings/notifications',
    icon: Bell,
    detail: 'settings',
    keywords: 'alerts low balance email push',
  },
  {
    name: 'Appearance and privacy',
    path: '/settings/appearance',
    icon: Palette,
    detail: 'settings',
    keywords: 'theme dark hide amounts density motion',
  },
  {
    name: 'Security',
    path: '/settings/security',
    icon: KeyRound,
    detail: 'settings',
    keywords: 'password passkey',
  },
  {
    name: 'Change history',
    path: '/settings/changes',
    icon: History,
    detail: 'settings',
    keywords: 'audit log edits before after who',
  },
  {
    name: 'Your data',
    path: '/settings/data',
    icon: ShieldCheck,
    detail: 'settings',
    keywords: 'export delete account',
  },
];

const PAGES: readonly Entry[] = [
  ...NAVIGATION.map((link) => ({ ...link, icon: ICONS[link.path] })),
  ...DESTINATIONS,
  ...SUBPAGES,
];

export function usePages(go: (path: string) => void): Item[] {
  return PAGES.map(({ name, path, icon: Icon, detail, keywords }) => ({
    id: path,
    icon: <Icon className="size-5" />,
    label: name,
    detail,
    keywords: `${KEYWORDS[path] ?? ''} ${keywords ?? ''}`,
    keys: KEY_SEQUENCES.find(
      ({ group, target }) =>
        group === 'Go to' && typeof target === 'object' && 'to' in target && target.to === path,
    )?.keys,
    run: () => go(path),
  }));
}
