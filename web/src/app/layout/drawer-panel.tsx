import { LogOut, Search, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { Link, useLocation } from 'react-router';
import { classNames } from '@/ui/class-names';
import { useBackButton } from '@/ui/overlays/back-button';
import { openSearch } from '../commands/command-dialogs';
import { useSignOut } from '../use-sign-out';
import { Logo } from './logo';
import { DESTINATIONS } from './menu-pages';
import { ENHANCED_FEATURES, getCurrentLink, NAVIGATION } from './navigation';
import { useThemeToggle } from './use-theme-toggle';

const ITEM = 'flex min-h-12 w-full items-center gap-3 rounded-2 px-3 text-left font-medium hover:bg-sunken';
type DrawerPanelProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  returnFocus: (event: Event) => void;
};

export function DrawerPanel({ open, onOpenChange, returnFocus }: DrawerPanelProps) {
  const theme = useThemeToggle();
  const { signOut, isSigningOut } = useSignOut({ showsFailure: true });
  const close = () => onOpenChange(false);
  useBackButton(open, close);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] animate-slide-in flex-col overflow-y-auto bg-raised p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-3 focus:outline-none"
        >
          <div className="flex items-center justify-between px-3">
            <Dialog.Title>
              <span className="sr-only">Menu for </span>
              <Logo />
            </Dialog.Title>
            <Dialog.Close
              aria-label="Close menu"
              className="grid size-11 place-items-center rounded-2 hover:bg-sunken"
            >
              <X className="size-5" />
            </Dialog.Close>
          </div>
          <button
            type="button"
            className={classNames(ITEM, 'mt-3')}
            onClick={() => {
              close();
              openSearch();
            }}
          >
            <Search className="size-5 text-ink-2" /> Search
          </button>
          <nav aria-label="Main">
            <Links of={NAVIGATION} onFollow={close} />
            <h3 className="mt-3 border-line border-t px-3 pt-4 pb-1 font-medium text-ink-3 text-sm">
              Enhanced Features
            </h3>
            <Links of={ENHANCED_FEATURES} onFollow={close} />
          </nav>
          <div className="mt-3 border-line border-t pt-3">
            {DESTINATIONS.filter(
              ({ path }) => !ENHANCED_FEATURES.some((feature) => feature.path === path),
            ).map(({ name, path, icon: Icon }) => (
              <Link key={path} to={path} onClick={close} className={ITEM}>
                <Icon className="size-5 text-ink-2" /> {name}
              </Link>
            ))}
            <button type="button" className={ITEM} onClick={theme.toggle}>
              <theme.Icon className="size-5 text-ink-2" />
              {theme.label}
            </button>
            <button type="button" className={ITEM} disabled={isSigningOut} onClick={() => void signOut()}>
              <LogOut className="size-5 text-ink-2" /> {isSigningOut ? 'Signing out...' : 'Sign out'}
            </button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Links({ of, onFollow }: { of: readonly { name: string; path: string }[]; onFollow: () => void }) {
  const current = getCurrentLink(useLocation().pathname);
  return of.map(({ name, path }) => (
    <Link
      key={path}
      to={path}
      onClick={onFollow}
      aria-current={path === current ? 'page' : undefined}
      className={classNames(ITEM, path === current && 'bg-accent-soft text-accent-ink')}
    >
      {name}
    </Link>
  ));
}
