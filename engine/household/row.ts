import type { z } from 'zod';
import type { IncreaseType } from '../bills/increase-terms.ts';
import type { Instant } from '../calendar/calendar.ts';
import type { PricedFund } from '../investments/funds.ts';
import type { PayDetailsRow } from '../pay/pay-details.ts';
import type { TaxTreatment, YearOfContributions } from '../pay/tax-treatments.ts';
import type { AccountPlan } from '../products/accounts/account-plan-terms.ts';
import type { OverdraftProduct } from '../products/accounts/overdraft-terms.ts';
import type { CardProductId } from '../products/cards/card-catalog.ts';
import type { CardControls } from '../products/cards/card-controls.ts';
import type {
  DebtState,
  LineTerms,
  OutsideChange,
  PurchaseType,
  ScheduledPaymentState,
  ShockState,
} from '../simulation/state.ts';
import type { carryover } from './schema/carryover.ts';
import type { HouseholdFile, ListRow } from './schema/household.ts';
import type { CheckKind, DepositMethod } from './schema/rules.ts';

/** Fields of a household file as the bank returns them to the engine. Missing fields are null. */
export type ReadRow<List extends keyof HouseholdFile, Field extends keyof ListRow<List>> = {
  [Name in Field]-?: Exclude<ListRow<List>[Name], undefined>;
};

/**
 * A household as returned by `engine_households`. Amounts are in minor units, instants in milliseconds, and
 * days are text.
 */
export type HouseholdRow = {
  id: string;
  time_zone: string;
  generation: number;
  now: Instant;
  simulated_until: Instant;
  rules_version: number;
  last_entry: number;
  seed: number;
  carryover: Carryover;
  changes: OutsideChange[];
  accounts: (ReadRow<'accounts', 'id' | 'name' | 'type' | 'currency'> & {
    balance: number;
    closed: boolean;
    /** The instant at which the account was opened. Missing in generated households. */
    opened?: Instant | null;
    /** Null or missing if the bank declines payments above the available balance. */
    overdraft?: 'savings' | 'covered' | null;
    /** The savings account that covers payments. */
    overdraft_account_id?: string | null;
    overdraft_product?: OverdraftProduct | null;
    overdraft_cards?: boolean | null;
    /** Null or missing for the free plan. */
    plan?: AccountPlan | null;
    plan_before?: AccountPlan | null;
    plan_since?: string | null;
    /** The tax treatment. Null or missing if there is none. */
    tax_treatment?: TaxTreatment | null;
  })[];
  /** The terms of CDs. Missing or null if there are none. */
  certificates?: CertificateRow[] | null;
  cards: CardRow[];
  debts: DebtRow[];
  auto_deposits: AutoDepositRow[];
  scheduled_payments: ScheduledPaymentRow[];
  shocks: ShockRow[];
  /**
   * The instant at which the next pending payment to another person expires. The bank returns the payment
   * between two steps, so a step must not pass this instant. Missing in generated households.
   */
  next_expiry?: Instant | null;
  /** Missing in generated households. */
  disputes?: DisputeRow[];
  /** The expected refunds. Missing in generated households. */
  refunds?: RefundRow[];
  /** The keys of purchases with a planned return that the customer returned or disputed. Missing if none. */
  settled_purchases?: string[] | null;
  /** Missing or null if no account holds funds. */
  funds?: FundsRow | null;
  /** The returns that aren't settled. Missing in generated households. Amounts are in major units. */
  tax_returns?: TaxReturnRow[];
  /** The contributions by year that don't come from paychecks. Null or missing without tax-advantaged accounts. */
  contributions?: Record<string, YearOfContributions> | null;
  /** This year's required distributions, for projections. Null or missing before the first year. */
  distributions?: {
    year: number;
    plans: { account_id: string | null; left: number; taken: number }[];
  } | null;
  /** Missing if the customer has no goals. */
  goals?: GoalRow[];
  /** The open holds, oldest first. Missing if there are none. */
  holds?: HoldRow[];
};

