import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

/**
 * Makes the links and buttons of a bar one Tab stop. Arrow keys, Home, and End move between those that are
 * visible. The stop is the last focused control, or else the current page's link.
 */
export function useRovingFocus<Bar extends HTMLElement>(): {
  ref: RefObject<Bar | null>;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: () => void;
} {
  const ref = useRef<Bar>(null);
  const update = () => {
    const controls = getControls(ref.current);
    const stop =
      controls.find((control) => control === document.activeElement) ??
      controls.find((control) => control.tabIndex === 0 && control.hasAttribute('data-stop')) ??
      controls.find((control) => control.ariaCurrent === 'page') ??
      controls[0];
    for (const control of controls) {
      control.tabIndex = control === stop ? 0 : -1;
      control.toggleAttribute('data-stop', control === stop && control === document.activeElement);
    }
  };
  // Runs after each render, because the controls may have changed.
  useEffect(update);
  useEffect(() => {
    window.addEventListener('resize', update);
    return () => window.removeEventListener('resize', update);
  });
  return {
    ref,
    onFocus: update,
    onKeyDown(event) {
      const controls = getControls(ref.current);
      const index = controls.indexOf(event.target as HTMLElement);
      const next = {
        Home: controls[0],
        End: controls.at(-1),
        ArrowRight: controls[(index + 1) % controls.length],
        ArrowLeft: controls.at(index - 1),
      }[event.key];
      if (index < 0 || !next) return;
      event.preventDefault();
      next.focus();
    },
  };
}

function getControls(bar: HTMLElement | null): HTMLElement[] {
  return [...(bar?.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)') ?? [])].filter(
    (control) => control.getClientRects().length > 0,
  );
}
