import { DAY_MS, dayText, Zone } from '@engine/calendar/calendar.ts';
import { addMinor, fromMinor, type Minor, toMinor } from '@engine/money/minor.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { accountQueries, isUsable } from '@/entities/account/queries';
import { customerQueries } from '@/entities/customer/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { exchangeRateQueries } from '@/entities/household/exchange-rate-queries';
import { formatCount } from '@/lib/count';
import { BROWSER_TIME_ZONE, relativeTime } from '@/lib/dates';
import { convertMinor, formatMinor, sumByCurrency } from '@/lib/money';
import { useReturn } from '@/lib/navigation/return-to';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { ErrorState } from '@/ui/error-state';
import { ExampleRows } from '@/ui/examples';
import { LinkButton } from '@/ui/link';
import { Money } from '@/ui/money';
import { Dialog } from '@/ui/overlays/dialog';
import { Page, Section } from '@/ui/page';
import { Skeleton, SkeletonRows } from '@/ui/skeleton';
import { AutoDepositForm } from './auto-deposit-form';
import { AutoDepositRule } from './auto-deposit-rule';
import { DepositCalendar } from './preview/deposit-calendar';
import { formatDay, getUpcomingDeposits, type UpcomingDeposit } from './preview/upcoming-deposits';
import { type AutoDeposit, autoDepositQueries } from './queries';
import { LatestDeposits, RuleHistory } from './rule-history';

const DAYS_AHEAD = 30;

type OpenDialog =
  | { what: 'create'; isPaycheck?: boolean }
  | { what: 'edit' | 'history'; rule: AutoDeposit }
  | null;

export default function AutoDepositPage() {
  const list = useQuery(autoDepositQueries.list());
  const accountList = useQuery(accountQueries.list());
  const me = useQuery(customerQueries.me());
  const household = useQuery(clockQueries.household());
  const [search, setSearch] = useSearchParams();
  const returnToTask = useReturn();
  const [openDialog, setOpenDialog] = useState<OpenDialog>(
    search.get('new') === 'paycheck' ? { what: 'create', isPaycheck: true } : null,
  );
  const zoneName = me.data?.time_zone ?? BROWSER_TIME_ZONE;
  const zone = useMemo(() => new Zone(zoneName), [zoneName]);
  const now = me.data ? Date.parse(me.data.now) : null;
  const row = household.data;
  const deposits = useMemo(() => (row ? getUpcomingDeposits(row, DAYS_AHEAD) : null), [row]);
  const accounts = accountList.data;
  const usable = accounts?.filter(isUsable) ?? [];
  const rules = list.data;
  const isReady = rules && accounts && now !== null;
  const failed = [list, accountList, me].find(
    ({ data, error, fetchStatus }) => !data && (error || fetchStatus === 'paused'),
  );
  const getAccount = (rule: AutoDeposit) => accounts?.find(({ id }) => id === rule.account_id);
  const close = () => {
    setOpenDialog(null);
    if (returnToTask) returnToTask();
    else if (search.has('new')) setSearch({}, { replace: true });
  };

  return (
    <Page
      title="Auto deposit"
      actions={
        isReady && usable.length > 0 && rules.length > 0 ? (
          <Button variant="primary" onClick={() => setOpenDialog({ what: 'create' })}>
            New auto deposit
          </Button>
        ) : undefined
      }
    >
      {failed ? (
        <ErrorState
          title={
            failed.fetchStatus === 'paused'
              ? "You're offline. Reconnect to see your auto deposits."
              : "We couldn't load your auto deposits."
          }
          onRetry={() => void failed.refetch()}
          busy={failed.isFetching}
        />
      ) : !isReady ? (
        <>
          <Skeleton className="mb-10 h-14 w-64" />
          <SkeletonRows rows={3} label="Loading auto deposits" />
        </>
      ) : rules.length === 0 ? (
        <Nothing canCreate={usable.length > 0} onCreate={() => setOpenDialog({ what: 'create' })} />
      ) : (
        <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div>
            {list.fetchStatus === 'paused' && (
              <p className="mb-4 text-ink-3 text-sm">
                Last updated {relativeTime(new Date(list.dataUpdatedAt), new Date())}.
              </p>
            )}
            <UpcomingFigure
              deposits={deposits}
              days={DAYS_AHEAD}
              now={now}
              zone={zone}
              base={me.data?.base_currency ?? 'USD'}
            />
            <div className="mt-10">
              {rules.map((rule) => (
                <AutoDepositRule
                  key={rule.id}
                  rule={rule}
                  account={getAccount(rule)}
                  deposits={deposits ?? []}
                  now={now}
                  zone={zone}
                  onEdit={() => setOpenDialog({ what: 'edit', rule })}
                  onHistory={() => setOpenDialog({ what: 'history', rule })}
                />
              ))}
            </div>
            <LatestDeposits
              rules={rules}
              currencyOf={(rule) => getAccount(rule)?.currency ?? 'USD'}
              zone={zoneName}
            />
          </div>
          <Section title={`The next ${DAYS_AHEAD} days`}>
            {deposits ? (
              <DepositCalendar deposits={deposits} now={now} zone={zone} days={DAYS_AHEAD} />
            ) : (
              <Skeleton className="h-64 w-full" />
            )}
          </Section>
        </div>
      )}
      {openDialog?.what === 'history' ? (
        <Dialog onClose={close} title={openDialog.rule.name} description="Newest first.">
          <RuleHistory
            rule={openDialog.rule}
            currency={getAccount(openDialog.rule)?.currency ?? 'USD'}
            zone={zoneName}
          />
        </Dialog>
      ) : (
        <Dialog
          open={openDialog !== null && now !== null && (openDialog.what === 'edit' || usable.length > 0)}
          onClose={close}
          wide
          title={getTitle(openDialog)}
        >
          {openDialog && now !== null && (
            <AutoDepositForm
              {...(openDialog.what === 'edit' && { rule: openDialog.rule })}
              isPaycheck={openDialog.what === 'create' && openDialog.isPaycheck}
              accounts={getAccountChoices(openDialog, usable, accounts ?? [])}
              now={now}
              zone={zone}
              onDone={close}
            />
          )}
        </Dialog>
      )}
    </Page>
  );
}

