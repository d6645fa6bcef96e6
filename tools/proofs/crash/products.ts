// Operations with the products of a customer: CDs, funds, cards, debts, retirement accounts, and settings.
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '../../../engine/calendar/calendar.ts';
import { createLeak } from '../../../engine/testing/surprises.ts';
import type { Chance } from '../chance.ts';
import type { CrashBank } from './bank.ts';
import {
  countCardFees,
  countCertificates,
  countEntries,
  countForeignPurchases,
  countHolds,
  countRows,
} from './effects.ts';
import type { Customer, Effect, Operation } from './journal.ts';
import type { History } from './load.ts';
import { call, must, send } from './requests.ts';

/** The parts of a new operation. `cents` is an amount that no other operation of the proof has. */
export type Setup = {
  bank: CrashBank;
  customer: Customer;
  history: History;
  chance: Chance;
  cents: number;
  description: string;
};
export type Prepared = Pick<Operation, 'send' | 'entries'> & Partial<Operation>;
/** Prepares an operation. Returns null if it isn't possible now. */
type Prepare = (setup: Setup) => Prepared | null;

/** The deductibles of car insurance, from which a customer chooses. */
const DEDUCTIBLES = [500, 1_000, 2_000];
const CARD_PRODUCTS = ['anchor_secured', 'campus', 'tide_cash', 'quarter_five', 'voyage'];

/** Sends a function's request. Each attempt has the same request id. */
function ask(
  setup: Setup,
  verb: string,
  args: object,
  effects: Effect[],
  more: Partial<Prepared> = {},
): Prepared {
  const { bank, customer } = setup;
  const sent = { ...args, request_id: randomUUID() };
  return { send: () => call(bank, customer.token, verb, sent), entries: [], effects, ...more };
}

/** Sends a request whose arguments the customer reads from the bank before the first attempt. */
function askAfterQuote(
  setup: Setup,
  verb: string,
  quote: () => Promise<object>,
  parts: Partial<Prepared>,
): Prepared {
  const { bank, customer } = setup;
  const request_id = randomUUID();
  // All attempts have the arguments of the first, because the same id for other arguments is refused.
  let args: Promise<object> | null = null;
  return {
    entries: [],
    ...parts,
    async send() {
      args ??= quote();
      const quoted = await args.catch((error: unknown) => {
        args = null;
        throw error;
      });
      return call(bank, customer.token, verb, { ...quoted, request_id });
    },
  };
}

/** Moves money with a description, by which the ledger's entry is found. */
function move(
  setup: Setup,
  verb: string,
  args: object,
  pages: Record<string, number>,
  more: Partial<Prepared> = {},
): Prepared {
  const { description, cents } = setup;
  const sent = { ...args, amount: cents / 100, description };
  return { ...ask(setup, verb, sent, []), entries: [{ description, pages }], ...more };
}

const transfer = (setup: Setup, from: string, to: string) =>
  move(
    setup,
    'transfer',
    { from_account_id: from, to_account_id: to },
    { [from]: -setup.cents, [to]: setup.cents },
  );

/** Returns a completed operation of the customer that no other operation has used for this purpose. */
function takeDone({ customer, history }: Setup, verb: string, purpose: string) {
  const found = history.operations.findLast(
    (done) =>
      done.verb === verb &&
      done.customer === customer &&
      done.state === 'done' &&
      done.answer !== '' &&
      !history.taken.has(`${purpose} ${done.name}`),
  );
  if (found) history.taken.add(`${purpose} ${found.name}`);
  return found && (JSON.parse(found.answer) as Record<string, unknown>);
}

/** Reads the customer's simulated instant, for checks of records that the bank deletes later. */
async function readNow({ bank, customer }: Setup): Promise<string> {
  const [row] = await bank.sql()<{ now: Date }[]>`select bank.now_for(${customer.id}) as now`;
  return row?.now.toISOString() ?? '';
}

/** Records the simulated instant of an operation before its first attempt. */
function withStartInstant(setup: Setup, prepared: Prepared): Prepared {
  const inner = prepared.send;
  const dated: Prepared = {
    ...prepared,
    async send() {
      dated.beganAt ??= await readNow(setup);
      return inner();
    },
  };
  return dated;
}

