import { WebSocket } from 'ws';

export type Frame = { topic: string; event: string; ref: string | null; payload: unknown };
export type Version = '1.0.0' | '2.0.0';

const PATIENCE_MS = 60_000;
/** The interval between heartbeats. The server closes a socket after one minute with no messages. */
const HEARTBEAT_MS = 20_000;

/** A socket of the realtime API that records every frame received and sent. */
export class MatrixSocket {
  readonly received: Frame[] = [];
  /** The topics that were joined and have not been closed since. */
  readonly inside = new Set<string>();
  sent = '';
  private readonly socket: WebSocket;
  private readonly version: Version;
  private readonly waiting = new Set<() => void>();
  private readonly beating: NodeJS.Timeout;
  private closed = false;
  private lastRef = 0;

  private constructor(socket: WebSocket, version: Version) {
    this.socket = socket;
    this.version = version;
    this.beating = setInterval(() => this.send('phoenix', 'heartbeat', {}), HEARTBEAT_MS);
    socket.on('message', (data) => this.hear(String(data)));
    socket.on('close', () => {
      clearInterval(this.beating);
      this.closed = true;
      this.inside.clear();
      for (const look of [...this.waiting]) look();
    });
  }

  /** Returns true if the socket was closed. In that case, missing messages prove nothing. */
  get isClosed(): boolean {
    return this.closed;
  }

  /** Opens a socket. Returns null if the server refuses it. */
  static open(url: string, key: string | null, version: Version): Promise<MatrixSocket | null> {
    const query = `vsn=${version}${key === null ? '' : `&apikey=${encodeURIComponent(key)}`}`;
    const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?${query}`);
    const opened = new MatrixSocket(socket, version);
    return new Promise((resolve) => {
      socket.once('open', () => resolve(opened));
      socket.on('error', () => resolve(null));
    });
  }

  /** Joins a topic. Returns true on success. */
  async join(topic: string, config: object, token: string | null): Promise<boolean> {
    const name = `realtime:${topic}`;
    const payload = { config, ...(token !== null && { access_token: token }) };
    const reply = await this.request(name, 'phx_join', payload);
    const isIn = isOk(reply?.payload);
    if (isIn) this.inside.add(name);
    return isIn;
  }

  /** Changes the identity on a topic and waits for the result. */
  async changeHands(topic: string, token: string | null): Promise<void> {
    const name = `realtime:${topic}`;
    this.send(name, 'access_token', { access_token: token });
    // A topic's messages are handled in order, so this reply arrives after the token was checked.
    await this.request(name, 'presence', { type: 'presence', event: 'none' });
  }

  /** Sends a message on a topic and doesn't wait for a reply. */
  send(topic: string, event: string, payload: unknown): string {
    this.lastRef += 1;
    const ref = String(this.lastRef);
    const joinRef = topic === 'phoenix' ? null : '1';
    const text =
      this.version === '2.0.0'
        ? JSON.stringify([joinRef, ref, topic, event, payload])
        : JSON.stringify({ join_ref: joinRef, ref, topic, event, payload });
    this.sent += text;
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
    return ref;
  }

  /** Waits until the server has handled everything sent so far. */
  async settle(): Promise<void> {
    await this.request('phoenix', 'heartbeat', {});
  }

  /** Returns the first frame that meets the condition, or undefined if the socket closes first. */
  until(condition: (frame: Frame) => boolean): Promise<Frame | undefined> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.end(), PATIENCE_MS);
      const look = () => {
        const match = this.received.find(condition);
        if (match === undefined && !this.closed) return;
        clearTimeout(timer);
        this.waiting.delete(look);
        resolve(match);
      };
      this.waiting.add(look);
      look();
    });
  }

  end(): void {
    this.socket.terminate();
  }

  private request(topic: string, event: string, payload: unknown): Promise<Frame | undefined> {
    const ref = this.send(topic, event, payload);
    return this.until((frame) => frame.event === 'phx_reply' && frame.ref === ref);
  }

  private hear(text: string): void {
    const read = JSON.parse(text);
    const [, ref, topic, event, payload] = Array.isArray(read)
      ? read
      : [null, read.ref, read.topic, read.event, read.payload];
    this.received.push({ topic, event, ref, payload });
    if (event === 'phx_close') this.inside.delete(topic);
    for (const look of [...this.waiting]) look();
  }
}

const isOk = (payload: unknown): boolean =>
  typeof payload === 'object' && payload !== null && 'status' in payload && payload.status === 'ok';
