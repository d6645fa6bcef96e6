/** A table in the stream. `type` is the oid of a column's type. */
export type Relation = {
  oid: number;
  schema: string;
  table: string;
  columns: { name: string; type: number; isKey: boolean }[];
};
/**
 * Column values in PostgreSQL's text format. A column is missing if PostgreSQL didn't send it, because it is
 * TOASTed and unchanged.
 */
export type Row = Record<string, string | null>;
export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE';
export type Change = { relation: Relation; type: ChangeType; row: Row | null; old: Row | null };
/** A message in the log that isn't a row change. */
export type LogMessage = { prefix: string; content: string };
/** The changes of a committed transaction. `xid` contains the low 32 bits of its id. */
export type Transaction = { xid: number; committedAt: Date; changes: Change[] };

const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);
const CHANGE_TYPES: Record<string, ChangeType> = { I: 'INSERT', U: 'UPDATE', D: 'DELETE' };

/**
 * Parses the logical replication protocol (pgoutput, version 1). Source: PostgreSQL documentation, "Logical
 * Replication Message Formats". The driver's own parser doesn't provide a transaction's id and time. Both are
 * needed, because row rules must be evaluated after the change is visible to other transactions.
 */
export function createPgoutputReader(
  onTransaction: (transaction: Transaction) => void,
  onMessage: (message: LogMessage) => void,
): (message: Buffer) => void {
  const relations = new Map<number, Relation>();
  let current: Transaction | null = null;

  return (message) => {
    const reader = new MessageReader(message);
    const kind = reader.character();
    const changeType = CHANGE_TYPES[kind];
    if (changeType !== undefined) {
      const change = readChange(reader, changeType, relations);
      if (change !== null) current?.changes.push(change);
    } else if (kind === 'B') {
      current = readBegin(reader);
    } else if (kind === 'R') {
      const relation = readRelation(reader);
      relations.set(relation.oid, relation);
    } else if (kind === 'M') {
      onMessage(readMessage(reader));
    } else if (kind === 'C' && current !== null) {
      if (current.changes.length > 0) onTransaction(current);
      current = null;
    }
  };
}

function readBegin(reader: MessageReader): Transaction {
  reader.skip(8);
  const committedAt = new Date(POSTGRES_EPOCH_MS + Number(reader.int64() / 1000n));
  return { committedAt, xid: reader.int32(), changes: [] };
}

function readMessage(reader: MessageReader): LogMessage {
  // Skips the flags and the position. They are not needed, because messages are delivered after the commit.
  reader.skip(9);
  return { prefix: reader.text(), content: reader.bytes(reader.int32()).toString('utf8') };
}

function readRelation(reader: MessageReader): Relation {
  const oid = reader.int32();
  const schema = reader.text() || 'pg_catalog';
  const table = reader.text();
  reader.skip(1);
  const columns = Array.from({ length: reader.int16() }, () => {
    const isKey = (reader.byte() & 1) === 1;
    const column = { isKey, name: reader.text(), type: reader.int32() };
    reader.skip(4);
    return column;
  });
  return { oid, schema, table, columns };
}

function readChange(reader: MessageReader, type: ChangeType, relations: Map<number, Relation>) {
  const relation = relations.get(reader.int32());
  if (relation === undefined) return null;
  let row: Row | null = null;
  let old: Row | null = null;
  while (reader.hasMore()) {
    const part = reader.character();
    const values = readRow(reader, relation);
    if (part === 'N') row = values;
    else old = part === 'K' ? pickKeys(values, relation) : values;
  }
  // Unchanged TOAST values are present only in the old row.
  if (row !== null && old !== null) row = { ...old, ...row };
  return { relation, type, row, old };
}

function readRow(reader: MessageReader, relation: Relation): Row {
  const row: Row = {};
  const count = reader.int16();
  for (const column of relation.columns.slice(0, count)) {
    const state = reader.character();
    if (state === 'n') row[column.name] = null;
    else if (state === 't') row[column.name] = reader.bytes(reader.int32()).toString('utf8');
  }
  return row;
}

function pickKeys(row: Row, relation: Relation): Row {
  const keys = relation.columns.filter((column) => column.isKey);
  return Object.fromEntries(keys.map(({ name }) => [name, row[name] ?? null]));
}

class MessageReader {
  private offset = 0;

  constructor(private readonly message: Buffer) {}

  hasMore(): boolean {
    return this.offset < this.message.length;
  }

  skip(bytes: number): void {
    this.offset += bytes;
  }

  byte(): number {
    this.offset += 1;
    return this.message.readUInt8(this.offset - 1);
  }

  character(): string {
    return String.fromCharCode(this.byte());
  }

  int16(): number {
    this.offset += 2;
    return this.message.readUInt16BE(this.offset - 2);
  }

  int32(): number {
    this.offset += 4;
    return this.message.readUInt32BE(this.offset - 4);
  }

  int64(): bigint {
    this.offset += 8;
    return this.message.readBigInt64BE(this.offset - 8);
  }

  bytes(length: number): Buffer {
    this.offset += length;
    return this.message.subarray(this.offset - length, this.offset);
  }

  text(): string {
    const end = this.message.indexOf(0, this.offset);
    const text = this.message.toString('utf8', this.offset, end);
    this.offset = end + 1;
    return text;
  }
}
