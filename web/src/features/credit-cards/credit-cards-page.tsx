import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { CardFace } from '@/entities/card/card-face';
import { getCardPath, getPath, PARTS, type PartSlug } from '@/entities/card/card-paths';
import { creditCardMutations } from '@/entities/card/mutations';
import { type Card, creditCardQueries } from '@/entities/card/queries';
import { type CardView, useCardView } from '@/entities/card/use-card-view';
import { PaymentFlow } from '@/entities/payment/payment-flow';
import { tourAnchor } from '@/entities/tour/tour-anchor';
import { CardForm } from '@/features/card-management/card-form';
import { ManagePart } from '@/features/card-management/manage-part';
import { RewardsPart } from '@/features/card-rewards/rewards-part';
import { ChargeForm } from '@/features/card-transactions/charge-form';
import { StatementView } from '@/features/card-transactions/statement-view';
import { TransactionsPart } from '@/features/card-transactions/transactions-part';
import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { useOpenByHash } from '@/lib/navigation/use-open-by-hash';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { EmptyState } from '@/ui/empty-state';
import { LinkButton, TextLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Dialog } from '@/ui/overlays/dialog';
import { useDialogs } from '@/ui/overlays/use-dialogs';
import { Page } from '@/ui/page';
import { Skeleton, SkeletonRows } from '@/ui/skeleton';
import { Tabs } from '@/ui/tabs';
import { DetailsPart } from './details/details-part';
import { SummaryPart } from './summary/summary-part';

export default function CreditCardsPage() {
  const query = useQuery(creditCardQueries.list());
  const isClosed = ({ closed_at }: Card) => closed_at !== null;
  // Closed cards come last.
  const cards = query.data?.toSorted((left, right) => Number(isClosed(left)) - Number(isClosed(right)));
  const { '*': path = '' } = useParams();
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const location = getCardPath(path);
  const chosen = cards?.find(({ id }) => id === location.cardId) ?? cards?.[0];
  return (
    <>
      {chosen && cards ? (
        <CardDetailPage
          key={chosen.id}
          card={chosen}
          part={location.part}
          statementDay={location.statement}
          switcher={
            <CardSwitcher cards={cards} chosen={chosen} part={location.part} onAdd={() => setAdding(true)} />
          }
        />
      ) : (
        <Page title="Credit cards">
          <Loaded from={query} failure="We couldn't load your cards." placeholder={<CardSkeleton />}>
            {() => (
              <EmptyState
                title="No credit cards yet"
                example={
                  <div aria-hidden="true" className="w-72 max-w-full">
                    <CardFace name="Your card" lastFour="0000" holder="Your name" />
                  </div>
                }
                action={
                  <span className="flex flex-wrap justify-center gap-2">
                    <Button variant="primary" onClick={() => setAdding(true)}>
                      Add card
                    </Button>
                    <LinkButton to="/credit-cards/catalog">Find a card</LinkButton>
                  </span>
                }
              >
                Choose a limit and an APR, then make charges and payments.
              </EmptyState>
            )}
          </Loaded>
        </Page>
      )}
      <Dialog open={adding} onClose={() => setAdding(false)} title="Add credit card">
        <CardForm
          onDone={(saved) => {
            setAdding(false);
            if (saved) void navigate(getPath(saved.id));
          }}
        />
      </Dialog>
    </>
  );
}

function CardSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-x-16 gap-y-8 md:grid-cols-[minmax(0,380px)_1fr]">
      <Skeleton className="aspect-[1.586] w-full rounded-3" />
      <div className="flex flex-col gap-4">
        <Skeleton className="h-4 w-20" />
        <Skeleton className="h-14 w-60" />
        <Skeleton className="h-8 w-full" />
      </div>
    </div>
  );
}

type CardDetailPageProps = {
  card: Card;
  part: PartSlug;
  /** The closing day of the selected statement, if any. */
  statementDay: string | null;
  switcher: ReactNode;
};

const HASHES: Record<string, 'pay'> = { '#pay': 'pay' };

