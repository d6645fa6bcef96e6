import { dayText } from '@engine/calendar/calendar.ts';
import { absMinor, fromMinor, subtractMinor, ZERO } from '@engine/money/minor.ts';
import type { Outcome } from '@engine/products/debts/debt-plans.ts';
import type { ReactNode } from 'react';
import type { MoneyAccount } from '@/entities/account/account-field';
import type { ComparedPlan, SimulatedDebt } from '@/entities/debt/data/plan';
import { type Debt, formatMonths } from '@/entities/debt/data/terms';
import { formatAs } from '@/lib/dates';
import { validateAmount } from '@/lib/fields';
import { formatMinor, formatMoney } from '@/lib/money';
import { AmountStepper } from '@/ui/forms/amount-stepper';
import { Field } from '@/ui/forms/field';
import { Segmented } from '@/ui/forms/segmented';
import { toOptions } from '@/ui/forms/select-field';
import { ApplyExtraPayment } from './apply-extra-payment';
import { DebtChart } from './chart/balance-chart';
import { formatPayoff, getLines, type PlanComparison, usePlanComparison } from './compare-plans';

type DebtWhatIfProps = {
  debt: Debt;
  simulated: SimulatedDebt;
  /** The debt's outcome with the current payments. */
  baseline: Outcome;
  /** The monthly amount of the customer's scheduled payments, in minor units. */
  paidByRules: number;
  /** The past balances in chronological order, in major units. */
  past: readonly { day: string; value: number }[];
  accounts: readonly MoneyAccount[];
};

/**
 * Renders the balance over the years. The customer can drag the future balance and see the savings
 * immediately.
 */
export function DebtWhatIf({ debt, simulated, baseline, paidByRules, past, accounts }: DebtWhatIfProps) {
  const comparison = usePlanComparison(debt, simulated, paidByRules, baseline);
  const today = dayText(simulated.today);
  const { plan, outcome } = comparison;
  const movesPayoff = plan.kind === 'monthly' || plan.effect === 'shorten';
  return (
    <section aria-label="Payoff" className="mt-8">
      <DebtChart
        label={`Balance on ${debt.name}`}
        summary={`${formatMoney(debt.owed, debt.currency)} today, paid off ${outcome.lastDay === null ? 'already' : `in ${formatAs(dayText(outcome.lastDay), 'MMMM yyyy')}`}.`}
        lines={getLines(comparison, simulated, past, toText(plan, debt.currency))}
        today={today}
        currency={debt.currency}
        drag={
          movesPayoff
            ? {
                label: comparison.isChanged ? formatPayoff(outcome) : 'Drag to pay it off sooner',
                onDrag: comparison.dragTo,
              }
            : undefined
        }
      />
      <div className="mt-5 grid gap-x-8 gap-y-5 lg:grid-cols-[auto_minmax(0,1fr)_auto] lg:items-end">
        <PlanControls debt={debt} comparison={comparison} />
        <div className="lg:self-center">
          <Savings debt={debt} comparison={comparison} />
        </div>
        <ApplyExtraPayment debt={debt} accounts={accounts} comparison={comparison} />
      </div>
    </section>
  );
}

function PlanControls({ debt, comparison }: { debt: Debt; comparison: PlanComparison }) {
  const { plan, typed } = comparison;
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-5">
      <Choice label="Frequency">
        <Segmented
          label="Frequency"
          value={plan.kind}
          onValueChange={comparison.setKind}
          options={toOptions({ monthly: 'Every month', once: 'Once, today' })}
        />
      </Choice>
      <Field
        label={plan.kind === 'monthly' ? 'Extra every month' : 'Extra today'}
        error={getProblem(comparison, debt)}
        className="max-sm:w-full"
      >
        {(control) => (
          <AmountStepper
            {...control}
            currency={debt.currency}
            value={typed}
            onValueChange={comparison.setTyped}
            onStep={comparison.stepAmount}
          />
        )}
      </Field>
      {plan.kind === 'once' && (
        <Choice label="Goal">
          <Segmented
            label="Goal"
            value={plan.effect}
            onValueChange={comparison.setEffect}
            options={toOptions({ shorten: 'Pay off sooner', lower: 'Lower monthly payment' })}
          />
        </Choice>
      )}
    </div>
  );
}

/** Renders a choice with the same visible label and height as the fields next to it. */
function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5 max-sm:w-full [&_button]:min-h-12">
      <span aria-hidden className="font-medium text-sm">
        {label}
      </span>
      {children}
    </div>
  );
}

/** Returns the message for an invalid amount, or a notice if the amount was capped at the balance. */
function getProblem({ amount, typed }: PlanComparison, debt: Debt): string | undefined {
  if (amount === null) return validateAmount(typed, { zero: true });
  if (fromMinor(amount) <= debt.owed) return undefined;
  return `That's more than you owe, so we used ${formatMoney(debt.owed, debt.currency)}.`;
}

type SavingsProps = { debt: Debt; comparison: PlanComparison };

/** Renders what the compared payment changes, in the same words as the chart's handle. */
function Savings({ debt, comparison: { plan, baseline, outcome, isChanged } }: SavingsProps) {
  const interest = subtractMinor(baseline.interest, outcome.interest);
  const months = baseline.months - outcome.months;
  const lowered = plan.kind === 'once' && plan.effect === 'lower';
  const installment = outcome.rows.find(({ kind }) => kind === 'installment')?.payment ?? ZERO;
  const difference = lowered
    ? `${formatMinor(installment, debt.currency)} a month`
    : `${formatMonths(Math.abs(months))} ${months < 0 ? 'later' : 'sooner'}`;
  return (
    <p aria-live="polite" className="text-ink-2">
      {isChanged ? (
        <>
          <strong className="font-semibold text-ink">{difference}</strong> and{' '}
          <strong className="figures font-semibold text-ink">
            {formatMinor(absMinor(interest), debt.currency)} {interest < 0 ? 'more' : 'less'} interest
          </strong>
          . This is a preview.
        </>
      ) : (
        'Drag the payoff date or enter an amount to see what you save.'
      )}
    </p>
  );
}

function toText(plan: ComparedPlan, currency: string): string {
  return plan.kind === 'monthly'
    ? `With ${formatMinor(plan.extra, currency)} extra a month`
    : `With ${formatMinor(plan.amount, currency)} extra today`;
}
