/** The limits on each customer's use of a connection pool. */
export type Shares = {
  connections: number;
  /** The maximum number of queued requests per customer. */
  waiting: number;
  /** The longest wait for a connection, in milliseconds. */
  patienceMs: number;
};

/**
 * The requester of a connection. `share` is the maximum number of connections that requests with this `name`
 * can use at a time.
 */
export type Claimant = { name: string; share: number; isRead: boolean; signal?: AbortSignal | undefined };

/** Thrown before a request reaches the database if its sender has too many requests in progress. */
export class TooManyRequests extends Error {
  override name = 'TooManyRequests';
  constructor(message = 'You have too many requests in progress. Try again in a moment.') {
    super(message);
  }
}

/** Thrown if no connection became free in time. */
export class PoolTimeout extends Error {
  override name = 'PoolTimeout';
  constructor() {
    super('Timed out acquiring connection from connection pool.');
  }
}

/** Thrown if the client disconnects while its request is queued. */
export class ClientGone extends Error {
  override name = 'ClientGone';
  constructor() {
    super('The client has disconnected.');
  }
}

type Waiting = { claimant: Claimant; since: number; start: () => void };

/** The number of connections that reads never use, so that writes can proceed. */
const KEPT_FOR_WRITES = 2;
/**
 * The pool counts as too small for its load if a request waits longer than this. Only requests within their
 * share are considered.
 */
const STARVED_AFTER_MS = 2_000;

/**
 * Distributes a pool's connections. Each customer has a share, customers take turns, and reads never use all
 * connections. Each customer has a separate queue, so one customer's backlog doesn't hold up the others.
 */
export class FairShare {
  private readonly readers: number;
  private readonly running = new Map<string, number>();
  /** Queued requests by name in round-robin order. The last customer served moves to the end. */
  private readonly queues = new Map<string, Waiting[]>();
  private total = 0;
  private reading = 0;

  constructor(private readonly shares: Shares) {
    this.readers = Math.max(1, shares.connections - KEPT_FOR_WRITES);
  }

  /**
   * Runs work when it is the claimant's turn. Throws TooManyRequests, PoolTimeout, or ClientGone if the work
   * can't start.
   */
  async run<T>(claimant: Claimant, work: () => Promise<T>): Promise<T> {
    if (this.queues.has(claimant.name) || !this.fits(claimant)) await this.turn(claimant);
    else this.take(claimant, 1);
    try {
      return await work();
    } finally {
      this.take(claimant, -1);
      this.startWaiting();
    }
  }

  /** Returns true if a request within its share has waited several seconds for a connection. */
  isStarved(): boolean {
    const before = performance.now() - STARVED_AFTER_MS;
    return [...this.queues].some(([name, [first]]) => {
      if (first === undefined || first.since > before) return false;
      return (this.running.get(name) ?? 0) < first.claimant.share;
    });
  }

  private fits({ name, share, isRead }: Claimant): boolean {
    return (
      this.total < this.shares.connections &&
      (this.running.get(name) ?? 0) < Math.min(share, this.shares.connections) &&
      (!isRead || this.reading < this.readers)
    );
  }

  private take({ name, isRead }: Claimant, change: 1 | -1): void {
    const count = (this.running.get(name) ?? 0) + change;
    if (count > 0) this.running.set(name, count);
    else this.running.delete(name);
    this.total += change;
    if (isRead) this.reading += change;
  }

  private turn(claimant: Claimant): Promise<void> {
    const { name, signal } = claimant;
    const queue = this.queues.get(name) ?? [];
    if (queue.length >= this.shares.waiting) throw new TooManyRequests();
    if (signal?.aborted) throw new ClientGone();
    this.queues.set(name, queue);
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const start = () => {
        settle();
        resolve();
      };
      const waiting: Waiting = { claimant, since: performance.now(), start };
      const leave = (error: Error) => {
        settle();
        this.leave(waiting);
        reject(error);
      };
      const onAbort = () => leave(new ClientGone());
      const timer = setTimeout(() => leave(new PoolTimeout()), this.shares.patienceMs);
      signal?.addEventListener('abort', onAbort, { once: true });
      queue.push(waiting);
    });
  }

  private leave(waiting: Waiting): void {
    const { name } = waiting.claimant;
    const queue = this.queues.get(name) ?? [];
    const rest = queue.filter((entry) => entry !== waiting);
    if (rest.length === 0) this.queues.delete(name);
    else this.queues.set(name, rest);
    // Another request might be able to start, such as a write that is queued behind a read.
    this.startWaiting();
  }

  /** Starts all waiting requests that fit, taking one from each customer in turn. */
  private startWaiting(): void {
    for (let started = true; started && this.total < this.shares.connections; ) {
      started = false;
      for (const [name, queue] of [...this.queues]) {
        const [first] = queue;
        if (!first || !this.fits(first.claimant)) continue;
        this.queues.delete(name);
        queue.shift();
        if (queue.length > 0) this.queues.set(name, queue);
        this.take(first.claimant, 1);
        first.start();
        started = true;
      }
    }
  }
}
