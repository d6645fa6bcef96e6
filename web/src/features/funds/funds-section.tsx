import {
  FUNDS,
  type Fund,
  getExpenseRatio,
  getFundName,
  type PricedFund,
} from '@engine/investments/funds.ts';
import { fromMinor, markMinor, sumMinor, toMinor } from '@engine/money/minor.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Account, accountQueries, isUsable } from '@/entities/account/queries';
import { customerQueries } from '@/entities/customer/queries';
import { getDay, startOfDay } from '@/lib/dates';
import { formatExactRate, formatMinor } from '@/lib/money';
import { Bar } from '@/ui/bar';
import { Button } from '@/ui/button';
import { ColorKey } from '@/ui/charts/chart-parts';
import { Description } from '@/ui/description';
import { combineQueries, Loaded } from '@/ui/loaded';
import { Money } from '@/ui/money';
import { useDialogs } from '@/ui/overlays/use-dialogs';
import { Section } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';
import { ConvertDialog } from './convert-dialog';
import { OpenOrders } from './fund-orders';
import { OrderDialog } from './order-dialog';
import {
  formatPrice,
  formatUnits,
  getMix,
  getPositions,
  getTotal,
  isPricedFund,
  type Position,
} from './portfolio';
import { type FundAccount, type FundLot, type FundOrder, fundQueries, type Holding } from './queries';
import { RebalanceDialog } from './rebalance-dialog';
import { FundSettingsDialog } from './settings-dialog';

/** Renders the funds of an investment account, or the offer to convert it. */
export function FundsSection({ account }: { account: Account }) {
  const { id } = account;
  const queries = combineQueries(
    useQuery(fundQueries.account(id)),
    useQuery(fundQueries.holdings(id)),
    useQuery(fundQueries.lots(id)),
    useQuery(fundQueries.orders(id)),
  );
  return (
    <Loaded from={queries} failure="We couldn't load the funds." rows={4}>
      {([fundAccount, holdings, lots, orders]) =>
        fundAccount === null ? (
          <ConvertOffer account={account} />
        ) : (
          <Funds
            account={account}
            fundAccount={fundAccount}
            holdings={holdings}
            lots={lots}
            orders={orders}
          />
        )
      }
    </Loaded>
  );
}

function ConvertOffer({ account }: { account: Account }) {
  const { open, dialog } = useDialogs<'convert'>();
  if (account.currency !== 'USD' || !isUsable(account)) return null;
  return (
    <Section title="Funds" className="mt-12">
      <p className="max-w-prose text-ink-2">
        This account follows the stock market. Convert it to hold stock and bond funds, place orders, and
        choose your mix. Your balance stays the same.
      </p>
      <Button className="mt-4" onClick={() => open('convert')}>
        Convert to funds
      </Button>
      <ConvertDialog account={account} {...dialog('convert')} />
    </Section>
  );
}

type FundsProps = {
  account: Account;
  fundAccount: FundAccount;
  holdings: readonly Holding[];
  lots: readonly FundLot[];
  orders: readonly FundOrder[];
};

function Funds({ account, fundAccount, holdings, lots, orders }: FundsProps) {
  const { open, dialog } = useDialogs<'buy' | 'sell' | 'rebalance' | 'settings'>();
  const [fund, setFund] = useState<PricedFund>('US_STOCKS');
  const accounts = useQuery(accountQueries.list()).data ?? [];
  const positions = getPositions(account.balance, holdings, lots);
  const cashAccounts = accounts.filter(
    (other) =>
      isUsable(other) && other.id !== account.id && other.currency === 'USD' && other.type !== 'INVESTMENT',
  );
  const context = { account, fundAccount, positions, lots, cashAccounts };
  const total = getTotal(positions);
  const isPriced = holdings.length > 0;
  const sellable = positions.find((held) => isPricedFund(held.fund) && held.units > 0)?.fund;
  return (
    <Section
      title="Holdings"
      aside={
        <button
          type="button"
          onClick={() => open('settings')}
          className="min-h-8 font-semibold text-accent-ink underline underline-offset-2"
        >
          Mix and dividends
        </button>
      }
      className="mt-12 lg:col-span-2"
    >
      <AllocationBar positions={positions} target={getMix(fundAccount)} />
      <RowList label="Holdings" className="mt-4">
        {positions
          .filter(({ fund: held, units }) => units > 0 || getMix(fundAccount)[held] > 0)
          .map((position) => (
            <HoldingRow key={position.fund} position={position} target={getMix(fundAccount)[position.fund]} />
          ))}
      </RowList>
      <p className="figures mt-3 text-ink-3 text-sm">
        {isPriced
          ? `${formatMinor(total)} at the last closing prices. The balance above follows at the end of each month and with each order.`
          : 'Prices appear within a minute.'}
      </p>
      {isUsable(account) && (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button
            onClick={() => {
              setFund('US_STOCKS');
              open('buy');
            }}
          >
            Buy
          </Button>
          <Button
            disabled={!sellable}
            onClick={() => {
              if (sellable && isPricedFund(sellable)) setFund(sellable);
              open('sell');
            }}
          >
            Sell
          </Button>
          <Button disabled={!isPriced} onClick={() => open('rebalance')}>
            Rebalance
          </Button>
        </div>
      )}
      <OpenOrders orders={orders} />
      <YearSummary account={account} orders={orders} />
      <OrderDialog key={`buy ${fund}`} {...context} side="buy" fund={fund} {...dialog('buy')} />
      <OrderDialog key={`sell ${fund}`} {...context} side="sell" fund={fund} {...dialog('sell')} />
      <RebalanceDialog {...context} {...dialog('rebalance')} />
      <FundSettingsDialog
        account={account}
        fundAccount={fundAccount}
        cashAccounts={cashAccounts}
        hasSold={orders.some(({ side, status }) => side === 'sell' && status === 'filled')}
        {...dialog('settings')}
      />
    </Section>
  );
}

