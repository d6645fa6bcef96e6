import {
  Bell,
  CalendarClock,
  Database,
  type LucideIcon,
  Palette,
  ShieldCheck,
  UserRound,
} from 'lucide-react';
import { type ComponentType, lazy } from 'react';

export type SettingsSection = {
  slug: string;
  label: string;
  /** The description in the list on phones. */
  words: string;
  icon: LucideIcon;
  Content: ComponentType;
};

/** Sections, loaded when opened. /settings shows the first one on wide screens. */
export const SECTIONS: readonly SettingsSection[] = [
  {
    slug: 'profile',
    label: 'Profile',
    words: 'Name, picture, email, time zone, currency',
    icon: UserRound,
    Content: lazy(() =>
      import('./profile/profile-section').then(({ ProfileSection }) => ({ default: ProfileSection })),
    ),
  },
  {
    slug: 'security',
    label: 'Security',
    words: 'Password, two-step verification, passkeys, sessions',
    icon: ShieldCheck,
    Content: lazy(() =>
      import('./security/security-section').then(({ SecuritySection }) => ({ default: SecuritySection })),
    ),
  },
  {
    slug: 'notifications',
    label: 'Notifications',
    words: 'Alerts, email, and text messages',
    icon: Bell,
    Content: lazy(() =>
      import('./notifications-section').then(({ NotificationsSection }) => ({
        default: NotificationsSection,
      })),
    ),
  },
  {
    slug: 'appearance',
    label: 'Appearance',
    words: 'Theme, privacy, density, motion',
    icon: Palette,
    Content: lazy(() =>
      import('./appearance-section').then(({ AppearanceSection }) => ({ default: AppearanceSection })),
    ),
  },
  {
    slug: 'time',
    label: 'Time',
    words: 'Simulated date, checkpoints, start over',
    icon: CalendarClock,
    Content: lazy(() => import('./time/time-section').then(({ TimeSection }) => ({ default: TimeSection }))),
  },
  {
    slug: 'data',
    label: 'Data',
    words: 'Ledger, export, import, account deletion',
    icon: Database,
    Content: lazy(() => import('./data/data-section').then(({ DataSection }) => ({ default: DataSection }))),
  },
];
