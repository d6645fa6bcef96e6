import type { RawData, WebSocket } from 'ws';
import type { ServerContext } from '../http/context.ts';
import { createBucket } from '../lib/token-bucket.ts';
import { nextBindingId } from './changes/bindings.ts';
import type { Changes } from './changes/changes.ts';
import { FilterError } from './changes/filters.ts';
import { Channel, type ChannelHost, getReadRefusal } from './channel.ts';
import { decodeFrame, encodeFrame, type Message, type Version } from './frames.ts';
import { createExpiredRefusal, getIdentity, type Identity, Refusal } from './identity.ts';
import { type JoinConfig, readJoinConfig } from './join-config.ts';
import { LIMITS } from './limits.ts';
import { getChannelRights } from './permissions.ts';
import type { Processes } from './processes.ts';
import { readReplayedMessages } from './stored-messages.ts';
import type { Broadcast, Topics } from './topics.ts';

/** The protocol version, identity, and request headers with which a socket was opened. */
export type Opening = { version: Version; socketIdentity: Identity; headers: Record<string, unknown> };

const TOPIC_PREFIX = 'realtime:';
const POLICY_VIOLATION = 1008;

/** Handles the Phoenix protocol on a socket that was opened with a valid key. */
export class Connection implements ChannelHost {
  readonly version: Version;
  readonly headers: Record<string, unknown>;
  private readonly channels = new Map<string, Channel>();
  /**
   * The pending work of each topic. A topic's messages are handled in order, independently of other topics
   * and heartbeats.
   */
  private readonly busy = new Map<string, Promise<void>>();
  private readonly frames = createBucket(LIMITS.frames.burst, LIMITS.frames.perSecond);
  private readonly joins = createBucket(LIMITS.joins.burst, LIMITS.joins.perSecond);
  private readonly broadcasts = createBucket(LIMITS.broadcasts.burst, LIMITS.broadcasts.perSecond);
  private receivedAt = Date.now();

