import type { ServerContext } from '../http/context.ts';
import { isRecord } from '../lib/json.ts';
import type { ChangeListener } from './changes/bindings.ts';
import type { Following } from './changes/changes.ts';
import { encodeFrame, type Message, type Version } from './frames.ts';
import { createExpiredRefusal, getIdentity, type Identity, Refusal } from './identity.ts';
import type { JoinConfig } from './join-config.ts';
import { type ChannelRights, getChannelRights } from './permissions.ts';
import type { Processes } from './processes.ts';
import { type Broadcast, broadcastFrame, getId, type Listener, type Topic, type Topics } from './topics.ts';

/** The longest possible timer delay. If a token is valid for longer, it is checked again after this delay. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The functions of a socket that its channels use. */
export type ChannelHost = {
  readonly version: Version;
  /** The headers of the request that opened the socket. */
  readonly headers: Record<string, unknown>;
  send(frame: string | Buffer): void;
  /** Returns true if the socket's rate limit allows another broadcast or presence message. */
  mayBroadcast(): boolean;
  forget(channel: Channel): void;
};
type Setup = {
  host: ChannelHost;
  context: ServerContext;
  topics: Topics;
  processes: Processes;
  name: string;
  joinRef: string | null;
  config: JoinConfig;
  identity: Identity;
  /** The read permissions on a private channel; null on a public channel. */
  readRights: ChannelRights | null;
};

let channels = 0;

/** A topic that a client has joined on a socket, with broadcast, presence, and row changes. */
export class Channel implements Listener, ChangeListener {
  identity: Identity;
  isOpen = true;
  /** The subscription to row changes; null if there is none. */
  following: Following | null = null;
  readonly name: string;
  readonly joinRef: string | null;
  readonly version: Version;
  private readonly presenceKey: string;
  /** Identifies this channel across all processes as the owner of its presence. */
  private readonly owner: string;
  private readonly topic: Topic;
  /** Broadcasts that arrived before the response to the join; null after the response. */
  private early: { frame: string | Buffer; id: string | null }[] | null = [];
  private replayedIds: ReadonlySet<string> = new Set();
  private wantsPresence: boolean;
  private readRights: ChannelRights | null;
  /** The write permissions on a private channel, loaded when first used. */
  private writeRights: Promise<ChannelRights> | null = null;
  private expiry: NodeJS.Timeout | undefined;

  constructor(private readonly setup: Setup) {
    this.name = setup.name;
    this.joinRef = setup.joinRef;
    this.version = setup.host.version;
    this.identity = setup.identity;
    this.readRights = setup.readRights;
    this.wantsPresence = setup.config.presence.enabled;
    this.presenceKey = setup.config.presence.key || crypto.randomUUID();
    channels += 1;
    this.owner = `${setup.processes.id}/${channels.toString(36)}`;
    // Starts collecting messages, which are delivered after the response to the join.
    this.topic = setup.topics.join({ name: setup.name, isPrivate: setup.config.isPrivate }, this);
    this.scheduleExpiry();
  }

  get receivesBroadcasts(): boolean {
    return this.readRights?.broadcast ?? true;
  }

  get receivesPresence(): boolean {
    return this.early === null && this.wantsPresence && (this.readRights?.presence ?? true);
  }

  /**
   * Called after the response to the join. Sends presence, replayed messages, and the messages collected in
   * the meantime.
   */
  enter(replayed: readonly Broadcast[]): void {
    const early = this.early ?? [];
    this.early = null;
    this.replayedIds = new Set(replayed.flatMap((broadcast) => getId(broadcast) ?? []));
    this.showPresence();
    for (const broadcast of replayed) {
      const frame = broadcastFrame(this.name, broadcast, this.version);
      if (frame !== null) this.send(frame);
    }
    for (const { frame, id } of early) this.receiveBroadcast(frame, id);
  }

  /** Delivers a broadcast unless it has already been replayed. */
  receiveBroadcast(frame: string | Buffer, id: string | null): void {
    if (this.early !== null) this.early.push({ frame, id });
    else if (id === null || !this.replayedIds.has(id)) this.send(frame);
  }

  send(frame: string | Buffer): void {
    this.setup.host.send(frame);
  }

  push(event: string, payload: unknown): void {
    this.pushJson(event, JSON.stringify(payload));
  }

  reply(ref: string | null, status: 'ok' | 'error', response: unknown): void {
    const message = { joinRef: this.joinRef, ref, topic: this.name, event: 'phx_reply' };
    this.send(encodeFrame(message, JSON.stringify({ status, response }), this.version));
  }

  deliver(ids: readonly number[], data: string): void {
    this.pushJson('postgres_changes', `{"ids":${JSON.stringify(ids)},"data":${data}}`);
  }

  /** Reports the status of a subscription or the channel to the client. */
  system(extension: 'postgres_changes' | 'system', status: 'ok' | 'error', message: string): void {
    this.push('system', { extension, status, message, channel: getShortTopic(this.name) });
  }

  async receive(message: Message): Promise<void> {
    if (message.event === 'access_token') await this.changeToken(message.payload);
    else if (message.event === 'broadcast' || message.event === 'presence') {
      if (!this.setup.host.mayBroadcast()) this.fail('Too many messages per second');
      else if (message.event === 'broadcast') await this.broadcast(message);
      else await this.present(message);
    }
  }

  fail(message: string): void {
    if (!this.isOpen) return;
    this.system('system', 'error', message);
    this.close();
  }

