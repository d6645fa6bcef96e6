import { randomUUID } from 'node:crypto';
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { WebSocket } from 'ws';
import { getClient, type TestServer } from './server.ts';
import { openSession } from './sessions.ts';

/** Collects events that tests can wait for. */
export class Inbox<T> {
  readonly all: T[] = [];
  private readonly waiting = new Set<() => void>();

  readonly put = (item: T): void => {
    this.all.push(item);
    for (const look of [...this.waiting]) look();
  };

  /** Returns the first past or future event that meets the condition. */
  until(condition: (item: T) => boolean): Promise<T> {
    return new Promise((resolve) => {
      const look = () => {
        const match = this.all.find(condition);
        if (match === undefined) return;
        this.waiting.delete(look);
        resolve(match);
      };
      this.waiting.add(look);
      look();
    });
  }
}

export type Person = { id: string; token: string; client: SupabaseClient };

/** Opens a client with its own token, as if a user had signed in. */
export async function signedIn(server: TestServer, lifetimeSeconds = 600): Promise<Person> {
  const id = randomUUID();
  const token = await openSession(server.context.database.owner, server.context.keys, id, {
    lifetimeSeconds,
  });
  const client = getClient(server, { global: { headers: { Authorization: `Bearer ${token}` } } });
  await client.realtime.setAuth(token);
  return { id, token, client };
}

export type Status = { status: string; message: string };

/** Subscribes and collects status changes. */
export function subscribe(channel: RealtimeChannel): { channel: RealtimeChannel; statuses: Inbox<Status> } {
  const statuses = new Inbox<Status>();
  channel.subscribe((status, error) => statuses.put({ status, message: error?.message ?? '' }));
  return { channel, statuses };
}

export const isSubscribed = ({ status }: Status) => status === 'SUBSCRIBED';

/** Opens a raw socket for testing the protocol. */
export async function openSocket(server: TestServer, query: string) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/realtime/v1/websocket${query}`);
  const frames = new Inbox<unknown>();
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.on('message', (data, isBinary) => frames.put(isBinary ? data : JSON.parse(String(data))));
  const opened = await new Promise<{ status: number; body: string }>((resolve) => {
    socket.on('error', () => undefined);
    socket.once('open', () => resolve({ status: 101, body: '' }));
    socket.once('unexpected-response', (_, response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
  });
  return { socket, frames, closed, ...opened };
}
