import type { Instant } from '../calendar/calendar.ts';
import { type Minor, markMinor, ZERO } from '../money/minor.ts';
import type { EngineEvent, HouseholdState, Line } from './state.ts';
import { getOpenChoices } from './surprise-choices.ts';

/** A summary of a period's events in display order. Amounts are in minor units. */
export type Digest = {
  lines: DigestLine[];
};

type NetWorthAt = { amount: number; currency: string };

/**
 * The summary of an entire fast-forward. Net worth is in major units of the base currency, as on every
 * screen.
 */
export type FastForwardDigest = Digest & { netWorth: { before: NetWorthAt; after: NetWorthAt } };

export type DigestLine = {
  group: DigestGroup;
  /** The label with the count, such as `2 paychecks`. */
  text: string;
  count: number;
  /** The net change in the customer's favor by currency. Empty if no money moved. */
  amounts: Record<string, number>;
  /**
   * The amounts by currency that moved between the customer's own accounts, cards, and debts. For statements,
   * the statement balances.
   */
  moved: Record<string, number>;
  /** The instants of the first and the last event. */
  first: number;
  last: number;
  /** The first events with their keys and descriptions. */
  items: DigestItem[];
};

type DigestItem = Pick<DigestLine, 'amounts' | 'moved'> &
  Pick<EngineEvent, 'key' | 'at' | 'description' | 'subject'>;

/** A cause of a change in net worth, in minor units of the base currency. */
export type Cause = {
  label: string;
  amount: Minor;
  /** The postings that add up to the amount, in chronological order. */
  postings: (Pick<DigestItem, 'key' | 'at' | 'description'> & { amount: Minor })[];
  /** The events that the digest leaves out, and their part of the amount. */
  others: { count: number; amount: Minor };
};

type DigestGroup = (typeof GROUPS)[number]['group'];

/** The maximum number of items. The transactions page has the complete list. */
const MAX_ITEMS = 20;

