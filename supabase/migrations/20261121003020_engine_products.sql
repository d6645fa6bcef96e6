-- What the engine keeps about cards and debts, where customers see it.
alter table public.credit_cards
  add column autopay_account_id uuid references public.accounts on delete set null,
  add column autopay text check (autopay in ('minimum', 'statement', 'fixed')),
  add column autopay_amount numeric check (autopay_amount between 0.01 and 999999999.99 and autopay_amount = round(autopay_amount, 2)),
  add column frozen boolean not null default false,
  add column rewards_balance numeric not null default 0;
create index credit_cards_autopay_account_id_idx on public.credit_cards (autopay_account_id) where autopay_account_id is not null;
comment on column public.credit_cards.autopay is 'What is drawn on the due date by itself: minimum, statement, or a fixed amount; null for nothing.';
comment on column public.credit_cards.frozen is 'Whether new charges are refused.';
comment on column public.credit_cards.rewards_balance is 'Rewards earned and not redeemed, in the card''s currency. Only the bank writes it.';
grant update (autopay_account_id, autopay, autopay_amount, frozen) on public.credit_cards to authenticated, service_role;

alter table public.loans
  add column autopay_account_id uuid references public.accounts on delete set null,
  add column autopay_extra numeric not null default 0 check (autopay_extra between 0 and 999999999.99 and autopay_extra = round(autopay_extra, 2)),
  add column past_due numeric not null default 0,
  add column days_past_due integer not null default 0,
  add column paused_until date;
create index loans_autopay_account_id_idx on public.loans (autopay_account_id) where autopay_account_id is not null;
comment on column public.loans.autopay_account_id is 'From where instalments are drawn by themselves; null: the customer pays by hand.';
comment on column public.loans.autopay_extra is 'What is drawn beyond each instalment, to be done sooner.';
comment on column public.loans.past_due is 'Instalments that fell due and are not paid. Only the bank writes it.';
comment on column public.loans.days_past_due is '0, 30, 60 or 90: the worst mark of the present delinquency. Only the bank writes it.';
comment on column public.loans.paused_until is 'Until when no instalment falls due; interest goes on.';
grant update (autopay_account_id, autopay_extra) on public.loans to authenticated, service_role;

alter table public.mortgages
  add column autopay_account_id uuid references public.accounts on delete set null,
  add column autopay_extra numeric not null default 0 check (autopay_extra between 0 and 999999999.99 and autopay_extra = round(autopay_extra, 2)),
  add column past_due numeric not null default 0,
  add column days_past_due integer not null default 0,
  add column paused_until date,
  add column current_value numeric,
  add column rate_type text not null default 'fixed' check (rate_type in ('fixed', 'variable')),
  add column rate_margin numeric not null default 2 check (rate_margin between 0 and 20),
  add column rate_reset_at timestamptz;
create index mortgages_autopay_account_id_idx on public.mortgages (autopay_account_id) where autopay_account_id is not null;
comment on column public.mortgages.autopay_account_id is 'From where instalments are drawn by themselves; null: the customer pays by hand.';
comment on column public.mortgages.autopay_extra is 'What is drawn beyond each instalment, to be done sooner.';
comment on column public.mortgages.past_due is 'Instalments that fell due and are not paid. Only the bank writes it.';
comment on column public.mortgages.days_past_due is '0, 30, 60 or 90: the worst mark of the present delinquency. Only the bank writes it.';
comment on column public.mortgages.paused_until is 'Until when no instalment falls due; interest goes on.';
comment on column public.mortgages.current_value is 'What the home is worth by the property index; null until the engine has looked. Only the bank writes it.';
comment on column public.mortgages.rate_type is 'fixed, or variable: reference rate and margin, reset once a year by at most 2 points and 5 over its life.';
comment on column public.mortgages.rate_margin is 'Percent points over the reference rate.';
comment on column public.mortgages.rate_reset_at is 'The simulated instant of the last reset of a variable rate. Only the bank writes it.';
grant update (autopay_account_id, autopay_extra) on public.mortgages to authenticated, service_role;
grant insert (rate_type, rate_margin) on public.mortgages to authenticated, service_role;

-- A reset re-amortises what is left: rate and instalment then no longer follow from the terms at the start.
drop trigger check_changed_mortgage on public.mortgages;
create trigger check_changed_mortgage
  before update of name, property_value, loan_amount, down_payment, interest_rate, term, monthly_payment, start_date,
    remaining_balance on public.mortgages
  for each row when (new.last_entry is not distinct from old.last_entry and new.rate_reset_at is not distinct from old.rate_reset_at)
  execute function bank.check_mortgage();

create function bank.check_autopay() returns trigger language plpgsql
security definer -- reads the account whoever writes
set search_path = '' as $$
declare
  account public.accounts;
begin
  if new.autopay_account_id is not null then
    account := bank.check_rule_account(new.user_id, new.autopay_account_id);
    if account.currency <> new.currency then
      raise exception using errcode = 'BADCU', message = 'Autopay draws from an account in the same currency.',
        detail = jsonb_build_object('currency', new.currency, 'account_currency', account.currency)::text;
    end if;
  end if;
  return new;
end
$$;
comment on function bank.check_autopay() is 'Refuses to draw from an account that is not one''s own, closed or in another currency: NTFND, CLOSD, BADCU.';
create trigger check_autopay before update of autopay_account_id on public.credit_cards
  for each row when (new.autopay_account_id is distinct from old.autopay_account_id) execute function bank.check_autopay();
create trigger check_autopay before update of autopay_account_id on public.loans
  for each row when (new.autopay_account_id is distinct from old.autopay_account_id) execute function bank.check_autopay();
