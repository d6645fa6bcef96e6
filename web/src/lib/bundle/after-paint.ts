/** Pages that nobody sees are not painted; they are not waited for longer. */
const PAINTED_WITHIN_MS = 500;

/** Resolves once what was rendered just now has been painted. */
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
