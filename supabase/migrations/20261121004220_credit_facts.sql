-- What the bank knows of a customer's credit: the one source of the policy and of the score. As CreditFacts in
-- engine/credit-facts.ts has it: amounts in minor units of one currency, days and months on the simulated clock.
create function bank.minor_in(amount numeric, from_currency text, to_currency text, day date) returns bigint language sql volatile as $$
  select bank.minor(round(amount * bank.rate_on(from_currency, to_currency, day), 2))
$$;
comment on function bank.minor_in(numeric, text, text, date) is 'An amount in minor units of another currency, at the rate of a day.';

create function bank.credit_pages(household uuid, zone text) returns table (
  id uuid, kind text, name text, currency text, opened date, closed date, rate numeric, balance numeric, credit_limit numeric, payment numeric
) language sql stable as $$
  select l.id, l.product, l.name, l.currency, (l.created_at at time zone zone)::date,
    (coalesce(l.closed_at, (to_jsonb(c) ->> 'closed_at')::timestamptz, case when d.remaining_balance = 0 then d.updated_at end) at time zone zone)::date,
    coalesce(c.apr, d.interest_rate, 0), coalesce(c.balance, d.remaining_balance, 0),
    coalesce(c.credit_limit, d.amount, (select max(abs(p.amount)) from bank.postings p where p.ledger_id = l.id), 0),
    case when c.id is not null then least(greatest(c.balance, 0),
        coalesce(s.minimum_payment, greatest(25, round(c.balance / 100 + c.balance * c.apr / 1200, 2))))
      else least(d.monthly_payment, d.remaining_balance) end
  from bank.ledger_accounts l
    left join public.credit_cards c on c.id = l.id
    left join (
      select o.id, o.amount, o.interest_rate, o.remaining_balance, o.monthly_payment, o.updated_at from public.loans o
      union all
      select m.id, m.loan_amount, m.interest_rate, m.remaining_balance, m.monthly_payment, m.updated_at from public.mortgages m) d on d.id = l.id
    left join lateral (
      select t.minimum_payment from public.card_statements t where t.card_id = c.id order by t.to_date desc limit 1) s on true
  where l.household_id = household and l.product in ('card', 'loan', 'mortgage')
$$;
comment on function bank.credit_pages(uuid, text) is 'Cards, loans and mortgages of a household, closed and deleted ones too, with what is due on them each month.';

create function bank.credit_lines(household uuid, zone text, into_currency text, today date) returns jsonb language sql volatile as $$
  with pages as materialized (
    select p.*, bank.rate_on(p.currency, into_currency, today) as price from bank.credit_pages(household, zone) p
  ), changes as materialized (
    select p.ledger_id, date_trunc('month', e.value_at at time zone zone)::date as month, sum(-p.amount) as change
    from pages join bank.postings p on p.ledger_id = pages.id and p.currency = pages.currency join bank.entries e on e.id = p.entry_id
    where e.household_id = household group by 1, 2
  ), ends as (
    select pages.id, pages.price, g.month::date as month, sum(coalesce(c.change, 0)) over (partition by pages.id order by g.month) as balance
    from pages cross join lateral generate_series(date_trunc('month', pages.opened::timestamp),
        date_trunc('month', least(coalesce(pages.closed, today), today)::timestamp), interval '1 month') as g (month)
      left join changes c on c.ledger_id = pages.id and c.month = g.month::date
  ), months as (
    select e.id, jsonb_agg(jsonb_build_object('month', to_char(e.month, 'YYYY-MM'), 'balance', bank.minor(round(e.balance * e.price, 2)))
      order by e.month) as list
    from ends e where e.month < date_trunc('month', today::timestamp)::date
      and e.month >= (date_trunc('month', today::timestamp) - interval '84 months')::date
    group by e.id
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'kind', p.kind, 'name', p.name, 'opened', p.opened, 'closed', p.closed,
      'rate', p.rate, 'balance', bank.minor(round(p.balance * p.price, 2)), 'limit', bank.minor(round(p.credit_limit * p.price, 2)),
      'payment', bank.minor(round(coalesce(p.payment, 0) * p.price, 2)), 'months', coalesce(m.list, '[]')) order by p.opened, p.id), '[]')
  from pages p left join months m on m.id = p.id
