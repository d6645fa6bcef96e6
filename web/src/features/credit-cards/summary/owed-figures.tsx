import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { getPath } from '@/entities/card/card-paths';
import { type CardView, getCurrentRate } from '@/entities/card/use-card-view';
import { Explain } from '@/entities/explanation/explain';
import { holdQueries } from '@/entities/hold/queries';
import { tourAnchor } from '@/entities/tour/tour-anchor';
import { lazyComponent } from '@/lib/bundle/lazy';
import { formatTextDate } from '@/lib/dates';
import { formatExactRate, formatMoney, sumAmounts } from '@/lib/money';
import { AlertBox } from '@/ui/alert-box';
import { Bar } from '@/ui/bar';
import { Description } from '@/ui/description';
import { Money } from '@/ui/money';
import { Row, RowList } from '@/ui/row-list';

const NEAR_LIMIT_SHARE = 0.9;
export const GOOD_SHARE = 0.3;

const BALANCE_NAMES = {
  purchases: 'Purchases',
  cash: 'Cash advances',
  transfer: 'Balance transfers',
};

/** Renders the balances by APR, if the card has more than one. */
function Balances({ view: { card, status } }: { view: CardView }) {
  if (!status || status.balances.length === 0) return null;
  return (
    <RowList label="Balances by APR" className="mt-6">
      {status.balances.map(({ kind, owed, apr, until }) => (
        <Row
          key={kind}
          title={BALANCE_NAMES[kind]}
          detail={`${formatExactRate(apr)} APR${until ? ` through ${formatTextDate(until)}, then ${formatExactRate(card.apr)}` : ''}${kind === 'cash' ? ', no grace period' : ''}`}
          end={<Money amount={owed} currency={card.currency} />}
        />
      ))}
    </RowList>
  );
}

/** Loaded only for cards with a credit balance. */
const CreditBalance = lazyComponent(() => import('./credit-balance').then((module) => module.CreditBalance));

export function OwedFigures({ view }: { view: CardView }) {
  const { card } = view;
  const money = (amount: number) => formatMoney(amount, card.currency);
  const share = card.credit_limit === 0 ? 0 : Math.max(0, card.balance) / card.credit_limit;
  const available = card.available_credit;
  const pending = sumAmounts(
    (useQuery(holdQueries.open()).data ?? [])
      .filter(({ card_id }) => card_id === card.id)
      .map(({ remaining_amount }) => remaining_amount),
  );
  const percent = `${Math.round(share * 100)}%`;
  const charges = { text: 'View transactions', to: getPath(card.id, 'transactions') };
  const limits = [
    { name: 'Limit', value: money(card.credit_limit) },
    { name: card.balance < 0 ? 'Credit balance' : 'You owe', value: money(Math.abs(card.balance)) },
  ];
  return (
    <div ref={tourAnchor('card-owed')}>
      <p className="text-ink-3 text-sm">{card.balance < 0 ? 'Credit balance' : 'You owe'}</p>
      <p aria-live="polite">
        <Money
          amount={Math.abs(card.balance)}
          currency={card.currency}
          size="page"
          className="max-md:text-[2.625rem] max-md:leading-12"
        />
      </p>
      {card.balance < 0 && card.closed_at === null && (
        <Suspense fallback={null}>
          <CreditBalance card={card} />
        </Suspense>
      )}
      <dl className="mt-6 flex flex-wrap gap-x-6 gap-y-4 sm:gap-x-12 [&_dt]:text-ink-3 [&_dt]:text-sm">
        <Description term="Available">
          <Explain
            title="Available"
            lesson="utilization"
            formula={
              pending > 0
                ? 'Credit limit minus your balance and pending purchases.'
                : 'Credit limit minus your balance.'
            }
            inputs={pending > 0 ? [...limits, { name: 'Pending', value: money(pending) }] : limits}
            links={[charges]}
          >
            <Money amount={available} currency={card.currency} size="inline" />
          </Explain>
        </Description>
        {pending > 0 && (
          <Description term="Pending">
            <Money amount={pending} currency={card.currency} size="inline" />
          </Description>
        )}
        <Description term="Limit">
          <Money amount={card.credit_limit} currency={card.currency} size="inline" />
        </Description>
        <Description term="APR">
          <span className="figures font-semibold text-xl tracking-money">
            {formatExactRate(getCurrentRate(view))}
          </span>
        </Description>
      </dl>
      <Balances view={view} />
      <Bar
        label={`${card.name} credit utilization`}
        share={share}
        mark={GOOD_SHARE}
        tone={share > NEAR_LIMIT_SHARE ? 'warning' : 'ink'}
        className="mt-5"
      />
      <div className="relative mt-2 flex justify-between gap-4 text-ink-3 text-sm">
        <Explain
          title="Credit utilization"
          lesson="utilization"
          formula="Balance ÷ credit limit."
          inputs={[...limits, { name: 'Active', value: percent }]}
          links={[charges]}
          source="Keep utilization under 30%. Credit scores use your statement balances."
        >
          <span className="font-semibold text-ink">{percent} used</span>
        </Explain>
        <span className="absolute left-[31%]">keep under 30%</span>
        <span>100%</span>
      </div>
      {share > NEAR_LIMIT_SHARE && (
        <AlertBox fact={`${money(available)} of credit left.`} className="mt-4">
          Charges above your limit are declined. A payment frees up credit immediately.
        </AlertBox>
      )}
    </div>
  );
}
