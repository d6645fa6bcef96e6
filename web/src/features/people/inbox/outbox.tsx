import { useMutation } from '@tanstack/react-query';
import { toastRefusal } from '@/entities/refusal/refusal-messages';
import { formatMoney } from '@/lib/money';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import { RowList } from '@/ui/row-list';
import { peopleMutations } from '../mutations';
import { formatState, formatUntil } from '../people-text';
import type { PeerPayment } from '../queries';

type OutboxProps = { payments: readonly PeerPayment[]; today: string; timeZone: string };

/** Renders the customer's open transfers and requests. */
export function Outbox({ payments, today, timeZone }: OutboxProps) {
  const waiting = payments.filter(({ state }) => state === 'pending');
  if (waiting.length === 0) return null;
  return (
    <Section title="Sent and pending" aside={waiting.length}>
      <RowList label="Sent and pending">
        {waiting.map((payment) => (
          <Waiting key={payment.id} payment={payment} today={today} timeZone={timeZone} />
        ))}
      </RowList>
    </Section>
  );
}

function Waiting({ payment, today, timeZone }: { payment: PeerPayment; today: string; timeZone: string }) {
  const cancel = useMutation(peopleMutations.cancel);
  const remind = useMutation(peopleMutations.remind);
  const { kind, name, amount, currency, note, peer_transfer_id: transferId } = payment;
  const isRequest = kind === 'request';
  const canRemind = isRequest && payment.day < today && payment.reminded_on !== today;
  const onError = toastRefusal(currency);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-48 flex-1">
        <p className="break-words">
          <Money amount={amount} currency={currency} /> {isRequest ? 'requested from' : 'for'}{' '}
          <strong className="font-semibold">{name}</strong>
        </p>
        <p className="break-words text-ink-3 text-sm">
          {[note, formatState(payment), formatUntil(payment.expires_at, timeZone)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div className="flex gap-2">
        {isRequest && (
          <Button
            busy={remind.isPending}
            disabled={!canRemind}
            aria-label={`Remind ${name}`}
            onClick={() =>
              remind.mutate(transferId, { onSuccess: () => toast.success(`${name} reminded`), onError })
            }
          >
            {payment.reminded_on === today ? 'Reminded today' : 'Remind'}
          </Button>
        )}
        <Button
          busy={cancel.isPending}
          aria-label={`Cancel ${formatMoney(amount, currency)} ${isRequest ? 'requested from' : 'for'} ${name}`}
          onClick={() =>
            cancel.mutate(transferId, {
              onSuccess: () =>
                toast.success(
                  isRequest ? 'Request canceled' : `${formatMoney(amount, currency)} returned to you`,
                ),
              onError,
            })
          }
        >
          Cancel
        </Button>
      </div>
    </li>
  );
}
