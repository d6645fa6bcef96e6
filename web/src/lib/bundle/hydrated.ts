/** Prerendered pages are visible before any script runs. `load-app.js` records clicks until they are hydrated. */
let isHydrated = false;

/** Called by a prerendered page after hydration. Replays the recorded clicks. */
export function markHydrated(): void {
  isHydrated = true;
  window.dispatchEvent(new Event('sandbank-hydrated'));
}

/** Returns the text entered into a prerendered field before hydration. */
export function enteredBefore(name: string): string {
  if (isHydrated || typeof document === 'undefined') return '';
  return document.querySelector<HTMLInputElement>(`main input[name="${name}"]`)?.value ?? '';
}
