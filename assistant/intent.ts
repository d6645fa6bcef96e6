/**
 * The intents that `understand` returns. Amounts are in major units; days are `yyyy-MM-dd` in the customer's
 * time zone. `assumed` lists the values that the parser assumed.
 */
import type {
  AutoDepositFrequency as DepositFrequency,
  PaymentFrequency,
} from '../engine/simulation/state.ts';
import type { Decision } from '../engine/what-if/what-if.ts';
import type { Choice } from './parts.ts';

export type Day = string;

/**
 * A period, including its first and last days. If `from` or `to` is null, the period has no limit on that
 * side. `text` fits into a sentence: "in October 2026", "since May 1, 2026".
 */
export type Period = { from: Day | null; to: Day | null; text: string };

export type Named = { id: string; name: string };

/** The customer's data that the parser uses, limited by row-level security. */
export type CustomerContext = {
  today: Day;
  timeZone: string;
  baseCurrency: string;
  /** The open accounts. */
  accounts: readonly CustomerAccount[];
  cards: readonly (CustomerDebt & { limit: number; frozen: boolean })[];
  /** `isLine` is true for a home equity line of credit, which can be drawn. */
  loans: readonly (CustomerDebt & { isLine?: boolean })[];
  mortgages: readonly CustomerDebt[];
  scheduledPayments: readonly (CustomerRule & {
    /** The external payee; null for a payment to the customer's own product. */
    payee: string | null;
    amount: number | null;
    frequency: PaymentFrequency;
  })[];
  autoDeposits: readonly (CustomerRule & { amount: number; frequency: DepositFrequency; isPay: boolean })[];
  /** People whom the customer pays. */
  contacts: readonly (Named & { address: string | null })[];
  /** Merchants and payees in the ledger, most frequent first. Limited to a few hundred. */
  merchants: readonly string[];
  tags: readonly string[];
  categories: readonly (Named & { kind: 'spending' | 'income' })[];
  budgets: readonly { categoryId: string; amount: number; currency: string }[];
  goals: readonly (Named & { target: number; currency: string; targetDay: Day | null })[];
};

type CustomerAccount = CustomerDebt & { type: 'CHECKING' | 'SAVINGS' | 'INVESTMENT' | 'CD' };
type CustomerDebt = Named & { currency: string; balance: number };
type CustomerRule = Named & { accountId: string; nextDay: Day | null };

/** An earlier message, its intent, and what its answer showed, if known. Callers pass the last few, oldest first. */
export type Turn = { text: string; meaning: Intent; shown?: ShownAnswer };

/** The sentences of an answer, and the amounts that they state, in order. */
export type ShownAnswer = { text: string; amounts: readonly ShownAmount[] };

export type ShownAmount = { label: string; amount: number; currency: string };

/** One of the customer's products: an account, card, loan, or mortgage. */
export type Place = { is: 'account' | 'card' | 'loan' | 'mortgage'; id: string };

/** An amount as the customer stated it. A null `currency` means the product's currency. */
export type Utterance =
  | { is: 'exact'; amount: number; currency: string | null }
  /** A share of the source account's balance or of the debt to pay: "half of it", "all of it". */
  | { is: 'share'; share: number }
  /** The minimum payment of the card that the customer wants to pay. */
  | { is: 'minimum' }
  | { is: 'statement' }
  /** The balance of the source account except an amount: "everything except 500". */
  | { is: 'rest'; keep: number };

/**
 * Amount limits, as in the search language: `from` and `to` are inclusive, `above` and `below` are exclusive.
 */
export type Bounds = { from?: number; to?: number; above?: number; below?: number };

/**
 * An assumption about an unstated value. `text` appears in the answer: "in October 2026, the last full
 * month".
 */
export type Assumed = { slot: string; text: string };

