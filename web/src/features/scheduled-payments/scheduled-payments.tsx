import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { useMemo } from 'react';
import { describeYearlyChange } from '@/entities/recurring/yearly-change';
import { TransactionTabs } from '@/entities/transaction/transaction-tabs';
import { daysBetween, formatTextDate, relativeDay } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { useOpenByHash } from '@/lib/navigation/use-open-by-hash';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Money } from '@/ui/money';
import { MenuItem, MenuSeparator, MoreMenu } from '@/ui/overlays/menu';
import { Page, Section } from '@/ui/page';
import { BalanceCalendar } from './calendar/balance-calendar';
import { CalendarFeed } from './calendar-feed/calendar-feed';
import {
  blankFields,
  getCandidateFields,
  getRuleFields,
  getTargetName,
  type Payables,
  usePayables,
} from './edit/draft';
import { PaymentDialogs } from './edit/payment-dialogs';
import { getRuleTarget } from './edit/payment-schema';
import { usePaymentDialog } from './edit/use-payment-dialog';
import { usePaymentActions } from './mutations';
import { RegularRows } from './payments/detected-payments';
import { ExamplePayments } from './payments/example-payments';
import { AMOUNT_LABELS, FREQUENCY_LABELS, type RuleState, ruleStates } from './payments/payment-state';
import type { Affordability, Outgoing } from './projection';
import type { ScheduledPayment } from './queries';
import { OutgoingFigure, UpcomingList, UpcomingProblems } from './upcoming/upcoming-list';

const FIGURE_DAYS = 30;
const HASHES = { '#new': 'new' };

type ScheduledPaymentsProps = {
  rules: readonly ScheduledPayment[];
  household: HouseholdRow;
  affordability: Affordability;
  customer: { id: string; time_zone: string };
};

export function ScheduledPayments({ rules, household, affordability, customer }: ScheduledPaymentsProps) {
  const { today, outgoing } = affordability;
  const open = household.accounts.filter(({ closed }) => !closed);
  const usual = open.find(({ type }) => type === 'CHECKING') ?? open[0];
  const { openDialog, setOpenDialog, close } = usePaymentDialog(usual?.id ?? '', parseDay(today), rules);
  const actions = usePaymentActions();
  const payables = usePayables();
  const states = useMemo(() => ruleStates(household, rules), [household, rules]);
  const zone = customer.time_zone;
  const getAccount = (id: string) => household.accounts.find((account) => account.id === id);
  const history = (rule: ScheduledPayment) => setOpenDialog({ kind: 'history', rule });
  const showIncrease = (rule: ScheduledPayment) => setOpenDialog({ kind: 'increase', rule });
  const edit = (rule: ScheduledPayment | undefined) => {
    if (rule) setOpenDialog({ kind: 'form', rule, beginning: getRuleFields(rule) });
  };
  const create = () => {
    const tomorrow = dayText(parseDay(today) + 1);
    setOpenDialog({ kind: 'form', beginning: blankFields(usual?.id ?? '', tomorrow) });
  };
  useOpenByHash(HASHES, '/scheduled-payments', create);
  const isEmpty = rules.length === 0 && outgoing.length === 0;
  const main = (
    <Button variant="primary" onClick={create}>
      Schedule payment
    </Button>
  );
  return (
    <Page
      title="Scheduled payments"
      actions={isEmpty ? undefined : main}
      tabs={<TransactionTabs current="/scheduled-payments" />}
    >
      <UpcomingProblems
        rules={rules}
        states={states}
        currencyOf={(id) => getAccount(id)?.currency ?? 'USD'}
        today={today}
        zone={zone}
        onHistory={history}
      />
      {isEmpty ? (
        <EmptyState title="No scheduled payments yet" action={main} example={<ExamplePayments />}>
          Pay rent, subscriptions, savings, cards, and loans automatically. Schedule a payment to see when it
          goes out and what's left.
        </EmptyState>
      ) : (
        <OutgoingFigure outgoing={outgoing.filter(({ day }) => daysBetween(today, day) <= FIGURE_DAYS)} />
      )}
      <div className="grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <Section
          title="Upcoming"
          aside={getSource(outgoing, usual)}
          className={outgoing.length === 0 ? 'max-lg:hidden' : ''}
        >
          {outgoing.length === 0 ? (
            <p className="text-ink-2">No payments in the next 60 days.</p>
          ) : (
            <UpcomingList
              outgoing={outgoing}
              today={today}
              usualId={usual?.id}
              accountName={(id) => getAccount(id)?.name ?? 'your account'}
              actions={{
                ...actions,
                payOther: (item) => setOpenDialog({ kind: 'once', item }),
                edit: ({ ruleId }) => edit(rules.find(({ id }) => id === ruleId)),
              }}
            />
          )}
        </Section>
        <Section title="Daily balance">
          <BalanceCalendar
            accounts={open}
            days={affordability.accounts}
            today={today}
            lastDay={affordability.lastDay}
            observesHolidays={household.carryover.bankHolidays ?? false}
          />
        </Section>
      </div>
      <div className="mt-12 flex flex-col gap-12">
        {rules.length > 0 && (
          <Section title="Your scheduled payments">
            <RuleList
              rules={rules}
              states={states}
              payables={payables}
              today={today}
              actions={{ ...actions, edit, history, showIncrease }}
            />
          </Section>
        )}
        <RegularRows
          customerId={customer.id}
          today={today}
          zone={zone}
          rules={rules}
          accounts={new Set(open.map(({ id }) => id))}
          onSchedule={(candidate) =>
            setOpenDialog({ kind: 'form', beginning: getCandidateFields(candidate) })
          }
        />
        <CalendarFeed />
      </div>
      <PaymentDialogs
        openDialog={openDialog}
        onClose={close}
        household={household}
        currencyOf={(id) => getAccount(id)?.currency ?? 'USD'}
        zone={zone}
        {...actions}
      />
    </Page>
  );
}

