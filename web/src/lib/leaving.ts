/** Set during a sign-out. Resolves to true if the session ended. */
let leaving: Promise<boolean> | undefined;

/**
 * Signs out by running `work` and holds other requests in the meantime. Afterward, drops them if the session
 * ended, or sends them if it didn't.
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

/** Sends a request. During a sign-out, waits until it is finished. */
export const fetchWhileHere: typeof fetch = async (input, init) => {
  const isOwn = !String(input instanceof Request ? input.url : input).includes('/auth/v1/');
  if (leaving && isOwn && (await leaving)) return new Promise<Response>(() => {});
  return fetch(input, init);
};
