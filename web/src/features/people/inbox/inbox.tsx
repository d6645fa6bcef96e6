import { useMutation } from '@tanstack/react-query';
import { Ban, Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { Account } from '@/entities/account/queries';
import { refusalWords } from '@/entities/refusal/refusal-messages';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Money } from '@/ui/money';
import { Menu, MenuItem } from '@/ui/overlays/menu';
import { Section } from '@/ui/page';
import { RowList } from '@/ui/row-list';
import { peopleMutations } from '../mutations';
import { senderOf } from '../people-text';
import type { Contact, Letter } from '../queries';
import { AnswerDialog } from './answer-dialog';
import { DeclineDialog } from './decline-dialog';

type InboxProps = {
  letters: readonly Letter[];
  accounts: readonly Account[];
  contacts: readonly Contact[];
};

/** Renders the transfers and requests that the customer must answer. */
export function Inbox({ letters: sent, accounts, contacts }: InboxProps) {
  const letters = sent.map((letter) => ({ ...letter, from_name: senderOf(letter, contacts) }));
  const [answered, setAnswered] = useState<Letter | null>(null);
  const [declined, setDeclined] = useState<Letter | null>(null);
  const block = useMutation(peopleMutations.blockSender);

  return (
    <>
      {letters.length > 0 && (
        <Section title="Inbox" aside={letters.length}>
          <RowList label="Waiting for you">
            {letters.map((letter) => (
              <li key={letter.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
                <div className="min-w-48 flex-1">
                  <p className="break-words">
                    <strong className="font-semibold">{letter.from_name}</strong>{' '}
                    {letter.kind === 'payment' ? 'sent you' : 'requested'}{' '}
                    <Money amount={letter.amount} currency={letter.currency} />
                  </p>
                  <p className="break-words text-ink-3 text-sm">
                    {[
                      letter.note,
                      letter.from_address ?? 'no email address',
                      letter.reminders > 0 && 'reminded',
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                </div>
                <div className="flex gap-2">
                  <Button
                    variant="primary"
                    disabled={accounts.length === 0}
                    aria-label={`${letter.kind === 'payment' ? 'Accept payment from' : 'Pay'} ${letter.from_name}`}
                    onClick={() => setAnswered(letter)}
                  >
                    {letter.kind === 'payment' ? 'Accept' : 'Pay'}
                  </Button>
                  <Button
                    aria-label={`Decline what ${letter.from_name} ${letter.kind === 'payment' ? 'sent' : 'requested'}`}
                    onClick={() => setDeclined(letter)}
                  >
                    Decline
                  </Button>
                  <Menu
                    trigger={
                      <Button
                        variant="ghost"
                        className="px-2.5!"
                        aria-label={`More options for ${letter.from_name}`}
                      >
                        <Ellipsis aria-hidden className="size-5" strokeWidth={1.5} />
                      </Button>
                    }
                  >
                    <MenuItem
                      onSelect={() =>
                        block.mutate(letter.id, {
                          onSuccess: () => toast.success(`${letter.from_name} is blocked.`),
                          onError: (error) => {
                            const words = refusalWords(error, letter.currency);
                            if (words) toast.error(words);
                          },
                        })
                      }
                    >
                      <Ban aria-hidden className="size-5" strokeWidth={1.5} /> Block {letter.from_name}
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
      <AnswerDialog letter={answered} accounts={accounts} onClose={() => setAnswered(null)} />
      <DeclineDialog letter={declined} onClose={() => setDeclined(null)} />
    </>
  );
}
