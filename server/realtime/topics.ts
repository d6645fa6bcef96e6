import { encodeBinaryBroadcast, encodeFrame, isRecord, type Version } from './frames.ts';
import { Presence, type PresenceDiff, type Present } from './presence.ts';

/** A channel as its topic sees it: something that can be sent frames. */
export type Listener = {
  readonly version: Version;
  readonly hearsBroadcasts: boolean;
  readonly hearsPresence: boolean;
  send(frame: string | Buffer): void;
  /** A broadcast arrives; `id` names it if it is stored. */
  hear(frame: string | Buffer, id: string | null): void;
};
/** A broadcast: `event` and `payload`, which is JSON or raw bytes (newer clients only). */
export type Broadcast = Record<string, unknown>;
/** Private and public topics of the same name are different. */
export type TopicName = { name: string; isPrivate: boolean };
export type Topic = TopicName & { readonly presence: Presence; readonly listeners: Set<Listener> };

/** The topics somebody has joined at this process, or is present on at any. */
export class Topics {
  private readonly topics = new Map<string, Topic>();

  join(topicName: TopicName, listener: Listener): Topic {
    const topic = this.opened(topicName);
    topic.listeners.add(listener);
    return topic;
  }

  leave(topic: Topic, listener: Listener): void {
    topic.listeners.delete(listener);
    this.forgetIfEmpty(topic);
  }

  /** Sends to everybody on the topic but `except`. */
  broadcast(topicName: TopicName, broadcast: Broadcast, except: Listener | null): void {
    const topic = this.topics.get(getKey(topicName));
    if (topic === undefined) return;
    const id = getId(broadcast);
    for (const [version, listeners] of byVersion(topic, (one) => one !== except && one.hearsBroadcasts)) {
      const frame = broadcastFrame(topic.name, broadcast, version);
      if (frame !== null) for (const listener of listeners) listener.hear(frame, id);
    }
  }

  /** Somebody enters or updates; who listens is told. */
  enter(topicName: TopicName, present: Present): void {
    const topic = this.opened(topicName);
    const diff = topic.presence.put(present);
    if (diff !== null) announce(topic, diff);
  }

  /** Somebody leaves; who listens is told. False when there was nobody to leave. */
  exit(topicName: TopicName, key: string, owner: string): boolean {
    const topic = this.topics.get(getKey(topicName));
    const diff = topic?.presence.remove(key, owner) ?? null;
    if (topic === undefined || diff === null) return false;
    announce(topic, diff);
    this.forgetIfEmpty(topic);
    return true;
  }

  /** Everybody who is present through owners whose names begin with `prefix`. */
  getPresent(prefix: string): (TopicName & Present)[] {
    return [...this.topics.values()].flatMap(({ name, isPrivate, presence }) =>
      presence
        .entries()
        .filter(({ owner }) => owner.startsWith(prefix))
        .map((present) => ({ name, isPrivate, ...present })),
    );
  }

  private opened({ name, isPrivate }: TopicName): Topic {
    const key = getKey({ name, isPrivate });
    const topic = this.topics.get(key) ?? { name, isPrivate, presence: new Presence(), listeners: new Set() };
    this.topics.set(key, topic);
    return topic;
  }

  private forgetIfEmpty(topic: Topic): void {
    if (topic.listeners.size === 0 && topic.presence.isEmpty) this.topics.delete(getKey(topic));
  }
}

/** The id of a broadcast that is stored, else null. */
export function getId({ meta }: Broadcast): string | null {
  return isRecord(meta) && typeof meta.id === 'string' ? meta.id : null;
}

/** A broadcast as a frame; null when this protocol version cannot carry it. */
export function broadcastFrame(
  topic: string,
  broadcast: Broadcast,
  version: Version,
): string | Buffer | null {
  const { event, payload, meta } = broadcast;
  if (!(payload instanceof Uint8Array)) {
    const message = { joinRef: null, ref: null, topic, event: 'broadcast' };
    return encodeFrame(message, JSON.stringify({ ...broadcast, type: 'broadcast' }), version);
  }
  if (version !== '2.0.0') return null;
  return encodeBinaryBroadcast(topic, {
    event: typeof event === 'string' ? event : '',
    bytes: payload,
    meta: isRecord(meta) ? meta : null,
  });
}

function getKey({ name, isPrivate }: TopicName): string {
  return `${isPrivate ? 'private' : 'public'} ${name}`;
}

/** Tells everybody who wants to know who came and went. */
function announce(topic: Topic, diff: PresenceDiff): void {
  const payload = JSON.stringify(diff);
  const message = { joinRef: null, ref: null, topic: topic.name, event: 'presence_diff' };
  for (const [version, listeners] of byVersion(topic, (one) => one.hearsPresence)) {
    const frame = encodeFrame(message, payload, version);
    for (const listener of listeners) listener.send(frame);
  }
}

/** Listeners by what they can read: a frame is encoded once per protocol version, however many listen. */
function byVersion(topic: Topic, isMeant: (listener: Listener) => boolean): Map<Version, Listener[]> {
  const groups = new Map<Version, Listener[]>();
  for (const listener of topic.listeners) {
    if (!isMeant(listener)) continue;
    const group = groups.get(listener.version);
    if (group === undefined) groups.set(listener.version, [listener]);
    else group.push(listener);
  }
  return groups;
}
