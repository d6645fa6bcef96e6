-- What happened that a customer wants to hear of. Nothing is kept for it: it is read off the books each time.
-- One shape for all: what it is, what it is grouped by, the account or card whose preferences count, its name, when, in words.
create type bank.news_item as (kind text, item text, place uuid, event_key text, at timestamptz, message text, path text);

create function bank.news_of_accounts(household uuid, since timestamptz) returns setof bank.news_item language sql stable as $$
  with moved as materialized (
    select t.*, a.name as account, e.event_key from public.transactions t join public.accounts a on a.id = t.account_id
      left join bank.entries e on e.id = t.entry_id
    where t.user_id = household and t.date > since
  )
  select 'deposit_landed', split_part(m.event_key, ':', 1), m.account_id, m.event_key, m.date,
    format('%s of %s arrived in %s.', coalesce(m.description, 'An auto deposit'), bank.money_words(m.amount, m.currency), m.account), '/auto-deposit'
  from moved m where m.kind = 'auto_deposit' and m.event_key is not null
  union all
  select 'interest_posted', m.account_id::text, m.account_id, m.event_key, m.date,
    format('%s earned %s of interest.', m.account, bank.money_words(m.amount, m.currency)), '/dashboard/accounts/' || m.account_id
  from moved m where m.kind = 'interest' and m.direction = 'in' and m.event_key is not null
  union all
  select 'large_transaction', m.account_id::text, m.account_id, 'transaction:' || m.id, m.date,
    format(case m.direction when 'in' then '%s came into %s%s.' else '%s left %s%s.' end, bank.money_words(m.amount, m.currency), m.account,
      coalesce(': ' || coalesce(m.merchant, m.description), '')), '/dashboard/accounts/' || m.account_id
  from moved m cross join lateral (select p.threshold from public.notification_preferences p
    where p.user_id = household and p.about = 'large_transaction' and (p.item_id = m.account_id or p.item_id is null)
    order by p.item_id nulls last limit 1) as p
  where m.amount > p.threshold and m.kind not in ('transfer', 'opening', 'adjustment', 'currency_change')
$$;
comment on function bank.news_of_accounts(uuid, timestamptz) is 'Auto deposits that landed, interest that was posted and large movements on accounts since an instant.';

create function bank.news_of_trouble(household uuid, since timestamptz) returns setof bank.news_item language sql stable as $$
  select case h.kind when 'deposit_failed' then 'payment_failed' when 'pay_missed' then 'payment_failed' when 'delinquent' then 'payment_missed' else h.kind end,
    coalesce(h.subject, h.event_key), c.id, h.event_key, h.at,
    case when h.kind = 'pay_missed' then h.description || ' did not come' else h.description end || '.' || case
      when h.facts ->> 'reason' = 'closed' then ' One of its accounts is closed.'
      when h.kind = 'payment_failed' and h.facts ? 'available' and h.facts ? 'amount' and d.currency is not null then format(' %s was due, %s was there.',
        bank.money_words((h.facts ->> 'amount')::numeric / 100, d.currency), bank.money_words((h.facts ->> 'available')::numeric / 100, d.currency))
      else '' end,
    case when c.id is not null then '/credit-cards' when l.id is not null then '/loans' when m.id is not null then '/mortgages'
      when p.id is not null then '/scheduled-payments' when h.kind in ('deposit_failed', 'pay_missed') then '/auto-deposit' else '/transactions' end
  from public.happenings h
    left join public.credit_cards c on c.id::text = h.subject and c.user_id = household
    left join public.loans l on l.id::text = h.subject and l.user_id = household
    left join public.mortgages m on m.id::text = h.subject and m.user_id = household
    left join public.scheduled_payments p on p.id::text = h.subject and p.user_id = household
    left join public.accounts a on a.id = p.account_id
    cross join lateral (select coalesce(a.currency, c.currency, l.currency, m.currency) as currency) as d
  where h.user_id = household and h.at > since
    and h.kind in ('payment_failed', 'deposit_failed', 'pay_missed', 'payment_missed', 'delinquent', 'shock')