/** Returns a merchant that no other operation has. The engine posts a purchase later, with this name. */
const getMerchant = ({ cents }: Setup) => `Shop ${cents}`;

const certificates: Record<string, Prepare> = {
  open_cd(setup) {
    const { wallet } = setup.customer.products;
    const cents = 50_000 + setup.cents;
    const args = {
      funding_account_id: wallet,
      amount: cents / 100,
      term_months: setup.chance.oneOf([3, 12, 60]),
    };
    const { customer } = setup;
    return ask(setup, 'open_cd', args, [
      countEntries(customer, 'cd_opened', { [wallet]: -cents }),
      countCertificates(customer, cents),
    ]);
  },
  withdraw_from_cd(setup) {
    const { bank, customer, cents } = setup;
    const { certificate, wallet } = customer.products;
    const args = { account_id: certificate, amount: cents / 100 };
    const quote = async () => {
      const [{ penalty } = { penalty: 0 }] = await must<{ penalty: number }[]>(
        call(bank, customer.token, 'quote_cd_withdrawal', args),
      );
      return { ...args, to_account_id: wallet, penalty };
    };
    const pages = { [certificate]: -cents, [wallet]: cents };
    return askAfterQuote(setup, 'withdraw_from_cd', quote, {
      effects: [countEntries(customer, 'cd_withdrawal', pages)],
    });
  },
};

const funds: Record<string, Prepare> = {
  place_fund_order(setup) {
    const { customer, chance, cents } = setup;
    const { fund: account_id, wallet } = customer.products;
    const fund = chance.oneOf(['US_STOCKS', 'WORLD_STOCKS', 'BONDS']);
    const side = chance.oneOf(['buy', 'sell']);
    // Sales are in units, with six decimals.
    const size: Record<string, number> = side === 'buy' ? { amount: cents / 100 } : { units: cents / 1e6 };
    const args = { account_id, side, fund, ...size, cash_account_id: wallet };
    return ask(setup, 'place_fund_order', args, [
      countRows(customer, 'fund_orders', { account_id, side, ...size }),
    ]);
  },
  cancel_fund_order(setup) {
    const order = takeDone(setup, 'place_fund_order', 'cancel');
    if (!order) return null;
    const id = String(order.id);
    return ask(setup, 'cancel_fund_order', { order_id: id }, [
      countRows(setup.customer, 'fund_orders', { id, status: 'canceled' }),
    ]);
  },
};

