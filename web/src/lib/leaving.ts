/** Set while the bank is asked to end the session; resolves to whether it did. */
let leaving: Promise<boolean> | undefined;

/**
 * Ends the session by `work` while nothing else is asked: what a page still wants to read meanwhile waits, and is never
 * sent once there is no session to read it with.
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

/** Asks the bank, unless the session is being ended. */
export const fetchWhileHere: typeof fetch = async (input, init) => {
  const isOwn = !String(input instanceof Request ? input.url : input).includes('/auth/v1/');
  if (leaving && isOwn && (await leaving)) return new Promise<Response>(() => {});
  return fetch(input, init);
};
