import {
  Bell,
  CalendarClock,
  ChevronRight,
  Database,
  History,
  type LucideIcon,
  Palette,
  ShieldCheck,
  UserRound,
} from 'lucide-react';
import { type ComponentType, Suspense } from 'react';
import { Link, Navigate, useLocation, useParams } from 'react-router';
import { lazyComponent } from '@/lib/bundle/lazy';
import { classNames } from '@/ui/class-names';
import { BackLink } from '@/ui/link';
import { Page, useTitle } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';

/** Renders the list of sections and the selected section, side by side on wide screens. */
export default function SettingsPage() {
  const [slug = ''] = (useParams()['*'] ?? '').split('/');
  const { hash } = useLocation();
  const chosen = SECTIONS.find((section) => section.slug === slug);
  const section = chosen ?? FIRST;
  useTitle(chosen ? `${chosen.label} · Settings` : 'Settings');
  // Redirects older links to the audit.
  if (!chosen && hash === '#books') return <Navigate to="/settings/data#books" replace />;
  if (!section || (slug !== '' && !chosen)) return <Navigate to="/settings" replace />;
  return (
    <Page
      title="Settings"
      above={
        chosen && (
          <BackLink to="/settings" className="md:hidden">
            All settings
          </BackLink>
        )
      }
    >
      <div className="md:grid md:grid-cols-[15rem_minmax(0,1fr)] md:gap-12">
        <SectionList present={section.slug} isChosen={chosen !== undefined} />
        <div className={classNames('[&>*>section+section]:mt-12', !chosen && 'max-md:hidden')}>
          <Suspense key={section.slug} fallback={<SkeletonRows rows={4} />}>
            <section.Content />
          </Suspense>
        </div>
      </div>
    </Page>
  );
}

function SectionList({ present, isChosen }: { present: string; isChosen: boolean }) {
  return (
    <nav aria-label="Settings" className={classNames(isChosen && 'max-md:hidden')}>
      <ul className="max-md:divide-y max-md:divide-line max-md:border-line max-md:border-y md:sticky md:top-36">
        {SECTIONS.map((section) => (
          <li key={section.slug}>
            <SectionLink section={section} isPresent={section.slug === present} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

type SectionLinkProps = { section: SettingsSection; isPresent: boolean };

function SectionLink({ section: { slug, label, text, icon: Icon }, isPresent }: SectionLinkProps) {
  return (
    <Link
      to={`/settings/${slug}`}
      aria-current={isPresent ? 'page' : undefined}
      className={classNames(
        'flex min-h-11 items-center gap-3 max-md:py-3 md:rounded-2 md:px-3 md:hover:bg-sunken',
        isPresent ? 'md:bg-sunken md:font-semibold' : 'md:text-ink-2',
      )}
    >
      <Icon className="size-5 shrink-0 text-ink-2" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{label}</span>
        <span className="block text-ink-3 text-sm md:hidden">{text}</span>
      </span>
      <ChevronRight className="size-5 text-ink-3 md:hidden" />
    </Link>
  );
}

type SettingsSection = {
  slug: string;
  label: string;
  /** The description that the list shows on phones. */
  text: string;
  icon: LucideIcon;
  Content: ComponentType;
};

/** The settings sections, which load when opened. On wide screens, /settings shows the first section. */
const SECTIONS: readonly SettingsSection[] = [
  {
    slug: 'profile',
    label: 'Profile',
    text: 'Name, picture, email, time zone, currency',
    icon: UserRound,
    Content: lazyComponent(() =>
      import('@/features/profile/profile-section').then((module) => module.ProfileSection),
    ),
  },
  {
    slug: 'security',
    label: 'Sign-in and security',
    text: 'Password, two-step verification, passkeys, sessions',
    icon: ShieldCheck,
    Content: lazyComponent(() =>
      import('@/features/security/security-section').then((module) => module.SecuritySection),
    ),
  },
  {
    slug: 'notifications',
    label: 'Notifications',
    text: 'Alerts, email, and text messages',
    icon: Bell,
    Content: lazyComponent(() =>
      import('./notifications-section').then((module) => module.NotificationsSection),
    ),
  },
  {
    slug: 'appearance',
    label: 'Appearance and privacy',
    text: 'Theme, hidden amounts, density, motion',
    icon: Palette,
    Content: lazyComponent(() => import('./appearance-section').then((module) => module.AppearanceSection)),
  },
  {
    slug: 'time',
    label: 'Time and checkpoints',
    text: 'Simulated date, checkpoints, surprises',
    icon: CalendarClock,
    Content: lazyComponent(() =>
      import('@/features/checkpoints/time-settings').then((module) => module.TimeSection),
    ),
  },
  {
    slug: 'changes',
    label: 'Change history',
    text: 'What you changed, before and after',
    icon: History,
    Content: lazyComponent(() =>
      import('@/features/change-history/change-history-section').then(
        (module) => module.ChangeHistorySection,
      ),
    ),
  },
  {
    slug: 'data',
    label: 'Records and data',
    text: 'Balance checks, export, import, account deletion',
    icon: Database,
    Content: lazyComponent(() =>
      import('@/features/household-data/data-section').then((module) => module.DataSection),
    ),
  },
];
const [FIRST] = SECTIONS;
