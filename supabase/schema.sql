-- The schema that results from the migrations, written by `npm run db:schema`. For reading only: nothing executes this file.
-- The function bodies are in supabase/migrations.

create type bank.annotation_change as (
  transaction_key text,
  changes jsonb
);
comment on type bank.annotation_change is 'New values of a transaction: category_id, description, merchant, note, tags, by_hand, and rule_id. Missing fields don''t change.';

create type bank.budget_cell as (
  category_id uuid,
  month date,
  amount numeric,
  rollover text,
  rollover_cap numeric,
  moved numeric,
  spent numeric,
  is_envelope boolean
);
comment on type bank.budget_cell is 'One category in one month before rollover.';

create type bank.cd_quote as (
  amount numeric,
  interest numeric,
  penalty numeric,
  payout numeric,
  remaining numeric,
  in_grace boolean
);
comment on type bank.cd_quote is 'The payout and the cost of a withdrawal from a CD.';

create type bank.debt_period as (
  next integer,
  from_date date,
  due_date date,
  balance numeric,
  balance_days numeric,
  days integer,
  odd numeric,
  daily boolean
);
comment on type bank.debt_period is 'The accrual of a debt between two due dates: the number of the next installment, the balance, and the sum of balances times days (thirty days per period, or the actual days of a line of credit).';

create type bank.engine_line as (
  ordinal bigint,
  entry_id bigint,
  household_id uuid,
  at timestamp with time zone,
  value_at timestamp with time zone,
  kind text,
  description text,
  merchant text,
  category_id uuid,
  event_key text,
  ledger_id uuid,
  product text,
  currency text,
  amount numeric
);
comment on type bank.engine_line is 'One side of an entry that the engine creates.';

create type bank.exchange_price as (
  mid numeric,
  rate numeric,
  sent numeric,
  arriving numeric,
  margin numeric,
  fixed_side text
);
comment on type bank.exchange_price is 'The price of an exchange: the mid-market rate, the customer''s rate, and the amounts that are sent and arrive. fixed_side is the side whose amount the customer chose: source or target. The rates are for one unit of its currency. The margin is the difference to the mid-market rate, in the other currency.';

create type bank.file_annotation as (
  transaction_key text,
  transaction_id uuid,
  is_card boolean,
  amount numeric,
  annotation jsonb,
  corrects uuid,
  corrected_by uuid
);
comment on type bank.file_annotation is 'An annotation in a file with its current transaction id.';

create type bank.found_transaction as (
  transaction_key text,
  date timestamp with time zone,
  amount numeric,
  direction text,
  currency text,
  kind text,
  type text,
  description text,
  merchant text,
  category_id uuid,
  account_id uuid,
  card_id uuid,
  balance_after numeric,
  entry_id bigint
);
comment on type bank.found_transaction is NULL;

create type bank.household_line as (
  ordinal bigint,
  entry_id bigint,
  at timestamp with time zone,
  kind text,
  description text,
  merchant text,
  category_id uuid,
  ledger_id uuid,
  currency text,
  amount numeric,
  type text,
  product text,
  value_at timestamp with time zone,
  event_key text,
  shown jsonb,
  shown_category_id uuid,
  shown_counter_id uuid
);
comment on type bank.household_line is 'One posting of an imported household.';

create type bank.import_line as (
  position integer,
  line integer,
  day date,
  amount numeric,
  description text,
  merchant text,
  category text,
  external_id text,
  balance numeric,
  problem text,
  choice boolean,
  outcome text,
  why jsonb,
  balance_after numeric,
  value_at timestamp with time zone,
  entry_id bigint
);
comment on type bank.import_line is 'One line of a file to import. `choice`: true to post a suspected duplicate, false to skip the line.';

create type bank.import_target as (
  id uuid,
  user_id uuid,
  is_card boolean,
  currency text,
  balance numeric,
  created_at timestamp with time zone,
  credit_limit numeric
);
comment on type bank.import_target is 'The account or card that receives the lines. `balance` is in the customer''s favor: negative if owed.';

create type bank.insight as (
  kind text,
  key text,
  weight integer,
  subject text,
  name text,
  amount numeric,
  currency text,
  facts jsonb,
  evidence jsonb
);
comment on type bank.insight is 'A fact with its amount and underlying transactions. Each transaction has a day, a name, and an amount.';

create domain bank.money as numeric(14,2);
comment on domain bank.money is 'An amount of money, to the cent.';

create type bank.news_item as (
  kind text,
  item text,
  place uuid,
  event_key text,
  at timestamp with time zone,
  message text,
  path text
);
comment on type bank.news_item is 'A notification before grouping.';

create type bank.offer_terms as (
  points_fee numeric,
  rate numeric,
  amount numeric,
  down_payment numeric,
  origination_fee numeric,
  underwriting_fee numeric,
  pmi_rate numeric,
  first_due date
);
comment on type bank.offer_terms is 'The terms of an accepted offer, with the points that the customer chose. Fees that the offer doesn''t have are null.';

create type bank.payment_day_change as (
  old_due date,
  new_due date,
  days integer,
  interest numeric
);
comment on type bank.payment_day_change is 'The effect of another payment day: the next due date before and after, the days by which the period changes, and their interest.';

create type bank.peer_move as (
  entry_id bigint,
  at timestamp with time zone,
  amount numeric,
  rate numeric
);
comment on type bank.peer_move is 'The effect of a peer payment on one side''s account.';

create table account_deletions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  asked_at timestamp with time zone not null default clock_timestamp(),
  due_at timestamp with time zone not null default (clock_timestamp() + '7 days'::interval),
  constraint account_deletions_pkey PRIMARY KEY (user_id),
  constraint account_deletions_id_key UNIQUE (id),
  constraint account_deletions_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table account_deletions is 'Requested account deletions. Deleting a row before its due date cancels the request.';
comment on column account_deletions.due_at is 'The instant of erasure, in real time.';
create INDEX account_deletions_due_at_idx ON public.account_deletions USING btree (due_at);
alter table account_deletions enable row level security;
create policy "customers read their own account deletions" on account_deletions for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on account_deletions to authenticated;
create TRIGGER check_row_limit AFTER INSERT ON public.account_deletions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table accounts (
  id uuid not null default gen_random_uuid(),
  name text not null,
  type text not null default 'CHECKING'::text,
  balance numeric not null default 0,
  currency text not null default 'USD'::text,
  created_at timestamp with time zone not null,
  user_id uuid default auth.uid(),
  account_number text not null,
  closed_at timestamp with time zone,
  last_entry bigint,
  updated_at timestamp with time zone not null,
  overdraft text,
  overdraft_account_id uuid,
  overdraft_product text,
  overdraft_cards boolean,
  overdraft_limit numeric,
  plan text,
  plan_before text,
  plan_since date,
  tax_treatment text,
  tax_treatment_since timestamp with time zone,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_account_number_key UNIQUE (account_number),
  constraint accounts_balance_check CHECK ((((balance >= (- COALESCE(overdraft_limit, (0)::numeric))) AND (balance <= 999999999999.99)) AND (balance = round(balance, 2)))),
  constraint accounts_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint accounts_overdraft_account_id_check CHECK (((overdraft_account_id IS NULL) OR (overdraft = 'savings'::text))),
  constraint accounts_overdraft_account_id_fkey FOREIGN KEY (overdraft_account_id) REFERENCES accounts(id) ON DELETE SET NULL,
  constraint accounts_overdraft_check CHECK ((overdraft = ANY (ARRAY['savings'::text, 'covered'::text]))),
  constraint accounts_overdraft_fees_check CHECK (((overdraft_product IS NOT NULL) = COALESCE((overdraft = 'covered'::text), false))),
  constraint accounts_overdraft_limit_check CHECK (((overdraft_limit >= (0)::numeric) AND (overdraft_limit <= (500)::numeric))),
  constraint accounts_overdraft_product_check CHECK ((overdraft_product = ANY (ARRAY['cushion'::text, 'standard'::text, 'old_school'::text]))),
  constraint accounts_plan_before_check CHECK ((plan_before = ANY (ARRAY['classic'::text, 'goal_saver'::text]))),
  constraint accounts_plan_check CHECK ((plan = ANY (ARRAY['classic'::text, 'goal_saver'::text]))),
  constraint accounts_tax_treatment_check CHECK ((tax_treatment = ANY (ARRAY['401k'::text, 'traditional_ira'::text, 'roth_ira'::text, 'hsa'::text]))),
  constraint accounts_treatment_since_check CHECK (((tax_treatment IS NULL) = (tax_treatment_since IS NULL))),
  constraint accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
) with (fillfactor=80);
comment on table accounts is 'Checking, savings, and investment accounts. The balance always equals the sum of the account''s postings.';
comment on column accounts.type is 'CHECKING, SAVINGS, INVESTMENT, or CD. Only the bank opens CDs.';
comment on column accounts.created_at is 'The simulated instant at which the account was opened.';
comment on column accounts.user_id is 'The owner; null for an ownerless account, which every signed-in user can see and no one can use.';
comment on column accounts.account_number is 'Starts with 000, which no real bank issues.';
comment on column accounts.closed_at is 'Closed accounts keep their history, but money can no longer move in or out of them.';
comment on column accounts.last_entry is 'The entry that set this balance. Only the bank writes it. If the balance changes but this column doesn''t, someone else wrote the balance, and the bank posts an adjustment.';
comment on column accounts.updated_at is 'The simulated instant of the last change to the account.';
comment on column accounts.overdraft is 'How the bank handles a payment above the available balance of a checking account. savings: it transfers the missing amount from savings. covered: it lets the account go below zero. Null: it declines the payment. Only the bank writes it.';
comment on column accounts.overdraft_account_id is 'The customer''s savings account that covers payments; null if it was deleted, and nothing is covered. Only the bank writes it.';
comment on column accounts.overdraft_product is 'The fees for payments that the bank covers below zero: cushion, standard, or old_school. Only the bank writes it.';
comment on column accounts.overdraft_cards is 'True if the customer opted in to covering withdrawals and purchases too. Only the bank writes it.';
comment on column accounts.overdraft_limit is 'The amount by which the bank''s entries may take the balance below zero; null if they never could. Only the bank writes it.';
comment on column accounts.plan is 'The account''s plan: classic has a monthly fee with waivers, and goal_saver allows six withdrawals a month. Null: free. Only the bank writes it.';
comment on column accounts.plan_before is 'The plan in effect until plan_since; null if it was free.';
comment on column accounts.plan_since is 'The first day of the plan, which is the first day of a month; null if the account has always been free.';
comment on column accounts.tax_treatment is 'The tax treatment of an investment account: 401k, traditional_ira, roth_ira, or hsa; null if there is none. Only the bank writes it.';
comment on column accounts.tax_treatment_since is 'The simulated instant from which contributions and withdrawals count.';
create INDEX accounts_currency_idx ON public.accounts USING btree (currency);
create INDEX accounts_overdraft_account_id_idx ON public.accounts USING btree (overdraft_account_id) WHERE (overdraft_account_id IS NOT NULL);
create INDEX accounts_user_id_idx ON public.accounts USING btree (user_id);
alter table accounts enable row level security;
create policy "customers delete their own accounts" on accounts for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers add their own accounts" on accounts for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own and ownerless accounts" on accounts for select to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) OR (user_id IS NULL)));
create policy "customers change their own accounts" on accounts for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on accounts to authenticated;
grant delete, select on accounts to service_role;
grant insert (balance, currency, id, name, type, user_id) on accounts to authenticated;
grant insert (balance, currency, id, name, type, user_id) on accounts to service_role;
grant update (balance, currency, name, type) on accounts to authenticated;
grant update (balance, currency, name, type) on accounts to service_role;
create TRIGGER adjust_account AFTER UPDATE OF balance, currency ON public.accounts FOR EACH ROW WHEN ((NOT (new.last_entry IS DISTINCT FROM old.last_entry))) EXECUTE FUNCTION bank.adjust_account();
create TRIGGER check_changed_account BEFORE UPDATE OF name, type, balance, currency ON public.accounts FOR EACH ROW WHEN ((NOT (new.last_entry IS DISTINCT FROM old.last_entry))) EXECUTE FUNCTION bank.check_account();
create TRIGGER check_new_account BEFORE INSERT ON public.accounts FOR EACH ROW EXECUTE FUNCTION bank.check_account();
create TRIGGER check_row_limit AFTER INSERT ON public.accounts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER close_ledger_account AFTER DELETE ON public.accounts FOR EACH ROW EXECUTE FUNCTION bank.close_ledger_account();
create TRIGGER lock_clock BEFORE DELETE OR UPDATE OF name, type, currency, closed_at, overdraft, overdraft_account_id, overdraft_product, overdraft_cards, plan, plan_before, plan_since, tax_treatment, tax_treatment_since ON public.accounts FOR EACH STATEMENT EXECUTE FUNCTION bank.lock_clock_for_change();
create TRIGGER open_ledger_account AFTER INSERT ON public.accounts FOR EACH ROW EXECUTE FUNCTION bank.open_ledger_account();
create TRIGGER protect_tax_history BEFORE DELETE ON public.accounts FOR EACH ROW WHEN ((old.tax_treatment IS NOT NULL)) EXECUTE FUNCTION bank.protect_tax_history();
create TRIGGER record_change AFTER UPDATE OF name, type, currency, overdraft, overdraft_account_id, overdraft_product, overdraft_cards, plan, tax_treatment, closed_at ON public.accounts FOR EACH ROW EXECUTE FUNCTION bank.record_change('account', 'name,type,currency,overdraft,overdraft_account_id,overdraft_product,overdraft_cards,plan,tax_treatment,closed_at');
create TRIGGER record_creation AFTER INSERT OR DELETE ON public.accounts FOR EACH ROW EXECUTE FUNCTION bank.record_change('account', '');
create TRIGGER rename_ledger_account AFTER UPDATE OF name, closed_at ON public.accounts FOR EACH ROW WHEN (((new.name <> old.name) OR (new.closed_at IS DISTINCT FROM old.closed_at))) EXECUTE FUNCTION bank.rename_ledger_account();
create TRIGGER schedule_simulation AFTER UPDATE OF name, type, currency, closed_at, overdraft, overdraft_account_id, overdraft_product, overdraft_cards, plan, plan_before, plan_since, tax_treatment, tax_treatment_since ON public.accounts FOR EACH ROW WHEN ((NOT (new.last_entry IS DISTINCT FROM old.last_entry))) EXECUTE FUNCTION bank.schedule_simulation_for_change();

create table assistant_conversations (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  title text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  constraint assistant_conversations_pkey PRIMARY KEY (id),
  constraint assistant_conversations_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 120))),
  constraint assistant_conversations_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table assistant_conversations is 'Customers'' conversations with the assistant. Only each customer''s newest 200 are kept.';
comment on column assistant_conversations.title is 'The first question, until the customer renames it.';
comment on column assistant_conversations.updated_at is 'The time of the last question.';
create INDEX assistant_conversations_user_id_idx ON public.assistant_conversations USING btree (user_id, updated_at DESC);
alter table assistant_conversations enable row level security;
create policy "customers delete their own assistant conversations" on assistant_conversations for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own assistant conversations" on assistant_conversations for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers change their own assistant conversations" on assistant_conversations for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on assistant_conversations to authenticated;
grant select on assistant_conversations to service_role;
grant update (title) on assistant_conversations to authenticated;
create TRIGGER check_conversation BEFORE UPDATE OF title ON public.assistant_conversations FOR EACH ROW EXECUTE FUNCTION bank.check_conversation();
create TRIGGER check_row_limit AFTER INSERT ON public.assistant_conversations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table assistant_messages (
  id uuid not null default gen_random_uuid(),
  conversation_id uuid not null,
  user_id uuid not null,
  request_id text not null,
  asked text not null,
  meaning jsonb,
  parts jsonb,
  created_at timestamp with time zone not null default clock_timestamp(),
  answered_at timestamp with time zone,
  constraint assistant_messages_pkey PRIMARY KEY (id),
  constraint assistant_messages_asked_check CHECK (((char_length(asked) >= 1) AND (char_length(asked) <= 2000))),
  constraint assistant_messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES assistant_conversations(id) ON DELETE CASCADE,
  constraint assistant_messages_parts_check CHECK ((jsonb_typeof(parts) = 'array'::text)),
  constraint assistant_messages_request_id_check CHECK (((char_length(request_id) >= 1) AND (char_length(request_id) <= 200))),
  constraint assistant_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint assistant_messages_user_id_request_id_key UNIQUE (user_id, request_id)
);
comment on table assistant_messages is 'Questions to the assistant, each with its answer.';
comment on column assistant_messages.request_id is 'The client''s id for the request. A repeated request gets the same answer.';
comment on column assistant_messages.asked is 'The customer''s message.';
comment on column assistant_messages.meaning is 'The interpretation of the message, which the next question can refer to.';
comment on column assistant_messages.parts is 'The answer in the format of assistant/parts.ts; null until it is saved.';
create INDEX assistant_messages_conversation_id_idx ON public.assistant_messages USING btree (conversation_id, created_at);
create INDEX assistant_messages_user_id_idx ON public.assistant_messages USING btree (user_id, created_at DESC);
alter table assistant_messages enable row level security;
create policy "customers delete their own assistant messages" on assistant_messages for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own assistant messages" on assistant_messages for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on assistant_messages to authenticated;
grant select on assistant_messages to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.assistant_messages REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table assistant_proposals (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  message_id uuid not null,
  kind text not null,
  parameters jsonb not null,
  shown jsonb not null,
  expects jsonb not null,
  state text not null default 'proposed'::text,
  outcome text,
  undo jsonb,
  generation integer not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  settled_at timestamp with time zone,
  constraint assistant_proposals_pkey PRIMARY KEY (id),
  constraint assistant_proposals_expects_check CHECK ((jsonb_typeof(expects) = 'object'::text)),
  constraint assistant_proposals_kind_check CHECK ((kind = ANY (ARRAY['transfer'::text, 'pay_card'::text, 'pay_loan'::text, 'pay_mortgage'::text, 'draw_line'::text, 'pay_person'::text, 'schedule_payment'::text, 'auto_deposit'::text, 'freeze_card'::text, 'unfreeze_card'::text, 'set_budget'::text, 'delete_budget'::text, 'contribute_goal'::text, 'change_goal'::text, 'redeem_rewards'::text, 'fast_forward'::text]))),
  constraint assistant_proposals_message_id_fkey FOREIGN KEY (message_id) REFERENCES assistant_messages(id) ON DELETE CASCADE,
  constraint assistant_proposals_parameters_check CHECK ((jsonb_typeof(parameters) = 'object'::text)),
  constraint assistant_proposals_shown_check CHECK (((jsonb_typeof(shown) = 'object'::text) AND (octet_length((shown)::text) <= 16384))),
  constraint assistant_proposals_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'done'::text, 'undone'::text, 'refused'::text, 'dismissed'::text]))),
  constraint assistant_proposals_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table assistant_proposals is 'Proposals of the assistant and their outcomes. A proposal expires after 30 minutes of real time.';
comment on column assistant_proposals.shown is 'The preview: title, changes, warnings, an undo flag, and the messages after confirming and undoing.';
comment on column assistant_proposals.expects is 'The values that the preview is based on: balances by account, card, or debt, and limits by category. If they have changed, a new preview is needed.';
comment on column assistant_proposals.outcome is 'The outcome in a sentence.';
comment on column assistant_proposals.undo is 'The exact reversal; null if there is none.';
comment on column assistant_proposals.generation is 'The household generation of the proposal. The proposal can be confirmed or undone only in this generation.';
create INDEX assistant_proposals_message_id_idx ON public.assistant_proposals USING btree (message_id);
create INDEX assistant_proposals_user_id_idx ON public.assistant_proposals USING btree (user_id, created_at DESC);
alter table assistant_proposals enable row level security;
create policy "customers read their own assistant proposals" on assistant_proposals for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on assistant_proposals to authenticated;
grant select on assistant_proposals to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.assistant_proposals REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table auto_deposits (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  account_id uuid not null,
  name text not null default 'Auto deposit'::text,
  amount numeric not null,
  frequency text not null,
  category_id uuid,
  is_pay boolean not null default false,
  pay_details jsonb,
  start_date date not null,
  start_time time without time zone not null default '06:00:00'::time without time zone,
  end_date date,
  occurrences integer,
  paused boolean not null default false,
  yearly_adjustment text,
  yearly_percent numeric,
  next_occurrence integer,
  next_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  resumed_at timestamp with time zone,
  constraint auto_deposits_pkey PRIMARY KEY (id),
  constraint auto_deposits_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint auto_deposits_adjustment_fits_percent_check CHECK (((NOT (yearly_adjustment IS DISTINCT FROM 'fixed'::text)) = (yearly_percent IS NOT NULL))),
  constraint auto_deposits_amount_check CHECK ((((amount >= 0.01) AND (amount <= 999999999.99)) AND (amount = round(amount, 2)))),
  constraint auto_deposits_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE SET NULL,
  constraint auto_deposits_frequency_check CHECK ((frequency = ANY (ARRAY['HOURLY'::text, 'DAILY'::text, 'WEEKLY'::text, 'BIWEEKLY'::text, 'MONTHLY'::text]))),
  constraint auto_deposits_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint auto_deposits_pay_details_check CHECK (((pay_details IS NULL) OR is_pay)),
  constraint auto_deposits_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint auto_deposits_yearly_adjustment_check CHECK ((yearly_adjustment = ANY (ARRAY['fixed'::text, 'inflation'::text, 'none'::text, 'rent'::text, 'school'::text, 'insurance'::text, 'subscription'::text, 'phone'::text, 'utilities'::text, 'pay'::text]))),
  constraint auto_deposits_yearly_percent_check CHECK ((((yearly_percent >= 0.01) AND (yearly_percent <= (50)::numeric)) AND (yearly_percent = round(yearly_percent, 2))))
);
comment on table auto_deposits is 'Recurring deposits, such as pay or an allowance.';
comment on column auto_deposits.is_pay is 'True for a paycheck, which stops during a job loss.';
comment on column auto_deposits.pay_details is 'The terms from which the engine computes a paycheck (gross_per_year, filing_status, retirement_percent, match_percent, match_up_to, health, hsa, state_percent, retirement_account_id, hsa_account_id); null if the amount is fixed. Health and HSA amounts are per paycheck. The amount is then the net pay of the next paycheck.';
comment on column auto_deposits.start_date is 'The first day in the customer''s time zone. Later occurrences are counted from it.';
comment on column auto_deposits.occurrences is 'The total number of occurrences; null if unlimited.';
comment on column auto_deposits.yearly_adjustment is 'The yearly change of the amount on the anniversary of the start date: a fixed percentage, inflation, none, or the raises of pay. Null is the usual one: pay rises if the household''s bills go up.';
comment on column auto_deposits.yearly_percent is 'The fixed yearly percentage; null if there is none.';
comment on column auto_deposits.next_occurrence is 'The number of the next occurrence, starting at 0; null until the engine has computed it after a change. Only the bank writes it.';
comment on column auto_deposits.next_at is 'The simulated instant of the next occurrence; null if there is none. Only the bank writes it.';
comment on column auto_deposits.resumed_at is 'The time when the rule''s last pause ended; null if it was never paused. Only the bank writes it.';
create INDEX auto_deposits_account_id_idx ON public.auto_deposits USING btree (account_id);
create INDEX auto_deposits_category_id_idx ON public.auto_deposits USING btree (category_id) WHERE (category_id IS NOT NULL);
create INDEX auto_deposits_user_id_idx ON public.auto_deposits USING btree (user_id);
alter table auto_deposits enable row level security;
create policy "customers delete their own auto deposits" on auto_deposits for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers add their own auto deposits" on auto_deposits for insert to authenticated
  with check (((user_id = ( SELECT auth.uid() AS uid)) AND ((category_id IS NULL) OR (EXISTS ( SELECT
   FROM categories c
  WHERE (c.id = auto_deposits.category_id))))));
create policy "customers read their own auto deposits" on auto_deposits for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers change their own auto deposits" on auto_deposits for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check (((user_id = ( SELECT auth.uid() AS uid)) AND ((category_id IS NULL) OR (EXISTS ( SELECT
   FROM categories c
  WHERE (c.id = auto_deposits.category_id))))));
grant delete, select on auto_deposits to authenticated;
grant delete, select on auto_deposits to service_role;
grant insert (account_id, amount, category_id, end_date, frequency, id, is_pay, name, occurrences, paused, pay_details, start_date, start_time, user_id, yearly_adjustment, yearly_percent) on auto_deposits to authenticated;
grant insert (account_id, amount, category_id, end_date, frequency, id, is_pay, name, occurrences, paused, pay_details, start_date, start_time, user_id, yearly_adjustment, yearly_percent) on auto_deposits to service_role;
grant update (account_id, amount, category_id, end_date, frequency, is_pay, name, occurrences, paused, pay_details, start_date, start_time, yearly_adjustment, yearly_percent) on auto_deposits to authenticated;
grant update (account_id, amount, category_id, end_date, frequency, is_pay, name, occurrences, paused, pay_details, start_date, start_time, yearly_adjustment, yearly_percent) on auto_deposits to service_role;
create TRIGGER check_auto_deposit BEFORE INSERT OR UPDATE OF account_id, name, amount, frequency, category_id, is_pay, pay_details, start_date, start_time, end_date, occurrences, paused, yearly_adjustment, yearly_percent ON public.auto_deposits FOR EACH ROW EXECUTE FUNCTION bank.check_auto_deposit();
create TRIGGER check_pay_details BEFORE INSERT OR UPDATE OF account_id, frequency, is_pay, pay_details ON public.auto_deposits FOR EACH ROW EXECUTE FUNCTION bank.check_pay_details();
create TRIGGER check_row_limit AFTER INSERT ON public.auto_deposits REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER lock_clock BEFORE DELETE OR UPDATE ON public.auto_deposits FOR EACH STATEMENT EXECUTE FUNCTION bank.lock_clock_for_change();
create TRIGGER record_change AFTER UPDATE OF account_id, name, amount, frequency, category_id, is_pay, start_date, end_date, paused, yearly_adjustment, yearly_percent, pay_details ON public.auto_deposits FOR EACH ROW EXECUTE FUNCTION bank.record_change('auto_deposit', 'account_id,name,amount,frequency,category_id,is_pay,start_date,end_date,paused,yearly_adjustment,yearly_percent,pay_details,pay_gross_per_year,pay_filing_status,pay_retirement_percent,pay_match_percent,pay_match_up_to,pay_health,pay_hsa,pay_state_percent,pay_children,pay_retirement_account_id,pay_hsa_account_id');
create TRIGGER record_creation AFTER INSERT OR DELETE ON public.auto_deposits FOR EACH ROW EXECUTE FUNCTION bank.record_change('auto_deposit', '');
create TRIGGER record_resumption BEFORE UPDATE OF paused ON public.auto_deposits FOR EACH ROW WHEN ((old.paused AND (NOT new.paused))) EXECUTE FUNCTION bank.record_resumption();
create TRIGGER schedule_simulation AFTER INSERT OR DELETE OR UPDATE OF account_id, name, amount, frequency, category_id, is_pay, pay_details, start_date, start_time, end_date, occurrences, paused, yearly_adjustment, yearly_percent ON public.auto_deposits FOR EACH ROW EXECUTE FUNCTION bank.schedule_simulation_for_change();

create sequence bank.account_numbers;

create table bank.calendar_feeds (
  user_id uuid not null,
  secret_hash bytea not null,
  includes_amounts boolean not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  read_at timestamp with time zone,
  reads integer not null default 0,
  constraint calendar_feeds_pkey PRIMARY KEY (user_id),
  constraint calendar_feeds_secret_hash_key UNIQUE (secret_hash),
  constraint calendar_feeds_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table bank.calendar_feeds is 'The calendar addresses of customers. Instants are real time.';
comment on column bank.calendar_feeds.includes_amounts is 'True if the titles of events contain amounts.';
comment on column bank.calendar_feeds.read_at is 'When a calendar app last read the feed; null if never.';
comment on column bank.calendar_feeds.reads is 'The number of reads in the hour of `read_at`.';
alter table bank.calendar_feeds enable row level security;

create table bank.card_movements (
  card_id uuid not null,
  entry_id bigint not null,
  user_id uuid not null,
  transaction_key text not null,
  date timestamp with time zone not null,
  amount numeric not null,
  direction text not null,
  currency text not null,
  kind text not null,
  description text,
  merchant text,
  category_id uuid,
  balance_after numeric not null,
  constraint card_movements_pkey PRIMARY KEY (card_id, entry_id),
  constraint card_movements_card_id_fkey FOREIGN KEY (card_id) REFERENCES credit_cards(id) ON DELETE CASCADE,
  constraint card_movements_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table bank.card_movements is 'All card activity as the card''s owner sees it, derived from the journal.';
comment on column bank.card_movements.transaction_key is 'The transaction key used throughout the bank: card and entry. Sorted as bytes, like transaction ids.';
comment on column bank.card_movements.amount is 'Always positive. `direction` is in or out from the customer''s point of view.';
comment on column bank.card_movements.category_id is 'The entry''s category. Not a foreign key, because the journal outlives categories.';
comment on column bank.card_movements.balance_after is 'The amount owed after this transaction, in date order.';
create INDEX card_movements_user_id_date_idx ON bank.card_movements USING btree (user_id, date DESC, transaction_key DESC);
create INDEX card_movements_words_idx ON bank.card_movements USING gin (user_id, category_id, lower(((COALESCE(description, ''::text) || '
'::text) || COALESCE(merchant, ''::text))) extensions.gin_trgm_ops);
alter table bank.card_movements enable row level security;
create TRIGGER check_row_limit AFTER INSERT ON bank.card_movements REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create sequence bank.card_numbers;

create table bank.checkpoint_files (
  checkpoint_id uuid not null,
  file jsonb not null,
  constraint checkpoint_files_pkey PRIMARY KEY (checkpoint_id),
  constraint checkpoint_files_checkpoint_id_fkey FOREIGN KEY (checkpoint_id) REFERENCES checkpoints(id) ON DELETE CASCADE
);
comment on table bank.checkpoint_files is 'The household file of each checkpoint.';
alter table bank.checkpoint_files enable row level security;

create table bank.clocks (
  household_id uuid not null,
  simulated_until timestamp with time zone not null,
  last_entry bigint not null default 0,
  rules_version bigint not null default 0,
  due_at timestamp with time zone,
  seed integer not null default (floor((random() * (2147483647)::double precision)))::integer,
  carryover jsonb not null default '{"pending": "realistic", "bankHolidays": true, "unemployment": true, "billIncreases": true, "exchangeMargin": 0.6}'::jsonb,
  constraint clocks_pkey PRIMARY KEY (household_id),
  constraint clocks_household_id_fkey FOREIGN KEY (household_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table bank.clocks is 'The simulation progress of each household and its next simulation time.';
comment on column bank.clocks.simulated_until is 'The simulated instant up to which the engine has run.';
comment on column bank.clocks.last_entry is 'The household''s newest entry when the engine last ran. The engine hasn''t processed later entries.';
comment on column bank.clocks.rules_version is 'The number of changes to rules and products. It prevents the bank from posting steps that are based on old rules.';
comment on column bank.clocks.due_at is 'The real instant of the next simulation; null if nothing is due.';
comment on column bank.clocks.seed is 'The random seed. The same seed and commands produce the same simulation.';
comment on column bank.clocks.carryover is 'The engine''s carryover: accruals, cycles, arrears, occurrences.';
create INDEX clocks_due_at_idx ON bank.clocks USING btree (due_at) WHERE (due_at IS NOT NULL);
alter table bank.clocks enable row level security;
create TRIGGER expire_pending_items AFTER UPDATE ON bank.clocks REFERENCING OLD TABLE AS clocks_before NEW TABLE AS clocks_after FOR EACH STATEMENT EXECUTE FUNCTION bank.expire_pending_items();
create TRIGGER record_realism AFTER UPDATE OF carryover ON bank.clocks FOR EACH ROW WHEN ((auth.uid() = new.household_id)) EXECUTE FUNCTION bank.record_realism();
create TRIGGER save_scenario_progress AFTER UPDATE OF carryover ON bank.clocks FOR EACH ROW WHEN (((new.carryover ? 'play'::text) AND ((new.carryover -> 'play'::text) IS DISTINCT FROM (old.carryover -> 'play'::text)))) EXECUTE FUNCTION bank.save_scenario_progress();

create table bank.confirmed_addresses (
  user_id uuid not null,
  address text not null,
  confirmed_at timestamp with time zone not null default clock_timestamp(),
  constraint confirmed_addresses_pkey PRIMARY KEY (user_id),
  constraint confirmed_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on table bank.confirmed_addresses is 'Email addresses that customers have verified with a code or link. A row counts only while its address is the customer''s current address.';
alter table bank.confirmed_addresses enable row level security;

create table bank.dispute_outcomes (
  dispute_id uuid not null,
  outcome text not null,
  explanation text not null,
  constraint dispute_outcomes_pkey PRIMARY KEY (dispute_id),
  constraint dispute_outcomes_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES disputes(id) ON DELETE CASCADE,
  constraint dispute_outcomes_outcome_check CHECK ((outcome = ANY (ARRAY['won'::text, 'lost'::text])))
);
comment on table bank.dispute_outcomes is 'The future outcomes of disputes, revealed on the decision day.';
alter table bank.dispute_outcomes enable row level security;

create table bank.entries (
  id bigint not null generated always as identity,
  household_id uuid,
  at timestamp with time zone not null,
  value_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  kind text not null,
  description text,
  actor uuid,
  channel text not null,
  reverses bigint,
  payment_id uuid,
  event_key text,
  merchant text,
  category_id uuid,
  constraint entries_pkey PRIMARY KEY (id)
);
comment on table bank.entries is 'All movements of money in posting order.';
comment on column bank.entries.at is 'The simulated instant at which the money moved.';
comment on column bank.entries.value_at is 'The value date: the local day of this instant, even if the entry was posted later (a backdated row, interest for a day that has ended). Statements, lists, balances, analytics, and reconciliation use only this column.';
comment on column bank.entries.recorded_at is 'The real time at which the entry was recorded, for audits.';
comment on column bank.entries.kind is 'The kind of movement: deposit, withdrawal, transfer, opening, adjustment, interest, fee, card_payment …';
comment on column bank.entries.actor is 'The user who requested the entry; null for the bank itself.';
comment on column bank.entries.channel is 'The posting channel: app (functions), table (raw call), engine, import, assistant, or system.';
comment on column bank.entries.reverses is 'The earlier entry that this entry reverses.';
comment on column bank.entries.payment_id is 'Links the two entries of a payment between customers.';
comment on column bank.entries.event_key is 'Identifies the rule and occurrence of a simulated event, so that it is posted once.';
comment on column bank.entries.merchant is 'The merchant of a card purchase.';
comment on column bank.entries.category_id is 'The category of a card purchase. Not a foreign key, because the journal keeps deleted categories.';
create INDEX entries_household_id_idx ON bank.entries USING btree (household_id, id DESC);
create INDEX entries_payment_id_idx ON bank.entries USING btree (payment_id) WHERE (payment_id IS NOT NULL);
create INDEX entries_reverses_idx ON bank.entries USING btree (reverses) WHERE (reverses IS NOT NULL);
create UNIQUE INDEX entries_household_id_event_key_key ON bank.entries USING btree (household_id, event_key) WHERE (event_key IS NOT NULL);
alter table bank.entries enable row level security;
create policy "customers read their own entries" on bank.entries for select to authenticated
  using ((household_id = ( SELECT auth.uid() AS uid)));
grant select on bank.entries to authenticated;
grant select on bank.entries to service_role;
create TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON bank.entries FOR EACH STATEMENT EXECUTE FUNCTION bank.refuse_change();
create TRIGGER append_only_removal AFTER DELETE ON bank.entries REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION bank.refuse_removal();
create TRIGGER check_row_limit AFTER INSERT ON bank.entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER record_channel BEFORE INSERT ON bank.entries FOR EACH ROW WHEN ((new.channel = 'app'::text)) EXECUTE FUNCTION bank.record_channel();

create sequence bank.entries_id_seq;

create table bank.erased_households (
  id bigint not null generated always as identity,
  erased_at timestamp with time zone not null default clock_timestamp(),
  entries integer not null,
  postings integer not null,
  ledger_accounts integer not null,
  constraint erased_households_pkey PRIMARY KEY (id)
);
comment on table bank.erased_households is 'Counts of erased households, without personal data.';
alter table bank.erased_households enable row level security;

create sequence bank.erased_households_id_seq;

create table bank.erasures (
  household_id uuid not null,
  transaction_id xid8 not null default pg_current_xact_id(),
  constraint erasures_pkey PRIMARY KEY (household_id)
);
comment on table bank.erasures is 'The household that a running transaction is erasing. Empty at all other times.';
alter table bank.erasures enable row level security;

create table bank.exchange_quotes (
  id uuid not null default gen_random_uuid(),
  household_id uuid not null,
  from_account_id uuid not null,
  to_account_id uuid not null,
  currencies text[] not null,
  amount numeric not null,
  fixed_side text not null,
  price bank.exchange_price not null,
  rate_date date not null,
  expires_at timestamp with time zone not null,
  constraint exchange_quotes_pkey PRIMARY KEY (id),
  constraint exchange_quotes_fixed_side_check CHECK ((fixed_side = ANY (ARRAY['source'::text, 'target'::text]))),
  constraint exchange_quotes_household_id_fkey FOREIGN KEY (household_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table bank.exchange_quotes is 'The prices that the bank offered for transfers between currencies.';
comment on column bank.exchange_quotes.currencies is 'The currencies of both accounts, the source first. They can change before the transfer.';
comment on column bank.exchange_quotes.fixed_side is 'The side whose amount the customer chose: source for a sale, target for a purchase.';
comment on column bank.exchange_quotes.expires_at is 'Real time, not simulated time.';
create INDEX exchange_quotes_household_id_idx ON bank.exchange_quotes USING btree (household_id, expires_at);
alter table bank.exchange_quotes enable row level security;
create TRIGGER check_row_limit AFTER INSERT ON bank.exchange_quotes REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table bank.expected_write_backs (
  id bigint not null generated always as identity,
  account_id uuid not null,
  actor uuid,
  amount numeric not null,
  last_entry bigint not null,
  expected_at timestamp with time zone not null default clock_timestamp(),
  constraint expected_write_backs_pkey PRIMARY KEY (id),
  constraint expected_write_backs_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
comment on table bank.expected_write_backs is 'Rows inserted by raw table calls. Within 30 seconds, the client may write the balance back once for each row.';
comment on column bank.expected_write_backs.amount is 'The change in the balance that the row caused.';
create INDEX expected_write_backs_account_id_idx ON bank.expected_write_backs USING btree (account_id);
alter table bank.expected_write_backs enable row level security;

create sequence bank.expected_write_backs_id_seq;

create table bank.fast_forwards (
  run_id uuid not null,
  household_id uuid not null,
  request text not null,
  expires_at timestamp with time zone not null,
  answer jsonb,
  constraint fast_forwards_pkey PRIMARY KEY (run_id),
  constraint fast_forwards_household_id_fkey FOREIGN KEY (household_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint fast_forwards_request_check CHECK ((length(request) <= 200))
);
comment on table bank.fast_forwards is 'Fast-forwards that are running or finished within the last ten seconds, with their results.';
comment on column bank.fast_forwards.request is 'The request. Identical requests get the result of the running fast-forward.';
comment on column bank.fast_forwards.expires_at is 'The time when the lease or the saved result expires.';
create INDEX fast_forwards_household_id_idx ON bank.fast_forwards USING btree (household_id);
create UNIQUE INDEX fast_forwards_running_idx ON bank.fast_forwards USING btree (household_id) WHERE (answer IS NULL);
alter table bank.fast_forwards enable row level security;

create table bank.household_tables (
  list text not null,
  position bigint not null generated always as identity,
  table_name text not null,
  columns text[] not null,
  sorted_by text not null,
  owner_column text not null default 'user_id'::text,
  condition text not null default 'true'::text,
  parent_column text,
  parent_table text,
  category_column text,
  requires_category boolean not null default false,
  keeps_nulls boolean not null default false,
  skips_duplicates boolean not null default false,
  has_loader boolean not null default false,
  constraint household_tables_pkey PRIMARY KEY (list),
  constraint household_tables_position_key UNIQUE ("position")
);
comment on table bank.household_tables is 'The lists of a household file and the tables that they are read from and written to.';
comment on column bank.household_tables.position is 'The order of the import. Parents come before children.';
comment on column bank.household_tables.columns is 'The columns in the file, which an import writes. A missing value becomes the column''s default.';
comment on column bank.household_tables.sorted_by is 'The sort order of the rows. The table''s alias is t.';
comment on column bank.household_tables.condition is 'The condition for rows in the file. The table is t.';
comment on column bank.household_tables.parent_column is 'A reference to another row of the household. An import leaves out rows whose parent is missing.';
comment on column bank.household_tables.category_column is 'The column that refers to a category. The file identifies the category by name.';
comment on column bank.household_tables.requires_category is 'True if an import leaves out rows whose spending category is missing.';
comment on column bank.household_tables.keeps_nulls is 'True if missing values are null in the file.';
comment on column bank.household_tables.skips_duplicates is 'True if an import leaves out duplicate rows.';
comment on column bank.household_tables.has_loader is 'True if a function completes the rows before they are written. Otherwise, rows are written unchanged.';
alter table bank.household_tables enable row level security;

create sequence bank.household_tables_position_seq;

create table bank.import_drafts (
  user_id uuid not null,
  draft text not null,
  ordinal integer not null,
  rows jsonb not null,
  sent_at timestamp with time zone not null default clock_timestamp(),
  constraint import_drafts_pkey PRIMARY KEY (user_id, draft, ordinal),
  constraint import_drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table bank.import_drafts is 'Uploaded chunks of statement files. They are deleted after posting or after one day.';
alter table bank.import_drafts enable row level security;
create TRIGGER check_row_limit AFTER INSERT ON bank.import_drafts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table bank.import_locks (
  household_id uuid not null,
  transaction_id xid8 not null default pg_current_xact_id(),
  constraint import_locks_pkey PRIMARY KEY (household_id)
);
comment on table bank.import_locks is 'The household that a running transaction is importing from a file. Empty at all other times.';
alter table bank.import_locks enable row level security;

create table bank.issued_documents (
  document_id uuid not null,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone not null,
  entries_to bigint not null,
  terms jsonb not null,
  constraint issued_documents_pkey PRIMARY KEY (document_id),
  constraint issued_documents_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE
);
comment on table bank.issued_documents is 'The content of an issued document at the time of issue.';
comment on column bank.issued_documents.from_at is 'The start of the document''s period, which is the end of the previous period.';
comment on column bank.issued_documents.entries_to is 'The newest entry at the time of issue. Later entries are not included, even if they are backdated.';
comment on column bank.issued_documents.terms is 'The names, numbers, and rates at the time of issue. Later changes don''t affect the document.';
alter table bank.issued_documents enable row level security;

create table bank.ledger_accounts (
  id uuid not null,
  household_id uuid,
  product text not null,
  name text not null,
  currency text,
  created_at timestamp with time zone not null default now(),
  closed_at timestamp with time zone,
  constraint ledger_accounts_pkey PRIMARY KEY (id),
  constraint ledger_accounts_product_check CHECK ((product = ANY (ARRAY['account'::text, 'card'::text, 'loan'::text, 'mortgage'::text, 'reserve'::text, 'system'::text])))
);
comment on table bank.ledger_accounts is 'One ledger account for each account, card, loan, mortgage, and escrow account, and the bank''s system accounts. Ledger accounts remain when the product is deleted.';
comment on column bank.ledger_accounts.id is 'The id of the product.';
comment on column bank.ledger_accounts.household_id is 'The household; null for system accounts and ownerless accounts.';
comment on column bank.ledger_accounts.currency is 'The product''s currency; null if it has several currencies.';
create INDEX ledger_accounts_household_id_idx ON bank.ledger_accounts USING btree (household_id);
alter table bank.ledger_accounts enable row level security;
create policy "customers read their own pages and the names of the bank's" on bank.ledger_accounts for select to authenticated
  using (((household_id = ( SELECT auth.uid() AS uid)) OR ((household_id IS NULL) AND (product = 'system'::text))));
grant select on bank.ledger_accounts to authenticated;
grant select on bank.ledger_accounts to service_role;
create TRIGGER append_only BEFORE TRUNCATE ON bank.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION bank.refuse_change();
create TRIGGER append_only_removal AFTER DELETE ON bank.ledger_accounts REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION bank.refuse_removal();
create TRIGGER check_row_limit AFTER INSERT ON bank.ledger_accounts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER schedule_simulation AFTER INSERT ON bank.ledger_accounts FOR EACH ROW WHEN ((new.household_id IS NOT NULL)) EXECUTE FUNCTION bank.schedule_simulation_for_product();

create table bank.ledger_hashes (
  household_id uuid not null,
  entry_id bigint not null,
  hash text not null,
  hashed_at timestamp with time zone not null default clock_timestamp(),
  constraint ledger_hashes_pkey PRIMARY KEY (household_id, entry_id),
  constraint ledger_hashes_household_id_fkey FOREIGN KEY (household_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table bank.ledger_hashes is 'The ledger hash of a household up to an entry, saved to detect later changes.';
alter table bank.ledger_hashes enable row level security;
create TRIGGER check_row_limit AFTER INSERT ON bank.ledger_hashes REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table bank.linked_payees (
  user_id uuid not null,
  person_id uuid not null,
  address text not null,
  since timestamp with time zone not null default clock_timestamp(),
  constraint linked_payees_pkey PRIMARY KEY (user_id, person_id),
  constraint linked_payees_person_id_fkey FOREIGN KEY (person_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint linked_payees_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table bank.linked_payees is 'Customers who have completed a payment with each other. Payments from person_id to this address of user_id arrive immediately. Payments to any other address, known or not, are pending until accepted.';
comment on column bank.linked_payees.address is 'The address through which person_id knows user_id.';
create INDEX linked_payees_person_id_idx ON bank.linked_payees USING btree (person_id, address);
alter table bank.linked_payees enable row level security;
create TRIGGER check_row_limit AFTER INSERT ON bank.linked_payees REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table bank.peer_legs (
  household_id uuid not null,
  event_key text not null,
  payment_id uuid not null,
  way text not null,
  amount bank.money not null,
  currency text not null,
  account_amount bank.money not null,
  account_currency text not null,
  account_number text,
  counterparty text,
  description text,
  payment jsonb,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  constraint peer_legs_pkey PRIMARY KEY (household_id, event_key),
  constraint peer_legs_household_id_fkey FOREIGN KEY (household_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table bank.peer_legs is 'One side of each payment between customers: out to clearing, in from clearing, or back to the sender.';
comment on column bank.peer_legs.event_key is 'The key of the leg''s journal entry. A household''s ledger contains each leg at most once.';
comment on column bank.peer_legs.account_number is 'The number of the account on which the leg was first posted. Unlike ids, numbers survive a return.';
comment on column bank.peer_legs.payment is 'The customer''s record of a completed payment. It contains no address, so that nothing here identifies a customer whose account was deleted.';
comment on column bank.peer_legs.recorded_at is 'The real time of the record. After a return to a checkpoint, legs recorded since then are posted again.';
create INDEX peer_legs_payment_id_idx ON bank.peer_legs USING btree (payment_id, household_id);
alter table bank.peer_legs enable row level security;
create TRIGGER check_row_limit AFTER INSERT ON bank.peer_legs REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table bank.postings (
  entry_id bigint not null,
  ledger_id uuid not null,
  currency text not null,
  amount bank.money not null,
  constraint postings_pkey PRIMARY KEY (entry_id, ledger_id, currency)
);
comment on table bank.postings is 'The two or more sides of an entry. Amounts in the customer''s favor are positive. The amounts in each currency sum to zero.';
create INDEX postings_ledger_id_idx ON bank.postings USING btree (ledger_id, entry_id) INCLUDE (currency, amount);
alter table bank.postings enable row level security;
create policy "customers read the postings of their own entries" on bank.postings for select to authenticated
  using ((EXISTS ( SELECT
   FROM bank.entries e
  WHERE ((e.id = postings.entry_id) AND (e.household_id = ( SELECT auth.uid() AS uid))))));
grant select on bank.postings to authenticated;
grant select on bank.postings to service_role;
create TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON bank.postings FOR EACH STATEMENT EXECUTE FUNCTION bank.refuse_change();
create TRIGGER append_only_removal AFTER DELETE ON bank.postings REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION bank.refuse_posting_removal();
create TRIGGER show_on_cards AFTER INSERT ON bank.postings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.show_on_cards();

create table bank.recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  made_at timestamp with time zone not null default clock_timestamp(),
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table bank.recovery_codes is 'Recovery codes. Each replaces the second factor once. Only hashes are stored.';
alter table bank.recovery_codes enable row level security;

create table bank.requests (
  user_id uuid not null,
  request_id text not null,
  params_hash bytea not null,
  result jsonb not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint requests_pkey PRIMARY KEY (user_id, request_id)
);
comment on table bank.requests is 'The results of requests, so that a repeated request gets the same answer.';
comment on column bank.requests.user_id is 'The customer who sent the request. Not a foreign key, because it would lock the customer''s row on every call.';
comment on column bank.requests.params_hash is 'A hash of the verb and parameters. Using the same id for a different request is an error.';
alter table bank.requests enable row level security;
create TRIGGER check_row_limit AFTER INSERT ON bank.requests REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table bank.row_limits (
  table_name text not null,
  owner_column text not null,
  highest integer not null,
  label text not null,
  constraint row_limits_pkey PRIMARY KEY (table_name),
  constraint row_limits_highest_check CHECK ((highest >= 0))
);
comment on table bank.row_limits is 'The maximum number of rows per customer in a table. An operator can change it.';
comment on column bank.row_limits.table_name is 'The table, with its schema.';
comment on column bank.row_limits.owner_column is 'The column with the customer''s id.';
comment on column bank.row_limits.label is 'The plural noun for refusal messages.';
alter table bank.row_limits enable row level security;

create table bank.transaction_edit_lines (
  edit_id uuid not null,
  transaction_key text not null,
  before jsonb not null,
  constraint transaction_edit_lines_pkey PRIMARY KEY (edit_id, transaction_key),
  constraint transaction_edit_lines_edit_id_fkey FOREIGN KEY (edit_id) REFERENCES transaction_edits(id) ON DELETE CASCADE
);
comment on table bank.transaction_edit_lines is 'The previous values of the fields that an edit changed.';
alter table bank.transaction_edit_lines enable row level security;

create table bank.upload_chunks (
  upload_id uuid not null,
  ordinal integer not null,
  piece text not null,
  arrived_at timestamp with time zone not null default clock_timestamp(),
  constraint upload_chunks_pkey PRIMARY KEY (upload_id, ordinal)
);
comment on table bank.upload_chunks is 'Uploaded chunks of household files. Deleted after the import, or after an hour.';
create INDEX upload_chunks_arrived_at_idx ON bank.upload_chunks USING btree (arrived_at);
alter table bank.upload_chunks enable row level security;

create table budget_limits (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  category_id uuid not null,
  month date not null,
  amount numeric,
  currency text not null,
  rollover text not null,
  rollover_cap numeric,
  constraint budget_limits_pkey PRIMARY KEY (id),
  constraint budget_limits_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE,
  constraint budget_limits_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint budget_limits_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint budget_limits_user_id_category_id_month_key UNIQUE (user_id, category_id, month),
  constraint budget_limits_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table budget_limits is 'A category''s limit, from this month until the month of the next row. The bank writes a row for each change.';
comment on column budget_limits.month is 'The first day of the month from which the limit applies.';
comment on column budget_limits.amount is 'The limit; null if the budget was removed.';
create INDEX budget_limits_category_id_idx ON public.budget_limits USING btree (category_id);
create INDEX budget_limits_currency_idx ON public.budget_limits USING btree (currency);
alter table budget_limits enable row level security;
create policy "customers read their own budget limits" on budget_limits for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on budget_limits to authenticated;
grant select on budget_limits to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.budget_limits REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table budget_moves (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  month date not null,
  from_category_id uuid,
  to_category_id uuid,
  currency text not null,
  amount bank.money not null,
  at timestamp with time zone not null,
  constraint budget_moves_pkey PRIMARY KEY (id),
  constraint budget_moves_amount_check CHECK (((amount)::numeric > (0)::numeric)),
  constraint budget_moves_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint budget_moves_from_category_id_fkey FOREIGN KEY (from_category_id) REFERENCES categories(id) ON DELETE CASCADE,
  constraint budget_moves_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint budget_moves_sides_check CHECK ((from_category_id IS DISTINCT FROM to_category_id)),
  constraint budget_moves_to_category_id_fkey FOREIGN KEY (to_category_id) REFERENCES categories(id) ON DELETE CASCADE,
  constraint budget_moves_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table budget_moves is 'Assignments to categories, and moves between categories to cover overspending. No money moves.';
comment on column budget_moves.from_category_id is 'The source; null for unassigned income.';
comment on column budget_moves.to_category_id is 'The target; null for unassigned income.';
comment on column budget_moves.at is 'The simulated instant of the move.';
create INDEX budget_moves_currency_idx ON public.budget_moves USING btree (currency);
create INDEX budget_moves_from_category_id_idx ON public.budget_moves USING btree (from_category_id) WHERE (from_category_id IS NOT NULL);
create INDEX budget_moves_to_category_id_idx ON public.budget_moves USING btree (to_category_id) WHERE (to_category_id IS NOT NULL);
create INDEX budget_moves_user_id_month_idx ON public.budget_moves USING btree (user_id, month);
alter table budget_moves enable row level security;
create policy "customers read their own budget moves" on budget_moves for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on budget_moves to authenticated;
grant select on budget_moves to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.budget_moves REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table budget_settings (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  mode text not null default 'limits'::text,
  since date not null,
  constraint budget_settings_pkey PRIMARY KEY (id),
  constraint budget_settings_mode_check CHECK ((mode = ANY (ARRAY['limits'::text, 'envelopes'::text]))),
  constraint budget_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint budget_settings_user_id_key UNIQUE (user_id)
);
comment on table budget_settings is 'A customer''s budget settings.';
comment on column budget_settings.mode is 'limits: each category has a limit; envelopes: income is assigned to categories before it is spent.';
comment on column budget_settings.since is 'The first day of the month in which the mode starts. Envelopes start empty.';
alter table budget_settings enable row level security;
create policy "customers add their own budget settings" on budget_settings for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own budget settings" on budget_settings for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers change their own budget settings" on budget_settings for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
grant insert (id, mode, user_id) on budget_settings to authenticated;
grant insert (id, mode, user_id) on budget_settings to service_role;
grant select on budget_settings to authenticated;
grant select on budget_settings to service_role;
grant update (mode) on budget_settings to authenticated;
grant update (mode) on budget_settings to service_role;
create TRIGGER check_budget_settings BEFORE INSERT OR UPDATE ON public.budget_settings FOR EACH ROW EXECUTE FUNCTION bank.check_budget_settings();
create TRIGGER check_row_limit AFTER INSERT ON public.budget_settings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table budgets (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  category_id uuid not null,
  currency text not null,
  amount numeric not null,
  rollover text not null default 'none'::text,
  rollover_cap numeric,
  starts_on date not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint budgets_pkey PRIMARY KEY (id),
  constraint budgets_amount_check CHECK ((((amount >= (0)::numeric) AND (amount <= 999999999.99)) AND (amount = round(amount, 2)))),
  constraint budgets_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE,
  constraint budgets_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint budgets_rollover_cap_check CHECK ((((rollover_cap >= (0)::numeric) AND (rollover_cap <= 999999999.99)) AND (rollover_cap = round(rollover_cap, 2)))),
  constraint budgets_rollover_check CHECK ((rollover = ANY (ARRAY['none'::text, 'surplus'::text, 'both'::text]))),
  constraint budgets_user_id_category_id_key UNIQUE (user_id, category_id),
  constraint budgets_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table budgets is 'A customer''s monthly budgets, one per category.';
comment on column budgets.amount is 'The monthly limit or, in envelope mode, the planned monthly assignment.';
comment on column budgets.rollover is 'The amount that moves to the next month: none, surplus (unspent), or both (unspent and overspent).';
comment on column budgets.rollover_cap is 'The largest rollover in either direction; null if there is no limit.';
comment on column budgets.starts_on is 'The first day of the month from which the budget applies.';
create INDEX budgets_category_id_idx ON public.budgets USING btree (category_id);
create INDEX budgets_currency_idx ON public.budgets USING btree (currency);
alter table budgets enable row level security;
create policy "customers delete their own budgets" on budgets for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers add their own budgets" on budgets for insert to authenticated
  with check (((user_id = ( SELECT auth.uid() AS uid)) AND ((category_id IS NULL) OR (EXISTS ( SELECT
   FROM categories c
  WHERE (c.id = budgets.category_id))))));
create policy "customers read their own budgets" on budgets for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers change their own budgets" on budgets for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check (((user_id = ( SELECT auth.uid() AS uid)) AND ((category_id IS NULL) OR (EXISTS ( SELECT
   FROM categories c
  WHERE (c.id = budgets.category_id))))));
grant delete, select on budgets to authenticated;
grant delete, select on budgets to service_role;
grant insert (amount, category_id, id, rollover, rollover_cap, user_id) on budgets to authenticated;
grant insert (amount, category_id, id, rollover, rollover_cap, user_id) on budgets to service_role;
grant update (amount, rollover, rollover_cap) on budgets to authenticated;
grant update (amount, rollover, rollover_cap) on budgets to service_role;
create TRIGGER check_budget BEFORE INSERT OR UPDATE ON public.budgets FOR EACH ROW EXECUTE FUNCTION bank.check_budget();
create TRIGGER check_row_limit AFTER INSERT ON public.budgets REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER record_change AFTER UPDATE OF amount, currency, rollover, rollover_cap ON public.budgets FOR EACH ROW EXECUTE FUNCTION bank.record_change('budget', 'amount,currency,rollover,rollover_cap');
create TRIGGER record_creation AFTER INSERT OR DELETE ON public.budgets FOR EACH ROW EXECUTE FUNCTION bank.record_change('budget', '');
create TRIGGER save_budget_limit AFTER INSERT OR DELETE OR UPDATE ON public.budgets FOR EACH ROW EXECUTE FUNCTION bank.save_budget_limit();

create table card_applications (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  product text not null,
  outcome text not null,
  card_id uuid,
  annual_income numeric not null,
  employment_status text not null,
  monthly_debt numeric not null,
  decision jsonb not null,
  decided_at timestamp with time zone not null,
  request_id text,
  constraint card_applications_pkey PRIMARY KEY (id),
  constraint card_applications_annual_income_check CHECK ((((annual_income >= (0)::numeric) AND (annual_income <= 999999999.99)) AND (annual_income = round(annual_income, 2)))),
  constraint card_applications_card_id_check CHECK (((card_id IS NULL) OR (outcome <> 'declined'::text))),
  constraint card_applications_card_id_fkey FOREIGN KEY (card_id) REFERENCES credit_cards(id) ON DELETE SET NULL,
  constraint card_applications_employment_status_check CHECK ((employment_status = ANY (ARRAY['EMPLOYED'::text, 'SELF_EMPLOYED'::text, 'UNEMPLOYED'::text, 'RETIRED'::text, 'STUDENT'::text]))),
  constraint card_applications_monthly_debt_check CHECK ((((monthly_debt >= (0)::numeric) AND (monthly_debt <= 999999999.99)) AND (monthly_debt = round(monthly_debt, 2)))),
  constraint card_applications_outcome_check CHECK ((outcome = ANY (ARRAY['approved'::text, 'countered'::text, 'declined'::text]))),
  constraint card_applications_product_check CHECK ((product = ANY (ARRAY['anchor_secured'::text, 'campus'::text, 'tide_cash'::text, 'quarter_five'::text, 'voyage'::text]))),
  constraint card_applications_request_id_check CHECK (((char_length(request_id) >= 1) AND (char_length(request_id) <= 200))),
  constraint card_applications_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint card_applications_user_id_request_id_key UNIQUE (user_id, request_id)
);
comment on table card_applications is 'Applications for cards of the catalog with their decisions. Amounts are in US dollars.';
comment on column card_applications.outcome is 'approved, countered (another card is offered), or declined.';
comment on column card_applications.card_id is 'The card that was opened; null before that, and after the card is deleted.';
comment on column card_applications.annual_income is 'The stated annual income before tax.';
comment on column card_applications.monthly_debt is 'The stated monthly payments to other lenders.';
comment on column card_applications.decision is 'The decision: policy version, limit, APR, weighted reasons, and the card that is offered instead. Amounts are in minor units.';
comment on column card_applications.decided_at is 'The simulated instant of the decision, which counts as a credit inquiry.';
comment on column card_applications.request_id is 'The client''s id of the request, so that a repeated request gets the same decision.';
create INDEX card_applications_card_id_idx ON public.card_applications USING btree (card_id) WHERE (card_id IS NOT NULL);
create INDEX card_applications_user_id_idx ON public.card_applications USING btree (user_id, decided_at DESC);
alter table card_applications enable row level security;
create policy "customers read their own card applications" on card_applications for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on card_applications to authenticated;
grant select on card_applications to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.card_applications REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table card_controls (
  id uuid not null default gen_random_uuid(),
  card_id uuid not null,
  user_id uuid not null default auth.uid(),
  kind text not null,
  category_id uuid,
  amount numeric not null,
  created_at timestamp with time zone not null,
  constraint card_controls_pkey PRIMARY KEY (id),
  constraint card_controls_amount_check CHECK ((((amount >= (0)::numeric) AND (amount <= 999999999.99)) AND (amount = round(amount, 2)))),
  constraint card_controls_card_id_fkey FOREIGN KEY (card_id) REFERENCES credit_cards(id) ON DELETE CASCADE,
  constraint card_controls_card_id_kind_category_id_key UNIQUE NULLS NOT DISTINCT (card_id, kind, category_id),
  constraint card_controls_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE,
  constraint card_controls_kind_check CHECK ((kind = ANY (ARRAY['transaction'::text, 'month'::text]))),
  constraint card_controls_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table card_controls is 'Spending limits that a cardholder sets.';
comment on column card_controls.kind is 'transaction: the limit for one purchase; month: the limit for a calendar month on the customer''s clock.';
comment on column card_controls.category_id is 'The category; null for all purchases.';
comment on column card_controls.amount is 'The maximum spending; 0 blocks these purchases.';
comment on column card_controls.created_at is 'The simulated instant at which the limit was set.';
create INDEX card_controls_category_id_idx ON public.card_controls USING btree (category_id) WHERE (category_id IS NOT NULL);
create INDEX card_controls_user_id_idx ON public.card_controls USING btree (user_id);
alter table card_controls enable row level security;
create policy "customers delete their own card controls" on card_controls for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers set controls of their own cards" on card_controls for insert to authenticated
  with check (((user_id = ( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT
   FROM credit_cards c
  WHERE ((c.id = card_controls.card_id) AND (c.user_id = ( SELECT auth.uid() AS uid))))) AND ((category_id IS NULL) OR (EXISTS ( SELECT
   FROM categories k
  WHERE (k.id = card_controls.category_id))))));
create policy "customers read their own card controls" on card_controls for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers change their own card controls" on card_controls for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check (((user_id = ( SELECT auth.uid() AS uid)) AND ((category_id IS NULL) OR (EXISTS ( SELECT
   FROM categories c
  WHERE (c.id = card_controls.category_id))))));
grant delete, select on card_controls to authenticated;
grant delete, select on card_controls to service_role;
grant insert (amount, card_id, category_id, id, kind, user_id) on card_controls to authenticated;
grant insert (amount, card_id, category_id, id, kind, user_id) on card_controls to service_role;
grant update (amount) on card_controls to authenticated;
grant update (amount) on card_controls to service_role;
create TRIGGER check_card_control BEFORE INSERT OR UPDATE OF amount ON public.card_controls FOR EACH ROW EXECUTE FUNCTION bank.check_card_control();
create TRIGGER check_row_limit AFTER INSERT ON public.card_controls REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER schedule_simulation AFTER INSERT OR DELETE OR UPDATE ON public.card_controls FOR EACH ROW EXECUTE FUNCTION bank.schedule_simulation_for_change();

create table card_limit_requests (
  id uuid not null default gen_random_uuid(),
  card_id uuid not null,
  user_id uuid not null,
  requested numeric not null,
  granted numeric not null,
  previous numeric not null,
  currency text not null,
  decision text not null,
  reasons jsonb not null,
  facts jsonb not null,
  policy text not null,
  decided_at timestamp with time zone not null,
  constraint card_limit_requests_pkey PRIMARY KEY (id),
  constraint card_limit_requests_card_id_fkey FOREIGN KEY (card_id) REFERENCES credit_cards(id) ON DELETE CASCADE,
  constraint card_limit_requests_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint card_limit_requests_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'countered'::text, 'declined'::text]))),
  constraint card_limit_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table card_limit_requests is 'Requests for a different credit limit, with their decisions.';
comment on column card_limit_requests.granted is 'The limit after the decision: unchanged if declined.';
comment on column card_limit_requests.reasons is 'The reasons, as sentences with the numbers used.';
comment on column card_limit_requests.facts is 'The numbers that the policy used.';
comment on column card_limit_requests.policy is 'The version of the policy.';
comment on column card_limit_requests.decided_at is 'The simulated instant of the decision.';
create INDEX card_limit_requests_card_id_idx ON public.card_limit_requests USING btree (card_id, decided_at DESC);
create INDEX card_limit_requests_currency_idx ON public.card_limit_requests USING btree (currency);
create INDEX card_limit_requests_user_id_idx ON public.card_limit_requests USING btree (user_id, decided_at DESC);
alter table card_limit_requests enable row level security;
create policy "customers read their own card limit requests" on card_limit_requests for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on card_limit_requests to authenticated;
grant select on card_limit_requests to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.card_limit_requests REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER note_inquiry_of_limit AFTER INSERT ON public.card_limit_requests FOR EACH ROW WHEN ((new.requested > new.previous)) EXECUTE FUNCTION bank.record_inquiry();

create table card_replacements (
  id uuid not null default gen_random_uuid(),
  card_id uuid not null,
  user_id uuid not null,
  old_last4 text not null,
  reason text not null,
  replaced_at timestamp with time zone not null,
  constraint card_replacements_pkey PRIMARY KEY (id),
  constraint card_replacements_card_id_fkey FOREIGN KEY (card_id) REFERENCES credit_cards(id) ON DELETE CASCADE,
  constraint card_replacements_old_last4_check CHECK ((old_last4 ~ '^[0-9]{4}$'::text)),
  constraint card_replacements_reason_check CHECK ((reason = ANY (ARRAY['lost'::text, 'stolen'::text, 'damaged'::text]))),
  constraint card_replacements_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table card_replacements is 'Card replacements and the reason for each. The card keeps its balance, history, and virtual cards.';
comment on column card_replacements.old_last4 is 'The last four digits of the old number.';
comment on column card_replacements.replaced_at is 'The simulated instant of the replacement.';
create INDEX card_replacements_card_id_idx ON public.card_replacements USING btree (card_id, replaced_at DESC);
create INDEX card_replacements_user_id_idx ON public.card_replacements USING btree (user_id);
alter table card_replacements enable row level security;
create policy "customers read their own card replacements" on card_replacements for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on card_replacements to authenticated;
grant select on card_replacements to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.card_replacements REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table card_statements (
  id uuid not null default gen_random_uuid(),
  card_id uuid not null,
  user_id uuid not null,
  from_date date not null,
  to_date date not null,
  due_date date not null,
  pay_by date,
  opening_balance numeric not null,
  charges numeric not null,
  payments numeric not null,
  interest numeric not null,
  fees numeric not null,
  closing_balance numeric not null,
  minimum_payment numeric not null,
  rewards numeric not null,
  cash_balance numeric,
  transfer_balance numeric,
  pending numeric,
  purchase_apr numeric,
  intro_until date,
  penalty_from date,
  constraint card_statements_pkey PRIMARY KEY (id),
  constraint card_statements_card_id_fkey FOREIGN KEY (card_id) REFERENCES credit_cards(id) ON DELETE CASCADE,
  constraint card_statements_card_id_to_date_key UNIQUE (card_id, to_date),
  constraint card_statements_check CHECK ((pay_by > due_date)),
  constraint card_statements_pending_check CHECK ((pending > (0)::numeric)),
  constraint card_statements_purchase_apr_check CHECK (((purchase_apr >= (0)::numeric) AND (purchase_apr <= (100)::numeric))),
  constraint card_statements_sum_check CHECK ((((((opening_balance + charges) - payments) + interest) + fees) = closing_balance)),
  constraint card_statements_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table card_statements is 'The closed billing cycles of cards. The opening balance plus the movements equals the closing balance.';
comment on column card_statements.pay_by is 'The last day on which a payment is on time, if banks are closed on the due date; otherwise null.';
comment on column card_statements.cash_balance is 'The part of the closing balance that comes from cash advances; null if there is none.';
comment on column card_statements.transfer_balance is 'The part of the closing balance that comes from balance transfers; null if there is none.';
comment on column card_statements.pending is 'The pending purchases at closing, which will be on a later statement; null if there were none.';
comment on column card_statements.purchase_apr is 'The APR for purchases on the closing day; null for a card without a product.';
comment on column card_statements.intro_until is 'The last day of the introductory APR; null if there is none.';
comment on column card_statements.penalty_from is 'The first day of the penalty APR; null if none was announced.';
create INDEX card_statements_user_id_idx ON public.card_statements USING btree (user_id, to_date DESC);
alter table card_statements enable row level security;
create policy "customers read their own card statements" on card_statements for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on card_statements to authenticated;
grant select on card_statements to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.card_statements REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table categories (
  id uuid not null default gen_random_uuid(),
  user_id uuid default auth.uid(),
  name text not null,
  kind text not null default 'spending'::text,
  constraint categories_pkey PRIMARY KEY (id),
  constraint categories_kind_check CHECK ((kind = ANY (ARRAY['spending'::text, 'income'::text]))),
  constraint categories_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint categories_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table categories is 'Categories of spending and income: the bank''s and those that customers add.';
comment on column categories.user_id is 'The owner; null for the bank''s categories, which all customers share.';
create UNIQUE INDEX categories_user_id_kind_name_key ON public.categories USING btree (user_id, kind, lower(name)) NULLS NOT DISTINCT;
alter table categories enable row level security;
create policy "customers delete their own categories" on categories for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers add their own categories" on categories for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read the bank's categories and their own" on categories for select to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) OR (user_id IS NULL)));
create policy "customers change their own categories" on categories for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on categories to authenticated;
grant insert (id, kind, name, user_id) on categories to authenticated;
grant select on categories to service_role;
grant update (name) on categories to authenticated;
create TRIGGER check_category BEFORE INSERT OR UPDATE OF name ON public.categories FOR EACH ROW EXECUTE FUNCTION bank.check_name();
create TRIGGER check_row_limit AFTER INSERT ON public.categories REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table categorization_rules (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  position integer not null,
  is_on boolean not null default true,
  words text,
  lowest numeric,
  highest numeric,
  account_id uuid,
  card_id uuid,
  flow text,
  type text,
  set_category_id uuid,
  set_merchant text,
  set_note text,
  add_tags text[] not null default '{}'::text[],
  patterns text[] not null default '{}'::text[],
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint categorization_rules_pkey PRIMARY KEY (id),
  constraint categorization_rules_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint categorization_rules_card_id_fkey FOREIGN KEY (card_id) REFERENCES credit_cards(id) ON DELETE CASCADE,
  constraint categorization_rules_flow_check CHECK ((flow = ANY (ARRAY['in'::text, 'out'::text]))),
  constraint categorization_rules_highest_check CHECK (((highest >= (0)::numeric) AND (highest <= 999999999.99))),
  constraint categorization_rules_lowest_check CHECK (((lowest >= (0)::numeric) AND (lowest <= 999999999.99))),
  constraint categorization_rules_set_category_id_fkey FOREIGN KEY (set_category_id) REFERENCES categories(id) ON DELETE SET NULL,
  constraint categorization_rules_type_check CHECK ((type = ANY (ARRAY['DEPOSIT'::text, 'WITHDRAWAL'::text, 'TRANSFER'::text, 'AUTO_DEPOSIT'::text, 'CARD'::text]))),
  constraint categorization_rules_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table categorization_rules is 'Rules that annotate transactions as they are posted. The first match wins.';
comment on column categorization_rules.position is 'The order of evaluation, lowest first.';
comment on column categorization_rules.words is 'Words that must all appear in the description or merchant, ignoring case; null to match any text.';
comment on column categorization_rules.lowest is 'The minimum amount in any currency; null for no minimum.';
comment on column categorization_rules.highest is 'The maximum amount in any currency; null for no maximum.';
comment on column categorization_rules.flow is 'in: incoming money; out: outgoing money; null: both.';
comment on column categorization_rules.type is 'The transaction type, or CARD for card activity; null to match any type.';
comment on column categorization_rules.set_category_id is 'The new category; null to keep the current one.';
comment on column categorization_rules.set_note is 'The note for transactions that have none.';
comment on column categorization_rules.patterns is 'The words as LIKE patterns, generated by the bank.';
create INDEX categorization_rules_account_id_idx ON public.categorization_rules USING btree (account_id) WHERE (account_id IS NOT NULL);
create INDEX categorization_rules_card_id_idx ON public.categorization_rules USING btree (card_id) WHERE (card_id IS NOT NULL);
create INDEX categorization_rules_set_category_id_idx ON public.categorization_rules USING btree (set_category_id) WHERE (set_category_id IS NOT NULL);
create INDEX categorization_rules_user_id_idx ON public.categorization_rules USING btree (user_id, "position");
alter table categorization_rules enable row level security;
create policy "customers delete their own categorization rules" on categorization_rules for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers add their own categorization rules" on categorization_rules for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own categorization rules" on categorization_rules for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers change their own categorization rules" on categorization_rules for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on categorization_rules to authenticated;
grant insert (account_id, add_tags, card_id, flow, highest, id, is_on, lowest, set_category_id, set_merchant, set_note, type, user_id, words) on categorization_rules to authenticated;
grant select on categorization_rules to service_role;
grant update (account_id, add_tags, card_id, flow, highest, is_on, lowest, set_category_id, set_merchant, set_note, type, words) on categorization_rules to authenticated;
create TRIGGER check_categorization_rule BEFORE INSERT OR UPDATE OF words, lowest, highest, account_id, card_id, flow, type, set_category_id, set_merchant, set_note, add_tags ON public.categorization_rules FOR EACH ROW EXECUTE FUNCTION bank.check_categorization_rule();
create TRIGGER check_row_limit AFTER INSERT ON public.categorization_rules REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table certificates (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  user_id uuid not null,
  term_months integer not null,
  rate numeric not null,
  penalty_days integer not null,
  principal bank.money not null,
  started_on date not null,
  matures_on date not null,
  renewals integer not null default 0,
  at_maturity text not null default 'renew'::text,
  payout_account_id uuid,
  interest_account_id uuid,
  constraint certificates_pkey PRIMARY KEY (id),
  constraint certificates_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint certificates_account_id_key UNIQUE (account_id),
  constraint certificates_at_maturity_check CHECK ((at_maturity = ANY (ARRAY['renew'::text, 'pay_out'::text]))),
  constraint certificates_interest_account_id_fkey FOREIGN KEY (interest_account_id) REFERENCES accounts(id) ON DELETE SET NULL,
  constraint certificates_payout_account_id_fkey FOREIGN KEY (payout_account_id) REFERENCES accounts(id) ON DELETE SET NULL,
  constraint certificates_penalty_days_check CHECK (((penalty_days >= 0) AND (penalty_days <= 3660))),
  constraint certificates_principal_check CHECK (((principal)::numeric >= (0)::numeric)),
  constraint certificates_rate_check CHECK ((((rate >= (0)::numeric) AND (rate <= (100)::numeric)) AND (rate = round(rate, 3)))),
  constraint certificates_renewals_check CHECK ((renewals >= 0)),
  constraint certificates_term_check CHECK ((matures_on > started_on)),
  constraint certificates_term_months_check CHECK ((term_months = ANY (ARRAY[3, 6, 12, 24, 60]))),
  constraint certificates_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table certificates is 'The terms of certificates of deposit. The money is in the account with this account_id, of type CD.';
comment on column certificates.rate is 'The interest rate in percent per year, fixed for the term.';
comment on column certificates.penalty_days is 'The days of simple interest on the withdrawn principal that an early withdrawal costs.';
comment on column certificates.principal is 'The amount at the start of the term, less early withdrawals. Interest of the term isn''t part of it, so it can be withdrawn without a penalty.';
comment on column certificates.started_on is 'The first day of the current term, in the customer''s time zone.';
comment on column certificates.renewals is 'The number of times that the CD has renewed.';
comment on column certificates.at_maturity is 'renew: the CD renews for the same term at the rate of that day. pay_out: the bank pays out its balance.';
comment on column certificates.payout_account_id is 'The account that receives the balance at maturity; null for the checking account with the highest balance, or else another open account.';
comment on column certificates.interest_account_id is 'The account that receives the interest of each month; null if it stays in the CD and compounds.';
create INDEX certificates_interest_account_id_idx ON public.certificates USING btree (interest_account_id) WHERE (interest_account_id IS NOT NULL);
create INDEX certificates_payout_account_id_idx ON public.certificates USING btree (payout_account_id) WHERE (payout_account_id IS NOT NULL);
create INDEX certificates_user_id_idx ON public.certificates USING btree (user_id);
alter table certificates enable row level security;
create policy "customers read their own certificates" on certificates for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on certificates to authenticated;
grant select on certificates to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.certificates REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER record_change AFTER UPDATE OF at_maturity, payout_account_id, interest_account_id ON public.certificates FOR EACH ROW EXECUTE FUNCTION bank.record_change('account', 'at_maturity,payout_account_id,interest_account_id');
create TRIGGER schedule_simulation AFTER INSERT OR UPDATE OF at_maturity, payout_account_id, interest_account_id ON public.certificates FOR EACH ROW EXECUTE FUNCTION bank.schedule_simulation_for_change();

create table changes (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  changed_at timestamp with time zone not null default clock_timestamp(),
  simulated_at timestamp with time zone not null,
  subject text not null,
  subject_id uuid not null,
  name text not null,
  action text not null,
  fields jsonb not null default '{}'::jsonb,
  currency text,
  channel text not null,
  constraint changes_pkey PRIMARY KEY (id),
  constraint changes_action_check CHECK ((action = ANY (ARRAY['created'::text, 'changed'::text, 'deleted'::text]))),
  constraint changes_channel_check CHECK ((channel = ANY (ARRAY['app'::text, 'assistant'::text]))),
  constraint changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table changes is 'The last changes that customers made to products, rules, budgets, goals, and settings.';
comment on column changes.changed_at is 'The real time of the change.';
comment on column changes.simulated_at is 'The simulated time of the change.';
comment on column changes.subject is 'What was changed: account, card, loan, mortgage, auto_deposit, scheduled_payment, budget, goal, settings, surprise, or insurance.';
comment on column changes.subject_id is 'The id of the changed row, which may have been deleted since.';
comment on column changes.name is 'The name of the subject after the change.';
comment on column changes.fields is 'The values before and after, by column. Accounts and categories are named.';
comment on column changes.currency is 'The currency of the amounts; null if there are none.';
comment on column changes.channel is 'The way in which the customer made the change.';
create INDEX changes_subject_id_idx ON public.changes USING btree (subject_id, changed_at DESC);
create INDEX changes_user_id_changed_at_idx ON public.changes USING btree (user_id, changed_at DESC);
alter table changes enable row level security;
create policy "customers read their own changes" on changes for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on changes to authenticated;
grant select on changes to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.changes REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table checkpoints (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  name text not null,
  at timestamp with time zone not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  entries integer not null,
  net_worth numeric not null,
  currency text not null,
  automatic boolean not null default false,
  is_before_fast_forward boolean not null default false,
  constraint checkpoints_pkey PRIMARY KEY (id),
  constraint checkpoints_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint checkpoints_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table checkpoints is 'Moments of a household that its customer can return to. The household data is stored separately.';
comment on column checkpoints.at is 'The customer''s simulated time.';
comment on column checkpoints.created_at is 'Real time, not simulated time.';
comment on column checkpoints.entries is 'The number of entries.';
comment on column checkpoints.net_worth is 'The net worth at the checkpoint, in `currency`.';
comment on column checkpoints.currency is 'The base currency at the checkpoint.';
comment on column checkpoints.automatic is 'True if the bank saved the checkpoint before it replaced the household, or before a fast-forward.';
comment on column checkpoints.is_before_fast_forward is 'True if the bank saved the checkpoint before a fast-forward. The last 10 of these are kept.';
create INDEX checkpoints_user_id_idx ON public.checkpoints USING btree (user_id, created_at DESC);
alter table checkpoints enable row level security;
create policy "customers delete their own checkpoints" on checkpoints for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own checkpoints" on checkpoints for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers change their own checkpoints" on checkpoints for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on checkpoints to authenticated;
grant delete, select on checkpoints to service_role;
grant update (name) on checkpoints to authenticated;
grant update (name) on checkpoints to service_role;
create TRIGGER check_checkpoint BEFORE INSERT OR UPDATE OF name ON public.checkpoints FOR EACH ROW EXECUTE FUNCTION bank.check_name();
create TRIGGER check_row_limit AFTER INSERT ON public.checkpoints REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER claim_renamed_checkpoint BEFORE UPDATE OF name ON public.checkpoints FOR EACH ROW WHEN ((new.name IS DISTINCT FROM old.name)) EXECUTE FUNCTION bank.claim_renamed_checkpoint();

create table contacts (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  name text not null,
  address text,
  person_id uuid,
  favorite boolean not null default false,
  blocked boolean not null default false,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint contacts_pkey PRIMARY KEY (id),
  constraint contacts_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint contacts_somebody_check CHECK (((address IS NOT NULL) OR (person_id IS NOT NULL))),
  constraint contacts_user_id_address_key UNIQUE (user_id, address),
  constraint contacts_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table contacts is 'People whom a customer pays, requests money from, or has blocked.';
comment on column contacts.address is 'The email address; null for a blocked person who has none.';
comment on column contacts.person_id is 'The other customer''s id; null until a payment between the two customers is completed or the customer blocks the sender. Not a foreign key, because the contact can outlive the other customer.';
comment on column contacts.blocked is 'True if this person''s payments and requests are hidden. The person isn''t notified.';
create INDEX contacts_person_id_idx ON public.contacts USING btree (person_id) WHERE (person_id IS NOT NULL);
create INDEX contacts_user_id_person_id_idx ON public.contacts USING btree (user_id, person_id);
alter table contacts enable row level security;
create policy "customers delete their own contacts" on contacts for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers add their own contacts" on contacts for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own contacts" on contacts for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers change their own contacts" on contacts for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on contacts to authenticated;
grant insert (address, blocked, favorite, id, name) on contacts to authenticated;
grant select on contacts to service_role;
grant update (blocked, favorite, name) on contacts to authenticated;
create TRIGGER check_contact BEFORE INSERT OR UPDATE OF name ON public.contacts FOR EACH ROW EXECUTE FUNCTION bank.check_contact();
create TRIGGER check_row_limit AFTER INSERT ON public.contacts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table credit_cards (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  name text not null,
  credit_limit numeric not null,
  balance numeric not null default 0,
  apr numeric not null default 0,
  due_date date not null,
  currency text not null default 'USD'::text,
  created_at timestamp with time zone not null,
  card_number text not null,
  last_entry bigint,
  updated_at timestamp with time zone not null,
  autopay_account_id uuid,
  autopay text,
  autopay_amount numeric,
  frozen boolean not null default false,
  autopay_retries boolean not null default false,
  allows_recurring boolean not null default false,
  rewards_balance numeric not null default 0,
  closed_at timestamp with time zone,
  product text,
  opened_on date,
  activated_quarters date[] not null default '{}'::date[],
  security_deposit numeric,
  deposit_account_id uuid,
  over_limit boolean not null default false,
  constraint credit_cards_pkey PRIMARY KEY (id),
  constraint credit_cards_activated_quarters_check CHECK ((cardinality(activated_quarters) <= 2000)),
  constraint credit_cards_apr_check CHECK (((apr >= (0)::numeric) AND (apr <= (100)::numeric))),
  constraint credit_cards_autopay_account_id_fkey FOREIGN KEY (autopay_account_id) REFERENCES accounts(id) ON DELETE SET NULL,
  constraint credit_cards_autopay_amount_check CHECK ((((autopay_amount >= 0.01) AND (autopay_amount <= 999999999.99)) AND (autopay_amount = round(autopay_amount, 2)))),
  constraint credit_cards_autopay_check CHECK ((autopay = ANY (ARRAY['minimum'::text, 'statement'::text, 'fixed'::text]))),
  constraint credit_cards_balance_check CHECK ((((balance >= '-999999999.99'::numeric) AND (balance <= 999999999.99)) AND (balance = round(balance, 2)))),
  constraint credit_cards_card_number_key UNIQUE (card_number),
  constraint credit_cards_credit_limit_check CHECK ((((credit_limit >= 0.01) AND (credit_limit <= 999999999.99)) AND (credit_limit = round(credit_limit, 2)))),
  constraint credit_cards_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint credit_cards_deposit_account_id_fkey FOREIGN KEY (deposit_account_id) REFERENCES accounts(id) ON DELETE SET NULL,
  constraint credit_cards_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint credit_cards_product_check CHECK ((product = ANY (ARRAY['anchor_secured'::text, 'campus'::text, 'tide_cash'::text, 'quarter_five'::text, 'voyage'::text]))),
  constraint credit_cards_product_terms_check CHECK ((((product IS NULL) = (opened_on IS NULL)) AND ((security_deposit IS NULL) OR (product IS NOT NULL)))),
  constraint credit_cards_security_deposit_check CHECK ((((security_deposit >= 0.01) AND (security_deposit <= 999999999.99)) AND (security_deposit = round(security_deposit, 2)))),
  constraint credit_cards_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
) with (fillfactor=80);
comment on table credit_cards is 'Credit cards. The balance always equals the sum of the card''s postings.';
comment on column credit_cards.credit_limit is 'The limit for charges. Interest and fees can exceed it.';
comment on column credit_cards.balance is 'The amount owed; negative after an overpayment.';
comment on column credit_cards.apr is 'Annual rate in percent.';
comment on column credit_cards.due_date is 'The due date of the next payment in the customer''s time zone.';
comment on column credit_cards.created_at is 'The simulated instant at which the card was opened.';
comment on column credit_cards.card_number is 'Starts with 0000, which no real network issues.';
comment on column credit_cards.last_entry is 'The entry that set this balance. Only the bank writes it.';
comment on column credit_cards.updated_at is 'The simulated instant of the last change to the card.';
comment on column credit_cards.autopay is 'The amount that autopay draws on the due date: minimum, statement, or a fixed amount; null for no autopay.';
comment on column credit_cards.frozen is 'True if new charges are refused.';
comment on column credit_cards.autopay_retries is 'True if a returned autopay is tried again on the next three days, without another fee.';
comment on column credit_cards.allows_recurring is 'True if recurring charges are accepted while the card is frozen.';
comment on column credit_cards.rewards_balance is 'Rewards earned but not redeemed, in the card''s currency. Only the bank writes it.';
comment on column credit_cards.closed_at is 'The simulated instant at which the card was permanently closed; null if open. Only the bank writes it.';
comment on column credit_cards.product is 'The product in the card catalog (engine/products/cards/card-catalog.ts); null for a card that the customer added. Only the bank writes it.';
comment on column credit_cards.opened_on is 'The day on which a card with a product was opened. Its introductory rate and annual fee count from it.';
comment on column credit_cards.activated_quarters is 'The first days of the quarters whose bonus categories were activated. Only the bank writes it.';
comment on column credit_cards.security_deposit is 'The security deposit that the bank holds; null if there is none. Only the bank writes it.';
comment on column credit_cards.deposit_account_id is 'The account that the security deposit came from, and to which it returns. Only the bank writes it.';
comment on column credit_cards.over_limit is 'True if the customer opted in to purchases above the limit, for a fee (12 CFR 1026.56).';
create INDEX credit_cards_autopay_account_id_idx ON public.credit_cards USING btree (autopay_account_id) WHERE (autopay_account_id IS NOT NULL);
create INDEX credit_cards_currency_idx ON public.credit_cards USING btree (currency);
create INDEX credit_cards_deposit_account_id_idx ON public.credit_cards USING btree (deposit_account_id) WHERE (deposit_account_id IS NOT NULL);
create INDEX credit_cards_user_id_idx ON public.credit_cards USING btree (user_id);
alter table credit_cards enable row level security;
create policy "customers delete their own credit cards" on credit_cards for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers add their own credit cards" on credit_cards for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own credit cards" on credit_cards for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers change their own credit cards" on credit_cards for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on credit_cards to authenticated;
grant delete, select on credit_cards to service_role;
grant insert (apr, balance, credit_limit, currency, due_date, id, name, user_id) on credit_cards to authenticated;
grant insert (apr, balance, credit_limit, currency, due_date, id, name, user_id) on credit_cards to service_role;
grant update (allows_recurring, apr, autopay, autopay_account_id, autopay_amount, autopay_retries, balance, credit_limit, due_date, frozen, name, over_limit) on credit_cards to authenticated;
grant update (allows_recurring, apr, autopay, autopay_account_id, autopay_amount, autopay_retries, balance, credit_limit, due_date, frozen, name, over_limit) on credit_cards to service_role;
create TRIGGER check_autopay BEFORE UPDATE OF autopay_account_id ON public.credit_cards FOR EACH ROW WHEN ((new.autopay_account_id IS DISTINCT FROM old.autopay_account_id)) EXECUTE FUNCTION bank.check_autopay();
create TRIGGER check_card_autopay BEFORE UPDATE OF autopay, autopay_account_id, autopay_amount ON public.credit_cards FOR EACH ROW EXECUTE FUNCTION bank.check_card_autopay();
create TRIGGER check_changed_card BEFORE UPDATE OF name, credit_limit, balance, apr, due_date ON public.credit_cards FOR EACH ROW WHEN ((NOT (new.last_entry IS DISTINCT FROM old.last_entry))) EXECUTE FUNCTION bank.check_card();
create TRIGGER check_new_card BEFORE INSERT ON public.credit_cards FOR EACH ROW EXECUTE FUNCTION bank.check_card();
create TRIGGER check_raw_purchase BEFORE UPDATE OF balance ON public.credit_cards FOR EACH ROW WHEN (((new.balance > old.balance) AND (NOT (new.last_entry IS DISTINCT FROM old.last_entry)))) EXECUTE FUNCTION bank.check_raw_purchase();
create TRIGGER check_row_limit AFTER INSERT ON public.credit_cards REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER close_ledger_account AFTER DELETE ON public.credit_cards FOR EACH ROW EXECUTE FUNCTION bank.close_debt('card', 'balance');
create TRIGGER lock_clock BEFORE DELETE OR UPDATE OF name, credit_limit, apr, due_date, autopay, autopay_account_id, autopay_amount, autopay_retries, frozen, closed_at ON public.credit_cards FOR EACH STATEMENT EXECUTE FUNCTION bank.lock_clock_for_change();
create TRIGGER move_raw_balance AFTER UPDATE OF balance ON public.credit_cards FOR EACH ROW WHEN (((new.balance <> old.balance) AND (NOT (new.last_entry IS DISTINCT FROM old.last_entry)))) EXECUTE FUNCTION bank.move_raw_debt_balance('card', 'balance');
create TRIGGER open_ledger_account AFTER INSERT ON public.credit_cards FOR EACH ROW EXECUTE FUNCTION bank.open_debt('card', 'balance');
create TRIGGER record_change AFTER UPDATE OF name, credit_limit, apr, currency, frozen, autopay, autopay_account_id, autopay_amount, autopay_retries, allows_recurring, over_limit, closed_at ON public.credit_cards FOR EACH ROW EXECUTE FUNCTION bank.record_change('card', 'name,credit_limit,apr,currency,frozen,autopay,autopay_account_id,autopay_amount,autopay_retries,allows_recurring,over_limit,closed_at');
create TRIGGER record_creation AFTER INSERT OR DELETE ON public.credit_cards FOR EACH ROW EXECUTE FUNCTION bank.record_change('card', '');
create TRIGGER refuse_closed_card BEFORE UPDATE OF credit_limit, balance, apr, due_date, autopay, autopay_account_id, autopay_amount, autopay_retries, frozen, allows_recurring, over_limit ON public.credit_cards FOR EACH ROW WHEN (((old.closed_at IS NOT NULL) AND (((((((((((new.credit_limit IS DISTINCT FROM old.credit_limit) OR (new.balance IS DISTINCT FROM old.balance)) OR (new.apr IS DISTINCT FROM old.apr)) OR (new.due_date IS DISTINCT FROM old.due_date)) OR (new.autopay IS DISTINCT FROM old.autopay)) OR (new.autopay_account_id IS DISTINCT FROM old.autopay_account_id)) OR (new.autopay_amount IS DISTINCT FROM old.autopay_amount)) OR (new.autopay_retries IS DISTINCT FROM old.autopay_retries)) OR (new.frozen IS DISTINCT FROM old.frozen)) OR (new.allows_recurring IS DISTINCT FROM old.allows_recurring)) OR (new.over_limit IS DISTINCT FROM old.over_limit)))) EXECUTE FUNCTION bank.refuse_closed_card();
create TRIGGER rename_ledger_account AFTER UPDATE OF name ON public.credit_cards FOR EACH ROW WHEN ((new.name <> old.name)) EXECUTE FUNCTION bank.rename_debt_ledger_account();
create TRIGGER return_deposit AFTER DELETE ON public.credit_cards FOR EACH ROW WHEN ((old.security_deposit IS NOT NULL)) EXECUTE FUNCTION bank.return_deposit_of_deleted_card();
create TRIGGER schedule_simulation AFTER UPDATE OF credit_limit, apr, due_date ON public.credit_cards FOR EACH ROW WHEN ((NOT (new.last_entry IS DISTINCT FROM old.last_entry))) EXECUTE FUNCTION bank.schedule_simulation_for_change();
create TRIGGER schedule_simulation_for_settings AFTER UPDATE OF autopay, autopay_account_id, autopay_amount, autopay_retries, frozen, closed_at ON public.credit_cards FOR EACH ROW EXECUTE FUNCTION bank.schedule_simulation_for_change();
create TRIGGER show_card AFTER INSERT ON public.credit_cards REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.show_card();

create table currencies (
  code text not null,
  symbol text not null,
  exponent smallint not null default 2,
  name text not null,
  constraint currencies_pkey PRIMARY KEY (code),
  constraint currencies_code_check CHECK ((code ~ '^[A-Z]{3}$'::text)),
  constraint currencies_exponent_check CHECK (((exponent >= 0) AND (exponent <= 4)))
);
comment on table currencies is 'The currencies that the bank supports.';
comment on column currencies.exponent is 'The number of decimals.';
alter table currencies enable row level security;
create policy "customers read the currencies" on currencies for select to authenticated
  using (true);
grant select on currencies to authenticated;
grant select on currencies to service_role;

create table customers (
  id uuid not null,
  display_name text,
  time_zone text not null default 'UTC'::text,
  base_currency text not null default 'USD'::text,
  daily_transfer_limit numeric,
  clock_offset interval not null default '00:00:00'::interval,
  generation integer not null default 1,
  demo_until timestamp with time zone,
  entered_at timestamp with time zone,
  surprises_chosen_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  avatar text,
  shows_first_steps boolean,
  month_reviewed_at timestamp with time zone,
  seen_tours text[] not null default '{}'::text[],
  dashboard_layout jsonb,
  constraint customers_pkey PRIMARY KEY (id),
  constraint customers_avatar_check CHECK (((avatar ~ '^[0-9a-f-]{36}/picture-[12]\.(webp|png)$'::text) AND (avatar ~~ (id || '/%'::text)))),
  constraint customers_base_currency_fkey FOREIGN KEY (base_currency) REFERENCES currencies(code),
  constraint customers_clock_offset_check CHECK ((clock_offset >= '00:00:00'::interval)),
  constraint customers_daily_transfer_limit_check CHECK ((((daily_transfer_limit >= 0.01) AND (daily_transfer_limit <= 999999999.99)) AND (daily_transfer_limit = round(daily_transfer_limit, 2)))),
  constraint customers_dashboard_layout_check CHECK ((octet_length((dashboard_layout)::text) <= 16384)),
  constraint customers_display_name_check CHECK (((char_length(display_name) >= 1) AND (char_length(display_name) <= 80))),
  constraint customers_generation_check CHECK ((generation >= 1)),
  constraint customers_seen_tours_check CHECK ((seen_tours <@ ARRAY['dashboard'::text, 'credit-cards'::text, 'what-if'::text, 'scenarios'::text, 'explain'::text]))
);
comment on table customers is 'A customer and their household, with time zone and simulated clock.';
comment on column customers.id is 'The id of the user who signs in. Not a foreign key, because deleting a sign-in must not affect the ledger.';
comment on column customers.time_zone is 'An IANA time zone. It determines when days begin and end.';
comment on column customers.base_currency is 'The currency in which totals are shown.';
comment on column customers.daily_transfer_limit is 'The most that the customer can transfer between their own accounts on a simulated day, in the base currency; null if there is no limit.';
comment on column customers.clock_offset is 'The difference between the simulated clock and real time. It only grows within a generation.';
comment on column customers.generation is 'The number of times that the household was replaced.';
comment on column customers.demo_until is 'The instant after which a disposable demo household is removed; null for all other households.';
comment on column customers.entered_at is 'The time when the customer first opened the application.';
comment on column customers.surprises_chosen_at is 'The time when the customer first chose how often surprises happen. Until then, the bank asks before a long fast-forward. Only `set_surprises` writes it.';
comment on column customers.avatar is 'The file of the customer''s picture in the bucket avatars; null to show their initials.';
comment on column customers.shows_first_steps is 'True if the dashboard shows the first steps; null until the customer decides. By default they are shown, except for demo visitors.';
comment on column customers.month_reviewed_at is 'The simulated instant when the customer first opened the details of a month. Only the bank writes it.';
comment on column customers.seen_tours is 'The tours that the customer has taken or dismissed. Only `record_tour` writes it.';
comment on column customers.dashboard_layout is 'The parts of the dashboard in display order; null for the default. Each has a `part` and a `column` (main, side). `hidden` is true for a hidden part. Goals, saved views, and what-ifs have the `id` of what they show.';
create INDEX customers_base_currency_idx ON public.customers USING btree (base_currency);
create INDEX customers_demo_until_idx ON public.customers USING btree (demo_until) WHERE (demo_until IS NOT NULL);
alter table customers enable row level security;
create policy "customers read their own row" on customers for select to authenticated
  using ((id = ( SELECT auth.uid() AS uid)));
create policy "customers change their own row" on customers for update to authenticated
  using ((id = ( SELECT auth.uid() AS uid)))
  with check ((id = ( SELECT auth.uid() AS uid)));
grant select on customers to authenticated;
grant select on customers to service_role;
grant update (avatar, base_currency, daily_transfer_limit, dashboard_layout, display_name, shows_first_steps, time_zone) on customers to authenticated;
create TRIGGER check_customer BEFORE INSERT OR UPDATE OF display_name, time_zone, base_currency ON public.customers FOR EACH ROW EXECUTE FUNCTION bank.check_customer();
create TRIGGER check_dashboard_layout BEFORE INSERT OR UPDATE OF dashboard_layout ON public.customers FOR EACH ROW EXECUTE FUNCTION bank.check_dashboard_layout();
create TRIGGER expire_offers AFTER UPDATE OF clock_offset ON public.customers FOR EACH ROW WHEN ((new.clock_offset > old.clock_offset)) EXECUTE FUNCTION bank.expire_offers_for_clock();
create TRIGGER extend_exchange_rates AFTER UPDATE OF clock_offset ON public.customers FOR EACH ROW EXECUTE FUNCTION bank.extend_exchange_rates();
create TRIGGER record_change AFTER UPDATE OF display_name, time_zone, base_currency, daily_transfer_limit ON public.customers FOR EACH ROW EXECUTE FUNCTION bank.record_change('settings', 'display_name,time_zone,base_currency,daily_transfer_limit');
create TRIGGER refuse_customer_removal BEFORE DELETE ON public.customers FOR EACH ROW EXECUTE FUNCTION bank.refuse_customer_removal();
create TRIGGER remove_person_from_contacts AFTER DELETE ON public.customers FOR EACH ROW EXECUTE FUNCTION bank.remove_person_from_contacts();
create TRIGGER withdraw_issued_documents AFTER UPDATE OF generation ON public.customers FOR EACH ROW WHEN ((new.generation <> old.generation)) EXECUTE FUNCTION bank.withdraw_issued_documents();

create table debt_reserves (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  mortgage_id uuid,
  loan_id uuid,
  name text not null,
  currency text not null,
  created_at timestamp with time zone not null,
  balance numeric not null default 0,
  last_entry bigint,
  kind text not null default 'escrow'::text,
  next_deposit numeric,
  property_tax numeric,
  home_insurance numeric,
  next_collection date,
  ended_on date,
  constraint debt_reserves_pkey PRIMARY KEY (id),
  constraint debt_reserves_balance_check CHECK (((balance = round(balance, 2)) AND (abs(balance) <= 999999999.99))),
  constraint debt_reserves_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint debt_reserves_debt_check CHECK (((num_nonnulls(mortgage_id, loan_id) = 1) AND ((loan_id IS NULL) OR (kind = 'biweekly'::text)))),
  constraint debt_reserves_home_insurance_check CHECK (((home_insurance >= (0)::numeric) AND (home_insurance <= 999999999.99))),
  constraint debt_reserves_kind_check CHECK ((kind = ANY (ARRAY['escrow'::text, 'biweekly'::text]))),
  constraint debt_reserves_loan_id_fkey FOREIGN KEY (loan_id) REFERENCES loans(id) ON DELETE CASCADE,
  constraint debt_reserves_mortgage_id_fkey FOREIGN KEY (mortgage_id) REFERENCES mortgages(id) ON DELETE CASCADE,
  constraint debt_reserves_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint debt_reserves_next_deposit_check CHECK (((next_deposit >= (0)::numeric) AND (next_deposit <= 999999999.99))),
  constraint debt_reserves_property_tax_check CHECK (((property_tax >= (0)::numeric) AND (property_tax <= 999999999.99))),
  constraint debt_reserves_terms_check CHECK (
CASE kind
    WHEN 'escrow'::text THEN ((num_nonnulls(next_deposit, property_tax, home_insurance) = 3) AND (next_collection IS NULL))
    ELSE ((num_nonnulls(next_deposit, property_tax, home_insurance) = 0) AND (next_collection IS NOT NULL))
END),
  constraint debt_reserves_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
) with (fillfactor=80);
comment on table debt_reserves is 'Money that the bank holds for a mortgage or loan: escrow for bills of a home, or the half payments of a biweekly plan. The balance always equals the sum of its postings. Escrow below zero is money that the bank has advanced for bills.';
comment on column debt_reserves.loan_id is 'The loan of a biweekly plan; null for a mortgage.';
comment on column debt_reserves.created_at is 'The simulated instant at which the account was opened.';
comment on column debt_reserves.last_entry is 'The entry that set this balance. Only the bank writes it.';
comment on column debt_reserves.kind is 'escrow or biweekly.';
comment on column debt_reserves.next_deposit is 'The deposit that comes with the next installment. Only the bank writes it.';
comment on column debt_reserves.property_tax is 'The property tax of this year, due in two halves at the end of April and October.';
comment on column debt_reserves.home_insurance is 'The home insurance of this year, due at the end of September.';
comment on column debt_reserves.next_collection is 'The day of the next half payment of a biweekly plan. Only the bank writes it.';
comment on column debt_reserves.ended_on is 'The day on which the balance was refunded or credited after the payoff; null while the account is open.';
create INDEX debt_reserves_currency_idx ON public.debt_reserves USING btree (currency);
create INDEX debt_reserves_loan_id_idx ON public.debt_reserves USING btree (loan_id);
create INDEX debt_reserves_user_id_idx ON public.debt_reserves USING btree (user_id);
create UNIQUE INDEX debt_reserves_open_key ON public.debt_reserves USING btree (mortgage_id, kind, ended_on, loan_id) NULLS NOT DISTINCT;
alter table debt_reserves enable row level security;
create policy "customers read their own debt reserves" on debt_reserves for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on debt_reserves to authenticated;
grant select on debt_reserves to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.debt_reserves REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER close_ledger_account AFTER DELETE ON public.debt_reserves FOR EACH ROW EXECUTE FUNCTION bank.close_reserve();
create TRIGGER open_ledger_account AFTER INSERT ON public.debt_reserves FOR EACH ROW EXECUTE FUNCTION bank.open_reserve();
create TRIGGER record_change AFTER INSERT OR UPDATE OF ended_on ON public.debt_reserves FOR EACH ROW EXECUTE FUNCTION bank.record_reserve_change();

create table disputes (
  id uuid not null default gen_random_uuid(),
  account_id uuid,
  card_id uuid,
  user_id uuid not null,
  entry_id bigint not null,
  charged_on date not null,
  merchant text,
  category text,
  amount numeric not null,
  currency text not null,
  reason text not null,
  description text,
  status text not null default 'in_review'::text,
  opened_at timestamp with time zone not null,
  decide_on date not null,
  decided_at timestamp with time zone,
  outcome text,
  credit_days integer,
  credited_at timestamp with time zone,
  reversed numeric,
  constraint disputes_pkey PRIMARY KEY (id),
  constraint disputes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint disputes_amount_check CHECK ((((amount >= 0.01) AND (amount <= 999999999.99)) AND (amount = round(amount, 2)))),
  constraint disputes_card_id_fkey FOREIGN KEY (card_id) REFERENCES credit_cards(id) ON DELETE CASCADE,
  constraint disputes_check CHECK (((reversed >= (0)::numeric) AND (reversed <= amount))),
  constraint disputes_claim_check CHECK (((account_id IS NULL) = (credit_days IS NULL))),
  constraint disputes_credit_days_check CHECK ((credit_days = ANY (ARRAY[10, 20]))),
  constraint disputes_credited_at_check CHECK (((account_id IS NOT NULL) OR (credited_at IS NULL))),
  constraint disputes_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint disputes_decided_check CHECK (((status = 'in_review'::text) = (decided_at IS NULL))),
  constraint disputes_one_product_check CHECK ((num_nonnulls(account_id, card_id) = 1)),
  constraint disputes_reason_check CHECK ((reason = ANY (ARRAY['fraud'::text, 'not_received'::text, 'duplicate'::text, 'wrong_amount'::text, 'credit_not_processed'::text, 'other'::text]))),
  constraint disputes_status_check CHECK ((status = ANY (ARRAY['in_review'::text, 'won'::text, 'lost'::text, 'withdrawn'::text]))),
  constraint disputes_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table disputes is 'Card charges and debit card purchases that customers dispute.';
comment on column disputes.account_id is 'The account that paid; null for a card.';
comment on column disputes.card_id is 'The charged card; null for an account.';
comment on column disputes.entry_id is 'The journal entry of the charge.';
comment on column disputes.amount is 'The disputed amount, which is credited provisionally.';
comment on column disputes.description is 'The customer''s description of the problem.';
comment on column disputes.decide_on is 'The simulated day of the decision.';
comment on column disputes.decided_at is 'The simulated instant at which the dispute was decided or withdrawn.';
comment on column disputes.outcome is 'The decision and its reason; null before the decision.';
comment on column disputes.credit_days is 'The business days until the provisional credit of an account: 10, or 20 for a new account (12 CFR 1005.11(c)); null for a card, which is credited at once.';
comment on column disputes.credited_at is 'The simulated instant of the provisional credit to an account; null before it, and for a card.';
comment on column disputes.reversed is 'The part of the provisional credit to an account that was reversed; null if none.';
create INDEX disputes_account_id_idx ON public.disputes USING btree (account_id, opened_at DESC);
create INDEX disputes_card_id_idx ON public.disputes USING btree (card_id, opened_at DESC);
create INDEX disputes_currency_idx ON public.disputes USING btree (currency);
create INDEX disputes_user_id_idx ON public.disputes USING btree (user_id, opened_at DESC);
create UNIQUE INDEX disputes_entry_id_key ON public.disputes USING btree (entry_id) WHERE (status <> 'withdrawn'::text);
alter table disputes enable row level security;
create policy "customers read their own disputes" on disputes for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on disputes to authenticated;
grant select on disputes to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.disputes REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER schedule_simulation AFTER INSERT OR UPDATE OF status ON public.disputes FOR EACH ROW EXECUTE FUNCTION bank.schedule_simulation_for_change();

create table document_folders (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  name text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint document_folders_pkey PRIMARY KEY (id),
  constraint document_folders_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint document_folders_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table document_folders is 'Folders for uploaded documents.';
comment on column document_folders.created_at is 'Real time, as for all files.';
create UNIQUE INDEX document_folders_user_id_name_key ON public.document_folders USING btree (user_id, lower(name));
alter table document_folders enable row level security;
create policy "customers delete their own document folders" on document_folders for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers add their own document folders" on document_folders for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own document folders" on document_folders for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers change their own document folders" on document_folders for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on document_folders to authenticated;
grant delete, select on document_folders to service_role;
grant insert (id, name) on document_folders to authenticated;
grant insert (id, name) on document_folders to service_role;
grant update (name) on document_folders to authenticated;
grant update (name) on document_folders to service_role;
create TRIGGER check_folder BEFORE INSERT OR UPDATE OF name ON public.document_folders FOR EACH ROW EXECUTE FUNCTION bank.check_folder();
create TRIGGER check_row_limit AFTER INSERT ON public.document_folders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table documents (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  folder_id uuid,
  kind text not null,
  name text not null,
  mime_type text not null default 'application/pdf'::text,
  size bigint,
  sha256 text,
  path text not null,
  about uuid,
  about_kind text,
  about_name text,
  period_from date,
  period_to date,
  issued_at timestamp with time zone,
  seen_at timestamp with time zone,
  created_at timestamp with time zone not null default clock_timestamp(),
  deleted_at timestamp with time zone,
  constraint documents_pkey PRIMARY KEY (id),
  constraint documents_about_kind_check CHECK ((about_kind = ANY (ARRAY['account'::text, 'card'::text, 'loan'::text, 'mortgage'::text, 'transaction'::text, 'pay_stub'::text, 'employer'::text, 'tax_return'::text]))),
  constraint documents_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES document_folders(id) ON DELETE SET NULL,
  constraint documents_issued_check CHECK (((kind = 'upload'::text) = (issued_at IS NULL))),
  constraint documents_kept_check CHECK (((kind <> 'upload'::text) OR ((size IS NOT NULL) AND (sha256 IS NOT NULL)))),
  constraint documents_kind_check CHECK ((kind = ANY (ARRAY['upload'::text, 'statement'::text, 'card_statement'::text, 'agreement'::text, 'schedule'::text, 'tax_summary'::text, 'receipt'::text, 'pay_stub'::text, 'w2'::text, 'form_1099_int'::text, 'form_1099_div'::text, 'form_1099_b'::text, 'form_1099_r'::text, 'form_1099_sa'::text, 'form_1099_g'::text, 'form_1098'::text, 'tax_return'::text, 'escrow_statement'::text, 'line_statement'::text]))),
  constraint documents_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 120))),
  constraint documents_path_key UNIQUE (path),
  constraint documents_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint documents_size_check CHECK ((size > 0)),
  constraint documents_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table documents is 'Customer uploads and issued documents. An issued document never changes; its file is rendered on the first request.';
comment on column documents.kind is 'upload, or an issued kind: statement, card_statement, agreement, schedule, tax_summary, receipt, pay_stub, w2, form_1099_int, form_1099_div, form_1099_b, form_1099_r, form_1099_sa, form_1099_g, form_1098, tax_return, escrow_statement, line_statement.';
comment on column documents.mime_type is 'Detected from the content, not from the claimed type.';
comment on column documents.size is 'The size in bytes; null until the file is rendered.';
comment on column documents.sha256 is 'The file''s hash in hexadecimal; null until the file is rendered.';
comment on column documents.path is 'The path in the bucket `documents`: the customer id, a slash, and the document id.';
comment on column documents.about is 'The subject: an account, card, loan, mortgage, or transaction. Not a foreign key: a statement outlives its account.';
comment on column documents.about_name is 'The subject''s name at the time of issue.';
comment on column documents.period_from is 'The first day of the period, on the simulated calendar.';
comment on column documents.issued_at is 'The simulated instant of issue; null for uploads.';
comment on column documents.seen_at is 'The real time when the customer first opened the document; null while it is new.';
comment on column documents.created_at is 'Real time, not simulated time.';
comment on column documents.deleted_at is 'Real time. The document is purged 30 days later. Only uploads can be deleted.';
create INDEX documents_about_idx ON public.documents USING btree (about, period_to) WHERE (about IS NOT NULL);
create INDEX documents_deleted_at_idx ON public.documents USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
create INDEX documents_folder_id_idx ON public.documents USING btree (folder_id) WHERE (folder_id IS NOT NULL);
create INDEX documents_user_id_idx ON public.documents USING btree (user_id, created_at DESC);
create UNIQUE INDEX documents_issued_key ON public.documents USING btree (user_id, kind, about, period_to) NULLS NOT DISTINCT WHERE (kind <> 'upload'::text);
alter table documents enable row level security;
create policy "customers empty their own bin" on documents for delete to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) AND (kind = 'upload'::text) AND (deleted_at IS NOT NULL)));
create policy "customers read their own documents" on documents for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers file, rename and delete what they uploaded" on documents for update to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) AND (kind = 'upload'::text)))
  with check (((user_id = ( SELECT auth.uid() AS uid)) AND (kind = 'upload'::text) AND ((folder_id IS NULL) OR (EXISTS ( SELECT
   FROM document_folders f
  WHERE (f.id = documents.folder_id))))));
grant delete, select on documents to authenticated;
grant select on documents to service_role;
grant update (deleted_at, folder_id, name) on documents to authenticated;
create TRIGGER check_document BEFORE UPDATE OF name, deleted_at ON public.documents FOR EACH ROW EXECUTE FUNCTION bank.check_document();
create TRIGGER check_row_limit AFTER INSERT ON public.documents REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER remove_document_file AFTER DELETE ON public.documents FOR EACH ROW EXECUTE FUNCTION bank.remove_document_file();

create table exchange_rates (
  base text not null,
  quote text not null,
  rate_date date not null,
  rate numeric(18,8) not null,
  constraint exchange_rates_pkey PRIMARY KEY (base, quote, rate_date),
  constraint exchange_rates_base_fkey FOREIGN KEY (base) REFERENCES currencies(code),
  constraint exchange_rates_quote_fkey FOREIGN KEY (quote) REFERENCES currencies(code),
  constraint exchange_rates_rate_check CHECK ((rate > (0)::numeric))
);
comment on table exchange_rates is 'How many units of the quote currency one unit of the base currency buys on a day. Simulated.';
create INDEX exchange_rates_quote_idx ON public.exchange_rates USING btree (quote);
alter table exchange_rates enable row level security;
create policy "customers read the exchange rates" on exchange_rates for select to authenticated
  using (true);
grant select on exchange_rates to authenticated;
grant select on exchange_rates to service_role;

create table fund_accounts (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  user_id uuid not null,
  converted_at timestamp with time zone not null,
  dividend_account_id uuid,
  cost_method text not null default 'average'::text,
  us_stocks integer not null,
  world_stocks integer not null,
  bonds integer not null,
  money_market integer not null,
  rebalances text not null default 'never'::text,
  constraint fund_accounts_pkey PRIMARY KEY (id),
  constraint fund_accounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint fund_accounts_account_id_key UNIQUE (account_id),
  constraint fund_accounts_bonds_check CHECK (((bonds >= 0) AND (bonds <= 100))),
  constraint fund_accounts_cost_method_check CHECK ((cost_method = ANY (ARRAY['average'::text, 'fifo'::text]))),
  constraint fund_accounts_dividend_account_id_fkey FOREIGN KEY (dividend_account_id) REFERENCES accounts(id) ON DELETE SET NULL,
  constraint fund_accounts_mix_check CHECK (((((us_stocks + world_stocks) + bonds) + money_market) = 100)),
  constraint fund_accounts_money_market_check CHECK (((money_market >= 0) AND (money_market <= 100))),
  constraint fund_accounts_rebalances_check CHECK ((rebalances = ANY (ARRAY['never'::text, 'yearly'::text, 'drift'::text]))),
  constraint fund_accounts_us_stocks_check CHECK (((us_stocks >= 0) AND (us_stocks <= 100))),
  constraint fund_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint fund_accounts_world_stocks_check CHECK (((world_stocks >= 0) AND (world_stocks <= 100)))
);
comment on table fund_accounts is 'Investment accounts that hold funds, with the target mix in whole percent.';
comment on column fund_accounts.converted_at is 'The simulated instant at which the account was converted. Before it, the account followed one market.';
comment on column fund_accounts.dividend_account_id is 'The account that receives dividends; null if they are reinvested.';
comment on column fund_accounts.cost_method is 'How the cost of sold units is determined: average, or fifo (oldest units first).';
comment on column fund_accounts.rebalances is 'When the account returns to its target mix: never, yearly, or drift (a part is 5 points off).';
create INDEX fund_accounts_dividend_account_id_idx ON public.fund_accounts USING btree (dividend_account_id) WHERE (dividend_account_id IS NOT NULL);
create INDEX fund_accounts_user_id_idx ON public.fund_accounts USING btree (user_id);
alter table fund_accounts enable row level security;
create policy "customers read their own fund accounts" on fund_accounts for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on fund_accounts to authenticated;
grant select on fund_accounts to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.fund_accounts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER record_change AFTER UPDATE OF us_stocks, world_stocks, bonds, money_market, rebalances, cost_method, dividend_account_id ON public.fund_accounts FOR EACH ROW EXECUTE FUNCTION bank.record_change('account', 'us_stocks,world_stocks,bonds,money_market,rebalances,cost_method,dividend_account_id');

create table fund_orders (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  user_id uuid not null,
  order_key text not null,
  side text not null,
  fund text,
  amount numeric,
  units numeric,
  cash_account_id uuid,
  us_stocks integer,
  world_stocks integer,
  bonds integer,
  money_market integer,
  status text not null default 'pending'::text,
  placed_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  filled_price numeric,
  filled_units numeric,
  filled_amount numeric,
  basis numeric,
  gain numeric,
  long_term_gain numeric,
  settles_on date,
  constraint fund_orders_pkey PRIMARY KEY (id),
  constraint fund_orders_account_id_fkey FOREIGN KEY (account_id) REFERENCES fund_accounts(account_id) ON DELETE CASCADE,
  constraint fund_orders_account_id_order_key_key UNIQUE (account_id, order_key),
  constraint fund_orders_amount_check CHECK ((((amount >= 0.01) AND (amount <= 999999999.99)) AND (amount = round(amount, 2)))),
  constraint fund_orders_cash_account_id_fkey FOREIGN KEY (cash_account_id) REFERENCES accounts(id) ON DELETE SET NULL,
  constraint fund_orders_fund_check CHECK ((fund = ANY (ARRAY['US_STOCKS'::text, 'WORLD_STOCKS'::text, 'BONDS'::text]))),
  constraint fund_orders_order_key_check CHECK ((length(order_key) <= 300)),
  constraint fund_orders_side_check CHECK ((side = ANY (ARRAY['buy'::text, 'sell'::text, 'rebalance'::text]))),
  constraint fund_orders_size_check CHECK (
CASE side
    WHEN 'rebalance'::text THEN ((fund IS NULL) AND (num_nonnulls(amount, units) = 0) AND ((((us_stocks + world_stocks) + bonds) + money_market) = 100))
    ELSE ((fund IS NOT NULL) AND (num_nonnulls(amount, units) = 1))
END),
  constraint fund_orders_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'filled'::text, 'failed'::text, 'canceled'::text]))),
  constraint fund_orders_units_check CHECK (((units > (0)::numeric) AND (units = round(units, 6)))),
  constraint fund_orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table fund_orders is 'Orders to buy, sell, or rebalance. They are filled at the next closing price.';
comment on column fund_orders.order_key is 'Identifies the order across the engine''s steps.';
comment on column fund_orders.cash_account_id is 'The account that pays for a purchase or receives the proceeds of a sale; null for the account''s own money market fund.';
comment on column fund_orders.basis is 'The cost of sold units.';
comment on column fund_orders.long_term_gain is 'The part of the gain on units that were held for more than a year.';
comment on column fund_orders.settles_on is 'The day on which the proceeds of a sale reach the cash account; null if there is nothing to settle.';
create INDEX fund_orders_cash_account_id_idx ON public.fund_orders USING btree (cash_account_id) WHERE (cash_account_id IS NOT NULL);
create INDEX fund_orders_user_id_idx ON public.fund_orders USING btree (user_id);
alter table fund_orders enable row level security;
create policy "customers read their own fund orders" on fund_orders for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on fund_orders to authenticated;
grant select on fund_orders to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.fund_orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table goal_movements (
  id bigint not null generated by default as identity,
  goal_id uuid not null,
  user_id uuid not null,
  at timestamp with time zone not null,
  kind text not null,
  amount numeric not null,
  saved_after numeric,
  account_id uuid,
  constraint goal_movements_pkey PRIMARY KEY (id),
  constraint goal_movements_kind_check CHECK ((kind = ANY (ARRAY['start'::text, 'contribution'::text, 'fixed'::text, 'share_of_pay'::text, 'round_ups'::text, 'set_aside'::text, 'released'::text, 'taken'::text]))),
  constraint goal_movements_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table goal_movements is 'Contributions to and withdrawals from goals, manual and automatic.';
comment on column goal_movements.at is 'The simulated instant of the movement.';
comment on column goal_movements.kind is 'start: reserved at creation; contribution, taken: moved manually; set_aside, released: within the goal''s own account; all other kinds: automatic.';
comment on column goal_movements.amount is 'Positive for contributions, negative for withdrawals.';
comment on column goal_movements.saved_after is 'The saved amount afterward; null if the goal uses its whole account.';
comment on column goal_movements.account_id is 'The account that the money came from or went to; null if no money moved.';
create INDEX goal_movements_goal_id_idx ON public.goal_movements USING btree (goal_id, at);
create INDEX goal_movements_user_id_idx ON public.goal_movements USING btree (user_id);
alter table goal_movements enable row level security;
create policy "customers read their own goal movements" on goal_movements for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on goal_movements to authenticated;
grant select on goal_movements to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.goal_movements REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create sequence goal_movements_id_seq;

create table goals (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  name text not null,
  target numeric not null,
  target_date date,
  picture text not null default 'flag'::text,
  photo text,
  currency text not null,
  account_id uuid not null,
  portion numeric,
  contribution text,
  contribution_amount numeric,
  contribution_percent numeric,
  frequency text,
  start_date date,
  from_account_id uuid,
  priority integer not null,
  status text not null default 'active'::text,
  next_occurrence integer,
  next_at timestamp with time zone,
  reached_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  constraint goals_pkey PRIMARY KEY (id),
  constraint goals_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint goals_contribution_amount_check CHECK ((((contribution_amount >= 0.01) AND (contribution_amount <= 999999999.99)) AND (contribution_amount = round(contribution_amount, 2)))),
  constraint goals_contribution_check CHECK ((contribution = ANY (ARRAY['fixed'::text, 'share_of_pay'::text, 'round_ups'::text]))),
  constraint goals_contribution_percent_check CHECK (((contribution_percent > (0)::numeric) AND (contribution_percent <= (100)::numeric) AND (contribution_percent = round(contribution_percent, 2)))),
  constraint goals_contribution_terms_check CHECK (
CASE contribution
    WHEN 'fixed'::text THEN ((contribution_amount IS NOT NULL) AND (frequency IS NOT NULL) AND (start_date IS NOT NULL))
    WHEN 'share_of_pay'::text THEN (contribution_percent IS NOT NULL)
    ELSE true
END),
  constraint goals_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint goals_frequency_check CHECK ((frequency = ANY (ARRAY['WEEKLY'::text, 'BIWEEKLY'::text, 'MONTHLY'::text]))),
  constraint goals_from_account_id_fkey FOREIGN KEY (from_account_id) REFERENCES accounts(id) ON DELETE SET NULL,
  constraint goals_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint goals_photo_check CHECK (((char_length(photo) <= 60000) AND (photo ~ '^data:image/jpeg;base64,[A-Za-z0-9+/]+={0,2}$'::text))),
  constraint goals_picture_check CHECK ((picture = ANY (ARRAY['flag'::text, 'umbrella'::text, 'plane'::text, 'house'::text, 'car'::text, 'graduation'::text, 'gift'::text, 'heart'::text, 'laptop'::text, 'bike'::text, 'baby'::text, 'tree'::text]))),
  constraint goals_portion_check CHECK ((((portion >= (0)::numeric) AND (portion <= 999999999999.99)) AND (portion = round(portion, 2)))),
  constraint goals_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'completed'::text, 'archived'::text]))),
  constraint goals_target_check CHECK ((((target >= 0.01) AND (target <= 999999999.99)) AND (target = round(target, 2)))),
  constraint goals_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table goals is 'Customers'' savings goals.';
comment on column goals.picture is 'The name of the goal''s picture.';
comment on column goals.photo is 'A photo as a data URL, which is shown instead of the picture; null if there is none.';
comment on column goals.currency is 'The account''s currency.';
comment on column goals.account_id is 'The account in which the goal''s money is saved.';
comment on column goals.portion is 'The goal''s portion of the account; null if it uses all money that other goals don''t use. Only the bank changes it.';
comment on column goals.contribution is 'The automatic contribution: a fixed amount, a share of each paycheck, or round-ups; null if there is none.';
comment on column goals.contribution_percent is 'For share_of_pay: percentage of each paycheck deposited to from_account_id.';
comment on column goals.start_date is 'For fixed: the first day in the customer''s time zone. Later days are counted from this day.';
comment on column goals.from_account_id is 'The source of automatic contributions.';
comment on column goals.priority is 'The order in which goals are filled if the account contains less than their portions.';
comment on column goals.next_occurrence is 'For fixed: the number of the next occurrence, starting at 0; null until the engine has computed it. Only the bank writes it.';
comment on column goals.next_at is 'For fixed: the simulated instant of the next occurrence; null if there is none. Only the bank writes it.';
comment on column goals.reached_at is 'The simulated instant at which the target was first reached. Only the bank writes it.';
create INDEX goals_account_id_idx ON public.goals USING btree (account_id);
create INDEX goals_currency_idx ON public.goals USING btree (currency);
create INDEX goals_from_account_id_idx ON public.goals USING btree (from_account_id) WHERE (from_account_id IS NOT NULL);
create INDEX goals_user_id_idx ON public.goals USING btree (user_id, priority);
alter table goals enable row level security;
create policy "customers delete their own goals" on goals for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers add their own goals" on goals for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own goals" on goals for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers change their own goals" on goals for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on goals to authenticated;
grant delete, select on goals to service_role;
grant insert (account_id, contribution, contribution_amount, contribution_percent, frequency, from_account_id, id, name, photo, picture, portion, priority, start_date, status, target, target_date, user_id) on goals to authenticated;
grant insert (account_id, contribution, contribution_amount, contribution_percent, frequency, from_account_id, id, name, photo, picture, portion, priority, start_date, status, target, target_date, user_id) on goals to service_role;
grant update (contribution, contribution_amount, contribution_percent, frequency, from_account_id, name, photo, picture, priority, start_date, status, target, target_date) on goals to authenticated;
grant update (contribution, contribution_amount, contribution_percent, frequency, from_account_id, name, photo, picture, priority, start_date, status, target, target_date) on goals to service_role;
create TRIGGER check_goal BEFORE INSERT OR UPDATE OF name, target, target_date, picture, contribution, contribution_amount, contribution_percent, frequency, start_date, from_account_id, priority, status ON public.goals FOR EACH ROW EXECUTE FUNCTION bank.check_goal();
create TRIGGER check_row_limit AFTER INSERT ON public.goals REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER lock_clock BEFORE DELETE OR UPDATE ON public.goals FOR EACH STATEMENT EXECUTE FUNCTION bank.lock_clock_for_change();
create TRIGGER record_change AFTER UPDATE OF name, target, target_date, account_id, contribution, contribution_amount, contribution_percent, frequency, from_account_id, status ON public.goals FOR EACH ROW EXECUTE FUNCTION bank.record_change('goal', 'name,target,target_date,account_id,contribution,contribution_amount,contribution_percent,frequency,from_account_id,status');
create TRIGGER record_creation AFTER INSERT OR DELETE ON public.goals FOR EACH ROW EXECUTE FUNCTION bank.record_change('goal', '');
create TRIGGER record_goal_start AFTER INSERT ON public.goals FOR EACH ROW EXECUTE FUNCTION bank.record_goal_start();
create TRIGGER schedule_simulation AFTER INSERT OR DELETE OR UPDATE OF name, target, contribution, contribution_amount, contribution_percent, frequency, start_date, from_account_id, priority, status ON public.goals FOR EACH ROW EXECUTE FUNCTION bank.schedule_simulation_for_change();

create table help_votes (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  article text not null,
  helpful boolean not null,
  voted_at timestamp with time zone not null default clock_timestamp(),
  constraint help_votes_pkey PRIMARY KEY (id),
  constraint help_votes_article_check CHECK ((article ~ '^[a-z0-9-]{1,60}$'::text)),
  constraint help_votes_user_id_article_key UNIQUE (user_id, article),
  constraint help_votes_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table help_votes is 'Votes on help articles, one per customer and article.';
comment on column help_votes.voted_at is 'Real time, not simulated time.';
alter table help_votes enable row level security;
create policy "customers read their own help votes" on help_votes for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on help_votes to authenticated;
grant select on help_votes to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.help_votes REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table holdings (
  id bigint not null generated by default as identity,
  account_id uuid not null,
  fund text not null,
  user_id uuid not null,
  units numeric not null,
  posted_value numeric not null,
  price numeric not null,
  value numeric not null,
  constraint holdings_pkey PRIMARY KEY (id),
  constraint holdings_account_id_fkey FOREIGN KEY (account_id) REFERENCES fund_accounts(account_id) ON DELETE CASCADE,
  constraint holdings_account_id_fund_key UNIQUE (account_id, fund),
  constraint holdings_fund_check CHECK ((fund = ANY (ARRAY['US_STOCKS'::text, 'WORLD_STOCKS'::text, 'BONDS'::text]))),
  constraint holdings_posted_value_check CHECK ((posted_value = round(posted_value, 2))),
  constraint holdings_price_check CHECK (((price > (0)::numeric) AND (price = round(price, 4)))),
  constraint holdings_units_check CHECK (((units >= (0)::numeric) AND (units = round(units, 6)))),
  constraint holdings_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint holdings_value_check CHECK (((value >= (0)::numeric) AND (value = round(value, 2))))
);
comment on table holdings is 'The units of each fund in an account. Only the engine changes them.';
comment on column holdings.posted_value is 'The part of the account''s balance that is in this fund. It follows the price at the end of each month, and when an order is filled.';
comment on column holdings.price is 'The last closing price of a unit.';
comment on column holdings.value is 'The value of the units at the last closing price.';
create INDEX holdings_user_id_idx ON public.holdings USING btree (user_id);
alter table holdings enable row level security;
create policy "customers read their own holdings" on holdings for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on holdings to authenticated;
grant select on holdings to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.holdings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create sequence holdings_id_seq;

create table holds (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  account_id uuid,
  card_id uuid,
  kind text not null,
  purchase text,
  deposit text,
  check_kind text,
  merchant text,
  category_id uuid,
  amount numeric not null,
  remaining_amount numeric not null,
  cleared_amount numeric not null default 0,
  final_amount numeric,
  placed_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  status text not null default 'open'::text,
  ended_at timestamp with time zone,
  event_key text not null,
  constraint holds_pkey PRIMARY KEY (id),
  constraint holds_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint holds_amount_check CHECK ((((amount >= 0.01) AND (amount <= 999999999.99)) AND (amount = round(amount, 2)))),
  constraint holds_card_id_fkey FOREIGN KEY (card_id) REFERENCES credit_cards(id) ON DELETE CASCADE,
  constraint holds_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE SET NULL,
  constraint holds_check_kind_check CHECK ((check_kind = ANY (ARRAY['redeposited'::text, 'stale'::text, 'suspended_bank'::text]))),
  constraint holds_check_kind_of_deposit_check CHECK (((check_kind IS NULL) OR (deposit = 'check'::text))),
  constraint holds_cleared_amount_check CHECK ((cleared_amount >= (0)::numeric)),
  constraint holds_deposit_account_check CHECK (((deposit IS NULL) OR ((kind = 'deposit'::text) AND (account_id IS NOT NULL)))),
  constraint holds_deposit_check CHECK ((deposit = ANY (ARRAY['direct'::text, 'same_day'::text, 'check'::text]))),
  constraint holds_ended_at_check CHECK (((status = ANY (ARRAY['open'::text, 'partially_cleared'::text])) = (ended_at IS NULL))),
  constraint holds_event_key_check CHECK (((char_length(event_key) >= 1) AND (char_length(event_key) <= 200))),
  constraint holds_final_amount_check CHECK (((final_amount > (0)::numeric) AND (final_amount = round(final_amount, 2)))),
  constraint holds_kind_check CHECK ((kind = ANY (ARRAY['authorization'::text, 'deposit'::text]))),
  constraint holds_merchant_check CHECK (((char_length(merchant) >= 1) AND (char_length(merchant) <= 120))),
  constraint holds_product_check CHECK ((num_nonnulls(account_id, card_id) = 1)),
  constraint holds_purchase_check CHECK ((purchase = ANY (ARRAY['store'::text, 'online'::text, 'subscription'::text, 'restaurant'::text, 'gas_pump'::text, 'hotel'::text]))),
  constraint holds_remaining_amount_check CHECK ((((remaining_amount >= (0)::numeric) AND (remaining_amount <= amount)) AND (remaining_amount = round(remaining_amount, 2)))),
  constraint holds_status_check CHECK ((status = ANY (ARRAY['open'::text, 'partially_cleared'::text, 'cleared'::text, 'reversed'::text, 'expired'::text]))),
  constraint holds_user_id_event_key_key UNIQUE (user_id, event_key),
  constraint holds_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table holds is 'Money that is set aside on an account or card, but isn''t posted: pending purchases, and deposits that aren''t available yet. Ended holds are kept for 400 days.';
comment on column holds.account_id is 'The account; null for a hold on a card.';
comment on column holds.card_id is 'The card; null for a hold on an account.';
comment on column holds.purchase is 'The kind of purchase, which decides how long the hold lasts; null for a deposit.';
comment on column holds.deposit is 'The kind of deposit: direct or same_day (a transfer from another bank), or check; null for a purchase.';
comment on column holds.check_kind is 'The reason to doubt a check: redeposited (it was returned unpaid before), stale (dated more than six months ago), or suspended_bank (the paying bank has suspended payments); null for an ordinary check, and for other holds.';
comment on column holds.amount is 'The amount that was set aside, in the product''s currency.';
comment on column holds.remaining_amount is 'The part of the amount that is still set aside.';
comment on column holds.cleared_amount is 'The sum of the merchant''s charges so far.';
comment on column holds.final_amount is 'The total charge that the customer has agreed to, with the tip; null if the merchant decides it.';
comment on column holds.placed_at is 'The simulated instant at which the hold was placed.';
comment on column holds.expires_at is 'The simulated instant at which the hold ends at the latest.';
comment on column holds.status is 'open, partially_cleared, cleared, reversed by the customer, or expired.';
comment on column holds.ended_at is 'The simulated instant at which the hold ended; null if open.';
comment on column holds.event_key is 'Identifies the hold in the engine''s events.';
create INDEX holds_account_id_idx ON public.holds USING btree (account_id, placed_at DESC) WHERE (account_id IS NOT NULL);
create INDEX holds_card_id_idx ON public.holds USING btree (card_id, placed_at DESC) WHERE (card_id IS NOT NULL);
create INDEX holds_category_id_idx ON public.holds USING btree (category_id) WHERE (category_id IS NOT NULL);
create INDEX holds_user_id_ended_at_idx ON public.holds USING btree (user_id, ended_at);
alter table holds enable row level security;
create policy "customers read their own holds" on holds for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on holds to authenticated;
grant select on holds to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.holds REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table household_events (
  id bigint not null generated by default as identity,
  user_id uuid not null,
  at timestamp with time zone not null,
  due_at timestamp with time zone,
  kind text not null,
  description text not null,
  subject text,
  event_key text not null,
  facts jsonb not null default '{}'::jsonb,
  constraint household_events_pkey PRIMARY KEY (id),
  constraint household_events_user_id_event_key_key UNIQUE (user_id, event_key),
  constraint household_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table household_events is 'Events that don''t move money: a failed payment, a statement, a delinquency, a shock.';
comment on column household_events.subject is 'The id of the rule, card, debt, or shock.';
comment on column household_events.event_key is 'Identifies the event, so that it is recorded once.';
comment on column household_events.facts is 'The event''s figures: amounts in minor units, numbers of days, and percentages.';
create INDEX household_events_user_id_at_idx ON public.household_events USING btree (user_id, at DESC, id DESC);
create INDEX household_events_user_id_subject_idx ON public.household_events USING btree (user_id, subject, at DESC) WHERE (subject IS NOT NULL);
alter table household_events enable row level security;
create policy "customers read their own household events" on household_events for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on household_events to authenticated;
grant select on household_events to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.household_events REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create sequence household_events_id_seq;

create table imported_lines (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  import_id uuid not null,
  position integer not null,
  line integer not null,
  day date,
  amount numeric,
  description text,
  external_id text,
  outcome text not null,
  why jsonb not null default '{}'::jsonb,
  entry_id bigint,
  constraint imported_lines_pkey PRIMARY KEY (id),
  constraint imported_lines_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE,
  constraint imported_lines_import_id_position_key UNIQUE (import_id, "position"),
  constraint imported_lines_outcome_check CHECK ((outcome = ANY (ARRAY['posted'::text, 'duplicate'::text, 'overdraws'::text, 'before'::text, 'future'::text, 'too_much'::text, 'left_out'::text, 'unreadable'::text])))
);
comment on table imported_lines is 'The outcome of every line of an imported file.';
comment on column imported_lines.user_id is 'The customer of the import, copied so that row-level security needs no join.';
comment on column imported_lines.position is 'The posting order. 0 is the opening balance of a new account.';
comment on column imported_lines.line is 'The line number in the file.';
comment on column imported_lines.external_id is 'The other bank''s id (FITID). Two transactions with the same id are the same transaction.';
create INDEX imported_lines_entry_id_idx ON public.imported_lines USING btree (entry_id) WHERE (entry_id IS NOT NULL);
create INDEX imported_lines_user_id_idx ON public.imported_lines USING btree (user_id);
alter table imported_lines enable row level security;
create policy "customers read their own imported lines" on imported_lines for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on imported_lines to authenticated;
grant select on imported_lines to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.imported_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table imports (
  id uuid not null,
  user_id uuid not null,
  account_id uuid,
  card_id uuid,
  file_name text not null,
  format text not null,
  currency text not null,
  imported_at timestamp with time zone not null,
  first_day date,
  last_day date,
  posted integer not null,
  left_out integer not null,
  money_in bank.money not null,
  money_out bank.money not null,
  opened_account boolean not null,
  undone_at timestamp with time zone,
  constraint imports_pkey PRIMARY KEY (id),
  constraint imports_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint imports_card_id_fkey FOREIGN KEY (card_id) REFERENCES credit_cards(id) ON DELETE CASCADE,
  constraint imports_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'ofx'::text, 'qif'::text, 'json'::text, 'camt'::text, 'mt940'::text]))),
  constraint imports_target_check CHECK ((num_nonnulls(account_id, card_id) = 1)),
  constraint imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table imports is 'Imported statement files, including those that were undone.';
comment on column imports.card_id is 'The card, if the file was imported into a card.';
comment on column imports.imported_at is 'The simulated instant at which the lines were posted.';
comment on column imports.left_out is 'The number of lines that were not posted. The reasons are in imported_lines.';
comment on column imports.money_in is 'The sum of the deposits, or of a card''s payments and credits.';
comment on column imports.money_out is 'The sum of the withdrawals, or of a card''s charges.';
comment on column imports.opened_account is 'True if the account or card was opened for this import. Undoing the import closes it.';
create INDEX imports_account_id_idx ON public.imports USING btree (account_id);
create INDEX imports_card_id_idx ON public.imports USING btree (card_id) WHERE (card_id IS NOT NULL);
create INDEX imports_user_id_idx ON public.imports USING btree (user_id, imported_at DESC);
alter table imports enable row level security;
create policy "customers read their own imports" on imports for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on imports to authenticated;
grant select on imports to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.imports REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table insight_dismissals (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  key text not null,
  dismissed_at timestamp with time zone not null default now(),
  constraint insight_dismissals_pkey PRIMARY KEY (id),
  constraint insight_dismissals_key_check CHECK (((length(key) >= 1) AND (length(key) <= 200))),
  constraint insight_dismissals_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint insight_dismissals_user_id_key_key UNIQUE (user_id, key)
);
comment on table insight_dismissals is 'Insights that a customer dismissed. Dismissals survive a return to a checkpoint.';
comment on column insight_dismissals.key is 'The key of the insight, as returned by `insights`.';
comment on column insight_dismissals.dismissed_at is 'The real time of the dismissal.';
alter table insight_dismissals enable row level security;
create policy "customers delete their own insight dismissals" on insight_dismissals for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers add their own insight dismissals" on insight_dismissals for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own insight dismissals" on insight_dismissals for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on insight_dismissals to authenticated;
grant insert (key, user_id) on insight_dismissals to authenticated;
grant select on insight_dismissals to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.insight_dismissals REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table lesson_progress (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  lesson text not null,
  questions smallint not null,
  best_right smallint not null,
  tries integer not null default 1,
  last_at timestamp with time zone not null default now(),
  constraint lesson_progress_pkey PRIMARY KEY (id),
  constraint lesson_progress_check CHECK (((best_right >= 0) AND (best_right <= questions))),
  constraint lesson_progress_lesson_check CHECK ((lesson ~ '^[a-z][a-z0-9-]{1,59}$'::text)),
  constraint lesson_progress_questions_check CHECK (((questions >= 1) AND (questions <= 20))),
  constraint lesson_progress_tries_check CHECK ((tries > 0)),
  constraint lesson_progress_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint lesson_progress_user_id_lesson_key UNIQUE (user_id, lesson)
);
comment on table lesson_progress is 'A customer''s best result in each lesson. It belongs to the customer and survives a return to a checkpoint.';
comment on column lesson_progress.lesson is 'The lesson''s name in its URL.';
comment on column lesson_progress.questions is 'The number of questions in the best attempt.';
comment on column lesson_progress.best_right is 'The number of correct answers in the best attempt.';
comment on column lesson_progress.last_at is 'Real time, not simulated time.';
alter table lesson_progress enable row level security;
create policy "customers read their own lesson progress" on lesson_progress for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on lesson_progress to authenticated;
grant select on lesson_progress to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.lesson_progress REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table loan_applications (
  id uuid not null default gen_random_uuid(),
  user_id uuid default auth.uid(),
  email text,
  applicant_name text not null,
  status text not null default 'submitted'::text,
  loan_amount numeric not null,
  submitted_at timestamp with time zone not null,
  loan_type text not null default 'PERSONAL'::text,
  purpose text,
  term_months integer not null default 36,
  annual_income numeric,
  employment_status text,
  monthly_debt numeric not null default 0,
  decided_at timestamp with time zone,
  decision jsonb,
  collateral_value numeric,
  down_payment numeric,
  form jsonb,
  reviewed_at timestamp with time zone,
  expires_at timestamp with time zone,
  accepted_at timestamp with time zone,
  ended_at timestamp with time zone,
  offer_index integer,
  loan_id uuid,
  mortgage_id uuid,
  home_id uuid,
  lien numeric,
  constraint loan_applications_pkey PRIMARY KEY (id),
  constraint loan_applications_annual_income_check CHECK (((annual_income >= (0)::numeric) AND (annual_income <= 999999999.99))),
  constraint loan_applications_applicant_name_check CHECK (((char_length(applicant_name) >= 1) AND (char_length(applicant_name) <= 320))),
  constraint loan_applications_collateral_value_check CHECK ((((collateral_value >= 0.01) AND (collateral_value <= 999999999.99)) AND (collateral_value = round(collateral_value, 2)))),
  constraint loan_applications_decided_check CHECK (((status = 'withdrawn'::text) OR ((status = ANY (ARRAY['draft'::text, 'submitted'::text, 'in_review'::text])) = (decided_at IS NULL)))),
  constraint loan_applications_down_payment_check CHECK ((((down_payment >= (0)::numeric) AND (down_payment <= 999999999.99)) AND (down_payment = round(down_payment, 2)))),
  constraint loan_applications_email_check CHECK ((char_length(email) <= 320)),
  constraint loan_applications_employment_status_check CHECK ((employment_status = ANY (ARRAY['EMPLOYED'::text, 'SELF_EMPLOYED'::text, 'UNEMPLOYED'::text, 'RETIRED'::text, 'STUDENT'::text]))),
  constraint loan_applications_ended_check CHECK (((status = ANY (ARRAY['funded'::text, 'withdrawn'::text, 'expired'::text])) = (ended_at IS NOT NULL))),
  constraint loan_applications_form_check CHECK (((status = 'draft'::text) = (form IS NOT NULL))),
  constraint loan_applications_funded_check CHECK (((status = ANY (ARRAY['accepted'::text, 'funded'::text])) <= ((offer_index IS NOT NULL) AND (accepted_at IS NOT NULL)))),
  constraint loan_applications_home_id_fkey FOREIGN KEY (home_id) REFERENCES mortgages(id) ON DELETE SET NULL,
  constraint loan_applications_lien_check CHECK ((((lien >= (0)::numeric) AND (lien <= 999999999.99)) AND (lien = round(lien, 2)))),
  constraint loan_applications_loan_amount_check CHECK (((loan_amount = round(loan_amount, 2)) AND (((loan_amount >= 0.01) AND (loan_amount <= 999999999.99)) OR ((status = 'draft'::text) AND (loan_amount = (0)::numeric))))),
  constraint loan_applications_loan_id_fkey FOREIGN KEY (loan_id) REFERENCES loans(id) ON DELETE SET NULL,
  constraint loan_applications_loan_type_check CHECK ((loan_type = ANY (ARRAY['PERSONAL'::text, 'AUTO'::text, 'HOME'::text, 'EDUCATION'::text, 'OTHER'::text, 'HOME_EQUITY'::text]))),
  constraint loan_applications_monthly_debt_check CHECK (((monthly_debt >= (0)::numeric) AND (monthly_debt <= 999999999.99))),
  constraint loan_applications_mortgage_id_fkey FOREIGN KEY (mortgage_id) REFERENCES mortgages(id) ON DELETE SET NULL,
  constraint loan_applications_offer_check CHECK (((status = ANY (ARRAY['approved'::text, 'countered'::text, 'accepted'::text, 'funded'::text, 'expired'::text])) <= (expires_at IS NOT NULL))),
  constraint loan_applications_order_check CHECK (((reviewed_at > submitted_at) AND ((decided_at IS NULL) OR (decided_at > reviewed_at)))),
  constraint loan_applications_purpose_check CHECK ((char_length(purpose) <= 500)),
  constraint loan_applications_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'submitted'::text, 'in_review'::text, 'approved'::text, 'countered'::text, 'declined'::text, 'accepted'::text, 'funded'::text, 'withdrawn'::text, 'expired'::text]))),
  constraint loan_applications_term_months_check CHECK (((term_months >= 1) AND (term_months <= 600))),
  constraint loan_applications_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table loan_applications is 'Applications for loans. Amounts are in US dollars.';
comment on column loan_applications.user_id is 'The applicant; null for a visitor''s application. The customer who verifies the application''s email address can read it.';
comment on column loan_applications.status is 'draft → submitted → in_review → approved, countered, or declined. An offer is then accepted and funded, withdrawn, or expired. Only the bank''s functions change it.';
comment on column loan_applications.annual_income is 'The stated annual income before tax.';
comment on column loan_applications.monthly_debt is 'The stated monthly payments to other lenders.';
comment on column loan_applications.decision is 'The decision: outcome, policy version, score, rate, weighted reasons, offers. Amounts are in minor units.';
comment on column loan_applications.collateral_value is 'The value of the home or car; null if not stated.';
comment on column loan_applications.down_payment is 'The part of the collateral value that is not borrowed.';
comment on column loan_applications.form is 'The form inputs of a draft.';
comment on column loan_applications.reviewed_at is 'The simulated instant at which the review began. The review counts as an inquiry.';
comment on column loan_applications.expires_at is 'The time when the offers expire.';
comment on column loan_applications.accepted_at is 'The time when an offer was accepted.';
comment on column loan_applications.ended_at is 'The time when the application was funded, was withdrawn, or expired.';
comment on column loan_applications.offer_index is 'The position of the accepted offer, from 0.';
comment on column loan_applications.loan_id is 'The loan that was opened for this application; null before that, and after the loan is deleted.';
comment on column loan_applications.mortgage_id is 'The mortgage opened for this application; null before that, and after the mortgage is deleted.';
comment on column loan_applications.home_id is 'The mortgage whose home secures the requested home equity line of credit; null for other loans, and after the mortgage is deleted.';
comment on column loan_applications.lien is 'What was owed on that mortgage when the application was submitted; null for other loans.';
create INDEX loan_applications_applicant_name_idx ON public.loan_applications USING btree (lower(applicant_name)) WHERE (user_id IS NULL);
create INDEX loan_applications_email_idx ON public.loan_applications USING btree (lower(email)) WHERE (user_id IS NULL);
create INDEX loan_applications_expires_at_idx ON public.loan_applications USING btree (user_id, expires_at) WHERE (status = ANY (ARRAY['approved'::text, 'countered'::text]));
create INDEX loan_applications_home_id_idx ON public.loan_applications USING btree (home_id) WHERE (home_id IS NOT NULL);
create INDEX loan_applications_loan_id_idx ON public.loan_applications USING btree (loan_id) WHERE (loan_id IS NOT NULL);
create INDEX loan_applications_mortgage_id_idx ON public.loan_applications USING btree (mortgage_id) WHERE (mortgage_id IS NOT NULL);
create INDEX loan_applications_user_id_idx ON public.loan_applications USING btree (user_id, submitted_at DESC);
create UNIQUE INDEX loan_applications_draft_key ON public.loan_applications USING btree (user_id, status) WHERE (status = 'draft'::text);
alter table loan_applications enable row level security;
create policy "customers add their own loan applications" on loan_applications for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own applications and those under their con" on loan_applications for select to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) OR ((user_id IS NULL) AND ((lower(email) = lower(( SELECT my_confirmed_email() AS my_confirmed_email))) OR (lower(applicant_name) = lower(( SELECT my_confirmed_email() AS my_confirmed_email)))))));
grant insert (annual_income, applicant_name, collateral_value, email, employment_status, id, loan_amount, loan_type, monthly_debt, purpose, status, submitted_at, term_months, user_id) on loan_applications to authenticated;
grant insert (annual_income, applicant_name, collateral_value, email, employment_status, id, loan_amount, loan_type, monthly_debt, purpose, status, submitted_at, term_months, user_id) on loan_applications to service_role;
grant select on loan_applications to authenticated;
grant select on loan_applications to service_role;
create TRIGGER a_normalize_raw_application BEFORE INSERT ON public.loan_applications FOR EACH ROW EXECUTE FUNCTION bank.normalize_raw_application();
create TRIGGER check_application BEFORE INSERT ON public.loan_applications FOR EACH ROW EXECUTE FUNCTION bank.check_application();
create TRIGGER check_application_step BEFORE UPDATE OF status ON public.loan_applications FOR EACH ROW WHEN ((new.status <> old.status)) EXECUTE FUNCTION bank.check_application_step();
create TRIGGER check_row_limit AFTER INSERT ON public.loan_applications REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER check_submitted_draft BEFORE UPDATE OF status ON public.loan_applications FOR EACH ROW WHEN (((old.status = 'draft'::text) AND (new.status = 'submitted'::text))) EXECUTE FUNCTION bank.check_application();
create TRIGGER note_inquiry_of_application AFTER UPDATE OF reviewed_at ON public.loan_applications FOR EACH ROW WHEN (((old.reviewed_at IS NULL) AND (new.reviewed_at IS NOT NULL))) EXECUTE FUNCTION bank.record_inquiry();

create table loans (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  name text not null,
  amount numeric not null,
  interest_rate numeric not null,
  term integer not null,
  monthly_payment numeric not null,
  start_date date not null,
  remaining_balance numeric not null,
  currency text not null default 'USD'::text,
  created_at timestamp with time zone not null,
  next_due_date date not null,
  last_entry bigint,
  updated_at timestamp with time zone not null,
  autopay_account_id uuid,
  autopay_extra numeric not null default 0,
  past_due numeric not null default 0,
  days_past_due integer not null default 0,
  paused_until date,
  paused_on date,
  payment_day integer,
  draw_months integer,
  rate_margin numeric,
  rate_cap numeric,
  origination_fee numeric,
  underwriting_fee numeric,
  home_id uuid,
  constraint loans_pkey PRIMARY KEY (id),
  constraint loans_amount_check CHECK ((((amount >= 0.01) AND (amount <= 999999999.99)) AND (amount = round(amount, 2)))),
  constraint loans_autopay_account_id_fkey FOREIGN KEY (autopay_account_id) REFERENCES accounts(id) ON DELETE SET NULL,
  constraint loans_autopay_extra_check CHECK ((((autopay_extra >= (0)::numeric) AND (autopay_extra <= 999999999.99)) AND (autopay_extra = round(autopay_extra, 2)))),
  constraint loans_check CHECK ((((draw_months >= 1) AND (draw_months <= 600)) AND (draw_months < term))),
  constraint loans_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint loans_home_id_fkey FOREIGN KEY (home_id) REFERENCES mortgages(id) ON DELETE SET NULL,
  constraint loans_interest_rate_check CHECK (((interest_rate >= (0)::numeric) AND (interest_rate <= (100)::numeric))),
  constraint loans_line_check CHECK ((num_nonnulls(draw_months, rate_margin, rate_cap) = ANY (ARRAY[0, 3]))),
  constraint loans_monthly_payment_check CHECK (((monthly_payment >= (0)::numeric) AND (monthly_payment = round(monthly_payment, 2)))),
  constraint loans_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint loans_origination_fee_check CHECK (((origination_fee > (0)::numeric) AND (origination_fee = round(origination_fee, 2)))),
  constraint loans_payment_day_check CHECK (((payment_day >= 1) AND (payment_day <= 28))),
  constraint loans_rate_cap_check CHECK (((rate_cap >= (0)::numeric) AND (rate_cap <= (100)::numeric))),
  constraint loans_rate_margin_check CHECK (((rate_margin >= (0)::numeric) AND (rate_margin <= (20)::numeric))),
  constraint loans_remaining_balance_check CHECK ((((remaining_balance >= (0)::numeric) AND (remaining_balance <= 999999999.99)) AND (remaining_balance = round(remaining_balance, 2)))),
  constraint loans_term_check CHECK (((term >= 1) AND (term <= 600))),
  constraint loans_underwriting_fee_check CHECK (((underwriting_fee > (0)::numeric) AND (underwriting_fee = round(underwriting_fee, 2)))),
  constraint loans_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
) with (fillfactor=80);
comment on table loans is 'Loans. The remaining balance always equals the sum of the loan''s postings.';
comment on column loans.amount is 'The original amount; for a home equity line of credit, the credit limit.';
comment on column loans.interest_rate is 'Annual rate in percent.';
comment on column loans.term is 'In months.';
comment on column loans.monthly_payment is 'The installment, within one cent of the formula''s result.';
comment on column loans.created_at is 'The simulated instant at which the loan was opened.';
comment on column loans.next_due_date is 'The due date of the next installment. It is never in the past.';
comment on column loans.last_entry is 'The entry that set this balance. Only the bank writes it.';
comment on column loans.updated_at is 'The simulated instant of the last change to the loan.';
comment on column loans.autopay_account_id is 'The account for autopay; null for manual payment.';
comment on column loans.autopay_extra is 'The extra amount that autopay adds to each installment.';
comment on column loans.past_due is 'The total of the installments that are due but unpaid. Only the bank writes it.';
comment on column loans.days_past_due is 'The highest past-due mark of the current delinquency: 0, 30, 60, or 90 days. Only the bank writes it.';
comment on column loans.paused_until is 'The last day of a payment pause. No installment is due through this day, but interest still accrues.';
comment on column loans.paused_on is 'The start of the last pause. Only the bank writes it.';
comment on column loans.payment_day is 'The day of the month that the customer chose for installments; null if they are due on the day on which the debt started. Only the bank writes it.';
comment on column loans.draw_months is 'The months from the start in which a home equity line of credit can be drawn; null for other loans. Only the bank writes it.';
comment on column loans.rate_margin is 'The percentage points above the prime rate; null for other loans. Only the bank writes it.';
comment on column loans.rate_cap is 'The highest rate of a home equity line of credit; null for other loans. Only the bank writes it.';
comment on column loans.origination_fee is 'The fee for opening the loan, paid on the first day; null if there was none. It counts in the APR.';
comment on column loans.underwriting_fee is 'The fee for checking the application, paid on the first day; null if there was none.';
comment on column loans.home_id is 'The mortgage whose home secures a home equity line of credit; null for other loans, and after the mortgage is deleted. Only the bank writes it.';
create INDEX loans_autopay_account_id_idx ON public.loans USING btree (autopay_account_id) WHERE (autopay_account_id IS NOT NULL);
create INDEX loans_currency_idx ON public.loans USING btree (currency);
create INDEX loans_home_id_idx ON public.loans USING btree (home_id) WHERE (home_id IS NOT NULL);
create INDEX loans_user_id_idx ON public.loans USING btree (user_id);
alter table loans enable row level security;
create policy "customers delete their own loans" on loans for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers add their own loans" on loans for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own loans" on loans for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers change their own loans" on loans for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on loans to authenticated;
grant delete, select on loans to service_role;
grant insert (amount, currency, id, interest_rate, monthly_payment, name, origination_fee, remaining_balance, start_date, term, underwriting_fee, user_id) on loans to authenticated;
grant insert (amount, currency, id, interest_rate, monthly_payment, name, origination_fee, remaining_balance, start_date, term, underwriting_fee, user_id) on loans to service_role;
grant update (amount, autopay_account_id, autopay_extra, interest_rate, monthly_payment, name, origination_fee, remaining_balance, start_date, term, underwriting_fee) on loans to authenticated;
grant update (amount, autopay_account_id, autopay_extra, interest_rate, monthly_payment, name, origination_fee, remaining_balance, start_date, term, underwriting_fee) on loans to service_role;
create TRIGGER check_autopay BEFORE UPDATE OF autopay_account_id ON public.loans FOR EACH ROW WHEN ((new.autopay_account_id IS DISTINCT FROM old.autopay_account_id)) EXECUTE FUNCTION bank.check_autopay();
create TRIGGER check_changed_debt BEFORE UPDATE OF name, amount, interest_rate, term, monthly_payment, start_date, remaining_balance ON public.loans FOR EACH ROW WHEN (((NOT (new.last_entry IS DISTINCT FROM old.last_entry)) AND (new.draw_months IS NULL))) EXECUTE FUNCTION bank.check_debt();
create TRIGGER check_changed_finance_charges BEFORE UPDATE OF origination_fee, underwriting_fee ON public.loans FOR EACH ROW EXECUTE FUNCTION bank.check_finance_charges();
create TRIGGER check_new_debt BEFORE INSERT ON public.loans FOR EACH ROW EXECUTE FUNCTION bank.check_debt();
create TRIGGER check_new_finance_charges BEFORE INSERT ON public.loans FOR EACH ROW EXECUTE FUNCTION bank.check_finance_charges();
create TRIGGER check_row_limit AFTER INSERT ON public.loans REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER clean_line_name BEFORE UPDATE OF name ON public.loans FOR EACH ROW WHEN (((old.draw_months IS NOT NULL) AND (new.name IS DISTINCT FROM old.name))) EXECUTE FUNCTION bank.clean_line_name();
create TRIGGER close_ledger_account AFTER DELETE ON public.loans FOR EACH ROW EXECUTE FUNCTION bank.close_debt('loan', 'remaining_balance');
create TRIGGER issue_debt_papers AFTER INSERT ON public.loans FOR EACH ROW EXECUTE FUNCTION bank.issue_debt_papers();
create TRIGGER keep_owed_line BEFORE DELETE ON public.loans FOR EACH ROW WHEN (((old.draw_months IS NOT NULL) AND (CURRENT_USER = ANY (ARRAY['authenticated'::name, 'service_role'::name])))) EXECUTE FUNCTION bank.keep_owed_line();
create TRIGGER lock_clock BEFORE DELETE OR UPDATE OF name, interest_rate, term, monthly_payment, start_date, autopay_account_id, autopay_extra, paused_until ON public.loans FOR EACH STATEMENT EXECUTE FUNCTION bank.lock_clock_for_change();
create TRIGGER move_raw_balance AFTER UPDATE OF remaining_balance ON public.loans FOR EACH ROW WHEN (((new.remaining_balance <> old.remaining_balance) AND (NOT (new.last_entry IS DISTINCT FROM old.last_entry)))) EXECUTE FUNCTION bank.move_raw_debt_balance('loan', 'remaining_balance');
create TRIGGER open_ledger_account AFTER INSERT ON public.loans FOR EACH ROW EXECUTE FUNCTION bank.open_debt('loan', 'remaining_balance');
create TRIGGER protect_line_terms BEFORE UPDATE OF amount, interest_rate, term, monthly_payment, start_date, remaining_balance ON public.loans FOR EACH ROW WHEN (((old.draw_months IS NOT NULL) AND ((((((new.amount IS DISTINCT FROM old.amount) OR (new.interest_rate IS DISTINCT FROM old.interest_rate)) OR (new.term IS DISTINCT FROM old.term)) OR (new.monthly_payment IS DISTINCT FROM old.monthly_payment)) OR (new.start_date IS DISTINCT FROM old.start_date)) OR (new.remaining_balance IS DISTINCT FROM old.remaining_balance)))) EXECUTE FUNCTION bank.protect_line_terms();
create TRIGGER record_change AFTER UPDATE OF name, amount, interest_rate, term, monthly_payment, autopay_account_id, autopay_extra, paused_until, payment_day ON public.loans FOR EACH ROW EXECUTE FUNCTION bank.record_change('loan', 'name,amount,interest_rate,term,monthly_payment,autopay_account_id,autopay_extra,paused_until,payment_day');
create TRIGGER record_creation AFTER INSERT OR DELETE ON public.loans FOR EACH ROW EXECUTE FUNCTION bank.record_change('loan', '');
create TRIGGER rename_ledger_account AFTER UPDATE OF name ON public.loans FOR EACH ROW WHEN ((new.name <> old.name)) EXECUTE FUNCTION bank.rename_debt_ledger_account();
create TRIGGER schedule_simulation AFTER UPDATE OF interest_rate, term, monthly_payment, start_date ON public.loans FOR EACH ROW WHEN ((NOT (new.last_entry IS DISTINCT FROM old.last_entry))) EXECUTE FUNCTION bank.schedule_simulation_for_change();
create TRIGGER schedule_simulation_for_settings AFTER UPDATE OF autopay_account_id, autopay_extra, paused_until ON public.loans FOR EACH ROW EXECUTE FUNCTION bank.schedule_simulation_for_change();
create TRIGGER set_line_payment BEFORE INSERT OR UPDATE OF remaining_balance, interest_rate, next_due_date ON public.loans FOR EACH ROW WHEN ((new.draw_months IS NOT NULL)) EXECUTE FUNCTION bank.set_line_payment();

create table lots (
  id bigint not null generated by default as identity,
  account_id uuid not null,
  fund text not null,
  user_id uuid not null,
  acquired_on date not null,
  units numeric not null,
  cost numeric not null,
  constraint lots_pkey PRIMARY KEY (id),
  constraint lots_cost_check CHECK (((cost >= (0)::numeric) AND (cost = round(cost, 2)))),
  constraint lots_holding_fkey FOREIGN KEY (account_id, fund) REFERENCES holdings(account_id, fund) ON DELETE CASCADE,
  constraint lots_units_check CHECK (((units > (0)::numeric) AND (units = round(units, 6)))),
  constraint lots_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table lots is 'The units of a holding by the day on which they were bought, with their cost. The oldest units come first.';
create INDEX lots_account_id_fund_idx ON public.lots USING btree (account_id, fund);
create INDEX lots_user_id_idx ON public.lots USING btree (user_id);
alter table lots enable row level security;
create policy "customers read their own lots" on lots for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on lots to authenticated;
grant select on lots to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.lots REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create sequence lots_id_seq;

create table mortgages (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  name text not null default 'Mortgage'::text,
  property_value numeric not null,
  loan_amount numeric not null,
  down_payment numeric not null default 0,
  interest_rate numeric not null,
  term integer not null,
  monthly_payment numeric not null,
  start_date date not null,
  remaining_balance numeric not null,
  currency text not null default 'USD'::text,
  created_at timestamp with time zone not null,
  next_due_date date not null,
  last_entry bigint,
  updated_at timestamp with time zone not null,
  autopay_account_id uuid,
  autopay_extra numeric not null default 0,
  past_due numeric not null default 0,
  days_past_due integer not null default 0,
  paused_until date,
  paused_on date,
  payment_day integer,
  current_value numeric,
  rate_type text not null default 'fixed'::text,
  rate_margin numeric not null default 2,
  rate_reset_at timestamp with time zone,
  refinanced_at timestamp with time zone,
  pmi_rate numeric,
  pmi_ended_on date,
  origination_fee numeric,
  underwriting_fee numeric,
  points_fee numeric,
  constraint mortgages_pkey PRIMARY KEY (id),
  constraint mortgages_autopay_account_id_fkey FOREIGN KEY (autopay_account_id) REFERENCES accounts(id) ON DELETE SET NULL,
  constraint mortgages_autopay_extra_check CHECK ((((autopay_extra >= (0)::numeric) AND (autopay_extra <= 999999999.99)) AND (autopay_extra = round(autopay_extra, 2)))),
  constraint mortgages_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint mortgages_down_payment_check CHECK ((((down_payment >= (0)::numeric) AND (down_payment <= 999999999.99)) AND (down_payment = round(down_payment, 2)))),
  constraint mortgages_interest_rate_check CHECK (((interest_rate >= (0)::numeric) AND (interest_rate <= (100)::numeric))),
  constraint mortgages_loan_amount_check CHECK ((((loan_amount >= 0.01) AND (loan_amount <= 999999999.99)) AND (loan_amount = (property_value - down_payment)))),
  constraint mortgages_monthly_payment_check CHECK (((monthly_payment >= (0)::numeric) AND (monthly_payment = round(monthly_payment, 2)))),
  constraint mortgages_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint mortgages_origination_fee_check CHECK (((origination_fee > (0)::numeric) AND (origination_fee = round(origination_fee, 2)))),
  constraint mortgages_payment_day_check CHECK (((payment_day >= 1) AND (payment_day <= 28))),
  constraint mortgages_pmi_rate_check CHECK (((pmi_rate > (0)::numeric) AND (pmi_rate <= (5)::numeric))),
  constraint mortgages_points_fee_check CHECK (((points_fee > (0)::numeric) AND (points_fee = round(points_fee, 2)))),
  constraint mortgages_property_value_check CHECK ((((property_value >= 0.01) AND (property_value <= 999999999.99)) AND (property_value = round(property_value, 2)))),
  constraint mortgages_rate_margin_check CHECK (((rate_margin >= (0)::numeric) AND (rate_margin <= (20)::numeric))),
  constraint mortgages_rate_type_check CHECK ((rate_type = ANY (ARRAY['fixed'::text, 'variable'::text]))),
  constraint mortgages_remaining_balance_check CHECK ((((remaining_balance >= (0)::numeric) AND (remaining_balance <= 999999999.99)) AND (remaining_balance = round(remaining_balance, 2)))),
  constraint mortgages_term_check CHECK (((term >= 1) AND (term <= 50))),
  constraint mortgages_underwriting_fee_check CHECK (((underwriting_fee > (0)::numeric) AND (underwriting_fee = round(underwriting_fee, 2)))),
  constraint mortgages_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
) with (fillfactor=80);
comment on table mortgages is 'Mortgages. The remaining balance always equals the sum of the mortgage''s postings.';
comment on column mortgages.loan_amount is 'The original loan amount: property value minus down payment.';
comment on column mortgages.interest_rate is 'Annual rate in percent.';
comment on column mortgages.term is 'In years.';
comment on column mortgages.monthly_payment is 'The installment, within one cent of the formula''s result.';
comment on column mortgages.created_at is 'The simulated instant at which the mortgage was opened.';
comment on column mortgages.next_due_date is 'The due date of the next installment. It is never in the past.';
comment on column mortgages.last_entry is 'The entry that set this balance. Only the bank writes it.';
comment on column mortgages.updated_at is 'The simulated instant of the last change to the mortgage.';
comment on column mortgages.autopay_account_id is 'The account for autopay; null for manual payment.';
comment on column mortgages.autopay_extra is 'The extra amount that autopay adds to each installment.';
comment on column mortgages.past_due is 'The total of the installments that are due but unpaid. Only the bank writes it.';
comment on column mortgages.days_past_due is 'The highest past-due mark of the current delinquency: 0, 30, 60, or 90 days. Only the bank writes it.';
comment on column mortgages.paused_until is 'The last day of a payment pause. No installment is due through this day, but interest still accrues.';
comment on column mortgages.paused_on is 'The start of the last pause. Only the bank writes it.';
comment on column mortgages.payment_day is 'The day of the month that the customer chose for installments; null if they are due on the day on which the debt started. Only the bank writes it.';
comment on column mortgages.current_value is 'The home''s value according to the home price index; null until the engine computes it. Only the bank writes it.';
comment on column mortgages.rate_type is 'fixed, or variable: index plus margin, reset once a year by at most 2 points, and by at most 5 over the term.';
comment on column mortgages.rate_margin is 'Percentage points above the reference rate.';
comment on column mortgages.rate_reset_at is 'The simulated instant of the last reset of a variable rate. Only the bank writes it.';
comment on column mortgages.refinanced_at is 'The simulated instant at which a new mortgage replaced this one. From then on, the home secures only the new mortgage. Only the bank writes it.';
comment on column mortgages.pmi_rate is 'The price of private mortgage insurance (PMI) in percent of the loan amount per year; null if there is none. Only the bank writes it.';
comment on column mortgages.pmi_ended_on is 'The day on which mortgage insurance ended: by the schedule or on request. Only the bank writes it.';
comment on column mortgages.origination_fee is 'The fee for opening the mortgage, paid on the first day; null if there was none. It counts in the APR.';
comment on column mortgages.underwriting_fee is 'The fee for checking the application, paid on the first day; null if there was none.';
comment on column mortgages.points_fee is 'The price of points, which lowered the rate; null if there were none. One point is 1% of the loan.';
create INDEX mortgages_autopay_account_id_idx ON public.mortgages USING btree (autopay_account_id) WHERE (autopay_account_id IS NOT NULL);
create INDEX mortgages_currency_idx ON public.mortgages USING btree (currency);
create INDEX mortgages_user_id_idx ON public.mortgages USING btree (user_id);
alter table mortgages enable row level security;
create policy "customers delete their own mortgages" on mortgages for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers add their own mortgages" on mortgages for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own mortgages" on mortgages for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers change their own mortgages" on mortgages for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on mortgages to authenticated;
grant delete, select on mortgages to service_role;
grant insert (currency, down_payment, id, interest_rate, loan_amount, monthly_payment, name, origination_fee, points_fee, property_value, rate_margin, rate_type, remaining_balance, start_date, term, underwriting_fee, user_id) on mortgages to authenticated;
grant insert (currency, down_payment, id, interest_rate, loan_amount, monthly_payment, name, origination_fee, points_fee, property_value, rate_margin, rate_type, remaining_balance, start_date, term, underwriting_fee, user_id) on mortgages to service_role;
grant update (autopay_account_id, autopay_extra, down_payment, interest_rate, loan_amount, monthly_payment, name, origination_fee, points_fee, property_value, remaining_balance, start_date, term, underwriting_fee) on mortgages to authenticated;
grant update (autopay_account_id, autopay_extra, down_payment, interest_rate, loan_amount, monthly_payment, name, origination_fee, points_fee, property_value, remaining_balance, start_date, term, underwriting_fee) on mortgages to service_role;
create TRIGGER check_autopay BEFORE UPDATE OF autopay_account_id ON public.mortgages FOR EACH ROW WHEN ((new.autopay_account_id IS DISTINCT FROM old.autopay_account_id)) EXECUTE FUNCTION bank.check_autopay();
create TRIGGER check_changed_debt BEFORE UPDATE OF name, property_value, loan_amount, down_payment, interest_rate, term, monthly_payment, start_date, remaining_balance ON public.mortgages FOR EACH ROW WHEN (((NOT (new.last_entry IS DISTINCT FROM old.last_entry)) AND (NOT (new.rate_reset_at IS DISTINCT FROM old.rate_reset_at)))) EXECUTE FUNCTION bank.check_debt();
create TRIGGER check_changed_finance_charges BEFORE UPDATE OF origination_fee, underwriting_fee, points_fee ON public.mortgages FOR EACH ROW EXECUTE FUNCTION bank.check_finance_charges();
create TRIGGER check_new_debt BEFORE INSERT ON public.mortgages FOR EACH ROW EXECUTE FUNCTION bank.check_debt();
create TRIGGER check_new_finance_charges BEFORE INSERT ON public.mortgages FOR EACH ROW EXECUTE FUNCTION bank.check_finance_charges();
create TRIGGER check_row_limit AFTER INSERT ON public.mortgages REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER close_ledger_account AFTER DELETE ON public.mortgages FOR EACH ROW EXECUTE FUNCTION bank.close_debt('mortgage', 'remaining_balance');
create TRIGGER issue_debt_papers AFTER INSERT ON public.mortgages FOR EACH ROW EXECUTE FUNCTION bank.issue_debt_papers();
create TRIGGER lock_clock BEFORE DELETE OR UPDATE OF name, interest_rate, term, monthly_payment, start_date, autopay_account_id, autopay_extra, paused_until ON public.mortgages FOR EACH STATEMENT EXECUTE FUNCTION bank.lock_clock_for_change();
create TRIGGER move_raw_balance AFTER UPDATE OF remaining_balance ON public.mortgages FOR EACH ROW WHEN (((new.remaining_balance <> old.remaining_balance) AND (NOT (new.last_entry IS DISTINCT FROM old.last_entry)))) EXECUTE FUNCTION bank.move_raw_debt_balance('mortgage', 'remaining_balance');
create TRIGGER open_ledger_account AFTER INSERT ON public.mortgages FOR EACH ROW EXECUTE FUNCTION bank.open_debt('mortgage', 'remaining_balance');
create TRIGGER record_change AFTER UPDATE OF name, property_value, down_payment, interest_rate, term, monthly_payment, autopay_account_id, autopay_extra, paused_until, current_value, payment_day, pmi_ended_on ON public.mortgages FOR EACH ROW EXECUTE FUNCTION bank.record_change('mortgage', 'name,property_value,down_payment,interest_rate,term,monthly_payment,autopay_account_id,autopay_extra,paused_until,current_value,payment_day,pmi_ended_on');
create TRIGGER record_creation AFTER INSERT OR DELETE ON public.mortgages FOR EACH ROW EXECUTE FUNCTION bank.record_change('mortgage', '');
create TRIGGER rename_ledger_account AFTER UPDATE OF name ON public.mortgages FOR EACH ROW WHEN ((new.name <> old.name)) EXECUTE FUNCTION bank.rename_debt_ledger_account();
create TRIGGER schedule_simulation AFTER UPDATE OF interest_rate, term, monthly_payment, start_date ON public.mortgages FOR EACH ROW WHEN ((NOT (new.last_entry IS DISTINCT FROM old.last_entry))) EXECUTE FUNCTION bank.schedule_simulation_for_change();
create TRIGGER schedule_simulation_for_settings AFTER UPDATE OF autopay_account_id, autopay_extra, paused_until ON public.mortgages FOR EACH ROW EXECUTE FUNCTION bank.schedule_simulation_for_change();

create table notification_preferences (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  about text not null,
  item_id uuid,
  enabled boolean not null,
  threshold numeric,
  constraint notification_preferences_pkey PRIMARY KEY (id),
  constraint notification_preferences_about_check CHECK ((about = ANY (ARRAY['low_balance'::text, 'credit_limit'::text, 'payment_due'::text, 'loan_approved'::text, 'large_transaction'::text, 'deposit_landed'::text, 'payment_failed'::text, 'payment_missed'::text, 'shock'::text, 'goal_reached'::text, 'goal_milestone'::text, 'budget_near'::text, 'budget_passed'::text, 'statement_ready'::text, 'application_decided'::text, 'dispute_decided'::text, 'interest_posted'::text, 'rate_reset'::text, 'escrow_analysis'::text, 'price_rise'::text, 'people'::text, 'support_answered'::text, 'tax_documents'::text, 'year_review'::text, 'cd_maturing'::text, 'overdraft'::text, 'monthly_fee'::text, 'deposit_hold'::text, 'required_distribution'::text, 'savings_rate'::text]))),
  constraint notification_preferences_threshold_check CHECK (
CASE about
    WHEN 'low_balance'::text THEN (((threshold >= (0)::numeric) AND (threshold <= 999999999.99)) AND (threshold = round(threshold, 2)))
    WHEN 'large_transaction'::text THEN (((threshold >= 0.01) AND (threshold <= 999999999.99)) AND (threshold = round(threshold, 2)))
    WHEN 'credit_limit'::text THEN (((threshold >= (1)::numeric) AND (threshold <= (100)::numeric)) AND (threshold = round(threshold)))
    WHEN 'payment_due'::text THEN (((threshold >= (0)::numeric) AND (threshold <= (30)::numeric)) AND (threshold = round(threshold)))
    ELSE (threshold IS NULL)
END),
  constraint notification_preferences_user_id_about_item_id_key UNIQUE NULLS NOT DISTINCT (user_id, about, item_id),
  constraint notification_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table notification_preferences is 'Notification preferences that differ from the defaults.';
comment on column notification_preferences.about is 'The subject, such as a low balance or a new statement.';
comment on column notification_preferences.item_id is 'The account or card; null for the preference that applies to all other accounts and cards.';
comment on column notification_preferences.threshold is 'low_balance, large_transaction: an amount in the account''s currency; credit_limit: percentage of the limit; payment_due: days. Null for all other subjects, and for the default threshold.';
alter table notification_preferences enable row level security;
create policy "customers delete their own notification preferences" on notification_preferences for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers add their own notification preferences" on notification_preferences for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own notification preferences" on notification_preferences for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers change their own notification preferences" on notification_preferences for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on notification_preferences to authenticated;
grant delete, select on notification_preferences to service_role;
grant insert (about, enabled, item_id, threshold, user_id) on notification_preferences to authenticated;
grant insert (about, enabled, item_id, threshold, user_id) on notification_preferences to service_role;
grant update (enabled, threshold) on notification_preferences to authenticated;
grant update (enabled, threshold) on notification_preferences to service_role;
create TRIGGER check_notification_preference BEFORE INSERT ON public.notification_preferences FOR EACH ROW EXECUTE FUNCTION bank.check_notification_preference();
create TRIGGER check_row_limit AFTER INSERT ON public.notification_preferences REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table page_views (
  id bigint not null generated always as identity,
  path text not null,
  title text not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint page_views_pkey PRIMARY KEY (id),
  constraint page_views_path_check CHECK ((((char_length(path) >= 1) AND (char_length(path) <= 200)) AND (path ~ '^/[^?#]*$'::text))),
  constraint page_views_title_check CHECK ((char_length(title) <= 200))
);
comment on table page_views is 'Page views for the operator. They contain no customer ids and no query strings.';
create INDEX page_views_at_idx ON public.page_views USING btree (at);
alter table page_views enable row level security;
create policy "customers report the pages they look at" on page_views for insert to authenticated
  with check (true);
create policy "visitors report the pages they look at" on page_views for insert to anon
  with check (true);
grant delete, select on page_views to service_role;
grant insert (path, title) on page_views to anon;
grant insert (path, title) on page_views to authenticated;
create TRIGGER delete_old_page_views AFTER INSERT ON public.page_views FOR EACH STATEMENT EXECUTE FUNCTION bank.delete_old_page_views();

create sequence page_views_id_seq;

create table pay_stubs (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  auto_deposit_id uuid,
  account_id uuid,
  event_key text not null,
  employer text not null,
  pay_date date not null,
  frequency text not null,
  filing_status text not null,
  gross bank.money not null,
  retirement bank.money not null,
  health bank.money not null,
  hsa bank.money not null,
  federal_tax bank.money not null,
  social_security bank.money not null,
  medicare bank.money not null,
  state_tax bank.money not null,
  net bank.money not null,
  employer_match bank.money not null,
  federal_wages bank.money not null,
  social_security_wages bank.money not null,
  medicare_wages bank.money not null,
  children integer,
  constraint pay_stubs_pkey PRIMARY KEY (id),
  constraint pay_stubs_children_check CHECK (((children >= 1) AND (children <= 20))),
  constraint pay_stubs_employer_match_check CHECK (((employer_match)::numeric >= (0)::numeric)),
  constraint pay_stubs_federal_tax_check CHECK (((federal_tax)::numeric >= (0)::numeric)),
  constraint pay_stubs_federal_wages_check CHECK (((federal_wages)::numeric >= (0)::numeric)),
  constraint pay_stubs_filing_status_check CHECK ((filing_status = ANY (ARRAY['single'::text, 'joint'::text, 'head_of_household'::text]))),
  constraint pay_stubs_frequency_check CHECK ((frequency = ANY (ARRAY['WEEKLY'::text, 'BIWEEKLY'::text, 'MONTHLY'::text]))),
  constraint pay_stubs_gross_check CHECK (((gross)::numeric > (0)::numeric)),
  constraint pay_stubs_health_check CHECK (((health)::numeric >= (0)::numeric)),
  constraint pay_stubs_hsa_check CHECK (((hsa)::numeric >= (0)::numeric)),
  constraint pay_stubs_medicare_check CHECK (((medicare)::numeric >= (0)::numeric)),
  constraint pay_stubs_medicare_wages_check CHECK (((medicare_wages)::numeric >= (0)::numeric)),
  constraint pay_stubs_net_check CHECK (((net)::numeric > (0)::numeric)),
  constraint pay_stubs_retirement_check CHECK (((retirement)::numeric >= (0)::numeric)),
  constraint pay_stubs_social_security_check CHECK (((social_security)::numeric >= (0)::numeric)),
  constraint pay_stubs_social_security_wages_check CHECK (((social_security_wages)::numeric >= (0)::numeric)),
  constraint pay_stubs_state_tax_check CHECK (((state_tax)::numeric >= (0)::numeric)),
  constraint pay_stubs_sum_check CHECK (((gross)::numeric = ((((((((retirement)::numeric + (health)::numeric) + (hsa)::numeric) + (federal_tax)::numeric) + (social_security)::numeric) + (medicare)::numeric) + (state_tax)::numeric) + (net)::numeric))),
  constraint pay_stubs_user_id_event_key_key UNIQUE (user_id, event_key),
  constraint pay_stubs_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table pay_stubs is 'The pay stub of each paycheck that was computed from gross pay. Its lines add up to gross pay.';
comment on column pay_stubs.auto_deposit_id is 'The rule of the paycheck. Not a foreign key, because the pay stub outlives the rule.';
comment on column pay_stubs.account_id is 'The account that received the net pay. Not a foreign key, because the pay stub outlives the account.';
comment on column pay_stubs.event_key is 'The event key of the paycheck''s journal entry.';
comment on column pay_stubs.pay_date is 'The day of the payment in the customer''s time zone. It decides the tax year.';
comment on column pay_stubs.retirement is 'The employee''s 401(k) contribution.';
comment on column pay_stubs.employer_match is 'The employer''s 401(k) contribution, which is not part of gross pay.';
comment on column pay_stubs.federal_wages is 'Wages for income tax: gross pay minus 401(k), health insurance, and HSA contributions.';
comment on column pay_stubs.social_security_wages is 'Wages for Social Security tax. They end at the wage base of the year.';
comment on column pay_stubs.medicare_wages is 'Wages for Medicare tax: gross pay minus health insurance and HSA contributions.';
comment on column pay_stubs.children is 'The number of children under 17, whose tax credit lowered the federal tax; null if there are none.';
create INDEX pay_stubs_user_id_pay_date_idx ON public.pay_stubs USING btree (user_id, pay_date);
alter table pay_stubs enable row level security;
create policy "customers read their own pay stubs" on pay_stubs for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on pay_stubs to authenticated;
grant select on pay_stubs to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.pay_stubs REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table payment_exceptions (
  id uuid not null default gen_random_uuid(),
  payment_id uuid not null,
  planned_date date not null,
  user_id uuid not null default auth.uid(),
  amount numeric,
  constraint payment_exceptions_pkey PRIMARY KEY (id),
  constraint payment_exceptions_amount_check CHECK ((((amount >= 0.01) AND (amount <= 999999999.99)) AND (amount = round(amount, 2)))),
  constraint payment_exceptions_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES scheduled_payments(id) ON DELETE CASCADE,
  constraint payment_exceptions_payment_id_planned_date_key UNIQUE (payment_id, planned_date),
  constraint payment_exceptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table payment_exceptions is 'The customer''s exceptions for single occurrences of scheduled payments: a different amount, or a skip.';
comment on column payment_exceptions.planned_date is 'The planned day, before any weekend adjustment.';
comment on column payment_exceptions.amount is 'The amount of this occurrence; null skips it.';
create INDEX payment_exceptions_user_id_idx ON public.payment_exceptions USING btree (user_id);
alter table payment_exceptions enable row level security;
create policy "customers delete their own payment exceptions" on payment_exceptions for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers make exceptions of their own payments" on payment_exceptions for insert to authenticated
  with check (((user_id = ( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT
   FROM scheduled_payments p
  WHERE ((p.id = payment_exceptions.payment_id) AND (p.user_id = ( SELECT auth.uid() AS uid)))))));
create policy "customers read their own payment exceptions" on payment_exceptions for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers change their own payment exceptions" on payment_exceptions for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on payment_exceptions to authenticated;
grant delete, select on payment_exceptions to service_role;
grant insert (amount, id, payment_id, planned_date, user_id) on payment_exceptions to authenticated;
grant insert (amount, id, payment_id, planned_date, user_id) on payment_exceptions to service_role;
grant update (amount) on payment_exceptions to authenticated;
grant update (amount) on payment_exceptions to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.payment_exceptions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER lock_clock BEFORE DELETE OR UPDATE ON public.payment_exceptions FOR EACH STATEMENT EXECUTE FUNCTION bank.lock_clock_for_change();
create TRIGGER schedule_simulation AFTER INSERT OR DELETE OR UPDATE ON public.payment_exceptions FOR EACH ROW EXECUTE FUNCTION bank.schedule_simulation_for_change();

create table peer_payments (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  peer_transfer_id uuid not null,
  kind text not null,
  direction text not null,
  state text not null,
  name text not null,
  address text,
  amount bank.money not null,
  currency text not null,
  account_id uuid,
  account_amount bank.money,
  account_currency text,
  exchange_rate numeric(18,8),
  entry_id bigint,
  note text,
  answer text,
  split_id uuid,
  at timestamp with time zone not null,
  day date not null,
  closed_at timestamp with time zone,
  expires_at timestamp with time zone,
  reminded_on date,
  constraint peer_payments_pkey PRIMARY KEY (id),
  constraint peer_payments_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint peer_payments_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
  constraint peer_payments_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'request'::text]))),
  constraint peer_payments_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'completed'::text, 'declined'::text, 'canceled'::text, 'expired'::text, 'undone'::text]))),
  constraint peer_payments_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint peer_payments_user_id_peer_transfer_id_key UNIQUE (user_id, peer_transfer_id)
);
comment on table peer_payments is 'A customer''s record of payments and requests. Each side has its own row, dated in its own simulated time.';
comment on column peer_payments.peer_transfer_id is 'The peer transfer, and the payment_id of its entries. Not a foreign key, because the record can outlive the other side.';
comment on column peer_payments.direction is 'in: the customer receives money; out: the customer pays.';
comment on column peer_payments.state is 'pending, completed, declined, canceled, or expired. undone: the customer returned to a checkpoint from before the payment.';
comment on column peer_payments.account_amount is 'The amount in the account''s currency.';
comment on column peer_payments.answer is 'The message that was sent when the payment or request was declined.';
comment on column peer_payments.split_id is 'The id that all requests of a split bill share.';
comment on column peer_payments.at is 'The instant on the customer''s simulated clock; `day` is in their time zone.';
create INDEX peer_payments_currency_idx ON public.peer_payments USING btree (currency);
create INDEX peer_payments_user_id_at_idx ON public.peer_payments USING btree (user_id, at DESC, id DESC);
alter table peer_payments enable row level security;
create policy "customers read their own peer payments" on peer_payments for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on peer_payments to authenticated;
grant select on peer_payments to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.peer_payments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER record_peer_payment AFTER INSERT OR UPDATE ON public.peer_payments FOR EACH ROW WHEN ((new.state = 'completed'::text)) EXECUTE FUNCTION bank.record_peer_payment();

create table peer_transfers (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  kind text not null,
  from_name text not null,
  from_address text,
  to_address text not null,
  amount bank.money not null,
  currency text not null,
  note text,
  state text not null default 'pending'::text,
  reminders integer not null default 0,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  closed_at timestamp with time zone,
  constraint peer_transfers_pkey PRIMARY KEY (id),
  constraint peer_transfers_amount_check CHECK (((amount)::numeric > (0)::numeric)),
  constraint peer_transfers_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint peer_transfers_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'request'::text]))),
  constraint peer_transfers_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'completed'::text, 'declined'::text, 'canceled'::text, 'expired'::text, 'undone'::text]))),
  constraint peer_transfers_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table peer_transfers is 'Money sent to or requested from an email address, as the recipient sees it.';
comment on column peer_transfers.id is 'The id, which is also the payment_id of the resulting entries in both households.';
comment on column peer_transfers.user_id is 'The sender.';
comment on column peer_transfers.kind is 'payment: the money has left the sender and is in clearing; request: money is requested.';
comment on column peer_transfers.state is 'Starts as pending, then completed, declined, canceled, expired, or undone because the sender returned to an earlier checkpoint.';
comment on column peer_transfers.expires_at is 'The instant of expiry on the sender''s simulated clock.';
create INDEX peer_transfers_currency_idx ON public.peer_transfers USING btree (currency);
create INDEX peer_transfers_owner_idx ON public.peer_transfers USING btree (user_id);
create INDEX peer_transfers_to_address_idx ON public.peer_transfers USING btree (to_address, created_at DESC);
create INDEX peer_transfers_user_id_idx ON public.peer_transfers USING btree (user_id, expires_at) WHERE (state = 'pending'::text);
alter table peer_transfers enable row level security;
create policy "customers read what was sent to their confirmed address" on peer_transfers for select to authenticated
  using (((to_address = lower(( SELECT my_confirmed_email() AS my_confirmed_email))) AND (user_id <> ( SELECT auth.uid() AS uid)) AND ((state = 'pending'::text) OR (closed_at > (now() - '00:10:00'::interval))) AND (NOT (EXISTS ( SELECT
   FROM contacts c
  WHERE ((c.user_id = ( SELECT auth.uid() AS uid)) AND c.blocked AND ((c.person_id = peer_transfers.user_id) OR (c.address = peer_transfers.from_address))))))));
grant select on peer_transfers to authenticated;
grant select on peer_transfers to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.peer_transfers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table push_subscriptions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  notified_until timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  constraint push_subscriptions_pkey PRIMARY KEY (id),
  constraint push_subscriptions_auth_check CHECK ((auth ~ '^[A-Za-z0-9_-]{22}(==)?$'::text)),
  constraint push_subscriptions_endpoint_check CHECK ((((char_length(endpoint) >= 10) AND (char_length(endpoint) <= 1000)) AND (endpoint ~ '^https?://'::text))),
  constraint push_subscriptions_endpoint_key UNIQUE (endpoint),
  constraint push_subscriptions_p256dh_check CHECK ((p256dh ~ '^[A-Za-z0-9_-]{87}=?$'::text)),
  constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table push_subscriptions is 'Browsers that receive push notifications when no page is open.';
comment on column push_subscriptions.endpoint is 'The URL of the browser''s push service.';
comment on column push_subscriptions.p256dh is 'The browser''s public key. Only the browser can decrypt messages that are encrypted with it.';
comment on column push_subscriptions.auth is 'The secret that the browser and the sender share.';
comment on column push_subscriptions.notified_until is 'The simulated instant of the last notification. Only the bank writes it.';
comment on column push_subscriptions.created_at is 'Real time, not simulated time.';
create INDEX push_subscriptions_user_id_idx ON public.push_subscriptions USING btree (user_id);
alter table push_subscriptions enable row level security;
create policy "customers delete their own push subscriptions" on push_subscriptions for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own push subscriptions" on push_subscriptions for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant delete on push_subscriptions to authenticated;
grant delete, select on push_subscriptions to service_role;
grant select (created_at, endpoint, id, user_id) on push_subscriptions to authenticated;
create TRIGGER check_row_limit AFTER INSERT ON public.push_subscriptions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table reconciled_transactions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  reconciliation_id uuid not null,
  account_id uuid not null,
  entry_id bigint not null,
  constraint reconciled_transactions_pkey PRIMARY KEY (id),
  constraint reconciled_transactions_account_id_entry_id_key UNIQUE (account_id, entry_id),
  constraint reconciled_transactions_reconciliation_id_fkey FOREIGN KEY (reconciliation_id) REFERENCES reconciliations(id) ON DELETE CASCADE,
  constraint reconciled_transactions_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table reconciled_transactions is 'Reconciled transactions by entry. Each transaction can be reconciled only once.';
create INDEX reconciled_transactions_reconciliation_id_idx ON public.reconciled_transactions USING btree (reconciliation_id);
create INDEX reconciled_transactions_user_id_idx ON public.reconciled_transactions USING btree (user_id);
alter table reconciled_transactions enable row level security;
create policy "customers read their own reconciled transactions" on reconciled_transactions for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on reconciled_transactions to authenticated;
grant select on reconciled_transactions to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.reconciled_transactions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table reconciliations (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  account_id uuid not null,
  statement_date date not null,
  statement_balance bank.money not null,
  opening_balance bank.money not null,
  rows integer not null,
  reconciled_at timestamp with time zone not null,
  constraint reconciliations_pkey PRIMARY KEY (id),
  constraint reconciliations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint reconciliations_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table reconciliations is 'Reconciled statements. Each balance matches the account to the cent.';
comment on column reconciliations.opening_balance is 'The sum of all previously reconciled transactions.';
comment on column reconciliations.rows is 'The number of transactions that this statement reconciled.';
create INDEX reconciliations_account_id_idx ON public.reconciliations USING btree (account_id, reconciled_at DESC);
create INDEX reconciliations_user_id_idx ON public.reconciliations USING btree (user_id);
alter table reconciliations enable row level security;
create policy "customers read their own reconciliations" on reconciliations for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on reconciliations to authenticated;
grant select on reconciliations to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.reconciliations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table refinance_offers (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  debt_ids uuid[] not null,
  product text not null,
  term integer not null,
  currency text not null,
  rate numeric not null,
  payoff numeric not null,
  fee numeric not null,
  amount numeric not null,
  monthly_payment numeric not null,
  total_interest numeric not null,
  reasons jsonb not null,
  policy text not null,
  offered_at timestamp with time zone not null,
  expires_on date not null,
  accepted_at timestamp with time zone,
  debt_id uuid,
  points numeric,
  points_fee numeric,
  constraint refinance_offers_pkey PRIMARY KEY (id),
  constraint refinance_offers_check CHECK ((amount = (payoff + fee))),
  constraint refinance_offers_check1 CHECK (((points_fee >= (0)::numeric) AND (points_fee <= fee))),
  constraint refinance_offers_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint refinance_offers_points_check CHECK (((points > (0)::numeric) AND (points <= (4)::numeric))),
  constraint refinance_offers_product_check CHECK ((product = ANY (ARRAY['loan'::text, 'mortgage'::text]))),
  constraint refinance_offers_rate_check CHECK (((rate >= (0)::numeric) AND (rate <= (100)::numeric))),
  constraint refinance_offers_term_check CHECK (((term >= 1) AND (term <= 600))),
  constraint refinance_offers_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table refinance_offers is 'Refinance offers that replace debts with one new loan. Each offer is valid for 14 simulated days.';
comment on column refinance_offers.debt_ids is 'The debts to pay off.';
comment on column refinance_offers.term is 'The term in months.';
comment on column refinance_offers.payoff is 'The payoff amount on the day of the offer; after acceptance, the amount paid.';
comment on column refinance_offers.fee is 'The origination fee of 1% and the price of points.';
comment on column refinance_offers.total_interest is 'The total interest over the full term if every installment is paid on time.';
comment on column refinance_offers.reasons is 'The reasons for the rate, as sentences.';
comment on column refinance_offers.policy is 'The version of the credit policy that the offer is based on.';
comment on column refinance_offers.debt_id is 'The new loan or mortgage after acceptance.';
comment on column refinance_offers.points is 'The points that lower the rate; null if there are none.';
comment on column refinance_offers.points_fee is 'The price of the points, which is part of the fee.';
create INDEX refinance_offers_currency_idx ON public.refinance_offers USING btree (currency);
create INDEX refinance_offers_user_id_idx ON public.refinance_offers USING btree (user_id, offered_at DESC);
alter table refinance_offers enable row level security;
create policy "customers read their own refinance offers" on refinance_offers for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on refinance_offers to authenticated;
grant select on refinance_offers to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.refinance_offers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table refunds (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  account_id uuid,
  card_id uuid,
  entry_id bigint not null,
  purchased_on date not null,
  merchant text,
  category text,
  amount numeric not null,
  currency text not null,
  status text not null default 'expected'::text,
  returned_at timestamp with time zone not null,
  returned_on date not null,
  ended_at timestamp with time zone,
  refund_entry_id bigint,
  event_key text,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint refunds_amount_check CHECK ((((amount >= 0.01) AND (amount <= 999999999.99)) AND (amount = round(amount, 2)))),
  constraint refunds_card_id_fkey FOREIGN KEY (card_id) REFERENCES credit_cards(id) ON DELETE CASCADE,
  constraint refunds_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint refunds_ended_check CHECK (((status = 'expected'::text) = (ended_at IS NULL))),
  constraint refunds_event_key_key UNIQUE (user_id, event_key),
  constraint refunds_one_product_check CHECK ((num_nonnulls(account_id, card_id) = 1)),
  constraint refunds_status_check CHECK ((status = ANY (ARRAY['expected'::text, 'credited'::text, 'canceled'::text, 'failed'::text, 'missing'::text]))),
  constraint refunds_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table refunds is 'Purchases that customers returned, with the refunds that they get.';
comment on column refunds.account_id is 'The account that paid for the purchase; null for a card.';
comment on column refunds.entry_id is 'The journal entry of the purchase.';
comment on column refunds.category is 'The category of the purchase, which the refund gets too.';
comment on column refunds.status is 'expected, credited, canceled by the customer, failed because there was no open account, or missing because the merchant didn''t send it.';
comment on column refunds.returned_at is 'The simulated instant at which the customer returned the purchase.';
comment on column refunds.returned_on is 'The day of `returned_at` in the customer''s time zone.';
comment on column refunds.ended_at is 'The simulated instant at which the refund was credited, canceled, or failed, or was reported missing.';
comment on column refunds.refund_entry_id is 'The journal entry of the refund; null until it is credited.';
comment on column refunds.event_key is 'The key of a simulated return; null for a return by the customer.';
create INDEX refunds_account_id_idx ON public.refunds USING btree (account_id);
create INDEX refunds_card_id_idx ON public.refunds USING btree (card_id);
create INDEX refunds_currency_idx ON public.refunds USING btree (currency);
create INDEX refunds_entry_id_idx ON public.refunds USING btree (entry_id);
create INDEX refunds_refund_entry_id_idx ON public.refunds USING btree (refund_entry_id);
create INDEX refunds_user_id_idx ON public.refunds USING btree (user_id, returned_at DESC);
alter table refunds enable row level security;
create policy "customers read their own refunds" on refunds for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on refunds to authenticated;
grant select on refunds to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.refunds REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER schedule_simulation AFTER INSERT OR UPDATE OF status ON public.refunds FOR EACH ROW EXECUTE FUNCTION bank.schedule_simulation_for_change();

create table saved_views (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  name text not null,
  query text not null,
  position integer not null default 0,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint saved_views_pkey PRIMARY KEY (id),
  constraint saved_views_query_check CHECK (((char_length(query) >= 1) AND (char_length(query) <= 500))),
  constraint saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table saved_views is 'A customer''s saved transaction searches.';
comment on column saved_views.query is 'The query as typed. Relative dates such as last-month are evaluated on each use.';
comment on column saved_views.position is 'The display order. If positions are equal, the oldest comes first.';
comment on column saved_views.created_at is 'The real time at which the search was saved.';
create UNIQUE INDEX saved_views_user_id_name_key ON public.saved_views USING btree (user_id, lower(name));
alter table saved_views enable row level security;
create policy "customers delete their own saved views" on saved_views for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers add their own saved views" on saved_views for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own saved views" on saved_views for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers change their own saved views" on saved_views for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on saved_views to authenticated;
grant insert (id, name, position, query) on saved_views to authenticated;
grant update (name, position, query) on saved_views to authenticated;
create TRIGGER check_row_limit AFTER INSERT ON public.saved_views REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER check_saved_view BEFORE INSERT OR UPDATE OF name ON public.saved_views FOR EACH ROW EXECUTE FUNCTION bank.check_name();

create table scenario_packs (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  file text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint scenario_packs_pkey PRIMARY KEY (id),
  constraint scenario_packs_file_check CHECK (((octet_length(file) >= 2) AND (octet_length(file) <= 262144))),
  constraint scenario_packs_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table scenario_packs is 'Scenario packs that a customer imported, at most 20.';
comment on column scenario_packs.file is 'The original file, byte for byte. It is validated when it is read.';
comment on column scenario_packs.created_at is 'Real time, not simulated time.';
create INDEX scenario_packs_user_id_idx ON public.scenario_packs USING btree (user_id, created_at DESC);
alter table scenario_packs enable row level security;
create policy "customers delete their own scenario packs" on scenario_packs for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers add their own scenario packs" on scenario_packs for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own scenario packs" on scenario_packs for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on scenario_packs to authenticated;
grant insert (file, id) on scenario_packs to authenticated;
grant select on scenario_packs to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.scenario_packs REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER check_scenario_pack BEFORE INSERT ON public.scenario_packs FOR EACH ROW EXECUTE FUNCTION bank.check_scenario_pack();

create table scenario_runs (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  pack_id text not null,
  edition integer not null,
  title text not null,
  pack jsonb not null,
  is_current boolean not null default true,
  state text not null default 'playing'::text,
  began_at timestamp with time zone not null,
  judged_until timestamp with time zone,
  ended_on date,
  results jsonb not null default '{}'::jsonb,
  checkpoint_before uuid,
  last_checkpoint uuid,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint scenario_runs_pkey PRIMARY KEY (id),
  constraint scenario_runs_checkpoint_before_fkey FOREIGN KEY (checkpoint_before) REFERENCES checkpoints(id) ON DELETE SET NULL,
  constraint scenario_runs_last_checkpoint_fkey FOREIGN KEY (last_checkpoint) REFERENCES checkpoints(id) ON DELETE SET NULL,
  constraint scenario_runs_state_check CHECK ((state = ANY (ARRAY['playing'::text, 'won'::text, 'lost'::text, 'left'::text]))),
  constraint scenario_runs_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table scenario_runs is 'A customer''s last 50 scenario runs. The current run belongs to the current household and is restored with it from a checkpoint.';
comment on column scenario_runs.pack is 'The pack as it was when the run started.';
comment on column scenario_runs.is_current is 'True if the current household belongs to this run, even if the run has ended.';
comment on column scenario_runs.state is 'playing, won, lost, or left early.';
comment on column scenario_runs.began_at is 'The customer''s simulated time at the start.';
comment on column scenario_runs.judged_until is 'The simulated instant up to which the run has been judged.';
comment on column scenario_runs.ended_on is 'The simulated day on which the run was won or lost.';
comment on column scenario_runs.results is 'Objectives, progress, and values as the engine saves them (engine/scenarios/run-state.ts). Amounts in minor units.';
comment on column scenario_runs.checkpoint_before is 'The checkpoint of the previous household.';
comment on column scenario_runs.last_checkpoint is 'The household checkpoint that was saved at the scenario''s last checkpoint.';
comment on column scenario_runs.created_at is 'Real time, not simulated time.';
create INDEX scenario_runs_checkpoint_before_idx ON public.scenario_runs USING btree (checkpoint_before);
create INDEX scenario_runs_last_checkpoint_idx ON public.scenario_runs USING btree (last_checkpoint);
create INDEX scenario_runs_user_id_idx ON public.scenario_runs USING btree (user_id, created_at DESC);
create UNIQUE INDEX scenario_runs_current_idx ON public.scenario_runs USING btree (user_id) WHERE is_current;
alter table scenario_runs enable row level security;
create policy "customers delete their own past scenario runs" on scenario_runs for delete to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) AND (NOT is_current)));
create policy "customers read their own scenario runs" on scenario_runs for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on scenario_runs to authenticated;
grant select on scenario_runs to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.scenario_runs REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table scheduled_payments (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  account_id uuid not null,
  name text not null,
  payee text,
  to_account_id uuid,
  fund text,
  card_id uuid,
  loan_id uuid,
  mortgage_id uuid,
  amount numeric,
  amount_kind text not null default 'fixed'::text,
  frequency text not null,
  category_id uuid,
  start_date date not null,
  end_date date,
  occurrences integer,
  weekend text not null default 'stays'::text,
  speed text,
  paused boolean not null default false,
  yearly_adjustment text,
  yearly_percent numeric,
  next_occurrence integer,
  next_at timestamp with time zone,
  retry_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  resumed_at timestamp with time zone,
  constraint scheduled_payments_pkey PRIMARY KEY (id),
  constraint scheduled_payments_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint scheduled_payments_adjustment_fits_percent_check CHECK ((((NOT (yearly_adjustment IS DISTINCT FROM 'fixed'::text)) = (yearly_percent IS NOT NULL)) AND ((yearly_adjustment IS NULL) OR (amount_kind = 'fixed'::text)))),
  constraint scheduled_payments_amount_check CHECK ((((amount >= 0.01) AND (amount <= 999999999.99)) AND (amount = round(amount, 2)))),
  constraint scheduled_payments_amount_fits_kind_check CHECK ((((amount_kind = 'fixed'::text) = (amount IS NOT NULL)) AND ((amount_kind = 'fixed'::text) OR (card_id IS NOT NULL)))),
  constraint scheduled_payments_amount_kind_check CHECK ((amount_kind = ANY (ARRAY['fixed'::text, 'statement'::text, 'minimum'::text]))),
  constraint scheduled_payments_card_id_fkey FOREIGN KEY (card_id) REFERENCES credit_cards(id) ON DELETE CASCADE,
  constraint scheduled_payments_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE SET NULL,
  constraint scheduled_payments_frequency_check CHECK ((frequency = ANY (ARRAY['WEEKLY'::text, 'BIWEEKLY'::text, 'MONTHLY'::text, 'QUARTERLY'::text, 'ANNUALLY'::text]))),
  constraint scheduled_payments_fund_check CHECK ((fund = ANY (ARRAY['US_STOCKS'::text, 'WORLD_STOCKS'::text, 'BONDS'::text]))),
  constraint scheduled_payments_fund_has_account_check CHECK (((fund IS NULL) OR (to_account_id IS NOT NULL))),
  constraint scheduled_payments_loan_id_fkey FOREIGN KEY (loan_id) REFERENCES loans(id) ON DELETE CASCADE,
  constraint scheduled_payments_mortgage_id_fkey FOREIGN KEY (mortgage_id) REFERENCES mortgages(id) ON DELETE CASCADE,
  constraint scheduled_payments_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint scheduled_payments_same_day_is_outside_check CHECK (((speed IS NULL) OR (payee IS NOT NULL))),
  constraint scheduled_payments_speed_check CHECK ((speed = 'same_day'::text)),
  constraint scheduled_payments_target_check CHECK ((num_nonnulls(payee, to_account_id, card_id, loan_id, mortgage_id) = 1)),
  constraint scheduled_payments_to_account_id_fkey FOREIGN KEY (to_account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint scheduled_payments_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint scheduled_payments_weekend_check CHECK ((weekend = ANY (ARRAY['stays'::text, 'before'::text, 'after'::text]))),
  constraint scheduled_payments_yearly_adjustment_check CHECK ((yearly_adjustment = ANY (ARRAY['fixed'::text, 'inflation'::text, 'none'::text, 'rent'::text, 'school'::text, 'insurance'::text, 'subscription'::text, 'phone'::text, 'utilities'::text, 'pay'::text]))),
  constraint scheduled_payments_yearly_percent_check CHECK ((((yearly_percent >= 0.01) AND (yearly_percent <= (50)::numeric)) AND (yearly_percent = round(yearly_percent, 2))))
);
comment on table scheduled_payments is 'Recurring payments: rent, subscriptions, savings, cards, and debts.';
comment on column scheduled_payments.payee is 'The outside payee, if the payment doesn''t go to one of the customer''s products.';
comment on column scheduled_payments.fund is 'The fund in which a payment to an account that holds funds is invested; null for its money market fund.';
comment on column scheduled_payments.amount_kind is 'fixed. For a card, it can also be the statement balance or the minimum payment.';
comment on column scheduled_payments.start_date is 'The first day in the customer''s time zone. Later occurrences are counted from it.';
comment on column scheduled_payments.weekend is 'What happens to an occurrence on a day when banks are closed: it stays, or moves to the business day before or after.';
comment on column scheduled_payments.speed is 'same_day: an outside payee receives each payment on its day, for a fee of 3.00. Null: one business day later, without a fee.';
comment on column scheduled_payments.yearly_adjustment is 'The yearly change of the amount: a fixed percentage or inflation on the anniversary of the first day, none, or the increases of a type of bill. Null is the usual one of the payment, if the household''s bills go up.';
comment on column scheduled_payments.yearly_percent is 'The fixed yearly percentage; null if there is none.';
comment on column scheduled_payments.next_occurrence is 'The number of the next occurrence, starting at 0; null until the engine has computed it after a change. Only the bank writes it.';
comment on column scheduled_payments.next_at is 'The simulated instant of the next occurrence; null if there is none. Only the bank writes it.';
comment on column scheduled_payments.retry_at is 'The time of the next retry after a payment failed because of insufficient funds. Only the bank writes it.';
comment on column scheduled_payments.resumed_at is 'The time when the rule''s last pause ended; null if it was never paused. Only the bank writes it.';
create INDEX scheduled_payments_account_id_idx ON public.scheduled_payments USING btree (account_id);
create INDEX scheduled_payments_card_id_idx ON public.scheduled_payments USING btree (card_id) WHERE (card_id IS NOT NULL);
create INDEX scheduled_payments_category_id_idx ON public.scheduled_payments USING btree (category_id) WHERE (category_id IS NOT NULL);
create INDEX scheduled_payments_loan_id_idx ON public.scheduled_payments USING btree (loan_id) WHERE (loan_id IS NOT NULL);
create INDEX scheduled_payments_mortgage_id_idx ON public.scheduled_payments USING btree (mortgage_id) WHERE (mortgage_id IS NOT NULL);
create INDEX scheduled_payments_to_account_id_idx ON public.scheduled_payments USING btree (to_account_id) WHERE (to_account_id IS NOT NULL);
create INDEX scheduled_payments_user_id_idx ON public.scheduled_payments USING btree (user_id);
alter table scheduled_payments enable row level security;
create policy "customers delete their own scheduled payments" on scheduled_payments for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers add their own scheduled payments" on scheduled_payments for insert to authenticated
  with check (((user_id = ( SELECT auth.uid() AS uid)) AND ((category_id IS NULL) OR (EXISTS ( SELECT
   FROM categories c
  WHERE (c.id = scheduled_payments.category_id))))));
create policy "customers read their own scheduled payments" on scheduled_payments for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers change their own scheduled payments" on scheduled_payments for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check (((user_id = ( SELECT auth.uid() AS uid)) AND ((category_id IS NULL) OR (EXISTS ( SELECT
   FROM categories c
  WHERE (c.id = scheduled_payments.category_id))))));
grant delete, select on scheduled_payments to authenticated;
grant delete, select on scheduled_payments to service_role;
grant insert (account_id, amount, amount_kind, card_id, category_id, end_date, frequency, fund, id, loan_id, mortgage_id, name, occurrences, paused, payee, speed, start_date, to_account_id, user_id, weekend, yearly_adjustment, yearly_percent) on scheduled_payments to authenticated;
grant insert (account_id, amount, amount_kind, card_id, category_id, end_date, frequency, fund, id, loan_id, mortgage_id, name, occurrences, paused, payee, speed, start_date, to_account_id, user_id, weekend, yearly_adjustment, yearly_percent) on scheduled_payments to service_role;
grant update (account_id, amount, amount_kind, card_id, category_id, end_date, frequency, fund, loan_id, mortgage_id, name, occurrences, paused, payee, speed, start_date, to_account_id, weekend, yearly_adjustment, yearly_percent) on scheduled_payments to authenticated;
grant update (account_id, amount, amount_kind, card_id, category_id, end_date, frequency, fund, loan_id, mortgage_id, name, occurrences, paused, payee, speed, start_date, to_account_id, weekend, yearly_adjustment, yearly_percent) on scheduled_payments to service_role;
create TRIGGER check_resumed_premium BEFORE UPDATE OF paused ON public.scheduled_payments FOR EACH ROW WHEN ((old.paused AND (NOT new.paused))) EXECUTE FUNCTION bank.check_resumed_premium();
create TRIGGER check_row_limit AFTER INSERT ON public.scheduled_payments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER check_scheduled_payment BEFORE INSERT OR UPDATE OF account_id, name, payee, to_account_id, fund, card_id, loan_id, mortgage_id, amount, amount_kind, frequency, category_id, start_date, end_date, occurrences, weekend, speed, paused, yearly_adjustment, yearly_percent ON public.scheduled_payments FOR EACH ROW EXECUTE FUNCTION bank.check_scheduled_payment();
create TRIGGER lock_clock BEFORE DELETE OR UPDATE ON public.scheduled_payments FOR EACH STATEMENT EXECUTE FUNCTION bank.lock_clock_for_change();
create TRIGGER miss_deleted_premium AFTER DELETE ON public.scheduled_payments FOR EACH ROW EXECUTE FUNCTION bank.miss_premium();
create TRIGGER miss_paused_premium AFTER UPDATE OF paused ON public.scheduled_payments FOR EACH ROW WHEN ((new.paused AND (NOT old.paused))) EXECUTE FUNCTION bank.miss_premium();
create TRIGGER record_change AFTER UPDATE OF account_id, name, payee, to_account_id, amount, amount_kind, frequency, category_id, start_date, end_date, weekend, speed, paused, yearly_adjustment, yearly_percent ON public.scheduled_payments FOR EACH ROW EXECUTE FUNCTION bank.record_change('scheduled_payment', 'account_id,name,payee,to_account_id,amount,amount_kind,frequency,category_id,start_date,end_date,weekend,speed,paused,yearly_adjustment,yearly_percent');
create TRIGGER record_creation AFTER INSERT OR DELETE ON public.scheduled_payments FOR EACH ROW EXECUTE FUNCTION bank.record_change('scheduled_payment', '');
create TRIGGER record_resumption BEFORE UPDATE OF paused ON public.scheduled_payments FOR EACH ROW WHEN ((old.paused AND (NOT new.paused))) EXECUTE FUNCTION bank.record_resumption();
create TRIGGER schedule_simulation AFTER INSERT OR DELETE OR UPDATE OF account_id, name, payee, to_account_id, fund, card_id, loan_id, mortgage_id, amount, amount_kind, frequency, category_id, start_date, end_date, occurrences, weekend, speed, paused, yearly_adjustment, yearly_percent ON public.scheduled_payments FOR EACH ROW EXECUTE FUNCTION bank.schedule_simulation_for_change();

create table shocks (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  shock text not null,
  on_date date not null,
  size numeric not null default 0,
  months integer,
  product_id uuid,
  created_at timestamp with time zone not null,
  constraint shocks_pkey PRIMARY KEY (id),
  constraint shocks_months_check CHECK (((months >= 1) AND (months <= 600))),
  constraint shocks_shock_check CHECK ((shock = ANY (ARRAY['job_loss'::text, 'rate_change'::text, 'medical_bill'::text, 'car_repair'::text, 'inflation'::text, 'market_fall'::text, 'windfall'::text, 'card_fraud'::text, 'home_repair'::text, 'collision'::text, 'home_damage'::text]))),
  constraint shocks_size_check CHECK (((size >= ('-100'::integer)::numeric) AND (size <= 999999999.99))),
  constraint shocks_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table shocks is 'Planned shocks and windfalls.';
comment on column shocks.size is 'An amount for bills, windfalls, and fraud; percentage points for rates and inflation; percent for market drops.';
create INDEX shocks_user_id_idx ON public.shocks USING btree (user_id);
alter table shocks enable row level security;
create policy "customers delete their own shocks" on shocks for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers add their own shocks" on shocks for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own shocks" on shocks for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on shocks to authenticated;
grant delete, select on shocks to service_role;
grant insert (id, months, on_date, product_id, shock, size, user_id) on shocks to authenticated;
grant insert (id, months, on_date, product_id, shock, size, user_id) on shocks to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.shocks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER check_shock BEFORE INSERT ON public.shocks FOR EACH ROW EXECUTE FUNCTION bank.check_shock();
create TRIGGER schedule_simulation AFTER INSERT OR DELETE ON public.shocks FOR EACH ROW EXECUTE FUNCTION bank.schedule_simulation_for_change();

create table tax_returns (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  tax_year integer not null,
  filing_status text not null,
  wages bank.money not null,
  interest bank.money not null,
  withheld bank.money not null,
  short_term_gain numeric,
  long_term_gain numeric,
  dividends numeric,
  qualified_dividends numeric,
  children integer,
  distributions numeric,
  early_distributions numeric,
  deductions numeric,
  unemployment numeric,
  missed_distributions numeric,
  corrected_distributions numeric,
  is_senior boolean,
  inflation numeric not null,
  account_id uuid,
  filed_on date not null,
  constraint tax_returns_pkey PRIMARY KEY (id),
  constraint tax_returns_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE SET NULL,
  constraint tax_returns_check CHECK ((((qualified_dividends >= (0)::numeric) AND (qualified_dividends <= dividends)) AND (qualified_dividends = round(qualified_dividends, 2)))),
  constraint tax_returns_check1 CHECK ((((early_distributions >= (0)::numeric) AND (early_distributions <= distributions)) AND (early_distributions = round(early_distributions, 2)))),
  constraint tax_returns_check2 CHECK ((((corrected_distributions >= (0)::numeric) AND (corrected_distributions <= missed_distributions)) AND (corrected_distributions = round(corrected_distributions, 2)))),
  constraint tax_returns_children_check CHECK (((children >= 1) AND (children <= 20))),
  constraint tax_returns_deductions_check CHECK ((deductions = round(deductions, 2))),
  constraint tax_returns_distributions_check CHECK (((distributions >= (0)::numeric) AND (distributions = round(distributions, 2)))),
  constraint tax_returns_dividends_check CHECK (((dividends >= (0)::numeric) AND (dividends = round(dividends, 2)))),
  constraint tax_returns_filing_status_check CHECK ((filing_status = ANY (ARRAY['single'::text, 'joint'::text, 'head_of_household'::text]))),
  constraint tax_returns_inflation_check CHECK (((inflation >= ('-100'::integer)::numeric) AND (inflation <= (1000)::numeric))),
  constraint tax_returns_interest_check CHECK (((interest)::numeric >= (0)::numeric)),
  constraint tax_returns_long_term_gain_check CHECK ((long_term_gain = round(long_term_gain, 2))),
  constraint tax_returns_missed_distributions_check CHECK (((missed_distributions > (0)::numeric) AND (missed_distributions = round(missed_distributions, 2)))),
  constraint tax_returns_short_term_gain_check CHECK ((short_term_gain = round(short_term_gain, 2))),
  constraint tax_returns_tax_year_check CHECK (((tax_year >= 1900) AND (tax_year <= 2200))),
  constraint tax_returns_unemployment_check CHECK (((unemployment >= (0)::numeric) AND (unemployment = round(unemployment, 2)))),
  constraint tax_returns_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint tax_returns_user_id_tax_year_key UNIQUE (user_id, tax_year),
  constraint tax_returns_wages_check CHECK (((wages)::numeric >= (0)::numeric)),
  constraint tax_returns_withheld_check CHECK (((withheld)::numeric >= (0)::numeric))
);
comment on table tax_returns is 'The tax returns that customers have filed, one for each year.';
comment on column tax_returns.wages is 'Federal wages of all employers (Form W-2 box 1).';
comment on column tax_returns.withheld is 'Federal income tax withheld (Form W-2 box 2).';
comment on column tax_returns.short_term_gain is 'The gain on fund units that were held for a year or less (Form 1099-B), negative for a loss; null if none were sold.';
comment on column tax_returns.long_term_gain is 'The gain on fund units that were held for longer (Form 1099-B).';
comment on column tax_returns.dividends is 'All dividends of funds (Form 1099-DIV box 1a); null if there were none.';
comment on column tax_returns.qualified_dividends is 'The part of the dividends that is taxed like long-term gains (Form 1099-DIV box 1b).';
comment on column tax_returns.children is 'The number of children under 17 by the year''s paychecks; null if there are none.';
comment on column tax_returns.distributions is 'The taxable withdrawals from retirement accounts (Form 1099-R box 2a); null if there were none.';
comment on column tax_returns.early_distributions is 'The part of the distributions that has the additional tax of 10%.';
comment on column tax_returns.deductions is 'The contributions to retirement and health accounts that lower income; null if there were none.';
comment on column tax_returns.unemployment is 'Unemployment benefits (Form 1099-G box 1); null if there were none.';
comment on column tax_returns.missed_distributions is 'The part of the year''s required minimum distributions that was not withdrawn in time; null if none.';
comment on column tax_returns.corrected_distributions is 'The part of the missed distributions that was withdrawn before the return was filed.';
comment on column tax_returns.is_senior is 'True if the customer was 65 or older at the end of the year, so that the standard deduction is higher; null if not, or if the date of birth is unknown.';
comment on column tax_returns.inflation is 'The inflation rate by which unpublished tax amounts are estimated, in percent per year.';
comment on column tax_returns.account_id is 'The account that pays or receives the balance.';
comment on column tax_returns.filed_on is 'The simulated day of filing in the customer''s time zone.';
create INDEX tax_returns_account_id_idx ON public.tax_returns USING btree (account_id) WHERE (account_id IS NOT NULL);
alter table tax_returns enable row level security;
create policy "customers read their own tax returns" on tax_returns for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on tax_returns to authenticated;
grant select on tax_returns to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.tax_returns REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER schedule_simulation AFTER INSERT ON public.tax_returns FOR EACH ROW EXECUTE FUNCTION bank.schedule_simulation_for_change();

create table ticket_attachments (
  id uuid not null default gen_random_uuid(),
  message_id uuid not null,
  user_id uuid not null,
  document_id uuid not null,
  constraint ticket_attachments_pkey PRIMARY KEY (id),
  constraint ticket_attachments_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE,
  constraint ticket_attachments_message_id_document_id_key UNIQUE (message_id, document_id),
  constraint ticket_attachments_message_id_fkey FOREIGN KEY (message_id) REFERENCES ticket_messages(id) ON DELETE CASCADE,
  constraint ticket_attachments_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table ticket_attachments is 'Documents attached to a message. Deleting the document removes the attachment.';
create INDEX ticket_attachments_document_id_idx ON public.ticket_attachments USING btree (document_id);
create INDEX ticket_attachments_user_id_idx ON public.ticket_attachments USING btree (user_id);
alter table ticket_attachments enable row level security;
create policy "customers read their own ticket attachments" on ticket_attachments for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on ticket_attachments to authenticated;
grant select on ticket_attachments to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.ticket_attachments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table ticket_messages (
  id uuid not null default gen_random_uuid(),
  ticket_id uuid not null,
  user_id uuid not null,
  author text not null,
  body text,
  article text,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint ticket_messages_pkey PRIMARY KEY (id),
  constraint ticket_messages_article_check CHECK ((article ~ '^[a-z0-9-]{1,60}$'::text)),
  constraint ticket_messages_author_body_check CHECK (
CASE author
    WHEN 'automatic'::text THEN (num_nonnulls(body, article) = 1)
    ELSE ((body IS NOT NULL) AND (article IS NULL))
END),
  constraint ticket_messages_author_check CHECK ((author = ANY (ARRAY['customer'::text, 'operator'::text, 'automatic'::text]))),
  constraint ticket_messages_body_check CHECK (((char_length(body) >= 1) AND (char_length(body) <= 4000))),
  constraint ticket_messages_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE,
  constraint ticket_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table ticket_messages is 'Ticket messages from the customer, from an operator, or from the automatic assistant.';
comment on column ticket_messages.user_id is 'The ticket''s customer, regardless of the message''s author.';
comment on column ticket_messages.body is 'The text of the message. An automatic answer contains the assistant''s finding, or is empty if it shows an article.';
comment on column ticket_messages.article is 'The help article shown as an automatic answer, which has no text.';
create INDEX ticket_messages_ticket_id_idx ON public.ticket_messages USING btree (ticket_id, created_at);
create INDEX ticket_messages_user_id_idx ON public.ticket_messages USING btree (user_id, created_at DESC);
alter table ticket_messages enable row level security;
create policy "customers read their own ticket messages" on ticket_messages for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on ticket_messages to authenticated;
grant select on ticket_messages to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.ticket_messages REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table tickets (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  subject text not null,
  topic text not null,
  about text,
  about_kind text,
  about_name text,
  state text not null default 'open'::text,
  created_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  answered_at timestamp with time zone,
  seen_at timestamp with time zone,
  ended_at timestamp with time zone,
  satisfaction smallint,
  satisfaction_comment text,
  constraint tickets_pkey PRIMARY KEY (id),
  constraint tickets_about_check CHECK (((char_length(about) >= 1) AND (char_length(about) <= 80))),
  constraint tickets_about_kind_check CHECK ((about_kind = ANY (ARRAY['transaction'::text, 'account'::text, 'card'::text, 'loan'::text, 'mortgage'::text, 'dispute'::text]))),
  constraint tickets_about_name_check CHECK (((char_length(about_name) >= 1) AND (char_length(about_name) <= 300))),
  constraint tickets_about_named_check CHECK ((((about IS NULL) = (about_kind IS NULL)) AND ((about IS NULL) = (about_name IS NULL)))),
  constraint tickets_ended_at_check CHECK (((state = ANY (ARRAY['resolved'::text, 'closed'::text])) = (ended_at IS NOT NULL))),
  constraint tickets_satisfaction_check CHECK (((satisfaction >= 1) AND (satisfaction <= 5))),
  constraint tickets_satisfaction_comment_check CHECK (((char_length(satisfaction_comment) >= 1) AND (char_length(satisfaction_comment) <= 500))),
  constraint tickets_state_check CHECK ((state = ANY (ARRAY['open'::text, 'answered'::text, 'waiting'::text, 'resolved'::text, 'closed'::text]))),
  constraint tickets_subject_check CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 120))),
  constraint tickets_topic_check CHECK ((topic = ANY (ARRAY['account'::text, 'transaction'::text, 'card'::text, 'loan'::text, 'mortgage'::text, 'time'::text, 'security'::text, 'problem'::text, 'idea'::text, 'other'::text]))),
  constraint tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table tickets is 'Support tickets that customers opened.';
comment on column tickets.about is 'The id of the transaction, account, card, loan, mortgage, or dispute. It may have been deleted since.';
comment on column tickets.about_name is 'The subject''s name when the ticket was opened.';
comment on column tickets.state is 'open: the bank must answer. answered: the bank has answered. waiting: the bank has asked a question. resolved: can reopen for 14 days. closed: closed by the bank, or resolved more than 14 days ago.';
comment on column tickets.created_at is 'Real time, like all instants of tickets.';
comment on column tickets.updated_at is 'The time of the last message or change of state.';
comment on column tickets.answered_at is 'The time of the last message from an operator. Automatic answers don''t count.';
comment on column tickets.seen_at is 'The time when the customer last viewed the ticket.';
comment on column tickets.ended_at is 'The time when the ticket was resolved or closed. A reply within 14 days reopens a resolved ticket.';
comment on column tickets.satisfaction is 'The customer''s satisfaction rating from 1 to 5.';
create INDEX tickets_state_idx ON public.tickets USING btree (state, updated_at);
create INDEX tickets_user_id_idx ON public.tickets USING btree (user_id, updated_at DESC);
alter table tickets enable row level security;
create policy "customers read their own tickets" on tickets for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on tickets to authenticated;
grant select on tickets to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.tickets REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table transaction_attachments (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  transaction_key text not null,
  document_id uuid not null,
  constraint transaction_attachments_pkey PRIMARY KEY (id),
  constraint transaction_attachments_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint transaction_attachments_user_id_row_id_document_id_key UNIQUE (user_id, transaction_key, document_id)
);
comment on table transaction_attachments is 'Documents attached to transactions, such as receipts and warranties.';
alter table transaction_attachments enable row level security;
create policy "customers read their own transaction attachments" on transaction_attachments for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on transaction_attachments to authenticated;
grant select on transaction_attachments to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.transaction_attachments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table transaction_details (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  transaction_key text not null,
  note text,
  has_category boolean not null default false,
  category_id uuid,
  merchant text,
  by_hand boolean not null default false,
  rule_id uuid,
  constraint transaction_details_pkey PRIMARY KEY (user_id, transaction_key),
  constraint transaction_details_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE SET NULL,
  constraint transaction_details_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table transaction_details is 'Customers'' annotations of transactions. A transaction with no row has no annotations.';
comment on column transaction_details.transaction_key is 'The transaction id, or the card and entry ids joined by a colon.';
comment on column transaction_details.has_category is 'True if category_id, even if null, replaces the entry''s category. Used only for card activity, because an entry can''t change, while a transaction has its own category.';
comment on column transaction_details.merchant is 'The customer''s name for the merchant of card activity; null to use the entry''s merchant.';
comment on column transaction_details.by_hand is 'True if the customer chose the category. Rules don''t change it.';
comment on column transaction_details.rule_id is 'The rule that last annotated this card activity. Not a foreign key, because the annotation outlives the rule.';
create INDEX transaction_details_category_id_idx ON public.transaction_details USING btree (category_id) WHERE (category_id IS NOT NULL);
alter table transaction_details enable row level security;
create policy "customers read their own transaction details" on transaction_details for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on transaction_details to authenticated;
grant select on transaction_details to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.transaction_details REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table transaction_edits (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  kind text not null,
  rows integer not null,
  at timestamp with time zone not null default clock_timestamp(),
  undone_at timestamp with time zone,
  constraint transaction_edits_pkey PRIMARY KEY (id),
  constraint transaction_edits_kind_check CHECK ((kind = ANY (ARRAY['row'::text, 'bulk'::text, 'rules'::text]))),
  constraint transaction_edits_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table transaction_edits is 'Edits that changed one or more transactions in one step. Customers can undo their last 20 edits.';
comment on column transaction_edits.kind is 'row: one transaction; bulk: several selected transactions; rules: past transactions changed by rules.';
comment on column transaction_edits.rows is 'The number of changed transactions.';
comment on column transaction_edits.at is 'The real time of the edit.';
create INDEX transaction_edits_user_id_idx ON public.transaction_edits USING btree (user_id, at DESC);
alter table transaction_edits enable row level security;
create policy "customers read their own transaction edits" on transaction_edits for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on transaction_edits to authenticated;
grant select on transaction_edits to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.transaction_edits REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table transaction_splits (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  transaction_key text not null,
  position integer not null,
  category_id uuid,
  amount bank.money not null,
  note text,
  constraint transaction_splits_pkey PRIMARY KEY (id),
  constraint transaction_splits_amount_check CHECK (((amount)::numeric > (0)::numeric)),
  constraint transaction_splits_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE SET NULL,
  constraint transaction_splits_position_check CHECK ((("position" >= 1) AND ("position" <= 50))),
  constraint transaction_splits_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint transaction_splits_user_id_row_id_position_key UNIQUE (user_id, transaction_key, "position")
);
comment on table transaction_splits is 'The parts of a transaction in different categories, written by split_transaction. They add up to its amount to the cent.';
comment on column transaction_splits.amount is 'Always positive. The direction comes from the transaction.';
create INDEX transaction_splits_category_id_idx ON public.transaction_splits USING btree (category_id) WHERE (category_id IS NOT NULL);
alter table transaction_splits enable row level security;
create policy "customers read their own transaction splits" on transaction_splits for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on transaction_splits to authenticated;
grant select on transaction_splits to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.transaction_splits REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table transaction_tags (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  transaction_key text not null,
  tag text not null,
  constraint transaction_tags_pkey PRIMARY KEY (user_id, transaction_key, tag),
  constraint transaction_tags_tag_check CHECK (((tag ~ '^[^\s#,]{1,40}$'::text) AND (tag = lower(tag)))),
  constraint transaction_tags_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table transaction_tags is 'Tags of transactions. Each tag is one lowercase word, so that searches can match it exactly.';
create INDEX transaction_tags_user_id_tag_idx ON public.transaction_tags USING btree (user_id, tag, transaction_key);
alter table transaction_tags enable row level security;
create policy "customers read their own transaction tags" on transaction_tags for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on transaction_tags to authenticated;
grant select on transaction_tags to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.transaction_tags REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table transactions (
  id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  user_id uuid,
  amount numeric not null,
  type text not null,
  description text,
  date timestamp with time zone not null,
  kind text not null,
  direction text not null,
  currency text not null,
  counter_account_id uuid,
  category_id uuid,
  merchant text,
  balance_after numeric not null,
  exchange_rate numeric(18,8),
  entry_id bigint,
  principal numeric,
  rule_id uuid,
  corrects uuid,
  corrected_by uuid,
  constraint transactions_pkey PRIMARY KEY (id),
  constraint transactions_account_id_date_key UNIQUE (account_id, date),
  constraint transactions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint transactions_amount_check CHECK (((amount > (0)::numeric) AND (amount <= 999999999999.99) AND (amount = round(amount, 2)))),
  constraint transactions_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE SET NULL,
  constraint transactions_check CHECK (((principal >= (0)::numeric) AND (principal <= amount)))
) with (fillfactor=90);
comment on table transactions is 'Every movement on an account, as its owner sees it. An inserted row moves money.';
comment on column transactions.user_id is 'The owner of the account, copied so that row-level security needs no join.';
comment on column transactions.amount is 'Always positive; `direction` indicates the sign.';
comment on column transactions.type is 'DEPOSIT, WITHDRAWAL, TRANSFER between the customer''s accounts, or AUTO_DEPOSIT.';
comment on column transactions.date is 'The value date: the local day of this instant, the same as in the journal (`value_at`). No two transactions on an account share an instant, so their order is stable.';
comment on column transactions.kind is 'The kind of movement: deposit, withdrawal, transfer, opening, adjustment, interest, fee, card_payment, loan_payment …';
comment on column transactions.direction is 'in if the balance rose; out if it fell.';
comment on column transactions.counter_account_id is 'The other account of a transfer between the customer''s accounts; null if deleted. Not a foreign key, so that embedding `transactions(*)` in an account can only mean that account''s transactions.';
comment on column transactions.balance_after is 'The running balance in date order. A backdated transaction changes the balances after it.';
comment on column transactions.exchange_rate is 'The exchange rate of a transfer between currencies: the amount in the target currency for one unit of the source currency.';
comment on column transactions.entry_id is 'The journal entry.';
comment on column transactions.principal is 'The principal part of a payment on a loan or mortgage. Only interest and fees are spending. Only the bank writes it.';
comment on column transactions.rule_id is 'The rule that last annotated this transaction. Not a foreign key, because the annotation outlives the rule.';
comment on column transactions.corrects is 'The transaction on the same account that this one reverses (kind correction) or replaces. Not a foreign key, because it is a note about the journal, which never changes.';
comment on column transactions.corrected_by is 'The reversal of this transaction. Neither transaction counts as spending or income.';
create INDEX transactions_category_id_idx ON public.transactions USING btree (category_id) WHERE (category_id IS NOT NULL);
create INDEX transactions_corrects_idx ON public.transactions USING btree (corrects) WHERE (corrects IS NOT NULL);
create INDEX transactions_counter_account_id_idx ON public.transactions USING btree (counter_account_id) WHERE (counter_account_id IS NOT NULL);
create INDEX transactions_returned_idx ON public.transactions USING btree (entry_id) WHERE (kind = ANY (ARRAY['payment'::text, 'refund'::text]));
create INDEX transactions_user_id_date_idx ON public.transactions USING btree (user_id, date DESC, id DESC);
create INDEX transactions_words_idx ON public.transactions USING gin (user_id, category_id, lower(((COALESCE(description, ''::text) || '
'::text) || COALESCE(merchant, ''::text))) extensions.gin_trgm_ops);
alter table transactions enable row level security;
create policy "customers add their own transactions" on transactions for insert to authenticated
  with check (((user_id = ( SELECT auth.uid() AS uid)) AND ((category_id IS NULL) OR (EXISTS ( SELECT
   FROM categories c
  WHERE (c.id = transactions.category_id))))));
create policy "customers read movements on their own and ownerless accounts" on transactions for select to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) OR (user_id IS NULL)));
create policy "customers change their own transactions" on transactions for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check (((user_id = ( SELECT auth.uid() AS uid)) AND ((category_id IS NULL) OR (EXISTS ( SELECT
   FROM categories c
  WHERE (c.id = transactions.category_id))))));
grant insert (account_id, amount, category_id, counter_account_id, date, description, id, merchant, type) on transactions to authenticated;
grant insert (account_id, amount, category_id, counter_account_id, date, description, id, merchant, type) on transactions to service_role;
grant select on transactions to authenticated;
grant select on transactions to service_role;
grant update (category_id, description, merchant) on transactions to authenticated;
grant update (category_id, description, merchant) on transactions to service_role;
create TRIGGER apply_categorization_rules AFTER INSERT ON public.transactions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.apply_categorization_rules();
create TRIGGER check_description BEFORE UPDATE OF description, merchant ON public.transactions FOR EACH ROW EXECUTE FUNCTION bank.check_description();
create TRIGGER check_row_limit AFTER INSERT ON public.transactions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER complete_raw_transaction BEFORE INSERT ON public.transactions FOR EACH ROW WHEN ((new.entry_id IS NULL)) EXECUTE FUNCTION bank.complete_raw_transaction();
create TRIGGER delete_transaction_details AFTER DELETE ON public.transactions REFERENCING OLD TABLE AS deleted_rows FOR EACH STATEMENT EXECUTE FUNCTION bank.delete_transaction_details();
create TRIGGER move_raw_money AFTER INSERT ON public.transactions FOR EACH ROW WHEN ((new.entry_id IS NULL)) EXECUTE FUNCTION bank.move_raw_money();
create TRIGGER record_manual_category BEFORE UPDATE OF category_id ON public.transactions FOR EACH ROW WHEN (((CURRENT_USER = 'authenticated'::name) AND (new.category_id IS DISTINCT FROM old.category_id))) EXECUTE FUNCTION bank.record_manual_category();
create TRIGGER set_principal BEFORE INSERT ON public.transactions FOR EACH ROW WHEN (((new.direction = 'out'::text) AND (new.entry_id IS NOT NULL) AND (new.kind = ANY (ARRAY['loan_payment'::text, 'mortgage_payment'::text, 'extra_payment'::text, 'recast_payment'::text, 'payoff'::text, 'biweekly_payment'::text])))) EXECUTE FUNCTION bank.set_principal();

create table virtual_cards (
  id uuid not null default gen_random_uuid(),
  card_id uuid not null,
  user_id uuid not null,
  name text not null,
  card_number text not null,
  expires_on date not null,
  spend_limit numeric,
  spent numeric not null default 0,
  merchant text,
  single_use boolean not null default false,
  status text not null default 'active'::text,
  created_at timestamp with time zone not null,
  constraint virtual_cards_pkey PRIMARY KEY (id),
  constraint virtual_cards_card_id_fkey FOREIGN KEY (card_id) REFERENCES credit_cards(id) ON DELETE CASCADE,
  constraint virtual_cards_card_number_key UNIQUE (card_number),
  constraint virtual_cards_merchant_check CHECK (((char_length(merchant) >= 1) AND (char_length(merchant) <= 120))),
  constraint virtual_cards_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint virtual_cards_spend_limit_check CHECK ((((spend_limit >= 0.01) AND (spend_limit <= 999999999.99)) AND (spend_limit = round(spend_limit, 2)))),
  constraint virtual_cards_spent_check CHECK (((spent >= (0)::numeric) AND ((spend_limit IS NULL) OR (spent <= spend_limit)))),
  constraint virtual_cards_status_check CHECK ((status = ANY (ARRAY['active'::text, 'frozen'::text, 'closed'::text, 'used'::text]))),
  constraint virtual_cards_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table virtual_cards is 'Virtual card numbers that charge a card without revealing its number.';
comment on column virtual_cards.card_number is 'Starts with 0000, which no real network issues.';
comment on column virtual_cards.spend_limit is 'The total spending limit; null if there is none.';
comment on column virtual_cards.spent is 'The amount spent so far. Only the bank writes it.';
comment on column virtual_cards.merchant is 'The only merchant that can charge the virtual card; null for any merchant.';
comment on column virtual_cards.single_use is 'True if the virtual card closes after its first charge.';
comment on column virtual_cards.status is 'active, frozen, closed, or used up. The last two are permanent.';
comment on column virtual_cards.created_at is 'The simulated instant at which the virtual card was created.';
create INDEX virtual_cards_card_id_idx ON public.virtual_cards USING btree (card_id);
create INDEX virtual_cards_user_id_idx ON public.virtual_cards USING btree (user_id);
alter table virtual_cards enable row level security;
create policy "customers read their own virtual cards" on virtual_cards for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on virtual_cards to authenticated;
grant select on virtual_cards to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.virtual_cards REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create view bank.card_entries with (security_invoker=true) as
 SELECT p.ledger_id AS card_id, e.id AS entry_id, e.household_id, e.at, e.value_at,
        CASE
            WHEN e.kind ~~ 'imported\_%'::text THEN e.at
            ELSE e.value_at
        END AS counts_at,
    e.kind, e.description, e.merchant, e.category_id, e.event_key, p.amount, p.currency,
    l.currency AS card_currency, l.closed_at
   FROM bank.ledger_accounts l
     JOIN bank.postings p ON p.ledger_id = l.id
     JOIN bank.entries e ON e.id = p.entry_id AND e.household_id = l.household_id
  WHERE l.product = 'card'::text AND e.kind <> 'import_reversal'::text AND (e.kind !~~ 'imported\_%'::text OR NOT (EXISTS ( SELECT
           FROM bank.entries r
          WHERE r.reverses = e.id AND r.kind = 'import_reversal'::text)));
comment on view bank.card_entries is 'The activity of cards, without undone imports. Amounts in the customer''s favor are positive.';
comment on column bank.card_entries.counts_at is 'The instant from which the entry counts for statements and interest.';
grant select on bank.card_entries to authenticated;
grant select on bank.card_entries to service_role;

create view bank.debts as
 SELECT loans.id, loans.user_id, 'loan'::text AS product, loans.name, loans.currency, loans.amount,
    loans.remaining_balance, loans.interest_rate, loans.term AS months, loans.monthly_payment,
    loans.start_date, loans.next_due_date, loans.past_due, loans.days_past_due, loans.paused_on,
    loans.paused_until, loans.autopay_account_id, loans.autopay_extra, loans.created_at, loans.updated_at,
    loans.draw_months
   FROM loans
UNION ALL
 SELECT mortgages.id, mortgages.user_id, 'mortgage'::text AS product, mortgages.name, mortgages.currency,
    mortgages.loan_amount AS amount, mortgages.remaining_balance, mortgages.interest_rate,
    mortgages.term * 12 AS months, mortgages.monthly_payment, mortgages.start_date, mortgages.next_due_date,
    mortgages.past_due, mortgages.days_past_due, mortgages.paused_on, mortgages.paused_until,
    mortgages.autopay_account_id, mortgages.autopay_extra, mortgages.created_at, mortgages.updated_at,
    NULL::integer AS draw_months
   FROM mortgages;
comment on view bank.debts is 'All loans and mortgages, with terms in months. `draw_months` is the draw period of a home equity line of credit, which accrues interest on the daily balance (actual/365).';

create view bank.product_balances as
 SELECT accounts.id AS ledger_id, accounts.user_id AS household_id, 'account'::text AS product,
    accounts.currency, accounts.balance, accounts.last_entry
   FROM accounts
UNION ALL
 SELECT credit_cards.id AS ledger_id, credit_cards.user_id AS household_id, 'card'::text AS product,
    credit_cards.currency, - credit_cards.balance AS balance, credit_cards.last_entry
   FROM credit_cards
UNION ALL
 SELECT loans.id AS ledger_id, loans.user_id AS household_id, 'loan'::text AS product, loans.currency,
    - loans.remaining_balance AS balance, loans.last_entry
   FROM loans
UNION ALL
 SELECT mortgages.id AS ledger_id, mortgages.user_id AS household_id, 'mortgage'::text AS product,
    mortgages.currency, - mortgages.remaining_balance AS balance, mortgages.last_entry
   FROM mortgages
UNION ALL
 SELECT debt_reserves.id AS ledger_id, debt_reserves.user_id AS household_id, 'reserve'::text AS product,
    debt_reserves.currency, debt_reserves.balance, debt_reserves.last_entry
   FROM debt_reserves;
comment on view bank.product_balances is 'The stored balance of every account, card, loan, mortgage, and escrow account, in the customer''s favor.';

create view bank.refund_parts with (security_invoker=true) as
 WITH parts AS (
         SELECT r.user_id, r.transaction_key, s."position", r.amount, r.charged, r.refunded,
            COALESCE(s.amount::numeric, r.charged) AS part,
                CASE
                    WHEN s.amount IS NULL THEN r.category_id
                    ELSE s.category_id
                END AS category_id,
            sum(COALESCE(s.amount::numeric, r.charged)) OVER (PARTITION BY r.user_id, r.transaction_key ORDER BY s."position") AS parts
           FROM bank.refunded_purchases r
             LEFT JOIN transaction_splits s ON s.user_id = r.user_id AND s.transaction_key = r.purchase_key
          WHERE NOT r.has_own_category
        )
 SELECT p.user_id, p.transaction_key, COALESCE(p."position", 1) AS "position", p.category_id,
    round(p.parts * p.refunded / p.charged, 2) - round((p.parts - p.part) * p.refunded / p.charged, 2) - round(p.parts * (p.refunded - p.amount) / p.charged, 2) + round((p.parts - p.part) * (p.refunded - p.amount) / p.charged, 2) AS amount
   FROM parts p
UNION ALL
 SELECT r.user_id, r.transaction_key, 1 AS "position", r.own_category_id AS category_id, r.amount
   FROM bank.refunded_purchases r
  WHERE r.has_own_category;
comment on view bank.refund_parts is 'The categories of refunds: those of the purchase in proportion, or the category that the customer chose for the refund.';
grant select on bank.refund_parts to authenticated;
grant select on bank.refund_parts to service_role;

create view bank.refunded_purchases with (security_invoker=true) as
 WITH linked AS (
         SELECT r.id, r.user_id, back.id::text AS transaction_key, bought.id::text AS purchase_key,
            bought.date AS purchased_at, r.amount, bought.amount AS charged, bought.category_id,
            back.date AS at, back.category_id AS own_category_id, r.entry_id, back.currency, back.merchant,
            back.description, back.account_id, NULL::uuid AS card_id, back.entry_id AS refund_entry_id
           FROM refunds r
             JOIN transactions back ON back.entry_id = r.refund_entry_id AND back.kind = 'refund'::text AND back.user_id = r.user_id
             JOIN transactions bought ON bought.entry_id = r.entry_id AND bought.kind = 'payment'::text AND bought.account_id = r.account_id
          WHERE r.status = 'credited'::text AND back.currency = bought.currency
        UNION ALL
         SELECT r.id, r.user_id, (r.card_id || ':'::text) || r.refund_entry_id,
            (r.card_id || ':'::text) || r.entry_id, bought.value_at, r.amount, - bought.amount::numeric,
                CASE
                    WHEN d_1.has_category THEN d_1.category_id
                    ELSE bought.category_id
                END AS category_id,
            back.value_at,
                CASE
                    WHEN own.has_category THEN own.category_id
                    ELSE back.category_id
                END AS category_id,
            r.entry_id, back.card_currency, COALESCE(own.merchant, back.merchant) AS "coalesce",
            back.description, NULL::uuid, r.card_id, r.refund_entry_id
           FROM refunds r
             JOIN bank.card_entries bought ON bought.card_id = r.card_id AND bought.entry_id = r.entry_id
             JOIN bank.card_entries back ON back.card_id = r.card_id AND back.entry_id = r.refund_entry_id
             LEFT JOIN transaction_details d_1 ON d_1.user_id = r.user_id AND d_1.transaction_key = ((r.card_id || ':'::text) || r.entry_id)
             LEFT JOIN transaction_details own ON own.user_id = r.user_id AND own.transaction_key = ((r.card_id || ':'::text) || r.refund_entry_id)
          WHERE r.status = 'credited'::text AND back.closed_at IS NULL
        )
 SELECT l.id, l.user_id, l.transaction_key, l.purchase_key, l.purchased_at, l.amount, l.charged, l.category_id,
    l.at, l.own_category_id, l.entry_id, l.currency, l.merchant, l.description, l.account_id, l.card_id,
    l.refund_entry_id, sum(l.amount) OVER (PARTITION BY l.user_id, l.entry_id ORDER BY l.at, l.id) AS refunded,
    COALESCE(d.by_hand, false) AS has_own_category
   FROM linked l
     LEFT JOIN transaction_details d ON d.user_id = l.user_id AND d.transaction_key = l.transaction_key;
comment on view bank.refunded_purchases is 'The credited refunds with their purchases. `refunded` is the sum of the refunds of the purchase so far.';
grant select on bank.refunded_purchases to authenticated;
grant select on bank.refunded_purchases to service_role;

create view bank.transaction_parts with (security_invoker=true) as
 SELECT s.user_id, s.transaction_key, s."position", s.category_id, s.amount
   FROM transaction_splits s
UNION ALL
 SELECT p.user_id, p.transaction_key, p."position", p.category_id, p.amount
   FROM bank.refund_parts p
  WHERE NOT (EXISTS ( SELECT
           FROM transaction_splits s
          WHERE s.user_id = p.user_id AND s.transaction_key = p.transaction_key));
comment on view bank.transaction_parts is 'The parts of transactions in different categories: splits by the customer, and the parts of refunds. The parts of a transaction add up to its amount.';
grant select on bank.transaction_parts to authenticated;
grant select on bank.transaction_parts to service_role;

create view card_activity with (security_invoker=true) as
 SELECT e.card_id, e.entry_id, e.value_at AS at, e.kind, e.description, e.merchant, c.name AS category,
    - e.amount::numeric AS amount,
    - sum(e.amount::numeric) OVER (PARTITION BY e.card_id ORDER BY e.value_at, e.entry_id) AS balance_after,
    e.card_currency AS currency, e.category_id,
        CASE
            WHEN e.kind = 'fee'::text AND e.event_key ~ '(:(latefee|autopay)|^foreign_fee):'::text THEN NOT (EXISTS ( SELECT
               FROM bank.entries w
              WHERE w.household_id = e.household_id AND w.event_key = ('waived:'::text || e.event_key)))
            ELSE false
        END AS can_waive,
    e.counts_at
   FROM bank.card_entries e
     LEFT JOIN categories c ON c.id = e.category_id
  WHERE e.household_id = (( SELECT auth.uid() AS uid)) AND e.closed_at IS NULL;
comment on view card_activity is 'All activity on the caller''s cards.';
comment on column card_activity.at is 'The value date: the local day of this instant.';
comment on column card_activity.amount is 'The change in the balance owed: positive for charges, negative for payments.';
comment on column card_activity.balance_after is 'The amount owed afterward, in the order of `at`.';
comment on column card_activity.can_waive is 'True for a fee that the customer can ask the bank to waive.';
comment on column card_activity.counts_at is 'The instant from which the entry counts for statements and interest: its value date, or the import of an imported entry.';
grant select on card_activity to authenticated;

create view debt_activity with (security_invoker=true) as
 SELECT l.product, p.ledger_id AS debt_id, e.id AS entry_id, e.value_at AS at, e.kind, e.description,
    - p.amount::numeric AS amount,
    - sum(p.amount::numeric) OVER (PARTITION BY p.ledger_id ORDER BY e.value_at, e.id) AS balance_after,
    l.currency
   FROM bank.ledger_accounts l
     JOIN bank.postings p ON p.ledger_id = l.id
     JOIN bank.entries e ON e.id = p.entry_id
  WHERE (l.product = ANY (ARRAY['loan'::text, 'mortgage'::text])) AND l.household_id = (( SELECT auth.uid() AS uid)) AND l.closed_at IS NULL AND e.household_id = (( SELECT auth.uid() AS uid));
comment on view debt_activity is 'All activity on the caller''s loans and mortgages.';
comment on column debt_activity.at is 'The value date: the local day of this instant.';
comment on column debt_activity.amount is 'The change in the balance owed: negative for payments.';
comment on column debt_activity.balance_after is 'The amount owed afterward, in the order of `at`.';
grant select on debt_activity to authenticated;

create view debt_payments with (security_invoker=true) as
 WITH debts AS (
         SELECT l.id, l.start_date, l.monthly_payment, l.autopay_account_id, l.next_due_date, l.draw_months
           FROM loans l
          WHERE l.user_id = (( SELECT auth.uid() AS uid))
        UNION ALL
         SELECT m.id, m.start_date, m.monthly_payment, m.autopay_account_id, m.next_due_date, NULL::integer
           FROM mortgages m
          WHERE m.user_id = (( SELECT auth.uid() AS uid))
        ), posted AS (
         SELECT l.product, l.currency, d.id, d.start_date, d.monthly_payment, d.autopay_account_id,
            d.next_due_date, d.draw_months, e.id AS entry_id, e.at, e.value_at, e.kind AS entry_kind,
            e.description, e.event_key, p.amount, (e.value_at AT TIME ZONE c.time_zone) AS local_at,
            p.amount::numeric > 0::numeric AND (e.kind <> ALL (ARRAY['interest'::text, 'fee'::text, 'adjustment'::text, 'closing'::text])) AS is_payment
           FROM bank.ledger_accounts l
             JOIN customers c ON c.id = l.household_id
             JOIN debts d ON d.id = l.id
             JOIN bank.postings p ON p.ledger_id = l.id
             JOIN bank.entries e ON e.id = p.entry_id
          WHERE (l.product = ANY (ARRAY['loan'::text, 'mortgage'::text])) AND l.household_id = (( SELECT auth.uid() AS uid)) AND e.household_id = (( SELECT auth.uid() AS uid))
        ), charged AS (
         SELECT posted.product, posted.currency, posted.id, posted.start_date, posted.monthly_payment,
            posted.autopay_account_id, posted.next_due_date, posted.draw_months, posted.entry_id, posted.at,
            posted.value_at, posted.entry_kind, posted.description, posted.event_key, posted.amount,
            posted.local_at, posted.is_payment,
            sum(
                CASE
                    WHEN posted.is_payment THEN - posted.amount::numeric
                    WHEN posted.entry_kind = 'interest'::text THEN - posted.amount::numeric
                    ELSE 0::numeric
                END) OVER so_far AS interest_left,
            sum(
                CASE
                    WHEN posted.is_payment THEN - posted.amount::numeric
                    WHEN posted.entry_kind = ANY (ARRAY['interest'::text, 'fee'::text]) THEN - posted.amount::numeric
                    ELSE 0::numeric
                END) OVER so_far AS charges_left,
            - sum(posted.amount::numeric) OVER so_far AS balance_after
           FROM posted
          WINDOW so_far AS (PARTITION BY posted.id ORDER BY posted.entry_id)
        ), unpaid AS (
         SELECT charged.product, charged.currency, charged.id, charged.start_date, charged.monthly_payment,
            charged.autopay_account_id, charged.next_due_date, charged.draw_months, charged.entry_id,
            charged.at, charged.value_at, charged.entry_kind, charged.description, charged.event_key,
            charged.amount, charged.local_at, charged.is_payment, charged.interest_left, charged.charges_left,
            charged.balance_after,
            charged.interest_left - LEAST(0::numeric, min(charged.interest_left) OVER so_far) AS interest_unpaid,
            charged.charges_left - LEAST(0::numeric, min(charged.charges_left) OVER so_far) AS charges_unpaid
           FROM charged
          WINDOW so_far AS (PARTITION BY charged.id ORDER BY charged.entry_id)
        ), parts AS (
         SELECT unpaid.product, unpaid.currency, unpaid.id, unpaid.start_date, unpaid.monthly_payment,
            unpaid.autopay_account_id, unpaid.next_due_date, unpaid.draw_months, unpaid.entry_id, unpaid.at,
            unpaid.value_at, unpaid.entry_kind, unpaid.description, unpaid.event_key, unpaid.amount,
            unpaid.local_at, unpaid.is_payment, unpaid.interest_left, unpaid.charges_left,
            unpaid.balance_after, unpaid.interest_unpaid, unpaid.charges_unpaid,
            COALESCE(lag(unpaid.interest_unpaid) OVER so_far, 0::numeric) - unpaid.interest_unpaid AS interest,
            COALESCE(lag(unpaid.charges_unpaid) OVER so_far, 0::numeric) - unpaid.charges_unpaid AS charges
           FROM unpaid
          WINDOW so_far AS (PARTITION BY unpaid.id ORDER BY unpaid.entry_id)
        ), anchored AS (
         SELECT parts.product, parts.currency, parts.id, parts.start_date, parts.monthly_payment,
            parts.autopay_account_id, parts.next_due_date, parts.draw_months, parts.entry_id, parts.at,
            parts.value_at, parts.entry_kind, parts.description, parts.event_key, parts.amount, parts.local_at,
            parts.is_payment, parts.interest_left, parts.charges_left, parts.balance_after,
            parts.interest_unpaid, parts.charges_unpaid, parts.interest, parts.charges,
            COALESCE(( SELECT (h.facts ->> 'start_before'::text)::date AS date
                   FROM household_events h
                  WHERE h.user_id = (( SELECT auth.uid() AS uid)) AND h.subject = parts.id::text AND h.kind = 'payment_day_changed'::text AND h.at >= date_trunc('milliseconds'::text, parts.value_at)
                  ORDER BY h.at, h.id
                 LIMIT 1), parts.start_date) AS start
           FROM parts
        ), numbered AS (
         SELECT parts.product, parts.currency, parts.id, parts.start_date, parts.monthly_payment,
            parts.autopay_account_id, parts.next_due_date, parts.draw_months, parts.entry_id, parts.at,
            parts.value_at, parts.entry_kind, parts.description, parts.event_key, parts.amount, parts.local_at,
            parts.is_payment, parts.interest_left, parts.charges_left, parts.balance_after,
            parts.interest_unpaid, parts.charges_unpaid, parts.interest, parts.charges, parts.start,
            parts.event_key ~~ '%:installment:%'::text AS is_drawn,
                CASE
                    WHEN parts.event_key ~~ '%:installment:%'::text THEN split_part(parts.event_key, ':'::text, 3)::integer
                    ELSE GREATEST(1, months.passed +
                    CASE
                        WHEN parts.local_at > (parts.start + make_interval(months => months.passed) + '12:00:01'::interval) THEN 1
                        ELSE 0
                    END)
                END AS number,
            COALESCE(( SELECT ((h.facts ->> 'payment_before'::text)::numeric) / 100::numeric
                   FROM household_events h
                  WHERE h.user_id = (( SELECT auth.uid() AS uid)) AND h.subject = parts.id::text AND (h.kind = ANY (ARRAY['rate_reset'::text, 'recast'::text])) AND h.at >= date_trunc('milliseconds'::text, parts.value_at)
                  ORDER BY h.at, h.id
                 LIMIT 1), parts.monthly_payment) AS usual
           FROM anchored parts,
            LATERAL ( SELECT (12::numeric * (EXTRACT(year FROM parts.local_at) - EXTRACT(year FROM parts.start)) + EXTRACT(month FROM parts.local_at) - EXTRACT(month FROM parts.start))::integer AS passed) months
          WHERE parts.is_payment
        ), beyond AS (
         SELECT numbered.product, numbered.currency, numbered.id, numbered.start_date,
            numbered.monthly_payment, numbered.autopay_account_id, numbered.next_due_date,
            numbered.draw_months, numbered.entry_id, numbered.at, numbered.value_at, numbered.entry_kind,
            numbered.description, numbered.event_key, numbered.amount, numbered.local_at, numbered.is_payment,
            numbered.interest_left, numbered.charges_left, numbered.balance_after, numbered.interest_unpaid,
            numbered.charges_unpaid, numbered.interest, numbered.charges, numbered.start, numbered.is_drawn,
            numbered.number, numbered.usual, numbered.level, numbered.before,
                CASE
                    WHEN numbered.entry_kind = ANY (ARRAY['extra_payment'::text, 'recast_payment'::text]) THEN numbered.amount::numeric
                    WHEN numbered.is_drawn THEN GREATEST(0::numeric, numbered.amount::numeric - numbered.level)
                    WHEN bool_or(numbered.is_drawn) OVER in_period OR numbered.autopay_account_id IS NOT NULL AND (numbered.start + make_interval(months => numbered.number))::date >= numbered.next_due_date THEN numbered.amount::numeric
                    ELSE GREATEST(0::numeric, LEAST(numbered.amount::numeric, sum(numbered.amount::numeric) FILTER (WHERE numbered.entry_kind <> ALL (ARRAY['extra_payment'::text, 'recast_payment'::text])) OVER until_here - numbered.level))
                END AS excess,
            COALESCE(( SELECT sum((h.facts ->> 'amount'::text)::numeric) / 100::numeric
                   FROM household_events h
                  WHERE h.user_id = (( SELECT auth.uid() AS uid)) AND h.subject = numbered.id::text AND (h.kind = ANY (ARRAY['payment_missed'::text, 'payment_failed'::text])) AND h.event_key !~~ '%:biweekly_failed:%'::text AND h.at <= numbered.value_at AND h.at > COALESCE(numbered.before, '-infinity'::timestamp with time zone)), 0::numeric) AS missed
           FROM ( SELECT numbered_1.product, numbered_1.currency, numbered_1.id, numbered_1.start_date,
                    numbered_1.monthly_payment, numbered_1.autopay_account_id, numbered_1.next_due_date,
                    numbered_1.draw_months, numbered_1.entry_id, numbered_1.at, numbered_1.value_at,
                    numbered_1.entry_kind, numbered_1.description, numbered_1.event_key, numbered_1.amount,
                    numbered_1.local_at, numbered_1.is_payment, numbered_1.interest_left,
                    numbered_1.charges_left, numbered_1.balance_after, numbered_1.interest_unpaid,
                    numbered_1.charges_unpaid, numbered_1.interest, numbered_1.charges, numbered_1.start,
                    numbered_1.is_drawn, numbered_1.number, numbered_1.usual,
                        CASE
                            WHEN numbered_1.number <= numbered_1.draw_months THEN numbered_1.interest
                            ELSE numbered_1.usual
                        END AS level,
                    lag(numbered_1.value_at) OVER (PARTITION BY numbered_1.id ORDER BY numbered_1.entry_id) AS before
                   FROM numbered numbered_1) numbered
          WINDOW in_period AS (PARTITION BY numbered.id, numbered.number), until_here AS (PARTITION BY numbered.id, numbered.number ORDER BY numbered.entry_id)
        ), short AS (
         SELECT beyond.product, beyond.currency, beyond.id, beyond.start_date, beyond.monthly_payment,
            beyond.autopay_account_id, beyond.next_due_date, beyond.draw_months, beyond.entry_id, beyond.at,
            beyond.value_at, beyond.entry_kind, beyond.description, beyond.event_key, beyond.amount,
            beyond.local_at, beyond.is_payment, beyond.interest_left, beyond.charges_left,
            beyond.balance_after, beyond.interest_unpaid, beyond.charges_unpaid, beyond.interest,
            beyond.charges, beyond.start, beyond.is_drawn, beyond.number, beyond.usual, beyond.level,
            beyond.before, beyond.excess, beyond.missed,
            sum(beyond.missed - beyond.excess) OVER so_far AS shortage
           FROM beyond
          WINDOW so_far AS (PARTITION BY beyond.id ORDER BY beyond.entry_id)
        ), owed AS (
         SELECT short.product, short.currency, short.id, short.start_date, short.monthly_payment,
            short.autopay_account_id, short.next_due_date, short.draw_months, short.entry_id, short.at,
            short.value_at, short.entry_kind, short.description, short.event_key, short.amount, short.local_at,
            short.is_payment, short.interest_left, short.charges_left, short.balance_after,
            short.interest_unpaid, short.charges_unpaid, short.interest, short.charges, short.start,
            short.is_drawn, short.number, short.usual, short.level, short.before, short.excess, short.missed,
            short.shortage, short.shortage - LEAST(0::numeric, min(short.shortage) OVER so_far) AS behind
           FROM short
          WINDOW so_far AS (PARTITION BY short.id ORDER BY short.entry_id)
        ), with_effect AS (
         SELECT owed.product, owed.currency, owed.id, owed.start_date, owed.monthly_payment,
            owed.autopay_account_id, owed.next_due_date, owed.draw_months, owed.entry_id, owed.at,
            owed.value_at, owed.entry_kind, owed.description, owed.event_key, owed.amount, owed.local_at,
            owed.is_payment, owed.interest_left, owed.charges_left, owed.balance_after, owed.interest_unpaid,
            owed.charges_unpaid, owed.interest, owed.charges, owed.start, owed.is_drawn, owed.number,
            owed.usual, owed.level, owed.before, owed.excess, owed.missed, owed.shortage, owed.behind,
                CASE owed.entry_kind
                    WHEN 'payoff'::text THEN owed.amount::numeric - owed.charges
                    WHEN 'refinance'::text THEN 0::numeric
                    ELSE owed.behind - COALESCE(lag(owed.behind) OVER so_far, 0::numeric) - owed.missed + owed.excess
                END AS extra
           FROM owed
          WINDOW so_far AS (PARTITION BY owed.id ORDER BY owed.entry_id)
        )
 SELECT product, id AS debt_id, entry_id, at, local_at::date AS day, number,
        CASE
            WHEN entry_kind = ANY (ARRAY['payoff'::text, 'refinance'::text]) THEN entry_kind
            WHEN extra = amount::numeric THEN 'extra'::text
            ELSE 'installment'::text
        END AS kind,
    amount, interest, charges - interest AS fees, amount::numeric - charges AS principal, extra,
        CASE
            WHEN entry_kind = 'recast_payment'::text THEN 'lower'::text
            WHEN extra > 0::numeric THEN 'shorten'::text
            ELSE NULL::text
        END AS effect,
    balance_after, description, currency
   FROM with_effect;
comment on view debt_payments is 'The caller''s loan and mortgage payments, each with its interest, fees, principal, and extra part.';
comment on column debt_payments.day is 'The day of the payment, in the customer''s time zone.';
comment on column debt_payments.number is 'The number of the installment that the payment covers or precedes.';
comment on column debt_payments.kind is 'installment, extra (entirely above the installments), payoff, or refinance.';
comment on column debt_payments.principal is 'The part that reduces the loan balance.';
comment on column debt_payments.extra is 'The part above the installment and the arrears.';
comment on column debt_payments.effect is 'The effect of an extra payment: shorten, or lower if the installments were recalculated.';
comment on column debt_payments.balance_after is 'The balance owed after the payment.';
grant select on debt_payments to authenticated;

create view filed_returns with (security_invoker=true) as
 SELECT r.id, r.user_id, r.tax_year, r.filing_status, r.wages, r.interest, r.withheld, r.short_term_gain,
    r.long_term_gain, r.dividends, r.qualified_dividends, r.children, r.distributions, r.early_distributions,
    r.deductions, r.unemployment, r.missed_distributions, r.corrected_distributions, r.is_senior, r.inflation,
    r.account_id, r.filed_on, e.value_at AS settled_at, t.id AS transaction_id, t.amount AS settled_amount
   FROM tax_returns r
     LEFT JOIN bank.entries e ON e.household_id = r.user_id AND e.event_key = ('tax:'::text || r.id)
     LEFT JOIN transactions t ON t.entry_id = e.id AND t.user_id = r.user_id;
comment on view filed_returns is 'The caller''s filed tax returns with the transaction that paid or refunded the balance.';
comment on column filed_returns.settled_at is 'Null until the balance is paid or refunded.';
comment on column filed_returns.settled_amount is 'The positive amount, including a penalty.';
grant select on filed_returns to authenticated;

create view goal_status with (security_invoker=true) as
 WITH mine AS (
         SELECT (simulated_now() AT TIME ZONE COALESCE(( SELECT c.time_zone
                   FROM customers c
                  WHERE c.id = (( SELECT auth.uid() AS uid))), 'UTC'::text))::date AS today
        ), held AS (
         SELECT g.id, g.user_id, g.name, g.target, g.target_date, g.picture, g.photo, g.currency, g.account_id,
            g.portion, g.contribution, g.contribution_amount, g.contribution_percent, g.frequency,
            g.start_date, g.from_account_id, g.priority, g.status, g.next_occurrence, g.next_at, g.reached_at,
            g.created_at, g.updated_at, g.completed_at,
                CASE
                    WHEN g.status = 'archived'::text OR a.closed_at IS NOT NULL OR a.currency <> g.currency THEN 0::numeric
                    ELSE GREATEST(0::numeric, a.balance)
                END AS balance,
            COALESCE(sum(g.portion) FILTER (WHERE g.status <> 'archived'::text) OVER (PARTITION BY g.account_id ORDER BY g.priority, g.created_at, g.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0::numeric) AS before,
            COALESCE(sum(g.portion) FILTER (WHERE g.status <> 'archived'::text) OVER (PARTITION BY g.account_id), 0::numeric) AS given
           FROM goals g
             JOIN accounts a ON a.id = g.account_id
        ), filled AS (
         SELECT h.id, h.user_id, h.name, h.target, h.target_date, h.picture, h.photo, h.currency, h.account_id,
            h.portion, h.contribution, h.contribution_amount, h.contribution_percent, h.frequency,
            h.start_date, h.from_account_id, h.priority, h.status, h.next_occurrence, h.next_at, h.reached_at,
            h.created_at, h.updated_at, h.completed_at, h.balance, h.before, h.given,
            GREATEST(0::numeric,
                CASE
                    WHEN h.portion IS NULL THEN h.balance - h.given
                    ELSE LEAST(h.portion, h.balance - h.before)
                END) AS saved
           FROM held h
        ), paced AS (
         SELECT f.id, f.user_id, f.name, f.target, f.target_date, f.picture, f.photo, f.currency, f.account_id,
            f.portion, f.contribution, f.contribution_amount, f.contribution_percent, f.frequency,
            f.start_date, f.from_account_id, f.priority, f.status, f.next_occurrence, f.next_at, f.reached_at,
            f.created_at, f.updated_at, f.completed_at, f.balance, f.before, f.given, f.saved,
            GREATEST(0::numeric, f.target - f.saved) AS left_over,
            round(
                CASE
                    WHEN f.status <> 'active'::text THEN 0::numeric
                    ELSE
                    CASE f.contribution
                        WHEN 'fixed'::text THEN f.contribution_amount *
                        CASE f.frequency
                            WHEN 'WEEKLY'::text THEN 52::numeric / 12.0
                            WHEN 'BIWEEKLY'::text THEN 26::numeric / 12.0
                            ELSE 1::numeric
                        END
                        WHEN 'share_of_pay'::text THEN f.contribution_percent / 100::numeric * COALESCE(( SELECT sum(d.amount *
                                CASE d.frequency
                                    WHEN 'HOURLY'::text THEN 8766::numeric / 12.0
                                    WHEN 'DAILY'::text THEN 365.25 / 12::numeric
                                    WHEN 'WEEKLY'::text THEN 52::numeric / 12.0
                                    WHEN 'BIWEEKLY'::text THEN 26::numeric / 12.0
                                    ELSE 1::numeric
                                END) AS sum
                           FROM auto_deposits d
                          WHERE d.account_id = f.from_account_id AND d.is_pay AND NOT d.paused), 0::numeric)
                        WHEN 'round_ups'::text THEN COALESCE(( SELECT sum(m.amount) / 3::numeric
                           FROM goal_movements m
                          WHERE m.goal_id = f.id AND m.kind = 'round_ups'::text AND m.at > (simulated_now() - '91 days'::interval)), 0::numeric)
                        ELSE 0::numeric
                    END
                END, 2) AS pace
           FROM filled f
        )
 SELECT p.id AS goal_id, p.user_id, p.currency, p.target, p.saved, p.left_over AS "left",
    round(LEAST(1::numeric, p.saved / p.target), 4) AS share, p.pace AS monthly_pace,
        CASE
            WHEN p.left_over > 0::numeric AND p.target_date IS NOT NULL THEN round(p.left_over / GREATEST(1::numeric, ((p.target_date - mine.today) * 12)::numeric / 365.25), 2)
            ELSE NULL::numeric
        END AS needed_monthly,
        CASE
            WHEN p.left_over > 0::numeric AND p.pace > 0::numeric AND (p.left_over / p.pace) < 1200::numeric THEN mine.today + ceil(p.left_over / p.pace * 365.25 / 12::numeric)::integer
            ELSE NULL::date
        END AS projected_date
   FROM paced p
     CROSS JOIN mine;
comment on view goal_status is 'The progress of the caller''s goals, and their projected dates.';
comment on column goal_status.saved is 'The saved amount; zero for an archived goal.';
comment on column goal_status.share is 'The share of the target that is saved, from 0 to 1.';
comment on column goal_status.monthly_pace is 'The automatic contribution per month; for round-ups, the average of the last three months.';
comment on column goal_status.needed_monthly is 'The monthly amount needed to meet the target date, without interest; null if there is no date or the target is reached.';
comment on column goal_status.projected_date is 'The day on which the target is reached at the current pace, without interest; null if there are no contributions or the target is reached.';
grant select on goal_status to authenticated;

create view journal_entries with (security_invoker=true) as
 SELECT id, at, value_at, recorded_at, kind, description, channel, reverses
   FROM bank.entries e
  WHERE household_id = (( SELECT auth.uid() AS uid));
comment on view journal_entries is 'All entries in the caller''s ledger.';
grant select on journal_entries to authenticated;

create view journal_postings with (security_invoker=true) as
 SELECT p.entry_id, p.ledger_id, l.name AS ledger_name, p.currency, p.amount,
    l.household_id IS NOT NULL AS is_own
   FROM bank.entries e
     JOIN bank.postings p ON p.entry_id = e.id
     JOIN bank.ledger_accounts l ON l.id = p.ledger_id
  WHERE e.household_id = (( SELECT auth.uid() AS uid));
comment on view journal_postings is 'All postings in the caller''s ledger. Amounts in the caller''s favor are positive; the amounts of an entry sum to zero in each currency.';
comment on column journal_postings.is_own is 'True for the caller''s ledger account, false for a system account.';
grant select on journal_postings to authenticated;

create view pay_history with (security_invoker=true) as
 SELECT s.id, s.user_id, s.auto_deposit_id, s.account_id, s.event_key, s.employer, s.pay_date, s.frequency,
    s.filing_status, s.gross, s.retirement, s.health, s.hsa, s.federal_tax, s.social_security, s.medicare,
    s.state_tax, s.net, s.employer_match, s.federal_wages, s.social_security_wages, s.medicare_wages,
    s.children, e.id AS entry_id, sum(s.gross::numeric) OVER year AS gross_to_date,
    sum(s.retirement::numeric) OVER year AS retirement_to_date,
    sum(s.health::numeric) OVER year AS health_to_date, sum(s.hsa::numeric) OVER year AS hsa_to_date,
    sum(s.federal_tax::numeric) OVER year AS federal_tax_to_date,
    sum(s.social_security::numeric) OVER year AS social_security_to_date,
    sum(s.medicare::numeric) OVER year AS medicare_to_date,
    sum(s.state_tax::numeric) OVER year AS state_tax_to_date, sum(s.net::numeric) OVER year AS net_to_date,
    sum(s.employer_match::numeric) OVER year AS employer_match_to_date,
    s.retirement::numeric > 0::numeric AND e.id IS NOT NULL AND NOT (EXISTS ( SELECT
           FROM bank.postings p
             JOIN accounts a ON a.id = p.ledger_id
          WHERE p.entry_id = e.id AND ((p.amount::numeric - s.retirement::numeric - s.employer_match::numeric) = ANY (ARRAY[0::numeric, s.hsa::numeric])))) AS saves_outside
   FROM pay_stubs s
     LEFT JOIN bank.entries e ON e.household_id = s.user_id AND e.event_key = s.event_key
  WINDOW year AS (PARTITION BY s.auto_deposit_id, (EXTRACT(year FROM s.pay_date)) ORDER BY s.pay_date, s.event_key);
comment on view pay_history is 'The caller''s pay stubs with their totals since January 1, for each paycheck''s rule separately.';
comment on column pay_history.entry_id is 'The journal entry of the paycheck.';
comment on column pay_history.saves_outside is 'True if the 401(k) contribution went to an account outside Sandbank.';
grant select on pay_history to authenticated;

create view reserve_activity with (security_invoker=true) as
 SELECT r.id AS reserve_id, r.mortgage_id, r.loan_id, r.kind AS reserve_kind, e.id AS entry_id,
    e.value_at AS at, e.kind, e.description, p.amount,
    sum(p.amount::numeric) OVER (PARTITION BY p.ledger_id ORDER BY e.id) AS balance_after, r.currency
   FROM debt_reserves r
     JOIN bank.postings p ON p.ledger_id = r.id
     JOIN bank.entries e ON e.id = p.entry_id
  WHERE r.user_id = (( SELECT auth.uid() AS uid)) AND e.household_id = (( SELECT auth.uid() AS uid));
comment on view reserve_activity is 'All activity on the caller''s escrow accounts and biweekly plans: deposits above zero, payments below.';
comment on column reserve_activity.at is 'The value date: the local day of this instant.';
grant select on reserve_activity to authenticated;

create view rule_history with (security_invoker=true) as
 WITH rules AS MATERIALIZED (
         SELECT r.id, r.user_id, r.id::text AS subject, r.id || ':0000'::text AS first_key,
            r.id || ':9999'::text AS last_key
           FROM ( SELECT d.id, d.user_id
                   FROM auto_deposits d
                  WHERE d.user_id = (( SELECT auth.uid() AS uid))
                UNION ALL
                 SELECT p.id, p.user_id
                   FROM scheduled_payments p
                  WHERE p.user_id = (( SELECT auth.uid() AS uid))) r
        )
 SELECT r.id AS rule_id, e.event_key, e.at, e.value_at AS due_at, e.kind, e.description, e.id AS entry_id,
    m.amount, m.currency, '{}'::jsonb AS facts
   FROM rules r
     JOIN bank.entries e ON e.household_id = r.user_id AND e.event_key >= r.first_key AND e.event_key < r.last_key
     CROSS JOIN LATERAL ( SELECT max(p.amount::numeric) AS amount, min(p.currency) AS currency
           FROM bank.postings p
          WHERE p.entry_id = e.id) m
UNION ALL
 SELECT r.id AS rule_id, h.event_key, h.at, COALESCE(h.due_at, h.at) AS due_at, h.kind, h.description,
    NULL::bigint AS entry_id, ((h.facts ->> 'amount'::text)::numeric) / 100::numeric AS amount,
    NULL::text AS currency, h.facts
   FROM rules r
     JOIN household_events h ON h.user_id = r.user_id AND h.subject = r.subject;
comment on view rule_history is 'The history of the caller''s rules: each entry, and each failure with its reason.';
comment on column rule_history.rule_id is 'The auto deposit or the scheduled payment.';
comment on column rule_history.event_key is 'The key of the occurrence. Lists can use it as a unique key.';
comment on column rule_history.due_at is 'The planned instant. It is earlier than `at` if the payment was late.';
comment on column rule_history.kind is 'auto_deposit, payment, transfer … for movements; payment_failed, payment_retry, payment_skipped, pay_missed … for failures.';
comment on column rule_history.entry_id is 'The journal entry; null if no money moved.';
comment on column rule_history.amount is 'The positive amount that moved or should have moved.';
comment on column rule_history.currency is 'The currency; null if no money moved.';
comment on column rule_history.facts is 'Details of an event that didn''t move money. Amounts are in minor units.';
grant select on rule_history to authenticated;

create view spending with (security_invoker=true) as
 WITH own_money(kinds) AS (
         VALUES (ARRAY['transfer'::text, 'card_payment'::text, 'imported_payment'::text, 'opening'::text, 'adjustment'::text, 'closing'::text, 'currency_change'::text, 'market_change'::text, 'loan_proceeds'::text, 'home_purchase'::text, 'refinance'::text, 'correction'::text, 'cash_advance'::text, 'balance_transfer'::text, 'biweekly_refund'::text, 'charge_off'::text, 'security_deposit'::text, 'deposit_return'::text, 'credit_balance_refund'::text])
        ), refunded AS MATERIALIZED (
         SELECT r.id, r.user_id, r.transaction_key, r.purchase_key, r.purchased_at, r.amount, r.charged,
            r.category_id, r.at, r.own_category_id, r.entry_id, r.currency, r.merchant, r.description,
            r.account_id, r.card_id, r.refund_entry_id, r.refunded, r.has_own_category
           FROM bank.refunded_purchases r
          WHERE r.user_id = (( SELECT auth.uid() AS uid))
        ), refund_parts AS MATERIALIZED (
         SELECT r.id, r.user_id, r.transaction_key, r.purchase_key, r.purchased_at, r.amount, r.charged,
            r.category_id, r.at, r.own_category_id, r.entry_id, r.currency, r.merchant, r.description,
            r.account_id, r.card_id, r.refund_entry_id, r.refunded, r.has_own_category,
            s.amount AS part_amount, s.category_id AS part_category_id,
                CASE
                    WHEN count(*) OVER (PARTITION BY r.transaction_key) > 1 THEN s."position"
                    ELSE NULL::integer
                END AS part
           FROM refunded r
             JOIN bank.transaction_parts s ON s.user_id = (( SELECT auth.uid() AS uid)) AND s.transaction_key = r.transaction_key
        ), moved AS (
         SELECT t.id::text AS id, t.date AS at,
                CASE t.direction
                    WHEN 'out'::text THEN t.amount
                    ELSE - t.amount
                END AS amount,
            t.currency, t.category_id, t.merchant, t.description, t.account_id, NULL::uuid AS card_id, t.kind,
            t.entry_id, COALESCE(t.principal, 0::numeric) AS principal
           FROM transactions t
          WHERE t.user_id = (( SELECT auth.uid() AS uid)) AND t.type <> 'TRANSFER'::text AND t.corrected_by IS NULL AND (t.kind <> ALL ((( SELECT own_money.kinds
                   FROM own_money))::text[])) AND (t.kind <> 'check_deposit'::text OR t.category_id IS NOT NULL OR (EXISTS ( SELECT
                   FROM transaction_splits s
                  WHERE s.user_id = (( SELECT auth.uid() AS uid)) AND s.transaction_key = t.id::text))) AND (t.kind <> 'refund'::text OR NOT (t.entry_id IN ( SELECT r.refund_entry_id
                   FROM refunded r)))
        UNION ALL
         SELECT (e.card_id || ':'::text) || e.entry_id, e.value_at, - e.amount::numeric, e.card_currency,
                CASE
                    WHEN d.has_category THEN d.category_id
                    ELSE e.category_id
                END AS category_id,
            COALESCE(d.merchant, e.merchant) AS "coalesce", e.description, NULL::uuid AS uuid, e.card_id,
            e.kind, e.entry_id, 0
           FROM bank.card_entries e
             LEFT JOIN transaction_details d ON d.user_id = (( SELECT auth.uid() AS uid)) AND d.transaction_key = ((e.card_id || ':'::text) || e.entry_id)
          WHERE e.household_id = (( SELECT auth.uid() AS uid)) AND e.closed_at IS NULL AND (e.kind <> ALL ((( SELECT own_money.kinds
                   FROM own_money))::text[])) AND (e.kind <> 'refund'::text OR NOT (e.entry_id IN ( SELECT r.refund_entry_id
                   FROM refunded r)))
        ), parts AS (
         SELECT m.id, m.at,
                CASE
                    WHEN s.amount IS NULL THEN m.amount - m.principal
                    WHEN m.amount < 0::numeric THEN - s.amount::numeric
                    WHEN m.principal = 0::numeric THEN s.amount::numeric
                    ELSE ( SELECT GREATEST(0::numeric, sum(x.amount::numeric) - m.principal) - GREATEST(0::numeric, sum(x.amount::numeric) - s.amount::numeric - m.principal)
                       FROM transaction_splits x
                      WHERE x.user_id = s.user_id AND x.transaction_key = s.transaction_key AND x."position" <= s."position")
                END AS amount,
            m.currency,
                CASE
                    WHEN s.amount IS NULL THEN m.category_id
                    ELSE s.category_id
                END AS category_id,
            m.merchant, m.description, m.account_id, m.card_id, m.kind, m.entry_id, s."position" AS part
           FROM moved m
             LEFT JOIN transaction_splits s ON s.user_id = (( SELECT auth.uid() AS uid)) AND s.transaction_key = m.id
        UNION ALL
         SELECT r.transaction_key, r.purchased_at, - r.part_amount, r.currency, r.part_category_id, r.merchant,
            r.description, r.account_id, r.card_id, 'refund'::text, r.refund_entry_id, r.part
           FROM refund_parts r
        )
 SELECT p.id, p.at, (p.at AT TIME ZONE COALESCE(mine.time_zone, 'UTC'::text))::date AS day,
        CASE side.direction
            WHEN 'out'::text THEN p.amount
            ELSE - p.amount
        END AS amount,
    p.currency, side.direction, p.category_id, c.name AS category, c.kind AS category_kind, p.merchant,
    p.description, p.account_id, p.card_id, p.kind, p.entry_id, p.part
   FROM ( SELECT parts.id, parts.at, parts.amount, parts.currency, parts.category_id, parts.merchant,
            parts.description, parts.account_id, parts.card_id, parts.kind, parts.entry_id, parts.part
           FROM parts
          WHERE parts.amount <> 0::numeric) p
     LEFT JOIN customers mine ON mine.id = (( SELECT auth.uid() AS uid))
     LEFT JOIN categories c ON c.id = p.category_id
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN p.amount > 0::numeric THEN 'out'::text
                    WHEN p.kind = 'reward_redemption'::text THEN 'in'::text
                    WHEN p.card_id IS NOT NULL OR c.kind = 'spending'::text OR (p.kind = ANY (ARRAY['refund'::text, 'provisional_credit'::text])) OR p.category_id = '00000000-0000-4000-8000-000000000103'::uuid THEN 'out'::text
                    ELSE 'in'::text
                END AS direction) side;
comment on view spending is 'The caller''s spending and income by account and card. Each transaction is counted once. Excludes internal transfers, card payments, market changes, and loan principal. Includes interest and fees in debt payments. A refund counts on the day of its purchase. A check without a category doesn''t count.';
comment on column spending.id is 'The transaction id, or the card and entry ids joined by a colon.';
comment on column spending.day is 'The day in the customer''s time zone; for a refund, that of its purchase.';
comment on column spending.amount is 'Spending (`out`): positive for spending, negative for refunds. Income (`in`): positive.';
comment on column spending.direction is 'out: counts as spending, including refunds; in: counts as income.';
comment on column spending.category_id is 'Null if the transaction has no category.';
comment on column spending.card_id is 'The charged card; account_id is null in this case.';
comment on column spending.part is 'The number of the split; null for a whole transaction.';
grant select on spending to authenticated;

create view spending_in_base with (security_invoker=true) as
 SELECT s.id, s.at, s.day, s.amount, s.currency, s.direction, s.category_id, s.category, s.category_kind,
    s.merchant, s.description, s.account_id, s.card_id, s.kind, s.entry_id, mine.base_currency,
        CASE
            WHEN s.currency = mine.base_currency THEN s.amount
            ELSE round(s.amount * (( SELECT r.rate
               FROM exchange_rates r
              WHERE r.base = s.currency AND r.quote = mine.base_currency AND r.rate_date <= s.day
              ORDER BY r.rate_date DESC
             LIMIT 1)), 2)
        END AS base_amount
   FROM spending s
     CROSS JOIN ( SELECT c.base_currency
           FROM customers c
          WHERE c.id = (( SELECT auth.uid() AS uid))) mine;
comment on view spending_in_base is 'The caller''s spending and income with amounts in their base currency.';
comment on column spending_in_base.base_amount is 'At the day''s rate; null if there is no rate.';
grant select on spending_in_base to authenticated;

create function accept_offer(application_id uuid, offer_index integer DEFAULT 0, account_id uuid DEFAULT NULL::uuid, request_id text DEFAULT NULL::text, points numeric DEFAULT 0, property_tax numeric DEFAULT NULL::numeric, home_insurance numeric DEFAULT NULL::numeric, payment_day integer DEFAULT NULL::integer) returns loan_applications language plpgsql volatile security definer set search_path="";
comment on function accept_offer(uuid,integer,uuid,text,numeric,numeric,numeric,integer) is 'Accepts an offer on one of the caller''s applications: opens the loan and pays it out to the account, or opens the mortgage with a down payment from that account, which also pays the fees of the offer. `points` (0 to 2, mortgages only) lower the rate, `property_tax` and `home_insurance` are the bills of a year that open escrow, and `payment_day` is the day of the month on which payments are due. A home equity line of credit pays out nothing, and autopay pays its bills from the account. Returns the application. Refuses: NTFND, NOOFR, NOELG, CLOSD, BADAM, BADCU, BADDT, BADFM, BADTY, INSUF, LIMIT, RQDIF.';
grant execute on function accept_offer(uuid,integer,uuid,text,numeric,numeric,numeric,integer) to authenticated;

create function accept_payment_request(peer_transfer_id uuid, account_id uuid, request_id text DEFAULT NULL::text) returns peer_payments language plpgsql volatile security definer set search_path="";
comment on function accept_payment_request(uuid,uuid,text) is 'Pays a payment request from this account immediately. Refuses: NTFND, NOTOP, CLOSD, INSUF, NORAT, PAYLM, CLOCK, RQDIF.';
grant execute on function accept_payment_request(uuid,uuid,text) to authenticated;

create function accept_refinance(offer_id uuid, request_id text DEFAULT NULL::text, credits_escrow boolean DEFAULT false) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function accept_refinance(uuid,text,boolean) is 'Accepts one of the caller''s refinance offers: opens the new debt and pays off the old debts with interest until today, in one transaction. Escrow of a mortgage continues. Its balance is refunded within 20 business days, or credited to the new mortgage with `credits_escrow`. Returns the new loan or mortgage. Refuses: NTFND, OFEXP, NOREF, BADAM, INSUF, LIMIT, CLOCK, RQDIF.';
grant execute on function accept_refinance(uuid,text,boolean) to authenticated;

create function accept_transfer(peer_transfer_id uuid, account_id uuid, request_id text DEFAULT NULL::text) returns peer_payments language plpgsql volatile security definer set search_path="";
comment on function accept_transfer(uuid,uuid,text) is 'Accepts money sent to the caller''s address into one of their accounts. Later payments from the same sender arrive immediately. Refuses: NTFND, NOTOP, CLOSD, NORAT, CLOCK, RQDIF.';
grant execute on function accept_transfer(uuid,uuid,text) to authenticated;

create function activate_categories(card_id uuid) returns credit_cards language plpgsql volatile security definer set search_path="";
comment on function activate_categories(uuid) is 'Activates the bonus categories of the current quarter on one of the caller''s cards, and returns the card. Purchases since the start of the quarter count. Refuses: NTFND, CLOSD, NOELG.';
grant execute on function activate_categories(uuid) to authenticated;

create function analytics_flows(from_day date, to_day date, before_from date, before_to date, in_currency text DEFAULT NULL::text) returns TABLE(part text, is_before boolean, month date, direction text, category_id uuid, category text, account_id uuid, card_id uuid, currency text, amount numeric, times bigint) language plpgsql volatile security definer set search_path="";
comment on function analytics_flows(date,date,date,date,text) is 'Returns income and outflow for a span of days and for the previous span, in the base currency at daily rates, or for one currency only. `part` is the grouping: by month, by category, or by account or card. `currency` lists currencies with data. `left_out` lists currencies that have no rate. Refuses: BADDT.';
grant execute on function analytics_flows(date,date,date,date,text) to authenticated;

create function analytics_merchants(from_day date, to_day date, before_from date, before_to date, in_currency text DEFAULT NULL::text, most integer DEFAULT 10) returns TABLE(merchant text, amount numeric, times bigint, amount_before numeric, last_day date) language plpgsql volatile security definer set search_path="";
comment on function analytics_merchants(date,date,date,date,text,integer) is 'Returns the merchants with the highest spending in a span of days, compared with the previous span, in the base currency at daily rates, or for one currency only. Uses the description if there is no merchant. Refuses: BADDT.';
grant execute on function analytics_merchants(date,date,date,date,text,integer) to authenticated;

create function annotate_transactions(transaction_keys text[], changes jsonb) returns transaction_edits language plpgsql volatile security definer set search_path="";
comment on function annotate_transactions(text[],jsonb) is 'Annotates all of the transactions or none. The changes can include `category_id`, `description`, `merchant`, `note`, `tags` (replaces all), `add_tags`, `remove_tags`. Missing fields don''t change. Returns the edit, which can be undone. Refuses: NTFND, LIMIT, BADTX.';
grant execute on function annotate_transactions(text[],jsonb) to authenticated;

create function answer_ticket(ticket_id uuid, message text, asks_back boolean DEFAULT false) returns tickets language plpgsql volatile security definer set search_path="";
comment on function answer_ticket(uuid,text,boolean) is 'Answers a ticket, or asks the customer a question. For operators. Refuses: NTFND, TKEND, BADTX, LIMIT.';
grant execute on function answer_ticket(uuid,text,boolean) to service_role;

create function apply_engine_steps(steps jsonb) returns TABLE(customer_id uuid, outcome text) language plpgsql volatile security definer set search_path="" set plan_cache_mode=force_generic_plan;
comment on function apply_engine_steps(jsonb) is 'Posts engine steps of one or many households and returns a status for each: applied, changed (read it again), busy, or gone. Available only to server functions.';
grant execute on function apply_engine_steps(jsonb) to service_role;

create function ask_assistant(question text DEFAULT NULL::text, conversation_id uuid DEFAULT NULL::uuid, request_id text DEFAULT NULL::text) returns assistant_messages language plpgsql volatile security definer set search_path="";
comment on function ask_assistant(text,uuid,text) is 'Saves a question in one of the caller''s conversations or a new one, and returns it. A repeated request returns the same question with its answer, if any. Refuses: BADTX, NTFND, SLOWR, LIMIT, RQDIF.';
grant execute on function ask_assistant(text,uuid,text) to authenticated;

create function assistant_context() returns jsonb language sql volatile set search_path="";
comment on function assistant_context() is 'Returns the caller''s data for the assistant; null if the customer doesn''t exist yet.';
grant execute on function assistant_context() to authenticated;

create function attach_document(document_id uuid, transaction_key text DEFAULT NULL::text) returns transaction_attachments language plpgsql volatile security definer set search_path="";
comment on function attach_document(uuid,text) is 'Attaches one of the caller''s documents to a transaction and returns the attachment. Does nothing on a second call. Refuses: NTFND, LIMIT.';
grant execute on function attach_document(uuid,text) to authenticated;

create function audit_my_books() returns jsonb language sql stable security definer set search_path="";
comment on function audit_my_books() is 'Returns all violations in the caller''s ledger, or an empty list if the ledger balances.';
grant execute on function audit_my_books() to authenticated;

create function authorization_of_entry(entry_id bigint) returns SETOF holds language sql stable security definer set search_path="";
comment on function authorization_of_entry(bigint) is 'Returns the hold of one of the caller''s purchases that was pending before it posted. Returns no rows for other entries, or 400 days after the hold ended.';
grant execute on function authorization_of_entry(bigint) to authenticated;

create function authorize_purchase(amount numeric, purchase text, account_id uuid DEFAULT NULL::uuid, card_id uuid DEFAULT NULL::uuid, merchant text DEFAULT NULL::text, category text DEFAULT NULL::text, tip numeric DEFAULT NULL::numeric, request_id text DEFAULT NULL::text) returns holds language plpgsql volatile security definer set search_path="";
comment on function authorize_purchase(numeric,text,uuid,uuid,text,text,numeric,text) is 'Pays a merchant with one of the caller''s checking accounts or cards, and returns the hold. The money is set aside now, and the merchant charges it later: a store, online shop, subscription, restaurant, gas_pump, or hotel. Refuses: BADAM, BADTY, BADTX, NTFND, CLOSD, FROZN, INSUF, OVRLM, SPLIM, RQDIF.';
grant execute on function authorize_purchase(numeric,text,uuid,uuid,text,text,numeric,text) to authenticated;

create function available_balance(account accounts) returns numeric language sql stable;
comment on function available_balance(accounts) is 'Returns the amount that can be spent: the balance without the amounts on hold and without the part that is invested in funds. Negative for an overdrawn account, and zero for a CD.';
grant execute on function available_balance(accounts) to authenticated;
grant execute on function available_balance(accounts) to service_role;

create function available_credit(card credit_cards) returns numeric language sql stable;
comment on function available_credit(credit_cards) is 'Returns the credit left on a card: the limit without the balance and pending purchases.';
grant execute on function available_credit(credit_cards) to authenticated;
grant execute on function available_credit(credit_cards) to service_role;

create function balance_history(account_id uuid, "from" date DEFAULT NULL::date, "to" date DEFAULT NULL::date) returns TABLE(day date, balance numeric) language plpgsql stable security definer set search_path="";
comment on function balance_history(uuid,date,date) is 'Returns the balance of an account at the end of each day. The default period starts when the account was opened, at most ten years ago, and ends today. Refuses: NTFND, BADDT.';
grant execute on function balance_history(uuid,date,date) to authenticated;

create function bank.accept_loan(application loan_applications, offer jsonb, terms bank.offer_terms, account accounts, payment_day integer) returns uuid language plpgsql volatile;
comment on function bank.accept_loan(loan_applications,jsonb,bank.offer_terms,accounts,integer) is 'Opens the loan or line of credit of an accepted offer and returns its id. Refuses: BADFM, NOOFR, NOELG, INSUF, LIMIT.';

create function bank.accept_mortgage(application loan_applications, terms bank.offer_terms, months integer, account accounts, property_tax numeric, home_insurance numeric, payment_day integer) returns uuid language plpgsql volatile;
comment on function bank.accept_mortgage(loan_applications,bank.offer_terms,integer,accounts,numeric,numeric,integer) is 'Opens the mortgage of an accepted offer and returns its id. The account pays the down payment, the fees, and the initial deposit into escrow. Refuses: BADAM, INSUF, LIMIT.';

create function bank.account_lock_key(household uuid) returns bigint language sql immutable;
comment on function bank.account_lock_key(uuid) is 'Returns the key of the advisory lock for callers that can''t lock rows in id order, such as raw inserts of many rows. These callers take the lock exclusively; transfers share it.';

create function bank.account_notifications(household uuid, since timestamp with time zone) returns SETOF bank.news_item language sql stable;
comment on function bank.account_notifications(uuid,timestamp with time zone) is 'Returns recurring deposits, interest, and large transactions on accounts since a given time.';

create function bank.account_target(account accounts) returns bank.import_target language sql immutable;
comment on function bank.account_target(accounts) is 'Returns an account as the target of an import.';

create function bank.accrue_days(period bank.debt_period, day date) returns bank.debt_period language plpgsql immutable;
comment on function bank.accrue_days(bank.debt_period,date) is 'Accrues interest on the balance up to a day.';

create function bank.accrued_interest(debt bank.debts, period bank.debt_period) returns numeric language plpgsql stable;
comment on function bank.accrued_interest(bank.debts,bank.debt_period) is 'Returns the interest of a debt''s current period until today, which isn''t billed yet, rounded to the cent.';

create function bank.activation_days(today date, OUT quarter date, OUT last_day date) returns record language sql immutable;
comment on function bank.activation_days(date) is 'Returns the first day of a quarter, and the last day on which its bonus categories can be activated.';

create function bank.active_categorization_rules(household uuid) returns categorization_rules[] language sql stable;
comment on function bank.active_categorization_rules(uuid) is 'Returns a customer''s active rules in order.';

create function bank.add_closing_terms(debt_id uuid, account accounts, property_tax numeric DEFAULT NULL::numeric, home_insurance numeric DEFAULT NULL::numeric) returns void language sql volatile;
comment on function bank.add_closing_terms(uuid,accounts,numeric,numeric) is 'Adds the account that pays the cash to close, and the bills of a year that escrow pays, to the agreement of a debt that is being opened.';

create procedure bank.add_finance_charges(IN debts regclass, IN charges text[]) language plpgsql volatile;
comment on function bank.add_finance_charges(regclass,text[]) is 'Adds the prepaid finance charges to a table of loans or mortgages. For migrations.';

create function bank.add_fund_order(fund_order fund_orders) returns fund_orders language plpgsql volatile;
comment on function bank.add_fund_order(fund_orders) is 'Writes an order of the customer. Refuses (LIMIT) more than 100 open orders.';

create procedure bank.add_household_table(IN list text, IN table_name text, IN columns text[], IN sorted_by text DEFAULT 't.created_at, t.id'::text, IN owner_column text DEFAULT 'user_id'::text, IN condition text DEFAULT 'true'::text, IN parent_column text DEFAULT NULL::text, IN category_column text DEFAULT NULL::text, IN requires_category boolean DEFAULT false, IN keeps_nulls boolean DEFAULT false, IN skips_duplicates boolean DEFAULT false, IN has_loader boolean DEFAULT false) language sql volatile;
comment on function bank.add_household_table(text,text,text[],text,text,text,text,text,boolean,boolean,boolean,boolean) is 'Adds a table to household files, after all tables that were added earlier. For migrations.';

create function bank.add_points(offer refinance_offers, points numeric) returns refinance_offers language plpgsql immutable;
comment on function bank.add_points(refinance_offers,numeric) is 'Adds points to an offer: they raise its fee and amount, and lower its rate. Refuses: BADTY.';

create function bank.add_rebalancing(account fund_accounts) returns fund_orders language plpgsql volatile;
comment on function bank.add_rebalancing(fund_accounts) is 'Orders the return of an account to its target mix. Refuses (NOORD) if that is already ordered.';

create function bank.add_returns(steps jsonb) returns void language sql volatile;
comment on function bank.add_returns(jsonb) is 'Adds the returns of everyday purchases by these engine steps.';

create function bank.adjust_account() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.adjust_account() is 'Posts an adjustment if the bank didn''t write the balance. Exchanges the balance if the currency changed.';

create function bank.adjustment_json(yearly_adjustment text, yearly_percent numeric) returns json language sql immutable;
comment on function bank.adjustment_json(text,numeric) is 'Returns the yearly change of a rule in the engine''s format: a percentage, "inflation", "none", or a type of bill; null for the usual one.';

create function bank.age_at_year_end(household uuid, year integer) returns integer language sql stable;
comment on function bank.age_at_year_end(uuid,integer) is 'Returns the customer''s age at the end of a year; null without a date of birth.';

create function bank.amount_clause(condition jsonb) returns text language sql immutable;
comment on function bank.amount_clause(jsonb) is 'Returns SQL that matches amounts within bounds, ignoring their sign.';

create function bank.amount_cursor(sort text, before jsonb, counted text) returns text language sql immutable;
comment on function bank.amount_cursor(text,jsonb,text) is 'Returns SQL that matches found transactions after the end of the previous page, sorted by amount.';

create function bank.apply_card_categorization_rules(household uuid, entry_ids bigint[]) returns void language plpgsql volatile;
comment on function bank.apply_card_categorization_rules(uuid,bigint[]) is 'Applies rules to card activity that has just been posted.';

create function bank.apply_categorization_rules() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.apply_categorization_rules() is 'Applies rules to transactions that have just been posted.';

create function bank.apy(interest numeric, balance numeric, days integer) returns numeric language sql immutable;
comment on function bank.apy(numeric,numeric,integer) is 'Returns the annual percentage yield of interest on an average balance in a number of days, in percent (Regulation DD, appendix A).';

create function bank.apy_earned(ledger uuid, issued bank.issued_documents) returns jsonb language sql stable;
comment on function bank.apy_earned(uuid,bank.issued_documents) is 'Returns the annual percentage yield earned in a statement''s period, with the interest, the average daily balance, and the days; null if there was no interest.';

create function bank.are_alike(first_text text, second_text text) returns boolean language sql immutable parallel safe;
comment on function bank.are_alike(text,text) is 'Returns true if two normalized texts are similar: they share at least half the words of the shorter text, or one of them is empty.';

create function bank.assemble_upload(upload_id uuid) returns jsonb language plpgsql volatile;
comment on function bank.assemble_upload(uuid) is 'Returns an uploaded household file. Refuses: HOUSE.';

create function bank.audit(household uuid DEFAULT NULL::uuid) returns TABLE(violation text, subject text, detail jsonb) language sql stable;
comment on function bank.audit(uuid) is 'Returns all violations in the ledger of one household, or of all households. A correct ledger has none.';

create function bank.audit_balances(household uuid) returns TABLE(violation text, subject text, detail jsonb) language plpgsql stable;
comment on function bank.audit_balances(uuid) is 'Returns products whose balance is not the sum of their postings, or whose last entry doesn''t match.';

create function bank.audit_clearing(household uuid) returns TABLE(violation text, subject text, detail jsonb) language plpgsql stable;
comment on function bank.audit_clearing(uuid) is 'Returns the currencies in which transfer clearing differs from the open payments between customers. Covers the whole bank.';

create function bank.audit_deposits(household uuid) returns TABLE(violation text, subject text, detail jsonb) language plpgsql stable;
comment on function bank.audit_deposits(uuid) is 'Returns the households whose cards have other security deposits than their journal.';

create function bank.audit_entries(household uuid) returns TABLE(violation text, subject text, detail jsonb) language plpgsql stable;
comment on function bank.audit_entries(uuid) is 'Returns entries that don''t sum to zero, have only one posting, or use ledger accounts of other customers.';

create function bank.audit_replay(household uuid) returns TABLE(violation text, subject text, detail jsonb) language sql stable;
comment on function bank.audit_replay(uuid) is 'Returns transactions whose balance differs from a replay of the journal.';

create function bank.audit_transactions(household uuid) returns TABLE(violation text, subject text, detail jsonb) language plpgsql stable;
comment on function bank.audit_transactions(uuid) is 'Returns transactions without an entry, and entries without a transaction.';

create function bank.available_overdraft(account accounts) returns numeric language sql immutable;
comment on function bank.available_overdraft(accounts) is 'Returns how far below zero a withdrawal may take an account. Regulation E, 1005.17, requires an opt-in.';

create function bank.balance_before(account_id uuid, instant timestamp with time zone) returns numeric language sql volatile;
comment on function bank.balance_before(uuid,timestamp with time zone) is 'Returns the running balance of an account before an instant, in date order.';

create function bank.begin_generation(customer_id uuid, file jsonb) returns void language plpgsql volatile;
comment on function bank.begin_generation(uuid,jsonb) is 'Sets a customer''s clock, time zone, and currency from a file, and adds its categories.';

create function bank.begin_scenario_run(customer_id uuid, household jsonb, pack jsonb) returns scenario_runs language plpgsql volatile;
comment on function bank.begin_scenario_run(uuid,jsonb,jsonb) is 'Saves the current household as a checkpoint, clears it, and starts the household of a pack. Refuses: CLOCK, LIMIT, HOUSE, and the refusals of the import.';

create function bank.benefits_of_year(household uuid, tax_year integer) returns numeric language sql stable;
comment on function bank.benefits_of_year(uuid,integer) is 'Returns the unemployment benefits of a calendar year; null if there were none.';

create function bank.biweekly_json(debt_id uuid) returns json language sql stable;
comment on function bank.biweekly_json(uuid) is 'Returns the biweekly plan of a mortgage or loan in the engine''s format; null if there is none.';

create procedure bank.broadcast(VARIADIC published regclass[]) language plpgsql volatile;
comment on function bank.broadcast(regclass[]) is 'Publishes changes of tables to clients. Called only by migrations.';

create function bank.broadcast_ended_session() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.broadcast_ended_session() is 'Notifies a customer''s browsers that a session has ended.';

create function bank.budget_cells(household uuid, since date, through date) returns SETOF bank.budget_cell language sql volatile;
comment on function bank.budget_cells(uuid,date,date) is 'Returns every category in every month of a span: limit, moves, and spending in the base currency.';

create function bank.budget_month(household uuid) returns date language sql volatile;
comment on function bank.budget_month(uuid) is 'Returns the first day of a customer''s current month.';

create function bank.budget_months(household uuid, since date, through date) returns TABLE(category_id uuid, month date, amount numeric, rollover text, rollover_cap numeric, moved numeric, spent numeric, is_envelope boolean, rolled_over numeric, available numeric) language sql volatile;
comment on function bank.budget_months(uuid,date,date) is 'Returns every category in every month of a span, with its rollover and available amount (null if there is no limit).';

create function bank.caller() returns uuid language plpgsql stable;
comment on function bank.caller() is 'Returns the id of the signed-in customer. Refuses: NOUSR.';

create function bank.canonical_entries(household uuid) returns TABLE(entry_id bigint, entry text) language sql stable;
comment on function bank.canonical_entries(uuid) is 'Returns all entries of a household as text, without ids and real times.';

create function bank.card_days(card credit_cards, from_date date, to_date date, zone text) returns TABLE(day date, balance numeric, paid numeric) language sql stable;
comment on function bank.card_days(credit_cards,date,date,text) is 'Returns a card''s balance at the end of each day, starting one day before from_date, and the payments since.';

create function bank.card_dues(household uuid, zone text, today date) returns TABLE(line_id uuid, due date, days_late integer) language sql stable;
comment on function bank.card_dues(uuid,text,date) is 'Returns the earlier due dates of cards with the days late, or 0 if the minimum was paid on time.';

create function bank.card_expiry(issued date, years integer, today date) returns date language sql immutable;
comment on function bank.card_expiry(date,integer,date) is 'Returns the end of the month in which a card expires. Cards renew with the same number, so the date is always in the future.';

create function bank.card_import_kind(amount numeric, description text) returns text language sql immutable parallel safe;
comment on function bank.card_import_kind(numeric,text) is 'Returns the kind of a line on a card: imported_charge, imported_payment, or imported_credit.';

create function bank.card_offer(application card_applications, OUT product text, OUT name text, OUT apr numeric, OUT credit_limit numeric) returns record language sql stable;
comment on function bank.card_offer(card_applications) is 'Returns the card that a decision offers: the requested one, or another one; nulls if it was declined.';

create function bank.card_payment_clause(row_name text) returns text language sql immutable;
comment on function bank.card_payment_clause(text) is 'Returns SQL that matches payments on cards.';

create function bank.card_product_notifications(household uuid, since timestamp with time zone) returns SETOF bank.news_item language sql stable;
comment on function bank.card_product_notifications(uuid,timestamp with time zone) is 'Returns notices about penalty APRs, and returned security deposits, since an instant.';

create function bank.card_statement_lines(card_id uuid, issued bank.issued_documents) returns jsonb language sql stable;
comment on function bank.card_statement_lines(uuid,bank.issued_documents) is 'Returns a card statement''s transactions in the order of their value dates, in the customer''s time zone at that time.';

create function bank.card_target(card credit_cards) returns bank.import_target language sql immutable;
comment on function bank.card_target(credit_cards) is 'Returns a card as the target of an import.';

create function bank.card_terms(kind text, OUT fee_percent numeric, OUT least_fee numeric, OUT percent_of_limit numeric, OUT request_days integer) returns record language sql immutable;
comment on function bank.card_terms(text) is 'Returns the terms of cash advances or balance transfers: the fee in percent, the least fee, the share of the credit limit, and the days after opening for a request.';

create function bank.cash_limited_on(account_id uuid) returns numeric language sql stable;
comment on function bank.cash_limited_on(uuid) is 'Returns the amount of checks that can be used, but not withdrawn in cash yet (12 CFR 229.12(d)).';

create function bank.category_clause(condition jsonb, side text, household uuid) returns text language plpgsql stable;
comment on function bank.category_clause(jsonb,text,uuid) is 'Returns SQL that matches transactions, or their splits, in these categories.';

create function bank.category_named(customer_id uuid, name text, kind text) returns uuid language sql stable;
comment on function bank.category_named(uuid,text,text) is 'Returns a category of the customer or the bank by name, and by kind if given; null if there is none.';

create function bank.category_of(side text) returns text language sql immutable;
comment on function bank.category_of(text) is 'Returns SQL for a transaction''s category: the customer''s choice, or else the entry''s category.';

create function bank.category_transactions(requested_category uuid, since date, through date) returns jsonb language sql stable;
comment on function bank.category_transactions(uuid,date,date) is 'Returns the largest transactions in one of the caller''s categories.';

create function bank.cd_interest(certificate certificates) returns numeric language plpgsql stable;
comment on function bank.cd_interest(certificates) is 'Returns the interest that a CD has accrued until the end of yesterday and that the engine hasn''t credited. The engine has the same rule; a test compares both.';

create function bank.cd_terms(term_months integer, day date) returns TABLE(rate numeric, penalty_days integer) language sql immutable;
comment on function bank.cd_terms(integer,date) is 'Returns the rate and the days of penalty of a new CD; no row if the bank doesn''t offer the term.';

create function bank.certificate_notifications(household uuid, since timestamp with time zone) returns SETOF bank.news_item language sql stable;
comment on function bank.certificate_notifications(uuid,timestamp with time zone) is 'Returns CDs that mature in 30 days, renewed, or were paid out since a given time.';

create function bank.change_account(account accounts, direction text, amount numeric, kind text, description text, entry_id bigint, at timestamp with time zone, type text DEFAULT NULL::text, counter_account_id uuid DEFAULT NULL::uuid, category_id uuid DEFAULT NULL::uuid, merchant text DEFAULT NULL::text, exchange_rate numeric DEFAULT NULL::numeric, transaction_id uuid DEFAULT NULL::uuid, covered numeric DEFAULT 0) returns accounts language plpgsql volatile;
comment on function bank.change_account(accounts,text,numeric,text,text,bigint,timestamp with time zone,text,uuid,uuid,text,numeric,uuid,numeric) is 'Credits (`in`) or debits (`out`) a locked account.';

create function bank.change_debt(household uuid, debt_id uuid, currency text, more_owed numeric, kind text, description text, other uuid, at timestamp with time zone DEFAULT NULL::timestamp with time zone) returns bigint language plpgsql volatile;
comment on function bank.change_debt(uuid,uuid,text,numeric,text,text,uuid,timestamp with time zone) is 'Posts a debt change from a raw table call against a system account.';

create function bank.charge_offs(household uuid, zone text, today date) returns TABLE(line_id uuid, due date, days_late integer) language sql stable;
comment on function bank.charge_offs(uuid,text,date) is 'Returns the overdrawn accounts that the bank charged off, as payments that are 90 days late.';

create function bank.charge_terms(origination_fee numeric, underwriting_fee numeric, points_fee numeric DEFAULT NULL::numeric, pmi_rate numeric DEFAULT NULL::numeric) returns jsonb language sql immutable;
comment on function bank.charge_terms(numeric,numeric,numeric,numeric) is 'Returns what a loan or mortgage costs besides its interest, for its agreement. Charges that it doesn''t have are left out.';

create function bank.check_account() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_account() is 'Refuses invalid names, types, currencies, and balances. Doesn''t move money, because row-level security hasn''t been checked yet.';

create function bank.check_amount(amount numeric) returns void language plpgsql immutable;
comment on function bank.check_amount(numeric) is 'Refuses (BADAM) an invalid amount of money.';

create function bank.check_application() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_application() is 'Completes an application and refuses invalid applications.';

create function bank.check_application_collateral(sent loan_applications) returns numeric language plpgsql immutable;
comment on function bank.check_application_collateral(loan_applications) is 'Returns the collateral value of a home or car loan; null if missing or for other loans. Refuses: BADAP.';

create function bank.check_application_home(sent loan_applications) returns loan_applications language plpgsql stable;
comment on function bank.check_application_home(loan_applications) is 'Completes an application for a home equity line of credit with the home''s value and what is owed on it. Refuses: BADAP, BADCU, NOELG.';

create function bank.check_application_step() returns trigger language plpgsql volatile;
comment on function bank.check_application_step() is 'Refuses invalid status changes by any role.';

create function bank.check_application_texts(sent loan_applications) returns loan_applications language plpgsql stable;
comment on function bank.check_application_texts(loan_applications) is 'Cleans the text fields of an application. Refuses: BADTY, BADAP, BADTX.';

create function bank.check_authorization(purchase text, amount numeric, tip numeric) returns void language plpgsql volatile;
comment on function bank.check_authorization(text,numeric,numeric) is 'Refuses an invalid amount or tip (BADAM), or an unknown kind of purchase (BADTY).';

create function bank.check_auto_deposit() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_auto_deposit() is 'Refuses invalid rules: NTFND, CLOSD, BADAM, BADNM, BADDT, BADTM, LIMIT.';

create function bank.check_autopay() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_autopay() is 'Refuses autopay from another customer''s account, a closed account, or one in another currency: NTFND, CLOSD, BADCU.';

create function bank.check_budget() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_budget() is 'Refuses invalid budgets: BADAM, BADTY, NTFND. New budgets start in the current month and use the base currency.';

create function bank.check_budget_category(household uuid, category_id uuid) returns text language plpgsql stable;
comment on function bank.check_budget_category(uuid,uuid) is 'Returns the name of one of the customer''s spending categories. Refuses other categories (NTFND).';

create function bank.check_budget_month(household uuid, month date) returns date language plpgsql volatile;
comment on function bank.check_budget_month(uuid,date) is 'Returns the first day of a budget month, by default the current month. Refuses: BADDT.';

create function bank.check_budget_settings() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_budget_settings() is 'Refuses an unknown budget mode (BADTY). A new mode starts in the current month.';

create function bank.check_card() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_card() is 'Refuses invalid names, limits, rates, dates, and balances. Doesn''t move money, because row-level security hasn''t been checked yet.';

create function bank.check_card_autopay() returns trigger language plpgsql volatile;
comment on function bank.check_card_autopay() is 'Checks that card autopay has both an amount and an account, or neither. Refuses: BADAM.';

create function bank.check_card_control() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_card_control() is 'Refuses invalid controls: BADAM, BADTY, NTFND.';

create function bank.check_card_controls(card credit_cards, amount numeric, category_id uuid) returns void language plpgsql volatile;
comment on function bank.check_card_controls(credit_cards,numeric,uuid) is 'Refuses (SPLIM) a purchase that exceeds a control.';

create function bank.check_card_credit(card credit_cards, kind text, amount numeric, fee numeric) returns void language plpgsql volatile;
comment on function bank.check_card_credit(credit_cards,text,numeric,numeric) is 'Refuses a cash advance or balance transfer on a frozen card (FROZN), above its share of the credit limit, or above the available credit (OVRLM).';

create function bank.check_card_undo(card credit_cards, undone imports) returns void language plpgsql volatile;
comment on function bank.check_card_undo(credit_cards,imports) is 'Refuses to undo an import into a card after its statement closed or its payments were due (STMNT).';

create function bank.check_cash_account(account fund_accounts, cash_account_id uuid) returns accounts language plpgsql stable;
comment on function bank.check_cash_account(fund_accounts,uuid) is 'Returns the account that pays for a purchase or receives proceeds or dividends. Refuses: NTFND, CLOSD, SAMAC, BADCU, BADTY.';

create function bank.check_cash_limit(account accounts, amount numeric, covered numeric) returns void language plpgsql volatile;
comment on function bank.check_cash_limit(accounts,numeric,numeric) is 'Refuses (CSHLM) a withdrawal of checks that can be used, but not withdrawn in cash yet.';

create function bank.check_categorization_rule() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_categorization_rule() is 'Validates rules and maintains their order.';

create function bank.check_cd_receiver(household uuid, receiver_id uuid, currency text) returns void language plpgsql stable;
comment on function bank.check_cd_receiver(uuid,uuid,text) is 'Checks the account that receives the interest or balance of a CD. Refuses: NTFND, CLOSD, CDLCK, BADCU, BADTY.';

create function bank.check_checkpoint_limit(customer_id uuid) returns void language plpgsql volatile;
comment on function bank.check_checkpoint_limit(uuid) is 'Refuses (LIMIT) more than 20 of a customer''s own checkpoints.';

create function bank.check_closable(card credit_cards) returns void language plpgsql volatile;
comment on function bank.check_closable(credit_cards) is 'Refuses (OWING) to close a card that has open items: a balance, rewards, a dispute, an expected refund, or a fraudulent charge that hasn''t been credited yet.';

create function bank.check_contact() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_contact() is 'Cleans names and addresses, and sets the person''s id if the two customers have completed a payment. Refuses: BADNM, BADEM.';

create function bank.check_contribution(goal goals) returns goals language plpgsql volatile;
comment on function bank.check_contribution(goals) is 'Validates a goal''s contribution. Refuses: NTFND, CLOSD, SAMAC, BADCU, BADAM, BADTY, BADDT, BADRT.';

create function bank.check_contribution_limit(household uuid, kind text, yearly numeric, is_family boolean) returns void language plpgsql stable;
comment on function bank.check_contribution_limit(uuid,text,numeric,boolean) is 'Refuses (CONTR) yearly contributions above the legal limit. kind is retirement or hsa. The engine also stops at the limit, for example after a raise.';

create function bank.check_conversation() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_conversation() is 'Refuses (BADTX) an empty title, or a title that is too long.';

create function bank.check_currency(currency text) returns void language plpgsql stable;
comment on function bank.check_currency(text) is 'Refuses (BADCU) a currency that the bank doesn''t support.';

create function bank.check_customer() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_customer() is 'Refuses an invalid name, time zone, or currency.';

create function bank.check_dashboard_layout() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_dashboard_layout() is 'Refuses an invalid layout of the dashboard: BADLO, LIMIT.';

create function bank.check_day(day date) returns void language plpgsql immutable;
comment on function bank.check_day(date) is 'Refuses (BADDT) a day outside the range of the bank''s calendar.';

create function bank.check_days("from" date, "to" date) returns void language plpgsql immutable;
comment on function bank.check_days(date,date) is 'Refuses (BADDT) a period that ends before it starts or is longer than ten years.';

create function bank.check_debt() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_debt() is 'Refuses invalid or contradictory terms, and fills in missing terms. Doesn''t move money, because row-level security has not been checked yet.';

create function bank.check_deposit(decision jsonb, deposit numeric) returns void language plpgsql immutable;
comment on function bank.check_deposit(jsonb,numeric) is 'Refuses (BADAM) a security deposit outside the range that the decision states.';

create function bank.check_description() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_description() is 'Cleans descriptions and merchants.';

create function bank.check_disputable(product_id uuid, is_card boolean, charge bank.entries, amount numeric, reason text) returns void language plpgsql volatile;
comment on function bank.check_disputable(uuid,boolean,bank.entries,numeric,text) is 'Refuses a dispute about an entry that isn''t on the card or account (NTFND), isn''t a purchase, is too old, is already disputed, credited, or refunded, or is below the disputed amount (NODIS). A dispute about a missing refund is limited to that refund.';

create function bank.check_document() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_document() is 'Cleans names and keeps the extension. Only the bank sets the deletion time. Refuses: BADNM.';

create function bank.check_draw(line loans, amount numeric) returns void language plpgsql stable;
comment on function bank.check_draw(loans,numeric) is 'Refuses a draw from a locked line of credit above its available credit (OVRLM), after the draw period, while a payment is past due, or while payments are paused (NOELG).';

create function bank.check_escrow(property_tax numeric, home_insurance numeric) returns void language plpgsql immutable;
comment on function bank.check_escrow(numeric,numeric) is 'Refuses (BADAM) yearly bills that aren''t amounts, or that are both zero.';

create function bank.check_fee(fee numeric, field text) returns numeric language plpgsql immutable;
comment on function bank.check_fee(numeric,text) is 'Returns a prepaid finance charge, rounded to the cent; null if there is none. Refuses: BADAM.';

create function bank.check_finance_charges() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_finance_charges() is 'Refuses invalid prepaid finance charges of a loan or mortgage. They are facts for the annual percentage rate, and move no money. Refuses: BADAM, BADFM.';

create function bank.check_fixed_side(fixed_side text) returns void language plpgsql volatile;
comment on function bank.check_fixed_side(text) is 'Refuses (BADTY) an unknown side of a transfer.';

create function bank.check_folder() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_folder() is 'Refuses invalid or duplicate folder names (BADNM).';

create function bank.check_free_home(home_id uuid) returns void language plpgsql stable;
comment on function bank.check_free_home(uuid) is 'Refuses (NOELG) a second line of credit on a home. A home secures one line at a time.';

create function bank.check_fund_account(before accounts, after accounts) returns void language plpgsql stable;
comment on function bank.check_fund_account(accounts,accounts) is 'Refuses changes to an account that holds funds: another type or currency (FUNDS), and a balance below the value of its funds (INSUF).';

create function bank.check_fund_contribution(fund_order fund_orders) returns void language plpgsql stable;
comment on function bank.check_fund_contribution(fund_orders) is 'Refuses (CONTR) a purchase that would move more money into a tax-advantaged account than the year''s limit allows. Pending purchases count.';

create function bank.check_goal() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_goal() is 'Refuses invalid goals: NTFND, CLOSD, BADAM, BADNM, BADDT, BADCU, BADTY, BADRT, SAMAC, INSUF, LIMIT.';

create function bank.check_home(mortgage_id uuid, purpose text, amount numeric) returns void language plpgsql stable;
comment on function bank.check_home(uuid,text,numeric) is 'Refuses (NOREF) to lend more than 90% of a home''s value.';

create function bank.check_household_balances(household jsonb, lines bank.household_line[]) returns void language plpgsql stable;
comment on function bank.check_household_balances(jsonb,bank.household_line[]) is 'Refuses accounts that are overdrawn (INSUF) and debts that are overpaid (OVPAY) at any point in the history.';

create function bank.check_household_entries(customer_id uuid, household jsonb, lines bank.household_line[]) returns void language plpgsql volatile;
comment on function bank.check_household_entries(uuid,jsonb,bank.household_line[]) is 'Refuses entries that don''t sum to zero, use unknown ledger accounts, or are in the future.';

create function bank.check_household_order(household jsonb, lines bank.household_line[]) returns void language plpgsql volatile;
comment on function bank.check_household_order(jsonb,bank.household_line[]) is 'Checks a generated household: chronological order, product currencies, and no overdrawn account. Refuses: BADDT, BADCU, INSUF, OVPAY.';

create function bank.check_household_references(customer_id uuid) returns void language plpgsql stable;
comment on function bank.check_household_references(uuid) is 'Refuses (HOUSE) an imported household whose rules use products of other customers.';

create function bank.check_loan_amount(loan_amount numeric, property_value numeric, down_payment numeric) returns numeric language plpgsql immutable;
comment on function bank.check_loan_amount(numeric,numeric,numeric) is 'Returns the loan amount, computed if missing. Refuses (BADFM) an amount other than value minus down payment.';

create function bank.check_mix(VARIADIC parts integer[]) returns void language plpgsql immutable;
comment on function bank.check_mix(integer[]) is 'Refuses (BADMX) a target mix that doesn''t add up to 100%.';

create function bank.check_name() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_name() is 'Cleans the name of a category, saved view, or checkpoint. Refuses: BADNM.';

create function bank.check_new_card_balance(balance numeric, old_balance numeric, credit_limit numeric, held numeric DEFAULT 0) returns void language plpgsql immutable;
comment on function bank.check_new_card_balance(numeric,numeric,numeric,numeric) is 'Refuses a charge that exceeds the limit together with pending purchases (OVRLM), and a payment above the balance (OVPAY). A limit that was lowered below the balance doesn''t block payments.';

create function bank.check_no_funds(account_id uuid) returns void language plpgsql stable;
comment on function bank.check_no_funds(uuid) is 'Refuses (FUNDS) closing an account that holds funds or has orders that are not completed.';

create function bank.check_notification_preference() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_notification_preference() is 'Refuses preferences for other customers'' products (NTFND).';

create function bank.check_order_size(fund text, amount numeric, units numeric) returns void language plpgsql immutable;
comment on function bank.check_order_size(text,numeric,numeric) is 'Refuses an order for an unknown fund (BADTY) or of an invalid size (BADAM).';

create function bank.check_owed(owed numeric) returns void language plpgsql immutable;
comment on function bank.check_owed(numeric) is 'Refuses an invalid balance: negative (OVPAY) or too large (BADAM).';

create function bank.check_parts(parts jsonb, amount numeric) returns void language plpgsql volatile;
comment on function bank.check_parts(jsonb,numeric) is 'Checks that the parts add up to an amount. Refuses: LIMIT, BADAM, NOSUM.';

create function bank.check_pay_account(household uuid, deposit_account uuid, account_id uuid, tax_treatment text) returns void language plpgsql stable;
comment on function bank.check_pay_account(uuid,uuid,uuid,text) is 'Checks an account for contributions: open, in US dollars, and without a different tax treatment. Refuses: NTFND, CLOSD, SAMAC, BADCU, BADTY.';

create function bank.check_pay_details() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_pay_details() is 'Refuses invalid pay details: BADPY, BADCU, BADTY, SAMAC, NTFND, CLOSD, CONTR.';

create function bank.check_payment(sent numeric, amount numeric, rate numeric, months integer) returns numeric language plpgsql immutable;
comment on function bank.check_payment(numeric,numeric,numeric,integer) is 'Returns the installment, computed if missing. Refuses (BADFM) an amount that is off by more than a cent.';

create function bank.check_peer_limit(person uuid, currency text, amount numeric) returns void language plpgsql volatile;
comment on function bank.check_peer_limit(uuid,text,numeric) is 'Refuses a peer payment that exceeds the limit per payment or per simulated day (PAYLM).';

create function bank.check_pending(peer_transfer peer_transfers) returns void language plpgsql volatile;
comment on function bank.check_pending(peer_transfers) is 'Refuses (NOTOP) a peer transfer that was answered or canceled, or has expired on the sender''s clock.';

create function bank.check_pmi(property_value numeric, down_payment numeric, pmi_rate numeric) returns void language plpgsql immutable;
comment on function bank.check_pmi(numeric,numeric,numeric) is 'Refuses mortgage insurance with an invalid rate (BADRT), or with a down payment of at least 20% (BADFM).';

create function bank.check_portion(goal goals, portion numeric) returns void language plpgsql stable;
comment on function bank.check_portion(goals,numeric) is 'Refuses a portion that exceeds the available amount (INSUF), and a second goal that uses the whole account (LIMIT).';

create function bank.check_product_terms(old_card credit_cards, new_card credit_cards) returns void language plpgsql immutable;
comment on function bank.check_product_terms(credit_cards,credit_cards) is 'Refuses (NOELG) to change the APR of a card with a product, or the limit of a secured card.';

create function bank.check_purchase(card credit_cards, amount numeric, category_id uuid, merchant text DEFAULT NULL::text) returns void language plpgsql volatile;
comment on function bank.check_purchase(credit_cards,numeric,uuid,text) is 'Checks a charge on a locked row. Refuses a frozen card (FROZN), unless it accepts recurring charges, an exceeded limit (OVRLM) or a violated control (SPLIM).';

create function bank.check_purchase_order(fund_order fund_orders, source_id uuid) returns void language plpgsql stable;
comment on function bank.check_purchase_order(fund_orders,uuid) is 'Refuses (INSUF) a purchase above the available money, which open purchases reduce.';

create function bank.check_rate(rate numeric) returns numeric language plpgsql immutable;
comment on function bank.check_rate(numeric) is 'Returns an annual rate in percent, or refuses it (BADRT).';

create function bank.check_raw_purchase() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_raw_purchase() is 'Checks a purchase made by a raw balance update. Refuses a frozen card (FROZN) or a violation of a control on all purchases (SPLIM).';

create function bank.check_redemption(card credit_cards, amount numeric, account accounts) returns void language plpgsql immutable;
comment on function bank.check_redemption(credit_cards,numeric,accounts) is 'Refuses more rewards than are available (NOREW), a credit above the balance (OVPAY), and an account in another currency (BADCU).';

create function bank.check_request_id(request_id text) returns void language sql volatile;
comment on function bank.check_request_id(text) is 'Refuses (BADTX) a request_id that is empty or too long.';

create function bank.check_resumed_premium() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_resumed_premium() is 'Refuses (NOELG) to resume the premium of insurance that has ended.';

create function bank.check_returnable(card_id uuid, purchase bank.entries, left_over numeric, amount numeric) returns void language plpgsql volatile;
comment on function bank.check_returnable(uuid,bank.entries,numeric,numeric) is 'Refuses (NORET) to return an entry that isn''t a purchase, was disputed or already returned, is older than 30 days, or is below the amount.';

create function bank.check_review_year(household uuid, year integer) returns date language plpgsql volatile;
comment on function bank.check_review_year(uuid,integer) is 'Returns a household''s first day. Refuses years before it and years that haven''t ended: BADDT.';

create function bank.check_roth_contribution(household uuid, year integer, amount numeric, added numeric) returns void language plpgsql stable;
comment on function bank.check_roth_contribution(uuid,integer,numeric,numeric) is 'Refuses (CONTR) contributions to Roth IRAs above the limit at the household''s income. `amount` was just posted, and `added` will follow.';

create function bank.check_row_limit() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_row_limit() is 'Refuses (LIMIT) an insert that gives a customer more rows in the table than its limit. For large tables, only a random share of the inserts is checked.';

create function bank.check_rule_account(household uuid, account_id uuid) returns accounts language plpgsql stable;
comment on function bank.check_rule_account(uuid,uuid) is 'Checks the account of a rule: it must be the customer''s, open, and not a CD. Refuses: NTFND, CLOSD, CDLCK.';

create function bank.check_rule_count(row_count bigint) returns void language plpgsql stable;
comment on function bank.check_rule_count(bigint) is 'Refuses (LIMIT) too many rules.';

create function bank.check_rule_days(start_date date, end_date date, occurrences integer) returns void language plpgsql immutable;
comment on function bank.check_rule_days(date,date,integer) is 'Refuses a rule with invalid days: BADDT, BADTM.';

create function bank.check_sale_order(fund_order fund_orders) returns void language plpgsql stable;
comment on function bank.check_sale_order(fund_orders) is 'Refuses (INSUF) a sale of more units than the account holds, which open sales reduce.';

create function bank.check_same_day(account accounts, amount numeric) returns void language plpgsql volatile;
comment on function bank.check_same_day(accounts,numeric) is 'Refuses a same-day transfer in another currency (BADCU), or above the limit (BADAM).';

create function bank.check_scenario_pack() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_scenario_pack() is 'Limits the number of a customer''s own packs. Refuses: LIMIT.';

create function bank.check_scheduled_payment() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_scheduled_payment() is 'Refuses invalid rules: NTFND, CLOSD, SAMAC, BADCU, BADAM, BADNM, BADTX, BADDT, BADTM, LIMIT.';

create function bank.check_shock() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_shock() is 'Refuses shocks in the past (BADDT) and too many shocks (LIMIT).';

create function bank.check_stated_amount(stated numeric, field text) returns numeric language plpgsql immutable;
comment on function bank.check_stated_amount(numeric,text) is 'Returns an amount stated by an applicant, rounded to the cent, or refuses it (BADAP).';

create function bank.check_term(term integer, longest integer, unit text) returns void language plpgsql immutable;
comment on function bank.check_term(integer,integer,text) is 'Refuses (BADTM) a term that is too short or too long.';

create function bank.check_transaction_details(annotation jsonb, amount numeric) returns void language plpgsql volatile;
comment on function bank.check_transaction_details(jsonb,numeric) is 'Refuses annotations in a file that a customer couldn''t have written.';

create function bank.check_transfer_limit(source accounts, target accounts, amount numeric) returns void language plpgsql volatile;
comment on function bank.check_transfer_limit(accounts,accounts,numeric) is 'Refuses (PAYLM) a transfer between locked accounts that exceeds the customer''s daily limit. A transfer back is always allowed, so that a transfer can be undone.';

create function bank.check_transfer_time(card credit_cards) returns void language plpgsql volatile;
comment on function bank.check_transfer_time(credit_cards) is 'Refuses (NOELG) a balance transfer to a card that was opened too long ago.';

create function bank.check_waivable(product_id uuid, fee bank.entries, can_waive boolean, at timestamp with time zone) returns void language plpgsql volatile;
comment on function bank.check_waivable(uuid,bank.entries,boolean,timestamp with time zone) is 'Refuses (NOWAV) to waive a fee of a card or account if the bank doesn''t waive its kind, it is older than 12 months, or it was already waived. Also refuses a second waiver within 12 months, and a waiver for a customer whose other payments were not all on time.';

create function bank.check_withdrawal_limit(account accounts, kind text) returns void language plpgsql volatile;
comment on function bank.check_withdrawal_limit(accounts,text) is 'Refuses (LIMIT) the seventh withdrawal in a month from a locked Goal Saver account.';

create function bank.check_writing_pace(household uuid) returns void language plpgsql volatile;
comment on function bank.check_writing_pace(uuid) is 'Refuses (SLOWR) more than 30 messages from a customer within an hour. Takes a lock, so that concurrent messages are counted.';

create function bank.check_yearly_contribution(account accounts, amount numeric) returns void language plpgsql stable;
comment on function bank.check_yearly_contribution(accounts,numeric) is 'Refuses (CONTR) a contribution to a tax-advantaged account that was just posted, if the year''s contributions are above the limit.';

create function bank.choose_overdraft(account accounts, choice text, savings_id uuid, product text, cards boolean) returns accounts language plpgsql volatile;
comment on function bank.choose_overdraft(accounts,text,uuid,text,boolean) is 'Sets the overdraft choice of a locked account.';

create function bank.choose_plan(account accounts, plan text) returns accounts language plpgsql volatile;
comment on function bank.choose_plan(accounts,text) is 'Sets the plan of a locked account from the next month on.';

create function bank.claim_days(account accounts, charge bank.entries, OUT credit_days integer, OUT decision_days integer) returns record language plpgsql stable;
comment on function bank.claim_days(accounts,bank.entries) is 'Returns the business days until the provisional credit, and the days until the decision (12 CFR 1005.11(c)): 10 and 45; 20 and 90 in the first 30 days of an account; 10 and 90 for a purchase in person.';

create function bank.claim_renamed_checkpoint() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.claim_renamed_checkpoint() is 'Makes a renamed automatic checkpoint one of the customer''s own. Refuses: LIMIT.';

create function bank.clean_address(address text) returns text language plpgsql immutable;
comment on function bank.clean_address(text) is 'Returns a cleaned email address, or refuses it (BADEM).';

create function bank.clean_changes(household uuid, changes jsonb) returns jsonb language plpgsql volatile;
comment on function bank.clean_changes(uuid,jsonb) is 'Validates the annotations that a customer requests. Refuses: NTFND, BADTX.';

create function bank.clean_file_name(name text) returns text language plpgsql immutable;
comment on function bank.clean_file_name(text) is 'Returns a cleaned file name, or refuses it (BADNM).';

create function bank.clean_line_name() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.clean_line_name() is 'Cleans the new name of a line of credit. Refuses: BADNM.';

create function bank.clean_name(name text) returns text language plpgsql immutable;
comment on function bank.clean_name(text) is 'Returns a cleaned name, or refuses it (BADNM).';

create function bank.clean_note(value text, field text, longest integer) returns text language plpgsql immutable;
comment on function bank.clean_note(text,text,integer) is 'Returns cleaned text, or null if it is empty. Refuses text that is too long (BADTX).';

create function bank.clean_paragraphs(input text, field text, longest integer) returns text language plpgsql immutable;
comment on function bank.clean_paragraphs(text,text,integer) is 'Cleans multi-line text: removes control characters and extra blank lines. Refuses (BADTX) text that is empty or too long.';

create function bank.clean_pay_details(details jsonb) returns jsonb language sql immutable;
comment on function bank.clean_pay_details(jsonb) is 'Returns pay details with their known keys only.';

create function bank.clean_rule(rule categorization_rules) returns categorization_rules language plpgsql volatile;
comment on function bank.clean_rule(categorization_rules) is 'Cleans a rule and generates its patterns. Refuses: NTFND, BADRU, BADTX.';

create function bank.clean_tag(tag text) returns text language sql immutable;
comment on function bank.clean_tag(text) is 'Cleans a tag: lowercase, one word, without # and commas. Returns null if nothing remains.';

create function bank.clean_tags(tags jsonb) returns jsonb language sql immutable;
comment on function bank.clean_tags(jsonb) is 'Cleans a list of tags and removes duplicates.';

create function bank.clean_text(value text) returns text language sql immutable parallel safe;
comment on function bank.clean_text(text) is 'Removes control characters, direction marks, and surrounding spaces; returns null if no visible text is left.';

create function bank.clear_household(household uuid) returns void language sql volatile;
comment on function bank.clear_household(uuid) is 'Deletes the products, rules, and ledger of a household; customer, categories, and checkpoints remain. Records the number of deleted ledger rows.';

create function bank.clearing_balances(household uuid) returns jsonb language sql stable;
comment on function bank.clearing_balances(uuid) is 'Returns the total of a household''s settled payments in clearing, by currency.';

create function bank.close_debt() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.close_debt() is 'Writes off the remaining balance of a deleted card, loan, or mortgage. Its ledger account remains.';

create function bank.close_import_card(card_id uuid, at timestamp with time zone) returns void language plpgsql volatile;
comment on function bank.close_import_card(uuid,timestamp with time zone) is 'Closes a card that an import opened and that was never used, with its opening balance.';

create function bank.close_ledger_account() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.close_ledger_account() is 'Posts the remaining balance of a deleted account to ''Closed accounts'', or what it owes to ''Written off''. The ledger account remains, and transfers on other accounts no longer refer to the deleted account.';

create function bank.close_peer_transfer(peer_transfer peer_transfers, state text, answer text DEFAULT NULL::text) returns boolean language plpgsql volatile;
comment on function bank.close_peer_transfer(peer_transfers,text,text) is 'Ends a locked pending transfer that was not accepted, and refunds it. Returns false if the sender has no account for the refund.';

create function bank.close_reserve() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.close_reserve() is 'Pays out the escrow account of a deleted mortgage outside the bank, or writes off what the bank advanced. Its ledger account remains.';

create function bank.close_settled_tickets() returns integer language plpgsql volatile;
comment on function bank.close_settled_tickets() is 'Closes tickets that were resolved 14 days ago.';

create function bank.closing_balance(ledger uuid, issued bank.issued_documents) returns numeric language sql stable;
comment on function bank.closing_balance(uuid,bank.issued_documents) is 'Returns the closing balance of an account statement.';

create function bank.complete_peer_transfer(peer_transfer peer_transfers, other_party uuid) returns void language sql volatile;
comment on function bank.complete_peer_transfer(peer_transfers,uuid) is 'Completes a locked peer transfer or request, and links the customers on both sides.';

create function bank.complete_raw_transaction() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.complete_raw_transaction() is 'Fills in the bank''s columns of a raw row. Doesn''t move money.';

create function bank.compute_exchange(amount numeric, mid numeric, margin_percent numeric, fixed_side text DEFAULT 'source'::text) returns bank.exchange_price language sql immutable;
comment on function bank.compute_exchange(numeric,numeric,numeric,text) is 'Returns the price of selling an amount at a mid-market rate less a margin in percent, or of buying it (target) at that rate plus the margin. The customer''s rate has six decimals, and the other amount is rounded half away from zero to cents.';

create function bank.condition_clause(condition jsonb, side text, household uuid, zone text, counted boolean DEFAULT false) returns text language plpgsql volatile;
comment on function bank.condition_clause(jsonb,text,uuid,text,boolean) is 'Returns SQL for one condition. An unknown condition matches nothing, so that it never widens a search.';

create function bank.confirmed_address(customer_id uuid) returns text language sql stable;
comment on function bank.confirmed_address(uuid) is 'Returns the verified email address of a customer, confirmed by email or by an identity provider. Null if there is none.';

create function bank.continue_escrow(offer refinance_offers, credits_escrow boolean) returns void language plpgsql volatile;
comment on function bank.continue_escrow(refinance_offers,boolean) is 'Opens escrow for a refinanced mortgage with the bills of the old one, and credits the old balance to it if the customer agrees. The autopay account, or money from outside the bank, pays what is missing from the opening balance. Refuses: INSUF.';

create function bank.contribution_kind(tax_treatment text) returns text language sql immutable;
comment on function bank.contribution_kind(text) is 'Returns the limit that counts contributions with a tax treatment: retirement, ira, or hsa.';

create function bank.contribution_limit(household uuid, kind text, is_family boolean, year integer) returns numeric language sql stable;
comment on function bank.contribution_limit(uuid,text,boolean,integer) is 'Returns the limit of a year''s contributions: 401(k) and IRA (Notice 2025-67) or HSA (Rev. Proc. 2025-19), with the catch-up amounts if the customer''s age is known. After 2026, amounts rise with inflation, rounded down to 50 dollars, as in engine/pay/tax-tables.ts.';

create function bank.convert_amount(amount numeric, currency text, target text, day date) returns numeric language sql stable;
comment on function bank.convert_amount(numeric,text,text,date) is 'Converts an amount at a day''s rate, or at the last earlier rate. Returns null if there is none.';

create function bank.corrected_transactions(undone imports) returns SETOF transactions language sql stable set enable_nestloop=off;
comment on function bank.corrected_transactions(imports) is 'Returns the current corrections of an import''s transactions, even if they were corrected several times.';

create function bank.count_shared_words(first_text text, second_text text) returns bigint language sql immutable parallel safe;
comment on function bank.count_shared_words(text,text) is 'Returns the number of different words that two normalized texts have in common.';

create function bank.counted_date_sql(query jsonb, household uuid) returns text language sql stable;
comment on function bank.counted_date_sql(jsonb,uuid) is 'Returns SQL for the instant at which a found transaction counts.';

create function bank.counted_day_clause(condition jsonb, side text, household uuid, zone text) returns text language plpgsql stable;
comment on function bank.counted_day_clause(jsonb,text,uuid,text) is 'Returns SQL that matches the days on which transactions count as spending: as in the view `spending`, a refund counts on the day of its purchase.';

create function bank.counted_sql(query jsonb, household uuid) returns text language sql stable;
comment on function bank.counted_sql(jsonb,uuid) is 'Returns SQL for the amount that a search sorts by: the part that counts, or the whole transaction.';

create function bank.counts_spending(query jsonb) returns boolean language sql immutable;
comment on function bank.counts_spending(jsonb) is 'Returns true for a search for spending.';

create function bank.cover_shortfall(account accounts, amount numeric) returns accounts language plpgsql volatile;
comment on function bank.cover_shortfall(accounts,numeric) is 'Transfers exactly what a payment is short from savings to a locked account, if the customer chose that and savings cover it in full. Once per day and checking account. Returns the account.';

create function bank.create_proposed_rule(proposal assistant_proposals) returns void language plpgsql volatile;
comment on function bank.create_proposed_rule(assistant_proposals) is 'Creates the proposed scheduled payment or recurring deposit with the proposal''s id.';

create function bank.credit_account(account accounts, amount numeric, kind text, description text, entry_id bigint, at timestamp with time zone, type text DEFAULT 'DEPOSIT'::text, counter_account_id uuid DEFAULT NULL::uuid, category_id uuid DEFAULT NULL::uuid, merchant text DEFAULT NULL::text, exchange_rate numeric DEFAULT NULL::numeric, transaction_id uuid DEFAULT NULL::uuid) returns accounts language plpgsql volatile;
comment on function bank.credit_account(accounts,numeric,text,text,bigint,timestamp with time zone,text,uuid,uuid,text,numeric,uuid) is 'Raises the balance of a locked account by the amount of a posted entry, and writes the transaction.';

create function bank.credit_dispute(card credit_cards, dispute disputes) returns void language plpgsql volatile;
comment on function bank.credit_dispute(credit_cards,disputes) is 'Credits a new dispute to a locked card.';

create function bank.credit_escrow(old debt_reserves, fresh debt_reserves) returns debt_reserves language plpgsql volatile;
comment on function bank.credit_escrow(debt_reserves,debt_reserves) is 'Moves the balance of a locked escrow account to the escrow account of the new mortgage, and ends the old one. Returns the new one.';

create function bank.credit_facts(household uuid, into_currency text) returns jsonb language plpgsql volatile;
comment on function bank.credit_facts(uuid,text) is 'Returns the credit record of a household in one currency.';

create function bank.credit_inquiries(household uuid, zone text, today date) returns jsonb language sql stable;
comment on function bank.credit_inquiries(uuid,text,date) is 'Returns the credit inquiries of a household.';

create function bank.credit_ledger_accounts(household uuid, zone text) returns TABLE(id uuid, kind text, name text, currency text, opened date, closed date, rate numeric, balance numeric, credit_limit numeric, payment numeric) language sql stable;
comment on function bank.credit_ledger_accounts(uuid,text) is 'Returns all cards, loans, and mortgages of a household, including closed and deleted ones, with their monthly payments.';

create function bank.credit_lines(household uuid, zone text, into_currency text, today date) returns jsonb language sql volatile;
comment on function bank.credit_lines(uuid,text,text,date) is 'Returns the credit lines of a household with the balances of the last 84 month-ends.';

create function bank.crossed_utilization(household uuid, today date) returns SETOF bank.insight language sql stable;
comment on function bank.crossed_utilization(uuid,date) is 'Returns cards whose utilization rose above 30, 50, or 75 percent in the last 30 days, with the payment that brings utilization back below that percentage.';

create function bank.current_annotations(household uuid, transaction_keys text[]) returns SETOF bank.annotation_change language sql volatile;
comment on function bank.current_annotations(uuid,text[]) is 'Returns the current annotations of a customer''s transactions.';

create function bank.current_debt_period(debt bank.debts) returns bank.debt_period language plpgsql stable;
comment on function bank.current_debt_period(bank.debts) is 'Returns the current accrual: the engine''s last state plus later changes from outside the engine, computed by the engine''s rules.';

create function bank.current_generation(household uuid) returns integer language sql stable;
comment on function bank.current_generation(uuid) is 'Returns a customer''s household generation.';

create function bank.current_terms(household uuid, expects jsonb) returns jsonb language sql stable;
comment on function bank.current_terms(uuid,jsonb) is 'Returns the current values that a preview is based on.';

create function bank.cursor_clause(sort text, before jsonb, side text) returns text language sql immutable;
comment on function bank.cursor_clause(text,jsonb,text) is 'Returns SQL that matches transactions after the end of the previous page; for sorting by amount, see `amount_cursor`.';

create function bank.customer_transactions(household uuid) returns TABLE(transaction_key text, at timestamp with time zone, title text, entry_text text, amount numeric, currency text, flow text, account_id uuid, card_id uuid, type text, merchant text, category_id uuid) language sql stable;
comment on function bank.customer_transactions(uuid) is 'Returns all of a customer''s transactions with the fields that rules match.';

create function bank.day_balance(found bank.found_transaction, zone text) returns numeric language sql stable;
comment on function bank.day_balance(bank.found_transaction,text) is 'Returns the account balance or card balance at the end of a transaction''s day.';

create function bank.day_clause(condition jsonb, zone text) returns text language sql stable;
comment on function bank.day_clause(jsonb,text) is 'Returns SQL that matches days in the customer''s time zone.';

create function bank.day_for(customer_id uuid, at timestamp with time zone) returns date language sql stable;
comment on function bank.day_for(uuid,timestamp with time zone) is 'Returns the day of an instant in the customer''s time zone.';

create function bank.days_between(from_date date, to_date date) returns integer language sql immutable;
comment on function bank.days_between(date,date) is 'Returns the number of days between two dates with months of 30 days.';

create function bank.debit_account(account accounts, amount numeric, kind text, description text, entry_id bigint, at timestamp with time zone, type text DEFAULT 'WITHDRAWAL'::text, counter_account_id uuid DEFAULT NULL::uuid, category_id uuid DEFAULT NULL::uuid, merchant text DEFAULT NULL::text, exchange_rate numeric DEFAULT NULL::numeric, transaction_id uuid DEFAULT NULL::uuid, covered numeric DEFAULT 0) returns accounts language plpgsql volatile;
comment on function bank.debit_account(accounts,numeric,text,text,bigint,timestamp with time zone,text,uuid,uuid,text,numeric,uuid,numeric) is 'Lowers the balance of a locked account by the amount of a posted entry, and writes the transaction. Refuses (INSUF) an amount above the available balance and what the bank covers below zero, and (CSHLM) cash from checks that can''t be withdrawn yet.';

create function bank.debt_category(product text, name text) returns uuid language sql stable;
comment on function bank.debt_category(text,text) is 'Returns the category of payments on a debt: Housing for mortgages, otherwise based on keywords in its name.';

create function bank.debt_dues(household uuid, today date) returns TABLE(line_id uuid, due date, days_late integer) language sql stable;
comment on function bank.debt_dues(uuid,date) is 'Returns the previous due dates of debts with days late: 0 if the installment was paid on time; otherwise, its highest past-due mark, or 1 if it reached none.';

create function bank.decide_disputes(steps jsonb) returns void language sql volatile;
comment on function bank.decide_disputes(jsonb) is 'Records the provisional credits of disputes, their decisions, and the reversals that these engine steps posted.';

create function bank.decide_limit(facts jsonb, OUT decision text, OUT granted numeric, OUT reasons jsonb) returns record language plpgsql stable;
comment on function bank.decide_limit(jsonb) is 'Decides on a credit limit from its facts. A lower limit is granted down to the balance. A higher limit is at most double the previous limit, or 1.25 times after one late payment in 12 months. All card limits together can''t exceed the 90-day income. An increase is declined after two late payments, above 80 percent utilization, and within 90 days since the last increase. A smaller increase than requested is rounded down to hundreds.';

create function bank.decision_notifications(household uuid, since timestamp with time zone) returns SETOF bank.news_item language sql stable;
comment on function bank.decision_notifications(uuid,timestamp with time zone) is 'Returns new statements, application and dispute decisions, mortgage rate resets, and escrow changes since an instant. An approval triggers a separate alert.';

create function bank.delete_imported_movements(undone imports) returns void language plpgsql volatile set enable_nestloop=off;
comment on function bank.delete_imported_movements(imports) is 'Deletes the card activity of an import with its annotations. The journal keeps the entries.';

create function bank.delete_imported_transactions(undone imports) returns void language plpgsql volatile set enable_nestloop=off;
comment on function bank.delete_imported_transactions(imports) is 'Deletes the transactions of an import; a trigger deletes their annotations.';

create function bank.delete_old_page_views() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.delete_old_page_views() is 'Deletes all page views except the newest 100,000.';

create function bank.delete_proposed_rule(proposal assistant_proposals) returns void language plpgsql volatile;
comment on function bank.delete_proposed_rule(assistant_proposals) is 'Deletes the rule that a proposal created, unless the rule has already posted a payment. Refuses: NOCOR.';

create function bank.delete_transaction_details() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.delete_transaction_details() is 'Deletes the annotations of deleted transactions.';

create function bank.deposit_hold_notifications(household uuid, since timestamp with time zone) returns SETOF bank.news_item language sql stable;
comment on function bank.deposit_hold_notifications(uuid,timestamp with time zone) is 'Returns the notices of deposits that an exception delays (12 CFR 229.13(g)), since a given time.';

create function bank.direct_contributions(household uuid, kind text, year integer) returns numeric language sql stable;
comment on function bank.direct_contributions(uuid,text,integer) is 'Returns a year''s contributions to tax-advantaged accounts that don''t come from paychecks.';

create function bank.dispute_outcome(dispute disputes, OUT outcome text, OUT explanation text) returns record language plpgsql stable;
comment on function bank.dispute_outcome(disputes) is 'Returns the outcome of a dispute, based on the ledger when the dispute was opened. The same rules apply to all customers.';

create function bank.distribution_notifications(household uuid, since timestamp with time zone) returns SETOF bank.news_item language plpgsql stable;
comment on function bank.distribution_notifications(uuid,timestamp with time zone) is 'Returns required minimum distributions that began, are due in 30 days, or were missed since a given time.';

create function bank.distribution_period(age integer) returns numeric language sql immutable;
comment on function bank.distribution_period(integer) is 'Returns the distribution period at an age in years: the Uniform Lifetime Table (Publication 590-B, Appendix B, Table III), for ages 72 to 120.';

create function bank.distributions(household uuid) returns TABLE(tax_year integer, account_id uuid, name text, tax_treatment text, gross numeric, taxable numeric, early numeric, converted numeric, rolled_over numeric) language sql stable;
comment on function bank.distributions(uuid) is 'Returns the withdrawals from retirement accounts by year, their taxable part, the part that has the additional tax on early withdrawals, the conversions to a Roth IRA, and the direct rollovers of 401(k) plans, which aren''t taxed.';

create function bank.dollar_value(currency text, day date) returns numeric language sql immutable strict;
comment on function bank.dollar_value(text,date) is 'Returns the dollar value of one unit of a currency on a day; null if there is no simulated rate.';

create function bank.due_date(start_date date, number integer) returns date language sql immutable;
comment on function bank.due_date(date,integer) is 'Returns the due date of an installment: a number of months after the start, or the last day of a shorter month.';

create function bank.due_number(start_date date, day date) returns integer language sql immutable;
comment on function bank.due_number(date,date) is 'Returns the number of the first installment that falls due after a day.';

create function bank.duplicate_key(day date, amount numeric, text text, nth bigint, has_id boolean DEFAULT false) returns text language sql stable parallel safe;
comment on function bank.duplicate_key(date,numeric,text,bigint,boolean) is 'Returns one key for transactions with the same day, amount, text, and number.';

create function bank.end_refunds(steps jsonb) returns void language sql volatile;
comment on function bank.end_refunds(jsonb) is 'Marks the refunds that these engine steps credited or couldn''t credit, or that didn''t arrive.';

create function bank.end_unlimited_payments(account accounts, tax_treatment text) returns void language plpgsql volatile;
comment on function bank.end_unlimited_payments(accounts,text) is 'Ends the dividends and the payouts of CDs that would bypass the limits of an account. Refuses (BADTY) an account to which other pay goes.';

create function bank.engine_cards(household uuid) returns TABLE(cards json) language sql stable;
comment on function bank.engine_cards(uuid) is 'Returns a household''s open cards in the engine''s format, with this month''s spending for the controls.';

create function bank.engine_certificates(household uuid) returns json language sql stable;
comment on function bank.engine_certificates(uuid) is 'Returns the terms of a household''s CDs for the engine; null if there are none.';

create function bank.engine_change_lines(household uuid, after_entry bigint, after_instant timestamp with time zone) returns TABLE(id bigint, at timestamp with time zone, ledger_id uuid, amount numeric, kind text, category text, balance text, import_key text, imported_at timestamp with time zone) language sql stable;
comment on function bank.engine_change_lines(uuid,bigint,timestamp with time zone) is 'Returns the postings made outside the engine after its last step. Imports into cards have a key.';

create function bank.engine_changes(household uuid, after_entry bigint, after_instant timestamp with time zone) returns SETOF json language sql stable;
comment on function bank.engine_changes(uuid,bigint,timestamp with time zone) is 'Returns the changes that were posted outside the engine after its last step. An import into a card is one change.';

create function bank.engine_contributions(household uuid) returns json language sql stable;
comment on function bank.engine_contributions(uuid) is 'Returns the direct contributions to tax-advantaged accounts by year, for the engine; null if there are no such accounts.';

create function bank.engine_controls(card credit_cards, simulated_until timestamp with time zone, last_entry bigint) returns jsonb language sql stable;
comment on function bank.engine_controls(credit_cards,timestamp with time zone,bigint) is 'Returns a card''s controls in the engine''s format, with the spending of the last simulated month.';

create function bank.engine_disputes(household uuid, simulated_until timestamp with time zone) returns TABLE(disputes json) language sql stable;
comment on function bank.engine_disputes(uuid,timestamp with time zone) is 'Returns the disputes of a household in the engine''s format.';

create function bank.engine_distributions(household uuid) returns jsonb language plpgsql stable;
comment on function bank.engine_distributions(uuid) is 'Returns this year''s required distributions for projections: what is still required and what was withdrawn, in minor units; null before the first year.';

create function bank.engine_funds(household uuid) returns TABLE(funds json) language sql stable;
comment on function bank.engine_funds(uuid) is 'Returns a household''s funds, their lots, and its open orders in the engine''s format; null if no account holds funds.';

create function bank.engine_goals(household uuid) returns TABLE(goals json) language sql stable;
comment on function bank.engine_goals(uuid) is 'Returns a household''s goals in the engine''s format, in the order in which they are filled.';

create function bank.engine_holds(household uuid) returns TABLE(holds json) language sql stable;
comment on function bank.engine_holds(uuid) is 'Returns the open holds of a household in the engine''s format, oldest first.';

create function bank.engine_lines(steps jsonb) returns bank.engine_line[] language sql volatile;
comment on function bank.engine_lines(jsonb) is 'Returns all sides of all entries of these steps, numbered in order.';

create function bank.engine_products(household uuid) returns TABLE(accounts json, debts json) language sql stable;
comment on function bank.engine_products(uuid) is 'Returns the accounts, loans, and mortgages of a household in the engine''s format.';

create function bank.engine_refunds(household uuid) returns TABLE(refunds json) language sql stable;
comment on function bank.engine_refunds(uuid) is 'Returns the expected refunds of a household in the engine''s format. Purchases that were returned at the same instant are in the order in which they were charged.';

create function bank.engine_rules(household uuid) returns TABLE(auto_deposits json, scheduled_payments json, shocks json) language sql stable;
comment on function bank.engine_rules(uuid) is 'Returns the rules and planned shocks of a household in the engine''s format.';

create function bank.engine_settled_purchases(household uuid, carryover jsonb) returns json language sql stable;
comment on function bank.engine_settled_purchases(uuid,jsonb) is 'Returns the keys of the purchases with a planned return that the customer returned or disputed; null if there are none.';

create function bank.engine_tax_returns(household uuid) returns json language sql stable;
comment on function bank.engine_tax_returns(uuid) is 'Returns the returns that aren''t settled, for the engine.';

create function bank.ensure_customer(customer_id uuid) returns void language sql volatile;
comment on function bank.ensure_customer(uuid) is 'Creates the customer''s row if it doesn''t exist.';

create function bank.erase_customer(customer_id uuid) returns void language plpgsql volatile;
comment on function bank.erase_customer(uuid) is 'Erases a customer: household, ledger, files, sign-in, and logs. Only counts remain.';

create function bank.erase_due_accounts() returns integer language plpgsql volatile;
comment on function bank.erase_due_accounts() is 'Erases accounts seven days after the request and returns how many it erased. Called by the scheduler.';

create function bank.erase_files(customer_id uuid) returns void language plpgsql volatile;
comment on function bank.erase_files(uuid) is 'Removes all files of a customer in all buckets.';

create function bank.erase_ledger(household uuid) returns bank.erased_households language plpgsql volatile;
comment on function bank.erase_ledger(uuid) is 'Erases the ledger of a household that is being erased. Returns the counts, which the bank keeps.';

create function bank.escrow_json(mortgage_id uuid) returns json language sql stable;
comment on function bank.escrow_json(uuid) is 'Returns the open escrow account of a mortgage in the engine''s format; null if there is none.';

create function bank.escrow_plan(property_tax numeric, home_insurance numeric, first_month integer, OUT payment numeric, OUT target numeric) returns record language sql immutable;
comment on function bank.escrow_plan(numeric,numeric,integer) is 'Returns the monthly deposit of a first escrow year, and the opening balance with which the lowest balance at the end of a month is the cushion of two months. The engine has the same formula.';

create function bank.evidence_row(day date, name text, amount numeric, currency text) returns jsonb language sql immutable;
comment on function bank.evidence_row(date,text,numeric,text) is 'Returns one row of evidence for an insight.';

create function bank.exchange_account(account accounts, old_currency text, held numeric) returns bigint language plpgsql volatile;
comment on function bank.exchange_account(accounts,text,numeric) is 'Changes an account''s currency but not the amount of its balance. Two transactions close the old balance and open the new one.';

create function bank.exchange_margin(household uuid) returns numeric language sql stable;
comment on function bank.exchange_margin(uuid) is 'Returns the margin of a household''s transfers between currencies, in percent.';

create function bank.exchange_price(household uuid, source text, target text, amount numeric, day date, fixed_side text DEFAULT 'source'::text) returns bank.exchange_price language plpgsql volatile;
comment on function bank.exchange_price(uuid,text,text,numeric,date,text) is 'Returns the price of a transfer between currencies on a day: 0.60% from the mid-market rate, or 1.00% from Friday''s rate on a weekend. Without the household''s setting, the mid-market rate. Refuses: NORAT.';

create function bank.execute_budget_deletion(household uuid, category uuid) returns jsonb language plpgsql volatile;
comment on function bank.execute_budget_deletion(uuid,uuid) is 'Deletes the caller''s budget of a category, and returns it. Refuses: NTFND.';

create function bank.execute_freeze(household uuid, card_id uuid, is_frozen boolean) returns void language plpgsql volatile;
comment on function bank.execute_freeze(uuid,uuid,boolean) is 'Freezes or unfreezes the caller''s card. Refuses: NTFND.';

create function bank.execute_goal_change(household uuid, goal_id uuid, target numeric, target_date date) returns jsonb language plpgsql volatile;
comment on function bank.execute_goal_change(uuid,uuid,numeric,date) is 'Changes the target or the target date of the caller''s goal, and returns both as they were. Refuses: NTFND.';

create function bank.execute_proposal(proposal assistant_proposals) returns jsonb language plpgsql volatile;
comment on function bank.execute_proposal(assistant_proposals) is 'Runs the proposal''s function as the customer, and returns the exact reversal.';

create function bank.expect_write_back(account_id uuid, amount numeric) returns void language plpgsql volatile;
comment on function bank.expect_write_back(uuid,numeric) is 'Records that the client who inserted a transaction may overwrite the balance next.';

create function bank.expire_offers(household uuid) returns void language sql volatile;
comment on function bank.expire_offers(uuid) is 'Expires the offers of a household after thirty days.';

create function bank.expire_offers_for_clock() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.expire_offers_for_clock() is 'Expires the offers of a household after its clock has advanced.';

create function bank.expire_peer_transfers(person uuid) returns void language plpgsql volatile;
comment on function bank.expire_peer_transfers(uuid) is 'Expires transfers that were not answered within 14 simulated days and returns their money. Requires the lock on the household or its clock.';

create function bank.expire_pending_items() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.expire_pending_items() is 'Expires open payments and offers after clocks have moved.';

create function bank.extend_exchange_rates() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.extend_exchange_rates() is 'Adds exchange rates until they extend past every customer''s clock.';

create function bank.fast_budgets(household uuid, today date) returns SETOF bank.insight language sql volatile;
comment on function bank.fast_budgets(uuid,date) is 'Returns current budgets whose spending is over 30% ahead of plan. The amount is the projected overspending.';

create function bank.fee_notifications(household uuid, since timestamp with time zone) returns SETOF bank.news_item language sql stable;
comment on function bank.fee_notifications(uuid,timestamp with time zone) is 'Returns monthly fees that were charged or waived since a given time.';

create function bank.fee_params(origination_fee numeric, underwriting_fee numeric, points_fee numeric) returns jsonb language sql immutable;
comment on function bank.fee_params(numeric,numeric,numeric) is 'Returns the fees among the parameters of a request. Fees that aren''t given are left out.';

create function bank.fees_twice(household uuid, today date) returns SETOF bank.insight language sql stable;
comment on function bank.fees_twice(uuid,date) is 'Returns fees that the caller paid at least twice in two months on the same account, card, or debt.';

create function bank.file_disputes(household uuid) returns jsonb language sql stable;
comment on function bank.file_disputes(uuid) is 'Returns the disputes of a household for a file.';

create function bank.file_entries(household uuid) returns jsonb language sql stable;
comment on function bank.file_entries(uuid) is 'Returns the entries of a household for a file in order, with their transactions.';

create function bank.file_imports(household uuid) returns jsonb language sql stable;
comment on function bank.file_imports(uuid) is 'Returns imports with their reports, and reconciliations, for a household file.';

create function bank.file_list(household uuid, list_name text) returns jsonb language plpgsql stable;
comment on function bank.file_list(uuid,text) is 'Returns one list of a household file: the columns that bank.household_tables names, with categories by name.';

create function bank.file_overdraft_limit(household jsonb, ledger_id uuid) returns numeric language sql immutable;
comment on function bank.file_overdraft_limit(jsonb,uuid) is 'Returns how far below zero the balance of an account in a household file may be.';

create function bank.file_refunds(household uuid) returns jsonb language sql stable;
comment on function bank.file_refunds(uuid) is 'Returns the refunds of a household for a file.';

create function bank.file_scenario_run(household uuid) returns jsonb language sql stable;
comment on function bank.file_scenario_run(uuid) is 'Returns the current run of a household for a file; its progress is in the carryover.';

create function bank.file_transaction_details(household uuid) returns jsonb language sql stable;
comment on function bank.file_transaction_details(uuid) is 'Returns annotations for a household file. A transaction is identified by the position of its entry and by its account or card.';

create function bank.fill_exchange_rates(through date) returns void language sql volatile;
comment on function bank.fill_exchange_rates(date) is 'Writes the missing exchange rates up to and including a day.';

create function bank.find_category(household uuid, category text) returns uuid language plpgsql stable;
comment on function bank.find_category(uuid,text) is 'Returns the category with this name or id; prefers the customer''s own. Refuses an unknown category (NTFND).';

create function bank.find_correctable(household uuid, transaction_key text) returns transactions language plpgsql volatile;
comment on function bank.find_correctable(uuid,text) is 'Returns the transaction with this key if its customer can reverse it. Refuses: NTFND, NOCOR.';

create function bank.find_debt(debt_id uuid) returns bank.debts language plpgsql stable;
comment on function bank.find_debt(uuid) is 'Returns one of the caller''s loans or mortgages. Refuses: NTFND.';

create function bank.find_offer_terms(application loan_applications, offer jsonb, points numeric, payment_day integer) returns bank.offer_terms language plpgsql stable;
comment on function bank.find_offer_terms(loan_applications,jsonb,numeric,integer) is 'Returns the terms of an accepted offer with the chosen points and payment day. Refuses: BADTY, BADDT.';

create function bank.find_open_surprise(household uuid, surprise text) returns jsonb language plpgsql volatile;
comment on function bank.find_open_surprise(uuid,text) is 'Returns an open surprise, which needs the customer''s decision. Refuses an unknown one (NTFND), and one that was decided or whose time is over (DCIDD).';

create function bank.find_page(query jsonb, household uuid, zone text, before jsonb, page_size integer) returns bank.found_transaction[] language plpgsql volatile;
comment on function bank.find_page(jsonb,uuid,text,jsonb,integer) is 'Returns the next rows of a search in search order.';

create function bank.find_payment_day_change(debt bank.debts, period bank.debt_period, day integer) returns bank.payment_day_change language plpgsql stable;
comment on function bank.find_payment_day_change(bank.debts,bank.debt_period,integer) is 'Returns the effect of another payment day. Refuses: BADDT, OVPAY, NOPAU, LIMIT.';

create function bank.find_purchase(household uuid, transaction_key text, OUT account_id uuid, OUT card_id uuid, OUT purchase bank.entries, OUT charged numeric, OUT currency text, OUT category text, OUT merchant text) returns record language plpgsql volatile;
comment on function bank.find_purchase(uuid,text) is 'Returns the purchase with this key and its amount in major units. Refuses: NTFND.';

create function bank.find_quote(household uuid, quote_id uuid, from_id uuid, to_id uuid, amount numeric, fixed_side text) returns bank.exchange_quotes language plpgsql stable;
comment on function bank.find_quote(uuid,uuid,uuid,uuid,numeric,text) is 'Returns a household''s quote for exactly this transfer. Refuses: NTFND.';

create function bank.find_transactions(household uuid, transaction_keys text[]) returns TABLE(transaction_key text, transaction_id uuid, card_id uuid, entry_id bigint, amount numeric, currency text) language sql volatile;
comment on function bank.find_transactions(uuid,text[]) is 'Returns a customer''s transactions by id, without duplicates. Omits unknown ids. Amounts are positive.';

create function bank.first_distribution_year(birth_date date) returns integer language sql immutable;
comment on function bank.first_distribution_year(date) is 'Returns the first year with a required distribution: the year of age 70 and a half, 72, 73, or 75 by date of birth (26 U.S.C. 401(a)(9)(C)(v)).';

create function bank.first_period_start(today date, payment_day integer) returns date language plpgsql immutable;
comment on function bank.first_period_start(date,integer) is 'Returns the start date of a new debt, a month before its first installment on the chosen day; null without a choice. Refuses: BADDT.';

create function bank.flow_clause(what text, side text, household uuid) returns text language plpgsql stable;
comment on function bank.flow_clause(text,text,uuid) is 'Returns SQL that matches transactions that count as spending or income in budgets and analytics.';

create function bank.foreign_fee_percent(product text) returns numeric language sql immutable;
comment on function bank.foreign_fee_percent(text) is 'Returns the foreign transaction fee of a product in percent; null is a card that the customer added.';

create function bank.format_date(day date, today date) returns text language sql stable;
comment on function bank.format_date(date,date) is 'Formats a date for a sentence: Nov 24, or Nov 24, 2025 if it isn''t in the current year.';

create function bank.format_instant(millis bigint, time_zone text, today date) returns text language sql stable;
comment on function bank.format_instant(bigint,text,date) is 'Formats an instant of the engine for a notification, such as 11:00 PM on Nov 30.';

create function bank.format_money(amount numeric, currency text) returns text language sql stable;
comment on function bank.format_money(numeric,text) is 'Formats an amount for a sentence: $1,200.00.';

create function bank.found_sql(query jsonb, household uuid, zone text, before jsonb, walk integer, of_each text) returns text language sql volatile;
comment on function bank.found_sql(jsonb,uuid,text,jsonb,integer,text) is 'Returns SQL for a search on accounts and cards. `of_each` sorts and limits each of the two lists.';

create function bank.free_instant(account_id uuid, requested timestamp with time zone) returns timestamp with time zone language plpgsql volatile;
comment on function bank.free_instant(uuid,timestamp with time zone) is 'Returns the requested instant, or the next free instant within the same millisecond.';

create function bank.from_millis(millis bigint) returns timestamp with time zone language sql stable;
comment on function bank.from_millis(bigint) is 'Converts milliseconds since 1970 to an instant.';

create function bank.fund_dividends(household uuid) returns TABLE(tax_year integer, account_id uuid, name text, amount numeric, qualified numeric) language sql stable;
comment on function bank.fund_dividends(uuid) is 'Returns the taxable dividends of funds that each account received by calendar year. Those of stock funds are qualified.';

create function bank.fund_sales(household uuid) returns TABLE(tax_year integer, account text, fund text, sold_on date, units numeric, proceeds numeric, basis numeric, short_term numeric, long_term numeric) language sql stable;
comment on function bank.fund_sales(uuid) is 'Returns the taxable sales of funds in US dollars by calendar year, with their cost basis and gains.';

create function bank.goal_account(goal_id uuid) returns uuid language plpgsql stable;
comment on function bank.goal_account(uuid) is 'Returns the account of one of the caller''s goals. Refuses: NTFND.';

create function bank.goal_days(goal goals, zone text) returns TABLE(day date, saved numeric) language sql stable;
comment on function bank.goal_days(goals,text) is 'Returns a goal''s saved amount at the end of each day on which it changed.';

create function bank.goal_notifications(household uuid, since timestamp with time zone) returns SETOF bank.news_item language sql stable;
comment on function bank.goal_notifications(uuid,timestamp with time zone) is 'Returns goals that were reached or passed 25, 50, or 75 percent since a given time.';

create function bank.goal_saved(goal goals) returns numeric language sql volatile;
comment on function bank.goal_saved(goals) is 'Returns a goal''s saved amount.';

create function bank.has_balances(card credit_cards) returns boolean language sql stable;
comment on function bank.has_balances(credit_cards) is 'Returns true if a card has cash advances or balance transfers, which have their own rate.';

create function bank.has_blocked(owner uuid, person uuid, address text) returns boolean language sql stable;
comment on function bank.has_blocked(uuid,uuid,text) is 'Returns true if a customer has blocked this person or this address.';

create function bank.has_daily_interest(card credit_cards) returns boolean language sql stable;
comment on function bank.has_daily_interest(credit_cards) is 'Returns true if the engine records a card''s daily interest, because it has several balances or rates.';

create function bank.has_family_hsa(household uuid) returns boolean language sql stable;
comment on function bank.has_family_hsa(uuid) is 'Returns true if a paycheck''s filing status isn''t single, so that the family limit of an HSA applies.';

create function bank.has_reached_withdrawals(account accounts) returns boolean language sql volatile;
comment on function bank.has_reached_withdrawals(accounts) is 'Returns true if a locked Goal Saver account allows no more withdrawals this month. The engine has the same limit; a test compares both.';

create function bank.has_required_distributions(household uuid) returns boolean language sql stable;
comment on function bank.has_required_distributions(uuid) is 'Returns true from the first year with a required distribution on. Callers avoid reading the journal before it.';

create function bank.has_tax_history(account accounts) returns boolean language sql stable;
comment on function bank.has_tax_history(accounts) is 'Returns true if money has moved into or out of an account since its tax treatment was chosen.';

create function bank.hash_ledger(household uuid, OUT hash text, OUT entry_id bigint, OUT broken_at bigint) returns record language plpgsql stable;
comment on function bank.hash_ledger(uuid) is 'Computes the hash chain of a household''s ledger, and returns the first saved hash that no longer matches.';

create function bank.hash_secret(secret text) returns bytea language sql immutable parallel safe;
comment on function bank.hash_secret(text) is 'Returns the hash of a random secret, which is too long to guess, so that a slow hash isn''t needed.';

create function bank.held_on(product_id uuid, category_id uuid DEFAULT NULL::uuid) returns numeric language sql stable;
comment on function bank.held_on(uuid,uuid) is 'Returns the amount on hold on an account or card, in one category or, if the category is null, in total.';

create function bank.high_categories(household uuid, today date) returns SETOF bank.insight language sql volatile;
comment on function bank.high_categories(uuid,date) is 'Returns the caller''s categories with more spending in the current month than in any of the last six, and at least 1.5 times the usual amount.';

create function bank.highest_overdraft() returns numeric language sql immutable;
comment on function bank.highest_overdraft() is 'Returns how far below zero the bank covers payments.';

create function bank.highest_same_day_transfer() returns numeric language sql immutable;
comment on function bank.highest_same_day_transfer() is 'Returns the most that one same-day transfer can move.';

create function bank.hold_amount(purchase text, amount numeric) returns numeric language sql immutable;
comment on function bank.hold_amount(text,numeric) is 'Returns the amount that a merchant holds for a price: 175 at a gas pump, 15% more at a hotel, and otherwise the price.';

create function bank.hold_deposit(account accounts, method text, amount numeric, at timestamp with time zone, check_kind text DEFAULT NULL::text) returns void language plpgsql volatile;
comment on function bank.hold_deposit(accounts,text,numeric,timestamp with time zone,text) is 'Holds a deposit until it becomes available. Does nothing if the customer''s deposits are available at once. Refuses: BADTY.';

create function bank.hold_expiry(purchase text, placed_at timestamp with time zone, time_zone text) returns timestamp with time zone language sql stable;
comment on function bank.hold_expiry(text,timestamp with time zone,text) is 'Returns the instant at which a hold expires: after 24 hours at a gas pump, and otherwise at the start of the fifth, tenth (online), or thirtieth (hotel) day.';

create function bank.hold_releases(hold holds) returns TABLE(at timestamp with time zone, amount numeric, cash numeric) language sql stable;
comment on function bank.hold_releases(holds) is 'Returns the parts of a deposit that are still to become available, and those that can then be withdrawn in cash, as the engine planned them. Returns no rows for a purchase, or before the engine has planned a deposit.';

create function bank.home_value_changes(household uuid, last_day date) returns TABLE(day date, currency text, change numeric) language sql stable;
comment on function bank.home_value_changes(uuid,date) is 'Returns the changes in a household''s home values by day: first the purchase, then each valuation. Today''s value is the mortgage''s `current_value`. A home whose mortgage was refinanced belongs to the new mortgage.';

create function bank.household_file(household uuid) returns jsonb language sql stable;
comment on function bank.household_file(uuid) is 'Returns a household as a file: products, entries, rules, events, clock, and carryover at one moment.';

create function bank.household_inflation(household uuid) returns numeric language sql stable;
comment on function bank.household_inflation(uuid) is 'Returns a household''s inflation rate in percent per year, as getInflation in the engine.';

create function bank.household_ledgers(household jsonb) returns TABLE(ledger text, ledger_id uuid, product text, currency text, created_at timestamp with time zone) language sql immutable;
comment on function bank.household_ledgers(jsonb) is 'Returns the ledger accounts that an imported household can use: its products and the system accounts.';

create function bank.household_lines(customer_id uuid, household jsonb) returns bank.household_line[] language sql volatile;
comment on function bank.household_lines(uuid,jsonb) is 'Returns all postings of an imported household, numbered in order.';

create function bank.idle_money(household uuid, today date) returns SETOF bank.insight language sql stable;
comment on function bank.idle_money(uuid,date) is 'Returns money that has been idle in a checking account for 60 days, rounded down to a multiple of 100. The minimum is 1,000.';

create function bank.import_duplicates(target bank.import_target, zone text, lines bank.import_line[]) returns TABLE("position" integer, why jsonb) language sql stable set enable_nestloop=off;
comment on function bank.import_duplicates(bank.import_target,text,bank.import_line[]) is 'Returns a file''s duplicates with the reason: the other bank''s id, the same or similar text on the same day, or an id that the file repeats.';

create function bank.import_instants(target bank.import_target, lines bank.import_line[]) returns bank.import_line[] language sql volatile set enable_nestloop=off;
comment on function bank.import_instants(bank.import_target,bank.import_line[]) is 'Assigns an entry number and an instant around noon of its day to each line that will be posted.';

create function bank.import_lines(draft text, rows jsonb, choices jsonb) returns bank.import_line[] language plpgsql volatile;
comment on function bank.import_lines(text,jsonb,jsonb) is 'Returns a file''s lines in chronological order, with their problems and the customer''s choices. Lines with the same date keep their order. Refuses: NTFND, LIMIT.';

create function bank.income_by_month(household uuid, zone text, into_currency text, today date) returns jsonb language sql volatile;
comment on function bank.income_by_month(uuid,text,text,date) is 'Returns pay and other income by month: recurring deposits, and deposits in an income category.';

create function bank.income_estimate(household uuid, OUT income numeric, OUT is_joint boolean) returns record language sql stable;
comment on function bank.income_estimate(uuid) is 'Returns a year''s income by the pay details of a household''s paychecks: gross pay minus 401(k), health insurance, and HSA, as getIncomeEstimate in the engine.';

create function bank.income_years(household uuid) returns SETOF integer language sql stable;
comment on function bank.income_years(uuid) is 'Returns the calendar years with pay stubs, withdrawals from retirement accounts, missed required distributions, unemployment benefits, sales of funds, or at least 10 dollars of interest or dividends. They have a tax return.';

create function bank.increase_notifications(household uuid, since timestamp with time zone) returns SETOF bank.news_item language sql stable;
comment on function bank.increase_notifications(uuid,timestamp with time zone) is 'Returns announced increases of bills, changes of the savings rate, and raises of pay, since a given time.';

create function bank.insurance_json(mortgage mortgages) returns json language sql immutable;
comment on function bank.insurance_json(mortgages) is 'Returns mortgage insurance in the engine''s format; null if there is none.';

create function bank.interest_of_year(household uuid, tax_year integer, product text) returns TABLE(ledger_id uuid, name text, amount numeric) language sql stable;
comment on function bank.interest_of_year(uuid,integer,text) is 'Returns the interest in US dollars that each product of a kind earned or cost in a calendar year.';

create function bank.interest_years(household uuid) returns SETOF integer language sql stable;
comment on function bank.interest_years(uuid) is 'Returns the calendar years without pay that have at least 10 dollars of interest in US dollars. Returns no years with a paycheck, because pay stubs have its wages.';

create function bank.invested_value(account_id uuid) returns numeric language sql stable;
comment on function bank.invested_value(uuid) is 'Returns the part of an account''s balance that is in funds other than the money market fund.';

create function bank.ira_deduction_limit(household uuid, year integer, income numeric, is_joint boolean) returns numeric language sql stable;
comment on function bank.ira_deduction_limit(uuid,integer,numeric,boolean) is 'Returns how much of a year''s contributions to traditional IRAs lowers income if an employer''s plan covers the customer (Notice 2025-67; Publication 590-A, Worksheet 1-2).';

create function bank.is_being_erased(household uuid) returns boolean language sql volatile;
comment on function bank.is_being_erased(uuid) is 'Returns true if the current transaction is erasing the household.';

create function bank.is_being_loaded(household uuid) returns boolean language sql volatile;
comment on function bank.is_being_loaded(uuid) is 'Returns true if the current transaction is importing the household.';

create function bank.is_cd_entry(kind text) returns boolean language sql immutable;
comment on function bank.is_cd_entry(text) is 'Returns true for the kinds of entries that may change a CD.';

create function bank.is_cd_in_grace(certificate certificates, today date) returns boolean language sql immutable;
comment on function bank.is_cd_in_grace(certificates,date) is 'Returns true in the 10 days after maturity, in which a withdrawal costs no penalty.';

create function bank.is_contribution(kind text) returns boolean language sql immutable;
comment on function bank.is_contribution(text) is 'Returns true for the kinds of entries that move money into or out of an account. Growth doesn''t count.';

create function bank.is_covered_at_work(household uuid, year integer) returns boolean language sql stable;
comment on function bank.is_covered_at_work(uuid,integer) is 'Returns true if an employer''s 401(k) covers the customer in a year, as the retirement plan box of Form W-2.';

create function bank.is_dashboard_part(item jsonb) returns boolean language sql immutable;
comment on function bank.is_dashboard_part(jsonb) is 'Returns true if the value describes a part of the dashboard.';

create function bank.is_duplicated(dispute disputes, charge bank.entries) returns boolean language sql stable;
comment on function bank.is_duplicated(disputes,bank.entries) is 'Returns true if the same merchant charged the same amount to the card or account within three days, and that charge isn''t disputed.';

create function bank.is_for_another(user_id uuid) returns boolean language sql volatile;
comment on function bank.is_for_another(uuid) is 'Returns true if a row wasn''t written by its customer: the row either has another owner, which row-level security refuses, or it comes from a household file, which is checked as a whole.';

create function bank.is_half_payment(event_key text) returns boolean language sql immutable;
comment on function bank.is_half_payment(text) is 'Returns true for the event of a failed half payment of a biweekly plan. It isn''t late, because the bank collects the rest on the due date.';

create function bank.is_known_merchant(dispute disputes, charge bank.entries) returns boolean language sql stable;
comment on function bank.is_known_merchant(disputes,bank.entries) is 'Returns true if the account paid the merchant of a disputed purchase on another day before the dispute was opened.';

create function bank.is_paid_into(account_id uuid, year integer) returns boolean language sql stable;
comment on function bank.is_paid_into(uuid,integer) is 'Returns true if paychecks contributed to a 401(k) in a year, or in the current year will. The plan of a current job has no required distribution (26 U.S.C. 401(a)(9)(C)(i)(II)).';

create function bank.is_premium_included(household uuid, insurance_kind text) returns boolean language sql stable;
comment on function bank.is_premium_included(uuid,text) is 'Returns true if a paycheck already deducts the premium of health insurance, or the escrow account of a mortgage already pays the premium of home insurance.';

create function bank.is_push_endpoint(endpoint text) returns boolean language sql immutable parallel safe;
comment on function bank.is_push_endpoint(text) is 'Returns true if a URL belongs to a push service that browsers use. The sender checks the same list before it connects.';

create function bank.is_recurring_charge(card credit_cards, merchant text) returns boolean language sql volatile;
comment on function bank.is_recurring_charge(credit_cards,text) is 'Returns true if a merchant''s last two charges on a card were about one and two months ago.';

create function bank.is_revolving(card credit_cards) returns boolean language sql stable;
comment on function bank.is_revolving(credit_cards) is 'Returns true if the previous cycle accrued interest. In that case, paying in full stops interest only from the payment date on.';

create function bank.is_senior(household uuid, year integer) returns boolean language sql stable;
comment on function bank.is_senior(uuid,integer) is 'Returns true if the customer was 65 or older at the end of a year: born before January 2 of the year 64 years earlier (26 U.S.C. 63(f)); otherwise null.';

create function bank.is_time_zone(name text) returns boolean language plpgsql stable;
comment on function bank.is_time_zone(text) is 'Returns true if the name is a known time zone.';

create function bank.is_undone_since(entry bank.entries, from_date date, zone text) returns boolean language plpgsql stable;
comment on function bank.is_undone_since(bank.entries,date,text) is 'Returns true for both entries of an import that was posted since a day and then undone.';

create function bank.is_withdrawal(kind text) returns boolean language sql immutable;
comment on function bank.is_withdrawal(text) is 'Returns true for the kinds of entries out of an account that count as a withdrawal. The engine has the same kinds.';

create function bank.issue_agreements(household uuid) returns void language sql volatile;
comment on function bank.issue_agreements(uuid) is 'Issues the agreement and schedule of each loan and mortgage with its original terms.';

create function bank.issue_debt_papers() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.issue_debt_papers() is 'Issues a new debt''s documents before its original terms can change.';

create function bank.issue_document(household uuid, kind text, name text, about uuid, about_kind text, about_name text, period_from date, period_to date, from_at timestamp with time zone, to_at timestamp with time zone, terms jsonb) returns uuid language plpgsql volatile;
comment on function bank.issue_document(uuid,text,text,uuid,text,text,date,date,timestamp with time zone,timestamp with time zone,jsonb) is 'Issues a document if it hasn''t been issued yet. Returns its id, or null if it was already issued.';

create function bank.issue_escrow_statements(household uuid, zone text) returns void language sql volatile;
comment on function bank.issue_escrow_statements(uuid,text) is 'Issues the statement of each annual escrow analysis.';

create function bank.issue_income_forms(household uuid, zone text, settled timestamp with time zone) returns void language sql volatile;
comment on function bank.issue_income_forms(uuid,text,timestamp with time zone) is 'Issues the forms 1099-DIV (from 10 dollars of dividends) and 1099-B of fund accounts, 1099-R of retirement accounts, and 1099-SA of health savings accounts on February 1, and the form 1099-G of unemployment benefits on January 31.';

create function bank.issue_line_statements(household uuid, zone text) returns void language sql volatile;
comment on function bank.issue_line_statements(uuid,text) is 'Issues the monthly statements of home equity lines of credit.';

create function bank.issue_statements(household uuid, zone text, settled timestamp with time zone) returns void language sql volatile;
comment on function bank.issue_statements(uuid,text,timestamp with time zone) is 'Issues the statements of accounts and cards whose periods have closed.';

create function bank.issue_tax_forms(household uuid, zone text, settled timestamp with time zone) returns void language sql volatile;
comment on function bank.issue_tax_forms(uuid,text,timestamp with time zone) is 'Issues the W-2 forms on January 31, the 1099-INT (from 10 dollars of interest), 1098, 1099-DIV, and 1099-B forms on February 1, and the returns that were filed.';

create function bank.issue_tax_summaries(household uuid, zone text, settled timestamp with time zone) returns void language sql volatile;
comment on function bank.issue_tax_summaries(uuid,text,timestamp with time zone) is 'Issues the interest summary of each closed year.';

create function bank.issue_year_form(household uuid, kind text, title text, about uuid, about_kind text, about_name text, tax_year integer, zone text, issued_on date, terms jsonb) returns uuid language sql volatile;
comment on function bank.issue_year_form(uuid,text,text,uuid,text,text,integer,text,date,jsonb) is 'Issues a tax form of a calendar year.';

create function bank.judge_import(target bank.import_target, lines bank.import_line[]) returns bank.import_line[] language plpgsql volatile;
comment on function bank.judge_import(bank.import_target,bank.import_line[]) is 'Returns each line''s outcome in chronological order: posted, or the reason why it wasn''t posted. A card has no order to keep, because its lines change the balance together.';

create procedure bank.keep_debt_ledger(IN debts regclass, IN product text, IN balance text) language plpgsql volatile;
comment on function bank.keep_debt_ledger(regclass,text,text) is 'Adds the triggers that post a table''s inserted, changed, and deleted rows to the ledger. For migrations.';

create function bank.keep_owed_line() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.keep_owed_line() is 'Refuses (OWING) to delete a line of credit while something is owed: a balance, or interest that hasn''t been billed.';

create function bank.last_event_at(household uuid) returns timestamp with time zone language sql stable;
comment on function bank.last_event_at(uuid) is 'Returns the simulated instant of a household''s latest event; null if there is none.';

create function bank.late_from(household uuid) returns date language sql stable;
comment on function bank.late_from(uuid) is 'Returns the first day on which withdrawals don''t have the additional tax of 10%; null if the bank doesn''t know the birth date.';

create function bank.late_goals(household uuid, today date) returns SETOF bank.insight language sql stable;
comment on function bank.late_goals(uuid,date) is 'Returns goals that will miss their date at the current pace. The amount is the monthly shortfall.';

create function bank.late_payments(household uuid) returns SETOF household_events language sql stable;
comment on function bank.late_payments(uuid) is 'Returns the payments of a household''s cards, loans, and mortgages that were not made by their due dates.';

create function bank.lifetime_interest(amount numeric, rate numeric, months integer) returns numeric language plpgsql immutable;
comment on function bank.lifetime_interest(numeric,numeric,integer) is 'Returns the total interest of a debt, rounded like the engine''s postings.';

create function bank.like_pattern(search text) returns text language sql immutable;
comment on function bank.like_pattern(text) is 'Returns a LIKE pattern that matches this text at any position.';

create function bank.limit_facts(card credit_cards, requested numeric, at timestamp with time zone) returns jsonb language sql stable;
comment on function bank.limit_facts(credit_cards,numeric,timestamp with time zone) is 'Returns the facts for the credit limit policy: income over 90 days, limits of other cards, utilization in percent, late payments in 12 months, and days since the last increase.';

create function bank.limit_payment(amount numeric, remaining numeric) returns numeric language plpgsql immutable;
comment on function bank.limit_payment(numeric,numeric) is 'Returns the payment amount, limited to the balance. Refuses (OVPAY) if nothing is owed.';

create function bank.limit_reasons(facts jsonb, step numeric, is_granted boolean) returns jsonb language sql stable;
comment on function bank.limit_reasons(jsonb,numeric,boolean) is 'Returns the reasons for a decision about a higher limit. For a full approval, returns all numbers that the policy used; otherwise, only the numbers that prevented a full approval.';

create procedure bank.limit_rows(IN limited regclass, IN highest integer, IN label text) language plpgsql volatile;
comment on function bank.limit_rows(regclass,integer,text) is 'Sets the maximum number of rows per customer in a table. For migrations.';

create function bank.line_balances(line_id uuid, first date, until date, zone text, last_entry bigint) returns jsonb language sql stable;
comment on function bank.line_balances(uuid,date,date,text,bigint) is 'Returns the balances of a line of credit from its first day until before another day, with the days of each. Leaves out days without a balance.';

create function bank.line_json(loan loans) returns json language sql immutable;
comment on function bank.line_json(loans) is 'Returns the terms of a home equity line of credit in the engine''s format; null for other loans.';

create function bank.line_notifications(household uuid, since timestamp with time zone) returns SETOF bank.news_item language sql stable;
comment on function bank.line_notifications(uuid,timestamp with time zone) is 'Returns the statements of lines of credit with a payment due since a given time.';

create function bank.line_statements(household uuid, zone text) returns TABLE(loan_id uuid, name text, currency text, facts jsonb, from_at timestamp with time zone, to_at timestamp with time zone, after_entry bigint, last_entry bigint) language sql stable;
comment on function bank.line_statements(uuid,text) is 'Returns the closed months of a household''s lines of credit: the engine''s figures, and the range of entries of each.';

create function bank.linked_payee(payer uuid, address text) returns uuid language sql stable;
comment on function bank.linked_payee(uuid,text) is 'Returns the customer with this address if the payer''s payments arrive immediately; otherwise, null, even if the address exists.';

create function bank.load_applications(customer_id uuid, household jsonb) returns void language sql volatile;
comment on function bank.load_applications(uuid,jsonb) is 'Writes the loan applications of an imported household with their outcomes.';

create function bank.load_budgets(customer_id uuid, household jsonb) returns void language plpgsql volatile;
comment on function bank.load_budgets(uuid,jsonb) is 'Replaces the budgets with those of an imported household.';

create function bank.load_card_applications(customer_id uuid, household jsonb) returns void language sql volatile;
comment on function bank.load_card_applications(uuid,jsonb) is 'Writes the card applications of an imported household, without cards of other customers.';

create function bank.load_categorization_rules(customer_id uuid, household jsonb) returns void language plpgsql volatile;
comment on function bank.load_categorization_rules(uuid,jsonb) is 'Replaces the categorization rules with those of an imported household. Refuses: NTFND, BADRU, BADTX.';

create function bank.load_disputes(customer_id uuid, household jsonb, lines bank.household_line[]) returns void language plpgsql volatile;
comment on function bank.load_disputes(uuid,jsonb,bank.household_line[]) is 'Writes the disputes of an imported household, and computes their outcomes. Refuses: HOUSE.';

create function bank.load_engine_state(customer_id uuid, household jsonb) returns void language sql volatile;
comment on function bank.load_engine_state(uuid,jsonb) is 'Writes the engine''s seed, carryover, and progress for an imported household.';

create function bank.load_entries(customer_id uuid, lines bank.household_line[]) returns void language sql volatile;
comment on function bank.load_entries(uuid,bank.household_line[]) is 'Posts the entries of an imported household.';

create function bank.load_funds(customer_id uuid, household jsonb) returns void language plpgsql volatile;
comment on function bank.load_funds(uuid,jsonb) is 'Writes the holdings, lots, and orders of an imported household. Refuses: HOUSE.';

create function bank.load_goals(customer_id uuid, household jsonb) returns void language plpgsql volatile;
comment on function bank.load_goals(uuid,jsonb) is 'Writes the goals of an imported household and their movements. Refuses: HOUSE.';

create function bank.load_imports(customer_id uuid, household jsonb) returns void language sql volatile;
comment on function bank.load_imports(uuid,jsonb) is 'Writes the imports and reconciliations of an imported household.';

create function bank.load_installments(customer_id uuid, household jsonb) returns void language sql volatile;
comment on function bank.load_installments(uuid,jsonb) is 'Writes the installments of a simulated household, including those after rate resets.';

create function bank.load_people(customer_id uuid, household jsonb) returns void language plpgsql volatile;
comment on function bank.load_people(uuid,jsonb) is 'Writes contacts and peer payments of an imported household, and reconciles them with later events.';

create function bank.load_product_settings(customer_id uuid, household jsonb) returns void language sql volatile;
comment on function bank.load_product_settings(uuid,jsonb) is 'Sets autopay and overdraft for the products of an imported household, after its accounts exist, and closes cards.';

create function bank.load_products(customer_id uuid, household jsonb, lines bank.household_line[]) returns void language plpgsql volatile;
comment on function bank.load_products(uuid,jsonb,bank.household_line[]) is 'Opens the products of an imported household with their final balances, and the ledger accounts of deleted products.';

create function bank.load_refunds(customer_id uuid, household jsonb, lines bank.household_line[]) returns void language plpgsql volatile;
comment on function bank.load_refunds(uuid,jsonb,bank.household_line[]) is 'Writes the refunds of an imported household. Refuses: HOUSE.';

create function bank.load_rows(customer_id uuid, list_name text, file_rows jsonb, bank_columns text[] DEFAULT '{}'::text[]) returns integer language plpgsql volatile;
comment on function bank.load_rows(uuid,text,jsonb,text[]) is 'Writes rows of one list of an imported household, and returns their number. Ignores keys that are neither columns of the list nor columns that the bank has added.';

create function bank.load_scenario_run(customer_id uuid, household jsonb) returns void language plpgsql volatile;
comment on function bank.load_scenario_run(uuid,jsonb) is 'Sets the current run from an imported household. Marks the previous run as left early.';

create function bank.load_transaction_details(customer_id uuid, household jsonb, lines bank.household_line[]) returns void language plpgsql volatile;
comment on function bank.load_transaction_details(uuid,jsonb,bank.household_line[]) is 'Writes the annotations of a file, which replace existing ones. Refuses: HOUSE, LIMIT, BADAM, NOSUM.';

create function bank.load_transactions(customer_id uuid, lines bank.household_line[]) returns void language sql volatile;
comment on function bank.load_transactions(uuid,bank.household_line[]) is 'Writes the transactions of an imported household.';

create function bank.load_virtual_cards(customer_id uuid, household jsonb) returns void language sql volatile;
comment on function bank.load_virtual_cards(uuid,jsonb) is 'Writes the virtual cards of an imported household. Keeps their card numbers only if the bank wrote the file.';

create function bank.loan_name(loan_type text) returns text language sql immutable;
comment on function bank.loan_name(text) is 'Returns the name of a loan of this type.';

create function bank.lock_account(account_id uuid) returns accounts language plpgsql volatile;
comment on function bank.lock_account(uuid) is 'Locks one of the caller''s open accounts and returns it. Refuses other customers'' accounts (NTFND) and closed accounts (CLOSD).';

create function bank.lock_accounts(first_id uuid, second_id uuid) returns accounts[] language plpgsql volatile;
comment on function bank.lock_accounts(uuid,uuid) is 'Locks two of the caller''s open accounts and returns them in the requested order. Refuses identical accounts (SAMAC).';

create function bank.lock_any_ticket(requested_id uuid) returns tickets language plpgsql volatile;
comment on function bank.lock_any_ticket(uuid) is 'Locks any customer''s ticket. For operators. Refuses: NTFND.';

create function bank.lock_application(household uuid, application_id uuid) returns loan_applications language plpgsql volatile;
comment on function bank.lock_application(uuid,uuid) is 'Locks a customer''s application until the transaction ends. Refuses: NTFND.';

create function bank.lock_card(card_id uuid) returns credit_cards language plpgsql volatile;
comment on function bank.lock_card(uuid) is 'Locks the caller''s open card and returns it. Refuses cards of others (NTFND) and closed cards (CLOSD).';

create function bank.lock_certificate(account_id uuid) returns certificates language plpgsql volatile;
comment on function bank.lock_certificate(uuid) is 'Locks one of the caller''s open CDs and its account. Refuses: NTFND, CLOSD, BADTY.';

create function bank.lock_clock(household uuid, patience boolean DEFAULT true) returns void language plpgsql volatile;
comment on function bank.lock_clock(uuid,boolean) is 'Locks the simulated clock of a household in shared mode until the transaction ends. Waits up to 5 s for a change of the clock, then refuses (CLOCK). Does not wait if rows are already locked, because the clock change may be waiting for them.';

create function bank.lock_clock_exclusively(household uuid) returns void language plpgsql volatile;
comment on function bank.lock_clock_exclusively(uuid) is 'Locks the simulated clock of a household exclusively until the transaction ends; waits up to 5 s, then refuses (CLOCK).';

create function bank.lock_clock_for_change() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.lock_clock_for_change() is 'Locks the customer''s clock before a statement that changes rows the engine writes. Refuses (CLOCK) after 5 s.';

create function bank.lock_covered_account(account_id uuid) returns accounts language plpgsql volatile;
comment on function bank.lock_covered_account(uuid) is 'Locks one of the caller''s open accounts and the savings account that covers it, in id order. Refuses like bank.lock_account.';

create function bank.lock_covered_accounts(source_id uuid, target_id uuid) returns accounts[] language plpgsql volatile;
comment on function bank.lock_covered_accounts(uuid,uuid) is 'Locks both accounts of a transfer and the savings account that covers the source, in id order. Refuses like bank.lock_accounts.';

create function bank.lock_debt(debt_id uuid) returns bank.debts language plpgsql volatile;
comment on function bank.lock_debt(uuid) is 'Locks one of the caller''s loans or mortgages and the clock until the transaction ends. Refuses: NTFND, CLOCK.';

create function bank.lock_engine_steps(steps jsonb) returns TABLE(customer_id uuid, outcome text) language plpgsql volatile;
comment on function bank.lock_engine_steps(jsonb) is 'Locks the clocks of the households in these steps, and returns the households that haven''t changed.';

create function bank.lock_fund_account(account_id uuid) returns fund_accounts language plpgsql volatile;
comment on function bank.lock_fund_account(uuid) is 'Locks one of the caller''s accounts that hold funds until the transaction ends. Refuses: NTFND, CLOSD, FUNDS.';

create function bank.lock_goal(goal_id uuid) returns goals language plpgsql volatile;
comment on function bank.lock_goal(uuid) is 'Locks the caller''s goal until the transaction ends. Refuses other customers'' goals (NTFND) and archived goals (CLOSD).';

create function bank.lock_households(one uuid, other uuid DEFAULT NULL::uuid) returns void language plpgsql volatile;
comment on function bank.lock_households(uuid,uuid) is 'Locks one or two households and their clocks for a peer payment, before any row is locked. Each household can have only one peer payment at a time. Refuses: CLOCK.';

create function bank.lock_own_peer_transfer(peer_transfer_id uuid) returns peer_transfers language plpgsql volatile;
comment on function bank.lock_own_peer_transfer(uuid) is 'Locks one of the transfers that the caller sent, until the transaction ends. Refuses: NTFND, NOTOP, CLOCK.';

create function bank.lock_peer_payments(household uuid) returns void language plpgsql volatile;
comment on function bank.lock_peer_payments(uuid) is 'Locks the peer payments of a household until the transaction ends; waits up to 5 s, then refuses (CLOCK).';

create function bank.lock_peer_transfer(peer_transfer_id uuid, kind text) returns peer_transfers language plpgsql volatile;
comment on function bank.lock_peer_transfer(uuid,text) is 'Locks a peer transfer to the caller, and both households, until the transaction ends. Refuses: NTFND, NOTOP, CLOCK.';

create function bank.lock_people_accounts(own_id uuid, other_id uuid) returns accounts[] language plpgsql volatile;
comment on function bank.lock_people_accounts(uuid,uuid) is 'Locks the caller''s open account and another customer''s account in id order. Refuses: NTFND, CLOSD.';

create function bank.lock_proposal(proposal_id uuid) returns assistant_proposals language plpgsql volatile;
comment on function bank.lock_proposal(uuid) is 'Locks the caller''s proposal until the transaction ends. Refuses: NTFND.';

create function bank.lock_records(household uuid, subject text) returns void language sql volatile;
comment on function bank.lock_records(uuid,text) is 'Locks records of a household, such as its documents, until the transaction ends.';

create function bank.lock_target(account_id uuid, new_account jsonb, card_id uuid, new_card jsonb, import_id uuid) returns bank.import_target language plpgsql volatile;
comment on function bank.lock_target(uuid,jsonb,uuid,jsonb,uuid) is 'Locks or opens the account or card that receives an import. Refuses: NTFND, CLOSD, CDLCK, BADDT, BADAM, BADNM, BADCU, BADRT, LIMIT.';

create function bank.lock_ticket(household uuid, requested_id uuid) returns tickets language plpgsql volatile;
comment on function bank.lock_ticket(uuid,uuid) is 'Locks one of a customer''s tickets. Refuses: NTFND.';

create function bank.major(minor numeric) returns numeric language sql immutable;
comment on function bank.major(numeric) is 'Converts minor units to major units.';

create function bank.merchant_key(merchant text, description text) returns text language sql immutable parallel safe;
comment on function bank.merchant_key(text,text) is 'Returns normalized text without numbers, for comparing merchants. Empty for numbered checks.';

create function bank.millis(instant timestamp with time zone) returns bigint language sql stable;
comment on function bank.millis(timestamp with time zone) is 'Returns whole milliseconds since 1970, rounded down.';

create function bank.minor(amount numeric) returns bigint language sql immutable;
comment on function bank.minor(numeric) is 'Returns an amount in minor units.';

create function bank.miss_premium() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.miss_premium() is 'Counts a premium as unpaid from the day on which the customer pauses or deletes its payment, which the engine doesn''t know. The engine then sends the warning.';

create function bank.missed_distributions(household uuid) returns TABLE(tax_year integer, missed numeric, corrected numeric) language sql stable;
comment on function bank.missed_distributions(uuid) is 'Returns the required distributions that were not withdrawn in time, by the year of their due date. The return of that year has the excise tax (26 U.S.C. 4974).';

create function bank.missing_refunds(charge bank.entries, until timestamp with time zone) returns numeric language sql stable;
comment on function bank.missing_refunds(bank.entries,timestamp with time zone) is 'Returns the sum of the refunds that the merchant of a purchase promised and that didn''t arrive, until a simulated instant.';

create function bank.monthly_payment(amount numeric, annual_percent numeric, months integer) returns numeric language sql immutable strict;
comment on function bank.monthly_payment(numeric,numeric,integer) is 'Returns the level installment that repays an amount with interest in a number of months.';

create function bank.move_cash(account accounts, direction text, amount numeric, kind text, description text, at timestamp with time zone, channel text DEFAULT 'app'::text, value_at timestamp with time zone DEFAULT NULL::timestamp with time zone, category_id uuid DEFAULT NULL::uuid, merchant text DEFAULT NULL::text, transaction_id uuid DEFAULT NULL::uuid, covered numeric DEFAULT 0) returns accounts language plpgsql volatile;
comment on function bank.move_cash(accounts,text,numeric,text,text,timestamp with time zone,text,timestamp with time zone,uuid,text,uuid,numeric) is 'Deposits to a locked account (`in`) or withdraws from it (`out`). Posts one entry and writes one transaction.';

create function bank.move_cd_money(source accounts, target accounts, amount numeric, kind text, description text) returns accounts[] language plpgsql volatile;
comment on function bank.move_cd_money(accounts,accounts,numeric,text,text) is 'Moves money between a locked CD and another locked account in the same currency.';

create function bank.move_debt_period(debt bank.debts, new_start date, change bank.payment_day_change) returns void language sql volatile;
comment on function bank.move_debt_period(bank.debts,date,bank.payment_day_change) is 'Moves the current period of a debt in the engine''s carryover to the new start date.';

create function bank.move_debts(offer refinance_offers, credits_escrow boolean) returns refinance_offers language plpgsql volatile;
comment on function bank.move_debts(refinance_offers,boolean) is 'Pays off the debts of an accepted offer with the new debt: interest until today, balances, and the fee. Autopay and escrow continue on the new debt.';

create function bank.move_dispute(card credit_cards, dispute disputes, kind text, more_owed numeric, description text, at timestamp with time zone) returns void language sql volatile;
comment on function bank.move_dispute(credit_cards,disputes,text,numeric,text,timestamp with time zone) is 'Credits a disputed amount to a locked card or reverses the credit, with the merchant and category of the charge, so that its rewards are adjusted too.';

create function bank.move_engine_balances(lines bank.engine_line[]) returns void language sql volatile;
comment on function bank.move_engine_balances(bank.engine_line[]) is 'Updates balances for the engine''s entries and writes the transactions.';

create function bank.move_goal(goal goals, kind text, amount numeric, account_id uuid, at timestamp with time zone) returns goals language plpgsql volatile;
comment on function bank.move_goal(goals,text,numeric,uuid,timestamp with time zone) is 'Changes a locked goal''s portion, records the movement, and notifies the customer when the target is reached.';

create function bank.move_peer_money(account accounts, payment uuid, way text, amount numeric, currency text, person text, description text, exactly numeric DEFAULT NULL::numeric) returns bank.peer_move language plpgsql volatile;
comment on function bank.move_peer_money(accounts,uuid,text,numeric,text,text,text,numeric) is 'Posts one side of a peer payment in its own household: into clearing, out of clearing, or back. The key ensures that each side is posted only once. Refuses: INSUF, NORAT, BADAM.';

create function bank.move_raw_debt_balance() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.move_raw_debt_balance() is 'Posts a balance change that the bank didn''t write. A decrease is a payment. An increase is a charge on a card, or an adjustment of a loan or mortgage.';

create function bank.move_raw_money() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.move_raw_money() is 'Moves the money of a row that a client inserted. Refuses: INSUF, CLOSD; for a transfer also NTFND, SAMAC, NORAT.';

create function bank.move_raw_transfer(sent transactions) returns void language plpgsql volatile;
comment on function bank.move_raw_transfer(transactions) is 'Moves the money for a transfer row that a client inserted, and writes the other account''s row.';

create function bank.named_clause(rows text[], side text) returns text language sql immutable;
comment on function bank.named_clause(text[],text) is 'Returns SQL that matches transactions by id.';

create function bank.nearby_transactions(target bank.import_target, zone text, lines bank.import_line[]) returns TABLE(id text, day date, amount numeric, text text, external_id text, file_name text) language sql stable set enable_nestloop=off;
comment on function bank.nearby_transactions(bank.import_target,text,bank.import_line[]) is 'Returns the transactions of the account or card around the dates in a file, with the other bank''s ids and the imported texts.';

create function bank.nearest_due_date(due date, day integer, after date) returns date language sql immutable;
comment on function bank.nearest_due_date(date,integer,date) is 'Returns the date with a day of the month that is nearest to a due date, after another date. Null if the nearest one is more than 15 days away.';

create function bank.net_transfers(household uuid, day date, currency text) returns TABLE(one uuid, other uuid, amount numeric) language sql volatile;
comment on function bank.net_transfers(uuid,date,text) is 'Returns what a customer transferred since the start of a day between each two of their accounts: positive from the account with the lower id, in the given currency. A transfer back reduces it. Leaves out scheduled transfers.';

create function bank.net_worth_parts(household uuid, days date[]) returns TABLE(day date, kind text, currency text, amount numeric, rate numeric, worth numeric) language sql volatile;
comment on function bank.net_worth_parts(uuid,date[]) is 'Returns the components of net worth: what a household owns (above zero) and owes (below zero) at the end of each requested day, by kind (cash, investments, property, cards, loans, mortgages) and currency, and what that is worth in the base currency at the rate of the day, rounded to the cent; null without a rate. Net worth is the sum of `worth`.';

create function bank.new_import_account(requested jsonb) returns accounts language plpgsql volatile;
comment on function bank.new_import_account(jsonb) is 'Returns the account that an import would open: `name`, `type`, `currency`, `begins_on`, `starting_balance`. Refuses: BADDT, BADAM.';

create function bank.new_import_card(requested jsonb) returns credit_cards language plpgsql volatile;
comment on function bank.new_import_card(jsonb) is 'Returns the card that an import would open: `name`, `credit_limit`, `apr`, `currency`, `begins_on`, `starting_balance`. Refuses: BADDT, BADAM.';

create function bank.new_recovery_code() returns text language plpgsql volatile;
comment on function bank.new_recovery_code() is 'Returns a code of 16 letters and digits with 80 random bits.';

create function bank.next_account_number() returns text language sql volatile;
comment on function bank.next_account_number() is 'Returns a new account number, from a range that no real bank uses.';

create function bank.next_card_number() returns text language sql volatile;
comment on function bank.next_card_number() is 'Returns a new card number, from a range that no real network uses.';

create function bank.next_due_date(start_date date, today date) returns date language sql immutable;
comment on function bank.next_due_date(date,date) is 'Returns the first monthly due date after today: the same day of the month as the start date, or the last day of a shorter month.';

create function bank.next_instant(household uuid, account_ids uuid[]) returns timestamp with time zone language plpgsql volatile;
comment on function bank.next_instant(uuid,uuid[]) is 'Returns the customer''s current time, or the instant after the last movement on these accounts if that is later, so that instants on an account only increase.';

create function bank.normalize_raw_application() returns trigger language plpgsql volatile;
comment on function bank.normalize_raw_application() is 'Sets the status to ''submitted'' when a client inserts an application, even with the service key.';

create function bank.normalize_text(description text) returns text language sql immutable parallel safe;
comment on function bank.normalize_text(text) is 'Normalizes text for comparison: lowercase, no punctuation.';

create function bank.notifications(household uuid, since timestamp with time zone, seen timestamp with time zone) returns TABLE(kind text, item text, event_key text, at timestamp with time zone, message text, path text, others bigint) language sql stable;
comment on function bank.notifications(uuid,timestamp with time zone,timestamp with time zone) is 'Returns the latest notification of each kind about each item since a given time, and the number of earlier unseen notifications of the same kind.';

create function bank.notify_card_event(card credit_cards, at timestamp with time zone, kind text, description text, subject uuid, occasion text, facts jsonb DEFAULT '{}'::jsonb) returns void language sql volatile;
comment on function bank.notify_card_event(credit_cards,timestamp with time zone,text,text,uuid,text,jsonb) is 'Records a card event in the household events. Amounts are in minor units.';

create function bank.now_for(customer_id uuid) returns timestamp with time zone language plpgsql volatile;
comment on function bank.now_for(uuid) is 'Returns a customer''s simulated time: real time plus the clock offset.';

create function bank.number_import_lines(lines bank.import_line[]) returns TABLE("position" integer, day date, amount numeric, external_id text, text text, nth bigint, repeated_line integer) language sql stable;
comment on function bank.number_import_lines(bank.import_line[]) is 'Returns the valid rows of a file, numbered among the rows with the same day, amount, and text. A row that repeats an earlier row with its id names its line.';

create function bank.open_conversation(household uuid, conversation_id uuid, title text) returns uuid language plpgsql volatile;
comment on function bank.open_conversation(uuid,uuid,text) is 'Returns the caller''s conversation, or creates one. Refuses: NTFND.';

create function bank.open_credit_line(application loan_applications, offer jsonb, account accounts) returns uuid language plpgsql volatile;
comment on function bank.open_credit_line(loan_applications,jsonb,accounts) is 'Opens the home equity line of credit of an accepted offer, without a balance, and returns its id. Autopay pays its bills from the account. Refuses: NOOFR, NOELG.';

create function bank.open_debt() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.open_debt() is 'Opens the ledger account of a new card, loan, or mortgage with its opening balance. Refuses: LIMIT.';

create function bank.open_escrow(mortgage mortgages, account_id uuid, property_tax numeric, home_insurance numeric) returns debt_reserves language plpgsql volatile;
comment on function bank.open_escrow(mortgages,uuid,numeric,numeric) is 'Opens the escrow account of a mortgage with its initial deposit. Refuses: BADAM, NTFND, CLOSD, BADCU, INSUF.';

create function bank.open_import_account(requested accounts, import_id uuid) returns accounts language plpgsql volatile;
comment on function bank.open_import_account(accounts,uuid) is 'Opens the account for an imported file on its first day, with the opening balance.';

create function bank.open_import_card(requested credit_cards) returns credit_cards language plpgsql volatile;
comment on function bank.open_import_card(credit_cards) is 'Opens the card for an imported file on its first day, with the balance owed at that time.';

create function bank.open_ledger_account() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.open_ledger_account() is 'Opens the ledger account of a new account. Posts an opening balance with the transaction ''Initial deposit''.';

create function bank.open_offer(application loan_applications, offer_index integer) returns jsonb language plpgsql volatile;
comment on function bank.open_offer(loan_applications,integer) is 'Returns an open offer. Refuses: NOOFR.';

create function bank.open_payments_account(household uuid, currency text) returns accounts language plpgsql volatile;
comment on function bank.open_payments_account(uuid,text) is 'Opens an account for other customers'' payments if a restored household has none in their currency. Refuses: LIMIT.';

create function bank.open_refinanced(offer refinance_offers, name text, amount numeric) returns uuid language plpgsql volatile;
comment on function bank.open_refinanced(refinance_offers,text,numeric) is 'Opens the loan or mortgage of an accepted offer. Its balance is posted next.';

create function bank.open_reserve() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.open_reserve() is 'Opens the ledger account of money that the bank holds for a mortgage or loan.';

create function bank.opening_transaction(account accounts, sent transactions) returns transactions language plpgsql volatile;
comment on function bank.opening_transaction(accounts,transactions) is 'Returns the opening transaction that the bank wrote, if the inserted row repeats it and the account has no other transactions.';

create function bank.opening_worth(household uuid, day date) returns numeric language sql volatile;
comment on function bank.opening_worth(uuid,date) is 'Returns a household''s net worth at the start of its first day: opening balances and homes, before any income or spending.';

create function bank.over_limit_room(card credit_cards) returns numeric language sql immutable;
comment on function bank.over_limit_room(credit_cards) is 'Returns the amount above the limit that purchases can use: 10% if the customer opted in, otherwise 0.';

create function bank.overdraft_notifications(household uuid, since timestamp with time zone) returns SETOF bank.news_item language sql stable;
comment on function bank.overdraft_notifications(uuid,timestamp with time zone) is 'Returns possible and charged overdraft fees, and confirmations of the opt-in for withdrawals and purchases and of its revocation, since a given time.';

create function bank.own_clause(query jsonb, side text, household uuid) returns text language sql stable;
comment on function bank.own_clause(jsonb,text,uuid) is 'Returns SQL that matches the customer''s transactions, or those of a named account that has no owner.';

create function bank.part_sql(query jsonb, household uuid) returns text language plpgsql stable;
comment on function bank.part_sql(jsonb,uuid) is 'Returns SQL for the part of a transaction that counts: the splits in the given categories, excluding principal for spending. Returns null if the whole transaction counts.';

create function bank.pause_premiums(steps jsonb) returns void language sql volatile;
comment on function bank.pause_premiums(jsonb) is 'Pauses the payments of the insurance policies whose coverage ended in these steps.';

create function bank.pay_debt(household uuid, debt_id uuid, currency text, amount numeric, account_id uuid, kind text, description text, OUT entry bigint, OUT at timestamp with time zone) returns record language plpgsql volatile;
comment on function bank.pay_debt(uuid,uuid,text,numeric,uuid,text,text) is 'Pays a locked debt from one of the caller''s accounts or from outside the bank, with one entry and the account''s transaction. If the account is short, applies the customer''s overdraft choice. Refuses: NTFND, CLOSD, BADCU, INSUF.';

create function bank.pay_details_problem(details jsonb, frequency text) returns text language sql immutable;
comment on function bank.pay_details_problem(jsonb,text) is 'Returns the first invalid field of pay details; null if they are valid.';

create function bank.pay_finance_charges(household uuid, account_id uuid, fees numeric, name text) returns void language plpgsql volatile;
comment on function bank.pay_finance_charges(uuid,uuid,numeric,text) is 'Pays the fees of a new loan or mortgage from one of the caller''s accounts. Without an account, the customer pays them outside the bank. Refuses: INSUF.';

create function bank.pay_into_reserve(reserve debt_reserves, account_id uuid, amount numeric, description text) returns debt_reserves language plpgsql volatile;
comment on function bank.pay_into_reserve(debt_reserves,uuid,numeric,text) is 'Deposits money into a locked escrow account from one of the caller''s accounts, or from outside the bank. Refuses: NTFND, CLOSD, BADCU, INSUF.';

create function bank.pay_out_cd(cd accounts, target accounts, quote bank.cd_quote) returns accounts language plpgsql volatile;
comment on function bank.pay_out_cd(accounts,accounts,bank.cd_quote) is 'Posts the interest, the penalty, and the withdrawal of a CD, and closes it if nothing remains.';

create function bank.pay_periods(frequency text) returns integer language sql immutable;
comment on function bank.pay_periods(text) is 'Returns the number of paychecks per year; null for a frequency that pay details can''t have.';

create function bank.pay_surprise(household uuid, shock jsonb, choice text, account_id uuid, card_id uuid) returns void language plpgsql volatile;
comment on function bank.pay_surprise(uuid,jsonb,text,uuid,uuid) is 'Pays for a repair or a replacement from an account or by card. If the account is short, applies the customer''s overdraft choice, as the engine does for the default. Refuses: NTFND, CLOSD, BADCU, INSUF, FROZN, OVRLM, SPLIM.';

create function bank.paycheck_contributions(household uuid, kind text, year integer) returns numeric language sql stable;
comment on function bank.paycheck_contributions(uuid,text,integer) is 'Returns the contributions of a year''s paychecks.';

create function bank.payment_overdraft(account accounts) returns numeric language sql immutable;
comment on function bank.payment_overdraft(accounts) is 'Returns how far below zero a payment of a debt may take an account. It needs no opt-in.';

create function bank.peer_legs_since(household uuid, since timestamp with time zone) returns SETOF bank.peer_legs language sql stable;
comment on function bank.peer_legs_since(uuid,timestamp with time zone) is 'Returns the payments between a household and other customers that were made since an instant and that are not in its ledger, incoming payments first.';

create function bank.peer_limits(person uuid, currency text) returns TABLE(per_payment numeric, per_day numeric, used numeric) language sql volatile;
comment on function bank.peer_limits(uuid,text) is 'Returns the limits for peer payments in a currency: per payment, per simulated day, and the amount used. Returned payments don''t count.';

create function bank.peer_payment_description(way text, name text, note text) returns text language sql immutable;
comment on function bank.peer_payment_description(text,text,text) is 'Returns a peer payment''s description for the account history.';

create function bank.pending_at(household uuid, product_id uuid, at timestamp with time zone) returns numeric language sql stable;
comment on function bank.pending_at(uuid,uuid,timestamp with time zone) is 'Returns the amount of purchases on an account or card that were pending at an instant: authorized, but not charged yet.';

create function bank.pending_terms(household uuid, product_id uuid, at timestamp with time zone) returns jsonb language sql stable;
comment on function bank.pending_terms(uuid,uuid,timestamp with time zone) is 'Returns the pending amount for a statement that ends at an instant; empty if nothing was pending.';

create function bank.period_days(period bank.debt_period) returns integer language sql immutable;
comment on function bank.period_days(bank.debt_period) is 'Returns the number of days between two due dates that accrue interest.';

create function bank.period_interest(balance_days numeric, rate numeric, daily boolean DEFAULT false) returns numeric language sql immutable;
comment on function bank.period_interest(numeric,numeric,boolean) is 'Returns the interest on the sum of balances times days, rounded to the cent: 30/360, or actual/365 of the daily balance.';

create function bank.person_name(person uuid) returns text language sql stable;
comment on function bank.person_name(uuid) is 'Returns a customer''s name as shown to people they pay or request money from.';

create function bank.plan_on(account accounts, day date) returns text language sql immutable;
comment on function bank.plan_on(accounts,date) is 'Returns the plan of an account on a day; null if it is free.';

create function bank.pmi_premium(mortgage mortgages) returns numeric language sql immutable;
comment on function bank.pmi_premium(mortgages) is 'Returns the monthly premium of mortgage insurance, by the engine''s formula; null if there is none.';

create function bank.policy_name(insurance_kind text) returns text language sql immutable;
comment on function bank.policy_name(text) is 'Returns the name of a policy, such as "Car insurance".';

create function bank.policy_terms(insurance_kind text) returns TABLE(premium numeric, deductible numeric, coinsurance numeric, out_of_pocket_limit numeric) language sql immutable;
comment on function bank.policy_terms(text) is 'Returns the policies of a kind: the monthly premium, the deductible, the customer''s part above it in percent, and the most that they pay in a year. A premium is 8% lower for each doubling of the deductible.';

create function bank.post(household uuid, kind text, description text, at timestamp with time zone, value_at timestamp with time zone, channel text, ledgers uuid[], currencies text[], amounts numeric[], reverses bigint DEFAULT NULL::bigint, payment_id uuid DEFAULT NULL::uuid, event_key text DEFAULT NULL::text) returns bigint language plpgsql volatile;
comment on function bank.post(uuid,text,text,timestamp with time zone,timestamp with time zone,text,uuid[],text[],numeric[],bigint,uuid,text) is 'Posts one entry with its postings to the ledger and returns its number. Refuses (XX000) an entry that does not sum to zero in each currency.';

create function bank.post_card_fee(card credit_cards, kind text, fee numeric, at timestamp with time zone) returns bigint language plpgsql volatile;
comment on function bank.post_card_fee(credit_cards,text,numeric,timestamp with time zone) is 'Posts the fee of a cash advance, balance transfer, or foreign transaction. Its event key names its kind.';

create function bank.post_card_import(target bank.import_target, import_id uuid, lines bank.import_line[]) returns void language plpgsql volatile;
comment on function bank.post_card_import(bank.import_target,uuid,bank.import_line[]) is 'Posts a file''s lines to a card. All of them count from now, so closed statements don''t change. Refuses: OVRLM, BADAM.';

create function bank.post_correction(old transactions, amount numeric, description text) returns void language plpgsql volatile;
comment on function bank.post_correction(transactions,numeric,text) is 'Posts the correct transaction on locked accounts. A transfer''s amount is in the currency of the paying account. Refuses: INSUF, BADAM, NORAT.';

create function bank.post_home_purchase(mortgage mortgages, account accounts) returns bigint language plpgsql volatile;
comment on function bank.post_home_purchase(mortgages,accounts) is 'Posts a home purchase: debits the down payment from a locked account, opens the mortgage balance, and pays the seller. Refuses: INSUF.';

create function bank.post_import(target bank.import_target, import_id uuid, lines bank.import_line[], at timestamp with time zone) returns void language plpgsql volatile set enable_nestloop=off;
comment on function bank.post_import(bank.import_target,uuid,bank.import_line[],timestamp with time zone) is 'Posts a file''s lines to an account: entries, transactions, and the balance. Refuses (CONTR) contributions above the limit of the year.';

create function bank.post_initial_deposit(account accounts, amount numeric, channel text, event_key text DEFAULT NULL::text) returns accounts language plpgsql volatile;
comment on function bank.post_initial_deposit(accounts,numeric,text,text) is 'Posts the initial deposit of a new account.';

create function bank.post_peer_leg(leg bank.peer_legs, account accounts) returns void language plpgsql volatile;
comment on function bank.post_peer_leg(bank.peer_legs,accounts) is 'Posts one side of a payment again after its customer has returned to a checkpoint. Refuses: INSUF.';

create function bank.post_purchase(card credit_cards, amount numeric, description text, merchant text, category_id uuid, at timestamp with time zone) returns bigint language plpgsql volatile;
comment on function bank.post_purchase(credit_cards,numeric,text,text,uuid,timestamp with time zone) is 'Posts a purchase with its merchant and category.';

create function bank.posting_channel() returns text language sql stable;
comment on function bank.posting_channel() is 'Returns the posting channel of a raw table call: a client or the system.';

create function bank.postings_to(ledger uuid, entries_to bigint) returns TABLE(entry_id bigint, at timestamp with time zone, value_at timestamp with time zone, kind text, text text, amount numeric, currency text) language sql stable;
comment on function bank.postings_to(uuid,bigint) is 'Returns the postings of a ledger account up to an entry, each with its value date (`value_at`).';

create function bank.preview_contributions(target bank.import_target, lines bank.import_line[]) returns jsonb language sql stable;
comment on function bank.preview_contributions(bank.import_target,bank.import_line[]) is 'Returns the contributions of the current year that an import would add to a tax-advantaged account, and their limit; null for other accounts.';

create function bank.preview_target(account_id uuid, new_account jsonb, card_id uuid, new_card jsonb) returns bank.import_target language plpgsql volatile;
comment on function bank.preview_target(uuid,jsonb,uuid,jsonb) is 'Returns the caller''s account or card that would receive an import. Refuses: NTFND, CDLCK, BADDT, BADAM.';

create function bank.price_notifications(household uuid, since timestamp with time zone) returns SETOF bank.news_item language sql stable;
comment on function bank.price_notifications(uuid,timestamp with time zone) is 'Returns monthly charges since a given time that exceed their established price.';

create function bank.price_rises(household uuid, today date) returns SETOF bank.insight language sql stable;
comment on function bank.price_rises(uuid,date) is 'Returns the caller''s monthly payments with a recent price increase.';

create function bank.problem_notifications(household uuid, since timestamp with time zone) returns SETOF bank.news_item language sql stable;
comment on function bank.problem_notifications(uuid,timestamp with time zone) is 'Returns failures and shocks since a given time, with their recorded messages.';

create function bank.project_period(debt bank.debts, period bank.debt_period, until date) returns bank.debt_period language plpgsql immutable;
comment on function bank.project_period(bank.debts,bank.debt_period,date) is 'Projects the accrual to a later day, assuming that every installment is paid on its due date.';

create function bank.protect_line_terms() returns trigger language plpgsql volatile;
comment on function bank.protect_line_terms() is 'Refuses (NOELG) raw changes of a line of credit''s terms and balance.';

create function bank.protect_tax_history() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.protect_tax_history() is 'Refuses (TAXTR) to delete an account whose contributions and withdrawals count in a tax return.';

create function bank.prune_checkpoints(customer_id uuid, automatic boolean, is_before_fast_forward boolean) returns void language plpgsql volatile;
comment on function bank.prune_checkpoints(uuid,boolean,boolean) is 'Makes room for a checkpoint: keeps the last 10 automatic checkpoints, and the last 10 before fast-forwards. Refuses (LIMIT) more than 20 of the customer''s own.';

create function bank.purge_documents() returns integer language plpgsql volatile;
comment on function bank.purge_documents() is 'Permanently deletes documents that were deleted 30 days ago, and orphaned files.';

create function bank.quote_cd(account accounts, certificate certificates, amount numeric) returns bank.cd_quote language plpgsql stable;
comment on function bank.quote_cd(accounts,certificates,numeric) is 'Returns what a withdrawal from a CD pays and costs. If the amount is null, everything is withdrawn, and accrued interest is paid. The penalty of a partial withdrawal is charged to the CD in addition. Refuses (BADAM) a withdrawal that leaves less than 500.00.';

create function bank.quote_exchange(source accounts, target accounts, amount numeric, fixed_side text) returns bank.exchange_quotes language plpgsql volatile;
comment on function bank.quote_exchange(accounts,accounts,numeric,text) is 'Offers a price for a transfer between two currencies, and keeps the last 200 quotes of a household.';

create function bank.raise_tax_amount(household uuid, amount numeric, year integer) returns numeric language sql stable;
comment on function bank.raise_tax_amount(uuid,numeric,integer) is 'Returns a tax amount of 2026 in another year. After 2026, amounts rise with inflation, rounded down to 50 dollars, as in engine/pay/tax-tables.ts.';

create function bank.rate_at(base text, quote text, day date) returns numeric language sql stable;
comment on function bank.rate_at(text,text,date) is 'Returns the rate for a day, or the most recent earlier rate; null if there is none.';

create function bank.rate_on(base text, quote text, day date) returns numeric language plpgsql volatile;
comment on function bank.rate_on(text,text,date) is 'Returns the exchange rate of a day. Adds missing future rates first. Refuses (NORAT) a missing rate.';

create function bank.realism_settings(carryover jsonb) returns jsonb language sql immutable;
comment on function bank.realism_settings(jsonb) is 'Returns the realism settings in a household''s carryover.';

create function bank.reapply_peer_payments(household uuid, since timestamp with time zone) returns integer language plpgsql volatile;
comment on function bank.reapply_peer_payments(uuid,timestamp with time zone) is 'Posts again all payments to and from other customers since an instant, on top of the restored state. Refuses (INSUF, with the list) if the balances don''t cover them.';

create function bank.reason_against_dispute(is_card boolean, charge bank.entries, left_over numeric, amount numeric) returns text language sql volatile;
comment on function bank.reason_against_dispute(boolean,bank.entries,numeric,numeric) is 'Returns why an amount of a purchase can''t be disputed: imported, kind, age, disputed, credited, refunded, or amount. Returns null if it can be disputed.';

create function bank.reason_against_return(card_id uuid, purchase bank.entries, left_over numeric, amount numeric) returns text language sql volatile;
comment on function bank.reason_against_return(uuid,bank.entries,numeric,numeric) is 'Returns why an amount of a purchase can''t be returned: kind, disputed, refunded, age, or amount. Returns null if it can be returned.';

create function bank.recast_payment(debt bank.debts, owed numeric) returns numeric language plpgsql volatile;
comment on function bank.recast_payment(bank.debts,numeric) is 'Returns the installment that repays the balance with the remaining payments.';

create function bank.receipt_facts(household uuid, issued bank.issued_documents) returns jsonb language sql stable;
comment on function bank.receipt_facts(uuid,bank.issued_documents) is 'Returns a receipt''s content: the day and time of a transaction, and the amount posted to each account.';

create function bank.receive_payment_request(peer_transfer peer_transfers, payer uuid, account accounts) returns void language plpgsql volatile;
comment on function bank.receive_payment_request(peer_transfers,uuid,accounts) is 'Credits a locked pending payment request to the requester''s locked account.';

create function bank.receive_peer_transfer(peer_transfer peer_transfers, receiver uuid, account accounts) returns peer_payments language plpgsql volatile;
comment on function bank.receive_peer_transfer(peer_transfers,uuid,accounts) is 'Credits a locked pending peer transfer to the recipient''s locked account, and notifies the sender.';

create function bank.receiving_account(person uuid, preferred_id uuid, currency text) returns uuid language sql stable;
comment on function bank.receiving_account(uuid,uuid,text) is 'Returns the account for incoming payments in a currency: the given account, the last one that received a peer payment, or the first one. Returns null if there is none.';

create function bank.recompute_card_balances(card_ids uuid[]) returns void language sql volatile;
comment on function bank.recompute_card_balances(uuid[]) is 'Recomputes the balances of these cards after each transaction, in date order.';

create function bank.recompute_running_balances(account_id uuid, since timestamp with time zone) returns void language sql volatile;
comment on function bank.recompute_running_balances(uuid,timestamp with time zone) is 'Recomputes the running balances of an account in date order, starting at an instant, after a backdated transaction.';

create function bank.reconcile_peer_transfers(household uuid) returns void language plpgsql volatile;
comment on function bank.reconcile_peer_transfers(uuid) is 'Reconciles a restored household with its peer transfers: undoes transfers sent after the checkpoint, refunds transfers that were returned, and updates the state of all others.';

create function bank.record_change() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.record_change() is 'Records a change by the customer, and keeps their last 1,000 changes. The arguments are the subject and the columns to compare.';

create procedure bank.record_changes(IN changed regclass, IN subject text, IN columns text, IN parts text DEFAULT ''::text) language plpgsql volatile;
comment on function bank.record_changes(regclass,text,text,text) is 'Records the changes of the given columns, separated by commas, and of parts of them. For migrations.';

create function bank.record_channel() returns trigger language plpgsql volatile;
comment on function bank.record_channel() is 'Marks entries that a confirmed proposal posted.';

create function bank.record_confirmed_address() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.record_confirmed_address() is 'Records the address of a customer who has just signed in with a code or link sent to it.';

create function bank.record_debt_event(household uuid, subject uuid, kind text, description text, facts jsonb) returns void language plpgsql volatile;
comment on function bank.record_debt_event(uuid,uuid,text,text,jsonb) is 'Records a household event about one of a customer''s debts.';

create function bank.record_goal_start() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.record_goal_start() is 'Records a goal''s initial portion.';

create function bank.record_inquiry() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.record_inquiry() is 'Records a credit inquiry in the engine state during a scenario run.';

create function bank.record_manual_category() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.record_manual_category() is 'If a client wrote a category directly, records it as the customer''s choice.';

create function bank.record_peer_payment() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.record_peer_payment() is 'Saves the record of a completed payment with its leg.';

create function bank.record_realism() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.record_realism() is 'Records a change of a realism setting by the customer.';

create function bank.record_reserve_change() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.record_reserve_change() is 'Records the start and the end of escrow or of a biweekly plan by the customer.';

create function bank.record_resumption() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.record_resumption() is 'Records the end of a rule''s pause.';

create function bank.record_security_event(customer_id uuid, action text) returns void language sql volatile;
comment on function bank.record_security_event(uuid,text) is 'Records a security event in the sign-in service''s log.';

create function bank.record_surprise_choice(household uuid, shock jsonb, choice text) returns jsonb language plpgsql volatile;
comment on function bank.record_surprise_choice(uuid,jsonb,text) is 'Saves the customer''s choice for the engine, as an event, and in the change history.';

create function bank.recovery_code_hash(customer_id uuid, code text) returns bytea language sql immutable;
comment on function bank.recovery_code_hash(uuid,text) is 'Returns the hash of a recovery code, ignoring case, spaces, and hyphens.';

create function bank.reduce_for_income(amount numeric, income numeric, starts numeric, width numeric) returns numeric language sql immutable;
comment on function bank.reduce_for_income(numeric,numeric,numeric,numeric) is 'Reduces a yearly IRA amount in proportion to income within a phase-out range, rounded up to 10 dollars and at least 200 (26 U.S.C. 219(g)(2), 408A(c)(3)).';

create function bank.refinance_terms(household uuid, purpose text, months integer) returns jsonb language plpgsql volatile;
comment on function bank.refinance_terms(uuid,text,integer) is 'Returns the rate of a refinance offer according to the bank''s policy, with the reasons.';

create function bank.refinanced_costs(offer refinance_offers) returns jsonb language sql stable;
comment on function bank.refinanced_costs(refinance_offers) is 'Returns the monthly premium of mortgage insurance and the escrow after a mortgage is refinanced; null for loans.';

create function bank.refinanced_debts(debt_ids uuid[], purpose text) returns SETOF bank.debts language plpgsql volatile;
comment on function bank.refinanced_debts(uuid[],text) is 'Locks the caller''s debts for refinancing until the transaction ends. Refuses: NTFND, NOREF.';

create function bank.refinanced_escrow(reserve debt_reserves, first_due date, OUT payment numeric, OUT target numeric, OUT shortage numeric, OUT surplus numeric) returns record language sql immutable;
comment on function bank.refinanced_escrow(debt_reserves,date) is 'Returns the deposit and the opening balance of the first escrow year after a refinancing. If the old balance is credited, returns what is missing from the opening balance, or a surplus of 50.00 or more, which is refunded.';

create function bank.refinanced_pmi_rate(old mortgages, amount numeric) returns numeric language sql immutable;
comment on function bank.refinanced_pmi_rate(mortgages,numeric) is 'Returns the price of mortgage insurance after an insured mortgage is refinanced; null up to 80% of the home''s value.';

create function bank.refresh_proposal(proposal assistant_proposals) returns void language sql volatile;
comment on function bank.refresh_proposal(assistant_proposals) is 'Updates a proposal''s outcome in the answer that contains it.';

create function bank.refund_surplus(reserve debt_reserves, account accounts, amount numeric) returns void language plpgsql volatile;
comment on function bank.refund_surplus(debt_reserves,accounts,numeric) is 'Refunds money from a locked escrow account to a locked account, or outside the bank.';

create function bank.refunded_amount(entry_id bigint) returns numeric language sql stable;
comment on function bank.refunded_amount(bigint) is 'Returns the part of a purchase that was refunded or will be, in major units.';

create function bank.refuse(code text, message text, details jsonb DEFAULT NULL::jsonb) returns void language plpgsql volatile;
comment on function bank.refuse(text,text,jsonb) is 'Ends the call with a refusal: a code from docs/error-codes.md, a message, and the amounts or names that the message mentions.';
grant execute on function bank.refuse(text,text,jsonb) to authenticated;
grant execute on function bank.refuse(text,text,jsonb) to service_role;

create function bank.refuse_cd(account accounts) returns void language plpgsql stable;
comment on function bank.refuse_cd(accounts) is 'Refuses (CDLCK) a CD, because money can''t move in or out of it.';

create function bank.refuse_change() returns trigger language plpgsql volatile;
comment on function bank.refuse_change() is 'Refuses to change journal rows.';

create function bank.refuse_closed_card() returns trigger language plpgsql volatile;
comment on function bank.refuse_closed_card() is 'Refuses (CLOSD) changes to a closed card, except to its name.';

create function bank.refuse_contribution(kind text, highest numeric, used numeric) returns void language plpgsql stable;
comment on function bank.refuse_contribution(text,numeric,numeric) is 'Refuses (CONTR) a contribution above the limit of a year.';

create function bank.refuse_customer_removal() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.refuse_customer_removal() is 'Refuses to delete a customer unless their household is being erased.';

create function bank.refuse_disputed(account accounts) returns void language plpgsql volatile;
comment on function bank.refuse_disputed(accounts) is 'Refuses (OWING) to close an account with a dispute in review, or with a lost dispute whose provisional credit isn''t fully reversed.';

create function bank.refuse_held(account accounts) returns void language plpgsql volatile;
comment on function bank.refuse_held(accounts) is 'Refuses (OWING) to close an account with money on hold.';

create function bank.refuse_if(condition boolean, code text, message text, details jsonb DEFAULT NULL::jsonb) returns void language plpgsql volatile;
comment on function bank.refuse_if(boolean,text,text,jsonb) is 'Calls bank.refuse if the condition is true; does nothing if it is false or null.';
grant execute on function bank.refuse_if(boolean,text,text,jsonb) to authenticated;
grant execute on function bank.refuse_if(boolean,text,text,jsonb) to service_role;

create function bank.refuse_if_overdrawn(account accounts) returns void language plpgsql volatile;
comment on function bank.refuse_if_overdrawn(accounts) is 'Refuses (OWING) an account below zero.';

create function bank.refuse_insufficient(account accounts, amount numeric, covered numeric DEFAULT 0) returns void language plpgsql volatile;
comment on function bank.refuse_insufficient(accounts,numeric,numeric) is 'Refuses (INSUF) an amount above the available balance. If money is on hold, the details include the amount and the hold that ends first.';

create function bank.refuse_line(debt bank.debts) returns void language plpgsql immutable;
comment on function bank.refuse_line(bank.debts) is 'Refuses (NOELG) a change of installments on a home equity line of credit, which bills what is due.';

create function bank.refuse_posting_removal() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.refuse_posting_removal() is 'Refuses to delete postings, unless the household of their entry is being erased.';

create function bank.refuse_refinance(reason text, detail jsonb) returns void language plpgsql immutable;
comment on function bank.refuse_refinance(text,jsonb) is 'Refuses a refinancing (NOREF) if a reason is given.';

create function bank.refuse_removal() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.refuse_removal() is 'Refuses to delete journal rows, unless their household is being erased.';

create function bank.refuse_ticket_if(condition boolean, ticket tickets, sentence text) returns void language plpgsql immutable;
comment on function bank.refuse_ticket_if(boolean,tickets,text) is 'Refuses (TKEND) an action that the ticket''s state doesn''t allow.';

create function bank.release_reversed_deposit(deposit transactions) returns void language sql volatile;
comment on function bank.release_reversed_deposit(transactions) is 'Ends the hold of a deposit that its customer reverses. Does nothing if there is none.';

create function bank.remember(request_id text, params jsonb, result anyelement) returns anyelement language plpgsql volatile;
comment on function bank.remember(text,jsonb,anyelement) is 'Saves the result of a request as its answer, and returns it. Refusals are not saved, because they are rolled back.';

create function bank.remove_document_file() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.remove_document_file() is 'Deletes the file of a permanently deleted document, and its attachments.';

create function bank.remove_person_from_contacts() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.remove_person_from_contacts() is 'Removes a deleted customer''s id from other customers'' contacts.';

create function bank.rename_debt_ledger_account() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.rename_debt_ledger_account() is 'Updates the name of the ledger account, which remains after the debt is deleted.';

create function bank.rename_ledger_account() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.rename_ledger_account() is 'Updates the name of the ledger account, which remains after the account is deleted.';

create function bank.replace_household(customer_id uuid, file jsonb, checkpoint_name text) returns jsonb language plpgsql volatile;
comment on function bank.replace_household(uuid,jsonb,text) is 'Saves the current household as a checkpoint, clears it, and loads a file. For a checkpoint, posts the later payments with other customers again. Refuses: CLOCK, LIMIT, HOUSE, INSUF, and the refusals of the import.';

create function bank.replay(request_id text, params jsonb) returns jsonb language plpgsql volatile;
comment on function bank.replay(text,jsonb) is 'Returns the saved answer to a request, or null for a new one. Call it before locking rows. Refuses different parameters under the same id (RQDIF).';

create function bank.replay_row(request_id text, params jsonb, row_type anyelement) returns anyelement language sql volatile;
comment on function bank.replay_row(text,jsonb,anyelement) is 'Returns the saved answer as a row of the requested type; null for a new request.';

create function bank.request_from_person(account accounts, address text, name text, amount numeric, note text, split_id uuid) returns peer_payments language plpgsql volatile;
comment on function bank.request_from_person(accounts,text,text,numeric,text,uuid) is 'Requests money from one person. Refuses: PAYLM, ISYOU, LIMIT.';

create function bank.require_proof(within interval) returns void language plpgsql volatile;
comment on function bank.require_proof(interval) is 'Refuses (PROOF) unless the caller has proven their identity in this session within the given time. A caller with a second factor must have used it.';

create function bank.required_distributions(household uuid) returns TABLE(account_id uuid, name text, tax_year integer, balance numeric, period numeric, required numeric, withdrawn numeric, due_on date, missed numeric, corrected numeric) language sql stable;
comment on function bank.required_distributions(uuid) is 'Returns the required minimum distributions of each 401(k) plan and of all traditional IRAs together (null account): the balance at the end of the year before divided by the distribution period, what was withdrawn in time, what was missed, and how much of that was withdrawn later.';

create function bank.restore_budget(proposal assistant_proposals) returns void language plpgsql volatile;
comment on function bank.restore_budget(assistant_proposals) is 'Restores the budget limit from before a proposal. Refuses: NOCOR.';

create function bank.restore_deleted_budget(proposal assistant_proposals) returns void language plpgsql volatile;
comment on function bank.restore_deleted_budget(assistant_proposals) is 'Restores the budget that a proposal deleted. Refuses: NOCOR.';

create function bank.restore_goal(proposal assistant_proposals) returns void language plpgsql volatile;
comment on function bank.restore_goal(assistant_proposals) is 'Restores a goal''s target and target date from before a proposal. Refuses: NOCOR.';

create procedure bank.restrict_to_owner(IN owned regclass, VARIADIC commands text[]) language plpgsql volatile;
comment on function bank.restrict_to_owner(regclass,text[]) is 'Enables row-level security on a table. Lets customers run these commands on rows that have their own user_id and a category that they can read, if any. For migrations.';

create function bank.retirement_years(household uuid) returns TABLE(account_id uuid, tax_year integer, balance numeric, paid numeric, paid_by_april numeric) language sql stable;
comment on function bank.retirement_years(uuid) is 'Returns the years with required distributions by 401(k) plan and, with a null account, for all traditional IRAs together: the balance at the end of the year before, the withdrawals, and those by April 1. Conversions and rollovers aren''t withdrawals. No rows without a birth date.';

create function bank.return_deposit(card credit_cards) returns void language plpgsql volatile;
comment on function bank.return_deposit(credit_cards) is 'Returns the security deposit of a card to the account that it came from, or to another account in its currency. Refuses: OWING.';

create function bank.return_deposit_of_deleted_card() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.return_deposit_of_deleted_card() is 'Returns the security deposit of a card before the card is deleted.';

create function bank.return_to_sender(sent peer_payments, state text, answer text DEFAULT NULL::text) returns boolean language plpgsql volatile;
comment on function bank.return_to_sender(peer_payments,text,text) is 'Returns the exact unaccepted amount to its sender. Returns false if the sender has no suitable account.';

create function bank.reusable_account_number(number text) returns text language sql volatile;
comment on function bank.reusable_account_number(text) is 'Returns the account''s old number if it is free; otherwise null, so that the account gets a new number.';

create function bank.reusable_card_number(number text) returns text language sql volatile;
comment on function bank.reusable_card_number(text) is 'Returns the card''s old number if it is free; otherwise null, so that the card gets a new number.';

create function bank.reverse_corrections(undone imports) returns void language plpgsql volatile;
comment on function bank.reverse_corrections(imports) is 'Reverses the corrections of an import''s transactions. Refuses: INSUF.';

create function bank.reverse_import(undone imports, at timestamp with time zone) returns numeric language plpgsql volatile set enable_nestloop=off;
comment on function bank.reverse_import(imports,timestamp with time zone) is 'Reverses every entry of an import and updates the balance of its account or card. Returns the amount by which it changed.';

create function bank.reverse_movement(old transactions) returns void language plpgsql volatile;
comment on function bank.reverse_movement(transactions) is 'Posts the opposite of a transaction on locked accounts, and links both transactions. Refuses: INSUF, CLOSD, BADAM.';

create function bank.review_days(reason text) returns integer language sql immutable;
comment on function bank.review_days(text) is 'Returns the days until a card''s dispute is decided.';

create function bank.rollover_amount(amount numeric, rollover text, cap numeric) returns numeric language sql immutable;
comment on function bank.rollover_amount(numeric,text,numeric) is 'Returns the part of a month''s remaining budget that rolls over.';

create function bank.rollover_group(tax_treatment text) returns text language sql immutable;
comment on function bank.rollover_group(text) is 'Returns the group of a tax treatment. Money moves within a group without taxes or limits (a rollover).';

create function bank.roth_contributions(household uuid, year integer) returns numeric language sql stable;
comment on function bank.roth_contributions(uuid,integer) is 'Returns a year''s contributions to Roth IRAs.';

create function bank.roth_limit(household uuid, year integer) returns numeric language sql stable;
comment on function bank.roth_limit(uuid,integer) is 'Returns the limit of a year''s contributions to Roth IRAs at the income of the pay details (Notice 2025-67); null if the household has no income limits.';

create function bank.rule_changes(rule categorization_rules) returns jsonb language sql immutable;
comment on function bank.rule_changes(categorization_rules) is 'Returns the annotations that a rule sets.';

create function bank.rule_matches(rule categorization_rules, entry_text text, amount numeric, account_id uuid, card_id uuid, flow text, type text) returns boolean language sql immutable;
comment on function bank.rule_matches(categorization_rules,text,numeric,uuid,uuid,text,text) is 'Returns true if a rule matches lowercase text. If a rule has an account and a card, either can match.';

create function bank.rule_plan(household uuid, rules categorization_rules[], draft_rule categorization_rules, with_by_hand boolean) returns TABLE(transaction_key text, at timestamp with time zone, title text, amount numeric, currency text, flow text, category_id uuid, rule_id uuid, by_hand boolean, changes jsonb) language sql stable;
comment on function bank.rule_plan(uuid,categorization_rules[],categorization_rules,boolean) is 'Returns the winning rule and the change (null if there is none) for each of a customer''s transactions. If a rule is given, returns only its matches.';

create function bank.save_birth_date(household uuid, birth_date date) returns void language plpgsql volatile;
comment on function bank.save_birth_date(uuid,date) is 'Saves the customer''s date of birth in the carryover, and turns on the income limits of IRAs. Refuses (BADDT) an invalid date, and a missing one if none is saved.';

create function bank.save_budget_limit() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.save_budget_limit() is 'Records the month from which a limit applies, so that past months don''t change.';

create function bank.save_checkpoint(customer_id uuid, name text, automatic boolean, is_before_fast_forward boolean DEFAULT false) returns checkpoints language plpgsql volatile;
comment on function bank.save_checkpoint(uuid,text,boolean,boolean) is 'Saves a household under a name. Refuses: BADNM, LIMIT.';

create function bank.save_contact(owner uuid, name text, address text, person uuid) returns void language plpgsql volatile;
comment on function bank.save_contact(uuid,text,text,uuid) is 'Saves a person whom a customer has paid or requested money from as a contact.';

create function bank.save_edit(household uuid, kind text, edits bank.annotation_change[]) returns transaction_edits language plpgsql volatile;
comment on function bank.save_edit(uuid,text,bank.annotation_change[]) is 'Saves the current values before an edit, so that the edit can be undone.';

create function bank.save_import(target bank.import_target, import_id uuid, lines bank.import_line[], file_name text, format text, opened boolean) returns imports language plpgsql volatile;
comment on function bank.save_import(bank.import_target,uuid,bank.import_line[],text,text,boolean) is 'Saves the report of an import, and returns the import.';

create function bank.save_peer_payment(owner uuid, peer_transfer peer_transfers, direction text, state text, name text, address text, account accounts DEFAULT NULL::accounts, move bank.peer_move DEFAULT NULL::bank.peer_move, split_id uuid DEFAULT NULL::uuid) returns peer_payments language plpgsql volatile;
comment on function bank.save_peer_payment(uuid,peer_transfers,text,text,text,text,accounts,bank.peer_move,uuid) is 'Writes one side''s record of a peer transfer.';

create function bank.save_policy(household uuid, insurance_kind text, policy jsonb) returns void language plpgsql volatile;
comment on function bank.save_policy(uuid,text,jsonb) is 'Saves or removes (null) a policy for the engine, and records the change.';

create function bank.save_scenario_progress() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.save_scenario_progress() is 'Updates the current run from the engine state, in the same transaction as the engine''s step.';

create procedure bank.schedule_job(IN name text, IN schedule text, IN command text) language plpgsql volatile;
comment on function bank.schedule_job(text,text,text) is 'Schedules a statement, run by pg_cron or by the server''s own scheduler. For migrations.';

create function bank.schedule_premium(household uuid, insurance_kind text, premium numeric, premium_payment_id uuid, paying_account_id uuid) returns uuid language plpgsql volatile;
comment on function bank.schedule_premium(uuid,text,numeric,uuid,uuid) is 'Schedules the monthly premium, or changes the existing payment. The premium rises each year by inflation and 3 points.';

create procedure bank.schedule_server_function(IN name text, IN condition text) language plpgsql volatile;
comment on function bank.schedule_server_function(text,text) is 'Schedules a server function to run every minute if the condition returns a row. For migrations.';

create function bank.schedule_simulation(household uuid) returns void language sql volatile;
comment on function bank.schedule_simulation(uuid) is 'Schedules a simulation because rules or products of a household changed.';

create function bank.schedule_simulation_for_change() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.schedule_simulation_for_change() is 'Schedules a simulation after a change to a row that the engine reads.';

create function bank.schedule_simulation_for_product() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.schedule_simulation_for_product() is 'Schedules a simulation after a product is opened.';

create function bank.schedule_transfer_expiry(person uuid) returns void language sql volatile;
comment on function bank.schedule_transfer_expiry(uuid) is 'Schedules a household for the time when its next transfer expires.';

create function bank.scheduled_balance(mortgage mortgages) returns numeric language sql stable;
comment on function bank.scheduled_balance(mortgages) is 'Returns the balance of an insured mortgage by its original schedule, without extra payments.';

create function bank.scheduled_payment_target(rule scheduled_payments, OUT id uuid, OUT currency text, OUT closed boolean) returns record language sql stable;
comment on function bank.scheduled_payment_target(scheduled_payments) is 'Returns the product that a scheduled payment pays; null for an outside payee.';

create function bank.search_clauses(query jsonb, side text, household uuid, zone text, indexed boolean) returns text language plpgsql volatile;
comment on function bank.search_clauses(jsonb,text,uuid,text,boolean) is 'Returns SQL for all conditions, or only for those that a date-ordered index supports. Refuses: BADTX.';

create function bank.search_order(sort text, transaction_key text, counted text DEFAULT 'amount'::text) returns text language sql immutable;
comment on function bank.search_order(text,text,text) is 'Returns the sort order. The id comes last, so that paging neither repeats nor skips transactions.';

create function bank.search_source(query jsonb, side text, household uuid, zone text, before jsonb, walk integer, skipped integer DEFAULT 0) returns text language sql volatile;
comment on function bank.search_source(jsonb,text,uuid,text,jsonb,integer,integer) is 'Returns SQL for a limited number of the customer''s transactions on accounts or cards, in search order.';

create function bank.search_sql(query jsonb, side text, household uuid, zone text, before jsonb, walk integer) returns text language sql volatile;
comment on function bank.search_sql(jsonb,text,uuid,text,jsonb,integer) is 'Returns SQL for a search on accounts or cards. If `walk` is set, searches only the latest transactions.';

create function bank.search_text(description text, merchant text) returns text language sql immutable parallel safe;
comment on function bank.search_text(text,text) is 'Returns a transaction''s search text, as stored in the indexes.';

create function bank.send_peer_transfer(peer_transfer peer_transfers, account accounts, name text) returns peer_payments language plpgsql volatile;
comment on function bank.send_peer_transfer(peer_transfers,accounts,text) is 'Debits a peer transfer from the sender''s locked account and records the payment.';

create function bank.separate_balance(card credit_cards, kind text) returns numeric language sql stable;
comment on function bank.separate_balance(credit_cards,text) is 'Returns the amount owed from cash advances or balance transfers on a card.';

create function bank.set_clocks(steps jsonb) returns void language sql volatile;
comment on function bank.set_clocks(jsonb) is 'Sets the clocks to the end of these steps and saves the carryover.';

create function bank.set_line_payment() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.set_line_payment() is 'Sets the monthly payment of a line of credit in its draw period: a month of interest on the current balance. Later, the engine computes it.';

create function bank.set_pause(debt bank.debts, until date, since date) returns void language sql volatile;
comment on function bank.set_pause(bank.debts,date,date) is 'Sets the start and the end of a locked debt''s pause.';

create function bank.set_principal() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.set_principal() is 'Sets the principal part of a payment on a loan or mortgage, which doesn''t count as spending.';

create function bank.set_rule(name text, value jsonb, removed text[] DEFAULT '{}'::text[]) returns void language plpgsql volatile;
comment on function bank.set_rule(text,jsonb,text[]) is 'Sets a rule of the simulation in the carryover of the caller''s household, or removes it if the value is null. Also removes other parts of the carryover, in the same version of the rules. Refuses: NTFND, CLOCK, NOUSR.';

create function bank.settle_clearing(household uuid, before jsonb) returns void language plpgsql volatile;
comment on function bank.settle_clearing(uuid,jsonb) is 'Settles the clearing balance of a replaced or erased household in the bank''s own ledger, so that clearing equals all open transfers.';

create function bank.settle_interest(debt bank.debts) returns bank.debts language plpgsql volatile;
comment on function bank.settle_interest(bank.debts) is 'Posts the interest since the last due date before a payoff. Refuses (CLOCK) if the engine hasn''t processed a due installment yet.';

create function bank.settle_proposal(proposal_id uuid, state text, outcome text, undo jsonb DEFAULT NULL::jsonb) returns assistant_proposals language plpgsql volatile;
comment on function bank.settle_proposal(uuid,text,text,jsonb) is 'Saves a proposal''s outcome in the proposal and in its answer.';

create function bank.settled_to(household uuid) returns timestamp with time zone language sql volatile;
comment on function bank.settled_to(uuid) is 'Returns the simulated instant up to which events are posted. Later events are posted in the next engine step.';

create function bank.share_of_month(month date, today date) returns numeric language sql immutable;
comment on function bank.share_of_month(date,date) is 'Returns the share of a month that has elapsed at the end of a day.';

create function bank.show_card() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.show_card() is 'Adds a new card''s existing postings to its activity.';

create function bank.show_on_cards() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.show_on_cards() is 'Adds new card postings to the card activity.';

create procedure bank.show_to_owner(VARIADIC shown regclass[]) language plpgsql volatile;
comment on function bank.show_to_owner(regclass[]) is 'Lets customers read their own rows of tables that only the bank''s functions write. For migrations.';

create function bank.shown_value(field text, value jsonb) returns jsonb language sql stable;
comment on function bank.shown_value(text,jsonb) is 'Returns the value of a column as the change history shows it. A reference becomes a name.';

create function bank.simple_interest(amount numeric, rate numeric, days integer) returns numeric language sql immutable;
comment on function bank.simple_interest(numeric,numeric,integer) is 'Returns simple interest (actual/365), rounded half away from zero to hundredths.';

create procedure bank.simulate_terms(IN debts regclass, IN terms text, IN settings text) language plpgsql volatile;
comment on function bank.simulate_terms(regclass,text,text) is 'Adds the triggers that schedule a simulation after a debt''s terms or settings change. For migrations.';

create function bank.simulated_days(household uuid) returns integer language sql volatile;
comment on function bank.simulated_days(uuid) is 'Returns the number of days simulated for a customer: the days fast-forwarded or the days since the first transaction, whichever is greater.';

create function bank.slips_by_month(household uuid, since date) returns TABLE(month date, missed bigint, fees bigint, interest bigint) language sql stable;
comment on function bank.slips_by_month(uuid,date) is 'Counts a household''s missed or failed payments, its late, overdraft, and returned payment fees without those that the bank waived, and its interest charges on cards in each month.';

create function bank.spent_this_month(card credit_cards, category_id uuid) returns numeric language sql volatile;
comment on function bank.spent_this_month(credit_cards,uuid) is 'Returns the card''s spending in the current month, in one category or, if the category is null, in total. Pending purchases count, and refunds are not subtracted.';

create function bank.start_period(period bank.debt_period, start_date date, number integer) returns bank.debt_period language plpgsql immutable;
comment on function bank.start_period(bank.debt_period,date,integer) is 'Starts the period that ends on the due date of this installment.';

create function bank.state_clause(what text, side text, household uuid) returns text language plpgsql volatile;
comment on function bank.state_clause(text,text,uuid) is 'Returns SQL that matches a state. An unknown state matches nothing.';

create function bank.statement_facts(ledger uuid, issued bank.issued_documents) returns jsonb language sql stable;
comment on function bank.statement_facts(uuid,bank.issued_documents) is 'Returns an account statement''s content: opening balance, transactions, closing balance.';

create function bank.statement_fees(ledger uuid, issued bank.issued_documents) returns jsonb language sql stable;
comment on function bank.statement_fees(uuid,bank.issued_documents) is 'Returns the fees for overdrafts and returned payments in a statement''s period and calendar year (Regulation DD, 1030.11(a)), the monthly fees, and the waived fees, which are below zero. Null if there were none.';

create function bank.statement_lines(ledger uuid, issued bank.issued_documents, earlier_entries_to bigint) returns jsonb language sql stable;
comment on function bank.statement_lines(uuid,bank.issued_documents,bigint) is 'Returns a statement''s transactions in the order of their value dates, in the customer''s time zone at that time.';

create function bank.statement_months(household uuid, zone text, settled timestamp with time zone) returns TABLE(ledger_id uuid, name text, currency text, terms jsonb, period_from date, period_to date, from_at timestamp with time zone, to_at timestamp with time zone) language sql stable;
comment on function bank.statement_months(uuid,text,timestamp with time zone) is 'Returns the closed months of a household''s accounts that have no statement yet.';

create function bank.stored_bytes(customer_id uuid) returns bigint language sql stable;
comment on function bank.stored_bytes(uuid) is 'Returns the total size of a customer''s uploads and pictures in bytes.';

create function bank.stored_debt_period(debt bank.debts, simulated_day date, carryover jsonb) returns bank.debt_period language plpgsql immutable;
comment on function bank.stored_debt_period(bank.debts,date,jsonb) is 'Returns the accrual at the engine''s last step. Starts a new accrual for a new debt or a changed start date.';

create function bank.surcharged_premium(household uuid, insurance_kind text, premium numeric) returns numeric language sql stable;
comment on function bank.surcharged_premium(uuid,text,numeric) is 'Returns a premium with the surcharge for a claim: 20% on car insurance for three years, as engine/insurance/surcharge.ts computes it.';

create function bank.system_account(name text) returns uuid language sql immutable parallel safe;
comment on function bank.system_account(text) is 'Returns the id of a system account: cash_clearing (money from and to the outside world), interest, fee_income, rewards, adjustments, opening_balances, currency_exchange, closed_accounts, charge_offs, transfer_clearing (money on its way to another customer), security_deposits (collateral for cards).';

create function bank.system_accounts() returns TABLE(name text, ledger_id uuid) language sql immutable;
comment on function bank.system_accounts() is 'Returns the system accounts by their names in household files.';

create function bank.take_deposit(card credit_cards, deposit numeric, account_id uuid) returns credit_cards language plpgsql volatile;
comment on function bank.take_deposit(credit_cards,numeric,uuid) is 'Takes the security deposit of a card from an account, and returns the card. Refuses: NTFND, CLOSD, BADCU, INSUF.';

create function bank.take_quote(quote bank.exchange_quotes, source text, target text) returns bank.exchange_price language plpgsql volatile;
comment on function bank.take_quote(bank.exchange_quotes,text,text) is 'Returns the price of a quote. Refuses a quote for other currencies (NTFND), and an expired one (QTEXP).';

create function bank.take_write_back(account accounts, sent numeric) returns boolean language plpgsql volatile;
comment on function bank.take_write_back(accounts,numeric) is 'Returns true if a balance is the write-back of a row that the same customer inserted: an earlier balance plus the amount of that row. Each row has one write-back.';

create function bank.tax_advantaged_movements(household uuid) returns TABLE(account_id uuid, tax_treatment text, day date, amount numeric, is_contribution boolean, is_conversion boolean) language sql stable;
comment on function bank.tax_advantaged_movements(uuid) is 'Returns the contributions to and withdrawals from a household''s tax-advantaged accounts, without paychecks and rollovers. A conversion moves money from a 401(k) or traditional IRA to a Roth IRA. It is income, but neither a contribution nor an early withdrawal.';

create function bank.tax_advantaged_postings(household uuid) returns TABLE(account_id uuid, tax_treatment text, day date, amount numeric, is_contribution boolean, partner text) language sql stable;
comment on function bank.tax_advantaged_postings(uuid) is 'Returns the money that moved into or out of a household''s tax-advantaged accounts, without paychecks. `partner` is the group of the other tax-advantaged account.';

create function bank.tax_advantaged_years(household uuid) returns TABLE(account_id uuid, tax_treatment text, year integer, contributed numeric, converted numeric, gross numeric, early numeric, uncovered numeric) language sql stable;
comment on function bank.tax_advantaged_years(uuid) is 'Returns the contributions to each tax-advantaged account in each year, the conversions to or from a Roth IRA, the withdrawals, and the early ones. `uncovered` is the amount by which all early withdrawals until the end of the year exceed everything that was paid in; it is negative if some is left.';

create function bank.tax_basis(account_id uuid) returns numeric language sql stable;
comment on function bank.tax_basis(uuid) is 'Returns an account''s balance when its tax treatment was chosen, which isn''t a contribution.';

create function bank.tax_facts(household uuid, issued bank.issued_documents) returns jsonb language sql stable;
comment on function bank.tax_facts(uuid,bank.issued_documents) is 'Returns the interest earned and paid in a year by product.';

create function bank.tax_notifications(household uuid, since timestamp with time zone) returns SETOF bank.news_item language sql stable;
comment on function bank.tax_notifications(uuid,timestamp with time zone) is 'Returns the years whose tax documents became available.';

create function bank.tax_years(household uuid) returns TABLE(tax_year integer, filing_status text, wages numeric, interest numeric, withheld numeric, short_term_gain numeric, long_term_gain numeric, dividends numeric, qualified_dividends numeric, children integer, distributions numeric, early_distributions numeric, deductions numeric, unemployment numeric, missed_distributions numeric, corrected_distributions numeric, nondeductible numeric, opens_on date, is_open boolean, inflation numeric, is_senior boolean) language sql stable;
comment on function bank.tax_years(uuid) is 'Returns the figures of each past calendar year with a tax return. `nondeductible` are the contributions to traditional IRAs that don''t lower income; null if all of them do.';

create function bank.text_clause(search text, side text, household uuid) returns text language plpgsql stable;
comment on function bank.text_clause(text,text,uuid) is 'Returns SQL that matches a word in description, merchant, note, or category.';

create function bank.ticket_about(household uuid, about text, OUT kind text, OUT name text) returns record language plpgsql volatile;
comment on function bank.ticket_about(uuid,text) is 'Returns the kind and name of a ticket''s subject. Refuses (NTFND) other customers'' subjects.';

create function bank.today_for(customer_id uuid) returns date language sql volatile;
comment on function bank.today_for(uuid) is 'Returns a customer''s current day in their time zone.';

create function bank.transaction_details_by_key(customer_id uuid, household jsonb, lines bank.household_line[]) returns bank.file_annotation[] language sql volatile;
comment on function bank.transaction_details_by_key(uuid,jsonb,bank.household_line[]) is 'Returns a file''s annotations, keyed by the current transaction ids.';

create function bank.transaction_facts(merchant text, description text) returns text language sql immutable;
comment on function bank.transaction_facts(text,text) is 'Returns the lowercase text that rules are matched against.';

create function bank.transfer_between(source accounts, target accounts, amount numeric, description text, channel text, at timestamp with time zone, value_at timestamp with time zone DEFAULT NULL::timestamp with time zone, transaction_id uuid DEFAULT NULL::uuid, price bank.exchange_price DEFAULT NULL::bank.exchange_price) returns accounts[] language plpgsql volatile;
comment on function bank.transfer_between(accounts,accounts,numeric,text,text,timestamp with time zone,timestamp with time zone,uuid,bank.exchange_price) is 'Moves money between two locked accounts of the same household with one entry and two transactions. If the currencies differ, both sides go through the currency exchange account, and a margin goes to fees. Without a price, the mid-market rate of the day applies. With one, the amount is what it sends.';

create function bank.turn_on_hsa_payments(household uuid) returns void language sql volatile;
comment on function bank.turn_on_hsa_payments(uuid) is 'Lets a household''s new HSA pay the customer''s part of medical bills first.';

create function bank.undo_card_import(undone imports) returns imports language plpgsql volatile;
comment on function bank.undo_card_import(imports) is 'Undoes an import into a card, as if it had never been posted. Refuses: NTFND, CLOSD, STMNT.';

create function bank.unpaid_charges(debt_id uuid, before_entry bigint) returns numeric language sql stable;
comment on function bank.unpaid_charges(uuid,bigint) is 'Returns the interest and fees that were posted on a debt before an entry and are still unpaid.';

create function bank.unreserved_balance(goal goals) returns numeric language sql stable;
comment on function bank.unreserved_balance(goals) is 'Returns the part of a goal''s account that no other goal uses.';

create function bank.use_virtual_card(card credit_cards, virtual_card_id uuid, amount numeric, shop text) returns text language plpgsql volatile;
comment on function bank.use_virtual_card(credit_cards,uuid,numeric,text) is 'Charges a virtual card of a locked card and returns the description of the charge. Refuses: NTFND, CLOSD, FROZN, SPLIM.';

create function bank.usual_categories(household uuid) returns TABLE(merchant_key text, flow text, category_id uuid) language sql stable;
comment on function bank.usual_categories(uuid) is 'Returns the most frequent category of each merchant in the customer''s history, by direction.';

create function bank.value_date(account accounts, requested timestamp with time zone) returns timestamp with time zone language plpgsql volatile;
comment on function bank.value_date(accounts,timestamp with time zone) is 'Returns the date of a raw row: not before its account was opened, not in the future (BADDT), and unique on the account.';

create function bank.waived_fees(ledger uuid, issued bank.issued_documents) returns jsonb language sql stable;
comment on function bank.waived_fees(uuid,bank.issued_documents) is 'Returns the monthly fees that conditions of the account''s plan waived in a statement''s period; null if there were none.';

create function bank.walk_of_all(query jsonb, household uuid, zone text) returns integer language plpgsql volatile;
comment on function bank.walk_of_all(jsonb,uuid,text) is 'Returns how many of the latest transactions a search must read; null if there are too many, or if no text index applies.';

create function bank.wants_notification(household uuid, about text, item_id uuid) returns boolean language sql stable;
comment on function bank.wants_notification(uuid,text,uuid) is 'Returns true if a customer wants this notification. Interest and large transactions are off by default.';

create function bank.was_late(mortgage mortgages, days integer, months integer) returns boolean language sql stable;
comment on function bank.was_late(mortgages,integer,integer) is 'Returns true if a payment on the mortgage was late by a number of days in the last months.';

create function bank.wave(day integer, period integer) returns numeric language sql immutable strict;
comment on function bank.wave(integer,integer) is 'Returns a wave between -1 and 1 with a period in days.';

create function bank.with_pay_details(record jsonb) returns jsonb language sql immutable;
comment on function bank.with_pay_details(jsonb) is 'Adds the parts of pay details to a row as fields, such as pay_gross_per_year.';

create function bank.withdraw_claim(dispute disputes) returns void language plpgsql volatile;
comment on function bank.withdraw_claim(disputes) is 'Reverses the provisional credit of a withdrawn dispute in its account. Refuses: INSUF, CLOSD.';

create function bank.withdraw_issued_documents() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.withdraw_issued_documents() is 'Withdraws documents of replaced generations. The restored household''s documents are issued again.';

create function bank.write_annotations(household uuid, edits bank.annotation_change[]) returns void language plpgsql volatile;
comment on function bank.write_annotations(uuid,bank.annotation_change[]) is 'Writes annotations of a customer''s transactions. Refuses: LIMIT.';

create function bank.write_biweekly(steps jsonb) returns void language sql volatile;
comment on function bank.write_biweekly(jsonb) is 'Writes the next collections of biweekly plans, and the days on which they ended.';

create function bank.write_certificates(steps jsonb) returns void language sql volatile;
comment on function bank.write_certificates(jsonb) is 'Writes the terms of CDs that renewed in these steps.';

create function bank.write_debt(debt bank.debts, owed numeric, payment numeric, entry bigint, at timestamp with time zone) returns void language sql volatile;
comment on function bank.write_debt(bank.debts,numeric,numeric,bigint,timestamp with time zone) is 'Updates a locked debt together with its entry.';

create function bank.write_engine_entries(lines bank.engine_line[]) returns void language plpgsql volatile;
comment on function bank.write_engine_entries(bank.engine_line[]) is 'Posts the engine''s entries.';

create function bank.write_engine_products(steps jsonb) returns void language sql volatile;
comment on function bank.write_engine_products(jsonb) is 'Writes rates, due dates, arrears, rewards, next occurrences, and yearly adjustments as of the end of these steps. Closes accounts that were charged off and CDs that were paid out.';

create function bank.write_escrow(steps jsonb) returns void language sql volatile;
comment on function bank.write_escrow(jsonb) is 'Writes the next deposits and bills of escrow accounts, and the days on which they ended.';

create function bank.write_funds(steps jsonb) returns void language sql volatile;
comment on function bank.write_funds(jsonb) is 'Saves the prices, holdings, lots, and orders of engine steps.';

create function bank.write_goals(steps jsonb) returns void language sql volatile;
comment on function bank.write_goals(jsonb) is 'Saves the contributions of engine steps, and the goals that reached their target.';

create function bank.write_holds(steps jsonb) returns void language sql volatile;
comment on function bank.write_holds(jsonb) is 'Records the holds that these engine steps placed, changed, or ended, and deletes holds that ended more than 400 days ago.';

create function bank.write_household_events(steps jsonb) returns void language sql volatile;
comment on function bank.write_household_events(jsonb) is 'Saves household events, card statements, dispute decisions, and the ends of refunds.';

create function bank.write_import_entries(target bank.import_target, import_id uuid, lines bank.import_line[], at timestamp with time zone) returns void language sql volatile set enable_nestloop=off;
comment on function bank.write_import_entries(bank.import_target,uuid,bank.import_line[],timestamp with time zone) is 'Posts the entries of a file''s lines. Without `at`, each is posted on its own date.';

create function bank.write_installment(debt bank.debts, payment numeric) returns void language plpgsql volatile;
comment on function bank.write_installment(bank.debts,numeric) is 'Changes the installment of a locked debt from its original terms, and records a household event.';

create function bank.write_message(ticket tickets, author text, message text, document_ids uuid[] DEFAULT '{}'::uuid[]) returns uuid language plpgsql volatile;
comment on function bank.write_message(tickets,text,text,uuid[]) is 'Adds a message with its attachments to a ticket. Refuses: LIMIT, NTFND.';

create function bank.write_pay_stubs(steps jsonb) returns void language sql volatile;
comment on function bank.write_pay_stubs(jsonb) is 'Saves the pay stubs of the paychecks in these steps.';

create function bank.write_peer_transfer(sender uuid, kind text, address text, amount numeric, currency text, note text) returns peer_transfers language plpgsql volatile;
comment on function bank.write_peer_transfer(uuid,text,text,numeric,text,text) is 'Creates a peer transfer or payment request for an email address. Looks up only the sender. Refuses: ISYOU, LIMIT.';

create function bank.write_tags(household uuid, edits bank.annotation_change[]) returns void language plpgsql volatile;
comment on function bank.write_tags(uuid,bank.annotation_change[]) is 'Replaces the tags of transactions. Refuses: LIMIT.';

create function bank.write_transaction(account accounts, amount numeric, direction text, type text, kind text, description text, entry_id bigint, at timestamp with time zone, counter_account_id uuid DEFAULT NULL::uuid, category_id uuid DEFAULT NULL::uuid, merchant text DEFAULT NULL::text, exchange_rate numeric DEFAULT NULL::numeric, transaction_id uuid DEFAULT NULL::uuid) returns void language plpgsql volatile;
comment on function bank.write_transaction(accounts,numeric,text,text,text,text,bigint,timestamp with time zone,uuid,uuid,text,numeric,uuid) is 'Writes the transaction that the customer sees, for an account whose balance has changed.';

create function bank.year_notifications(household uuid, since timestamp with time zone) returns SETOF bank.news_item language sql stable;
comment on function bank.year_notifications(uuid,timestamp with time zone) is 'Returns the last complete year once it ended, if the household had at least three months of it.';

create function bank.yearly_contributions(household uuid, kind text, OUT year integer, OUT highest numeric, OUT used numeric) returns record language sql stable;
comment on function bank.yearly_contributions(uuid,text) is 'Returns the current simulated year, its limit for a kind of contribution, and the contributions so far.';

create function begin_fast_forward(customer_id uuid, run_id uuid, request text) returns TABLE(current_run uuid, state text) language plpgsql volatile security definer set search_path="";
comment on function begin_fast_forward(uuid,uuid,text) is 'Starts a fast-forward. If one is already running, returns its run with `joined` (same request) or `refused` (another request). Returns no row for an unknown customer. Available only to server functions.';
grant execute on function begin_fast_forward(uuid,uuid,text) to service_role;

create function begin_scenario_run(customer_id uuid, upload_id uuid, pack jsonb) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function begin_scenario_run(uuid,uuid,jsonb) is 'Starts a scenario for a customer with its uploaded household in one transaction, as a new generation. For the server''s functions. Refuses: CLOCK, LIMIT, HOUSE, and the refusals of the import.';
grant execute on function begin_scenario_run(uuid,uuid,jsonb) to service_role;

create function block_sender(peer_transfer_id uuid) returns void language plpgsql volatile security definer set search_path="";
comment on function block_sender(uuid) is 'Blocks the sender and hides everything they send. The sender isn''t notified. Refuses: NTFND, LIMIT.';
grant execute on function block_sender(uuid) to authenticated;

create function budget_history(months integer DEFAULT 12) returns TABLE(category_id uuid, month date, currency text, amount numeric, available numeric, spent numeric) language plpgsql volatile security definer set search_path="";
comment on function budget_history(integer) is 'Returns each category in the last months, including the current month: limit, available, and spent. Refuses: BADDT.';
grant execute on function budget_history(integer) to authenticated;

create function budget_month(month date DEFAULT NULL::date) returns TABLE(starts_on date, currency text, mode text, since date, days integer, day integer, first_month date, income numeric, assigned numeric, to_assign numeric, left_out text[]) language plpgsql volatile security definer set search_path="";
comment on function budget_month(date) is 'Returns a summary of a budget month, by default the current month: total and elapsed days, first month with data, income, assigned and unassigned amounts, and currencies that have no rate and are excluded. Refuses: BADDT.';
grant execute on function budget_month(date) to authenticated;

create function budget_status(month date DEFAULT NULL::date) returns TABLE(month_start date, category_id uuid, category text, currency text, amount numeric, rollover text, rollover_cap numeric, rolled_over numeric, moved numeric, available numeric, spent numeric, remaining numeric, pace numeric, expected numeric) language plpgsql volatile security definer set search_path="";
comment on function budget_status(date) is 'Returns the budgets of a month by category, by default the current month: month, limit, rollover, moves, available, spent, remaining, the elapsed share of the month, and the expected spending by now. Amounts are null if there is no limit. Refuses: BADDT.';
grant execute on function budget_status(date) to authenticated;

create function cancel_account_deletion() returns void language plpgsql volatile security definer set search_path="";
comment on function cancel_account_deletion() is 'Cancels the deletion of the caller''s account.';
grant execute on function cancel_account_deletion() to authenticated;

create function cancel_fund_order(order_id uuid, request_id text DEFAULT NULL::text) returns fund_orders language plpgsql volatile security definer set search_path="";
comment on function cancel_fund_order(uuid,text) is 'Cancels one of the caller''s orders before it is filled, and returns it. Refuses: NTFND, NOORD, CLOCK, RQDIF.';
grant execute on function cancel_fund_order(uuid,text) to authenticated;

create function cancel_peer_transfer(peer_transfer_id uuid, request_id text DEFAULT NULL::text) returns void language plpgsql volatile security definer set search_path="";
comment on function cancel_peer_transfer(uuid,text) is 'Cancels a transfer or request that the recipient has not accepted or answered yet. Refuses: NTFND, NOTOP, CLOSD, CLOCK.';
grant execute on function cancel_peer_transfer(uuid,text) to authenticated;

create function cancel_return(refund_id uuid, request_id text DEFAULT NULL::text) returns refunds language plpgsql volatile security definer set search_path="";
comment on function cancel_return(uuid,text) is 'Cancels a return: the caller keeps the purchase and gets no refund. Returns the refund. Refuses: NTFND, DCIDD, RQDIF.';
grant execute on function cancel_return(uuid,text) to authenticated;

create function card_interest_days(card_id uuid) returns TABLE(day date, balance numeric, interest numeric, in_grace boolean) language plpgsql volatile security definer set search_path="";
comment on function card_interest_days(uuid) is 'For each day since the last statement of one of the caller''s cards, returns the closing balance, the interest at 1/365 of the annual rate, and whether the grace period waives it. Without the grace period, the amount repaid by the due date accrues no interest. Until the due date, the grace period applies if the previous cycle accrued no interest. Returns nothing for a closed card, and for a card with several balances or rates, whose daily interest the engine records. Refuses: NTFND.';
grant execute on function card_interest_days(uuid) to authenticated;

create function change_fund_account(account_id uuid, us_stocks integer DEFAULT 0, world_stocks integer DEFAULT 0, bonds integer DEFAULT 0, money_market integer DEFAULT 0, rebalances text DEFAULT 'never'::text, cost_method text DEFAULT 'average'::text, dividend_account_id uuid DEFAULT NULL::uuid) returns fund_accounts language plpgsql volatile security definer set search_path="";
comment on function change_fund_account(uuid,integer,integer,integer,integer,text,text,uuid) is 'Changes the target mix, the rebalancing, the cost method, and the account for dividends (null reinvests them) of one of the caller''s accounts that hold funds. Refuses: BADMX, BADTY, FUNDS, TAXTR, NTFND, CLOSD, SAMAC, BADCU, CLOCK.';
grant execute on function change_fund_account(uuid,integer,integer,integer,integer,text,text,uuid) to authenticated;

create function change_payment_day(debt_id uuid, day integer, request_id text DEFAULT NULL::text) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function change_payment_day(uuid,integer,text) is 'Changes the day of the month on which one of the caller''s debts is due, twice in 12 months. The next period is up to 15 days longer or shorter; the interest of additional days is due once. Refuses: NTFND, BADDT, OVPAY, NOPAU, LIMIT, CLOCK, RQDIF.';
grant execute on function change_payment_day(uuid,integer,text) to authenticated;

create function charge_abroad(card_id uuid, amount numeric, currency text, merchant text DEFAULT NULL::text, category text DEFAULT NULL::text, request_id text DEFAULT NULL::text) returns credit_cards language plpgsql volatile security definer set search_path="";
comment on function charge_abroad(uuid,numeric,text,text,text,text) is 'Charges one of the caller''s cards in another currency, at the rate of the day, and returns the card. The foreign transaction fee is a separate entry. Refuses: BADAM, BADCU, NTFND, CLOSD, FROZN, OVRLM, SPLIM, NORAT, BADTX, RQDIF.';
grant execute on function charge_abroad(uuid,numeric,text,text,text,text) to authenticated;

create function charge_credit_card(card_id uuid, amount numeric, merchant text DEFAULT NULL::text, category text DEFAULT NULL::text, description text DEFAULT NULL::text, request_id text DEFAULT NULL::text, virtual_card_id uuid DEFAULT NULL::uuid) returns credit_cards language plpgsql volatile security definer set search_path="";
comment on function charge_credit_card(uuid,numeric,text,text,text,text,uuid) is 'Charges one of the caller''s cards or virtual cards, and returns the card. The category is a name or an id. Refuses: BADAM, NTFND, CLOSD, FROZN, OVRLM, SPLIM, BADTX, RQDIF.';
grant execute on function charge_credit_card(uuid,numeric,text,text,text,text,uuid) to authenticated;

create function check_request() returns void language plpgsql stable security definer set search_path="";
comment on function check_request() is 'Runs before every request. Refuses customers with no active session, including suspended ones (ENDED), and sessions that haven''t used the customer''s second factor (PROOF).';
grant execute on function check_request() to anon;
grant execute on function check_request() to authenticated;
grant execute on function check_request() to service_role;

create function claim_due_households(most integer DEFAULT 200) returns SETOF uuid language sql volatile security definer set search_path="";
comment on function claim_due_households(integer) is 'Claims households with due events for one caller. If that caller fails, they become due again after two minutes.';
grant execute on function claim_due_households(integer) to service_role;

create function claim_push_notifications(most integer DEFAULT 500) returns TABLE(subscription_id uuid, endpoint text, p256dh text, auth text, items jsonb) language plpgsql volatile security definer set search_path="";
comment on function claim_push_notifications(integer) is 'Claims pending push notifications by browser, so that only one sender sends each. For server functions.';
grant execute on function claim_push_notifications(integer) to service_role;

create function close_account(account_id uuid, sweep_to_account_id uuid DEFAULT NULL::uuid, request_id text DEFAULT NULL::text) returns accounts language plpgsql volatile security definer set search_path="";
comment on function close_account(uuid,uuid,text) is 'Closes one of the caller''s accounts and transfers its balance to another of their accounts. The history remains. Refuses: OWING, NTZRO, FUNDS, CDLCK, NTFND, CLOSD, SAMAC, NORAT, RQDIF.';
grant execute on function close_account(uuid,uuid,text) to authenticated;

create function close_credit_card(card_id uuid, request_id text DEFAULT NULL::text) returns credit_cards language plpgsql volatile security definer set search_path="";
comment on function close_credit_card(uuid,text) is 'Closes one of the caller''s cards permanently, with its virtual cards, autopay, and payment rules, and returns it. Interest and rewards of the open cycle lapse; history and statements remain. A security deposit returns to its account. Refuses: NTFND, CLOSD, OWING, RQDIF.';
grant execute on function close_credit_card(uuid,text) to authenticated;

create function confirm_proposal(proposal_id uuid) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function confirm_proposal(uuid) is 'Runs one of the caller''s proposals once; `acted` is true if this call ran it. Does nothing and returns `changed` if the balances of its preview have changed. Refuses: NTFND, CLOCK.';
grant execute on function confirm_proposal(uuid) to authenticated;

create function continue_fast_forward(run_id uuid) returns boolean language sql volatile security definer set search_path="";
comment on function continue_fast_forward(uuid) is 'Extends the lease by five seconds. Returns false if the lease has expired and another run has started. Available only to server functions.';
grant execute on function continue_fast_forward(uuid) to service_role;

create function contribute_to_goal(goal_id uuid, amount numeric, account_id uuid, request_id text DEFAULT NULL::text) returns goals language plpgsql volatile security definer set search_path="";
comment on function contribute_to_goal(uuid,numeric,uuid,text) is 'Contributes money from one of the caller''s accounts to a goal. Within the goal''s own account, the amount is only reserved. Returns the goal. Refuses: BADAM, NTFND, CLOSD, SAMAC, INSUF, NORAT, RQDIF.';
grant execute on function contribute_to_goal(uuid,numeric,uuid,text) to authenticated;

create function convert_demo() returns customers language plpgsql volatile security definer set search_path="";
comment on function convert_demo() is 'Makes the caller''s demo household permanent. Refuses (NOUSR) an anonymous sign-in.';
grant execute on function convert_demo() to authenticated;

create function convert_to_funds(account_id uuid, us_stocks integer DEFAULT 0, world_stocks integer DEFAULT 0, bonds integer DEFAULT 0, money_market integer DEFAULT 0, request_id text DEFAULT NULL::text) returns fund_accounts language plpgsql volatile security definer set search_path="";
comment on function convert_to_funds(uuid,integer,integer,integer,integer,text) is 'Converts one of the caller''s investment accounts to funds and returns its settings. The balance stays the same: all of it is in the money market fund until an order invests it in the target mix at the next closing price. Refuses: BADMX, BADTY, BADCU, FUNDS, NTFND, CLOSD, LIMIT, CLOCK, RQDIF.';
grant execute on function convert_to_funds(uuid,integer,integer,integer,integer,text) to authenticated;

create function create_calendar_feed(includes_amounts boolean DEFAULT false) returns text language plpgsql volatile security definer set search_path="";
comment on function create_calendar_feed(boolean) is 'Creates the secret of the caller''s calendar address, 64 hexadecimal digits, and returns it once. An earlier address stops working. Refuses: NOUSR, BADTX.';
grant execute on function create_calendar_feed(boolean) to authenticated;

create function create_recovery_codes() returns text[] language plpgsql volatile security definer set search_path="";
comment on function create_recovery_codes() is 'Creates ten recovery codes, which replace earlier ones, and returns them once. Refuses: NOFAC, PROOF.';
grant execute on function create_recovery_codes() to authenticated;

create function create_virtual_card(card_id uuid, name text DEFAULT NULL::text, spend_limit numeric DEFAULT NULL::numeric, merchant text DEFAULT NULL::text, single_use boolean DEFAULT false, request_id text DEFAULT NULL::text) returns virtual_cards language plpgsql volatile security definer set search_path="";
comment on function create_virtual_card(uuid,text,numeric,text,boolean,text) is 'Creates a virtual card for one of the caller''s cards and returns it. It expires two years from now, at the end of the month. Refuses: BADAM, BADNM, BADTX, NTFND, LIMIT, RQDIF.';
grant execute on function create_virtual_card(uuid,text,numeric,text,boolean,text) to authenticated;

create function credit_facts(customer_id uuid, currency text DEFAULT NULL::text) returns jsonb language sql volatile security definer set search_path="";
comment on function credit_facts(uuid,text) is 'Returns a customer''s credit record to server functions.';
grant execute on function credit_facts(uuid,text) to service_role;

create function customer_net_worth(customer_id uuid) returns TABLE(amount numeric, currency text) language sql volatile security definer set search_path="";
comment on function customer_net_worth(uuid) is 'Returns a customer''s current net worth in the base currency, for the summary of a fast-forward. For server functions.';
grant execute on function customer_net_worth(uuid) to service_role;

create function decide_surprise(surprise text, choice text, account_id uuid DEFAULT NULL::uuid, card_id uuid DEFAULT NULL::uuid, request_id text DEFAULT NULL::text) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function decide_surprise(text,text,uuid,uuid,text) is 'Decides an open surprise of the caller: repair or replace, paid at once from an account or by card, or wait. Returns the surprise. Refuses: BADTY, NTFND, DCIDD, CLOSD, BADCU, INSUF, FROZN, OVRLM, SPLIM, CLOCK, RQDIF, NOUSR.';
grant execute on function decide_surprise(text,text,uuid,uuid,text) to authenticated;

create function decline_peer_transfer(peer_transfer_id uuid, note text DEFAULT NULL::text, request_id text DEFAULT NULL::text) returns void language plpgsql volatile security definer set search_path="";
comment on function decline_peer_transfer(uuid,text,text) is 'Declines a payment request or a peer transfer. A transfer''s money is returned. Refuses: NTFND, NOTOP, BADTX, CLOCK.';
grant execute on function decline_peer_transfer(uuid,text,text) to authenticated;

create function delete_my_account() returns account_deletions language plpgsql volatile security definer set search_path="";
comment on function delete_my_account() is 'Requests the erasure of the caller''s account in seven days. The request can be canceled until then. Refuses: PROOF.';
grant execute on function delete_my_account() to authenticated;

create function deposit(account_id uuid, amount numeric, description text DEFAULT NULL::text, request_id text DEFAULT NULL::text, method text DEFAULT 'cash'::text, check_kind text DEFAULT NULL::text) returns accounts language plpgsql volatile security definer set search_path="";
comment on function deposit(uuid,numeric,text,text,text,text) is 'Deposits money into one of the caller''s accounts and returns the account. Cash is available at once. A transfer from another bank (direct) or a check is on hold until it becomes available by Regulation CC, unless pending transactions are instant. A same-day transfer (same_day) before 1 p.m. in New York is available at 5 p.m., for a fee of 3.00 then. `check_kind` names a check that takes five more business days: it was returned unpaid before (redeposited), is dated more than six months ago (stale), or its bank has suspended payments (suspended_bank). A check is income only with a category. Refuses: BADAM, BADCU, BADTY, NTFND, CLOSD, RQDIF.';
grant execute on function deposit(uuid,numeric,text,text,text,text) to authenticated;

create function detach_document(document_id uuid, transaction_key text DEFAULT NULL::text) returns transaction_attachments language plpgsql volatile security definer set search_path="";
comment on function detach_document(uuid,text) is 'Removes a document from a transaction. The document isn''t deleted. Refuses: NTFND.';
grant execute on function detach_document(uuid,text) to authenticated;

create function discard_upload(upload_id uuid) returns void language sql volatile security definer set search_path="";
comment on function discard_upload(uuid) is 'Deletes the uploaded chunks of a refused file. For the server''s functions.';
grant execute on function discard_upload(uuid) to service_role;

create function dismiss_proposal(proposal_id uuid) returns assistant_proposals language plpgsql volatile security definer set search_path="";
comment on function dismiss_proposal(uuid) is 'Dismisses one of the caller''s open proposals. Refuses: NTFND.';
grant execute on function dismiss_proposal(uuid) to authenticated;

create function disputable_amount(transaction_key text) returns numeric language plpgsql volatile security definer set search_path="";
comment on function disputable_amount(text) is 'Returns the part of one of the caller''s purchases that can be disputed; 0 if it can''t be disputed. Refuses: NTFND.';
grant execute on function disputable_amount(text) to authenticated;

create function document_facts(customer_id uuid, document_id uuid) returns jsonb language plpgsql stable security definer set search_path="";
comment on function document_facts(uuid,uuid) is 'Returns an issued document''s content and the path of its rendered file. For server functions. Refuses: NTFND.';
grant execute on function document_facts(uuid,uuid) to service_role;

create function draw_credit_line(loan_id uuid, amount numeric, account_id uuid, request_id text DEFAULT NULL::text) returns loans language plpgsql volatile security definer set search_path="";
comment on function draw_credit_line(uuid,numeric,uuid,text) is 'Draws an amount from one of the caller''s home equity lines of credit to one of their accounts, and returns the line. Refuses: BADAM, NTFND, OVRLM, NOELG, CLOSD, BADCU, LIMIT, CLOCK, RQDIF.';
grant execute on function draw_credit_line(uuid,numeric,uuid,text) to authenticated;

create function end_fast_forward(run_id uuid, answer jsonb) returns void language sql volatile security definer set search_path="";
comment on function end_fast_forward(uuid,jsonb) is 'Ends a run and saves its result for identical requests for ten seconds. For the server''s functions.';
grant execute on function end_fast_forward(uuid,jsonb) to service_role;

create function end_insurance(insurance_kind text) returns boolean language plpgsql volatile security definer set search_path="";
comment on function end_insurance(text) is 'Ends one of the caller''s policies at once, and deletes the scheduled payment of its premium. Refuses: NTFND, CLOCK, NOUSR.';
grant execute on function end_insurance(text) to authenticated;

create function end_session(session_id uuid) returns void language plpgsql volatile security definer set search_path="";
comment on function end_session(uuid) is 'Signs the caller out of one of their browsers. Refuses: NTFND.';
grant execute on function end_session(uuid) to authenticated;

create function engine_households(customer_ids uuid[]) returns SETOF json language sql stable security definer set search_path="" set plan_cache_mode=force_generic_plan;
comment on function engine_households(uuid[]) is 'Returns households in the engine''s format. For the server''s functions.';
grant execute on function engine_households(uuid[]) to service_role;

create function ensure_customer(time_zone text DEFAULT NULL::text) returns customers language plpgsql volatile security definer set search_path="";
comment on function ensure_customer(text) is 'Creates the customer''s row on the first sign-in with the browser''s time zone, and returns it.';
grant execute on function ensure_customer(text) to authenticated;

create function erase_household(customer_id uuid DEFAULT NULL::uuid) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function erase_household(uuid) is 'Erases all of the caller''s data (any customer''s for the service role): products, history, and ledger. Only counts remain.';
grant execute on function erase_household(uuid) to authenticated;
grant execute on function erase_household(uuid) to service_role;

create function exchange_effects(from_day date, to_day date) returns TABLE(currency text, amount numeric) language plpgsql volatile security definer set search_path="";
comment on function exchange_effects(date,date) is 'Returns the amount that exchange rate changes added to (positive) or removed from the caller''s balances in other currencies, including debts, between the ends of two days: in the base currency, by currency. Homes and currencies that have no rate are not included. Refuses: BADDT.';
grant execute on function exchange_effects(date,date) to authenticated;

create function export_household(customer_id uuid DEFAULT NULL::uuid) returns jsonb language plpgsql stable security definer set search_path="";
comment on function export_household(uuid) is 'Returns a household as one file: the caller''s, or any customer''s for the service role. Refuses: NTFND, NOUSR.';
grant execute on function export_household(uuid) to authenticated;
grant execute on function export_household(uuid) to service_role;

create function fast_forward_answer(run_id uuid) returns TABLE(is_running boolean, answer jsonb) language sql stable security definer set search_path="";
comment on function fast_forward_answer(uuid) is 'Returns the state of a run, or its result. For the server''s functions.';
grant execute on function fast_forward_answer(uuid) to service_role;

create function file_tax_return(account_id uuid, tax_year integer DEFAULT NULL::integer, request_id text DEFAULT NULL::text) returns tax_returns language plpgsql volatile security definer set search_path="";
comment on function file_tax_return(uuid,integer,text) is 'Files the caller''s tax return for a past year with income, or for the latest one. The engine pays the tax due on April 15 from the account, or receives the refund 21 days later. Refuses: NOTAX, NTFND, CLOSD, BADCU, RQDIF, BADTX, CLOCK, NOUSR.';
grant execute on function file_tax_return(uuid,integer,text) to authenticated;

create function finish_lesson(lesson text DEFAULT NULL::text, answered integer DEFAULT NULL::integer, answered_right integer DEFAULT NULL::integer) returns lesson_progress language plpgsql volatile security definer set search_path="";
comment on function finish_lesson(text,integer,integer) is 'Records a lesson attempt and returns the caller''s best result. Refuses: NTFND, LIMIT.';
grant execute on function finish_lesson(text,integer,integer) to authenticated;

create function finish_reconciliation(account_id uuid, statement_date date DEFAULT NULL::date, statement_balance numeric DEFAULT NULL::numeric, transaction_keys uuid[] DEFAULT '{}'::uuid[], request_id text DEFAULT NULL::text) returns reconciliations language plpgsql volatile security definer set search_path="";
comment on function finish_reconciliation(uuid,date,numeric,uuid[],text) is 'Reconciles transactions of one of the caller''s accounts with a statement and returns the reconciliation. These and all previously reconciled transactions must add up to the statement balance. Refuses: BADAM, NTFND, BADDT, NOSUM, RQDIF.';
grant execute on function finish_reconciliation(uuid,date,numeric,uuid[],text) to authenticated;

create function first_steps() returns TABLE(account_id uuid, has_income boolean, has_bill boolean, has_plan boolean, has_reviewed boolean, simulated_days integer, arrived integer, paid integer, since date, currency text, parts jsonb, left_out text[]) language sql stable security definer set search_path="";
comment on function first_steps() is 'Returns the completed first steps, and the caller''s cash flow since the same day one month ago in the base currency, by payer or payee. Internal transfers, corrections, and currencies that have no rate (listed as left out) don''t count.';
grant execute on function first_steps() to authenticated;

create function goal_history(goal_id uuid) returns TABLE(day date, saved numeric) language plpgsql stable security definer set search_path="";
comment on function goal_history(uuid) is 'Returns the saved amount of one of the caller''s goals at the end of each day on which it changed. Refuses: NTFND.';
grant execute on function goal_history(uuid) to authenticated;

create function habit_months(months integer DEFAULT 24) returns TABLE(month date, income numeric, spending numeric, missed bigint, fees bigint, interest bigint, cards bigint, budgets bigint, kept_budgets bigint) language plpgsql volatile security definer set search_path="";
comment on function habit_months(integer) is 'Returns the caller''s last full calendar months, oldest first: income and spending in the base currency as in analytics, missed payments, late, overdraft, and returned payment fees, interest charges on cards, cards, and budgets with those that were kept. Refuses: BADDT.';
grant execute on function habit_months(integer) to authenticated;

create function import_transactions(account_id uuid DEFAULT NULL::uuid, new_account jsonb DEFAULT NULL::jsonb, draft text DEFAULT NULL::text, rows jsonb DEFAULT NULL::jsonb, choices jsonb DEFAULT NULL::jsonb, file_name text DEFAULT NULL::text, format text DEFAULT 'csv'::text, request_id text DEFAULT NULL::text, card_id uuid DEFAULT NULL::uuid, new_card jsonb DEFAULT NULL::jsonb) returns imports language plpgsql volatile security definer set search_path="";
comment on function import_transactions(uuid,jsonb,text,jsonb,jsonb,text,text,text,uuid,jsonb) is 'Imports a file into one of the caller''s accounts or cards or into a new one, all or nothing. Returns the import. Its lines contain the outcomes. Lines on a card keep their dates, but count for statements and interest from now. Refuses: NTFND, CLOSD, LIMIT, BADTY, BADDT, BADAM, BADNM, BADCU, BADRT, OVRLM, CONTR, RQDIF.';
grant execute on function import_transactions(uuid,jsonb,text,jsonb,jsonb,text,text,text,uuid,jsonb) to authenticated;

create function insights() returns TABLE(kind text, key text, weight integer, subject text, name text, amount numeric, currency text, facts jsonb, evidence jsonb) language plpgsql volatile security definer set search_path="";
comment on function insights() is 'Returns the caller''s insights that aren''t dismissed, most important first: a fact with its amount, subject, and transactions.';
grant execute on function insights() to authenticated;

create function is_open(application card_applications) returns boolean language sql stable security definer set search_path="";
comment on function is_open(card_applications) is 'Returns true if the caller can open the offered card: for 30 days, until another card is opened, because the decision counted only the cards open then.';
grant execute on function is_open(card_applications) to authenticated;
grant execute on function is_open(card_applications) to service_role;

create function issue_pay_stub(pay_stub_id uuid) returns documents language plpgsql volatile security definer set search_path="";
comment on function issue_pay_stub(uuid) is 'Issues one of the caller''s pay stubs as a document. Refuses: NTFND, NOUSR.';
grant execute on function issue_pay_stub(uuid) to authenticated;

create function issue_receipt(transaction_key text) returns documents language plpgsql volatile security definer set search_path="";
comment on function issue_receipt(text) is 'Issues the receipt of one of the caller''s transactions. As in the view `spending`, the key is the transaction id, or the card and entry ids joined by a colon. Refuses: NTFND.';
grant execute on function issue_receipt(text) to authenticated;

create function leave_scenario_run() returns scenario_runs language plpgsql volatile security definer set search_path="";
comment on function leave_scenario_run() is 'Leaves the caller''s scenario and keeps its household as an ordinary household. To return to the previous household, restore the run''s checkpoint instead. Refuses: NTFND, CLOCK, NOUSR.';
grant execute on function leave_scenario_run() to authenticated;

create function load_household(customer_id uuid, household jsonb) returns integer language plpgsql volatile security definer set search_path="";
comment on function load_household(uuid,jsonb) is 'Loads products, rules, and their history for a customer without products, and returns the number of entries. Returns 0 and changes nothing if the customer has products. Refuses: HOUSE, INSUF, OVPAY, BADDT, BADCU, BADNM, BADTY, BADAM, BADRT, BADTM, BADFM, NTFND.';
grant execute on function load_household(uuid,jsonb) to service_role;

create function mark_document_read(document_id uuid) returns void language plpgsql volatile security definer set search_path="";
comment on function mark_document_read(uuid) is 'Marks one of the caller''s documents as read. Refuses: NTFND.';
grant execute on function mark_document_read(uuid) to authenticated;

create function mark_ticket_read(ticket_id uuid) returns tickets language plpgsql volatile security definer set search_path="";
comment on function mark_ticket_read(uuid) is 'Marks the answers to one of the caller''s tickets as read. Refuses: NTFND.';
grant execute on function mark_ticket_read(uuid) to authenticated;

create function month_flow() returns TABLE(currency text, money_in numeric, money_out numeric, left_out text[]) language sql stable security definer set search_path="";
comment on function month_flow() is 'Returns the caller''s income and spending in the current month, as in the view `spending`, in the base currency at daily rates. `left_out` names the currencies that have no rate and aren''t counted.';
grant execute on function month_flow() to authenticated;

create function move_budget(from_category_id uuid DEFAULT NULL::uuid, to_category_id uuid DEFAULT NULL::uuid, amount numeric DEFAULT NULL::numeric, request_id text DEFAULT NULL::text) returns budget_moves language plpgsql volatile security definer set search_path="";
comment on function move_budget(uuid,uuid,numeric,text) is 'Moves an amount between two categories in the current month. In envelope mode, null means unassigned income. Refuses: BADAM, BADTY, NTFND, SAMAC, NOLFT, RQDIF.';
grant execute on function move_budget(uuid,uuid,numeric,text) to authenticated;

create function my_books() returns jsonb language sql stable security definer set search_path="";
comment on function my_books() is 'Returns the number of entries in the caller''s ledger, its first day, and the number of violations.';
grant execute on function my_books() to authenticated;

create function my_calendar_feed() returns TABLE(created_at timestamp with time zone, read_at timestamp with time zone, includes_amounts boolean) language sql stable security definer set search_path="";
comment on function my_calendar_feed() is 'Returns when the caller''s calendar address was created and last read, without the address; no row if there is none. Refuses: NOUSR.';
grant execute on function my_calendar_feed() to authenticated;

create function my_confirmed_email() returns text language sql stable security definer set search_path="";
comment on function my_confirmed_email() is 'Returns the caller''s verified email address in lower case; null before it is verified.';
grant execute on function my_confirmed_email() to authenticated;

create function my_contributions() returns TABLE(kind text, year integer, highest numeric, used numeric, remaining numeric, income numeric, roth_highest numeric, roth_remaining numeric, deductible numeric) language sql stable security definer set search_path="";
comment on function my_contributions() is 'Returns the caller''s contributions of the current simulated year and their limits: 401(k) (retirement), both kinds of IRA together (ira), and HSA (hsa). Income is a year''s income by the pay details. It decides the limit of Roth IRAs (`roth_highest`, null without income limits) and how much of a traditional IRA can lower income (`deductible`, null if all of it).';
grant execute on function my_contributions() to authenticated;

create function my_credit_facts(currency text DEFAULT NULL::text) returns jsonb language sql volatile security definer set search_path="";
comment on function my_credit_facts(text) is 'Returns the caller''s credit record in their base currency or another currency. Refuses: NOUSR, BADCU, NORAT.';
grant execute on function my_credit_facts(text) to authenticated;

create function my_documents() returns SETOF documents language plpgsql volatile security definer set search_path="";
comment on function my_documents() is 'Returns the caller''s documents, latest first, including newly issued documents. deleted_at is set for deleted documents.';
grant execute on function my_documents() to authenticated;

create function my_files() returns TABLE(bucket text, name text, size bigint) language sql stable security definer set search_path="";
comment on function my_files() is 'Returns the caller''s files in all buckets, with their sizes in bytes.';
grant execute on function my_files() to authenticated;

create function my_household() returns jsonb language sql stable security definer set search_path="";
comment on function my_household() is 'Returns the caller''s household in the engine''s format, with this year''s required distributions, but without dispute outcomes and hidden scenario events; null if there are no products.';
grant execute on function my_household() to authenticated;

create function my_ledger_hash() returns jsonb language plpgsql volatile security definer set search_path="";
comment on function my_ledger_hash() is 'Returns the proof of the caller''s ledger: its hash, whether saved hashes match, sums per currency (all zero), the replay, and violations.';
grant execute on function my_ledger_hash() to authenticated;

create function my_notifications(since timestamp with time zone DEFAULT NULL::timestamp with time zone, seen timestamp with time zone DEFAULT NULL::timestamp with time zone) returns TABLE(kind text, item text, event_key text, at timestamp with time zone, message text, path text, others bigint) language plpgsql volatile security definer set search_path="";
comment on function my_notifications(timestamp with time zone,timestamp with time zone) is 'Returns the caller''s notifications since an instant, up to one week: the latest of each kind and item, with the number of earlier notifications after `seen`. Respects the caller''s preferences.';
grant execute on function my_notifications(timestamp with time zone,timestamp with time zone) to authenticated;

create function my_required_distributions() returns TABLE(account_id uuid, name text, tax_year integer, balance numeric, period numeric, required numeric, withdrawn numeric, due_on date, missed numeric, corrected numeric) language sql stable security definer set search_path="";
comment on function my_required_distributions() is 'Returns the caller''s required minimum distributions, latest year first: one for each 401(k), and one for all traditional IRAs together (null account). Empty without a date of birth, or before the first year. Refuses: NOUSR.';
grant execute on function my_required_distributions() to authenticated;

create function my_security() returns jsonb language sql stable security definer set search_path="";
comment on function my_security() is 'Returns the caller''s security settings: whether they have a password, and the number and date of recovery codes.';
grant execute on function my_security() to authenticated;

create function my_security_events(most integer DEFAULT 50) returns TABLE(at timestamp with time zone, action text, address text) language sql stable security definer set search_path="";
comment on function my_security_events(integer) is 'Returns the caller''s recent security events, latest first: sign-ins, failures, and changes.';
grant execute on function my_security_events(integer) to authenticated;

create function my_sessions() returns TABLE(id uuid, started_at timestamp with time zone, seen_at timestamp with time zone, user_agent text, address text, is_current boolean, is_proven_twice boolean) language sql stable security definer set search_path="";
comment on function my_sessions() is 'Returns the caller''s sessions: this browser first, then the most recent ones.';
grant execute on function my_sessions() to authenticated;

create function my_tables() returns SETOF text language sql stable;
comment on function my_tables() is 'Returns the tables that contain the caller''s rows, each with an id.';
grant execute on function my_tables() to authenticated;

create function my_tax_years() returns TABLE(tax_year integer, filing_status text, wages numeric, interest numeric, withheld numeric, short_term_gain numeric, long_term_gain numeric, dividends numeric, qualified_dividends numeric, children integer, distributions numeric, early_distributions numeric, deductions numeric, unemployment numeric, missed_distributions numeric, corrected_distributions numeric, nondeductible numeric, opens_on date, is_open boolean, inflation numeric, is_senior boolean) language sql stable security definer set search_path="";
comment on function my_tax_years() is 'Returns the caller''s figures for the tax return of each past year with income, latest first. A return can be filed from February 15 (`opens_on`) on.';
grant execute on function my_tax_years() to authenticated;

create function net_worth_history("from" date DEFAULT NULL::date, "to" date DEFAULT NULL::date) returns TABLE(day date, amount numeric, currency text, left_out text[], opened_with numeric) language plpgsql volatile security definer set search_path="";
comment on function net_worth_history(date,date) is 'Returns the caller''s net worth, including homes, at the end of each day in the base currency at each day''s rates. `left_out` lists currencies that have no rate and don''t count. `opened_with` is the net worth at the start of the first day. If `from` is null, returns up to the last ten years. Refuses: BADDT.';
grant execute on function net_worth_history(date,date) to authenticated;

create function net_worth_months(from_day date, to_day date) returns TABLE(day date, kind text, currency text, amount numeric, rate numeric, worth numeric) language plpgsql volatile security definer set search_path="";
comment on function net_worth_months(date,date) is 'Returns the components of the caller''s net worth at the end of each month in a span and on its last day, as `net_worth_parts` does. Refuses: BADDT.';
grant execute on function net_worth_months(date,date) to authenticated;

create function net_worth_parts(day date DEFAULT NULL::date) returns TABLE(kind text, currency text, amount numeric, rate numeric, worth numeric) language plpgsql volatile security definer set search_path="";
comment on function net_worth_parts(date) is 'Returns the components of the caller''s net worth at the end of a day, by default today: by kind (cash, investments, property, cards, loans, mortgages) and currency, with the rate to the base currency and the value in that currency (null if there is no rate). Net worth is the sum of `worth`. Refuses: BADDT.';
grant execute on function net_worth_parts(date) to authenticated;

create function open_account(name text, type text DEFAULT 'CHECKING'::text, currency text DEFAULT 'USD'::text, initial_balance numeric DEFAULT 0, request_id text DEFAULT NULL::text, funding_account_id uuid DEFAULT NULL::uuid, overdraft text DEFAULT NULL::text, overdraft_account_id uuid DEFAULT NULL::uuid, overdraft_product text DEFAULT NULL::text, overdraft_cards boolean DEFAULT NULL::boolean, plan text DEFAULT NULL::text) returns accounts language plpgsql volatile security definer set search_path="";
comment on function open_account(text,text,text,numeric,text,uuid,text,uuid,text,boolean,text) is 'Opens an account for the caller, with its initial deposit if there is one, and returns it. The deposit comes from outside the bank, or from one of the caller''s accounts in the same currency. A checking account can have an overdraft choice, as in set_overdraft, and a plan, as in set_account_plan. Refuses: BADNM, BADTY, BADCU, BADAM, LIMIT, NTFND, CLOSD, INSUF, RQDIF.';
grant execute on function open_account(text,text,text,numeric,text,uuid,text,uuid,text,boolean,text) to authenticated;

create function open_card(application_id uuid, deposit numeric DEFAULT NULL::numeric, account_id uuid DEFAULT NULL::uuid, request_id text DEFAULT NULL::text) returns credit_cards language plpgsql volatile security definer set search_path="";
comment on function open_card(uuid,numeric,uuid,text) is 'Opens the card that a decision offers, and returns it. A secured card takes its deposit from one of the caller''s accounts. Refuses: NTFND, NOOFR, BADAM, CLOSD, BADCU, INSUF, LIMIT, RQDIF.';
grant execute on function open_card(uuid,numeric,uuid,text) to authenticated;

create function open_cd(funding_account_id uuid, amount numeric, term_months integer DEFAULT 12, name text DEFAULT NULL::text, at_maturity text DEFAULT 'renew'::text, payout_account_id uuid DEFAULT NULL::uuid, interest_account_id uuid DEFAULT NULL::uuid, request_id text DEFAULT NULL::text) returns accounts language plpgsql volatile security definer set search_path="";
comment on function open_cd(uuid,numeric,integer,text,text,uuid,uuid,text) is 'Opens a certificate of deposit with money from one of the caller''s accounts, and returns its account. The rate is fixed for the term (3, 6, 12, 24, or 60 months). Refuses: BADAM, BADTM, BADTY, BADNM, NTFND, CLOSD, CDLCK, BADCU, INSUF, LIMIT, CLOCK, RQDIF.';
grant execute on function open_cd(uuid,numeric,integer,text,text,uuid,uuid,text) to authenticated;

create function open_dispute(card_id uuid DEFAULT NULL::uuid, entry_id bigint DEFAULT NULL::bigint, amount numeric DEFAULT NULL::numeric, reason text DEFAULT NULL::text, description text DEFAULT NULL::text, request_id text DEFAULT NULL::text, account_id uuid DEFAULT NULL::uuid) returns disputes language plpgsql volatile security definer set search_path="";
comment on function open_dispute(uuid,bigint,numeric,text,text,text,uuid) is 'Disputes a charge on one of the caller''s cards, or a debit card purchase from an account, or part of it. Credits a card provisionally at once, and an account within 10 business days, or 20 in its first 30 days. Returns the dispute. Refuses: BADAM, BADTY, BADTX, NTFND, CLOSD, NODIS, RQDIF.';
grant execute on function open_dispute(uuid,bigint,numeric,text,text,text,uuid) to authenticated;

create function open_ticket(subject text DEFAULT NULL::text, message text DEFAULT NULL::text, topic text DEFAULT 'other'::text, about text DEFAULT NULL::text, document_ids uuid[] DEFAULT '{}'::uuid[], article text DEFAULT NULL::text, request_id text DEFAULT NULL::text) returns tickets language plpgsql volatile security definer set search_path="";
comment on function open_ticket(text,text,text,text,uuid[],text,text) is 'Opens a support ticket, which can be about one of the caller''s transactions, accounts, cards, debts, or disputes. `article` is the automatic answer. Returns the ticket. Refuses: BADTX, BADTY, NTFND, LIMIT, SLOWR, RQDIF.';
grant execute on function open_ticket(text,text,text,text,uuid[],text,text) to authenticated;

create function order_categorization_rules(rule_ids uuid[]) returns SETOF categorization_rules language plpgsql volatile security definer set search_path="";
comment on function order_categorization_rules(uuid[]) is 'Saves the order of the caller''s rules. The list must contain all of them. Refuses: NTFND.';
grant execute on function order_categorization_rules(uuid[]) to authenticated;

create function past_surprises() returns TABLE(surprise text, happened_at timestamp with time zone, kind text, description text, chosen text, cost numeric, currency text) language sql stable security definer set search_path="";
comment on function past_surprises() is 'Returns the caller''s surprises in the last 12 months, newest first, with the choice and what each has cost so far; a negative cost is money received.';
grant execute on function past_surprises() to authenticated;

create function pause_debt(debt_id uuid, months integer DEFAULT 1, request_id text DEFAULT NULL::text) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function pause_debt(uuid,integer,text) is 'Pauses one of the caller''s debts for its next one to three installments. Interest continues to accrue. Refuses: NTFND, BADTM, NOPAU, CLOCK, RQDIF.';
grant execute on function pause_debt(uuid,integer,text) to authenticated;

create function pay_credit_card(card_id uuid, amount numeric, account_id uuid DEFAULT NULL::uuid, description text DEFAULT NULL::text, request_id text DEFAULT NULL::text) returns credit_cards language plpgsql volatile security definer set search_path="";
comment on function pay_credit_card(uuid,numeric,uuid,text,text) is 'Pays one of the caller''s cards from one of their accounts or from outside the bank, and returns the card. Refuses: BADAM, NTFND, OVPAY, CLOSD, BADCU, INSUF, RQDIF.';
grant execute on function pay_credit_card(uuid,numeric,uuid,text,text) to authenticated;

create function pay_escrow(mortgage_id uuid, amount numeric, account_id uuid DEFAULT NULL::uuid, request_id text DEFAULT NULL::text) returns debt_reserves language plpgsql volatile security definer set search_path="";
comment on function pay_escrow(uuid,numeric,uuid,text) is 'Deposits money into the escrow account of one of the caller''s mortgages from one of their accounts or from outside the bank, and returns the escrow account. Refuses: BADAM, NTFND, CLOSD, BADCU, INSUF, CLOCK, RQDIF.';
grant execute on function pay_escrow(uuid,numeric,uuid,text) to authenticated;

create function pay_extra(debt_id uuid, amount numeric, account_id uuid DEFAULT NULL::uuid, effect text DEFAULT 'shorten'::text, request_id text DEFAULT NULL::text) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function pay_extra(uuid,numeric,uuid,text,text) is 'Makes an extra payment on one of the caller''s debts, from one of their accounts or from outside the bank. `shorten` keeps the installment and shortens the term; `lower` recomputes the installment for the same term. Caps the amount at the balance. Refuses: BADAM, BADTY, NTFND, OVPAY, CLOSD, BADCU, INSUF, NOELG, CLOCK, RQDIF.';
grant execute on function pay_extra(uuid,numeric,uuid,text,text) to authenticated;

create function pay_loan(loan_id uuid, amount numeric, account_id uuid DEFAULT NULL::uuid, description text DEFAULT NULL::text, request_id text DEFAULT NULL::text) returns loans language plpgsql volatile security definer set search_path="";
comment on function pay_loan(uuid,numeric,uuid,text,text) is 'Pays one of the caller''s loans from one of their accounts or from outside the bank, and returns the loan. Caps the amount at the balance. Refuses: BADAM, NTFND, OVPAY, CLOSD, BADCU, INSUF, RQDIF.';
grant execute on function pay_loan(uuid,numeric,uuid,text,text) to authenticated;

create function pay_mortgage(mortgage_id uuid, amount numeric, account_id uuid DEFAULT NULL::uuid, description text DEFAULT NULL::text, request_id text DEFAULT NULL::text) returns mortgages language plpgsql volatile security definer set search_path="";
comment on function pay_mortgage(uuid,numeric,uuid,text,text) is 'Pays one of the caller''s mortgages from one of their accounts or from outside the bank, and returns the mortgage. Caps the amount at the balance. Refuses: BADAM, NTFND, OVPAY, CLOSD, BADCU, INSUF, RQDIF.';
grant execute on function pay_mortgage(uuid,numeric,uuid,text,text) to authenticated;

create function pay_off(debt_id uuid, account_id uuid DEFAULT NULL::uuid, request_id text DEFAULT NULL::text) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function pay_off(uuid,uuid,text) is 'Pays off one of the caller''s debts, including interest since its last due date, from one of their accounts or from outside the bank. Refuses: NTFND, OVPAY, CLOSD, BADCU, INSUF, CLOCK, RQDIF.';
grant execute on function pay_off(uuid,uuid,text) to authenticated;

create function pay_person(account_id uuid, amount numeric, address text DEFAULT NULL::text, currency text DEFAULT NULL::text, note text DEFAULT NULL::text, name text DEFAULT NULL::text, request_id text DEFAULT NULL::text) returns peer_payments language plpgsql volatile security definer set search_path="";
comment on function pay_person(uuid,numeric,text,text,text,text,text) is 'Pays an email address. A payment to a new or unknown address is pending. If it isn''t accepted, it is returned after 14 simulated days. Refuses: BADAM, BADEM, BADCU, ISYOU, NTFND, CLOSD, INSUF, NORAT, PAYLM, LIMIT, CLOCK, RQDIF.';
grant execute on function pay_person(uuid,numeric,text,text,text,text,text) to authenticated;

create function payment_day_quote(debt_id uuid, day integer) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function payment_day_quote(uuid,integer) is 'Returns the effect of another payment day on one of the caller''s debts: the next due date before and after, the days by which this period changes, and their interest. Refuses: NTFND, BADDT, OVPAY, NOPAU, LIMIT.';
grant execute on function payment_day_quote(uuid,integer) to authenticated;

create function payoff_quote(debt_id uuid, on_date date DEFAULT NULL::date) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function payoff_quote(uuid,date) is 'Returns the payoff amount of one of the caller''s debts on a day: the balance and the interest since the last due date. `held` is the accrual of the current period. Refuses: NTFND, BADDT.';
grant execute on function payoff_quote(uuid,date) to authenticated;

create function people_limits(currency text DEFAULT 'USD'::text) returns TABLE(per_payment numeric, per_day numeric, used numeric, remaining numeric) language sql volatile security definer set search_path="";
comment on function people_limits(text) is 'Returns the caller''s limits for peer payments, per payment and for today, and the amount left today.';
grant execute on function people_limits(text) to authenticated;

create function place_fund_order(account_id uuid, side text, fund text DEFAULT NULL::text, amount numeric DEFAULT NULL::numeric, units numeric DEFAULT NULL::numeric, cash_account_id uuid DEFAULT NULL::uuid, request_id text DEFAULT NULL::text) returns fund_orders language plpgsql volatile security definer set search_path="";
comment on function place_fund_order(uuid,text,text,numeric,numeric,uuid,text) is 'Places an order in one of the caller''s accounts that hold funds, and returns it: to buy or sell a fund by dollars or units, or to rebalance. It is filled at the closing price of the same business day if it is placed before 4 p.m. New York time; otherwise, on the next. A purchase is paid from the cash account, and a sale settles to it on the business day after; without one, both use the account''s money market fund. Refuses: BADTY, BADAM, INSUF, CONTR, FUNDS, NOORD, NTFND, CLOSD, SAMAC, BADCU, LIMIT, CLOCK, RQDIF.';
grant execute on function place_fund_order(uuid,text,text,numeric,numeric,uuid,text) to authenticated;

create function preview_categorization_rule(rule jsonb, with_by_hand boolean DEFAULT false, most integer DEFAULT 20) returns TABLE(hits bigint, taken bigint, changed bigint, transaction_key text, at timestamp with time zone, title text, amount numeric, currency text, flow text, category_id uuid, new_category_id uuid, taken_by uuid, is_changed boolean) language plpgsql volatile security definer set search_path="";
comment on function preview_categorization_rule(jsonb,boolean,integer) is 'Previews an unsaved rule on past transactions, newest first. Counts its matches, the matches that an earlier rule also matches, and the transactions that would change. Refuses: BADRU, NTFND, BADTX.';
grant execute on function preview_categorization_rule(jsonb,boolean,integer) to authenticated;

create function preview_categorization_rules(rule_id uuid DEFAULT NULL::uuid, with_by_hand boolean DEFAULT false) returns TABLE(ruled_by uuid, fits bigint, changed bigint) language plpgsql volatile security definer set search_path="";
comment on function preview_categorization_rules(uuid,boolean) is 'Returns the number of past transactions that each rule matches, and how many of them run_categorization_rules would change. Refuses: NTFND.';
grant execute on function preview_categorization_rules(uuid,boolean) to authenticated;

create function preview_import(account_id uuid DEFAULT NULL::uuid, new_account jsonb DEFAULT NULL::jsonb, draft text DEFAULT NULL::text, rows jsonb DEFAULT NULL::jsonb, choices jsonb DEFAULT NULL::jsonb, card_id uuid DEFAULT NULL::uuid, new_card jsonb DEFAULT NULL::jsonb) returns json language plpgsql volatile security definer set search_path="";
comment on function preview_import(uuid,jsonb,text,jsonb,jsonb,uuid,jsonb) is 'Previews an import line by line, with the final balance. On a card, the balance is the amount owed, and each line has its kind. `contributions` are those of this year to a tax-advantaged account; above their limit, the import is refused. Doesn''t move money. Refuses: NTFND, LIMIT, BADDT, BADAM.';
grant execute on function preview_import(uuid,jsonb,text,jsonb,jsonb,uuid,jsonb) to authenticated;

create function preview_proposal(proposal_id uuid, shown jsonb DEFAULT NULL::jsonb, expects jsonb DEFAULT '{}'::jsonb) returns assistant_proposals language plpgsql volatile security definer set search_path="";
comment on function preview_proposal(uuid,jsonb,jsonb) is 'Updates the preview of one of the caller''s open proposals. Refuses: NTFND.';
grant execute on function preview_proposal(uuid,jsonb,jsonb) to authenticated;

create function preview_withdrawal(account_id uuid, amount numeric) returns TABLE(taxable numeric, early numeric, tax_year integer) language plpgsql stable security definer set search_path="";
comment on function preview_withdrawal(uuid,numeric) is 'Returns the part of a withdrawal from one of the caller''s retirement accounts that would count as income in this year''s return, and the part with the additional tax of 10% on early withdrawals. Returns no row for other accounts. Refuses: NTFND, NOUSR.';
grant execute on function preview_withdrawal(uuid,numeric) to authenticated;

create function propose(message_id uuid, kind text DEFAULT NULL::text, parameters jsonb DEFAULT NULL::jsonb, shown jsonb DEFAULT NULL::jsonb, expects jsonb DEFAULT '{}'::jsonb) returns assistant_proposals language plpgsql volatile security definer set search_path="";
comment on function propose(uuid,text,jsonb,jsonb,jsonb) is 'Saves a proposal for an answer to the caller. Nothing happens until confirm_proposal runs. Refuses: NTFND, LIMIT.';
grant execute on function propose(uuid,text,jsonb,jsonb,jsonb) to authenticated;

create function purge_demos() returns SETOF uuid language plpgsql volatile security definer set search_path="";
comment on function purge_demos() is 'Erases expired demo households and returns their customers, so that their sign-ins can be deleted.';
grant execute on function purge_demos() to service_role;

create function quote_cd_withdrawal(account_id uuid, amount numeric DEFAULT NULL::numeric) returns TABLE(withdrawn numeric, interest numeric, penalty numeric, payout numeric, remaining numeric, in_grace boolean) language plpgsql volatile security definer set search_path="";
comment on function quote_cd_withdrawal(uuid,numeric) is 'Returns what a withdrawal from one of the caller''s CDs pays and costs now: the interest, the penalty, the amount paid out, and what remains in the CD. Without an amount, everything is withdrawn. Doesn''t move money. Refuses: BADAM, BADTY, NTFND, CLOSD, CLOCK, NOUSR.';
grant execute on function quote_cd_withdrawal(uuid,numeric) to authenticated;

create function quote_peer_payment(account_id uuid, amount numeric, currency text DEFAULT NULL::text) returns TABLE(rate numeric, account_amount numeric, account_currency text, rate_date date) language plpgsql volatile security definer set search_path="";
comment on function quote_peer_payment(uuid,numeric,text) is 'Converts an amount to the currency of one of the caller''s accounts and returns the rate. Doesn''t move money. Refuses: BADAM, NTFND, NORAT.';
grant execute on function quote_peer_payment(uuid,numeric,text) to authenticated;

create function quote_transfer(from_account_id uuid, to_account_id uuid, amount numeric, fixed_side text DEFAULT 'source'::text) returns TABLE(rate numeric, amount_from numeric, currency_from text, amount_to numeric, currency_to text, rate_date date, quote_id uuid, mid_rate numeric, margin numeric, margin_currency text, expires_at timestamp with time zone) language plpgsql volatile security definer set search_path="";
comment on function quote_transfer(uuid,uuid,numeric,text) is 'Returns the amounts that a transfer would debit and credit now. With a fixed_side of target, the amount is what arrives. Between currencies, also the rates for one unit of the fixed side''s currency, the margin, and a quote that holds this price for 30 minutes or until the simulated day ends. The other amount is rounded to the nearest cent. Doesn''t move money. Refuses: BADAM, BADTY, NTFND, NORAT.';
grant execute on function quote_transfer(uuid,uuid,numeric,text) to authenticated;

create function rate_article(article text DEFAULT NULL::text, helpful boolean DEFAULT true) returns help_votes language plpgsql volatile security definer set search_path="";
comment on function rate_article(text,boolean) is 'Rates a help article as helpful or not. A new vote replaces the old one. Refuses: NTFND, LIMIT.';
grant execute on function rate_article(text,boolean) to authenticated;

create function rate_terms(mortgage_id uuid) returns jsonb language plpgsql stable security definer set search_path="";
comment on function rate_terms(uuid) is 'Returns the rate terms of one of the caller''s mortgages; for an adjustable rate: margin, caps, bounds, the next reset, and all past resets. Refuses: NTFND.';
grant execute on function rate_terms(uuid) to authenticated;

create function rate_ticket(ticket_id uuid, satisfaction integer DEFAULT NULL::integer, comment text DEFAULT NULL::text) returns tickets language plpgsql volatile security definer set search_path="";
comment on function rate_ticket(uuid,integer,text) is 'Rates one of the caller''s tickets from 1 to 5. A new rating replaces the old one. Refuses: NTFND, TKEND, BADTY, BADTX.';
grant execute on function rate_ticket(uuid,integer,text) to authenticated;

create function read_calendar_feed(secret text) returns TABLE(customer_id uuid, includes_amounts boolean) language plpgsql volatile security definer set search_path="";
comment on function read_calendar_feed(text) is 'Returns the customer of a calendar address and counts the read. For server functions. Refuses: NTFND, LIMIT.';
grant execute on function read_calendar_feed(text) to service_role;

create function read_checkpoint(checkpoint_id uuid) returns jsonb language plpgsql stable security definer set search_path="";
comment on function read_checkpoint(uuid) is 'Returns the household of one of the caller''s checkpoints as a file. Refuses: NTFND.';
grant execute on function read_checkpoint(uuid) to authenticated;

create function recast_debt(debt_id uuid, request_id text DEFAULT NULL::text) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function recast_debt(uuid,text) is 'Recalculates the installments of one of the caller''s debts over the remaining term, after a pause or after extra payments. Refuses: NTFND, OVPAY, NOELG, CLOCK, RQDIF.';
grant execute on function recast_debt(uuid,text) to authenticated;

create function record_card_application(customer_id uuid, product text, annual_income numeric, employment_status text, monthly_debt numeric, decision jsonb, request_id text DEFAULT NULL::text) returns card_applications language plpgsql volatile security definer set search_path="";
comment on function record_card_application(uuid,text,numeric,text,numeric,jsonb,text) is 'Records the policy''s decision about a card application and returns it. A repeated request returns the first decision. Available only to server functions. Refuses: LIMIT, BADAP, RQDIF.';
grant execute on function record_card_application(uuid,text,numeric,text,numeric,jsonb,text) to service_role;

create function record_decision(customer_id uuid, application_id uuid, decision jsonb) returns loan_applications language plpgsql volatile security definer set search_path="";
comment on function record_decision(uuid,uuid,jsonb) is 'Records the policy''s decision about an application in review and returns it. Offers are valid for 30 days. Available only to server functions. Refuses: NTFND, BADAP, BADST.';
grant execute on function record_decision(uuid,uuid,jsonb) to service_role;

create function record_fast_forward(proposal_id uuid, outcome text DEFAULT NULL::text) returns assistant_proposals language plpgsql volatile security definer set search_path="";
comment on function record_fast_forward(uuid,text) is 'Records the clock after a confirmed fast-forward. Refuses: NTFND, BADTX.';
grant execute on function record_fast_forward(uuid,text) to authenticated;

create function record_month_review() returns boolean language plpgsql volatile security definer set search_path="";
comment on function record_month_review() is 'Records that the caller opened the details of a month, and returns true if this step is complete. The step can be completed only after 28 simulated days.';
grant execute on function record_month_review() to authenticated;

create function record_tour(tour text DEFAULT NULL::text) returns text[] language plpgsql volatile security definer set search_path="";
comment on function record_tour(text) is 'Records that the caller has taken or dismissed a tour, and returns all such tours. Refuses: NTFND.';
grant execute on function record_tour(text) to authenticated;

create function redeem_rewards(card_id uuid, amount numeric, account_id uuid DEFAULT NULL::uuid, request_id text DEFAULT NULL::text) returns credit_cards language plpgsql volatile security definer set search_path="";
comment on function redeem_rewards(uuid,numeric,uuid,text) is 'Redeems rewards of one of the caller''s cards to one of their accounts or, if the account is null, as a statement credit, and returns the card. A statement credit counts as a payment. Refuses: BADAM, NTFND, NOREW, OVPAY, BADCU, CLOSD, RQDIF.';
grant execute on function redeem_rewards(uuid,numeric,uuid,text) to authenticated;

create function refinance_offer(debt_ids uuid[], term integer DEFAULT NULL::integer, purpose text DEFAULT 'loan'::text, points numeric DEFAULT 0) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function refinance_offer(uuid[],integer,text,numeric) is 'Returns an offer to refinance these debts with a new loan (`loan`, for loans) or mortgage (`mortgage`, for one mortgage) over a term in months. Up to 4 points lower a mortgage''s rate. Valid for 14 simulated days; at most 200 per year. Refuses: BADTY, BADTM, NTFND, NOREF, BADAM, LIMIT, CLOCK.';
grant execute on function refinance_offer(uuid[],integer,text,numeric) to authenticated;

create function refund_credit_balance(card_id uuid, account_id uuid DEFAULT NULL::uuid, request_id text DEFAULT NULL::text) returns credit_cards language plpgsql volatile security definer set search_path="";
comment on function refund_credit_balance(uuid,uuid,text) is 'Pays the credit balance of one of the caller''s cards to one of their accounts, and returns the card. Refuses: NTFND, CLOSD, NOCRB, BADCU, RQDIF.';
grant execute on function refund_credit_balance(uuid,uuid,text) to authenticated;

create function release_hold(hold_id uuid) returns holds language plpgsql volatile security definer set search_path="";
comment on function release_hold(uuid) is 'Cancels a purchase that the caller authorized and that hasn''t been charged yet, and returns its hold. Refuses: NTFND, NOREL, CLOCK.';
grant execute on function release_hold(uuid) to authenticated;

create function remind_payment_request(peer_transfer_id uuid) returns void language plpgsql volatile security definer set search_path="";
comment on function remind_payment_request(uuid) is 'Sends a reminder about a payment request. Allows one per simulated day, starting the day after the request. Refuses: NTFND, NOTOP, TSOON, CLOCK.';
grant execute on function remind_payment_request(uuid) to authenticated;

create function remove_calendar_feed() returns void language plpgsql volatile security definer set search_path="";
comment on function remove_calendar_feed() is 'Removes the caller''s calendar address, which then stops working. Refuses: NOUSR.';
grant execute on function remove_calendar_feed() to authenticated;

create function remove_pmi(mortgage_id uuid, request_id text DEFAULT NULL::text) returns mortgages language plpgsql volatile security definer set search_path="";
comment on function remove_pmi(uuid,text) is 'Removes private mortgage insurance from one of the caller''s mortgages, and returns the mortgage. The balance must be at most 80% of the home''s original value, and the home must not have lost value. No payment may have been 30 days late in the last 12 months, or 60 days late in the last 24. Refuses: NTFND, NOELG, CLOCK, RQDIF.';
grant execute on function remove_pmi(uuid,text) to authenticated;

create function reopen_account(account_id uuid) returns accounts language plpgsql volatile security definer set search_path="";
comment on function reopen_account(uuid) is 'Reopens a closed account with its number and history. Does nothing for an open account. Refuses: NTFND, BADTY.';
grant execute on function reopen_account(uuid) to authenticated;

create function replace_credit_card(card_id uuid, reason text DEFAULT NULL::text, request_id text DEFAULT NULL::text) returns credit_cards language plpgsql volatile security definer set search_path="";
comment on function replace_credit_card(uuid,text,text) is 'Replaces the number of one of the caller''s cards because it was lost, stolen, or damaged, and returns the card. Virtual cards remain. Refuses: NTFND, BADTY, LIMIT, RQDIF.';
grant execute on function replace_credit_card(uuid,text,text) to authenticated;

create function reply_to_ticket(ticket_id uuid DEFAULT NULL::uuid, message text DEFAULT NULL::text, document_ids uuid[] DEFAULT '{}'::uuid[], request_id text DEFAULT NULL::text) returns tickets language plpgsql volatile security definer set search_path="";
comment on function reply_to_ticket(uuid,text,uuid[],text) is 'Replies to one of the caller''s tickets and marks it as open. A ticket resolved within the last 14 days reopens. Refuses: NTFND, TKEND, BADTX, LIMIT, SLOWR, RQDIF.';
grant execute on function reply_to_ticket(uuid,text,uuid[],text) to authenticated;

create function request_account_fee_waiver(account_id uuid, entry_id bigint DEFAULT NULL::bigint, request_id text DEFAULT NULL::text) returns accounts language plpgsql volatile security definer set search_path="";
comment on function request_account_fee_waiver(uuid,bigint,text) is 'Asks the bank to waive a monthly fee of one of the caller''s accounts, and returns the account. The bank waives one fee in 12 months if all other payments were on time. Refuses: NTFND, CLOSD, NOWAV, RQDIF.';
grant execute on function request_account_fee_waiver(uuid,bigint,text) to authenticated;

create function request_credit_limit(card_id uuid, credit_limit numeric, request_id text DEFAULT NULL::text) returns card_limit_requests language plpgsql volatile security definer set search_path="";
comment on function request_credit_limit(uuid,numeric,text) is 'Requests a different limit for one of the caller''s cards. The decision is applied immediately and returned with its reasons. Refuses: BADAM, NTFND, LIMIT, NOELG, RQDIF.';
grant execute on function request_credit_limit(uuid,numeric,text) to authenticated;

create function request_fee_waiver(card_id uuid, entry_id bigint DEFAULT NULL::bigint, request_id text DEFAULT NULL::text) returns credit_cards language plpgsql volatile security definer set search_path="";
comment on function request_fee_waiver(uuid,bigint,text) is 'Asks the bank to waive a late, returned payment, or foreign transaction fee on one of the caller''s cards, and returns the card. The bank waives one fee in 12 months if all other payments were on time. Refuses: NTFND, CLOSD, NOWAV, RQDIF.';
grant execute on function request_fee_waiver(uuid,bigint,text) to authenticated;

create function request_from_people(account_id uuid, shares jsonb DEFAULT NULL::jsonb, note text DEFAULT NULL::text, request_id text DEFAULT NULL::text) returns SETOF peer_payments language plpgsql volatile security definer set search_path="";
comment on function request_from_people(uuid,jsonb,text,text) is 'Requests money from one or more email addresses for this account, in its currency: [{address, name, amount}]. Moves no money. Refuses: BADAM, BADEM, ISYOU, NTFND, CLOSD, PAYLM, LIMIT, CLOCK, RQDIF.';
grant execute on function request_from_people(uuid,jsonb,text,text) to authenticated;

create function require_session() returns TABLE(user_id uuid, is_anonymous boolean) language plpgsql stable security definer set search_path="";
comment on function require_session() is 'Returns the signed-in customer for whom a server function acts. Refuses: NOUSR, ENDED, PROOF.';
grant execute on function require_session() to authenticated;

create function resolve_ticket(ticket_id uuid) returns tickets language plpgsql volatile security definer set search_path="";
comment on function resolve_ticket(uuid) is 'Marks one of the caller''s tickets as resolved. Does nothing on a second call. Refuses: NTFND.';
grant execute on function resolve_ticket(uuid) to authenticated;

create function restore_household(customer_id uuid, upload_id uuid, checkpoint_name text, is_own boolean DEFAULT false) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function restore_household(uuid,uuid,text,boolean) is 'Replaces a customer''s household with an uploaded file in one transaction, as a new generation. Saves the current household as a checkpoint. For the server''s functions. Refuses: CLOCK, LIMIT, HOUSE, and the refusals of the import.';
grant execute on function restore_household(uuid,uuid,text,boolean) to service_role;

create function resume_debt(debt_id uuid, request_id text DEFAULT NULL::text) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function resume_debt(uuid,text) is 'Ends the pause of one of the caller''s debts, so that the next installment is due as usual. Refuses: NTFND, NOPAU, CLOCK, RQDIF.';
grant execute on function resume_debt(uuid,text) to authenticated;

create function return_purchase(transaction_key text, amount numeric DEFAULT NULL::numeric, request_id text DEFAULT NULL::text) returns refunds language plpgsql volatile security definer set search_path="";
comment on function return_purchase(text,numeric,text) is 'Returns one of the caller''s purchases to the merchant, or part of it. Without an amount, returns what is left of it. The engine credits the refund within a few business days. Returns the refund. Refuses: BADAM, NTFND, CLOSD, NORET, RQDIF.';
grant execute on function return_purchase(text,numeric,text) to authenticated;

create function returnable_amount(transaction_key text) returns numeric language plpgsql volatile security definer set search_path="";
comment on function returnable_amount(text) is 'Returns the part of one of the caller''s purchases that can still be returned to the merchant; 0 if it can''t be returned. Refuses: NTFND.';
grant execute on function returnable_amount(text) to authenticated;

create function reveal_card_details(card_id uuid) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function reveal_card_details(uuid) is 'Returns the number, expiration date, and security code of one of the caller''s open cards: {card_number, expires_on, security_code}. Refuses: NTFND, CLOSD.';
grant execute on function reveal_card_details(uuid) to authenticated;

create function reverse_transaction(transaction_key text, right_amount numeric DEFAULT NULL::numeric, description text DEFAULT NULL::text, request_id text DEFAULT NULL::text) returns SETOF transactions language plpgsql volatile security definer set search_path="";
comment on function reverse_transaction(text,numeric,text,text) is 'Reverses a deposit, withdrawal, or internal transfer with a new entry, and posts the correct amount if given. For a transfer, the amount is in the paying account''s currency. Returns the new transactions. Refuses: NTFND, NOCOR, CLOSD, INSUF, BADAM, BADTX, NORAT, RQDIF.';
grant execute on function reverse_transaction(text,numeric,text,text) to authenticated;

create function review_application(customer_id uuid, application_id uuid) returns loan_applications language plpgsql volatile security definer set search_path="";
comment on function review_application(uuid,uuid) is 'Starts the review of an application and returns it. A repeated call continues the review. Available only to server functions. Refuses: NTFND, DCIDD, BADAP.';
grant execute on function review_application(uuid,uuid) to service_role;

create function run_categorization_rules(rule_id uuid DEFAULT NULL::uuid, with_by_hand boolean DEFAULT false) returns transaction_edits language plpgsql volatile security definer set search_path="";
comment on function run_categorization_rules(uuid,boolean) is 'Applies all rules, or a single rule, to past transactions. Returns the edit, which can be undone. Keeps manual categories unless with_by_hand is set. Refuses: NTFND.';
grant execute on function run_categorization_rules(uuid,boolean) to authenticated;

create function save_answer(message_id uuid, meaning jsonb DEFAULT NULL::jsonb, parts jsonb DEFAULT NULL::jsonb) returns assistant_messages language plpgsql volatile security definer set search_path="";
comment on function save_answer(uuid,jsonb,jsonb) is 'Saves the answer to one of the caller''s questions. A second answer changes nothing. Returns the saved one. Refuses: BADTX, NTFND.';
grant execute on function save_answer(uuid,jsonb,jsonb) to authenticated;

create function save_application_draft(form jsonb) returns loan_applications language plpgsql volatile security definer set search_path="";
comment on function save_application_draft(jsonb) is 'Saves the caller''s application draft, at most one per customer, and returns it. Refuses: BADAP.';
grant execute on function save_application_draft(jsonb) to authenticated;

create function save_checkpoint(name text) returns checkpoints language plpgsql volatile security definer set search_path="";
comment on function save_checkpoint(text) is 'Saves the caller''s household as a checkpoint. Refuses: BADNM, LIMIT, CLOCK, NOUSR.';
grant execute on function save_checkpoint(text) to authenticated;

create function save_fast_forward_checkpoint(customer_id uuid, name text) returns uuid language plpgsql volatile security definer set search_path="";
comment on function save_fast_forward_checkpoint(uuid,text) is 'Saves a checkpoint before a fast-forward, and keeps the last 10. For the server''s functions. Refuses: BADNM, CLOCK.';
grant execute on function save_fast_forward_checkpoint(uuid,text) to service_role;

create function save_first_answer(ticket_id uuid, message text) returns boolean language plpgsql volatile security definer set search_path="";
comment on function save_first_answer(uuid,text) is 'Saves the assistant''s first answer to a ticket once, and returns true if it did. The ticket stays open. Only server functions call it. Refuses: NTFND, BADTX.';
grant execute on function save_first_answer(uuid,text) to service_role;

create function save_issued_file(customer_id uuid, document_id uuid, size bigint, sha256 text) returns documents language plpgsql volatile security definer set search_path="";
comment on function save_issued_file(uuid,uuid,bigint,text) is 'Records the size and hash of a file when it is first rendered, and returns the document. For server functions. Refuses: NTFND.';
grant execute on function save_issued_file(uuid,uuid,bigint,text) to service_role;

create function save_scenario_checkpoint(customer_id uuid, name text) returns uuid language plpgsql volatile security definer set search_path="";
comment on function save_scenario_checkpoint(uuid,text) is 'Saves a checkpoint of a scenario run. For the server''s functions. Refuses: CLOCK.';
grant execute on function save_scenario_checkpoint(uuid,text) to service_role;

create function save_upload(customer_id uuid, document_id uuid, name text, mime_type text, size bigint, sha256 text, folder_id uuid DEFAULT NULL::uuid) returns documents language plpgsql volatile security definer set search_path="";
comment on function save_upload(uuid,uuid,text,text,bigint,text,uuid) is 'Saves an uploaded file that has been checked and stored. A repeated upload returns the same document. For server functions. Refuses: BADFL, NOROM, BADNM, NTFND.';
grant execute on function save_upload(uuid,uuid,text,text,bigint,text,uuid) to service_role;

create function search_page_ends(query jsonb, page_size integer DEFAULT 100) returns TABLE(nth bigint, date timestamp with time zone, transaction_key text, amount numeric) language plpgsql volatile security definer set search_path="";
comment on function search_page_ends(jsonb,integer) is 'Returns the last transaction of each page of a search, up to 100,000 transactions, so that a list can start at any page. `nth` of the last row is the number of transactions, at most 100,000. Refuses: BADTX.';
grant execute on function search_page_ends(jsonb,integer) to authenticated;

create function search_terms() returns TABLE(term text, kind text, times bigint) language plpgsql volatile security definer set search_path="";
comment on function search_terms() is 'Returns the most frequent recent merchants and tags that the caller can search for.';
grant execute on function search_terms() to authenticated;

create function search_totals(query jsonb) returns TABLE(currency text, times bigint, money_in numeric, money_out numeric, moved_in numeric, moved_out numeric, without_rate bigint) language plpgsql volatile security definer set search_path="";
comment on function search_totals(jsonb) is 'Returns the number of transactions in a search, income, outflow, and transfers between the customer''s accounts: first in the base currency at daily rates (currency null; without_rate counts excluded transactions), then per currency. Refuses: BADTX.';
grant execute on function search_totals(jsonb) to authenticated;

create function search_transactions(query jsonb, before jsonb DEFAULT NULL::jsonb, page_size integer DEFAULT 100) returns TABLE(transaction_key text, date timestamp with time zone, day date, amount numeric, direction text, currency text, kind text, type text, description text, merchant text, category_id uuid, account_id uuid, card_id uuid, balance_after numeric, day_balance numeric, entry_id bigint, base_amount numeric, part_amount numeric, note text, tags text[], parts integer, attachments integer, counterpart_id uuid) language plpgsql volatile security definer set search_path="";
comment on function search_transactions(jsonb,jsonb,integer) is 'Returns the next transactions on accounts and cards for a search (`conditions` and `sort`), after `before` (`date`, `transaction_key`, `amount`: part_amount or amount). base_amount: signed, in the base currency at the day''s rate; null if there is no rate. part_amount: the splits in the given categories, excluding principal for spending. day_balance: only for a single account or card. counterpart_id: the customer''s account or card on the other side of a transfer. Refuses: BADTX.';
grant execute on function search_transactions(jsonb,jsonb,integer) to authenticated;

create function set_account_plan(account_id uuid, plan text) returns accounts language plpgsql volatile security definer set search_path="";
comment on function set_account_plan(uuid,text) is 'Sets the plan of one of the caller''s accounts from the first day of the next month on, and returns the account. free: no fee. classic: a monthly fee of 12.00 (checking) or 5.00 (savings), with waivers. goal_saver: a savings account with at most six withdrawals a month. Refuses: BADTY, NTFND, CLOSD, CLOCK, NOUSR.';
grant execute on function set_account_plan(uuid,text) to authenticated;

create function set_bank_holidays(observed boolean) returns boolean language plpgsql volatile security definer set search_path="";
comment on function set_bank_holidays(boolean) is 'Sets whether banks close on bank holidays for the caller. Paychecks and scheduled payments move to another business day, and card payments are on time until the next one. Refuses: BADTY, NTFND, CLOCK, NOUSR.';
grant execute on function set_bank_holidays(boolean) to authenticated;

create function set_bill_increases(enabled boolean) returns boolean language plpgsql volatile security definer set search_path="";
comment on function set_bill_increases(boolean) is 'Sets whether the caller''s bills and pay go up as usual, such as rent on each anniversary. Announced increases don''t happen once it is off. Refuses: BADTY, NTFND, CLOCK, NOUSR.';
grant execute on function set_bill_increases(boolean) to authenticated;

create function set_budgets(limits jsonb) returns SETOF budgets language plpgsql volatile security definer set search_path="";
comment on function set_budgets(jsonb) is 'Sets the monthly budgets of several categories: [{category_id, amount, rollover, rollover_cap}]. Existing budgets keep their rollover. Refuses: BADAM, BADTY, NTFND, 21000 for a repeated category.';
grant execute on function set_budgets(jsonb) to authenticated;

create function set_cd_choices(account_id uuid, at_maturity text, payout_account_id uuid DEFAULT NULL::uuid, interest_account_id uuid DEFAULT NULL::uuid) returns certificates language plpgsql volatile security definer set search_path="";
comment on function set_cd_choices(uuid,text,uuid,uuid) is 'Sets what happens when one of the caller''s CDs matures, and where its interest goes: to an account each month, or to the CD if interest_account_id is null. Refuses: BADTY, NTFND, CLOSD, CDLCK, BADCU, CLOCK, NOUSR.';
grant execute on function set_cd_choices(uuid,text,uuid,uuid) to authenticated;

create function set_exchange_margin(charged boolean) returns boolean language plpgsql volatile security definer set search_path="";
comment on function set_exchange_margin(boolean) is 'Sets whether the caller''s transfers between currencies have a margin: 0.60% below the mid-market rate, and 1.00% on weekends. Refuses: BADTY, NTFND, CLOCK, NOUSR.';
grant execute on function set_exchange_margin(boolean) to authenticated;

create function set_fund_returns(returns text) returns text language plpgsql volatile security definer set search_path="";
comment on function set_fund_returns(text) is 'Sets the expected returns of the funds in all of the caller''s accounts, starting with the next closing price: conservative, or historical (1926–2022). Earlier prices don''t change. Refuses: BADTY, NTFND, CLOCK, NOUSR.';
grant execute on function set_fund_returns(text) to authenticated;

create function set_hsa_payments(paid_first boolean) returns boolean language plpgsql volatile security definer set search_path="";
comment on function set_hsa_payments(boolean) is 'Sets whether the caller''s HSA pays their part of medical bills first from the money that isn''t invested. These withdrawals are tax-free. Refuses: BADTY, NTFND, CLOCK, NOUSR.';
grant execute on function set_hsa_payments(boolean) to authenticated;

create function set_insurance(insurance_kind text, deductible numeric, account_id uuid DEFAULT NULL::uuid) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function set_insurance(text,numeric,uuid) is 'Starts or changes one of the caller''s policies: health, car, home, or renters. From then on, claims raise the premium of car insurance. Schedules its monthly premium from an account, except if a paycheck deducts it. Returns the policy with amounts in minor units. Refuses: BADTY, NTFND, CLOSD, BADCU, CLOCK, LIMIT, NOUSR.';
grant execute on function set_insurance(text,numeric,uuid) to authenticated;

create function set_notification_preference(about text DEFAULT NULL::text, enabled boolean DEFAULT true, item_id uuid DEFAULT NULL::uuid, threshold numeric DEFAULT NULL::numeric) returns notification_preferences language sql volatile set search_path="";
comment on function set_notification_preference(text,boolean,uuid,numeric) is 'Turns a notification on or off and sets its threshold, for all accounts and cards or for one. Refuses: NTFND.';
grant execute on function set_notification_preference(text,boolean,uuid,numeric) to authenticated;

create function set_overdraft(account_id uuid, choice text, overdraft_account_id uuid DEFAULT NULL::uuid, overdraft_product text DEFAULT NULL::text, overdraft_cards boolean DEFAULT NULL::boolean) returns accounts language plpgsql volatile security definer set search_path="";
comment on function set_overdraft(uuid,text,uuid,text,boolean) is 'Sets how the bank handles payments above the available balance of one of the caller''s checking accounts, and returns the account. decline: refuses them. savings: transfers exactly the missing amount from a savings account in the same currency, once per day, without a fee. covered: pays them down to 500 below zero, for the fees of the product (cushion, standard, old_school); withdrawals and purchases only if overdraft_cards is true. Refuses: BADTY, NTFND, CLOSD, BADCU, CLOCK, NOUSR.';
grant execute on function set_overdraft(uuid,text,uuid,text,boolean) to authenticated;

create function set_pending_transactions(level text) returns text language plpgsql volatile security definer set search_path="";
comment on function set_pending_transactions(text) is 'Sets whether the caller''s everyday purchases post at once (instant) or are pending first (realistic). Open holds are not changed. Refuses: BADTY, NTFND, CLOCK, NOUSR.';
grant execute on function set_pending_transactions(text) to authenticated;

create function set_surprises(level text) returns text language plpgsql volatile security definer set search_path="";
comment on function set_surprises(text) is 'Sets how often unexpected bills, windfalls, and other surprises happen to the caller: off, some, or many, from the next simulated month on. Some of them ask for a decision. Some purchases are returned, and some refunds don''t arrive. After the first choice, the bank no longer asks before a long fast-forward. Refuses: BADTY, NTFND, CLOCK, NOUSR.';
grant execute on function set_surprises(text) to authenticated;

create function set_tax_treatment(account_id uuid, tax_treatment text, birth_date date DEFAULT NULL::date) returns accounts language plpgsql volatile security definer set search_path="";
comment on function set_tax_treatment(uuid,text,date) is 'Sets the tax treatment of one of the caller''s investment accounts: none, 401k, traditional_ira, roth_ira, or hsa, and returns the account. The date of birth decides limits and early withdrawals, and is required once. The balance so far isn''t a contribution. Refuses: BADTY, BADCU, BADDT, TAXTR, NTFND, CLOSD, CLOCK, NOUSR.';
grant execute on function set_tax_treatment(uuid,text,date) to authenticated;

create function set_unemployment_benefits(paid boolean) returns boolean language plpgsql volatile security definer set search_path="";
comment on function set_unemployment_benefits(boolean) is 'Sets whether the caller''s next job loss pays unemployment benefits: half of gross pay, up to 500.00 a week, for up to 26 weeks after a waiting week. Refuses: BADTY, NTFND, CLOCK, NOUSR.';
grant execute on function set_unemployment_benefits(boolean) to authenticated;

create function set_virtual_card_status(virtual_card_id uuid, status text DEFAULT NULL::text) returns virtual_cards language plpgsql volatile security definer set search_path="";
comment on function set_virtual_card_status(uuid,text) is 'Freezes, unfreezes, or closes one of the caller''s virtual cards, and returns it. Refuses: NTFND, BADTY, CLOSD.';
grant execute on function set_virtual_card_status(uuid,text) to authenticated;

create function settle_ticket(ticket_id uuid, state text, message text DEFAULT NULL::text) returns tickets language plpgsql volatile security definer set search_path="";
comment on function settle_ticket(uuid,text,text) is 'Resolves or closes a ticket with an optional message. For operators. Refuses: NTFND, TKEND, BADTY, BADTX, LIMIT.';
grant execute on function settle_ticket(uuid,text,text) to service_role;

create function simulated_now() returns timestamp with time zone language sql volatile security definer set search_path="";
comment on function simulated_now() is 'Returns the caller''s simulated time.';
grant execute on function simulated_now() to authenticated;

create function split_transaction(transaction_key text, parts jsonb) returns SETOF transaction_splits language plpgsql volatile security definer set search_path="";
comment on function split_transaction(text,jsonb) is 'Splits a transaction between categories. The parts have `category_id`, `amount` above zero, and `note`, and add up to the transaction amount. An empty list removes the splits. Returns the splits. Refuses: NTFND, LIMIT, BADAM, NOSUM, BADTX.';
grant execute on function split_transaction(text,jsonb) to authenticated;

create function start_biweekly(debt_id uuid, first_day date, request_id text DEFAULT NULL::text) returns debt_reserves language plpgsql volatile security definer set search_path="";
comment on function start_biweekly(uuid,date,text) is 'Starts a biweekly plan for one of the caller''s mortgages or loans with autopay: half a payment every 14 days from the first day on. Returns the plan. Refuses: NTFND, BADDT, OVPAY, NOELG, LIMIT, CLOCK, RQDIF.';
grant execute on function start_biweekly(uuid,date,text) to authenticated;

create function start_escrow(mortgage_id uuid, property_tax numeric, home_insurance numeric, account_id uuid DEFAULT NULL::uuid, request_id text DEFAULT NULL::text) returns debt_reserves language plpgsql volatile security definer set search_path="";
comment on function start_escrow(uuid,numeric,numeric,uuid,text) is 'Opens escrow for one of the caller''s mortgages, for the property tax and home insurance of a year. Takes the initial deposit from one of their accounts or from outside the bank, and returns the escrow account. Refuses: BADAM, NTFND, OVPAY, NOELG, CLOSD, BADCU, INSUF, LIMIT, CLOCK, RQDIF.';
grant execute on function start_escrow(uuid,numeric,numeric,uuid,text) to authenticated;

create function statement_balances(document_ids uuid[]) returns TABLE(document_id uuid, balance numeric, currency text) language sql stable security definer set search_path="";
comment on function statement_balances(uuid[]) is 'Returns the closing balances of up to 500 of the caller''s statements. What is owed on a card or line of credit is negative.';
grant execute on function statement_balances(uuid[]) to authenticated;

create function stop_biweekly(debt_id uuid, request_id text DEFAULT NULL::text) returns debt_reserves language plpgsql volatile security definer set search_path="";
comment on function stop_biweekly(uuid,text) is 'Stops the biweekly plan of one of the caller''s mortgages or loans, and returns the held money to the autopay account. Returns the plan. Refuses: NTFND, CLOSD, CLOCK, RQDIF.';
grant execute on function stop_biweekly(uuid,text) to authenticated;

create function submit_application(loan_type text, loan_amount numeric, term_months integer, applicant_name text DEFAULT NULL::text, purpose text DEFAULT NULL::text, annual_income numeric DEFAULT NULL::numeric, employment_status text DEFAULT NULL::text, monthly_debt numeric DEFAULT 0, collateral_value numeric DEFAULT NULL::numeric, request_id text DEFAULT NULL::text, home_id uuid DEFAULT NULL::uuid) returns loan_applications language plpgsql volatile security definer set search_path="";
comment on function submit_application(text,numeric,integer,text,text,numeric,text,numeric,numeric,text,uuid) is 'Submits an application, from the caller''s draft if there is one, and returns it. A home equity line of credit needs `home_id`, the mortgage of the home. Refuses: BADAM, BADTM, BADTY, BADAP, BADTX, BADCU, NTFND, NOELG, RQDIF.';
grant execute on function submit_application(text,numeric,integer,text,text,numeric,text,numeric,numeric,text,uuid) to authenticated;

create function subscribe_to_push(endpoint text, p256dh text, auth text) returns uuid language plpgsql volatile security definer set search_path="";
comment on function subscribe_to_push(text,text,text) is 'Sends the caller''s push notifications to this browser from now on, instead of another customer''s. Refuses: BADEP, LIMIT.';
grant execute on function subscribe_to_push(text,text,text) to authenticated;

create function suggest_categorization_rules() returns TABLE(words text, set_category_id uuid, category text, times bigint) language sql volatile security definer set search_path="";
comment on function suggest_categorization_rules() is 'Suggests rules for names that the caller categorized manually at least twice in the same way, and that no rule matches.';
grant execute on function suggest_categorization_rules() to authenticated;

create function take_cash_advance(card_id uuid, account_id uuid, amount numeric, request_id text DEFAULT NULL::text) returns credit_cards language plpgsql volatile security definer set search_path="";
comment on function take_cash_advance(uuid,uuid,numeric,text) is 'Moves money from one of the caller''s cards to one of their accounts, charges the fee, and returns the card. Cash advances have no grace period. Refuses: BADAM, NTFND, CLOSD, BADCU, FROZN, OVRLM, RQDIF.';
grant execute on function take_cash_advance(uuid,uuid,numeric,text) to authenticated;

create function take_from_goal(goal_id uuid, amount numeric, account_id uuid, request_id text DEFAULT NULL::text) returns goals language plpgsql volatile security definer set search_path="";
comment on function take_from_goal(uuid,numeric,uuid,text) is 'Withdraws money from a goal to another of the caller''s accounts. Within the goal''s own account, the amount is only released. Returns the goal. Refuses: BADAM, NTFND, CLOSD, SAMAC, INSUF, NORAT, RQDIF.';
grant execute on function take_from_goal(uuid,numeric,uuid,text) to authenticated;

create function take_loan(amount numeric, interest_rate numeric, name text DEFAULT NULL::text, term integer DEFAULT NULL::integer, account_id uuid DEFAULT NULL::uuid, request_id text DEFAULT NULL::text, origination_fee numeric DEFAULT NULL::numeric, underwriting_fee numeric DEFAULT NULL::numeric, payment_day integer DEFAULT NULL::integer) returns loans language plpgsql volatile security definer set search_path="";
comment on function take_loan(numeric,numeric,text,integer,uuid,text,numeric,numeric,integer) is 'Opens a loan and pays it out to one of the caller''s accounts, if given. Returns the loan. The term is in months; the currency is the account''s. The account also pays the fees. Refuses: BADAM, BADFM, BADNM, BADRT, BADTM, NTFND, CLOSD, INSUF, LIMIT, CLOCK, RQDIF.';
grant execute on function take_loan(numeric,numeric,text,integer,uuid,text,numeric,numeric,integer) to authenticated;

create function take_mortgage(property_value numeric, down_payment numeric, interest_rate numeric, term integer DEFAULT NULL::integer, rate_type text DEFAULT 'fixed'::text, account_id uuid DEFAULT NULL::uuid, name text DEFAULT 'Mortgage'::text, request_id text DEFAULT NULL::text, origination_fee numeric DEFAULT NULL::numeric, underwriting_fee numeric DEFAULT NULL::numeric, points_fee numeric DEFAULT NULL::numeric, pmi_rate numeric DEFAULT NULL::numeric, property_tax numeric DEFAULT NULL::numeric, home_insurance numeric DEFAULT NULL::numeric, payment_day integer DEFAULT NULL::integer) returns mortgages language plpgsql volatile security definer set search_path="";
comment on function take_mortgage(numeric,numeric,numeric,integer,text,uuid,text,text,numeric,numeric,numeric,numeric,numeric,numeric,integer) is 'Opens a mortgage with a down payment from one of the caller''s accounts, if given, which also pays the fees. `pmi_rate` is the price of mortgage insurance in percent of the loan per year, if the down payment is below 20%. `property_tax` and `home_insurance` are the bills of a year, which open escrow and turn autopay on. Returns the mortgage. The term is in years; the currency is the account''s. Refuses: BADAM, BADFM, BADNM, BADRT, BADTM, BADTY, NTFND, CLOSD, INSUF, LIMIT, CLOCK, RQDIF.';
grant execute on function take_mortgage(numeric,numeric,numeric,integer,text,uuid,text,text,numeric,numeric,numeric,numeric,numeric,numeric,integer) to authenticated;

create function transfer(from_account_id uuid, to_account_id uuid, amount numeric, description text DEFAULT NULL::text, request_id text DEFAULT NULL::text, quote_id uuid DEFAULT NULL::uuid, fixed_side text DEFAULT 'source'::text) returns SETOF accounts language plpgsql volatile security definer set search_path="";
comment on function transfer(uuid,uuid,numeric,text,text,uuid,text) is 'Moves money between two of the caller''s accounts and returns both, source first. The amount is in the source''s currency. With a fixed_side of target, it is exactly what arrives, in the target''s currency. If the source is short and the customer chose that, an overdraft transfer from savings comes first. `quote_id` binds a transfer between currencies to the price of quote_transfer. Refuses: BADAM, BADTY, SAMAC, NTFND, CLOSD, PAYLM, INSUF, NORAT, QTEXP, RQDIF.';
grant execute on function transfer(uuid,uuid,numeric,text,text,uuid,text) to authenticated;

create function transfer_balance(card_id uuid, from_card_id uuid, amount numeric, request_id text DEFAULT NULL::text) returns credit_cards language plpgsql volatile security definer set search_path="";
comment on function transfer_balance(uuid,uuid,numeric,text) is 'Moves a balance from another card of the caller to a card that they opened in the last 60 days, charges the fee, and returns the card. The rate is 0% for 15 months, and then the rate for purchases. Refuses: BADAM, SAMAC, NTFND, CLOSD, BADCU, NOELG, OVPAY, FROZN, OVRLM, RQDIF.';
grant execute on function transfer_balance(uuid,uuid,numeric,text) to authenticated;

create function undo_import(import_id uuid) returns imports language plpgsql volatile security definer set search_path="" set enable_nestloop=off;
comment on function undo_import(uuid) is 'Undoes an import completely or not at all. Reverses its entries, removes its transactions, and undoes corrections. Closes an account or card that the import opened. Refuses: NTFND, CLOSD, INSUF, RECON, BADCU, STMNT.';
grant execute on function undo_import(uuid) to authenticated;

create function undo_proposal(proposal_id uuid) returns assistant_proposals language plpgsql volatile security definer set search_path="";
comment on function undo_proposal(uuid) is 'Undoes one of the caller''s proposals once, if it can be reversed exactly: a transfer in one currency, a rule that hasn''t posted anything, a frozen card, a budget, a goal. Refuses: NTFND, NOCOR, and the refusals of those functions.';
grant execute on function undo_proposal(uuid) to authenticated;

create function undo_reconciliation(reconciliation_id uuid) returns reconciliations language plpgsql volatile security definer set search_path="";
comment on function undo_reconciliation(uuid) is 'Undoes an account''s last reconciliation and returns it. Refuses: NTFND, RECON.';
grant execute on function undo_reconciliation(uuid) to authenticated;

create function undo_transaction_edit(edit_id uuid) returns transaction_edits language plpgsql volatile security definer set search_path="";
comment on function undo_transaction_edit(uuid) is 'Restores the previous values of the fields that an edit changed. Does nothing on a second call. Refuses: NTFND.';
grant execute on function undo_transaction_edit(uuid) to authenticated;

create function upload_household_part(upload_id uuid, ordinal integer, piece text) returns void language sql volatile security definer set search_path="";
comment on function upload_household_part(uuid,integer,text) is 'Stores one chunk of a household file for restore_household. For the server''s functions.';
grant execute on function upload_household_part(uuid,integer,text) to service_role;

create function upload_import_chunk(draft text, ordinal integer, rows jsonb) returns void language plpgsql volatile security definer set search_path="";
comment on function upload_import_chunk(text,integer,jsonb) is 'Uploads one chunk of a file for preview_import and import_transactions. The first chunk of a draft replaces the customer''s previous draft. Chunks are sent in order. Refuses: BADTX, NTFND.';
grant execute on function upload_import_chunk(text,integer,jsonb) to authenticated;

create function upload_quota() returns jsonb language sql stable security definer set search_path="";
comment on function upload_quota() is 'Returns how many bytes the caller''s uploads and pictures use, their limit, and the limit of one upload.';
grant execute on function upload_quota() to authenticated;

create function use_recovery_code(code text) returns integer language plpgsql volatile security definer set search_path="";
comment on function use_recovery_code(text) is 'Verifies the caller''s session with a recovery code instead of the second factor, and returns the number of codes left. Each code works once. Refuses: BADRC, ENDED.';
grant execute on function use_recovery_code(text) to authenticated;

create function withdraw(account_id uuid, amount numeric, description text DEFAULT NULL::text, request_id text DEFAULT NULL::text) returns accounts language plpgsql volatile security definer set search_path="";
comment on function withdraw(uuid,numeric,text,text) is 'Withdraws money from one of the caller''s accounts and returns the account. If the account is short, applies the customer''s overdraft choice: an overdraft transfer from savings, or a balance below zero. Refuses: BADAM, NTFND, CLOSD, INSUF, CSHLM, RQDIF.';
grant execute on function withdraw(uuid,numeric,text,text) to authenticated;

create function withdraw_application(application_id uuid) returns loan_applications language plpgsql volatile security definer set search_path="";
comment on function withdraw_application(uuid) is 'Withdraws one of the caller''s applications and returns it. Deletes a draft. Refuses: NTFND, BADST.';
grant execute on function withdraw_application(uuid) to authenticated;

create function withdraw_dispute(dispute_id uuid, request_id text DEFAULT NULL::text) returns disputes language plpgsql volatile security definer set search_path="";
comment on function withdraw_dispute(uuid,text) is 'Withdraws one of the caller''s disputes in review and reverses the provisional credit. Returns the dispute. Refuses: NTFND, DCIDD, INSUF, CLOSD, RQDIF.';
grant execute on function withdraw_dispute(uuid,text) to authenticated;

create function withdraw_from_cd(account_id uuid, to_account_id uuid, amount numeric DEFAULT NULL::numeric, penalty numeric DEFAULT NULL::numeric, request_id text DEFAULT NULL::text) returns accounts language plpgsql volatile security definer set search_path="";
comment on function withdraw_from_cd(uuid,uuid,numeric,numeric,text) is 'Withdraws an amount from one of the caller''s CDs to another of their accounts and returns the CD. Without an amount, withdraws everything with the accrued interest and closes the CD. `penalty` confirms the penalty of quote_cd_withdrawal. Refuses: CDLCK, BADAM, BADTY, NTFND, CLOSD, SAMAC, BADCU, CLOCK, RQDIF.';
grant execute on function withdraw_from_cd(uuid,uuid,numeric,numeric,text) to authenticated;

create function year_movements(year integer DEFAULT NULL::integer) returns TABLE(kind text, subject uuid, is_pay boolean, is_surprise boolean, product text, currency text, amount numeric, times bigint) language plpgsql volatile security definer set search_path="";
comment on function year_movements(integer) is 'Returns the caller''s movements of a complete calendar year, added up by kind, rule or surprise, product, and currency: what it changed in net worth. `home_value` is the change in the value of homes. Leaves out the opening balances of the first day. Refuses: BADDT.';
grant execute on function year_movements(integer) to authenticated;

create function year_purchases(year integer DEFAULT NULL::integer, most integer DEFAULT 1) returns TABLE(id text, day date, name text, category text, amount numeric) language plpgsql volatile security definer set search_path="";
comment on function year_purchases(integer,integer) is 'Returns the caller''s largest purchases of a complete calendar year in the base currency at daily rates, without scheduled payments. Refuses: BADDT.';
grant execute on function year_purchases(integer,integer) to authenticated;

create TRIGGER broadcast_ended_session AFTER DELETE ON auth.sessions FOR EACH ROW EXECUTE FUNCTION bank.broadcast_ended_session();

create TRIGGER record_confirmed_address AFTER INSERT ON auth.mfa_amr_claims FOR EACH ROW WHEN ((new.authentication_method = 'otp'::text)) EXECUTE FUNCTION bank.record_confirmed_address();

alter publication supabase_realtime add table public.accounts;

alter publication supabase_realtime add table public.auto_deposits;

alter publication supabase_realtime add table public.budget_moves;

alter publication supabase_realtime add table public.budget_settings;

alter publication supabase_realtime add table public.budgets;

alter publication supabase_realtime add table public.card_applications;

alter publication supabase_realtime add table public.card_controls;

alter publication supabase_realtime add table public.card_limit_requests;

alter publication supabase_realtime add table public.card_replacements;

alter publication supabase_realtime add table public.card_statements;

alter publication supabase_realtime add table public.categorization_rules;

alter publication supabase_realtime add table public.certificates;

alter publication supabase_realtime add table public.changes;

alter publication supabase_realtime add table public.checkpoints;

alter publication supabase_realtime add table public.contacts;

alter publication supabase_realtime add table public.credit_cards;

alter publication supabase_realtime add table public.customers;

alter publication supabase_realtime add table public.debt_reserves;

alter publication supabase_realtime add table public.disputes;

alter publication supabase_realtime add table public.document_folders;

alter publication supabase_realtime add table public.documents;

alter publication supabase_realtime add table public.fund_accounts;

alter publication supabase_realtime add table public.fund_orders;

alter publication supabase_realtime add table public.goals;

alter publication supabase_realtime add table public.holdings;

alter publication supabase_realtime add table public.holds;

alter publication supabase_realtime add table public.household_events;

alter publication supabase_realtime add table public.imports;

alter publication supabase_realtime add table public.insight_dismissals;

alter publication supabase_realtime add table public.loan_applications;

alter publication supabase_realtime add table public.loans;

alter publication supabase_realtime add table public.mortgages;

alter publication supabase_realtime add table public.notification_preferences;

alter publication supabase_realtime add table public.pay_stubs;

alter publication supabase_realtime add table public.payment_exceptions;

alter publication supabase_realtime add table public.peer_payments;

alter publication supabase_realtime add table public.peer_transfers;

alter publication supabase_realtime add table public.reconciliations;

alter publication supabase_realtime add table public.refinance_offers;

alter publication supabase_realtime add table public.refunds;

alter publication supabase_realtime add table public.saved_views;

alter publication supabase_realtime add table public.scenario_packs;

alter publication supabase_realtime add table public.scheduled_payments;

alter publication supabase_realtime add table public.shocks;

alter publication supabase_realtime add table public.tax_returns;

alter publication supabase_realtime add table public.ticket_messages;

alter publication supabase_realtime add table public.tickets;

alter publication supabase_realtime add table public.transaction_attachments;

alter publication supabase_realtime add table public.transaction_edits;

alter publication supabase_realtime add table public.transaction_splits;

alter publication supabase_realtime add table public.transactions;

alter publication supabase_realtime add table public.virtual_cards;

create extension "uuid-ossp";

create extension btree_gin;

create extension pg_trgm;

create extension pgcrypto;

create extension plpgsql;

create policy "customers add their own picture" on storage.objects for insert to authenticated
  with check (((bucket_id = 'avatars'::text) AND (name ~ (('^'::text || ( SELECT auth.uid() AS uid)) || '/picture-[12]\.(webp|png)$'::text))));

create policy "customers hear of their own sessions" on realtime.messages for select to authenticated
  using (((extension = 'broadcast'::text) AND (realtime.topic() = ('sessions:'::text || ( SELECT auth.uid() AS uid)))));

create policy "customers read the files of their own documents" on storage.objects for select to authenticated
  using (((bucket_id = 'documents'::text) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text) AND (EXISTS ( SELECT
   FROM documents d
  WHERE ((d.path = objects.name) AND (d.user_id = ( SELECT auth.uid() AS uid)))))));

create policy "customers remove their own picture" on storage.objects for delete to authenticated
  using (((bucket_id = 'avatars'::text) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text)));

create policy "customers replace their own picture" on storage.objects for update to authenticated
  using (((bucket_id = 'avatars'::text) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text)))
  with check (((bucket_id = 'avatars'::text) AND (name ~ (('^'::text || ( SELECT auth.uid() AS uid)) || '/picture-[12]\.(webp|png)$'::text))));

create policy "customers see their own picture" on storage.objects for select to authenticated
  using (((bucket_id = 'avatars'::text) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text)));
