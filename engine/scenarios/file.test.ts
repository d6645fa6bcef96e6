import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TINY_SCENARIO } from '../testing/tiny-scenario.ts';
import { parseScenario, parseScenarioValue, problemLine } from './file.ts';

type Json = ReturnType<JSON['parse']>;
const FOLDER = new URL('../../content/scenarios/', import.meta.url);

/** Returns the problems in the tiny scenario's file after an edit. */
function problemsAfter(edit: (file: Json) => void): string[] {
  const file: Json = structuredClone(TINY_SCENARIO);
  edit(file);
  const read = parseScenario(JSON.stringify(file));
  return 'problems' in read ? read.problems.map(problemLine) : [];
}

const BROKEN: [string, (file: Json) => void, string][] = [
  [
    'an unknown format',
    (f) => {
      f.format = 'other';
    },
    'This isn’t a scenario file: "format": "sandbank-pack" is missing.',
  ],
  [
    'a newer version',
    (f) => {
      f.version = 2;
    },
    'This file is for a newer version of Sandbank.',
  ],
  [
    'no title',
    (f) => {
      delete f.title;
    },
    'title: is missing: expected text.',
  ],
  [
    'an empty title',
    (f) => {
      f.title = '  ';
    },
    "title: expected text that isn't empty.",
  ],
  [
    'a topic that is none',
    (f) => {
      f.topics = ['crypto'];
    },
    'topics[0]: expected one of: earning, spending, saving, investing, credit, managing risk.',
  ],
  [
    'a length of no months',
    (f) => {
      f.months = 0;
    },
    'months: expected a whole number from 1 to 120.',
  ],
  [
    'a field of its own',
    (f) => {
      f.leaderboard = true;
    },
    'leaderboard: is an unknown field.',
  ],
  [
    'an id with capitals',
    (f) => {
      f.start.goals[0].id = 'Reserve';
    },
    'start.goals[0].id: expected a lowercase name of up to 40 letters, digits, and hyphens that starts with a letter.',
  ],
  [
    'three decimals',
    (f) => {
      f.start.accounts[0].balance = 10.001;
    },
    'start.accounts[0].balance: expected an amount with at most 2 decimals.',
  ],
  [
    'an amount in quotes',
    (f) => {
      f.start.accounts[0].balance = '10';
    },
    'start.accounts[0].balance: expected an amount in dollars.',
  ],
  [
    'a debt of nothing',
    (f) => {
      f.start.loans[0].lent = 0;
    },
    'start.loans[0].lent: expected an amount above zero.',
  ],
  [
    'no accounts',
    (f) => {
      f.start.accounts = [];
    },
    'start.accounts: expected a list with at least one account.',
  ],
  [
    'a list that is none',
    (f) => {
      f.start.cards = {};
    },
    'start.cards: expected a list.',
  ],
  [
    'a day that no month must have',
    (f) => {
      f.start.cards[0].dueDay = 31;
    },
    'start.cards[0].dueDay: expected a whole number from 1 to 28.',
  ],
  [
    'a beginning that is none',
    (f) => {
      f.start.begins = 'today';
    },
    'start.begins: expected "next month", { "month": 1 to 12 }, or { "on": the first day of a month, such as "2030-01-01" }.',
  ],
  [
    'two things of one name',
    (f) => {
      f.start.loans[0].id = 'card';
    },
    'start.loans[0].id: "card" is already used in "start".',
  ],
  [
    'pay to a card',
    (f) => {
      f.start.incomes[0].to = 'card';
    },
    'start.incomes[0].to: expected an id of type account, but "card" is of type card.',
  ],
  [
    'rent from nowhere',
    (f) => {
      f.start.payments[0].from = 'giro';
    },
    'start.payments[0].from: expected an id of type account, but the scenario has no "giro".',
  ],
  [
    'a statement of the landlord',
    (f) => {
      f.start.payments[0].amount = 'statement';
    },
    'start.payments[0].amount: expected an amount, because only cards have a statement.',
  ],
  [
    'a category of its own',
    (f) => {
      f.start.payments[0].category = 'Boats';
    },
    'start.payments[0].category: expected one of: Housing, Transportation, Food, Utilities, Healthcare, Entertainment, Shopping, Personal, Savings, Other.',
  ],
  [
    'more on a card than it bears',
    (f) => {
      f.start.cards[0].balance = 1_001;
    },
    'start.cards[0].balance: expected an amount no higher than the card\'s "limit".',
  ],
  [
    'a loan that is repaid',
    (f) => {
      f.start.loans[0].paid = 24;
    },
    'start.loans[0].paid: expected fewer paid installments than the term of 24 months.',
  ],
  [
    'an event after the end',
    (f) => {
      f.events[0].day = 59;
    },
    "events[0].day: expected a day within the scenario's 2 months, no later than 58.",
  ],
  [
    'an event of no kind',
    (f) => {
      f.events[0].kind = 'meteor';
    },
    'events[0].kind: expected "kind" as one of: job loss, bill, windfall, rate change, price rises, market fall, card fraud, news.',
  ],
  [
    'a measure of no account',
    (f) => {
      delete f.objectives[0].measure.of;
    },
    'objectives[0].measure.of: is missing: expected an id of type account.',
  ],
  [
    'a measure of two minds',
    (f) => {
      f.objectives[0].measure.atMost = 9;
    },
    'objectives[0].measure.atLeast: expected either "atLeast" or "atMost".',
  ],
  [
    'nothing to be won',
    (f) => {
      f.objectives[0].required = false;
    },
    'objectives: expected at least one required objective.',
  ],
  [
    'a number nobody knows',
    (f) => {
      f.story[0] = '{start.yacht.price}';
    },
    'story[0]: unknown placeholder {start.yacht.price}.',
  ],
  [
    'a number told too early',
    (f) => {
      f.story[0] = '{play.cash}';
    },
    "story[0]: {play.cash} isn't available here yet.",
  ],
];

