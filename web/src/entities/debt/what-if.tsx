import { dayText } from '@engine/calendar/calendar.ts';
import { absMinor, fromMinor, subtractMinor, ZERO } from '@engine/money/minor.ts';
import type { Outcome } from '@engine/products/debt-plans.ts';
import type { MoneyAccount } from '@/entities/account/account-field';
import type { ComparedPlan, SimulatedDebt } from '@/entities/debt/data/plan';
import { type Debt, formatMonths } from '@/entities/debt/data/terms';
import { formatAs } from '@/lib/dates';
import { validateAmount } from '@/lib/fields';
import { formatMinor, formatMoney } from '@/lib/money';
import { Description } from '@/ui/description';
import { AmountInput } from '@/ui/forms/amount-input';
import { Field } from '@/ui/forms/field';
import { Segmented } from '@/ui/forms/segmented';
import { toOptions } from '@/ui/forms/select-field';
import { Slider } from '@/ui/forms/slider';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import { ApplyExtraPayment } from './apply-extra-payment';
import { DebtChart } from './chart/balance-chart';
import { getLines, type PlanComparison, usePlanComparison } from './compare-plans';

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
  return (
    <Section title="What if you paid more?" className="mt-12">
      <div className="grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <DebtChart
          label={`Balance on ${debt.name}`}
          summary={`${formatMoney(debt.owed, debt.currency)} today, paid off ${outcome.lastDay === null ? 'already' : `in ${formatAs(dayText(outcome.lastDay), 'MMMM yyyy')}`}.`}
          lines={getLines(comparison, simulated, past, toText(plan, debt.currency))}
          today={today}
          currency={debt.currency}
          onDrag={comparison.dragTo}
        />
        <div className="flex flex-col gap-5">
          <PlanControls debt={debt} comparison={comparison} />
          <Savings debt={debt} comparison={comparison} />
          <ApplyExtraPayment debt={debt} accounts={accounts} comparison={comparison} />
        </div>
      </div>
    </Section>
  );
}

function PlanControls({ debt, comparison }: { debt: Debt; comparison: PlanComparison }) {
  const { plan, typed, amount, range } = comparison;
  const taken = plan.kind === 'monthly' ? plan.extra : plan.amount;
  return (
    <>
      <Segmented
        label="Frequency"
        value={plan.kind}
        onValueChange={comparison.setKind}
        options={toOptions({ monthly: 'Every month', once: 'Once, today' })}
      />
      <Field
        label={plan.kind === 'monthly' ? 'Extra every month' : 'Extra today'}
        error={getProblem(comparison, debt)}
      >
        {(control) => (
          <AmountInput
            {...control}
            size="field"
            currency={debt.currency}
            value={typed}
            onValueChange={comparison.setTyped}
          />
        )}
      </Field>
      <Slider
        label="Extra payment slider"
        hidesLabel
        max={range.most}
        step={range.step}
        value={Math.min(range.most, amount ?? 0)}
        valueText={formatMinor(taken, debt.currency)}
        onValueChange={comparison.setAmount}
        className="-mt-2"
      />
      {plan.kind === 'once' && (
        <Segmented
          label="Goal"
          value={plan.effect}
          onValueChange={comparison.setEffect}
          options={toOptions({ shorten: 'Pay off sooner', lower: 'Lower monthly payment' })}
        />
      )}
    </>
  );
}

/** Returns the message for an invalid amount, or a notice if the amount was capped at the balance. */
function getProblem({ amount, typed }: PlanComparison, debt: Debt): string | undefined {
  if (amount === null) return validateAmount(typed, { zero: true });
  if (fromMinor(amount) <= debt.owed) return undefined;
  return `That's more than you owe, so we used ${formatMoney(debt.owed, debt.currency)}.`;
}

type SavingsProps = { debt: Debt; comparison: PlanComparison };

function Savings({ debt, comparison: { plan, baseline, outcome, isChanged } }: SavingsProps) {
  if (!isChanged)
    return (
      <p className="border-line border-t pt-4 text-ink-2 text-sm">
        Enter an amount, move the slider, or drag the dashed line to see what you save.
      </p>
    );
  const interest = subtractMinor(baseline.interest, outcome.interest);
  const months = baseline.months - outcome.months;
  const lowered = plan.kind === 'once' && plan.effect === 'lower';
  const installment = outcome.rows.find(({ kind }) => kind === 'installment')?.payment ?? ZERO;
  return (
    <dl
      aria-live="polite"
      className="grid grid-cols-2 gap-4 border-line border-t pt-4 [&_dt]:text-ink-3 [&_dt]:text-sm"
    >
      <Description term={interest < 0 ? 'More interest' : 'Interest saved'}>
        <Money
          amount={fromMinor(absMinor(interest))}
          currency={debt.currency}
          size="inline"
          expected
          className={interest > 0 ? 'text-positive' : undefined}
        />
      </Description>
      <div>
        <dt>{lowered ? 'New monthly payment' : months < 0 ? 'Later' : 'Sooner'}</dt>
        <dd className="font-medium text-lg leading-8">
          {lowered ? (
            <Money amount={fromMinor(installment)} currency={debt.currency} size="inline" expected />
          ) : (
            formatMonths(Math.abs(months))
          )}
        </dd>
      </div>
    </dl>
  );
}

function toText(plan: ComparedPlan, currency: string): string {
  return plan.kind === 'monthly'
    ? `With ${formatMinor(plan.extra, currency)} more per month`
    : `With ${formatMinor(plan.amount, currency)} extra today`;
}