/** Filters for transactions. All non-null filters apply. */
export type TransactionFilter = {
  /** The categories to match, from the bank or the customer. A transaction matches if it has any of them. */
  categories: readonly Named[];
  /** The merchant's name in the ledger, or the customer's words if the ledger has no match. */
  merchant: string | null;
  /** All merchants to match, including `merchant`, if there are several. */
  merchants?: readonly string[];
  /** The category that a word such as "coffee" could also mean, to offer in the answer. */
  broaderCategory?: Named;
  /** True for fees only. */
  isFee?: true;
  /** The categories, merchants, and names of loans and mortgages to exclude. */
  excluded?: { categories: readonly Named[]; merchants: readonly string[]; debts?: readonly string[] };
  /** A person or payee. */
  contact: Named | null;
  tag: string | null;
  /** Words to search for. */
  text: string | null;
  places: readonly Place[];
  bounds: Bounds | null;
  period: Period | null;
};

type FlowMeasure =
  | ('average_month' | 'average_week' | 'average_day')
  | ('by_category' | 'by_merchant' | 'by_month' | 'by_week' | 'by_day' | 'by_weekday')
  | ('total' | 'average' | 'count' | 'largest' | 'smallest')
  /** The share of all spending, or of income. */
  | ('share' | 'share_of_income');

/** The values in a message that matches example phrasings, in text order. Words such as "card" count too. */
export type TopicValues = {
  accounts: readonly Named[];
  cards: readonly Named[];
  debts: readonly (Place & Named)[];
  categories: readonly Named[];
  merchants: readonly string[];
  payments: readonly Named[];
  goals: readonly Named[];
  contacts: readonly Named[];
  amounts: readonly { amount: number; currency: string | null }[];
  /** Numbers such as 20 for "20%". */
  percents: readonly number[];
  /** Lengths in months, such as 18 for "18 months" and 0.25 for about a week. */
  months: readonly number[];
  frequencies?: readonly (PaymentFrequency | DepositFrequency)[];
  periods: readonly Period[];
  /** The kinds that the message names, such as `car` for "my car insurance". Missing if it names none. */
  kinds?: readonly string[];
};

type CardsAsk = 'available' | 'utilization' | 'limit' | 'due' | 'rewards' | 'overview';

