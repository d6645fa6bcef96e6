import type { Reason } from '@engine/credit/reasons.ts';
import { markMinor } from '@engine/money/minor.ts';
import { CircleCheck, CircleMinus, CircleX } from 'lucide-react';
import { Explain } from '@/entities/explanation/explain';
import { formatCount } from '@/lib/count';
import { formatExactRate, formatMinor } from '@/lib/money';

/** A reason of a credit decision, for a loan or a card. */
type AnyReason = Omit<Reason, 'code'> & { code: string };

const EFFECTS = {
  for: { icon: CircleCheck, text: 'Helps', tone: 'text-positive' },
  price: { icon: CircleMinus, text: 'Raises the rate or lowers the amount', tone: 'text-warning' },
  against: { icon: CircleX, text: 'Hurts', tone: 'text-negative' },
} as const;

type ReasonListProps = {
  reasons: readonly AnyReason[];
  /** The name of each limit, such as "maximum". Reasons without a label show no figures. */
  limitLabels: Readonly<Record<string, string>>;
};

/** Renders the reasons for a credit decision with their figures and weights. */
export function ReasonList({ reasons, limitLabels }: ReasonListProps) {
  return (
    <ul className="divide-y divide-line border-line border-y">
      {reasons.map((reason) => (
        <ReasonRow key={reason.code} reason={reason} limitLabel={limitLabels[reason.code]} />
      ))}
    </ul>
  );
}

function ReasonRow({ reason, limitLabel }: { reason: AnyReason; limitLabel: string | undefined }) {
  const { icon: Icon, text, tone } = EFFECTS[reason.effect];
  const format = MEASURES[reason.unit];
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] gap-x-3 py-3.5">
      <Icon aria-label={text} className={`mt-0.5 size-5 ${tone}`} />
      <span>
        {reason.text}
        {limitLabel && (
          <span className="figures block text-ink-3 text-sm">
            {format(reason.value)}, {limitLabel} {format(reason.limit)}
          </span>
        )}
      </span>
      <span className="figures text-right text-sm">
        <Explain
          title="Weight"
          formula="How much this reason counts, out of 100 points. A reason that rules out the credit overrides all others."
          inputs={[
            { name: 'Weight', value: `${reason.weight} of 100` },
            { name: 'Effect', value: text },
          ]}
        >
          {reason.weight} points
        </Explain>
      </span>
    </li>
  );
}

const MEASURES: Record<Reason['unit'], (value: number) => string> = {
  money: (value) => formatMinor(markMinor(value)),
  percent: formatExactRate,
  months: (value) => formatCount(value, 'month'),
  days: (value) => `${value} days`,
  count: (value) => (value === 0 ? 'none' : String(value)),
  points: String,
};
