import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Account } from '@/entities/account/queries';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatMoney } from '@/lib/money';
import { useRequestId } from '@/lib/request-id';
import { Dialog } from '@/ui/overlays/dialog';
import { peopleMutations } from '../mutations';
import { LimitsLine } from '../pay/limits-line';
import { MoneyReview } from '../pay/money-review';
import { AccountField } from '../pay/person-fields';
import { Receipt } from '../pay/receipt';
import { formatTransfer } from '../people-text';
import type { PeerPayment, PeerTransfer } from '../queries';

type AnswerDialogProps = {
  transfer: PeerTransfer | null;
  accounts: readonly Account[];
  onClose: () => void;
};

/** Accepts a transfer or pays a request: account, effect, and receipt. */
export function AnswerDialog({ transfer, accounts, onClose }: AnswerDialogProps) {
  return (
    <Dialog
      open={transfer !== null}
      onOpenChange={(open) => !open && onClose()}
      title={transfer ? formatTransfer(transfer, transfer.from_name) : ''}
      description={transfer?.note}
    >
      {transfer && <Answer key={transfer.id} transfer={transfer} accounts={accounts} onClose={onClose} />}
    </Dialog>
  );
}

function Answer({
  transfer,
  accounts,
  onClose,
}: {
  transfer: PeerTransfer;
  accounts: readonly Account[];
  onClose: () => void;
}) {
  const isPayment = transfer.kind === 'payment';
  const { from_name: name, from_address: address, amount, currency } = transfer;
  const [accountId, setAccountId] = useState(
    (accounts.find((account) => account.currency === currency) ?? accounts[0])?.id ?? '',
  );
  const [refusal, setRefusal] = useState<string>();
  const [done, setDone] = useState<PeerPayment | null>(null);
  const take = useMutation(peopleMutations.take);
  const accept = useMutation(peopleMutations.accept);
  const answer = isPayment ? take : accept;
  const requestId = useRequestId();
  const account = accounts.find(({ id }) => id === accountId);
  const money = formatMoney(amount, currency);

  function confirm() {
    const content = { letterId: transfer.id, accountId };
    answer.mutate(
      { ...content, requestId: requestId.for(content) },
      {
        onSuccess: setDone,
        onError: (error) => setRefusal(getRefusalMessage(error, currency) ?? undefined),
      },
    );
  }

  if (done) {
    return (
      <Receipt
        fact={isPayment ? `${money} added to ${account?.name}.` : `${money} paid to ${done.name}.`}
        onDone={onClose}
      >
        Future payments between you arrive instantly.
      </Receipt>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <AccountField
        label={isPayment ? 'Deposit to' : 'From'}
        accounts={accounts}
        value={accountId}
        onValueChange={(id) => {
          setAccountId(id);
          setRefusal(undefined);
        }}
      />
      {!isPayment && (
        <p className="-mt-3 text-ink-3 text-sm">
          <LimitsLine currency={currency} />
        </p>
      )}
      {account && (
        <MoneyReview
          account={account}
          direction={isPayment ? 'in' : 'out'}
          amount={amount}
          currency={currency}
          who={isPayment ? `From ${name}` : `To ${name}`}
          address={address}
          note={null}
          words={isPayment ? `Accept ${money}` : `Pay ${money} to ${name}`}
          refusal={refusal}
          busy={answer.isPending}
          onConfirm={confirm}
        />
      )}
    </div>
  );
}
