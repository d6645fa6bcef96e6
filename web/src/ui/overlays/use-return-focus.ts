import { useLayoutEffect, useRef } from 'react';

/** For `onCloseAutoFocus` of what opens over the page: the focus goes back to where it was. */
export function useReturnFocus(open: boolean): (event: Event) => void {
  const opener = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (open) opener.current = focusedBefore();
  }, [open]);
  return (event) => {
    event.preventDefault();
    opener.current?.focus();
  };
}

/** Returns the element that had the focus; for a menu item, the button of its menu. */
function focusedBefore(): HTMLElement | null {
  const focused = document.activeElement;
  const menuButton = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const origin = menuButton ? document.getElementById(menuButton) : focused;
  return origin instanceof HTMLElement ? origin : null;
}
