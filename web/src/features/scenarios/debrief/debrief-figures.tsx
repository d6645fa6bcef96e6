import { dayText } from '@engine/calendar/calendar.ts';
import { markMinor } from '@engine/money/minor.ts';
import type { MonthChange } from '@engine/scenarios/debrief.ts';
import type { ScenarioRun as Course, RunPoint } from '@engine/scenarios/run-state.ts';
import type { DebriefText } from '@/entities/scenario/scenario-text';
import { formatAs, formatTextDate } from '@/lib/dates';
import { formatMinor } from '@/lib/money';
import { Section } from '@/ui/page';

const FIGURES = [
  { name: 'Income', of: 'income' },
  { name: 'Spent', of: 'spent' },
  { name: 'Interest paid', of: 'interest' },
  { name: 'Fees paid', of: 'fees' },
  { name: 'Final cash', of: 'cash' },
  { name: 'Final investments', of: 'invested' },
  { name: 'Final debt', of: 'debt' },
  { name: 'Final net worth', of: 'netWorth' },
] as const satisfies readonly { name: string; of: keyof RunPoint }[];

type DebriefFiguresProps = { course: Course; reference: Course | null; description: DebriefText | null };

/** Renders the customer's results next to the results of the recommended actions. */
export function DebriefFigures({ course, reference, description }: DebriefFiguresProps) {
  const own = course.months.at(-1);
  const other = reference?.months.at(-1);
  if (!own) return null;
  const shown = FIGURES.filter(({ of }) => own[of] !== 0 || (other && other[of] !== 0));
  return (
    <Section title="Key numbers">
      <table className="figures w-full text-sm">
        <thead>
          <tr className="border-line border-b text-right text-ink-3 [&>th]:py-1.5 [&>th]:font-medium">
            <th className="text-left">
              <span className="sr-only">Figure</span>
            </th>
            <th>You</th>
            {other && <th className="pl-4">For comparison</th>}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ name, of }) => (
            <tr key={of} className="border-line border-b text-right [&>td]:py-2">
              <th scope="row" className="py-2 text-left font-normal">
                {name}
              </th>
              <td className="font-semibold">{money(own[of])}</td>
              {other && <td className="pl-4 text-ink-2">{money(other[of])}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {other && other.day !== own.day && (
        <p className="figures mt-2 text-ink-3 text-sm">
          Your results are through {formatTextDate(dayText(own.day))}, and the comparison is through{' '}
          {formatTextDate(dayText(other.day))}.
        </p>
      )}
      <Months course={course} description={description} />
      {description?.reference && <p className="mt-3 text-ink-2 text-sm">{description.reference}</p>}
    </Section>
  );
}

/** The scenario's figures are in cents. */
const money = (cents: number) => formatMinor(markMinor(cents));

/** Renders the months with the largest gain in net worth, the largest loss, and the lowest cash balance. */
function Months({ course: { lowest }, description }: Pick<DebriefFiguresProps, 'course' | 'description'>) {
  const months =
    description?.best && description.worst && description.best.day !== description.worst.day
      ? [description.best, description.worst]
      : [];
  const [best, worst] = months.map(
    ({ day, change }: MonthChange) =>
      `${formatAs(dayText(day), 'MMMM yyyy')}, ${formatMinor(change, 'USD', true)}`,
  );
  const least = lowest && `${money(lowest.cash)} on ${formatTextDate(dayText(lowest.day))}`;
  const lines = [
    { name: 'Best month', value: best },
    { name: 'Worst month', value: worst },
    { name: 'Lowest cash', value: least },
  ];
  return (
    <dl className="mt-4 border-line border-t text-sm">
      {lines.map(
        ({ name, value }) =>
          value && (
            <div
              key={name}
              className="figures flex flex-wrap justify-between gap-x-4 border-line border-b py-2"
            >
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
