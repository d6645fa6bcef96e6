import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { PaymentFlow } from '@/entities/payment/payment-flow';
import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { ErrorState } from '@/ui/error-state';
import { Dialog } from '@/ui/overlays/dialog';
import { Page } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import type { Card } from '../../entities/card/queries';
import { DetailsPart } from './details/details-part';
import { ManagePart } from './manage/manage-part';
import { creditCardMutations } from './mutations';
import { PartNav } from './part-nav';
import { getPath, type PartSlug } from './parts';
import { RewardsPart } from './rewards/rewards-part';
import { SummaryPart } from './summary/summary-part';
import { ChargeForm } from './transactions/charge-form';
import { StatementView } from './transactions/statement-view';
import { TransactionsPart } from './transactions/transactions-part';
import { type CardView, useCardView } from './use-card-view';

type CardRoomProps = {
  card: Card;
  part: PartSlug;
  /** The closing day of the selected statement, if any. */
  statementDay: string | null;
  switcher: ReactNode;
};

/** The page of a card: its sections, and buttons to charge and pay it. */
export function CardDetailPage({ card, part, statementDay, switcher }: CardRoomProps) {
  const [asked, setAsked] = useState<'charge' | 'pay' | null>(null);
  const { view, error, readAgain, isReading } = useCardView(card);
  const pay = useMutation(creditCardMutations.pay);
  const statement = view?.standing?.statement;
  const due = Math.min(statement?.left ?? 0, card.balance);
  const close = () => setAsked(null);
  const dialog = (which: 'charge' | 'pay') => ({
    open: asked === which,
    onOpenChange: (open: boolean) => setAsked(open ? which : null),
  });
  return (
    <article aria-label={card.name}>
      <Page
        title={card.name}
        above={switcher}
        actions={
          card.closed_at === null && (
            <>
              <Button onClick={() => setAsked('charge')}>Charge</Button>
              <Button variant="primary" disabled={card.balance <= 0} onClick={() => setAsked('pay')}>
                {due > 0 ? `Pay ${formatMoney(due, card.currency)}` : 'Pay'}
              </Button>
            </>
          )
        }
      >
        <PartNav cardId={card.id} part={part} />
        {card.closed_at !== null && (
          <AlertBox
            kind="info"
            fact={`Closed on ${formatTextDate(card.closed_at, view?.zone)}.`}
            className="mb-8"
          >
            This card is closed. You can still view its history.
          </AlertBox>
        )}
        {card.frozen && card.closed_at === null && part !== 'manage' && (
          <AlertBox
            kind="info"
            fact="Frozen."
            className="mb-8"
            action={
              <Link to={getPath(card.id, 'manage')} className="text-link">
                Unfreeze card
              </Link>
            }
          >
            New purchases are declined. Payments, refunds, interest, and autopay continue.
          </AlertBox>
        )}
        {view ? (
          <Part view={view} part={part} statementDay={statementDay} />
        ) : error ? (
          <ErrorState title="We couldn't load this card." onRetry={readAgain} busy={isReading} />
        ) : (
          <SkeletonRows rows={6} label="Loading the card" />
        )}
      </Page>
      <Dialog {...dialog('charge')} title={`Charge ${card.name}`}>
        {asked === 'charge' && <ChargeForm card={card} onDone={close} />}
      </Dialog>
      <Dialog {...dialog('pay')} title={`Pay ${card.name}`}>
        {asked === 'pay' && !view && <SkeletonRows rows={3} label="Loading the card" />}
        {asked === 'pay' && view && (
          <PaymentFlow
            name={card.name}
            owed={card.balance}
            currency={card.currency}
            sources={view.accounts}
            suggestions={getSuggestions(card, statement)}
            onPay={async (payment) => (await pay.mutateAsync({ cardId: card.id, ...payment })).balance}
            onDone={close}
          />
        )}
      </Dialog>
    </article>
  );
}

function Part({ view, part, statementDay }: { view: CardView; part: PartSlug; statementDay: string | null }) {
  const statement = view.statements.find(({ to_date }) => to_date === statementDay);
  if (statement) return <StatementView view={view} statement={statement} />;
  switch (part) {
    case '':
      return <SummaryPart view={view} />;
    case 'details':
      return <DetailsPart view={view} />;
    case 'rewards':
      return <RewardsPart view={view} />;
    case 'transactions':
      return <TransactionsPart view={view} />;
    case 'manage':
      return <ManagePart view={view} />;
  }
}

/** Suggested payments without duplicates. */
function getSuggestions(card: Card, statement: { left: number; minimumLeft: number } | null | undefined) {
  const all = [
    { label: 'Full balance', amount: card.balance },
    { label: 'Statement balance', amount: statement?.left ?? 0 },
    { label: 'Minimum payment', amount: statement?.minimumLeft ?? 0 },
  ];
  return all
    .filter(({ amount }, index) => all.findIndex((other) => other.amount === amount) === index)
    .toReversed();
}