/** The terms of a certificate of deposit. */
export type CertificateRow = ReadRow<
  'certificates',
  | 'account_id'
  | 'term_months'
  | 'rate'
  | 'penalty_days'
  | 'started_on'
  | 'matures_on'
  | 'at_maturity'
  | 'payout_account_id'
  | 'interest_account_id'
> & {
  /** In minor units. */
  principal: number;
  renewals: number;
};

/**
 * The funds of a household's accounts: amounts in minor units, units in millionths, prices in ten-
 * thousandths.
 */
export type FundsRow = {
  accounts: (ReadRow<'fund_accounts', 'account_id' | 'dividend_account_id' | 'cost_method' | 'rebalances'> &
    MixRow & { converted: Instant })[];
  holdings: (ReadRow<'holdings', 'account_id' | 'fund' | 'units'> & { posted: number })[];
  lots: ReadRow<'lots', 'account_id' | 'fund' | 'acquired_on' | 'units' | 'cost'>[];
  orders: FundOrderRow[];
};
type MixRow = ReadRow<'fund_accounts', 'us_stocks' | 'world_stocks' | 'bonds' | 'money_market'>;

/** An order that is not filled, or whose proceeds are not settled. */
export type FundOrderRow = ReadRow<
  'fund_orders',
  | 'order_key'
  | 'account_id'
  | 'side'
  | 'fund'
  | 'amount'
  | 'units'
  | 'cash_account_id'
  | 'settles_on'
  | 'filled_price'
  | 'filled_units'
  | 'filled_amount'
> &
  MixRow & { placed: Instant; completed: Instant | null };

export type CardRow = ReadRow<
  'cards',
  'id' | 'name' | 'currency' | 'apr' | 'due_date' | 'autopay' | 'autopay_account_id' | 'autopay_amount'
> & {
  limit: number;
  balance: number;
  /** Missing or null for a card that the customer added. */
  product?: CardProductId | null;
  /** The day on which a card with a product was opened. */
  opened_on?: string | null;
  /** The first days of the quarters whose rotating categories were activated. */
  activated_quarters?: string[] | null;
  /** The security deposit that is held as collateral. */
  security_deposit?: number | null;
  /** True if the customer opted in to purchases above the limit. */
  over_limit?: boolean | null;
  deposit_account_id?: string | null;
  /** Missing in generated households. */
  autopay_retries?: boolean;
  frozen: boolean;
  /**
   * The card's limits and spending in the month in which the household was last simulated; null if there are
   * no controls.
   */
  controls?: Pick<CardControls, 'limits' | 'spent'> | null;
};

export type DebtRow = ReadRow<
  'loans' | 'mortgages',
  'id' | 'name' | 'currency' | 'start_date' | 'next_due_date' | 'autopay_account_id' | 'paused_until'
> &
  Pick<DebtState, 'product' | 'balance' | 'rate' | 'payment' | 'term'> & {
    autopay_extra: number;
    rate_type?: 'fixed' | 'variable';
    rate_margin?: number;
    /** The home's value in minor units. Missing or null if there is no home, or after refinancing. */
    value?: number | null;
    /**
     * Mortgage insurance: the monthly premium, the original loan, and the home's original value. Missing or
     * null if there is none, or after it ended.
     */
    insurance?: { premium: number; borrowed: number; value: number } | null;
    /**
     * The biweekly plan: what the bank holds, and the day of the next collection. Missing or null if there is
     * none.
     */
    biweekly?: { id: string; balance: number; next: string } | null;
    /** True if the customer chose the day of the month on which installments are due. */
    payment_day?: boolean;
    /** The open escrow account, with the bills of this year. Missing or null if there is none. */
    escrow?: { id: string; balance: number; tax: number; insurance: number } | null;
    /** The terms of a home equity line of credit. Missing or null for other debts. */
    line?: LineTerms | null;
  };

export type RuleRow = ReadRow<
  'auto_deposits' | 'scheduled_payments',
  'id' | 'name' | 'account_id' | 'category' | 'start_date' | 'end_date' | 'occurrences'
