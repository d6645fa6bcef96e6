set check_function_bodies = off;

-- Certificates of deposit (CDs). A CD is an account with a fixed rate and term. Its interest compounds daily.
-- The engine accrues the interest, credits it at the end of each month, and ends or renews the term
-- (engine/products/accounts/certificate.ts). Withdrawals before maturity are here.
create table public.certificates (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null unique references public.accounts on delete cascade,
  user_id uuid not null references public.customers on delete cascade,
  term_months integer not null check (term_months in (3, 6, 12, 24, 60)),
  rate numeric not null check (rate between 0 and 100 and rate = round(rate, 3)),
  penalty_days integer not null check (penalty_days between 0 and 3660),
  principal bank.money not null check (principal >= 0),
  started_on date not null,
  matures_on date not null,
  renewals integer not null default 0 check (renewals >= 0),
  at_maturity text not null default 'renew' check (at_maturity in ('renew', 'pay_out')),
  payout_account_id uuid references public.accounts on delete set null,
  interest_account_id uuid references public.accounts on delete set null,
  constraint certificates_term_check check (matures_on > started_on)
);
create index certificates_user_id_idx on public.certificates (user_id);
create index certificates_payout_account_id_idx on public.certificates (payout_account_id)
  where payout_account_id is not null;
create index certificates_interest_account_id_idx on public.certificates (interest_account_id)
  where interest_account_id is not null;
comment on table public.certificates is
  'The terms of certificates of deposit. The money is in the account with this account_id, of type CD.';
comment on column public.certificates.rate is 'The interest rate in percent per year, fixed for the term.';
comment on column public.certificates.penalty_days is
  'The days of simple interest on the withdrawn principal that an early withdrawal costs.';
comment on column public.certificates.principal is 'The amount at the start of the term, less early '
  'withdrawals. Interest of the term isn''t part of it, so it can be withdrawn without a penalty.';
comment on column public.certificates.started_on is
  'The first day of the current term, in the customer''s time zone.';
comment on column public.certificates.renewals is 'The number of times that the CD has renewed.';
comment on column public.certificates.at_maturity is
  'renew: the CD renews for the same term at the rate of that day. pay_out: the bank pays out its balance.';
comment on column public.certificates.payout_account_id is 'The account that receives the balance at '
  'maturity; null for the checking account with the highest balance, or else another open account.';
comment on column public.certificates.interest_account_id is
  'The account that receives the interest of each month; null if it stays in the CD and compounds.';
call bank.show_to_owner('public.certificates');
call bank.broadcast('public.certificates');
create trigger schedule_simulation after insert or update of at_maturity, payout_account_id,
  interest_account_id on public.certificates
  for each row execute function bank.schedule_simulation_for_change();

create function bank.cd_terms(term_months integer, day date)
returns table (rate numeric, penalty_days integer) language sql immutable as $$
  -- The engine has the same table (engine/products/accounts/certificate-terms.ts). A test compares both.
  select t.rate, t.penalty_days
  from (values (date '2000-01-01', 3, 3.60, 90), ('2000-01-01', 6, 4.00, 90), ('2000-01-01', 12, 4.25, 90),
    ('2000-01-01', 24, 4.05, 180), ('2000-01-01', 60, 3.90, 365), ('2026-07-01', 3, 3.35, 90),
    ('2026-07-01', 6, 3.75, 90), ('2026-07-01', 12, 4.00, 90), ('2026-07-01', 24, 3.80, 180),
    ('2026-07-01', 60, 3.70, 365)) as t (effective_on, term_months, rate, penalty_days)
  where t.term_months = cd_terms.term_months and t.effective_on <= day order by t.effective_on desc limit 1
$$;
comment on function bank.cd_terms is
  'Returns the rate and the days of penalty of a new CD; no row if the bank doesn''t offer the term.';

create function bank.simple_interest(amount numeric, rate numeric, days integer)
returns numeric language sql immutable as $$ select round(amount * rate * days / 36500, 2) $$;
comment on function bank.simple_interest is
  'Returns simple interest (actual/365), rounded half away from zero to hundredths.';

create function bank.is_cd_entry(kind text) returns boolean language sql immutable as $$
  select kind in ('interest', 'cd_opened', 'cd_withdrawal', 'cd_penalty')
