import { useMutation } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Explain } from '@/entities/explanation/explain';
import { requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';
import { classNames } from '@/ui/class-names';
import { LinkButton } from '@/ui/link';
import type { Insight } from './insight-text';

type InsightListProps = {
  label: string;
  insights: readonly Insight[];
  /** Renders a link next to the reason, such as a link to a lesson. */
  renderLink?: (insight: Insight) => ReactNode;
  /** True for a narrow column: the action is a link below the text. */
  isNarrow?: boolean;
};

/** Renders insights: a fact, an amount, its reason, an action, and a dismiss button. */
export function InsightList({ label, insights, renderLink, isNarrow = false }: InsightListProps) {
  const dismiss = useMutation(insightMutations.dismiss);
  const restore = useMutation(insightMutations.restore);
  const dismissInsight = async ({ key }: Insight) => {
    await dismiss.mutateAsync(key);
    toast.success('Insight dismissed', {
      action: { label: 'Undo', onClick: () => void restore.mutateAsync(key).catch(() => {}) },
    });
  };
  return (
    <ul aria-label={label} className="divide-y divide-line border-line border-y">
      {insights.map((insight) => (
        <li
          key={insight.key}
          className={classNames(
            'flex gap-x-6 gap-y-2 py-3.5',
            isNarrow ? 'items-start' : 'flex-wrap items-center',
          )}
        >
          <div className={classNames('min-w-0 flex-1', !isNarrow && 'basis-80')}>
            <p>
              {insight.fact} <strong className="figures font-semibold">{insight.amount}</strong>
            </p>
            <p className="mt-0.5 flex flex-wrap items-center gap-x-4 text-ink-3 text-sm">
              {isNarrow && (
                <Link to={insight.action.to} className="text-link pointer-coarse:py-3">
                  {insight.action.text}
                </Link>
              )}
              <Explain
                title="Why you're seeing this"
                formula={insight.why}
                inputs={insight.inputs}
                postings={insight.rows}
              >
                Why am I seeing this?
              </Explain>
              {renderLink?.(insight)}
            </p>
          </div>
          <span className="flex items-center gap-2">
            {!isNarrow && (
              <LinkButton to={insight.action.to} size="sm">
                {insight.action.text}
              </LinkButton>
            )}
            <button
              type="button"
              aria-label={`Dismiss: ${insight.fact}`}
              title="Dismiss"
              disabled={dismiss.isPending}
              onClick={() => void dismissInsight(insight).catch(() => {})}
              className="grid size-8 place-items-center rounded-1 text-ink-3 hover:bg-sunken hover:text-ink pointer-coarse:size-11"
            >
              <X className="size-4" />
            </button>
          </span>
        </li>
      ))}
    </ul>
  );
}

const insightMutations = {
  /** Dismisses the insight on all devices. */
  dismiss: requestMutation("We couldn't dismiss this insight. Try again.", (key: string) =>
    supabase
      .from('insight_dismissals')
      .upsert({ key }, { onConflict: 'user_id,key', ignoreDuplicates: true }),
  ),
  restore: requestMutation("We couldn't restore this insight. Try again.", (key: string) =>
    supabase.from('insight_dismissals').delete().eq('key', key),
  ),
};
