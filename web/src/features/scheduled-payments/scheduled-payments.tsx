import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { useMemo, useState } from 'react';
import { daysBetween } from '@/lib/dates';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Page, Section } from '@/ui/page';
import { BalanceCalendar } from './calendar/balance-calendar';
import { blankFields, fieldsOfCandidate, fieldsOfRule } from './edit/first-dates';
import { usePayables } from './edit/payable';
import { type OpenPaymentDialog, PaymentDialogs } from './edit/payment-dialogs';
import { RegularRows } from './payments/detected-payments';
import { RuleList } from './payments/payment-list';
import { ruleStates } from './payments/payment-state';
import { usePaymentActions } from './payments/use-payment-actions';
import type { ScheduledPayment } from './queries';
import { OutgoingFigure } from './upcoming/outgoing-figure';
import type { Affordability } from './upcoming/projection';
import { UpcomingProblems } from './upcoming/trouble';
import { UpcomingList } from './upcoming/upcoming-list';

const FIGURE_DAYS = 30;

type ScheduledPaymentsProps = {
  rules: readonly ScheduledPayment[];
  household: HouseholdRow;
  foresight: Affordability;
  customer: { id: string; time_zone: string };
};

export function ScheduledPayments({ rules, household, foresight, customer }: ScheduledPaymentsProps) {
  const [asked, setAsked] = useState<OpenPaymentDialog>(null);
  const actions = usePaymentActions();
  const payables = usePayables();
  const states = useMemo(() => ruleStates(household, rules), [household, rules]);
  const { today, outgoing } = foresight;
  const zone = customer.time_zone;
  const open = household.accounts.filter(({ closed }) => !closed);
  const getAccount = (id: string) => household.accounts.find((account) => account.id === id);
  const history = (rule: ScheduledPayment) => setAsked({ kind: 'history', rule });
  const edit = (rule: ScheduledPayment | undefined) => {
    if (rule) setAsked({ kind: 'form', rule, beginning: fieldsOfRule(rule) });
  };
  const create = () => {
    const usual = open.find(({ type }) => type === 'CHECKING') ?? open[0];
    const tomorrow = dayText(parseDay(today) + 1);
    setAsked({ kind: 'form', beginning: blankFields(usual?.id ?? '', tomorrow) });
  };
  const main = (
    <Button variant="primary" onClick={create}>
      Schedule payment
    </Button>
  );
  return (
    <Page title="Scheduled payments" actions={main}>
      <UpcomingProblems
        rules={rules}
        states={states}
        currencyOf={(id) => getAccount(id)?.currency ?? 'USD'}
        today={today}
        zone={zone}
        onHistory={history}
      />
      {rules.length === 0 && outgoing.length === 0 ? (
        <EmptyState title="No scheduled payments yet">
          Pay rent, subscriptions, savings, cards, and loans automatically. Schedule a payment to see when it
          goes out and what's left.
        </EmptyState>
      ) : (
        <OutgoingFigure outgoing={outgoing.filter(({ day }) => daysBetween(today, day) <= FIGURE_DAYS)} />
      )}
      <div className="grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <Section title="Upcoming" className={outgoing.length === 0 ? 'max-lg:hidden' : ''}>
          {outgoing.length === 0 ? (
            <p className="text-ink-2">No payments in the next 60 days.</p>
          ) : (
            <UpcomingList
              outgoing={outgoing}
              today={today}
              accountName={(id) => getAccount(id)?.name ?? 'your account'}
              onSkip={actions.skip}
              onKeepToRule={actions.keepToRule}
              onPayOther={(item) => setAsked({ kind: 'once', item })}
              onEdit={(id) => edit(rules.find((rule) => rule.id === id))}
            />
          )}
        </Section>
        <Section title="Daily balance">
          <BalanceCalendar
            accounts={open}
            days={foresight.accounts}
            today={today}
            lastDay={foresight.lastDay}
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
              onEdit={edit}
              onHistory={history}
              onPause={actions.pause}
              onDelete={actions.remove}
            />
          </Section>
        )}
        <RegularRows
          customerId={customer.id}
          today={today}
          zone={zone}
          rules={rules}
          accounts={new Set(open.map(({ id }) => id))}
          onSchedule={(candidate) => setAsked({ kind: 'form', beginning: fieldsOfCandidate(candidate) })}
        />
      </div>
      <PaymentDialogs
        asked={asked}
        onClose={() => setAsked(null)}
        household={household}
        currencyOf={(id) => getAccount(id)?.currency ?? 'USD'}
        zone={zone}
        payOnce={actions.payOnce}
        isChanging={actions.isChanging}
      />
    </Page>
  );
}
