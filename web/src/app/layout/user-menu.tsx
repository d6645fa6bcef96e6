import type { User } from '@supabase/supabase-js';
import { useMutation } from '@tanstack/react-query';
import { Eye, EyeOff, ListChecks, LogOut, Save, Settings, UserRound } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { Avatar } from '@/entities/customer/avatar';
import { firstStepsMutations } from '@/features/dashboard/start/first-steps-mutations';
import { usePreferences } from '@/lib/storage/preferences';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '@/ui/overlays/menu';
import { togglePrivacy } from '../privacy';
import { useSignOut } from '../use-sign-out';

export function UserMenu({ customer }: { customer: User }) {
  const { signOut, isSigningOut } = useSignOut({ showsFailure: false });
  const { privacy } = usePreferences();
  const { mutateAsync: show } = useMutation(firstStepsMutations.show);
  const navigate = useNavigate();
  const replaySteps = async () => {
    await show({ customerId: customer.id, shows: true });
    await navigate('/dashboard');
    window.scrollTo({ top: 0 });
  };
  const email = customer.email ?? '';
  const initials = email.slice(0, 2).toUpperCase() || 'U';
  const avatar = (
    <button
      type="button"
      aria-label={`${initials}, my account menu`}
      className="grid size-9 shrink-0 place-items-center overflow-hidden rounded-full bg-ink font-semibold text-canvas text-sm pointer-coarse:size-11"
    >
      <Avatar initials={initials} />
    </button>
  );
  return (
    <Menu trigger={avatar}>
      <MenuLabel>
        <span className="block font-semibold text-base text-ink">My Account</span>
        <span className="block max-w-64 truncate">
          {email || (customer.phone ? `+${customer.phone}` : 'Demo, expires in 24 hours')}
        </span>
      </MenuLabel>
      <MenuSeparator />
      {customer.is_anonymous && (
        <MenuItem asChild>
          <Link to="/settings/profile">
            <Save className="size-5 text-ink-2" /> Save your progress
          </Link>
        </MenuItem>
      )}
      <MenuItem asChild>
        <Link to="/settings">
          <UserRound className="size-5 text-ink-2" /> Profile
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link to="/settings">
          <Settings className="size-5 text-ink-2" /> Settings
        </Link>
      </MenuItem>
      <MenuItem onSelect={() => void replaySteps().catch(() => {})}>
        <ListChecks className="size-5 text-ink-2" /> Get started
      </MenuItem>
      <MenuItem onSelect={togglePrivacy}>
        {privacy ? <Eye className="size-5 text-ink-2" /> : <EyeOff className="size-5 text-ink-2" />}{' '}
        {privacy ? 'Show amounts' : 'Hide amounts'}
        <kbd aria-hidden className="ml-auto pl-4 text-ink-3 text-sm pointer-coarse:hidden">
          Alt+P
        </kbd>
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        disabled={isSigningOut}
        onSelect={(event) => {
          event.preventDefault();
          void signOut();
        }}
      >
        <LogOut className="size-5 text-ink-2" /> {isSigningOut ? 'Signing out...' : 'Sign out'}
      </MenuItem>
    </Menu>
  );
}
