import { useQuery } from '@tanstack/react-query';
import { RectangleEllipsis, Repeat, ShieldCheck } from 'lucide-react';
import { getPath, statementPath } from '@/entities/card/card-paths';
import { entriesSince, getParts, isPurchase, sumEntries } from '@/entities/card/entries';
import { creditCardQueries } from '@/entities/card/queries';
import type { CardView } from '@/entities/card/use-card-view';
import { PendingRows } from '@/entities/hold/pending-rows';
import { holdQueries } from '@/entities/hold/queries';
import { refundQueries } from '@/entities/refund/queries';
import { transactionQueries } from '@/entities/transaction/queries';
import { formatAutopay } from '@/features/card-management/autopay-form';
import { FreezeRow } from '@/features/card-management/freeze-row';
import { formatControl } from '@/features/card-management/spending-controls';
import { computeRewardsByCategory } from '@/features/card-rewards/rewards';
import { EntryRow } from '@/features/card-transactions/entry-row';
import { formatCount } from '@/lib/count';
import { formatAs, formatListDate, formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { FirstRows } from '@/ui/first-rows';
import { TextLink } from '@/ui/link';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';
import { CustomerCardFace } from '../details/customer-card-face';
import { UsageHistory } from '../details/usage-history';
import { DuePanel } from './due-panel';
import { OwedFigures } from './owed-figures';

export function SummaryPart({ view }: { view: CardView }) {
  const { card } = view;
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-x-16 gap-y-8 md:grid-cols-[minmax(0,380px)_1fr]">
        <div className="max-w-90">
          <CustomerCardFace card={card} />
        </div>
        <OwedFigures view={view} />
      </div>
      {card.closed_at === null && (
        <div className="mt-12">
          <DuePanel view={view} />
        </div>
      )}
      <div className="mt-12 grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,400px)]">
        <div className="flex flex-col gap-12">
          <SinceStatement view={view} />
          <StatementList view={view} />
        </div>
        <div className="flex flex-col gap-12">
          <RewardsGlance view={view} />
          {card.closed_at === null && <ManageGlance view={view} />}
          <UsageHistory view={view} />
        </div>
      </div>
    </>
  );
}

function ManageGlance({ view }: { view: CardView }) {
  const { data: controls = [] } = useQuery(creditCardQueries.controls(view.card.id));
  const { data: categories } = useQuery(transactionQueries.categories());
  const getName = (id: string | null) => categories?.find((category) => category.id === id)?.name ?? null;
  const [first] = controls;
  const rest = controls.length > 1 ? ` and ${controls.length - 1} more` : '';
  const manage = getPath(view.card.id, 'manage');
  return (
    <Section title="Manage" aside={<TextLink to={manage}>View all</TextLink>}>
      <ul className="divide-y divide-line border-line border-t">
        <FreezeRow card={view.card} />
        <Row to={manage} icon={<Repeat className="size-5" />} title="Autopay" detail={formatAutopay(view)} />
        <Row
          to={manage}
          icon={<ShieldCheck className="size-5" />}
          title="Spending controls"
          detail={
            first
              ? `${formatControl(first, getName(first.category_id), view.card.currency)}${rest}`
              : 'None set'
          }
        />
        <Row
          to={manage}
          icon={<RectangleEllipsis className="size-5" />}
          title="Replace card"
          detail="New number, same balance and rewards"
        />
      </ul>
    </Section>
  );
}

function RewardsGlance({ view }: { view: CardView }) {
  const { card, status } = view;
  const earned = computeRewardsByCategory(entriesSince(view.closedOn, view.entries, view.zone), card.product);
  return (
    <Section
      title="Rewards"
      aside={
        <TextLink to={getPath(card.id, 'rewards')}>
          {card.rewards_balance > 0 ? 'Redeem' : 'How to earn'}
        </TextLink>
      }
    >
      <p>
        <Money amount={card.rewards_balance} currency={card.currency} size="panel" />
      </p>
      <p className="mt-1 text-ink-2">
        Available to redeem.
        {status !== null && status.rewardsSoFar > 0 && (
          <>
            {' '}
            <Money amount={status.rewardsSoFar} currency={card.currency} expected /> more with your next
            statement.
          </>
        )}
      </p>
      {earned.length > 0 && (
        <RowList label="Rewards this cycle" className="mt-4">
          {earned.map(({ name, rate, earned: amount }) => (
            <Row
              key={name}
              title={<span className="font-normal">{`${name}, ${rate}% back`}</span>}
              end={<Money amount={amount} currency={card.currency} signed expected />}
            />
          ))}
        </RowList>
      )}
    </Section>
  );
}

