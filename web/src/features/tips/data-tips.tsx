import { useMutation } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Link } from 'react-router';
import { Explain } from '@/entities/explanation/explain';
import { type Insight, insightKind } from '@/entities/insight/insight-text';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Section } from '@/ui/page';
import { LESSON_OF_INSIGHT } from './insight-lessons';
import { getLesson } from './lessons/catalog';
import { tipMutations } from './mutations';

/** Renders insights: a fact, an amount, its reason, an action, and a lesson. */
export function DataTips({ insights }: { insights: readonly Insight[] | undefined }) {
  const dismiss = useMutation(tipMutations.dismiss);
  const bringBack = useMutation(tipMutations.bringBack);
  if (insights === undefined) return null;
  const putAway = async ({ key }: Insight) => {
    await dismiss.mutateAsync(key);
    toast.success('Insight dismissed', {
      action: { label: 'Undo', onClick: () => void bringBack.mutateAsync(key).catch(() => {}) },
    });
  };
  return (
    <Section title="Tips from your data">
      {insights.length === 0 ? (
        <p className="text-ink-2">No tips today. We'll show tips based on your transactions.</p>
      ) : (
        <ul aria-label="Tips from your data" className="divide-y divide-line border-line border-y">
          {insights.map((insight) => (
            <li key={insight.key} className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3.5">
              <div className="min-w-0 flex-1 basis-80">
                <p>
                  {insight.fact} <strong className="figures font-semibold">{insight.amount}</strong>
                </p>
                <p className="mt-0.5 flex flex-wrap gap-x-4 text-ink-3 text-sm">
                  <Explain
                    title="Why you're seeing this"
                    formula={insight.why}
                    inputs={insight.inputs}
                    postings={insight.rows}
                  >
                    Why am I seeing this?
                  </Explain>
                  <LessonLink insight={insight} />
                </p>
              </div>
              <span className="flex items-center gap-2">
                <Button size="sm" asChild>
                  <Link to={insight.action.to}>{insight.action.words}</Link>
                </Button>
                <button
                  type="button"
                  aria-label={`Dismiss: ${insight.fact}`}
                  title="Dismiss"
                  disabled={dismiss.isPending}
                  onClick={() => void putAway(insight).catch(() => {})}
                  className="grid size-8 place-items-center rounded-1 text-ink-3 hover:bg-sunken hover:text-ink pointer-coarse:size-11"
                >
                  <X aria-hidden className="size-4" strokeWidth={1.5} />
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function LessonLink({ insight }: { insight: Insight }) {
  const lesson = getLesson(LESSON_OF_INSIGHT[insightKind(insight.key)]);
  if (!lesson) return null;
  return (
    <Link to={`/tips/${lesson.id}`} className="inline-block py-1 text-link">
      Lesson: {lesson.title}
    </Link>
  );
}
