import type { Logger } from 'pino';
import { type Database, serviceCaller } from '../database/database.ts';
import type { Identity } from './identity.ts';

/** The permissions on a private channel according to the policies on realtime.messages. */
export type ChannelRights = { broadcast: boolean; presence: boolean };
export type Access = 'read' | 'write';

/**
 * Tests the policies of a private channel. Policies can use the headers of the request that opened the
 * socket. A policy that raises an error grants no permission.
 */
export async function getChannelRights(
  { database, log }: { database: Database; log: Logger },
  request: Access,
  sender: { identity: Identity; headers: Record<string, unknown> },
  topic: string,
): Promise<ChannelRights> {
  const { identity, headers } = sender;
  const answer = await database.asCaller(
    // Bypasses row-level security, because the function inserts rows to test the policies.
    serviceCaller('GET', '/realtime/v1/websocket'),
    'select realtime.get_channel_rights(($1)[1], ($1)[2], ($1)[3], ($1)[4], ($1)[5])',
    [request, identity.role, identity.claims, JSON.stringify(headers), topic],
  );
  const rights = (answer ?? '').split(' ');
  const errors = rights.filter((word) => word.startsWith('!'));
  if (errors.length > 0) log.warn({ topic, codes: errors }, 'a policy on realtime.messages raised an error');
  return { broadcast: rights.includes('broadcast'), presence: rights.includes('presence') };
}
