import type { User } from '@supabase/supabase-js';
import { Ellipsis, LogOut, type LucideIcon, Menu as MenuIcon, Search } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { lazyComponent } from '@/lib/bundle/lazy';
import { lazyPart, useLoaded } from '@/lib/bundle/use-loaded';
import { runWhenIdle } from '@/lib/bundle/when-idle';
import type { SessionState } from '@/lib/session';
import { useStore } from '@/lib/storage/create-store';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Menu, MenuItem } from '@/ui/overlays/menu';
import { Tooltip } from '@/ui/overlays/tooltip';
import { useReturnFocus } from '@/ui/overlays/use-return-focus';
import { useRovingFocus } from '@/ui/use-roving-focus';
import { commandDialog, commands, MODIFIER, openSearch, useSearchKey } from '../commands/command-dialogs';
import { useSignOut } from '../use-sign-out';
import { IconButton } from './icon-button';
import { Logo } from './logo';
import { BAR_PAGES, getCurrentLink, NAVIGATION, type Page } from './navigation';
import { NotificationBell, notificationList } from './notification-bell';
import { PageItem } from './page-item';
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
      <div className="mx-auto flex h-14 max-w-360 items-center gap-2 px-(--gutter) xl:gap-3">
        {customer && (
          <IconButton
            icon={MenuIcon}
            label="Open menu"
            className="-ml-2 md:hidden"
            onClick={() => setDrawerOpen(true)}
          />
        )}
        <Link to={customer ? '/dashboard' : '/'} aria-label="Sandbank" className="touch-area rounded-1">
          {/* Hides the product's name where the links need the space. */}
          <Logo className={customer ? 'md:max-[1360px]:gap-0 md:max-[1360px]:[&>span]:hidden' : undefined} />
        </Link>
        {customer ? <Links /> : <span className="flex-1" />}
        {customer ? (
          <>
            <SearchField />
            <Tools customer={customer} />
          </>
        ) : (
          <div className="flex items-center gap-1">
            <ThemeToggle />
            {session.status !== 'loading' && <WaysIn />}
          </div>
        )}
      </div>
      {customer && <Drawer open={drawerOpen} onOpenChange={setDrawerOpen} />}
      {customer && <CommandDialogs />}
    </header>
  );
}

