import { DAY_MS, dayText, getDate, getDay, type Instant, MONTHS_A_YEAR, Zone } from '../calendar/calendar.ts';
import { getSpending, type SpendingRow } from '../forecast/history.ts';
import { readFileFunds } from '../investments/fund-file.ts';
import { toMinor } from '../money/minor.ts';
import { monthlyPremium } from '../products/debts/mortgage-insurance.ts';
import { MONEY_SHOCKS } from '../simulation/shocks.ts';
import { getBalances, getChanges, millis, readFields, toMinorOrNull } from './file-ledger.ts';
import type {
  AutoDepositRow,
  CardRow,
  Carryover,
  CertificateRow,
  DebtRow,
  GoalRow,
  HoldRow,
  HouseholdRow,
  ScheduledPaymentRow,
} from './row.ts';
import type { HouseholdFile, ListRow } from './schema/household.ts';
import { buildHouseholdState } from './state.ts';

const FRAUD = ':fraud';
/**
 * The period during which a disputed charge can't be credited a second time. It starts when the fraud dispute
 * is opened.
 */
const REMEMBERED_MS = 60 * DAY_MS;

/**
 * Builds the engine's input row from a household file, in the same format that the bank returns. Leaves out
 * the outcomes of disputes and the contributions to tax-advantaged accounts, which only the bank counts.
 */
export function rowOfFile(file: HouseholdFile): HouseholdRow {
  const balances = getBalances(file);
  const simulatedUntil = millis(file.simulated_until ?? file.clock);
  return {
    id: '',
    time_zone: file.time_zone,
    generation: 0,
    now: millis(file.clock),
    simulated_until: simulatedUntil,
    rules_version: 0,
    last_entry: 0,
    seed: file.seed ?? 0,
    carryover: (file.carryover ?? {}) as Carryover,
    changes: getChanges(file, simulatedUntil),
    accounts: file.accounts.map((account) => ({
      ...readFields(account, ['id', 'name', 'type', 'currency', 'overdraft', 'overdraft_account_id']),
      ...readFields(account, ['overdraft_product', 'overdraft_cards', 'plan', 'plan_before', 'plan_since']),
      tax_treatment: account.tax_treatment ?? null,
      balance: balances.get(account.id) ?? 0,
      closed: Boolean(account.closed_at),
      opened: millis(account.created_at),
    })),
    certificates: file.certificates.length > 0 ? getCertificates(file) : null,
    contributions: null,
    cards: getCards(file, balances, simulatedUntil),
    debts: getDebts(file, balances),
    ...getRules(file),
    disputes: getDisputes(file, simulatedUntil),
    tax_returns: getTaxReturns(file),
    refunds: getRefunds(file),
    settled_purchases: getSettledPurchases(file),
    goals: getGoals(file),
    funds: readFileFunds(file),
    ...(file.holds.some(isOpen) && { holds: getHolds(file) }),
  };
}

function getCertificates(file: HouseholdFile): CertificateRow[] {
  return file.certificates.map((certificate) => ({
    ...readFields(certificate, ['account_id', 'term_months', 'rate', 'penalty_days', 'started_on']),
    ...readFields(certificate, ['matures_on', 'at_maturity', 'payout_account_id', 'interest_account_id']),
    principal: toMinor(certificate.principal),
    renewals: certificate.renewals ?? 0,
  }));
}

/** Returns a file's spending history for the forecast. */
export function spendingOfFile(file: HouseholdFile): SpendingRow[] {
  const accounts = new Set(file.accounts.map(({ id }) => id));
  const cards = new Set(file.cards.map(({ id }) => id));
  const transactions = file.entries.flatMap(({ at, kind, lines, ...entry }) =>
    lines
      .filter(({ ledger, amount, shown }) => amount < 0 && shown && accounts.has(ledger))
      .map(({ ledger, amount, shown }) => ({
        account_id: ledger,
        amount: -amount,
        date: shown?.date ?? at,
        kind,
        direction: 'out',
        description: shown?.description ?? entry.description ?? null,
        merchant: shown?.merchant ?? entry.merchant ?? null,
        category: shown?.category ?? entry.category ?? null,
      })),
  );
  const charges = file.entries
    .filter(({ kind }) => kind === 'card_charge' || kind === 'imported_charge')
    .flatMap(({ at, value_at, lines, category }) =>
      lines
        .filter(({ ledger, amount }) => amount < 0 && cards.has(ledger))
        .map(({ ledger, amount }) => ({
          card_id: ledger,
          amount: -amount,
          at: value_at ?? at,
          category: category ?? null,
        })),
    );
  return getSpending(transactions, charges, buildHouseholdState(rowOfFile(file)));
}