$$;
comment on function bank.is_cd_entry is 'Returns true for the kinds of entries that may change a CD.';

create function bank.refuse_cd(account public.accounts) returns void language plpgsql stable as $$
begin
  perform bank.refuse_if(account.type = 'CD', 'CDLCK',
    'Money in a CD stays there until it matures. Choose another account, or open the CD to withdraw early.',
    (select jsonb_build_object('matures_on', c.matures_on) from public.certificates c
      where c.account_id = account.id));
end $$;
comment on function bank.refuse_cd is 'Refuses (CDLCK) a CD, because money can''t move in or out of it.';

create function bank.lock_certificate(account_id uuid)
returns public.certificates language plpgsql volatile as $$
declare
  certificate public.certificates;
begin
  perform bank.lock_account(account_id);
  select * into certificate from public.certificates c
    where c.account_id = lock_certificate.account_id for no key update;
  perform bank.refuse_if(not found, 'BADTY', 'Choose a CD.');
  return certificate;
end $$;
comment on function bank.lock_certificate is
  'Locks one of the caller''s open CDs and its account. Refuses: NTFND, CLOSD, BADTY.';

create function bank.check_cd_receiver(household uuid, receiver_id uuid, currency text)
returns void language plpgsql stable as $$
declare
  receiver public.accounts;
begin
  if receiver_id is null then return; end if;
  receiver := bank.check_rule_account(household, receiver_id);
  perform bank.refuse_if(receiver.currency <> check_cd_receiver.currency,
    'BADCU', format('Choose an account in %s.', currency),
    jsonb_build_object('currency', currency, 'account_currency', receiver.currency));
  perform bank.refuse_if(receiver.tax_treatment is not null,
    'BADTY', 'Choose a checking or savings account.');
end $$;
comment on function bank.check_cd_receiver is 'Checks the account that receives the interest or balance of a '
  'CD. Refuses: NTFND, CLOSD, CDLCK, BADCU, BADTY.';

create function bank.move_cd_money(source public.accounts, target public.accounts, amount numeric, kind text,
  description text) returns public.accounts[] language plpgsql volatile as $$
declare
  at timestamptz := bank.next_instant(source.user_id, array[source.id, target.id]);
  entry bigint := bank.post(source.user_id, kind, description, at, at, 'app', array[source.id, target.id],
    array[source.currency, source.currency], array[-amount, amount]);
begin
  return array[
    bank.debit_account(source, amount, kind, description, entry, at, 'TRANSFER', target.id,
      covered => case source.type when 'CD' then amount else 0 end),
    bank.credit_account(target, amount, kind, description, entry, at, 'TRANSFER', source.id)];
end $$;
comment on function bank.move_cd_money is
  'Moves money between a locked CD and another locked account in the same currency.';

create function public.open_cd(funding_account_id uuid, amount numeric, term_months integer default 12,
  name text default null, at_maturity text default 'renew', payout_account_id uuid default null,
  interest_account_id uuid default null, request_id text default null) returns public.accounts
language plpgsql volatile security definer -- because it writes the terms and the ledger
set search_path = '' as $$
declare
  caller uuid := bank.caller();
  title text := case when name is null then term_months || '-Month CD' else bank.clean_name(name) end;
  params jsonb := jsonb_build_array('open_cd', funding_account_id, trim_scale(amount)::text, term_months,
    title, at_maturity, payout_account_id, interest_account_id);
  account public.accounts := bank.replay_row(request_id, params, null::public.accounts);
  source public.accounts;
  terms record;
  today date := bank.today_for(caller);
  pair public.accounts[];
