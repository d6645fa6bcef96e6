import { useMutation } from '@tanstack/react-query';
import { Ban, Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { Account } from '@/entities/account/queries';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Money } from '@/ui/money';
import { Menu, MenuItem } from '@/ui/overlays/menu';
import { Section } from '@/ui/page';
import { RowList } from '@/ui/row-list';
import { peopleMutations } from '../mutations';
import { getSenderName } from '../people-text';
import type { Contact, PeerTransfer } from '../queries';
import { AnswerDialog } from './answer-dialog';
import { DeclineDialog } from './decline-dialog';

type InboxProps = {
  transfers: readonly PeerTransfer[];
  accounts: readonly Account[];
  contacts: readonly Contact[];
};

/** Renders the transfers and requests that the customer must answer. */
export function Inbox({ transfers: sent, accounts, contacts }: InboxProps) {
  const transfers = sent.map((transfer) => ({ ...transfer, from_name: getSenderName(transfer, contacts) }));
  const [answered, setAnswered] = useState<PeerTransfer | null>(null);
  const [declined, setDeclined] = useState<PeerTransfer | null>(null);
  const block = useMutation(peopleMutations.blockSender);

  return (
    <>
      {transfers.length > 0 && (
        <Section title="Inbox" aside={transfers.length}>
          <RowList label="Waiting for you">
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
                    aria-label={`Decline what ${transfer.from_name} ${transfer.kind === 'payment' ? 'sent' : 'requested'}`}
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
                        <Ellipsis aria-hidden className="size-5" strokeWidth={1.5} />
                      </Button>
                    }
                  >
                    <MenuItem
                      onSelect={() =>
                        block.mutate(transfer.id, {
                          onSuccess: () => toast.success(`${transfer.from_name} is blocked.`),
                          onError: (error) => {
                            const words = getRefusalMessage(error, transfer.currency);
                            if (words) toast.error(words);
                          },
                        })
                      }
                    >
                      <Ban aria-hidden className="size-5" strokeWidth={1.5} /> Block {transfer.from_name}
                    </MenuItem>
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
