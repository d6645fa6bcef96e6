set check_function_bodies = off;

-- Home equity lines of credit. A line is a loan with a draw period: `amount` is its limit, and its balance
-- rises with each draw. In the draw period, the monthly payment is the interest on the daily balance. Later,
-- level installments repay the balance. The engine resets the rate each month.
create function bank.line_json(loan public.loans) returns json language sql immutable as $$
  select json_build_object('limit', bank.minor(loan.amount), 'drawMonths', loan.draw_months,
    'margin', loan.rate_margin, 'cap', loan.rate_cap)
  where loan.draw_months is not null
$$;
comment on function bank.line_json is
  'Returns the terms of a home equity line of credit in the engine''s format; null for other loans.';

create function bank.refuse_line(debt bank.debts) returns void language plpgsql immutable as $$
begin
  perform bank.refuse_if(debt.draw_months is not null, 'NOELG',
    'This isn''t available for a line of credit. You can pay any amount at any time.', '{"reason": "line"}');
end $$;
comment on function bank.refuse_line is
  'Refuses (NOELG) a change of installments on a home equity line of credit, which bills what is due.';

create function bank.check_free_home(home_id uuid) returns void language plpgsql stable as $$
begin
  perform bank.refuse_if(exists (select from public.loans l where l.home_id = check_free_home.home_id),
    'NOELG', 'This home already secures a line of credit. Close it first.', '{"reason": "open"}');
end $$;
comment on function bank.check_free_home is
  'Refuses (NOELG) a second line of credit on a home. A home secures one line at a time.';

create function bank.set_line_payment() returns trigger language plpgsql
security definer -- because customers can't call the bank's own functions
set search_path = '' as $$
begin
  if new.next_due_date <= bank.due_date(new.start_date, new.draw_months) then
    new.monthly_payment := round(new.remaining_balance * new.interest_rate / 1200, 2);
  end if;
  return new;
end $$;
comment on function bank.set_line_payment is 'Sets the monthly payment of a line of credit in its draw '
  'period: a month of interest on the current balance. Later, the engine computes it.';

-- The name comes after `check_new_debt`, because triggers run in the order of their names.
create trigger set_line_payment before insert or update of remaining_balance, interest_rate, next_due_date
  on public.loans for each row when (new.draw_months is not null) execute function bank.set_line_payment();

create function bank.protect_line_terms() returns trigger language plpgsql as $$
begin
  perform bank.refuse_if(current_user in ('authenticated', 'service_role'), 'NOELG',
    'The terms of a line of credit are in its agreement and can''t be edited.', '{"reason": "line"}');
  return new;
end $$;
comment on function bank.protect_line_terms is
  'Refuses (NOELG) raw changes of a line of credit''s terms and balance.';

create trigger protect_line_terms before update of amount, interest_rate, term, monthly_payment, start_date,
    remaining_balance on public.loans
  for each row when (old.draw_months is not null
    and (new.amount, new.interest_rate, new.term, new.monthly_payment, new.start_date, new.remaining_balance)
      is distinct from (old.amount, old.interest_rate, old.term, old.monthly_payment, old.start_date,
        old.remaining_balance)) execute function bank.protect_line_terms();

create function bank.keep_owed_line() returns trigger language plpgsql
security definer -- because it reads the accrual, which customers can't read
set search_path = '' as $$
declare
  debt bank.debts;
  owed numeric;
begin
  select * into debt from bank.debts d where d.id = old.id;
  owed := old.remaining_balance + bank.accrued_interest(debt, bank.current_debt_period(debt));
  perform bank.refuse_if(owed > 0, 'OWING', 'Pay off the line of credit before you close it.',
    jsonb_build_object('balance', owed));
  return old;
end $$;
comment on function bank.keep_owed_line is 'Refuses (OWING) to delete a line of credit while something is '
  'owed: a balance, or interest that hasn''t been billed.';

create trigger keep_owed_line before delete on public.loans for each row
  when (old.draw_months is not null and current_user in ('authenticated', 'service_role'))
  execute function bank.keep_owed_line();

create function bank.clean_line_name() returns trigger language plpgsql
security definer -- because customers can't call the bank's own functions
set search_path = '' as $$
begin
  new.name := bank.clean_name(new.name);
  new.updated_at := bank.now_for(new.user_id);
  return new;
end $$;
comment on function bank.clean_line_name is 'Cleans the new name of a line of credit. Refuses: BADNM.';

create trigger clean_line_name before update of name on public.loans
  for each row when (old.draw_months is not null and new.name is distinct from old.name)
  execute function bank.clean_line_name();

