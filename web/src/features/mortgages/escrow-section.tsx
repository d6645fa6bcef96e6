import { type DayNumber, dayText, getDay, lastDayOfMonth, parseDay } from '@engine/calendar/calendar.ts';
import { addMinor, fromMinor, type Minor, markMinor } from '@engine/money/minor.ts';
import {
  getBillsDue,
  getMonthNumber,
  getMonthOfYear,
  getNextEscrowDeposit,
} from '@engine/products/debts/escrow.ts';
import type { EscrowState } from '@engine/simulation/state.ts';
import { useQuery } from '@tanstack/react-query';
import type { MoneyAccount } from '@/entities/account/account-field';
import { debtQueries } from '@/entities/debt/data/queries';
import type { Debt } from '@/entities/debt/data/terms';
import { Explain } from '@/entities/explanation/explain';
import { formatAs, formatListDate } from '@/lib/dates';
import { formatMinor } from '@/lib/money';
import { Button } from '@/ui/button';
import { Description } from '@/ui/description';
import { Money } from '@/ui/money';
import { Dialog } from '@/ui/overlays/dialog';
import { useDialogs } from '@/ui/overlays/use-dialogs';
import { Section } from '@/ui/page';
import { AddToEscrow, StartEscrow } from './escrow-forms';

type EscrowSectionProps = {
  debt: Debt;
  /** Undefined if the mortgage has no escrow. */
  escrow: EscrowState | undefined;
  /** The simulated day (`yyyy-MM-dd`). */
  today: string;
  accounts: readonly MoneyAccount[];
};

/** Renders escrow: its balance, the monthly deposit, the next bill, and why the payment changed. */
export function EscrowSection({ debt, escrow, today, accounts }: EscrowSectionProps) {
  const { opened, open, close, dialog } = useDialogs<'start' | 'add'>();
  const own = accounts.filter(({ currency }) => currency === debt.currency);
  return (
    <Section title="Escrow" className="mt-12">
      {escrow ? (
        <EscrowFigures debt={debt} escrow={escrow} today={today} />
      ) : (
        <p className="max-w-160 text-ink-2">
          You pay your property tax and home insurance yourself. With escrow, we collect a twelfth of them
          with each payment, and pay them when they're due.
        </p>
      )}
      <div className="mt-5">
        <Button onClick={() => open(escrow ? 'add' : 'start')}>
          {escrow ? 'Add money to escrow' : 'Start escrow'}
        </Button>
      </div>
      <Dialog {...dialog('start')} title="Start escrow">
        {opened === 'start' && <StartEscrow debt={debt} accounts={own} onDone={close} />}
      </Dialog>
      <Dialog {...dialog('add')} title="Add money to escrow">
        {opened === 'add' && escrow && (
          <AddToEscrow debt={debt} balance={escrow.balance} accounts={own} onDone={close} />
        )}
      </Dialog>
    </Section>
  );
}

type FiguresProps = Pick<EscrowSectionProps, 'debt' | 'today'> & { escrow: EscrowState };

function EscrowFigures({ debt, escrow, today }: FiguresProps) {
  const money = (amount: number) => formatMinor(markMinor(amount), debt.currency);
  const bill = findNextBill(escrow, parseDay(today));
  return (
    <>
      <p className="max-w-160 text-ink-2">
        {debt.autopay
          ? 'Autopay adds to it with each payment. We pay your property tax and home insurance from it.'
          : 'We pay your property tax and home insurance from it. Turn on autopay, or add money yourself.'}
        {escrow.balance < 0 &&
          ` We advanced ${money(-escrow.balance)} for your bills, which the next analysis spreads over 12 payments.`}
      </p>
      <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4 [&_dd]:figures [&_dd]:font-semibold [&_dd]:text-lg [&_dt]:text-ink-3 [&_dt]:text-sm">
        <Description term="In escrow">
          <Money amount={fromMinor(markMinor(escrow.balance))} currency={debt.currency} size="inline" />
        </Description>
        <Description term="With each payment">
          <Explain
            title="Escrow deposit"
            lesson="mortgage-interest"
            formula="The bills of a year ÷ 12, plus a twelfth of last year's shortage."
            inputs={[
              { name: 'Property tax this year', value: money(escrow.tax) },
              { name: 'Home insurance this year', value: money(escrow.insurance) },
              { name: 'A twelfth of the bills, as of the last analysis', value: money(escrow.payment) },
              ...(escrow.spread !== 0
                ? [{ name: 'Shortage (or credit) spread over 12 payments', value: money(escrow.spread) }]
                : []),
            ]}
            source="Real Estate Settlement Procedures Act, 12 CFR 1024.17. The cushion is two months."
          >
            {money(getNextEscrowDeposit(escrow))}
          </Explain>
        </Description>
        {bill && (
          <Description term={`${bill.name}, ${formatListDate(dayText(bill.day))}`}>
            {money(bill.amount)}
          </Description>
        )}
        <Description term="Next analysis">
          {formatAs(dayText(getDay(...splitMonth(escrow.from + 11), 1)), 'MMM yyyy')}
        </Description>
      </dl>
      <LastAnalysis debt={debt} />
    </>
  );
}

/** The facts of an analysis, in minor units. */
type AnalysisFacts = Record<
  'balance' | 'target' | 'base' | 'spread' | 'shortage' | 'deficiency' | 'refund' | 'before' | 'after',
  Minor
> & { on: string };

/** Renders the effect of the last annual analysis, with its calculation. */
function LastAnalysis({ debt }: { debt: Debt }) {
  const events = useQuery(debtQueries.events(debt.id)).data ?? [];
  const event = events.find(({ kind }) => kind === 'escrow_analysis');
  if (!event) return null;
  const facts = event.facts as AnalysisFacts;
  const money = (amount: Minor) => formatMinor(amount, debt.currency);
  return (
    <p className="mt-5 max-w-160 text-ink-2">
      {facts.refund > 0 && `We refunded a surplus of ${money(facts.refund)}. `}
      Your payment {facts.before === facts.after ? 'stayed at' : `changed from ${money(facts.before)} to`}{' '}
      <Explain
        title="Escrow analysis"
        lesson="mortgage-interest"
        formula="Loan payment + bills of the year ÷ 12 + (needed balance − balance) ÷ 12."
        inputs={[
          { name: 'Balance at the end of the year', value: money(facts.balance) },
          { name: 'Needed balance', value: money(facts.target) },
          { name: 'Shortage', value: money(addMinor(facts.shortage, facts.deficiency)) },
          { name: 'Bills of the year ÷ 12', value: money(facts.base) },
          { name: 'New payment', value: money(facts.after) },
        ]}
        source="With the needed balance, the lowest month ends with the cushion of two months."
      >
        {money(facts.after)}
      </Explain>{' '}
      on {formatListDate(facts.on)}.
    </p>
  );
}

const splitMonth = (number: number): [year: number, month: number] => [
  Math.floor(number / 12),
  getMonthOfYear(number),
];

/** Returns the next bill within a year, which is paid on the last day of its month. */
function findNextBill(escrow: EscrowState, today: DayNumber) {
  const first = getMonthNumber(today);
  for (let number = first; number < first + 12; number += 1) {
    const { tax, insurance } = getBillsDue(escrow, getMonthOfYear(number));
    const day = lastDayOfMonth(getDay(...splitMonth(number), 1));
    if (tax > 0) return { name: 'Property tax', amount: tax, day };
    if (insurance > 0) return { name: 'Home insurance', amount: insurance, day };
  }
  return null;
}
