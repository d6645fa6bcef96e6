import { clear, createStore, del, entries, get, promisifyRequest, set, type UseStore } from 'idb-keyval';

/**
 * A movement of money that could not reach the bank. The bank knows it by its request id, so however often it is sent,
 * it happens once.
 */
export type QueuedCall = {
  requestId: string;
  customerId: string;
  verb: string;
  args: Record<string, unknown>;
  /** The button label of the action: "Deposit $50.00 to Everyday". */
  words: string;
  currency: string;
  /** Wall clock, in milliseconds. */
  keptAt: number;
  /** True if it was sent without an answer: it may have happened and cannot be canceled here. */
  tried: boolean;
  /** Why the bank refused it, in the customer's words; null while it waits. */
  refusal: string | null;
};

/** How the service worker reaches the bank when no page is open. */
export type Access = { url: string; anonKey: string; accessToken: string; expiresAt: number };

/** The tag under which the browser wakes the service worker when the network is back. */
export const WAKE_TAG = 'sandbank-waiting';
/** One at a time sends what waits: a tab or the service worker. */
export const SENDING_LOCK = 'sandbank-waiting';

const CALLS = 'call ';
const ACCESS = 'access';

let store: UseStore | undefined;

/** Opened when it is first needed: not every browser, and no test without a browser, has one. */
function opened(): UseStore {
  store ??= createStore('sandbank-waiting', 'calls');
  return store;
}

/** Oldest first: they are sent in the order they were made. */
export async function readQueue(): Promise<QueuedCall[]> {
  const all = await entries<string, QueuedCall | Access>(opened());
  return all
    .filter(([key]) => key.startsWith(CALLS))
    .map(([, call]) => call as QueuedCall)
    .sort((one, other) => one.keptAt - other.keptAt);
}

export function enqueueCall(call: QueuedCall): Promise<void> {
  return set(CALLS + call.requestId, call, opened());
}

/** Changes one that still waits, and says whether it does: one that is gone stays gone, and is not to be sent. */
export function updateQueuedCall(requestId: string, change: Partial<QueuedCall>): Promise<boolean> {
  return opened()('readwrite', async (store) => {
    const call = await callIn(store, requestId);
    if (call) await promisifyRequest(store.put({ ...call, ...change }, CALLS + requestId));
    return call !== undefined;
  });
}

/** Removes one that was never sent or was refused, in one transaction with looking. Any other may have happened. */
export function withdrawQueuedCall(requestId: string): Promise<void> {
  return opened()('readwrite', async (store) => {
    const call = await callIn(store, requestId);
    if (call && (call.refusal !== null || !call.tried))
      await promisifyRequest(store.delete(CALLS + requestId));
  });
}

const callIn = (store: IDBObjectStore, requestId: string) =>
  promisifyRequest<QueuedCall | undefined>(store.get(CALLS + requestId));

export function removeQueuedCall(requestId: string): Promise<void> {
  return del(CALLS + requestId, opened());
}

export function saveAccess(access: Access): Promise<void> {
  return set(ACCESS, access, opened());
}

export function readAccess(): Promise<Access | undefined> {
  return get<Access>(ACCESS, opened());
}

/** At sign-out. */
export async function clearQueue(): Promise<void> {
  if (typeof indexedDB !== 'undefined') await clear(opened());
}