/** The groups in display order, with their labels and the kinds of events that always belong to them. */
const GROUPS = [
  {
    group: 'failed',
    one: 'payment failed',
    many: 'payments failed',
    of: ['payment_failed'],
  },
  {
    group: 'overdrawn',
    one: 'overdraft may cost a fee',
    many: 'overdrafts may cost a fee',
    of: ['overdrawn'],
  },
  { group: 'deposit_failed', one: 'deposit failed', many: 'deposits failed', of: ['deposit_failed'] },
  {
    group: 'missed',
    one: 'payment missed',
    many: 'payments missed',
    of: ['payment_missed', 'escrow_missed'],
  },
  { group: 'delinquent', one: 'late payment reported', many: 'late payments reported', of: ['delinquent'] },
  { group: 'order_failed', one: 'fund order failed', many: 'fund orders failed', of: ['order_failed'] },
  {
    group: 'fee',
    one: 'fee',
    many: 'fees',
    of: ['fee', 'overdraft_fee', 'returned_payment_fee', 'maintenance_fee', 'transfer_fee'],
  },
  { group: 'fee_waived', one: 'fee waived', many: 'fees waived', of: ['fee_waived'] },
  { group: 'charged_off', one: 'account charged off', many: 'accounts charged off', of: ['charge_off'] },
  {
    group: 'tax',
    one: 'tax payment or refund',
    many: 'tax payments and refunds',
    of: ['tax_payment', 'tax_refund'],
  },
  { group: 'decision', one: 'decision to make', many: 'decisions to make', of: [] },
  { group: 'shock', one: 'surprise', many: 'surprises', of: ['shock'] },
  {
    group: 'surprise_outcome',
    one: 'surprise outcome',
    many: 'surprise outcomes',
    of: ['surprise_decided', 'surprise_outcome'],
  },
  {
    group: 'coverage',
    one: 'insurance notice',
    many: 'insurance notices',
    of: ['coverage_warning', 'coverage_ended', 'surcharge_extended', 'surcharge_ended'],
  },
  {
    group: 'claim',
    one: 'insurance claim',
    many: 'insurance claims',
    of: ['insurance_claim'],
  },
  {
    group: 'surprise_money',
    one: 'unexpected payment or deposit',
    many: 'unexpected payments and deposits',
    of: [],
  },
  {
    group: 'increase',
    one: 'bill goes up',
    many: 'bills go up',
    of: ['price_increase'],
  },
  { group: 'raise', one: 'raise', many: 'raises', of: ['pay_raise'] },
  { group: 'pay_missed', one: 'missed paycheck', many: 'missed paychecks', of: ['pay_missed'] },
  { group: 'pay', one: 'paycheck', many: 'paychecks', of: [] },
  {
    group: 'unemployment_benefit',
    one: 'unemployment benefit',
    many: 'unemployment benefits',
    of: ['unemployment_benefit'],
  },
  { group: 'deposit', one: 'deposit', many: 'deposits', of: ['deposit', 'check_deposit'] },
  { group: 'opening', one: 'opening balance', many: 'opening balances', of: ['opening'] },
  { group: 'bill', one: 'bill', many: 'bills', of: ['pmi', 'escrow_bill'] },
  { group: 'purchase', one: 'purchase', many: 'purchases', of: ['card_charge'] },
  { group: 'goal_reached', one: 'goal reached', many: 'goals reached', of: ['goal_reached'] },
  { group: 'goal', one: 'goal contribution', many: 'goal contributions', of: ['goal_contribution'] },
  {
    group: 'goal_skipped',
    one: 'goal contribution skipped',
    many: 'goal contributions skipped',
    of: ['goal_skipped'],
  },
  { group: 'transfer', one: 'transfer', many: 'transfers', of: ['transfer', 'cd_interest'] },
  {
    group: 'overdraft_transfer',
    one: 'overdraft transfer from savings',
    many: 'overdraft transfers from savings',
    of: ['overdraft_transfer'],
  },
  { group: 'cd', one: 'CD matured', many: 'CDs matured', of: ['cd_matured', 'cd_renewed'] },
  { group: 'cd_maturing', one: 'CD matures soon', many: 'CDs mature soon', of: ['cd_maturing'] },
  { group: 'interest_earned', one: 'interest payment received', many: 'interest payments received', of: [] },
  { group: 'interest_charged', one: 'interest charge', many: 'interest charges', of: [] },
  {
    group: 'order',
    one: 'fund order filled',
    many: 'fund orders filled',
    of: ['order_filled', 'rebalanced'],
  },
  { group: 'dividend', one: 'dividend', many: 'dividends', of: ['dividend'] },
  { group: 'market', one: 'market change', many: 'market changes', of: ['market_change'] },
  { group: 'property', one: 'home value change', many: 'home value changes', of: ['property_value'] },
  {
    group: 'installment',
    one: 'loan payment',
    many: 'loan payments',
    of: ['loan_payment', 'mortgage_payment', 'biweekly_payment'],
  },
  { group: 'card_payment', one: 'card payment', many: 'card payments', of: ['card_payment'] },
  { group: 'statement', one: 'card statement', many: 'card statements', of: ['statement'] },
  {
    group: 'dispute',
    one: 'dispute decided',
    many: 'disputes decided',
    of: ['dispute_won', 'dispute_reversal'],
  },
  {
    group: 'provisional_credit',
    one: 'provisional credit',
    many: 'provisional credits',
    of: ['provisional_credit'],
  },
  {
    group: 'escrow',
    one: 'escrow change',
    many: 'escrow changes',
    of: ['escrow_analysis', 'escrow_refund', 'biweekly_refund'],
  },
  {
    group: 'rate',
    one: 'rate change',
    many: 'rate changes',
    of: ['savings_rate', 'rate_reset', 'repayment_started', 'penalty_notice', 'penalty_ended'],
  },
  {
    group: 'security_deposit',
    one: 'security deposit returned',
    many: 'security deposits returned',
    of: ['deposit_return'],
  },
  { group: 'repaid', one: 'debt paid off', many: 'debts paid off', of: ['repaid'] },
  { group: 'cured', one: 'past-due debt caught up', many: 'past-due debts caught up', of: ['cured'] },
  {
    group: 'refund_missing',
    one: 'refund is missing',
    many: 'refunds are missing',
    of: ['refund_missing'],
  },
  { group: 'purchase_returned', one: 'return', many: 'returns', of: ['purchase_returned'] },
  { group: 'refund', one: 'refund', many: 'refunds', of: ['card_credit', 'refund'] },
  { group: 'other', one: 'other event', many: 'other events', of: [] },
] as const;