$$;
comment on function bank.credit_lines(uuid, text, text, date) is 'The credit lines of a household with what was owed at the ends of the last 84 months.';

create function bank.debt_dues(household uuid, today date) returns table (line_id uuid, due date, days_late integer) language sql stable as $$
  with debts as (
    select l.id, l.start_date, l.term as months, l.next_due_date, l.created_at from public.loans l where l.user_id = household
    union all
    select m.id, m.start_date, m.term * 12, m.next_due_date, m.created_at from public.mortgages m where m.user_id = household
  ), dues as (
    select d.id, n.number, (d.start_date + make_interval(months => n.number))::date as due
    from debts d cross join lateral generate_series(1, d.months) as n (number)
    where d.start_date + make_interval(months => n.number) > d.created_at
      and (d.start_date + make_interval(months => n.number))::date < least(d.next_due_date, today)
  ), marks as materialized (
    select h.subject, (h.facts ->> 'since')::date as since, max((h.facts ->> 'days')::integer) as days
    from public.happenings h where h.user_id = household and h.kind = 'delinquent' group by 1, 2
  )
  select d.id, d.due, case when h.id is null then 0 else coalesce(m.days, 1) end
  from dues d
    left join public.happenings h on h.user_id = household and h.event_key = d.id || ':missed:' || d.number
    left join marks m on m.subject = d.id::text and m.since = d.due
  where d.due > today - interval '84 months'
$$;
comment on function bank.debt_dues(uuid, date) is 'Every due date of loans and mortgages that has passed: 0 when it was met, else how late it became.';

create function bank.card_dues(household uuid, zone text, today date) returns table (line_id uuid, due date, days_late integer)
language sql stable as $$
  with stated as (
    select s.card_id, s.due_date, h.id is not null as is_missed, row_number() over (partition by s.card_id order by s.due_date)
        - row_number() over (partition by s.card_id, h.id is not null order by s.due_date) as run
    from public.card_statements s
      left join public.happenings h on h.user_id = household and h.event_key = s.card_id || ':late:' || s.due_date
    where s.user_id = household and s.due_date < today and s.minimum_payment > 0
  ), paid as (
    -- Cards that came with a history and no statements: each month that was paid.
    select p.ledger_id, min((e.value_at at time zone zone)::date) as day
    from bank.entries e join bank.postings p on p.entry_id = e.id and p.amount > 0
      join bank.ledger_accounts l on l.id = p.ledger_id and l.product = 'card' and l.household_id = household
    where e.household_id = household and e.kind = 'card_payment'
      and not exists (select from public.card_statements s where s.card_id = l.id and s.from_date <= (e.value_at at time zone zone)::date)
    group by p.ledger_id, date_trunc('month', e.value_at at time zone zone)
  )
  select s.card_id, s.due_date, case when not s.is_missed then 0
    -- Missed again and again: a month later each time.
    else greatest(1, least(90, 30 * (row_number() over (partition by s.card_id, s.is_missed, s.run order by s.due_date) - 1)))::integer end
  from stated s where s.due_date > today - interval '84 months'
  union all
  select p.ledger_id, p.day, 0 from paid p where p.day > today - interval '84 months'
$$;
comment on function bank.card_dues(uuid, text, date) is 'Every due date of cards that has passed: 0 when the minimum was met, else how late it became.';

create function bank.credit_inquiries(household uuid, zone text, today date) returns jsonb language plpgsql stable as $$
declare
  found_limits jsonb := '[]';
