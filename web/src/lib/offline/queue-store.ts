import { clear, createStore, del, entries, get, promisifyRequest, set, type UseStore } from 'idb-keyval';

/** A transaction that couldn't reach the bank. Because of its request id, sending it twice is safe. */
export type QueuedCall = {
  requestId: string;
  customerId: string;
  verb: string;
  args: Record<string, unknown>;
  /** The action's button label, such as "Deposit $50.00 to Everyday". */
  text: string;
  currency: string;
  /** The real time when the call was queued, in milliseconds since 1970. */
  keptAt: number;
  /**
   * True if the call was sent but got no response. The bank might have processed it, so the customer can't
   * cancel it anymore.
   */
  tried: boolean;
  /** The bank's refusal message for the customer; null while the call is queued. */
  refusal: string | null;
};

/** The backend's URL and tokens, which the service worker uses when no page is open. */
export type Access = { url: string; anonKey: string; accessToken: string; expiresAt: number };

/**
 * The tag of the background sync. When the network is back, the browser starts the service worker with this
 * tag.
 */
export const WAKE_TAG = 'sandbank-waiting';
/** The message that asks open pages to send the queued calls. The service worker posts it. */
export const SEND_MESSAGE = 'send-queued-calls';
/** The lock that lets only one tab or the service worker send at a time. */
export const SENDING_LOCK = 'sandbank-waiting';

const CALLS = 'call ';
const ACCESS = 'access';

let store: UseStore | undefined;

/** Opens the store on first use, because some browsers and tests have no IndexedDB. */
function opened(): UseStore {
  store ??= createStore('sandbank-waiting', 'calls');
  return store;
}

/** Returns the calls in the order in which they are sent, oldest first. */
export async function readQueue(): Promise<QueuedCall[]> {
  const all = await entries<string, QueuedCall | Access>(opened());
  return all
    .filter(([key]) => key.startsWith(CALLS))
    .map(([, call]) => call as QueuedCall)
    .sort((left, right) => left.keptAt - right.keptAt);
}

export function enqueueCall(call: QueuedCall): Promise<void> {
  return set(CALLS + call.requestId, call, opened());
}

/** Updates a queued call. Returns false if the call was removed and must not be sent. */
export function updateQueuedCall(requestId: string, change: Partial<QueuedCall>): Promise<boolean> {
  return opened()('readwrite', async (store) => {
    const call = await callIn(store, requestId);
    if (call) await promisifyRequest(store.put({ ...call, ...change }, CALLS + requestId));
    return call !== undefined;
  });
}

/**
 * Removes a call only if it was never sent or was refused, because the bank might have processed any other
 * call. Checks and removes the call in one storage transaction.
 */
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

/** Removes all queued calls at sign-out. */
export async function clearQueue(): Promise<void> {
  if (typeof indexedDB !== 'undefined') await clear(opened());
}