$$;
comment on function bank.news_of_trouble(uuid, timestamptz) is 'What failed, was missed or struck since an instant, in the words in which it was written down.';

create function bank.news_of_decisions(household uuid, since timestamptz) returns setof bank.news_item language sql stable as $$
  select 'statement_ready', c.id::text, c.id, h.event_key, h.at, format('The %s statement is ready: %s, due on %s.', c.name,
      bank.money_words(s.closing_balance, c.currency), to_char(s.due_date, 'MM/DD/YYYY')), '/credit-cards'
  from public.happenings h join public.credit_cards c on c.id::text = h.subject and c.user_id = household
    join public.card_statements s on s.card_id = c.id and s.to_date = (h.facts ->> 'to')::date
  where h.user_id = household and h.at > since and h.kind = 'statement' and (s.closing_balance <> 0 or s.charges <> 0 or s.payments <> 0)
  union all
  select 'application_decided', l.id::text, null::uuid, l.id || ':' || l.status, l.decided_at,
    format(case l.status when 'countered' then 'Your application for %s has an offer of other terms.' else 'Your application for %s was declined. The reasons are with it.' end,
      bank.money_words(l.loan_amount, 'USD')), '/applications'
  from public.loan_applications l where l.user_id = household and l.decided_at > since and l.status in ('countered', 'declined')
  union all
  select 'dispute_decided', d.id::text, d.card_id, d.id || ':' || d.status, d.decided_at, format('Your dispute of %s%s was decided %s.',
    bank.money_words(d.amount, d.currency), coalesce(' at ' || d.merchant, ''), case d.status when 'won' then 'for you: the money stays yours' else 'against you' end),
    '/credit-cards'
  from public.card_disputes d where d.user_id = household and d.decided_at > since and d.status in ('won', 'lost')
  union all
  select 'rate_reset', m.id::text, null::uuid, h.event_key, h.at, format('%s went from %s%% to %s%%, its payment from %s to %s a month.', m.name,
      to_char((h.facts ->> 'from')::numeric, 'FM990.00'), to_char((h.facts ->> 'to')::numeric, 'FM990.00'),
      bank.money_words((h.facts ->> 'payment_before')::numeric / 100, m.currency), bank.money_words((h.facts ->> 'payment')::numeric / 100, m.currency)), '/mortgages'
  from public.happenings h join public.mortgages m on m.id::text = h.subject and m.user_id = household
  where h.user_id = household and h.at > since and h.kind = 'rate_reset'
$$;
comment on function bank.news_of_decisions(uuid, timestamptz) is
  'Statements that are ready, decisions about applications and disputes, and new rates of mortgages since an instant. An approval has an alert of its own.';

create function bank.news_of_goals(household uuid, since timestamptz) returns setof bank.news_item language sql stable as $$
  select 'goal_reached', g.id::text, null::uuid, g.id || ':reached:' || g.target, g.reached_at,
    format('%s is reached: %s saved.', g.name, bank.money_words(g.target, g.currency)), '/goals'
  from public.goals g where g.user_id = household and g.reached_at > since and g.status <> 'archived'
  union all
  select 'goal_milestone', g.id::text, null::uuid, g.id || ':' || percent, least((d.day + 1)::timestamp at time zone c.time_zone, clock_timestamp() + c.clock_offset),
    format('%s is %s%% of the way to %s.', g.name, percent, bank.money_words(g.target, g.currency)), '/goals'
  from public.customers c join public.goals g on g.user_id = c.id and g.status in ('active', 'paused') and g.reached_at is null
    cross join lateral (select days.day, days.saved, lag(days.saved) over (order by days.day) as before from bank.goal_days(g, c.time_zone) as days) as d
    cross join lateral (select max(p.percent) as percent from unnest(array[25, 50, 75]) as p (percent)
      where d.before < g.target * p.percent / 100 and d.saved >= g.target * p.percent / 100 and d.saved < g.target) as passed
  where c.id = household and (d.day + 1)::timestamp at time zone c.time_zone > since and passed.percent is not null
$$;
comment on function bank.news_of_goals(uuid, timestamptz) is 'Goals that were reached, and those that passed a quarter, half or three quarters of the way since an instant.';

