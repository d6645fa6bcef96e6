import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Account, isUsable, maskedNumber } from '@/entities/account/queries';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatMoney } from '@/lib/money';
import { useRequestId } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { LabeledSelect } from '@/ui/forms/labeled';
import { Dialog } from '@/ui/overlays/dialog';
import type { DialogState } from '@/ui/overlays/use-dialogs';
import { accountMutations } from '../mutations';

type CloseProps = { account: Account; accounts: readonly Account[] };

export function CloseDialog({ account, accounts, ...dialog }: CloseProps & DialogState) {
  return (
    <Dialog
      {...dialog}
      title={`Close ${account.name}?`}
      description="Money can't move in or out of a closed account. You keep its history and can reopen it."
    >
      <CloseForm account={account} accounts={accounts} onDone={dialog.onClose} />
    </Dialog>
  );
}

function CloseForm({ account, accounts, onDone }: CloseProps & { onDone: () => void }) {
  const others = accounts.filter((item) => item.id !== account.id && isUsable(item));
  const isEmpty = account.balance === 0;
  const [target, setTarget] = useState(others[0]?.id ?? '');
  const requestId = useRequestId();
  const { mutate, isPending, error: failure } = useMutation(accountMutations.close);
  const error = getRefusalMessage(failure, account.currency) ?? undefined;
  const targetName = others.find(({ id }) => id === target)?.name;
  function close() {
    const content = { id: account.id, sweepTo: isEmpty ? null : target };
    mutate(
      { ...content, requestId: requestId.for(content) },
      {
        onSuccess: () => {
          toast.success(`${account.name} closed`);
          onDone();
        },
      },
    );
  }
  if (!isEmpty && others.length === 0) {
    return (
      <p>
        This account still has {formatMoney(account.balance, account.currency)}, and you have no other account
        to transfer it to. Withdraw it or open another account first.
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      {!isEmpty && (
        <LabeledSelect
          label={`Transfer ${formatMoney(account.balance, account.currency)} to`}
          error={error}
          value={target}
          onChange={(event) => setTarget(event.target.value)}
          options={others.map((other) => ({
            value: other.id,
            label: `${other.name} ${maskedNumber(other)} (${other.currency})`,
          }))}
        />
      )}
      {isEmpty && error && <p className="text-negative">{error}</p>}
      <Button variant="primary" size="lg" busy={isPending} onClick={close}>
        {isEmpty
          ? `Close ${account.name}`
          : `Transfer ${formatMoney(account.balance, account.currency)} to ${targetName} and close`}
      </Button>
    </div>
  );
}
