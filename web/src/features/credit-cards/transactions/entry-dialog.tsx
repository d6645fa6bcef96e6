import { type ReactNode, useState } from 'react';
import { formatInstant } from '@/lib/dates';
import { Button } from '@/ui/button';
import { Money } from '@/ui/money';
import { Dialog } from '@/ui/overlays/dialog';
import type { CardDispute, CardEntry } from '../../../entities/card/queries';
import type { CardView } from '../use-card-view';
import { DisputeForm } from './dispute-form';
import { DisputeBadge, formatOutcome } from './disputes';
import { entryTitle } from './entries';

/** The details of a card transaction, with a dispute button for charges. */
export function EntryDialog({
  view,
  entry,
  dispute,
  onClose,
}: {
  view: CardView;
  entry: CardEntry;
  dispute: CardDispute | undefined;
  onClose: () => void;
}) {
  const { card, zone } = view;
  const [disputing, setDisputing] = useState(false);
  const title = entryTitle(entry);
  const isDisputable =
    entry.kind === 'card_charge' && (!dispute || dispute.status === 'withdrawn') && card.closed_at === null;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={disputing ? `Dispute ${title}` : title}>
      {disputing ? (
        <DisputeForm card={card} entry={entry} onDone={onClose} />
      ) : (
        <div className="flex flex-col gap-5">
          <Money amount={entry.amount} currency={card.currency} size="panel" />
          <dl className="border-line border-t">
            <Line name="When">{formatInstant(entry.at, zone)}</Line>
            {entry.category && <Line name="Category">{entry.category}</Line>}
            {entry.description && <Line name="Description">{entry.description}</Line>}
            <Line name="Owed after it">
              <Money amount={entry.owed} currency={card.currency} />
            </Line>
            <Line name="Entry in the books">{entry.id}</Line>
          </dl>
          {dispute && (
            <div>
              <DisputeBadge dispute={dispute} />
              <p className="mt-2 text-ink-2">{formatOutcome(dispute, card.currency, zone)}</p>
            </div>
          )}
          {isDisputable && <Button onClick={() => setDisputing(true)}>Dispute this charge</Button>}
        </div>
      )}
    </Dialog>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-line border-b py-3">
      <dt className="text-ink-3">{name}</dt>
      <dd className="figures font-medium">{children}</dd>
    </div>
  );
}
