// Simulates a customer's day repeatedly. Each action of an open app has its own rate.
import { setMaxListeners } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';

export type Soaked = { id: string; email: string; token: string; refresh: string; account: string };
type Answer = { status: number; body: unknown };
type Sent = { method?: string; token?: string; body?: object };

export const PASSWORD = 'A long day at the bank 7';
/**
 * The kinds of requests with their weights. A kind with weight 6 is sent six times as often as a kind with
 * weight 1.
 */
const SHARES: [number, (load: Load, person: Soaked) => Promise<unknown>][] = [
  [
    6,
    (load, person) =>
      load.verb(person, 'deposit', {
        account_id: person.account,
        amount: 2.5,
        request_id: crypto.randomUUID(),
      }),
  ],
  [
    4,
    (load, person) =>
      load.verb(person, 'withdraw', {
        account_id: person.account,
        amount: 1.25,
        request_id: crypto.randomUUID(),
      }),
  ],
  [6, (load, person) => load.read(person, '/rest/v1/accounts?select=*')],
  [
    6,
    (load, person) =>
      load.read(
        person,
        `/rest/v1/transactions?select=*&account_id=eq.${person.account}&order=date.desc,id.desc&limit=50`,
      ),
  ],
  [
    3,
    (load, person) =>
      load.verb(person, 'search_transactions', { query: { conditions: [{ on: 'words', text: 'deposit' }] } }),
  ],
  [2, (load, person) => load.verb(person, 'search_totals', { query: { conditions: [] } })],
  [1, (load, person) => load.read(person, '/auth/v1/user')],
  [1, (load) => load.send('/')],
  // Refused calls are included, because they must not leak memory either.
  [
    1,
    (load, person) =>
      load.send('/rest/v1/rpc/deposit', {
        method: 'POST',
        token: person.token,
        body: { account_id: person.account, amount: -1 },
      }),
  ],
];
const LOT = SHARES.flatMap(([times, act]) => Array.from({ length: times }, () => act));

export class Load {
  done = 0;
  failed = 0;
  received = 0;
  private readonly address: string;
  private readonly key: string;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 20 });
  private readonly ending = new AbortController();

  constructor(address: string, key: string) {
    this.address = address;
    this.key = key;
    // Each open app adds a listener for the end of the run.
    setMaxListeners(0, this.ending.signal);
  }

  async open(index: number, serviceKey: string): Promise<Soaked> {
    const email = `soak${index}@example.org`;
    const user = { email, password: PASSWORD, email_confirm: true };
    const { body } = await this.send('/auth/v1/admin/users', {
      method: 'POST',
      token: serviceKey,
      body: user,
    });
    const { id } = body as { id: string };
    const session = await this.signIn(email);
    await this.send('/rest/v1/accounts', {
      method: 'POST',
      token: session.token,
      body: { user_id: id, name: 'Everyday', balance: 1000 },
    });
    const { body: accounts } = await this.send('/rest/v1/accounts?select=id', { token: session.token });
    return { id, email, ...session, account: (accounts as { id: string }[])[0]?.id ?? '' };
  }

  /**
   * Sends requests at a steady rate, together with sign-ins, token refreshes, fast-forwards, and apps that
   * open and close.
   */
  async run(people: Soaked[], perSecond: number): Promise<void> {
    await Promise.all([
      this.repeat(1000 / perSecond, people, (person, turn) => LOT[turn % LOT.length]?.(this, person)),
      this.repeat(40_000, people, async (person) => Object.assign(person, await this.signIn(person.email))),
      this.repeat(4_000, people, (person) => this.renew(person)),
      this.repeat(1_000, people, (person) => this.visit(person)),
      this.repeat(10_000, people, (person) =>
        this.send('/functions/v1/advance', { method: 'POST', token: person.token, body: { by: 'P7D' } }),
      ),
    ]);
  }

  end(): void {
    this.ending.abort();
    this.agent.destroy();
  }

  verb(person: Soaked, name: string, body: object): Promise<Answer> {
    return this.counted(this.send(`/rest/v1/rpc/${name}`, { method: 'POST', token: person.token, body }));
  }

  read(person: Soaked, path: string): Promise<Answer> {
    return this.counted(this.send(path, { token: person.token }));
  }

  send(path: string, { method = 'GET', token, body }: Sent = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const headers = {
        apikey: this.key,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      };
      const sent = request(`${this.address}${path}`, { method, headers, agent: this.agent }, (answer) => {
        let text = '';
        answer.on('data', (chunk) => {
          text += chunk;
        });
        answer.once('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
          }),
        );
      });
      sent.once('error', reject);
      sent.end(body && JSON.stringify(body));
    });
  }

  private async counted(answer: Promise<Answer>): Promise<Answer> {
    const { status, body } = await answer;
    this.done += 1;
    if (status >= 300) this.failed += 1;
    return { status, body };
  }

  private async signIn(email: string): Promise<{ token: string; refresh: string }> {
    return this.session('password', { email, password: PASSWORD });
  }

  private async renew(person: Soaked): Promise<void> {
    Object.assign(person, await this.session('refresh_token', { refresh_token: person.refresh }));
  }

  private async session(grant: string, body: object): Promise<{ token: string; refresh: string }> {
    const { status, body: session } = await this.send(`/auth/v1/token?grant_type=${grant}`, {
      method: 'POST',
      body,
    });
    if (status !== 200) throw new Error(`Sign-in failed: ${status} ${JSON.stringify(session)}`);
    const { access_token, refresh_token } = session as { access_token: string; refresh_token: string };
    return { token: access_token, refresh: refresh_token };
  }

  /** Opens an app that subscribes to its customer's rows, and closes it after 30 seconds. */
  private async visit(person: Soaked): Promise<void> {
    const socket = new WebSocket(
      `${this.address.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${this.key}`,
    );
    socket.on('error', () => {
      this.failed += 1;
    });
    socket.on('message', () => {
      this.received += 1;
    });
    socket.on('open', () => {
      const config = {
        postgres_changes: [{ event: '*', schema: 'public' }],
        presence: { key: person.id, enabled: true },
      };
      socket.send(
        JSON.stringify([
          '1',
          '1',
          `realtime:customer:${person.id}`,
          'phx_join',
          { config, access_token: person.token },
        ]),
      );
      socket.send(
        JSON.stringify([
          '1',
          '2',
          `realtime:customer:${person.id}`,
          'presence',
          { event: 'track', payload: { on: 'phone' } },
        ]),
      );
    });
    await pause(30_000, null, { signal: this.ending.signal }).catch(() => undefined);
    socket.close();
  }

  /** Repeats an action for each customer in turn, without waiting for the previous action to finish. */
  private async repeat(
    everyMs: number,
    people: Soaked[],
    act: (person: Soaked, turn: number) => Promise<unknown> | undefined,
  ) {
    const began = performance.now();
    for (let turn = 0; !this.ending.signal.aborted; turn += 1) {
      const person = people[turn % people.length];
      if (person !== undefined) void Promise.resolve(act(person, turn)).catch(() => this.stumbled());
      const wait = Math.max(0, began + (turn + 1) * everyMs - performance.now());
      await pause(wait, null, { signal: this.ending.signal }).catch(() => undefined);
    }
  }

  private stumbled(): void {
    if (!this.ending.signal.aborted) this.failed += 1;
  }
}
