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
  if (figure && !(isIdle && figure.isConnected)) setFigure(null);
  if (!figure || !isIdle) return null;
  return (
    <TourCard
      anchor={figure}
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