const COLORS: Record<Fund, string> = {
  US_STOCKS: 'bg-chart-1',
  WORLD_STOCKS: 'bg-chart-1/55',
  BONDS: 'bg-chart-2',
  MONEY_MARKET: 'bg-chart-1/25',
};

/** Returns a share as a whole percentage. */
const formatShare = (share: number) => `${Math.round(share * 100)}%`;

/** Renders the shares of the funds as one bar. */
function AllocationBar({
  positions,
  target,
}: {
  positions: readonly Position[];
  target: Record<Fund, number>;
}) {
  const summary = positions
    .filter(({ share }) => share > 0)
    .map(({ fund, name, share }) => `${name} ${formatShare(share)}, target ${target[fund]}%`)
    .join('; ');
  return (
    <>
      <div role="img" aria-label={`Shares: ${summary}`} className="flex h-4 gap-0.5">
        {positions.map(
          ({ fund, share }) =>
            share > 0 && (
              <span
                key={fund}
                className={`h-full min-w-0 rounded-1 ${COLORS[fund]}`}
                style={{ width: `${share * 100}%` }}
              />
            ),
        )}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-ink-2 text-sm">
        {FUNDS.map((fund) => (
          <ColorKey key={fund} className={COLORS[fund]}>
            {getFundName(fund)}
          </ColorKey>
        ))}
      </ul>
    </>
  );
}

function HoldingRow({ position, target }: { position: Position; target: number }) {
  const { fund, name, units, price, value, gain, share } = position;
  return (
    <Row
      title={name}
      detail={
        <>
          <span className="block truncate">
            {formatShare(share)}, target {target}% · expense ratio {formatExactRate(getExpenseRatio(fund))}
          </span>
          {price > 0 && (
            <span className="block truncate">
              {formatUnits(units)} units at {formatPrice(price)}
            </span>
          )}
        </>
      }
      end={
        <span className="flex items-center gap-6">
          <span className="w-40 max-md:hidden">
            <Bar label={`${name}: share of the account`} share={share} mark={target / 100} />
          </span>
          <span className="w-28">
            <Money amount={fromMinor(value)} />
            {fund !== 'MONEY_MARKET' && units > 0 && (
              <span className={`figures block text-sm ${gain > 0 ? 'text-positive' : 'text-ink-3'}`}>
                {formatMinor(gain, 'USD', true)}
              </span>
            )}
          </span>
        </span>
      }
    />
  );
}

/** Renders the gains that were realized and the dividends that were paid in the current simulated year. */
function YearSummary({ account, orders }: { account: Account; orders: readonly FundOrder[] }) {
  const me = useQuery(customerQueries.me()).data;
  const zone = me?.time_zone ?? 'UTC';
  const year = me ? getDay(me.now, zone).slice(0, 4) : '1970';
  const since = startOfDay(`${year}-01-01`, zone);
  const dividends = useQuery({ ...fundQueries.dividends(account.id, since), enabled: me !== undefined }).data;
  const sales = orders.filter(
    ({ side, status, completed_at }) =>
      side === 'sell' &&
      status === 'filled' &&
      completed_at !== null &&
      getDay(completed_at, zone) >= `${year}-01-01`,
  );
  const gains = sumMinor(sales, ({ gain }) => toMinor(gain ?? 0));
  const long = sumMinor(sales, ({ long_term_gain }) => toMinor(long_term_gain ?? 0));
  const paid = (dividends ?? []).reduce(
    (sum, { facts }) => sum + Number((facts as { amount?: number }).amount ?? 0),
    0,
  );
  if (sales.length === 0 && paid === 0) return null;
  return (
    <dl className="mt-6 flex flex-wrap gap-x-10 gap-y-4 [&_dt]:text-ink-3 [&_dt]:text-sm">
      <Description term={`Realized gains in ${year}`}>
        <Money amount={fromMinor(gains)} size="balance" signed />
      </Description>
      {long !== 0 && (
        <Description term="Of which long-term">
          <Money amount={fromMinor(long)} size="balance" signed />
        </Description>
      )}
      <Description term={`Dividends in ${year}`}>
        <Money amount={fromMinor(markMinor(paid))} size="balance" />
      </Description>
    </dl>
  );
}
