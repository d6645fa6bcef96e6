/** The maximum wait. Hidden pages are never painted, so the wait must be limited. */
const PAINTED_WITHIN_MS = 500;

/** Resolves after the current rendering has been painted. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, PAINTED_WITHIN_MS);
    requestAnimationFrame(() =>
      setTimeout(() => {
        clearTimeout(late);
        resolve();
      }),
    );
  });
}