begin
  if account.id is not null then return account; end if;
  perform bank.check_amount(amount);
  select * into terms from bank.cd_terms(term_months, today);
  perform bank.refuse_if(not found, 'BADTM', 'Choose a term of 3, 6, 12, 24, or 60 months.');
  perform bank.refuse_if((at_maturity in ('renew', 'pay_out')) is not true,
    'BADTY', 'Choose renew or pay_out at maturity.');
  source := bank.lock_account(funding_account_id);
  perform bank.refuse_cd(source);
  perform bank.check_cd_receiver(caller, payout_account_id, source.currency);
  perform bank.check_cd_receiver(caller, interest_account_id, source.currency);
  perform bank.refuse_if(amount < 500, 'BADAM', 'Enter an amount of at least 500.00.',
    jsonb_build_object('amount', amount, 'least', 500));
  -- The bank opens the account: last_entry is set, and the first entry follows.
  insert into public.accounts (name, type, currency, user_id, last_entry)
    values (title, 'CD', source.currency, caller, 0) returning * into account;
  insert into public.certificates (account_id, user_id, term_months, rate, penalty_days, principal,
      started_on, matures_on, at_maturity, payout_account_id, interest_account_id)
    values (account.id, caller, open_cd.term_months, terms.rate, terms.penalty_days,
      round(amount, 2), today, (today + make_interval(months => term_months))::date, open_cd.at_maturity,
      coalesce(open_cd.payout_account_id, case when source.tax_treatment is null then source.id end),
      open_cd.interest_account_id);
  pair := bank.lock_accounts(source.id, account.id);
  pair := bank.move_cd_money(pair[1], pair[2], amount, 'cd_opened', 'Opened ' || title);
  return bank.remember(request_id, params, pair[2]);
end $$;
comment on function public.open_cd is 'Opens a certificate of deposit with money from one of the caller''s '
  'accounts, and returns its account. The rate is fixed for the term (3, 6, 12, 24, or 60 months). Refuses: '
  'BADAM, BADTM, BADTY, BADNM, NTFND, CLOSD, CDLCK, BADCU, INSUF, LIMIT, CLOCK, RQDIF.';

create function public.set_cd_choices(account_id uuid, at_maturity text,
  payout_account_id uuid default null, interest_account_id uuid default null)
returns public.certificates language plpgsql volatile
security definer -- because customers can't write certificates
set search_path = '' as $$
declare
  account public.accounts := bank.lock_account(account_id);
  certificate public.certificates;
begin
  perform bank.check_cd_receiver(account.user_id, payout_account_id, account.currency);
  perform bank.check_cd_receiver(account.user_id, interest_account_id, account.currency);
  certificate := bank.lock_certificate(account_id);
  perform bank.refuse_if((at_maturity in ('renew', 'pay_out')) is not true,
    'BADTY', 'Choose renew or pay_out at maturity.');
  update public.certificates c set at_maturity = set_cd_choices.at_maturity,
    payout_account_id = set_cd_choices.payout_account_id,
    interest_account_id = set_cd_choices.interest_account_id
    where c.id = certificate.id returning * into certificate;
  return certificate;
end $$;
comment on function public.set_cd_choices is 'Sets what happens when one of the caller''s CDs matures, and '
  'where its interest goes: to an account each month, or to the CD if interest_account_id is null. Refuses: '
  'BADTY, NTFND, CLOSD, CDLCK, BADCU, CLOCK, NOUSR.';

create function bank.cd_interest(certificate public.certificates) returns numeric
language plpgsql stable as $$
declare
  clock record;
  micros numeric;
  day date;
  held numeric;
