import type { SupabaseClient } from '@supabase/supabase-js';
import { isNewsKind, NEWS_TITLES, withOthers } from '../../../engine/simulation/notification-kinds.ts';
import { forSchedule } from '../access.ts';
import { type Environment, getEnvironment } from '../environment.ts';
import { respond } from '../responses.ts';
import { getKeys, type Keys, type Outcome, type Subscription, send } from '../web-push.ts';

const BATCH = 100;
/** The time limit of one call. The scheduler calls again a minute later to send the remaining messages. */
const BUDGET_MS = 50_000;

type Item = { kind: string; message: string; path: string; others: number };
type Claimed = {
  subscription_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  items: Item[];
};

/**
 * Sends push notifications. GET returns the public key for subscriptions, or null if this bank has none.
 * POST, which the scheduler calls with the service key, sends each subscribed browser one message about new
 * events.
 */
export default {
  async fetch(request: Request, environment?: unknown): Promise<Response> {
    if (request.method !== 'GET') return sendNews.fetch(request, environment);
    return respond({ public_key: getKeys(getEnvironment(environment))?.publicKey ?? null });
  },
};

const sendNews = forSchedule(async ({ environment, bank }) => {
  const keys = getKeys(environment);
  const counts = { sent: 0, gone: 0, failed: 0 };
  if (keys) await sendToAll(bank, environment, keys, counts);
  return respond(counts);
});

type Counts = Record<Outcome, number>;

async function sendToAll(
  bank: SupabaseClient,
  environment: Environment,
  keys: Keys,
  counts: Counts,
): Promise<void> {
  const until = Date.now() + BUDGET_MS;
  while (Date.now() < until) {
    const { data } = await bank.rpc('claim_push_notifications', { most: BATCH }).throwOnError();
    const claimed = (data ?? []) as Claimed[];
    if (claimed.length === 0) return;
    const outcomes = await Promise.all(claimed.map((claim) => sendItems(environment, keys, claim)));
    const removed = claimed.filter((_, index) => outcomes[index] === 'gone');
    for (const outcome of outcomes) counts[outcome] += 1;
    if (removed.length > 0)
      await bank
        .from('push_subscriptions')
        .delete()
        .in(
          'id',
          removed.map(({ subscription_id }) => subscription_id),
        )
        .throwOnError();
  }
}

function sendItems(
  environment: Environment,
  keys: Keys,
  { items, ...subscription }: Claimed,
): Promise<Outcome> {
  return send(environment, keys, subscription satisfies Subscription, getMessage(items));
}

/**
 * Returns the message about new events. A single event has its own text. For several events, the message
 * states their number and links to the notifications page.
 */
function getMessage(items: readonly Item[]): { title: string; body: string; path: string } {
  const [first] = items;
  if (first && items.length === 1)
    return {
      title: isNewsKind(first.kind) ? NEWS_TITLES[first.kind] : 'Sandbank',
      body: withOthers(first.message, first.others),
      path: first.path,
    };
  return {
    title: `${items.length} things happened`,
    body: `${first?.message ?? ''} And ${items.length - 1} more.`,
    path: '/notifications',
  };
}