function getTitle(openDialog: OpenDialog): string {
  if (openDialog?.what === 'edit') return `Edit ${openDialog.rule.name}`;
  return openDialog?.what === 'create' && openDialog.isPaycheck ? 'Add your paycheck' : 'New auto deposit';
}

/** Returns the possible target accounts, including the rule's current account even if it is closed. */
function getAccountChoices<Choice extends { id: string }>(
  openDialog: NonNullable<OpenDialog>,
  usable: readonly Choice[],
  all: readonly Choice[],
): readonly Choice[] {
  if (openDialog.what === 'create') return usable;
  const { account_id } = openDialog.rule;
  const own = all.find(({ id }) => id === account_id);
  return own && !usable.some(({ id }) => id === own.id) ? [own, ...usable] : usable;
}

function Nothing({ canCreate, onCreate }: { canCreate: boolean; onCreate: () => void }) {
  return (
    <EmptyState
      title="No automatic deposits yet"
      example={
        <ExampleRows
          rows={[
            { title: 'Paycheck', detail: 'Every 2 weeks, on Friday', end: '+$1,780.00' },
            { title: 'Allowance', detail: 'Every month, on the 1st', end: '+$100.00' },
          ]}
        />
      }
      action={
        canCreate ? (
          <Button variant="primary" onClick={onCreate}>
            Set up auto deposit
          </Button>
        ) : (
          <LinkButton to="/create-account" variant="primary">
            Open account
          </LinkButton>
        )
      }
    >
      {canCreate
        ? 'Add a paycheck every Friday, or an allowance every hour. Then fast-forward to see it arrive.'
        : 'Open an account to receive auto deposits.'}
    </EmptyState>
  );
}

type ComingProps = {
  /** Null while loading. */
  deposits: readonly UpcomingDeposit[] | null;
  days: number;
  now: number;
  zone: Zone;
  /** The currency of the total. */
  base: string;
};

/** Renders the total of upcoming deposits. Converts foreign currencies at today's rates. */
function UpcomingFigure({ deposits, days, now, zone, base }: ComingProps) {
  const coming = deposits?.filter(({ missing }) => missing === null) ?? [];
  const totals = sumByCurrency(coming);
  const [only] = totals.keys();
  const isMixed = totals.size > 1;
  const rates = useQuery({
    ...exchangeRateQueries.day(base, dayText(zone.getDay(now))),
    enabled: isMixed,
  });
  const figure = isMixed
    ? rates.data && convertTotals(totals, rates.data)
    : (totals.get(only ?? base) ?? toMinor(0));
  const currency = isMixed ? base : (only ?? base);
  return (
    <div>
      <p className="text-ink-3 text-sm">Arriving in the next {days} days</p>
      {deposits && figure !== undefined ? (
        <p aria-live="polite">
          <Money amount={fromMinor(figure)} currency={currency} size="page" expected />
        </p>
      ) : (
        <Skeleton className="my-2 h-12 w-64" />
      )}
      <p className="figures text-ink-3 text-sm">
        {formatCount(coming.length, 'deposit')} until {formatDay(now + days * DAY_MS, zone)}
        {isMixed &&
          `: ${[...totals].map(([code, total]) => formatMinor(total, code)).join(' and ')}, at today's rates`}
      </p>
    </div>
  );
}

function convertTotals(totals: ReadonlyMap<string, Minor>, rates: Record<string, number>): Minor {
  return addMinor(...[...totals].map(([code, total]) => convertMinor(total, rates[code] ?? 1)));
}
