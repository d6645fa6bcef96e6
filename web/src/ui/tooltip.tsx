import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

/** Numbers of the specification. */
const OPENS_AFTER_MS = 700;
const SKIPS_DELAY_WITHIN_MS = 300;

/** Once around the app: the delays of every tooltip. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={OPENS_AFTER_MS} skipDelayDuration={SKIPS_DELAY_WITHIN_MS}>
      {children}
    </Radix.Provider>
  );
}

/** Says the name of a control that shows only an icon. The control carries the same words as `aria-label`. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-70 max-w-64 animate-appear rounded-1 bg-ink px-2.5 py-1.5 text-canvas text-sm"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