const cards: Record<string, Prepare> = {
  'decide-card-application'(setup) {
    const { bank, customer, chance, cents } = setup;
    const annual_income = (6_000_000 + cents) / 100;
    const body = JSON.stringify({
      product: chance.oneOf(CARD_PRODUCTS),
      annual_income,
      employment_status: 'EMPLOYED',
      request_id: randomUUID(),
    });
    return {
      send: () => send(bank, customer.token, '/functions/v1/decide-card-application', { body }),
      entries: [],
      effects: [countRows(customer, 'card_applications', { annual_income })],
    };
  },
  open_card(setup) {
    const { customer, cents } = setup;
    const application = takeDone(setup, 'decide-card-application', 'open');
    if (!application || application.outcome === 'declined') return null;
    const isSecured = application.outcome === 'countered' || application.product === 'anchor_secured';
    const deposit = 20_000 + cents;
    const { wallet } = customer.products;
    const args = {
      application_id: application.id,
      ...(isSecured && { deposit: deposit / 100, account_id: wallet }),
    };
    const opened: Effect = async (bank) => {
      const rows = await bank.sql()`
        select from public.card_applications a join public.credit_cards c on c.id = a.card_id
        where a.id = ${String(application.id)} and a.user_id = ${customer.id} and c.user_id = a.user_id`;
      return rows.length;
    };
    const paid = countEntries(customer, 'security_deposit', { [wallet]: -deposit });
    return ask(setup, 'open_card', args, isSecured ? [opened, paid] : [opened]);
  },
  take_cash_advance(setup) {
    const { customer, cents } = setup;
    const {
      card,
      products: { wallet },
    } = customer;
    const args = { card_id: card, account_id: wallet, amount: cents / 100 };
    return ask(setup, 'take_cash_advance', args, [
      countEntries(customer, 'cash_advance', { [card]: -cents, [wallet]: cents }),
      countCardFees(customer, card, 'cash', { kind: 'cash_advance', cents }),
    ]);
  },
  transfer_balance(setup) {
    const { bank, customer, cents } = setup;
    const {
      card,
      products: { secondCard },
    } = customer;
    const quote = async () => {
      // Balances can be transferred to a card only in its first 60 days.
      await bank.sql()`
        update public.credit_cards set created_at = bank.now_for(user_id) where id = ${secondCard}`;
      return { card_id: secondCard, from_card_id: card, amount: cents / 100 };
    };
    return askAfterQuote(setup, 'transfer_balance', quote, {
      effects: [
        countEntries(customer, 'balance_transfer', { [secondCard]: -cents, [card]: cents }),
        countCardFees(customer, secondCard, 'transfer', { kind: 'balance_transfer', cents }),
      ],
    });
  },
  charge_abroad(setup) {
    const { customer, cents } = setup;
    const merchant = getMerchant(setup);
    const args = { card_id: customer.card, amount: cents / 100, currency: 'EUR', merchant };
    return ask(setup, 'charge_abroad', args, [countForeignPurchases(customer, merchant)]);
  },
  authorize_purchase(setup) {
    const { customer, chance, cents } = setup;
    const {
      card,
      products: { wallet },
    } = customer;
    const product = chance.fraction() < 0.5 ? { card_id: card } : { account_id: wallet };
    const args = { ...product, amount: cents / 100, purchase: 'online', merchant: getMerchant(setup) };
    return withStartInstant(
      setup,
      ask(setup, 'authorize_purchase', args, [countHolds(customer, 'authorization', cents)]),
    );
  },
  return_purchase(setup) {
    const { customer } = setup;
    const charged = takeDone(setup, 'charge_credit_card', 'return');
    if (!charged) return null;
    const args = { transaction_key: `${customer.card}:${charged.last_entry}` };
    return ask(setup, 'return_purchase', args, [
      countRows(customer, 'refunds', { entry_id: Number(charged.last_entry) }),
    ]);
  },
  cancel_return(setup) {
    const refund = takeDone(setup, 'return_purchase', 'cancel');
    if (!refund) return null;
    const id = String(refund.id);
    return ask(setup, 'cancel_return', { refund_id: id }, [
      countRows(setup.customer, 'refunds', { id, status: 'canceled' }),
    ]);
  },
};

const debts: Record<string, Prepare> = {
  draw_credit_line(setup) {
    const { customer, cents } = setup;
    const { line, wallet } = customer.products;
    const args = { loan_id: line, amount: cents / 100, account_id: wallet };
    return ask(setup, 'draw_credit_line', args, [
      countEntries(customer, 'loan_proceeds', { [line]: -cents, [wallet]: cents }),
    ]);
  },
  /** A payment on the line of credit. */
  pay_loan(setup) {
    const { line, wallet } = setup.customer.products;
    const args = { loan_id: line, account_id: wallet };
    const pages = { [wallet]: -setup.cents, [line]: setup.cents };
    return move(setup, 'pay_loan', args, pages);
  },
  pay_mortgage(setup) {
    const { home, wallet } = setup.customer.products;
    const args = { mortgage_id: home, account_id: wallet };
    return move(setup, 'pay_mortgage', args, { [wallet]: -setup.cents, [home]: setup.cents });
  },
  pay_extra(setup) {
    const { customer, chance, cents } = setup;
    const {
      loan,
      products: { wallet },
    } = customer;
    const effect = chance.oneOf(['shorten', 'lower']);
    const args = { debt_id: loan, amount: cents / 100, account_id: wallet, effect };
    const kind = effect === 'lower' ? 'recast_payment' : 'extra_payment';
    return ask(setup, 'pay_extra', args, [countEntries(customer, kind, { [wallet]: -cents, [loan]: cents })]);
  },
  pay_escrow(setup) {
    const { customer, cents } = setup;
    const { home, wallet } = customer.products;
    const args = { mortgage_id: home, amount: cents / 100, account_id: wallet };
    return ask(setup, 'pay_escrow', args, [countEntries(customer, 'escrow_deposit', { [wallet]: -cents })]);
  },
};

