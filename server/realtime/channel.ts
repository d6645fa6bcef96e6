import type { ServerContext } from '../context.ts';
import type { ChangeListener } from './change-bindings.ts';
import { encodeFrame, isRecord, type Message, type Version } from './frames.ts';
import { expired, type Identity, identityOf, Refusal } from './identity.ts';
import type { JoinConfig } from './join-config.ts';
import type { Listener, Topic, Topics } from './topics.ts';

/** The longest delay a timer can hold; tokens that live longer are looked at again then. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** What a channel needs of the socket it is on. */
export type ChannelHost = {
  readonly version: Version;
  send(frame: string | Buffer): void;
  /** Whether one more broadcast or presence message is within the socket's limit. */
  mayBroadcast(): boolean;
  forget(channel: Channel): void;
};
type Setup = {
  host: ChannelHost;
  context: ServerContext;
  topics: Topics;
  name: string;
  joinRef: string | null;
  config: JoinConfig;
  identity: Identity;
};

/** One topic joined on one socket: broadcast, presence, and the row changes it listens to. */
export class Channel implements Listener, ChangeListener {
  identity: Identity;
  isOpen = true;
  wantsPresence: boolean;
  /** Stops the delivery of row changes; null when the channel listens to none. */
  stopChanges: (() => void) | null = null;
  readonly name: string;
  readonly joinRef: string | null;
  readonly version: Version;
  private readonly setup: Setup;
  private readonly presenceKey: string;
  private topic: Topic | null = null;
  private expiry: NodeJS.Timeout | undefined;

  constructor(setup: Setup) {
    this.setup = setup;
    this.name = setup.name;
    this.joinRef = setup.joinRef;
    this.version = setup.host.version;
    this.identity = setup.identity;
    this.wantsPresence = setup.config.presence.enabled;
    this.presenceKey = setup.config.presence.key || crypto.randomUUID();
    this.watchExpiry();
  }

  /** Enters the topic: from here on broadcasts arrive. */
  enter(): void {
    this.topic = this.setup.topics.join(this.name, this.setup.config.isPrivate, this);
    if (this.wantsPresence) this.push('presence_state', this.topic.presence.state());
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

  /** Tells the client how a subscription or the channel itself is doing. */
  system(extension: 'postgres_changes' | 'system', status: 'ok' | 'error', message: string): void {
    this.push('system', { extension, status, message, channel: this.name.replace(/^realtime:/, '') });
  }

  /** Deals with what the client sends on a joined topic. */
  async receive(message: Message): Promise<void> {
    if (message.event === 'access_token') await this.changeToken(message.payload);
    else if (message.event === 'broadcast' || message.event === 'presence') {
      if (!this.setup.host.mayBroadcast()) this.fail('Too many messages per second');
      else if (message.event === 'broadcast') this.broadcast(message);
      else this.present(message);
    }
  }

  /** Ends the channel and says why. */
  fail(message: string): void {
    if (!this.isOpen) return;
    this.system('system', 'error', message);
    this.close();
  }

  /** Ends the channel; the client hears of it. */
  close(): void {
    if (!this.isOpen) return;
    this.abandon();
    const message = { joinRef: this.joinRef, ref: this.joinRef, topic: this.name, event: 'phx_close' };
    this.send(encodeFrame(message, '{}', this.version));
  }

  /** Ends the channel without a word, because the socket is gone or joins the topic anew. */
  abandon(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    clearTimeout(this.expiry);
    this.stopChanges?.();
    if (this.topic !== null) {
      this.setup.topics.leave(this.topic, this.setup.config.isPrivate, this);
      this.leavePresence(this.topic);
    }
    this.setup.host.forget(this);
  }

  private pushJson(event: string, payload: string): void {
    if (!this.isOpen) return;
    this.send(
      encodeFrame({ joinRef: this.joinRef, ref: null, topic: this.name, event }, payload, this.version),
    );
  }

  private broadcast(message: Message): void {
    if (!isRecord(message.payload)) return;
    const { broadcast, isPrivate } = this.setup.config;
    this.setup.topics.broadcast(this.name, isPrivate, message.payload, broadcast.self ? null : this);
    if (broadcast.ack) this.reply(message.ref, 'ok', {});
  }

  private present(message: Message): void {
    const wish = isRecord(message.payload) ? message.payload : {};
    const event = typeof wish.event === 'string' ? wish.event.toLowerCase() : '';
    if (this.topic === null) return;
    if (event === 'track') {
      const state = wish.payload ?? {};
      if (!isRecord(state)) {
        this.reply(message.ref, 'error', { reason: 'Presence track payload must be a map' });
        return;
      }
      if (!this.wantsPresence) {
        this.wantsPresence = true;
        this.push('presence_state', this.topic.presence.state());
      }
      this.setup.topics.announce(this.topic, this.topic.presence.track(this.presenceKey, this, state));
    } else if (event === 'untrack') {
      this.leavePresence(this.topic);
    }
    this.reply(message.ref, 'ok', {});
  }

  private leavePresence(topic: Topic): void {
    const diff = topic.presence.untrack(this.presenceKey, this);
    if (diff !== null) this.setup.topics.announce(topic, diff);
  }

  private async changeToken(payload: unknown): Promise<void> {
    const token = isRecord(payload) ? payload.access_token : null;
    if (typeof token !== 'string' || token === '' || token.startsWith('sb_')) return;
    try {
      this.identity = await identityOf(token, this.setup.context);
      this.watchExpiry();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.fail(error.message);
    }
  }

  private watchExpiry(): void {
    clearTimeout(this.expiry);
    if (!this.isOpen) return;
    const left = this.identity.expiresAt.getTime() - Date.now();
    this.expiry = setTimeout(
      () => {
        if (this.identity.expiresAt.getTime() > Date.now()) this.watchExpiry();
        else this.fail(expired(this.identity.expiresAt).message);
      },
      Math.min(Math.max(left, 0), LONGEST_TIMER_MS),
    );
  }
}
