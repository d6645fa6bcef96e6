-- Money that leaves by itself: to somebody outside, an own account, a card, a loan or a mortgage.
create table public.scheduled_payments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  account_id uuid not null references public.accounts on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  payee text,
  to_account_id uuid references public.accounts on delete cascade,
  card_id uuid references public.credit_cards on delete cascade,
  loan_id uuid references public.loans on delete cascade,
  mortgage_id uuid references public.mortgages on delete cascade,
  amount numeric check (amount between 0.01 and 999999999.99 and amount = round(amount, 2)),
  amount_kind text not null default 'fixed' check (amount_kind in ('fixed', 'statement', 'minimum')),
  frequency text not null check (frequency in ('WEEKLY', 'BIWEEKLY', 'MONTHLY', 'QUARTERLY', 'ANNUALLY')),
  category_id uuid references public.categories on delete set null,
  start_date date not null,
  end_date date,
  occurrences integer,
  weekend text not null default 'stays' check (weekend in ('stays', 'before', 'after')),
  paused boolean not null default false,
  yearly_adjustment text check (yearly_adjustment in ('fixed', 'inflation')),
  yearly_percent numeric check (yearly_percent between 0.01 and 50 and yearly_percent = round(yearly_percent, 2)),
  next_occurrence integer,
  next_at timestamptz,
  retry_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint scheduled_payments_target_check
    check (num_nonnulls(payee, to_account_id, card_id, loan_id, mortgage_id) = 1),
  constraint scheduled_payments_amount_fits_kind_check
    check ((amount_kind = 'fixed') = (amount is not null) and (amount_kind = 'fixed' or card_id is not null)),
  constraint scheduled_payments_adjustment_fits_percent_check
    check ((yearly_adjustment is not distinct from 'fixed') = (yearly_percent is not null)
      and (yearly_adjustment is null or amount_kind = 'fixed'))
);
create index scheduled_payments_user_id_idx on public.scheduled_payments (user_id);
create index scheduled_payments_account_id_idx on public.scheduled_payments (account_id);
create index scheduled_payments_to_account_id_idx on public.scheduled_payments (to_account_id) where to_account_id is not null;
create index scheduled_payments_card_id_idx on public.scheduled_payments (card_id) where card_id is not null;
create index scheduled_payments_loan_id_idx on public.scheduled_payments (loan_id) where loan_id is not null;
create index scheduled_payments_mortgage_id_idx on public.scheduled_payments (mortgage_id) where mortgage_id is not null;
create index scheduled_payments_category_id_idx on public.scheduled_payments (category_id) where category_id is not null;
comment on table public.scheduled_payments is 'Money that leaves by a rule: rent, subscriptions, savings, cards and debts.';
comment on column public.scheduled_payments.payee is 'Who is paid, when it is nobody of one''s own.';
comment on column public.scheduled_payments.amount_kind is 'fixed, or of a card: its statement balance or minimum payment.';
comment on column public.scheduled_payments.start_date is 'Its first day, in the customer''s time zone; later ones are counted from it.';
comment on column public.scheduled_payments.weekend is 'Where an occurrence on a Saturday or Sunday goes: it stays, or moves to the working day before or after.';
comment on column public.scheduled_payments.yearly_adjustment is
  'How the amount changes each year on the anniversary of its first day: by a fixed percentage, with inflation, or not at all (null).';
comment on column public.scheduled_payments.yearly_percent is 'The fixed percentage of each year; null without one.';
comment on column public.scheduled_payments.next_occurrence is 'The number of the next one, from 0; null until the engine has looked after it was made, moved or paused. Only the bank writes it.';
comment on column public.scheduled_payments.next_at is 'The simulated instant of the next one; null when there is none. Only the bank writes it.';
comment on column public.scheduled_payments.retry_at is 'When one that lacked funds is tried again. Only the bank writes it.';

alter table public.scheduled_payments enable row level security;
create policy "customers read their own scheduled payments" on public.scheduled_payments for select to authenticated
  using (user_id = (select auth.uid()));
create policy "customers set up scheduled payments for themselves" on public.scheduled_payments for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "customers change their own scheduled payments" on public.scheduled_payments for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "customers delete their own scheduled payments" on public.scheduled_payments for delete to authenticated
  using (user_id = (select auth.uid()));
grant select,
  insert (id, user_id, account_id, name, payee, to_account_id, card_id, loan_id, mortgage_id, amount, amount_kind, frequency, category_id,
    start_date, end_date, occurrences, weekend, paused, yearly_adjustment, yearly_percent),
  update (account_id, name, payee, to_account_id, card_id, loan_id, mortgage_id, amount, amount_kind, frequency, category_id,
    start_date, end_date, occurrences, weekend, paused, yearly_adjustment, yearly_percent), delete
  on public.scheduled_payments to authenticated, service_role;

