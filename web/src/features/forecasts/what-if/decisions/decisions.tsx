import type { HouseholdRow } from '@engine/household/row.ts';
import type { Decision } from '@engine/what-if/what-if.ts';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { Stepper } from '@/ui/forms/stepper';
import { Menu, MenuItem } from '@/ui/overlays/menu';
import { getStep } from '../apply/steps';
import { formatDecision } from './decision-text';

type WhatIfDecisionsProps = {
  decisions: readonly Decision[];
  row: HouseholdRow;
  currency: string;
  onChange: (decision: Decision) => void;
  onEdit: (decision: Decision) => void;
  onRemove: (decision: Decision) => void;
  onAdd: () => void;
};

/** Renders the decisions of a what-if. Changing a number updates the projection. */
export function WhatIfDecisions({ decisions, onAdd, ...rest }: WhatIfDecisionsProps) {
  return (
    <section>
      <header className="mb-3 flex items-baseline justify-between gap-4">
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
            value={step.words}
            onUp={() => onChange(step.up)}
            onDown={step.down === null ? null : () => step.down && onChange(step.down)}
          />
        )}
      </div>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={`More options for ${title}`}
            className="-mr-2 grid size-10 shrink-0 place-items-center rounded-2 text-ink-3 hover:bg-sunken hover:text-ink pointer-coarse:size-11"
          >
            <Ellipsis aria-hidden className="size-5" strokeWidth={1.5} />
          </button>
        }
      >
        <MenuItem onSelect={() => onEdit(decision)}>
          <Pencil aria-hidden className="size-4" strokeWidth={1.5} /> Edit
        </MenuItem>
        <MenuItem onSelect={() => onRemove(decision)}>
          <Trash2 aria-hidden className="size-4" strokeWidth={1.5} /> Remove
        </MenuItem>
      </Menu>
    </li>
  );
}