function getDebts(file: HouseholdFile, balances: ReadonlyMap<string, number>): DebtRow[] {
  const shared = (debt: ListRow<'loans' | 'mortgages'>) => ({
    opened: debt.created_at,
    ...readFields(debt, ['id', 'name', 'currency', 'start_date', 'next_due_date']),
    ...readFields(debt, ['autopay_account_id', 'paused_until']),
    balance: -(balances.get(debt.id) ?? 0),
    rate: debt.interest_rate,
    payment: toMinor(debt.monthly_payment),
    autopay_extra: toMinor(debt.autopay_extra ?? 0),
    payment_day: Boolean(debt.payment_day),
  });
  return [
    ...file.loans.map((loan) => ({
      ...shared(loan),
      product: 'loan' as const,
      term: loan.term,
      line: readCreditLine(loan),
      biweekly: readReserves(file, loan.id, balances).biweekly ?? null,
    })),
    ...file.mortgages.map((mortgage) => ({
      ...shared(mortgage),
      product: 'mortgage' as const,
      term: mortgage.term * MONTHS_A_YEAR,
      rate_type: mortgage.rate_type ?? 'fixed',
      rate_margin: mortgage.rate_margin ?? 0,
      ...readInsurance(mortgage),
      ...readReserves(file, mortgage.id, balances),
      ...(!mortgage.refinanced_at && { value: toMinor(mortgage.current_value ?? mortgage.property_value) }),
    })),
  ]
    .sort((first, second) => compareText(first.opened, second.opened) || compareText(first.id, second.id))
    .map(({ opened: _, ...row }) => row);
}

function readCreditLine(loan: ListRow<'loans'>): DebtRow['line'] {
  const { amount, draw_months: drawMonths, rate_margin, rate_cap } = loan;
  return drawMonths
    ? { limit: toMinor(amount), drawMonths, margin: rate_margin ?? 0, cap: rate_cap ?? 0 }
    : null;
}

function readInsurance(mortgage: ListRow<'mortgages'>): Pick<DebtRow, 'insurance'> {
  const { pmi_rate, pmi_ended_on, property_value, down_payment } = mortgage;
  if (!pmi_rate || pmi_ended_on) return { insurance: null };
  const borrowed = toMinor(property_value) - toMinor(down_payment);
  return {
    insurance: { premium: monthlyPremium(borrowed, pmi_rate), borrowed, value: toMinor(property_value) },
  };
}

function readReserves(
  file: HouseholdFile,
  debtId: string,
  balances: ReadonlyMap<string, number>,
): Pick<DebtRow, 'escrow' | 'biweekly'> {
  const open = file.debt_reserves.filter(
    (row) => (row.mortgage_id ?? row.loan_id) === debtId && !row.ended_on,
  );
  const get = (kind: string) => open.find((row) => (row.kind ?? 'escrow') === kind);
  const [escrow, biweekly] = [get('escrow'), get('biweekly')];
  const getBalance = ({ id }: { id: string }) => ({ id, balance: balances.get(id) ?? 0 });
  return {
    escrow: escrow
      ? {
          ...getBalance(escrow),
          tax: toMinor(escrow.property_tax ?? 0),
          insurance: toMinor(escrow.home_insurance ?? 0),
        }
      : null,
    biweekly: biweekly?.next_collection ? { ...getBalance(biweekly), next: biweekly.next_collection } : null,
  };
}

