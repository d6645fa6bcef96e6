import type { CardState, Currency, DebtState, EngineEvent, HouseholdState } from '../../simulation/state.ts';
import { type Debt, isCard, isPaidInFull, payDebt } from '../../what-if/household.ts';
import type { DebtStrategy, Decision } from '../../what-if/what-if.ts';
import { minimumPayment } from '../cards/card.ts';

/** Kinds of events for paid or missed installments and minimum payments. */
const INSTALLMENTS = new Set(['loan_payment', 'mortgage_payment', 'card_payment']);
const FAILED = new Set(['payment_failed', 'payment_missed']);

/**
 * Returns the loans, mortgages, and cards that carry a balance, in the order in which the strategy repays
 * them. Snowball sorts by balance and avalanche by rate. Equal debts are sorted by the other measure. A
 * custom strategy follows `order`.
 */
export function sortDebts(
  state: HouseholdState,
  strategy: DebtStrategy,
  currency: Currency,
  order: readonly string[] = [],
): Debt[] {
  const rate = (debt: Debt) => (isCard(debt) ? debt.apr : debt.rate);
  const bySize = (left: Debt, right: Debt) => left.balance - right.balance || rate(right) - rate(left);
  const byRate = (left: Debt, right: Debt) => rate(right) - rate(left) || left.balance - right.balance;
  const place = ({ id }: Debt) => (order.includes(id) ? order.indexOf(id) : order.length);
  const compare = {
    snowball: bySize,
    avalanche: byRate,
    custom: (left: Debt, right: Debt) => place(left) - place(right) || bySize(left, right),
  }[strategy];
  return getDebts(state, currency)
    .filter(({ balance }) => balance > 0)
    .sort(compare);
}

function getDebts(state: HouseholdState, currency: Currency): Debt[] {
  const cards = state.cards.filter((card) => !isPaidInFull(state, card));
  return [...state.debts, ...cards].filter((debt) => debt.currency === currency);
}

/**
 * Follows a debt strategy month by month. The monthly total stays constant until the last debt is paid off:
 * all installments and minimum payments, plus the budget. When an installment ends or shrinks (a paid-off
 * debt, a last payment, a lower minimum), the difference goes to the next debt in order.
 */
export class DebtPlan {
  /** The most recent monthly payment of each debt, in minor units. */
  private readonly installments = new Map<string, number>();
  /** The total of the installments since the last step, including failed installments. */
  private taken = 0;
  private isBegun = false;

  constructor(
    private readonly decision: Extract<Decision, { kind: 'debt_strategy' }>,
    private readonly currency: Currency,
  ) {}

  /** Records an event that occurred between two steps. */
  recordEvent(event: EngineEvent): void {
    const { kind, lines = [], subject, facts } = event;
    if (INSTALLMENTS.has(kind))
      for (const { ledger, amount } of lines)
        if (amount > 0 && this.installments.has(ledger)) this.taken += amount;
    const failed = facts?.['amount'];
    if (FAILED.has(kind) && this.installments.has(subject ?? '') && typeof failed === 'number')
      this.taken += failed;
  }

  /** Pays the month's remaining budget. If the account can't cover it, pays nothing and sets `isShort`. */
  step(state: HouseholdState): { state: HouseholdState; isShort: boolean } {
    const { strategy, order, monthly, accountId } = this.decision;
    this.learn(state);
    const wholly = [...this.installments.values()].reduce((sum, amount) => sum + amount, monthly);
    const budget = this.isBegun ? Math.max(0, wholly - this.taken) : monthly;
    this.isBegun = true;
    this.taken = 0;
    const parts: [Debt, number][] = [];
    let left = budget;
    for (const debt of sortDebts(state, strategy, this.currency, order)) {
      const part = Math.min(left, debt.balance);
      if (part > 0) parts.push([debt, part]);
      left -= part;
    }
    const account = state.accounts.find(({ id, closed }) => id === accountId && !closed);
    const needed = budget - left;
    if (!account || account.balance < needed) return { state, isShort: needed > 0 };
    const after = parts.reduce((then, [debt, part]) => payDebt(then, account, debt, part), state);
    return { state: after, isShort: false };
  }

  /**
   * Updates the known monthly payments. Installments can change, but a card's payment keeps its first amount.
   */
  private learn(state: HouseholdState): void {
    for (const debt of getDebts(state, this.currency))
      if (debt.balance > 0 && !(isCard(debt) && this.installments.has(debt.id)))
        this.installments.set(debt.id, isCard(debt) ? getOutlay(debt) : getInstallment(debt));
  }
}

const getInstallment = ({ payment, autopay }: DebtState) => payment + (autopay?.extra ?? 0);

function getOutlay({ autopay, balance, cycle }: CardState): number {
  if (typeof autopay?.pays === 'number') return Math.min(autopay.pays, balance);
  return cycle.statement?.minimum ?? minimumPayment(balance, 0, 0);
}
