// Simulates many customers with an open app in one process. Each has a socket, a channel with the customer's
// rows, heartbeats, and supabase-js's reconnection delays. The parent process controls this process.
import { WebSocket } from 'ws';

export type Person = { id: string; token: string };
export type Order =
  | { do: 'join'; url: string; key: string; people: Person[] }
  | { do: 'drop' }
  | { do: 'state' }
  | { do: 'await' }
  | { do: 'count' }
  | { do: 'end' };
/** `attempts` is the number of joins since the last report, and `failed` counts failures by reason. */
export type Joined = { joined: number; attempts: number; failed: Record<string, number> };
/**
 * `strange` is the number of changes to other customers' rows. Delays are from commit to arrival, in
 * milliseconds.
 */
export type Counted = { delays: number[]; strange: number };

const PAUSES_MS = [1_000, 2_000, 5_000, 10_000];
const JOIN_PATIENCE_MS = 10_000;
const HEARTBEAT_EVERY_MS = 25_000;
const HEARTBEAT = JSON.stringify([null, '1', 'phoenix', 'heartbeat', {}]);

const subscribers: Subscriber[] = [];
let attempts = 0;
let failed: Record<string, number> = {};
let delays: number[] = [];
let strange = 0;
let address = '';
let reportWhenAll: (() => void) | null = null;

class Subscriber {
  isJoined = false;
  private socket: WebSocket | null = null;
  private tries = 0;
  private patience: NodeJS.Timeout | undefined;
  private readonly person: Person;

  constructor(person: Person) {
    this.person = person;
  }

  /** Connects a socket. Like a browser, the client sets no time limit for connecting. */
  connect(): void {
    const socket = new WebSocket(address, { perMessageDeflate: false });
    this.socket = socket;
    socket.on('open', () => this.join());
    socket.on('message', (data) => this.hear(String(data)));
    socket.on('error', (error) => note('code' in error ? String(error.code) : error.message));
    socket.on('close', () => {
      clearTimeout(this.patience);
      this.isJoined = false;
      this.later(() => this.connect());
    });
  }

  /** Joins the channel. Rejoins on the same socket if there is no reply in time. */
  private join(): void {
    attempts += 1;
    this.socket?.send(this.request());
    this.patience = setTimeout(() => {
      note('no answer in time');
      this.later(() => this.join());
    }, JOIN_PATIENCE_MS);
  }

  drop(): void {
    this.isJoined = false;
    this.socket?.terminate();
  }

  beat(): void {
    if (this.isJoined) this.socket?.send(HEARTBEAT);
  }

  private request(): string {
    const config = {
      postgres_changes: [{ event: '*', schema: 'public' }],
      broadcast: {},
      presence: {},
      private: false,
    };
    const payload = { config, access_token: this.person.token };
    return JSON.stringify(['1', '1', `realtime:customer:${this.person.id}`, 'phx_join', payload]);
  }

  private hear(text: string): void {
    if (text.includes('"postgres_changes",{"ids"')) this.count(text);
    else if (text.includes('"Subscribed to PostgreSQL"')) {
      clearTimeout(this.patience);
      this.isJoined = true;
      this.tries = 0;
      reportIfAll();
    } else if (text.includes('"status":"error"')) {
      clearTimeout(this.patience);
      note(text.slice(0, 200));
      this.later(() => this.join());
    }
  }

  private count(text: string): void {
    const { commit_timestamp, record } = JSON.parse(text)[4].data;
    delays.push(performance.timeOrigin + performance.now() - Date.parse(commit_timestamp));
    if (record.user_id !== this.person.id) strange += 1;
  }

  private later(next: () => void): void {
    const pause = PAUSES_MS[Math.min(this.tries, PAUSES_MS.length - 1)];
    this.tries += 1;
    this.patience = setTimeout(next, pause);
  }
}

function note(reason: string): void {
  failed[reason] = (failed[reason] ?? 0) + 1;
}

function reportIfAll(): void {
  if (reportWhenAll !== null && subscribers.every(({ isJoined }) => isJoined)) reportWhenAll();
}

/** Reports to the parent as soon as all customers have joined. */
function awaitAll(): void {
  reportWhenAll = () => {
    reportWhenAll = null;
    answer({ joined: subscribers.length, attempts, failed } satisfies Joined);
    attempts = 0;
    failed = {};
  };
  reportIfAll();
}

function answer(message: object): void {
  process.send?.(message);
}

let turn = 0;
setInterval(() => {
  const share = Math.ceil(subscribers.length / (HEARTBEAT_EVERY_MS / 100));
  for (let index = 0; index < share; index += 1) subscribers[(turn + index) % subscribers.length]?.beat();
  turn += share;
}, 100);

process.on('disconnect', () => process.exit());
process.on('message', (order: Order) => {
  if (order.do === 'join') {
    address = `${order.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${order.key}`;
    const added = order.people.map((person) => new Subscriber(person));
    subscribers.push(...added);
    awaitAll();
    for (const subscriber of added) subscriber.connect();
  } else if (order.do === 'drop') {
    for (const subscriber of subscribers) subscriber.drop();
    answer({});
  } else if (order.do === 'state') answer({ joined: subscribers.filter(({ isJoined }) => isJoined).length });
  else if (order.do === 'await') awaitAll();
  else if (order.do === 'count') {
    answer({ delays, strange } satisfies Counted);
    delays = [];
    strange = 0;
  } else process.exit();
});
