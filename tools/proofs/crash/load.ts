// Generates the load during crashes: payments, products, settings, imports, uploads, scheduled payments, and
// fast-forwards.
import { randomBytes, randomUUID } from 'node:crypto';
import type { Chance } from '../chance.ts';
import { type CrashBank, pause } from './bank.ts';
import { type Customer, type Expected, type Operation, perform } from './journal.ts';
import {
  FIRST_SETTINGS,
  PRODUCT_OPERATIONS,
  readSettings,
  SETTING_OPERATIONS,
  type Setup,
} from './products.ts';
import { call, send } from './requests.ts';

const ROWS_OF_AN_IMPORT = 25;
/** The description prefix of the entries that this proof creates. The engine posts all other entries. */
export const WORDS = 'Asked ';

/**
 * Everything that the load has requested, for the checks: all operations, and details of uploads, rules, and
 * fast-forwards.
 */
export type History = {
  operations: Operation[];
  files: { operation: Operation; path: string; bytes: Uint8Array }[];
  rules: { operation: Operation; id: string; expected: Expected }[];
  fastForwards: Operation[];
  /** The names of operations, and the tax years, that a later operation has used. */
  taken: Set<string>;
  /** Each customer's settings: the acknowledged value, and the values of requests without an answer. */
  settings: Map<string, { value: string; open: Set<string> }>;
};

export const createHistory = (): History => ({
  operations: [],
  files: [],
  rules: [],
  fastForwards: [],
  taken: new Set(),
  settings: new Map(),
});

export type Problem = (text: string) => void;

type CreateOperation = (bank: CrashBank, customer: Customer, history: History, chance: Chance) => Operation;

/**
 * The workers of each customer: the operations that each worker creates, and its longest pause between them.
 */
const WORKERS: { make: CreateOperation; pauseMs: number }[] = [
  { make: moveMoney, pauseMs: 0 },
  { make: moveMoney, pauseMs: 5 },
  { make: moveMoney, pauseMs: 20 },
  { make: importRows, pauseMs: 500 },
  { make: uploadFile, pauseMs: 60 },
  { make: createRule, pauseMs: 700 },
  { make: fastForward, pauseMs: 250 },
  { make: useProduct, pauseMs: 0 },
  { make: useProduct, pauseMs: 20 },
  { make: changeSetting, pauseMs: 500 },
];

/** Starts the load of all customers. The returned `stop` ends the load and waits for open requests. */
export function startLoad(
  bank: CrashBank,
  customers: readonly Customer[],
  history: History,
  chance: Chance,
  odd: (text: string) => void,
): { stop(): Promise<void> } {
  let stopped = false;
  const workers = customers.flatMap((customer) =>
    WORKERS.map(async ({ make, pauseMs }) => {
      while (!stopped) {
        const operation = make(bank, customer, history, chance);
        history.operations.push(operation);
        await perform(operation, odd);
        recordSetting(history, operation);
        // Pauses briefly after a request that got no response, because the bank may be down.
        await pause(operation.state === 'unanswered' ? 50 : chance.between(0, pauseMs));
      }
    }),
  );
  return {
    async stop() {
      stopped = true;
      await Promise.all(workers);
    },
  };
}

let count = 0;

function operation(
  verb: string,
  customer: Customer,
  { send, entries, ...more }: Pick<Operation, 'send' | 'entries'> & Partial<Operation>,
): Operation {
  return {
    name: `${verb} ${count}`,
    verb,
    customer,
    send,
    entries,
    state: 'unanswered',
    answer: '',
    ...more,
  };
}

function describeNew(): string {
  count += 1;
  return `${WORDS}${count}`;
}

function getSetting(history: History, customer: Customer, name: string) {
  const key = `${customer.id} ${name}`;
  const first = FIRST_SETTINGS[name as keyof typeof FIRST_SETTINGS];
  const setting = history.settings.get(key) ?? { value: first, open: new Set<string>() };
  history.settings.set(key, setting);
  return setting;
}

/** Records the value of a setting, or adds a value that the bank may or may not have saved. */
function recordSetting(history: History, { customer, setting, state }: Operation): void {
  if (!setting || state === 'refused') return;
  const saved = getSetting(history, customer, setting.name);
  if (state === 'unanswered') saved.open.add(setting.value);
  else history.settings.set(`${customer.id} ${setting.name}`, { value: setting.value, open: new Set() });
}

/** Checks that each setting has its acknowledged value, or the complete value of a request without an answer. */
export async function compareSettings(
  bank: CrashBank,
  customer: Customer,
  history: History,
  problem: Problem,
): Promise<void> {
  for (const [name, actual] of Object.entries(await readSettings(bank, customer))) {
    const { value, open } = getSetting(history, customer, name);
    if (actual !== value && !open.has(actual))
      problem(`${customer.email}: ${name} is ${actual} instead of ${[value, ...open].join(' or ')}`);
    history.settings.set(`${customer.id} ${name}`, { value: actual, open: new Set() });
  }
}

/** Prepares an operation with one of the customer's products, or a payment if it isn't possible now. */
function useProduct(bank: CrashBank, customer: Customer, history: History, chance: Chance): Operation {
  return prepareOperation(PRODUCT_OPERATIONS, { bank, customer, history, chance });
}

function changeSetting(bank: CrashBank, customer: Customer, history: History, chance: Chance): Operation {
  return prepareOperation(SETTING_OPERATIONS, { bank, customer, history, chance });
}

/** The smallest amount of an operation with a product, in cents. */
const LEAST_CENTS = 1_000;
let products = 0;