begin
  -- Requests for a higher limit are kept by the cards' room, where there is one.
  if to_regclass('public.card_limit_requests') is not null then
    execute 'select coalesce(jsonb_agg(jsonb_build_object(''on'', (to_jsonb(r) ->> ''decided_at'')::timestamptz at time zone $2,
        ''words'', ''Higher card limit'', ''kind'', ''CARD'')), ''[]'') from public.card_limit_requests r
      where r.user_id = $1 and (to_jsonb(r) ->> ''requested'')::numeric > (to_jsonb(r) ->> ''previous'')::numeric'
      into found_limits using household, zone;
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('on', i.day, 'words', i.words, 'kind', i.kind) order by i.day), '[]')
    from (
      select (a.reviewed_at at time zone zone)::date as day, case a.loan_type when 'AUTO' then 'Car loan' when 'HOME' then 'Home loan'
          when 'EDUCATION' then 'Education loan' when 'PERSONAL' then 'Personal loan' else 'Loan' end || ' application' as words,
        a.loan_type as kind
      from public.loan_applications a where a.user_id = household and a.reviewed_at is not null
      union all
      select (f.row ->> 'on')::timestamp::date, f.row ->> 'words', f.row ->> 'kind' from jsonb_array_elements(found_limits) as f (row)) as i
    where i.day > today - interval '84 months');
end
$$;
comment on function bank.credit_inquiries(uuid, text, date) is 'Each time a household asked the bank for credit and the bank looked.';

create function bank.income_by_month(household uuid, zone text, into_currency text, today date) returns jsonb language sql volatile as $$
  with incomes as (
    select date_trunc('month', t.date at time zone zone)::date as month, t.currency, sum(t.amount) as amount
    from public.transactions t left join public.categories c on c.id = t.category_id
    where t.user_id = household and t.direction = 'in' and t.date > (today - interval '85 months')
      -- From one's own account to another is no income.
      and t.counter_account_id is null
      and (t.kind = 'auto_deposit' or (t.kind = 'deposit' and c.kind = 'income' and c.name <> 'Refund'))
    group by 1, 2
  ), months as (
    select i.month, sum(bank.minor_in(i.amount, i.currency, into_currency, today)) as amount from incomes i group by i.month
  )
  select coalesce(jsonb_agg(jsonb_build_object('month', to_char(m.month, 'YYYY-MM'), 'amount', m.amount) order by m.month), '[]') from months m
$$;
comment on function bank.income_by_month(uuid, text, text, date) is 'Pay and other income that arrived, by month: rules that pay in, and deposits of an income category.';

create function bank.credit_facts(household uuid, into_currency text) returns jsonb language plpgsql volatile as $$
declare
  today date := bank.today_for(household);
  customer public.customers;
  zone text;
  target text;
begin
  select * into customer from public.customers c where c.id = household;
  zone := coalesce(customer.time_zone, 'UTC');
  target := coalesce(into_currency, customer.base_currency, 'USD');
  perform bank.check_currency(target);
  return jsonb_build_object('today', today, 'currency', target,
    'since', coalesce((select (min(l.created_at) at time zone zone)::date from bank.ledger_accounts l
      where l.household_id = household and l.product = 'account'), today),
    'lines', bank.credit_lines(household, zone, target, today),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('lineId', d.line_id, 'on', d.due, 'daysLate', d.days_late) order by d.due, d.line_id), '[]')
      from (select * from bank.debt_dues(household, today) union all select * from bank.card_dues(household, zone, today)) as d),
    'inquiries', bank.credit_inquiries(household, zone, today),
    'income', bank.income_by_month(household, zone, target, today));
end
$$;
comment on function bank.credit_facts(uuid, text) is 'What the bank knows of a household''s credit, in one currency.';

create function public.my_credit_facts(currency text default null) returns jsonb language sql volatile
security definer -- reads the books of the caller's own household
set search_path = '' as $$
  select bank.credit_facts(bank.caller(), my_credit_facts.currency)
$$;
comment on function public.my_credit_facts(text) is
  'What the bank knows of the caller''s own credit, in their base currency or another. Refuses: NOUSR, BADCU, NORAT.';
grant execute on function public.my_credit_facts(text) to authenticated;

create function public.credit_facts(customer_id uuid, currency text default null) returns jsonb language sql volatile
security definer -- reads the books of any household
set search_path = '' as $$
  select bank.credit_facts(customer_id, credit_facts.currency)
$$;
comment on function public.credit_facts(uuid, text) is 'What the bank knows of a customer''s credit. For the server''s functions.';
grant execute on function public.credit_facts(uuid, text) to service_role;
