import { z } from 'zod';

/**
 * Converts the parts of a version 1 household file that have a different structure in version 2. If the file
 * has an unexpected structure, returns it unchanged, so that the version 2 schema reports the problems.
 */
type JsonObject = Record<string, unknown>;

const place = z.int();
const instant = z.iso.datetime({ offset: true });
const line = z.looseObject({
  ledger: z.string(),
  amount: z.number(),
  currency: z.string(),
  shown: z.looseObject({ date: instant }).nullish(),
});
const entry = z.looseObject({
  at: instant,
  kind: z.string(),
  description: z.string().nullish(),
  lines: z.array(line),
});
const fileWithPlaces = z.looseObject({
  clock: instant,
  entries: z.array(entry),
  entries_seen: place.optional(),
  disputes: z.array(z.looseObject({ entry: place })).optional(),
  reconciliations: z.array(z.looseObject({ entries: z.array(place) })).optional(),
  row_words: z
    .array(z.looseObject({ entry: place, corrects: place.nullish(), corrected_by: place.nullish() }))
    .optional(),
});
type Entry = z.infer<typeof entry>;
type Line = z.infer<typeof line>;
type FileWithPlaces = z.infer<typeof fileWithPlaces>;

/**
 * Splits each entry for an account's currency change into two, because version 1 uses one entry in two
 * currencies. The first new entry clears the balance in the old currency, and the second opens it in the new
 * currency. Each new entry has its own transaction in the account.
 */
export function divideCurrencyChanges(file: JsonObject): JsonObject {
  const read = fileWithPlaces.safeParse(file);
  if (!read.success || !read.data.entries.some(isUndivided)) return file;
  const divided = read.data.entries.map((change) => (isUndivided(change) ? divide(change) : [change]));
  const entries = divided.flat();
  const changed = read.data.entries.filter(isUndivided).flatMap(({ lines }) => lines.map(getAccount));
  const latest = [...new Set(changed)].map((account) => separateRows(entries, account));
  const clock = Math.max(microseconds(read.data.clock), ...latest);
  return {
    ...movePlaces(read.data, divided),
    entries,
    ...(clock > microseconds(read.data.clock) && { clock: instantText(clock) }),
  };
}

/** The system account through which currency exchanges are posted. */
const EXCHANGE = 'exchange';
const getAccount = ({ ledger }: Line) => ledger;

function isUndivided({ kind, lines }: Entry): boolean {
  return kind === 'currency_change' && new Set(lines.map(({ currency }) => currency)).size > 1;
}

function divide(change: Entry): Entry[] {
  const onAccount = change.lines
    .filter(({ ledger }) => ledger !== EXCHANGE)
    .sort((first, second) => first.amount - second.amount);
  return onAccount.map(({ currency }) => ({
    ...change,
    lines: change.lines
      .filter((side) => side.currency === currency)
      .map((side) => (side.ledger === EXCHANGE ? side : { ...side, shown: describeSide(change, side) })),
  }));
}

/** Returns the transaction that the customer sees for one side of a currency change. */
function describeSide({ at, description }: Entry, { amount }: Line) {
  return { type: amount < 0 ? 'WITHDRAWAL' : 'DEPOSIT', date: at, ...(description && { description }) };
}

/**
 * Makes the dates of an account's transactions unique by moving repeated dates forward by a microsecond.
 * Returns the last date in microseconds.
 */
function separateRows(entries: Entry[], account: string): number {
  const rows = entries
    .flatMap(({ lines }) => lines)
    .flatMap(({ ledger, shown }) => (ledger === account && shown ? [shown] : []))
    .sort((first, second) => microseconds(first.date) - microseconds(second.date));
  let last = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    const date = microseconds(row.date);
    if (date <= last) row.date = instantText(last + 1);
    last = Math.max(date, last + 1);
  }
  return last;
}

/**
 * Updates entry positions, which count from 1, and the entry count in `entries_seen` after the currency
 * changes are split.
 */
function movePlaces(file: FileWithPlaces, divided: Entry[][]): FileWithPlaces {
  const ends = [0];
  for (const parts of divided) ends.push((ends.at(-1) ?? 0) + parts.length);
  const countNow = (count: number) => ends[count] ?? count + (ends.at(-1) ?? 0) - divided.length;
  const placeNow = (old: number) => countNow(old - 1) + 1;
  const { entries_seen: seen, disputes, reconciliations, row_words: annotations } = file;
  return {
    ...file,
    ...(seen !== undefined && { entries_seen: countNow(seen) }),
    ...(disputes && {
      disputes: disputes.map((dispute) => ({ ...dispute, entry: placeNow(dispute.entry) })),
    }),
    ...(reconciliations && {
      reconciliations: reconciliations.map((reconciliation) => ({
        ...reconciliation,
        entries: reconciliation.entries.map(placeNow),
      })),
    }),
    ...(annotations && {
      row_words: annotations.map(({ corrects, corrected_by, ...annotation }) => ({
        ...annotation,
        entry: placeNow(annotation.entry),
        ...(corrects != null && { corrects: placeNow(corrects) }),
        ...(corrected_by != null && { corrected_by: placeNow(corrected_by) }),
      })),
    }),
  };
}

/**
 * Returns microseconds since 1970. PostgreSQL stores instants with microsecond precision, but JavaScript
 * dates have only milliseconds.
 */
function microseconds(text: string): number {
  const fraction = (/\.(\d+)/.exec(text)?.[1] ?? '').padEnd(6, '0');
  return Date.parse(text) * 1000 + Number(fraction.slice(3, 6));
}

function instantText(at: number): string {
  const milliseconds = Math.floor(at / 1000);
  const rest = `${at - milliseconds * 1000}`.padStart(3, '0');
  return `${new Date(milliseconds).toISOString().slice(0, -1)}${rest}Z`;
}

const event = z.looseObject({
  event_key: z
    .string()
    .transform((key) => key.replace(':instalment:', ':installment:'))
    .nullish(),
});
const fileWithEvents = z.looseObject({
  entries: z.array(event).optional(),
  happenings: z.array(event).optional(),
});

/** Renames `instalment` to `installment` in event keys, because the bank identifies events by their keys. */
export function renameInstallments(file: JsonObject): JsonObject {
  const read = fileWithEvents.safeParse(file);
  return read.success ? read.data : file;
}

/**
 * In version 1, a scenario run stores only the day of each inquiry, and every inquiry counts. In version 2,
 * only card inquiries always count, so the old inquiries get the kind `CARD`.
 */
const scenarioInquiries = z.looseObject({
  memory: z.looseObject({
    play: z.looseObject({
      credit: z.looseObject({
        inquiries: z.array(
          z
            .int()
            .transform((on) => ({ on, kind: 'CARD' }))
            .or(z.unknown()),
        ),
      }),
    }),
  }),
});

/** Adds the kind of credit to each inquiry in a scenario run. */
export function addInquiryKinds(file: JsonObject): JsonObject {
  const read = scenarioInquiries.safeParse(file);
  return read.success ? read.data : file;
}
