import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDay } from '../calendar/calendar.ts';
import { readWhatIfFile, toWhatIfFile } from './file.ts';
import type { Decision, WhatIf } from './what-if.ts';

const id = fc.string({ minLength: 1, maxLength: 36 });
const name = fc.string({ minLength: 1, maxLength: 80 }).filter((text) => text.trim() === text);
const on = fc.integer({ min: parseDay('2020-01-01'), max: parseDay('2100-01-01') });
const amount = fc.integer({ min: 1, max: 99_999_999_999 });
const rate = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);
const frequency = fc.constantFrom('WEEKLY' as const, 'MONTHLY' as const);
const only = <Kind extends Decision['kind']>(kind: Kind) => fc.constant(kind);

const shared = { on, accountId: id, name, amount };
const decision: fc.Arbitrary<Omit<Decision, 'id'>> = fc.oneof(
  fc.record({ on, kind: only('extra_payment'), debtId: id, monthly: amount }),
  fc.record({ on, kind: only('lump_payment'), debtId: id, amount, accountId: id }),
  fc.record({ ...shared, kind: only('new_bill'), frequency, category: name }),
  fc.record({ ...shared, kind: only('new_income'), frequency, until: on }),
  fc.record({ on, kind: only('save'), from: id, to: id, amount, frequency }),
  fc.record({ on, kind: only('stop_rule'), ruleId: id }),
  fc.record({ on, kind: only('change_rule'), ruleId: id, amount }),
  fc.record({ ...shared, kind: only('purchase') }),
  fc.record({ ...shared, kind: only('take_loan'), rate, months: fc.integer({ min: 1, max: 600 }) }),
  fc.record({ on, kind: only('shock'), shock: fc.constant('market_fall' as const), size: rate }),
  fc.record({
    on,
    kind: only('debt_strategy'),
    strategy: fc.constant('custom' as const),
    order: fc.array(id, { maxLength: 5 }),
    monthly: amount,
    accountId: id,
  }),
  fc.record({
    on,
    kind: only('buy_home'),
    name,
    accountId: id,
    price: amount,
    downPayment: amount,
    rate,
    years: fc.integer({ min: 1, max: 50 }),
  }),
);

const branch: WhatIf = {
  id: 'b',
  name: 'A boat',
  decisions: [{ id: 'd', on: parseDay('2027-01-01'), kind: 'stop_rule', ruleId: 'gym' }],
};
const file = JSON.parse(toWhatIfFile(branch));
const withDecision = (change: object) =>
  JSON.stringify({ ...file, branch: { ...branch, decisions: [{ ...branch.decisions[0], ...change }] } });

describe('a what-if file', () => {
  it('round-trips', () => {
    fc.assert(
      fc.property(id, name, fc.array(decision, { maxLength: 6 }), (branchId, branchName, kinds) => {
        const decisions = kinds.map((kind, index) => ({ ...kind, id: `d${index}` })) as Decision[];
        const kept = { id: branchId, name: branchName, decisions };
        expect(readWhatIfFile(toWhatIfFile(kept))).toEqual({ branch: kept });
      }),
    );
  });

  it.each([
    ['', 'This file isn’t a what-if, or it’s damaged.'],
    ['{"format":', 'This file isn’t a what-if, or it’s damaged.'],
    [JSON.stringify({ ...file, version: 2 }), 'This file is from a newer version of Sandbank.'],
  ])("that can't be read says so: %s", (text, problem) => {
    expect(readWhatIfFile(text)).toEqual({ problem });
  });

  it.each([
    ['null', /^This file isn’t a what-if\.$/u],
    ['[]', /^This file isn’t a what-if/u],
    [JSON.stringify({ ...file, format: 'household' }), /\(format: /u],
    [withDecision({ kind: 'rob_bank' }), /\(branch › decisions › 0 › kind: /u],
    [withDecision({ kind: 'change_rule', amount: 1.5 }), /\(branch › decisions › 0 › amount: /u],
    [withDecision({ kind: 'change_rule', amount: -5 }), /\(branch › decisions › 0 › amount: /u],
    [withDecision({ on: 'tomorrow' }), /\(branch › decisions › 0 › on: /u],
    [
      JSON.stringify({
        ...file,
        branch: { ...branch, decisions: [branch.decisions[0], branch.decisions[0]] },
      }),
      /Two decisions have the same id\./u,
    ],
  ])('with an error names its place in a sentence: %s', (text, problem) => {
    const read = readWhatIfFile(text);
    expect('problem' in read && read.problem).toMatch(problem);
  });
});
