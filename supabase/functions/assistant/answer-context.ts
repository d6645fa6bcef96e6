import type { SupabaseClient } from '@supabase/supabase-js';
import { awayFrom } from '../../../assistant/format.ts';
import type { Assumed, CustomerContext, Place } from '../../../assistant/intent.ts';
import type { Part } from '../../../assistant/parts.ts';
import { type DayNumber, parseDay, Zone } from '../../../engine/calendar/calendar.ts';
import { formatTextDate } from '../../../engine/calendar/format-date.ts';
import {
  type ChargeRow,
  getSpending,
  type SpendingRow,
  type TransactionRow,
} from '../../../engine/forecast/history.ts';
import type { HouseholdRow } from '../../../engine/household/row.ts';
import { buildHouseholdState } from '../../../engine/household/state.ts';
import type { Rates } from '../../../engine/money/exchange.ts';
import { simulate } from '../../../engine/simulation/simulate.ts';
import type { HouseholdState } from '../../../engine/simulation/state.ts';

/** The data of `assistant_context` that the parser doesn't need. */
export type KnownNow = CustomerContext & {
  id: string;
  /** Simulated, ISO 8601. */
  now: string;
  /** Today's rates of other currencies into the base currency. */
  rates: Rates;
};

/** The parts of an answer, streamed. */
export type Answer = AsyncGenerator<Part>;
export type Assumptions = { assumed: readonly Assumed[] };

const DAY_MS = 86_400_000;
const HISTORY_DAYS = 365;
const PAGE = 1000;

/** A question of a customer. Reads everything with the customer's token, so row-level security applies. */
export class Asking {
  readonly zone: Zone;
  private readHousehold: Promise<HouseholdRow | null> | null = null;

  constructor(
    readonly bank: SupabaseClient,
    readonly known: KnownNow,
    /** The id of the stored question. */
    readonly message: string,
  ) {
    this.zone = new Zone(known.timeZone);
  }

  get today(): DayNumber {
    return parseDay(this.known.today);
  }

  get base(): string {
    return this.known.baseCurrency;
  }

  /** The engine's state; null without products. Loaded once. */
  household(): Promise<HouseholdRow | null> {
    this.readHousehold ??= this.call<HouseholdRow | null>('my_household');
    return this.readHousehold;
  }

  /** Returns the household as of now: with certain events only, and (`simulated`) with everyday spending. */
  async state(): Promise<{ row: HouseholdRow; state: HouseholdState; simulated: HouseholdState } | null> {
    const row = await this.household();
    if (!row || row.accounts.every(({ closed }) => closed)) return null;
    const now = Math.max(row.now, row.simulated_until);
    const begun = buildHouseholdState(row);
    const { state } = simulate({ ...begun, life: null, surprises: undefined }, now, { record: false });
    return { row, state, simulated: { ...state, life: begun.life } };
  }

  /** A year of spending, from which forecasts learn. */
  async spending(state: HouseholdState): Promise<SpendingRow[]> {
    const since = new Date(Date.parse(this.known.now) - HISTORY_DAYS * DAY_MS).toISOString();
    const [transactions, charges] = await Promise.all([
      this.every<TransactionRow & { categories: { name: string } | null }>((first, last) =>
        this.bank
          .from('transactions')
          .select('account_id, amount, date, kind, direction, description, merchant, categories(name)')
          .eq('user_id', this.known.id)
          .eq('direction', 'out')
          .is('corrected_by', null)
          .gte('date', since)
          .order('date', { ascending: false })
          .order('id', { ascending: false })
          .range(first, last)
          .throwOnError(),
      ),
      this.every<ChargeRow>((first, last) =>
        this.bank
          .from('card_activity')
          .select('card_id, amount, at, category')
          .eq('kind', 'card_charge')
          .gte('at', since)
          .order('at', { ascending: false })
          .order('entry_id', { ascending: false })
          .range(first, last)
          .throwOnError(),
      ),
    ]);
    const told = transactions.map(({ categories, ...row }) => ({
      ...row,
      category: categories?.name ?? null,
    }));
    return getSpending(
      told,
      charges.filter(({ card_id, at, amount }) => card_id && at && amount > 0),
      state,
    );
  }

  async call<Result>(verb: string, values: object = {}): Promise<Result> {
    const { data } = await this.bank.rpc(verb, values).throwOnError();
    return data as Result;
  }

  async every<Row>(read: (first: number, last: number) => PromiseLike<{ data: unknown }>): Promise<Row[]> {
    const rows: Row[] = [];
    for (;;) {
      const { data } = await read(rows.length, rows.length + PAGE - 1);
      const page = (data ?? []) as Row[];
      rows.push(...page);
      if (page.length < PAGE) return rows;
    }
  }

  /** Returns a product by id; null if it is gone. */
  place(place: Pick<Place, 'id'> | null) {
    const { accounts, cards, loans, mortgages } = this.known;
    return [...accounts, ...cards, ...loans, ...mortgages].find(({ id }) => id === place?.id) ?? null;
  }

  formatDay(day: string): string {
    return formatTextDate(day, this.known.today);
  }

  /** Formats `in 5 days`. */
  formatDistance(day: string): string {
    return awayFrom(this.known.today, day);
  }

  getDay(instant: string): string {
    return new Date(this.zone.getDay(Date.parse(instant)) * DAY_MS).toISOString().slice(0, 10);
  }
}