export type Question =
  /**
   * A question about a balance. `of` selects a product, all accounts of a type, all accounts, all debts, or
   * net worth.
   */
  | {
      kind: 'balance';
      of:
        | { is: 'place'; place: Place }
        | { is: 'accounts'; type: CustomerAccount['type'] | null; currency: string | null }
        /** Several named accounts together. */
        | { is: 'products'; products: readonly Place[] }
        /** `without` has the ids of debts to leave out. */
        | { is: 'debts'; without?: readonly string[] }
        | { is: 'net_worth' };
      /** The past day in question; null for the current balance. */
      on: Day | null;
      /** The past day to compare the balance with. */
      since?: Day;
      /** The share of the balance in question: 0.5 for half of it. */
      share?: number;
    }
  /** A question about the lowest past balance of an account, or whether it was ever below an amount. */
  | { kind: 'lowest_balance'; place: Place; period: Period; below: number | null }
  /** A question about the highest past balance of an account. */
  | { kind: 'highest_balance'; place: Place; period: Period }
  /** A question about the interest rate and yield of an account. */
  | { kind: 'account_rate'; account: Named }
  /** A question about all interest rates. `about` is the product whose rate is compared with the others. */
  | { kind: 'rates'; about?: Place }
  /** A question about the value of the customer's homes, or about what the customer owns of them. */
  | { kind: 'home'; ask: 'value' | 'equity' }
  /** A question about how many months of spending the cash covers. */
  | { kind: 'runway' }
  /** A question about the share of income that isn't spent. */
  | { kind: 'savings_rate'; period: Period }
  /** A question about transfers between the customer's accounts, or about withdrawals. */
  | { kind: 'transfers'; direction: 'in' | 'out' | 'withdrawn'; account: Named | null; period: Period }
  /** A question about anything out of the ordinary. */
  | { kind: 'unusual'; period: Period | null }
  /** A question about the interest that all debts cost each day. */
  | { kind: 'daily_interest' }
  | { kind: 'late_payments' }
  | { kind: 'applications' }
  | { kind: 'contacts' }
  /** A question about the category whose monthly spending changed the most since a period. */
  | {
      kind: 'category_change';
      direction: 'up' | 'down';
      since: Period;
      /** The month to compare with the first one; the last full month if it isn't set. */
      until?: Period;
    }
  /** A question about the amount that pays off a loan or mortgage on a day; today if null. */
  | { kind: 'payoff_quote'; debt: Place; on: Day | null }
  /** A question about how the bank works. `fact` is the id of an entry in `content/assistant-facts.json`. */
  | { kind: 'fact'; fact: string }
  /** A question recognized by example phrasings. `topic` is the id of an entry in `content/assistant-topics`. */
  | { kind: 'topic'; topic: string; values: TopicValues }
  /** A question about total spending or income. `limit` applies to rankings and lists. */
  | {
      kind: 'flow';
      direction: 'out' | 'in' | 'net';
      measure: FlowMeasure;
      filter: TransactionFilter;
      /** The period to compare the totals with. */
      compare: Period | null;
      /** True for a comparison with the usual month, which is the average of the six months before. */
      comparesWithUsual?: true;
      /** The month to name first in an answer by month. */
      extreme?: 'most' | 'least';
      limit: number | null;
    }
  /**
   * A request for a list of transactions. `last` and `first` ask for the date or amount of a single
   * transaction.
   */
  | {
      kind: 'rows';
      which: 'list' | 'last' | 'first' | 'largest' | 'smallest';
      direction: 'out' | 'in' | null;
      filter: TransactionFilter;
      limit: number | null;
    }
  /**
   * A question about upcoming events. `about` is the id of a rule; `place` is a card, loan, or mortgage with
   * a due date.
   */
  | {
      kind: 'upcoming';
      direction: 'out' | 'in' | 'both';
      period: Period | null;
      about: Named | null;
      place: Place | null;
      ask: 'list' | 'next' | 'total' | 'largest';
      /** Only payments above this amount. */
      above?: number;
      /** The number of the next event in question, from 1. */
      nth?: number;
    }
  /** `isAll` includes rent, utilities, and insurance. */
  | {
      kind: 'subscriptions';
      ask: 'list' | 'total' | 'price_increases' | 'largest';
      isAll?: true;
      per?: 'month' | 'year';
      /** Only payments above this amount. */
      above?: number;
    }
  /** A question about a budget. If `category` is null, the question is about all budgets. */
  | {
      kind: 'budget';
      category: Named | null;
      ask: 'left' | 'spent' | 'limit' | 'standing';
      period: Period | null;
    }
  | {
      kind: 'goal';
      goal: Named | null;
      ask: 'when' | 'progress' | 'needed';
      /** The unit of the amount to save; months if unset. */
      per?: 'week' | 'paycheck';
    }
  | {
      kind: 'card';
      card: Named;
      ask: CardsAsk | 'balance' | 'statement' | 'minimum' | 'apr' | 'frozen';
    }
  /** A question about a card detail that names no card, so the answer covers all cards. */
  | { kind: 'cards'; ask: CardsAsk }
  | {
      kind: 'debt';
      debt: Place;
      ask:
        | ('owed' | 'next_payment' | 'payment' | 'payoff_date' | 'interest' | 'rate' | 'overview')
        | ('principal' | 'remaining_interest');
      /** The period of the interest or principal in question. */
      period: Period | null;
    }
  /**
   * A question about the reason for a charge. `amount` is null if the customer doesn't state it. `place` is null unless
   * the customer names a product or only one product is possible.
   */
  | {
      kind: 'why';
      what: 'interest' | 'fee' | 'amount' | 'payment' | 'decline' | 'spending';
      amount: number | null;
      place: Place | null;
      filter: TransactionFilter;
    }
  | { kind: 'interest'; direction: 'paid' | 'earned'; places: readonly Place[]; period: Period }
  | { kind: 'afford'; name: string; amount: number; currency: string | null; on: Day; place: Place | null }
  /** A question about the date on which a balance reaches an amount. A null `place` means all cash. */
  | { kind: 'how_long'; amount: number; currency: string | null; place: Place | null }
  | { kind: 'forecast'; on: Day; place: Place | null; ask: 'balance' | 'lowest' }
  | { kind: 'safe_to_spend' }
  | { kind: 'credit_score'; ask: 'score' | 'why' | 'improve' | 'change' }
  /** A what-if, compared with the baseline. Decision ids are unique within the intent. */
  | { kind: 'what_if'; name: string; decisions: readonly Decision[] }
  /** A request to compare debt payoff orders. The answer simulates the snowball and avalanche strategies. */
  | { kind: 'debt_strategies'; monthly: number | null }
  /**
   * A request to explain a term. `term` is the name in the glossary, or the customer's words if the glossary
   * doesn't have the term.
   */
  | { kind: 'explain'; term: string; versus?: string }
  /** A question about how to do something in the bank or where to find it. */
  | { kind: 'help'; topic: string }
  /**
   * Several requests in one message, answered in order. At most one of them is an action. `later` has the texts of
   * further actions, which the answer offers, because each action is confirmed on its own.
   */
  | {
      kind: 'several';
      questions: readonly ((Question | Action) & { assumed: readonly Assumed[] })[];
      later?: readonly string[];
    }
  /** A request to explain how the last answer was computed. */
  | { kind: 'how_computed'; of: Question }
  /** A question about the result of the last action. */
  | { kind: 'last_action' }
  /** A question about whether the latest paycheck has arrived. */
  | { kind: 'paycheck'; period: Period | null }
  | { kind: 'calculate'; of: Calculation }
  /** A question about the day when all debts are paid off. */
  | { kind: 'debt_free' }
  /** A question about a card that is paid off with minimum payments only. A null `card` means all cards. */
  | { kind: 'minimum_only'; card: Named | null }
  /**
   * A question about a debt that is paid off with a constant monthly payment. If `monthly` is null, the question
   * asks for the payment that pays off the debt by `by`.
   */
  | { kind: 'fixed_payment'; debt: Place; monthly: number | null; by: Day | null }
  | { kind: 'debt_ranking'; by: 'rate' | 'balance'; order: 'most' | 'least' }
  /** A question about a debt at another rate: the rate itself, or its change in percentage points. */
  | { kind: 'new_rate'; debt: Place; rate: number | null; change: number | null; years: number | null }
  /** A question about the best card for purchases in a category. */
  | { kind: 'card_choice'; category: Named | null }
  /** A comparison of the rates of debts and savings. */
  | { kind: 'pay_or_save'; debt: Place | null }
  /** A question about categories that cost more than usual. */
  | { kind: 'cut_back' }
  | { kind: 'task'; task: Task }
  | { kind: 'exchange'; amount: number; from: string; to: string; on: Day | null }
  | { kind: 'happened'; what: 'digest' | 'notifications'; period: Period | null }
  | { kind: 'date' }
  | { kind: 'capabilities' }
  | { kind: 'social'; what: 'greeting' | 'thanks' | 'goodbye' | 'praise' | 'complaint' };