/** The cause for exchange rates, other currencies, and entries that the engine didn't post. */
const REST = 'Exchange rates and other changes';

/** The labels of the groups as causes of a change in net worth. All other groups count as `Other`. */
const CAUSES: Partial<Record<DigestGroup, string>> = {
  pay: 'Paychecks',
  unemployment_benefit: 'Unemployment benefits',
  deposit: 'Deposits',
  opening: 'Opening balances',
  bill: 'Bills',
  purchase: 'Purchases',
  surprise_money: 'Surprises',
  fee: 'Fees',
  interest_earned: 'Interest earned',
  interest_charged: 'Interest charged',
  market: 'Investments',
  dividend: 'Investments',
  property: 'Home value',
  dispute: 'Disputes',
  provisional_credit: 'Disputes',
  refund: 'Refunds',
};

/**
 * The kinds of events that the digest leaves out. A retry is followed by a payment or failure, a pending
 * purchase by a charge, and a lost dispute by a charge. The return of a security deposit has its own entry. A
 * dividend is in the market change, or has its own entry. Monthly fees and bills of lines of credit have their
 * own entries, too. A deposit on hold has a notification. The customer caused all other events in this list.
 */
const OMITTED = new Set([
  'authorization',
  'authorization_released',
  'deposit_held',
  'payment_retry',
  'dispute_lost',
  'payment_skipped',
  'payment_not_needed',
  'fund_dividend',
  'card_graduated',
  'fee_basis',
  'line_statement',
]);

/** The kinds of events with which a surprise moves money. */
const SURPRISE_MONEY = new Set(['payment', 'deposit', 'card_charge', 'card_credit', 'refund']);

/** Returns true for an overdraft about whose fee the bank has decided since then. */
const isDecided = ({ kind, facts }: EngineEvent, { at }: HouseholdState) =>
  kind === 'overdrawn' && Number(facts?.['decides_at']) <= at;

/** Summarizes the events that led to a household's state. */
export function buildDigest(events: readonly EngineEvent[], after: HouseholdState): Digest {
  const own = getOwnLedgers(events, after);
  const pay = new Set(after.autoDeposits.filter(({ isPay }) => isPay).map(({ id }) => id));
  const shocks = new Set([
    ...after.shocks.map(({ id }) => id),
    ...events.flatMap(({ kind, subject }) => (kind === 'shock' && subject ? [subject] : [])),
  ]);
  const open = new Set(getOpenChoices(after).map(({ id }) => id));
  const groups = new Map<DigestGroup, DigestLine>();
  for (const event of events) {
    if (OMITTED.has(event.kind) || isDecided(event, after)) continue;
    const isSurprise = SURPRISE_MONEY.has(event.kind) && shocks.has(event.subject ?? '');
    const isDecision = event.kind === 'shock' && open.has(event.subject ?? '');
    const group = isDecision ? 'decision' : isSurprise ? 'surprise_money' : getGroup(event, own, pay);
    const { key, at, kind, description, subject } = event;
    const item: DigestItem = { key, at, description, subject, amounts: {}, moved: {} };
    for (const { ledger, amount, currency } of getLines(event, after)) {
      if (!own.has(ledger)) continue;
      // The customer owned the deposit before, so its return leaves net worth unchanged.
      if (kind !== 'deposit_return') addTo(item.amounts, { [currency]: amount });
      if (amount > 0) addTo(item.moved, { [currency]: amount });
    }
    if (kind === 'statement') addTo(item.moved, getStatementBalance(event, after));
    // Keeps only currencies in which the event left net worth unchanged.
    for (const [currency, amount] of Object.entries(item.amounts))
      if (amount !== 0) delete item.moved[currency];
    const line = openLine(groups, group, at);
    line.count += 1;
    line.last = at;
    addTo(line.amounts, item.amounts);
    addTo(line.moved, item.moved);
    if (line.items.length < MAX_ITEMS) line.items.push(item);
  }
  return { lines: sortGroups(groups) };
}