const SHOWN = 9;

function SinceStatement({ view }: { view: CardView }) {
  const { card, zone, entries, status, closedOn } = view;
  const closing = status?.statement?.balance ?? view.statements[0]?.closing_balance ?? 0;
  const since = entriesSince(closedOn, entries, zone);
  const purchases = since.filter(isPurchase);
  const pending = useQuery(holdQueries.open()).data?.filter(({ card_id }) => card_id === card.id) ?? [];
  const refunds = useQuery(refundQueries.open()).data?.filter(({ card_id }) => card_id === card.id) ?? [];
  const money = (amount: number) => formatMoney(amount, card.currency);
  return (
    <Section
      title={closedOn ? 'Since last statement' : 'So far'}
      aside={
        status && (
          <>
            {purchases.length > 0 && (
              <span className="max-sm:hidden">
                {money(sumEntries(purchases))} in {formatCount(purchases.length, 'purchase')},{' '}
              </span>
            )}
            closes {formatListDate(status.closesOn)}
          </>
        )
      }
    >
      <PendingRows holds={pending} refunds={refunds} getCurrency={() => card.currency} isCharge />
      {since.length === 0 ? (
        <p className="border-line border-t pt-4 text-ink-3">
          {closedOn ? 'No activity yet' : 'No charges yet'}
        </p>
      ) : (
        <RowList label="Card activity">
          {since.slice(0, SHOWN).map((entry) => (
            <EntryRow key={entry.id} entry={entry} currency={card.currency} zone={zone} />
          ))}
        </RowList>
      )}
      <p className="mt-4 flex flex-wrap justify-between gap-x-6 gap-y-2 text-ink-3 text-sm">
        {closedOn && <span className="figures">{formatSum(closing, since, money, card.balance)}</span>}
        {entries.length > 0 && <TextLink to={getPath(card.id, 'transactions')}>View transactions</TextLink>}
      </p>
    </Section>
  );
}

/** Formats `$906.75 statement + $359.21 since = $1,265.96 owed.` */
function formatSum(
  closing: number,
  since: Parameters<typeof getParts>[0],
  money: (amount: number) => string,
  owed: number,
): string {
  const { charges, payments, interest, fees } = getParts(since);
  const terms = [
    `${money(closing)} statement`,
    payments > 0 && `\u2212 ${money(payments)} paid`,
    charges > 0 && `+ ${money(charges)} since`,
    interest > 0 && `+ ${money(interest)} interest`,
    fees > 0 && `+ ${money(fees)} fees`,
  ];
  return `${terms.filter(Boolean).join(' ')} = ${money(owed)} owed.`;
}

function StatementList({ view }: { view: CardView }) {
  const { card, statements } = view;
  return (
    <Section title="Statements">
      {statements.length === 0 ? (
        <p className="border-line border-t pt-4 text-ink-3">
          Your first statement appears here when the billing cycle closes.
        </p>
      ) : (
        <FirstRows label="Statements" items={statements}>
          {(statement) => (
            <Row
              key={statement.id}
              to={statementPath(card.id, statement.to_date)}
              title={formatAs(statement.to_date, 'MMMM yyyy')}
              detail={`Closed ${formatTextDate(statement.to_date)}${statement.interest > 0 ? `, ${formatMoney(statement.interest, card.currency)} interest` : ''}${statement.fees > 0 ? `, ${formatMoney(statement.fees, card.currency)} fees` : ''}`}
              end={<Money amount={statement.closing_balance} currency={card.currency} />}
            />
          )}
        </FirstRows>
      )}
    </Section>
  );
}