const accounts: Record<string, Prepare> = {
  /** A check, of which a part is on hold. */
  deposit(setup) {
    const { wallet } = setup.customer.products;
    // A check of more than 275.00, so that there is always a hold.
    const larger = { ...setup, cents: 40_000 + setup.cents };
    return move(larger, 'deposit', { account_id: wallet, method: 'check' }, { [wallet]: larger.cents });
  },
  /** An exchange at a quoted price. */
  transfer(setup) {
    const { bank, customer, cents, description } = setup;
    const { wallet, euros } = customer.products;
    const args = { from_account_id: wallet, to_account_id: euros, amount: cents / 100 };
    const quote = async () => {
      const [{ quote_id } = { quote_id: '' }] = await must<{ quote_id: string }[]>(
        call(bank, customer.token, 'quote_transfer', args),
      );
      return { ...args, description, quote_id };
    };
    const entries = [{ description, pages: { [wallet]: -cents } }];
    return askAfterQuote(setup, 'transfer', quote, { entries });
  },
  contribute_to_goal(setup) {
    const { customer, cents } = setup;
    const { goal, goalAccount, wallet } = customer.products;
    const args = { goal_id: goal, amount: cents / 100, account_id: wallet };
    return ask(setup, 'contribute_to_goal', args, [
      countEntries(customer, 'transfer', { [wallet]: -cents, [goalAccount]: cents }),
      countRows(customer, 'goal_movements', { goal_id: goal, kind: 'contribution', amount: cents / 100 }),
    ]);
  },
  take_from_goal(setup) {
    const { customer, cents } = setup;
    const { goal, goalAccount, wallet } = customer.products;
    const args = { goal_id: goal, amount: cents / 100, account_id: wallet };
    return ask(setup, 'take_from_goal', args, [
      countEntries(customer, 'transfer', { [goalAccount]: -cents, [wallet]: cents }),
      countRows(customer, 'goal_movements', { goal_id: goal, kind: 'taken', amount: -cents / 100 }),
    ]);
  },
  file_tax_return(setup) {
    const { bank, customer, history } = setup;
    let year: number | null = null;
    const filed: Effect = (...about) =>
      year === null ? Promise.resolve(0) : countRows(customer, 'tax_returns', { tax_year: year })(...about);
    const quote = async () => {
      const years = await must<{ tax_year: number; is_open: boolean }[]>(
        call(bank, customer.token, 'my_tax_years', {}),
      );
      const next = years.find(
        ({ tax_year, is_open }) => is_open && !history.taken.has(`${customer.id} ${tax_year}`),
      );
      // A year that can't be filed yet, for which the bank refuses.
      if (!next) return { account_id: customer.everyday, tax_year: 2199 };
      year = next.tax_year;
      history.taken.add(`${customer.id} ${year}`);
      return { account_id: customer.everyday, tax_year: year };
    };
    return askAfterQuote(setup, 'file_tax_return', quote, { effects: [filed] });
  },
  /** A water heater that leaks, and the decision about it. */
  decide_surprise(setup) {
    const { bank, customer, cents } = setup;
    const { wallet } = customer.products;
    const surprise = `luck:2026-01:home_repair:${cents}`;
    const quote = async () => {
      const [row] = await bank.sql()<{ today: number }[]>`
        select bank.today_for(${customer.id}) - date '1970-01-01' as today`;
      const today = row?.today ?? 0;
      const leak = createLeak((today - 1) as never, surprise, {
        currency: 'USD',
        until: today + 6,
        repair: cents,
      } as never);
      const shocks = [{ ...leak, begun: true }];
      await bank.sql()`
        update bank.clocks k set rules_version = k.rules_version + 1, carryover = k.carryover
          || jsonb_build_object('shocks', coalesce(k.carryover -> 'shocks', '[]') || ${bank.sql().json(shocks as never)})
        where k.household_id = ${customer.id}`;
      return { surprise, choice: 'repair', account_id: wallet };
    };
    return askAfterQuote(setup, 'decide_surprise', quote, {
      effects: [
        countEntries(customer, 'payment', { [wallet]: -cents }),
        countRows(customer, 'household_events', { event_key: `${surprise}:decided` }),
      ],
    });
  },
};

