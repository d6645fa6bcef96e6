/**
 * The intents that `understand` returns and answers use. Amounts are major units, days `yyyy-MM-dd` in the
 * customer's time zone. Defaults are listed in `assumed`.
 */
import type { Decision } from '../engine/what-if/what-if.ts';
import type { Choice } from './parts.ts';

export type Day = string;

/** Days, both included; null for no bound. `words` fit into a sentence: "in October 2026", "since May 1, 2026". */
export type Period = { from: Day | null; to: Day | null; words: string };

export type Named = { id: string; name: string };

/** The customer's data for the parser, limited by row-level security. */
export type CustomerContext = {
  today: Day;
  timeZone: string;
  baseCurrency: string;
  /** Open ones. */
  accounts: readonly KnownAccount[];
  cards: readonly KnownCard[];
  loans: readonly KnownDebt[];
  mortgages: readonly KnownDebt[];
  scheduledPayments: readonly KnownPayment[];
  autoDeposits: readonly KnownDeposit[];
  /** People the customer pays. */
  contacts: readonly (Named & { address: string | null })[];
  /** Names of merchants and payees seen in the ledger, the most frequent first; a few hundred at most. */
  merchants: readonly string[];
  tags: readonly string[];
  categories: readonly KnownCategory[];
  budgets: readonly { categoryId: string; amount: number; currency: string }[];
  goals: readonly (Named & { target: number; currency: string; targetDay: Day | null })[];
};

export type KnownAccount = Named & {
  type: 'CHECKING' | 'SAVINGS' | 'INVESTMENT';
  currency: string;
  balance: number;
};
export type KnownCard = Named & { currency: string; balance: number; limit: number; frozen: boolean };
export type KnownDebt = Named & { currency: string; balance: number };
export type KnownPayment = Named & {
  /** The outside payee; null for own products. */
  payee: string | null;
  amount: number | null;
  frequency: PaymentFrequency;
  accountId: string;
  nextDay: Day | null;
};
export type KnownDeposit = Named & {
  amount: number;
  frequency: DepositFrequency;
  accountId: string;
  isPay: boolean;
  nextDay: Day | null;
};
export type KnownCategory = Named & { kind: 'spending' | 'income' };
export type PaymentFrequency = 'WEEKLY' | 'BIWEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'ANNUALLY';
export type DepositFrequency = 'HOURLY' | 'DAILY' | 'WEEKLY' | 'MONTHLY';

/** Earlier messages in chronological order. Answers pass the last few. */
export type Turn = { text: string; meaning: Intent };

/** An account, card, loan or mortgage of the customer. */
export type Place = { is: 'account' | 'card' | 'loan' | 'mortgage'; id: string };

/** An amount as it was said. `currency` is null where none was named: that of the place it is about. */
export type Utterance =
  | { is: 'exact'; amount: number; currency: string | null }
  /** "half of it", "all of it": of the balance of the account it leaves, or of what is owed when a debt is paid. */
  | { is: 'share'; share: number }
  /** Of the card that is paid. */
  | { is: 'minimum' }
  | { is: 'statement' };

/** Bounds as the search has them: `from` and `to` included, `above` and `below` not. */
export type Bounds = { from?: number; to?: number; above?: number; below?: number };

/** Something that was not said and was supplied, as it is to be said in the answer: "in October 2026, the last whole month". */
export type Assumed = { slot: string; words: string };

/** Which rows of the ledger: every condition that is not null holds. */
export type TransactionFilter = {
  /** Any of them. Categories have the bank's and the customer's own names. */
  categories: readonly Named[];
  /** As the ledger names it, or as the customer wrote it where the ledger has none like it. */
  merchant: string | null;
  /** Somebody the customer pays, or is paid by. */
  contact: Named | null;
  tag: string | null;
  /** Free words to search for. */
  words: string | null;
  places: readonly Place[];
  bounds: Bounds | null;
  period: Period | null;
};

export type FlowMeasure =
  | `average_${'month' | 'week' | 'day'}`
  | `by_${'category' | 'merchant' | 'month'}`
  | 'total'
  | 'average'
  | 'count'
  | 'largest'
  | 'smallest';