function prepareOperation(
  operations: typeof PRODUCT_OPERATIONS,
  setup: Pick<Setup, 'bank' | 'customer' | 'history' | 'chance'>,
): Operation {
  const { bank, customer, history, chance } = setup;
  const { verb, prepare } = chance.oneOf(operations);
  const description = describeNew();
  products += 1;
  const prepared = prepare({ ...setup, description, cents: LEAST_CENTS + products });
  return prepared ? operation(verb, customer, prepared) : moveMoney(bank, customer, history, chance);
}

/** The functions that the load calls. A test compares them with the bank's functions. */
export const LOADED_VERBS: ReadonlySet<string> = new Set([
  ...['deposit', 'withdraw', 'transfer', 'charge_credit_card', 'pay_credit_card', 'pay_loan'],
  'import_transactions',
  ...[...PRODUCT_OPERATIONS, ...SETTING_OPERATIONS].map(({ verb }) => verb.replace(/ \(.*/, '')),
]);

function moveMoney(bank: CrashBank, customer: Customer, _history: History, chance: Chance): Operation {
  const { everyday, savings, card, loan } = customer;
  const description = describeNew();
  const cents = chance.between(1, 2000);
  const verbs: Record<string, { args: object; pages: Record<string, number> }> = {
    deposit: { args: { account_id: everyday }, pages: { [everyday]: cents } },
    withdraw: { args: { account_id: savings }, pages: { [savings]: -cents } },
    transfer: {
      args: { from_account_id: everyday, to_account_id: savings },
      pages: { [everyday]: -cents, [savings]: cents },
    },
    charge_credit_card: { args: { card_id: card }, pages: { [card]: -cents } },
    pay_credit_card: {
      args: { card_id: card, account_id: savings },
      pages: { [savings]: -cents, [card]: cents },
    },
    pay_loan: { args: { loan_id: loan, account_id: everyday }, pages: { [everyday]: -cents } },
  };
  const [verb, { args, pages }] = chance.oneOf(Object.entries(verbs));
  // Sometimes exceeds the balance, because a refused request must not leave anything behind.
  const tooMuch = verb === 'withdraw' && chance.fraction() < 0.1;
  const sent = {
    ...args,
    amount: tooMuch ? 900_000_000 : cents / 100,
    description,
    request_id: randomUUID(),
  };
  return operation(verb, customer, {
    send: () => call(bank, customer.token, verb, sent),
    entries: [{ description, pages }],
  });
}

function importRows(bank: CrashBank, customer: Customer, _history: History, chance: Chance): Operation {
  const { savings } = customer;
  const description = describeNew();
  const day = new Date().toISOString().slice(0, 10);
  const rows = Array.from({ length: ROWS_OF_AN_IMPORT }, (_, row) => ({
    day,
    amount: chance.between(1, 500) / 100,
    description: `${description} row ${row}`,
    external_id: `${description} ${row}`,
    // Posts the line even if it looks like a duplicate.
    choice: true,
  }));
  const sent = { account_id: savings, rows, file_name: `${description}.csv`, request_id: randomUUID() };
  return operation('import_transactions', customer, {
    send: () => call(bank, customer.token, 'import_transactions', sent),
    entries: rows.map(({ description, amount }) => ({
      description,
      pages: { [savings]: Math.round(amount * 100) },
    })),
  });
}

function uploadFile(bank: CrashBank, customer: Customer, history: History, chance: Chance): Operation {
  describeNew();
  const path = `avatars/${customer.id}/${count}.png`;
  const bytes = randomBytes(chance.between(1, 40_000));
  const pending = operation('upload', customer, {
    send: () => send(bank, customer.token, `/storage/v1/object/${path}`, { body: bytes, type: 'image/png' }),
    entries: [],
    repeatRefusal: /Duplicate|already exists/,
  });
  history.files.push({ operation: pending, path, bytes });
  return pending;
}

/**
 * Creates a single payment that is due soon, for the scheduler. First deletes finished rules, because a
 * customer can have at most 200.
 */
function createRule(bank: CrashBank, customer: Customer, history: History, chance: Chance): Operation {
  const description = describeNew();
  const id = randomUUID();
  const cents = chance.between(1, 2000);
  const pending = operation('rule', customer, {
    async send() {
      const [{ now } = { now: 0 }] = await bank.sql()<{ now: number }[]>`
        select bank.millis(bank.now_for(${customer.id})) as now`;
      const at = new Date(Number(now) + 3000).toISOString();
      const row = {
        id,
        name: description,
        account_id: customer.everyday,
        amount: cents / 100,
        frequency: 'DAILY',
        occurrences: 1,
        start_date: at.slice(0, 10),
        start_time: at.slice(11, 19),
      };
      return send(bank, customer.token, '/rest/v1/auto_deposits', { body: JSON.stringify(row) });
    },
    // Expects no entries here, because the check of `history.rules` verifies the rule's payment.
    entries: [],
    repeatRefusal: /23505/,
  });
  history.rules.push({
    operation: pending,
    id,
    expected: { description, pages: { [customer.everyday]: cents } },
  });
  return pending;
}

function fastForward(bank: CrashBank, customer: Customer, history: History, chance: Chance): Operation {
  describeNew();
  const pending = operation('advance', customer, {
    send: () =>
      send(bank, customer.token, '/functions/v1/advance', {
        body: JSON.stringify({ by: chance.oneOf(['PT1H', 'P1D', 'P3D', 'P1M', 'P2M']) }),
      }),
    entries: [],
    once: true,
  });
  history.fastForwards.push(pending);
  return pending;
}