create function bank.open_credit_line(application public.loan_applications, offer jsonb,
  account public.accounts) returns uuid language plpgsql volatile as $$
declare
  home public.mortgages;
  line public.loans;
begin
  -- One line can be opened at a time, because each decision counts what is owed on the home.
  select * into home from public.mortgages m where m.id = application.home_id
    and m.user_id = application.user_id for no key update;
  perform bank.refuse_if(home.id is null or home.refinanced_at is not null
    or home.remaining_balance > application.lien, 'NOOFR',
    'This offer is no longer available. Apply again to get a new decision.',
    jsonb_build_object('status', 'ended'));
  perform bank.check_free_home(home.id);
  insert into public.loans (user_id, name, amount, interest_rate, term, remaining_balance, currency,
    last_entry, draw_months, rate_margin, rate_cap, home_id)
    values (application.user_id, 'Home equity line', bank.major((offer ->> 'amount')::numeric),
      (offer ->> 'rate')::numeric, (offer ->> 'term')::integer, 0, 'USD', 0,
      (offer ->> 'drawMonths')::integer, (offer ->> 'margin')::numeric, (offer ->> 'rateCap')::numeric,
      home.id)
    returning * into line;
  -- Nothing has been posted yet.
  update public.loans l set last_entry = null, autopay_account_id = account.id where l.id = line.id;
  return line.id;
end $$;
comment on function bank.open_credit_line is 'Opens the home equity line of credit of an accepted offer, '
  'without a balance, and returns its id. Autopay pays its bills from the account. Refuses: NOOFR, NOELG.';

create function public.draw_credit_line(loan_id uuid, amount numeric, account_id uuid,
  request_id text default null) returns public.loans
language plpgsql volatile security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'draw_credit_line', 'loan', loan_id,
    'amount', trim_scale(amount)::text, 'account', account_id);
  line public.loans := bank.replay_row(request_id, params, null::public.loans);
  account public.accounts;
  drawn numeric := round(amount, 2);
  at timestamptz;
begin
  if line.id is not null then return line; end if;
  perform bank.check_amount(amount);
  perform bank.lock_clock(bank.caller());
  select * into line from public.loans l where l.id = loan_id and l.user_id = bank.caller()
    and l.draw_months is not null for no key update;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that line of credit.');
  perform bank.check_draw(line, drawn);
  account := bank.lock_account(account_id);
  perform bank.refuse_if(account.currency <> line.currency, 'BADCU',
    format('Choose an account in %s.', line.currency),
    jsonb_build_object('currency', line.currency, 'account_currency', account.currency));
  at := bank.next_instant(line.user_id, array[account.id]);
  line.last_entry := bank.post(line.user_id, 'loan_proceeds', 'Draw from ' || line.name, at, at, 'app',
    array[line.id, account.id], array[line.currency, line.currency], array[-drawn, drawn]);
  perform bank.credit_account(account, drawn, 'loan_proceeds', 'Draw from ' || line.name,
    line.last_entry, at);
  update public.loans l set remaining_balance = l.remaining_balance + drawn, last_entry = line.last_entry,
    updated_at = at where l.id = line.id returning * into line;
  return bank.remember(request_id, params, line);
end $$;
comment on function public.draw_credit_line is 'Draws an amount from one of the caller''s home equity lines '
  'of credit to one of their accounts, and returns the line. Refuses: BADAM, NTFND, OVRLM, NOELG, CLOSD, '
  'BADCU, LIMIT, CLOCK, RQDIF.';

create function bank.check_draw(line public.loans, amount numeric) returns void language plpgsql stable as $$
declare
  today date := bank.today_for(line.user_id);
  last_day date := bank.due_date(line.start_date, line.draw_months) - 1;
  available numeric := greatest(0, line.amount - line.remaining_balance);
  reason text := case when today > last_day then 'draw_ended'
    when line.past_due > 0 then 'past_due' when line.paused_until >= today then 'paused' end;
begin
  -- Regulation Z allows the bank to suspend draws while the customer is in default (12 CFR 1026.40(f)(3)).
  perform bank.refuse_if(reason is not null, 'NOELG', case reason
      when 'draw_ended' then format('The draw period ended on %s.', bank.format_date(last_day, today))
      when 'past_due' then 'Pay the past-due amount first. Then you can draw again.'
      else 'Resume your payments first. Then you can draw again.' end,
    jsonb_build_object('reason', reason, 'last_day', last_day));
  perform bank.refuse_if(amount > available, 'OVRLM',
    'This draw is more than your available credit.',
    jsonb_build_object('bucket', 'line', 'limit', line.amount, 'balance', line.remaining_balance,
      'available', available, 'amount', amount));