/** Loads the panels of the top bar before they are opened. */
function prepareOpened(): void {
  for (const part of [commands, notificationList, drawerPanel, MenuGroups]) part.load().catch(() => {});
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

/** Renders the links to the main pages. They are one Tab stop. */
function Links() {
  const current = getCurrentLink(useLocation().pathname);
  const links = useRovingFocus<HTMLElement>();
  return (
    <nav aria-label="Main" className="hidden h-full md:flex xl:ml-2" {...links}>
      {NAVIGATION.map(({ name, path }) => {
        const active = path === current;
        return (
          <Link
            key={path}
            to={path}
            aria-current={active ? 'page' : undefined}
            className={classNames(
              'flex items-center whitespace-nowrap border-transparent border-y-2 px-0.75 font-medium text-xs xl:px-1.75 xl:text-sm min-[1440px]:px-2 min-[1500px]:px-2.5',
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

function CommandDialogs() {
  useSearchKey();
  const part = useLoaded(commands, useStore(commandDialog) !== null);
  return part && <part.Commands />;
}

/** The pages of the More menu. */
const MenuGroups = lazyComponent(() => import('./menu-groups').then((module) => module.MenuGroups));

/** Renders a button that looks like a field, where the bar has space for it. */
function SearchField() {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={openSearch}
      className="ml-auto hidden h-8.5 w-37 items-center gap-2 rounded-2 border border-line bg-surface px-2.5 text-ink-3 text-sm hover:border-line-strong hover:text-ink min-[1440px]:flex"
    >
      <Search className="size-4" /> Search
      <kbd
        aria-hidden
        className="ml-auto whitespace-nowrap rounded-1 bg-sunken px-1.5 font-medium font-sans text-ink-2 text-xs leading-5"
      >
        {MODIFIER === '⌘' ? '⌘K' : 'Ctrl K'}
      </kbd>
    </button>
  );
}

/**
 * Renders the specification's icons where they fit next to the links, and the other pages under "More".
 * Between 768 and 1279 px, icons that don't fit are also under "More". The icons are one Tab stop.
 */
function Tools({ customer }: { customer: User }) {
  const { signOut, isSigningOut } = useSignOut({ showsFailure: true });
  const theme = useThemeToggle();
  const tools = useRovingFocus<HTMLDivElement>();
  return (
    <div
      role="toolbar"
      aria-label="Tools"
      className="ml-auto flex items-center gap-0.5 min-[1440px]:ml-0"
      {...tools}
    >
      <IconButton
        icon={Search}
        label="Search"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        className="max-[819px]:hidden min-[1440px]:hidden"
        onClick={openSearch}
      />
      {BAR_PAGES.slice(0, 3).map((page) => (
        <PageIcon key={page.path} page={page} />
      ))}
      <span className="hidden md:block">
        <Menu trigger={<MoreButton />}>
          <MenuItem className="min-[820px]:hidden" onSelect={openSearch}>
            <Search className="size-5" /> Search
          </MenuItem>
          {BAR_PAGES.map((page) => (
            <PageItem key={page.path} page={page} className={FITS[page.path]?.inMenu} />
          ))}
          <Suspense fallback={null}>
            <MenuGroups />
          </Suspense>
          <MenuItem className="min-[1150px]:hidden" onSelect={theme.toggle}>
            <theme.Icon className="size-5" />
            {theme.label}
          </MenuItem>
          <MenuItem className="min-[1150px]:hidden" disabled={isSigningOut} onSelect={() => void signOut()}>
            <LogOut className="size-5" /> Sign out
          </MenuItem>
        </Menu>
      </span>
      <Divider />
      <NotificationBell />
      {BAR_PAGES.slice(3, 4).map((page) => (
        <PageIcon key={page.path} page={page} />
      ))}
      <Divider />
      {BAR_PAGES.slice(4).map((page) => (
        <PageIcon key={page.path} page={page} />
      ))}
      <span className="hidden items-center gap-0.5 min-[1150px]:flex">
        <ThemeToggle />
        <IconButton
          icon={LogOut}
          label={isSigningOut ? 'Signing out...' : 'Sign out'}
          disabled={isSigningOut}
          onClick={signOut}
        />
      </span>
      <span className="w-1.5" />
      <UserMenu customer={customer} />
    </div>
  );
}

/** The smallest width at which each icon fits in the bar. On narrower screens, the menu lists the page. */
const FITS: Record<string, { shown: string; inMenu: string }> = {
  '/budgets': { shown: 'hidden min-[860px]:block', inMenu: 'min-[860px]:hidden' },
  '/goals': { shown: 'hidden min-[900px]:block', inMenu: 'min-[900px]:hidden' },
  '/analytics': { shown: 'hidden min-[945px]:block', inMenu: 'min-[945px]:hidden' },
  '/support': { shown: 'hidden min-[990px]:block', inMenu: 'min-[990px]:hidden' },
  '/settings': { shown: 'hidden min-[1035px]:block', inMenu: 'min-[1035px]:hidden' },
};

function PageIcon({ page: { name, path, icon } }: { page: Page }) {
  return (
    <span className={FITS[path]?.shown}>
      <IconLink icon={icon} label={name} to={path} />
    </span>
  );
}

function Divider() {
  return <span aria-hidden className="mx-1 hidden h-5 w-px bg-line min-[1150px]:block" />;
}

function MoreButton(props: React.ComponentProps<'button'>) {
  return (
    <button
      type="button"
      aria-label="More"
      className="grid size-9 place-items-center rounded-2 text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:size-11"
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
        className="grid size-9 place-items-center rounded-2 text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:size-11"
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
