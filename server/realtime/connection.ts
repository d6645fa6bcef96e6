import type { RawData, WebSocket } from 'ws';
import type { ServerContext } from '../context.ts';
import { nextBindingId } from './change-bindings.ts';
import type { Changes } from './changes.ts';
import { Channel, type ChannelHost } from './channel.ts';
import { FilterError } from './filters.ts';
import { decodeFrame, encodeFrame, type Message, type Version } from './frames.ts';
import { type Identity, identityOf, Refusal } from './identity.ts';
import { readJoinConfig } from './join-config.ts';
import { LIMITS } from './limits.ts';
import { createBucket } from './token-bucket.ts';
import type { Topics } from './topics.ts';

/** What all sockets of this process share. */
export type Room = { context: ServerContext; topics: Topics; changes: Changes };
export type Connection = {
  /** True when some channel of it must refetch after row changes were missed. */
  readonly followsChanges: boolean;
  /** Ends a socket from which nothing has been heard for too long. */
  endIfSilent(): void;
  close(code: number, reason: string): void;
};

const TOPIC_PREFIX = 'realtime:';
const POLICY_VIOLATION = 1008;

/** Speaks the Phoenix protocol on one socket, for the one who opened it with a valid key. */
export function createConnection(
  socket: WebSocket,
  version: Version,
  opener: Identity,
  room: Room,
): Connection {
  const channels = new Map<string, Channel>();
  /** Work per topic is done in the order it was asked for, while other topics and heartbeats go on. */
  const busy = new Map<string, Promise<void>>();
  const frames = createBucket(LIMITS.frames.burst, LIMITS.frames.perSecond);
  const joins = createBucket(LIMITS.joins.burst, LIMITS.joins.perSecond);
  const broadcasts = createBucket(LIMITS.broadcasts.burst, LIMITS.broadcasts.perSecond);
  let heardAt = Date.now();

  const host: ChannelHost = {
    version,
    send,
    mayBroadcast: () => broadcasts.take(),
    forget(channel) {
      if (channels.get(channel.name) === channel) channels.delete(channel.name);
    },
  };

  function send(frame: string | Buffer): void {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > LIMITS.unsentBytes) socket.terminate();
    else socket.send(frame);
  }

  function reply(message: Message, status: 'ok' | 'error', response: unknown): void {
    const { joinRef, ref, topic } = message;
    send(
      encodeFrame({ joinRef, ref, topic, event: 'phx_reply' }, JSON.stringify({ status, response }), version),
    );
  }

  function receive(data: RawData, isBinary: boolean): void {
    heardAt = Date.now();
    if (!frames.take()) {
      socket.close(POLICY_VIOLATION, 'too many messages');
      return;
    }
    const message = Buffer.isBuffer(data) ? decodeFrame(data, isBinary, version) : null;
    if (message === null) return;
    if (message.topic === 'phoenix') {
      if (message.event === 'heartbeat') reply(message, 'ok', {});
      return;
    }
    const before = busy.get(message.topic);
    const work = before === undefined ? handle(message) : before.then(() => handle(message));
    busy.set(message.topic, work);
    void work.finally(() => {
      if (busy.get(message.topic) === work) busy.delete(message.topic);
    });
  }

  async function handle(message: Message): Promise<void> {
    try {
      if (message.event === 'phx_join') await join(message);
      else if (message.event === 'phx_leave') leave(message);
      else await pass(message);
    } catch (error) {
      const refusal = error instanceof Refusal ? error : null;
      if (refusal === null) room.context.log.error({ err: error }, 'a realtime message could not be handled');
      reply(message, 'error', { reason: refusal?.reason ?? 'UnknownError: Something went wrong' });
    }
  }

  async function join(message: Message): Promise<void> {
    channels.get(message.topic)?.close();
    if (!joins.take()) throw new Refusal('ClientJoinRateLimitReached', 'Too many joins per second');
    if (channels.size + busy.size > LIMITS.channelsPerSocket) {
      throw new Refusal('ChannelRateLimitReached', 'Too many channels');
    }
    const name = message.topic.slice(TOPIC_PREFIX.length);
    if (!message.topic.startsWith(TOPIC_PREFIX) || name === '' || name.length > LIMITS.topicLength) {
      throw new Refusal('TopicNameRequired', 'You must provide a topic name');
    }
    const config = readJoinConfig(message.payload);
    if (config === null) throw new Refusal('InvalidJoinPayload', 'The join payload is not valid');
    if (config.isPrivate) {
      throw new Refusal(
        'Unauthorized',
        `You do not have permissions to read from this Channel topic: ${name}`,
      );
    }
    const identity = config.token === null ? opener : await identityOf(config.token, room.context);
    if (socket.readyState !== socket.OPEN) return;
    const { context, topics } = room;
    const { topic, joinRef } = message;
    const channel = new Channel({ host, context, topics, name: topic, joinRef, config, identity });
    channels.set(topic, channel);
    const wishes = config.changes.map((wish) => ({ id: nextBindingId(), wish }));
    const problem = wishes.length === 0 ? null : await listen(channel, wishes);
    if (!channel.isOpen) return;
    channel.reply(message.ref, 'ok', {
      postgres_changes: wishes.map(({ id, wish }) => ({ id, ...wish })),
    });
    channel.enter();
    if (problem !== null) channel.system('postgres_changes', 'error', problem);
    else if (wishes.length > 0) channel.system('postgres_changes', 'ok', 'Subscribed to PostgreSQL');
  }

  /** Starts row changes before the join is answered: what commits after the answer will arrive. Null when all is well. */
  async function listen(channel: Channel, wishes: Parameters<Changes['listen']>[1]): Promise<string | null> {
    try {
      const stop = await room.changes.listen(channel, wishes);
      if (channel.isOpen) channel.stopChanges = stop;
      else stop();
      return (await room.changes.ready())
        ? null
        : 'Row changes are not available on this server at the moment';
    } catch (error) {
      if (error instanceof FilterError) return error.message;
      channel.abandon();
      throw error;
    }
  }

  function leave(message: Message): void {
    reply(message, 'ok', {});
    const channel = channels.get(message.topic);
    if (channel !== undefined && isMeant(channel, message)) channel.close();
  }

  async function pass(message: Message): Promise<void> {
    const channel = channels.get(message.topic);
    if (channel === undefined) reply(message, 'error', { reason: 'unmatched topic' });
    else if (isMeant(channel, message)) await channel.receive(message);
  }

  function isMeant(channel: Channel, message: Message): boolean {
    return message.joinRef === null || message.joinRef === channel.joinRef;
  }

  socket.on('message', receive);
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    for (const channel of [...channels.values()]) channel.abandon();
  });

  return {
    get followsChanges() {
      return [...channels.values()].some((channel) => channel.stopChanges !== null);
    },
    endIfSilent() {
      if (Date.now() - heardAt > LIMITS.silenceMs) socket.terminate();
    },
    close(code, reason) {
      socket.close(code, reason);
    },
  };
}
