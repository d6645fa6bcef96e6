import { dayText } from '@engine/calendar/calendar.ts';
import { fromMinor } from '@engine/money/minor.ts';
import type { WhatIf } from '@engine/what-if/what-if.ts';
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import type { ProjectionInput } from '@/entities/what-if/projection';
import { type Projections, useWhatIf } from '@/entities/what-if/projections';
import { formatCount } from '@/lib/count';
import { formatAs } from '@/lib/dates';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { LinkButton } from '@/ui/link';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import { Skeleton } from '@/ui/skeleton';
import { formatDay, formatDecision, formatMonth, getQuestion } from '../decisions/decision-text';
import { getStep } from '../decisions/decisions';
import { getOutcome, whatIfPath } from '../outcome';
import { differenceSeries } from '../results/charts';
import { getFailure } from '../results/figures';

type WhatIfOverviewProps = { branches: readonly WhatIf[]; setting: ProjectionInput };

/** Renders all what-ifs: what each changes, the difference it makes, its state, and the next step. */
export function WhatIfOverview({ branches, setting }: WhatIfOverviewProps) {
  // Computes one what-if after the other, so that the current plan is computed only once.
  const projected = branches.filter(({ from, decisions }) => !from && decisions.length > 0);
  const [computed, setComputed] = useState(0);
  const getResult = (branch: WhatIf): ReactNode => {
    const position = projected.indexOf(branch);
    if (position > computed) return <Skeleton className="h-24 w-full" />;
    if (position < 0) return null;
    const finish = () => setComputed((count) => Math.max(count, position + 1));
    return <Outcome branch={branch} setting={setting} onDone={finish} />;
  };
  return (
    <Section title="Your what-ifs" aside={`${setting.years} years ahead`}>
      <ul aria-label="Your what-ifs" className="divide-y divide-line border-line border-y">
        {branches.map((branch) => (
          <li
            key={branch.id}
            className="grid grid-cols-1 gap-x-16 gap-y-4 py-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
          >
            <div className="flex min-w-0 flex-col items-start gap-3">
              <h3 className="text-lg">
                <Link to={whatIfPath(branch.id)} className="hover:underline">
                  {getQuestion(branch.name)}
                </Link>
              </h3>
              <Changes branch={branch} setting={setting} />
              {!projected.includes(branch) && <NextStep branch={branch} />}
            </div>
            {branch.from ? (
              <p className="text-ink-2">
                Starts from “{branch.from.name}” on {formatDay(branch.from.day)}. Open it to compare it with
                what has happened since.
              </p>
            ) : (
              getResult(branch)
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The number of decisions that the list shows of each what-if. */
const SHOWN = 4;

function Changes({
  branch: { decisions },
  setting: { row, currency },
}: {
  branch: WhatIf;
  setting: ProjectionInput;
}) {
  if (decisions.length === 0)
    return <p className="text-ink-2">No decisions yet, so it matches your current plan.</p>;
  return (
    <ol aria-label="Decisions" className="w-full">
      {decisions.slice(0, SHOWN).map((decision) => {
        const { title, detail } = formatDecision(decision, row, currency);
        const step = getStep(decision, currency);
        return (
          <li key={decision.id} className="py-1">
            <span className="figures font-medium">{step ? `${title}: ${step.text}` : title}</span>
            <span className="block text-ink-3 text-sm">{detail}</span>
          </li>
        );
      })}
      {decisions.length > SHOWN && (
        <li className="py-1 text-ink-3 text-sm">Plus {decisions.length - SHOWN} more.</li>
      )}
    </ol>
  );
}

type Status = { tone: ComponentProps<typeof Badge>['tone']; text: string };

/** Describes whether the decisions of a what-if work, and whether it ends ahead of the current plan. */
function getStatus({ branch, baseline }: Projections): Status {
  const refused = branch.events.filter(({ kind }) => kind === 'refused').length;
  if (refused > 0) return { tone: 'negative', text: `${formatCount(refused, 'decision')} not included` };
  const failure = getFailure(branch, baseline);
  if (failure) return { tone: 'negative', text: `A payment fails in ${formatMonth(failure.day)}` };
  const { difference } = getOutcome({ branch, baseline }, 'netWorth');
  if (difference === 0) return { tone: 'quiet', text: 'Same as your current plan' };
  return difference > 0
    ? { tone: 'positive', text: 'Ahead of your current plan' }
    : { tone: 'warning', text: 'Behind your current plan' };
}

type OutcomeProps = { branch: WhatIf; setting: ProjectionInput; onDone: () => void };

function Outcome({ branch, setting, onDone }: OutcomeProps) {
  const { projections, progress, failed, retry } = useWhatIf(setting, branch.decisions, undefined);
  const isDone = progress === null || failed;
  const finish = useEffectEvent(onDone);
  useEffect(() => {
    if (isDone) finish();
  }, [isDone]);
  if (failed)
    return (
      <p className="text-ink-2">
        We couldn't run this what-if.{' '}
        <Button size="sm" onClick={retry}>
          Try again
        </Button>
      </p>
    );
  if (!projections) return <Skeleton className="h-24 w-full" />;
  const { end, difference } = getOutcome(projections, 'netWorth');
  const { tone, text } = getStatus(projections);
  return (
    <div className="grid grid-cols-2 items-center gap-x-6 gap-y-4">
      <div>
        <p className="text-ink-3 text-xs">
          Difference in net worth{end && `, ${formatAs(dayText(end.day), 'MMM yyyy')}`}
        </p>
        <p className="mt-1">
          <Money
            amount={fromMinor(difference)}
            currency={setting.currency}
            size="balance"
            signed
            expected
            className={difference > 0 ? 'text-positive' : difference < 0 ? 'text-negative' : ''}
          />
        </p>
      </div>
      <DifferenceCurve projections={projections} />
      <div className="col-span-2 flex flex-wrap items-center justify-between gap-3">
        <Badge tone={tone}>{text}</Badge>
        <NextStep branch={branch} isBroken={tone === 'negative'} />
      </div>
    </div>
  );
}

function NextStep({
  branch: { id, name, decisions, from },
  isBroken = false,
}: {
  branch: WhatIf;
  isBroken?: boolean;
}) {
  const label = from
    ? 'Compare'
    : decisions.length === 0
      ? 'Add decision'
      : isBroken
        ? 'Change decisions'
        : 'Review and apply';
  return (
    <LinkButton to={whatIfPath(id)}>
      {label} <span className="sr-only">{name}</span>
    </LinkButton>
  );
}

const [WIDTH, HEIGHT, INSET] = [200, 56, 3];

/** Renders the difference in net worth over time as a small curve. Screen readers get the amount beside it. */
function DifferenceCurve({ projections: { branch, baseline } }: { projections: Projections }) {
  const values = differenceSeries(branch, baseline, 'netWorth').map(({ value }) => value);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const y = (value: number) => HEIGHT - INSET - ((value - low) / (high - low || 1)) * (HEIGHT - 2 * INSET);
  const x = (index: number) => INSET + (index / Math.max(1, values.length - 1)) * (WIDTH - 2 * INSET);
  const line = values.map((value, index) => `${x(index)},${y(value)}`).join(' ');
  const last = values.at(-1) ?? 0;
  const [ground, edge] =
    last < 0 ? ['var(--chart-behind)', 'var(--warning)'] : ['var(--chart-ahead)', 'var(--chart-next)'];
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} fill="none" className="w-full">
      <polygon points={`${x(0)},${y(0)} ${line} ${x(values.length - 1)},${y(0)}`} fill={ground} />
      <path d={`M0 ${y(0)}H${WIDTH}`} stroke="var(--line-strong)" strokeWidth="1" />
      <polyline points={line} stroke={edge} strokeWidth="1.5" strokeDasharray="4 4" />
      <circle
        cx={x(values.length - 1)}
        cy={y(last)}
        r="3"
        fill="var(--canvas)"
        stroke={edge}
        strokeWidth="1.5"
      />
    </svg>
  );
}