export type Question =
  /** `of`: one place, all accounts of a type, all accounts, everything owed, or what is left when it is taken off. */
  | {
      kind: 'balance';
      of:
        | { is: 'place'; place: Place }
        | { is: 'accounts'; type: KnownAccount['type'] | null; currency: string | null }
        | { is: 'debts' }
        | { is: 'net_worth' };
      /** Of a day that has gone; null for now. */
      on: Day | null;
    }
  /** Money that went out or came in, added up. `limit` is for the largest and the lists. */
  | {
      kind: 'flow';
      direction: 'out' | 'in' | 'net';
      measure: FlowMeasure;
      filter: TransactionFilter;
      /** Compared with it: what changed. */
      compare: Period | null;
      limit: number | null;
    }
  /** Rows themselves. `last` and `first` ask when or how much it was. */
  | {
      kind: 'rows';
      which: 'list' | 'last' | 'first' | 'largest' | 'smallest';
      direction: 'out' | 'in' | null;
      filter: TransactionFilter;
      limit: number | null;
    }
  /** Upcoming events: `about` is a rule's id, `place` a card, loan, or mortgage with a due date. */
  | {
      kind: 'upcoming';
      direction: 'out' | 'in' | 'both';
      period: Period | null;
      about: Named | null;
      place: Place | null;
      ask: 'list' | 'next' | 'total';
    }
  | { kind: 'subscriptions'; ask: 'list' | 'total' }
  /** Without a category: all of them. */
  | {
      kind: 'budget';
      category: Named | null;
      ask: 'left' | 'spent' | 'limit' | 'standing';
      period: Period | null;
    }
  | { kind: 'goal'; goal: Named | null; ask: 'when' | 'progress' | 'needed' }
  | {
      kind: 'card';
      card: Named;
      ask:
        | 'balance'
        | 'statement'
        | 'minimum'
        | 'due'
        | 'available'
        | 'limit'
        | 'utilization'
        | 'apr'
        | 'rewards'
        | 'frozen'
        | 'overview';
    }
  /** All cards together where no card is named. */
  | { kind: 'cards'; ask: 'available' | 'utilization' | 'limit' | 'due' | 'rewards' | 'overview' }
  | {
      kind: 'debt';
      debt: Place;
      ask: 'owed' | 'next_payment' | 'payment' | 'payoff_date' | 'interest' | 'rate' | 'overview';
      /** Of interest. */
      period: Period | null;
    }
  /** Of the amount, if one was named; the place where one was named or only one can be meant. */
  | {
      kind: 'why';
      what: 'interest' | 'fee' | 'amount' | 'payment' | 'decline' | 'spending';
      amount: number | null;
      place: Place | null;
      filter: TransactionFilter;
    }
  | { kind: 'interest'; direction: 'paid' | 'earned'; places: readonly Place[]; period: Period }
  | { kind: 'afford'; name: string; amount: number; currency: string | null; on: Day; place: Place | null }
  /** When a balance, or all cash where no account is named, reaches an amount. */
  | { kind: 'how_long'; amount: number; currency: string | null; place: Place | null }
  | { kind: 'forecast'; on: Day; place: Place | null; ask: 'balance' | 'lowest' }
  | { kind: 'safe_to_spend' }
  | { kind: 'credit_score'; ask: 'score' | 'why' | 'improve' | 'change' }
  /** Run beside the life as it is. Ids of decisions are unique in the meaning. */
  | { kind: 'what_if'; name: string; decisions: readonly Decision[] }
  /** Which debt to pay off first, snowball against avalanche: both are run. */
  | { kind: 'debt_strategies'; monthly: number | null }
  /** `term` as a glossary names it, or as it was written. */
  | { kind: 'explain'; term: string }
  /** How something is done in the bank, or where it is. */
  | { kind: 'help'; topic: string }
  | { kind: 'exchange'; amount: number; from: string; to: string; on: Day | null }
  | { kind: 'happened'; what: 'digest' | 'notifications'; period: Period | null }
  | { kind: 'date' }
  | { kind: 'capabilities' }
  | { kind: 'social'; what: 'greeting' | 'thanks' | 'goodbye' | 'praise' | 'complaint' };

export type PayTarget =
  | { is: 'account' | 'card' | 'loan' | 'mortgage'; id: string }
  | { is: 'payee'; name: string };

export type Action =
  | { kind: 'transfer'; from: Named; to: Named; amount: Utterance }
  | { kind: 'pay_card'; card: Named; from: Named; amount: Utterance }
  | { kind: 'pay_debt'; product: 'loan' | 'mortgage'; debt: Named; from: Named; amount: Utterance }
  /** `address` stands alone where it is nobody the customer knows yet. */
  | {
      kind: 'pay_person';
      contact: Named | null;
      address: string | null;
      from: Named;
      amount: Utterance;
      note: string | null;
    }
  /** `frequency` is null for a single time. */
  | {
      kind: 'schedule';
      to: PayTarget;
      from: Named;
      amount: Exclude<Utterance, { is: 'share' }>;
      frequency: PaymentFrequency | null;
      on: Day;
      name: string;
    }
  | {
      kind: 'auto_deposit';
      account: Named;
      amount: number;
      currency: string | null;
      frequency: DepositFrequency;
      on: Day;
      name: string;
    }
  | { kind: 'freeze'; card: Named; frozen: boolean }
  /** Of this month and those after it. */
  | { kind: 'set_budget'; category: Named; amount: number }
  | { kind: 'fast_forward'; to: Day }
  /** The last thing the assistant did. */
  | { kind: 'undo' }
  /** The open proposal. */
  | { kind: 'confirm' }
  | { kind: 'dismiss' };

/** Understood, but for one thing: it is asked for, and the next turn is read as its answer. */
export type Missing = {
  kind: 'missing';
  /** The intent once the slot is filled. */
  of: (Question | Action)['kind'];
  slot: string;
  /** "From which account?" */
  question: string;
  /** The understood part, shown with the question: "Transfer $200.00 to Rainy Day Savings". */
  understood: string;
  /**
   * The choices as buttons; `ask` is a sentence that `understand` parses completely. Empty for open values
   * such as an amount.
   */
  choices: readonly Choice[];
  /** The text that was understood so far: for the next turn. */
  text: string;
};

export type BeyondReason =
  /** A part of the sentence that nothing explains: `about` holds it. */
  | 'not_understood'
  | 'two_at_once'
  | 'investment_advice'
  | 'advice'
  | 'another_person'
  | 'outside_world'
  | 'outside_bank'
  | 'amount'
  | 'period'
  | 'unknown_name'
  | 'no_such_product'
  | 'nothing_open'
  | 'secrets'
  | 'too_long'
  | 'empty';

/** An honest refusal. `words` are the sentence to say; the choices are what it can do that comes nearest, three at most. */
export type Beyond = {
  kind: 'beyond';
  reason: BeyondReason;
  about: string | null;
  words: string;
  choices: readonly Choice[];
};

export type Intent = ((Question | Action) & { assumed: readonly Assumed[] }) | Missing | Beyond;