function getRules(
  file: HouseholdFile,
): Pick<HouseholdRow, 'auto_deposits' | 'scheduled_payments' | 'shocks'> {
  const shared = (rule: ListRow<'auto_deposits' | 'scheduled_payments'>) => ({
    ...readFields(rule, ['id', 'name', 'account_id', 'category', 'start_date', 'end_date', 'occurrences']),
    paused: rule.paused ?? false,
    next: rule.next_occurrence ?? null,
    resumed: rule.resumed_at ? millis(rule.resumed_at) : null,
    adjustment:
      rule.yearly_adjustment === 'fixed' ? (rule.yearly_percent ?? null) : (rule.yearly_adjustment ?? null),
  });
  const deposits = file.auto_deposits.map((rule): AutoDepositRow => {
    const [hours = 0, minutes = 0] = rule.start_time.split(':').map(Number);
    return {
      ...shared(rule),
      amount: toMinor(rule.amount),
      frequency: rule.frequency,
      is_pay: rule.is_pay ?? false,
      pay_details: rule.pay_details ?? null,
      created: rule.created_at ? millis(rule.created_at) : null,
      minutes: hours * 60 + minutes,
    };
  });
  const payments = file.scheduled_payments.map(
    (rule): ScheduledPaymentRow => ({
      ...shared(rule),
      ...readFields(rule, [
        'payee',
        'to_account_id',
        'fund',
        'card_id',
        'amount_kind',
        'frequency',
        'weekend',
      ]),
      debt_id: rule.loan_id ?? rule.mortgage_id ?? null,
      amount: toMinorOrNull(rule.amount),
      speed: rule.speed ?? null,
      changed: Object.fromEntries(
        file.exceptions
          .filter(({ payment_id }) => payment_id === rule.id)
          .map(({ planned_date, amount }) => [
            planned_date,
            amount == null ? { skip: true as const } : { amount: toMinor(amount) },
          ]),
      ),
    }),
  );
  const shocks = file.shocks.map((shock) => ({
    ...readFields(shock, ['id', 'on_date', 'months', 'product_id']),
    kind: shock.shock,
    size: MONEY_SHOCKS.has(shock.shock) ? toMinor(shock.size) : shock.size,
  }));
  return { auto_deposits: deposits, scheduled_payments: payments, shocks };
}

/** Returns a file's open cards with their controls and this month's spending. */
function getCards(
  file: HouseholdFile,
  balances: ReadonlyMap<string, number>,
  simulatedUntil: Instant,
): CardRow[] {
  return file.cards
    .filter(({ closed_at }) => !closed_at)
    .map((card) => ({
      ...readFields(card, ['id', 'name', 'currency', 'apr', 'due_date', 'autopay', 'autopay_account_id']),
      limit: toMinor(card.credit_limit),
      balance: -(balances.get(card.id) ?? 0),
      autopay_amount: toMinorOrNull(card.autopay_amount),
      autopay_retries: card.autopay_retries ?? false,
      frozen: card.frozen ?? false,
      ...readFields(card, ['product', 'opened_on', 'activated_quarters', 'deposit_account_id', 'over_limit']),
      security_deposit: toMinorOrNull(card.security_deposit),
      controls: getControls(file, card.id, simulatedUntil),
    }));
}

function getControls(
  file: HouseholdFile,
  cardId: string,
  simulatedUntil: Instant,
): NonNullable<CardRow['controls']> | null {
  const controls = file.card_controls.filter(({ card_id }) => card_id === cardId);
  if (controls.length === 0) return null;
  const zone = new Zone(file.time_zone);
  const { year, month } = getDate(zone.getDay(simulatedUntil));
  const monthBegan = zone.getStart(getDay(year, month, 1));
  const seen = file.entries_seen ?? file.entries.length;
  const spent = new Map<string, number>();
  for (const [place, { kind, at, value_at, category, lines }] of file.entries.entries()) {
    if (kind !== 'card_charge' || millis(value_at ?? at) < monthBegan) continue;
    // Skips entries posted after the engine's last step, because `getChanges` reports them.
    if (place >= seen && millis(at) > simulatedUntil) continue;
    for (const { ledger, amount } of lines)
      if (ledger === cardId) spent.set(category ?? '', (spent.get(category ?? '') ?? 0) - toMinor(amount));
  }
  const limits = controls
    .toSorted((first, second) => compareText(first.id, second.id))
    .map(({ kind, category, amount }) => ({ kind, category: category ?? null, amount: toMinor(amount) }));
  return { limits, spent: Object.fromEntries(spent) };
}

/** Returns the disputes without their outcomes, because only the bank decides them. */
function getDisputes(file: HouseholdFile, simulatedUntil: Instant): NonNullable<HouseholdRow['disputes']> {
  const zone = new Zone(file.time_zone);
  return file.disputes.flatMap((dispute) => {
    const key = file.entries[dispute.entry - 1]?.event_key ?? '';
    const isFraud = key.endsWith(FRAUD);
    const isRecent = isFraud && millis(dispute.opened_at) > simulatedUntil - REMEMBERED_MS;
    const isReversing =
      dispute.status === 'lost' && dispute.credited_at && (dispute.reversed ?? 0) < dispute.amount;
    if (dispute.status !== 'in_review' && !isRecent && !isReversing) return [];
    return [
      {
        id: dispute.id,
        card_id: dispute.card_id ?? null,
        amount: toMinor(dispute.amount),
        decide_on: dispute.decide_on,
        merchant: dispute.merchant ?? null,
        category: dispute.category ?? null,
        shock_id: isFraud ? key.slice(0, -FRAUD.length) : null,
        ...(dispute.account_id && {
          account_id: dispute.account_id,
          opened_on: dayText(zone.getDay(millis(dispute.opened_at))),
          credit_days: dispute.credit_days ?? 0,
          is_credited: Boolean(dispute.credited_at),
          is_lost: dispute.status === 'lost',
          reversed: toMinor(dispute.reversed ?? 0),
        }),
      },
    ];
  });
}

