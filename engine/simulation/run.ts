import { type DayNumber, type Instant, Zone } from '../calendar/calendar.ts';
import { getInvested } from '../investments/fund-state.ts';
import { hasReachedWithdrawalLimit } from '../products/accounts/account-plan-terms.ts';
import { HoldList, type HoldObserver } from './hold-list.ts';
import type {
  AccountState,
  BiweeklyState,
  CardState,
  DebtState,
  EngineEvent,
  EscrowState,
  HouseholdState,
  Line,
  OutsideChange,
} from './state.ts';

/** The bank's ledger accounts that an entry can refer to. */
export type BankLedgerAccount = 'outside' | 'interest' | 'fees' | 'rewards' | 'written_off' | 'deposits';

/** The kind of a transfer from savings that covers a payment. */
export const OVERDRAFT_TRANSFER = 'overdraft_transfer';

/** The kind of the fee for a same-day transfer. */
export const TRANSFER_FEE = 'transfer_fee';

const FEES = new Set(['fee', 'overdraft_fee', 'returned_payment_fee', 'maintenance_fee', TRANSFER_FEE]);

/** Returns true for the kinds of entries with which the bank charges a fee. */
export const isFee = (kind: string): boolean => FEES.has(kind);

/** A part of the simulation that runs whenever it is due. */
export type Timer = {
  /** Infinity if nothing more is due. */
  due: Instant;
  /** The order of timers that are due at the same instant. */
  rank: number;
  fire(): void;
};

export const RANK = {
  dayEnd: 0,
  shock: 1,
  income: 2,
  clearing: 3,
  holdExpiry: 4,
  debt: 5,
  payment: 6,
  purchase: 7,
  /** Orders that were placed before the close are filled after other payments of the same instant. */
  fundClose: 8,
  /** Runs after all payments of the same instant, so that they count for the fee. */
  overdraftFee: 9,
  /**
   * Runs last, because a change from outside the engine at a step's final instant was made after that step.
   */
  outsideChange: 10,
} as const;

export type Product =
  | { kind: 'account'; state: AccountState }
  | { kind: 'card'; state: CardState }
  | { kind: 'debt'; state: DebtState }
  /** Money that the bank holds for a debt. */
  | { kind: 'reserve'; state: EscrowState | BiweeklyState };

/** A change to a balance, with its event key if the engine created it. */
export type Change = Pick<OutsideChange, 'kind' | 'category' | 'at' | 'balance' | 'imported'> & {
  key?: string;
  byHand?: true;
};

/**
 * A function that is called for each change to a product's balance, before the balance is updated. `amount`
 * is positive in the customer's favor.
 */
export type Observer = (amount: number, change: Change) => void;

/** A function that is called for each paycheck, with its event key. */
export type PayObserver = (amount: number, key: string) => void;

export type NewEvent = Omit<EngineEvent, 'at' | 'dueAt' | 'lines'>;

/**
 * A movement of money between two ledger accounts. `from` and `to` are product ids or names of system
 * accounts.
 */
type Movement = { from: string; to: string; amount: number; currency: string };

/** A simulation run: the changing state and the events so far. */
export class Run {
  readonly events: EngineEvent[] = [];
  readonly zone: Zone;
  /**
   * The instant up to which the previous run simulated everything in local time. It differs from `state.at`
   * only if the time zone changed. After a move west, nothing is repeated. After a move east, the skipped
   * hours are simulated.
   */
  readonly start: Instant;
  /** The instant of the current timer. */
  now: Instant;
  readonly holds: HoldList;
  private readonly products = new Map<string, Product>();
  private readonly observers = new Map<string, Observer[]>();
  private readonly payObservers = new Map<string, PayObserver[]>();
  private readonly eventObservers: ((event: NewEvent) => void)[] = [];
  private readonly postingObservers: ((event: NewEvent) => void)[] = [];
  /**
   * The amounts of outside changes that have not been applied yet, by product id. A late payment must leave
   * enough money for these changes.
   */
  private readonly ahead = new Map<string, number[]>();

  constructor(
    readonly state: HouseholdState,
    private readonly record: boolean,
    onHold?: HoldObserver,
  ) {
    this.holds = new HoldList(state, onHold);
    this.zone = new Zone(state.timeZone);
    this.start = state.handledUntil === undefined ? state.at : this.zone.getInstant(state.handledUntil);
    this.now = state.at;
    for (const account of state.accounts) this.products.set(account.id, { kind: 'account', state: account });
    for (const card of state.cards) this.products.set(card.id, { kind: 'card', state: card });
    for (const debt of state.debts) {
      this.products.set(debt.id, { kind: 'debt', state: debt });
      for (const state of [debt.escrow, debt.biweekly])
        if (state) this.products.set(state.id, { kind: 'reserve', state });
    }
    for (const { productId, amount } of state.changes)
      this.ahead.set(productId, [...(this.ahead.get(productId) ?? []), amount]);
  }

  /** The instant up to which calendar-based rules skip missed occurrences. */
  get missedUntil(): Instant {
    return Math.min(this.start, this.state.at);
  }

  get today(): DayNumber {
    return this.zone.getDay(this.now);
  }

  product(id: string): Product | undefined {
    return this.products.get(id);
  }

