/**
 * Actions that win and lose the included scenarios, listed by day. The actions refer to products by their
 * names in the scenario. Amounts are in dollars, and days count from the start. Tests can run the actions
 * through the bank's functions, in a browser, or in the engine.
 */
export type ScenarioAct =
  | { do: 'transfer'; from: string; to: string; amount: number }
  /**
   * The balance to keep in the account. Any excess goes to the other account, which also covers any
   * shortfall.
   */
  | { do: 'level'; account: string; with: string; keep: number }
  /** A recurring transfer to another account, or a recurring payment on a card or loan, from this day on. */
  | { do: 'standing'; from: string; to: string; amount: number; day: number }
  /** A payment of at most the balance owed and at most the account's balance. */
  | { do: 'pay'; on: string; from: string; amount: number }
  /** Turns on autopay of installments, or of full statements. */
  | { do: 'autopay'; of: string; from: string }
  | { do: 'freeze'; card: string }
  | { do: 'stop'; rule: string }
  | { do: 'pause'; debt: string; months: number }
  /** Refinances several loans with a new one on autopay. */
  | { do: 'refinance'; loans: string[]; months: number; pays: string }
  /** The percentage of pay that goes to a 401(k) from the next paycheck on. */
  | { do: 'contribute'; income: string; percent: number }
  /** A monthly limit for a category. */
  | { do: 'limit'; card: string; category: string; amount: number }
  | { do: 'buy home'; price: number; down: number; rate: number; years: number; from: string; pays: string };

export type ScenarioLine = readonly (readonly [day: number, ...acts: ScenarioAct[]])[];

const transfer = (from: string, to: string, amount: number): ScenarioAct => ({
  do: 'transfer',
  from,
  to,
  amount,
});
const level = (account: string, counterAccount: string, keep: number): ScenarioAct => ({
  do: 'level',
  account,
  with: counterAccount,
  keep,
});
const status = (from: string, to: string, amount: number, day: number): ScenarioAct => ({
  do: 'standing',
  from,
  to,
  amount,
  day,
});
const pay = (on: string, from: string, amount: number): ScenarioAct => ({ do: 'pay', on, from, amount });
const autopay = (of: string, from = 'checking'): ScenarioAct => ({ do: 'autopay', of, from });
const freeze = (card: string): ScenarioAct => ({ do: 'freeze', card });
const stop = (rule: string): ScenarioAct => ({ do: 'stop', rule });
const contribute = (income: string, percent: number): ScenarioAct => ({ do: 'contribute', income, percent });
const limit = (category: string, amount: number): ScenarioAct => ({
  do: 'limit',
  card: 'card',
  category,
  amount,
});
const buyHome = (down: number): ScenarioAct => ({
  do: 'buy home',
  price: 228_000,
  down,
  rate: 6.6,
  years: 30,
  from: 'savings',
  pays: 'checking',
});

/**
 * On each payday, sets aside 30% of the pay for taxes and keeps 2,500 for living costs. The pay is the
 * retainer, or the retainer plus the payment for a job.
 */
const invoice = (day: number, amount: number): ScenarioLine[number] => [
  day,
  transfer('checking', 'tax', Math.round(amount * 0.3)),
  level('checking', 'savings', 2_500),
];

/**
 * Actions on the first and in the middle of each month without pay. Each action keeps little more in checking
 * than the bills that are due before the next action.
 */
const lean: ScenarioLine = [
  [61, level('checking', 'savings', 2_050)],
  [75, level('checking', 'savings', 1_050)],
  [92, level('checking', 'savings', 2_050)],
  [106, level('checking', 'savings', 1_050)],
  [122, level('checking', 'savings', 2_050)],
  [136, level('checking', 'savings', 1_050)],
  [153, level('checking', 'savings', 2_050)],
  [167, level('checking', 'savings', 1_050)],
  [184, level('checking', 'savings', 2_050)],
  [198, level('checking', 'savings', 1_050)],
  [214, level('checking', 'savings', 2_050)],
  [228, level('checking', 'savings', 1_050)],
  // These actions happen after the benefit ends and before any pay arrives.
  [245, level('checking', 'savings', 2_500)],
  [260, level('checking', 'savings', 1_300)],
  [275, level('checking', 'savings', 2_050)],
  [289, level('checking', 'savings', 1_300)],
];

type Lines = {
  won: ScenarioLine;
  /** A common mistake, and the objective or condition that it fails. */
  mistake: string;
  by: string;
  lost: ScenarioLine;
};

