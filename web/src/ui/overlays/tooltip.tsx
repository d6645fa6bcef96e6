import { Slot } from 'radix-ui';
import {
  type ComponentProps,
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useOverlays } from './overlays';

/** The specification sets these delays. */
const OPENS_AFTER_MS = 700;
const SKIPS_DELAY_WITHIN_MS = 300;

type Handlers = Pick<
  ComponentProps<'button'>,
  'onPointerMove' | 'onPointerLeave' | 'onPointerDown' | 'onFocus' | 'onBlur' | 'onClick'
>;

/** The number of open tooltips, and the time when the last one closed. */
let opened = 0;
let closedAt = Number.NEGATIVE_INFINITY;
const opensAfter = () =>
  opened > 0 || performance.now() - closedAt < SKIPS_DELAY_WITHIN_MS ? 0 : OPENS_AFTER_MS;

/**
 * Renders a tooltip with an icon control's name, which matches its `aria-label`. Loads Radix on first hover
 * or focus and then replays the event.
 */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
  const [control, setControl] = useState<HTMLElement | null>(null);
  const [delay, setDelay] = useState<number>();
  const [description, setDescription] = useState<string>();
  const handlers = useRef<Handlers | null>(null);
  /** The event that is replayed after Radix loads. */
  const missedEvent = useRef<((handlers: Handlers) => void) | null>(null);
  const isPressed = useRef(false);
  const radix = useOverlays(delay !== undefined);
  const forward = (handle: (handlers: Handlers) => void, { opens = false } = {}) => {
    if (handlers.current) return handle(handlers.current);
    missedEvent.current = opens ? handle : null;
    if (opens) setDelay(opensAfter());
  };
  return (
    <>
      <Slot.Root
        ref={setControl}
        aria-describedby={description}
        onPointerEnter={() => handlers.current && setDelay(opensAfter())}
        onPointerMove={(event: React.PointerEvent<HTMLButtonElement>) =>
          event.pointerType !== 'touch' &&
          forward(({ onPointerMove }) => onPointerMove?.(event), { opens: true })
        }
        onPointerLeave={(event: React.PointerEvent<HTMLButtonElement>) =>
          forward(({ onPointerLeave }) => onPointerLeave?.(event))
        }
        onPointerDown={(event: React.PointerEvent<HTMLButtonElement>) => {
          isPressed.current = true;
          const release = () => {
            isPressed.current = false;
          };
          document.addEventListener('pointerup', release, { once: true });
          forward(({ onPointerDown }) => onPointerDown?.(event));
        }}
        onFocus={(event: React.FocusEvent<HTMLButtonElement>) =>
          forward(({ onFocus }) => onFocus?.(event), { opens: !isPressed.current })
        }
        onBlur={(event: React.FocusEvent<HTMLButtonElement>) => forward(({ onBlur }) => onBlur?.(event))}
        onClick={(event: React.MouseEvent<HTMLButtonElement>) => forward(({ onClick }) => onClick?.(event))}
      >
        {children}
      </Slot.Root>
      {radix && (
        <radix.Tooltip.Provider skipDelayDuration={SKIPS_DELAY_WITHIN_MS}>
          <radix.Tooltip.Root
            delayDuration={delay ?? OPENS_AFTER_MS}
            onOpenChange={(open) => {
              opened = Math.max(0, opened + (open ? 1 : -1));
              if (!open) closedAt = performance.now();
            }}
          >
            <radix.Tooltip.Trigger asChild>
              <TriggerHandlers
                element={control}
                handlers={handlers}
                missedEvent={missedEvent}
                onDescribed={setDescription}
              />
            </radix.Tooltip.Trigger>
            <radix.Tooltip.Portal>
              <radix.Tooltip.Content
                sideOffset={6}
                collisionPadding={8}
                className="z-70 max-w-64 animate-appear rounded-1 bg-ink px-2.5 py-1.5 text-canvas text-sm"
              >
                {text}
              </radix.Tooltip.Content>
            </radix.Tooltip.Portal>
          </radix.Tooltip.Root>
        </radix.Tooltip.Provider>
      )}
    </>
  );
}

type TriggerHandlersProps = Handlers & {
  element: HTMLElement | null;
  handlers: RefObject<Handlers | null>;
  missedEvent: RefObject<((handlers: Handlers) => void) | null>;
  onDescribed: (id: string | undefined) => void;
  'aria-describedby'?: string;
  ref?: Ref<HTMLElement | null>;
};

/** Adds the behavior of a Radix trigger to an existing control. */
function TriggerHandlers({
  element,
  handlers,
  missedEvent,
  onDescribed,
  ref,
  ...radix
}: TriggerHandlersProps) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => element, [element]);
  useLayoutEffect(() => {
    handlers.current = radix;
    const handle = missedEvent.current;
    missedEvent.current = null;
    handle?.(radix);
  });
  const description = radix['aria-describedby'];
  useLayoutEffect(() => onDescribed(description), [description, onDescribed]);
  return null;
}
