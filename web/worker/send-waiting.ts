import {
  readAccess,
  readQueue,
  removeQueuedCall,
  SEND_MESSAGE,
  SENDING_LOCK,
  updateQueuedCall,
} from '../src/lib/offline/queue-store.ts';

/** How long to wait for an open page to send the calls. A closing page may get the message and not act on it. */
const LEFT_TO_PAGES_MS = 3000;

/**
 * Asks an open page to send the queued calls, or sends them here. Throws on failure, so that the browser
 * retries.
 */
export async function sendQueuedCalls(clients: Clients): Promise<void> {
  const pages = await clients.matchAll({ type: 'window' });
  for (const page of pages) page.postMessage(SEND_MESSAGE);
  if (pages.length > 0) await new Promise((later) => setTimeout(later, LEFT_TO_PAGES_MS));
  await navigator.locks.request(SENDING_LOCK, sendAll);
}

async function sendAll(): Promise<void> {
  const access = await readAccess();
  // If the token has expired, the next page sends the calls after renewing the session.
  if (!access || access.expiresAt * 1000 <= Date.now()) return;
  for (const call of await readQueue()) {
    if (call.refusal !== null) continue;
    // A page canceled it after the list was read.
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
