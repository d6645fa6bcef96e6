import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Bus } from './bus.ts';
import { type BusMessage, parseBusMessage, serializeBusMessage } from './bus-message.ts';
import { LIMITS } from './limits.ts';
import type { Meta } from './presence.ts';
import type { Broadcast, Listener, TopicName, Topics } from './topics.ts';

/** The interval at which the other processes are checked, if there are any. */
const CHECK_EVERY_MS = 2_000;

/**
 * Connects the processes that use a database, so that broadcasts and presence reach the listeners of all
 * processes. If there is only one process, nothing is sent.
 */
export class Processes {
  /** Identifies this process. The owners of its presence entries start with this id. */
  readonly id: string = randomUUID();
  private bus: Bus | null = null;
  /** The other processes, with the names of their connections. */
  private readonly others = new Map<string, string>();
  /** Older connections that haven't reported their presence yet; null before the first check. */
  private pending: Set<string> | null = null;
  /** The name of this process's connection. */
  private member = '';
  private readonly waiting = new Set<() => void>();
  private readonly watch: NodeJS.Timeout;

  constructor(
    private readonly topics: Topics,
    private readonly log: Logger,
  ) {
    this.watch = setInterval(() => {
      if (this.others.size > 0 || (this.pending?.size ?? 0) > 0) void this.findProcesses();
    }, CHECK_EVERY_MS);
    this.watch.unref();
  }

  connect(bus: Bus): void {
    this.bus = bus;
  }

  /**
   * Resolves when this process receives the messages of all other processes and has their presence, or after
   * a timeout.
   */
  async ready(waitMs: number): Promise<boolean> {
    if (this.bus === null) return false;
    if (!(await this.bus.ready(waitMs))) return false;
    if (this.pending !== null && this.pending.size === 0) return true;
    await new Promise<void>((resolve) => {
      // Stops waiting for processes that don't respond in time.
      const timer = setTimeout(() => {
        this.pending = new Set();
        this.resolveIfSynced();
      }, LIMITS.syncWaitMs);
      const done = () => {
        clearTimeout(timer);
        this.waiting.delete(done);
        resolve();
      };
      this.waiting.add(done);
    });
    return true;
  }

  /**
   * Called when the connection is live under the name `member`. Asks the other processes for their presence.
   */
  onLive(member: string): void {
    this.member = member;
    this.pending = null;
    this.send({ kind: 'hello', member, present: this.topics.getPresent(this.id) });
    void this.findProcesses();
  }

  /** Sends a broadcast to everyone on the topic in all processes, excluding `except`. */
  broadcast(topic: TopicName, broadcast: Broadcast, except: Listener | null): void {
    this.topics.broadcast(topic, broadcast, except);
    this.notifyOthers({ kind: 'broadcast', ...topic, broadcast });
  }

  /** Records that a client of this process joins a topic or updates its presence. */
  enter({ name, isPrivate }: TopicName, key: string, owner: string, meta: Meta): void {
    const present = { key, owner, meta };
    this.topics.enter({ name, isPrivate }, present);
    this.notifyOthers({ kind: 'enter', name, isPrivate, present });
  }

  /** Records that a client of this process leaves a topic. */
  exit({ name, isPrivate }: TopicName, key: string, owner: string): void {
    const wasThere = this.topics.exit({ name, isPrivate }, key, owner);
    if (wasThere) this.notifyOthers({ kind: 'exit', name, isPrivate, key, owner });
  }

  /** Handles a message from any process, including this one. */
  receive(text: string): void {
    const received = parseBusMessage(text);
    if (received === null || received.from === this.id) return;
    const { from, message } = received;
    if (message.kind === 'broadcast') this.topics.broadcast(message, message.broadcast, null);
    else if (message.kind === 'enter') this.topics.enter(message, message.present);
    else if (message.kind === 'exit') this.topics.exit(message, message.key, message.owner);
    else if (message.kind === 'bye') this.removeProcess(from);
    else this.updateProcess(from, message);
  }

  async close(): Promise<void> {
    clearInterval(this.watch);
    this.notifyOthers({ kind: 'bye' });
    for (const done of this.waiting) done();
    await this.bus?.close();
  }

  private updateProcess(from: string, message: Extract<BusMessage, { member: string }>): void {
    this.others.set(from, message.member);
    const owners = new Set(message.present.map(({ owner }) => owner));
    for (const { key, owner, ...topic } of this.topics.getPresent(from)) {
      if (!owners.has(owner)) this.topics.exit(topic, key, owner);
    }
    for (const { name, isPrivate, ...present } of message.present)
      this.topics.enter({ name, isPrivate }, present);
    if (message.kind === 'hello')
      this.send({ kind: 'state', member: this.member, present: this.topics.getPresent(this.id) });
    this.pending?.delete(message.member);
    this.resolveIfSynced();
  }

  /** Finds the running processes, and removes the presence of processes that have ended. */
  private async findProcesses(): Promise<void> {
    const { member } = this;
    const members = new Set(await this.members());
    // A newer connection has already started another check.
    if (this.member !== member) return;
    for (const [id, name] of this.others) if (!members.has(name)) this.removeProcess(id);
    if (this.pending === null) {
      for (const name of [member, ...this.others.values()]) members.delete(name);
      this.pending = members;
    } else {
      for (const name of this.pending) if (!members.has(name)) this.pending.delete(name);
    }
    this.resolveIfSynced();
  }

  private async members(): Promise<string[]> {
    try {
      return (await this.bus?.members()) ?? [];
    } catch (error) {
      this.log.warn({ err: error }, 'failed to count the other processes');
      return [...this.others.values()];
    }
  }

  private resolveIfSynced(): void {
    if (this.pending !== null && this.pending.size === 0) for (const done of [...this.waiting]) done();
  }

  private removeProcess(id: string): void {
    this.others.delete(id);
    for (const { key, owner, ...topic } of this.topics.getPresent(id)) this.topics.exit(topic, key, owner);
  }

  private notifyOthers(message: BusMessage): void {
    if (this.others.size > 0) this.send(message);
  }

  private send(message: BusMessage): void {
    this.bus?.send(serializeBusMessage(this.id, message));
  }
}