/** A calculation with the amounts in the message. Rates are in percent per year. */
export type Calculation =
  | { is: 'percent'; percent: number; amount: number }
  | { is: 'split'; amount: number; ways: number }
  | { is: 'operation'; left: number; operator: '+' | '-' | '×' | '÷'; right: number }
  /** Several operations with parentheses, as shown, and their result. */
  | { is: 'expression'; shown: string; result: number }
  /** A loan with level monthly payments. */
  | { is: 'loan'; amount: number; rate: number; months: number }
  /** Deposits at the end of each month. */
  | { is: 'savings'; amount: number; rate: number; months: number }
  /** An amount that earns interest every month. */
  | { is: 'growth'; amount: number; rate: number; months: number }
  /** Amounts that answers showed: their sum, or the first minus the others. */
  | { is: 'shown'; operator: '+' | '-'; terms: readonly ShownAmount[] }
  /** An amount that an answer showed, multiplied or divided by a number. `name` describes the result: "A day". */
  | { is: 'scaled'; of: ShownAmount; operator: '×' | '÷'; by: number; name: string };

/** A task on another page, which opens with these values. The customer reviews and confirms it there. */
export type Task =
  | { is: 'cancel_payment'; payment: Named }
  | { is: 'skip_payment'; payment: Named }
  | { is: 'change_payment'; payment: Named; amount: number | null; on: Day | null }
  | { is: 'delete_goal'; goal: Named }
  | { is: 'goal'; name: string; amount: number; currency: string | null; on: Day | null }
  | { is: 'autopay'; cards: readonly Named[] }
  | { is: 'request'; people: readonly Named[]; amount: number; ways: number; note: string | null }
  /** `nth` is the number of the transaction in the list, from 1. */
  | { is: 'dispute'; filter: TransactionFilter; nth?: number }
  | { is: 'checkpoint'; name: string | null }
  | { is: 'rewind'; on: Day | null }
  | { is: 'reminder' };

