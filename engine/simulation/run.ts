import { type DayNumber, dateOf, type Instant, Zone } from '../calendar/calendar.ts';
import type {
  AccountState,
  CardState,
  DebtState,
  EngineEvent,
  HouseholdState,
  Line,
  OutsideChange,
} from './state.ts';

/** Pages of the bank's own books that an entry may name. */
export type BankPage = 'outside' | 'interest' | 'fees' | 'rewards';

/** Something that waits for its instant. */
export type Timer = {
  /** Infinity when nothing is left to do. */
  due: Instant;
  /** Which goes first at the same instant. */
  rank: number;
  fire(): void;
};

export const RANK = {
  dayEnd: 0,
  shock: 1,
  income: 2,
  debt: 3,
  payment: 4,
  purchase: 5,
  /** Last: what others do at the instant at which a step ended comes after that step too. */
  outsideChange: 6,
} as const;

export type Product =
  | { kind: 'account'; state: AccountState }
  | { kind: 'card'; state: CardState }
  | { kind: 'debt'; state: DebtState };

/** A movement, with the key of its event where the engine made it. */
export type Change = { kind: string; category?: string; at: Instant; key?: string; byHand?: true };

/** Told of each movement on a product, before its balance changes. `amount` is in the customer's favor. */
export type Observer = (amount: number, change: Change) => void;

/** Told of pay, with the key of its event. */
export type PayObserver = (amount: number, key: string) => void;

export type NewEvent = Omit<EngineEvent, 'at' | 'dueAt' | 'lines'>;

/** One run of time: the state as it changes, and what happened. */
export class Run {
  readonly events: EngineEvent[] = [];
  readonly zone: Zone;
  /**
   * The instant up to which everything has happened by the clock on the wall: `state.at`, unless the time zone has changed.
   * What a customer who traveled west has seen happen does not happen again, and what one who traveled east has skipped
   * is made up for.
   */
  readonly start: Instant;
  /** The instant at which the present timer fires. */
  now: Instant;
  private readonly products = new Map<string, Product>();
  private readonly observers = new Map<string, Observer[]>();
  private readonly payObservers = new Map<string, PayObserver[]>();
  private readonly tellObservers: ((event: NewEvent) => void)[] = [];
  /** Movements by others that lie ahead, by account: what a payment that comes late must leave for them. */
  private readonly ahead = new Map<string, number[]>();

  constructor(
    readonly state: HouseholdState,
    private readonly record: boolean,
  ) {
    this.zone = new Zone(state.timeZone);
    this.start = state.handledUntil === undefined ? state.at : this.zone.instantOf(state.handledUntil);
    this.now = state.at;
    for (const account of state.accounts) this.products.set(account.id, { kind: 'account', state: account });
    for (const card of state.cards) this.products.set(card.id, { kind: 'card', state: card });
    for (const debt of state.debts) this.products.set(debt.id, { kind: 'debt', state: debt });
    for (const { productId, amount } of state.changes)
      this.ahead.set(productId, [...(this.ahead.get(productId) ?? []), amount]);
  }

  /** The instant up to which rules that count their occurrences leave out what they have not done. */
  get missedUntil(): Instant {
    return Math.min(this.start, this.state.at);
  }

  get today(): DayNumber {
    return this.zone.dayOf(this.now);
  }

  product(id: string): Product | undefined {
    return this.products.get(id);
  }

  /** An account that can be used, or undefined. */
  account(id: string | null): AccountState | undefined {
    const product = id === null ? undefined : this.products.get(id);
    return product?.kind === 'account' && !product.state.closed ? product.state : undefined;
  }

  observe(productId: string, observer: Observer): void {
    this.observers.set(productId, [...(this.observers.get(productId) ?? []), observer]);
  }

  /** Asks to be told of pay right after it has arrived on an account. */
  onPay(accountId: string, observer: PayObserver): void {
    this.payObservers.set(accountId, [...(this.payObservers.get(accountId) ?? []), observer]);
  }

  /** Asks to be told of what happens without money moving. */
  onTold(observer: (event: NewEvent) => void): void {
    this.tellObservers.push(observer);
  }

  /** Pay has arrived. */
  paid(accountId: string, amount: number, key: string): void {
    for (const observer of this.payObservers.get(accountId) ?? []) observer(amount, key);
  }

  /** What an account can give now without lacking it for a movement that lies ahead already. Minor units. */
  available({ id, balance }: AccountState): number {
    let sum = 0;
    let least = 0;
    for (const amount of this.ahead.get(id) ?? []) {
      sum += amount;
      least = Math.min(least, sum);
    }
    return Math.max(0, balance + least);
  }

  /** What can be paid on a card or debt now without more than is owed after a payment that lies ahead already. */
  owed({ id, balance }: CardState | DebtState): number {
    let sum = 0;
    let most = 0;
    for (const amount of this.ahead.get(id) ?? []) {
      sum += amount;
      most = Math.max(most, sum);
    }
    return Math.max(0, balance - most);
  }

  /** Takes in what somebody else did. */
  takeIn(change: OutsideChange): void {
    this.ahead.get(change.productId)?.shift();
    this.state.posted = Math.max(this.state.posted, change.at);
    this.change(change.productId, change.amount, { ...change, byHand: true });
  }

  /** Writes an entry into the books. Every amount is in the customer's favor; they sum to zero. */
  post(event: NewEvent, lines: Line[]): void {
    const at = Math.max(this.now, this.state.posted);
    this.state.posted = at;
    for (const { ledger, amount } of lines) this.change(ledger, amount, { ...event, at: this.now });
    this.emit(event, at, lines);
  }

  /** Says what happened without money moving. */
  tell(event: NewEvent): void {
    for (const observer of this.tellObservers) observer(event);
    this.emit(event, Math.max(this.now, this.state.posted));
  }

  /** Money between an own product and one of the bank's pages; positive is in the customer's favor. */
  postWithBank(
    event: NewEvent,
    product: { id: string; currency: string },
    amount: number,
    page: BankPage,
  ): void {
    const { id, currency } = product;
    this.post(event, [
      { ledger: id, amount, currency },
      { ledger: page, amount: -amount, currency },
    ]);
  }

  private emit(event: NewEvent, at: Instant, lines?: Line[]): void {
    if (!this.record) return;
    this.events.push({ ...event, at, ...(at > this.now && { dueAt: this.now }), ...(lines && { lines }) });
  }

  private change(id: string, amount: number, change: Change): void {
    const product = this.products.get(id);
    if (!product) return;
    for (const observer of this.observers.get(id) ?? []) observer(amount, change);
    if (product.kind === 'account') product.state.balance += amount;
    else product.state.balance -= amount;
  }
}

/** `2026-10`, for the keys of what happens once a month. */
export function monthText(day: DayNumber): string {
  const { year, month } = dateOf(day);
  return `${year}-${String(month).padStart(2, '0')}`;
}
