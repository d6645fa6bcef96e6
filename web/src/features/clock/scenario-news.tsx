import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { describeRun } from '@/entities/scenario/scenario-text';
import { scenarioQueries } from '@/features/scenarios/queries';
import { formatListDate, formatTextDate, getDay } from '@/lib/dates';
import { AlertBox } from '@/ui/alert-box';

type StoryNewsProps = {
  from: string;
  to: string;
  ended: 'won' | 'lost' | null;
  zone: string;
  /** Called when the customer follows a link. */
  onLeave: () => void;
};

/** Renders the scenario's texts during the fast-forward, and its outcome. */
export function ScenarioNews({ from, to, ended, zone, onLeave }: StoryNewsProps) {
  const { data: play } = useQuery(scenarioQueries.current());
  if (!play) return null;
  const [before, last] = [parseDay(getDay(from, zone)), parseDay(getDay(to, zone))];
  const moments = describeRun(play, last).moments.filter(({ day }) => day > before);
  if (!ended && moments.length === 0) return null;
  const path = `/tips/stories/plays/${play.id}`;
  return (
    <section aria-label={play.title} className="mb-6">
      {ended && (
        <AlertBox
          kind={ended === 'won' ? 'positive' : 'warning'}
          fact={
            ended === 'won'
              ? `You won “${play.title}”.`
              : `The scenario ended on ${formatTextDate(dayText(play.course.outcome?.on ?? last))}.`
          }
          action={
            <Link to={path} onClick={onLeave} className="text-link">
              View results
            </Link>
          }
          className="mb-4"
        />
      )}
      {moments.length > 0 && (
        <ol className="border-line border-l-2 pl-4">
          {moments.map(({ key, day, title, words, hint }) => (
            <li key={key} className="pb-3 last:pb-0">
              <p className="text-ink-3 text-sm">{formatListDate(dayText(day))}</p>
              <h3 className="font-semibold">{title}</h3>
              <p className="text-ink-2">{words}</p>
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
