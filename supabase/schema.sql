-- What the migrations add up to, written by `npm run db:schema`. For reading only: nothing executes this file.
-- The bodies of functions are in supabase/migrations, each of them once.

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
comment on type bank.budget_cell is 'One category in one month, before what the month before left to it.';

create type bank.debt_period as (
  next integer,
  from_date date,
  due_date date,
  balance numeric,
  balance_days numeric,
  days integer
);
comment on type bank.debt_period is 'Where a debt stands between two due dates: the number of the installment that falls due next, what is owed, and the balances times days counted so far (thirty days a period).';

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
comment on type bank.engine_line is 'One side of an entry that the engine decided.';

create type bank.found_row as (
  row_id text,
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
comment on type bank.found_row is NULL;

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
comment on type bank.household_line is 'One side of an entry that is being loaded.';

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
  wish boolean,
  outcome text,
  why jsonb,
  balance_after numeric,
  value_at timestamp with time zone,
  entry_id bigint
);
comment on type bank.import_line is 'A row of a file on its way into an account. `wish`: true to post it although it looks like a duplicate, false to leave it out.';

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
comment on type bank.insight is 'A fact with its amount, and the rows behind it as days, names and amounts.';

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
comment on type bank.news_item is 'A piece of news before it is grouped.';

create type bank.person_move as (
  entry_id bigint,
  at timestamp with time zone,
  amount numeric,
  rate numeric
);
comment on type bank.person_move is 'What one side of a payment between people did to an account.';

create type bank.row_change as (
  row_id text,
  changes jsonb
);
comment on type bank.row_change is 'What a row shall say: category_id, description, merchant, note, tags, and by_hand and rule_id. What is not named stays.';

create type bank.row_saying as (
  row_id text,
  transaction_id uuid,
  is_card boolean,
  amount numeric,
  words jsonb,
  corrects uuid,
  corrected_by uuid
);
comment on type bank.row_saying is 'A row that a file says something about, as it is named now.';

create table account_deletions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  asked_at timestamp with time zone not null default clock_timestamp(),
  due_at timestamp with time zone not null default (clock_timestamp() + '7 days'::interval),
  constraint account_deletions_pkey PRIMARY KEY (user_id),
  constraint account_deletions_id_key UNIQUE (id),
  constraint account_deletions_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table account_deletions is 'Accounts that their customers want deleted. A row that is gone before it is due was taken back.';
comment on column account_deletions.due_at is 'When the account is erased. Real time.';
create INDEX account_deletions_due_at_idx ON public.account_deletions USING btree (due_at);
alter table account_deletions enable row level security;
create policy "customers read their own deletion" on account_deletions for select to authenticated
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
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_account_number_key UNIQUE (account_number),
  constraint accounts_balance_check CHECK ((((balance >= (0)::numeric) AND (balance <= 999999999999.99)) AND (balance = round(balance, 2)))),
  constraint accounts_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
) with (fillfactor=80);
comment on table accounts is 'Checking, savings and investment accounts. The balance always equals the account''s postings in the books.';
comment on column accounts.type is 'CHECKING, SAVINGS or INVESTMENT.';
comment on column accounts.created_at is 'The simulated instant at which it was opened.';
comment on column accounts.user_id is 'Whose account it is; null for an ownerless one, which everybody who is signed in may see and nobody may use.';
comment on column accounts.account_number is 'Begins with 000, which no real bank issues.';
comment on column accounts.closed_at is 'Closed accounts keep their history; money no longer moves on them.';
comment on column accounts.last_entry is 'The entry that made this balance. Only the bank writes it: a balance that changed without it was written by somebody else and becomes an adjustment.';
comment on column accounts.updated_at is 'The simulated instant at which anything about it last changed.';
create INDEX accounts_currency_idx ON public.accounts USING btree (currency);
create INDEX accounts_user_id_idx ON public.accounts USING btree (user_id);
alter table accounts enable row level security;
create policy "customers delete their own accounts" on accounts for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers open accounts for themselves" on accounts for insert to authenticated
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
create TRIGGER close_account_page AFTER DELETE ON public.accounts FOR EACH ROW EXECUTE FUNCTION bank.close_account_page();
create TRIGGER open_account_page AFTER INSERT ON public.accounts FOR EACH ROW EXECUTE FUNCTION bank.open_account_page();
create TRIGGER rename_account_page AFTER UPDATE OF name, closed_at ON public.accounts FOR EACH ROW WHEN (((new.name <> old.name) OR (new.closed_at IS DISTINCT FROM old.closed_at))) EXECUTE FUNCTION bank.rename_account_page();
create TRIGGER wake_engine AFTER UPDATE OF name, type, currency, closed_at ON public.accounts FOR EACH ROW WHEN ((NOT (new.last_entry IS DISTINCT FROM old.last_entry))) EXECUTE FUNCTION bank.wake_engine_for_row();

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
comment on table assistant_conversations is 'Conversations of customers with the assistant: the newest 200 of each.';
comment on column assistant_conversations.title is 'The first question, until the customer renames it.';
comment on column assistant_conversations.updated_at is 'When something was last asked.';
create INDEX assistant_conversations_user_id_idx ON public.assistant_conversations USING btree (user_id, updated_at DESC);
alter table assistant_conversations enable row level security;
create policy "customers delete their own conversations" on assistant_conversations for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own conversations" on assistant_conversations for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers rename their own conversations" on assistant_conversations for update to authenticated
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
comment on column assistant_messages.request_id is 'The same request again gets the same answer.';
comment on column assistant_messages.asked is 'What the customer wrote.';
comment on column assistant_messages.meaning is 'How it was understood: what the next question may refer to.';
comment on column assistant_messages.parts is 'The answer in its parts, as assistant/parts.ts says; null until it is there, and where it never came.';
create INDEX assistant_messages_conversation_id_idx ON public.assistant_messages USING btree (conversation_id, created_at);
create INDEX assistant_messages_user_id_idx ON public.assistant_messages USING btree (user_id, created_at DESC);
alter table assistant_messages enable row level security;
create policy "customers delete their own questions and answers" on assistant_messages for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own questions and answers" on assistant_messages for select to authenticated
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
  constraint assistant_proposals_kind_check CHECK ((kind = ANY (ARRAY['transfer'::text, 'pay_card'::text, 'pay_loan'::text, 'pay_mortgage'::text, 'pay_person'::text, 'schedule_payment'::text, 'auto_deposit'::text, 'freeze_card'::text, 'unfreeze_card'::text, 'set_budget'::text, 'fast_forward'::text]))),
  constraint assistant_proposals_message_id_fkey FOREIGN KEY (message_id) REFERENCES assistant_messages(id) ON DELETE CASCADE,
  constraint assistant_proposals_parameters_check CHECK ((jsonb_typeof(parameters) = 'object'::text)),
  constraint assistant_proposals_shown_check CHECK (((jsonb_typeof(shown) = 'object'::text) AND (octet_length((shown)::text) <= 16384))),
  constraint assistant_proposals_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'done'::text, 'undone'::text, 'refused'::text, 'dismissed'::text]))),
  constraint assistant_proposals_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table assistant_proposals is 'What the assistant proposed to do, and what became of it. A proposal stands for 30 minutes of real time.';
comment on column assistant_proposals.shown is 'What the customer is shown: title, changes, warnings, whether it can be undone, and the sentences for when it is done or undone.';
comment on column assistant_proposals.expects is 'What the preview rests on: balances by account, card or debt, limits by category. Where it has changed, nothing is done before it was shown anew.';
comment on column assistant_proposals.outcome is 'What became of it, in a sentence.';
comment on column assistant_proposals.undo is 'What takes it back exactly; null where nothing does.';
comment on column assistant_proposals.generation is 'In which life it was proposed: it is neither done nor undone in another.';
create INDEX assistant_proposals_message_id_idx ON public.assistant_proposals USING btree (message_id);
create INDEX assistant_proposals_user_id_idx ON public.assistant_proposals USING btree (user_id, created_at DESC);
alter table assistant_proposals enable row level security;
create policy "customers read their own proposals" on assistant_proposals for select to authenticated
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
  constraint auto_deposits_frequency_check CHECK ((frequency = ANY (ARRAY['HOURLY'::text, 'DAILY'::text, 'WEEKLY'::text, 'MONTHLY'::text]))),
  constraint auto_deposits_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint auto_deposits_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint auto_deposits_yearly_adjustment_check CHECK ((yearly_adjustment = ANY (ARRAY['fixed'::text, 'inflation'::text]))),
  constraint auto_deposits_yearly_percent_check CHECK ((((yearly_percent >= 0.01) AND (yearly_percent <= (50)::numeric)) AND (yearly_percent = round(yearly_percent, 2))))
);
comment on table auto_deposits is 'Money that arrives by a rule: pay, pocket money, a drip.';
comment on column auto_deposits.is_pay is 'Whether a job pays it: it stops while the job is lost.';
comment on column auto_deposits.start_date is 'Its first day, in the customer''s time zone; later ones are counted from it.';
comment on column auto_deposits.occurrences is 'How often it happens at all; null for ever.';
comment on column auto_deposits.yearly_adjustment is 'How the amount changes each year on the anniversary of its first day: by a fixed percentage, with inflation, or not at all (null).';
comment on column auto_deposits.yearly_percent is 'The fixed percentage of each year; null without one.';
comment on column auto_deposits.next_occurrence is 'The number of the next one, from 0; null until the engine has looked after it was made, moved or paused. Only the bank writes it.';
comment on column auto_deposits.next_at is 'The simulated instant of the next one; null when there is none. Only the bank writes it.';
comment on column auto_deposits.resumed_at is 'When its last pause ended; null when it was never paused. Written by the bank.';
create INDEX auto_deposits_account_id_idx ON public.auto_deposits USING btree (account_id);
create INDEX auto_deposits_category_id_idx ON public.auto_deposits USING btree (category_id) WHERE (category_id IS NOT NULL);
create INDEX auto_deposits_user_id_idx ON public.auto_deposits USING btree (user_id);
alter table auto_deposits enable row level security;
create policy "customers delete their own auto deposits" on auto_deposits for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers set up auto deposits for themselves" on auto_deposits for insert to authenticated
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
grant insert (account_id, amount, category_id, end_date, frequency, id, is_pay, name, occurrences, paused, start_date, start_time, user_id, yearly_adjustment, yearly_percent) on auto_deposits to authenticated;
grant insert (account_id, amount, category_id, end_date, frequency, id, is_pay, name, occurrences, paused, start_date, start_time, user_id, yearly_adjustment, yearly_percent) on auto_deposits to service_role;
grant update (account_id, amount, category_id, end_date, frequency, is_pay, name, occurrences, paused, start_date, start_time, yearly_adjustment, yearly_percent) on auto_deposits to authenticated;
grant update (account_id, amount, category_id, end_date, frequency, is_pay, name, occurrences, paused, start_date, start_time, yearly_adjustment, yearly_percent) on auto_deposits to service_role;
create TRIGGER check_auto_deposit BEFORE INSERT OR UPDATE OF account_id, name, amount, frequency, category_id, is_pay, start_date, start_time, end_date, occurrences, paused, yearly_adjustment, yearly_percent ON public.auto_deposits FOR EACH ROW EXECUTE FUNCTION bank.check_auto_deposit();
create TRIGGER check_row_limit AFTER INSERT ON public.auto_deposits REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER note_resumption BEFORE UPDATE OF paused ON public.auto_deposits FOR EACH ROW WHEN ((old.paused AND (NOT new.paused))) EXECUTE FUNCTION bank.note_resumption();
create TRIGGER wake_engine AFTER INSERT OR DELETE OR UPDATE OF account_id, name, amount, frequency, category_id, is_pay, start_date, start_time, end_date, occurrences, paused, yearly_adjustment, yearly_percent ON public.auto_deposits FOR EACH ROW EXECUTE FUNCTION bank.wake_engine_for_row();

create sequence bank.account_numbers;

create table bank.acquaintances (
  user_id uuid not null,
  person_id uuid not null,
  address text not null,
  since timestamp with time zone not null default clock_timestamp(),
  constraint acquaintances_pkey PRIMARY KEY (user_id, person_id),
  constraint acquaintances_person_id_fkey FOREIGN KEY (person_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint acquaintances_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table bank.acquaintances is 'Customers who have dealt with each other: what person_id pays to this address of user_id arrives at once. Whoever is not in here is answered like an address that nobody has.';
comment on column bank.acquaintances.address is 'The address of user_id under which person_id came to know them.';
create INDEX acquaintances_person_id_idx ON bank.acquaintances USING btree (person_id, address);
alter table bank.acquaintances enable row level security;
create TRIGGER check_row_limit AFTER INSERT ON bank.acquaintances REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table bank.arrivals (
  arrival_id uuid not null,
  ordinal integer not null,
  piece text not null,
  arrived_at timestamp with time zone not null default clock_timestamp(),
  constraint arrivals_pkey PRIMARY KEY (arrival_id, ordinal)
);
comment on table bank.arrivals is 'Files of households on their way into the bank, piece by piece. Gone when they have arrived, or after an hour.';
create INDEX arrivals_arrived_at_idx ON bank.arrivals USING btree (arrived_at);
alter table bank.arrivals enable row level security;

create table bank.card_movements (
  card_id uuid not null,
  entry_id bigint not null,
  user_id uuid not null,
  row_id text not null,
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
comment on table bank.card_movements is 'Every movement on a card that stands, as its owner sees it: read off the books as they are written.';
comment on column bank.card_movements.row_id is 'Card and entry, the name of the row everywhere; sorted as bytes, like the ids of transactions.';
comment on column bank.card_movements.amount is 'Always positive: `direction` says which way, in the customer''s favor or not.';
comment on column bank.card_movements.category_id is 'As the entry says. No reference: the books outlive categories.';
comment on column bank.card_movements.balance_after is 'The amount owed after it, in the order of dates.';
create INDEX card_movements_user_id_date_idx ON bank.card_movements USING btree (user_id, date DESC, row_id DESC);
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
comment on table bank.checkpoint_files is 'The households of checkpoints as files.';
alter table bank.checkpoint_files enable row level security;

create table bank.clocks (
  household_id uuid not null,
  lived_to timestamp with time zone not null,
  last_entry bigint not null default 0,
  rules_version bigint not null default 0,
  due_at timestamp with time zone,
  seed integer not null default (floor((random() * (2147483647)::double precision)))::integer,
  memory jsonb not null default '{}'::jsonb,
  constraint clocks_pkey PRIMARY KEY (household_id),
  constraint clocks_household_id_fkey FOREIGN KEY (household_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table bank.clocks is 'How far the engine has lived each household, and when it has to look again.';
comment on column bank.clocks.lived_to is 'The simulated instant until which everything has happened.';
comment on column bank.clocks.last_entry is 'The newest entry of the household then: later ones are news for the engine.';
comment on column bank.clocks.rules_version is 'Counts changes of rules and products, so that nothing is posted by rules that no longer hold.';
comment on column bank.clocks.due_at is 'The real instant of the next visit; null when nothing is due by itself.';
comment on column bank.clocks.seed is 'What chance is drawn from: the same seed and commands make the same life.';
comment on column bank.clocks.memory is 'The engine''s own memory between its runs: accruals, cycles, arrears, occurrences.';
create INDEX clocks_due_at_idx ON bank.clocks USING btree (due_at) WHERE (due_at IS NOT NULL);
alter table bank.clocks enable row level security;
create TRIGGER end_what_waited AFTER UPDATE ON bank.clocks REFERENCING OLD TABLE AS clocks_before NEW TABLE AS clocks_after FOR EACH STATEMENT EXECUTE FUNCTION bank.end_what_waited();
create TRIGGER follow_play AFTER UPDATE OF memory ON bank.clocks FOR EACH ROW WHEN (((new.memory ? 'play'::text) AND ((new.memory -> 'play'::text) IS DISTINCT FROM (old.memory -> 'play'::text)))) EXECUTE FUNCTION bank.follow_play();

create table bank.confirmed_addresses (
  user_id uuid not null,
  address text not null,
  confirmed_at timestamp with time zone not null default clock_timestamp(),
  constraint confirmed_addresses_pkey PRIMARY KEY (user_id),
  constraint confirmed_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on table bank.confirmed_addresses is 'The address whose mailbox a customer has shown to read, by a code or link. It counts only while it is the customer''s address.';
alter table bank.confirmed_addresses enable row level security;

create table bank.dispute_outcomes (
  dispute_id uuid not null,
  outcome text not null,
  words text not null,
  constraint dispute_outcomes_pkey PRIMARY KEY (dispute_id),
  constraint dispute_outcomes_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES card_disputes(id) ON DELETE CASCADE,
  constraint dispute_outcomes_outcome_check CHECK ((outcome = ANY (ARRAY['won'::text, 'lost'::text])))
);
comment on table bank.dispute_outcomes is 'How disputes will end: settled when they are opened, told on their day.';
alter table bank.dispute_outcomes enable row level security;

create table bank.echoes (
  id bigint not null generated always as identity,
  account_id uuid not null,
  actor uuid,
  amount numeric not null,
  last_entry bigint not null,
  expected_at timestamp with time zone not null default clock_timestamp(),
  constraint echoes_pkey PRIMARY KEY (id),
  constraint echoes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
comment on table bank.echoes is 'Rows inserted by raw table calls whose client may still overwrite the balance, for 30 seconds and once.';
comment on column bank.echoes.amount is 'What the row added to the balance, or took from it.';
create INDEX echoes_account_id_idx ON bank.echoes USING btree (account_id);
alter table bank.echoes enable row level security;

create sequence bank.echoes_id_seq;

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
comment on table bank.entries is 'Every movement of money, once, in the order in which it was posted.';
comment on column bank.entries.at is 'The simulated instant at which the money moved.';
comment on column bank.entries.value_at is 'The business day: the local day of this instant, also where the entry was posted later (a past-dated row, interest of a day that has ended). Statements, lists, balances, analytics, and reconciliation use this column and no other.';
comment on column bank.entries.recorded_at is 'Real time, for audit.';
comment on column bank.entries.kind is 'What it was: deposit, withdrawal, transfer, opening, adjustment, interest, fee, card_payment …';
comment on column bank.entries.actor is 'Who asked for it; null for the bank itself.';
comment on column bank.entries.channel is 'By which door it came: app (its verbs), table (a raw call), engine, import, assistant or system.';
comment on column bank.entries.reverses is 'The earlier entry that this one takes back.';
comment on column bank.entries.payment_id is 'Shared by the two entries of a payment from one customer to another.';
comment on column bank.entries.event_key is 'Names rule and occurrence of a simulated event, so that it happens once.';
comment on column bank.entries.merchant is 'Where a card was used.';
comment on column bank.entries.category_id is 'What it was spent on. No reference: the books outlive categories.';
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
create TRIGGER note_channel BEFORE INSERT ON bank.entries FOR EACH ROW WHEN ((new.channel = 'app'::text)) EXECUTE FUNCTION bank.note_channel();

create sequence bank.entries_id_seq;

create table bank.erased_households (
  id bigint not null generated always as identity,
  erased_at timestamp with time zone not null default clock_timestamp(),
  entries integer not null,
  postings integer not null,
  ledger_accounts integer not null,
  constraint erased_households_pkey PRIMARY KEY (id)
);
comment on table bank.erased_households is 'What remains of an erased household: that there was one, and how much it held. It names nobody.';
alter table bank.erased_households enable row level security;

create sequence bank.erased_households_id_seq;

create table bank.erasures (
  household_id uuid not null,
  transaction_id xid8 not null default pg_current_xact_id(),
  constraint erasures_pkey PRIMARY KEY (household_id)
);
comment on table bank.erasures is 'Which household is being erased, by which transaction. Empty at all other times.';
alter table bank.erasures enable row level security;

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
comment on table bank.fast_forwards is 'Fast-forwards that are running, and for ten seconds the answers of those that have ended.';
comment on column bank.fast_forwards.request is 'What was asked for: equal requests get the answer of the run that is under way.';
comment on column bank.fast_forwards.expires_at is 'When a run whose process has ended makes way for another, or its answer is deleted.';
create INDEX fast_forwards_household_id_idx ON bank.fast_forwards USING btree (household_id);
create UNIQUE INDEX fast_forwards_running_idx ON bank.fast_forwards USING btree (household_id) WHERE (answer IS NULL);
alter table bank.fast_forwards enable row level security;

create table bank.import_drafts (
  user_id uuid not null,
  draft text not null,
  ordinal integer not null,
  rows jsonb not null,
  sent_at timestamp with time zone not null default clock_timestamp(),
  constraint import_drafts_pkey PRIMARY KEY (user_id, draft, ordinal),
  constraint import_drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table bank.import_drafts is 'Rows on their way into an account, piece by piece. Gone when they are posted, or after a day.';
alter table bank.import_drafts enable row level security;
create TRIGGER check_row_limit AFTER INSERT ON bank.import_drafts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table bank.issued_documents (
  document_id uuid not null,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone not null,
  entries_to bigint not null,
  terms jsonb not null,
  constraint issued_documents_pkey PRIMARY KEY (document_id),
  constraint issued_documents_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE
);
comment on table bank.issued_documents is 'What a document of the bank says, as of the moment it was issued.';
comment on column bank.issued_documents.from_at is 'The instant at which its period begins: where the one before it ended.';
comment on column bank.issued_documents.entries_to is 'The newest entry of the household then: what was written later, with whatever date, is not in it.';
comment on column bank.issued_documents.terms is 'Names, numbers and rates as they were then; they may change, the document does not.';
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
  constraint ledger_accounts_product_check CHECK ((product = ANY (ARRAY['account'::text, 'card'::text, 'loan'::text, 'mortgage'::text, 'system'::text])))
);
comment on table bank.ledger_accounts is 'One page of the books for each account, card, loan and mortgage, and for each of the bank''s own purposes. It outlives the product.';
comment on column bank.ledger_accounts.id is 'The id of the product whose money is written here.';
comment on column bank.ledger_accounts.household_id is 'Whose it is; null for the bank''s own and for ownerless accounts.';
comment on column bank.ledger_accounts.currency is 'The currency of the product; null where several are kept.';
create INDEX ledger_accounts_household_id_idx ON bank.ledger_accounts USING btree (household_id);
alter table bank.ledger_accounts enable row level security;
create policy "customers read their own pages and the names of the bank's" on bank.ledger_accounts for select to authenticated
  using (((household_id = ( SELECT auth.uid() AS uid)) OR ((household_id IS NULL) AND (product = 'system'::text))));
grant select on bank.ledger_accounts to authenticated;
grant select on bank.ledger_accounts to service_role;
create TRIGGER check_row_limit AFTER INSERT ON bank.ledger_accounts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER pages_stay BEFORE TRUNCATE ON bank.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION bank.refuse_change();
create TRIGGER pages_stay_removal AFTER DELETE ON bank.ledger_accounts REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION bank.refuse_removal();
create TRIGGER wake_engine AFTER INSERT ON bank.ledger_accounts FOR EACH ROW WHEN ((new.household_id IS NOT NULL)) EXECUTE FUNCTION bank.wake_engine_for_page();

create table bank.loadings (
  household_id uuid not null,
  transaction_id xid8 not null default pg_current_xact_id(),
  constraint loadings_pkey PRIMARY KEY (household_id)
);
comment on table bank.loadings is 'Which household is being loaded from a file, by which transaction. Empty at all other times.';
alter table bank.loadings enable row level security;

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
comment on column bank.peer_legs.event_key is 'The key of its journal entry: each leg is in the ledger of a household at most once.';
comment on column bank.peer_legs.account_number is 'The account on which it was first posted. Numbers outlast a return; ids do not.';
comment on column bank.peer_legs.payment is 'The customer''s record of the payment, once it was completed. It holds no address, so that nothing here names a customer whose account was deleted.';
comment on column bank.peer_legs.recorded_at is 'Real time: a return posts again what was recorded after its checkpoint.';
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
comment on table bank.postings is 'The two or more sides of an entry. In the customer''s favor is positive; each currency sums to zero.';
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
comment on table bank.recovery_codes is 'Codes that stand for a second factor, once each. Only their hashes are kept.';
alter table bank.recovery_codes enable row level security;

create table bank.requests (
  user_id uuid not null,
  request_id text not null,
  params_hash bytea not null,
  result jsonb not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint requests_pkey PRIMARY KEY (user_id, request_id)
);
comment on table bank.requests is 'What a verb answered to a request, so that the same request again gets the same answer.';
comment on column bank.requests.user_id is 'Whose request it was. No reference: it would lock the customer''s row in every verb.';
comment on column bank.requests.params_hash is 'Fingerprint of verb and parameters: the same id for something else is an error.';
alter table bank.requests enable row level security;
create TRIGGER check_row_limit AFTER INSERT ON bank.requests REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table bank.row_edit_rows (
  edit_id uuid not null,
  row_id text not null,
  before jsonb not null,
  constraint row_edit_rows_pkey PRIMARY KEY (edit_id, row_id),
  constraint row_edit_rows_edit_id_fkey FOREIGN KEY (edit_id) REFERENCES row_edits(id) ON DELETE CASCADE
);
comment on table bank.row_edit_rows is 'What a row said before an edit: only what the edit changed.';
alter table bank.row_edit_rows enable row level security;

create table bank.row_limits (
  table_name text not null,
  owner_column text not null,
  highest integer not null,
  label text not null,
  constraint row_limits_pkey PRIMARY KEY (table_name),
  constraint row_limits_highest_check CHECK ((highest >= 0))
);
comment on table bank.row_limits is 'The highest number of rows of one customer in a table. An operator may change it.';
comment on column bank.row_limits.table_name is 'The table, with its schema.';
comment on column bank.row_limits.owner_column is 'The column with the id of the customer.';
comment on column bank.row_limits.label is 'What the rows are called in a refusal, in the plural.';
alter table bank.row_limits enable row level security;

create table bank.seals (
  household_id uuid not null,
  entry_id bigint not null,
  hash text not null,
  sealed_at timestamp with time zone not null default clock_timestamp(),
  constraint seals_pkey PRIMARY KEY (household_id, entry_id),
  constraint seals_household_id_fkey FOREIGN KEY (household_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table bank.seals is 'The hash of a household''s books up to an entry, kept so that a later look can tell whether anything before it has changed.';
alter table bank.seals enable row level security;
create TRIGGER check_row_limit AFTER INSERT ON bank.seals REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

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
comment on table budget_limits is 'Which limit a category has from a month on, until the next row. Written by the bank when a budget changes.';
comment on column budget_limits.month is 'The first day of the month from which it counts.';
comment on column budget_limits.amount is 'The limit; null when the budget was removed.';
create INDEX budget_limits_category_id_idx ON public.budget_limits USING btree (category_id);
create INDEX budget_limits_currency_idx ON public.budget_limits USING btree (currency);
alter table budget_limits enable row level security;
create policy "customers read their own past limits" on budget_limits for select to authenticated
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
comment on table budget_moves is 'What was assigned to a category in a month, or moved from one to another to cover it. No money moves.';
comment on column budget_moves.from_category_id is 'Where it was taken; null for what is to be assigned.';
comment on column budget_moves.to_category_id is 'Where it was put; null for back to what is to be assigned.';
comment on column budget_moves.at is 'The simulated instant of the move.';
create INDEX budget_moves_currency_idx ON public.budget_moves USING btree (currency);
create INDEX budget_moves_from_category_id_idx ON public.budget_moves USING btree (from_category_id) WHERE (from_category_id IS NOT NULL);
create INDEX budget_moves_to_category_id_idx ON public.budget_moves USING btree (to_category_id) WHERE (to_category_id IS NOT NULL);
create INDEX budget_moves_user_id_month_idx ON public.budget_moves USING btree (user_id, month);
alter table budget_moves enable row level security;
create policy "customers read their own moves between budgets" on budget_moves for select to authenticated
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
comment on table budget_settings is 'How a customer budgets.';
comment on column budget_settings.mode is 'limits: a limit a category; envelopes: what comes in is assigned to categories, and only that is spent.';
comment on column budget_settings.since is 'The first day of the month from which the mode counts: envelopes begin empty in it.';
alter table budget_settings enable row level security;
create policy "customers choose how they budget" on budget_settings for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read how they budget" on budget_settings for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers change how they budget" on budget_settings for update to authenticated
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
comment on table budgets is 'What a customer means to spend in a month on each category: one budget for a category.';
comment on column budgets.amount is 'The limit of a month; with envelopes what is meant to be assigned in one.';
comment on column budgets.rollover is 'What goes into the next month: none, surplus (what is left), or both (what is left, and what was overspent).';
comment on column budgets.rollover_cap is 'How much at most goes into the next month, either way; null for no limit.';
comment on column budgets.starts_on is 'The first day of the month from which it counts.';
create INDEX budgets_category_id_idx ON public.budgets USING btree (category_id);
create INDEX budgets_currency_idx ON public.budgets USING btree (currency);
alter table budgets enable row level security;
create policy "customers remove their own budgets" on budgets for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers set budgets for categories of theirs" on budgets for insert to authenticated
  with check (((user_id = ( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT
   FROM categories c
  WHERE (c.id = budgets.category_id)))));
create policy "customers read their own budgets" on budgets for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers change their own budgets" on budgets for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on budgets to authenticated;
grant delete, select on budgets to service_role;
grant insert (amount, category_id, id, rollover, rollover_cap, user_id) on budgets to authenticated;
grant insert (amount, category_id, id, rollover, rollover_cap, user_id) on budgets to service_role;
grant update (amount, rollover, rollover_cap) on budgets to authenticated;
grant update (amount, rollover, rollover_cap) on budgets to service_role;
create TRIGGER check_budget BEFORE INSERT OR UPDATE ON public.budgets FOR EACH ROW EXECUTE FUNCTION bank.check_budget();
create TRIGGER check_row_limit AFTER INSERT ON public.budgets REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER keep_budget_limit AFTER INSERT OR DELETE OR UPDATE ON public.budgets FOR EACH ROW EXECUTE FUNCTION bank.keep_budget_limit();

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
comment on table card_controls is 'How much a card may spend, by its owner''s own will.';
comment on column card_controls.kind is 'transaction: what one purchase may cost; month: what a calendar month of the customer''s own clock may.';
comment on column card_controls.category_id is 'On what; null: on everything.';
comment on column card_controls.amount is 'The most that may be spent; 0 blocks it.';
comment on column card_controls.created_at is 'The simulated instant at which it was set.';
create INDEX card_controls_category_id_idx ON public.card_controls USING btree (category_id) WHERE (category_id IS NOT NULL);
create INDEX card_controls_user_id_idx ON public.card_controls USING btree (user_id);
alter table card_controls enable row level security;
create policy "customers lift controls of their own cards" on card_controls for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers set controls of their own cards" on card_controls for insert to authenticated
  with check (((user_id = ( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT
   FROM credit_cards c
  WHERE ((c.id = card_controls.card_id) AND (c.user_id = ( SELECT auth.uid() AS uid))))) AND ((category_id IS NULL) OR (EXISTS ( SELECT
   FROM categories k
  WHERE (k.id = card_controls.category_id))))));
create policy "customers read controls of their own cards" on card_controls for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers change controls of their own cards" on card_controls for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on card_controls to authenticated;
grant delete, select on card_controls to service_role;
grant insert (amount, card_id, category_id, id, kind, user_id) on card_controls to authenticated;
grant insert (amount, card_id, category_id, id, kind, user_id) on card_controls to service_role;
grant update (amount) on card_controls to authenticated;
grant update (amount) on card_controls to service_role;
create TRIGGER check_card_control BEFORE INSERT OR UPDATE OF amount ON public.card_controls FOR EACH ROW EXECUTE FUNCTION bank.check_card_control();
create TRIGGER check_row_limit AFTER INSERT ON public.card_controls REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER wake_engine AFTER INSERT OR DELETE OR UPDATE ON public.card_controls FOR EACH ROW EXECUTE FUNCTION bank.wake_engine_for_row();

create table card_disputes (
  id uuid not null default gen_random_uuid(),
  card_id uuid not null,
  user_id uuid not null,
  entry_id bigint not null,
  charged_on date not null,
  merchant text,
  category text,
  amount numeric not null,
  currency text not null,
  reason text not null,
  words text,
  status text not null default 'in_review'::text,
  opened_at timestamp with time zone not null,
  decide_on date not null,
  decided_at timestamp with time zone,
  outcome text,
  constraint card_disputes_pkey PRIMARY KEY (id),
  constraint card_disputes_amount_check CHECK ((((amount >= 0.01) AND (amount <= 999999999.99)) AND (amount = round(amount, 2)))),
  constraint card_disputes_card_id_fkey FOREIGN KEY (card_id) REFERENCES credit_cards(id) ON DELETE CASCADE,
  constraint card_disputes_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint card_disputes_decided_check CHECK (((status = 'in_review'::text) = (decided_at IS NULL))),
  constraint card_disputes_reason_check CHECK ((reason = ANY (ARRAY['fraud'::text, 'not_received'::text, 'duplicate'::text, 'wrong_amount'::text, 'other'::text]))),
  constraint card_disputes_status_check CHECK ((status = ANY (ARRAY['in_review'::text, 'won'::text, 'lost'::text, 'withdrawn'::text]))),
  constraint card_disputes_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table card_disputes is 'Charges that their customers contest.';
comment on column card_disputes.entry_id is 'The charge in the books.';
comment on column card_disputes.amount is 'What is contested of it, and credited for the time being.';
comment on column card_disputes.words is 'What the customer says about it.';
comment on column card_disputes.decide_on is 'The day of the customer''s own clock on which it is decided.';
comment on column card_disputes.decided_at is 'The simulated instant at which it was decided or withdrawn.';
comment on column card_disputes.outcome is 'What was decided and why, in a sentence; null before.';
create INDEX card_disputes_card_id_idx ON public.card_disputes USING btree (card_id, opened_at DESC);
create INDEX card_disputes_currency_idx ON public.card_disputes USING btree (currency);
create INDEX card_disputes_user_id_idx ON public.card_disputes USING btree (user_id, opened_at DESC);
create UNIQUE INDEX card_disputes_entry_id_key ON public.card_disputes USING btree (entry_id) WHERE (status <> 'withdrawn'::text);
alter table card_disputes enable row level security;
create policy "customers read their own disputes" on card_disputes for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on card_disputes to authenticated;
grant select on card_disputes to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.card_disputes REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER wake_engine AFTER INSERT OR UPDATE OF status ON public.card_disputes FOR EACH ROW EXECUTE FUNCTION bank.wake_engine_for_row();

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
comment on table card_limit_requests is 'Requests for another credit limit, and what was decided.';
comment on column card_limit_requests.granted is 'The limit that held from then on: the previous one when it was declined.';
comment on column card_limit_requests.reasons is 'Sentences with the numbers that decided.';
comment on column card_limit_requests.facts is 'The numbers that the policy looked at.';
comment on column card_limit_requests.policy is 'The version of the policy.';
comment on column card_limit_requests.decided_at is 'The simulated instant of it.';
create INDEX card_limit_requests_card_id_idx ON public.card_limit_requests USING btree (card_id, decided_at DESC);
create INDEX card_limit_requests_currency_idx ON public.card_limit_requests USING btree (currency);
create INDEX card_limit_requests_user_id_idx ON public.card_limit_requests USING btree (user_id, decided_at DESC);
alter table card_limit_requests enable row level security;
create policy "customers read limit requests of their own cards" on card_limit_requests for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on card_limit_requests to authenticated;
grant select on card_limit_requests to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.card_limit_requests REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER note_inquiry_of_limit AFTER INSERT ON public.card_limit_requests FOR EACH ROW WHEN ((new.requested > new.previous)) EXECUTE FUNCTION bank.note_inquiry();

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
comment on table card_replacements is 'When a card got a new number, and why. Balance, history and virtual cards stay.';
comment on column card_replacements.old_last4 is 'How the old number ended.';
comment on column card_replacements.replaced_at is 'The simulated instant of it.';
create INDEX card_replacements_card_id_idx ON public.card_replacements USING btree (card_id, replaced_at DESC);
create INDEX card_replacements_user_id_idx ON public.card_replacements USING btree (user_id);
alter table card_replacements enable row level security;
create policy "customers read replacements of their own cards" on card_replacements for select to authenticated
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
  opening_balance numeric not null,
  charges numeric not null,
  payments numeric not null,
  interest numeric not null,
  fees numeric not null,
  closing_balance numeric not null,
  minimum_payment numeric not null,
  rewards numeric not null,
  constraint card_statements_pkey PRIMARY KEY (id),
  constraint card_statements_card_id_fkey FOREIGN KEY (card_id) REFERENCES credit_cards(id) ON DELETE CASCADE,
  constraint card_statements_card_id_to_date_key UNIQUE (card_id, to_date),
  constraint card_statements_sum_check CHECK ((((((opening_balance + charges) - payments) + interest) + fees) = closing_balance)),
  constraint card_statements_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table card_statements is 'A card''s closed cycles: opening and movements add up to closing.';
create INDEX card_statements_user_id_idx ON public.card_statements USING btree (user_id, to_date DESC);
alter table card_statements enable row level security;
create policy "customers read their own statements" on card_statements for select to authenticated
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
comment on table categories is 'What money is spent on and where it comes from: the bank''s own categories and those customers add.';
comment on column categories.user_id is 'Whose category it is; null for the bank''s own, which everybody has.';
create UNIQUE INDEX categories_user_id_kind_name_key ON public.categories USING btree (user_id, kind, lower(name)) NULLS NOT DISTINCT;
alter table categories enable row level security;
create policy "customers delete their own categories" on categories for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers add their own categories" on categories for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read the bank's categories and their own" on categories for select to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) OR (user_id IS NULL)));
create policy "customers rename their own categories" on categories for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on categories to authenticated;
grant insert (id, kind, name, user_id) on categories to authenticated;
grant select on categories to service_role;
grant update (name) on categories to authenticated;
create TRIGGER check_category BEFORE INSERT OR UPDATE OF name ON public.categories FOR EACH ROW EXECUTE FUNCTION bank.check_category();
create TRIGGER check_row_limit AFTER INSERT ON public.categories REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table checkpoints (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  name text not null,
  at timestamp with time zone not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  entries integer not null,
  automatic boolean not null default false,
  constraint checkpoints_pkey PRIMARY KEY (id),
  constraint checkpoints_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint checkpoints_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table checkpoints is 'Moments of a household to which its customer can return. The household as it was is kept apart.';
comment on column checkpoints.at is 'What time it was for the customer.';
comment on column checkpoints.created_at is 'Real time.';
comment on column checkpoints.entries is 'How many entries the books had.';
comment on column checkpoints.automatic is 'Whether the bank kept it, before the customer returned to another one.';
create INDEX checkpoints_user_id_idx ON public.checkpoints USING btree (user_id, created_at DESC);
alter table checkpoints enable row level security;
create policy "customers delete their own checkpoints" on checkpoints for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own checkpoints" on checkpoints for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers rename their own checkpoints" on checkpoints for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on checkpoints to authenticated;
grant delete, select on checkpoints to service_role;
grant update (name) on checkpoints to authenticated;
grant update (name) on checkpoints to service_role;
create TRIGGER check_checkpoint BEFORE INSERT OR UPDATE OF name ON public.checkpoints FOR EACH ROW EXECUTE FUNCTION bank.check_checkpoint();
create TRIGGER check_row_limit AFTER INSERT ON public.checkpoints REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

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
comment on table contacts is 'Whom a customer pays and asks, and whom they have blocked.';
comment on column contacts.address is 'Their email address; null for somebody without one who was blocked.';
comment on column contacts.person_id is 'Who it is, once both have dealt with each other. No reference: it may outlive them.';
comment on column contacts.blocked is 'What they send or ask is not shown, and they are not told.';
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
  rewards_balance numeric not null default 0,
  closed_at timestamp with time zone,
  constraint credit_cards_pkey PRIMARY KEY (id),
  constraint credit_cards_apr_check CHECK (((apr >= (0)::numeric) AND (apr <= (100)::numeric))),
  constraint credit_cards_autopay_account_id_fkey FOREIGN KEY (autopay_account_id) REFERENCES accounts(id) ON DELETE SET NULL,
  constraint credit_cards_autopay_amount_check CHECK ((((autopay_amount >= 0.01) AND (autopay_amount <= 999999999.99)) AND (autopay_amount = round(autopay_amount, 2)))),
  constraint credit_cards_autopay_check CHECK ((autopay = ANY (ARRAY['minimum'::text, 'statement'::text, 'fixed'::text]))),
  constraint credit_cards_balance_check CHECK ((((balance >= '-999999999.99'::numeric) AND (balance <= 999999999.99)) AND (balance = round(balance, 2)))),
  constraint credit_cards_card_number_key UNIQUE (card_number),
  constraint credit_cards_credit_limit_check CHECK ((((credit_limit >= 0.01) AND (credit_limit <= 999999999.99)) AND (credit_limit = round(credit_limit, 2)))),
  constraint credit_cards_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint credit_cards_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint credit_cards_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
) with (fillfactor=80);
comment on table credit_cards is 'Credit cards. The balance always equals what the books say is owed.';
comment on column credit_cards.credit_limit is 'Up to where charges are accepted. Interest and fees may pass it.';
comment on column credit_cards.balance is 'What is owed; below zero when the bank owes the customer.';
comment on column credit_cards.apr is 'Yearly rate in percent.';
comment on column credit_cards.due_date is 'The day by which the next payment is due, in the customer''s time zone.';
comment on column credit_cards.created_at is 'The simulated instant at which it was opened.';
comment on column credit_cards.card_number is 'Begins with 0000, which no real network issues.';
comment on column credit_cards.last_entry is 'The entry that made this balance. Only the bank writes it.';
comment on column credit_cards.updated_at is 'The simulated instant at which anything about it last changed.';
comment on column credit_cards.autopay is 'What is drawn on the due date by itself: minimum, statement, or a fixed amount; null for nothing.';
comment on column credit_cards.frozen is 'Whether new charges are refused.';
comment on column credit_cards.rewards_balance is 'Rewards earned and not redeemed, in the card''s currency. Only the bank writes it.';
comment on column credit_cards.closed_at is 'The simulated instant at which it was closed for good; null while it is open. Only the bank writes it.';
create INDEX credit_cards_autopay_account_id_idx ON public.credit_cards USING btree (autopay_account_id) WHERE (autopay_account_id IS NOT NULL);
create INDEX credit_cards_currency_idx ON public.credit_cards USING btree (currency);
create INDEX credit_cards_user_id_idx ON public.credit_cards USING btree (user_id);
alter table credit_cards enable row level security;
create policy "customers delete their own cards" on credit_cards for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers open cards for themselves" on credit_cards for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own cards" on credit_cards for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers change their own cards" on credit_cards for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on credit_cards to authenticated;
grant delete, select on credit_cards to service_role;
grant insert (apr, balance, credit_limit, currency, due_date, id, name, user_id) on credit_cards to authenticated;
grant insert (apr, balance, credit_limit, currency, due_date, id, name, user_id) on credit_cards to service_role;
grant update (apr, autopay, autopay_account_id, autopay_amount, balance, credit_limit, due_date, frozen, name) on credit_cards to authenticated;
grant update (apr, autopay, autopay_account_id, autopay_amount, balance, credit_limit, due_date, frozen, name) on credit_cards to service_role;
create TRIGGER check_autopay BEFORE UPDATE OF autopay_account_id ON public.credit_cards FOR EACH ROW WHEN ((new.autopay_account_id IS DISTINCT FROM old.autopay_account_id)) EXECUTE FUNCTION bank.check_autopay();
create TRIGGER check_card_autopay BEFORE UPDATE OF autopay, autopay_account_id, autopay_amount ON public.credit_cards FOR EACH ROW EXECUTE FUNCTION bank.check_card_autopay();
create TRIGGER check_changed_card BEFORE UPDATE OF name, credit_limit, balance, apr, due_date ON public.credit_cards FOR EACH ROW WHEN ((NOT (new.last_entry IS DISTINCT FROM old.last_entry))) EXECUTE FUNCTION bank.check_card();
create TRIGGER check_new_card BEFORE INSERT ON public.credit_cards FOR EACH ROW EXECUTE FUNCTION bank.check_card();
create TRIGGER check_raw_purchase BEFORE UPDATE OF balance ON public.credit_cards FOR EACH ROW WHEN (((new.balance > old.balance) AND (NOT (new.last_entry IS DISTINCT FROM old.last_entry)))) EXECUTE FUNCTION bank.check_raw_purchase();
create TRIGGER check_row_limit AFTER INSERT ON public.credit_cards REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER close_card_page AFTER DELETE ON public.credit_cards FOR EACH ROW EXECUTE FUNCTION bank.close_card_page();
create TRIGGER move_raw_card_balance AFTER UPDATE OF balance ON public.credit_cards FOR EACH ROW WHEN (((new.balance <> old.balance) AND (NOT (new.last_entry IS DISTINCT FROM old.last_entry)))) EXECUTE FUNCTION bank.move_raw_card_balance();
create TRIGGER open_card_page AFTER INSERT ON public.credit_cards FOR EACH ROW EXECUTE FUNCTION bank.open_card_page();
create TRIGGER refuse_closed_card BEFORE UPDATE OF credit_limit, balance, apr, due_date, autopay, autopay_account_id, autopay_amount, frozen ON public.credit_cards FOR EACH ROW WHEN (((old.closed_at IS NOT NULL) AND ((((((((new.credit_limit IS DISTINCT FROM old.credit_limit) OR (new.balance IS DISTINCT FROM old.balance)) OR (new.apr IS DISTINCT FROM old.apr)) OR (new.due_date IS DISTINCT FROM old.due_date)) OR (new.autopay IS DISTINCT FROM old.autopay)) OR (new.autopay_account_id IS DISTINCT FROM old.autopay_account_id)) OR (new.autopay_amount IS DISTINCT FROM old.autopay_amount)) OR (new.frozen IS DISTINCT FROM old.frozen)))) EXECUTE FUNCTION bank.refuse_closed_card();
create TRIGGER rename_card_page AFTER UPDATE OF name ON public.credit_cards FOR EACH ROW WHEN ((new.name <> old.name)) EXECUTE FUNCTION bank.rename_debt_page();
create TRIGGER show_card AFTER INSERT ON public.credit_cards REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.show_card();
create TRIGGER wake_engine AFTER UPDATE OF credit_limit, apr, due_date ON public.credit_cards FOR EACH ROW WHEN ((NOT (new.last_entry IS DISTINCT FROM old.last_entry))) EXECUTE FUNCTION bank.wake_engine_for_row();
create TRIGGER wake_engine_for_autopay AFTER UPDATE OF autopay, autopay_account_id, autopay_amount, frozen ON public.credit_cards FOR EACH ROW EXECUTE FUNCTION bank.wake_engine_for_row();
create TRIGGER wake_engine_for_closing AFTER UPDATE OF closed_at ON public.credit_cards FOR EACH ROW EXECUTE FUNCTION bank.wake_engine_for_row();

create table currencies (
  code text not null,
  symbol text not null,
  exponent smallint not null default 2,
  name text not null,
  constraint currencies_pkey PRIMARY KEY (code),
  constraint currencies_code_check CHECK ((code ~ '^[A-Z]{3}$'::text)),
  constraint currencies_exponent_check CHECK (((exponent >= 0) AND (exponent <= 4)))
);
comment on table currencies is 'The currencies in which the bank keeps accounts.';
comment on column currencies.exponent is 'How many decimals its smallest coin has.';
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
  clock_offset interval not null default '00:00:00'::interval,
  generation integer not null default 1,
  demo_until timestamp with time zone,
  entered_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  avatar text,
  shows_first_steps boolean,
  month_reviewed_at timestamp with time zone,
  constraint customers_pkey PRIMARY KEY (id),
  constraint customers_avatar_check CHECK (((avatar ~ '^[0-9a-f-]{36}/picture-[12]\.(webp|png)$'::text) AND (avatar ~~ (id || '/%'::text)))),
  constraint customers_base_currency_fkey FOREIGN KEY (base_currency) REFERENCES currencies(code),
  constraint customers_clock_offset_check CHECK ((clock_offset >= '00:00:00'::interval)),
  constraint customers_display_name_check CHECK (((char_length(display_name) >= 1) AND (char_length(display_name) <= 80))),
  constraint customers_generation_check CHECK ((generation >= 1))
);
comment on table customers is 'A customer and their household: where their day begins, and how far their clock is ahead.';
comment on column customers.id is 'The id of the person who signs in. No reference: removing a sign-in never touches the books.';
comment on column customers.time_zone is 'An IANA time zone; days begin and end in it.';
comment on column customers.base_currency is 'The currency in which totals are shown.';
comment on column customers.clock_offset is 'How far the simulated clock is ahead of real time. It only grows within a generation.';
comment on column customers.generation is 'Counts how often the books were begun anew from a checkpoint.';
comment on column customers.demo_until is 'A disposable demo household is removed after this instant; null for everybody else.';
comment on column customers.entered_at is 'When the customer first came in through the application.';
comment on column customers.avatar is 'The file of the customer''s picture in the bucket avatars; null for their initials.';
comment on column customers.shows_first_steps is 'Whether the dashboard shows the first steps; null until the customer decided: then they show, but not to visitors of the demo.';
comment on column customers.month_reviewed_at is 'The simulated instant at which the customer first opened details of what happened, after a first month. Only the bank writes it.';
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
grant update (avatar, base_currency, display_name, shows_first_steps, time_zone) on customers to authenticated;
create TRIGGER check_customer BEFORE INSERT OR UPDATE OF display_name, time_zone, base_currency ON public.customers FOR EACH ROW EXECUTE FUNCTION bank.check_customer();
create TRIGGER expire_offers AFTER UPDATE OF clock_offset ON public.customers FOR EACH ROW WHEN ((new.clock_offset > old.clock_offset)) EXECUTE FUNCTION bank.expire_offers_for_clock();
create TRIGGER forget_issued_documents AFTER UPDATE OF generation ON public.customers FOR EACH ROW WHEN ((new.generation <> old.generation)) EXECUTE FUNCTION bank.forget_issued_documents();
create TRIGGER forget_person AFTER DELETE ON public.customers FOR EACH ROW EXECUTE FUNCTION bank.forget_person();
create TRIGGER keep_rates_ahead AFTER UPDATE OF clock_offset ON public.customers FOR EACH ROW EXECUTE FUNCTION bank.keep_rates_ahead();
create TRIGGER refuse_customer_removal BEFORE DELETE ON public.customers FOR EACH ROW EXECUTE FUNCTION bank.refuse_customer_removal();

create table document_folders (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  name text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint document_folders_pkey PRIMARY KEY (id),
  constraint document_folders_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint document_folders_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table document_folders is 'Folders in which customers file what they have uploaded.';
comment on column document_folders.created_at is 'Real time, as everywhere with files.';
create UNIQUE INDEX document_folders_user_id_name_key ON public.document_folders USING btree (user_id, lower(name));
alter table document_folders enable row level security;
create policy "customers delete their own folders" on document_folders for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers make folders for themselves" on document_folders for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own folders" on document_folders for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers rename their own folders" on document_folders for update to authenticated
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
  constraint documents_about_kind_check CHECK ((about_kind = ANY (ARRAY['account'::text, 'card'::text, 'loan'::text, 'mortgage'::text, 'transaction'::text]))),
  constraint documents_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES document_folders(id) ON DELETE SET NULL,
  constraint documents_issued_check CHECK (((kind = 'upload'::text) = (issued_at IS NULL))),
  constraint documents_kept_check CHECK (((kind <> 'upload'::text) OR ((size IS NOT NULL) AND (sha256 IS NOT NULL)))),
  constraint documents_kind_check CHECK ((kind = ANY (ARRAY['upload'::text, 'statement'::text, 'card_statement'::text, 'agreement'::text, 'schedule'::text, 'tax_summary'::text, 'receipt'::text]))),
  constraint documents_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 120))),
  constraint documents_path_key UNIQUE (path),
  constraint documents_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint documents_size_check CHECK ((size > 0)),
  constraint documents_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table documents is 'What a customer has uploaded and what the bank has issued to them. What is issued never changes; its bytes are made when they are first asked for and kept from then on.';
comment on column documents.kind is 'upload, or what the bank issued: statement, card_statement, agreement, schedule, tax_summary, receipt.';
comment on column documents.mime_type is 'By what the content is, not by what was claimed.';
comment on column documents.size is 'In bytes; null until the bank has made the file.';
comment on column documents.sha256 is 'Of the bytes, in hexadecimal; null until the bank has made the file.';
comment on column documents.path is 'Where the bytes lie in the bucket `documents`: the customer''s id, a slash, the document''s id.';
comment on column documents.about is 'The account, card, loan, mortgage or transaction it is about. No reference: a statement outlives its account.';
comment on column documents.about_name is 'What it was called then.';
comment on column documents.period_from is 'The first day it covers, on the simulated calendar.';
comment on column documents.issued_at is 'The simulated instant from which it holds; null for uploads.';
comment on column documents.seen_at is 'When the customer first opened it, in real time: until then it is new.';
comment on column documents.created_at is 'Real time.';
comment on column documents.deleted_at is 'Real time; purged 30 days later. Only uploads are deleted.';
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
comment on table exchange_rates is 'How much of the quote currency one unit of the base currency buys on a day. Simulated.';
create INDEX exchange_rates_quote_idx ON public.exchange_rates USING btree (quote);
alter table exchange_rates enable row level security;
create policy "customers read the exchange rates" on exchange_rates for select to authenticated
  using (true);
grant select on exchange_rates to authenticated;
grant select on exchange_rates to service_role;

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
comment on table goal_movements is 'What came to goals and left them, by the customer''s hand and by itself.';
comment on column goal_movements.at is 'The simulated instant.';
comment on column goal_movements.kind is 'start: set aside when the goal was set; contribution, taken: moved by hand; set_aside, released: within its own account; the others arrived by themselves.';
comment on column goal_movements.amount is 'Above zero what came, below zero what left.';
comment on column goal_movements.saved_after is 'What belonged to the goal then; null for one that has its whole account.';
comment on column goal_movements.account_id is 'The account on the other side; null where no money moved.';
create INDEX goal_movements_goal_id_idx ON public.goal_movements USING btree (goal_id, at);
create INDEX goal_movements_user_id_idx ON public.goal_movements USING btree (user_id);
alter table goal_movements enable row level security;
create policy "customers read what came to their own goals" on goal_movements for select to authenticated
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
  constraint goals_picture_check CHECK ((picture = ANY (ARRAY['flag'::text, 'umbrella'::text, 'plane'::text, 'house'::text, 'car'::text, 'graduation'::text, 'gift'::text, 'heart'::text, 'laptop'::text, 'bike'::text, 'baby'::text, 'tree'::text]))),
  constraint goals_portion_check CHECK ((((portion >= (0)::numeric) AND (portion <= 999999999999.99)) AND (portion = round(portion, 2)))),
  constraint goals_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'completed'::text, 'archived'::text]))),
  constraint goals_target_check CHECK ((((target >= 0.01) AND (target <= 999999999.99)) AND (target = round(target, 2)))),
  constraint goals_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table goals is 'What customers save for.';
comment on column goals.picture is 'Which of the drawn pictures stands for it.';
comment on column goals.currency is 'That of its account.';
comment on column goals.account_id is 'Where its money lies.';
comment on column goals.portion is 'How much of that account belongs to it; null for all that no other goal has. Only the bank changes it, by moving money or setting it aside.';
comment on column goals.contribution is 'How money arrives by itself: a fixed amount, a share of each pay, the small change of purchases; null when it does not.';
comment on column goals.contribution_percent is 'Of share_of_pay: percent of each pay that arrives on from_account_id.';
comment on column goals.start_date is 'Of fixed: the first day, in the customer''s time zone; later ones are counted from it.';
comment on column goals.from_account_id is 'Where what arrives by itself comes from.';
comment on column goals.priority is 'Who is filled first when an account has less than its goals were given.';
comment on column goals.next_occurrence is 'Of fixed: the number of the next one, from 0; null until the engine has looked. Only the bank writes it.';
comment on column goals.next_at is 'Of fixed: the simulated instant of the next one; null when there is none. Only the bank writes it.';
comment on column goals.reached_at is 'The simulated instant at which its target was first reached. Only the bank writes it.';
create INDEX goals_account_id_idx ON public.goals USING btree (account_id);
create INDEX goals_currency_idx ON public.goals USING btree (currency);
create INDEX goals_from_account_id_idx ON public.goals USING btree (from_account_id) WHERE (from_account_id IS NOT NULL);
create INDEX goals_user_id_idx ON public.goals USING btree (user_id, priority);
alter table goals enable row level security;
create policy "customers delete their own goals" on goals for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers set goals for themselves" on goals for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own goals" on goals for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers change their own goals" on goals for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on goals to authenticated;
grant delete, select on goals to service_role;
grant insert (account_id, contribution, contribution_amount, contribution_percent, frequency, from_account_id, id, name, picture, portion, priority, start_date, status, target, target_date, user_id) on goals to authenticated;
grant insert (account_id, contribution, contribution_amount, contribution_percent, frequency, from_account_id, id, name, picture, portion, priority, start_date, status, target, target_date, user_id) on goals to service_role;
grant update (contribution, contribution_amount, contribution_percent, frequency, from_account_id, name, picture, priority, start_date, status, target, target_date) on goals to authenticated;
grant update (contribution, contribution_amount, contribution_percent, frequency, from_account_id, name, picture, priority, start_date, status, target, target_date) on goals to service_role;
create TRIGGER begin_goal AFTER INSERT ON public.goals FOR EACH ROW EXECUTE FUNCTION bank.begin_goal();
create TRIGGER check_goal BEFORE INSERT OR UPDATE OF name, target, target_date, picture, contribution, contribution_amount, contribution_percent, frequency, start_date, from_account_id, priority, status ON public.goals FOR EACH ROW EXECUTE FUNCTION bank.check_goal();
create TRIGGER check_row_limit AFTER INSERT ON public.goals REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER wake_engine AFTER INSERT OR DELETE OR UPDATE OF name, target, contribution, contribution_amount, contribution_percent, frequency, start_date, from_account_id, priority, status ON public.goals FOR EACH ROW EXECUTE FUNCTION bank.wake_engine_for_row();

create table happenings (
  id bigint not null generated by default as identity,
  user_id uuid not null,
  at timestamp with time zone not null,
  due_at timestamp with time zone,
  kind text not null,
  description text not null,
  subject text,
  event_key text not null,
  facts jsonb not null default '{}'::jsonb,
  constraint happenings_pkey PRIMARY KEY (id),
  constraint happenings_user_id_event_key_key UNIQUE (user_id, event_key),
  constraint happenings_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table happenings is 'What happened to a household without money moving: a payment that failed, a statement, a mark, a shock.';
comment on column happenings.subject is 'What it belongs to: the id of a rule, card, debt or shock.';
comment on column happenings.event_key is 'Names the happening, so that it is told once.';
comment on column happenings.facts is 'The numbers of it: amounts in minor units, days, percent.';
create INDEX happenings_user_id_at_idx ON public.happenings USING btree (user_id, at DESC, id DESC);
create INDEX happenings_user_id_subject_idx ON public.happenings USING btree (user_id, subject, at DESC) WHERE (subject IS NOT NULL);
alter table happenings enable row level security;
create policy "customers read what happened to them" on happenings for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on happenings to authenticated;
grant select on happenings to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.happenings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create sequence happenings_id_seq;

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
comment on table help_votes is 'Whether a help article has helped, one word a customer and article.';
comment on column help_votes.voted_at is 'Real time.';
alter table help_votes enable row level security;
create policy "customers read what they said of help" on help_votes for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on help_votes to authenticated;
grant select on help_votes to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.help_votes REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

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
  constraint imported_lines_outcome_check CHECK ((outcome = ANY (ARRAY['posted'::text, 'duplicate'::text, 'overdraws'::text, 'before'::text, 'future'::text, 'too_much'::text, 'left_out'::text, 'unreadable'::text]))),
  constraint imported_lines_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table imported_lines is 'What became of every line of a file that was taken in: the report. Nothing of a file is lost.';
comment on column imported_lines.position is 'In the order of time, as it was posted; 0 is the balance a new account began with.';
comment on column imported_lines.line is 'Where it stands in the file.';
comment on column imported_lines.external_id is 'How the other bank names the row (FITID): the same name again is the same row.';
create INDEX imported_lines_entry_id_idx ON public.imported_lines USING btree (entry_id) WHERE (entry_id IS NOT NULL);
create INDEX imported_lines_user_id_idx ON public.imported_lines USING btree (user_id);
alter table imported_lines enable row level security;
create policy "customers read the lines of their own imports" on imported_lines for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on imported_lines to authenticated;
grant select on imported_lines to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.imported_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table imports (
  id uuid not null,
  user_id uuid not null,
  account_id uuid not null,
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
  constraint imports_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'ofx'::text, 'qif'::text, 'json'::text]))),
  constraint imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table imports is 'Files that were taken into an account, and whether that was undone.';
comment on column imports.imported_at is 'The simulated instant at which its rows were posted.';
comment on column imports.left_out is 'How many lines of the file were not posted, each with its reason in imported_lines.';
comment on column imports.opened_account is 'Whether the account was opened for it: undoing it closes the account again.';
create INDEX imports_account_id_idx ON public.imports USING btree (account_id);
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
comment on table insight_dismissals is 'What a customer does not want to be told again. It outlives checkpoints: it is about the customer, not about a life.';
comment on column insight_dismissals.key is 'The insight, as `insights` names it.';
comment on column insight_dismissals.dismissed_at is 'By the wall clock.';
alter table insight_dismissals enable row level security;
create policy "customers take their dismissals back" on insight_dismissals for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers dismiss for themselves" on insight_dismissals for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read what they dismissed" on insight_dismissals for select to authenticated
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
comment on table lesson_progress is 'The best result of a customer in the questions of each lesson. It outlives checkpoints: it is about the customer, not about a life.';
comment on column lesson_progress.lesson is 'The lesson, as its address names it.';
comment on column lesson_progress.questions is 'How many questions there were when the best result was reached.';
comment on column lesson_progress.best_right is 'How many of them were right at the best try.';
comment on column lesson_progress.last_at is 'By the wall clock.';
alter table lesson_progress enable row level security;
create policy "customers read their own progress" on lesson_progress for select to authenticated
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
  constraint loan_applications_loan_amount_check CHECK (((loan_amount = round(loan_amount, 2)) AND (((loan_amount >= 0.01) AND (loan_amount <= 999999999.99)) OR ((status = 'draft'::text) AND (loan_amount = (0)::numeric))))),
  constraint loan_applications_loan_id_fkey FOREIGN KEY (loan_id) REFERENCES loans(id) ON DELETE SET NULL,
  constraint loan_applications_loan_type_check CHECK ((loan_type = ANY (ARRAY['PERSONAL'::text, 'AUTO'::text, 'HOME'::text, 'EDUCATION'::text, 'OTHER'::text]))),
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
comment on column loan_applications.user_id is 'Who applied; null for one handed in without a sign-in, which belongs to whoever has confirmed its email address.';
comment on column loan_applications.status is 'draft → submitted → in_review → approved, countered or declined; an offer becomes accepted and funded at once, or withdrawn, or expired. Only the bank''s own functions change it.';
comment on column loan_applications.annual_income is 'As stated by the applicant, before tax.';
comment on column loan_applications.monthly_debt is 'What the applicant pays elsewhere each month, as stated.';
comment on column loan_applications.decision is 'What the policy said: outcome, version, score, rate, reasons with their weight, and offers. Amounts in minor units.';
comment on column loan_applications.collateral_value is 'What the home or car is worth; null when it is not stated.';
comment on column loan_applications.down_payment is 'What of that value is not borrowed.';
comment on column loan_applications.form is 'What was typed so far, of a draft only.';
comment on column loan_applications.reviewed_at is 'The simulated instant at which the bank began to look at it: an inquiry.';
comment on column loan_applications.expires_at is 'Until when its offers can be accepted.';
comment on column loan_applications.accepted_at is 'When an offer was accepted.';
comment on column loan_applications.ended_at is 'When it was paid out, withdrawn or ran out.';
comment on column loan_applications.offer_index is 'Which offer of the decision was accepted, from 0.';
comment on column loan_applications.loan_id is 'The loan it became; null again when that loan is deleted.';
comment on column loan_applications.mortgage_id is 'The mortgage it became; null again when that mortgage is deleted.';
create INDEX loan_applications_applicant_name_idx ON public.loan_applications USING btree (lower(applicant_name)) WHERE (user_id IS NULL);
create INDEX loan_applications_email_idx ON public.loan_applications USING btree (lower(email)) WHERE (user_id IS NULL);
create INDEX loan_applications_expires_at_idx ON public.loan_applications USING btree (user_id, expires_at) WHERE (status = ANY (ARRAY['approved'::text, 'countered'::text]));
create INDEX loan_applications_loan_id_idx ON public.loan_applications USING btree (loan_id) WHERE (loan_id IS NOT NULL);
create INDEX loan_applications_mortgage_id_idx ON public.loan_applications USING btree (mortgage_id) WHERE (mortgage_id IS NOT NULL);
create INDEX loan_applications_user_id_idx ON public.loan_applications USING btree (user_id, submitted_at DESC);
create UNIQUE INDEX loan_applications_draft_key ON public.loan_applications USING btree (user_id, status) WHERE (status = 'draft'::text);
alter table loan_applications enable row level security;
create policy "customers apply for themselves" on loan_applications for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own applications and those under their con" on loan_applications for select to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) OR ((user_id IS NULL) AND ((lower(email) = lower(( SELECT my_confirmed_email() AS my_confirmed_email))) OR (lower(applicant_name) = lower(( SELECT my_confirmed_email() AS my_confirmed_email)))))));
grant insert (annual_income, applicant_name, collateral_value, email, employment_status, id, loan_amount, loan_type, monthly_debt, purpose, status, submitted_at, term_months, user_id) on loan_applications to authenticated;
grant insert (annual_income, applicant_name, collateral_value, email, employment_status, id, loan_amount, loan_type, monthly_debt, purpose, status, submitted_at, term_months, user_id) on loan_applications to service_role;
grant select on loan_applications to authenticated;
grant select on loan_applications to service_role;
create TRIGGER a_keep_raw_application BEFORE INSERT ON public.loan_applications FOR EACH ROW EXECUTE FUNCTION bank.keep_raw_application();
create TRIGGER check_application BEFORE INSERT ON public.loan_applications FOR EACH ROW EXECUTE FUNCTION bank.check_application();
create TRIGGER check_application_step BEFORE UPDATE OF status ON public.loan_applications FOR EACH ROW WHEN ((new.status <> old.status)) EXECUTE FUNCTION bank.check_application_step();
create TRIGGER check_row_limit AFTER INSERT ON public.loan_applications REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER check_submitted_draft BEFORE UPDATE OF status ON public.loan_applications FOR EACH ROW WHEN (((old.status = 'draft'::text) AND (new.status = 'submitted'::text))) EXECUTE FUNCTION bank.check_application();
create TRIGGER note_inquiry_of_application AFTER UPDATE OF reviewed_at ON public.loan_applications FOR EACH ROW WHEN (((old.reviewed_at IS NULL) AND (new.reviewed_at IS NOT NULL))) EXECUTE FUNCTION bank.note_inquiry();

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
  constraint loans_pkey PRIMARY KEY (id),
  constraint loans_amount_check CHECK ((((amount >= 0.01) AND (amount <= 999999999.99)) AND (amount = round(amount, 2)))),
  constraint loans_autopay_account_id_fkey FOREIGN KEY (autopay_account_id) REFERENCES accounts(id) ON DELETE SET NULL,
  constraint loans_autopay_extra_check CHECK ((((autopay_extra >= (0)::numeric) AND (autopay_extra <= 999999999.99)) AND (autopay_extra = round(autopay_extra, 2)))),
  constraint loans_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint loans_interest_rate_check CHECK (((interest_rate >= (0)::numeric) AND (interest_rate <= (100)::numeric))),
  constraint loans_monthly_payment_check CHECK (((monthly_payment >= (0)::numeric) AND (monthly_payment = round(monthly_payment, 2)))),
  constraint loans_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint loans_remaining_balance_check CHECK ((((remaining_balance >= (0)::numeric) AND (remaining_balance <= 999999999.99)) AND (remaining_balance = round(remaining_balance, 2)))),
  constraint loans_term_check CHECK (((term >= 1) AND (term <= 600))),
  constraint loans_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
) with (fillfactor=80);
comment on table loans is 'Loans. What remains always equals what the books say is owed.';
comment on column loans.amount is 'What was lent.';
comment on column loans.interest_rate is 'Yearly rate in percent.';
comment on column loans.term is 'In months.';
comment on column loans.monthly_payment is 'The installment by the formula, give or take a cent.';
comment on column loans.created_at is 'The simulated instant at which it was taken.';
comment on column loans.next_due_date is 'The day by which the next installment is due. Nothing falls due in the past.';
comment on column loans.last_entry is 'The entry that made this balance. Only the bank writes it.';
comment on column loans.updated_at is 'The simulated instant at which anything about it last changed.';
comment on column loans.autopay_account_id is 'From where installments are drawn by themselves; null: the customer pays by hand.';
comment on column loans.autopay_extra is 'What is drawn beyond each installment, to be done sooner.';
comment on column loans.past_due is 'Installments that fell due and are not paid. Only the bank writes it.';
comment on column loans.days_past_due is '0, 30, 60 or 90: the worst mark of the present delinquency. Only the bank writes it.';
comment on column loans.paused_until is 'Until when no installment falls due; interest goes on.';
comment on column loans.paused_on is 'When the last pause began. Only the bank writes it.';
create INDEX loans_autopay_account_id_idx ON public.loans USING btree (autopay_account_id) WHERE (autopay_account_id IS NOT NULL);
create INDEX loans_currency_idx ON public.loans USING btree (currency);
create INDEX loans_user_id_idx ON public.loans USING btree (user_id);
alter table loans enable row level security;
create policy "customers delete their own loans" on loans for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers take loans for themselves" on loans for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own loans" on loans for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers change their own loans" on loans for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on loans to authenticated;
grant delete, select on loans to service_role;
grant insert (amount, currency, id, interest_rate, monthly_payment, name, remaining_balance, start_date, term, user_id) on loans to authenticated;
grant insert (amount, currency, id, interest_rate, monthly_payment, name, remaining_balance, start_date, term, user_id) on loans to service_role;
grant update (amount, autopay_account_id, autopay_extra, interest_rate, monthly_payment, name, remaining_balance, start_date, term) on loans to authenticated;
grant update (amount, autopay_account_id, autopay_extra, interest_rate, monthly_payment, name, remaining_balance, start_date, term) on loans to service_role;
create TRIGGER check_autopay BEFORE UPDATE OF autopay_account_id ON public.loans FOR EACH ROW WHEN ((new.autopay_account_id IS DISTINCT FROM old.autopay_account_id)) EXECUTE FUNCTION bank.check_autopay();
create TRIGGER check_changed_loan BEFORE UPDATE OF name, amount, interest_rate, term, monthly_payment, start_date, remaining_balance ON public.loans FOR EACH ROW WHEN ((NOT (new.last_entry IS DISTINCT FROM old.last_entry))) EXECUTE FUNCTION bank.check_loan();
create TRIGGER check_new_loan BEFORE INSERT ON public.loans FOR EACH ROW EXECUTE FUNCTION bank.check_loan();
create TRIGGER check_row_limit AFTER INSERT ON public.loans REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER close_loan_page AFTER DELETE ON public.loans FOR EACH ROW EXECUTE FUNCTION bank.close_loan_page();
create TRIGGER issue_debt_papers AFTER INSERT ON public.loans FOR EACH ROW EXECUTE FUNCTION bank.issue_debt_papers();
create TRIGGER move_raw_loan_balance AFTER UPDATE OF remaining_balance ON public.loans FOR EACH ROW WHEN (((new.remaining_balance <> old.remaining_balance) AND (NOT (new.last_entry IS DISTINCT FROM old.last_entry)))) EXECUTE FUNCTION bank.move_raw_loan_balance();
create TRIGGER open_loan_page AFTER INSERT ON public.loans FOR EACH ROW EXECUTE FUNCTION bank.open_loan_page();
create TRIGGER rename_loan_page AFTER UPDATE OF name ON public.loans FOR EACH ROW WHEN ((new.name <> old.name)) EXECUTE FUNCTION bank.rename_debt_page();
create TRIGGER wake_engine AFTER UPDATE OF interest_rate, term, monthly_payment, start_date ON public.loans FOR EACH ROW WHEN ((NOT (new.last_entry IS DISTINCT FROM old.last_entry))) EXECUTE FUNCTION bank.wake_engine_for_row();
create TRIGGER wake_engine_for_autopay AFTER UPDATE OF autopay_account_id, autopay_extra ON public.loans FOR EACH ROW EXECUTE FUNCTION bank.wake_engine_for_row();
create TRIGGER wake_engine_for_pause AFTER UPDATE OF paused_until ON public.loans FOR EACH ROW WHEN ((new.paused_until IS DISTINCT FROM old.paused_until)) EXECUTE FUNCTION bank.wake_engine_for_row();

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
  current_value numeric,
  rate_type text not null default 'fixed'::text,
  rate_margin numeric not null default 2,
  rate_reset_at timestamp with time zone,
  refinanced_at timestamp with time zone,
  paused_on date,
  constraint mortgages_pkey PRIMARY KEY (id),
  constraint mortgages_autopay_account_id_fkey FOREIGN KEY (autopay_account_id) REFERENCES accounts(id) ON DELETE SET NULL,
  constraint mortgages_autopay_extra_check CHECK ((((autopay_extra >= (0)::numeric) AND (autopay_extra <= 999999999.99)) AND (autopay_extra = round(autopay_extra, 2)))),
  constraint mortgages_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint mortgages_down_payment_check CHECK ((((down_payment >= (0)::numeric) AND (down_payment <= 999999999.99)) AND (down_payment = round(down_payment, 2)))),
  constraint mortgages_interest_rate_check CHECK (((interest_rate >= (0)::numeric) AND (interest_rate <= (100)::numeric))),
  constraint mortgages_loan_amount_check CHECK ((((loan_amount >= 0.01) AND (loan_amount <= 999999999.99)) AND (loan_amount = (property_value - down_payment)))),
  constraint mortgages_monthly_payment_check CHECK (((monthly_payment >= (0)::numeric) AND (monthly_payment = round(monthly_payment, 2)))),
  constraint mortgages_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint mortgages_property_value_check CHECK ((((property_value >= 0.01) AND (property_value <= 999999999.99)) AND (property_value = round(property_value, 2)))),
  constraint mortgages_rate_margin_check CHECK (((rate_margin >= (0)::numeric) AND (rate_margin <= (20)::numeric))),
  constraint mortgages_rate_type_check CHECK ((rate_type = ANY (ARRAY['fixed'::text, 'variable'::text]))),
  constraint mortgages_remaining_balance_check CHECK ((((remaining_balance >= (0)::numeric) AND (remaining_balance <= 999999999.99)) AND (remaining_balance = round(remaining_balance, 2)))),
  constraint mortgages_term_check CHECK (((term >= 1) AND (term <= 50))),
  constraint mortgages_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
) with (fillfactor=80);
comment on table mortgages is 'Mortgages. What remains always equals what the books say is owed.';
comment on column mortgages.loan_amount is 'What was lent: the property''s value less the down payment.';
comment on column mortgages.interest_rate is 'Yearly rate in percent.';
comment on column mortgages.term is 'In years.';
comment on column mortgages.monthly_payment is 'The installment by the formula, give or take a cent.';
comment on column mortgages.created_at is 'The simulated instant at which it was taken.';
comment on column mortgages.next_due_date is 'The day by which the next installment is due. Nothing falls due in the past.';
comment on column mortgages.last_entry is 'The entry that made this balance. Only the bank writes it.';
comment on column mortgages.updated_at is 'The simulated instant at which anything about it last changed.';
comment on column mortgages.autopay_account_id is 'From where installments are drawn by themselves; null: the customer pays by hand.';
comment on column mortgages.autopay_extra is 'What is drawn beyond each installment, to be done sooner.';
comment on column mortgages.past_due is 'Installments that fell due and are not paid. Only the bank writes it.';
comment on column mortgages.days_past_due is '0, 30, 60 or 90: the worst mark of the present delinquency. Only the bank writes it.';
comment on column mortgages.paused_until is 'Until when no installment falls due; interest goes on.';
comment on column mortgages.current_value is 'What the home is worth by the property index; null until the engine has looked. Only the bank writes it.';
comment on column mortgages.rate_type is 'fixed, or variable: reference rate and margin, reset once a year by at most 2 points and 5 over its life.';
comment on column mortgages.rate_margin is 'Percent points over the reference rate.';
comment on column mortgages.rate_reset_at is 'The simulated instant of the last reset of a variable rate. Only the bank writes it.';
comment on column mortgages.refinanced_at is 'The simulated instant at which a new mortgage replaced this one. From then on the home counts with the new mortgage only. Only the bank writes it.';
comment on column mortgages.paused_on is 'When the last pause began. Only the bank writes it.';
create INDEX mortgages_autopay_account_id_idx ON public.mortgages USING btree (autopay_account_id) WHERE (autopay_account_id IS NOT NULL);
create INDEX mortgages_currency_idx ON public.mortgages USING btree (currency);
create INDEX mortgages_user_id_idx ON public.mortgages USING btree (user_id);
alter table mortgages enable row level security;
create policy "customers delete their own mortgages" on mortgages for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers take mortgages for themselves" on mortgages for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own mortgages" on mortgages for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers change their own mortgages" on mortgages for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on mortgages to authenticated;
grant delete, select on mortgages to service_role;
grant insert (currency, down_payment, id, interest_rate, loan_amount, monthly_payment, name, property_value, rate_margin, rate_type, remaining_balance, start_date, term, user_id) on mortgages to authenticated;
grant insert (currency, down_payment, id, interest_rate, loan_amount, monthly_payment, name, property_value, rate_margin, rate_type, remaining_balance, start_date, term, user_id) on mortgages to service_role;
grant update (autopay_account_id, autopay_extra, down_payment, interest_rate, loan_amount, monthly_payment, name, property_value, remaining_balance, start_date, term) on mortgages to authenticated;
grant update (autopay_account_id, autopay_extra, down_payment, interest_rate, loan_amount, monthly_payment, name, property_value, remaining_balance, start_date, term) on mortgages to service_role;
create TRIGGER check_autopay BEFORE UPDATE OF autopay_account_id ON public.mortgages FOR EACH ROW WHEN ((new.autopay_account_id IS DISTINCT FROM old.autopay_account_id)) EXECUTE FUNCTION bank.check_autopay();
create TRIGGER check_changed_mortgage BEFORE UPDATE OF name, property_value, loan_amount, down_payment, interest_rate, term, monthly_payment, start_date, remaining_balance ON public.mortgages FOR EACH ROW WHEN (((NOT (new.last_entry IS DISTINCT FROM old.last_entry)) AND (NOT (new.rate_reset_at IS DISTINCT FROM old.rate_reset_at)))) EXECUTE FUNCTION bank.check_mortgage();
create TRIGGER check_new_mortgage BEFORE INSERT ON public.mortgages FOR EACH ROW EXECUTE FUNCTION bank.check_mortgage();
create TRIGGER check_row_limit AFTER INSERT ON public.mortgages REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER close_mortgage_page AFTER DELETE ON public.mortgages FOR EACH ROW EXECUTE FUNCTION bank.close_mortgage_page();
create TRIGGER issue_debt_papers AFTER INSERT ON public.mortgages FOR EACH ROW EXECUTE FUNCTION bank.issue_debt_papers();
create TRIGGER move_raw_mortgage_balance AFTER UPDATE OF remaining_balance ON public.mortgages FOR EACH ROW WHEN (((new.remaining_balance <> old.remaining_balance) AND (NOT (new.last_entry IS DISTINCT FROM old.last_entry)))) EXECUTE FUNCTION bank.move_raw_mortgage_balance();
create TRIGGER open_mortgage_page AFTER INSERT ON public.mortgages FOR EACH ROW EXECUTE FUNCTION bank.open_mortgage_page();
create TRIGGER rename_mortgage_page AFTER UPDATE OF name ON public.mortgages FOR EACH ROW WHEN ((new.name <> old.name)) EXECUTE FUNCTION bank.rename_debt_page();
create TRIGGER wake_engine AFTER UPDATE OF interest_rate, term, monthly_payment, start_date ON public.mortgages FOR EACH ROW WHEN ((NOT (new.last_entry IS DISTINCT FROM old.last_entry))) EXECUTE FUNCTION bank.wake_engine_for_row();
create TRIGGER wake_engine_for_autopay AFTER UPDATE OF autopay_account_id, autopay_extra ON public.mortgages FOR EACH ROW EXECUTE FUNCTION bank.wake_engine_for_row();
create TRIGGER wake_engine_for_pause AFTER UPDATE OF paused_until ON public.mortgages FOR EACH ROW WHEN ((new.paused_until IS DISTINCT FROM old.paused_until)) EXECUTE FUNCTION bank.wake_engine_for_row();

create table notification_preferences (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  about text not null,
  item_id uuid,
  enabled boolean not null,
  threshold numeric,
  constraint notification_preferences_pkey PRIMARY KEY (id),
  constraint notification_preferences_about_check CHECK ((about = ANY (ARRAY['low_balance'::text, 'credit_limit'::text, 'payment_due'::text, 'loan_approved'::text, 'large_transaction'::text, 'deposit_landed'::text, 'payment_failed'::text, 'payment_missed'::text, 'shock'::text, 'goal_reached'::text, 'goal_milestone'::text, 'budget_near'::text, 'budget_passed'::text, 'statement_ready'::text, 'application_decided'::text, 'dispute_decided'::text, 'interest_posted'::text, 'rate_reset'::text, 'price_rise'::text, 'people'::text, 'support_answered'::text]))),
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
comment on table notification_preferences is 'How customers want to be told, where that differs from how everybody is.';
comment on column notification_preferences.about is 'What would be told: a low balance, a statement that is ready …';
comment on column notification_preferences.item_id is 'The account or card it is for; null for all of them that have no row of their own.';
comment on column notification_preferences.threshold is 'low_balance, large_transaction: an amount in the currency of the account; credit_limit: percent of the limit; payment_due: days; else null. Null there too: as for everybody.';
alter table notification_preferences enable row level security;
create policy "customers go back to being told like everybody" on notification_preferences for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers say how they want to be told" on notification_preferences for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read how they want to be told" on notification_preferences for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers change how they want to be told" on notification_preferences for update to authenticated
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

create table packs (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  file text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint packs_pkey PRIMARY KEY (id),
  constraint packs_file_check CHECK (((octet_length(file) >= 2) AND (octet_length(file) <= 262144))),
  constraint packs_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table packs is 'Scenario packs that a customer took in from files, 20 at most.';
comment on column packs.file is 'The file as it came, to the byte: it is given out again like this. Whoever reads it checks it.';
comment on column packs.created_at is 'Real time.';
create INDEX packs_user_id_idx ON public.packs USING btree (user_id, created_at DESC);
alter table packs enable row level security;
create policy "customers delete their own packs" on packs for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers keep packs for themselves" on packs for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own packs" on packs for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on packs to authenticated;
grant insert (file, id) on packs to authenticated;
grant select on packs to service_role;
create TRIGGER check_pack BEFORE INSERT ON public.packs FOR EACH ROW EXECUTE FUNCTION bank.check_pack();
create TRIGGER check_row_limit AFTER INSERT ON public.packs REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table page_views (
  id bigint not null generated always as identity,
  path text not null,
  title text not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint page_views_pkey PRIMARY KEY (id),
  constraint page_views_path_check CHECK ((((char_length(path) >= 1) AND (char_length(path) <= 200)) AND (path ~ '^/[^?#]*$'::text))),
  constraint page_views_title_check CHECK ((char_length(title) <= 200))
);
comment on table page_views is 'Which pages are looked at, for the operator. Nobody is named, and addresses come without their query.';
create INDEX page_views_at_idx ON public.page_views USING btree (at);
alter table page_views enable row level security;
create policy "customers report the pages they look at" on page_views for insert to authenticated
  with check (true);
create policy "visitors report the pages they look at" on page_views for insert to anon
  with check (true);
grant delete, select on page_views to service_role;
grant insert (path, title) on page_views to anon;
grant insert (path, title) on page_views to authenticated;
create TRIGGER keep_newest_page_views AFTER INSERT ON public.page_views FOR EACH STATEMENT EXECUTE FUNCTION bank.keep_newest_page_views();

create sequence page_views_id_seq;

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
comment on table payment_exceptions is 'What the customer decided about one occurrence of a scheduled payment: another amount, or none at all.';
comment on column payment_exceptions.planned_date is 'The day for which it was planned, before any weekend moves it.';
comment on column payment_exceptions.amount is 'What is paid this once; null skips it.';
create INDEX payment_exceptions_user_id_idx ON public.payment_exceptions USING btree (user_id);
alter table payment_exceptions enable row level security;
create policy "customers take back exceptions of their own payments" on payment_exceptions for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers make exceptions of their own payments" on payment_exceptions for insert to authenticated
  with check (((user_id = ( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT
   FROM scheduled_payments p
  WHERE ((p.id = payment_exceptions.payment_id) AND (p.user_id = ( SELECT auth.uid() AS uid)))))));
create policy "customers read exceptions of their own payments" on payment_exceptions for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers change exceptions of their own payments" on payment_exceptions for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on payment_exceptions to authenticated;
grant delete, select on payment_exceptions to service_role;
grant insert (amount, id, payment_id, planned_date, user_id) on payment_exceptions to authenticated;
grant insert (amount, id, payment_id, planned_date, user_id) on payment_exceptions to service_role;
grant update (amount) on payment_exceptions to authenticated;
grant update (amount) on payment_exceptions to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.payment_exceptions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER wake_engine AFTER INSERT OR DELETE OR UPDATE ON public.payment_exceptions FOR EACH ROW EXECUTE FUNCTION bank.wake_engine_for_row();

create table person_letters (
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
  constraint person_letters_pkey PRIMARY KEY (id),
  constraint person_letters_amount_check CHECK (((amount)::numeric > (0)::numeric)),
  constraint person_letters_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint person_letters_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'request'::text]))),
  constraint person_letters_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'completed'::text, 'declined'::text, 'canceled'::text, 'expired'::text, 'undone'::text]))),
  constraint person_letters_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table person_letters is 'Money sent or asked for by email address, as the one it was sent to sees it.';
comment on column person_letters.id is 'Also the payment_id of the entries that it leads to, in both households.';
comment on column person_letters.user_id is 'Who sent it.';
comment on column person_letters.kind is 'payment: the money has left the sender and lies in clearing. request: money is asked for.';
comment on column person_letters.state is 'It leaves pending once: completed, declined, canceled, expired, or undone because its sender returned to a time before it.';
comment on column person_letters.expires_at is 'When it returns, by the simulated clock of the one who sent it.';
create INDEX person_letters_currency_idx ON public.person_letters USING btree (currency);
create INDEX person_letters_owner_idx ON public.person_letters USING btree (user_id);
create INDEX person_letters_to_address_idx ON public.person_letters USING btree (to_address, created_at DESC);
create INDEX person_letters_user_id_idx ON public.person_letters USING btree (user_id, expires_at) WHERE (state = 'pending'::text);
alter table person_letters enable row level security;
create policy "customers read what was sent to their confirmed address" on person_letters for select to authenticated
  using (((to_address = lower(( SELECT my_confirmed_email() AS my_confirmed_email))) AND (user_id <> ( SELECT auth.uid() AS uid)) AND ((state = 'pending'::text) OR (closed_at > (now() - '00:10:00'::interval))) AND (NOT (EXISTS ( SELECT
   FROM contacts c
  WHERE ((c.user_id = ( SELECT auth.uid() AS uid)) AND c.blocked AND ((c.person_id = person_letters.user_id) OR (c.address = person_letters.from_address))))))));
grant select on person_letters to authenticated;
grant select on person_letters to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.person_letters REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table person_payments (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  letter_id uuid not null,
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
  constraint person_payments_pkey PRIMARY KEY (id),
  constraint person_payments_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint person_payments_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
  constraint person_payments_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'request'::text]))),
  constraint person_payments_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'completed'::text, 'declined'::text, 'canceled'::text, 'expired'::text, 'undone'::text]))),
  constraint person_payments_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint person_payments_user_id_letter_id_key UNIQUE (user_id, letter_id)
);
comment on table person_payments is 'What one customer keeps of money sent and asked for: each side has its own row, at its own simulated time.';
comment on column person_payments.letter_id is 'The letter, and the payment_id of the entries. No reference: it may outlive the other side.';
comment on column person_payments.direction is 'in: money comes or would come to the customer; out: it leaves or would leave them.';
comment on column person_payments.state is 'pending, completed, declined, canceled, expired; undone: it happened after a time to which the customer has returned since.';
comment on column person_payments.account_amount is 'What moved on the account, in the account''s currency.';
comment on column person_payments.answer is 'What was said when it was declined.';
comment on column person_payments.split_id is 'Shared by the requests into which one bill was split.';
comment on column person_payments.at is 'When, by the customer''s own simulated clock; `day` in their own time zone.';
create INDEX person_payments_currency_idx ON public.person_payments USING btree (currency);
create INDEX person_payments_user_id_at_idx ON public.person_payments USING btree (user_id, at DESC, id DESC);
alter table person_payments enable row level security;
create policy "customers read their own payments with people" on person_payments for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on person_payments to authenticated;
grant select on person_payments to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.person_payments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER record_peer_payment AFTER INSERT OR UPDATE ON public.person_payments FOR EACH ROW WHEN ((new.state = 'completed'::text)) EXECUTE FUNCTION bank.record_peer_payment();

create table plays (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  pack_id text not null,
  edition integer not null,
  title text not null,
  pack jsonb not null,
  is_current boolean not null default true,
  state text not null default 'playing'::text,
  began_at timestamp with time zone not null,
  judged_to timestamp with time zone,
  ended_on date,
  results jsonb not null default '{}'::jsonb,
  life_before uuid,
  last_checkpoint uuid,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint plays_pkey PRIMARY KEY (id),
  constraint plays_last_checkpoint_fkey FOREIGN KEY (last_checkpoint) REFERENCES checkpoints(id) ON DELETE SET NULL,
  constraint plays_life_before_fkey FOREIGN KEY (life_before) REFERENCES checkpoints(id) ON DELETE SET NULL,
  constraint plays_state_check CHECK ((state = ANY (ARRAY['playing'::text, 'won'::text, 'lost'::text, 'left'::text]))),
  constraint plays_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table plays is 'Scenario packs as a customer played them, the last 50. The current one belongs to the present life: it goes back with it to a checkpoint.';
comment on column plays.pack is 'The pack as it was begun.';
comment on column plays.is_current is 'Whether the present life is this play, ended or not.';
comment on column plays.state is 'playing, won, lost, or left before its end.';
comment on column plays.began_at is 'What time it was for the customer.';
comment on column plays.judged_to is 'How far the engine has lived and judged it; simulated time.';
comment on column plays.ended_on is 'The simulated day on which it was won or lost.';
comment on column plays.results is 'What is asked, how it stands and what it was judged by, as the engine keeps it (engine/scenarios/run-state.ts). Amounts in minor units.';
comment on column plays.life_before is 'The checkpoint of the life before, to return to.';
comment on column plays.last_checkpoint is 'The checkpoint that was kept at the story''s last point.';
comment on column plays.created_at is 'Real time.';
create INDEX plays_last_checkpoint_idx ON public.plays USING btree (last_checkpoint);
create INDEX plays_life_before_idx ON public.plays USING btree (life_before);
create INDEX plays_user_id_idx ON public.plays USING btree (user_id, created_at DESC);
create UNIQUE INDEX plays_current_idx ON public.plays USING btree (user_id) WHERE is_current;
alter table plays enable row level security;
create policy "customers delete their own past plays" on plays for delete to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) AND (NOT is_current)));
create policy "customers read their own plays" on plays for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on plays to authenticated;
grant select on plays to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.plays REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table push_subscriptions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  told_until timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  constraint push_subscriptions_pkey PRIMARY KEY (id),
  constraint push_subscriptions_auth_check CHECK ((auth ~ '^[A-Za-z0-9_-]{22}(==)?$'::text)),
  constraint push_subscriptions_endpoint_check CHECK ((((char_length(endpoint) >= 10) AND (char_length(endpoint) <= 1000)) AND (endpoint ~ '^https?://'::text))),
  constraint push_subscriptions_endpoint_key UNIQUE (endpoint),
  constraint push_subscriptions_p256dh_check CHECK ((p256dh ~ '^[A-Za-z0-9_-]{87}=?$'::text)),
  constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table push_subscriptions is 'Browsers in which customers are told while no page is open.';
comment on column push_subscriptions.endpoint is 'Where the browser''s push service takes messages for it.';
comment on column push_subscriptions.p256dh is 'The browser''s public key: what is sent can be read there alone.';
comment on column push_subscriptions.auth is 'The secret that the browser shares with who may write to it.';
comment on column push_subscriptions.told_until is 'The simulated instant up to which it was told. Only the bank writes it.';
comment on column push_subscriptions.created_at is 'Real time.';
create INDEX push_subscriptions_user_id_idx ON public.push_subscriptions USING btree (user_id);
alter table push_subscriptions enable row level security;
create policy "customers end their own push subscriptions" on push_subscriptions for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own push subscriptions" on push_subscriptions for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant delete on push_subscriptions to authenticated;
grant delete, select on push_subscriptions to service_role;
grant select (created_at, endpoint, id, user_id) on push_subscriptions to authenticated;
create TRIGGER check_row_limit AFTER INSERT ON public.push_subscriptions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table reconciled_rows (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  reconciliation_id uuid not null,
  account_id uuid not null,
  entry_id bigint not null,
  constraint reconciled_rows_pkey PRIMARY KEY (id),
  constraint reconciled_rows_account_id_entry_id_key UNIQUE (account_id, entry_id),
  constraint reconciled_rows_reconciliation_id_fkey FOREIGN KEY (reconciliation_id) REFERENCES reconciliations(id) ON DELETE CASCADE,
  constraint reconciled_rows_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table reconciled_rows is 'Which rows of an account a statement has ticked off, by their entries; each once.';
create INDEX reconciled_rows_reconciliation_id_idx ON public.reconciled_rows USING btree (reconciliation_id);
create INDEX reconciled_rows_user_id_idx ON public.reconciled_rows USING btree (user_id);
alter table reconciled_rows enable row level security;
create policy "customers read their own reconciled rows" on reconciled_rows for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on reconciled_rows to authenticated;
grant select on reconciled_rows to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.reconciled_rows REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

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
comment on table reconciliations is 'Statements that agree with the account to the cent.';
comment on column reconciliations.opening_balance is 'What the rows reconciled before add up to.';
comment on column reconciliations.rows is 'How many rows this statement ticked off.';
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
  constraint refinance_offers_pkey PRIMARY KEY (id),
  constraint refinance_offers_check CHECK ((amount = (payoff + fee))),
  constraint refinance_offers_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint refinance_offers_product_check CHECK ((product = ANY (ARRAY['loan'::text, 'mortgage'::text]))),
  constraint refinance_offers_rate_check CHECK (((rate >= (0)::numeric) AND (rate <= (100)::numeric))),
  constraint refinance_offers_term_check CHECK (((term >= 1) AND (term <= 600))),
  constraint refinance_offers_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table refinance_offers is 'Offers to pay off debts with one new one, each good for fourteen simulated days.';
comment on column refinance_offers.debt_ids is 'What would be paid off.';
comment on column refinance_offers.term is 'In months.';
comment on column refinance_offers.payoff is 'What the old debts cost on the day of the offer; once accepted, what they did cost.';
comment on column refinance_offers.total_interest is 'Over the whole life of the new one, when every installment is paid on its day.';
comment on column refinance_offers.reasons is 'How the rate came about: sentences.';
comment on column refinance_offers.policy is 'The version of the rules by which the offer was made.';
comment on column refinance_offers.debt_id is 'The new loan or mortgage, once accepted.';
create INDEX refinance_offers_currency_idx ON public.refinance_offers USING btree (currency);
create INDEX refinance_offers_user_id_idx ON public.refinance_offers USING btree (user_id, offered_at DESC);
alter table refinance_offers enable row level security;
create policy "customers read their own refinance offers" on refinance_offers for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on refinance_offers to authenticated;
grant select on refinance_offers to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.refinance_offers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table row_attachments (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  row_id text not null,
  document_id uuid not null,
  constraint row_attachments_pkey PRIMARY KEY (id),
  constraint row_attachments_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint row_attachments_user_id_row_id_document_id_key UNIQUE (user_id, row_id, document_id)
);
comment on table row_attachments is 'Papers that belong to a row: a receipt, a warranty.';
alter table row_attachments enable row level security;
create policy "customers read their own attachments" on row_attachments for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on row_attachments to authenticated;
grant select on row_attachments to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.row_attachments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table row_details (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  row_id text not null,
  note text,
  has_category boolean not null default false,
  category_id uuid,
  merchant text,
  by_hand boolean not null default false,
  rule_id uuid,
  constraint row_details_pkey PRIMARY KEY (user_id, row_id),
  constraint row_details_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE SET NULL,
  constraint row_details_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table row_details is 'What a customer wrote about a row of their history. No row here: nothing was written.';
comment on column row_details.row_id is 'The id of the transaction, or card and entry of what a card was charged.';
comment on column row_details.has_category is 'Whether category_id counts in place of that of the entry, also where it is null. For what a card was charged alone: the entry cannot change, while a transaction carries its own.';
comment on column row_details.merchant is 'What the customer calls the merchant of what a card was charged; null for what the entry says.';
comment on column row_details.by_hand is 'Whether the customer chose the category of this row themselves: rules leave it alone.';
comment on column row_details.rule_id is 'Which rule last wrote about what a card was charged. Not a foreign key: the rule may go, what it wrote stays.';
create INDEX row_details_category_id_idx ON public.row_details USING btree (category_id) WHERE (category_id IS NOT NULL);
alter table row_details enable row level security;
create policy "customers read their own notes" on row_details for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on row_details to authenticated;
grant select on row_details to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.row_details REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table row_edits (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  kind text not null,
  rows integer not null,
  at timestamp with time zone not null default clock_timestamp(),
  undone_at timestamp with time zone,
  constraint row_edits_pkey PRIMARY KEY (id),
  constraint row_edits_kind_check CHECK ((kind = ANY (ARRAY['row'::text, 'bulk'::text, 'rules'::text]))),
  constraint row_edits_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table row_edits is 'What a customer changed about rows in one go, so that it can be undone. The last twenty are kept.';
comment on column row_edits.kind is 'row: one row; bulk: several chosen rows; rules: what rules made of the past.';
comment on column row_edits.rows is 'How many rows it changed.';
comment on column row_edits.at is 'Real time.';
create INDEX row_edits_user_id_idx ON public.row_edits USING btree (user_id, at DESC);
alter table row_edits enable row level security;
create policy "customers read their own edits" on row_edits for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on row_edits to authenticated;
grant select on row_edits to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.row_edits REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table row_rules (
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
  constraint row_rules_pkey PRIMARY KEY (id),
  constraint row_rules_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint row_rules_card_id_fkey FOREIGN KEY (card_id) REFERENCES credit_cards(id) ON DELETE CASCADE,
  constraint row_rules_flow_check CHECK ((flow = ANY (ARRAY['in'::text, 'out'::text]))),
  constraint row_rules_highest_check CHECK (((highest >= (0)::numeric) AND (highest <= 999999999.99))),
  constraint row_rules_lowest_check CHECK (((lowest >= (0)::numeric) AND (lowest <= 999999999.99))),
  constraint row_rules_set_category_id_fkey FOREIGN KEY (set_category_id) REFERENCES categories(id) ON DELETE SET NULL,
  constraint row_rules_type_check CHECK ((type = ANY (ARRAY['DEPOSIT'::text, 'WITHDRAWAL'::text, 'TRANSFER'::text, 'AUTO_DEPOSIT'::text, 'CARD'::text]))),
  constraint row_rules_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table row_rules is 'Rules that write about rows as they are posted: of those that fit a row the first one wins.';
comment on column row_rules.position is 'In which order rules are asked, from the lowest.';
comment on column row_rules.words is 'Each of these words must be in what the row says or in its merchant, in capitals or not; null for any.';
comment on column row_rules.lowest is 'From this amount on, whatever the currency; null for any.';
comment on column row_rules.highest is 'Up to this amount; null for any.';
comment on column row_rules.flow is 'in: money that came; out: money that went; null for both.';
comment on column row_rules.type is 'What kind of movement, as in transactions, or CARD for what was charged to cards; null for any.';
comment on column row_rules.set_category_id is 'Which category the row gets; null to leave it.';
comment on column row_rules.set_note is 'Which note a row without one gets.';
comment on column row_rules.patterns is 'The words as patterns: made by the bank.';
create INDEX row_rules_account_id_idx ON public.row_rules USING btree (account_id) WHERE (account_id IS NOT NULL);
create INDEX row_rules_card_id_idx ON public.row_rules USING btree (card_id) WHERE (card_id IS NOT NULL);
create INDEX row_rules_set_category_id_idx ON public.row_rules USING btree (set_category_id) WHERE (set_category_id IS NOT NULL);
create INDEX row_rules_user_id_idx ON public.row_rules USING btree (user_id, "position");
alter table row_rules enable row level security;
create policy "customers remove their own rules" on row_rules for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers make rules" on row_rules for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own rules" on row_rules for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers change their own rules" on row_rules for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on row_rules to authenticated;
grant insert (account_id, add_tags, card_id, flow, highest, id, is_on, lowest, set_category_id, set_merchant, set_note, type, user_id, words) on row_rules to authenticated;
grant select on row_rules to service_role;
grant update (account_id, add_tags, card_id, flow, highest, is_on, lowest, set_category_id, set_merchant, set_note, type, words) on row_rules to authenticated;
create TRIGGER check_row_limit AFTER INSERT ON public.row_rules REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER check_row_rule BEFORE INSERT OR UPDATE OF words, lowest, highest, account_id, card_id, flow, type, set_category_id, set_merchant, set_note, add_tags ON public.row_rules FOR EACH ROW EXECUTE FUNCTION bank.check_row_rule();

create table row_splits (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  row_id text not null,
  position integer not null,
  category_id uuid,
  amount bank.money not null,
  note text,
  constraint row_splits_pkey PRIMARY KEY (id),
  constraint row_splits_amount_check CHECK (((amount)::numeric > (0)::numeric)),
  constraint row_splits_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE SET NULL,
  constraint row_splits_position_check CHECK ((("position" >= 1) AND ("position" <= 50))),
  constraint row_splits_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint row_splits_user_id_row_id_position_key UNIQUE (user_id, row_id, "position")
);
comment on table row_splits is 'The parts that a row is divided into between categories. Written by split_row: they sum to the row to the cent.';
comment on column row_splits.amount is 'Above zero as the amount of a transaction is: the row says which way.';
create INDEX row_splits_category_id_idx ON public.row_splits USING btree (category_id) WHERE (category_id IS NOT NULL);
alter table row_splits enable row level security;
create policy "customers read their own splits" on row_splits for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on row_splits to authenticated;
grant select on row_splits to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.row_splits REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table row_tags (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  row_id text not null,
  tag text not null,
  constraint row_tags_pkey PRIMARY KEY (user_id, row_id, tag),
  constraint row_tags_tag_check CHECK (((tag ~ '^[^\s#,]{1,40}$'::text) AND (tag = lower(tag)))),
  constraint row_tags_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table row_tags is 'The tags of rows: lower case and one word each, so that they can be searched for as they are written.';
create INDEX row_tags_user_id_tag_idx ON public.row_tags USING btree (user_id, tag, row_id);
alter table row_tags enable row level security;
create policy "customers read their own tags" on row_tags for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on row_tags to authenticated;
grant select on row_tags to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.row_tags REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

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
comment on table saved_views is 'Searches of transactions that a customer keeps under a name.';
comment on column saved_views.query is 'As it was typed: days such as last-month mean another month each month.';
comment on column saved_views.position is 'The order in which they stand; among the same, the oldest first.';
comment on column saved_views.created_at is 'Real time.';
create UNIQUE INDEX saved_views_user_id_name_key ON public.saved_views USING btree (user_id, lower(name));
alter table saved_views enable row level security;
create policy "customers delete their own saved views" on saved_views for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers save views for themselves" on saved_views for insert to authenticated
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
create TRIGGER check_saved_view BEFORE INSERT OR UPDATE OF name ON public.saved_views FOR EACH ROW EXECUTE FUNCTION bank.check_saved_view();

create table scheduled_payments (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  account_id uuid not null,
  name text not null,
  payee text,
  to_account_id uuid,
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
  constraint scheduled_payments_loan_id_fkey FOREIGN KEY (loan_id) REFERENCES loans(id) ON DELETE CASCADE,
  constraint scheduled_payments_mortgage_id_fkey FOREIGN KEY (mortgage_id) REFERENCES mortgages(id) ON DELETE CASCADE,
  constraint scheduled_payments_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint scheduled_payments_target_check CHECK ((num_nonnulls(payee, to_account_id, card_id, loan_id, mortgage_id) = 1)),
  constraint scheduled_payments_to_account_id_fkey FOREIGN KEY (to_account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint scheduled_payments_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint scheduled_payments_weekend_check CHECK ((weekend = ANY (ARRAY['stays'::text, 'before'::text, 'after'::text]))),
  constraint scheduled_payments_yearly_adjustment_check CHECK ((yearly_adjustment = ANY (ARRAY['fixed'::text, 'inflation'::text]))),
  constraint scheduled_payments_yearly_percent_check CHECK ((((yearly_percent >= 0.01) AND (yearly_percent <= (50)::numeric)) AND (yearly_percent = round(yearly_percent, 2))))
);
comment on table scheduled_payments is 'Money that leaves by a rule: rent, subscriptions, savings, cards and debts.';
comment on column scheduled_payments.payee is 'Who is paid, when it is nobody of one''s own.';
comment on column scheduled_payments.amount_kind is 'fixed, or of a card: its statement balance or minimum payment.';
comment on column scheduled_payments.start_date is 'Its first day, in the customer''s time zone; later ones are counted from it.';
comment on column scheduled_payments.weekend is 'Where an occurrence on a Saturday or Sunday goes: it stays, or moves to the working day before or after.';
comment on column scheduled_payments.yearly_adjustment is 'How the amount changes each year on the anniversary of its first day: by a fixed percentage, with inflation, or not at all (null).';
comment on column scheduled_payments.yearly_percent is 'The fixed percentage of each year; null without one.';
comment on column scheduled_payments.next_occurrence is 'The number of the next one, from 0; null until the engine has looked after it was made, moved or paused. Only the bank writes it.';
comment on column scheduled_payments.next_at is 'The simulated instant of the next one; null when there is none. Only the bank writes it.';
comment on column scheduled_payments.retry_at is 'When one that lacked funds is tried again. Only the bank writes it.';
comment on column scheduled_payments.resumed_at is 'When its last pause ended; null when it was never paused. Written by the bank.';
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
create policy "customers set up scheduled payments for themselves" on scheduled_payments for insert to authenticated
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
grant insert (account_id, amount, amount_kind, card_id, category_id, end_date, frequency, id, loan_id, mortgage_id, name, occurrences, paused, payee, start_date, to_account_id, user_id, weekend, yearly_adjustment, yearly_percent) on scheduled_payments to authenticated;
grant insert (account_id, amount, amount_kind, card_id, category_id, end_date, frequency, id, loan_id, mortgage_id, name, occurrences, paused, payee, start_date, to_account_id, user_id, weekend, yearly_adjustment, yearly_percent) on scheduled_payments to service_role;
grant update (account_id, amount, amount_kind, card_id, category_id, end_date, frequency, loan_id, mortgage_id, name, occurrences, paused, payee, start_date, to_account_id, weekend, yearly_adjustment, yearly_percent) on scheduled_payments to authenticated;
grant update (account_id, amount, amount_kind, card_id, category_id, end_date, frequency, loan_id, mortgage_id, name, occurrences, paused, payee, start_date, to_account_id, weekend, yearly_adjustment, yearly_percent) on scheduled_payments to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.scheduled_payments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER check_scheduled_payment BEFORE INSERT OR UPDATE OF account_id, name, payee, to_account_id, card_id, loan_id, mortgage_id, amount, amount_kind, frequency, category_id, start_date, end_date, occurrences, weekend, paused, yearly_adjustment, yearly_percent ON public.scheduled_payments FOR EACH ROW EXECUTE FUNCTION bank.check_scheduled_payment();
create TRIGGER note_resumption BEFORE UPDATE OF paused ON public.scheduled_payments FOR EACH ROW WHEN ((old.paused AND (NOT new.paused))) EXECUTE FUNCTION bank.note_resumption();
create TRIGGER wake_engine AFTER INSERT OR DELETE OR UPDATE OF account_id, name, payee, to_account_id, card_id, loan_id, mortgage_id, amount, amount_kind, frequency, category_id, start_date, end_date, occurrences, weekend, paused, yearly_adjustment, yearly_percent ON public.scheduled_payments FOR EACH ROW EXECUTE FUNCTION bank.wake_engine_for_row();

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
  constraint shocks_shock_check CHECK ((shock = ANY (ARRAY['job_loss'::text, 'rate_change'::text, 'medical_bill'::text, 'car_repair'::text, 'inflation'::text, 'market_fall'::text, 'windfall'::text, 'card_fraud'::text]))),
  constraint shocks_size_check CHECK (((size >= ('-100'::integer)::numeric) AND (size <= 999999999.99))),
  constraint shocks_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table shocks is 'Blows and windfalls that a customer has planned for their simulated life.';
comment on column shocks.size is 'An amount for bills, windfalls and fraud; percent points for rates and inflation; percent for a fall of the market.';
create INDEX shocks_user_id_idx ON public.shocks USING btree (user_id);
alter table shocks enable row level security;
create policy "customers take back their own shocks" on shocks for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers plan shocks for themselves" on shocks for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "customers read their own shocks" on shocks for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, select on shocks to authenticated;
grant delete, select on shocks to service_role;
grant insert (id, months, on_date, product_id, shock, size, user_id) on shocks to authenticated;
grant insert (id, months, on_date, product_id, shock, size, user_id) on shocks to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.shocks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER check_shock BEFORE INSERT ON public.shocks FOR EACH ROW EXECUTE FUNCTION bank.check_shock();
create TRIGGER wake_engine AFTER INSERT OR DELETE ON public.shocks FOR EACH ROW EXECUTE FUNCTION bank.wake_engine_for_row();

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
comment on table ticket_attachments is 'Documents of customers that they sent along with a message. Who deletes the document takes it back.';
create INDEX ticket_attachments_document_id_idx ON public.ticket_attachments USING btree (document_id);
create INDEX ticket_attachments_user_id_idx ON public.ticket_attachments USING btree (user_id);
alter table ticket_attachments enable row level security;
create policy "customers read what they attached" on ticket_attachments for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on ticket_attachments to authenticated;
grant select on ticket_attachments to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.ticket_attachments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create table ticket_messages (
  id uuid not null default gen_random_uuid(),
  ticket_id uuid not null,
  user_id uuid not null,
  author text not null,
  words text,
  article text,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint ticket_messages_pkey PRIMARY KEY (id),
  constraint ticket_messages_article_check CHECK ((article ~ '^[a-z0-9-]{1,60}$'::text)),
  constraint ticket_messages_author_check CHECK ((author = ANY (ARRAY['customer'::text, 'operator'::text, 'automatic'::text]))),
  constraint ticket_messages_author_words_check CHECK (
CASE author
    WHEN 'automatic'::text THEN (num_nonnulls(words, article) = 1)
    ELSE ((words IS NOT NULL) AND (article IS NULL))
END),
  constraint ticket_messages_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE,
  constraint ticket_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint ticket_messages_words_check CHECK (((char_length(words) >= 1) AND (char_length(words) <= 4000)))
);
comment on table ticket_messages is 'What was written on tickets, by the customer, by a person for the bank, or automatically.';
comment on column ticket_messages.user_id is 'Whose ticket it is, whoever wrote.';
comment on column ticket_messages.words is 'What was written; of an automatic answer what the assistant found in the customer''s books, or nothing where it shows an article.';
comment on column ticket_messages.article is 'The help article that the automatic answer shows; it has no words of its own.';
create INDEX ticket_messages_ticket_id_idx ON public.ticket_messages USING btree (ticket_id, created_at);
create INDEX ticket_messages_user_id_idx ON public.ticket_messages USING btree (user_id, created_at DESC);
alter table ticket_messages enable row level security;
create policy "customers read what is written on their own tickets" on ticket_messages for select to authenticated
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
  satisfaction_words text,
  constraint tickets_pkey PRIMARY KEY (id),
  constraint tickets_about_check CHECK (((char_length(about) >= 1) AND (char_length(about) <= 80))),
  constraint tickets_about_kind_check CHECK ((about_kind = ANY (ARRAY['transaction'::text, 'account'::text, 'card'::text, 'loan'::text, 'mortgage'::text, 'dispute'::text]))),
  constraint tickets_about_name_check CHECK (((char_length(about_name) >= 1) AND (char_length(about_name) <= 300))),
  constraint tickets_about_named_check CHECK ((((about IS NULL) = (about_kind IS NULL)) AND ((about IS NULL) = (about_name IS NULL)))),
  constraint tickets_ended_at_check CHECK (((state = ANY (ARRAY['resolved'::text, 'closed'::text])) = (ended_at IS NOT NULL))),
  constraint tickets_satisfaction_check CHECK (((satisfaction >= 1) AND (satisfaction <= 5))),
  constraint tickets_satisfaction_words_check CHECK (((char_length(satisfaction_words) >= 1) AND (char_length(satisfaction_words) <= 500))),
  constraint tickets_state_check CHECK ((state = ANY (ARRAY['open'::text, 'answered'::text, 'waiting'::text, 'resolved'::text, 'closed'::text]))),
  constraint tickets_subject_check CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 120))),
  constraint tickets_topic_check CHECK ((topic = ANY (ARRAY['account'::text, 'transaction'::text, 'card'::text, 'loan'::text, 'mortgage'::text, 'time'::text, 'security'::text, 'problem'::text, 'idea'::text, 'other'::text]))),
  constraint tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES customers(id) ON DELETE CASCADE
);
comment on table tickets is 'Questions that customers have put to the bank.';
comment on column tickets.about is 'The row, account, card, loan, mortgage or dispute it is about, by its name in the books; it may be gone by now.';
comment on column tickets.about_name is 'What it is about in words, as they were when it was asked.';
comment on column tickets.state is 'open: the bank''s turn. answered: somebody has answered. waiting: somebody has asked back. resolved: settled. closed: settled for good, or by the bank.';
comment on column tickets.created_at is 'Real time, as all instants of tickets.';
comment on column tickets.updated_at is 'When something was last written or settled.';
comment on column tickets.answered_at is 'When a person last wrote for the bank; an automatic answer does not count.';
comment on column tickets.seen_at is 'When the customer last looked at it.';
comment on column tickets.ended_at is 'When it was resolved or closed. For 14 days from then on the customer can open it again by writing.';
comment on column tickets.satisfaction is 'How content the customer was with how it ended, from 1 to 5.';
create INDEX tickets_state_idx ON public.tickets USING btree (state, updated_at);
create INDEX tickets_user_id_idx ON public.tickets USING btree (user_id, updated_at DESC);
alter table tickets enable row level security;
create policy "customers read their own tickets" on tickets for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on tickets to authenticated;
grant select on tickets to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.tickets REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

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
comment on table transactions is 'Every movement on an account, as its owner sees it. Inserting a row moves the money.';
comment on column transactions.user_id is 'The owner of the account, copied so that row rules need no second look.';
comment on column transactions.amount is 'Always positive: `direction` says which way.';
comment on column transactions.type is 'DEPOSIT, WITHDRAWAL, TRANSFER between own accounts, or AUTO_DEPOSIT.';
comment on column transactions.date is 'The business day: the local day of this instant, the same as in the journal (`value_at`). No two transactions on an account share an instant, so their order is stable.';
comment on column transactions.kind is 'What it was: deposit, withdrawal, transfer, opening, adjustment, interest, fee, card_payment, loan_payment …';
comment on column transactions.direction is 'in: the balance rose; out: it fell.';
comment on column transactions.counter_account_id is 'The other account of a transfer between one''s own; null when that one was deleted. Not a foreign key: so `transactions(*)` of an account can only mean its own.';
comment on column transactions.balance_after is 'The running balance in the order of dates. A past-dated transaction changes the balances of those dated after it.';
comment on column transactions.exchange_rate is 'Of a transfer between currencies: how much the other currency one unit bought.';
comment on column transactions.entry_id is 'The entry in the books that moved the money.';
comment on column transactions.principal is 'Of a payment on a loan or mortgage: the part that repaid principal. It is not spending; the rest, interest and fees, is. Only the bank writes it.';
comment on column transactions.rule_id is 'Which of the customer''s rules last wrote about it. Not a foreign key: the rule may go, what it wrote stays.';
comment on column transactions.corrects is 'The movement on the same account that this one takes back (kind correction) or stands in place of. Not a foreign key: it is a note about the books, which do not change.';
comment on column transactions.corrected_by is 'The movement that took this one back: neither of them counts as spending or income.';
create INDEX transactions_category_id_idx ON public.transactions USING btree (category_id) WHERE (category_id IS NOT NULL);
create INDEX transactions_corrects_idx ON public.transactions USING btree (corrects) WHERE (corrects IS NOT NULL);
create INDEX transactions_counter_account_id_idx ON public.transactions USING btree (counter_account_id) WHERE (counter_account_id IS NOT NULL);
create INDEX transactions_user_id_date_idx ON public.transactions USING btree (user_id, date DESC, id DESC);
create INDEX transactions_words_idx ON public.transactions USING gin (user_id, category_id, lower(((COALESCE(description, ''::text) || '
'::text) || COALESCE(merchant, ''::text))) extensions.gin_trgm_ops);
alter table transactions enable row level security;
create policy "customers write movements on their own accounts" on transactions for insert to authenticated
  with check (((user_id = ( SELECT auth.uid() AS uid)) AND ((category_id IS NULL) OR (EXISTS ( SELECT
   FROM categories c
  WHERE (c.id = transactions.category_id))))));
create policy "customers read movements on their own and ownerless accounts" on transactions for select to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) OR (user_id IS NULL)));
create policy "customers describe movements on their own accounts" on transactions for update to authenticated
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
create TRIGGER check_description BEFORE UPDATE OF description, merchant ON public.transactions FOR EACH ROW EXECUTE FUNCTION bank.check_description();
create TRIGGER check_row_limit AFTER INSERT ON public.transactions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();
create TRIGGER complete_raw_transaction BEFORE INSERT ON public.transactions FOR EACH ROW WHEN ((new.entry_id IS NULL)) EXECUTE FUNCTION bank.complete_raw_transaction();
create TRIGGER follow_rules AFTER INSERT ON public.transactions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.follow_rules();
create TRIGGER move_raw_money AFTER INSERT ON public.transactions FOR EACH ROW WHEN ((new.entry_id IS NULL)) EXECUTE FUNCTION bank.move_raw_money();
create TRIGGER note_raw_category BEFORE UPDATE OF category_id ON public.transactions FOR EACH ROW WHEN (((CURRENT_USER = 'authenticated'::name) AND (new.category_id IS DISTINCT FROM old.category_id))) EXECUTE FUNCTION bank.note_raw_category();
create TRIGGER remove_row_words AFTER DELETE ON public.transactions REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION bank.remove_row_words();
create TRIGGER set_principal BEFORE INSERT ON public.transactions FOR EACH ROW WHEN (((new.direction = 'out'::text) AND (new.entry_id IS NOT NULL) AND (new.kind = ANY (ARRAY['loan_payment'::text, 'mortgage_payment'::text, 'extra_payment'::text, 'recast_payment'::text, 'payoff'::text])))) EXECUTE FUNCTION bank.set_principal();

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
comment on table virtual_cards is 'Numbers that spend from a card without showing its own.';
comment on column virtual_cards.card_number is 'Begins with 0000, which no real network issues.';
comment on column virtual_cards.spend_limit is 'What it may spend in all; null for no limit of its own.';
comment on column virtual_cards.spent is 'What was spent with it so far. Only the bank writes it.';
comment on column virtual_cards.merchant is 'The only shop that may charge it; null for every shop.';
comment on column virtual_cards.single_use is 'Whether it is used up by its first charge.';
comment on column virtual_cards.status is 'active, frozen, closed, or used up; the last two are for good.';
comment on column virtual_cards.created_at is 'The simulated instant at which it was made.';
create INDEX virtual_cards_card_id_idx ON public.virtual_cards USING btree (card_id);
create INDEX virtual_cards_user_id_idx ON public.virtual_cards USING btree (user_id);
alter table virtual_cards enable row level security;
create policy "customers read their own virtual cards" on virtual_cards for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on virtual_cards to authenticated;
grant select on virtual_cards to service_role;
create TRIGGER check_row_limit AFTER INSERT ON public.virtual_cards REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bank.check_row_limit();

create view bank.debts as
 SELECT loans.id, loans.user_id, 'loan'::text AS product, loans.name, loans.currency, loans.remaining_balance,
    loans.interest_rate, loans.term AS months, loans.monthly_payment, loans.start_date, loans.next_due_date,
    loans.past_due, loans.days_past_due, loans.paused_until, loans.autopay_account_id, loans.autopay_extra
   FROM loans
UNION ALL
 SELECT mortgages.id, mortgages.user_id, 'mortgage'::text AS product, mortgages.name, mortgages.currency,
    mortgages.remaining_balance, mortgages.interest_rate, mortgages.term * 12 AS months,
    mortgages.monthly_payment, mortgages.start_date, mortgages.next_due_date, mortgages.past_due,
    mortgages.days_past_due, mortgages.paused_until, mortgages.autopay_account_id, mortgages.autopay_extra
   FROM mortgages;
comment on view bank.debts is 'Loans and mortgages as one; terms in months.';

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
   FROM mortgages;
comment on view bank.product_balances is 'What every account, card, loan and mortgage says it holds, in the customer''s favor. Migrations that add products add theirs.';

create view card_activity with (security_invoker=true) as
 SELECT p.ledger_id AS card_id, e.id AS entry_id, e.value_at AS at, e.kind, e.description, e.merchant,
    c.name AS category, - p.amount::numeric AS amount,
    - sum(p.amount::numeric) OVER (PARTITION BY p.ledger_id ORDER BY e.value_at, e.id) AS balance_after,
    l.currency, e.category_id
   FROM bank.ledger_accounts l
     JOIN bank.postings p ON p.ledger_id = l.id
     JOIN bank.entries e ON e.id = p.entry_id
     LEFT JOIN categories c ON c.id = e.category_id
  WHERE l.product = 'card'::text AND l.household_id = (( SELECT auth.uid() AS uid)) AND l.closed_at IS NULL AND e.household_id = (( SELECT auth.uid() AS uid));
comment on view card_activity is 'Everything that happened on the caller''s own cards.';
comment on column card_activity.at is 'The business day: the local day of this instant.';
comment on column card_activity.amount is 'What it changed about what is owed: above zero for charges, below for payments.';
comment on column card_activity.balance_after is 'The amount owed after it, in the order of `at`.';
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
comment on view debt_activity is 'Everything that happened on the caller''s own loans and mortgages.';
comment on column debt_activity.at is 'The business day: the local day of this instant.';
comment on column debt_activity.amount is 'What it changed about what is owed: below zero for payments.';
comment on column debt_activity.balance_after is 'The amount owed after it, in the order of `at`.';
grant select on debt_activity to authenticated;

create view debt_payments with (security_invoker=true) as
 WITH debts AS (
         SELECT l.id, l.start_date, l.monthly_payment, l.autopay_account_id, l.next_due_date
           FROM loans l
          WHERE l.user_id = (( SELECT auth.uid() AS uid))
        UNION ALL
         SELECT m.id, m.start_date, m.monthly_payment, m.autopay_account_id, m.next_due_date
           FROM mortgages m
          WHERE m.user_id = (( SELECT auth.uid() AS uid))
        ), posted AS (
         SELECT l.product, l.currency, d.id, d.start_date, d.monthly_payment, d.autopay_account_id,
            d.next_due_date, e.id AS entry_id, e.at, e.value_at, e.kind AS entry_kind, e.description,
            e.event_key, p.amount, (e.value_at AT TIME ZONE c.time_zone) AS local_at,
            p.amount::numeric > 0::numeric AND (e.kind <> ALL (ARRAY['interest'::text, 'fee'::text, 'adjustment'::text, 'closing'::text])) AS is_payment
           FROM bank.ledger_accounts l
             JOIN customers c ON c.id = l.household_id
             JOIN debts d ON d.id = l.id
             JOIN bank.postings p ON p.ledger_id = l.id
             JOIN bank.entries e ON e.id = p.entry_id
          WHERE (l.product = ANY (ARRAY['loan'::text, 'mortgage'::text])) AND l.household_id = (( SELECT auth.uid() AS uid)) AND e.household_id = (( SELECT auth.uid() AS uid))
        ), charged AS (
         SELECT posted.product, posted.currency, posted.id, posted.start_date, posted.monthly_payment,
            posted.autopay_account_id, posted.next_due_date, posted.entry_id, posted.at, posted.value_at,
            posted.entry_kind, posted.description, posted.event_key, posted.amount, posted.local_at,
            posted.is_payment,
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
            charged.autopay_account_id, charged.next_due_date, charged.entry_id, charged.at, charged.value_at,
            charged.entry_kind, charged.description, charged.event_key, charged.amount, charged.local_at,
            charged.is_payment, charged.interest_left, charged.charges_left, charged.balance_after,
            charged.interest_left - LEAST(0::numeric, min(charged.interest_left) OVER so_far) AS interest_unpaid,
            charged.charges_left - LEAST(0::numeric, min(charged.charges_left) OVER so_far) AS charges_unpaid
           FROM charged
          WINDOW so_far AS (PARTITION BY charged.id ORDER BY charged.entry_id)
        ), parts AS (
         SELECT unpaid.product, unpaid.currency, unpaid.id, unpaid.start_date, unpaid.monthly_payment,
            unpaid.autopay_account_id, unpaid.next_due_date, unpaid.entry_id, unpaid.at, unpaid.value_at,
            unpaid.entry_kind, unpaid.description, unpaid.event_key, unpaid.amount, unpaid.local_at,
            unpaid.is_payment, unpaid.interest_left, unpaid.charges_left, unpaid.balance_after,
            unpaid.interest_unpaid, unpaid.charges_unpaid,
            COALESCE(lag(unpaid.interest_unpaid) OVER so_far, 0::numeric) - unpaid.interest_unpaid AS interest,
            COALESCE(lag(unpaid.charges_unpaid) OVER so_far, 0::numeric) - unpaid.charges_unpaid AS charges
           FROM unpaid
          WINDOW so_far AS (PARTITION BY unpaid.id ORDER BY unpaid.entry_id)
        ), numbered AS (
         SELECT parts.product, parts.currency, parts.id, parts.start_date, parts.monthly_payment,
            parts.autopay_account_id, parts.next_due_date, parts.entry_id, parts.at, parts.value_at,
            parts.entry_kind, parts.description, parts.event_key, parts.amount, parts.local_at,
            parts.is_payment, parts.interest_left, parts.charges_left, parts.balance_after,
            parts.interest_unpaid, parts.charges_unpaid, parts.interest, parts.charges,
            parts.event_key ~~ '%:installment:%'::text AS is_drawn,
                CASE
                    WHEN parts.event_key ~~ '%:installment:%'::text THEN split_part(parts.event_key, ':'::text, 3)::integer
                    ELSE GREATEST(1, months.passed +
                    CASE
                        WHEN parts.local_at > (parts.start_date + make_interval(months => months.passed) + '12:00:01'::interval) THEN 1
                        ELSE 0
                    END)
                END AS number,
            COALESCE(( SELECT ((h.facts ->> 'payment_before'::text)::numeric) / 100::numeric
                   FROM happenings h
                  WHERE h.user_id = (( SELECT auth.uid() AS uid)) AND h.subject = parts.id::text AND (h.kind = ANY (ARRAY['rate_reset'::text, 'recast'::text])) AND h.at >= date_trunc('milliseconds'::text, parts.value_at)
                  ORDER BY h.at, h.id
                 LIMIT 1), parts.monthly_payment) AS level
           FROM parts,
            LATERAL ( SELECT (12::numeric * (EXTRACT(year FROM parts.local_at) - EXTRACT(year FROM parts.start_date)) + EXTRACT(month FROM parts.local_at) - EXTRACT(month FROM parts.start_date))::integer AS passed) months
          WHERE parts.is_payment
        ), beyond AS (
         SELECT numbered.product, numbered.currency, numbered.id, numbered.start_date,
            numbered.monthly_payment, numbered.autopay_account_id, numbered.next_due_date, numbered.entry_id,
            numbered.at, numbered.value_at, numbered.entry_kind, numbered.description, numbered.event_key,
            numbered.amount, numbered.local_at, numbered.is_payment, numbered.interest_left,
            numbered.charges_left, numbered.balance_after, numbered.interest_unpaid, numbered.charges_unpaid,
            numbered.interest, numbered.charges, numbered.is_drawn, numbered.number, numbered.level,
            numbered.before,
                CASE
                    WHEN numbered.entry_kind = ANY (ARRAY['extra_payment'::text, 'recast_payment'::text]) THEN numbered.amount::numeric
                    WHEN numbered.is_drawn THEN GREATEST(0::numeric, numbered.amount::numeric - numbered.level)
                    WHEN bool_or(numbered.is_drawn) OVER in_period OR numbered.autopay_account_id IS NOT NULL AND (numbered.start_date + make_interval(months => numbered.number))::date >= numbered.next_due_date THEN numbered.amount::numeric
                    ELSE GREATEST(0::numeric, LEAST(numbered.amount::numeric, sum(numbered.amount::numeric) FILTER (WHERE numbered.entry_kind <> ALL (ARRAY['extra_payment'::text, 'recast_payment'::text])) OVER until_here - numbered.level))
                END AS excess,
            COALESCE(( SELECT sum((h.facts ->> 'amount'::text)::numeric) / 100::numeric
                   FROM happenings h
                  WHERE h.user_id = (( SELECT auth.uid() AS uid)) AND h.subject = numbered.id::text AND (h.kind = ANY (ARRAY['payment_missed'::text, 'payment_failed'::text])) AND h.at <= numbered.value_at AND h.at > COALESCE(numbered.before, '-infinity'::timestamp with time zone)), 0::numeric) AS missed
           FROM ( SELECT numbered_1.product, numbered_1.currency, numbered_1.id, numbered_1.start_date,
                    numbered_1.monthly_payment, numbered_1.autopay_account_id, numbered_1.next_due_date,
                    numbered_1.entry_id, numbered_1.at, numbered_1.value_at, numbered_1.entry_kind,
                    numbered_1.description, numbered_1.event_key, numbered_1.amount, numbered_1.local_at,
                    numbered_1.is_payment, numbered_1.interest_left, numbered_1.charges_left,
                    numbered_1.balance_after, numbered_1.interest_unpaid, numbered_1.charges_unpaid,
                    numbered_1.interest, numbered_1.charges, numbered_1.is_drawn, numbered_1.number,
                    numbered_1.level,
                    lag(numbered_1.value_at) OVER (PARTITION BY numbered_1.id ORDER BY numbered_1.entry_id) AS before
                   FROM numbered numbered_1) numbered
          WINDOW in_period AS (PARTITION BY numbered.id, numbered.number), until_here AS (PARTITION BY numbered.id, numbered.number ORDER BY numbered.entry_id)
        ), short AS (
         SELECT beyond.product, beyond.currency, beyond.id, beyond.start_date, beyond.monthly_payment,
            beyond.autopay_account_id, beyond.next_due_date, beyond.entry_id, beyond.at, beyond.value_at,
            beyond.entry_kind, beyond.description, beyond.event_key, beyond.amount, beyond.local_at,
            beyond.is_payment, beyond.interest_left, beyond.charges_left, beyond.balance_after,
            beyond.interest_unpaid, beyond.charges_unpaid, beyond.interest, beyond.charges, beyond.is_drawn,
            beyond.number, beyond.level, beyond.before, beyond.excess, beyond.missed,
            sum(beyond.missed - beyond.excess) OVER so_far AS shortage
           FROM beyond
          WINDOW so_far AS (PARTITION BY beyond.id ORDER BY beyond.entry_id)
        ), owed AS (
         SELECT short.product, short.currency, short.id, short.start_date, short.monthly_payment,
            short.autopay_account_id, short.next_due_date, short.entry_id, short.at, short.value_at,
            short.entry_kind, short.description, short.event_key, short.amount, short.local_at,
            short.is_payment, short.interest_left, short.charges_left, short.balance_after,
            short.interest_unpaid, short.charges_unpaid, short.interest, short.charges, short.is_drawn,
            short.number, short.level, short.before, short.excess, short.missed, short.shortage,
            short.shortage - LEAST(0::numeric, min(short.shortage) OVER so_far) AS behind
           FROM short
          WINDOW so_far AS (PARTITION BY short.id ORDER BY short.entry_id)
        ), told AS (
         SELECT owed.product, owed.currency, owed.id, owed.start_date, owed.monthly_payment,
            owed.autopay_account_id, owed.next_due_date, owed.entry_id, owed.at, owed.value_at,
            owed.entry_kind, owed.description, owed.event_key, owed.amount, owed.local_at, owed.is_payment,
            owed.interest_left, owed.charges_left, owed.balance_after, owed.interest_unpaid,
            owed.charges_unpaid, owed.interest, owed.charges, owed.is_drawn, owed.number, owed.level,
            owed.before, owed.excess, owed.missed, owed.shortage, owed.behind,
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
   FROM told;
comment on view debt_payments is 'What the caller paid on their own loans and mortgages: interest, fees and principal of each payment, and what of it was extra.';
comment on column debt_payments.day is 'The day on which it was paid, in the customer''s zone.';
comment on column debt_payments.number is 'Of the installment that fell due next, or was paid by it.';
comment on column debt_payments.kind is 'installment, extra (all of it beyond the installments), payoff or refinance.';
comment on column debt_payments.principal is 'What it paid back of what was lent.';
comment on column debt_payments.extra is 'What of it went beyond the installment of its period and what was missed before.';
comment on column debt_payments.effect is 'Of an extra payment: shorten, or lower when the installments were worked out anew.';
comment on column debt_payments.balance_after is 'What was owed right after it.';
grant select on debt_payments to authenticated;

create view goal_status with (security_invoker=true) as
 WITH mine AS (
         SELECT (my_time() AT TIME ZONE COALESCE(( SELECT c.time_zone
                   FROM customers c
                  WHERE c.id = (( SELECT auth.uid() AS uid))), 'UTC'::text))::date AS today
        ), held AS (
         SELECT g.id, g.user_id, g.name, g.target, g.target_date, g.picture, g.currency, g.account_id,
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
         SELECT h.id, h.user_id, h.name, h.target, h.target_date, h.picture, h.currency, h.account_id,
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
         SELECT f.id, f.user_id, f.name, f.target, f.target_date, f.picture, f.currency, f.account_id,
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
                                    ELSE 1::numeric
                                END) AS sum
                           FROM auto_deposits d
                          WHERE d.account_id = f.from_account_id AND d.is_pay AND NOT d.paused), 0::numeric)
                        WHEN 'round_ups'::text THEN COALESCE(( SELECT sum(m.amount) / 3::numeric
                           FROM goal_movements m
                          WHERE m.goal_id = f.id AND m.kind = 'round_ups'::text AND m.at > (my_time() - '91 days'::interval)), 0::numeric)
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
comment on view goal_status is 'Where the caller''s own goals stand, and when they will be reached if they go on as they do.';
comment on column goal_status.saved is 'What of the account belongs to the goal now; nothing for an archived one.';
comment on column goal_status.share is 'Saved of the target, from 0 to 1.';
comment on column goal_status.monthly_pace is 'What arrives by itself in a month: of round-ups the mean of the last three.';
comment on column goal_status.needed_monthly is 'What a month would have to bring to make the date, without interest; null without a date or when it is reached.';
comment on column goal_status.projected_date is 'The day it is reached at the present pace, without interest; null when nothing arrives or nothing is left.';
grant select on goal_status to authenticated;

create view journal_entries with (security_invoker=true) as
 SELECT id, at, value_at, recorded_at, kind, description, channel, reverses
   FROM bank.entries e
  WHERE household_id = (( SELECT auth.uid() AS uid));
comment on view journal_entries is 'Every entry in the caller''s own books.';
grant select on journal_entries to authenticated;

create view journal_postings with (security_invoker=true) as
 SELECT p.entry_id, p.ledger_id, l.name AS ledger_name, p.currency, p.amount,
    l.household_id IS NOT NULL AS is_own
   FROM bank.entries e
     JOIN bank.postings p ON p.entry_id = e.id
     JOIN bank.ledger_accounts l ON l.id = p.ledger_id
  WHERE e.household_id = (( SELECT auth.uid() AS uid));
comment on view journal_postings is 'Every side of every entry in the caller''s own books. In the caller''s favor is positive; each currency of an entry sums to zero.';
comment on column journal_postings.is_own is 'Whether this side is the caller''s own page, or one of the bank''s.';
grant select on journal_postings to authenticated;

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
     JOIN happenings h ON h.user_id = r.user_id AND h.subject = r.subject;
comment on view rule_history is 'What the caller''s own rules have done: each entry they brought about, and each time nothing moved and why.';
comment on column rule_history.rule_id is 'The auto deposit or the scheduled payment.';
comment on column rule_history.event_key is 'Names the occurrence, so that a list can keep it apart.';
comment on column rule_history.due_at is 'The instant for which it was planned: earlier than `at` when it was made up for.';
comment on column rule_history.kind is 'auto_deposit, payment, transfer … for money that moved; payment_failed, payment_retry, payment_skipped, pay_missed … where none did.';
comment on column rule_history.entry_id is 'The entry in the books; null where no money moved.';
comment on column rule_history.amount is 'What moved, or would have; above zero.';
comment on column rule_history.currency is 'The currency of what moved; null where none did.';
comment on column rule_history.facts is 'The numbers of what happened without money moving: amounts in minor units.';
grant select on rule_history to authenticated;

create view spending with (security_invoker=true) as
 WITH own_money(kinds) AS (
         VALUES (ARRAY['transfer'::text, 'card_payment'::text, 'opening'::text, 'adjustment'::text, 'closing'::text, 'currency_change'::text, 'market_change'::text, 'loan_proceeds'::text, 'home_purchase'::text, 'refinance'::text, 'correction'::text])
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
                   FROM own_money))::text[]))
        UNION ALL
         SELECT (l.id || ':'::text) || e.id, e.value_at, - p_1.amount::numeric, l.currency,
                CASE
                    WHEN d.has_category THEN d.category_id
                    ELSE e.category_id
                END AS category_id,
            COALESCE(d.merchant, e.merchant) AS "coalesce", e.description, NULL::uuid AS uuid, l.id, e.kind,
            e.id, 0
           FROM bank.ledger_accounts l
             JOIN bank.postings p_1 ON p_1.ledger_id = l.id
             JOIN bank.entries e ON e.id = p_1.entry_id
             LEFT JOIN row_details d ON d.user_id = (( SELECT auth.uid() AS uid)) AND d.row_id = ((l.id || ':'::text) || e.id)
          WHERE l.product = 'card'::text AND l.household_id = (( SELECT auth.uid() AS uid)) AND l.closed_at IS NULL AND e.household_id = (( SELECT auth.uid() AS uid)) AND (e.kind <> ALL ((( SELECT own_money.kinds
                   FROM own_money))::text[]))
        ), parts AS (
         SELECT m.id, m.at,
                CASE
                    WHEN s.amount IS NULL THEN m.amount - m.principal
                    WHEN m.amount < 0::numeric THEN - s.amount::numeric
                    WHEN m.principal = 0::numeric THEN s.amount::numeric
                    ELSE ( SELECT GREATEST(0::numeric, sum(x.amount::numeric) - m.principal) - GREATEST(0::numeric, sum(x.amount::numeric) - s.amount::numeric - m.principal)
                       FROM row_splits x
                      WHERE x.user_id = s.user_id AND x.row_id = s.row_id AND x."position" <= s."position")
                END AS amount,
            m.currency,
                CASE
                    WHEN s.amount IS NULL THEN m.category_id
                    ELSE s.category_id
                END AS category_id,
            m.merchant, m.description, m.account_id, m.card_id, m.kind, m.entry_id, s."position" AS part
           FROM moved m
             LEFT JOIN row_splits s ON s.user_id = (( SELECT auth.uid() AS uid)) AND s.row_id = m.id
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
                    WHEN p.card_id IS NOT NULL OR c.kind = 'spending'::text OR p.kind = 'refund'::text OR p.category_id = '00000000-0000-4000-8000-000000000103'::uuid THEN 'out'::text
                    ELSE 'in'::text
                END AS direction) side;
comment on view spending is 'What the caller spent and earned, once each, by account and by card: without moves between their own accounts, card payments, market moves, and the borrowing and repaying of principal. Of a payment on a loan or mortgage, interest and fees count.';
comment on column spending.id is 'The id of the transaction, or card and entry of what a card was charged.';
comment on column spending.day is 'The day it counts for, in the customer''s own time zone.';
comment on column spending.amount is 'Spending (`out`): above zero what was spent, below zero what came back. Income (`in`): above zero what came in.';
comment on column spending.direction is 'out: it counts as spending, refunds too; in: it counts as income.';
comment on column spending.category_id is 'Null for what is in no category.';
comment on column spending.card_id is 'The card that was charged; then account_id is null.';
comment on column spending.part is 'Which part of a row that is split between categories; null where it is whole.';
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
comment on view spending_in_base is 'What the caller spent and earned, with what it came to in their base currency.';
comment on column spending_in_base.base_amount is 'By the rate of the day it counts for; null where there is none.';
grant select on spending_in_base to authenticated;

create function accept_offer(application_id uuid, offer_index integer DEFAULT 0, account_id uuid DEFAULT NULL::uuid, request_id text DEFAULT NULL::text) returns loan_applications language plpgsql volatile security definer set search_path="";
comment on function accept_offer(uuid,integer,uuid,text) is 'Accepts an offer on one of the caller''s applications: the loan is made and paid out to the account, or the mortgage, whose down payment is taken from it. Returns the application. Refuses: NTFND, NOOFR, CLOSD, BADCU, INSUF, LIMIT, RQDIF.';
grant execute on function accept_offer(uuid,integer,uuid,text) to authenticated;

create function accept_refinance(offer_id uuid, request_id text DEFAULT NULL::text) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function accept_refinance(uuid,text) is 'Accepts one of the caller''s refinance offers: the new debt begins, the old ones are paid off with their interest until today, in one transaction. Returns the new loan or mortgage. Refuses: NTFND, OFEXP, NOREF, BADAM, LIMIT, CLOCK, RQDIF.';
grant execute on function accept_refinance(uuid,text) to authenticated;

create function accept_request(letter_id uuid, account_id uuid, request_id text DEFAULT NULL::text) returns person_payments language plpgsql volatile security definer set search_path="";
comment on function accept_request(uuid,uuid,text) is 'Pays what somebody has asked the caller for, from this account, at once. Refuses: NTFND, NOTOP, CLOSD, INSUF, NORAT, PAYLM, CLOCK, RQDIF.';
grant execute on function accept_request(uuid,uuid,text) to authenticated;

create function analytics_flows(from_day date, to_day date, before_from date, before_to date, in_currency text DEFAULT NULL::text) returns TABLE(part text, is_before boolean, month date, direction text, category_id uuid, category text, account_id uuid, card_id uuid, currency text, amount numeric, times bigint) language plpgsql volatile security definer set search_path="";
comment on function analytics_flows(date,date,date,date,text) is 'What came in and went out over a span of days and over the one before it: everything in the base currency by the rates of its days, or only what is in one currency. By month, by category, and by account or card, as `part` says; `currency` lists the currencies that there is something in, `left_out` those without a rate, which are not counted. Refuses: BADDT.';
grant execute on function analytics_flows(date,date,date,date,text) to authenticated;

create function analytics_merchants(from_day date, to_day date, before_from date, before_to date, in_currency text DEFAULT NULL::text, most integer DEFAULT 10) returns TABLE(merchant text, amount numeric, times bigint, amount_before numeric, last_day date) language plpgsql volatile security definer set search_path="";
comment on function analytics_merchants(date,date,date,date,text,integer) is 'With whom most was spent over a span of days, and what it was over the span before: in the base currency by the rates of the days, or only what is in one currency. Without a merchant, what the customer or the bank called the payment. Refuses: BADDT.';
grant execute on function analytics_merchants(date,date,date,date,text,integer) to authenticated;

create function answer_ticket(ticket_id uuid, words text, asks_back boolean DEFAULT false) returns tickets language plpgsql volatile security definer set search_path="";
comment on function answer_ticket(uuid,text,boolean) is 'Answers a customer''s question, or asks back. For the bank''s operators. Refuses: NTFND, TKEND, BADTX, LIMIT.';
grant execute on function answer_ticket(uuid,text,boolean) to service_role;

create function apply_engine_steps(steps jsonb) returns TABLE(customer_id uuid, outcome text) language plpgsql volatile security definer set search_path="" set plan_cache_mode=force_generic_plan;
comment on function apply_engine_steps(jsonb) is 'Posts what the engine decided for one or many households and says for each: applied, changed (read it again), busy or gone. For the server''s functions.';
grant execute on function apply_engine_steps(jsonb) to service_role;

create function ask_assistant(words text DEFAULT NULL::text, conversation_id uuid DEFAULT NULL::uuid, request_id text DEFAULT NULL::text) returns assistant_messages language plpgsql volatile security definer set search_path="";
comment on function ask_assistant(text,uuid,text) is 'Keeps a question to the assistant, in one of the caller''s conversations or a new one, and returns it; the same request again returns what it got, with the answer if there is one. Refuses: BADTX, NTFND, SLOWR, LIMIT, RQDIF.';
grant execute on function ask_assistant(text,uuid,text) to authenticated;

create function ask_people(account_id uuid, shares jsonb DEFAULT NULL::jsonb, note text DEFAULT NULL::text, request_id text DEFAULT NULL::text) returns SETOF person_payments language plpgsql volatile security definer set search_path="";
comment on function ask_people(uuid,jsonb,text,text) is 'Asks one or several people by email address for money, to arrive on this account and in its currency: [{address, name, amount}]. Moves nothing. Refuses: BADAM, BADEM, ISYOU, NTFND, CLOSD, PAYLM, LIMIT, CLOCK, RQDIF.';
grant execute on function ask_people(uuid,jsonb,text,text) to authenticated;

create function assistant_known() returns jsonb language sql volatile set search_path="";
comment on function assistant_known() is 'What the assistant knows of the caller when they ask something; null before there is a customer.';
grant execute on function assistant_known() to authenticated;

create function attach_document(document_id uuid, row_id text DEFAULT NULL::text) returns row_attachments language plpgsql volatile security definer set search_path="";
comment on function attach_document(uuid,text) is 'Ties one of the caller''s documents to a row, and returns the tie. A second time it does nothing. Refuses: NTFND, LIMIT.';
grant execute on function attach_document(uuid,text) to authenticated;

create function audit_my_books() returns jsonb language sql stable security definer set search_path="";
comment on function audit_my_books() is 'Every violation in the caller''s own books: an empty list when all is well.';
grant execute on function audit_my_books() to authenticated;

create function available_balance(account accounts) returns numeric language sql stable;
comment on function available_balance(accounts) is 'What can be spent: the balance less what is held. Nothing is held yet.';
grant execute on function available_balance(accounts) to authenticated;
grant execute on function available_balance(accounts) to service_role;

create function balance_history(account_id uuid, "from" date DEFAULT NULL::date, "to" date DEFAULT NULL::date) returns TABLE(day date, balance numeric) language plpgsql stable security definer set search_path="";
comment on function balance_history(uuid,date,date) is 'The balance of an account at the end of each day, by default from its opening until today. Refuses: NTFND, BADDT.';
grant execute on function balance_history(uuid,date,date) to authenticated;

create function bank.acquaint(one uuid, other uuid) returns void language sql volatile;
comment on function bank.acquaint(uuid,uuid) is 'Two customers have dealt with each other: from now on money between them arrives at once.';

create function bank.address_of(person uuid) returns text language sql stable;
comment on function bank.address_of(uuid) is 'The email address that a customer has shown to be theirs.';

create function bank.adjust_account() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.adjust_account() is 'A balance that was not written by the bank becomes a visible adjustment; a new currency goes through the exchange counter.';

create function bank.adjust_rules(steps jsonb) returns void language sql volatile;
comment on function bank.adjust_rules(jsonb) is 'Writes the amounts of recurring deposits and scheduled payments that these steps adjusted for the year.';

create function bank.adjustment_json(yearly_adjustment text, yearly_percent numeric) returns json language sql immutable;
comment on function bank.adjustment_json(text,numeric) is 'The yearly adjustment of a rule as the engine reads it: "inflation", or percent a year.';

create function bank.amount_clause(condition jsonb) returns text language sql immutable;
comment on function bank.amount_clause(jsonb) is 'That an amount, without its sign, lies within bounds.';

create function bank.are_alike(one text, other text) returns boolean language sql immutable parallel safe;
comment on function bank.are_alike(text,text) is 'Whether plain words of two rows are similar: they share half the words of the shorter, or one says nothing.';

create function bank.ask_person(account accounts, address text, name text, amount numeric, note text, split_id uuid) returns person_payments language plpgsql volatile;
comment on function bank.ask_person(accounts,text,text,numeric,text,uuid) is 'Asks one person for money. Refuses: PAYLM, ISYOU, LIMIT.';

create function bank.audit(household uuid DEFAULT NULL::uuid) returns TABLE(violation text, subject text, detail jsonb) language sql stable;
comment on function bank.audit(uuid) is 'Every violation in the books of one household, or of all. There must be none.';

create function bank.audit_balances(household uuid) returns TABLE(violation text, subject text, detail jsonb) language plpgsql stable;
comment on function bank.audit_balances(uuid) is 'Products whose balance is not the sum of their postings, or was not made by the last of them.';

create function bank.audit_clearing(household uuid) returns TABLE(violation text, subject text, detail jsonb) language plpgsql stable;
comment on function bank.audit_clearing(uuid) is 'Over the whole bank: currencies in which clearing is not what payments between customers have on their way.';

create function bank.audit_entries(household uuid) returns TABLE(violation text, subject text, detail jsonb) language plpgsql stable;
comment on function bank.audit_entries(uuid) is 'Entries that do not sum to zero, have one side, or touch pages that are not theirs.';

create function bank.audit_replay(household uuid) returns TABLE(violation text, subject text, detail jsonb) language sql stable;
comment on function bank.audit_replay(uuid) is 'Movements whose balance is not what the journal adds up to when it is played from the beginning.';

create function bank.audit_rows(household uuid) returns TABLE(violation text, subject text, detail jsonb) language plpgsql stable;
comment on function bank.audit_rows(uuid) is 'Movements that customers see and the books do not know, or the other way round.';

create function bank.balance_before(account_id uuid, instant timestamp with time zone) returns numeric language sql volatile;
comment on function bank.balance_before(uuid,timestamp with time zone) is 'Returns the running balance of an account before an instant, in the order of dates.';

create function bank.begin_anew(customer_id uuid, file jsonb, name text) returns jsonb language plpgsql volatile;
comment on function bank.begin_anew(uuid,jsonb,text) is 'Keeps the present household as a checkpoint, clears its books and loads a file in their place. Of a checkpoint, payments with other customers made since are posted again. Refuses: CLOCK, LIMIT, HOUSE, INSUF and what the loader refuses.';

create function bank.begin_generation(customer_id uuid, file jsonb) returns void language plpgsql volatile;
comment on function bank.begin_generation(uuid,jsonb) is 'Sets a customer''s clock, zone and currency to those of a file and adds its categories.';

create function bank.begin_goal() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.begin_goal() is 'Notes what is set aside for a goal from the start.';

create function bank.begin_play(customer_id uuid, household jsonb, pack jsonb) returns plays language plpgsql volatile;
comment on function bank.begin_play(uuid,jsonb,jsonb) is 'Keeps the life before as a checkpoint, clears its books and begins the life of a pack in their place. Refuses: CLOCK, LIMIT, HOUSE and what the loader refuses.';

create procedure bank.broadcast(IN published regclass) language plpgsql volatile;
comment on function bank.broadcast(regclass) is 'Lets the screens follow a table as it changes. For migrations.';

create function bank.budget_cells(household uuid, since date, through date) returns SETOF bank.budget_cell language sql volatile;
comment on function bank.budget_cells(uuid,date,date) is 'Every category in every month of a span: limit, moves and what was spent, in the base currency.';

create function bank.budget_month(household uuid) returns date language sql volatile;
comment on function bank.budget_month(uuid) is 'The first day of the present month of this customer.';

create function bank.budget_months(household uuid, since date, through date) returns TABLE(category_id uuid, month date, amount numeric, rollover text, rollover_cap numeric, moved numeric, spent numeric, is_envelope boolean, rolled_over numeric, available numeric) language sql volatile;
comment on function bank.budget_months(uuid,date,date) is 'Every category in every month of a span, with what the month before left to it and what is available in all (null without a limit).';

create function bank.caller() returns uuid language plpgsql stable;
comment on function bank.caller() is 'The customer who asks, or a refusal (NOUSR).';

create function bank.canonical_entries(household uuid) returns TABLE(entry_id bigint, entry text) language sql stable;
comment on function bank.canonical_entries(uuid) is 'Every entry of a household as text, without ids and wall time.';

create function bank.canonical_pages(household uuid) returns TABLE(ledger_id uuid, name text) language sql stable;
comment on function bank.canonical_pages(uuid) is 'Names of pages that two copies of a household share: the third account, the first loan, the outside world.';

create function bank.card_days(card credit_cards, from_date date, to_date date, zone text) returns TABLE(day date, balance numeric, paid numeric) language sql stable;
comment on function bank.card_days(credit_cards,date,date,text) is 'What was owed on a card at the end of each day, from the eve of the first day on, and what was paid since.';

create function bank.card_dues(household uuid, zone text, today date) returns TABLE(line_id uuid, due date, days_late integer) language sql stable;
comment on function bank.card_dues(uuid,text,date) is 'Every due date of cards that has passed: 0 when the minimum was met, else how late it became.';

create function bank.card_expiry(issued date, years integer, today date) returns date language sql immutable;
comment on function bank.card_expiry(date,integer,date) is 'The end of the month in which a card expires that lives so many years. It is renewed with the same number, so there is always one ahead.';

create function bank.carry_out(proposal assistant_proposals) returns jsonb language plpgsql volatile;
comment on function bank.carry_out(assistant_proposals) is 'Does what was proposed by the verb the customer would use, and returns what takes it back exactly. Refuses what the verbs refuse.';

create function bank.category_clause(condition jsonb, side text, household uuid) returns text language plpgsql stable;
comment on function bank.category_clause(jsonb,text,uuid) is 'That a row, or a part of it where it is split, is in one of these categories.';

create function bank.category_named(customer_id uuid, name text, kind text) returns uuid language sql stable;
comment on function bank.category_named(uuid,text,text) is 'A category of the customer''s or the bank''s by its name, and its kind where one is named; null when there is none.';

create function bank.category_of(side text) returns text language sql immutable;
comment on function bank.category_of(text) is 'Where the category of a row stands: what the customer says before what the entry says.';

create function bank.category_rows(asked uuid, since date, through date) returns jsonb language sql stable;
comment on function bank.category_rows(uuid,date,date) is 'The largest rows of a category, the caller''s own.';

create function bank.change_debt(household uuid, debt_id uuid, currency text, more_owed numeric, kind text, words text, other uuid, at timestamp with time zone DEFAULT NULL::timestamp with time zone) returns bigint language plpgsql volatile;
comment on function bank.change_debt(uuid,uuid,text,numeric,text,text,uuid,timestamp with time zone) is 'Posts what a raw table call changed about a debt, against one of the bank''s own pages.';

create function bank.check_account() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_account() is 'Refuses names, types, currencies and balances that make no sense. Moves nothing: row rules have not been asked yet.';

create function bank.check_amount(amount numeric) returns void language plpgsql immutable;
comment on function bank.check_amount(numeric) is 'Refuses (BADAM) what is not an amount of money.';

create function bank.check_application() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_application() is 'Completes an application and refuses what makes no sense.';

create function bank.check_application_collateral(sent loan_applications) returns numeric language plpgsql immutable;
comment on function bank.check_application_collateral(loan_applications) is 'What is bought with the loan as it is kept: of homes and cars only. Refuses: BADAP.';

create function bank.check_application_step() returns trigger language plpgsql volatile;
comment on function bank.check_application_step() is 'Applications take one step at a time, whoever writes. Refuses: BADST.';

create function bank.check_application_words(sent loan_applications) returns loan_applications language plpgsql stable;
comment on function bank.check_application_words(loan_applications) is 'The words of an application as they are kept. Refuses: BADTY, BADAP, BADTX.';

create function bank.check_auto_deposit() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_auto_deposit() is 'Refuses rules that make no sense: NTFND, CLOSD, BADAM, BADNM, BADDT, BADTM, LIMIT.';

create function bank.check_autopay() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_autopay() is 'Refuses to draw from an account that is not one''s own, closed or in another currency: NTFND, CLOSD, BADCU.';

create function bank.check_budget() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_budget() is 'Refuses budgets that make no sense: BADAM, BADTY, NTFND. They begin with the present month, in the base currency.';

create function bank.check_budget_category(household uuid, category_id uuid) returns text language plpgsql stable;
comment on function bank.check_budget_category(uuid,uuid) is 'The name of a category the customer spends on. Refuses others (NTFND).';

create function bank.check_budget_month(household uuid, month date) returns date language plpgsql volatile;
comment on function bank.check_budget_month(uuid,date) is 'The first day of a month that can be looked at, the present one by default. Refuses: BADDT.';

create function bank.check_budget_settings() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_budget_settings() is 'Refuses an unknown way to budget (BADTY). A new way counts from the present month.';

create function bank.check_card() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_card() is 'Refuses names, limits, rates, dates and balances that make no sense. Moves nothing: row rules have not been asked yet.';

create function bank.check_card_autopay() returns trigger language plpgsql volatile;
comment on function bank.check_card_autopay() is 'Autopay of a card is what and from where, or nothing. Refuses: BADAM.';

create function bank.check_card_control() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_card_control() is 'Refuses controls that make no sense: BADAM, BADTY, NTFND.';

create function bank.check_card_controls(card credit_cards, amount numeric, category_id uuid) returns void language plpgsql volatile;
comment on function bank.check_card_controls(credit_cards,numeric,uuid) is 'Refuses (SPLIM) a purchase that its owner''s own controls forbid.';

create function bank.check_category() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_category() is 'Keeps names clean.';

create function bank.check_checkpoint() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_checkpoint() is 'Keeps names clean. Refuses: BADNM.';

create function bank.check_closable(card credit_cards) returns void language plpgsql volatile;
comment on function bank.check_closable(credit_cards) is 'Refuses (OWING) to close a card on which something is open: a balance, rewards, a dispute, a fraud to be credited.';

create function bank.check_contact() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_contact() is 'Keeps names and addresses clean and says who is meant, where both know each other. Refuses: BADNM, BADEM, LIMIT.';

create function bank.check_contribution(goal goals) returns goals language plpgsql volatile;
comment on function bank.check_contribution(goals) is 'A goal with a contribution that makes sense, or a refusal: NTFND, CLOSD, SAMAC, BADCU, BADAM, BADTY, BADDT, BADRT.';

create function bank.check_conversation() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_conversation() is 'Refuses a title that is empty or too long (BADTX).';

create function bank.check_currency(currency text) returns void language plpgsql stable;
comment on function bank.check_currency(text) is 'Refuses (BADCU) a currency the bank does not keep.';

create function bank.check_customer() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_customer() is 'Refuses a name, time zone or currency that makes no sense.';

create function bank.check_day(day date) returns void language plpgsql immutable;
comment on function bank.check_day(date) is 'Refuses (BADDT) a day that no calendar of the bank reaches.';

create function bank.check_days("from" date, "to" date) returns void language plpgsql immutable;
comment on function bank.check_days(date,date) is 'Refuses (BADDT) a span of days that runs backwards or is longer than ten years.';

create function bank.check_description() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_description() is 'Keeps descriptions and merchants clean.';

create function bank.check_disputable(card credit_cards, charge bank.entries, amount numeric) returns void language plpgsql volatile;
comment on function bank.check_disputable(credit_cards,bank.entries,numeric) is 'Refuses to contest what is not on the card (NTFND), is no charge, too old, contested or credited already, or less than is contested (NODIS).';

create function bank.check_document() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_document() is 'Keeps names clean and endings as they were; the instant of deletion is the bank''s. Refuses: BADNM.';

create function bank.check_folder() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_folder() is 'Refuses names that make no sense or are taken (BADNM) and more than 100 folders (LIMIT).';

create function bank.check_goal() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_goal() is 'Refuses goals that make no sense: NTFND, CLOSD, BADAM, BADNM, BADDT, BADCU, BADTY, BADRT, SAMAC, INSUF, LIMIT.';

create function bank.check_home(mortgage_id uuid, purpose text, amount numeric) returns void language plpgsql stable;
comment on function bank.check_home(uuid,text,numeric) is 'Refuses (NOREF) to lend more than 90 % of what a home is worth.';

create function bank.check_household_balances(lines bank.household_line[]) returns void language plpgsql stable;
comment on function bank.check_household_balances(bank.household_line[]) is 'Refuses accounts that are overdrawn at any moment (INSUF) and debts paid beyond what is owed (OVPAY).';

create function bank.check_household_entries(customer_id uuid, household jsonb, lines bank.household_line[]) returns void language plpgsql volatile;
comment on function bank.check_household_entries(uuid,jsonb,bank.household_line[]) is 'Refuses entries that do not sum to zero, name unknown pages or lie in the future. Refuses: HOUSE, BADDT.';

create function bank.check_household_order(household jsonb, lines bank.household_line[]) returns void language plpgsql volatile;
comment on function bank.check_household_order(jsonb,bank.household_line[]) is 'What a household that was made up must keep to besides: the order of time, the currencies of its products, no account below zero. Refuses: BADDT, BADCU, INSUF, OVPAY.';

create function bank.check_household_references(customer_id uuid) returns void language plpgsql stable;
comment on function bank.check_household_references(uuid) is 'Refuses (HOUSE) a loaded household whose rules act on anything but its own products.';

create function bank.check_loan() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_loan() is 'Refuses terms that make no sense or contradict each other, completes the rest. Moves nothing: row rules have not been asked yet.';

create function bank.check_loan_amount(loan_amount numeric, property_value numeric, down_payment numeric) returns numeric language plpgsql immutable;
comment on function bank.check_loan_amount(numeric,numeric,numeric) is 'What is lent: worked out when it was not sent, refused (BADFM) when it is not value less down payment.';

create function bank.check_mortgage() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_mortgage() is 'Refuses terms that make no sense or contradict each other, completes the rest. Moves nothing: row rules have not been asked yet.';

create function bank.check_new_card_balance(balance numeric, old_balance numeric, credit_limit numeric) returns void language plpgsql immutable;
comment on function bank.check_new_card_balance(numeric,numeric,numeric) is 'Refuses a charge over the limit (OVRLM) and a payment of more than is owed (OVPAY). A limit that was lowered below the balance refuses no payment.';

create function bank.check_notification_preference() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_notification_preference() is 'Refuses to keep how to be told of what is not the customer''s (NTFND).';

create function bank.check_open(letter person_letters) returns void language plpgsql volatile;
comment on function bank.check_open(person_letters) is 'Refuses (NOTOP) a letter that was answered, withdrawn or has expired by the clock of its sender.';

create function bank.check_owed(owed numeric) returns void language plpgsql immutable;
comment on function bank.check_owed(numeric) is 'Refuses what nobody can owe: less than nothing (OVPAY), or a sum out of all bounds (BADAM).';

create function bank.check_pack() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_pack() is 'Keeps a customer''s own packs few. Refuses: LIMIT.';

create function bank.check_parts(parts jsonb, amount numeric) returns void language plpgsql volatile;
comment on function bank.check_parts(jsonb,numeric) is 'Refuses parts that do not add up to an amount. Refuses: LIMIT, BADAM, NOSUM.';

create function bank.check_payment(sent numeric, amount numeric, rate numeric, months integer) returns numeric language plpgsql immutable;
comment on function bank.check_payment(numeric,numeric,numeric,integer) is 'The installment as it is kept: by the formula when none was sent, refused (BADFM) when it is off by more than a cent.';

create function bank.check_people_limit(person uuid, currency text, amount numeric) returns void language plpgsql volatile;
comment on function bank.check_people_limit(uuid,text,numeric) is 'Refuses (PAYLM) more than may be paid to people at once or on one simulated day.';

create function bank.check_portion(goal goals, portion numeric) returns void language plpgsql stable;
comment on function bank.check_portion(goals,numeric) is 'Refuses to give a goal what its account does not have (INSUF), or a whole account to two goals (LIMIT).';

create function bank.check_purchase(card credit_cards, amount numeric, category_id uuid) returns void language plpgsql volatile;
comment on function bank.check_purchase(credit_cards,numeric,uuid) is 'Refuses to charge a locked card: frozen (FROZN), over its limit (OVRLM), against its owner''s controls (SPLIM).';

create function bank.check_rate(rate numeric) returns numeric language plpgsql immutable;
comment on function bank.check_rate(numeric) is 'The yearly rate in percent as it is kept, or a refusal (BADRT).';

create function bank.check_raw_purchase() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_raw_purchase() is 'A balance that somebody else than the bank raises is a purchase: refused on a frozen card (FROZN), against controls of all purchases (SPLIM).';

create function bank.check_redemption(card credit_cards, amount numeric, account accounts) returns void language plpgsql immutable;
comment on function bank.check_redemption(credit_cards,numeric,accounts) is 'Refuses rewards that are not there (NOREW), a credit above what is owed (OVPAY), an account in another currency (BADCU).';

create function bank.check_row_limit() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_row_limit() is 'Refuses (LIMIT) an insert after which a customer has more rows in the table than its limit. Long tables are counted at random.';

create function bank.check_row_rule() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_row_rule() is 'Keeps rules clean and in order.';

create function bank.check_row_words(said jsonb, amount numeric) returns void language plpgsql volatile;
comment on function bank.check_row_words(jsonb,numeric) is 'Refuses what a file says about a row and a customer could not. Refuses: HOUSE, LIMIT, BADAM, NOSUM.';

create function bank.check_rule_account(household uuid, account_id uuid) returns accounts language plpgsql stable;
comment on function bank.check_rule_account(uuid,uuid) is 'The account a rule acts on: own and open. Refuses: NTFND, CLOSD.';

create function bank.check_rule_count(household uuid, kept bigint) returns void language plpgsql stable;
comment on function bank.check_rule_count(uuid,bigint) is 'Refuses (LIMIT) more rules than anybody needs.';

create function bank.check_rule_days(start_date date, end_date date, occurrences integer) returns void language plpgsql immutable;
comment on function bank.check_rule_days(date,date,integer) is 'Refuses (BADDT, BADTM) a rule whose days make no sense.';

create function bank.check_saved_view() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_saved_view() is 'Keeps names clean and few. Refuses: BADNM, LIMIT.';

create function bank.check_scheduled_payment() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_scheduled_payment() is 'Refuses rules that make no sense: NTFND, CLOSD, SAMAC, BADCU, BADAM, BADNM, BADTX, BADDT, BADTM, LIMIT.';

create function bank.check_shock() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.check_shock() is 'Refuses shocks in the past (BADDT) and too many (LIMIT).';

create function bank.check_stated_sum(stated numeric, field text) returns numeric language plpgsql immutable;
comment on function bank.check_stated_sum(numeric,text) is 'A sum an applicant states, to the cent, or a refusal (BADAP).';

create function bank.check_sum(amount numeric) returns void language plpgsql immutable;
comment on function bank.check_sum(numeric) is 'Refuses (BADAM) what is neither nothing nor an amount of money.';

create function bank.check_term(term integer, longest integer, unit text) returns void language plpgsql immutable;
comment on function bank.check_term(integer,integer,text) is 'Refuses (BADTM) a term that is too short or too long.';

create function bank.check_whole(remaining numeric, amount numeric) returns void language plpgsql immutable;
comment on function bank.check_whole(numeric,numeric) is 'Refuses (BADFM) a new loan of which something else remains than its amount.';

create function bank.check_writing_pace(household uuid) returns void language plpgsql volatile;
comment on function bank.check_writing_pace(uuid) is 'Refuses (SLOWR) more than 30 messages of a customer within an hour; one at a time.';

create function bank.clean_address(address text) returns text language plpgsql immutable;
comment on function bank.clean_address(text) is 'An email address as it is kept, or a refusal (BADEM).';

create function bank.clean_changes(household uuid, changes jsonb) returns jsonb language plpgsql volatile;
comment on function bank.clean_changes(uuid,jsonb) is 'What a customer wants to be said about rows, clean. Refuses: NTFND, BADTX.';

create function bank.clean_file_name(name text) returns text language plpgsql immutable;
comment on function bank.clean_file_name(text) is 'The name of a file as it is kept, or a refusal (BADNM).';

create function bank.clean_name(name text) returns text language plpgsql immutable;
comment on function bank.clean_name(text) is 'The name as it is kept, or a refusal (BADNM).';

create function bank.clean_paragraphs(words text, field text, longest integer) returns text language plpgsql immutable;
comment on function bank.clean_paragraphs(text,text,integer) is 'Free words of several lines as they are kept: without control characters and long gaps. Refuses (BADTX) nothing and too much.';

create function bank.clean_rule(rule row_rules) returns row_rules language plpgsql volatile;
comment on function bank.clean_rule(row_rules) is 'A rule as it is kept, with its words as patterns. Refuses: NTFND, BADRU, BADTX.';

create function bank.clean_tag(tag text) returns text language sql immutable;
comment on function bank.clean_tag(text) is 'A tag as it is kept: lower case, one word, without the sign before it; null when nothing is left.';

create function bank.clean_tags(tags jsonb) returns jsonb language sql immutable;
comment on function bank.clean_tags(jsonb) is 'A list of tags as it is kept: each clean and once.';

create function bank.clean_text(words text) returns text language sql immutable parallel safe;
comment on function bank.clean_text(text) is 'The words without control characters, direction marks and outer blanks; null when nothing is left that can be seen.';

create function bank.clean_words(words text, field text, longest integer) returns text language plpgsql immutable;
comment on function bank.clean_words(text,text,integer) is 'Free words as they are kept: cleaned, null when empty, refused (BADTX) when too long.';

create function bank.clear_household(household uuid) returns void language plpgsql volatile;
comment on function bank.clear_household(uuid) is 'Removes the products, rules and books of a household and keeps its customer, categories and checkpoints. A tombstone that only counts remains.';

create function bank.clearing_of(household uuid) returns jsonb language sql stable;
comment on function bank.clearing_of(uuid) is 'Returns what the settled payments of a household add up to in clearing, by currency.';

create function bank.close_account_page() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.close_account_page() is 'What was left on a deleted account is posted to ''Closed accounts''; its page stays in the books, and transfers on the other accounts no longer point to it.';

create function bank.close_card_page() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.close_card_page() is 'What was still owed on a deleted card is written off.';

create function bank.close_debt_page(household uuid, debt_id uuid, currency text, owed numeric, words text) returns void language plpgsql volatile;
comment on function bank.close_debt_page(uuid,uuid,text,numeric,text) is 'What was still owed on a deleted debt is posted to ''Written off''; its page stays in the books.';

create function bank.close_letter(letter person_letters, state text, answer text DEFAULT NULL::text) returns boolean language plpgsql volatile;
comment on function bank.close_letter(person_letters,text,text) is 'Ends a held, pending letter without anybody receiving it; its money goes back. Says whether it could.';

create function bank.close_loan_page() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.close_loan_page() is 'What was still owed on a deleted loan is written off.';

create function bank.close_mortgage_page() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.close_mortgage_page() is 'What was still owed on a deleted mortgage is written off.';

create function bank.close_settled_tickets() returns integer language plpgsql volatile;
comment on function bank.close_settled_tickets() is 'Closes what was resolved 14 days ago: until then it could be opened again.';

create function bank.complete_raw_transaction() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.complete_raw_transaction() is 'Fills in what the bank knows about a row a client inserts. Moves nothing.';

create function bank.confirmed_address(customer_id uuid) returns text language sql stable;
comment on function bank.confirmed_address(uuid) is 'The email address that a customer has proven to control, by mail or by a provider that vouches for it. Null when there is none.';

create function bank.conversation_for(household uuid, wanted uuid, title text) returns uuid language plpgsql volatile;
comment on function bank.conversation_for(uuid,uuid,text) is 'The caller''s own conversation, or a new one. Refuses: NTFND.';

create function bank.count_days(period bank.debt_period, day date) returns bank.debt_period language plpgsql immutable;
comment on function bank.count_days(bank.debt_period,date) is 'The balance has been held until this day.';

create function bank.credit_facts(household uuid, into_currency text) returns jsonb language plpgsql volatile;
comment on function bank.credit_facts(uuid,text) is 'What the bank knows of a household''s credit, in one currency.';

create function bank.credit_inquiries(household uuid, zone text, today date) returns jsonb language plpgsql stable;
comment on function bank.credit_inquiries(uuid,text,date) is 'Each time a household asked the bank for credit and the bank looked.';

create function bank.credit_lines(household uuid, zone text, into_currency text, today date) returns jsonb language sql volatile;
comment on function bank.credit_lines(uuid,text,text,date) is 'The credit lines of a household with what was owed at the ends of the last 84 months.';

create function bank.credit_pages(household uuid, zone text) returns TABLE(id uuid, kind text, name text, currency text, opened date, closed date, rate numeric, balance numeric, credit_limit numeric, payment numeric) language sql stable;
comment on function bank.credit_pages(uuid,text) is 'Cards, loans and mortgages of a household, closed and deleted ones too, with what is due on them each month.';

create function bank.crossed_utilization(household uuid, today date) returns SETOF bank.insight language sql stable;
comment on function bank.crossed_utilization(uuid,date) is 'Cards that carry 30, 50 or 75 percent of their limit and did not thirty days ago; the amount brings one back below.';

create function bank.cursor_clause(sort text, before jsonb, side text) returns text language sql immutable;
comment on function bank.cursor_clause(text,jsonb,text) is 'That a row comes after the last one that was read.';

create function bank.day_balance(found bank.found_row, zone text) returns numeric language sql stable;
comment on function bank.day_balance(bank.found_row,text) is 'What was on the account, or owed on the card, at the end of a row''s day.';

create function bank.day_clause(condition jsonb, zone text) returns text language sql stable;
comment on function bank.day_clause(jsonb,text) is 'That a row counts for one of these days in the customer''s time zone.';

create function bank.day_for(customer_id uuid, at timestamp with time zone) returns date language sql stable;
comment on function bank.day_for(uuid,timestamp with time zone) is 'On which day of this customer an instant falls.';

create function bank.day_of(household uuid, at timestamp with time zone) returns date language sql stable;
comment on function bank.day_of(uuid,timestamp with time zone) is 'Which day it was for this customer.';

create function bank.days_of_review(reason text) returns integer language sql immutable;
comment on function bank.days_of_review(text) is 'How many days the bank takes to decide about a dispute.';

create function bank.debt_category(product text, name text) returns uuid language sql stable;
comment on function bank.debt_category(text,text) is 'The category of payments on a loan or mortgage: Housing for mortgages, else by the words in its name.';

create function bank.debt_dues(household uuid, today date) returns TABLE(line_id uuid, due date, days_late integer) language sql stable;
comment on function bank.debt_dues(uuid,date) is 'Every due date of loans and mortgages that has passed: 0 when it was met, else how late it became.';

create function bank.debt_period_of(debt bank.debts) returns bank.debt_period language plpgsql stable;
comment on function bank.debt_period_of(bank.debts) is 'Where a debt stands: what the engine remembers, with what others have posted since. The engine''s own rule, step by step.';

create function bank.decide_disputes(steps jsonb) returns void language sql volatile;
comment on function bank.decide_disputes(jsonb) is 'Tells the customers whose disputes were decided in these steps how and why.';

create function bank.decide_limit(facts jsonb, OUT decision text, OUT granted numeric, OUT reasons jsonb) returns record language plpgsql stable;
comment on function bank.decide_limit(jsonb) is 'Decides about a credit limit from its facts alone. A lower one is granted down to what is owed. A higher one: up to double (1.25 times after one late payment in 12 months, none after two), as far as all limits stay within the income of 90 days, with at most 80 percent in use and 90 days since the last raise; what is less than asked for is rounded down to hundreds.';

create function bank.dispute_outcome(dispute card_disputes, OUT outcome text, OUT words text) returns record language plpgsql stable;
comment on function bank.dispute_outcome(card_disputes) is 'How a dispute ends and why: by what the books say at its opening, for every customer alike.';

create function bank.dollars_for(currency text, day date) returns numeric language sql immutable strict;
comment on function bank.dollars_for(text,date) is 'What one unit of a currency costs in dollars on a day; nothing for a currency without a simulated price.';

create function bank.door() returns text language sql stable;
comment on function bank.door() is 'By which door a raw table call came: a customer''s client, or the system itself.';

create function bank.due_date(start_date date, number integer) returns date language sql immutable;
comment on function bank.due_date(date,integer) is 'When an installment falls due: so many months after the start, at the end of shorter months.';

create function bank.due_number(start_date date, day date) returns integer language sql immutable;
comment on function bank.due_number(date,date) is 'The number of the first installment that falls due after a day.';

create function bank.earlier_entries_to(ledger uuid, issued bank.issued_documents) returns bigint language sql stable;
comment on function bank.earlier_entries_to(uuid,bank.issued_documents) is 'Returns the last entry that the statements before this one could contain; null for the first statement of an account.';

create function bank.end_what_waited() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.end_what_waited() is 'When clocks have moved, letters that nobody took come back and offers whose days are over end.';

create function bank.engine_cards(household uuid) returns TABLE(cards json) language sql stable;
comment on function bank.engine_cards(uuid) is 'The open cards of a household as the engine reads them, with what their controls have seen in the month.';

create function bank.engine_changes(household uuid, after_entry bigint, after_instant timestamp with time zone) returns SETOF json language sql stable;
comment on function bank.engine_changes(uuid,bigint,timestamp with time zone) is 'What others posted since the engine last looked.';

create function bank.engine_controls(card credit_cards, lived_to timestamp with time zone, last_entry bigint) returns jsonb language sql stable;
comment on function bank.engine_controls(credit_cards,timestamp with time zone,bigint) is 'The controls of a card as the engine reads them, with what was spent in the month in which it last lived.';

create function bank.engine_disputes(household uuid, lived_to timestamp with time zone) returns TABLE(disputes json) language sql stable;
comment on function bank.engine_disputes(uuid,timestamp with time zone) is 'The disputes of a household as the engine reads them.';

create function bank.engine_goals(household uuid) returns TABLE(goals json) language sql stable;
comment on function bank.engine_goals(uuid) is 'The goals of a household as the engine reads them, the first to be filled first.';

create function bank.engine_lines(steps jsonb) returns bank.engine_line[] language sql volatile;
comment on function bank.engine_lines(jsonb) is 'Every side of every entry of these steps, numbered in order.';

create function bank.engine_products(household uuid) returns TABLE(accounts json, debts json) language sql stable;
comment on function bank.engine_products(uuid) is 'The accounts, loans and mortgages of a household as the engine reads them.';

create function bank.engine_rules(household uuid) returns TABLE(auto_deposits json, scheduled_payments json, shocks json) language sql stable;
comment on function bank.engine_rules(uuid) is 'The rules and planned shocks of a household as the engine reads them.';

create function bank.ensure_customer(customer_id uuid) returns void language sql volatile;
comment on function bank.ensure_customer(uuid) is 'Makes the customer''s row when it is missing.';

create function bank.entry_in(row_id text) returns bigint language sql immutable;
comment on function bank.entry_in(text) is 'The entry in the name of a row, `<ledger>:<entry>`; null for the name of a transaction.';

create function bank.erase_customer(customer_id uuid) returns void language plpgsql volatile;
comment on function bank.erase_customer(uuid) is 'Erases a customer: household, books, files, sign-in and what was noted of them. The tombstone that only counts remains.';

create function bank.erase_due_accounts() returns integer language plpgsql volatile;
comment on function bank.erase_due_accounts() is 'Erases the accounts whose seven days are over, and returns how many. For the schedule.';

create function bank.erase_files(customer_id uuid) returns void language plpgsql volatile;
comment on function bank.erase_files(uuid) is 'Removes every file of a customer, in whatever bucket.';

create function bank.evidence_row(day date, name text, amount numeric, currency text) returns jsonb language sql immutable;
comment on function bank.evidence_row(date,text,numeric,text) is 'One row behind an insight.';

create function bank.exchange_account(account accounts, old_currency text, held numeric) returns bigint language plpgsql volatile;
comment on function bank.exchange_account(accounts,text,numeric) is 'Changes an account''s currency and keeps its number. Two rows in its history close the amount in the old currency and open it in the new one, through the exchange counter.';

create function bank.expect_echo(account_id uuid, amount numeric) returns void language plpgsql volatile;
comment on function bank.expect_echo(uuid,numeric) is 'Remembers that the client who inserted a row may overwrite the balance next.';

create function bank.expire_letters(person uuid) returns void language plpgsql volatile;
comment on function bank.expire_letters(uuid) is 'Ends what was not answered within 14 simulated days; its money goes back. Under the household''s lock or clock.';

create function bank.expire_offers(household uuid) returns void language sql volatile;
comment on function bank.expire_offers(uuid) is 'Ends the offers of a household whose thirty days are over.';

create function bank.expire_offers_for_clock() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.expire_offers_for_clock() is 'Time has passed for a household: its offers may have run out.';

create function bank.fast_budgets(household uuid, today date) returns SETOF bank.insight language sql volatile;
comment on function bank.fast_budgets(uuid,date) is 'Budgets of the present month that are spent faster than the month goes by, a third beyond their pace; the amount is what would be missing at its end.';

create function bank.fees_twice(household uuid, today date) returns SETOF bank.insight language sql stable;
comment on function bank.fees_twice(uuid,date) is 'The same fee on the same account, card or debt twice or more in two months.';

create function bank.file_budgets(household uuid) returns jsonb language sql stable;
comment on function bank.file_budgets(uuid) is 'Budgets, the limits of past months, moves between them and how the customer budgets, as they stand in a file.';

create function bank.file_cards(household uuid) returns jsonb language sql stable;
comment on function bank.file_cards(uuid) is 'What names entries by their place in a file: what belongs to the cards of a household, and what was written about rows.';

create function bank.file_categories(household uuid) returns jsonb language sql stable;
comment on function bank.file_categories(uuid) is 'The customer''s own categories as they stand in a file.';

create function bank.file_entries(household uuid) returns jsonb language sql stable;
comment on function bank.file_entries(uuid) is 'The books of a household in order as they stand in a file, with what the customer sees of them.';

create function bank.file_goals(household uuid) returns jsonb language sql stable;
comment on function bank.file_goals(uuid) is 'Goals and what came to them as they stand in a file.';

create function bank.file_imports(household uuid) returns jsonb language sql stable;
comment on function bank.file_imports(uuid) is 'Imports with their reports, and reconciliations with the places of their entries, as they stand in a file.';

create function bank.file_past(household uuid) returns jsonb language sql stable;
comment on function bank.file_past(uuid) is 'Loan applications, what happened and card statements as they stand in a file.';

create function bank.file_people(household uuid) returns jsonb language sql stable;
comment on function bank.file_people(uuid) is 'Contacts and payments with people as they stand in a file.';

create function bank.file_play(household uuid) returns jsonb language sql stable;
comment on function bank.file_play(uuid) is 'The current play of a household as it stands in a file; how it stands is in the engine''s memory.';

create function bank.file_products(household uuid) returns jsonb language sql stable;
comment on function bank.file_products(uuid) is 'The products of a household as they stand in a file, without balances: these are what the entries add up to.';

create function bank.file_row_rules(household uuid) returns jsonb language sql stable;
comment on function bank.file_row_rules(uuid) is 'The rules that categorize as they stand in a file.';

create function bank.file_row_words(household uuid) returns jsonb language sql stable;
comment on function bank.file_row_words(uuid) is 'What was written about rows as it stands in a file: a row is named by the place of its entry in the file and by its account or card.';

create function bank.file_rules(household uuid) returns jsonb language sql stable;
comment on function bank.file_rules(uuid) is 'Rules with their next occurrence, exceptions and planned shocks as they stand in a file.';

create function bank.fill_exchange_rates(through date) returns void language sql volatile;
comment on function bank.fill_exchange_rates(date) is 'Writes the rates of every day that is still missing, up to and including this one.';

create function bank.find_category(household uuid, category text) returns uuid language plpgsql stable;
comment on function bank.find_category(uuid,text) is 'The category with this name or id, the customer''s own before the bank''s. Refuses an unknown one (NTFND).';

create function bank.find_category_id(customer_id uuid, name text) returns uuid language sql stable;
comment on function bank.find_category_id(uuid,text) is 'A category of the customer''s or the bank''s by its name; null when there is none.';

create function bank.find_correctable(household uuid, row_id text) returns transactions language plpgsql volatile;
comment on function bank.find_correctable(uuid,text) is 'The movement of this name, if its customer can take it back. Refuses: NTFND, NOCOR.';

create function bank.find_page(query jsonb, household uuid, zone text, before jsonb, page_size integer) returns bank.found_row[] language plpgsql volatile;
comment on function bank.find_page(jsonb,uuid,text,jsonb,integer) is 'The next rows of a search, in its order.';

create function bank.flow_clause(what text, side text, household uuid) returns text language plpgsql stable;
comment on function bank.flow_clause(text,text,uuid) is 'That a row counts as spending, or as income, as budgets and analytics count it.';

create function bank.follow_card_rules(household uuid, entry_ids bigint[]) returns void language plpgsql volatile;
comment on function bank.follow_card_rules(uuid,bigint[]) is 'Lets the rules of a customer write about what was just charged to cards.';

create function bank.follow_play() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.follow_play() is 'Keeps the current play as the engine has judged it, in the transaction of its step.';

create function bank.follow_rules() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.follow_rules() is 'Lets the rules of customers write about rows that were just posted.';

create function bank.forget_imported_rows(undone imports) returns void language plpgsql volatile set enable_nestloop=off;
comment on function bank.forget_imported_rows(imports) is 'Takes the rows of an import out of the history of its account, with what was written about them.';

create function bank.forget_issued_documents() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.forget_issued_documents() is 'Takes back what was issued in a generation that no longer counts; what the restored books contain is issued anew.';

create function bank.forget_person() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.forget_person() is 'Takes the id of a customer who has left out of the contacts of others.';

create function bank.format_date(day date, today date) returns text language sql stable;
comment on function bank.format_date(date,date) is 'Formats a date for a sentence: Nov 24, or Nov 24, 2025 when it is not in the year of today.';

create function bank.found_sql(query jsonb, household uuid, zone text, before jsonb, walk integer, of_each text) returns text language sql volatile;
comment on function bank.found_sql(jsonb,uuid,text,jsonb,integer,text) is 'What a search finds on accounts and cards; `of_each` orders and limits each of the two.';

create function bank.fraud_credit_due(card credit_cards) returns date language sql volatile;
comment on function bank.fraud_credit_due(credit_cards) is 'When the engine will have credited a fraud on this card; null when none is to come.';

create function bank.free_for_goals(goal goals) returns numeric language sql stable;
comment on function bank.free_for_goals(goals) is 'What of a goal''s account belongs to no other goal.';

create function bank.free_instant(account_id uuid, wanted timestamp with time zone) returns timestamp with time zone language plpgsql volatile;
comment on function bank.free_instant(uuid,timestamp with time zone) is 'The wanted instant or, where something happened on the account then, right after what happened within its millisecond.';

create function bank.freeze_proposed(household uuid, card_id uuid, wanted boolean) returns void language plpgsql volatile;
comment on function bank.freeze_proposed(uuid,uuid,boolean) is 'Freezes or unfreezes an own card. Refuses: NTFND.';

create function bank.generation_of(household uuid) returns integer language sql stable;
comment on function bank.generation_of(uuid) is 'In which life a customer is.';

create function bank.give_back(sent person_payments, state text, answer text DEFAULT NULL::text) returns boolean language plpgsql volatile;
comment on function bank.give_back(person_payments,text,text) is 'Gives money that nobody has taken back to its sender, to the cent. Says whether there was an account to give it back to.';

create function bank.goal_account(goal_id uuid) returns uuid language plpgsql stable;
comment on function bank.goal_account(uuid) is 'The account of one of the caller''s goals. Refuses: NTFND.';

create function bank.goal_days(goal goals, zone text) returns TABLE(day date, saved numeric) language sql stable;
comment on function bank.goal_days(goals,text) is 'What was saved for a goal at the end of each day on which that changed.';

create function bank.goal_saved(goal goals) returns numeric language sql volatile;
comment on function bank.goal_saved(goals) is 'What of its account belongs to a goal now.';

create function bank.has_blocked(owner uuid, person uuid, address text) returns boolean language sql stable;
comment on function bank.has_blocked(uuid,uuid,text) is 'Whether a customer has blocked this person, or this address of theirs.';

create function bank.has_missed(household uuid) returns boolean language sql volatile;
comment on function bank.has_missed(uuid) is 'Whether an installment of a loan or mortgage was missed in the last twelve months.';

create function bank.hash_books(household uuid, OUT hash text, OUT entry_id bigint, OUT broken_at bigint) returns record language plpgsql stable;
comment on function bank.hash_books(uuid) is 'The hash of a household''s whole books, each entry chained to the one before; and the first seal that no longer fits, if any.';

create function bank.high_categories(household uuid, today date) returns SETOF bank.insight language sql volatile;
comment on function bank.high_categories(uuid,date) is 'Categories that have already cost more in the present month than in any of the last six, and half as much again as usual. Of the caller.';

create function bank.hold_clock(household uuid, patience boolean DEFAULT true) returns void language plpgsql volatile;
comment on function bank.hold_clock(uuid,boolean) is 'Keeps the household''s clock still until the transaction ends; waits up to 5 s while it is being moved, then refuses (CLOCK). Without patience where a row is already locked: whoever moves the clock may be waiting for it.';

create function bank.hold_engine_steps(steps jsonb) returns TABLE(customer_id uuid, outcome text) language plpgsql volatile;
comment on function bank.hold_engine_steps(jsonb) is 'Holds the clocks of the households of these steps and says which of them are still as the engine read them.';

create function bank.hold_letter(letter_id uuid, kind text) returns person_letters language plpgsql volatile;
comment on function bank.hold_letter(uuid,text) is 'A letter to the caller, held with both households until the transaction ends. Refuses: NTFND, NOTOP, CLOCK.';

create function bank.hold_own_letter(letter_id uuid) returns person_letters language plpgsql volatile;
comment on function bank.hold_own_letter(uuid) is 'A letter that the caller sent, held until the transaction ends. Refuses: NTFND, NOTOP, CLOCK.';

create function bank.hold_peer_payments(household uuid) returns void language plpgsql volatile;
comment on function bank.hold_peer_payments(uuid) is 'Holds the payments of a household with other customers until the transaction ends; waits up to 5 s, then refuses (CLOCK).';

create function bank.hold_people(one uuid, other uuid DEFAULT NULL::uuid) returns void language plpgsql volatile;
comment on function bank.hold_people(uuid,uuid) is 'Holds one or two households for a payment between people: one such payment a household at a time, clocks still. Before any row is locked. Refuses: CLOCK.';

create function bank.holder_name(household uuid) returns text language sql stable;
comment on function bank.holder_name(uuid) is 'How a customer is addressed on a document.';

create function bank.home_value_changes(household uuid, last_day date) returns TABLE(day date, currency text, change numeric) language sql stable;
comment on function bank.home_value_changes(uuid,date) is 'The changes in the value of a household''s homes, by day: the purchase first, then each valuation. Today counts the value on the mortgage. A home whose mortgage was refinanced counts with the new one.';

create function bank.household_file(household uuid) returns jsonb language sql stable;
comment on function bank.household_file(uuid) is 'A whole household as one file: products, books, rules, what happened, the clock and what the engine remembers, as of one moment.';

create function bank.household_ledgers(household jsonb) returns TABLE(ledger text, ledger_id uuid, product text, currency text, created_at timestamp with time zone) language sql immutable;
comment on function bank.household_ledgers(jsonb) is 'The pages a household that is being loaded may write on: its own products and the bank''s.';

create function bank.household_lines(customer_id uuid, household jsonb) returns bank.household_line[] language sql volatile;
comment on function bank.household_lines(uuid,jsonb) is 'Every side of every entry of a household that is being loaded, numbered in order.';

create function bank.idle_money(household uuid, today date) returns SETOF bank.insight language sql stable;
comment on function bank.idle_money(uuid,date) is 'Money that a checking account was never without in sixty days, in whole hundreds, from a thousand up.';

create function bank.import_duplicates(account_id uuid, zone text, lines bank.import_line[]) returns TABLE("position" integer, why jsonb) language sql stable set enable_nestloop=off;
comment on function bank.import_duplicates(uuid,text,bank.import_line[]) is 'Which rows of a file are on the account already, and how that is known: by the other bank''s name for it, the same or similar words on the same day, or twice in the file.';

create function bank.import_instants(account accounts, lines bank.import_line[]) returns bank.import_line[] language sql volatile set enable_nestloop=off;
comment on function bank.import_instants(accounts,bank.import_line[]) is 'Gives the rows that are posted their instants, around noon of their day in the customer''s zone, and their numbers in the books.';

create function bank.import_lines(draft text, rows jsonb, wishes jsonb) returns bank.import_line[] language plpgsql volatile;
comment on function bank.import_lines(text,jsonb,jsonb) is 'The rows of a file in the order of time, each with what is wrong with it and what the customer wishes, by its line. Rows of one day keep the order in which they were sent. Refuses: NTFND, LIMIT.';

create function bank.income_by_month(household uuid, zone text, into_currency text, today date) returns jsonb language sql volatile;
comment on function bank.income_by_month(uuid,text,text,date) is 'Pay and other income that arrived, by month: rules that pay in, and deposits of an income category.';

create function bank.income_since(household uuid, currency text, since timestamp with time zone) returns numeric language sql stable;
comment on function bank.income_since(uuid,text,timestamp with time zone) is 'Income that the ledger has seen: what arrived by a rule, and deposits in a category of income other than interest, refunds and gifts.';

create function bank.instant_of(millis bigint) returns timestamp with time zone language sql stable;
comment on function bank.instant_of(bigint) is 'The instant of so many milliseconds since 1970.';

create function bank.is_behind(debt bank.debts, period bank.debt_period) returns boolean language sql volatile;
comment on function bank.is_behind(bank.debts,bank.debt_period) is 'Whether an installment has fallen due that the engine has not seen to yet.';

create function bank.is_being_erased(household uuid) returns boolean language sql volatile;
comment on function bank.is_being_erased(uuid) is 'Whether this very transaction erases the household.';

create function bank.is_being_loaded(household uuid) returns boolean language sql volatile;
comment on function bank.is_being_loaded(uuid) is 'Whether this very transaction loads the household from a file.';

create function bank.is_duplicated(dispute card_disputes, charge bank.entries) returns boolean language sql stable;
comment on function bank.is_duplicated(card_disputes,bank.entries) is 'Whether the same shop charged the same amount to the same card within three days, and that charge is not contested itself.';

create function bank.is_for_another(user_id uuid) returns boolean language sql volatile;
comment on function bank.is_for_another(uuid) is 'Whether a row is none that its customer writes: in another''s name, where the row rules will refuse it, or out of a file, which is checked as a whole.';

create function bank.is_push_endpoint(endpoint text) returns boolean language sql immutable parallel safe;
comment on function bank.is_push_endpoint(text) is 'Returns whether an address belongs to a push service that browsers use. The sender checks the same list before it connects.';

create function bank.is_revolving(card credit_cards) returns boolean language sql stable;
comment on function bank.is_revolving(credit_cards) is 'Whether the cycle before the open one bore interest: then paying in full ends interest on that day only.';

create function bank.is_time_zone(name text) returns boolean language plpgsql stable;
comment on function bank.is_time_zone(text) is 'Whether this names a time zone that the bank knows.';

create function bank.is_told(household uuid, about text, item_id uuid) returns boolean language sql stable;
comment on function bank.is_told(uuid,text,uuid) is 'Whether a customer wants to hear of something, about an account or card or at all. Interest and large transactions are told only to who asks.';

create function bank.issue(household uuid, kind text, name text, about uuid, about_kind text, about_name text, period_from date, period_to date, from_at timestamp with time zone, to_at timestamp with time zone, terms jsonb) returns uuid language plpgsql volatile;
comment on function bank.issue(uuid,text,text,uuid,text,text,date,date,timestamp with time zone,timestamp with time zone,jsonb) is 'Lists one document of the bank, once. Returns its id, or null when it had been issued before.';

create function bank.issue_agreements(household uuid) returns void language sql volatile;
comment on function bank.issue_agreements(uuid) is 'Lists the agreement and the schedule of each loan and mortgage, with the terms on which it was taken.';

create function bank.issue_debt_papers() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.issue_debt_papers() is 'The papers of a debt hold the terms of its first day, before any of them can change.';

create function bank.issue_statements(household uuid, zone text, settled timestamp with time zone) returns void language sql volatile;
comment on function bank.issue_statements(uuid,text,timestamp with time zone) is 'Lists the statements of accounts and cards whose periods have closed.';

create function bank.issue_tax_summaries(household uuid, zone text, settled timestamp with time zone) returns void language sql volatile;
comment on function bank.issue_tax_summaries(uuid,text,timestamp with time zone) is 'Lists the interest summary of each year that has closed.';

create function bank.judge_import(account accounts, lines bank.import_line[]) returns bank.import_line[] language plpgsql volatile;
comment on function bank.judge_import(accounts,bank.import_line[]) is 'What becomes of every row of a file on an account, in the order of time: posted, or why not.';

create function bank.keep_budget_limit() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.keep_budget_limit() is 'Writes down from which month a limit counts, so that past months stay as they were.';

create function bank.keep_checkpoint(customer_id uuid, name text, automatic boolean) returns checkpoints language plpgsql volatile;
comment on function bank.keep_checkpoint(uuid,text,boolean) is 'Keeps a household as it is under a name. Refuses: BADNM, LIMIT.';

create function bank.keep_contact(owner uuid, name text, address text, person uuid) returns void language plpgsql volatile;
comment on function bank.keep_contact(uuid,text,text,uuid) is 'Keeps whom somebody has paid or asked among their contacts.';

create function bank.keep_edit(household uuid, kind text, wanted bank.row_change[]) returns row_edits language plpgsql volatile;
comment on function bank.keep_edit(uuid,text,bank.row_change[]) is 'Writes down what rows say before they are changed, so that the edit can be undone.';

create function bank.keep_newest_page_views() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.keep_newest_page_views() is 'Lets go of all page views but the newest 100,000.';

create function bank.keep_person_payment(owner uuid, letter person_letters, direction text, state text, name text, address text, account accounts DEFAULT NULL::accounts, move bank.person_move DEFAULT NULL::bank.person_move, split_id uuid DEFAULT NULL::uuid) returns person_payments language plpgsql volatile;
comment on function bank.keep_person_payment(uuid,person_letters,text,text,text,text,accounts,bank.person_move,uuid) is 'Writes what one side keeps of a letter.';

create function bank.keep_rates_ahead() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.keep_rates_ahead() is 'Sees to it that the rates reach beyond every customer''s clock.';

create function bank.keep_raw_application() returns trigger language plpgsql volatile;
comment on function bank.keep_raw_application() is 'An application inserted by a client is ''submitted'', also with the service key.';

create function bank.kept_period(debt bank.debts, lived_day date, memory jsonb) returns bank.debt_period language plpgsql immutable;
comment on function bank.kept_period(bank.debts,date,jsonb) is 'Where a debt stood when the engine last lived its household; one that it has not met yet, or whose start was moved, is counted afresh.';

create function bank.known_rows(account_id uuid, zone text, lines bank.import_line[]) returns TABLE(id uuid, day date, amount numeric, words text, external_id text, file_name text) language sql stable set enable_nestloop=off;
comment on function bank.known_rows(uuid,text,bank.import_line[]) is 'What stands on an account around the days of a file, with the names the other bank gave it and the words under which it was taken in.';

create function bank.last_happened(household uuid) returns timestamp with time zone language sql stable;
comment on function bank.last_happened(uuid) is 'The simulated instant of the latest that happened to a household; null when nothing has.';

create function bank.late_goals(household uuid, today date) returns SETOF bank.insight language sql stable;
comment on function bank.late_goals(uuid,date) is 'Goals that will not be reached by their date as they go on; the amount is what a month lacks.';

create function bank.late_payments_since(household uuid, since timestamp with time zone) returns bigint language sql stable;
comment on function bank.late_payments_since(uuid,timestamp with time zone) is 'How many payments on cards, loans and mortgages were not made when they were due.';

create function bank.life_interest(amount numeric, rate numeric, months integer) returns numeric language plpgsql immutable;
comment on function bank.life_interest(numeric,numeric,integer) is 'The interest of a debt over its whole life, cent by cent as the engine posts it.';

create function bank.like_pattern(words text) returns text language sql immutable;
comment on function bank.like_pattern(text) is 'A pattern that means exactly these words, wherever they stand.';

create function bank.limit_facts(card credit_cards, requested numeric, at timestamp with time zone) returns jsonb language sql stable;
comment on function bank.limit_facts(credit_cards,numeric,timestamp with time zone) is 'What the policy of credit limits looks at: income of 90 days, limits of other cards, use in percent, late payments of 12 months, days since the last raise.';

create function bank.limit_reasons(facts jsonb, step numeric, is_granted boolean) returns jsonb language sql stable;
comment on function bank.limit_reasons(jsonb,numeric,boolean) is 'Returns the reasons for a decision about a higher limit: every number that counted when it was granted in full, only those against it otherwise.';

create procedure bank.limit_rows(IN limited regclass, IN highest integer, IN label text) language plpgsql volatile;
comment on function bank.limit_rows(regclass,integer,text) is 'Sets how many rows of a table one customer may have. For migrations.';

create function bank.lived_days(household uuid) returns integer language sql volatile;
comment on function bank.lived_days(uuid) is 'How many simulated days a customer has seen: since their first transaction, or by fast-forward.';

create function bank.load_applications(customer_id uuid, household jsonb) returns void language sql volatile;
comment on function bank.load_applications(uuid,jsonb) is 'Writes the loan applications of a household that is being loaded, with what became of them.';

create function bank.load_books(customer_id uuid, lines bank.household_line[]) returns void language sql volatile;
comment on function bank.load_books(uuid,bank.household_line[]) is 'Writes the entries of a household that is being loaded.';

create function bank.load_budgets(customer_id uuid, household jsonb) returns void language plpgsql volatile;
comment on function bank.load_budgets(uuid,jsonb) is 'Writes the budgets of a household that is being loaded, in the place of those that are there.';

create function bank.load_card_parts(customer_id uuid, household jsonb) returns void language sql volatile;
comment on function bank.load_card_parts(uuid,jsonb) is 'Writes closings, controls, virtual cards, replacements and limit requests of the cards of a household that is being loaded.';

create function bank.load_cards(customer_id uuid, household jsonb, lines bank.household_line[]) returns void language plpgsql volatile;
comment on function bank.load_cards(uuid,jsonb,bank.household_line[]) is 'Writes what belongs to the cards of a household that is being loaded. Refuses: HOUSE.';

create function bank.load_debts(customer_id uuid, household jsonb, lines bank.household_line[]) returns void language plpgsql volatile;
comment on function bank.load_debts(uuid,jsonb,bank.household_line[]) is 'Opens the loans and mortgages of a household that is being loaded, with what is owed at the end of their history.';

create function bank.load_disputes(customer_id uuid, household jsonb, lines bank.household_line[]) returns integer language plpgsql volatile;
comment on function bank.load_disputes(uuid,jsonb,bank.household_line[]) is 'Writes the disputes of a household that is being loaded, works out anew how they end, and returns how many there were.';

create function bank.load_goals(customer_id uuid, household jsonb) returns void language plpgsql volatile;
comment on function bank.load_goals(uuid,jsonb) is 'Writes the goals of a household that is being loaded, with what came to them. Refuses: HOUSE.';

create function bank.load_imports(customer_id uuid, household jsonb) returns void language sql volatile;
comment on function bank.load_imports(uuid,jsonb) is 'Writes the imports and reconciliations of a household that is being loaded.';

create function bank.load_installments(customer_id uuid, household jsonb) returns void language sql volatile;
comment on function bank.load_installments(uuid,jsonb) is 'Writes the installments of a household that was lived, also those of reset rates.';

create function bank.load_lived(customer_id uuid, household jsonb, lines bank.household_line[]) returns void language plpgsql volatile;
comment on function bank.load_lived(uuid,jsonb,bank.household_line[]) is 'Writes a household down that was exported: faithfully, what its own customers could not write included.';

create function bank.load_past(customer_id uuid, household jsonb) returns void language sql volatile;
comment on function bank.load_past(uuid,jsonb) is 'Writes exceptions, planned shocks, card statements and what happened to a household that is being loaded.';

create function bank.load_people(customer_id uuid, household jsonb) returns void language plpgsql volatile;
comment on function bank.load_people(uuid,jsonb) is 'Writes contacts and payments with people of a household that is being loaded, and squares them with what has happened outside it.';

create function bank.load_play(customer_id uuid, household jsonb) returns void language plpgsql volatile;
comment on function bank.load_play(uuid,jsonb) is 'Lets a household that is being loaded be the play that its file carries; what was played before is left.';

create function bank.load_products(customer_id uuid, household jsonb, lines bank.household_line[]) returns void language plpgsql volatile;
comment on function bank.load_products(uuid,jsonb,bank.household_line[]) is 'Opens the products of a household that is being loaded, with the balances at the end of their history; of deleted ones the pages.';

create function bank.load_refinance_offers(customer_id uuid, household jsonb) returns void language sql volatile;
comment on function bank.load_refinance_offers(uuid,jsonb) is 'Writes the refinance offers of a household that is being loaded.';

create function bank.load_row_rules(customer_id uuid, household jsonb) returns void language plpgsql volatile;
comment on function bank.load_row_rules(uuid,jsonb) is 'Writes the rules that categorize of a household that is being loaded, in the place of those that are there. Refuses: NTFND, BADRU, BADTX.';

create function bank.load_row_words(customer_id uuid, household jsonb, lines bank.household_line[]) returns void language plpgsql volatile;
comment on function bank.load_row_words(uuid,jsonb,bank.household_line[]) is 'Writes what a file says about rows, in the place of what was written about those that were there. Refuses: HOUSE, LIMIT, BADAM, NOSUM.';

create function bank.load_rules(customer_id uuid, household jsonb) returns void language sql volatile;
comment on function bank.load_rules(uuid,jsonb) is 'Writes the rules of a household that is being loaded, its autopay, and what the engine remembers: seed, memory, how far it has lived and what it has seen.';

create function bank.load_transactions(customer_id uuid, lines bank.household_line[]) returns void language sql volatile;
comment on function bank.load_transactions(uuid,bank.household_line[]) is 'Writes what the customer sees of a household that is being loaded.';

create function bank.lock_account(account_id uuid) returns accounts language plpgsql volatile;
comment on function bank.lock_account(uuid) is 'The caller''s own, open account, held until the transaction ends. Refuses others (NTFND) and closed ones (CLOSD).';

create function bank.lock_accounts(first_id uuid, second_id uuid) returns accounts[] language plpgsql volatile;
comment on function bank.lock_accounts(uuid,uuid) is 'Two of the caller''s own, open accounts, in the order asked for. Refuses the same one twice (SAMAC).';

create function bank.lock_any_ticket(wanted uuid) returns tickets language plpgsql volatile;
comment on function bank.lock_any_ticket(uuid) is 'Locks a ticket of any customer, for the bank. Refuses: NTFND.';

create function bank.lock_application(household uuid, application_id uuid) returns loan_applications language plpgsql volatile;
comment on function bank.lock_application(uuid,uuid) is 'A customer''s own application, held until the transaction ends. Refuses: NTFND.';

create function bank.lock_card(card_id uuid) returns credit_cards language plpgsql volatile;
comment on function bank.lock_card(uuid) is 'The caller''s own, open card, held until the transaction ends. Refuses others (NTFND) and closed ones (CLOSD).';

create function bank.lock_conversation(household uuid) returns void language sql volatile;
comment on function bank.lock_conversation(uuid) is 'Waits until no one else asks the assistant for this household.';

create function bank.lock_debt(debt_id uuid) returns bank.debts language plpgsql volatile;
comment on function bank.lock_debt(uuid) is 'One of the caller''s own loans or mortgages, held with the clock until the transaction ends. Refuses: NTFND, CLOCK.';

create function bank.lock_documents(household uuid) returns void language sql volatile;
comment on function bank.lock_documents(uuid) is 'Waits until no one else issues documents for this household.';

create function bank.lock_goal(goal_id uuid) returns goals language plpgsql volatile;
comment on function bank.lock_goal(uuid) is 'The caller''s own goal, held until the transaction ends. Refuses others (NTFND) and archived ones (CLOSD).';

create function bank.lock_lesson_progress(household uuid) returns void language sql volatile;
comment on function bank.lock_lesson_progress(uuid) is 'Waits until no one else records lesson progress for this household.';

create function bank.lock_people(household uuid) returns void language sql volatile;
comment on function bank.lock_people(uuid) is 'Waits until no one else moves money between this household and other customers.';

create function bank.lock_people_accounts(own_id uuid, other_id uuid) returns accounts[] language plpgsql volatile;
comment on function bank.lock_people_accounts(uuid,uuid) is 'The caller''s own open account and one of somebody else''s, locked in the order of their ids. Refuses: NTFND, CLOSD.';

create function bank.lock_proposal(wanted uuid) returns assistant_proposals language plpgsql volatile;
comment on function bank.lock_proposal(uuid) is 'The caller''s own proposal, held until the transaction ends. Refuses: NTFND.';

create function bank.lock_scenarios(household uuid) returns void language sql volatile;
comment on function bank.lock_scenarios(uuid) is 'Waits until no one else adds a scenario for this household.';

create function bank.lock_support_requests(household uuid) returns void language sql volatile;
comment on function bank.lock_support_requests(uuid) is 'Waits until no one else writes to support or rates an article for this household.';

create function bank.lock_ticket(household uuid, wanted uuid) returns tickets language plpgsql volatile;
comment on function bank.lock_ticket(uuid,uuid) is 'Locks one of a customer''s tickets. Refuses: NTFND.';

create function bank.lock_transaction_details(household uuid) returns void language sql volatile;
comment on function bank.lock_transaction_details(uuid) is 'Waits until no one else writes details, attachments, or categorization rules of this household.';

create function bank.lock_transaction_split(household uuid, transaction_id text) returns void language sql volatile;
comment on function bank.lock_transaction_split(uuid,text) is 'Waits until no one else divides this transaction between categories.';

create function bank.major(minor numeric) returns numeric language sql immutable;
comment on function bank.major(numeric) is 'An amount of minor units as it stands in the tables.';

create function bank.make_room_for_checkpoint(customer_id uuid, automatic boolean) returns void language plpgsql volatile;
comment on function bank.make_room_for_checkpoint(uuid,boolean) is 'Refuses (LIMIT) one checkpoint too many; where the bank keeps one by itself, the oldest of its own gives way.';

create function bank.make_rule(proposal assistant_proposals) returns void language plpgsql volatile;
comment on function bank.make_rule(assistant_proposals) is 'Makes the proposed scheduled payment or auto deposit, with the id of the proposal.';

create function bank.millis(instant timestamp with time zone) returns bigint language sql stable;
comment on function bank.millis(timestamp with time zone) is 'Whole milliseconds since 1970, rounded down.';

create function bank.minor(amount numeric) returns bigint language sql immutable;
comment on function bank.minor(numeric) is 'An amount in whole minor units.';

create function bank.minor_in(amount numeric, from_currency text, to_currency text, day date) returns bigint language sql volatile;
comment on function bank.minor_in(numeric,text,text,date) is 'An amount in minor units of another currency, at the rate of a day.';

create function bank.money_words(amount numeric, currency text) returns text language sql stable;
comment on function bank.money_words(numeric,text) is 'An amount as it stands in a sentence: $1,200.00.';

create function bank.month_start(household uuid) returns timestamp with time zone language sql volatile;
comment on function bank.month_start(uuid) is 'When the present calendar month of this customer began, by their own clock and time zone.';

create function bank.monthly_payment(amount numeric, annual_percent numeric, months integer) returns numeric language sql immutable strict;
comment on function bank.monthly_payment(numeric,numeric,integer) is 'The installment that pays back an amount with interest in so many equal months.';

create function bank.move_between(source accounts, target accounts, amount numeric, words text, channel text, at timestamp with time zone, value_at timestamp with time zone DEFAULT NULL::timestamp with time zone, transaction_id uuid DEFAULT NULL::uuid) returns accounts[] language plpgsql volatile;
comment on function bank.move_between(accounts,accounts,numeric,text,text,timestamp with time zone,timestamp with time zone,uuid) is 'Moves money from one locked account to another of the same household: one entry, two rows. Between currencies both sides go through the exchange counter.';

create function bank.move_debts(offer refinance_offers) returns refinance_offers language plpgsql volatile;
comment on function bank.move_debts(refinance_offers) is 'Pays the debts of an accepted offer off with a new one: their interest until today, what they owe, the fee. Their autopay goes on with the new one.';

create function bank.move_dispute(card credit_cards, dispute card_disputes, kind text, more_owed numeric, words text, at timestamp with time zone) returns void language sql volatile;
comment on function bank.move_dispute(credit_cards,card_disputes,text,numeric,text,timestamp with time zone) is 'Credits a contested amount to a locked card, or takes that back, with shop and category of the charge: so that its reward follows it.';

create function bank.move_engine_balances(lines bank.engine_line[]) returns void language sql volatile;
comment on function bank.move_engine_balances(bank.engine_line[]) is 'Moves the balances of the engine''s entries and writes what customers see of them.';

create function bank.move_goal(goal goals, kind text, amount numeric, account_id uuid, at timestamp with time zone) returns goals language plpgsql volatile;
comment on function bank.move_goal(goals,text,numeric,uuid,timestamp with time zone) is 'Raises or lowers what a locked goal has been given, notes it, and tells the customer when the target is reached.';

create function bank.move_person_money(account accounts, payment uuid, way text, amount numeric, currency text, person text, words text, exactly numeric DEFAULT NULL::numeric) returns bank.person_move language plpgsql volatile;
comment on function bank.move_person_money(accounts,uuid,text,numeric,text,text,text,numeric) is 'One side of a payment between people, in its own household: out into clearing, in from there, or back. Its key makes it happen once. Refuses: INSUF, NORAT, BADAM.';

create function bank.move_raw_card_balance() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.move_raw_card_balance() is 'A balance that was not written by the bank: what it rose is a charge, what it fell a payment.';

create function bank.move_raw_loan_balance() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.move_raw_loan_balance() is 'A balance that was not written by the bank: what it fell is a payment, what it rose an adjustment.';

create function bank.move_raw_money() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.move_raw_money() is 'Moves the money of a row a client inserted. Refuses: INSUF, CLOSD; of a transfer also NTFND, SAMAC, NORAT.';

create function bank.move_raw_mortgage_balance() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.move_raw_mortgage_balance() is 'A balance that was not written by the bank: what it fell is a payment, what it rose an adjustment.';

create function bank.move_raw_transfer(sent transactions) returns void language plpgsql volatile;
comment on function bank.move_raw_transfer(transactions) is 'Moves the money of a transfer row a client inserted, and writes the row of the other account.';

create function bank.name_of(person uuid) returns text language sql stable;
comment on function bank.name_of(uuid) is 'How a customer is called toward those whom they pay or ask.';

create function bank.named_clause(rows text[], side text) returns text language sql immutable;
comment on function bank.named_clause(text[],text) is 'That a row is one of these.';

create function bank.net_worth_parts(household uuid, days date[]) returns TABLE(day date, kind text, currency text, amount numeric, rate numeric, worth numeric) language sql volatile;
comment on function bank.net_worth_parts(uuid,date[]) is 'The definition of net worth: what a household owns (above zero) and owes (below zero) at the end of each of these days (in order), by kind (cash, investments, property, cards, loans, mortgages) and currency, and what that is worth in the base currency at the rate of the day, rounded to the cent; null without a rate. Net worth is the sum of `worth`.';

create function bank.new_import_account(wanted jsonb) returns accounts language plpgsql volatile;
comment on function bank.new_import_account(jsonb) is 'The account that would be opened for a file: `name`, `type`, `currency`, `begins_on`, `starting_balance`. Refuses: BADDT, BADAM.';

create function bank.new_recovery_code() returns text language plpgsql volatile;
comment on function bank.new_recovery_code() is 'A code of 16 letters and digits, 80 random bits.';

create function bank.news(household uuid, since timestamp with time zone, seen timestamp with time zone) returns TABLE(kind text, item text, event_key text, at timestamp with time zone, message text, path text, others bigint) language sql stable;
comment on function bank.news(uuid,timestamp with time zone,timestamp with time zone) is 'The latest of each kind of news about each item since an instant, and how many others like it there are that were not seen.';

create function bank.news_of_accounts(household uuid, since timestamp with time zone) returns SETOF bank.news_item language sql stable;
comment on function bank.news_of_accounts(uuid,timestamp with time zone) is 'Auto deposits that landed, interest that was posted and large movements on accounts since an instant.';

create function bank.news_of_decisions(household uuid, since timestamp with time zone) returns SETOF bank.news_item language sql stable;
comment on function bank.news_of_decisions(uuid,timestamp with time zone) is 'Statements that are ready, decisions about applications and disputes, and new rates of mortgages since an instant. An approval has an alert of its own.';

create function bank.news_of_goals(household uuid, since timestamp with time zone) returns SETOF bank.news_item language sql stable;
comment on function bank.news_of_goals(uuid,timestamp with time zone) is 'Goals that were reached, and those that passed a quarter, half or three quarters of the way since an instant.';

create function bank.news_of_prices(household uuid, since timestamp with time zone) returns SETOF bank.news_item language sql stable;
comment on function bank.news_of_prices(uuid,timestamp with time zone) is 'What was charged monthly at a settled price and was dearer since an instant.';

create function bank.news_of_trouble(household uuid, since timestamp with time zone) returns SETOF bank.news_item language sql stable;
comment on function bank.news_of_trouble(uuid,timestamp with time zone) is 'What failed, was missed or struck since an instant, in the words in which it was written down.';

create function bank.next_account_number() returns text language sql volatile;
comment on function bank.next_account_number() is 'A new account number, from a range that no real bank uses.';

create function bank.next_card_number() returns text language sql volatile;
comment on function bank.next_card_number() is 'A new card number, from a range that no real network uses.';

create function bank.next_due_date(start_date date, today date) returns date language sql immutable;
comment on function bank.next_due_date(date,date) is 'The first monthly due date after today: the day of the start, clamped to the end of shorter months. Nothing falls due in the past.';

create function bank.next_instant(household uuid, account_ids uuid[]) returns timestamp with time zone language plpgsql volatile;
comment on function bank.next_instant(uuid,uuid[]) is 'The customer''s now, or just after the last movement on these accounts if that was later: instants on an account only grow.';

create function bank.note_channel() returns trigger language plpgsql volatile;
comment on function bank.note_channel() is 'Marks entries that a confirmed proposal of the assistant brought about.';

create function bank.note_inquiry() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.note_inquiry() is 'Lets the engine know, while a story is played, that the bank looked at a wish for credit.';

create function bank.note_raw_category() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.note_raw_category() is 'A category that a client wrote into the table was chosen by hand.';

create function bank.note_resumption() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.note_resumption() is 'Notes when a rule goes on after a pause.';

create function bank.note_security(customer_id uuid, action text) returns void language sql volatile;
comment on function bank.note_security(uuid,text) is 'Writes what happened to an account into the log of the sign-in service.';

create function bank.now_for(customer_id uuid) returns timestamp with time zone language plpgsql volatile;
comment on function bank.now_for(uuid) is 'What time it is for this customer: real time plus how far their clock is ahead.';

create function bank.open_account_page() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.open_account_page() is 'Begins the page of a new account in the books; a balance it was born with becomes the opening entry and the row ''Initial deposit''.';

create function bank.open_card_page() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.open_card_page() is 'Begins the page of a new card in the books; a balance it was born with becomes the opening entry.';

create function bank.open_debt_page(debt_id uuid, household uuid, product text, name text, currency text, created_at timestamp with time zone) returns void language plpgsql volatile;
comment on function bank.open_debt_page(uuid,uuid,text,text,text,timestamp with time zone) is 'Begins the page of a new debt in the books. Refuses: LIMIT.';

create function bank.open_import_account(wanted accounts, import_id uuid) returns accounts language plpgsql volatile;
comment on function bank.open_import_account(accounts,uuid) is 'Opens the account of a file as of the day it begins, with the balance it began with.';

create function bank.open_loan_page() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.open_loan_page() is 'Begins the page of a new loan in the books, with what is owed from its first day.';

create function bank.open_mortgage_page() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.open_mortgage_page() is 'Begins the page of a new mortgage in the books, with what is owed from its first day.';

create function bank.open_offer(application loan_applications, offer_index integer) returns jsonb language plpgsql volatile;
comment on function bank.open_offer(loan_applications,integer) is 'An offer that still stands. Refuses: NOOFR.';

create function bank.open_refinanced(offer refinance_offers, name text, amount numeric) returns uuid language plpgsql volatile;
comment on function bank.open_refinanced(refinance_offers,text,numeric) is 'Opens the loan or mortgage of an accepted offer; what is owed on it is posted next.';

create function bank.opening_row(account accounts, sent transactions) returns transactions language plpgsql volatile;
comment on function bank.opening_row(accounts,transactions) is 'The row the bank itself wrote when the account was opened, if the row now sent says the same and nothing else happened on the account.';

create function bank.opening_worth(household uuid, day date) returns numeric language sql volatile;
comment on function bank.opening_worth(uuid,date) is 'The net worth with which a household began on its first day: opening balances and homes, before anything was earned or spent.';

create function bank.own_clause(query jsonb, side text, household uuid) returns text language sql stable;
comment on function bank.own_clause(jsonb,text,uuid) is 'That a row is the customer''s, or on an account without an owner that they ask for by name.';

create function bank.own_debt(debt_id uuid) returns bank.debts language plpgsql stable;
comment on function bank.own_debt(uuid) is 'One of the caller''s own loans or mortgages. Refuses: NTFND.';

create function bank.part_sql(query jsonb, household uuid) returns text language plpgsql stable;
comment on function bank.part_sql(jsonb,uuid) is 'What of a found row counts: the parts in the categories asked for where it is split, and no principal where spending is asked for; null where the whole row counts.';

create function bank.paused_on(debt bank.debts) returns date language sql stable;
comment on function bank.paused_on(bank.debts) is 'When the last pause of a debt began; null when there was none.';

create function bank.pay_debt(household uuid, debt_id uuid, currency text, amount numeric, account_id uuid, kind text, words text, OUT entry bigint, OUT at timestamp with time zone) returns record language plpgsql volatile;
comment on function bank.pay_debt(uuid,uuid,text,numeric,uuid,text,text) is 'Pays a locked debt from one of the caller''s accounts, or from outside: one entry, and the account''s row. Refuses: NTFND, CLOSD, BADCU, INSUF.';

create function bank.pay_down(mortgage mortgages, account accounts) returns bigint language plpgsql volatile;
comment on function bank.pay_down(mortgages,accounts) is 'Buys a home: the down payment leaves a locked account, the mortgage is owed, the seller gets both. Refuses: INSUF.';

create function bank.payable(amount numeric, remaining numeric) returns numeric language plpgsql immutable;
comment on function bank.payable(numeric,numeric) is 'What is paid of an amount offered: never more than remains. Refuses (OVPAY) when nothing is owed.';

create function bank.peer_leg_account(leg bank.peer_legs) returns accounts language sql volatile;
comment on function bank.peer_leg_account(bank.peer_legs) is 'Returns the account on which a payment is posted again: the one it was made from or to, else the largest in its currency.';

create function bank.peer_legs_since(household uuid, since timestamp with time zone) returns SETOF bank.peer_legs language sql stable;
comment on function bank.peer_legs_since(uuid,timestamp with time zone) is 'Returns the payments to and from other customers that a household has made since an instant and that are not in its ledger, incoming ones first.';

create function bank.people_limits_of(person uuid, currency text) returns TABLE(per_payment numeric, per_day numeric, used numeric) language sql volatile;
comment on function bank.people_limits_of(uuid,text) is 'How much may be paid to people in this currency: at once, on one simulated day, and how much of that is used. What came back is not counted.';

create function bank.period_interest(balance_days numeric, rate numeric) returns numeric language sql immutable;
comment on function bank.period_interest(numeric,numeric) is 'Interest on balances times days: 30/360, to the cent.';

create function bank.plain_words(words text) returns text language sql immutable parallel safe;
comment on function bank.plain_words(text) is 'Words as they are compared: lower case, without marks.';

create function bank.post(household uuid, kind text, description text, at timestamp with time zone, value_at timestamp with time zone, channel text, ledgers uuid[], currencies text[], amounts numeric[], reverses bigint DEFAULT NULL::bigint, payment_id uuid DEFAULT NULL::uuid, event_key text DEFAULT NULL::text) returns bigint language plpgsql volatile;
comment on function bank.post(uuid,text,text,timestamp with time zone,timestamp with time zone,text,uuid[],text[],numeric[],bigint,uuid,text) is 'Writes one entry with its postings into the books and returns its number. Refuses what does not sum to zero.';

create function bank.post_import(account accounts, import_id uuid, lines bank.import_line[], at timestamp with time zone) returns accounts language plpgsql volatile set enable_nestloop=off;
comment on function bank.post_import(accounts,uuid,bank.import_line[],timestamp with time zone) is 'Writes the rows of a file that are posted: entries against the outside world, what the customer sees, and the balance they make.';

create function bank.post_peer_leg(leg bank.peer_legs, account accounts) returns void language plpgsql volatile;
comment on function bank.post_peer_leg(bank.peer_legs,accounts) is 'Posts a payment between customers again in the household to which its customer returned. Refuses: INSUF.';

create function bank.post_purchase(card credit_cards, amount numeric, words text, merchant text, category_id uuid, at timestamp with time zone) returns bigint language plpgsql volatile;
comment on function bank.post_purchase(credit_cards,numeric,text,text,uuid,timestamp with time zone) is 'Writes a charge into the books, with where and on what the money was spent.';

create function bank.post_right(old transactions, amount numeric, words text) returns void language plpgsql volatile;
comment on function bank.post_right(transactions,numeric,text) is 'Posts what a movement should have been, with the accounts locked. Of a transfer the amount is in the currency of the account that pays. Refuses: INSUF, BADAM, NORAT.';

create function bank.postings_to(ledger uuid, entries_to bigint) returns TABLE(entry_id bigint, at timestamp with time zone, value_at timestamp with time zone, kind text, words text, amount numeric, currency text) language sql stable;
comment on function bank.postings_to(uuid,bigint) is 'Returns the postings of a ledger account up to an entry, each with its business day (`value_at`).';

create function bank.price_rises(household uuid, today date) returns SETOF bank.insight language sql stable;
comment on function bank.price_rises(uuid,date) is 'Monthly payments whose price has just gone up. Of the caller.';

create function bank.project_period(debt bank.debts, period bank.debt_period, until date) returns bank.debt_period language plpgsql immutable;
comment on function bank.project_period(bank.debts,bank.debt_period,date) is 'Where a debt will stand on a later day if every installment is paid when it is due.';

create function bank.purge_documents() returns integer language plpgsql volatile;
comment on function bank.purge_documents() is 'Removes for good what was deleted 30 days ago, and files that no document names.';

create function bank.put_into_account(account accounts, amount numeric, kind text, description text, entry_id bigint, at timestamp with time zone, type text DEFAULT 'DEPOSIT'::text, counter_account_id uuid DEFAULT NULL::uuid, category_id uuid DEFAULT NULL::uuid, merchant text DEFAULT NULL::text, exchange_rate numeric DEFAULT NULL::numeric, transaction_id uuid DEFAULT NULL::uuid) returns accounts language plpgsql volatile;
comment on function bank.put_into_account(accounts,numeric,text,text,bigint,timestamp with time zone,text,uuid,uuid,text,numeric,uuid) is 'Raises the balance of a locked account by what an entry has posted to it, and writes the customer''s row.';

create function bank.rate_at(base text, quote text, day date) returns numeric language sql stable;
comment on function bank.rate_at(text,text,date) is 'The rate of a day, or of the last day before it that has one; null where there is none.';

create function bank.rate_on(base text, quote text, day date) returns numeric language plpgsql volatile;
comment on function bank.rate_on(text,text,date) is 'The rate of a day, written down first when the simulated clock has run past the table. A missing rate is a refusal (NORAT), never 1:1.';

create function bank.rate_resets(mortgage mortgages) returns jsonb language sql stable;
comment on function bank.rate_resets(mortgages) is 'Every reset of an adjustable rate, the oldest first.';

create function bank.reapply_peer_payments(household uuid, since timestamp with time zone) returns integer language plpgsql volatile;
comment on function bank.reapply_peer_payments(uuid,timestamp with time zone) is 'Posts the payments to and from other customers made since an instant again, right after the restored state. Refuses (INSUF, with the list) when its balances do not cover them.';

create function bank.recast_payment(debt bank.debts, owed numeric) returns numeric language plpgsql volatile;
comment on function bank.recast_payment(bank.debts,numeric) is 'The installment that repays what is left of a debt with those still to come.';

create function bank.receipt_facts(household uuid, issued bank.issued_documents) returns jsonb language sql stable;
comment on function bank.receipt_facts(uuid,bank.issued_documents) is 'The two or more sides of one movement.';

create function bank.receive_letter(letter person_letters, receiver uuid, account accounts) returns person_payments language plpgsql volatile;
comment on function bank.receive_letter(person_letters,uuid,accounts) is 'Puts what a letter brings on a locked account of the one it was sent to, and tells the sender. The letter is held and pending.';

create function bank.receive_request(letter person_letters, payer uuid, account accounts) returns void language plpgsql volatile;
comment on function bank.receive_request(person_letters,uuid,accounts) is 'Puts what was asked for on a locked account of the one who asked. The letter is held and pending.';

create function bank.receiving_account(person uuid, wanted uuid, currency text) returns uuid language sql stable;
comment on function bank.receiving_account(uuid,uuid,text) is 'Where money in this currency arrives: the account wanted, the one that money from people came to last, or the first. Null when there is none.';

create function bank.reconcile_people(household uuid) returns void language plpgsql volatile;
comment on function bank.reconcile_people(uuid) is 'Squares a household whose books were replaced with its letters: what was not sent there can no longer be taken, what came back comes back, and what arrived elsewhere stays.';

create function bank.reconciled_balance(account_id uuid) returns numeric language sql stable;
comment on function bank.reconciled_balance(uuid) is 'What the reconciled rows of an account add up to.';

create function bank.record_confirmed_address() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.record_confirmed_address() is 'Records the address of a customer who has just signed in with a code or link sent to it.';

create function bank.record_peer_payment() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.record_peer_payment() is 'Keeps the record of a completed payment with its leg.';

create function bank.recovery_code_hash(customer_id uuid, code text) returns bytea language sql immutable;
comment on function bank.recovery_code_hash(uuid,text) is 'What is kept of a recovery code. Case, blanks and hyphens do not count.';

create function bank.redraw_proposal(proposal assistant_proposals) returns void language sql volatile;
comment on function bank.redraw_proposal(assistant_proposals) is 'Shows in the answer that a proposal stands in what has become of it.';

create function bank.refinance_terms(household uuid, purpose text, months integer) returns jsonb language plpgsql volatile;
comment on function bank.refinance_terms(uuid,text,integer) is 'The rate of a refinance offer by the bank''s policy, with the reasons.';

create function bank.refinanced_debts(debt_ids uuid[], purpose text) returns SETOF bank.debts language plpgsql volatile;
comment on function bank.refinanced_debts(uuid[],text) is 'The caller''s own debts that one new one is to pay off, held until the transaction ends. Refuses: NTFND, NOREF.';

create function bank.refuse(code text, message text, details jsonb DEFAULT NULL::jsonb) returns void language plpgsql volatile;
comment on function bank.refuse(text,text,jsonb) is 'Ends the call with a refusal: a code of docs/error-codes.md, a sentence, and the amounts or names it is about.';
grant execute on function bank.refuse(text,text,jsonb) to authenticated;
grant execute on function bank.refuse(text,text,jsonb) to service_role;

create function bank.refuse_change() returns trigger language plpgsql volatile;
comment on function bank.refuse_change() is 'Refuses to change what is written in the books.';

create function bank.refuse_closed_card() returns trigger language plpgsql volatile;
comment on function bank.refuse_closed_card() is 'Refuses (CLOSD) to change anything but the name of a closed card.';

create function bank.refuse_correction(why text, kind text, corrected_by uuid) returns void language plpgsql volatile;
comment on function bank.refuse_correction(text,text,uuid) is 'Refuses to take a movement back (NOCOR) and says why.';

create function bank.refuse_customer_removal() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.refuse_customer_removal() is 'Refuses to remove a customer and leave their books behind.';

create function bank.refuse_dispute(why text, highest numeric, days integer) returns void language plpgsql immutable;
comment on function bank.refuse_dispute(text,numeric,integer) is 'Refuses (NODIS) to look into what cannot be contested.';

create function bank.refuse_household(words text, detail jsonb) returns void language plpgsql volatile;
comment on function bank.refuse_household(text,jsonb) is 'Refuses (HOUSE) a household that contradicts itself.';

create function bank.refuse_posting_removal() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.refuse_posting_removal() is 'The same for postings, whose household is that of their entry.';

create function bank.refuse_refinance(reason text, detail jsonb DEFAULT '{}'::jsonb) returns void language plpgsql immutable;
comment on function bank.refuse_refinance(text,jsonb) is 'Refuses (NOREF) to refinance, with the reason.';

create function bank.refuse_removal() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.refuse_removal() is 'Refuses to remove anything from the books but a household that is being erased.';

create function bank.refuse_return(legs bank.peer_legs[]) returns void language plpgsql stable;
comment on function bank.refuse_return(bank.peer_legs[]) is 'Refuses (INSUF) a return to a checkpoint and lists the payments that it does not cover.';

create function bank.refuse_spending(rule text, most numeric, spent numeric, amount numeric, merchant text, currency text) returns void language plpgsql immutable;
comment on function bank.refuse_spending(text,numeric,numeric,numeric,text,text) is 'Refuses (SPLIM) what a virtual card is not for.';

create function bank.refuse_ticket(ticket tickets, sentence text) returns void language plpgsql immutable;
comment on function bank.refuse_ticket(tickets,text) is 'Refuses (TKEND) what a ticket''s state does not allow.';

create function bank.remember(request_id text, params jsonb, result jsonb) returns void language plpgsql volatile;
comment on function bank.remember(text,jsonb,jsonb) is 'Keeps the answer to a request. Refused attempts are not kept: they are rolled back.';

create function bank.remove_document_file() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.remove_document_file() is 'Removes the file of a document that is deleted for good, and takes it off the rows it was attached to.';

create function bank.remove_row_words() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.remove_row_words() is 'What was written about rows goes with them.';

create function bank.rename_account_page() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.rename_account_page() is 'The page in the books carries the name of its account, also after the account is gone.';

create function bank.rename_debt_page() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.rename_debt_page() is 'The page in the books carries the name of its debt, also after the debt is gone.';

create function bank.replay(request_id text, params jsonb) returns jsonb language plpgsql volatile;
comment on function bank.replay(text,jsonb) is 'What this request was answered before, null when it is new. Call it first, before rows are locked. Refuses the same id for other parameters (RQDIF).';

create function bank.require_proof(within interval) returns void language plpgsql volatile;
comment on function bank.require_proof(interval) is 'Refuses (PROOF) unless the caller''s session has proven who it is within this time: with the second factor where there is one.';

create function bank.reset_variable_rates(steps jsonb) returns void language sql volatile;
comment on function bank.reset_variable_rates(jsonb) is 'Writes the new rates and installments of adjustable mortgages.';

create function bank.restate_balances(account_id uuid, since timestamp with time zone) returns void language sql volatile;
comment on function bank.restate_balances(uuid,timestamp with time zone) is 'Brings the running balances of an account up to date, in the order of dates, from an instant on: after a past-dated transaction.';

create function bank.restore_budget(proposal assistant_proposals) returns void language plpgsql volatile;
comment on function bank.restore_budget(assistant_proposals) is 'Gives a category the limit again that it had before a proposal. Refuses: NOCOR.';

create function bank.reverse_import(undone imports, at timestamp with time zone) returns numeric language plpgsql volatile set enable_nestloop=off;
comment on function bank.reverse_import(imports,timestamp with time zone) is 'Writes the reversal of every entry of an import and the balance that remains; returns by how much it changed.';

create function bank.rolled_over(amount numeric, rollover text, cap numeric) returns numeric language sql immutable;
comment on function bank.rolled_over(numeric,text,numeric) is 'What of the amount left at the end of a month goes into the next one.';

create function bank.row_clause(condition jsonb, side text, household uuid, zone text) returns text language plpgsql volatile;
comment on function bank.row_clause(jsonb,text,uuid,text) is 'One condition of a search as SQL. What is not known holds for no row: nothing asked is ever widened.';

create function bank.row_order_key(household uuid) returns bigint language sql immutable;
comment on function bank.row_order_key(uuid) is 'A lock for those who cannot lock a household''s rows in id order (one raw insert of many rows): they hold it alone, those who lock two accounts share it.';

create function bank.row_sayings(customer_id uuid, household jsonb, lines bank.household_line[]) returns bank.row_saying[] language sql volatile;
comment on function bank.row_sayings(uuid,jsonb,bank.household_line[]) is 'What a file says about rows, by the names that they have now.';

create function bank.row_words(description text, merchant text) returns text language sql immutable parallel safe;
comment on function bank.row_words(text,text) is 'What words are looked for in, as the indexes hold it.';

create function bank.rows_as_they_are(household uuid, row_ids text[]) returns SETOF bank.row_change language sql volatile;
comment on function bank.rows_as_they_are(uuid,text[]) is 'What these rows of a customer say now.';

create function bank.rows_named(household uuid, row_ids text[]) returns TABLE(row_id text, transaction_id uuid, card_id uuid, entry_id bigint, amount numeric, currency text) language sql volatile;
comment on function bank.rows_named(uuid,text[]) is 'The rows of a customer by their names, once each; names that are none of theirs are left out. The amount is above zero.';

create function bank.rows_of(household uuid) returns TABLE(row_id text, at timestamp with time zone, title text, said text, amount numeric, currency text, flow text, account_id uuid, card_id uuid, type text, merchant text, category_id uuid) language sql stable;
comment on function bank.rows_of(uuid) is 'Every row of a customer that rules can write about, as rules look at it.';

create function bank.rows_put_right(undone imports) returns SETOF transactions language sql stable set enable_nestloop=off;
comment on function bank.rows_put_right(imports) is 'What stands today in place of rows of an import that were corrected, however often.';

create function bank.rule_changes(rule row_rules) returns jsonb language sql immutable;
comment on function bank.rule_changes(row_rules) is 'What a rule makes rows say.';

create function bank.rule_fits(rule row_rules, said text, amount numeric, account_id uuid, card_id uuid, flow text, type text) returns boolean language sql immutable;
comment on function bank.rule_fits(row_rules,text,numeric,uuid,uuid,text,text) is 'Whether a rule is for a row that says this, in small letters. A rule that names an account and a card is for both.';

create function bank.rule_plan(household uuid, rules row_rules[], wanted row_rules, with_by_hand boolean) returns TABLE(row_id text, at timestamp with time zone, title text, amount numeric, currency text, flow text, category_id uuid, rule_id uuid, by_hand boolean, changes jsonb) language sql stable;
comment on function bank.rule_plan(uuid,row_rules[],row_rules,boolean) is 'Which of these rules, in this order, wins which rows of a customer, and what it would change there: null when nothing. With a wanted rule only rows that it fits.';

create function bank.rules_in_order(household uuid) returns row_rules[] language sql stable;
comment on function bank.rules_in_order(uuid) is 'The rules of a customer that are on, the first one first.';

create function bank.scheduled_payment_target(rule scheduled_payments, OUT id uuid, OUT currency text, OUT closed boolean) returns record language sql stable;
comment on function bank.scheduled_payment_target(scheduled_payments) is 'The own product a scheduled payment goes to; nothing when it goes outside.';

create function bank.search_clauses(query jsonb, side text, household uuid, zone text, indexed boolean) returns text language plpgsql volatile;
comment on function bank.search_clauses(jsonb,text,uuid,text,boolean) is 'All conditions of a search, or those alone that an index in the order of time can follow. Refuses: BADTX.';

create function bank.search_order(sort text, row_id text) returns text language sql immutable;
comment on function bank.search_order(text,text) is 'The order of what is found; the last word is the id''s, so that no row is read twice or left out.';

create function bank.search_source(query jsonb, side text, household uuid, zone text, before jsonb, walk integer, skipped integer DEFAULT 0) returns text language sql volatile;
comment on function bank.search_source(jsonb,text,uuid,text,jsonb,integer,integer) is 'The customer''s rows of one side in the order of the search, so many at most.';

create function bank.search_sql(query jsonb, side text, household uuid, zone text, before jsonb, walk integer) returns text language sql volatile;
comment on function bank.search_sql(jsonb,text,uuid,text,jsonb,integer) is 'The rows of one side, accounts or cards, that a search asks for; with `walk`, among so many of the latest alone.';

create function bank.send_letter(letter person_letters, account accounts, name text) returns person_payments language plpgsql volatile;
comment on function bank.send_letter(person_letters,accounts,text) is 'Takes what a letter brings from a locked account of its sender and keeps it among their payments.';

create function bank.set_clocks(steps jsonb) returns void language sql volatile;
comment on function bank.set_clocks(jsonb) is 'Moves the clocks to the end of these steps and keeps the engine''s memory.';

create function bank.set_pause(debt bank.debts, until date, since date) returns void language sql volatile;
comment on function bank.set_pause(bank.debts,date,date) is 'Writes until when a locked debt is paused, and since when.';

create function bank.set_principal() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.set_principal() is 'Divides a payment on a loan or mortgage into principal, which is not spending, and interest and fees.';

create function bank.settle_clearing(household uuid, before jsonb) returns void language plpgsql volatile;
comment on function bank.settle_clearing(uuid,jsonb) is 'Takes over in the bank''s own ledger what a replaced or erased household had in clearing, so that clearing equals open transfers.';

create function bank.settle_interest(debt bank.debts) returns bank.debts language plpgsql volatile;
comment on function bank.settle_interest(bank.debts) is 'Posts the interest since the last due date on a locked debt that is about to be paid off. Refuses (CLOCK) while an installment waits for the engine.';

create function bank.settle_proposal(proposal_id uuid, state text, outcome text, undo jsonb DEFAULT NULL::jsonb) returns assistant_proposals language plpgsql volatile;
comment on function bank.settle_proposal(uuid,text,text,jsonb) is 'Keeps what became of a proposal, also in the answer it stands in.';

create function bank.settled_to(household uuid) returns timestamp with time zone language sql volatile;
comment on function bank.settled_to(uuid) is 'The simulated instant until which everything of a household has been posted: what is due by itself comes with the engine''s next visit.';

create function bank.share_of_month(month date, today date) returns numeric language sql immutable;
comment on function bank.share_of_month(date,date) is 'How much of a month is gone when a day is over.';

create function bank.show_card() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.show_card() is 'Lets the owner of a card see what was posted on it before.';

create function bank.show_on_cards() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.show_on_cards() is 'Lets cards'' owners see what was just posted on them.';

create function bank.spare_account_number(number text) returns text language sql volatile;
comment on function bank.spare_account_number(text) is 'The number an account had, when nobody has it now; null otherwise, so that it gets a new one.';

create function bank.spare_card_number(number text) returns text language sql volatile;
comment on function bank.spare_card_number(text) is 'The number a card had, when nobody has it now; null otherwise, so that it gets a new one.';

create function bank.spent_this_month(card credit_cards, category_id uuid) returns numeric language sql volatile;
comment on function bank.spent_this_month(credit_cards,uuid) is 'What a card was charged with in the present month, on a category or (null) in all. What was given back does not count against it.';

create function bank.standing_of(household uuid, expects jsonb) returns jsonb language sql stable;
comment on function bank.standing_of(uuid,jsonb) is 'What a preview rests on, as it stands now.';

create function bank.state_clause(what text, side text, household uuid) returns text language plpgsql volatile;
comment on function bank.state_clause(text,text,uuid) is 'That a row is, or has, this. What is not known holds for no row.';

create function bank.statement_facts(ledger uuid, issued bank.issued_documents) returns jsonb language sql stable;
comment on function bank.statement_facts(uuid,bank.issued_documents) is 'A statement of an account: opening balance, transactions, closing balance.';

create function bank.statement_lines(ledger uuid, issued bank.issued_documents, earlier_entries_to bigint) returns jsonb language sql stable;
comment on function bank.statement_lines(uuid,bank.issued_documents,bigint) is 'Returns the transactions of a statement in the order of their business days, in the time zone the customer had then.';

create function bank.statement_months(household uuid, zone text, settled timestamp with time zone) returns TABLE(ledger_id uuid, name text, currency text, terms jsonb, period_from date, period_to date, from_at timestamp with time zone, to_at timestamp with time zone) language sql stable;
comment on function bank.statement_months(uuid,text,timestamp with time zone) is 'The months of a household''s accounts that have closed and have no statement yet.';

create function bank.stop_clock(household uuid) returns void language plpgsql volatile;
comment on function bank.stop_clock(uuid) is 'Holds the household''s clock alone until the transaction ends; waits up to 5 s, then refuses (CLOCK).';

create function bank.stored_bytes(customer_id uuid) returns bigint language sql stable;
comment on function bank.stored_bytes(uuid) is 'Returns how many bytes a customer''s uploads and pictures take.';

create function bank.system_account(name text) returns uuid language sql immutable parallel safe;
comment on function bank.system_account(text) is 'Returns the ledger account that the bank itself keeps under this name: cash_clearing (money from and to the outside world), interest, fee_income, rewards, adjustments, opening_balances, currency_exchange, closed_accounts, charge_offs, transfer_clearing (money on its way to another customer).';

create function bank.system_pages() returns TABLE(name text, ledger_id uuid) language sql immutable;
comment on function bank.system_pages() is 'The bank''s own pages by the names they have in a household''s file.';

create function bank.take_arrival(arrival_id uuid) returns jsonb language plpgsql volatile;
comment on function bank.take_arrival(uuid) is 'A household''s file whose pieces have arrived. Refuses: HOUSE.';

create function bank.take_back(old transactions) returns void language plpgsql volatile;
comment on function bank.take_back(transactions) is 'Posts the opposite of a movement, with the accounts locked, and links the rows of both. Refuses: INSUF, CLOSD, BADAM.';

create function bank.take_back_put_right(undone imports) returns void language plpgsql volatile;
comment on function bank.take_back_put_right(imports) is 'Takes back what stands in place of corrected rows of an import. Refuses: INSUF.';

create function bank.take_echo(account accounts, sent numeric) returns boolean language plpgsql volatile;
comment on function bank.take_echo(accounts,numeric) is 'Whether a balance written to an account is the echo of a row the same customer inserted: some earlier balance plus that row. Each row has one.';

create function bank.take_from_account(account accounts, amount numeric, kind text, description text, entry_id bigint, at timestamp with time zone, type text DEFAULT 'WITHDRAWAL'::text, counter_account_id uuid DEFAULT NULL::uuid, category_id uuid DEFAULT NULL::uuid, merchant text DEFAULT NULL::text, exchange_rate numeric DEFAULT NULL::numeric, transaction_id uuid DEFAULT NULL::uuid) returns accounts language plpgsql volatile;
comment on function bank.take_from_account(accounts,numeric,text,text,bigint,timestamp with time zone,text,uuid,uuid,text,numeric,uuid) is 'Lowers the balance of a locked account by what an entry has posted to it, and writes the customer''s row. Refuses (INSUF) what is not there.';

create function bank.takes_at_once(payer uuid, address text) returns uuid language sql stable;
comment on function bank.takes_at_once(uuid,text) is 'Who has this address and takes the payer''s money at once; null for everybody else, whether the bank knows them or not.';

create function bank.tax_facts(household uuid, issued bank.issued_documents) returns jsonb language sql stable;
comment on function bank.tax_facts(uuid,bank.issued_documents) is 'The interest of a year, product by product: earned and paid.';

create function bank.tell(household uuid, subject uuid, kind text, words text, facts jsonb) returns void language plpgsql volatile;
comment on function bank.tell(uuid,uuid,text,text,jsonb) is 'Tells the customer what happened to one of their debts without money moving.';

create function bank.tell_ended_session() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.tell_ended_session() is 'Tells the browsers of a customer that one of their sessions has ended.';

create function bank.tell_of_card(card credit_cards, at timestamp with time zone, kind text, words text, subject uuid, occasion text, facts jsonb DEFAULT '{}'::jsonb) returns void language sql volatile;
comment on function bank.tell_of_card(credit_cards,timestamp with time zone,text,text,uuid,text,jsonb) is 'Keeps among what happened to a household what a verb did about a card. Amounts in the facts are minor units.';

create function bank.ticket_about(household uuid, about text, OUT kind text, OUT name text) returns record language plpgsql volatile;
comment on function bank.ticket_about(uuid,text) is 'What a customer''s ticket is about: which kind of thing of theirs, and in words. Refuses (NTFND) what is not theirs.';

create function bank.today_for(customer_id uuid) returns date language sql volatile;
comment on function bank.today_for(uuid) is 'Which day it is for this customer, in their own time zone.';

create function bank.turn_period(period bank.debt_period, start_date date, number integer) returns bank.debt_period language plpgsql immutable;
comment on function bank.turn_period(bank.debt_period,date,integer) is 'The period before another due date.';

create function bank.unmake_rule(proposal assistant_proposals) returns void language plpgsql volatile;
comment on function bank.unmake_rule(assistant_proposals) is 'Deletes the rule that a proposal made, while it has not acted. Refuses: NOCOR.';

create function bank.unpaid_charges(debt_id uuid, before_entry bigint) returns numeric language sql stable;
comment on function bank.unpaid_charges(uuid,bigint) is 'Interest and fees that were posted on a loan or mortgage before an entry and are not paid yet.';

create function bank.use_virtual_card(card credit_cards, virtual_card_id uuid, amount numeric, shop text) returns text language plpgsql volatile;
comment on function bank.use_virtual_card(credit_cards,uuid,numeric,text) is 'Spends with a virtual card of a locked card and returns how the charge is described. Refuses: NTFND, CLOSD, FROZN, SPLIM.';

create function bank.value_date(account accounts, wanted timestamp with time zone) returns timestamp with time zone language plpgsql volatile;
comment on function bank.value_date(accounts,timestamp with time zone) is 'The date a raw row is kept under: within the life of its account and not in the future (BADDT), and not shared with another row.';

create function bank.wake_engine(household uuid) returns void language sql volatile;
comment on function bank.wake_engine(uuid) is 'Tells the engine that the rules or products of a household have changed.';

create function bank.wake_engine_for_page() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.wake_engine_for_page() is 'A product was opened.';

create function bank.wake_engine_for_row() returns trigger language plpgsql volatile security definer set search_path="";
comment on function bank.wake_engine_for_row() is 'A row that the engine acts on was made, changed or removed.';

create function bank.wake_for_letters(person uuid) returns void language sql volatile;
comment on function bank.wake_for_letters(uuid) is 'Lets the schedule look at a household when the next of its letters expires.';

create function bank.walk_of_all(query jsonb, household uuid, zone text) returns integer language plpgsql volatile;
comment on function bank.walk_of_all(jsonb,uuid,text) is 'How many of the latest rows of each side are all that a search is about; null when these are too many to be walked through, or nothing is asked that an index of words could find.';

create function bank.was_reported(dispute card_disputes, charge bank.entries) returns boolean language sql stable;
comment on function bank.was_reported(card_disputes,bank.entries) is 'Whether the card had been reported lost or stolen within 60 days of the charge when the dispute was opened.';

create function bank.wave(day integer, period integer) returns numeric language sql immutable strict;
comment on function bank.wave(integer,integer) is 'A smooth swing between -1 and 1 that comes back after so many days.';

create function bank.why_no_pause(debt bank.debts, today date) returns text language sql stable;
comment on function bank.why_no_pause(bank.debts,date) is 'Why a debt cannot be paused: nothing is owed, it is paused already, it was within the last twelve months, it is 90 days past due; null when it can.';

create function bank.words_clause(words text, side text, household uuid) returns text language plpgsql stable;
comment on function bank.words_clause(text,text,uuid) is 'That a word stands in the description, merchant, note or category of a row.';

create function bank.words_for(way text, name text, note text) returns text language sql immutable;
comment on function bank.words_for(text,text,text) is 'What the history of an account says of a payment between people.';

create function bank.words_of(merchant text, description text) returns text language sql immutable;
comment on function bank.words_of(text,text) is 'What a row says, as rules look at it.';

create function bank.worth_in(amount numeric, currency text, target text, day date) returns numeric language sql stable;
comment on function bank.worth_in(numeric,text,text,date) is 'An amount in another currency by the rate of a day, or of the last day before it that has one; null where there is none.';

create function bank.write_debt(debt bank.debts, owed numeric, payment numeric, entry bigint, at timestamp with time zone) returns void language sql volatile;
comment on function bank.write_debt(bank.debts,numeric,numeric,bigint,timestamp with time zone) is 'What the bank itself changes about a locked debt, with the entry that did it.';

create function bank.write_engine_entries(lines bank.engine_line[]) returns void language plpgsql volatile;
comment on function bank.write_engine_entries(bank.engine_line[]) is 'Writes the entries of the engine into the books.';

create function bank.write_engine_products(steps jsonb) returns void language sql volatile;
comment on function bank.write_engine_products(jsonb) is 'Brings due dates, arrears, rewards and next occurrences up to the end of these steps.';

create function bank.write_goals(steps jsonb) returns void language sql volatile;
comment on function bank.write_goals(jsonb) is 'Writes what these steps put toward goals, and which of them were reached.';

create function bank.write_happenings(steps jsonb) returns void language sql volatile;
comment on function bank.write_happenings(jsonb) is 'Keeps what happened without money moving, the statements of cards and the decisions about disputes.';

create function bank.write_installment(debt bank.debts, payment numeric) returns void language plpgsql volatile;
comment on function bank.write_installment(bank.debts,numeric) is 'Gives a locked debt another installment than its terms at the start had, and tells so.';

create function bank.write_letter(sender uuid, kind text, address text, amount numeric, currency text, note text) returns person_letters language plpgsql volatile;
comment on function bank.write_letter(uuid,text,text,numeric,text,text) is 'Sends or asks for money by email address. Looks nobody up but the sender. Refuses: ISYOU, LIMIT.';

create function bank.write_message(ticket tickets, author text, words text, document_ids uuid[] DEFAULT '{}'::uuid[]) returns uuid language plpgsql volatile;
comment on function bank.write_message(tickets,text,text,uuid[]) is 'Adds a message with its attachments to a ticket. Refuses: LIMIT, NTFND.';

create function bank.write_rows(household uuid, wanted bank.row_change[]) returns void language plpgsql volatile;
comment on function bank.write_rows(uuid,bank.row_change[]) is 'Writes what rows of a customer shall say. Refuses: LIMIT.';

create function bank.write_tags(household uuid, wanted bank.row_change[]) returns void language plpgsql volatile;
comment on function bank.write_tags(uuid,bank.row_change[]) is 'Gives rows their tags. Refuses: LIMIT.';

create function bank.write_transaction(account accounts, amount numeric, direction text, type text, kind text, description text, entry_id bigint, at timestamp with time zone, counter_account_id uuid DEFAULT NULL::uuid, category_id uuid DEFAULT NULL::uuid, merchant text DEFAULT NULL::text, exchange_rate numeric DEFAULT NULL::numeric, transaction_id uuid DEFAULT NULL::uuid) returns void language plpgsql volatile;
comment on function bank.write_transaction(accounts,numeric,text,text,text,text,bigint,timestamp with time zone,uuid,uuid,text,numeric,uuid) is 'Writes the row the customer sees, for an account whose balance has been changed.';

create function begin_fast_forward(customer_id uuid, run_id uuid, request text) returns TABLE(current_run uuid, state text) language plpgsql volatile security definer set search_path="";
comment on function begin_fast_forward(uuid,uuid,text) is 'Begins a fast-forward unless one is running: then says whether it was asked for by an equal request. Returns no row for a customer who is unknown. For the server''s functions.';
grant execute on function begin_fast_forward(uuid,uuid,text) to service_role;

create function begin_play(customer_id uuid, arrival_id uuid, pack jsonb) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function begin_play(uuid,uuid,jsonb) is 'Begins a pack for a customer with the household of it that has arrived, in one transaction: a new generation. For the server''s functions. Refuses: CLOCK, LIMIT, HOUSE and what the loader refuses.';
grant execute on function begin_play(uuid,uuid,jsonb) to service_role;

create function block_sender(letter_id uuid) returns void language plpgsql volatile security definer set search_path="";
comment on function block_sender(uuid) is 'Blocks whoever sent this: nothing of theirs shows any more, and they are not told. Refuses: NTFND, LIMIT.';
grant execute on function block_sender(uuid) to authenticated;

create function bring_household(arrival_id uuid, ordinal integer, piece text) returns void language sql volatile security definer set search_path="";
comment on function bring_household(uuid,integer,text) is 'Takes one piece of a household''s file, for restore_household. For the server''s functions.';
grant execute on function bring_household(uuid,integer,text) to service_role;

create function budget_history(months integer DEFAULT 12) returns TABLE(category_id uuid, month date, currency text, amount numeric, available numeric, spent numeric) language plpgsql volatile security definer set search_path="";
comment on function budget_history(integer) is 'The last months of every category, the present one among them: limit, what was available and what was spent. Refuses: BADDT.';
grant execute on function budget_history(integer) to authenticated;

create function budget_month(month date DEFAULT NULL::date) returns TABLE(starts_on date, currency text, mode text, since date, days integer, day integer, first_month date, income numeric, assigned numeric, to_assign numeric, left_out text[]) language plpgsql volatile security definer set search_path="";
comment on function budget_month(date) is 'A month of the budgets as a whole, by default the present one: how many days it has and how many are gone, since when there is anything to look at, what came in, what of it was assigned to categories and what is left to assign; and the currencies whose spending has no rate and is not counted. Refuses: BADDT.';
grant execute on function budget_month(date) to authenticated;

create function budget_status(month date DEFAULT NULL::date) returns TABLE(month_start date, category_id uuid, category text, currency text, amount numeric, rollover text, rollover_cap numeric, rolled_over numeric, moved numeric, available numeric, spent numeric, remaining numeric, pace numeric, expected numeric) language plpgsql volatile security definer set search_path="";
comment on function budget_status(date) is 'How the budgets of a month stand, category by category, by default in the present month: which month it is, limit, what was rolled over and moved, what is available in all, spent and remaining, the share of the month gone and what was to be spent by now. Without a limit the amounts are null. Refuses: BADDT.';
grant execute on function budget_status(date) to authenticated;

create function cancel_letter(letter_id uuid, request_id text DEFAULT NULL::text) returns void language plpgsql volatile security definer set search_path="";
comment on function cancel_letter(uuid,text) is 'Takes back a payment that nobody has taken yet, or a request that nobody has answered. Refuses: NTFND, NOTOP, CLOSD, CLOCK.';
grant execute on function cancel_letter(uuid,text) to authenticated;

create function card_interest_days(card_id uuid) returns TABLE(day date, balance numeric, interest numeric, in_grace boolean) language plpgsql volatile security definer set search_path="";
comment on function card_interest_days(uuid) is 'Each day since the last statement of one of the caller''s cards: what was owed at its end, what interest it adds at a 365th of the yearly rate (once the grace period is lost, not on what was repaid by the due date), and whether grace holds, so that it is not charged. Before the due date grace holds as long as the statement can still be paid in full. Nothing for a closed card. Refuses: NTFND.';
grant execute on function card_interest_days(uuid) to authenticated;

create function card_secrets(card_id uuid) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function card_secrets(uuid) is 'Number, expiry and security code of one of the caller''s open cards: {card_number, expires_on, security_code}. Refuses: NTFND, CLOSD.';
grant execute on function card_secrets(uuid) to authenticated;

create function charge_credit_card(card_id uuid, amount numeric, merchant text DEFAULT NULL::text, category text DEFAULT NULL::text, description text DEFAULT NULL::text, request_id text DEFAULT NULL::text, virtual_card_id uuid DEFAULT NULL::uuid) returns credit_cards language plpgsql volatile security definer set search_path="";
comment on function charge_credit_card(uuid,numeric,text,text,text,text,uuid) is 'Spends with one of the caller''s cards, or with a virtual card of it, and returns the card. The category is a name or an id. Refuses: BADAM, NTFND, CLOSD, FROZN, OVRLM, SPLIM, BADTX, RQDIF.';
grant execute on function charge_credit_card(uuid,numeric,text,text,text,text,uuid) to authenticated;

create function check_request() returns void language plpgsql stable security definer set search_path="";
comment on function check_request() is 'Runs before every request. Refuses customers without a live session, also suspended ones (ENDED), and sessions that lack the customer''s second factor (PROOF).';
grant execute on function check_request() to anon;
grant execute on function check_request() to authenticated;
grant execute on function check_request() to service_role;

create function claim_due_households(most integer DEFAULT 200) returns SETOF uuid language sql volatile security definer set search_path="";
comment on function claim_due_households(integer) is 'Households in which something is due, each given to one caller: if that one fails, they come up again two minutes later.';
grant execute on function claim_due_households(integer) to service_role;

create function claim_push_news(most integer DEFAULT 500) returns TABLE(subscription_id uuid, endpoint text, p256dh text, auth text, items jsonb) language plpgsql volatile security definer set search_path="";
comment on function claim_push_news(integer) is 'What the sender has to tell, browser by browser; each piece is handed out once, to one of several senders. For the server''s functions.';
grant execute on function claim_push_news(integer) to service_role;

create function close_account(account_id uuid, sweep_to_account_id uuid DEFAULT NULL::uuid, request_id text DEFAULT NULL::text) returns accounts language plpgsql volatile security definer set search_path="";
comment on function close_account(uuid,uuid,text) is 'Closes one of the caller''s accounts; what is on it goes to another of theirs. Its history stays. Refuses: NTZRO, NTFND, CLOSD, SAMAC, NORAT, RQDIF.';
grant execute on function close_account(uuid,uuid,text) to authenticated;

create function close_credit_card(card_id uuid, request_id text DEFAULT NULL::text) returns credit_cards language plpgsql volatile security definer set search_path="";
comment on function close_credit_card(uuid,text) is 'Closes one of the caller''s cards for good, with its virtual cards, its autopay and the rules that pay it, and returns it. What the open cycle accrued in interest or rewards lapses; history and statements stay. Refuses: NTFND, CLOSD, OWING, RQDIF.';
grant execute on function close_credit_card(uuid,text) to authenticated;

create function confirm_proposal(proposal_id uuid) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function confirm_proposal(uuid) is 'Does what one of the caller''s proposals says, once: `acted` says whether it was this call. Does nothing and says `changed` where the balances it was shown with have changed. Refuses: NTFND, CLOCK.';
grant execute on function confirm_proposal(uuid) to authenticated;

create function continue_fast_forward(run_id uuid) returns boolean language sql volatile security definer set search_path="";
comment on function continue_fast_forward(uuid) is 'Extends a run by five seconds. False when it took longer than that and another one has begun. For the server''s functions.';
grant execute on function continue_fast_forward(uuid) to service_role;

create function contribute_to_goal(goal_id uuid, amount numeric, account_id uuid, request_id text DEFAULT NULL::text) returns goals language plpgsql volatile security definer set search_path="";
comment on function contribute_to_goal(uuid,numeric,uuid,text) is 'Moves money from one of the caller''s accounts to the account of a goal, and gives it to the goal; from its own account it is only set aside. Returns the goal. Refuses: BADAM, NTFND, CLOSD, SAMAC, INSUF, NORAT, RQDIF.';
grant execute on function contribute_to_goal(uuid,numeric,uuid,text) to authenticated;

create function correct_row(row_id text, right_amount numeric DEFAULT NULL::numeric, description text DEFAULT NULL::text, request_id text DEFAULT NULL::text) returns SETOF transactions language plpgsql volatile security definer set search_path="";
comment on function correct_row(text,numeric,text,text) is 'Takes a deposit, withdrawal or own transfer back by a new entry, and posts what was right where an amount is given (of a transfer in the currency of the account that pays). Returns the new movements on the account. Refuses: NTFND, NOCOR, CLOSD, INSUF, BADAM, BADTX, NORAT, RQDIF.';
grant execute on function correct_row(text,numeric,text,text) to authenticated;

create function create_virtual_card(card_id uuid, name text DEFAULT NULL::text, spend_limit numeric DEFAULT NULL::numeric, merchant text DEFAULT NULL::text, single_use boolean DEFAULT false, request_id text DEFAULT NULL::text) returns virtual_cards language plpgsql volatile security definer set search_path="";
comment on function create_virtual_card(uuid,text,numeric,text,boolean,text) is 'Makes a virtual card that spends from one of the caller''s cards, and returns it. It expires at the end of the month two years on. Refuses: BADAM, BADNM, BADTX, NTFND, LIMIT, RQDIF.';
grant execute on function create_virtual_card(uuid,text,numeric,text,boolean,text) to authenticated;

create function credit_facts(customer_id uuid, currency text DEFAULT NULL::text) returns jsonb language sql volatile security definer set search_path="";
comment on function credit_facts(uuid,text) is 'What the bank knows of a customer''s credit. For the server''s functions.';
grant execute on function credit_facts(uuid,text) to service_role;

create function customer_net_worth(customer_id uuid) returns TABLE(amount numeric, currency text) language sql volatile security definer set search_path="";
comment on function customer_net_worth(uuid) is 'A customer''s net worth now, in their base currency, for the summary of a fast-forward. For the server''s functions.';
grant execute on function customer_net_worth(uuid) to service_role;

create function decline_letter(letter_id uuid, note text DEFAULT NULL::text, request_id text DEFAULT NULL::text) returns void language plpgsql volatile security definer set search_path="";
comment on function decline_letter(uuid,text,text) is 'Declines a request, or money that was sent, which then goes back. A declined request moves no money. Refuses: NTFND, NOTOP, BADTX, CLOCK.';
grant execute on function decline_letter(uuid,text,text) to authenticated;

create function delete_my_account() returns account_deletions language plpgsql volatile security definer set search_path="";
comment on function delete_my_account() is 'Has the caller''s account erased seven days from now; it can be kept until then. Refuses: PROOF.';
grant execute on function delete_my_account() to authenticated;

create function deposit(account_id uuid, amount numeric, description text DEFAULT NULL::text, request_id text DEFAULT NULL::text) returns accounts language plpgsql volatile security definer set search_path="";
comment on function deposit(uuid,numeric,text,text) is 'Puts money into one of the caller''s accounts and returns the account. Refuses: BADAM, NTFND, CLOSD, RQDIF.';
grant execute on function deposit(uuid,numeric,text,text) to authenticated;

create function describe_rows(row_ids text[], changes jsonb) returns row_edits language plpgsql volatile security definer set search_path="";
comment on function describe_rows(text[],jsonb) is 'Changes what rows say, all of them or none: `category_id`, `description`, `merchant`, `note`, `tags` (all of them), `add_tags`, `remove_tags`; what is not named stays. Returns the edit, which can be undone. Refuses: NTFND, LIMIT, BADTX.';
grant execute on function describe_rows(text[],jsonb) to authenticated;

create function detach_document(document_id uuid, row_id text DEFAULT NULL::text) returns row_attachments language plpgsql volatile security definer set search_path="";
comment on function detach_document(uuid,text) is 'Takes a document off a row; the document stays. Refuses: NTFND.';
grant execute on function detach_document(uuid,text) to authenticated;

create function dismiss_proposal(proposal_id uuid) returns assistant_proposals language plpgsql volatile security definer set search_path="";
comment on function dismiss_proposal(uuid) is 'Puts one of the caller''s open proposals away. Refuses: NTFND.';
grant execute on function dismiss_proposal(uuid) to authenticated;

create function document_facts(customer_id uuid, document_id uuid) returns jsonb language plpgsql stable security definer set search_path="";
comment on function document_facts(uuid,uuid) is 'What a document of the bank says, and where its file is kept once it has been made. For the server''s functions. Refuses: NTFND.';
grant execute on function document_facts(uuid,uuid) to service_role;

create function end_fast_forward(run_id uuid, answer jsonb) returns void language sql volatile security definer set search_path="";
comment on function end_fast_forward(uuid,jsonb) is 'Ends a run and keeps its answer for equal requests, for ten seconds. For the server''s functions.';
grant execute on function end_fast_forward(uuid,jsonb) to service_role;

create function end_session(session_id uuid) returns void language plpgsql volatile security definer set search_path="";
comment on function end_session(uuid) is 'Signs the caller out of one browser. Refuses: NTFND.';
grant execute on function end_session(uuid) to authenticated;

create function engine_households(customer_ids uuid[]) returns SETOF json language sql stable security definer set search_path="" set plan_cache_mode=force_generic_plan;
comment on function engine_households(uuid[]) is 'Households as the engine lives them. For the server''s functions.';
grant execute on function engine_households(uuid[]) to service_role;

create function enter(time_zone text DEFAULT NULL::text) returns customers language plpgsql volatile security definer set search_path="";
comment on function enter(text) is 'Comes into the bank: makes the customer''s row the first time, with the time zone of the browser, and returns it.';
grant execute on function enter(text) to authenticated;

create function erase_household(customer_id uuid DEFAULT NULL::uuid) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function erase_household(uuid) is 'Erases everything of the caller (for the service role: of any customer): products, history and books. A tombstone that only counts remains.';
grant execute on function erase_household(uuid) to authenticated;
grant execute on function erase_household(uuid) to service_role;

create function exchange_effects(from_day date, to_day date) returns TABLE(currency text, amount numeric) language plpgsql volatile security definer set search_path="";
comment on function exchange_effects(date,date) is 'What changing rates alone added to (above zero) or took from the worth of what the caller held in other currencies, debts too, between the ends of two days: in the base currency, by currency. Homes are not in the books. A currency without a rate is not told. Refuses: BADDT.';
grant execute on function exchange_effects(date,date) to authenticated;

create function export_household(customer_id uuid DEFAULT NULL::uuid) returns jsonb language plpgsql stable security definer set search_path="";
comment on function export_household(uuid) is 'The caller''s whole household as one file (for the service role: of any customer). Refuses: NTFND, NOUSR.';
grant execute on function export_household(uuid) to authenticated;
grant execute on function export_household(uuid) to service_role;

create function fast_forward_answer(run_id uuid) returns TABLE(is_running boolean, answer jsonb) language sql stable security definer set search_path="";
comment on function fast_forward_answer(uuid) is 'Whether a run is under way, or how it ended. For the server''s functions.';
grant execute on function fast_forward_answer(uuid) to service_role;

create function finish_lesson(lesson text DEFAULT NULL::text, answered integer DEFAULT NULL::integer, answered_right integer DEFAULT NULL::integer) returns lesson_progress language plpgsql volatile security definer set search_path="";
comment on function finish_lesson(text,integer,integer) is 'Notes a try at the questions of a lesson and returns the caller''s standing in it: the best counts. Refuses: NTFND, LIMIT.';
grant execute on function finish_lesson(text,integer,integer) to authenticated;

create function finish_reconciliation(account_id uuid, statement_date date DEFAULT NULL::date, statement_balance numeric DEFAULT NULL::numeric, row_ids uuid[] DEFAULT '{}'::uuid[], request_id text DEFAULT NULL::text) returns reconciliations language plpgsql volatile security definer set search_path="";
comment on function finish_reconciliation(uuid,date,numeric,uuid[],text) is 'Ticks rows of one of the caller''s accounts off against a statement, if with those before they add up to its balance, and returns the reconciliation. Refuses: BADAM, NTFND, BADDT, NOSUM, RQDIF.';
grant execute on function finish_reconciliation(uuid,date,numeric,uuid[],text) to authenticated;

create function first_steps() returns TABLE(account_id uuid, has_income boolean, has_bill boolean, has_plan boolean, has_reviewed boolean, lived_days integer, arrived integer, paid integer, since date, currency text, parts jsonb, left_out text[]) language sql stable security definer set search_path="";
comment on function first_steps() is 'What of the first steps the caller''s own data say is done, and what came in and went out since the same day a month ago, in the base currency, by whom it was from or to; moves between own accounts and corrections do not count, nor do the currencies without a rate that are told as left out.';
grant execute on function first_steps() to authenticated;

create function forget_household(arrival_id uuid) returns void language sql volatile security definer set search_path="";
comment on function forget_household(uuid) is 'Throws the pieces of a refused file away. For the server''s functions.';
grant execute on function forget_household(uuid) to service_role;

create function goal_history(goal_id uuid) returns TABLE(day date, saved numeric) language plpgsql stable security definer set search_path="";
comment on function goal_history(uuid) is 'What was saved for one of the caller''s goals at the end of each day on which that changed. Refuses: NTFND.';
grant execute on function goal_history(uuid) to authenticated;

create function import_rows(account_id uuid DEFAULT NULL::uuid, new_account jsonb DEFAULT NULL::jsonb, draft text DEFAULT NULL::text, rows jsonb DEFAULT NULL::jsonb, wishes jsonb DEFAULT NULL::jsonb, file_name text DEFAULT NULL::text, format text DEFAULT 'csv'::text, request_id text DEFAULT NULL::text) returns imports language plpgsql volatile security definer set search_path="";
comment on function import_rows(uuid,jsonb,text,jsonb,jsonb,text,text,text) is 'Takes rows of a file into one of the caller''s accounts, or into a new one, and returns the import; its lines tell what became of each. All or nothing. Refuses: NTFND, CLOSD, LIMIT, BADTY, BADDT, BADAM, BADNM, BADCU, RQDIF.';
grant execute on function import_rows(uuid,jsonb,text,jsonb,jsonb,text,text,text) to authenticated;

create function insights() returns TABLE(kind text, key text, weight integer, subject text, name text, amount numeric, currency text, facts jsonb, evidence jsonb) language plpgsql volatile security definer set search_path="";
comment on function insights() is 'What is worth the caller''s attention now, the weightiest first, without what they dismissed: a fact with its amount, what it is about and the rows behind it.';
grant execute on function insights() to authenticated;

create function issue_receipt(row_id text) returns documents language plpgsql volatile security definer set search_path="";
comment on function issue_receipt(text) is 'The receipt of one of the caller''s movements, named as in the view `spending`: by transaction, or by card and entry. Refuses: NTFND.';
grant execute on function issue_receipt(text) to authenticated;

create function keep_answer(message_id uuid, meaning jsonb DEFAULT NULL::jsonb, parts jsonb DEFAULT NULL::jsonb) returns assistant_messages language plpgsql volatile security definer set search_path="";
comment on function keep_answer(uuid,jsonb,jsonb) is 'Keeps the answer to one of the caller''s questions, once: a second one changes nothing. Returns what is kept. Refuses: BADTX, NTFND.';
grant execute on function keep_answer(uuid,jsonb,jsonb) to authenticated;

create function keep_demo() returns customers language plpgsql volatile security definer set search_path="";
comment on function keep_demo() is 'Keeps the caller''s demo household for good; refused (NOUSR) while the caller signs in anonymously.';
grant execute on function keep_demo() to authenticated;

create function keep_first_answer(ticket_id uuid, words text) returns boolean language plpgsql volatile security definer set search_path="";
comment on function keep_first_answer(uuid,text) is 'Keeps what the assistant found for a question, once, and says whether it did. It stays the turn of the bank. For the server''s functions. Refuses: NTFND, BADTX.';
grant execute on function keep_first_answer(uuid,text) to service_role;

create function keep_issued_file(customer_id uuid, document_id uuid, size bigint, sha256 text) returns documents language plpgsql volatile security definer set search_path="";
comment on function keep_issued_file(uuid,uuid,bigint,text) is 'Notes size and hash of the file that was made of a document, the first time; returns the document. For the server''s functions. Refuses: NTFND.';
grant execute on function keep_issued_file(uuid,uuid,bigint,text) to service_role;

create function keep_my_account() returns void language plpgsql volatile security definer set search_path="";
comment on function keep_my_account() is 'Takes the deletion of the caller''s account back.';
grant execute on function keep_my_account() to authenticated;

create function keep_play_checkpoint(customer_id uuid, name text) returns uuid language plpgsql volatile security definer set search_path="";
comment on function keep_play_checkpoint(uuid,text) is 'Keeps the life of a story at one of its points, to return to. For the server''s functions. Refuses: LIMIT, CLOCK.';
grant execute on function keep_play_checkpoint(uuid,text) to service_role;

create function keep_upload(customer_id uuid, document_id uuid, name text, mime_type text, size bigint, sha256 text, folder_id uuid DEFAULT NULL::uuid) returns documents language plpgsql volatile security definer set search_path="";
comment on function keep_upload(uuid,uuid,text,text,bigint,text,uuid) is 'Writes down a file that has been looked at and stored. The same document sent again is the same row. For the server''s functions. Refuses: BADFL, NOROM, BADNM, NTFND.';
grant execute on function keep_upload(uuid,uuid,text,text,bigint,text,uuid) to service_role;

create function leave_play() returns plays language plpgsql volatile security definer set search_path="";
comment on function leave_play() is 'Ends the caller''s story and lets its life go on as an ordinary one. To return to the life before, restore the checkpoint of the play instead. Refuses: NTFND, CLOCK, NOUSR.';
grant execute on function leave_play() to authenticated;

create function load_household(customer_id uuid, household jsonb) returns integer language plpgsql volatile security definer set search_path="";
comment on function load_household(uuid,jsonb) is 'Loads products, rules and their whole history into a customer who has none, and returns how many entries; a customer who has some stays as they are (0). Refuses: HOUSE, INSUF, OVPAY, BADDT, BADCU, BADNM, BADTY, BADAM, BADRT, BADTM, BADFM, NTFND.';
grant execute on function load_household(uuid,jsonb) to service_role;

create function make_recovery_codes() returns text[] language plpgsql volatile security definer set search_path="";
comment on function make_recovery_codes() is 'Makes ten new recovery codes, which end those before, and returns them this once. Refuses: NOFAC, PROOF.';
grant execute on function make_recovery_codes() to authenticated;

create function month_flow() returns TABLE(currency text, money_in numeric, money_out numeric, left_out text[]) language sql stable security definer set search_path="";
comment on function month_flow() is 'The caller''s income and spending in the current month, as in the view `spending`, in the base currency by the rates of the days; `left_out` names the currencies without a rate, which are not counted.';
grant execute on function month_flow() to authenticated;

create function move_budget(from_category_id uuid DEFAULT NULL::uuid, to_category_id uuid DEFAULT NULL::uuid, amount numeric DEFAULT NULL::numeric, request_id text DEFAULT NULL::text) returns budget_moves language plpgsql volatile security definer set search_path="";
comment on function move_budget(uuid,uuid,numeric,text) is 'Moves an amount between two categories of the present month; with envelopes also from (null) and back to what is to be assigned. Refuses: BADAM, BADTY, NTFND, SAMAC, NOLFT, RQDIF.';
grant execute on function move_budget(uuid,uuid,numeric,text) to authenticated;

create function my_books() returns jsonb language sql stable security definer set search_path="";
comment on function my_books() is 'How much is written in the caller''s own books, since when, and how many violations there are.';
grant execute on function my_books() to authenticated;

create function my_confirmed_email() returns text language sql stable security definer set search_path="";
comment on function my_confirmed_email() is 'The email address of the caller in lower case, once a code or link sent to it was used. Null before that.';
grant execute on function my_confirmed_email() to authenticated;

create function my_credit_facts(currency text DEFAULT NULL::text) returns jsonb language sql volatile security definer set search_path="";
comment on function my_credit_facts(text) is 'What the bank knows of the caller''s own credit, in their base currency or another. Refuses: NOUSR, BADCU, NORAT.';
grant execute on function my_credit_facts(text) to authenticated;

create function my_documents() returns SETOF documents language plpgsql volatile security definer set search_path="";
comment on function my_documents() is 'The caller''s documents, the latest first, those among them that the bank has issued since somebody last looked. What is in the bin has deleted_at.';
grant execute on function my_documents() to authenticated;

create function my_files() returns TABLE(bucket text, name text, size bigint) language sql stable security definer set search_path="";
comment on function my_files() is 'The files of the caller in every bucket, with their sizes in bytes.';
grant execute on function my_files() to authenticated;

create function my_household() returns jsonb language sql stable security definer set search_path="";
comment on function my_household() is 'The caller''s own household as the engine lives it, without how disputes will end and what a story has ahead; null before there is a product.';
grant execute on function my_household() to authenticated;

create function my_news(since timestamp with time zone DEFAULT NULL::timestamp with time zone, seen timestamp with time zone DEFAULT NULL::timestamp with time zone) returns TABLE(kind text, item text, event_key text, at timestamp with time zone, message text, path text, others bigint) language plpgsql volatile security definer set search_path="";
comment on function my_news(timestamp with time zone,timestamp with time zone) is 'What happened to the caller by itself since an instant, or within a week: the latest of each kind about each item, with how many others like it came after `seen`. Follows how they want to be told.';
grant execute on function my_news(timestamp with time zone,timestamp with time zone) to authenticated;

create function my_security() returns jsonb language sql stable security definer set search_path="";
comment on function my_security() is 'Whether the caller has a password, and how many recovery codes are left since when.';
grant execute on function my_security() to authenticated;

create function my_security_events(most integer DEFAULT 50) returns TABLE(at timestamp with time zone, action text, address text) language sql stable security definer set search_path="";
comment on function my_security_events(integer) is 'What happened to the caller''s account lately, the latest first: sign-ins, failures, changes.';
grant execute on function my_security_events(integer) to authenticated;

create function my_sessions() returns TABLE(id uuid, started_at timestamp with time zone, seen_at timestamp with time zone, user_agent text, address text, is_current boolean, is_proven_twice boolean) language sql stable security definer set search_path="";
comment on function my_sessions() is 'Where the caller is signed in: this browser first, then the one seen last.';
grant execute on function my_sessions() to authenticated;

create function my_tables() returns SETOF text language sql stable;
comment on function my_tables() is 'The tables that hold rows of the caller''s own, each with an id.';
grant execute on function my_tables() to authenticated;

create function my_time() returns timestamp with time zone language sql volatile security definer set search_path="";
comment on function my_time() is 'What time it is for the customer who asks.';
grant execute on function my_time() to authenticated;

create function net_worth_history("from" date DEFAULT NULL::date, "to" date DEFAULT NULL::date) returns TABLE(day date, amount numeric, currency text, left_out text[], opened_with numeric) language plpgsql volatile security definer set search_path="";
comment on function net_worth_history(date,date) is 'The caller''s net worth at the end of each day in their base currency, homes included, at the rates of each day; `left_out` names the currencies that have no rate and are not counted, `opened_with` is what the household began its first day with. Refuses: BADDT.';
grant execute on function net_worth_history(date,date) to authenticated;

create function net_worth_months(from_day date, to_day date) returns TABLE(day date, kind text, currency text, amount numeric, rate numeric, worth numeric) language plpgsql volatile security definer set search_path="";
comment on function net_worth_months(date,date) is 'The parts of the caller''s net worth at the end of each month of a span, and at its last day, as `net_worth_parts` returns them. Refuses: BADDT.';
grant execute on function net_worth_months(date,date) to authenticated;

create function net_worth_parts(day date DEFAULT NULL::date) returns TABLE(kind text, currency text, amount numeric, rate numeric, worth numeric) language plpgsql volatile security definer set search_path="";
comment on function net_worth_parts(date) is 'The parts of the caller''s net worth at the end of a day, by default of today: by kind (cash, investments, property, cards, loans, mortgages) and currency, with the rate into the base currency and the worth in it (null where there is no rate). The net worth is the sum of `worth`. Refuses: BADDT.';
grant execute on function net_worth_parts(date) to authenticated;

create function open_account(name text, type text DEFAULT 'CHECKING'::text, currency text DEFAULT 'USD'::text, initial_balance numeric DEFAULT 0, request_id text DEFAULT NULL::text) returns accounts language plpgsql volatile security definer set search_path="";
comment on function open_account(text,text,text,numeric,text) is 'Opens an account for the caller, with its initial deposit if there is one, and returns it. Refuses: BADNM, BADTY, BADCU, BADAM, LIMIT, RQDIF.';
grant execute on function open_account(text,text,text,numeric,text) to authenticated;

create function open_dispute(card_id uuid, entry_id bigint DEFAULT NULL::bigint, amount numeric DEFAULT NULL::numeric, reason text DEFAULT NULL::text, words text DEFAULT NULL::text, request_id text DEFAULT NULL::text) returns card_disputes language plpgsql volatile security definer set search_path="";
comment on function open_dispute(uuid,bigint,numeric,text,text,text) is 'Contests a charge on one of the caller''s cards, or a part of it: the amount is credited at once, for the time being. Returns the dispute. Refuses: BADAM, BADTY, BADTX, NTFND, CLOSD, NODIS, RQDIF.';
grant execute on function open_dispute(uuid,bigint,numeric,text,text,text) to authenticated;

create function open_ticket(subject text DEFAULT NULL::text, words text DEFAULT NULL::text, topic text DEFAULT 'other'::text, about text DEFAULT NULL::text, document_ids uuid[] DEFAULT '{}'::uuid[], article text DEFAULT NULL::text, request_id text DEFAULT NULL::text) returns tickets language plpgsql volatile security definer set search_path="";
comment on function open_ticket(text,text,text,text,uuid[],text,text) is 'Puts a question to the bank, about one of the caller''s rows, accounts, cards, debts or disputes or about nothing in particular; `article` is shown as the automatic answer. Returns the ticket. Refuses: BADTX, BADTY, NTFND, LIMIT, SLOWR, RQDIF.';
grant execute on function open_ticket(text,text,text,text,uuid[],text,text) to authenticated;

create function order_row_rules(rule_ids uuid[]) returns SETOF row_rules language plpgsql volatile security definer set search_path="";
comment on function order_row_rules(uuid[]) is 'Puts the caller''s rules in this order; all of them are named. Refuses: NTFND.';
grant execute on function order_row_rules(uuid[]) to authenticated;

create function pause_debt(debt_id uuid, months integer DEFAULT 1, request_id text DEFAULT NULL::text) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function pause_debt(uuid,integer,text) is 'Pauses one of the caller''s debts for its next one to three installments; the interest goes on. Refuses: NTFND, BADTM, NOPAU, CLOCK, RQDIF.';
grant execute on function pause_debt(uuid,integer,text) to authenticated;

create function pay_credit_card(card_id uuid, amount numeric, account_id uuid DEFAULT NULL::uuid, description text DEFAULT NULL::text, request_id text DEFAULT NULL::text) returns credit_cards language plpgsql volatile security definer set search_path="";
comment on function pay_credit_card(uuid,numeric,uuid,text,text) is 'Pays one of the caller''s cards from one of their accounts, or from outside, and returns the card. Refuses: BADAM, NTFND, OVPAY, CLOSD, BADCU, INSUF, RQDIF.';
grant execute on function pay_credit_card(uuid,numeric,uuid,text,text) to authenticated;

create function pay_extra(debt_id uuid, amount numeric, account_id uuid DEFAULT NULL::uuid, effect text DEFAULT 'shorten'::text, request_id text DEFAULT NULL::text) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function pay_extra(uuid,numeric,uuid,text,text) is 'Makes an extra payment on one of the caller''s debts, from one of their accounts or from outside the bank. `shorten` keeps the installment and shortens the term; `lower` recomputes the installment for the same term. Reduces an amount above the balance to the balance. Refuses: BADAM, BADTY, NTFND, OVPAY, CLOSD, BADCU, INSUF, CLOCK, RQDIF.';
grant execute on function pay_extra(uuid,numeric,uuid,text,text) to authenticated;

create function pay_loan(loan_id uuid, amount numeric, account_id uuid DEFAULT NULL::uuid, description text DEFAULT NULL::text, request_id text DEFAULT NULL::text) returns loans language plpgsql volatile security definer set search_path="";
comment on function pay_loan(uuid,numeric,uuid,text,text) is 'Pays one of the caller''s loans from one of their accounts, or from outside, and returns the loan; more than remains is reduced to what remains. Refuses: BADAM, NTFND, OVPAY, CLOSD, BADCU, INSUF, RQDIF.';
grant execute on function pay_loan(uuid,numeric,uuid,text,text) to authenticated;

create function pay_mortgage(mortgage_id uuid, amount numeric, account_id uuid DEFAULT NULL::uuid, description text DEFAULT NULL::text, request_id text DEFAULT NULL::text) returns mortgages language plpgsql volatile security definer set search_path="";
comment on function pay_mortgage(uuid,numeric,uuid,text,text) is 'Pays one of the caller''s mortgages from one of their accounts, or from outside, and returns the mortgage; more than remains is reduced to what remains. Refuses: BADAM, NTFND, OVPAY, CLOSD, BADCU, INSUF, RQDIF.';
grant execute on function pay_mortgage(uuid,numeric,uuid,text,text) to authenticated;

create function pay_off(debt_id uuid, account_id uuid DEFAULT NULL::uuid, request_id text DEFAULT NULL::text) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function pay_off(uuid,uuid,text) is 'Pays one of the caller''s debts off, the interest since its last due date included, from one of their accounts or from outside. Refuses: NTFND, OVPAY, CLOSD, BADCU, INSUF, CLOCK, RQDIF.';
grant execute on function pay_off(uuid,uuid,text) to authenticated;

create function pay_person(account_id uuid, amount numeric, address text DEFAULT NULL::text, currency text DEFAULT NULL::text, note text DEFAULT NULL::text, name text DEFAULT NULL::text, request_id text DEFAULT NULL::text) returns person_payments language plpgsql volatile security definer set search_path="";
comment on function pay_person(uuid,numeric,text,text,text,text,text) is 'Pays whoever has this email address. An address that nobody has is answered like one that somebody has: the payment waits and comes back after 14 simulated days. Refuses: BADAM, BADEM, BADCU, ISYOU, NTFND, CLOSD, INSUF, NORAT, PAYLM, LIMIT, CLOCK, RQDIF.';
grant execute on function pay_person(uuid,numeric,text,text,text,text,text) to authenticated;

create function payoff_quote(debt_id uuid, on_date date DEFAULT NULL::date) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function payoff_quote(uuid,date) is 'What it costs to pay one of the caller''s debts off on a day: what is owed and the interest since the last due date. `held` is what has been counted of the present period. Refuses: NTFND, BADDT.';
grant execute on function payoff_quote(uuid,date) to authenticated;

create function people_limits(currency text DEFAULT 'USD'::text) returns TABLE(per_payment numeric, per_day numeric, used numeric, remaining numeric) language sql volatile security definer set search_path="";
comment on function people_limits(text) is 'How much the caller may pay to people, at once and today, and what is left of it.';
grant execute on function people_limits(text) to authenticated;

create function preview_import(account_id uuid DEFAULT NULL::uuid, new_account jsonb DEFAULT NULL::jsonb, draft text DEFAULT NULL::text, rows jsonb DEFAULT NULL::jsonb, wishes jsonb DEFAULT NULL::jsonb) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function preview_import(uuid,jsonb,text,jsonb,jsonb) is 'What taking rows into an account would do, row by row, and its balance afterwards. Moves nothing. Refuses: NTFND, LIMIT, BADDT, BADAM.';
grant execute on function preview_import(uuid,jsonb,text,jsonb,jsonb) to authenticated;

create function preview_proposal(proposal_id uuid, shown jsonb DEFAULT NULL::jsonb, expects jsonb DEFAULT '{}'::jsonb) returns assistant_proposals language plpgsql volatile security definer set search_path="";
comment on function preview_proposal(uuid,jsonb,jsonb) is 'Shows one of the caller''s open proposals anew, after what it rests on has changed. Refuses: NTFND.';
grant execute on function preview_proposal(uuid,jsonb,jsonb) to authenticated;

create function preview_row_rule(rule jsonb, with_by_hand boolean DEFAULT false, most integer DEFAULT 20) returns TABLE(hits bigint, taken bigint, changed bigint, row_id text, at timestamp with time zone, title text, amount numeric, currency text, flow text, category_id uuid, new_category_id uuid, taken_by uuid, is_changed boolean) language plpgsql volatile security definer set search_path="";
comment on function preview_row_rule(jsonb,boolean,integer) is 'Which rows of the past a rule fits that is not saved yet, newest first: how many in all, how many of them an earlier rule takes, how many would change. Refuses: BADRU, NTFND, BADTX.';
grant execute on function preview_row_rule(jsonb,boolean,integer) to authenticated;

create function preview_row_rules(rule_id uuid DEFAULT NULL::uuid, with_by_hand boolean DEFAULT false) returns TABLE(ruled_by uuid, fits bigint, changed bigint) language plpgsql volatile security definer set search_path="";
comment on function preview_row_rules(uuid,boolean) is 'How many rows of the past each rule wins, and how many of them run_row_rules would change. Refuses: NTFND.';
grant execute on function preview_row_rules(uuid,boolean) to authenticated;

create function propose(message_id uuid, kind text DEFAULT NULL::text, parameters jsonb DEFAULT NULL::jsonb, shown jsonb DEFAULT NULL::jsonb, expects jsonb DEFAULT '{}'::jsonb) returns assistant_proposals language plpgsql volatile security definer set search_path="";
comment on function propose(uuid,text,jsonb,jsonb,jsonb) is 'Keeps what an answer to the caller proposes to do. Nothing is done before confirm_proposal. Refuses: NTFND, LIMIT.';
grant execute on function propose(uuid,text,jsonb,jsonb,jsonb) to authenticated;

create function prove_my_books() returns jsonb language plpgsql volatile security definer set search_path="";
comment on function prove_my_books() is 'The proof of the caller''s own books: their hash, whether earlier hashes still fit, sums per currency (all zero), the replay, and violations.';
grant execute on function prove_my_books() to authenticated;

create function purge_demos() returns SETOF uuid language plpgsql volatile security definer set search_path="";
comment on function purge_demos() is 'Erases the demo households whose time is over and returns whose they were, so that their sign-ins can go too.';
grant execute on function purge_demos() to service_role;

create function quote_person_payment(account_id uuid, amount numeric, currency text DEFAULT NULL::text) returns TABLE(rate numeric, account_amount numeric, account_currency text, rate_date date) language plpgsql volatile security definer set search_path="";
comment on function quote_person_payment(uuid,numeric,text) is 'What an amount in this currency comes to on one of the caller''s accounts today, and at which rate. Moves nothing. Refuses: BADAM, NTFND, NORAT.';
grant execute on function quote_person_payment(uuid,numeric,text) to authenticated;

create function quote_transfer(from_account_id uuid, to_account_id uuid, amount numeric) returns TABLE(rate numeric, amount_from numeric, currency_from text, amount_to numeric, currency_to text, rate_date date) language plpgsql volatile security definer set search_path="";
comment on function quote_transfer(uuid,uuid,numeric) is 'What would arrive if this amount were moved now, and at which rate. Moves nothing. Refuses: BADAM, NTFND, NORAT.';
grant execute on function quote_transfer(uuid,uuid,numeric) to authenticated;

create function rate_article(article text DEFAULT NULL::text, helpful boolean DEFAULT true) returns help_votes language plpgsql volatile security definer set search_path="";
comment on function rate_article(text,boolean) is 'Says whether a help article has helped the caller; the last word counts. Refuses: NTFND, LIMIT.';
grant execute on function rate_article(text,boolean) to authenticated;

create function rate_terms(mortgage_id uuid) returns jsonb language plpgsql stable security definer set search_path="";
comment on function rate_terms(uuid) is 'What is agreed about the rate of one of the caller''s mortgages: of an adjustable one the margin, the caps, its bounds, the next reset and all resets so far. Refuses: NTFND.';
grant execute on function rate_terms(uuid) to authenticated;

create function rate_ticket(ticket_id uuid, satisfaction integer DEFAULT NULL::integer, words text DEFAULT NULL::text) returns tickets language plpgsql volatile security definer set search_path="";
comment on function rate_ticket(uuid,integer,text) is 'Says how content the caller was with how one of their questions ended, from 1 to 5; the last word counts. Refuses: NTFND, TKEND, BADTY, BADTX.';
grant execute on function rate_ticket(uuid,integer,text) to authenticated;

create function read_checkpoint(checkpoint_id uuid) returns jsonb language plpgsql stable security definer set search_path="";
comment on function read_checkpoint(uuid) is 'The household of one of the caller''s checkpoints as a file. Refuses: NTFND.';
grant execute on function read_checkpoint(uuid) to authenticated;

create function recast_debt(debt_id uuid, request_id text DEFAULT NULL::text) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function recast_debt(uuid,text) is 'Works the installments of one of the caller''s debts out anew, so that what is left is repaid evenly in the months left: after a pause, or after extra payments. Refuses: NTFND, OVPAY, CLOCK, RQDIF.';
grant execute on function recast_debt(uuid,text) to authenticated;

create function record_decision(customer_id uuid, application_id uuid, decision jsonb) returns loan_applications language plpgsql volatile security definer set search_path="";
comment on function record_decision(uuid,uuid,jsonb) is 'Writes down what the policy said about an application in review and returns it; offers stand for 30 days. For the server''s functions. Refuses: NTFND, BADAP, BADST.';
grant execute on function record_decision(uuid,uuid,jsonb) to service_role;

create function record_month_review() returns boolean language plpgsql volatile security definer set search_path="";
comment on function record_month_review() is 'Records that the caller opened the details of what happened, and returns whether that completes the first step: it does once 28 simulated days have passed.';
grant execute on function record_month_review() to authenticated;

create function redeem_rewards(card_id uuid, amount numeric, account_id uuid DEFAULT NULL::uuid, request_id text DEFAULT NULL::text) returns credit_cards language plpgsql volatile security definer set search_path="";
comment on function redeem_rewards(uuid,numeric,uuid,text) is 'Turns rewards of one of the caller''s cards into money, on one of their accounts or (null) against what the card owes, and returns the card. A statement credit counts like a payment. Refuses: BADAM, NTFND, NOREW, OVPAY, BADCU, CLOSD, RQDIF.';
grant execute on function redeem_rewards(uuid,numeric,uuid,text) to authenticated;

create function refinance_offer(debt_ids uuid[], term integer DEFAULT NULL::integer, purpose text DEFAULT 'loan'::text) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function refinance_offer(uuid[],integer,text) is 'What the bank offers the caller for one new loan (`loan`: of loans) or mortgage (`mortgage`: of one) in the place of these debts, over so many months. Good for fourteen simulated days; 200 a year at most. Refuses: BADTY, BADTM, NTFND, NOREF, BADAM, LIMIT, CLOCK.';
grant execute on function refinance_offer(uuid[],integer,text) to authenticated;

create function remind_request(letter_id uuid) returns void language plpgsql volatile security definer set search_path="";
comment on function remind_request(uuid) is 'Reminds of a request, once a simulated day, from the day after it. Refuses: NTFND, NOTOP, TSOON, CLOCK.';
grant execute on function remind_request(uuid) to authenticated;

create function reopen_account(account_id uuid) returns accounts language plpgsql volatile security definer set search_path="";
comment on function reopen_account(uuid) is 'Opens a closed account again, with its old number and history; an open one stays as it is. Refuses: NTFND.';
grant execute on function reopen_account(uuid) to authenticated;

create function replace_credit_card(card_id uuid, reason text DEFAULT NULL::text, request_id text DEFAULT NULL::text) returns credit_cards language plpgsql volatile security definer set search_path="";
comment on function replace_credit_card(uuid,text,text) is 'Gives one of the caller''s cards a new number because it was lost, stolen or damaged, and returns the card. Virtual cards stay. Refuses: NTFND, BADTY, LIMIT, RQDIF.';
grant execute on function replace_credit_card(uuid,text,text) to authenticated;

create function reply_to_ticket(ticket_id uuid DEFAULT NULL::uuid, words text DEFAULT NULL::text, document_ids uuid[] DEFAULT '{}'::uuid[], request_id text DEFAULT NULL::text) returns tickets language plpgsql volatile security definer set search_path="";
comment on function reply_to_ticket(uuid,text,uuid[],text) is 'Writes on one of the caller''s tickets: it is the bank''s turn then. What was settled within 14 days is open again. Refuses: NTFND, TKEND, BADTX, LIMIT, SLOWR, RQDIF.';
grant execute on function reply_to_ticket(uuid,text,uuid[],text) to authenticated;

create function request_credit_limit(card_id uuid, credit_limit numeric, request_id text DEFAULT NULL::text) returns card_limit_requests language plpgsql volatile security definer set search_path="";
comment on function request_credit_limit(uuid,numeric,text) is 'Asks for another limit of one of the caller''s cards; it is decided at once, applied as far as it is granted, and returned with its reasons. Refuses: BADAM, NTFND, LIMIT, RQDIF.';
grant execute on function request_credit_limit(uuid,numeric,text) to authenticated;

create function require_session() returns TABLE(user_id uuid, is_anonymous boolean) language plpgsql stable security definer set search_path="";
comment on function require_session() is 'Returns the signed-in customer to a server function, which then acts for that customer. Refuses: NOUSR, ENDED, PROOF.';
grant execute on function require_session() to authenticated;

create function resolve_ticket(ticket_id uuid) returns tickets language plpgsql volatile security definer set search_path="";
comment on function resolve_ticket(uuid) is 'Says that one of the caller''s questions is settled. A second time it does nothing. Refuses: NTFND.';
grant execute on function resolve_ticket(uuid) to authenticated;

create function restore_household(customer_id uuid, arrival_id uuid, name text, is_own boolean DEFAULT false) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function restore_household(uuid,uuid,text,boolean) is 'Puts a file that has arrived in the place of a customer''s household, in one transaction: a new generation. The present one is kept as a checkpoint. For the server''s functions. Refuses: CLOCK, LIMIT, HOUSE and what the loader refuses.';
grant execute on function restore_household(uuid,uuid,text,boolean) to service_role;

create function resume_debt(debt_id uuid, request_id text DEFAULT NULL::text) returns jsonb language plpgsql volatile security definer set search_path="";
comment on function resume_debt(uuid,text) is 'Ends the pause of one of the caller''s debts: the next installment is due as usual. Refuses: NTFND, NOPAU, CLOCK, RQDIF.';
grant execute on function resume_debt(uuid,text) to authenticated;

create function review_application(customer_id uuid, application_id uuid) returns loan_applications language plpgsql volatile security definer set search_path="";
comment on function review_application(uuid,uuid) is 'Begins to look at a customer''s application and returns it; asked again, it goes on. For the server''s functions. Refuses: NTFND, DCIDD, BADAP.';
grant execute on function review_application(uuid,uuid) to service_role;

create function run_row_rules(rule_id uuid DEFAULT NULL::uuid, with_by_hand boolean DEFAULT false) returns row_edits language plpgsql volatile security definer set search_path="";
comment on function run_row_rules(uuid,boolean) is 'Lets all rules, or one of them where it wins, write about the past, and returns the edit, which can be undone. What was categorized by hand stays unless with_by_hand. Refuses: NTFND.';
grant execute on function run_row_rules(uuid,boolean) to authenticated;

create function save_application_draft(form jsonb) returns loan_applications language plpgsql volatile security definer set search_path="";
comment on function save_application_draft(jsonb) is 'Keeps what the caller has typed of an application, one draft a customer, and returns it. Refuses: BADAP.';
grant execute on function save_application_draft(jsonb) to authenticated;

create function save_checkpoint(name text) returns checkpoints language plpgsql volatile security definer set search_path="";
comment on function save_checkpoint(text) is 'Keeps the caller''s household as it is under a name, to return to later. Refuses: BADNM, LIMIT, CLOCK, NOUSR.';
grant execute on function save_checkpoint(text) to authenticated;

create function search_places(query jsonb, page_size integer DEFAULT 100) returns TABLE(nth bigint, date timestamp with time zone, row_id text, amount numeric) language plpgsql volatile security definer set search_path="";
comment on function search_places(jsonb,integer) is 'The last row of each page of a search, up to 100,000 rows: where search_rows goes on, so that a list can be entered anywhere. Refuses: BADTX.';
grant execute on function search_places(jsonb,integer) to authenticated;

create function search_rows(query jsonb, before jsonb DEFAULT NULL::jsonb, page_size integer DEFAULT 100) returns TABLE(row_id text, date timestamp with time zone, day date, amount numeric, direction text, currency text, kind text, type text, description text, merchant text, category_id uuid, account_id uuid, card_id uuid, balance_after numeric, day_balance numeric, entry_id bigint, base_amount numeric, part_amount numeric, note text, tags text[], parts integer, attachments integer) language plpgsql volatile security definer set search_path="";
comment on function search_rows(jsonb,jsonb,integer) is 'The next rows on accounts and cards that fit a search (`conditions` and `sort`), after the row `before` (`date`, `row_id`, `amount`). base_amount: with its sign, in the base currency at the day''s rate; null without a rate. part_amount: what of a split row is in the categories asked for. day_balance: with one account or card asked for. Refuses: BADTX.';
grant execute on function search_rows(jsonb,jsonb,integer) to authenticated;

create function search_terms() returns TABLE(term text, kind text, times bigint) language plpgsql volatile security definer set search_path="";
comment on function search_terms() is 'Merchants and tags that a customer may look for: the most frequent ones of late.';
grant execute on function search_terms() to authenticated;

create function search_totals(query jsonb) returns TABLE(currency text, times bigint, money_in numeric, money_out numeric, moved_in numeric, moved_out numeric, without_rate bigint) language plpgsql volatile security definer set search_path="";
comment on function search_totals(jsonb) is 'How many rows a search finds, what came in and went out with them, and how much of it moved between the customer''s own accounts and cards: first in the base currency at the rates of the days (currency null; without_rate counts what has none and is left out), then in each currency. Refuses: BADTX.';
grant execute on function search_totals(jsonb) to authenticated;

create function see_document(document_id uuid) returns void language plpgsql volatile security definer set search_path="";
comment on function see_document(uuid) is 'Notes that the caller has opened one of their documents: it is no longer new. Refuses: NTFND.';
grant execute on function see_document(uuid) to authenticated;

create function see_ticket(ticket_id uuid) returns tickets language plpgsql volatile security definer set search_path="";
comment on function see_ticket(uuid) is 'The caller has looked at what was answered to one of their questions. Refuses: NTFND.';
grant execute on function see_ticket(uuid) to authenticated;

create function send_import_rows(draft text, ordinal integer, rows jsonb) returns void language plpgsql volatile security definer set search_path="";
comment on function send_import_rows(text,integer,jsonb) is 'Takes one piece of a file''s rows, for preview_import and import_rows. A customer has one draft at a time: another one takes its place. Refuses: BADTX.';
grant execute on function send_import_rows(text,integer,jsonb) to authenticated;

create function set_budgets(limits jsonb) returns SETOF budgets language plpgsql volatile security definer set search_path="";
comment on function set_budgets(jsonb) is 'Sets the monthly amounts of several categories at once: [{category_id, amount, rollover, rollover_cap}]. What exists keeps its rollover. Refuses: BADAM, BADTY, NTFND, 21000 for a category named twice.';
grant execute on function set_budgets(jsonb) to authenticated;

create function set_notification_preference(about text DEFAULT NULL::text, enabled boolean DEFAULT true, item_id uuid DEFAULT NULL::uuid, threshold numeric DEFAULT NULL::numeric) returns notification_preferences language sql volatile set search_path="";
comment on function set_notification_preference(text,boolean,uuid,numeric) is 'Whether the caller is told of something, from which threshold on, for all accounts and cards or for one. Refuses: NTFND.';
grant execute on function set_notification_preference(text,boolean,uuid,numeric) to authenticated;

create function set_surprises(level text) returns text language plpgsql volatile security definer set search_path="";
comment on function set_surprises(text) is 'Sets how often unexpected bills, windfalls, and other surprises happen to the caller: off, some, or many, from the next simulated month on. Refuses: BADTY, NTFND, CLOCK, NOUSR.';
grant execute on function set_surprises(text) to authenticated;

create function set_virtual_card_status(virtual_card_id uuid, status text DEFAULT NULL::text) returns virtual_cards language plpgsql volatile security definer set search_path="";
comment on function set_virtual_card_status(uuid,text) is 'Freezes, unfreezes or closes one of the caller''s virtual cards, and returns it. Refuses: NTFND, BADTY, CLOSD.';
grant execute on function set_virtual_card_status(uuid,text) to authenticated;

create function settle_ticket(ticket_id uuid, state text, words text DEFAULT NULL::text) returns tickets language plpgsql volatile security definer set search_path="";
comment on function settle_ticket(uuid,text,text) is 'Resolves or closes a customer''s question, with last words or without. For the bank''s operators. Refuses: NTFND, TKEND, BADTY, BADTX, LIMIT.';
grant execute on function settle_ticket(uuid,text,text) to service_role;

create function split_row(row_id text, parts jsonb) returns SETOF row_splits language plpgsql volatile security definer set search_path="";
comment on function split_row(text,jsonb) is 'Divides a row between categories: parts with `category_id`, `amount` above zero and `note`, which add up to the row; no parts take the division back. Returns the parts. Refuses: NTFND, LIMIT, BADAM, NOSUM, BADTX.';
grant execute on function split_row(text,jsonb) to authenticated;

create function submit_application(loan_type text, loan_amount numeric, term_months integer, applicant_name text DEFAULT NULL::text, purpose text DEFAULT NULL::text, annual_income numeric DEFAULT NULL::numeric, employment_status text DEFAULT NULL::text, monthly_debt numeric DEFAULT 0, collateral_value numeric DEFAULT NULL::numeric, request_id text DEFAULT NULL::text) returns loan_applications language plpgsql volatile security definer set search_path="";
comment on function submit_application(text,numeric,integer,text,text,numeric,text,numeric,numeric,text) is 'Hands an application in, the caller''s draft where there is one, and returns it. Refuses: BADAM, BADTM, BADTY, BADAP, BADTX, RQDIF.';
grant execute on function submit_application(text,numeric,integer,text,text,numeric,text,numeric,numeric,text) to authenticated;

create function subscribe_to_push(endpoint text, p256dh text, auth text) returns uuid language plpgsql volatile security definer set search_path="";
comment on function subscribe_to_push(text,text,text) is 'The caller is told in this browser while no page is open, from now on; whoever it told before no longer is. Refuses: BADEP, LIMIT.';
grant execute on function subscribe_to_push(text,text,text) to authenticated;

create function suggested_row_rules() returns TABLE(words text, set_category_id uuid, category text, times bigint) language sql volatile security definer set search_path="";
comment on function suggested_row_rules() is 'Rules that would have saved work: what the caller put into the same category by hand at least twice, and no rule categorizes yet.';
grant execute on function suggested_row_rules() to authenticated;

create function take_from_goal(goal_id uuid, amount numeric, account_id uuid, request_id text DEFAULT NULL::text) returns goals language plpgsql volatile security definer set search_path="";
comment on function take_from_goal(uuid,numeric,uuid,text) is 'Takes money that was saved for a goal out of its account to another one of the caller''s; to its own account it is only released. Returns the goal. Refuses: BADAM, NTFND, CLOSD, SAMAC, INSUF, NORAT, RQDIF.';
grant execute on function take_from_goal(uuid,numeric,uuid,text) to authenticated;

create function take_loan(amount numeric, interest_rate numeric, name text DEFAULT NULL::text, term integer DEFAULT NULL::integer, account_id uuid DEFAULT NULL::uuid, request_id text DEFAULT NULL::text) returns loans language plpgsql volatile security definer set search_path="";
comment on function take_loan(numeric,numeric,text,integer,uuid,text) is 'Takes a loan, whose amount arrives on one of the caller''s accounts when one is named, and returns it. The term is in months; the currency is that of the account. Refuses: BADAM, BADNM, BADRT, BADTM, NTFND, CLOSD, LIMIT, CLOCK, RQDIF.';
grant execute on function take_loan(numeric,numeric,text,integer,uuid,text) to authenticated;

create function take_mortgage(property_value numeric, down_payment numeric, interest_rate numeric, term integer DEFAULT NULL::integer, rate_type text DEFAULT 'fixed'::text, account_id uuid DEFAULT NULL::uuid, name text DEFAULT 'Mortgage'::text, request_id text DEFAULT NULL::text) returns mortgages language plpgsql volatile security definer set search_path="";
comment on function take_mortgage(numeric,numeric,numeric,integer,text,uuid,text,text) is 'Takes a mortgage, whose down payment leaves one of the caller''s accounts when one is named, and returns it. The term is in years; the currency is that of the account. Refuses: BADAM, BADFM, BADNM, BADRT, BADTM, BADTY, NTFND, CLOSD, INSUF, LIMIT, CLOCK, RQDIF.';
grant execute on function take_mortgage(numeric,numeric,numeric,integer,text,uuid,text,text) to authenticated;

create function take_payment(letter_id uuid, account_id uuid, request_id text DEFAULT NULL::text) returns person_payments language plpgsql volatile security definer set search_path="";
comment on function take_payment(uuid,uuid,text) is 'Takes money that was sent to the caller''s address into one of their accounts. From then on, what its sender pays arrives at once. Refuses: NTFND, NOTOP, CLOSD, NORAT, CLOCK, RQDIF.';
grant execute on function take_payment(uuid,uuid,text) to authenticated;

create function tell_of_leap(proposal_id uuid, outcome text DEFAULT NULL::text) returns assistant_proposals language plpgsql volatile security definer set search_path="";
comment on function tell_of_leap(uuid,text) is 'Keeps where the clock came to stand after a confirmed fast-forward. Refuses: NTFND, BADTX.';
grant execute on function tell_of_leap(uuid,text) to authenticated;

create function transfer(from_account_id uuid, to_account_id uuid, amount numeric, description text DEFAULT NULL::text, request_id text DEFAULT NULL::text) returns SETOF accounts language plpgsql volatile security definer set search_path="";
comment on function transfer(uuid,uuid,numeric,text,text) is 'Moves money between two of the caller''s accounts and returns both, source first. The amount is in the source''s currency. Refuses: BADAM, SAMAC, NTFND, CLOSD, INSUF, NORAT, RQDIF.';
grant execute on function transfer(uuid,uuid,numeric,text,text) to authenticated;

create function undo_import(import_id uuid) returns imports language plpgsql volatile security definer set search_path="" set enable_nestloop=off;
comment on function undo_import(uuid) is 'Takes a whole import back, or nothing of it: its entries are reversed, its rows leave the account, what was put right in it is taken back too; an account that was opened for it is closed. Refuses: NTFND, CLOSD, INSUF, RECON, BADCU.';
grant execute on function undo_import(uuid) to authenticated;

create function undo_proposal(proposal_id uuid) returns assistant_proposals language plpgsql volatile security definer set search_path="";
comment on function undo_proposal(uuid) is 'Takes back what one of the caller''s proposals did, once, where that is exact: a transfer in one currency, a rule that has not acted, a frozen card, a budget. Refuses: NTFND, NOCOR, and what the verbs refuse.';
grant execute on function undo_proposal(uuid) to authenticated;

create function undo_reconciliation(reconciliation_id uuid) returns reconciliations language plpgsql volatile security definer set search_path="";
comment on function undo_reconciliation(uuid) is 'Takes the last reconciliation of an account back: its rows can be ticked off again. Returns what it was. Refuses: NTFND, RECON.';
grant execute on function undo_reconciliation(uuid) to authenticated;

create function undo_row_edit(edit_id uuid) returns row_edits language plpgsql volatile security definer set search_path="";
comment on function undo_row_edit(uuid) is 'Gives rows back exactly what they said before an edit: what the edit changed, and nothing else. A second time it does nothing. Refuses: NTFND.';
grant execute on function undo_row_edit(uuid) to authenticated;

create function upload_room() returns jsonb language sql stable security definer set search_path="";
comment on function upload_room() is 'Returns how many bytes the caller''s uploads and pictures take, the most they may take, and the most of one upload.';
grant execute on function upload_room() to authenticated;

create function use_recovery_code(code text) returns integer language plpgsql volatile security definer set search_path="";
comment on function use_recovery_code(text) is 'Proves the caller''s session with a recovery code in place of the second factor, and returns how many are left. Each works once. Refuses: BADRC, ENDED.';
grant execute on function use_recovery_code(text) to authenticated;

create function withdraw(account_id uuid, amount numeric, description text DEFAULT NULL::text, request_id text DEFAULT NULL::text) returns accounts language plpgsql volatile security definer set search_path="";
comment on function withdraw(uuid,numeric,text,text) is 'Takes money out of one of the caller''s accounts and returns the account. Refuses: BADAM, NTFND, CLOSD, INSUF, RQDIF.';
grant execute on function withdraw(uuid,numeric,text,text) to authenticated;

create function withdraw_application(application_id uuid) returns loan_applications language plpgsql volatile security definer set search_path="";
comment on function withdraw_application(uuid) is 'Takes one of the caller''s applications back and returns it; a draft is thrown away. Refuses: NTFND, BADST.';
grant execute on function withdraw_application(uuid) to authenticated;

create function withdraw_dispute(dispute_id uuid, request_id text DEFAULT NULL::text) returns card_disputes language plpgsql volatile security definer set search_path="";
comment on function withdraw_dispute(uuid,text) is 'Gives up one of the caller''s disputes while it is in review: what was credited is owed again. Returns it. Refuses: NTFND, DCIDD, RQDIF.';
grant execute on function withdraw_dispute(uuid,text) to authenticated;

create TRIGGER record_confirmed_address AFTER INSERT ON auth.mfa_amr_claims FOR EACH ROW WHEN ((new.authentication_method = 'otp'::text)) EXECUTE FUNCTION bank.record_confirmed_address();

create TRIGGER tell_ended_session AFTER DELETE ON auth.sessions FOR EACH ROW EXECUTE FUNCTION bank.tell_ended_session();

alter publication supabase_realtime add table public.accounts;

alter publication supabase_realtime add table public.auto_deposits;

alter publication supabase_realtime add table public.budget_moves;

alter publication supabase_realtime add table public.budget_settings;

alter publication supabase_realtime add table public.budgets;

alter publication supabase_realtime add table public.card_controls;

alter publication supabase_realtime add table public.card_disputes;

alter publication supabase_realtime add table public.card_limit_requests;

alter publication supabase_realtime add table public.card_replacements;

alter publication supabase_realtime add table public.card_statements;

alter publication supabase_realtime add table public.checkpoints;

alter publication supabase_realtime add table public.contacts;

alter publication supabase_realtime add table public.credit_cards;

alter publication supabase_realtime add table public.customers;

alter publication supabase_realtime add table public.document_folders;

alter publication supabase_realtime add table public.documents;

alter publication supabase_realtime add table public.goals;

alter publication supabase_realtime add table public.happenings;

alter publication supabase_realtime add table public.imports;

alter publication supabase_realtime add table public.insight_dismissals;

alter publication supabase_realtime add table public.loan_applications;

alter publication supabase_realtime add table public.loans;

alter publication supabase_realtime add table public.mortgages;

alter publication supabase_realtime add table public.notification_preferences;

alter publication supabase_realtime add table public.packs;

alter publication supabase_realtime add table public.payment_exceptions;

alter publication supabase_realtime add table public.person_letters;

alter publication supabase_realtime add table public.person_payments;

alter publication supabase_realtime add table public.reconciliations;

alter publication supabase_realtime add table public.refinance_offers;

alter publication supabase_realtime add table public.row_attachments;

alter publication supabase_realtime add table public.row_edits;

alter publication supabase_realtime add table public.row_rules;

alter publication supabase_realtime add table public.row_splits;

alter publication supabase_realtime add table public.saved_views;

alter publication supabase_realtime add table public.scheduled_payments;

alter publication supabase_realtime add table public.shocks;

alter publication supabase_realtime add table public.ticket_messages;

alter publication supabase_realtime add table public.tickets;

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