> & {
  paused: boolean;
  /** The index of the next occurrence; null if the engine has not computed it yet. */
  next: number | null;
  /** The end of the last pause. Occurrences before it are skipped. */
  resumed?: Instant | null;
  created?: Instant | null;
  /**
   * The yearly change of the amount: a percentage, inflation, none, or the increases of a type of bill. Null or
   * missing for the usual one, which depends on the setting for bill increases.
   */
  adjustment?: number | 'inflation' | 'none' | IncreaseType | null;
};

export type AutoDepositRow = RuleRow &
  ReadRow<'auto_deposits', 'amount' | 'frequency'> & {
    is_pay: boolean;
    minutes: number;
    /** Missing or null if the amount is fixed. Its amounts are in major units, as the bank stores them. */
    pay_details?: PayDetailsRow | null;
  };

export type ScheduledPaymentRow = RuleRow &
  ReadRow<
    'scheduled_payments',
    'payee' | 'to_account_id' | 'card_id' | 'amount' | 'amount_kind' | 'frequency' | 'weekend'
  > & {
    debt_id: string | null;
    /** The fund in which a payment to an investment account is invested. Missing or null if there is none. */
    fund?: PricedFund | null;
    /** Missing or null for the standard speed. */
    speed?: 'same_day' | null;
    changed: ScheduledPaymentState['changed'];
  };

type ShockRow = ReadRow<'shocks', 'id' | 'size' | 'on_date' | 'months' | 'product_id'> & {
  kind: ShockState['kind'];
};

type DisputeRow = ReadRow<'disputes', 'id' | 'amount' | 'card_id' | 'decide_on' | 'merchant' | 'category'> & {
  /** Null if the dispute is already decided. Missing in projections for the customer. */
  outcome?: 'won' | 'lost' | null;
  shock_id: string | null;
  /** The account, for a debit card purchase. All of the following are missing for a card. */
  account_id?: string;
  opened_on?: string;
  credit_days?: number;
  is_credited?: boolean;
  is_lost?: boolean;
  /** In minor units. */
  reversed?: number;
};

type RefundRow = ReadRow<'refunds', 'id' | 'amount' | 'merchant' | 'category' | 'returned_on'> & {
  product_id: string;
};

/** An open hold on an account or card. */
export type HoldRow = ReadRow<'holds', 'account_id' | 'card_id' | 'kind' | 'merchant' | 'category'> & {
  key: string;
  purchase: PurchaseType | null;
  /** The kind of deposit. Null or missing for a purchase. */
  deposit?: DepositMethod | null;
  /** The reason to doubt a check. Null or missing for an ordinary check. */
  check_kind?: CheckKind | null;
  amount: number;
  remaining: number;
  cleared: number;
  /** The amount that the merchant will charge; null if it is drawn. */
  final: number | null;
  placed_at: Instant;
  expires_at: Instant;
};

type TaxReturnRow = ReadRow<
  'tax_returns',
  | 'id'
  | 'tax_year'
  | 'filing_status'
  | 'wages'
  | 'interest'
  | 'withheld'
  | 'short_term_gain'
  | 'long_term_gain'
  | 'dividends'
  | 'qualified_dividends'
  | 'children'
  | 'distributions'
  | 'early_distributions'
  | 'deductions'
  | 'unemployment'
  | 'missed_distributions'
  | 'corrected_distributions'
  | 'inflation'
  | 'account_id'
  | 'filed_on'
> & {
  /** Null or missing if the customer was younger than 65 at the end of the year. */
  is_senior?: boolean | null;
};

/** A goal. Goals are listed in the order in which they are funded. */
export type GoalRow = ReadRow<
  'goals',
  | 'id'
  | 'name'
  | 'account_id'
  | 'target'
  | 'portion'
  | 'contribution'
  | 'frequency'
  | 'start_date'
  | 'from_account_id'
> & { active: boolean; reached: boolean; amount: number | null; percent: number | null; next: number | null };

export type Carryover = Omit<z.infer<typeof carryover>, 'shocks'> & { shocks?: ShockState[] };
export type CardCarryover = NonNullable<Carryover['cards']>[string];
export type DebtCarryover = NonNullable<Carryover['debts']>[string];
export type GoalCarryover = NonNullable<Carryover['goals']>[string];
