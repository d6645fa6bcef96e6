import { encodeBinaryBroadcast, encodeFrame, isRecord, type Version } from './frames.ts';
import { Presence } from './presence.ts';

/** A channel as its topic sees it: something that can be sent frames. */
export type Listener = {
  readonly version: Version;
  readonly wantsPresence: boolean;
  send(frame: string | Buffer): void;
};
/** What is broadcast: `event` and `payload`, the latter JSON or raw bytes (which only newer clients can read). */
export type Broadcast = Record<string, unknown>;
export type Topic = { readonly name: string; readonly presence: Presence; readonly listeners: Set<Listener> };

/** The topics somebody has joined. Private and public ones of the same name are different. */
export class Topics {
  private readonly topics = new Map<string, Topic>();

  join(name: string, isPrivate: boolean, listener: Listener): Topic {
    const key = keyOf(name, isPrivate);
    const topic = this.topics.get(key) ?? { name, presence: new Presence(), listeners: new Set() };
    this.topics.set(key, topic);
    topic.listeners.add(listener);
    return topic;
  }

  leave(topic: Topic, isPrivate: boolean, listener: Listener): void {
    topic.listeners.delete(listener);
    if (topic.listeners.size === 0) this.topics.delete(keyOf(topic.name, isPrivate));
  }

  /** Sends to everybody on the topic but `except`. */
  broadcast(name: string, isPrivate: boolean, broadcast: Broadcast, except: Listener | null): void {
    const topic = this.topics.get(keyOf(name, isPrivate));
    if (topic === undefined) return;
    if (broadcast.payload instanceof Uint8Array) {
      const { event, payload, meta } = broadcast;
      const frame = encodeBinaryBroadcast(name, {
        event: typeof event === 'string' ? event : '',
        bytes: payload,
        meta: isRecord(meta) ? meta : null,
      });
      if (frame === null) return;
      for (const listener of topic.listeners) {
        if (listener !== except && listener.version === '2.0.0') listener.send(frame);
      }
      return;
    }
    sendToAll(
      topic,
      'broadcast',
      JSON.stringify({ ...broadcast, type: 'broadcast' }),
      (one) => one !== except,
    );
  }

  /** Tells everybody who wants to know who came and went. */
  announce(topic: Topic, diff: unknown): void {
    sendToAll(topic, 'presence_diff', JSON.stringify(diff), (one) => one.wantsPresence);
  }
}

function keyOf(name: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'} ${name}`;
}

/** Encodes once per protocol version, however many listen. */
function sendToAll(
  topic: Topic,
  event: string,
  payload: string,
  isMeant: (listener: Listener) => boolean,
): void {
  const frames = new Map<Version, string>();
  for (const listener of topic.listeners) {
    if (!isMeant(listener)) continue;
    const frame =
      frames.get(listener.version) ??
      encodeFrame({ joinRef: null, ref: null, topic: topic.name, event }, payload, listener.version);
    frames.set(listener.version, frame);
    listener.send(frame);
  }
}
