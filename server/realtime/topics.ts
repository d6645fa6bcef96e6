import { groupBy } from '../lib/group-by.ts';
import { isRecord } from '../lib/json.ts';
import { encodeBinaryBroadcast, encodeFrame, type Version } from './frames.ts';
import { Presence, type PresenceDiff, type Present } from './presence.ts';

/** The part of a channel that a topic uses to send frames. */
export type Listener = {
  readonly version: Version;
  readonly receivesBroadcasts: boolean;
  readonly receivesPresence: boolean;
  send(frame: string | Buffer): void;
  /** Delivers a broadcast. `id` identifies a stored broadcast; otherwise, it is null. */
  receiveBroadcast(frame: string | Buffer, id: string | null): void;
};
/** A broadcast with `event` and `payload`. The payload is JSON or raw bytes (newer clients only). */
export type Broadcast = Record<string, unknown>;
/** Private and public topics with the same name are different topics. */
export type TopicName = { name: string; isPrivate: boolean };
export type Topic = TopicName & { readonly presence: Presence; readonly listeners: Set<Listener> };

/** The topics that a client of this process has joined, or on which a client of any process is present. */
export class Topics {
  private readonly topics = new Map<string, Topic>();

  join(topicName: TopicName, listener: Listener): Topic {
    const topic = this.getOrCreate(topicName);
    topic.listeners.add(listener);
    return topic;
  }

  leave(topic: Topic, listener: Listener): void {
    topic.listeners.delete(listener);
    this.removeIfEmpty(topic);
  }

  /** Sends a broadcast to everyone on the topic, excluding `except`. */
  broadcast(topicName: TopicName, broadcast: Broadcast, except: Listener | null): void {
    const topic = this.topics.get(getKey(topicName));
    if (topic === undefined) return;
    const id = getId(broadcast);
    for (const [version, listeners] of byVersion(
      topic,
      (listener) => listener !== except && listener.receivesBroadcasts,
    )) {
      const frame = broadcastFrame(topic.name, broadcast, version);
      if (frame !== null) for (const listener of listeners) listener.receiveBroadcast(frame, id);
    }
  }

  enter(topicName: TopicName, present: Present): void {
    const topic = this.getOrCreate(topicName);
    const diff = topic.presence.put(present);
    if (diff !== null) announce(topic, diff);
  }

  /** Removes a presence entry and notifies listeners. Returns false if there was none. */
  exit(topicName: TopicName, key: string, owner: string): boolean {
    const topic = this.topics.get(getKey(topicName));
    const diff = topic?.presence.remove(key, owner) ?? null;
    if (topic === undefined || diff === null) return false;
    announce(topic, diff);
    this.removeIfEmpty(topic);
    return true;
  }

  /** Returns the presence entries whose owners start with `prefix`. */
  getPresent(prefix: string): (TopicName & Present)[] {
    return [...this.topics.values()].flatMap(({ name, isPrivate, presence }) =>
      presence
        .entries()
        .filter(({ owner }) => owner.startsWith(prefix))
        .map((present) => ({ name, isPrivate, ...present })),
    );
  }

  private getOrCreate({ name, isPrivate }: TopicName): Topic {
    const key = getKey({ name, isPrivate });
    const topic = this.topics.get(key) ?? { name, isPrivate, presence: new Presence(), listeners: new Set() };
    this.topics.set(key, topic);
    return topic;
  }

  private removeIfEmpty(topic: Topic): void {
    if (topic.listeners.size === 0 && topic.presence.isEmpty) this.topics.delete(getKey(topic));
  }
}

/** Returns the id of a stored broadcast, or null for other broadcasts. */
export const getId = ({ meta }: Broadcast) =>
  isRecord(meta) && typeof meta.id === 'string' ? meta.id : null;

/** Encodes a broadcast. Returns null if the protocol version doesn't support it. */
export function broadcastFrame(topic: string, broadcast: Broadcast, version: Version) {
  const { event, payload, meta } = broadcast;
  if (!(payload instanceof Uint8Array)) {
    const message = { joinRef: null, ref: null, topic, event: 'broadcast' };
    return encodeFrame(message, JSON.stringify({ ...broadcast, type: 'broadcast' }), version);
  }
  if (version !== '2.0.0') return null;
  return encodeBinaryBroadcast(topic, typeof event === 'string' ? event : '', payload, meta);
}

const getKey = ({ name, isPrivate }: TopicName): string => `${isPrivate ? 'private' : 'public'} ${name}`;

/** Sends a presence diff to the listeners who subscribed to presence. */
function announce(topic: Topic, diff: PresenceDiff): void {
  const payload = JSON.stringify(diff);
  const message = { joinRef: null, ref: null, topic: topic.name, event: 'presence_diff' };
  for (const [version, listeners] of byVersion(topic, (listener) => listener.receivesPresence)) {
    const frame = encodeFrame(message, payload, version);
    for (const listener of listeners) listener.send(frame);
  }
}

/** Groups listeners by protocol version, so that each frame is encoded once per version. */
function byVersion({ listeners }: Topic, isRecipient: (listener: Listener) => boolean) {
  return groupBy([...listeners].filter(isRecipient), ({ version }) => version);
}