  /** Returns an account if it exists and is open; otherwise undefined. */
  account(id: string | null): AccountState | undefined {
    const product = id === null ? undefined : this.products.get(id);
    return product?.kind === 'account' && !product.state.closed ? product.state : undefined;
  }

  observe(productId: string, observer: Observer): void {
    this.observers.set(productId, [...(this.observers.get(productId) ?? []), observer]);
  }

  /** Registers an observer for paychecks into an account. */
  onPay(accountId: string, observer: PayObserver): void {
    this.payObservers.set(accountId, [...(this.payObservers.get(accountId) ?? []), observer]);
  }

  /** Registers an observer for events that move no money. */
  observeEvents(observer: (event: NewEvent) => void): void {
    this.eventObservers.push(observer);
  }

  /** Registers an observer for events that move money. */
  observePostings(observer: (event: NewEvent) => void): void {
    this.postingObservers.push(observer);
  }

  /** Notifies observers that a paycheck has arrived. */
  paid(accountId: string, amount: number, key: string): void {
    for (const observer of this.payObservers.get(accountId) ?? []) observer(amount, key);
  }

  /**
   * Returns the amount that can be spent from an account now, in minor units: the balance without the amounts
   * on hold. It is zero if the account's plan allows no more withdrawals this month. Later outside changes
   * must not overdraw the account. In an account that holds funds, only the money market part can be spent.
   */
  available(account: AccountState): number {
    return Math.max(0, this.spendable(account));
  }

  /** Returns the available amount like `available`, but negative if the account is overdrawn. */
  spendable(account: AccountState): number {
    // Few accounts have a plan, and finding the day is slow.
    if (account.planTerms && hasReachedWithdrawalLimit(account, this.today)) return 0;
    return (
      this.lowestBalance(account) - getInvested(this.state, account.id) - this.holds.sum(account.id, this.now)
    );
  }

  /** Returns an account's balance, or the lowest one after later outside changes if that is lower. */
  lowestBalance({ id, balance }: AccountState): number {
    return balance + this.getUpcomingRange(id).lowest;
  }

  /** Returns the balance of a card with its pending purchases. */
  committed({ id, balance }: CardState): number {
    return balance + this.holds.sum(id, this.now);
  }

  /** Returns true if an outside change of a product hasn't been applied yet. */
  hasLaterChanges(id: string): boolean {
    return (this.ahead.get(id)?.length ?? 0) > 0;
  }

  /** Returns the amount that can be paid on a card or debt, considering later outside payments. */
  owed({ id, balance }: CardState | DebtState): number {
    return Math.max(0, balance - this.getUpcomingRange(id).highest);
  }

  /** Returns the lowest and highest running sums of later outside changes. */
  private getUpcomingRange(id: string): { lowest: number; highest: number } {
    let [sum, lowest, highest] = [0, 0, 0];
    for (const amount of this.ahead.get(id) ?? []) {
      sum += amount;
      lowest = Math.min(lowest, sum);
      highest = Math.max(highest, sum);
    }
    return { lowest, highest };
  }

  /** Applies a change from outside the engine. */
  takeIn(change: OutsideChange): void {
    this.ahead.get(change.productId)?.shift();
    this.state.posted = Math.max(this.state.posted, change.at);
    this.change(change.productId, change.amount, { ...change, byHand: true });
  }

  /** Posts an entry that moves an amount between two products or system accounts. */
  post(event: NewEvent, { from, to, amount, currency }: Movement): void {
    this.postLines(event, [
      { ledger: from, amount: -amount, currency },
      { ledger: to, amount, currency },
    ]);
  }

  /** Posts an entry with lines that sum to zero. */
  postLines(event: NewEvent, lines: Line[]): void {
    const at = Math.max(this.now, this.state.posted);
    this.state.posted = at;
    for (const line of lines) this.change(line.ledger, line.amount, { ...event, at: this.now });
    for (const observer of this.postingObservers) observer(event);
    this.emit(event, at, lines);
  }

  /** Records an event that moves no money. */
  report(event: NewEvent): void {
    for (const observer of this.eventObservers) observer(event);
    this.emit(event, Math.max(this.now, this.state.posted));
  }

  /**
   * Posts an entry between a product and a system account. The amount is positive in the customer's favor.
   */
  postWithBank(
    event: NewEvent,
    product: { id: string; currency: string },
    amount: number,
    ledger: BankLedgerAccount,
  ): void {
    this.post(event, { from: product.id, to: ledger, amount: -amount, currency: product.currency });
  }

  private emit(event: NewEvent, at: Instant, lines?: Line[]): void {
    if (!this.record) return;
    this.events.push({ ...event, at, ...(at > this.now && { dueAt: this.now }), ...(lines && { lines }) });
  }

  private change(id: string, amount: number, change: Change): void {
    const product = this.products.get(id);
    if (!product) return;
    for (const observer of this.observers.get(id) ?? []) observer(amount, change);
    if (product.kind === 'card' || product.kind === 'debt') product.state.balance -= amount;
    else if (product.kind === 'reserve') product.state.balance += amount;
    else {
      product.state.balance += amount;
      if (change.kind === OVERDRAFT_TRANSFER && amount > 0)
        product.state.coveredOn = this.zone.getDay(change.at);
    }
  }
}