create trigger check_autopay before update of autopay_account_id on public.mortgages
  for each row when (new.autopay_account_id is distinct from old.autopay_account_id) execute function bank.check_autopay();

create function bank.check_card_autopay() returns trigger language plpgsql as $$
begin
  if new.autopay_account_id is null then
    new.autopay := null;
  end if;
  if new.autopay is distinct from 'fixed' then
    new.autopay_amount := null;
  elsif new.autopay_amount is null then
    raise exception using errcode = 'BADAM', message = 'Say how much autopay draws.';
  end if;
  if new.autopay is null then
    new.autopay_account_id := null;
  end if;
  return new;
end
$$;
comment on function bank.check_card_autopay() is 'Autopay of a card is what and from where, or nothing. Refuses: BADAM.';
create trigger check_card_autopay before update of autopay, autopay_account_id, autopay_amount on public.credit_cards
  for each row execute function bank.check_card_autopay();
create trigger wake_engine_for_autopay after update of autopay, autopay_account_id, autopay_amount, frozen on public.credit_cards
  for each row execute function bank.wake_engine_for_row();
create trigger wake_engine_for_autopay after update of autopay_account_id, autopay_extra on public.loans
  for each row execute function bank.wake_engine_for_row();
create trigger wake_engine_for_autopay after update of autopay_account_id, autopay_extra on public.mortgages
  for each row execute function bank.wake_engine_for_row();

-- What the bank prints at the end of a card's cycle.
create table public.card_statements (
  id uuid primary key default gen_random_uuid(),
  card_id uuid not null references public.credit_cards on delete cascade,
  user_id uuid not null references public.customers on delete cascade,
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
  constraint card_statements_card_id_to_date_key unique (card_id, to_date),
  constraint card_statements_sum_check check (opening_balance + charges - payments + interest + fees = closing_balance)
);
create index card_statements_user_id_idx on public.card_statements (user_id, to_date desc);
comment on table public.card_statements is 'A card''s closed cycles: opening and movements add up to closing.';
alter table public.card_statements enable row level security;
create policy "customers read their own statements" on public.card_statements for select to authenticated
  using (user_id = (select auth.uid()));
grant select on public.card_statements to authenticated, service_role;
call bank.broadcast('public.card_statements');

-- What happened without money moving: payments that failed, statements, marks, shocks.
create table public.happenings (
  id bigint generated by default as identity primary key,
  user_id uuid not null references public.customers on delete cascade,
  at timestamptz not null,
  due_at timestamptz,
  kind text not null,
  description text not null,
  subject text,
  event_key text not null,
  facts jsonb not null default '{}',
  constraint happenings_user_id_event_key_key unique (user_id, event_key)
);
create index happenings_user_id_at_idx on public.happenings (user_id, at desc, id desc);
create index happenings_user_id_subject_idx on public.happenings (user_id, subject, at desc) where subject is not null;
comment on table public.happenings is 'What happened to a household without money moving: a payment that failed, a statement, a mark, a shock.';
comment on column public.happenings.subject is 'What it belongs to: the id of a rule, card, debt or shock.';
comment on column public.happenings.event_key is 'Names the happening, so that it is told once.';
comment on column public.happenings.facts is 'The numbers of it: amounts in minor units, days, percent.';
alter table public.happenings enable row level security;
create policy "customers read what happened to them" on public.happenings for select to authenticated
  using (user_id = (select auth.uid()));
grant select on public.happenings to authenticated, service_role;
call bank.broadcast('public.happenings');

-- What will happen because the customer wants to see how it is.
create table public.shocks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  shock text not null check (shock in ('job_loss', 'rate_change', 'medical_bill', 'car_repair', 'inflation', 'market_fall', 'windfall', 'card_fraud')),
  on_date date not null,
  size numeric not null default 0 check (size between -100 and 999999999.99),
  months integer check (months between 1 and 600),
  product_id uuid,
  created_at timestamptz not null
);
create index shocks_user_id_idx on public.shocks (user_id);
comment on table public.shocks is 'Blows and windfalls that a customer has planned for their simulated life.';
comment on column public.shocks.size is 'An amount for bills, windfalls and fraud; percent points for rates and inflation; percent for a fall of the market.';
alter table public.shocks enable row level security;
create policy "customers read their own shocks" on public.shocks for select to authenticated using (user_id = (select auth.uid()));
create policy "customers plan shocks for themselves" on public.shocks for insert to authenticated with check (user_id = (select auth.uid()));
create policy "customers take back their own shocks" on public.shocks for delete to authenticated using (user_id = (select auth.uid()));
grant select, insert (id, user_id, shock, on_date, size, months, product_id), delete on public.shocks to authenticated, service_role;

create function bank.check_shock() returns trigger language plpgsql
security definer -- reads the clock
set search_path = '' as $$
begin
  if bank.is_for_another(new.user_id) then
    return new;
  end if;
  new.created_at := bank.now_for(new.user_id);
  if new.on_date < bank.today_for(new.user_id) then
    raise exception using errcode = 'BADDT', message = 'What is past cannot be planned.';
  end if;
  perform bank.check_day(new.on_date);
  perform bank.check_rule_count(new.user_id, (select count(*) from public.shocks s where s.user_id = new.user_id));
  return new;
end
$$;
comment on function bank.check_shock() is 'Refuses shocks in the past (BADDT) and too many (LIMIT).';
create trigger check_shock before insert on public.shocks for each row execute function bank.check_shock();
create trigger wake_engine after insert or delete on public.shocks for each row execute function bank.wake_engine_for_row();
call bank.broadcast('public.shocks');