describe('a scenario file', () => {
  it.each(BROKEN)('with %s is rejected in plain words', (_, edit, text) => {
    expect(problemsAfter(edit)).toEqual([text]);
  });

  it('that is valid is parsed unchanged', () => {
    expect(parseScenario(`\uFEFF${JSON.stringify(TINY_SCENARIO)}`)).toEqual({ pack: TINY_SCENARIO });
  });

  it('may not use names that have a meaning in JavaScript', () => {
    const file = JSON.stringify(TINY_SCENARIO).replace('"seed":7', '"seed":7,"__proto__":{"admin":true}');
    expect(parseScenario(file)).toEqual({
      problems: [{ path: '__proto__', text: "isn't allowed as a name." }],
    });
    expect(
      problemsAfter((f) => {
        f.start.payments[0].id = 'constructor';
      }),
    ).toEqual([]);
    expect(Object.prototype).not.toHaveProperty('admin');
  });

  it('lists all errors together, at most fifty', () => {
    const file: Json = structuredClone(TINY_SCENARIO);
    file.events = Array.from({ length: 60 }, () => ({}));
    const read = parseScenarioValue(file);
    expect('problems' in read && read.problems.length).toBe(50);
  });

  it.each([
    ['x'.repeat(256 * 1024 + 1), /up to 256 KB/],
    ['{"format": ', /^The file isn't valid JSON: /],
    ['[]', /^This isn’t a scenario file/],
    ['null', /^This isn’t a scenario file/],
    [`{"format":"sandbank-pack","a":${'['.repeat(100)}${']'.repeat(100)}}`, /nested too deeply/],
  ])('is rejected if invalid (%#)', (text, pattern) => {
    const read = parseScenario(text);
    expect('problems' in read && read.problems.map(problemLine).join()).toMatch(pattern);
  });

  it.each(readdirSync(FOLDER).filter((name) => name.endsWith('.json')))('%s is valid', (name) => {
    const read = parseScenario(readFileSync(new URL(name, FOLDER), 'utf8'));
    expect('problems' in read ? read.problems.map(problemLine) : []).toEqual([]);
  });
});
