/** The sign-out in progress. Resolves to true if the session ended, or to false if the sign-out failed. */
let leaving: Promise<boolean> | undefined;

/**
 * Signs out by running `work` and holds other requests in the meantime. If the session ended, drops the held
 * requests. Otherwise, sends them.
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

/**
 * Sends a request. During a sign-out, waits for its result first. If the session ended, never sends the
 * request.
 */
export const fetchWhileHere: typeof fetch = async (input, init) => {
  const isOwn = !String(input instanceof Request ? input.url : input).includes('/auth/v1/');
  if (leaving && isOwn && (await leaving)) return new Promise<Response>(() => {});
  return fetch(input, init);
};
