import {
  type Achievement,
  computeStreaks,
  type Habit,
  type HabitMonth,
  type Streak,
} from '@engine/insights/streaks.ts';
import { useQuery } from '@tanstack/react-query';
import { Award } from 'lucide-react';
import { formatCount } from '@/lib/count';
import { formatAs } from '@/lib/dates';
import { savePreferences, usePreferences } from '@/lib/storage/preferences';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Loaded } from '@/ui/loaded';
import { Section } from '@/ui/page';
import { RowList } from '@/ui/row-list';
import { SkeletonRows } from '@/ui/skeleton';
import { financialHealthQueries } from './queries';

const SHOWN_MONTHS = 12;

const HABIT_TEXTS: Record<Habit, { title: string; achievement: string }> = {
  saving: { title: 'Spent less than you earned', achievement: 'of spending less than you earned' },
  on_time: { title: 'Paid everything on time', achievement: 'of paying everything on time' },
  no_fees: { title: 'No late or overdraft fees', achievement: 'without late or overdraft fees' },
  no_interest: { title: 'No credit card interest', achievement: 'without credit card interest' },
  budgets: { title: 'Stayed within every budget', achievement: 'within every budget' },
};

/** Renders the customer's streaks and achievements, unless the customer hides them. */
export function Streaks() {
  return usePreferences().showsStreaks ? <StreaksSection /> : null;
}

function hide(): void {
  savePreferences({ showsStreaks: false });
  toast.success('Streaks hidden', {
    description: 'You can show them again under Settings, Appearance.',
    action: { label: 'Undo', onClick: () => savePreferences({ showsStreaks: true }) },
  });
}

function StreaksSection() {
  return (
    <Section
      title="Streaks"
      aside={
        <Button variant="ghost" size="sm" aria-label="Hide streaks" onClick={hide}>
          Hide
        </Button>
      }
      className="mt-12"
    >
      <Loaded
        from={useQuery(financialHealthQueries.habitMonths())}
        failure="We couldn’t load your streaks."
        placeholder={<SkeletonRows rows={4} />}
      >
        {(months) => <Habits months={months} />}
      </Loaded>
    </Section>
  );
}

function Habits({ months }: { months: readonly HabitMonth[] }) {
  const { streaks, achievements } = computeStreaks(months);
  if (streaks.length === 0)
    return <p className="text-ink-2">Your streaks start after your first full calendar month.</p>;
  return (
    <div className="grid grid-cols-1 items-start gap-x-16 gap-y-8 lg:grid-cols-2">
      <RowList label="Streaks">
        {streaks.map((streak) => (
          <HabitRow key={streak.habit} streak={streak} />
        ))}
      </RowList>
      <Achievements achievements={achievements} />
    </div>
  );
}

function HabitRow({ streak: { habit, current, longest, next, months } }: { streak: Streak }) {
  const shown = months.slice(-SHOWN_MONTHS);
  const left = next === undefined ? 0 : next - current;
  return (
    <li className="py-4">
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="font-medium text-base">{HABIT_TEXTS[habit].title}</h3>
        <span className="figures whitespace-nowrap font-medium">{formatCount(current, 'month')}</span>
      </div>
      <ul aria-label="Recent months" className="mt-2.5 flex gap-1.5">
        {shown.map(({ month, isKept }) => (
          <li
            key={month}
            className={classNames(
              'h-2 flex-1 rounded-full',
              isKept === true && 'bg-accent',
              isKept === false && 'border border-line-strong bg-surface',
              isKept === null && 'bg-sunken',
            )}
          >
            <span className="sr-only">
              {formatAs(month, 'MMMM yyyy')}: {describeMonth(isKept)}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-ink-3 text-sm">
        {longest > current && `Longest: ${formatCount(longest, 'month')}. `}
        {next === undefined
          ? 'You have every achievement.'
          : `${formatCount(left, 'more month')} to the next achievement.`}
      </p>
    </li>
  );
}

const describeMonth = (isKept: boolean | null) => (isKept === null ? 'doesn’t count' : isKept ? 'yes' : 'no');

/** Returns the longest achievement of each habit, latest first. */
const keepLongest = (achievements: readonly Achievement[]) =>
  [...new Map(achievements.map((achievement) => [achievement.habit, achievement])).values()].toSorted(
    (left, right) => right.month.localeCompare(left.month),
  );

function Achievements({ achievements }: { achievements: readonly Achievement[] }) {
  return (
    <section aria-label="Achievements">
      <h3 className="font-medium text-base">Achievements</h3>
      {achievements.length === 0 ? (
        <p className="mt-2 text-ink-2 text-sm">Your first achievement is a streak of 3 months.</p>
      ) : (
        <ul className="mt-3 grid gap-2.5">
          {keepLongest(achievements).map(({ habit, months, month }) => (
            <li key={`${habit} ${months}`} className="flex items-start gap-3 text-sm">
              <Award aria-hidden className="size-5 shrink-0 text-accent-ink" />
              <span>
                {formatCount(months, 'month')} {HABIT_TEXTS[habit].achievement}
                <span className="block text-ink-3">{formatAs(month, 'MMMM yyyy')}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
