/**
 * The intents that `understand` returns and answers use. Amounts are major units, days `yyyy-MM-dd` in the
 * customer's time zone. Defaults are listed in `assumed`.
 */
import type { Decision } from '../engine/what-if/what-if.ts';
import type { Choice } from './parts.ts';

export type Day = string;

/** Inclusive days; null for no limit. `words` fit into a sentence: "in October 2026", "since May 1, 2026". */
export type Period = { from: Day | null; to: Day | null; words: string };

export type Named = { id: string; name: string };

/** The customer's data for the parser, limited by row-level security. */
export type CustomerContext = {
  today: Day;
  timeZone: string;
  baseCurrency: string;
  /** Open ones. */
  accounts: readonly CustomerAccount[];
  cards: readonly CustomerCard[];
  loans: readonly CustomerDebt[];
  mortgages: readonly CustomerDebt[];
  scheduledPayments: readonly CustomerPayment[];
  autoDeposits: readonly CustomerDeposit[];
  /** People whom the customer pays. */
  contacts: readonly (Named & { address: string | null })[];
  /** Merchants and payees in the ledger, most frequent first; at most a few hundred. */
  merchants: readonly string[];
  tags: readonly string[];
  categories: readonly CustomerCategory[];
  budgets: readonly { categoryId: string; amount: number; currency: string }[];
  goals: readonly (Named & { target: number; currency: string; targetDay: Day | null })[];
};

export type CustomerAccount = Named & {
  type: 'CHECKING' | 'SAVINGS' | 'INVESTMENT';
  currency: string;
  balance: number;
};
export type CustomerCard = Named & { currency: string; balance: number; limit: number; frozen: boolean };
export type CustomerDebt = Named & { currency: string; balance: number };
export type CustomerPayment = Named & {
  /** The outside payee; null for own products. */
  payee: string | null;
  amount: number | null;
  frequency: PaymentFrequency;
  accountId: string;
  nextDay: Day | null;
};
export type CustomerDeposit = Named & {
  amount: number;
  frequency: DepositFrequency;
  accountId: string;
  isPay: boolean;
  nextDay: Day | null;
};
export type CustomerCategory = Named & { kind: 'spending' | 'income' };
export type PaymentFrequency = 'WEEKLY' | 'BIWEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'ANNUALLY';
export type DepositFrequency = 'HOURLY' | 'DAILY' | 'WEEKLY' | 'MONTHLY';

/** Earlier messages in chronological order. Answers pass the last few. */
export type Turn = { text: string; meaning: Intent };

/** A product of the customer: account, card, loan, or mortgage. */
export type Place = { is: 'account' | 'card' | 'loan' | 'mortgage'; id: string };

/** An amount as stated. `currency` is null if unstated, in which case the product's applies. */
export type Utterance =
  | { is: 'exact'; amount: number; currency: string | null }
  /** "half of it", "all of it": of the source account's balance, or of the debt to pay. */
  | { is: 'share'; share: number }
  /** Of the card to pay. */
  | { is: 'minimum' }
  | { is: 'statement' };

/** Limits as in the search language: `from` and `to` are inclusive, `above` and `below` exclusive. */
export type Bounds = { from?: number; to?: number; above?: number; below?: number };

/**
 * An assumption about an unstated value, as the answer phrases it: "in October 2026, the last full month".
 */
export type Assumed = { slot: string; words: string };

/** Filters of transactions. All that aren't null apply. */
export type TransactionFilter = {
  /** Any of them. Names of the bank's and the customer's own categories. */
  categories: readonly Named[];
  /** The name in the ledger, or the customer's text if the ledger has none. */
  merchant: string | null;
  /** A person or payee. */
  contact: Named | null;
  tag: string | null;
  /** Search words. */
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
  /** `of`: one product, all accounts of a type, all accounts, all debts, or net worth. */
  | {
      kind: 'balance';
      of:
        | { is: 'place'; place: Place }
        | { is: 'accounts'; type: CustomerAccount['type'] | null; currency: string | null }
        | { is: 'debts' }
        | { is: 'net_worth' };
      /** A past day; null for now. */
      on: Day | null;
    }
  /** Totals of spending or income. `limit` is for rankings and lists. */
  | {
      kind: 'flow';
      direction: 'out' | 'in' | 'net';
      measure: FlowMeasure;
      filter: TransactionFilter;
      /** The period to compare with. */
      compare: Period | null;
      limit: number | null;
    }
  /** Transactions. `last` and `first` ask for a date or an amount. */
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
  /** All cards if none is named. */
  | { kind: 'cards'; ask: 'available' | 'utilization' | 'limit' | 'due' | 'rewards' | 'overview' }
  | {
      kind: 'debt';
      debt: Place;
      ask: 'owed' | 'next_payment' | 'payment' | 'payoff_date' | 'interest' | 'rate' | 'overview';
      /** Of interest. */
      period: Period | null;
    }
  /** The amount if stated, and the product if it is named or unique. */
  | {
      kind: 'why';
      what: 'interest' | 'fee' | 'amount' | 'payment' | 'decline' | 'spending';
      amount: number | null;
      place: Place | null;
      filter: TransactionFilter;
    }
  | { kind: 'interest'; direction: 'paid' | 'earned'; places: readonly Place[]; period: Period }
  | { kind: 'afford'; name: string; amount: number; currency: string | null; on: Day; place: Place | null }
  /** When a balance, or all cash without an account, reaches an amount. */
  | { kind: 'how_long'; amount: number; currency: string | null; place: Place | null }
  | { kind: 'forecast'; on: Day; place: Place | null; ask: 'balance' | 'lowest' }
  | { kind: 'safe_to_spend' }
  | { kind: 'credit_score'; ask: 'score' | 'why' | 'improve' | 'change' }
  /** Compared with the baseline. Decision ids are unique in the intent. */
  | { kind: 'what_if'; name: string; decisions: readonly Decision[] }
  /** The order of paying off debts. Simulates snowball and avalanche. */
  | { kind: 'debt_strategies'; monthly: number | null }
  /** `term` is the glossary's name, or the customer's text. */
  | { kind: 'explain'; term: string }
  /** How to do something in the bank, or where to find it. */
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
  /** `address` is set alone for a new person. */
  | {
      kind: 'pay_person';
      contact: Named | null;
      address: string | null;
      from: Named;
      amount: Utterance;
      note: string | null;
    }
  /** `frequency` is null for a single transfer. */
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
  /** From this month on. */
  | { kind: 'set_budget'; category: Named; amount: number }
  | { kind: 'fast_forward'; to: Day }
  /** The assistant's last action. */
  | { kind: 'undo' }
  /** The open proposal. */
  | { kind: 'confirm' }
  | { kind: 'dismiss' };

/** A value is missing. The next message is parsed as the answer. */
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
  /** The text so far, for the next message. */
  text: string;
};

export type BeyondReason =
  /** `about` holds the part of the sentence that wasn't understood. */
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

/** A refusal. `words` are the sentence to show, with at most three alternatives. */
export type Beyond = {
  kind: 'beyond';
  reason: BeyondReason;
  about: string | null;
  words: string;
  choices: readonly Choice[];
};

export type Intent = ((Question | Action) & { assumed: readonly Assumed[] }) | Missing | Beyond;
