import {
  readAccess,
  readQueue,
  removeQueuedCall,
  SEND_MESSAGE,
  SENDING_LOCK,
  updateQueuedCall,
} from '../src/lib/offline/queue-store.ts';

/**
 * The time that open pages have to send the calls. A page that is closing can receive the message but might
 * not send anything.
 */
const LEFT_TO_PAGES_MS = 3000;

/**
 * Asks the open pages to send the queued calls, and then sends the remaining calls. Throws on failure, so
 * that the browser retries.
 */
export async function sendQueuedCalls(clients: Clients): Promise<void> {
  const pages = await clients.matchAll({ type: 'window' });
  for (const page of pages) page.postMessage(SEND_MESSAGE);
  if (pages.length > 0) await new Promise((later) => setTimeout(later, LEFT_TO_PAGES_MS));
  await navigator.locks.request(SENDING_LOCK, sendAll);
}

async function sendAll(): Promise<void> {
  const access = await readAccess();
  // If the token has expired, the next page that opens renews the session and sends the calls.
  if (!access || access.expiresAt * 1000 <= Date.now()) return;
  for (const call of await readQueue()) {
    if (call.refusal !== null) continue;
    // Skips a call that a page removed after the list was read.
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
    // A refused call stays queued, so that the next open page sends it again and explains the refusal. After
    // a server error, the browser retries later.
    else if (response.status >= 500) throw new Error(`The bank responded with status ${response.status}.`);
    else await updateQueuedCall(call.requestId, { tried: call.tried });
  }
}
