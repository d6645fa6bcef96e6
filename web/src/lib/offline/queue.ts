import type { Database } from '../database.types';
import { loadEnvironment } from '../environment';
import { isRefusal } from '../refusals';
import { currentSession } from '../session';
import { createStore, useStore } from '../storage/create-store';
import {
  clearQueue,
  enqueueCall,
  type QueuedCall,
  readQueue,
  removeQueuedCall,
  SENDING_LOCK,
  saveAccess,
  updateQueuedCall,
  WAKE_TAG,
  withdrawQueuedCall,
} from './queue-store';

type Functions = Database['public']['Functions'];

/**
 * The bank functions that are safe to retry. The bank stores each request id and returns the same response
 * again.
 */
type Verb =
  | 'deposit'
  | 'withdraw'
  | 'transfer'
  | 'charge_credit_card'
  | 'pay_credit_card'
  | 'pay_loan'
  | 'pay_mortgage';

/** The label of a queued transaction and the currency of its amounts. */
export type QueuedMovement = { text: string; currency: string };

/** Reports that the transaction is stored in this browser and will be sent later. This isn't a failure. */
export class QueuedForLater extends Error {
  override readonly name = 'QueuedForLater';
}

/** Refusals that apply to the session, not to the transaction. The transaction stays queued. */
const ABOUT_THE_SESSION = new Set(['ENDED', 'PROOF']);

const ANSWERED_WITHIN_MS = 2000;

const queue = createStore<readonly QueuedCall[]>([]);
const otherTabs = typeof indexedDB === 'undefined' ? null : new BroadcastChannel('sandbank-waiting');
if (otherTabs) otherTabs.onmessage = () => void reloadQueue({ notifyTabs: false });

/**
 * Calls one of the bank's functions. If the bank can't be reached, queues the call and throws
 * `QueuedForLater`. If there is no storage or label, throws the network error.
 */
export async function sendOrQueue<Name extends Verb>(
  verb: Name,
  args: Functions[Name]['Args'] & { request_id: string },
  movement: QueuedMovement | null,
): Promise<Functions[Name]['Returns']> {
  if (!navigator.onLine && movement && (await queueCall(verb, args, movement, { tried: false })))
    throw new QueuedForLater();
  try {
    return await send(verb, args);
  } catch (error) {
    // Network errors are instances of `TypeError`. The bank's error responses have other types.
    if (error instanceof TypeError && movement && (await queueCall(verb, args, movement, { tried: true })))
      throw new QueuedForLater();
    throw error;
  }
}

/** Returns the calls that are queued or were refused when sent, oldest first. */
export const useQueue = () => useStore(queue);

/**
 * Removes a call that wasn't sent, or a refusal that the customer has read. Keeps a call that is being sent.
 */
export async function dropQueuedCall(requestId: string): Promise<void> {
  await withdrawQueuedCall(requestId);
  await reloadQueue();
}

export async function refreshQueue(): Promise<void> {
  if (canQueue()) await reloadQueue({ notifyTabs: false });
}

/** Describes a refusal for the customer, or returns null if it has no message. */
type DescribeRefusal = (error: unknown, currency: string) => string | null;

/**
 * Sends this customer's queued calls in order and stops at the first call that can't reach the bank. Does
 * nothing if another tab is sending. Returns the completed calls.
 */
export async function sendQueue(customerId: string, describe: DescribeRefusal): Promise<QueuedCall[]> {
  if (!canQueue()) return [];
  await reloadQueue({ notifyTabs: false });
  const due = (call: QueuedCall) => call.customerId === customerId && call.refusal === null;
  if (!queue.get().some(due)) return [];
  return navigator.locks.request(SENDING_LOCK, { ifAvailable: true }, async (lock) => {
    const done: QueuedCall[] = [];
    if (!lock) return done;
    for (const call of (await readQueue()).filter(due)) {
      const outcome = await sendOne(call, describe);
      if (outcome === 'unanswered') break;
      if (outcome === 'done') done.push(call);
    }
    await reloadQueue();
    return done;
  });
}

/** Clears the queue at the end of a session. Returns the calls that were never sent or got no response. */
export async function clearWholeQueue(): Promise<QueuedCall[]> {
  // Waits briefly for a call that is being sent.
  const read = () => readQueue();
  const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
  const all = canQueue() ? await navigator.locks.request(SENDING_LOCK, { signal }, read).catch(read) : [];
  const left = all.filter(({ refusal }) => refusal === null);
  await clearQueue();
  queue.set([]);
  return left;
}

/** Sends a call, unless the customer canceled it in the meantime. */
async function sendOne(call: QueuedCall, describe: DescribeRefusal) {
  if (!(await updateQueuedCall(call.requestId, { tried: true }))) return 'gone';
  try {
    await send(call.verb as Verb, call.args as Functions[Verb]['Args']);
    await removeQueuedCall(call.requestId);
    return 'done';
  } catch (error) {
    if (!isRefusal(error)) return 'unanswered';
    if (ABOUT_THE_SESSION.has(error.code)) {
      await updateQueuedCall(call.requestId, { tried: call.tried });
      return 'unanswered';
    }
    await updateQueuedCall(call.requestId, { refusal: describe(error, call.currency) ?? error.message });
    return 'refused';
  }
}

async function send<Name extends Verb>(verb: Name, args: Functions[Name]['Args']) {
  const { supabase } = await import('../supabase');
  const { data } = await supabase.rpc(verb as 'deposit', args as Functions['deposit']['Args']).throwOnError();
  return data as Functions[Name]['Returns'];
}

/** Queues a call. Returns false if the browser has no storage. */
async function queueCall(
  verb: Verb,
  args: { request_id: string },
  { text, currency }: QueuedMovement,
  { tried }: { tried: boolean },
): Promise<boolean> {
  const session = currentSession();
  if (!session || !canQueue()) return false;
  try {
    await enqueueCall({
      requestId: args.request_id,
      customerId: session.user.id,
      verb,
      args,
      text,
      currency,
      keptAt: Date.now(),
      tried,
      refusal: null,
    });
    await registerSync(session.access_token, session.expires_at ?? 0);
    await reloadQueue();
    return true;
  } catch (error) {
    console.error("We couldn't save this transaction to send later.", error);
    return false;
  }
}

/** Asks the browser to start the service worker when the network is back, even if no page is open. */
async function registerSync(accessToken: string, expiresAt: number): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration || !('sync' in registration)) return;
  const { url, anonKey } = await loadEnvironment();
  await saveAccess({ url: new URL(url, location.href).href, anonKey, accessToken, expiresAt });
  await (registration.sync as { register: (tag: string) => Promise<void> })
    .register(WAKE_TAG)
    .catch(() => {});
}

function canQueue(): boolean {
  return typeof indexedDB !== 'undefined' && 'locks' in navigator;
}

async function reloadQueue({ notifyTabs = true } = {}): Promise<void> {
  queue.set(await readQueue());
  if (notifyTabs) otherTabs?.postMessage('changed');
}