export type PayTarget = Place | { is: 'payee'; name: string };

export type Action =
  /** With a `fixedSide`, exactly the amount arrives, as in a purchase of currency. Otherwise, it is sent. */
  | { kind: 'transfer'; from: Named; to: Named; amount: Utterance; fixedSide?: 'target' }
  | { kind: 'pay_card'; card: Named; from: Named; amount: Utterance }
  | { kind: 'pay_debt'; product: 'loan' | 'mortgage'; debt: Named; from: Named; amount: Utterance }
  /** A draw from a home equity line of credit to an account, in the currency of the line. */
  | { kind: 'draw_line'; line: Named; to: Named; amount: number }
  /** A payment to a person. For a new person, `address` is set and `contact` is null. */
  | {
      kind: 'pay_person';
      contact: Named | null;
      address: string | null;
      from: Named;
      amount: Utterance;
      note: string | null;
    }
  /** A scheduled payment. A null `frequency` means a one-time payment. */
  | {
      kind: 'schedule';
      to: PayTarget;
      from: Named;
      amount: Exclude<Utterance, { is: 'share' } | { is: 'rest' }>;
      frequency: PaymentFrequency | null;
      on: Day;
      /** The last possible day of a recurring payment. */
      until?: Day;
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
  /** A budget amount, effective from the current month on. */
  | { kind: 'set_budget'; category: Named; amount: number }
  | { kind: 'delete_budget'; category: Named }
  /** Money for a goal from an account. */
  | { kind: 'contribute_goal'; goal: Named; from: Named; amount: number }
  /** A new target amount or target date of a goal. */
  | { kind: 'change_goal'; goal: Named; target: number | null; on: Day | null }
  /** Rewards as a deposit to an account or, if it is null, as a statement credit. All of them if there is no amount. */
  | { kind: 'redeem'; card: Named; account: Named | null; amount: number | null }
  | { kind: 'fast_forward'; to: Day }
  /** Undoes the assistant's last action. */
  | { kind: 'undo' }
  /** Confirms the open proposal. */
  | { kind: 'confirm' }
  | { kind: 'dismiss' };

/** A question about a missing value. The next message is parsed as the answer. */
export type Missing = {
  kind: 'missing';
  /** The kind of intent that the answer completes. */
  of: (Question | Action)['kind'];
  slot: string;
  /** The question to show, such as "From which account?" */
  question: string;
  /**
   * The part of the request that the parser understood, such as "Transfer $200.00 to Rainy Day Savings". It is shown
   * with the question.
   */
  understood: string;
  /**
   * The choices, shown as buttons. `understand` can parse each `ask` as a complete message. Empty for
   * open-ended values such as an amount.
   */
  choices: readonly Choice[];
  /** The conversation text so far, which the next message completes. */
  text: string;
};

export type BeyondReason =
  /** `about` is the part of the sentence that the parser didn't understand. */
  | 'not_understood'
  | 'language'
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

/** A refusal. `text` is the message to show, with up to three suggested alternatives. */
export type Beyond = {
  kind: 'beyond';
  reason: BeyondReason;
  about: string | null;
  text: string;
  choices: readonly Choice[];
};

/**
 * The reading of a message that no intent matches exactly: the known question that is answered, and similar questions
 * to offer.
 */
export type Reading = { question: string; others: readonly Choice[] };

export type Intent =
  | ((Question | Action) & { assumed: readonly Assumed[]; reading?: Reading })
  | Missing
  | Beyond;
