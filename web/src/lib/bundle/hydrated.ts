/** Some pages come drawn and stand before any script does; `wake.js` keeps what is done on them meanwhile. */
let isAwake = false;

/** Called by a drawn page once it answers: what was pressed before is pressed again now. */
export function markHydrated(): void {
  isAwake = true;
  window.dispatchEvent(new Event('sandbank-awake'));
}

/** Returns the text entered into a prerendered field before hydration. */
export function enteredBefore(name: string): string {
  if (isAwake || typeof document === 'undefined') return '';
  return document.querySelector<HTMLInputElement>(`main input[name="${name}"]`)?.value ?? '';
}
