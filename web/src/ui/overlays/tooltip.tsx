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

/** Required by the specification. */
const OPENS_AFTER_MS = 700;
const SKIPS_DELAY_WITHIN_MS = 300;

type Answers = Pick<
  ComponentProps<'button'>,
  'onPointerMove' | 'onPointerLeave' | 'onPointerDown' | 'onFocus' | 'onBlur' | 'onClick'
>;

/** How many tooltips are open, and when the last one closed. */
let opened = 0;
let closedAt = Number.NEGATIVE_INFINITY;
const opensAfter = () =>
  opened > 0 || performance.now() - closedAt < SKIPS_DELAY_WITHIN_MS ? 0 : OPENS_AFTER_MS;

/**
 * Shows the name of an icon control, which has the same text as `aria-label`. Loads Radix on first hover or
 * focus and passes the event on.
 */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
  const [control, setControl] = useState<HTMLElement | null>(null);
  const [delay, setDelay] = useState<number>();
  const [description, setDescription] = useState<string>();
  const answers = useRef<Answers | null>(null);
  /** The event to handle after loading. */
  const missed = useRef<((answers: Answers) => void) | null>(null);
  const isPressed = useRef(false);
  const radix = useOverlays(delay !== undefined);
  const tell = (answer: (answers: Answers) => void, { begins = false } = {}) => {
    if (answers.current) return answer(answers.current);
    missed.current = begins ? answer : null;
    if (begins) setDelay(opensAfter());
  };
  return (
    <>
      <Slot.Root
        ref={setControl}
        aria-describedby={description}
        onPointerEnter={() => answers.current && setDelay(opensAfter())}
        onPointerMove={(event: React.PointerEvent<HTMLButtonElement>) =>
          event.pointerType !== 'touch' &&
          tell(({ onPointerMove }) => onPointerMove?.(event), { begins: true })
        }
        onPointerLeave={(event: React.PointerEvent<HTMLButtonElement>) =>
          tell(({ onPointerLeave }) => onPointerLeave?.(event))
        }
        onPointerDown={(event: React.PointerEvent<HTMLButtonElement>) => {
          isPressed.current = true;
          const release = () => {
            isPressed.current = false;
          };
          document.addEventListener('pointerup', release, { once: true });
          tell(({ onPointerDown }) => onPointerDown?.(event));
        }}
        onFocus={(event: React.FocusEvent<HTMLButtonElement>) =>
          tell(({ onFocus }) => onFocus?.(event), { begins: !isPressed.current })
        }
        onBlur={(event: React.FocusEvent<HTMLButtonElement>) => tell(({ onBlur }) => onBlur?.(event))}
        onClick={(event: React.MouseEvent<HTMLButtonElement>) => tell(({ onClick }) => onClick?.(event))}
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
              <Hearing element={control} answers={answers} missed={missed} onDescribed={setDescription} />
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

type HearingProps = Answers & {
  element: HTMLElement | null;
  answers: RefObject<Answers | null>;
  missed: RefObject<((answers: Answers) => void) | null>;
  onDescribed: (id: string | undefined) => void;
  'aria-describedby'?: string;
  ref?: Ref<HTMLElement | null>;
};

/** Applies the behavior of a Radix trigger to an existing control. */
function Hearing({ element, answers, missed, onDescribed, ref, ...radix }: HearingProps) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => element, [element]);
  useLayoutEffect(() => {
    answers.current = radix;
    const answer = missed.current;
    missed.current = null;
    answer?.(radix);
  });
  const description = radix['aria-describedby'];
  useLayoutEffect(() => onDescribed(description), [description, onDescribed]);
  return null;
}
