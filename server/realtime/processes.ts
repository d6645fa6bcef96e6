import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Bus } from './bus.ts';
import { type BusMessage, getText, parseBusMessage } from './bus-message.ts';
import { LIMITS } from './limits.ts';
import type { Meta } from './presence.ts';
import type { Broadcast, Listener, TopicName, Topics } from './topics.ts';

/** How often to check the other processes, if there are any. */
const LOOK_EVERY_MS = 2_000;

/**
 * Connects the processes of a database: broadcasts and presence reach the listeners of all. A single process
 * sends nothing.
 */
export class Processes {
  /** Identifies this process. The owners of its presence start with it. */
  readonly id: string = randomUUID();
  private readonly topics: Topics;
  private readonly log: Logger;
  private bus: Bus | null = null;
  /** The other processes with their connection names. */
  private readonly others = new Map<string, string>();
  /** Older connections that haven't reported their presence yet; null before the first check. */
  private unheard: Set<string> | null = null;
  /** The name of this process's connection. */
  private member = '';
  private readonly waiting = new Set<() => void>();
  private readonly watch: NodeJS.Timeout;

  constructor(topics: Topics, log: Logger) {
    this.topics = topics;
    this.log = log;
    this.watch = setInterval(() => {
      if (this.others.size > 0 || (this.unheard?.size ?? 0) > 0) void this.look();
    }, LOOK_EVERY_MS);
    this.watch.unref();
  }

  connect(bus: Bus): void {
    this.bus = bus;
  }

  /** Resolves when this process hears the others and knows their presence, or after a timeout. */
  async ready(waitMs: number): Promise<boolean> {
    if (this.bus === null) return false;
    if (!(await this.bus.ready(waitMs))) return false;
    if (this.unheard !== null && this.unheard.size === 0) return true;
    await new Promise<void>((resolve) => {
      // Stops waiting for a process that doesn't answer in time.
      const timer = setTimeout(() => {
        this.unheard = new Set();
        this.tellIfSynced();
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

  /** The connection is live as `member`. Asks the others for their presence. */
  onLive(member: string): void {
    this.member = member;
    this.unheard = null;
    this.say({ kind: 'hello', member, present: this.topics.getPresent(this.id) });
    void this.look();
  }

  /** Sends to everyone on the topic except `except`, in all processes. */
  broadcast(topic: TopicName, broadcast: Broadcast, except: Listener | null): void {
    this.topics.broadcast(topic, broadcast, except);
    this.tell({ kind: 'broadcast', ...topic, broadcast });
  }

  /** A member of this process joins a topic or updates. */
  enter({ name, isPrivate }: TopicName, key: string, owner: string, meta: Meta): void {
    const present = { key, owner, meta };
    this.topics.enter({ name, isPrivate }, present);
    this.tell({ kind: 'enter', name, isPrivate, present });
  }

  /** A member of this process leaves a topic. */
  exit({ name, isPrivate }: TopicName, key: string, owner: string): void {
    const wasThere = this.topics.exit({ name, isPrivate }, key, owner);
    if (wasThere) this.tell({ kind: 'exit', name, isPrivate, key, owner });
  }

  /** Handles a message of any process, including this one. */
  hear(text: string): void {
    const heard = parseBusMessage(text);
    if (heard === null || heard.from === this.id) return;
    const { from, told } = heard;
    if (told.kind === 'broadcast') this.topics.broadcast(told, told.broadcast, null);
    else if (told.kind === 'enter') this.topics.enter(told, told.present);
    else if (told.kind === 'exit') this.topics.exit(told, told.key, told.owner);
    else if (told.kind === 'bye') this.forget(from);
    else this.meet(from, told);
  }

  async close(): Promise<void> {
    clearInterval(this.watch);
    this.tell({ kind: 'bye' });
    for (const done of this.waiting) done();
    await this.bus?.close();
  }

  private meet(from: string, told: Extract<BusMessage, { member: string }>): void {
    this.others.set(from, told.member);
    const owners = new Set(told.present.map(({ owner }) => owner));
    for (const { key, owner, ...topic } of this.topics.getPresent(from)) {
      if (!owners.has(owner)) this.topics.exit(topic, key, owner);
    }
    for (const { name, isPrivate, ...present } of told.present)
      this.topics.enter({ name, isPrivate }, present);
    if (told.kind === 'hello') {
      this.say({ kind: 'state', member: this.member, present: this.topics.getPresent(this.id) });
    }
    this.getHeard(told.member);
  }

  /** Finds the running processes, and removes the presence of others. */
  private async look(): Promise<void> {
    const { member } = this;
    const members = new Set(await this.members());
    // A new connection has restarted this meanwhile.
    if (this.member !== member) return;
    for (const [id, name] of this.others) if (!members.has(name)) this.forget(id);
    if (this.unheard === null) {
      for (const name of [member, ...this.others.values()]) members.delete(name);
      this.unheard = members;
    } else {
      for (const name of this.unheard) if (!members.has(name)) this.unheard.delete(name);
    }
    this.tellIfSynced();
  }

  private async members(): Promise<string[]> {
    try {
      return (await this.bus?.members()) ?? [];
    } catch (error) {
      this.log.warn({ err: error }, 'the other processes could not be counted');
      return [...this.others.values()];
    }
  }

  private getHeard(member: string): void {
    this.unheard?.delete(member);
    this.tellIfSynced();
  }

  private tellIfSynced(): void {
    if (this.unheard !== null && this.unheard.size === 0) for (const done of [...this.waiting]) done();
  }

  private forget(id: string): void {
    this.others.delete(id);
    for (const { key, owner, ...topic } of this.topics.getPresent(id)) this.topics.exit(topic, key, owner);
  }

  private tell(told: BusMessage): void {
    if (this.others.size > 0) this.say(told);
  }

  private say(told: BusMessage): void {
    this.bus?.say(getText(this.id, told));
  }
}