function CardDetailPage({ card, part, statementDay, switcher }: CardDetailPageProps) {
  const { open, close, dialog } = useDialogs<'charge' | 'pay'>();
  useOpenByHash(HASHES, getPath(card.id), open);
  const loading = useCardView(card);
  const view = loading.data;
  const pay = useMutation(creditCardMutations.pay);
  const statement = view?.status?.statement;
  const due = Math.min(statement?.left ?? 0, card.balance);
  return (
    <article aria-label={card.name}>
      <Page
        title={card.name}
        above={<div className="mb-2">{switcher}</div>}
        tabs={<PartNav cardId={card.id} part={part} />}
        actions={
          card.closed_at === null && (
            <>
              <Button onClick={() => open('charge')}>Charge</Button>
              <Button variant="primary" disabled={card.balance <= 0} onClick={() => open('pay')}>
                {due > 0 ? `Pay ${formatMoney(due, card.currency)}` : 'Pay'}
              </Button>
            </>
          )
        }
      >
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
            action={<TextLink to={getPath(card.id, 'manage')}>Unfreeze card</TextLink>}
          >
            New purchases are declined. Payments, refunds, interest, and autopay continue.
          </AlertBox>
        )}
        <Loaded from={loading} failure="We couldn't load this card." rows={6} label="Loading the card">
          {(loaded) => <Part view={loaded} part={part} statementDay={statementDay} />}
        </Loaded>
      </Page>
      <Dialog {...dialog('charge')} title={`Charge ${card.name}`}>
        <ChargeForm card={card} onDone={close} />
      </Dialog>
      <Dialog {...dialog('pay')} title={`Pay ${card.name}`}>
        {!view && <SkeletonRows rows={3} label="Loading the card" />}
        {view && (
          <PaymentFlow
            name={card.name}
            owed={card.balance}
            currency={card.currency}
            accounts={view.accounts}
            suggestions={getSuggestions(card, statement)}
            onPay={async (payment) => (await pay.mutateAsync({ cardId: card.id, ...payment })).balance}
            onDone={close}
          />
        )}
      </Dialog>
    </article>
  );
}

const PART_VIEWS: Record<PartSlug, ComponentType<{ view: CardView }>> = {
  '': SummaryPart,
  details: DetailsPart,
  rewards: RewardsPart,
  transactions: TransactionsPart,
  manage: ManagePart,
};

function Part({ view, part, statementDay }: { view: CardView; part: PartSlug; statementDay: string | null }) {
  const statement = view.statements.find(({ to_date }) => to_date === statementDay);
  const PartView = PART_VIEWS[part];
  return statement ? <StatementView view={view} statement={statement} /> : <PartView view={view} />;
}

function getSuggestions(card: Card, statement: { left: number; minimumLeft: number } | null | undefined) {
  const all = [
    { label: 'Full balance', amount: card.balance },
    { label: 'Statement balance', amount: statement?.left ?? 0 },
    { label: 'Minimum payment', amount: statement?.minimumLeft ?? 0 },
  ];
  return all
    .filter(({ amount }, index) => all.findIndex((first) => first.amount === amount) === index)
    .toReversed();
}

function PartNav({ cardId, part }: { cardId: string; part: PartSlug }) {
  return (
    <div ref={tourAnchor('card-tabs')}>
      <Tabs
        label="Card sections"
        tabs={PARTS.map(({ slug, label }) => ({ to: getPath(cardId, slug), label }))}
        current={getPath(cardId, part)}
        preventScrollReset
      />
    </div>
  );
}

type CardSwitcherProps = { cards: readonly Card[]; chosen: Card; part: PartSlug; onAdd: () => void };

function CardSwitcher({ cards, chosen, part, onAdd }: CardSwitcherProps) {
  return (
    <div className="-mx-(--gutter) flex items-center gap-2 overflow-x-auto px-(--gutter) py-1 [scrollbar-width:none]">
      {cards.length > 1 && (
        <nav aria-label="Your cards">
          <ul className="flex gap-2">
            {cards.map((card) => (
              <li key={card.id}>
                <Link
                  to={getPath(card.id, part)}
                  aria-current={card.id === chosen.id ? 'true' : undefined}
                  className={classNames(
                    'control-height inline-flex items-center gap-2 whitespace-nowrap rounded-2 border px-3.5 font-medium',
                    card.id === chosen.id
                      ? 'border-accent bg-accent-soft'
                      : 'border-line-strong hover:bg-sunken',
                  )}
                >
                  {card.name}
                  <span className="figures font-normal text-ink-3">
                    {card.closed_at === null ? card.card_number.slice(-4) : 'closed'}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <button
        type="button"
        onClick={onAdd}
        className="control-height inline-flex items-center gap-1.5 whitespace-nowrap rounded-2 px-2.5 font-medium text-ink-2 first:-ml-2.5 hover:bg-sunken"
      >
        <Plus className="size-4" /> Add card
      </button>
      <Link
        to="/credit-cards/catalog"
        className="control-height inline-flex items-center whitespace-nowrap rounded-2 px-2.5 font-medium text-ink-2 hover:bg-sunken"
      >
        Find a card
      </Link>
    </div>
  );
}
