import { useLayoutEffect, useRef } from 'react';

/** For `onCloseAutoFocus`: returns the focus to the previous element. */
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

/** Returns the focused element; for a menu item, its menu's button. */
function focusedBefore(): HTMLElement | null {
  const focused = document.activeElement;
  const menuButton = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const origin = menuButton ? document.getElementById(menuButton) : focused;
  return origin instanceof HTMLElement ? origin : null;
}