/** Names the account that the payments come from. */
function getSource(outgoing: readonly Outgoing[], usual: { id: string; name: string } | undefined) {
  if (!usual || !outgoing.some(({ accountId }) => accountId === usual.id)) return undefined;
  const isOnly = outgoing.every(({ accountId }) => accountId === usual.id);
  return isOnly ? `From ${usual.name}` : `From ${usual.name} unless noted`;
}

type RuleListProps = {
  rules: readonly ScheduledPayment[];
  states: Map<string, RuleState>;
  payables: Payables;
  today: string;
  actions: Record<
    'edit' | 'history' | 'pause' | 'remove' | 'keepAmount' | 'showIncrease',
    (rule: ScheduledPayment) => void
  >;
};

/** A placeholder that sorts after every date. */
const NEVER = '9999';

function RuleList({ rules, ...rest }: RuleListProps) {
  const next = ({ id }: ScheduledPayment) => rest.states.get(id)?.next ?? NEVER;
  const inOrder = rules.toSorted((left, right) =>
    next(left) < next(right) ? -1 : next(left) > next(right) ? 1 : 0,
  );
  return (
    <ul aria-label="Your scheduled payments" className="divide-y divide-line border-line border-y">
      {inOrder.map((rule) => (
        <RuleRow key={rule.id} rule={rule} {...rest} />
      ))}
    </ul>
  );
}

type RuleRowProps = Omit<RuleListProps, 'rules'> & { rule: ScheduledPayment };

function RuleRow({ rule, states, payables, today, actions }: RuleRowProps) {
  const from = payables.accounts.find(({ id }) => id === rule.account_id);
  const state = states.get(rule.id);
  const yearlyChange = describeYearlyChange(rule, state?.type ?? null);
  const to = getTargetName(getRuleTarget(rule), payables.products);
  return (
    <li
      aria-label={rule.name}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-3.5 md:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_minmax(7rem,auto)_auto] md:items-center"
    >
      <span className="min-w-0">
        <span className="block break-words font-medium">{rule.name}</span>
        <span className="block text-ink-3 text-sm">
          {FREQUENCY_LABELS[rule.frequency]} from {from?.name ?? 'a deleted account'}
          {to !== rule.name && ` to ${to}`}
          {yearlyChange !== null && ` · ${yearlyChange}`}
        </span>
      </span>
      <span className="text-right md:order-3">
        {rule.amount === null ? (
          <span className="font-medium">{AMOUNT_LABELS[rule.amount_kind]}</span>
        ) : (
          <Money amount={-rule.amount} currency={from?.currency} expected />
        )}
      </span>
      <span className="col-span-1 text-sm md:order-2">
        {state && (
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            {state.word !== 'Active' && <Badge tone={state.tone}>{state.word}</Badge>}
            {state.next && (
              <span title={relativeDay(state.next, today)}>
                {state.word === 'Retrying' ? 'Next attempt' : 'Next'}{' '}
                <span className="figures">{formatTextDate(state.next)}</span>
              </span>
            )}
          </span>
        )}
        {state?.reason && <span className="mt-1 block text-ink-3">{state.reason}</span>}
        {state?.increase && (
          <button
            type="button"
            onClick={() => actions.showIncrease(rule)}
            className="mt-1 block text-left text-link hover:underline"
          >
            Goes up to {formatMoney(state.increase.amount, from?.currency ?? 'USD')} on{' '}
            {formatTextDate(state.increase.on)}
          </button>
        )}
      </span>
      <RuleMenu rule={rule} goesUp={state?.type != null} actions={actions} />
    </li>
  );
}

type RuleMenuProps = Pick<RuleRowProps, 'rule' | 'actions'> & { goesUp: boolean };

function RuleMenu({ rule, goesUp, actions }: RuleMenuProps) {
  return (
    <MoreMenu
      label={`Options for ${rule.name}`}
      className="size-10 justify-self-end text-ink-2 hover:text-ink md:order-4 pointer-coarse:size-11"
    >
      <MenuItem onSelect={() => actions.edit(rule)}>Edit</MenuItem>
      <MenuItem onSelect={() => actions.history(rule)}>History</MenuItem>
      {goesUp && <MenuItem onSelect={() => actions.keepAmount(rule)}>Keep this amount</MenuItem>}
      <MenuItem onSelect={() => actions.pause(rule)}>{rule.paused ? 'Resume' : 'Pause'}</MenuItem>
      <MenuSeparator />
      <MenuItem className="text-negative" onSelect={() => actions.remove(rule)}>
        Delete
      </MenuItem>
    </MoreMenu>
  );
}
