import { dayText } from '@engine/calendar/calendar.ts';
import type { Minor } from '@engine/money/minor.ts';
import type { StrategyResult } from '@engine/what-if/comparison.ts';
import type { DebtStrategy, Decision } from '@engine/what-if/what-if.ts';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { getOwed, type Owed, type ProjectionInput } from '@/entities/what-if/projection';
import { useStrategies } from '@/entities/what-if/projections';
import { formatAs } from '@/lib/dates';
import { formatMinor } from '@/lib/money';
import { Button } from '@/ui/button';
import { ErrorState } from '@/ui/error-state';
import { SkeletonRows } from '@/ui/skeleton';
import { STRATEGY_DESCRIPTIONS, STRATEGY_LABELS } from './decision-text';

type StrategyDecision = Extract<Decision, { kind: 'debt_strategy' }>;

type WhatIfStrategiesProps = {
  decision: StrategyDecision;
  setting: ProjectionInput;
  onChange: (decision: Decision) => void;
};

/** Renders a cost comparison of debt payoff strategies, including the customer's own order. */
export function WhatIfStrategies({ decision, setting, onChange }: WhatIfStrategiesProps) {
  const owed = getOwed(setting.row, setting.currency);
  const order = getOrder(owed, decision);
  const { results, failed, isDone, retry } = useStrategies(setting, decision, order);
  const use = (strategy: DebtStrategy) =>
    onChange({ ...decision, strategy, ...(strategy === 'custom' && { order }) });

  return (
    <section className="mt-12">
      <h3 className="mb-3 text-lg">Payoff strategies</h3>
      <p className="mb-4 max-w-170 text-ink-2">
        Each strategy adds {formatMinor(decision.monthly as Minor, setting.currency)} a month. When one debt
        is paid off, its payment goes toward the next one.
      </p>
      {failed ? (
        <ErrorState title="We couldn't compare the strategies." onRetry={retry} />
      ) : results === null ? (
        <SkeletonRows rows={4} label="Comparing" />
      ) : (
        <StrategyTable
          results={results}
          chosen={decision.strategy}
          currency={setting.currency}
          isStale={!isDone}
          onUse={use}
        />
      )}
      <OrderList
        order={order}
        names={new Map(owed.map(({ id, name }) => [id, name]))}
        onOrder={(next) => onChange({ ...decision, order: next })}
      />
    </section>
  );
}

/** Returns the customer's debt order, followed by the other debts from smallest to largest. */
function getOrder(owed: readonly Owed[], { order = [] }: StrategyDecision): string[] {
  const ids = owed.map(({ id }) => id);
  const chosen = order.filter((id) => ids.includes(id));
  return [...chosen, ...ids.toReversed().filter((id) => !chosen.includes(id))];
}

type StrategyTableProps = {
  results: readonly StrategyResult[];
  chosen: DebtStrategy;
  currency: string;
  isStale: boolean;
  onUse: (strategy: DebtStrategy) => void;
};

function StrategyTable({ results, chosen, currency, isStale, onUse }: StrategyTableProps) {
  const least = Math.min(
    ...results.map(({ interestPaid, debtFreeOn }) => (debtFreeOn === null ? Infinity : interestPaid)),
  );
  const isLeast = (cost: number) =>
    cost === least && results.filter(({ interestPaid }) => interestPaid === least).length === 1;
  return (
    <table className="w-full" aria-busy={isStale}>
      <thead>
        <tr className="border-line border-b text-left text-ink-3 text-xs">
          <th className="py-2 pr-3 font-medium">Strategy</th>
          <th className="py-2 pr-3 font-medium">Debt-free</th>
          <th className="py-2 pr-3 text-right font-medium">Interest</th>
          <th className="py-2 md:w-24">
            <span className="sr-only">Choice</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {results.map(({ strategy, debtFreeOn, interestPaid }) => (
          <tr key={strategy} className="border-line border-b">
            <th scope="row" className="py-3 pr-3 text-left font-normal">
              <span className="block font-semibold">
                {strategy === 'as_is' ? 'Current plan' : STRATEGY_LABELS[strategy]}
              </span>
              <span className="block text-ink-3 text-sm max-md:hidden">
                {strategy === 'as_is' ? 'no extra payments' : STRATEGY_DESCRIPTIONS[strategy]}
              </span>
            </th>
            <td className="figures py-3 pr-3 sm:whitespace-nowrap">
              {debtFreeOn === null ? 'not within 40 years' : formatAs(dayText(debtFreeOn), 'MMM yyyy')}
            </td>
            <td className="figures py-3 pr-3 text-right">
              <span className={isLeast(interestPaid) ? 'font-semibold' : ''}>
                {formatMinor(interestPaid, currency)}
              </span>
              {isLeast(interestPaid) && <span className="block text-ink-3 text-sm">lowest</span>}
            </td>
            <td className="py-3 text-right">
              {strategy === 'as_is' ? null : strategy === chosen ? (
                <span className="font-semibold text-accent-ink text-sm">Selected</span>
              ) : (
                <Button size="sm" onClick={() => onUse(strategy)}>
                  Use strategy
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type OrderListProps = {
  order: readonly string[];
  names: ReadonlyMap<string, string>;
  onOrder: (order: string[]) => void;
};

function OrderList({ order, names, onOrder }: OrderListProps) {
  const move = (from: number, by: -1 | 1) => {
    const id = order[from];
    if (id !== undefined) onOrder(order.toSpliced(from, 1).toSpliced(from + by, 0, id));
  };
  return (
    <>
      <h4 className="mt-6 mb-2 font-semibold">Your order</h4>
      <ol aria-label="Your order" className="max-w-120 divide-y divide-line border-line border-y">
        {order.map((id, index) => (
          <li key={id} className="flex min-h-13 items-center gap-2">
            <span className="figures w-6 text-ink-3">{index + 1}</span>
            <span className="min-w-0 flex-1 truncate">{names.get(id)}</span>
            <MoveButton
              label={`${names.get(id)} earlier`}
              disabled={index === 0}
              onClick={() => move(index, -1)}
            >
              <ArrowUp className="size-4" />
            </MoveButton>
            <MoveButton
              label={`${names.get(id)} later`}
              disabled={index === order.length - 1}
              onClick={() => move(index, 1)}
            >
              <ArrowDown className="size-4" />
            </MoveButton>
          </li>
        ))}
      </ol>
    </>
  );
}

type MoveButtonProps = { label: string; disabled: boolean; onClick: () => void; children: React.ReactNode };

function MoveButton({ label, disabled, onClick, children }: MoveButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
      className="grid size-10 place-items-center rounded-2 enabled:hover:bg-sunken disabled:opacity-40 pointer-coarse:size-11"
    >
      {children}
    </button>
  );
}
