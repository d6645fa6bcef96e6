import {
  describeShare,
  type RetirementCheck,
  type RetirementDecision,
  type RetirementOutlook,
  type RetirementPlan,
  TARGET_SHARE,
} from '@engine/investments/retirement.ts';
import { fromMinor, markMinor, subtractMinor } from '@engine/money/minor.ts';
import { formatMinor, formatMoney } from '@/lib/money';
import { ChartLine, ColorKey, Dot, LineKey, OutlinedText, ReadoutValue } from '@/ui/charts/chart-parts';
import { ChartTable } from '@/ui/charts/chart-table';
import { bandPath, createYearlyScales } from '@/ui/charts/scales';
import { TimeChart } from '@/ui/charts/time-chart';
import { Row, RowList } from '@/ui/row-list';

type ResultsProps = { plan: RetirementPlan; check: RetirementCheck; currency: string; year: number };

/** Renders the answer in words, the band of futures, and the decisions that matter most. */
export function RetirementResults({ plan, check, currency, year }: ResultsProps) {
  const { outlook, decisions, sufficient } = check;
  const ranked = decisions.toSorted(
    (left, right) =>
      right.outlook.share - left.outlook.share ||
      (getDepletionAge(right.plan, right.outlook) ?? right.plan.until) -
        (getDepletionAge(left.plan, left.outlook) ?? left.plan.until),
  );
  const isTied = ranked.every((item) => describeShare(item.outlook.share) === describeShare(outlook.share));
  return (
    <div>
      <p role="status" className="text-ink-2">
        Your money lasts to age {plan.until} in{' '}
        <strong className="block font-semibold text-2xl text-ink tracking-money">
          {describeShare(outlook.share)}
        </strong>{' '}
        of simulations. {describeDepletion(plan, outlook)}
        {outlook.worstAge === null
          ? 'Even in the worst 10%, it lasts.'
          : `In the worst 10%, it runs out by age ${outlook.worstAge}.`}
      </p>
      <FutureChart outlook={outlook} retireAt={plan.retireAt} currency={currency} year={year} />
      {ranked.length > 0 && (
        <>
          <div className="mt-8 mb-1 flex justify-between gap-4 font-medium text-ink-3 text-sm">
            <h3>The decisions that matter most</h3>
            <span>{isTied ? 'Half run out by' : 'Your money lasts in'}</span>
          </div>
          <RowList label="The decisions that matter most">
            {ranked.map(({ decision, plan: changed, outlook: after }) => (
              <Row
                key={decision}
                title={describeDecision(decision, plan, changed, currency)}
                detail={
                  after.worstAge === null
                    ? 'Even in the worst 10%, it lasts'
                    : `In the worst 10%, it runs out by age ${after.worstAge}`
                }
                end={
                  <span className="font-semibold">
                    {isTied ? formatDepletionAge(changed, after) : describeShare(after.share)}
                  </span>
                }
              />
            ))}
          </RowList>
        </>
      )}
      {sufficient.length > 0 && <SufficientChanges {...{ plan, sufficient, currency }} />}
    </div>
  );
}

/** Returns the age at which half of the futures have run out of money; null if at least half of them last. */
function getDepletionAge({ retireAt }: RetirementPlan, { band }: RetirementOutlook): number | null {
  return band.find(({ age, middle }) => age > retireAt && middle <= 0)?.age ?? null;
}

function formatDepletionAge(plan: RetirementPlan, outlook: RetirementOutlook): string {
  const age = getDepletionAge(plan, outlook);
  return age === null ? 'Lasts' : `Age ${age}`;
}

function describeDepletion(plan: RetirementPlan, outlook: RetirementOutlook): string {
  const age = getDepletionAge(plan, outlook);
  return age === null ? '' : `Half of them run out by age ${age}. `;
}

type SufficientChangesProps = Pick<RetirementCheck, 'sufficient'> & {
  plan: RetirementPlan;
  currency: string;
};

/** Renders the change that each decision alone needs, for plans that small changes don't help. */
function SufficientChanges({ plan, sufficient, currency }: SufficientChangesProps) {
  return (
    <>
      <h3 className="mt-8 mb-1 font-medium text-ink-3 text-sm">
        Any one of these makes your money last in at least {TARGET_SHARE * 100}% of simulations
      </h3>
      <RowList label="Changes that make your money last">
        {sufficient.map(({ decision, plan: changed }) => (
          <Row key={decision} wraps title={describeChange(decision, plan, changed, currency)} />
        ))}
      </RowList>
    </>
  );
}