end $$;
comment on function bank.check_draw is 'Refuses a draw from a locked line of credit above its available '
  'credit (OVRLM), after the draw period, while a payment is past due, or while payments are paused (NOELG).';

-- Monthly statements of lines of credit. The engine closes each month when it bills the interest, before the
-- bill is paid. A statement has the entries since the previous one, so statements add up.
create function bank.line_statements(household uuid, zone text)
returns table (loan_id uuid, name text, currency text, facts jsonb, from_at timestamptz, to_at timestamptz,
  after_entry bigint, last_entry bigint) language sql stable as $$
  with closed as (
    select l.id, l.name, l.currency, l.created_at, h.facts, h.at, coalesce(
        (select e.id from bank.entries e where e.household_id = household
          and e.event_key = l.id || ':interest:' || (h.facts ->> 'number')),
        -- A month without interest has no entry that closes it.
        (select max(e.id) from bank.postings p join bank.entries e on e.id = p.entry_id
          where p.ledger_id = l.id and e.at < h.at), 0) as last_entry
    from public.household_events h join public.loans l on l.id::text = h.subject and l.user_id = household
    where h.user_id = household and h.kind = 'line_statement'
  )
  select c.id, c.name, c.currency, c.facts, greatest(c.created_at,
      (c.facts ->> 'from')::date::timestamp at time zone zone), c.at,
    coalesce(lag(c.last_entry) over month, 0), c.last_entry
  from closed c window month as (partition by c.id order by c.at)
$$;
comment on function bank.line_statements is 'Returns the closed months of a household''s lines of credit: '
  'the engine''s figures, and the range of entries of each.';

create function bank.line_balances(line_id uuid, first date, until date, zone text, last_entry bigint)
returns jsonb language sql stable as $$
  -- A change counts from its day on, as in the engine.
  with moved as (
    select greatest((e.at at time zone zone)::date, line_balances.first) as day, -sum(p.amount) as change
    from bank.postings p join bank.entries e on e.id = p.entry_id
    where p.ledger_id = line_id and e.id <= line_balances.last_entry
      and (e.at at time zone zone)::date < line_balances.until
    group by 1
  ), balances as (
    select m.day, sum(m.change) over (order by m.day) as balance,
      coalesce(lead(m.day) over (order by m.day), line_balances.until) as next
    from moved m
  )
  select coalesce(jsonb_agg(jsonb_build_object('from', b.day, 'to', b.next - 1, 'days', b.next - b.day,
    'balance', b.balance) order by b.day) filter (where b.balance > 0), '[]') from balances b
$$;
comment on function bank.line_balances is 'Returns the balances of a line of credit from its first day until '
  'before another day, with the days of each. Leaves out days without a balance.';

create function bank.issue_line_statements(household uuid, zone text)
returns void language sql volatile as $$
  select bank.issue_document(household, 'line_statement', s.name || ' statement '
      || to_char(month.until - 1, 'YYYY-MM'), s.loan_id, 'loan', s.name, month.first, month.until - 1,
    s.from_at, s.to_at, (s.facts - '{balance,limit,overdue,payment}'::text[])
      || jsonb_build_object('name', s.name, 'currency', s.currency,
        'balance', bank.major((s.facts ->> 'balance')::numeric),
        'limit', bank.major((s.facts ->> 'limit')::numeric),
        'overdue', bank.major((s.facts ->> 'overdue')::numeric),
        'payment', bank.major((s.facts ->> 'payment')::numeric), 'lines', lines.items,
        'days', bank.line_balances(s.loan_id, month.first, month.until, zone, s.last_entry)))
  from bank.line_statements(household, zone) s
    cross join lateral (select (s.facts ->> 'from')::date as first,
      (s.facts ->> 'due')::date as until) as month
    cross join lateral (select coalesce(jsonb_agg(jsonb_build_object('kind', c.kind, 'text', c.text,
        'day', (c.value_at at time zone zone)::date, 'amount', c.amount) order by c.entry_id), '[]') as items
      from bank.postings_to(s.loan_id, s.last_entry) c where c.entry_id > s.after_entry) as lines
  -- A month without a balance or any activity has no statement.
  where ((s.facts ->> 'balance')::numeric > 0 or lines.items <> '[]')
    and not exists (select from public.documents d where d.user_id = household
      and d.kind = 'line_statement' and d.about = s.loan_id and d.period_to = month.until - 1)
  order by s.to_at, s.loan_id;
$$;
comment on function bank.issue_line_statements is
  'Issues the monthly statements of home equity lines of credit.';

grant execute on function public.draw_credit_line to authenticated;
