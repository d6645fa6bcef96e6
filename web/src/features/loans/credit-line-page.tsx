import { addMonths, dayText, parseDay } from '@engine/calendar/calendar.ts';
import { monthlyInterest, monthlyPayment } from '@engine/money/amortization.ts';
import { fromMinor, type Minor, negateMinor, toMinor } from '@engine/money/minor.ts';
import type { PlanRow } from '@engine/products/debts/debt-plans.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { DebtActions } from '@/entities/debt/actions';
import { projectDebt } from '@/entities/debt/compare-plans';
import { type DebtEntry, debtQueries } from '@/entities/debt/data/queries';
import { type CreditLine, type Debt, getAvailableCredit, isPaused } from '@/entities/debt/data/terms';
import type { DebtPageProps } from '@/entities/debt/debt-page';
import { DebtState } from '@/entities/debt/list-item';
import { DebtManage } from '@/entities/debt/manage';
import { getDueAmount, PastDuePart } from '@/entities/debt/next-payment';
import { DebtOverdueNotice } from '@/entities/debt/overdue-notice';
import { DocumentLinks } from '@/entities/document/document-links';
import { Explain } from '@/entities/explanation/explain';
import { clockQueries } from '@/entities/household/clock-queries';
import { formatListDate, formatTextDate, relativeDay } from '@/lib/dates';
import { formatExactRate, formatMinor, formatMoney } from '@/lib/money';
import { Bar } from '@/ui/bar';
import { Description } from '@/ui/description';
import { TextLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Money } from '@/ui/money';
import { Page, Section } from '@/ui/page';
import { DrawButton } from './draw-button';

const SHOWN_ENTRIES = 12;
const EXAMPLE_DRAW = toMinor(1_000);

/** Renders the page of a home equity line of credit: its available credit, next bill, and repayment. */
export default function CreditLinePage({
  debt,
  accounts,
  today,
  timeZone,
  above,
  ...actions
}: DebtPageProps) {
  const { line } = debt;
  const household = useQuery(clockQueries.household()).data ?? null;
  const { simulated, next } = useMemo(() => projectDebt(debt, household, today), [debt, household, today]);
  const entries = useQuery(debtQueries.activity(debt.id));
  if (!line) return null;
  return (
    <Page
      title={debt.name}
      description={describeRate(debt, line)}
      above={above}
      actions={
        <>
          <DebtActions
            {...actions}
            debt={debt}
            accounts={accounts}
            simulated={simulated}
            due={getDueAmount(debt, next)}
          />
          {today <= line.drawUntil && <DrawButton debt={debt} accounts={accounts} />}
        </>
      }
    >
      <DebtOverdueNotice debt={debt} simulated={simulated} today={today} />
      <div className="mb-2 empty:hidden">
        <DebtState debt={debt} />
      </div>
      <CreditSummary debt={debt} today={today} />
      <div className="mt-12 grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
        <div>
          <NextBill debt={debt} next={next} today={today} />
          <DebtManage
            debt={debt}
            accounts={accounts}
            today={today}
            plan={undefined}
            isOwed={next !== undefined}
          />
        </div>
        <div>
          <Repayment debt={debt} line={line} today={today} />
        </div>
      </div>
      <div className="mt-12 grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Section title="Activity">
          <Loaded from={entries} failure="We couldn't load the activity." rows={4}>
            {(loaded) => <Activity entries={loaded} currency={debt.currency} timeZone={timeZone} />}
          </Loaded>
        </Section>
        <DocumentLinks about={debt.id} />
      </div>
    </Page>
  );
}

/** Describes the rate, such as `8.5% variable: prime rate plus 1.5%, up to 18%`. */
function describeRate({ rate }: Debt, { margin, cap }: CreditLine): string {
  return `${formatExactRate(rate)} variable: prime rate plus ${formatExactRate(margin)}, up to ${formatExactRate(cap)}`;
}

/** Explains why a line can't be drawn today, before its draw period ends; null if it can. */
function explainNoDraw(debt: Debt, today: string): string | null {
  if (debt.line && today > debt.line.drawUntil) return null;
  if (debt.pastDue > 0) return 'You can’t draw while a payment is past due.';
  return isPaused(debt, parseDay(today)) ? 'You can’t draw while payments are paused.' : null;
}

function CreditSummary({ debt, today }: { debt: Debt; today: string }) {
  const { currency, owed, borrowed } = debt;
  const noDraw = explainNoDraw(debt, today);
  const available = getAvailableCredit(debt);
  return (
    <header>
      <p className="text-ink-3 text-sm">Available credit</p>
      <p aria-live="polite">
        <Explain
          title="Available credit"
          lesson="wait-or-borrow"
          formula="Credit limit minus the balance you owe. Each payment of principal makes credit available again."
          inputs={[
            { name: 'Credit limit', value: formatMoney(borrowed, currency) },
            { name: 'Owed', value: formatMoney(owed, currency) },
            { name: 'Available credit', value: formatMoney(available, currency) },
          ]}
        >
          <Money amount={available} currency={currency} size="page" />
        </Explain>
      </p>
      {noDraw && <p className="mt-1 text-ink-2">{noDraw}</p>}
      <div className="max-w-130">
        <Bar label={`${debt.name} used`} share={Math.min(1, owed / borrowed)} className="mt-6" />
        <p className="figures mt-2 flex flex-wrap justify-between gap-x-6 text-ink-3 text-sm">
          <span>
            <strong className="font-semibold text-ink">{formatMoney(owed, currency)}</strong> owed
          </span>
          <span>of {formatMoney(borrowed, currency)}</span>
        </p>
      </div>
    </header>
  );
}