begin
  select k.simulated_until, k.carryover, c.time_zone, bank.today_for(c.id) as today into clock
    from bank.clocks k join public.customers c on c.id = k.household_id
    where k.household_id = certificate.user_id;
  micros := coalesce((clock.carryover #>> array['accrued', certificate.account_id::text])::numeric, 0);
  -- A day ends at its last millisecond. The engine has ended all days before this one.
  day := ((clock.simulated_until + interval '1 millisecond') at time zone clock.time_zone)::date;
  while day < clock.today loop
    select coalesce(sum(p.amount), 0) into held from bank.postings p join bank.entries e on e.id = p.entry_id
      where p.ledger_id = certificate.account_id
        and e.at < (day + 1)::timestamp at time zone clock.time_zone;
    micros := micros + round((held * 100000000 + micros) * certificate.rate / 36500);
    day := day + 1;
  end loop;
  return greatest(0, round(micros / 100000000, 2));
end $$;
comment on function bank.cd_interest is 'Returns the interest that a CD has accrued until the end of '
  'yesterday and that the engine hasn''t credited. The engine has the same rule; a test compares both.';

create function bank.is_cd_in_grace(certificate public.certificates, today date)
returns boolean language sql immutable as $$
  select today >= certificate.matures_on
    or certificate.renewals > 0 and today < certificate.started_on + 10
$$;
comment on function bank.is_cd_in_grace is
  'Returns true in the 10 days after maturity, in which a withdrawal costs no penalty.';

create type bank.cd_quote as (amount numeric, interest numeric, penalty numeric, payout numeric,
  remaining numeric, in_grace boolean);
comment on type bank.cd_quote is 'The payout and the cost of a withdrawal from a CD.';

create function bank.quote_cd(account public.accounts, certificate public.certificates, amount numeric)
returns bank.cd_quote language plpgsql stable as $$
declare
  quote bank.cd_quote;
begin
  quote.in_grace := bank.is_cd_in_grace(certificate, bank.today_for(account.user_id));
  quote.amount := coalesce(amount, account.balance);
  quote.interest := case when amount is null then bank.cd_interest(certificate) else 0 end;
  -- The smallest penalty by law, seven days' interest in the first six days, is always less than this.
  quote.penalty := case when quote.in_grace then 0
    else bank.simple_interest(least(quote.amount, certificate.principal), certificate.rate,
      certificate.penalty_days) end;
  quote.payout := quote.amount + quote.interest;
  quote.remaining := account.balance - quote.amount - quote.penalty;
  if amount is null then
    quote.penalty := least(quote.penalty, quote.payout);
    quote.payout := quote.payout - quote.penalty;
    quote.remaining := 0;
  else
    perform bank.refuse_if(quote.remaining < 500, 'BADAM',
      'At least 500.00 must stay in the CD. Enter a smaller amount, or withdraw everything.',
      jsonb_build_object('amount', amount, 'penalty', quote.penalty, 'least', 500,
        'highest', greatest(0, account.balance - 500 - quote.penalty)));
  end if;
  return quote;
end $$;
comment on function bank.quote_cd is 'Returns what a withdrawal from a CD pays and costs. If the amount is '
  'null, everything is withdrawn, and accrued interest is paid. The penalty of a partial withdrawal is '
  'charged to the CD in addition. Refuses (BADAM) a withdrawal that leaves less than 500.00.';

create function public.quote_cd_withdrawal(account_id uuid, amount numeric default null)
returns table (withdrawn numeric, interest numeric, penalty numeric, payout numeric, remaining numeric,
  in_grace boolean) language plpgsql volatile
security definer -- because it reads the engine's carryover
set search_path = '' as $$
declare
  certificate public.certificates := bank.lock_certificate(account_id);
  account public.accounts;
begin
  if quote_cd_withdrawal.amount is not null then
    perform bank.check_amount(quote_cd_withdrawal.amount);
  end if;
  select * into account from public.accounts a where a.id = quote_cd_withdrawal.account_id;
  return query select q.* from bank.quote_cd(account, certificate, quote_cd_withdrawal.amount) as q;
end $$;
comment on function public.quote_cd_withdrawal is 'Returns what a withdrawal from one of the caller''s CDs '
  'pays and costs now: the interest, the penalty, the amount paid out, and what remains in the CD. Without '
  'an amount, everything is withdrawn. Doesn''t move money. Refuses: BADAM, BADTY, NTFND, CLOSD, CLOCK, '
  'NOUSR.';

create function public.withdraw_from_cd(account_id uuid, to_account_id uuid, amount numeric default null,
  penalty numeric default null, request_id text default null) returns public.accounts
language plpgsql volatile security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  params jsonb := jsonb_build_array('withdraw_from_cd', account_id, to_account_id,
    trim_scale(amount)::text, trim_scale(penalty)::text);
  account public.accounts := bank.replay_row(request_id, params, null::public.accounts);
  pair public.accounts[];
  certificate public.certificates;
  quote bank.cd_quote;
begin
  if account.id is not null then return account; end if;
  if amount is not null then perform bank.check_amount(amount); end if;
  pair := bank.lock_accounts(account_id, to_account_id);
  certificate := bank.lock_certificate(account_id);
  perform bank.check_cd_receiver(certificate.user_id, to_account_id, pair[1].currency);
  quote := bank.quote_cd(pair[1], certificate, amount);
  perform bank.refuse_if(quote.penalty is distinct from coalesce(withdraw_from_cd.penalty, 0), 'CDLCK',
    'Withdrawing from this CD now has a penalty. Confirm the penalty to continue.',
    to_jsonb(quote) || jsonb_build_object('matures_on', certificate.matures_on));
  update public.certificates c
    set principal = greatest(0, least(c.principal - quote.amount, quote.remaining))
    where c.id = certificate.id;
  account := bank.pay_out_cd(pair[1], pair[2], quote);
  return bank.remember(request_id, params, account);
end $$;
comment on function public.withdraw_from_cd is 'Withdraws an amount from one of the caller''s CDs to another '
  'of their accounts and returns the CD. Without an amount, withdraws everything with the accrued interest '
  'and closes the CD. `penalty` confirms the penalty of quote_cd_withdrawal. Refuses: CDLCK, BADAM, BADTY, '
  'NTFND, CLOSD, SAMAC, BADCU, CLOCK, RQDIF.';

create function bank.pay_out_cd(cd public.accounts, target public.accounts, quote bank.cd_quote)
returns public.accounts language plpgsql volatile as $$
declare
  account public.accounts := cd;
  at timestamptz := bank.next_instant(cd.user_id, array[cd.id]);
  entry bigint;
  pair public.accounts[];
begin
  if quote.interest > 0 then
    entry := bank.post(cd.user_id, 'interest', cd.name || ' interest', at, at, 'app',
      array[cd.id, bank.system_account('interest')], array[cd.currency, cd.currency],
      array[quote.interest, -quote.interest]);
    account := bank.credit_account(account, quote.interest, 'interest', cd.name || ' interest', entry, at,
      category_id => (select c.id from public.categories c where c.name = 'Interest'
        and c.user_id is null limit 1));
  end if;
  if quote.penalty > 0 then
    at := bank.next_instant(cd.user_id, array[cd.id]);
    entry := bank.post(cd.user_id, 'cd_penalty', 'Early withdrawal penalty', at, at, 'app',
      array[cd.id, bank.system_account('fee_income')], array[cd.currency, cd.currency],
      array[-quote.penalty, quote.penalty]);
    account := bank.debit_account(account, quote.penalty, 'cd_penalty', 'Early withdrawal penalty', entry, at,
      covered => quote.penalty);
  end if;
  if quote.payout > 0 then
    pair := bank.move_cd_money(account, target, quote.payout, 'cd_withdrawal', 'Withdrawal from ' || cd.name);
    account := pair[1];
  end if;
  if account.balance = 0 then
    update public.accounts a set closed_at = bank.next_instant(cd.user_id, array[cd.id])
      where a.id = cd.id returning * into account;
  end if;
  return account;
end $$;
comment on function bank.pay_out_cd is
  'Posts the interest, the penalty, and the withdrawal of a CD, and closes it if nothing remains.';

create function bank.engine_certificates(household uuid) returns json language sql stable as $$
  select json_agg(json_build_object('account_id', c.account_id, 'term_months', c.term_months, 'rate', c.rate,
    'penalty_days', c.penalty_days, 'principal', bank.minor(c.principal), 'started_on', c.started_on,
    'matures_on', c.matures_on, 'renewals', c.renewals, 'at_maturity', c.at_maturity,
    'payout_account_id', c.payout_account_id, 'interest_account_id', c.interest_account_id)
    order by c.started_on, c.account_id)
  from public.certificates c where c.user_id = household
$$;
comment on function bank.engine_certificates is
  'Returns the terms of a household''s CDs for the engine; null if there are none.';

create function bank.write_certificates(steps jsonb) returns void language sql volatile as $$
  update public.certificates c set rate = r.rate, penalty_days = r.penalty_days, started_on = r.started_on,
    principal = bank.major(r.principal), matures_on = r.matures_on, renewals = r.renewals
  from jsonb_array_elements(steps) as s (step), jsonb_to_recordset(s.step -> 'certificates')
    as r (account_id uuid, rate numeric, penalty_days integer, principal numeric, started_on date,
      matures_on date, renewals integer)
  where c.account_id = r.account_id and c.user_id = (s.step ->> 'customer_id')::uuid
$$;
comment on function bank.write_certificates is 'Writes the terms of CDs that renewed in these steps.';

grant execute on function public.open_cd, public.set_cd_choices, public.quote_cd_withdrawal,
  public.withdraw_from_cd to authenticated;
