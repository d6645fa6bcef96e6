/** Set while a sign-out is in progress. Resolves to true if the session ended. */
let leaving: Promise<boolean> | undefined;

/**
 * Signs out with `work` and holds other requests meanwhile. They are dropped if the session ended, and sent
 * otherwise.
 */
export async function leaveBy(work: () => Promise<void>): Promise<void> {
  let settle: (hasLeft: boolean) => void = () => {};
  leaving = new Promise((resolve) => {
    settle = resolve;
  });
  try {
    await work();
    settle(true);
  } catch (error) {
    settle(false);
    throw error;
  } finally {
    leaving = undefined;
  }
}

/** Sends a request, unless a sign-out is in progress. */
export const fetchWhileHere: typeof fetch = async (input, init) => {
  const isOwn = !String(input instanceof Request ? input.url : input).includes('/auth/v1/');
  if (leaving && isOwn && (await leaving)) return new Promise<Response>(() => {});
  return fetch(input, init);
};
