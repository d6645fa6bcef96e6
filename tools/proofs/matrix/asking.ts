import { run } from '../../../supabase/tests/support/catalog.ts';
import {
  getIds,
  getOwnedTables,
  getOwnRows,
  hashRows,
  type OwnedTable,
} from '../../../supabase/tests/support/owned-rows.ts';
import type { MatrixBank } from './bank.ts';
import { type Caller, MARK, MARKED_AMOUNT, type Resident } from './people.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** A request, and the responses that count as failures. */
export type MatrixRequest = {
  surface: string;
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** True if the caller must not succeed. */
  forbidden: boolean;
};
export type MatrixResponse = { status: number; text: string; headers: Headers };

/** Sends requests, counts them, and records failures. */
export class RequestRecorder {
  readonly findings: string[] = [];
  /** The number of requests by caller and surface, with their statuses. */
  readonly counts = new Map<string, Map<string, number>>();
  private readonly bank: MatrixBank;
  private readonly owner: Resident;
  private readonly tables: OwnedTable[];
  private readonly secretIds: ReadonlySet<string>;
  private hash = '';

  private constructor(bank: MatrixBank, owner: Resident, tables: OwnedTable[], ids: readonly string[]) {
    this.bank = bank;
    this.owner = owner;
    this.tables = tables;
    this.secretIds = new Set(ids);
  }

  static async create(bank: MatrixBank, owner: Resident, stranger: Resident): Promise<RequestRecorder> {
    // Anyone can trigger an email to the owner. The email changes these tables, so their changes don't count
    // as failures.
    const tables = (await getOwnedTables(bank.bank.owner)).filter(
      ({ table }) => !['auth.one_time_tokens', 'auth.users', 'auth.sessions'].includes(table),
    );
    const rows = (id: string) => getOwnRows(bank.bank.owner, tables, id);
    const sharedCategories = await bank.bank
      .owner`select id::text as id from public.categories where user_id is null`;
    const otherRows = { ...(await rows(stranger.id)), everybody: sharedCategories.map(({ id }) => id) };
    const requests = new RequestRecorder(bank, owner, tables, getIds(await rows(owner.id), otherRows));
    await requests.recordState();
    return requests;
  }

  get secrets(): number {
    return this.secretIds.size + 3;
  }

  async send(caller: Caller, request: MatrixRequest): Promise<MatrixResponse> {
    const { surface, method, path, headers, body, forbidden } = request;
    const isRaw = typeof body === 'string' || body instanceof FormData || body instanceof Uint8Array;
    const sent =
      body instanceof FormData
        ? JSON.stringify([...body.entries()])
        : String(isRaw ? body : JSON.stringify(body));
    const json: Record<string, string> =
      body === undefined || isRaw ? {} : { 'content-type': 'application/json' };
    const response = await fetch(`${this.bank.url}${path}`, {
      method,
      headers: { ...json, ...caller.headers, ...headers },
      body: body === undefined ? undefined : isRaw ? (body as BodyInit) : JSON.stringify(body),
      redirect: 'manual',
    });
    const text = await response.text();
    this.count(surface, caller.kind, response.status);
    const requestText = `${caller.name}: ${method} ${path} ${sent.slice(0, 300)}`;
    const secrets = this.findSecrets(`${text} ${JSON.stringify([...response.headers])}`, `${path} ${sent}`);
    if (secrets.length > 0) this.report(`${requestText} reveals ${secrets.slice(0, 3).join(', ')}`);
    // A function can fail for a token with an unusual role. This doesn't count as a failure, because only the
    // bank's own key can sign such a token.
    const isExpectedFailure = caller.kind === 'other' && text.includes('WORKER_ERROR');
    if (response.status >= 500 && !isExpectedFailure)
      this.report(`${requestText} breaks the server: ${response.status} ${text.slice(0, 200)}`);
    if (forbidden && response.status < 400)
      this.report(`${requestText} succeeds: ${response.status} ${text.slice(0, 200)}`);
    return { status: response.status, text, headers: response.headers };
  }

  count(surface: string, kind: string, status: number | string): void {
    const row = this.counts.get(surface) ?? new Map<string, number>();
    const cell = `${kind} ${status}`;
    this.counts.set(surface, row.set(cell, (row.get(cell) ?? 0) + 1));
  }

  report(finding: string): void {
    if (this.findings.length < 1000) this.findings.push(finding);
  }

  /** Finds the owner's ids, names, and amounts in a text, except those that the caller sent. */
  findSecrets(text: string, sent: string): string[] {
    const marks = [MARK, MARKED_AMOUNT, this.owner.email].filter(
      (mark) => text.includes(mark) && !sent.includes(mark),
    );
    const ids = (text.match(UUID) ?? []).filter((id) => this.secretIds.has(id) && !sent.includes(id));
    return [...marks, ...new Set(ids)];
  }

  /** Checks if any of the owner's data has changed since the last check. */
  async checkUnchanged(after: string): Promise<void> {
    const hash = await this.getHash();
    if (hash !== this.hash) this.report(`${after}: some of the owner's data has changed`);
    this.hash = hash;
  }

  /** Records the current state after the owner makes expected changes. */
  async recordState(): Promise<void> {
    this.hash = await this.getHash();
  }

  private async getHash(): Promise<string> {
    const { owner } = this.bank.bank;
    const [user] = await run(
      owner,
      `select md5((to_jsonb(u) - array['recovery_sent_at', 'confirmation_sent_at', 'reauthentication_sent_at', 'updated_at'])::text
        || coalesce((select string_agg(s.id::text || s.aal::text, ',' order by s.id) from auth.sessions s where s.user_id = u.id), '')) as hash
        from auth.users u where u.id = ?`,
      this.owner.id,
    );
    return `${await hashRows(owner, this.tables, this.owner.id)} ${user?.hash}`;
  }
}
