import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names';
import { focusContent } from './overlays/return-focus';

type NoticeChipProps = {
  tone?: 'plain' | 'info';
  /** The label of the button that dismisses the notice. */
  dismissLabel: string;
  onDismiss: () => void;
  children: ReactNode;
};

/** Renders a short notice that can be dismissed, in the margin above a page. */
export function NoticeChip({ tone = 'plain', dismissLabel, onDismiss, children }: NoticeChipProps) {
  return (
    <div
      className={classNames(
        'pointer-events-auto flex h-7 items-center gap-3 rounded-full pr-0.5 pl-3 text-xs',
        tone === 'info' ? 'bg-info-soft' : 'border border-line bg-surface',
      )}
    >
      {children}
      <button
        type="button"
        aria-label={dismissLabel}
        onClick={() => {
          // Dismissing removes this button, which has the focus.
          focusContent();
          onDismiss();
        }}
        className="grid size-6 place-items-center rounded-full text-ink-2 hover:bg-sunken pointer-coarse:-m-2.5 pointer-coarse:size-11"
      >
        <X className="size-3.5" />
      </button>
    </div>
  );
}

/**
 * Holds the notices, mostly in the margin at the top of a page. Reserves the row's height even
 * when it is empty, so that a notice that appears later doesn't move the page.
 */
export function NoticeRow({ children }: { children: ReactNode }) {
  return (
    <div className="pointer-events-none relative z-10 mx-auto -mb-5 flex min-h-8 w-full max-w-296 flex-wrap items-start gap-x-2 gap-y-1 px-(--gutter) pt-1 print:hidden">
      {children}
    </div>
  );
}
