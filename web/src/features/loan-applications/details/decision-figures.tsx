import type { Decision } from '@engine/credit/decision.ts';
import type { RatePart } from '@engine/credit/policy.ts';
import { formatRate } from '@/entities/debt/data/terms';
import { Explain } from '@/entities/explanation/explain';
import { formatMinor, type Minor } from '@/lib/money';
import { Bar } from '@/ui/bar';
import { classNames } from '@/ui/class-names';

/** A rate with its parts. */
export function RateFigure({ rate, parts }: { rate: number; parts: readonly RatePart[] }) {
  return (
    <Explain
      title="Rate"
      formula="Base rate for this loan type plus adjustments."
      inputs={[
        ...parts.map(({ words, percent }, index) => ({
          name: words,
          value:
            index === 0
              ? formatRate(percent)
              : `${percent < 0 ? '\u2212' : '+'}${formatRate(Math.abs(percent))}`,
        })),
        { name: 'Total rate', value: formatRate(rate) },
      ]}
      source="Credit policy 2026-11"
    >
      {formatRate(rate)}
    </Explain>
  );
}

type Shared = Pick<
  Decision,
  'debtToIncome' | 'reasons' | 'monthlyIncome' | 'monthlyDebt' | 'payment' | 'version'
>;

/** The debt-to-income ratio with the limit as a mark. */
export function DebtShare({ decision, className }: { decision: Shared; className?: string }) {
  const { debtToIncome, reasons, monthlyIncome, monthlyDebt, payment, version } = decision;
  const limit = reasons.find(({ code }) => code === 'debt')?.limit ?? 0;
  if (debtToIncome === null) return null;
  const isWithin = debtToIncome <= limit;
  return (
    <div className={classNames('text-sm', className)}>
      <p className="mb-2 flex justify-between gap-4">
        <span className="text-ink-3">Debt-to-income ratio</span>
        <span className="figures font-medium">
          <Explain
            title="Debt-to-income ratio"
            formula="(monthly debts + new payment) ÷ monthly income"
            inputs={[
              { name: 'Monthly debt payments', value: formatMinor(monthlyDebt as Minor) },
              { name: 'New payment', value: formatMinor(payment as Minor) },
              { name: 'Monthly income counted', value: formatMinor(monthlyIncome as Minor) },
              { name: 'Limit at your score', value: formatRate(limit) },
            ]}
            source={`Credit policy ${version}. We count stated income up to 1.4 times your deposits here.`}
          >
            {formatRate(debtToIncome)}
          </Explain>
          <span className="font-normal text-ink-3">, </span>
          <span className="font-normal text-ink-3">limit {formatRate(limit)}</span>
        </span>
      </p>
      <Bar
        label={`Your debt-to-income ratio is ${formatRate(debtToIncome)}. The limit is ${formatRate(limit)}`}
        share={debtToIncome / 100}
        mark={limit / 100}
        tone={isWithin ? 'accent' : 'negative'}
      />
    </div>
  );
}