/** Returns the line of a group, which starts at an instant if it is new. */
function openLine(groups: Map<DigestGroup, DigestLine>, group: DigestGroup, at: Instant): DigestLine {
  const existing = groups.get(group);
  if (existing) return existing;
  const line = { group, text: '', count: 0, amounts: {}, moved: {}, first: at, last: at, items: [] };
  groups.set(group, line);
  return line;
}

/** Returns the ids of the customer's products, and of the money that the bank holds or held for a debt. */
function getOwnLedgers(events: readonly EngineEvent[], after: HouseholdState): Set<string> {
  const { accounts, cards, debts } = after;
  const held = debts.flatMap(({ escrow, biweekly }) => [escrow?.id, biweekly?.id]);
  const ended = events.map(({ facts }) => facts?.['reserve']);
  const products = [...accounts, ...cards, ...debts].map(({ id }) => id);
  return new Set([...products, ...held, ...ended].filter((id) => typeof id === 'string'));
}

/**
 * Returns the causes of a change in net worth, in minor units of the base currency. They add up to the
 * change. The last cause is the part that no event in the base currency explains.
 */
export function explainChange({ lines }: Digest, change: Minor, base: string): Cause[] {
  const causes = new Map([...Object.values(CAUSES), 'Other', REST].map((label) => [label, newCause(label)]));
  let rest: number = change;
  for (const { group, amounts, count, items } of lines) {
    const cause = causes.get(CAUSES[group] ?? 'Other');
    const amount = amounts[base] ?? 0;
    // A transfer changes the total in the base currency only if one of its accounts has another currency.
    if (!cause || amount === 0 || group === 'transfer') continue;
    rest -= amount;
    let listed = 0;
    for (const { key, at, description, amounts: moved } of items) {
      const part = moved[base] ?? 0;
      listed += part;
      if (part !== 0) cause.postings.push({ key, at, description, amount: markMinor(part) });
    }
    cause.amount = markMinor(cause.amount + amount);
    cause.others.count += count - items.length;
    cause.others.amount = markMinor(cause.others.amount + amount - listed);
  }
  causes.set(REST, { ...newCause(REST), amount: markMinor(rest) });
  return [...causes.values()]
    .filter(({ amount }) => amount !== 0)
    .map((cause) => ({ ...cause, postings: cause.postings.sort((left, right) => left.at - right.at) }));
}

const newCause = (label: string): Cause => ({
  label,
  amount: ZERO,
  postings: [],
  others: { count: 0, amount: ZERO },
});

/** Adds amounts by currency to sums. */
function addTo(sums: Record<string, number>, amounts: Record<string, number>): void {
  for (const [currency, amount] of Object.entries(amounts)) sums[currency] = (sums[currency] ?? 0) + amount;
}

/** The movements of one kind in a past period, added up by rule or surprise, product, and currency. */
export type Movement = {
  /** The kind of the entries, or `home_value` for the change in the value of homes. */
  kind: string;
  /** The id of the rule or surprise; null for the others. */
  subject: string | null;
  isPay: boolean;
  isSurprise: boolean;
  product: string;
  currency: string;
  amount: Minor;
  times: number;
};

/** The groups of entries that the customer posts. They don't occur in a fast-forward. */
const POSTED_BY_CUSTOMER: Record<string, DigestGroup> = {
  withdrawal: 'purchase',
  imported_charge: 'purchase',
  imported_credit: 'refund',
  reward_redemption: 'refund',
  home_value: 'property',
  home_purchase: 'property',
};