  /** Ends the channel and notifies the client. */
  close(): void {
    if (!this.isOpen) return;
    this.abandon();
    const message = { joinRef: this.joinRef, ref: this.joinRef, topic: this.name, event: 'phx_close' };
    this.send(encodeFrame(message, '{}', this.version));
  }

  /**
   * Ends the channel without notifying the client, because the socket is closed or has joined the topic
   * again.
   */
  abandon(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    clearTimeout(this.expiry);
    this.following?.stop();
    this.following = null;
    this.setup.topics.leave(this.topic, this);
    this.leavePresence();
    this.setup.host.forget(this);
  }

  private pushJson(event: string, payload: string): void {
    if (!this.isOpen) return;
    this.send(
      encodeFrame({ joinRef: this.joinRef, ref: null, topic: this.name, event }, payload, this.version),
    );
  }

  private async broadcast(message: Message): Promise<void> {
    if (!isRecord(message.payload)) return;
    const { broadcast } = this.setup.config;
    if (!(await this.isAllowed('broadcast'))) {
      // Like Supabase, reports a refused message only if the client requested a reply.
      if (broadcast.ack) this.reply(message.ref, 'error', { reason: getWriteRefusal(this.name) });
      return;
    }
    this.setup.processes.broadcast(this.topicName, message.payload, broadcast.self ? null : this);
    if (broadcast.ack) this.reply(message.ref, 'ok', {});
  }

  private async present(message: Message): Promise<void> {
    const request = isRecord(message.payload) ? message.payload : {};
    const event = typeof request.event === 'string' ? request.event.toLowerCase() : '';
    if (event === 'untrack') this.leavePresence();
    if (event === 'track') {
      const state = request.payload ?? {};
      if (!isRecord(state)) {
        this.reply(message.ref, 'error', { reason: 'Presence track payload must be a map' });
        return;
      }
      if (!(await this.isAllowed('presence'))) {
        this.reply(message.ref, 'error', {});
        return;
      }
      if (!this.isOpen) return;
      if (!this.wantsPresence) {
        this.wantsPresence = true;
        this.showPresence();
      }
      const { presenceKey, owner } = this;
      const meta = this.topic.presence.metaFor(presenceKey, owner, state);
      this.setup.processes.enter(this.topicName, presenceKey, owner, meta);
    }
    this.reply(message.ref, 'ok', {});
  }

  private get topicName(): { name: string; isPrivate: boolean } {
    return { name: this.name, isPrivate: this.setup.config.isPrivate };
  }

  private showPresence(): void {
    if (this.receivesPresence) this.push('presence_state', this.topic.presence.state());
  }

  private leavePresence(): void {
    this.setup.processes.exit(this.topicName, this.presenceKey, this.owner);
  }

  /** Returns true if the policies allow writing. They are checked once per token. */
  private async isAllowed(extension: keyof ChannelRights): Promise<boolean> {
    if (!this.setup.config.isPrivate) return true;
    this.writeRights ??= this.getRights('write');
    try {
      return (await this.writeRights)[extension];
    } catch (error) {
      this.writeRights = null;
      throw error;
    }
  }

  private getRights(request: 'read' | 'write'): Promise<ChannelRights> {
    const { context, host } = this.setup;
    const caller = { identity: this.identity, headers: host.headers };
    return getChannelRights(context, request, caller, getShortTopic(this.name));
  }

  private async changeToken(payload: unknown): Promise<void> {
    const token = isRecord(payload) ? payload.access_token : null;
    if (typeof token !== 'string' || token === '' || token.startsWith('sb_')) return;
    try {
      const identity = await getIdentity(token, this.setup.context);
      if (identity.key === this.identity.key) return;
      this.identity = identity;
      this.following?.moved();
      this.writeRights = null;
      this.scheduleExpiry();
      if (this.readRights !== null) await this.checkAccessAgain(this.readRights);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.fail(error.message);
    }
  }

  /** Checks the policies again for a new token, and notifies the client of permissions that were lost. */
  private async checkAccessAgain(before: ChannelRights): Promise<void> {
    const topic = getShortTopic(this.name);
    const now = await this.getRights('read').catch((error: unknown) => {
      this.setup.context.log.error({ err: error }, 'failed to evaluate the policies');
      return null;
    });
    if (now === null) {
      this.fail('Realtime was unable to connect to the project database');
      return;
    }
    this.readRights = now;
    if (!now.broadcast && !now.presence) this.fail(getReadRefusal(topic).message);
    else if ((before.broadcast && !now.broadcast) || (before.presence && !now.presence)) {
      this.fail(`You no longer have permission to read from this Channel topic: ${topic}`);
    }
  }

  private scheduleExpiry(): void {
    clearTimeout(this.expiry);
    if (!this.isOpen) return;
    const left = this.identity.expiresAt.getTime() - Date.now();
    this.expiry = setTimeout(
      () => {
        if (this.identity.expiresAt.getTime() > Date.now()) this.scheduleExpiry();
        else this.fail(createExpiredRefusal(this.identity.expiresAt).message);
      },
      Math.min(Math.max(left, 0), LONGEST_TIMER_MS),
    );
  }
}

/** Returns the topic in the form that clients use. */
export const getShortTopic = (topic: string): string => topic.replace(/^realtime:/, '');

function getWriteRefusal(topic: string): string {
  return `Unauthorized: You do not have permissions to write to this Channel topic: ${getShortTopic(topic)}`;
}

/** Returns the refusal for a private channel that no policy allows the client to read. */
export function getReadRefusal(topic: string): Refusal {
  return new Refusal('Unauthorized', `You do not have permissions to read from this Channel topic: ${topic}`);
}
