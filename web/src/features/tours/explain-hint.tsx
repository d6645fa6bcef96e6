import { useEffect, useEffectEvent, useState } from 'react';
import { onExplanation } from '@/entities/household/month-review';
import { Button } from '@/ui/button';
import { TourCard } from './tour-card';

/** The hint waits until the customer has looked at the page. */
const SHOWN_AFTER_MS = 1_500;

type ExplainHintProps = {
  /** True if the hint may appear. */
  canShow: boolean;
  /** False if something else needs the customer's attention, such as a fast-forward. */
  isIdle: boolean;
  dock: HTMLElement | undefined;
  /** Called when the hint appears, or when the customer has found an explanation without it. */
  onSeen: () => void;
};

/** Shows once, at the first amount with an explanation, that it can be selected. */
export function ExplainHint({ canShow, isIdle, dock, onSeen }: ExplainHintProps) {
  const [figure, setFigure] = useState<HTMLElement | null>(null);
  const show = useEffectEvent(() => {
    setFigure(isBusy() ? null : findFigure());
  });
  useEffect(() => {
    if (!canShow) return;
    const timer = setTimeout(() => show(), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [canShow]);
  const close = useEffectEvent(() => {
    setFigure(null);
    onSeen();
  });
  useEffect(() => onExplanation(() => close()), []);
  // The page can replace the amount, for example when its data loads again.
  useEffect(() => {
    if (!figure) return;
    const observer = new MutationObserver(() => {
      if (!figure.isConnected) setFigure(findFigure());
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [figure]);
  if (figure && !isIdle) setFigure(null);
  if (!figure || !isIdle) return null;
  return (
    <TourCard
      anchor={figure}
      place={getBlock(figure)}
      dock={dock}
      title="See how amounts are calculated"
      text="Select any amount with a dashed underline to see its formula and the numbers behind it."
      isRequested={false}
      onShown={onSeen}
      onFailure={() => setFigure(null)}
      onClose={() => setFigure(null)}
    >
      <Button
        size="sm"
        variant="primary"
        onClick={() => {
          setFigure(null);
          figure.click();
        }}
      >
        Show me
      </Button>
      <Button size="sm" variant="ghost" onClick={() => setFigure(null)}>
        Got it
      </Button>
    </TourCard>
  );
}

/** The largest size of an amount with its label and its note. */
const BLOCK = { width: 480, height: 160 };

/** Returns the element around an amount with its label and its note, so that the hint doesn't cover them. */
function getBlock(figure: HTMLElement): HTMLElement {
  let block = figure;
  for (
    let parent = figure.parentElement;
    parent && parent.offsetHeight <= BLOCK.height && parent.offsetWidth <= BLOCK.width;
    parent = parent.parentElement
  )
    block = parent;
  return block;
}

/** Returns true while a dialog or menu is open, or while the customer is typing. */
function isBusy(): boolean {
  const { activeElement } = document;
  return (
    document.querySelector('[role="dialog"], [role="menu"], [data-toast]') !== null ||
    Boolean(activeElement?.matches('input, select, textarea, [role="combobox"]'))
  );
}

/** Returns the first amount on screen that has an explanation. */
function findFigure(): HTMLElement | null {
  const figures = [...document.querySelectorAll<HTMLElement>('main [data-explain]')];
  const isVisible = (figure: HTMLElement) => {
    const { top, bottom, width } = figure.getBoundingClientRect();
    return width > 0 && top >= 0 && bottom <= window.innerHeight / 2;
  };
  return figures.find(isVisible) ?? null;
}