/** The entries of a security deposit, which the customer still owns. */
const STILL_OWNED = new Set(['security_deposit', 'deposit_return']);

/** Summarizes the movements of a past period in the groups of a digest, without its events. */
export function summarizeMovements(movements: readonly Movement[]): Digest {
  const groups = new Map<DigestGroup, DigestLine>();
  for (const movement of movements) {
    if (STILL_OWNED.has(movement.kind)) continue;
    const group = getMovementGroup(movement);
    const line = openLine(groups, group, 0);
    line.count += movement.times;
    addTo(line.amounts, { [movement.currency]: movement.amount });
  }
  return { lines: sortGroups(groups) };
}

function getMovementGroup(movement: Movement): DigestGroup {
  const { kind, subject, isPay, isSurprise, product, currency, amount } = movement;
  if (isSurprise && SURPRISE_MONEY.has(kind)) return 'surprise_money';
  // A home's mortgage opens with the home.
  if (kind === 'opening' && product === 'mortgage') return 'property';
  const posted = POSTED_BY_CUSTOMER[kind];
  if (posted) return posted;
  const lines = [{ ledger: 'own', amount, currency }];
  const event = { key: '', at: 0, kind, description: '', subject: subject ?? '', lines };
  return getGroup(event, new Set(['own']), new Set(isPay ? [subject ?? ''] : []));
}

/** Appends the digest of a later period to the digest of an earlier one. */
export function joinDigests(earlier: Digest, later: Digest): Digest {
  const groups = new Map(
    earlier.lines.map((line) => [
      line.group,
      { ...line, amounts: { ...line.amounts }, moved: { ...line.moved } },
    ]),
  );
  for (const line of later.lines) {
    const joined = groups.get(line.group);
    if (!joined) {
      groups.set(line.group, line);
      continue;
    }
    joined.count += line.count;
    joined.last = line.last;
    joined.items = [...joined.items, ...line.items].slice(0, MAX_ITEMS);
    addTo(joined.amounts, line.amounts);
    addTo(joined.moved, line.moved);
  }
  return { lines: sortGroups(groups) };
}

/**
 * Returns the lines of an event. Home values are not in the ledger, so a home's gain counts as a line on its
 * mortgage.
 */
function getLines({ kind, subject = '', facts, lines = [] }: EngineEvent, { debts }: HouseholdState): Line[] {
  const home = kind === 'property_value' ? debts.find(({ id }) => id === subject) : undefined;
  if (!home) return lines;
  return [{ ledger: home.id, amount: Number(facts?.value) - Number(facts?.before), currency: home.currency }];
}

function getStatementBalance({ subject, facts }: EngineEvent, { cards }: HouseholdState) {
  const card = cards.find(({ id }) => id === subject);
  return card ? { [card.currency]: Number(facts?.closing) } : {};
}

function getGroup(event: EngineEvent, own: Set<string>, pay: Set<string>): DigestGroup {
  const { kind, subject = '', lines = [] } = event;
  if (kind === 'auto_deposit') return pay.has(subject) ? 'pay' : 'deposit';
  // Payments from a rule are bills; all other payments are purchases.
  if (kind === 'payment') return subject === '' ? 'purchase' : 'bill';
  if (kind === 'interest')
    return lines.some(({ ledger, amount }) => own.has(ledger) && amount > 0)
      ? 'interest_earned'
      : 'interest_charged';
  return GROUPS.find(({ of }) => of.some((member) => member === kind))?.group ?? 'other';
}

function sortGroups(groups: Map<DigestGroup, DigestLine>): DigestLine[] {
  return GROUPS.flatMap(({ group, one, many }) => {
    const line = groups.get(group);
    return line ? [{ ...line, text: line.count === 1 ? `1 ${one}` : `${line.count} ${many}` }] : [];
  });
}
