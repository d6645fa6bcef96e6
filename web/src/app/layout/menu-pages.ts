import {
  Bell,
  BookOpen,
  CalendarClock,
  Compass,
  GraduationCap,
  MessagesSquare,
  Split,
  TrendingUp,
  Umbrella,
  Users,
} from 'lucide-react';
import { BAR_PAGES, type Page } from './navigation';

/** The pages of the More menu by group. They load with the menus, not with the first page. */
export const MENU_GROUPS: readonly { name: string; pages: readonly Page[] }[] = [
  {
    name: 'Plan',
    pages: [
      { name: 'Scheduled payments', path: '/scheduled-payments', icon: CalendarClock },
      { name: 'Spending forecasts', path: '/forecasts', icon: TrendingUp },
      { name: 'What-if', path: '/forecasts/what-if', icon: Split },
      { name: 'Insurance', path: '/insurance', icon: Umbrella },
      { name: 'Pay people', path: '/dashboard/people', icon: Users },
    ],
  },
  {
    name: 'Learn & play',
    pages: [
      { name: 'Scenarios', path: '/tips/stories', icon: Compass },
      { name: 'Financial tips', path: '/tips', icon: GraduationCap },
      { name: 'Glossary', path: '/tips/glossary', icon: BookOpen },
    ],
  },
  {
    name: 'Help',
    pages: [
      { name: 'Virtual assistant', path: '/assistant', icon: MessagesSquare },
      { name: 'Notifications', path: '/notifications', icon: Bell },
    ],
  },
];

/** All pages outside the top navigation: planning, the More menu, support, and settings. */
export const DESTINATIONS: readonly Page[] = [
  ...BAR_PAGES.slice(0, 3),
  ...MENU_GROUPS.flatMap(({ pages }) => pages),
  ...BAR_PAGES.slice(3),
];