type NextBillProps = { debt: Debt; next: PlanRow | undefined; today: string };

/** Renders the next bill, or what a draw costs if nothing is owed. */
function NextBill({ debt, next, today }: NextBillProps) {
  const { currency, rate } = debt;
  const perThousand = formatMinor(monthlyInterest(EXAMPLE_DRAW, rate), currency);
  const cost = `Each ${formatMinor(EXAMPLE_DRAW, currency)} you draw costs about ${perThousand} a month in interest.`;
  if (!next)
    return (
      <Section title="Next bill">
        <p className="text-ink-2">You owe nothing, so there’s no bill. {cost}</p>
      </Section>
    );
  const due = dayText(next.day);
  const money = (amount: Minor) => formatMinor(amount, currency);
  return (
    <Section title="Next bill" aside={`${formatListDate(due)}, ${relativeDay(due, today).toLowerCase()}`}>
      <Explain
        title="Next bill"
        lesson="wait-or-borrow"
        formula="Interest on each day’s balance: balance × rate ÷ 365. After the draw period, principal too."
        inputs={[
          { name: 'Interest', value: money(next.interest) },
          ...(next.principal > 0 ? [{ name: 'Principal', value: money(next.principal) }] : []),
          { name: 'Rate', value: formatExactRate(next.rate) },
          { name: 'Balance after payment', value: money(next.balance) },
        ]}
      >
        <Money amount={fromMinor(next.payment)} currency={currency} size="panel" expected />
      </Explain>
      <PastDuePart debt={debt} />
      <p className="mt-3 text-ink-2">
        At today’s balance and rate. {cost} You can pay more at any time, without a fee.
      </p>
    </Section>
  );
}

type RepaymentProps = { debt: Debt; line: CreditLine; today: string };

/** Renders the day on which repayment starts, and the payment on today's balance. */
function Repayment({ debt, line, today }: RepaymentProps) {
  const { currency, rate, months, startDate } = debt;
  const owed = toMinor(debt.owed);
  const limit = toMinor(debt.borrowed);
  const repaymentMonths = months - line.drawMonths;
  const first = dayText(addMonths(parseDay(startDate), line.drawMonths + 1));
  const last = dayText(addMonths(parseDay(startDate), months));
  const canDraw = today <= line.drawUntil;
  const period = explainNoDraw(debt, today)
    ? `The draw period lasts until ${formatTextDate(line.drawUntil)}.`
    : `You can draw until ${formatTextDate(line.drawUntil)} and pay only interest.`;
  const money = (amount: Minor) => formatMinor(amount, currency);
  return (
    <Section title={canDraw ? 'When the draw period ends' : 'Repayment'}>
      <p className="max-w-152 text-ink-2">
        {canDraw
          ? `${period} From ${formatTextDate(first)}, ${repaymentMonths} monthly payments repay what you owe, until ${formatTextDate(last)}.`
          : `The draw period ended on ${formatTextDate(line.drawUntil)}. Monthly payments repay what you owe until ${formatTextDate(last)}.`}
      </p>
      <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-4 [&_dd]:figures [&_dd]:font-semibold [&_dd]:text-lg [&_dt]:text-ink-3 [&_dt]:text-sm">
        {canDraw && (
          <>
            <Description term="Payment on today’s balance">
              {money(monthlyPayment(owed, rate, repaymentMonths))}
            </Description>
            <Description term="Payment on the full limit">
              {money(monthlyPayment(limit, rate, repaymentMonths))}
            </Description>
          </>
        )}
        {!canDraw && <Description term="Monthly payment">{formatMoney(debt.payment, currency)}</Description>}
        <Description term="Payment on the full limit at the highest rate">
          {money(monthlyPayment(limit, line.cap, repaymentMonths))}
        </Description>
      </dl>
      {line.homeId && (
        <p className="mt-5 text-ink-2">
          <TextLink to={`/mortgages/${line.homeId}`}>Your home</TextLink> secures this line. The rate follows
          the prime rate each month.
        </p>
      )}
    </Section>
  );
}

const KINDS: Record<string, string> = { loan_proceeds: 'Draw', interest: 'Interest', fee: 'Late fee' };

type ActivityProps = { entries: readonly DebtEntry[]; currency: string; timeZone: string };

function Activity({ entries, currency, timeZone }: ActivityProps) {
  if (entries.length === 0) return <p className="text-ink-2">No draws yet.</p>;
  return (
    <ul className="divide-y divide-line border-line border-t">
      {entries
        .slice(-SHOWN_ENTRIES)
        .reverse()
        .map(({ entry_id, at, kind, amount }) => (
          <li key={entry_id} className="figures flex flex-wrap justify-between gap-x-4 py-2.5">
            <span>
              {KINDS[kind ?? ''] ?? 'Payment'}
              <span className="ml-3 text-ink-2">{at && formatTextDate(at, timeZone)}</span>
            </span>
            <span className="font-semibold">
              {formatMinor(
                (amount ?? 0) < 0 ? negateMinor(toMinor(-(amount ?? 0))) : toMinor(amount ?? 0),
                currency,
              )}
            </span>
          </li>
        ))}
    </ul>
  );
}