create function bank.news_of_prices(household uuid, since timestamptz) returns setof bank.news_item language sql stable as $$
  with charged as (
    select coalesce(nullif(btrim(t.merchant), ''), t.description) as name, t.date as at, t.amount, t.currency, t.account_id as place
    from public.transactions t where t.user_id = household and t.date > since - interval '100 days' and t.direction = 'out' and t.kind in ('withdrawal', 'payment')
    union all
    select coalesce(nullif(btrim(e.merchant), ''), e.description), e.value_at, -p.amount, p.currency, l.id
    from bank.ledger_accounts l join bank.postings p on p.ledger_id = l.id join bank.entries e on e.id = p.entry_id
    where l.household_id = household and l.product = 'card' and e.household_id = household and e.kind = 'card_charge' and p.amount < 0
      and e.value_at > since - interval '100 days'
  ), compared as (
    select c.*, lag(c.amount) over charges as before, lag(c.amount, 2) over charges as earlier, lag(c.at) over charges as last_at,
      lag(c.at, 2) over charges as earlier_at
    from charged c where c.name is not null
    window charges as (partition by lower(c.name), c.currency, c.place order by c.at)
  )
  select 'price_rise', lower(c.name), c.place, 'price:' || lower(c.name) || ':' || c.at::date, c.at,
    format('%s went from %s to %s a month.', c.name, bank.money_words(c.before, c.currency), bank.money_words(c.amount, c.currency)), '/analytics'
  from compared c
  -- Asked twice in a row it was a price; what differs each time, or comes oftener than monthly, is none.
  where c.at > since and c.before = c.earlier and c.amount > c.before and c.at - c.last_at between interval '25 days' and interval '35 days'
    and c.last_at - c.earlier_at between interval '25 days' and interval '35 days'
$$;
comment on function bank.news_of_prices(uuid, timestamptz) is 'What was charged monthly at a settled price and was dearer since an instant.';

create function bank.news(household uuid, since timestamptz, seen timestamptz)
returns table (kind text, item text, event_key text, at timestamptz, message text, path text, others bigint) language sql stable as $$
  with happened as (
    select * from bank.news_of_accounts(household, since)
    union all select * from bank.news_of_trouble(household, since)
    union all select * from bank.news_of_decisions(household, since)
    union all select * from bank.news_of_goals(household, since)
    union all select * from bank.news_of_prices(household, since)
  ), wanted as (
    select h.* from happened h
      join (select distinct w.kind, w.place from happened w) as told on told.kind = h.kind and told.place is not distinct from h.place
        and bank.is_told(household, told.kind, told.place)
  )
  select distinct on (w.kind, w.item) w.kind, w.item, w.event_key, w.at, w.message, w.path,
    greatest(0, count(*) filter (where w.at > seen) over (partition by w.kind, w.item) - 1)
  from wanted w order by w.kind, w.item, w.at desc, w.event_key desc
$$;
comment on function bank.news(uuid, timestamptz, timestamptz) is
  'The latest of each kind of news about each item since an instant, and how many others like it there are that were not seen.';

create function public.my_news(since timestamptz default null, seen timestamptz default null)
returns table (kind text, item text, event_key text, at timestamptz, message text, path text, others bigint) language plpgsql volatile
security definer -- reads what the engine wrote about the caller
set search_path = '' as $$
declare
  household uuid := bank.caller();
  now timestamptz := bank.now_for(household);
  -- What is over a week old is history to who comes for the first time.
  earliest timestamptz := greatest(least(my_news.since, now - interval '7 days'), now - interval '50 years');
begin
  return query select n.kind, n.item, n.event_key, n.at, n.message, n.path, n.others
    from bank.news(household, earliest, coalesce(my_news.seen, earliest)) n order by n.at desc, n.event_key limit 200;
end
$$;
comment on function public.my_news(timestamptz, timestamptz) is
  'What happened to the caller by itself since an instant, or within a week: the latest of each kind about each item, with how many others like it came after `seen`. Follows how they want to be told.';
comment on type bank.news_item is 'A piece of news before it is grouped.';
grant execute on function public.my_news(timestamptz, timestamptz) to authenticated;
