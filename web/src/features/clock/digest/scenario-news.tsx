import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { describeRun } from '@/entities/scenario/scenario-text';
import { scenarioQueries } from '@/features/scenarios/queries';
import { formatListDate, formatTextDate, getDay } from '@/lib/dates';
import { AlertBox } from '@/ui/alert-box';
import { TextLink } from '@/ui/link';

type ScenarioNewsProps = {
  from: string;
  to: string;
  ended: 'won' | 'lost' | null;
  zone: string;
  /** Called when the customer follows a link. */
  onLeave: () => void;
};

export function ScenarioNews({ from, to, ended, zone, onLeave }: ScenarioNewsProps) {
  const { data: scenarioRun } = useQuery(scenarioQueries.current());
  if (!scenarioRun) return null;
  const [before, last] = [parseDay(getDay(from, zone)), parseDay(getDay(to, zone))];
  const moments = describeRun(scenarioRun, last).moments.filter(({ day }) => day > before);
  if (!ended && moments.length === 0) return null;
  const path = `/tips/stories/plays/${scenarioRun.id}`;
  return (
    <section aria-label={scenarioRun.title} className="mb-6">
      {ended && (
        <AlertBox
          kind={ended === 'won' ? 'positive' : 'warning'}
          fact={
            ended === 'won'
              ? `You won “${scenarioRun.title}”.`
              : `The scenario ended on ${formatTextDate(dayText(scenarioRun.course.outcome?.on ?? last))}.`
          }
          action={
            <TextLink to={path} onClick={onLeave}>
              View results
            </TextLink>
          }
          className="mb-4"
        />
      )}
      {moments.length > 0 && (
        <ol className="border-line border-l-2 pl-4">
          {moments.map(({ key, day, title, text, hint }) => (
            <li key={key} className="pb-3 last:pb-0">
              <p className="text-ink-3 text-sm">{formatListDate(dayText(day))}</p>
              <h3 className="font-semibold">{title}</h3>
              <p className="text-ink-2">{text}</p>
              {hint && (
                <Link to={path} onClick={onLeave} className="text-link text-sm">
                  Show hint
                </Link>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
