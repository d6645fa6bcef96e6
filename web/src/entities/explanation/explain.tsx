import { type ReactNode, useEffect, useId, useState } from 'react';
import { reportExplanation } from '@/entities/household/month-review';
import { lazyPart, useLoaded } from '@/lib/bundle/use-loaded';
import { runWhenIdle } from '@/lib/bundle/when-idle';
import { isPhone } from '@/lib/screen/is-phone';
import { Popover } from '@/ui/overlays/popover';
import type { Explained, ExplainInput } from './explanation';

export type { ExplainInput };

type ExplainProps = Explained & {
  /** The figure to explain. */
  children: ReactNode;
};

/** Loads the explanations when the page is idle or when the customer points at the first figure. */
export const explanation = lazyPart(() => import('./explanation'));

let isScheduled = false;

function prepareExplanation(): void {
  explanation.load().catch(() => {});
}

/**
 * Renders a figure with a dashed underline. A click shows its formula, inputs, and postings, on phones in a
 * sheet.
 */
export function Explain({ children, ...explained }: ExplainProps) {
  const [open, setOpen] = useState(false);
  const [isSheet, setIsSheet] = useState(false);
  const part = useLoaded(explanation, open);
  const titleId = useId();
  useEffect(() => {
    if (!isScheduled) runWhenIdle(prepareExplanation);
    isScheduled = true;
  }, []);
  return (
    <>
      <Popover
        open={open && Boolean(part) && !isSheet}
        onOpenChange={(opens) => {
          setOpen(opens);
          if (!opens) return;
          setIsSheet(isPhone());
          reportExplanation();
        }}
        trigger={
          <button
            type="button"
            data-explain
            onPointerEnter={prepareExplanation}
            onFocus={prepareExplanation}
            className="cursor-help rounded-1 text-left underline decoration-1 decoration-dashed underline-offset-4 hover:decoration-2 pointer-coarse:min-h-11"
          >
            {children}
            <span className="sr-only"> Explain {explained.title}</span>
          </button>
        }
        aria-labelledby={titleId}
        align="start"
        sideOffset={8}
        collisionPadding={12}
        className="max-h-[min(var(--radix-popover-content-available-height),40rem)] w-[min(24rem,calc(100vw-1.5rem))] overflow-y-auto p-4 text-ink text-sm"
      >
        {part && <part.Explanation {...explained} titleId={titleId} onClose={() => setOpen(false)} />}
      </Popover>
      {part && isSheet && <part.ExplanationSheet {...explained} open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