function getRefunds(file: HouseholdFile): NonNullable<HouseholdRow['refunds']> {
  return file.refunds
    .filter(({ status }) => status === 'expected')
    .map((refund) => ({
      id: refund.event_key ?? refund.id,
      ...readFields(refund, ['returned_on']),
      product_id: refund.account_id ?? refund.card_id ?? '',
      amount: toMinor(refund.amount),
      merchant: refund.merchant ?? null,
      category: refund.category ?? null,
    }));
}

const isOpen = ({ ended_at }: HouseholdFile['holds'][number]) => !ended_at;

/**
 * Returns the keys of the purchases with a planned return that the customer returned or disputed, as
 * `bank.engine_settled_purchases` does; null if there are none.
 */
function getSettledPurchases({ entries, refunds, disputes, carryover }: HouseholdFile): string[] | null {
  const planned = new Set(carryover?.plannedReturns?.map(({ key }) => key));
  const settled = [
    ...refunds.filter(({ status }) => status === 'expected' || status === 'credited'),
    ...disputes.filter(({ status }) => status !== 'withdrawn'),
  ];
  const keys = new Set(settled.map(({ entry }) => entries[entry - 1]?.event_key ?? ''));
  const returned = [...keys].filter((key) => planned.has(key)).sort();
  return returned.length > 0 ? returned : null;
}

function getHolds(file: HouseholdFile): HoldRow[] {
  return file.holds.filter(isOpen).map((hold) => ({
    ...readFields(hold, ['account_id', 'card_id', 'kind', 'merchant', 'category']),
    key: hold.event_key,
    purchase: hold.purchase ?? null,
    deposit: hold.deposit ?? null,
    check_kind: hold.check_kind ?? null,
    amount: toMinor(hold.amount),
    remaining: toMinor(hold.remaining_amount),
    cleared: toMinor(hold.cleared_amount ?? 0),
    final: toMinorOrNull(hold.final_amount),
    placed_at: millis(hold.placed_at),
    expires_at: millis(hold.expires_at),
  }));
}

/** Returns the returns whose balance hasn't been paid or refunded. */
function getTaxReturns(file: HouseholdFile): NonNullable<HouseholdRow['tax_returns']> {
  const keys = new Set(file.entries.map(({ event_key }) => event_key));
  return file.tax_returns
    .filter(({ id }) => !keys.has(`tax:${id}`))
    .map(({ account_id, ...filed }) => ({
      ...readFields(filed, ['id', 'tax_year', 'filing_status', 'wages', 'interest', 'withheld', 'inflation']),
      short_term_gain: filed.short_term_gain ?? null,
      long_term_gain: filed.long_term_gain ?? null,
      dividends: filed.dividends ?? null,
      qualified_dividends: filed.qualified_dividends ?? null,
      children: filed.children ?? null,
      distributions: filed.distributions ?? null,
      early_distributions: filed.early_distributions ?? null,
      deductions: filed.deductions ?? null,
      unemployment: filed.unemployment ?? null,
      missed_distributions: filed.missed_distributions ?? null,
      corrected_distributions: filed.corrected_distributions ?? null,
      is_senior: filed.is_senior ?? null,
      account_id: account_id ?? null,
      filed_on: filed.filed_on,
    }));
}

function getGoals(file: HouseholdFile): GoalRow[] {
  const accounts = new Set(file.accounts.map(({ id }) => id));
  return file.goals
    .filter(({ status, account_id }) => status !== 'archived' && accounts.has(account_id))
    .map((goal) => ({
      ...readFields(goal, ['id', 'name', 'account_id', 'contribution', 'frequency', 'start_date']),
      from_account_id: goal.from_account_id ?? null,
      target: toMinor(goal.target),
      portion: toMinorOrNull(goal.portion),
      active: goal.status === 'active',
      reached: Boolean(goal.reached_at),
      amount: toMinorOrNull(goal.contribution_amount),
      percent: goal.contribution_percent ?? null,
      next: goal.next_occurrence ?? null,
    }));
}

const compareText = (first: string, second: string) => (first < second ? -1 : first > second ? 1 : 0);
