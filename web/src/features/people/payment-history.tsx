import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { useState } from 'react';
import { formatListDate } from '@/lib/dates';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Segmented } from '@/ui/forms/segmented';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';
import { FILTERS, type Filter, formatState, hasMoved, isShown } from './people-text';
import type { Contact, PeerPayment } from './queries';

const PAGE = 20;

type PaymentHistoryProps = {
  payments: readonly PeerPayment[];
  contacts: readonly Contact[];
  /** The email address to filter the list by; null to show everyone. */
  address: string | null;
  onAddress: (address: string | null) => void;
};

/** Renders all payments and requests with their state, newest first. */
export function PaymentHistory({ payments, contacts, address, onAddress }: PaymentHistoryProps) {
  const [filter, setFilter] = useState<Filter>('all');
  const [pages, setPages] = useState(1);
  const matches = payments.filter(
    (payment) => isShown(payment, filter) && (address === null || payment.address === address),
  );
  const shown = matches.slice(0, pages * PAGE);
  const getName = (payment: PeerPayment) =>
    contacts.find((contact) => contact.address !== null && contact.address === payment.address)?.name ??
    payment.name;
  const person = address && (contacts.find((contact) => contact.address === address)?.name ?? address);
  return (
    <Section
      id="history"
      title={person ? `Payments with ${person}` : 'History'}
      aside={
        address && (
          <button type="button" className="text-link" onClick={() => onAddress(null)}>
            Show everyone
          </button>
        )
      }
    >
      <Segmented
        label="Filter payments"
        value={filter}
        onValueChange={setFilter}
        options={FILTERS}
        className="mb-3"
      />
      {shown.length === 0 ? (
        <p className="py-4 text-ink-2">No payments yet</p>
      ) : (
        <RowList label="Payments with people">
          {shown.map((payment) => (
            <Row
              key={payment.id}
              icon={
                payment.direction === 'out' ? (
                  <ArrowUpRight className="size-5" />
                ) : (
                  <ArrowDownLeft className="size-5" />
                )
              }
              title={`${payment.direction === 'out' ? 'To' : 'From'} ${getName(payment)}`}
              detail={[
                formatListDate(payment.day),
                payment.note,
                payment.answer && `\u201c${payment.answer}\u201d`,
              ]
                .filter(Boolean)
                .join(' · ')}
              end={
                <>
                  <Money
                    amount={payment.direction === 'out' ? -payment.amount : payment.amount}
                    currency={payment.currency}
                    signed
                    className={hasMoved(payment) ? '' : 'font-normal! text-ink-3'}
                  />
                  {!hasMoved(payment) && (
                    <span className="mt-0.5 block">
                      <Badge tone={payment.state === 'pending' ? 'info' : 'quiet'}>
                        {formatState(payment)}
                      </Badge>
                    </span>
                  )}
                </>
              }
            />
          ))}
        </RowList>
      )}
      {matches.length > shown.length && (
        <Button variant="ghost" className="mt-2" onClick={() => setPages(pages + 1)}>
          Show more
        </Button>
      )}
    </Section>
  );
}
