import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { isPhone } from '@/lib/screen/is-phone';
import { useOverlays } from '@/ui/overlays/overlays';
import { returnFocus } from '@/ui/overlays/return-focus';

/** The space that a card and its distance from the element need. */
const CARD_PX = 240;
/** The height of the bars at the top. */
const BARS_PX = 124;

type TourCardProps = {
  /** The element that the card explains. */
  anchor: HTMLElement;
  /** The element next to which the card appears, if it isn't the explained element itself. */
  place?: HTMLElement;
  /** The bar with the simulated date, which is at the bottom on phones. */
  dock: HTMLElement | undefined;
  title: string;
  text: string;
  /** The position in the tour, such as "1 of 4". */
  position?: string;
  /** True if the customer asked for the card: it then takes the focus and stays until it is closed. */
  isRequested: boolean;
  /** Called once, when the card appears. */
  onShown: () => void;
  /** Called if the card can't be loaded. */
  onFailure: () => void;
  onClose: () => void;
  /** The buttons. */
  children: ReactNode;
};

/** Renders a card next to an element that it explains. The page below it can still be clicked and touched. */
export function TourCard({
  anchor,
  place = anchor,
  dock,
  title,
  text,
  position,
  isRequested,
  onShown,
  onFailure,
  onClose,
  children,
}: TourCardProps) {
  const radix = useOverlays(true);
  const id = useId();
  // Phones show the card above the bar at the bottom, so that it doesn't cover the element.
  const isAboveDock = isPhone();
  const opener = useRef<Element | null>(null);
  useLayoutEffect(() => {
    opener.current = document.activeElement;
  }, []);
  useEffect(() => {
    if (isRequested) reveal(anchor, isAboveDock);
    anchor.dataset['tour'] = 'current';
    return () => {
      delete anchor.dataset['tour'];
    };
  }, [anchor, isAboveDock, isRequested]);
  const state = radix ? 'shown' : radix;
  const report = useEffectEvent(() => (state ? onShown() : onFailure()));
  useEffect(() => {
    if (state !== undefined) report();
  }, [state]);
  const content = useRef<HTMLDivElement>(null);
  // A step without a "Back" or "Skip" button removes the button that had the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step has its own title
  useEffect(() => {
    if (isRequested && document.activeElement === document.body) focusMainButton(content.current);
  }, [title, isRequested]);
  if (!radix) return null;
  const { Root, Anchor, Portal, Content } = radix.Popover;
  return (
    <Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Anchor virtualRef={{ current: (isAboveDock && dock) || place }} />
      <Portal>
        <Content
          ref={content}
          aria-labelledby={`${id}title`}
          aria-describedby={`${id}text`}
          side={isAboveDock ? 'top' : 'bottom'}
          align={isAboveDock ? 'center' : 'start'}
          sideOffset={isAboveDock ? 12 : 14}
          collisionPadding={12}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (isRequested) focusMainButton(content.current);
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus(opener.current);
          }}
          onInteractOutside={(event) => isRequested && event.preventDefault()}
          onFocusOutside={(event) => event.preventDefault()}
          className="z-30 w-[min(21rem,calc(100vw-1.5rem))] animate-rise rounded-3 border border-line bg-raised p-4 text-ink shadow-2 max-md:w-[calc(100vw-1.5rem)] print:hidden"
        >
          <div aria-live="polite">
            {position && <p className="figures text-ink-3 text-sm">{position}</p>}
            <h2 id={`${id}title`} className="font-semibold text-base">
              {title}
            </h2>
            <p id={`${id}text`} className="mt-1 text-ink-2 text-sm">
              {text}
            </p>
          </div>
          <div className="mt-4 flex items-center gap-2">{children}</div>
        </Content>
      </Portal>
    </Root>
  );
}

/** Scrolls the page so that the element and the card are visible. */
function reveal(element: HTMLElement, isAboveDock: boolean): void {
  const { top, bottom, height } = element.getBoundingClientRect();
  if (top >= BARS_PX && bottom + CARD_PX <= window.innerHeight) return;
  const fits = height + 2 * CARD_PX <= window.innerHeight;
  element.scrollIntoView({ block: isAboveDock || !fits ? 'start' : 'center' });
}

const focusMainButton = (card: HTMLElement | null) =>
  card?.querySelector<HTMLElement>('[data-main]')?.focus();
