import {
  readAccess,
  readQueue,
  removeQueuedCall,
  SENDING_LOCK,
  updateQueuedCall,
} from '../src/lib/offline/queue-store.ts';

/** A page that is just being closed hears the call and does nothing: after this long the worker does it itself. */
const LEFT_TO_PAGES_MS = 3000;

/** Lets an open page send what waits, else sends it here. Throws while it cannot, so that it is woken again. */
export async function sendQueuedCalls(clients: Clients): Promise<void> {
  const pages = await clients.matchAll({ type: 'window' });
  for (const page of pages) page.postMessage('send what waits');
  if (pages.length > 0) await new Promise((later) => setTimeout(later, LEFT_TO_PAGES_MS));
  await navigator.locks.request(SENDING_LOCK, sendAll);
}

async function sendAll(): Promise<void> {
  const access = await readAccess();
  // With an expired token the next page that opens sends it, after it has renewed the session.
  if (!access || access.expiresAt * 1000 <= Date.now()) return;
  for (const call of await readQueue()) {
    if (call.refusal !== null) continue;
    // Taken back in a page since the list was read.
    if (!(await updateQueuedCall(call.requestId, { tried: true }))) continue;
    const response = await fetch(`${access.url.replace(/\/$/, '')}/rest/v1/rpc/${call.verb}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        apikey: access.anonKey,
        Authorization: `Bearer ${access.accessToken}`,
      },
      body: JSON.stringify(call.args),
    });
    if (response.ok) await removeQueuedCall(call.requestId);
    // A refusal is sent again by the next page, which can explain it. A server error is retried later.
    else if (response.status >= 500) throw new Error(`The bank answered ${response.status}.`);
    else await updateQueuedCall(call.requestId, { tried: call.tried });
  }
}