/** Transfers between retirement accounts, and their effects for the tax year. All are verb `transfer`. */
const retirement: Record<string, Prepare> = {
  contribution: (setup) => transfer(setup, setup.customer.products.wallet, setup.customer.products.roth),
  withdrawal: (setup) => transfer(setup, setup.customer.products.traditional, setup.customer.products.wallet),
  rollover: (setup) =>
    transfer(setup, setup.customer.products.workplace, setup.customer.products.traditional),
  conversion: (setup) => transfer(setup, setup.customer.products.traditional, setup.customer.products.roth),
};

/** Changes a setting of the customer. It is checked after a crash, and never repeated. */
const choose = (setup: Setup, verb: string, args: object, name: string, value: string): Prepared => ({
  send: () => call(setup.bank, setup.customer.token, verb, args),
  entries: [],
  once: true,
  setting: { name, value },
});

const settings: Record<string, Prepare> = {
  change_fund_account(setup) {
    const us_stocks = setup.chance.between(0, 100);
    const args = { account_id: setup.customer.products.fund, us_stocks, bonds: 100 - us_stocks };
    return choose(setup, 'change_fund_account', args, 'mix', `${us_stocks} ${100 - us_stocks}`);
  },
  set_account_plan(setup) {
    const plan = setup.chance.oneOf(['free', 'classic']);
    return choose(
      setup,
      'set_account_plan',
      { account_id: setup.customer.products.wallet, plan },
      'plan',
      plan,
    );
  },
  set_insurance(setup) {
    const deductible = setup.chance.oneOf(DEDUCTIBLES);
    const args = { insurance_kind: 'car', deductible, account_id: setup.customer.products.wallet };
    return choose(setup, 'set_insurance', args, 'insurance', `${deductible * 100} scheduled`);
  },
  end_insurance: (setup) => choose(setup, 'end_insurance', { insurance_kind: 'car' }, 'insurance', 'none'),
  start_biweekly(setup) {
    const { bank, customer } = setup;
    const quote = async () => ({
      debt_id: customer.loan,
      first_day: new Date(Date.parse(await readNow(setup)) + 5 * DAY_MS).toISOString().slice(0, 10),
    });
    const parts = { once: true, setting: { name: 'biweekly', value: 'on' } };
    return askAfterQuote({ ...setup, bank }, 'start_biweekly', quote, parts);
  },
  stop_biweekly(setup) {
    const parts = { once: true, setting: { name: 'biweekly', value: 'off' } };
    return ask(setup, 'stop_biweekly', { debt_id: setup.customer.loan }, [], parts);
  },
};

/** Reads the settings of a customer, in the form of `settings`. */
export async function readSettings(bank: CrashBank, customer: Customer): Promise<Record<string, string>> {
  const { fund, wallet } = customer.products;
  const [row] = await bank.sql()`
    select (select f.us_stocks || ' ' || f.bonds from public.fund_accounts f where f.account_id = ${fund}) as mix,
      (select coalesce(a.plan, 'free') from public.accounts a where a.id = ${wallet}) as plan,
      coalesce((select (k.carryover #>> '{insurance,car,deductible}') || case
          when (select count(*) from public.scheduled_payments p where p.user_id = k.household_id
            and p.id::text = k.carryover #>> '{insurance,car,paymentId}') = 1 then ' scheduled' else '' end
        from bank.clocks k where k.household_id = ${customer.id}), 'none') as insurance,
      coalesce((select case when r.ended_on is null then 'on' else 'off' end from public.debt_reserves r
        where r.loan_id = ${customer.loan} and r.kind = 'biweekly'), 'off') as biweekly`;
  return row as Record<string, string>;
}

/** The settings of a new customer. */
export const FIRST_SETTINGS = { mix: '60 40', plan: 'free', insurance: 'none', biweekly: 'off' };

const named = (prepares: Record<string, Prepare>, label = (name: string) => name) =>
  Object.entries(prepares).map(([name, prepare]) => ({ verb: label(name), prepare }));

export const PRODUCT_OPERATIONS = [
  ...named({ ...certificates, ...funds, ...cards, ...debts, ...accounts }),
  ...named(retirement, (name) => `transfer (${name})`),
];
export const SETTING_OPERATIONS = named(settings);
