import type { SupabaseClient } from '@supabase/supabase-js';
import { awayFrom } from '../../../assistant/format.ts';
import type { CustomerContext, Place } from '../../../assistant/intent.ts';
import { DAY_MS, type DayNumber, dayText, parseDay, Zone } from '../../../engine/calendar/calendar.ts';
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
import { withoutSurprises } from '../../../engine/simulation/shocks.ts';
import { simulate } from '../../../engine/simulation/simulate.ts';
import type { HouseholdState } from '../../../engine/simulation/state.ts';

/** The result of `assistant_context`: the data for the parser, and additional data for answers. */
export type Customer = CustomerContext & {
  id: string;
  /** The simulated time in ISO 8601. */
  now: string;
  /** Today's exchange rates from other currencies to the base currency. */
  rates: Rates;
};

const HISTORY_DAYS = 365;
const PAGE_SIZE = 1000;

/** Loads the data for an answer. Uses the customer's token, so row-level security applies. */
export class AnswerContext {
  readonly zone: Zone;
  private household: Promise<HouseholdRow | null> | null = null;

  constructor(
    readonly client: SupabaseClient,
    readonly customer: Customer,
    /** The id of the stored question. */
    readonly messageId = '',
  ) {
    this.zone = new Zone(customer.timeZone);
  }

  get today(): DayNumber {
    return parseDay(this.customer.today);
  }

  get baseCurrency(): string {
    return this.customer.baseCurrency;
  }

  /** Returns the household for the engine, or null if there are no products. Loads it once. */
  loadHousehold(): Promise<HouseholdRow | null> {
    this.household ??= this.call<HouseholdRow | null>('my_household');
    return this.household;
  }

  /**
   * Returns the household at the current time, simulated with known events only. `simulated` is the same
   * state with the spending profile, for forecasts of everyday spending.
   */
  async loadState(): Promise<{
    row: HouseholdRow;
    state: HouseholdState;
    simulated: HouseholdState;
  } | null> {
    const row = await this.loadHousehold();
    if (!row || row.accounts.every(({ closed }) => closed)) return null;
    const now = Math.max(row.now, row.simulated_until);
    const initial = buildHouseholdState(row);
    const { state } = simulate({ ...withoutSurprises(initial), spendingProfile: null }, now, {
      record: false,
    });
    return { row, state, simulated: { ...state, spendingProfile: initial.spendingProfile } };
  }

  /** Returns the past year's spending, on which forecasts are based, or that of more days. */
  async loadSpending(state: HouseholdState, moreDays = 0): Promise<SpendingRow[]> {
    const since = new Date(Date.parse(this.customer.now) - (HISTORY_DAYS + moreDays) * DAY_MS).toISOString();
    const [transactions, charges] = await Promise.all([
      this.loadAll<TransactionRow & { categories: { name: string } | null }>((first, last) =>
        this.client
          .from('transactions')
          .select('account_id, amount, date, kind, direction, description, merchant, categories(name)')
          .eq('user_id', this.customer.id)
          .eq('direction', 'out')
          .is('corrected_by', null)
          .gte('date', since)
          .order('date', { ascending: false })
          .order('id', { ascending: false })
          .range(first, last)
          .throwOnError(),
      ),
      this.loadAll<ChargeRow>((first, last) =>
        this.client
          .from('card_activity')
          .select('card_id, amount, at, category')
          .in('kind', ['card_charge', 'imported_charge'])
          .gte('at', since)
          .order('at', { ascending: false })
          .order('entry_id', { ascending: false })
          .range(first, last)
          .throwOnError(),
      ),
    ]);
    return getSpending(
      transactions.map(({ categories, ...row }) => ({ ...row, category: categories?.name ?? null })),
      charges.filter(({ card_id, at, amount }) => card_id && at && amount > 0),
      state,
    );
  }

  /** Calls a database function of the bank. Throws its refusals. */
  async call<Result>(name: string, parameters: object = {}): Promise<Result> {
    const { data } = await this.client.rpc(name, parameters).throwOnError();
    return data as Result;
  }

  /** Returns all rows of a query by loading it page by page. */
  async loadAll<Row>(
    loadPage: (first: number, last: number) => PromiseLike<{ data: unknown }>,
  ): Promise<Row[]> {
    const rows: Row[] = [];
    for (;;) {
      const { data } = await loadPage(rows.length, rows.length + PAGE_SIZE - 1);
      const page = (data ?? []) as Row[];
      rows.push(...page);
      if (page.length < PAGE_SIZE) return rows;
    }
  }

  /** Returns the customer's open accounts, cards, loans, and mortgages. */
  get products() {
    const { accounts, cards, loans, mortgages } = this.customer;
    const withType = <Is extends Place['is'], Product>(is: Is, products: readonly Product[]) =>
      products.map((product) => ({ ...product, is }));
    return [
      ...withType('account', accounts),
      ...withType('card', cards),
      ...withType('loan', loans),
      ...withType('mortgage', mortgages),
    ];
  }

  /** Returns a product by its id, or undefined if it is closed. */
  findProduct(product: { id: string } | null) {
    return this.products.find(({ id }) => id === product?.id);
  }

  findAccount({ id }: { id: string }) {
    return this.customer.accounts.find((account) => account.id === id);
  }

  formatDay(day: string): string {
    return formatTextDate(day, this.customer.today);
  }

  /** Formats a day relative to today, such as `in 5 days`. */
  formatDistance(day: string): string {
    return awayFrom(this.customer.today, day);
  }

  /** Returns the customer's local day at an instant (ISO 8601). */
  getDay(instant: string): string {
    return dayText(this.zone.getDay(Date.parse(instant)));
  }

  /** Returns the first instant of a local day in ISO 8601. */
  getStart(day: DayNumber): string {
    return new Date(this.zone.getStart(day)).toISOString();
  }
}
