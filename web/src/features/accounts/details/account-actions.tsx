import { useMutation } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Menu, MenuItem, MenuSeparator } from '@/ui/overlays/menu';
import type { Account } from '../../../entities/account/queries';
import { CashDialog } from '../cash-dialog';
import { accountMutations } from '../mutations';
import { CloseDialog } from './close-dialog';
import { DeleteDialog } from './delete-dialog';
import { EditDialog } from './edit-dialog';

type OpenDialog = 'deposit' | 'withdraw' | 'edit' | 'close' | 'delete' | null;

/** Renders the actions of an account. */
export function AccountActions({ account, accounts }: { account: Account; accounts: readonly Account[] }) {
  const [asked, setAsked] = useState<OpenDialog>(null);
  const reopen = useMutation(accountMutations.reopen);
  const dialog = (which: OpenDialog) => ({
    open: asked === which,
    onOpenChange: (open: boolean) => setAsked(open ? which : null),
  });
  if (account.closed_at) {
    return (
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          busy={reopen.isPending}
          onClick={() =>
            reopen.mutate(account.id, { onSuccess: () => toast.success(`${account.name} is open again`) })
          }
        >
          Reopen
        </Button>
        <Button variant="danger" onClick={() => setAsked('delete')}>
          Delete
        </Button>
        <DeleteDialog account={account} {...dialog('delete')} />
      </div>
    );
  }
  return (
    <>
      <Button onClick={() => setAsked('deposit')}>Deposit</Button>
      <Button onClick={() => setAsked('withdraw')}>Withdraw</Button>
      <Button asChild variant="primary">
        <Link to={`/dashboard/move?from=${account.id}`}>Transfer</Link>
      </Button>
      <Menu
        trigger={
          <Button variant="ghost" aria-label="More account options" className="px-2.5!">
            <Ellipsis aria-hidden className="size-5" strokeWidth={1.5} />
          </Button>
        }
      >
        <MenuItem onSelect={() => setAsked('edit')}>Account settings</MenuItem>
        <MenuItem onSelect={() => setAsked('close')}>Close account</MenuItem>
        <MenuSeparator />
        <MenuItem onSelect={() => setAsked('delete')} className="text-negative">
          Delete account
        </MenuItem>
      </Menu>
      <CashDialog account={account} verb="deposit" {...dialog('deposit')} />
      <CashDialog account={account} verb="withdraw" {...dialog('withdraw')} />
      <EditDialog account={account} {...dialog('edit')} />
      <CloseDialog account={account} accounts={accounts} {...dialog('close')} />
      <DeleteDialog account={account} {...dialog('delete')} />
    </>
  );
}
