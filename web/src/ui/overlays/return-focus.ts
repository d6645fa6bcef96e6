/** Moves the focus to the page's content, without scrolling. */
export function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}

/** Returns the focus to the element that opened a part of the page, unless the customer has moved on. */
export function returnFocus(opener: Element | null): void {
  if (document.activeElement !== document.body) return;
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body)
    opener.focus({ preventScroll: true });
  else focusContent();
}
