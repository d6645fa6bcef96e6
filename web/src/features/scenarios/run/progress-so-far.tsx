import { dayText } from '@engine/calendar/calendar.ts';
import { Link } from 'react-router';
import type { DescribedMoment } from '@/entities/scenario/scenario-text';
import { formatListDate } from '@/lib/dates';

/** Renders past events, newest first. Hidden events are not shown. */
export function ProgressSoFar({
  moments,
  next,
}: {
  moments: readonly DescribedMoment[];
  next: NextMoment | null;
}) {
  return (
    <ol aria-label="Events so far" className="border-line border-l-2 pl-5">
      {next && (
        <li className="relative pb-6">
          <Dot kind="next" />
          <p className="text-ink-3 text-sm">{next.when}</p>
          <p className="font-medium text-ink-2">{next.title}</p>
        </li>
      )}
      {moments.toReversed().map((moment) => (
        <li key={moment.key} className="relative pb-6 last:pb-0">
          <Dot kind={moment.kind} />
          <MomentView moment={moment} />
        </li>
      ))}
    </ol>
  );
}

export type NextMoment = { title: string; when: string };

/** A step with its hint on request and its lessons. */
export function MomentView({ moment: { day, title, words, hint, lessons } }: { moment: DescribedMoment }) {
  return (
    <>
      <p className="text-ink-3 text-sm">{formatListDate(dayText(day))}</p>
      <h3 className="font-semibold">{title}</h3>
      <p className="mt-0.5 text-ink-2">{words}</p>
      {hint && (
        <details className="mt-1">
          <summary className="w-fit py-1 font-medium text-accent-ink text-sm">Hint</summary>
          <p className="text-ink-2">{hint}</p>
        </details>
      )}
      {lessons.length > 0 && (
        <p className="mt-1 flex flex-wrap gap-x-4 text-sm">
          {lessons.map((lesson) => (
            <Link key={lesson} to={`/tips/${lesson}`} className="text-link">
              Lesson: {formatLesson(lesson)}
            </Link>
          ))}
        </p>
      )}
    </>
  );
}

/** Formats `what-stays` as `What stays`, because the lesson isn't loaded. */
export function formatLesson(slug: string): string {
  const words = slug.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Past steps are filled and future ones hollow. Checkpoints are larger than events. */
function Dot({ kind }: { kind: 'checkpoint' | 'event' | 'next' }) {
  const looks = {
    checkpoint: '-left-[27px] size-3 bg-ink',
    event: '-left-[25px] size-2 bg-ink',
    next: '-left-[27px] size-3 border-2 border-chart-1 bg-canvas',
  } as const;
  return <span aria-hidden className={`absolute top-1.5 rounded-full ${looks[kind]}`} />;
}
