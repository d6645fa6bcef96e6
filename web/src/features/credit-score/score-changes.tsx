import type { ScoreMonth } from '@engine/credit/history.ts';
import { useState } from 'react';
import { formatAs } from '@/lib/dates';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Section } from '@/ui/page';
import { signed } from './signed';

const SHOWN_AT_FIRST = 6;

/** The monthly changes of the score and their causes. */
export function ScoreChanges({ history }: { history: readonly ScoreMonth[] }) {
  const [all, setAll] = useState(false);
  const moved = history.filter(({ changes }) => changes.length > 0).toReversed();
  const shown = all ? moved : moved.slice(0, SHOWN_AT_FIRST);
  if (moved.length === 0) return null;
  return (
    <Section title="Score changes">
      <ol className="divide-y divide-line border-line border-t">
        {shown.map(({ month, score, changes }) => (
          <li key={month} className="grid grid-cols-[5.5rem_1fr_auto] gap-x-4 py-3">
            <span className="text-ink-3 text-sm">{formatAs(`${month}-01T00:00`, 'MMM yyyy')}</span>
            <ul className="flex min-w-0 flex-col gap-1">
              {changes.map(({ part, points, words }) => (
                <li key={part} className={classNames('flex gap-3', Math.abs(points) < 2 && 'text-ink-3')}>
                  <span className="figures w-10 shrink-0 font-medium">{signed(points)}</span>
                  <span className="min-w-0">{words}</span>
                </li>
              ))}
            </ul>
            <span className="figures text-right font-medium">{score}</span>
          </li>
        ))}
      </ol>
      {moved.length > SHOWN_AT_FIRST && (
        <Button variant="ghost" className="mt-3" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${moved.length} months`}
        </Button>
      )}
    </Section>
  );
}