function describeChange(
  decision: RetirementDecision,
  before: RetirementPlan,
  after: RetirementPlan,
  currency: string,
): string {
  const money = (amount: number) => formatMinor(markMinor(amount), currency);
  if (decision === 'less')
    return `Spend ${money(after.yearlySpending)} a year instead of ${money(before.yearlySpending)}`;
  if (decision === 'more')
    return `Save ${money(after.monthlySaving)} each month instead of ${money(before.monthlySaving)}`;
  return describeDecision(decision, before, after, currency);
}

function describeDecision(
  decision: RetirementDecision,
  before: RetirementPlan,
  after: RetirementPlan,
  currency: string,
): string {
  if (decision === 'later') return `Stop working at ${after.retireAt} instead of ${before.retireAt}`;
  if (decision === 'less')
    return `Spend ${formatMinor(markMinor(after.yearlySpending), currency)} a year, 10% less`;
  const more = subtractMinor(markMinor(after.monthlySaving), markMinor(before.monthlySaving));
  return `Save ${formatMinor(more, currency)} more each month`;
}

type FutureChartProps = {
  outlook: RetirementOutlook;
  /** The age at which the customer stops working. */
  retireAt: number;
  currency: string;
  year: number;
};

function FutureChart({ outlook: { band }, retireAt, currency, year }: FutureChartProps) {
  const first = band[0]?.age ?? 0;
  const points = band.map(({ age, low, middle, high }) => ({
    age,
    day: `${year + age - first}-01-01`,
    low: fromMinor(markMinor(low)),
    value: fromMinor(markMinor(middle)),
    high: fromMinor(markMinor(high)),
  }));
  const days = points.map(({ day }) => day);
  const retirement = points.find(({ age }) => age === retireAt && age > first);
  const money = (amount: number) => formatMoney(amount, currency);
  const last = points.at(-1);
  return (
    <TimeChart
      label="Your money in the simulated futures"
      summary={`At age ${last?.age}, half of the futures have at least ${money(last?.value ?? 0)}; one in ten has ${money(last?.low ?? 0)} or less.`}
      days={days}
      leastDays={2}
      height={260}
      narrowHeight={220}
      page={5}
      className="mt-6"
      createScales={(size) =>
        createYearlyScales(
          days,
          points.map(({ high }) => high),
          { ...size, endSpace: 0, currency },
        )
      }
      renderSelection={(index, scales) =>
        index !== null && <Dot scales={scales} kind="expected" point={points[index]} />
      }
      renderReadout={(index) => (
        <>
          <p>Age {points[index]?.age}</p>
          <ReadoutValue name="Best 10%">{money(points[index]?.high ?? 0)}</ReadoutValue>
          <ReadoutValue name="Median">{money(points[index]?.value ?? 0)}</ReadoutValue>
          <ReadoutValue name="Worst 10%">{money(points[index]?.low ?? 0)}</ReadoutValue>
        </>
      )}
      caption={
        <>
          <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-ink-2 text-sm">
            <LineKey kind="expected">Median</LineKey>
            <ColorKey className="bg-(--chart-ahead)">8 of 10 futures</ColorKey>
          </ul>
          <ChartTable
            label="Your money by age"
            heads={['Age', 'Worst 10%', 'Median', 'Best 10%']}
            rows={points.map(({ age, low, value, high }) => ({
              key: String(age),
              name: String(age),
              cells: [money(low), money(value), money(high)],
            }))}
          />
        </>
      }
    >
      {(scales) => (
        <>
          <path d={bandPath(scales, points)} fill="var(--chart-ahead)" />
          <ChartLine scales={scales} kind="expected" points={points} />
          {retirement && (
            <>
              <line
                x1={scales.x(retirement.day)}
                x2={scales.x(retirement.day)}
                y1={scales.top}
                y2={scales.bottom}
                stroke="var(--ink-2)"
              />
              <OutlinedText
                x={scales.x(retirement.day) + 6}
                y={scales.top + 12}
                fontSize="12"
                fontWeight="600"
                fill="var(--ink)"
              >
                Stop at {retirement.age}
              </OutlinedText>
            </>
          )}
        </>
      )}
    </TimeChart>
  );
}