create function bank.scheduled_payment_target(rule public.scheduled_payments, out id uuid, out currency text, out closed boolean)
language sql stable as $$
  select a.id, a.currency, a.closed_at is not null from public.accounts a where a.id = rule.to_account_id and a.user_id = rule.user_id
  union all select c.id, c.currency, false from public.credit_cards c where c.id = rule.card_id and c.user_id = rule.user_id
  union all select l.id, l.currency, false from public.loans l where l.id = rule.loan_id and l.user_id = rule.user_id
  union all select m.id, m.currency, false from public.mortgages m where m.id = rule.mortgage_id and m.user_id = rule.user_id
$$;
comment on function bank.scheduled_payment_target(public.scheduled_payments) is 'The own product a scheduled payment goes to; nothing when it goes outside.';

create function bank.check_scheduled_payment() returns trigger language plpgsql
security definer -- reads the clock and the products whoever writes
set search_path = '' as $$
declare
  account public.accounts;
  target record;
begin
  if bank.is_for_another(new.user_id) then
    return new;
  end if;
  new.name := bank.clean_name(new.name);
  new.payee := bank.clean_words(new.payee, 'payee', 80);
  if new.amount_kind = 'fixed' then
    perform bank.check_amount(new.amount);
  end if;
  new.start_date := coalesce(new.start_date, bank.today_for(new.user_id));
  perform bank.check_rule_days(new.start_date, new.end_date, new.occurrences);
  account := bank.check_rule_account(new.user_id, new.account_id);
  if new.payee is null then
    select * into target from bank.scheduled_payment_target(new);
    if target.id is null then
      raise exception using errcode = 'NTFND', message = 'Choose whom to pay.';
    elsif target.id = new.account_id then
      raise exception using errcode = 'SAMAC', message = 'These are the same account.';
    elsif target.closed then
      raise exception using errcode = 'CLOSD', message = 'This account is closed.';
    elsif target.currency <> account.currency then
      raise exception using errcode = 'BADCU', message = 'A scheduled payment stays in one currency.',
        detail = jsonb_build_object('currency', target.currency, 'account_currency', account.currency)::text;
    end if;
  end if;
  new.updated_at := bank.now_for(new.user_id);
  if tg_op = 'INSERT' then
    new.created_at := new.updated_at;
    perform bank.check_rule_count(new.user_id, (select count(*) from public.scheduled_payments p where p.user_id = new.user_id));
  elsif (new.frequency, new.start_date, new.paused) is distinct from (old.frequency, old.start_date, old.paused) then
    new.next_occurrence := null;
  end if;
  return new;
end
$$;
comment on function bank.check_scheduled_payment() is
  'Refuses rules that make no sense: NTFND, CLOSD, SAMAC, BADCU, BADAM, BADNM, BADTX, BADDT, BADTM, LIMIT.';
create trigger check_scheduled_payment before insert or update of account_id, name, payee, to_account_id, card_id, loan_id, mortgage_id,
  amount, amount_kind, frequency, category_id, start_date, end_date, occurrences, weekend, paused, yearly_adjustment, yearly_percent
  on public.scheduled_payments for each row execute function bank.check_scheduled_payment();
create trigger wake_engine after insert or delete or update of account_id, name, payee, to_account_id, card_id, loan_id, mortgage_id,
  amount, amount_kind, frequency, category_id, start_date, end_date, occurrences, weekend, paused, yearly_adjustment, yearly_percent
  on public.scheduled_payments for each row execute function bank.wake_engine_for_row();

-- One occurrence that is skipped, or for which another amount is paid.
create table public.payment_exceptions (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.scheduled_payments on delete cascade,
  planned_date date not null,
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  amount numeric check (amount between 0.01 and 999999999.99 and amount = round(amount, 2)),
  constraint payment_exceptions_payment_id_planned_date_key unique (payment_id, planned_date)
);
create index payment_exceptions_user_id_idx on public.payment_exceptions (user_id);
comment on table public.payment_exceptions is 'What the customer decided about one occurrence of a scheduled payment: another amount, or none at all.';
comment on column public.payment_exceptions.planned_date is 'The day for which it was planned, before any weekend moves it.';
comment on column public.payment_exceptions.amount is 'What is paid this once; null skips it.';
alter table public.payment_exceptions enable row level security;
create policy "customers read exceptions of their own payments" on public.payment_exceptions for select to authenticated
  using (user_id = (select auth.uid()));
create policy "customers make exceptions of their own payments" on public.payment_exceptions for insert to authenticated
  with check (user_id = (select auth.uid())
    and exists (select from public.scheduled_payments p where p.id = payment_id and p.user_id = (select auth.uid())));
create policy "customers change exceptions of their own payments" on public.payment_exceptions for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "customers take back exceptions of their own payments" on public.payment_exceptions for delete to authenticated
  using (user_id = (select auth.uid()));
grant select, insert (id, payment_id, planned_date, user_id, amount), update (amount), delete
  on public.payment_exceptions to authenticated, service_role;
create trigger wake_engine after insert or update or delete on public.payment_exceptions
  for each row execute function bank.wake_engine_for_row();

call bank.broadcast('public.scheduled_payments');
call bank.broadcast('public.payment_exceptions');
