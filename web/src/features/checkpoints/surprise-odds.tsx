import type { HouseholdRow } from '@engine/household/row.ts';
import type { ShockKind } from '@engine/simulation/state.ts';
import { getYearlyProbability } from '@engine/simulation/surprise-draws.ts';
import type { SurpriseLevel } from '@/entities/surprise/levels';

type Odds = { kind: ShockKind; label: string; source: string };

const OUR_CHOICE = 'Our choice';

/** The surprises with the published frequencies on which their odds are based. */
const ODDS: readonly Odds[] = [
  {
    kind: 'car_repair',
    label: 'A car repair',
    source: '29–30% of households (Pew Charitable Trusts, 2015)',
  },
  { kind: 'medical_bill', label: 'A medical bill', source: '23% of adults (Federal Reserve, 2022)' },
  {
    kind: 'home_repair',
    label: 'A home repair',
    source: '20–24% of households (Pew Charitable Trusts, 2015), fewer for renters',
  },
  { kind: 'collision', label: 'A collision', source: '5.6% of policies (Insurance Services Office, 2012)' },
  {
    kind: 'home_damage',
    label: 'Damage to your home',
    source: '1 in 15 insured homes (Insurance Information Institute), fewer for renters',
  },
  {
    kind: 'job_loss',
    label: 'A job loss',
    source:
      'Our choice, below the 1.2% of jobs that layoffs end each month (Bureau of Labor Statistics, 2015)',
  },
  { kind: 'card_fraud', label: 'Card fraud', source: OUR_CHOICE },
  { kind: 'windfall', label: 'Unexpected money', source: OUR_CHOICE },
  { kind: 'market_fall', label: 'A market drop', source: OUR_CHOICE },
];

type SurpriseOddsProps = { level: SurpriseLevel; household: HouseholdRow | null | undefined };

/** Lists how often each surprise happens in a year at the chosen level, with the sources. */
export function SurpriseOdds({ level, household }: SurpriseOddsProps) {
  const shown = level === 'many' ? 'many' : 'some';
  const isOwner = household?.debts.some(({ value }) => typeof value === 'number') ?? false;
  return (
    <details className="mb-4 max-w-170 text-sm">
      <summary className="cursor-pointer py-1 text-link">How often each surprise happens</summary>
      <p className="mt-2 text-ink-2">
        The chance of each surprise in a year with “{shown === 'many' ? 'Many' : 'Some'}”, and its source.
        “Many” doubles the monthly odds.
      </p>
      <dl className="mt-2 divide-y divide-line border-line border-y">
        {ODDS.map(({ kind, label, source }) => (
          <div key={kind} className="flex flex-wrap items-baseline gap-x-3 py-2">
            <dt className="w-40 shrink-0">{label}</dt>
            <dd className="figures w-12 shrink-0 font-semibold">
              {Math.round(getYearlyProbability(kind, shown, isOwner) * 100)}%
            </dd>
            <dd className="min-w-0 flex-1 basis-60 text-ink-3">{source}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
