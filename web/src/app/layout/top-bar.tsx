import { Ellipsis, LogOut, Menu as MenuIcon, Moon, Sun } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { SessionState } from '@/lib/session';
import { useTheme } from '@/lib/theme';
import { whenCalm } from '@/lib/when-calm';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Menu, MenuItem } from '@/ui/menu';
import { useSignOut } from '../use-sign-out';
import { Drawer, drawerPanel } from './drawer';
import { IconButton } from './icon-button';
import { IconLink } from './icon-link';
import { Logo } from './logo';
import { isWithin, NAVIGATION, PLACES } from './navigation';
import { NotificationBell, notificationList } from './notification-bell';
import { ThemeToggle } from './theme-toggle';
import { UserMenu } from './user-menu';

/** The navigation above every page: links for customers, the way in for visitors. */
export function TopBar({ session }: { session: SessionState }) {
  const customer = session.status === 'signed-in' ? session.session.user : null;
  const [drawerOpen, setDrawerOpen] = useState(false);
  const isCustomer = customer !== null;
  useEffect(() => {
    if (isCustomer) whenCalm(prepareOpened);
  }, [isCustomer]);
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-canvas print:hidden">
      <div className="mx-auto flex h-14 max-w-360 items-center gap-2 px-(--gutter) lg:gap-4">
        {customer && (
          <IconButton
            icon={MenuIcon}
            label="Open the menu"
            className="-ml-2 md:hidden"
            onClick={() => setDrawerOpen(true)}
          />
        )}
        <Link to={customer ? '/dashboard' : '/'} aria-label="Sandbank" className="rounded-1">
          {/* Where the links need the room, the picture says whose bank it is. */}
          <Logo className={customer ? 'md:max-lg:gap-0 md:max-lg:[&>span]:hidden' : undefined} />
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

/** What the bar opens is there before it is pressed. */
function prepareOpened(): void {
  for (const part of [notificationList, drawerPanel]) part.load().catch(() => {});
}

/** Not shown before it is known that nobody is signed in. */
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
  const { pathname } = useLocation();
  return (
    <nav aria-label="Main" className="hidden h-full md:flex lg:ml-4">
      {NAVIGATION.map(({ name, path }) => {
        const active = isWithin(pathname, path);
        return (
          <Link
            key={path}
            to={path}
            aria-current={active ? 'page' : undefined}
            className={classNames(
              'flex items-center whitespace-nowrap border-transparent border-y-2 px-0.75 font-medium text-xs lg:px-2 lg:text-sm min-[1400px]:px-2.5',
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

/** From 1280 px the specification's icons one by one and the rest under "More"; from 768 px all of it there. */
function Icons() {
  const { signOut, isSigningOut } = useSignOut({ showsFailure: true });
  const [theme, chooseTheme] = useTheme();
  const isDark = theme === 'dark';
  const Theme = isDark ? Sun : Moon;
  return (
    <>
      <span className="hidden items-center gap-0.5 xl:flex">
        {PLACES.filter(({ inBar }) => inBar).map(({ name, path, icon }) => (
          <IconLink key={path} icon={icon} label={name} to={path} />
        ))}
        <Menu trigger={<MoreButton />}>
          <PlaceItems of={PLACES.filter(({ inBar }) => !inBar)} />
        </Menu>
        <ThemeToggle />
        <IconButton
          icon={LogOut}
          label={isSigningOut ? 'Signing out...' : 'Sign out'}
          disabled={isSigningOut}
          onClick={signOut}
        />
      </span>
      <span className="hidden items-center gap-0.5 md:flex xl:hidden">
        <Menu trigger={<MoreButton />}>
          <PlaceItems of={PLACES} />
          <MenuItem onSelect={() => chooseTheme(isDark ? 'light' : 'dark')}>
            <Theme aria-hidden className="size-5" strokeWidth={1.5} />
            {isDark ? 'Switch to light mode' : 'Switch to dark mode'}
          </MenuItem>
          <MenuItem disabled={isSigningOut} onSelect={() => void signOut()}>
            <LogOut aria-hidden className="size-5" strokeWidth={1.5} /> Sign out
          </MenuItem>
        </Menu>
      </span>
    </>
  );
}

function PlaceItems({ of }: { of: typeof PLACES }) {
  return of.map(({ name, path, icon: Icon }) => (
    <MenuItem key={path} asChild>
      <Link to={path}>
        <Icon aria-hidden className="size-5" strokeWidth={1.5} /> {name}
      </Link>
    </MenuItem>
  ));
}

function MoreButton(props: React.ComponentProps<'button'>) {
  return (
    <button
      type="button"
      aria-label="More"
      className="grid size-10 place-items-center rounded-2 text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:size-11"
      {...props}
    >
      <Ellipsis aria-hidden className="size-5" strokeWidth={1.5} />
    </button>
  );
}
