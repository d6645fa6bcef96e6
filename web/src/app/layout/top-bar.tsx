import type { LucideIcon } from 'lucide-react';
import { Ellipsis, LogOut, Menu as MenuIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { lazyPart, useLoaded } from '@/lib/bundle/use-loaded';
import { runWhenIdle } from '@/lib/bundle/when-idle';
import type { SessionState } from '@/lib/session';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Menu, MenuItem } from '@/ui/overlays/menu';
import { Tooltip } from '@/ui/overlays/tooltip';
import { useReturnFocus } from '@/ui/overlays/use-return-focus';
import { useSignOut } from '../use-sign-out';
import { IconButton } from './icon-button';
import { Logo } from './logo';
import { DESTINATIONS, getCurrentLink, NAVIGATION } from './navigation';
import { NotificationBell, notificationList } from './notification-bell';
import { useThemeToggle } from './use-theme-toggle';
import { UserMenu } from './user-menu';

/** Renders the navigation above every page, with links for customers or sign-in for visitors. */
export function TopBar({ session }: { session: SessionState }) {
  const customer = session.status === 'signed-in' ? session.session.user : null;
  const [drawerOpen, setDrawerOpen] = useState(false);
  const isCustomer = customer !== null;
  useEffect(() => {
    if (isCustomer) runWhenIdle(prepareOpened);
  }, [isCustomer]);
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-canvas print:hidden">
      <div className="mx-auto flex h-14 max-w-360 items-center gap-2 px-(--gutter) xl:gap-4">
        {customer && (
          <IconButton
            icon={MenuIcon}
            label="Open menu"
            className="-ml-2 md:hidden"
            onClick={() => setDrawerOpen(true)}
          />
        )}
        <Link to={customer ? '/dashboard' : '/'} aria-label="Sandbank" className="rounded-1">
          {/* Hides the product's name where the links need the space. */}
          <Logo className={customer ? 'md:max-xl:gap-0 md:max-xl:[&>span]:hidden' : undefined} />
        </Link>
        {customer ? <Links /> : <span className="flex-1" />}
        {customer ? (
          <div className="ml-auto flex items-center gap-0.5">
            <NotificationBell />
            <Icons />
            <span className="w-1.5" />
            <UserMenu customer={customer} />
          </div>
        ) : (
          <div className="flex items-center gap-1">
            <ThemeToggle />
            {session.status !== 'loading' && <WaysIn />}
          </div>
        )}
      </div>
      {customer && <Drawer open={drawerOpen} onOpenChange={setDrawerOpen} />}
    </header>
  );
}

/** Loads the panels of the top bar before they are opened. */
function prepareOpened(): void {
  for (const part of [notificationList, drawerPanel]) part.load().catch(() => {});
}

/** Renders the sign-in links. They stay hidden until the app has confirmed that there is no session. */
function WaysIn() {
  return (
    <span className="contents [[data-known]_&]:invisible">
      <Button asChild variant="ghost">
        <Link to="/auth">Login</Link>
      </Button>
      <Button asChild variant="primary" className="max-sm:px-3">
        <Link to="/auth?mode=sign-up">Sign Up</Link>
      </Button>
    </span>
  );
}

function Links() {
  const current = getCurrentLink(useLocation().pathname);
  return (
    <nav aria-label="Main" className="hidden h-full md:flex xl:ml-4">
      {NAVIGATION.map(({ name, path }) => {
        const active = path === current;
        return (
          <Link
            key={path}
            to={path}
            aria-current={active ? 'page' : undefined}
            className={classNames(
              'flex items-center whitespace-nowrap border-transparent border-y-2 px-0.75 font-medium text-xs xl:px-2 xl:text-sm min-[1400px]:px-2.5',
              active ? 'border-b-accent text-ink' : 'text-ink-2 hover:text-ink',
            )}
          >
            {name}
          </Link>
        );
      })}
    </nav>
  );
}

/**
 * Renders the specification's icons where they fit next to the links, and the other pages under "More".
 * Between 768 and 1279 px, icons that don't fit are also under "More".
 */
function Icons() {
  const { signOut, isSigningOut } = useSignOut({ showsFailure: true });
  const theme = useThemeToggle();
  const inBar = DESTINATIONS.filter(({ inBar }) => inBar);
  return (
    <span className="hidden items-center gap-0.5 md:flex">
      {inBar.map(({ name, path, icon }, index) => (
        <span key={path} className={FITS[index]?.shown}>
          <IconLink icon={icon} label={name} to={path} />
        </span>
      ))}
      <Menu trigger={<MoreButton />}>
        {DESTINATIONS.map((place) => (
          <MenuItem key={place.path} asChild className={FITS[inBar.indexOf(place)]?.inMenu}>
            <Link to={place.path}>
              <place.icon className="size-5" /> {place.name}
            </Link>
          </MenuItem>
        ))}
        <MenuItem className="min-[1080px]:hidden" onSelect={theme.toggle}>
          <theme.Icon className="size-5" />
          {theme.label}
        </MenuItem>
        <MenuItem className="min-[1080px]:hidden" disabled={isSigningOut} onSelect={() => void signOut()}>
          <LogOut className="size-5" /> Sign out
        </MenuItem>
      </Menu>
      <span className="hidden items-center gap-0.5 min-[1080px]:flex">
        <ThemeToggle />
        <IconButton
          icon={LogOut}
          label={isSigningOut ? 'Signing out...' : 'Sign out'}
          disabled={isSigningOut}
          onClick={signOut}
        />
      </span>
    </span>
  );
}

/** The smallest width at which each icon fits in the bar. On narrower screens, the menu lists the page. */
const FITS = [
  { shown: 'hidden min-[820px]:block', inMenu: 'min-[820px]:hidden' },
  { shown: 'hidden min-[860px]:block', inMenu: 'min-[860px]:hidden' },
  { shown: 'hidden min-[900px]:block', inMenu: 'min-[900px]:hidden' },
  { shown: 'hidden min-[940px]:block', inMenu: 'min-[940px]:hidden' },
  { shown: 'hidden min-[985px]:block', inMenu: 'min-[985px]:hidden' },
] as const;

function MoreButton(props: React.ComponentProps<'button'>) {
  return (
    <button
      type="button"
      aria-label="More"
      className="grid size-10 place-items-center rounded-2 text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:size-11"
      {...props}
    >
      <Ellipsis className="size-5" />
    </button>
  );
}

export const drawerPanel = lazyPart(() => import('./drawer-panel'));

function Drawer({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [wasOpened, setWasOpened] = useState(false);
  if (open && !wasOpened) setWasOpened(true);
  const returnFocus = useReturnFocus(open);
  const part = useLoaded(drawerPanel, wasOpened);
  if (!part || !wasOpened) return null;
  return <part.DrawerPanel open={open} onOpenChange={onOpenChange} returnFocus={returnFocus} />;
}

function IconLink({ icon: Icon, label, to }: { icon: LucideIcon; label: string; to: string }) {
  return (
    <Tooltip text={label}>
      <Link
        to={to}
        aria-label={label}
        className="grid size-10 place-items-center rounded-2 text-ink-2 hover:bg-sunken hover:text-ink"
      >
        <Icon className="size-5" />
      </Link>
    </Tooltip>
  );
}

function ThemeToggle() {
  const { Icon, label, toggle } = useThemeToggle();
  return <IconButton icon={Icon} label={label} onClick={toggle} />;
}
