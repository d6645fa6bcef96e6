/**
 * True after hydration. Prerendered pages are visible before any script runs, and `load-app.js` records
 * clicks until hydration.
 */
let isHydrated = false;

/**
 * Marks the page as hydrated and replays the recorded clicks. Called by a prerendered page after hydration.
 */
export function markHydrated(): void {
  isHydrated = true;
  window.dispatchEvent(new Event('sandbank-hydrated'));
}

/** Returns the text entered into a prerendered field before hydration. */
export function enteredBefore(name: string): string {
  if (isHydrated || typeof document === 'undefined') return '';
  return document.querySelector<HTMLInputElement>(`main input[name="${name}"]`)?.value ?? '';
}
