import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Account } from '@/entities/account/queries';
import { formatMoney } from '@/lib/money';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import type { DialogState } from '@/ui/overlays/use-dialogs';
import { accountMutations } from '../mutations';

export function DeleteDialog({ account, ...dialog }: { account: Account } & DialogState) {
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation(accountMutations.delete);
  function remove() {
    mutate(account.id, {
      onSuccess: async () => {
        toast.success(`${account.name} deleted`);
        await navigate('/dashboard', { replace: true });
      },
    });
  }
  return (
    <Dialog
      {...dialog}
      title={`Delete ${account.name}?`}
      description="This permanently deletes the account and its transactions. The ledger keeps the entries."
    >
      <div className="flex flex-col gap-5">
        {account.balance !== 0 && (
          <AlertBox fact={`This account still has ${formatMoney(account.balance, account.currency)}.`}>
            Deleting the account also deletes this money. To keep it, close the account instead and choose
            where to transfer it.
          </AlertBox>
        )}
        <Button variant="danger" size="lg" busy={isPending} onClick={remove}>
          {account.balance === 0
            ? `Delete ${account.name}`
            : `Delete ${account.name} with ${formatMoney(account.balance, account.currency)}`}
        </Button>
        <Button variant="ghost" onClick={dialog.onClose}>
          Keep account
        </Button>
      </div>
    </Dialog>
  );
}
