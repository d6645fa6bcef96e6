// The load during crashes: money movements, imports, uploads, scheduled rules, and fast-forwards.
import { randomBytes, randomUUID } from 'node:crypto';
import type { Chance } from '../chance.ts';
import { type CrashBank, pause } from './bank.ts';
import { type Customer, type Expected, type Operation, perform } from './journal.ts';
import { call, send } from './requests.ts';

const ROWS_OF_AN_IMPORT = 25;
/** The prefix of the proof's own entries. All others are the engine's. */
export const WORDS = 'Asked ';

/** All requests with their files, rules, and fast-forwards, for the checks. */
export type Kept = {
  operations: Operation[];
  files: { operation: Operation; path: string; bytes: Uint8Array }[];
  rules: { operation: Operation; id: string; expected: Expected }[];
  leaps: Operation[];
};

export const nothingKept = (): Kept => ({ operations: [], files: [], rules: [], leaps: [] });

type Make = (bank: CrashBank, customer: Customer, kept: Kept, chance: Chance) => Operation;

/** The workers of each customer and their actions. */
const WORKERS: { make: Make; pauseMs: number }[] = [
  { make: moveMoney, pauseMs: 0 },
  { make: moveMoney, pauseMs: 5 },
  { make: moveMoney, pauseMs: 20 },
  { make: importRows, pauseMs: 500 },
  { make: uploadFile, pauseMs: 60 },
  { make: makeRule, pauseMs: 700 },
  { make: fastForward, pauseMs: 250 },
];

/** Runs all customers until stopped, and then waits for running requests. */
export function startLoad(
  bank: CrashBank,
  customers: readonly Customer[],
  kept: Kept,
  chance: Chance,
  odd: (text: string) => void,
): { stop(): Promise<void> } {
  let stopped = false;
  const workers = customers.flatMap((customer) =>
    WORKERS.map(async ({ make, pauseMs }) => {
      while (!stopped) {
        const operation = make(bank, customer, kept, chance);
        kept.operations.push(operation);
        await perform(operation, odd);
        // Pauses briefly after a missing response, because the bank may be down.
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

let made = 0;

function operation(
  verb: string,
  customer: Customer,
  { ask, entries, ...more }: Pick<Operation, 'ask' | 'entries'> & Partial<Operation>,
): Operation {
  return { name: `${verb} ${made}`, verb, customer, ask, entries, state: 'unanswered', answer: '', ...more };
}

function describeNew(): string {
  made += 1;
  return `${WORDS}${made}`;
}

function moveMoney(bank: CrashBank, customer: Customer, _kept: Kept, chance: Chance): Operation {
  const { everyday, savings, card, loan } = customer;
  const words = describeNew();
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
  // Sometimes more than the balance, because refusals must leave nothing behind either.
  const tooMuch = verb === 'withdraw' && chance.fraction() < 0.1;
  const sent = {
    ...args,
    amount: tooMuch ? 900_000_000 : cents / 100,
    description: words,
    request_id: randomUUID(),
  };
  return operation(verb, customer, {
    ask: () => call(bank, customer.token, verb, sent),
    entries: [{ words, pages }],
  });
}

function importRows(bank: CrashBank, customer: Customer, _kept: Kept, chance: Chance): Operation {
  const { savings } = customer;
  const words = describeNew();
  const day = new Date().toISOString().slice(0, 10);
  const rows = Array.from({ length: ROWS_OF_AN_IMPORT }, (_, row) => ({
    day,
    amount: chance.between(1, 500) / 100,
    description: `${words} row ${row}`,
    external_id: `${words} ${row}`,
    // Posted even if it looks like a duplicate.
    wish: true,
  }));
  const sent = { account_id: savings, rows, file_name: `${words}.csv`, request_id: randomUUID() };
  return operation('import_transactions', customer, {
    ask: () => call(bank, customer.token, 'import_transactions', sent),
    entries: rows.map(({ description, amount }) => ({
      words: description,
      pages: { [savings]: Math.round(amount * 100) },
    })),
  });
}

function uploadFile(bank: CrashBank, customer: Customer, kept: Kept, chance: Chance): Operation {
  describeNew();
  const path = `avatars/${customer.id}/${made}.png`;
  const bytes = randomBytes(chance.between(1, 40_000));
  const asked = operation('upload', customer, {
    ask: () => send(bank, customer.token, `/storage/v1/object/${path}`, { body: bytes, type: 'image/png' }),
    entries: [],
    again: /Duplicate|already exists/,
  });
  kept.files.push({ operation: asked, path, bytes });
  return asked;
}

/**
 * A single payment due soon, for the scheduler. Deletes finished ones, because customers can have at most
 * 200.
 */
function makeRule(bank: CrashBank, customer: Customer, kept: Kept, chance: Chance): Operation {
  const words = describeNew();
  const id = randomUUID();
  const cents = chance.between(1, 2000);
  const asked = operation('rule', customer, {
    async ask() {
      const [{ now } = { now: 0 }] = await bank.sql()<{ now: number }[]>`
        select bank.millis(bank.now_for(${customer.id})) as now`;
      const at = new Date(Number(now) + 3000).toISOString();
      const row = {
        id,
        name: words,
        account_id: customer.everyday,
        amount: cents / 100,
        frequency: 'DAILY',
        occurrences: 1,
        start_date: at.slice(0, 10),
        start_time: at.slice(11, 19),
      };
      return send(bank, customer.token, '/rest/v1/auto_deposits', { body: JSON.stringify(row) });
    },
    // The checks compare its result separately.
    entries: [],
    again: /23505/,
  });
  kept.rules.push({ operation: asked, id, expected: { words, pages: { [customer.everyday]: cents } } });
  return asked;
}

function fastForward(bank: CrashBank, customer: Customer, kept: Kept, chance: Chance): Operation {
  describeNew();
  const asked = operation('advance', customer, {
    ask: () =>
      send(bank, customer.token, '/functions/v1/advance', {
        body: JSON.stringify({ by: chance.oneOf(['PT1H', 'P1D', 'P3D', 'P1M', 'P2M']) }),
      }),
    entries: [],
    once: true,
  });
  kept.leaps.push(asked);
  return asked;
}
