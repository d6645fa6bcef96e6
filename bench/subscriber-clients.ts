// Many customers with an open app each, in one process: a socket, a channel that follows the customer's rows, a heartbeat, and
// the same pauses before a new attempt as supabase-js makes. Told what to do by the process that forked it.
import { WebSocket } from 'ws';

export type Person = { id: string; token: string };
export type Order =
  | { do: 'join'; url: string; key: string; people: Person[] }
  | { do: 'drop' }
  | { do: 'await' }
  | { do: 'count' }
  | { do: 'end' };
/** `attempts` are all that were made to join since the last answer, `failed` those that came to nothing. */
export type Joined = { joined: number; attempts: number; failed: number };
/** `strange` are changes that were somebody else's; delays are from commit to arrival, in milliseconds. */
export type Counted = { delays: number[]; strange: number };

const PAUSES_MS = [1_000, 2_000, 5_000, 10_000];
const JOIN_PATIENCE_MS = 10_000;
const HEARTBEAT_EVERY_MS = 25_000;
const HEARTBEAT = JSON.stringify([null, '1', 'phoenix', 'heartbeat', {}]);

const everybody: Subscriber[] = [];
let attempts = 0;
let failed = 0;
let delays: number[] = [];
let strange = 0;
let address = '';
let told: (() => void) | null = null;

class Subscriber {
  isJoined = false;
  private socket: WebSocket | null = null;
  private tries = 0;
  private patience: NodeJS.Timeout | undefined;
  private readonly person: Person;

  constructor(person: Person) {
    this.person = person;
  }

  join(): void {
    attempts += 1;
    const socket = new WebSocket(address, { perMessageDeflate: false });
    this.socket = socket;
    this.patience = setTimeout(() => socket.terminate(), JOIN_PATIENCE_MS);
    socket.on('open', () => socket.send(this.request()));
    socket.on('message', (data) => this.hear(String(data), socket));
    socket.on('error', () => undefined);
    socket.on('close', () => this.again());
  }

  drop(): void {
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

  private hear(text: string, socket: WebSocket): void {
    if (text.includes('"postgres_changes",{"ids"')) this.count(text);
    else if (text.includes('"Subscribed to PostgreSQL"')) {
      clearTimeout(this.patience);
      this.isJoined = true;
      this.tries = 0;
      tellIfAll();
    } else if (text.includes('"status":"error"')) socket.terminate();
  }

  private count(text: string): void {
    const { commit_timestamp, record } = JSON.parse(text)[4].data;
    delays.push(performance.timeOrigin + performance.now() - Date.parse(commit_timestamp));
    if (record.user_id !== this.person.id) strange += 1;
  }

  private again(): void {
    clearTimeout(this.patience);
    if (!this.isJoined) failed += 1;
    this.isJoined = false;
    const pause = PAUSES_MS[Math.min(this.tries, PAUSES_MS.length - 1)];
    this.tries += 1;
    setTimeout(() => this.join(), pause);
  }
}

function tellIfAll(): void {
  if (told !== null && everybody.every(({ isJoined }) => isJoined)) told();
}

/** Answers as soon as everybody has joined. */
function awaitAll(): void {
  told = () => {
    told = null;
    answer({ joined: everybody.length, attempts, failed } satisfies Joined);
    attempts = 0;
    failed = 0;
  };
  tellIfAll();
}

function answer(message: object): void {
  process.send?.(message);
}

let turn = 0;
setInterval(() => {
  const share = Math.ceil(everybody.length / (HEARTBEAT_EVERY_MS / 100));
  for (let index = 0; index < share; index += 1) everybody[(turn + index) % everybody.length]?.beat();
  turn += share;
}, 100);

process.on('disconnect', () => process.exit());
process.on('message', (order: Order) => {
  if (order.do === 'join') {
    address = `${order.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${order.key}`;
    const added = order.people.map((person) => new Subscriber(person));
    everybody.push(...added);
    awaitAll();
    for (const subscriber of added) subscriber.join();
  } else if (order.do === 'drop') {
    for (const subscriber of everybody) subscriber.drop();
    answer({});
  } else if (order.do === 'await') awaitAll();
  else if (order.do === 'count') {
    answer({ delays, strange } satisfies Counted);
    delays = [];
    strange = 0;
  } else process.exit();
});
