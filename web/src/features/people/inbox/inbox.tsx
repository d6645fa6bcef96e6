import { useMutation } from '@tanstack/react-query';
import { Ban, Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import type { Account } from '@/entities/account/queries';
import { getRefusalMessage, toastRefusal } from '@/entities/refusal/refusal-messages';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { formatMoney } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/forms/text-field';
import { Money } from '@/ui/money';
import { Dialog } from '@/ui/overlays/dialog';
import { Menu, MenuAction } from '@/ui/overlays/menu';
import { Section } from '@/ui/page';
import { RowList } from '@/ui/row-list';
import { peopleMutations } from '../mutations';
import { LimitsLine, MoneyReview, Receipt } from '../pay/money-review';
import { AccountField } from '../pay/person-fields';
import { formatTransfer, getSenderName } from '../people-text';
import type { Contact, PeerPayment, PeerTransfer } from '../queries';

type InboxProps = {
  transfers: readonly PeerTransfer[];
  accounts: readonly Account[];
  contacts: readonly Contact[];
};

/** Renders the transfers and requests that need the customer's response. */
export function Inbox({ transfers: sent, accounts, contacts }: InboxProps) {
  const transfers = sent.map((transfer) => ({ ...transfer, from_name: getSenderName(transfer, contacts) }));
  const [answered, setAnswered] = useState<PeerTransfer | null>(null);
  const [declined, setDeclined] = useState<PeerTransfer | null>(null);
  const block = useMutation(peopleMutations.blockSender);

  return (
    <>
      {transfers.length > 0 && (
        <Section title="Inbox" aside={transfers.length}>
          <RowList label="Needs your response">
            {transfers.map((transfer) => (
              <li key={transfer.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
                <div className="min-w-48 flex-1">
                  <p className="break-words">
                    <strong className="font-semibold">{transfer.from_name}</strong>{' '}
                    {transfer.kind === 'payment' ? 'sent you' : 'requested'}{' '}
                    <Money amount={transfer.amount} currency={transfer.currency} />
                  </p>
                  <p className="break-words text-ink-3 text-sm">
                    {[
                      transfer.note,
                      transfer.from_address ?? 'no email address',
                      transfer.reminders > 0 && 'reminded',
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                </div>
                <div className="flex gap-2">
                  <Button
                    variant="primary"
                    disabled={accounts.length === 0}
                    aria-label={`${transfer.kind === 'payment' ? 'Accept payment from' : 'Pay'} ${transfer.from_name}`}
                    onClick={() => setAnswered(transfer)}
                  >
                    {transfer.kind === 'payment' ? 'Accept' : 'Pay'}
                  </Button>
                  <Button
                    aria-label={`Decline the ${transfer.kind === 'payment' ? 'payment' : 'request'} from ${transfer.from_name}`}
                    onClick={() => setDeclined(transfer)}
                  >
                    Decline
                  </Button>
                  <Menu
                    trigger={
                      <Button
                        variant="ghost"
                        className="px-2.5!"
                        aria-label={`More options for ${transfer.from_name}`}
                      >
                        <Ellipsis className="size-5" />
                      </Button>
                    }
                  >
                    <MenuAction
                      icon={Ban}
                      label={`Block ${transfer.from_name}`}
                      onSelect={() =>
                        block.mutate(transfer.id, {
                          onSuccess: () => toast.success(`${transfer.from_name} is blocked.`),
                          onError: toastRefusal(transfer.currency),
                        })
                      }
                    />
                  </Menu>
                </div>
              </li>
            ))}
          </RowList>
          {accounts.length === 0 && (
            <AlertBox kind="info" fact="No accounts yet" className="mt-4">
              Open an account to accept this payment.
            </AlertBox>
          )}
        </Section>
      )}
      <AnswerDialog transfer={answered} accounts={accounts} onClose={() => setAnswered(null)} />
      <DeclineDialog transfer={declined} onClose={() => setDeclined(null)} />
    </>
  );
}

type AnswerDialogProps = { transfer: PeerTransfer | null; accounts: readonly Account[]; onClose: () => void };

/** Renders the dialog to accept a transfer or pay a request: account, effect, and receipt. */
function AnswerDialog({ transfer, accounts, onClose }: AnswerDialogProps) {
  return (
    <Dialog
      open={transfer !== null}
      onClose={onClose}
      title={transfer ? formatTransfer(transfer, transfer.from_name) : ''}
      description={transfer?.note}
    >
      {transfer && <Answer key={transfer.id} transfer={transfer} accounts={accounts} onClose={onClose} />}
    </Dialog>
  );
}

function Answer({ transfer, accounts, onClose }: AnswerDialogProps & { transfer: PeerTransfer }) {
  const isPayment = transfer.kind === 'payment';
  const { from_name: name, from_address: address, amount, currency } = transfer;
  const [accountId, setAccountId] = useState(
    (accounts.find((account) => account.currency === currency) ?? accounts[0])?.id ?? '',
  );
  const answer = useIdempotentMutation(isPayment ? peopleMutations.take : peopleMutations.accept);
  const account = accounts.find(({ id }) => id === accountId);
  const money = formatMoney(amount, currency);
  const done = answer.data as PeerPayment | undefined;

  if (done) {
    return (
      <Receipt
        fact={isPayment ? `${money} added to ${account?.name}.` : `${money} paid to ${done.name}.`}
        onDone={onClose}
      >
        Future payments between the two of you will arrive instantly.
      </Receipt>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <AccountField
        label={isPayment ? 'Deposit to' : 'From'}
        accounts={accounts}
        value={accountId}
        disabled={answer.isPending}
        onValueChange={(id) => {
          setAccountId(id);
          answer.reset();
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
          text={isPayment ? `Accept ${money}` : `Pay ${money} to ${name}`}
          refusal={getRefusalMessage(answer.error, currency) ?? undefined}
          busy={answer.isPending}
          onConfirm={() => answer.mutate({ peer_transfer_id: transfer.id, account_id: accountId })}
        />
      )}
    </div>
  );
}

/**
 * Renders the dialog to decline a transfer or request with an optional message. Declining doesn't move any of
 * the customer's money.
 */
function DeclineDialog({ transfer, onClose }: { transfer: PeerTransfer | null; onClose: () => void }) {
  return (
    <Dialog
      open={transfer !== null}
      onClose={onClose}
      title={transfer?.kind === 'payment' ? 'Return this payment?' : 'Decline this request?'}
      description={
        transfer &&
        `${formatMoney(transfer.amount, transfer.currency)} ${transfer.kind === 'payment' ? 'returns to' : 'stays in your account, and'} ${transfer.from_name}${transfer.kind === 'payment' ? '' : ' gets a notification'}.`
      }
    >
      {transfer && <Decline transfer={transfer} onClose={onClose} />}
    </Dialog>
  );
}

const declineSchema = z.object({ note: z.string().trim() });

function Decline({ transfer, onClose }: { transfer: PeerTransfer; onClose: () => void }) {
  const decline = useMutation(peopleMutations.decline);
  const { control, submit, isSubmitting } = useBankForm({
    schema: declineSchema,
    defaults: { note: '' },
    currency: transfer.currency,
    refusedField: 'note',
    onSubmit: async ({ note }) => {
      await decline.mutateAsync({ peer_transfer_id: transfer.id, note: note || null });
      toast.success(transfer.kind === 'payment' ? 'Payment returned' : 'Request declined');
      onClose();
    },
  });
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <TextField control={control} name="note" label="Message" note="optional" autoFocus maxLength={140} />
      <Button type="submit" variant="danger" size="lg" busy={isSubmitting}>
        {transfer.kind === 'payment' ? 'Return payment' : 'Decline'}
      </Button>
    </form>
  );
}