  constructor(
    private readonly socket: WebSocket,
    private readonly opening: Opening,
    /** The state that all sockets of this process share. */
    private readonly shared: {
      context: ServerContext;
      topics: Topics;
      processes: Processes;
      changes: Changes;
    },
  ) {
    this.version = opening.version;
    this.headers = opening.headers;
    socket.on('message', (data, isBinary) => this.receive(data, isBinary));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      for (const channel of [...this.channels.values()]) channel.abandon();
    });
  }

  /**
   * True if a channel of this socket is subscribed to row changes. In that case, the client must reload after
   * missed changes.
   */
  get followsChanges(): boolean {
    return [...this.channels.values()].some((channel) => channel.following !== null);
  }

  addSessions(sessions: Set<string>): void {
    for (const { session } of [
      this.opening.socketIdentity,
      ...[...this.channels.values()].map(({ identity }) => identity),
    ])
      if (session !== null) sessions.add(session);
  }

  endSessions(ended: ReadonlySet<string>): void {
    const isOver = ({ session }: Identity) => session !== null && ended.has(session);
    for (const channel of [...this.channels.values()])
      if (isOver(channel.identity)) channel.fail('The session has ended');
    if (isOver(this.opening.socketIdentity)) this.close(POLICY_VIOLATION, 'the session has ended');
  }

  closeIfSilent(): void {
    if (Date.now() - this.receivedAt > LIMITS.silenceMs) this.socket.terminate();
  }

  close(code: number, reason: string): void {
    this.socket.close(code, reason);
  }

  send(frame: string | Buffer): void {
    if (!this.isOpen) return;
    if (this.socket.bufferedAmount > LIMITS.unsentBytes) this.socket.terminate();
    else this.socket.send(frame);
  }

  mayBroadcast(): boolean {
    return this.broadcasts.take();
  }

  forget(channel: Channel): void {
    if (this.channels.get(channel.name) === channel) this.channels.delete(channel.name);
  }

  private get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  private reply({ joinRef, ref, topic }: Message, status: 'ok' | 'error', response: unknown): void {
    const message = { joinRef, ref, topic, event: 'phx_reply' };
    this.send(encodeFrame(message, JSON.stringify({ status, response }), this.version));
  }

  private receive(data: RawData, isBinary: boolean): void {
    this.receivedAt = Date.now();
    if (!this.frames.take()) {
      this.close(POLICY_VIOLATION, 'too many messages');
      return;
    }
    const message = Buffer.isBuffer(data) ? decodeFrame(data, isBinary, this.version) : null;
    if (message === null) return;
    if (message.topic === 'phoenix') {
      if (message.event === 'heartbeat') this.reply(message, 'ok', {});
      return;
    }
    const before = this.busy.get(message.topic);
    const work = before === undefined ? this.handle(message) : before.then(() => this.handle(message));
    this.busy.set(message.topic, work);
    void work.finally(() => {
      if (this.busy.get(message.topic) === work) this.busy.delete(message.topic);
    });
  }

  private async handle(message: Message): Promise<void> {
    try {
      if (message.event === 'phx_join') await this.join(message);
      else if (message.event === 'phx_leave') this.leave(message);
      else await this.pass(message);
    } catch (error) {
      const refusal = error instanceof Refusal ? error : null;
      if (refusal === null)
        this.shared.context.log.error({ err: error }, 'failed to handle a realtime message');
      this.reply(message, 'error', { reason: refusal?.reason ?? 'UnknownError: Something went wrong' });
    }
  }

  private async join(message: Message): Promise<void> {
    const { topic, joinRef, ref } = message;
    this.channels.get(topic)?.close();
    const config = this.checkedConfig(message);
    const { context, topics, processes } = this.shared;
    const identity =
      config.token === null ? this.opening.socketIdentity : await getIdentity(config.token, context);
    if (identity.expiresAt.getTime() <= Date.now()) throw createExpiredRefusal(identity.expiresAt);
    const readRights = config.isPrivate ? await this.readable(config, identity, topic) : null;
    if (!this.isOpen) return;
    const channel = new Channel({
      ...{ host: this, context, topics, processes, name: topic, joinRef, config, identity, readRights },
    });
    this.channels.set(topic, channel);
    const subscriptions = config.changes.map((request) => ({ id: nextBindingId(), request }));
    const isLive = await processes.ready(LIMITS.syncWaitMs);
    const problem = subscriptions.length === 0 ? null : await this.listen(channel, subscriptions);
    const stored = await this.replay(channel, config);
    if (!channel.isOpen) return;
    channel.reply(ref, 'ok', {
      postgres_changes: subscriptions.map(({ id, request }) => ({ id, ...request })),
    });
    channel.enter(stored);
    if (problem !== null) channel.system('postgres_changes', 'error', problem);
    else if (subscriptions.length > 0) channel.system('postgres_changes', 'ok', 'Subscribed to PostgreSQL');
    if (config.wantsReadiness) await this.reportReadiness(channel, isLive);
  }

  /**
   * Returns the read permissions on a private channel. Throws Refusal if no requested permission is granted.
   */
  private async readable(config: JoinConfig, identity: Identity, topic: string) {
    const name = topic.slice(TOPIC_PREFIX.length);
    const may = await getChannelRights(
      this.shared.context,
      'read',
      { identity, headers: this.headers },
      name,
    );
    const hearsSomething = may.broadcast || (may.presence && config.presence.enabled);
    if (!hearsSomething || (config.replay !== null && !may.broadcast)) throw getReadRefusal(name);
    return may;
  }

  /** Returns the stored messages to replay on a channel. Throws Refusal if the messages can't be read. */
  private async replay(channel: Channel, { replay }: JoinConfig): Promise<Broadcast[]> {
    if (replay === null || replay === 'invalid') return [];
    const { database, log } = this.shared.context;
    const name = channel.name.slice(TOPIC_PREFIX.length);
    try {
      return await readReplayedMessages(database, name, replay.since, replay.limit);
    } catch (error) {
      log.error({ err: error }, 'failed to read stored messages');
      channel.abandon();
      throw new Refusal('UnableToReplayMessages', 'Realtime was unable to replay messages');
    }
  }

  private async reportReadiness(channel: Channel, isLive: boolean): Promise<void> {
    if (isLive || (await this.shared.processes.ready(LIMITS.streamWaitMs))) {
      channel.system('system', 'ok', 'Replication connection established');
    } else {
      channel.fail('Replication connection was not established in time');
    }
  }

  /**
   * Checks a join against the limits and returns its configuration. Throws Refusal if a limit is exceeded or
   * the configuration is invalid.
   */
  private checkedConfig({ topic, payload }: Message): JoinConfig {
    if (!this.joins.take()) throw new Refusal('ClientJoinRateLimitReached', 'Too many joins per second');
    if (this.channels.size + this.busy.size > LIMITS.channelsPerSocket)
      throw new Refusal('ChannelRateLimitReached', 'Too many channels');
    const name = topic.slice(TOPIC_PREFIX.length);
    // Topics that contain a null character can't be looked up in the database.
    const isName = name !== '' && name.length <= LIMITS.topicLength && !name.includes('\0');
    if (!topic.startsWith(TOPIC_PREFIX) || !isName)
      throw new Refusal('TopicNameRequired', 'You must provide a topic name');
    const config = readJoinConfig(payload);
    if (config === null) throw new Refusal('InvalidJoinPayload', 'The join payload is not valid');
    if (!config.isPrivate && this.shared.context.settings.config.realtime.private_only)
      throw new Refusal('PrivateOnly', 'This project only allows private channels');
    if (config.replay !== null && !config.isPrivate)
      throw new Refusal('UnableToReplayMessages', 'Replay is not allowed for public channels');
    if (config.replay === 'invalid')
      throw new Refusal('UnableToReplayMessages', 'Replay params are not valid');
    return config;
  }

  /**
   * Subscribes to row changes before the response to the join, so that all later commits arrive. Returns null
   * on success, otherwise the reason for the failure.
   */
  private async listen(channel: Channel, subscriptions: Parameters<Changes['listen']>[1]) {
    const { changes } = this.shared;
    try {
      const following = await changes.listen(channel, subscriptions);
      if (channel.isOpen) channel.following = following;
      else following.stop();
      return (await changes.ready()) ? null : 'Row changes are not available on this server at the moment';
    } catch (error) {
      if (error instanceof FilterError) return error.message;
      channel.abandon();
      throw error;
    }
  }

  private leave(message: Message): void {
    this.reply(message, 'ok', {});
    const channel = this.channels.get(message.topic);
    if (channel !== undefined && isMeant(channel, message)) channel.close();
  }

  private async pass(message: Message): Promise<void> {
    const channel = this.channels.get(message.topic);
    if (channel === undefined) this.reply(message, 'error', { reason: 'unmatched topic' });
    else if (isMeant(channel, message)) await channel.receive(message);
  }
}

/** Returns false for messages that were sent for an earlier join of the topic. */
function isMeant(channel: Channel, message: Message): boolean {
  return message.joinRef === null || message.joinRef === channel.joinRef;
}
