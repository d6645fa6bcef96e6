import { useLayoutEffect, useRef } from 'react';

/** Returns a handler for `onCloseAutoFocus` that moves the focus back to the previous element. */
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

/** Returns the focused element, or the menu's button if a menu item has the focus. */
function focusedBefore(): HTMLElement | null {
  const focused = document.activeElement;
  const menuButton = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const origin = menuButton ? document.getElementById(menuButton) : focused;
  return origin instanceof HTMLElement ? origin : null;
}