export const SCENARIO_LINES: Record<string, Lines> = {
  'first-salary': {
    won: [
      [0, autopay('card'), contribute('pay', 4), status('checking', 'savings', 650, 2)],
      [69, transfer('checking', 'savings', 300)],
    ],
    mistake: 'saves what is left at the end of the month',
    by: 'reserve',
    lost: [
      [0, autopay('card')],
      [28, level('checking', 'savings', 380)],
      [58, level('checking', 'savings', 380)],
      [89, level('checking', 'savings', 380)],
      [119, level('checking', 'savings', 380)],
    ],
  },
  'credit-card-trap': {
    won: [
      [
        1,
        freeze('plains'),
        freeze('store'),
        pay('store', 'savings', 1_800),
        pay('store', 'checking', 90),
        status('checking', 'plains', 240, 2),
        status('checking', 'plains', 240, 16),
      ],
    ],
    mistake: 'pays the minimum on both and keeps the savings',
    by: 'store-gone',
    lost: [],
  },
  'buying-a-home': {
    won: [
      [30, level('checking', 'savings', 2_500)],
      [90, level('checking', 'savings', 2_500)],
      [140, level('checking', 'savings', 2_500), buyHome(27_360)],
      [200, level('checking', 'savings', 2_500)],
      [255, level('checking', 'savings', 2_500)],
    ],
    mistake: 'puts everything down',
    by: 'bills',
    lost: [
      [30, level('checking', 'savings', 2_500)],
      [90, level('checking', 'savings', 2_500)],
      [140, level('checking', 'savings', 2_500), buyHome(43_000)],
    ],
  },
  'job-loss': {
    won: [
      [34, stop('gym'), stop('tv'), stop('lawn'), { do: 'pause', debt: 'car', months: 3 }],
      [35, level('checking', 'savings', 2_500)],
      [45, level('checking', 'savings', 1_350)],
      ...lean,
    ],
    mistake: 'pays off the car and lives as before',
    by: 'house',
    lost: [
      [14, pay('car', 'savings', 8_600)],
      [34, level('checking', 'savings', 2_600)],
    ],
  },
  'student-debt': {
    won: [
      [1, status('checking', 'private', 135, 3), status('checking', 'private', 315, 16)],
      [76, pay('private', 'checking', 900)],
      [351, pay('private', 'checking', 1_400)],
      [
        425,
        pay('private', 'checking', 400),
        status('checking', 'last-year', 120, 3),
        status('checking', 'last-year', 380, 16),
      ],
    ],
    mistake: 'makes one cheap installment of three',
    by: 'cheap',
    lost: [
      [18, { do: 'refinance', loans: ['federal', 'last-year', 'private'], months: 120, pays: 'checking' }],
    ],
  },
  retirement: {
    won: [
      [130, stop('draw'), status('savings', 'checking', 1_700, 1)],
      [1_000, transfer('fund', 'savings', 5_000)],
    ],
    mistake: 'sells everything after the second fall',
    by: 'lasts',
    lost: [
      [220, stop('draw'), transfer('fund', 'savings', 200_000), status('savings', 'checking', 2_100, 1)],
    ],
  },
  inflation: {
    won: [
      [1, transfer('checking', 'savings', 17_500)],
      [
        35,
        stop('meal'),
        stop('tv'),
        stop('club'),
        limit('Food', 1_200),
        limit('Entertainment', 140),
        limit('Shopping', 180),
      ],
      [300, level('checking', 'savings', 4_000)],
    ],
    mistake: 'leaves the money on checking',
    by: 'not-idle',
    lost: [],
  },
  'freelancer-year': {
    won: [
      [0, autopay('card')],
      invoice(1, 1_450),
      invoice(9, 4_800),
      invoice(29, 1_450),
      invoice(45, 2_400),
      invoice(64, 8_350),
      invoice(90, 1_450),
      invoice(121, 1_450),
      invoice(139, 1_300),
      invoice(151, 1_450),
      invoice(158, 3_900),
      invoice(182, 1_450),
      invoice(202, 900),
      invoice(213, 1_450),
      invoice(219, 5_600),
      invoice(243, 1_450),
      invoice(260, 2_300),
      invoice(277, 10_250),
      invoice(304, 1_450),
      invoice(335, 1_450),
      invoice(349, 2_600),
    ],
    mistake: 'puts the tax aside when it is due',
    by: 'taxes',
    lost: [
      [0, autopay('card')],
      [72, transfer('checking', 'tax', 2_900)],
      [133, level('checking', 'tax', 900)],
    ],
  },
};
