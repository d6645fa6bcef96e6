import type { HouseholdRow } from '@engine/household/row.ts';
import type { Minor } from '@engine/money/minor.ts';
import type { Decision } from '@engine/what-if/what-if.ts';
import { Pencil, Trash2 } from 'lucide-react';
import { tourAnchor } from '@/entities/tour/tour-anchor';
import { formatCount } from '@/lib/count';
import { formatMinor } from '@/lib/money';
import { Stepper } from '@/ui/forms/stepper';
import { MenuItem, MoreMenu } from '@/ui/overlays/menu';
import { SHOCK_UNITS } from './decision-schema';
import { formatDecision } from './decision-text';

/** A number in a decision that the customer can adjust, such as the monthly amount. */
export type Step = {
  /** The number's label, such as "A month". */
  label: string;
  text: string;
  up: Decision;
  /** The decision with the next lower number; null at the minimum. */
  down: Decision | null;
};

const LARGEST = 99_999_999_999;

/** Returns a decision's adjustable number, or null if it has none. */
export function getStep(decision: Decision, currency: string): Step | null {
  const money = (label: string, amount: number, change: (amount: number) => Decision): Step => {
    const [more, less] = [moneyStep(amount, 'up'), moneyStep(amount, 'down')];
    return {
      label,
      text: formatMinor(amount as Minor, currency),
      up: change(Math.min(LARGEST, (Math.floor(amount / more) + 1) * more)),
      down: amount > less ? change((Math.ceil(amount / less) - 1) * less) : null,
    };
  };
  if (decision.kind === 'shock') return shockStep(decision, money);
  if (decision.kind === 'buy_home')
    return money('Price', decision.price, (price) => ({
      ...decision,
      price,
      downPayment: Math.min(decision.downPayment, price - 100),
    }));
  if ('monthly' in decision)
    return money('Per month', decision.monthly, (monthly) => ({ ...decision, monthly }));
  if (decision.kind === 'payment_day') return dayStep(decision);
  if ('amount' in decision && decision.amount !== undefined)
    return money('Amount', decision.amount, (amount) => ({ ...decision, amount }));
  return null;
}

function dayStep(decision: Extract<Decision, { kind: 'payment_day' }>): Step {
  const { day } = decision;
  return {
    label: 'Day',
    text: `Day ${day}`,
    up: { ...decision, day: Math.min(28, day + 1) },
    down: day > 1 ? { ...decision, day: day - 1 } : null,
  };
}

function shockStep(
  decision: Extract<Decision, { kind: 'shock' }>,
  money: (label: string, amount: number, change: (amount: number) => Decision) => Step,
): Step | null {
  const { shock, size, months = 0 } = decision;
  switch (SHOCK_UNITS[shock]) {
    case 'money':
      return money('Amount', size, (next) => ({ ...decision, size: next }));
    case 'percent':
      return {
        label: 'Fall',
        text: `${size}%`,
        up: { ...decision, size: Math.min(95, size + 5) },
        down: size > 5 ? { ...decision, size: size - 5 } : null,
      };
    case 'move':
      return {
        label: 'Move',
        text: `${size > 0 ? '+' : ''}${size}%`.replace('-', '\u2212'),
        up: { ...decision, size: Math.min(100, size + 5) },
        down: size > -95 ? { ...decision, size: Math.max(-95, size - 5) } : null,
      };
    case 'points':
      return {
        label: 'Points',
        text: `${size > 0 ? '+' : ''}${size}`.replace('-', '\u2212'),
        up: { ...decision, size: size + 0.5 },
        down: { ...decision, size: size - 0.5 },
      };
    case 'none':
      return {
        label: 'Months',
        text: formatCount(months, 'month'),
        up: { ...decision, months: Math.min(60, months + 1) },
        down: months > 1 ? { ...decision, months: months - 1 } : null,
      };
  }
}

/** Step sizes for amounts up to a limit, in minor units. */
const MONEY_STEPS = [
  { upTo: 5_000, by: 500 },
  { upTo: 10_000, by: 1_000 },
  { upTo: 100_000, by: 5_000 },
  { upTo: 200_000, by: 10_000 },
  { upTo: 1_000_000, by: 50_000 },
  { upTo: 5_000_000, by: 100_000 },
  { upTo: 10_000_000, by: 500_000 },
  { upTo: LARGEST, by: 1_000_000 },
];

function moneyStep(amount: number, direction: 'up' | 'down'): number {
  const step = MONEY_STEPS.find(({ upTo }) => (direction === 'up' ? amount < upTo : amount <= upTo));
  return step?.by ?? 1_000_000;
}

type WhatIfDecisionsProps = {
  decisions: readonly Decision[];
  row: HouseholdRow;
  currency: string;
  onChange: (decision: Decision) => void;
  onEdit: (decision: Decision) => void;
  onRemove: (decision: Decision) => void;
  onAdd: () => void;
};

/** Renders a what-if's decisions. Changing a number updates the projection. */
export function WhatIfDecisions({ decisions, onAdd, ...rest }: WhatIfDecisionsProps) {
  return (
    <section>
      <header
        ref={tourAnchor('what-if-decisions')}
        className="mb-3 flex items-baseline justify-between gap-4"
      >
        <h3 className="text-lg">Decisions in this what-if</h3>
        <button type="button" className="text-link shrink-0 text-sm pointer-coarse:min-h-11" onClick={onAdd}>
          Add decision
        </button>
      </header>
      {decisions.length === 0 ? (
        <p className="border-line border-t py-4 text-ink-2">
          No decisions yet. This what-if matches your current plan.
        </p>
      ) : (
        <ol aria-label="Decisions" className="divide-y divide-line border-line border-t">
          {decisions.map((decision, index) => (
            <DecisionRow key={decision.id} decision={decision} number={index + 1} {...rest} />
          ))}
        </ol>
      )}
    </section>
  );
}

function DecisionRow({
  decision,
  number,
  row,
  currency,
  onChange,
  onEdit,
  onRemove,
}: Omit<WhatIfDecisionsProps, 'decisions' | 'onAdd'> & { decision: Decision; number: number }) {
  const { title, detail } = formatDecision(decision, row, currency);
  const step = getStep(decision, currency);
  return (
    <li className="flex gap-4 py-4">
      <span
        aria-hidden
        className="figures grid size-6 shrink-0 place-items-center rounded-full border border-accent font-semibold text-accent-ink text-xs"
      >
        {number}
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-52">
          <p className="font-semibold">{title}</p>
          <p className="text-ink-3 text-sm">{detail}</p>
        </div>
        {step && (
          <Stepper
            label={`${step.label}: ${title}`}
            value={step.text}
            onUp={() => onChange(step.up)}
            onDown={step.down === null ? null : () => step.down && onChange(step.down)}
          />
        )}
      </div>
      <MoreMenu
        label={`More options for ${title}`}
        className="-mr-2 size-10 text-ink-3 hover:text-ink pointer-coarse:size-11"
      >
        <MenuItem onSelect={() => onEdit(decision)}>
          <Pencil className="size-4" /> Edit
        </MenuItem>
        <MenuItem onSelect={() => onRemove(decision)}>
          <Trash2 className="size-4" /> Remove
        </MenuItem>
      </MoreMenu>
    </li>
  );
}
