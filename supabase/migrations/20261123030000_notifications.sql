set check_function_bodies = off;

-- Notification preferences that differ from the defaults. They aren't part of the simulated household, so a
-- return to a checkpoint keeps them. They refer to an account by its id, which the checkpoint restores.
create table public.notification_preferences (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  about text not null check (
    about in ('low_balance', 'credit_limit', 'payment_due', 'loan_approved', 'large_transaction',
      'deposit_landed', 'payment_failed', 'payment_missed', 'shock', 'goal_reached', 'goal_milestone',
      'budget_near', 'budget_passed', 'statement_ready', 'application_decided', 'dispute_decided',
      'interest_posted', 'rate_reset', 'escrow_analysis', 'price_rise', 'people', 'support_answered',
      'tax_documents', 'year_review', 'cd_maturing', 'overdraft', 'monthly_fee', 'deposit_hold',
      'required_distribution', 'savings_rate')),
  item_id uuid,
  enabled boolean not null,
  threshold numeric,
  constraint notification_preferences_user_id_about_item_id_key unique nulls not distinct (user_id, about,
    item_id),
  constraint notification_preferences_threshold_check check (case about
    when 'low_balance' then threshold between 0 and 999999999.99 and threshold = round(threshold, 2)
    when 'large_transaction' then threshold between 0.01 and 999999999.99 and threshold = round(threshold, 2)
    when 'credit_limit' then threshold between 1 and 100 and threshold = round(threshold)
    when 'payment_due' then threshold between 0 and 30 and threshold = round(threshold)
    else threshold is null end)
);
comment on table public.notification_preferences is 'Notification preferences that differ from the defaults.';
comment on column public.notification_preferences.about is
  'The subject, such as a low balance or a new statement.';
comment on column public.notification_preferences.item_id is
  'The account or card; null for the preference that applies to all other accounts and cards.';
comment on column public.notification_preferences.threshold is
  'low_balance, large_transaction: an amount in the account''s currency; credit_limit: percentage of the '
  'limit; payment_due: days. Null for all other subjects, and for the default threshold.';

call bank.restrict_to_owner('public.notification_preferences', 'select', 'insert', 'update', 'delete');
grant select, insert (user_id, about, item_id, enabled, threshold), update (enabled, threshold), delete
  on public.notification_preferences to authenticated, service_role;
call bank.broadcast('public.notification_preferences');

create function bank.check_notification_preference() returns trigger language plpgsql set search_path = ''
security definer -- because it checks the owner of the account or card for every role that writes
as $$
begin
  perform bank.refuse_if(
    new.item_id is not null and not exists (select from public.accounts a where a.id = new.item_id
    and a.user_id = new.user_id) and not exists (select from public.credit_cards c where c.id = new.item_id
    and c.user_id = new.user_id), 'NTFND', 'This account no longer exists.');
  return new;
end $$;
comment on function bank.check_notification_preference is
  'Refuses preferences for other customers'' products (NTFND).';

create trigger check_notification_preference before insert on public.notification_preferences
  for each row execute function bank.check_notification_preference();

create function public.set_notification_preference(about text default null, enabled boolean default true,
  item_id uuid default null, threshold numeric default null) returns public.notification_preferences
language sql volatile set search_path = '' as $$
  insert into public.notification_preferences as p (user_id, about, item_id, enabled, threshold)
    values (auth.uid(), set_notification_preference.about, set_notification_preference.item_id,
      set_notification_preference.enabled, set_notification_preference.threshold)
  on conflict on constraint notification_preferences_user_id_about_item_id_key
    do update set enabled = excluded.enabled, threshold = excluded.threshold
  returning *
$$;
comment on function public.set_notification_preference is 'Turns a notification on or off and sets its '
  'threshold, for all accounts and cards or for one. Refuses: NTFND.';

create function bank.wants_notification(household uuid, about text, item_id uuid)
returns boolean language sql stable as $$
  select coalesce(
    (select p.enabled from public.notification_preferences p
      where p.user_id = household and p.about = wants_notification.about
        and (p.item_id = wants_notification.item_id or p.item_id is null)
      order by p.item_id nulls last limit 1),
    wants_notification.about not in ('interest_posted', 'large_transaction'))
$$;
comment on function bank.wants_notification is
  'Returns true if a customer wants this notification. Interest and large transactions are off by default.';

-- Notifications are computed from the ledger on each read and aren't stored. Each has a kind, a group, the
-- account or card whose preferences apply, a name, an instant, and a message.
create type bank.news_item as (kind text, item text, place uuid, event_key text, at timestamptz,
  message text, path text);

create function bank.account_notifications(household uuid, since timestamptz)
returns setof bank.news_item language sql stable as $$
  with moved as materialized (
    select t.*, a.name as account, e.event_key from public.transactions t
      join public.accounts a on a.id = t.account_id
      left join bank.entries e on e.id = t.entry_id
    where t.user_id = household and t.date > since
  )
  select 'deposit_landed', split_part(m.event_key, ':', 1), m.account_id, m.event_key, m.date,
    format('%s of %s arrived in %s.', coalesce(m.description, 'An auto deposit'),
      bank.format_money(m.amount, m.currency), m.account), '/auto-deposit'
  from moved m where m.kind = 'auto_deposit' and m.event_key is not null
    -- A paycheck is one notification, although its contributions arrive in other accounts.
    and not exists (select from public.pay_stubs s where s.user_id = household and s.event_key = m.event_key
      and s.account_id <> m.account_id)
  union all
  select 'interest_posted', m.account_id::text, m.account_id, m.event_key, m.date,
    format('%s earned %s in interest.', m.account, bank.format_money(m.amount, m.currency)),
      '/dashboard/accounts/' || m.account_id
  from moved m where m.kind = 'interest' and m.direction = 'in' and m.event_key is not null
  union all
  select 'large_transaction', m.account_id::text, m.account_id, 'transaction:' || m.id, m.date,
    format(case m.direction when 'in' then '%s arrived in %s%s.'
      else '%s left %s%s.' end, bank.format_money(m.amount, m.currency), m.account,
      coalesce(': ' || coalesce(m.merchant, m.description), '')), '/dashboard/accounts/' || m.account_id
  from moved m cross join lateral (select p.threshold from public.notification_preferences p
    where p.user_id = household and p.about = 'large_transaction'
      and (p.item_id = m.account_id or p.item_id is null)
    order by p.item_id nulls last limit 1) as p
  where m.amount > p.threshold and m.kind not in ('transfer', 'opening', 'adjustment', 'currency_change',
    'cd_opened', 'cd_matured', 'cd_withdrawal')
$$;
comment on function bank.account_notifications is
  'Returns recurring deposits, interest, and large transactions on accounts since a given time.';

create function bank.problem_notifications(household uuid, since timestamptz)
returns setof bank.news_item language sql stable as $$
  select case h.kind when 'deposit_failed' then 'payment_failed' when 'pay_missed' then 'payment_failed'
    when 'payment_retry' then 'payment_failed' when 'delinquent' then 'payment_missed'
    when 'surprise_decided' then 'shock' when 'surprise_outcome' then 'shock'
    when 'insurance_claim' then 'shock' when 'coverage_warning' then 'payment_missed'
    when 'coverage_ended' then 'payment_missed' else h.kind end,
    coalesce(h.subject, h.event_key), c.id, h.event_key, h.at,
    case when h.kind = 'pay_missed' then h.description || ' did not arrive'
      else rtrim(h.description, '.') end || '.'
      || case
      when h.facts ->> 'reason' = 'closed' then ' One of its accounts is closed.'
      when h.kind in ('payment_failed', 'payment_retry') and h.facts ? 'available' and h.facts ? 'amount'
        and d.currency is not null then format(' %s was due, but only %s was available.',
        bank.format_money((h.facts ->> 'amount')::numeric / 100, d.currency),
          bank.format_money((h.facts ->> 'available')::numeric / 100, d.currency))
      else '' end
      || case when h.facts ? 'retry_on' then format(' We''ll try again on %s.',
        bank.format_date((h.facts ->> 'retry_on')::date, bank.today_for(household)))
      when h.kind = 'payment_retry' then ' We won''t try again, so pay the statement yourself.'
      else '' end,
    case when c.id is not null then '/credit-cards' when l.id is not null then '/loans'
      when m.id is not null then '/mortgages'
      when p.id is not null then '/scheduled-payments'
        when h.kind in ('deposit_failed', 'pay_missed') then '/auto-deposit'
        when h.facts ? 'decide_by' then '/dashboard'
        when h.facts ? 'insurance' then '/insurance' else '/transactions' end
  from public.household_events h
    left join public.credit_cards c on c.id::text = h.subject and c.user_id = household
    left join public.loans l on l.id::text = h.subject and l.user_id = household
    left join public.mortgages m on m.id::text = h.subject and m.user_id = household
    left join public.scheduled_payments p on p.id::text = h.subject and p.user_id = household
    left join public.accounts a on a.id = p.account_id
    cross join lateral (select coalesce(a.currency, c.currency, l.currency, m.currency) as currency) as d
  where h.user_id = household and h.at > since
    and (h.kind in ('payment_failed', 'deposit_failed', 'pay_missed', 'payment_missed', 'delinquent',
      'shock', 'surprise_outcome', 'insurance_claim', 'coverage_warning', 'coverage_ended')
      or (h.kind = 'surprise_decided' and h.facts ? 'by_default')
      -- The rules of scheduled payments show their own attempts.
      or (h.kind = 'payment_retry' and c.id is not null))
$$;
comment on function bank.problem_notifications is
  'Returns failures and shocks since a given time, with their recorded messages.';

create function bank.decision_notifications(household uuid, since timestamptz)
returns setof bank.news_item language sql stable as $$
  select 'statement_ready', c.id::text, c.id, h.event_key, h.at,
    format('The %s statement is ready: %s, due on %s.', c.name,
      bank.format_money(s.closing_balance, c.currency),
      bank.format_date(s.due_date, bank.today_for(household))), '/credit-cards'
  from public.household_events h join public.credit_cards c on c.id::text = h.subject
    and c.user_id = household
    join public.card_statements s on s.card_id = c.id and s.to_date = (h.facts ->> 'to')::date
  where h.user_id = household and h.at > since and h.kind = 'statement'
    and (s.closing_balance <> 0 or s.charges <> 0 or s.payments <> 0)
  union all
  select 'application_decided', l.id::text, null::uuid, l.id || ':' || l.status, l.decided_at,
    format(case l.status when 'countered' then 'We have a counteroffer for your application for %s.'
      else 'Your application for %s was declined. Open it to see the reasons.' end,
      bank.format_money(l.loan_amount, 'USD')), '/applications'
  from public.loan_applications l where l.user_id = household and l.decided_at > since
    and l.status in ('countered', 'declined')
  union all
  select 'dispute_decided', d.id::text, coalesce(d.card_id, d.account_id), d.id || ':' || d.status,
    d.decided_at,
    format('Your dispute of %s%s was decided %s.',
    bank.format_money(d.amount, d.currency), coalesce(' at ' || d.merchant, ''),
      case
        when d.status = 'won' and d.account_id is not null and d.credited_at is null
          then 'in your favor. We couldn''t credit it, because the account is closed'
        when d.status = 'won' then 'in your favor, and you keep the money'
        when d.credited_at is null then 'against you'
        else 'against you. We''ll reverse the credit after five business days' end),
    case when d.account_id is null then '/credit-cards' else '/dashboard/accounts/' || d.account_id end
  from public.disputes d where d.user_id = household and d.decided_at > since
    and d.status in ('won', 'lost')
  union all
  select 'rate_reset', m.id::text, null::uuid, h.event_key, h.at,
    format('The rate on %s changed from %s%% to %s%%. The monthly payment changed from %s to %s.', m.name,
      to_char((h.facts ->> 'from')::numeric, 'FM990.00'), to_char((h.facts ->> 'to')::numeric, 'FM990.00'),
      bank.format_money((h.facts ->> 'payment_before')::numeric / 100, m.currency),
        bank.format_money((h.facts ->> 'payment')::numeric / 100, m.currency)), '/mortgages'
  from public.household_events h join public.mortgages m on m.id::text = h.subject and m.user_id = household
  where h.user_id = household and h.at > since and h.kind = 'rate_reset'
  union all
  select 'rate_reset', l.id::text, null::uuid, h.event_key, h.at,
    case when h.kind = 'rate_reset' then format('The rate on %s changed from %s%% to %s%%.', l.name,
        to_char((h.facts ->> 'from')::numeric, 'FM990.00'), to_char((h.facts ->> 'to')::numeric, 'FM990.00'))
      else format('%s has entered its repayment period. The monthly payment is now %s.', l.name,
        bank.format_money((h.facts ->> 'payment')::numeric / 100, l.currency)) end, '/loans'
  from public.household_events h join public.loans l on l.id::text = h.subject and l.user_id = household
  where h.user_id = household and h.at > since and h.kind in ('rate_reset', 'repayment_started')
  union all
  select 'escrow_analysis', m.id::text, null::uuid, h.event_key, h.at,
    format('Your payment on %s changes from %s to %s on %s, because your tax and insurance bills changed.',
      m.name, bank.format_money((h.facts ->> 'before')::numeric / 100, m.currency),
      bank.format_money((h.facts ->> 'after')::numeric / 100, m.currency),
      bank.format_date((h.facts ->> 'on')::date, bank.today_for(household))), '/mortgages'
  from public.household_events h join public.mortgages m on m.id::text = h.subject and m.user_id = household
  where h.user_id = household and h.at > since and h.kind = 'escrow_analysis'
    and h.facts -> 'before' <> h.facts -> 'after'
$$;
comment on function bank.decision_notifications is 'Returns new statements, application and dispute '
  'decisions, mortgage rate resets, and escrow changes since an instant. An approval triggers a separate '
  'alert.';

create function bank.card_product_notifications(household uuid, since timestamptz)
returns setof bank.news_item language sql stable as $$
  select case h.kind when 'card_graduated' then 'deposit_landed' else 'rate_reset' end, c.id::text, c.id,
    h.event_key, h.at,
    case h.kind
      when 'card_graduated' then format('Your %s security deposit for %s is back in %s.',
        bank.format_money((h.facts ->> 'amount')::numeric / 100, c.currency), c.name, h.facts ->> 'account')
      when 'penalty_notice' then format('A payment on %s is more than 60 days late. Its APR rises to %s%% on '
        '%s. It returns to normal after six on-time payments in a row.', c.name,
        to_char((h.facts ->> 'apr')::numeric, 'FM990.00'),
        bank.format_date((h.facts ->> 'from')::date, bank.today_for(household)))
      else format('The APR on %s is back to %s%%.', c.name,
        to_char((h.facts ->> 'apr')::numeric, 'FM990.00')) end, '/credit-cards'
  from public.household_events h join public.credit_cards c on c.id::text = h.subject
    and c.user_id = household
  where h.user_id = household and h.at > since
    and h.kind in ('penalty_notice', 'penalty_ended', 'card_graduated')
$$;
comment on function bank.card_product_notifications is
  'Returns notices about penalty APRs, and returned security deposits, since an instant.';

create function bank.goal_notifications(household uuid, since timestamptz)
returns setof bank.news_item language sql stable as $$
  select 'goal_reached', g.id::text, null::uuid, g.id || ':reached:' || g.target, g.reached_at,
    format('You reached your goal %s: %s saved.', g.name, bank.format_money(g.target, g.currency)), '/goals'
  from public.goals g where g.user_id = household and g.reached_at > since and g.status <> 'archived'
  union all
  select 'goal_milestone', g.id::text, null::uuid, g.id || ':' || percent,
    least((d.day + 1)::timestamp at time zone c.time_zone, clock_timestamp() + c.clock_offset),
    format('%s is %s%% of the way to %s.', g.name, percent, bank.format_money(g.target, g.currency)), '/goals'
  from public.customers c join public.goals g on g.user_id = c.id and g.status in ('active', 'paused')
    and g.reached_at is null
    cross join lateral (select days.day, days.saved, lag(days.saved) over (order by days.day) as before
      from bank.goal_days(g, c.time_zone) as days) as d
    cross join lateral (select max(p.percent) as percent from unnest(array[25, 50, 75]) as p (percent)
      where d.before < g.target * p.percent / 100 and d.saved >= g.target * p.percent / 100
        and d.saved < g.target) as passed
  where c.id = household and (d.day + 1)::timestamp at time zone c.time_zone > since
    and passed.percent is not null
$$;
comment on function bank.goal_notifications is
  'Returns goals that were reached or passed 25, 50, or 75 percent since a given time.';

create function bank.certificate_notifications(household uuid, since timestamptz)
returns setof bank.news_item language sql stable as $$
  select 'cd_maturing', h.subject, a.id, h.event_key, h.at,
    case h.kind
      when 'cd_maturing' then format(case h.facts ->> 'at_maturity' when 'renew'
          then '%s matures on %s and renews unless you choose otherwise.'
          else '%s matures on %s. We then pay out its balance.' end, a.name,
        bank.format_date((h.facts ->> 'matures_on')::date, bank.today_for(household)))
      else format('%s renewed at %s%% until %s. You can withdraw without a penalty through %s.', a.name,
        to_char((h.facts ->> 'rate')::numeric, 'FM990.00'),
        bank.format_date((h.facts ->> 'matures_on')::date, bank.today_for(household)),
        bank.format_date((h.facts ->> 'grace_until')::date, bank.today_for(household))) end,
    '/dashboard/accounts/' || a.id
  from public.household_events h join public.accounts a on a.id::text = h.subject and a.user_id = household
  where h.user_id = household and h.at > since and h.kind in ('cd_maturing', 'cd_renewed')
  union all
  select 'cd_maturing', e.account_id::text, e.account_id, 'matured:' || e.entry_id, e.date,
    format('%s matured. We paid out %s.', a.name, bank.format_money(e.amount, e.currency)),
    '/dashboard/accounts/' || e.account_id
  from public.transactions e join public.accounts a on a.id = e.account_id
  where e.user_id = household and e.date > since and e.kind = 'cd_matured' and e.direction = 'out'
$$;
comment on function bank.certificate_notifications is
  'Returns CDs that mature in 30 days, renewed, or were paid out since a given time.';

create function bank.line_notifications(household uuid, since timestamptz)
returns setof bank.news_item language sql stable as $$
  select 'statement_ready', l.id::text, l.id, h.event_key, h.at,
    format('The %s statement is ready: %s, due on %s.', l.name,
      bank.format_money(bank.major((h.facts ->> 'payment')::numeric + (h.facts ->> 'overdue')::numeric),
        l.currency),
      bank.format_date((h.facts ->> 'due')::date, bank.today_for(household))), '/loans/' || l.id
  from public.household_events h join public.loans l on l.id::text = h.subject and l.user_id = household
  where h.user_id = household and h.at > since and h.kind = 'line_statement'
    and (h.facts ->> 'payment')::numeric + (h.facts ->> 'overdue')::numeric > 0
$$;
comment on function bank.line_notifications is
  'Returns the statements of lines of credit with a payment due since a given time.';

create function bank.fee_notifications(household uuid, since timestamptz)
returns setof bank.news_item language sql stable as $$
  select 'monthly_fee', a.id::text, a.id, h.event_key, h.at,
    format('We waived the %s monthly fee of %s: %s.',
      bank.format_money((h.facts ->> 'fee')::numeric / 100, a.currency), a.name,
      format(case h.facts ->> 'waiver' when 'credits' then 'at least %s of pay arrived'
          when 'lowest' then 'the balance was never below %s'
          else 'your balances averaged at least %s' end,
        bank.format_money((h.facts ->> 'needed')::numeric / 100, a.currency))),
    '/dashboard/accounts/' || a.id
  from public.household_events h join public.accounts a on a.id::text = h.subject and a.user_id = household
  where h.user_id = household and h.at > since and h.kind = 'fee_waived'
  union all
  select 'monthly_fee', t.account_id::text, t.account_id, 'fee:' || t.entry_id, t.date,
    format('We charged the monthly fee of %s for %s.', bank.format_money(t.amount, t.currency), a.name),
    '/dashboard/accounts/' || t.account_id
  from public.transactions t join public.accounts a on a.id = t.account_id
  where t.user_id = household and t.date > since and t.kind = 'maintenance_fee'
$$;
comment on function bank.fee_notifications is
  'Returns monthly fees that were charged or waived since a given time.';

create function bank.price_notifications(household uuid, since timestamptz)
returns setof bank.news_item language sql stable as $$
  with charged as (
    select coalesce(nullif(btrim(t.merchant), ''), t.description) as name, t.date as at, t.amount,
      t.currency, t.account_id as place
    from public.transactions t where t.user_id = household and t.date > since - interval '100 days'
      and t.direction = 'out' and t.kind in ('withdrawal', 'payment')
    union all
    select coalesce(nullif(btrim(e.merchant), ''), e.description), e.value_at, -p.amount, p.currency, l.id
    from bank.ledger_accounts l join bank.postings p on p.ledger_id = l.id
      join bank.entries e on e.id = p.entry_id
    where l.household_id = household and l.product = 'card' and e.household_id = household
      and e.kind = 'card_charge' and p.amount < 0
      and e.value_at > since - interval '100 days'
  ), compared as (
    select c.*, lag(c.amount) over charges as before, lag(c.amount, 2) over charges as earlier,
      lag(c.at) over charges as last_at, lag(c.at, 2) over charges as earlier_at
    from charged c where c.name is not null
    window charges as (partition by lower(c.name), c.currency, c.place order by c.at)
  )
  select 'price_rise', lower(c.name), c.place, 'price:' || lower(c.name) || ':' || c.at::date, c.at,
    format('%s increased from %s to %s per month.', c.name, bank.format_money(c.before, c.currency),
      bank.format_money(c.amount, c.currency)), '/analytics'
  from compared c
  -- Two equal charges establish a price. Varying or more frequent charges don't count.
  where c.at > since and c.before = c.earlier and c.amount > c.before
    and c.at - c.last_at between interval '25 days' and interval '35 days'
    and c.last_at - c.earlier_at between interval '25 days' and interval '35 days'
    -- An increase that was announced isn't news.
    and not exists (select from public.household_events h
      join public.scheduled_payments p on p.id::text = h.subject and p.user_id = household
      where h.user_id = household and h.kind = 'price_increase' and c.name in (p.payee, p.name)
        and (h.facts ->> 'after')::numeric = bank.minor(c.amount))
$$;
comment on function bank.price_notifications is
  'Returns monthly charges since a given time that exceed their established price.';

create function bank.increase_notifications(household uuid, since timestamptz)
returns setof bank.news_item language sql stable as $$
  select 'price_rise', h.subject, p.account_id, h.event_key, h.at,
    format('%s goes up from %s to %s on %s%s.', p.name,
      bank.format_money((h.facts ->> 'before')::numeric / 100, a.currency),
      bank.format_money((h.facts ->> 'after')::numeric / 100, a.currency),
      bank.format_date(f.effective_date, bank.today_for(household)),
      case when f.is_claim then ', because your claim adds 20% for 3 years' else '' end),
    case when f.is_claim then '/insurance' else '/scheduled-payments?increase=' || p.id end
  from public.household_events h
    join public.scheduled_payments p on p.id::text = h.subject and p.user_id = household
    join public.accounts a on a.id = p.account_id
    cross join lateral (select (h.facts ->> 'effective_date')::date as effective_date,
      h.facts ->> 'reason' is not distinct from 'claim' as is_claim) as f
  where h.user_id = household and h.at > since and h.kind = 'price_increase'
    -- The customer may have kept the amount since then.
    and (f.is_claim or f.effective_date <= bank.today_for(household)
      or exists (select from bank.clocks k where k.household_id = household
        and k.carryover #> array['bills', h.subject, 'next'] is not null
        and p.yearly_adjustment is distinct from 'none'))
  union all
  select 'deposit_landed', 'raise:' || h.subject, d.account_id, h.event_key, h.at,
    format('%s went up from %s to %s%s.', d.name,
      bank.format_money((h.facts ->> 'before')::numeric / 100, a.currency),
      bank.format_money((h.facts ->> 'after')::numeric / 100, a.currency),
      case when h.facts ? 'per_year' then ' a year' else '' end), '/auto-deposit'
  from public.household_events h
    join public.auto_deposits d on d.id::text = h.subject and d.user_id = household
    join public.accounts a on a.id = d.account_id
  where h.user_id = household and h.at > since and h.kind = 'pay_raise'
  union all
  select 'savings_rate', 'savings', null::uuid, h.event_key, h.at, h.description || '.', '/dashboard'
  from public.household_events h
  where h.user_id = household and h.at > since and h.kind = 'savings_rate'
$$;
comment on function bank.increase_notifications is 'Returns announced increases of bills, changes of the '
  'savings rate, and raises of pay, since a given time.';

create function bank.notifications(household uuid, since timestamptz, seen timestamptz)
returns table (kind text, item text, event_key text, at timestamptz, message text, path text, others bigint)
  language sql stable as $$
  with happened as (
    select * from bank.account_notifications(household, since)
    union all select * from bank.problem_notifications(household, since)
    union all select * from bank.decision_notifications(household, since)
    union all select * from bank.goal_notifications(household, since)
    union all select * from bank.price_notifications(household, since)
    union all select * from bank.increase_notifications(household, since)
    union all select * from bank.certificate_notifications(household, since)
    union all select * from bank.fee_notifications(household, since)
    union all select * from bank.line_notifications(household, since)
    union all select * from bank.tax_notifications(household, since)
    union all select * from bank.year_notifications(household, since)
    union all select * from bank.distribution_notifications(household, since)
    union all select * from bank.card_product_notifications(household, since)
    union all select * from bank.overdraft_notifications(household, since)
    union all select * from bank.deposit_hold_notifications(household, since)
  ), visible as (
    select h.* from happened h
      join (select distinct w.kind, w.place from happened w) as candidates on candidates.kind = h.kind
        and candidates.place is not distinct from h.place
        and bank.wants_notification(household, candidates.kind, candidates.place)
  )
  select distinct on (w.kind, w.item) w.kind, w.item, w.event_key, w.at, w.message, w.path,
    greatest(0, count(*) filter (where w.at > seen) over (partition by w.kind, w.item) - 1)
  from visible w order by w.kind, w.item, w.at desc, w.event_key desc
$$;
comment on function bank.notifications is 'Returns the latest notification of each kind about each item '
  'since a given time, and the number of earlier unseen notifications of the same kind.';

create function public.my_notifications(since timestamptz default null, seen timestamptz default null)
returns table (kind text, item text, event_key text, at timestamptz, message text, path text, others bigint)
language plpgsql volatile security definer -- because it reads the caller's household events
set search_path = '' as $$
declare
  household uuid := bank.caller();
  now timestamptz := bank.now_for(household);
  -- On the first visit, shows only notifications from the last week.
  earliest timestamptz := greatest(least(my_notifications.since, now - interval '7 days'),
    now - interval '50 years');
begin
  return query select n.kind, n.item, n.event_key, n.at, n.message, n.path, n.others
    from bank.notifications(household, earliest, coalesce(my_notifications.seen,
      earliest)) n order by n.at desc, n.event_key limit 200;
end $$;
comment on function public.my_notifications is
  'Returns the caller''s notifications since an instant, up to one week: the latest of each kind and item, '
  'with the number of earlier notifications after `seen`. Respects the caller''s preferences.';
comment on type bank.news_item is 'A notification before grouping.';

-- Push subscriptions. An endpoint belongs to a browser. If another customer signs in on that browser, the
-- endpoint is reassigned to that customer.
create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  endpoint text not null unique check (char_length(endpoint) between 10 and 1000 and endpoint ~ '^https?://'),
  p256dh text not null check (p256dh ~ '^[A-Za-z0-9_-]{87}=?$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}(==)?$'),
  notified_until timestamptz not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_user_id_idx on public.push_subscriptions (user_id);
comment on table public.push_subscriptions is
  'Browsers that receive push notifications when no page is open.';
comment on column public.push_subscriptions.endpoint is 'The URL of the browser''s push service.';
comment on column public.push_subscriptions.p256dh is
  'The browser''s public key. Only the browser can decrypt messages that are encrypted with it.';
comment on column public.push_subscriptions.auth is 'The secret that the browser and the sender share.';
comment on column public.push_subscriptions.notified_until is
  'The simulated instant of the last notification. Only the bank writes it.';
comment on column public.push_subscriptions.created_at is 'Real time, not simulated time.';

call bank.restrict_to_owner('public.push_subscriptions', 'select', 'delete');
grant select (id, user_id, endpoint, created_at), delete on public.push_subscriptions to authenticated;
grant select, delete on public.push_subscriptions to service_role;

create function bank.is_push_endpoint(endpoint text)
returns boolean language sql immutable parallel safe as $$
  select endpoint ~ ('^https://(fcm\.googleapis\.com|([a-z0-9_-]+\.)*'
    || '(push\.services\.mozilla\.com|notify\.windows\.com|push\.apple\.com))/[!-~]*$')
$$;
comment on function bank.is_push_endpoint is 'Returns true if a URL belongs to a push service that browsers '
  'use. The sender checks the same list before it connects.';

create function public.subscribe_to_push(endpoint text, p256dh text, auth text) returns uuid
language plpgsql volatile
security definer -- because it reassigns a browser that another customer used earlier
set search_path = '' as $$
declare
  household uuid := bank.caller();
  subscription_id uuid;
begin
  perform bank.refuse_if(not coalesce(bank.is_push_endpoint(endpoint), false),
    'BADEP', 'Sandbank doesn''t support this browser''s push service.');
  perform bank.ensure_customer(household);
  perform bank.refuse_if((select count(*) from public.push_subscriptions s where s.user_id = household
    and s.endpoint <> subscribe_to_push.endpoint) >= 20,
    'LIMIT', 'You''ve turned on notifications in 20 browsers. Turn off notifications in a browser first.',
    jsonb_build_object('highest', 20));
  insert into public.push_subscriptions as s (user_id, endpoint, p256dh, auth, notified_until)
    values (household, subscribe_to_push.endpoint, subscribe_to_push.p256dh, subscribe_to_push.auth,
      bank.now_for(household))
  on conflict on constraint push_subscriptions_endpoint_key do update
    set user_id = excluded.user_id, p256dh = excluded.p256dh,
    auth = excluded.auth, notified_until = case when s.user_id = excluded.user_id then s.notified_until
      else excluded.notified_until end
  returning id into subscription_id;
  return subscription_id;
end $$;
comment on function public.subscribe_to_push is 'Sends the caller''s push notifications to this browser from '
  'now on, instead of another customer''s. Refuses: BADEP, LIMIT.';

create function bank.last_event_at(household uuid) returns timestamptz language sql stable as $$
  select greatest(
    (select e.at from bank.entries e where e.household_id = household order by e.id desc limit 1),
    (select h.at from public.household_events h where h.user_id = household order by h.at desc,
      h.id desc limit 1),
    (select max(l.decided_at) from public.loan_applications l where l.user_id = household),
    (select max(d.decided_at) from public.disputes d where d.user_id = household),
    (select max(g.reached_at) from public.goals g where g.user_id = household))
$$;
comment on function bank.last_event_at is
  'Returns the simulated instant of a household''s latest event; null if there is none.';

create function public.claim_push_notifications(most integer default 500)
returns table (subscription_id uuid, endpoint text, p256dh text, auth text, items jsonb)
language plpgsql volatile
security definer -- because it reads the events of whole households for the sender
set search_path = '' as $$
begin
  -- After a return to a checkpoint, notifications restart at the checkpoint.
  update public.push_subscriptions s set notified_until = clock_timestamp() + c.clock_offset
    from public.customers c where c.id = s.user_id and s.notified_until > clock_timestamp() + c.clock_offset;
  return query
    with due as materialized (
      select s.id, s.user_id, s.notified_until, last.at from public.push_subscriptions s cross
        join lateral (select bank.last_event_at(s.user_id) as at) as last
      where last.at > s.notified_until order by s.notified_until
        limit least(greatest(most, 1), 1000) for update of s skip locked
    ), candidates as materialized (
      -- A milestone has a day but no exact time, so it appears only in the app and isn't sent as a push
      -- notification.
      select d.id, d.at,
        (select coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'message', n.message, 'path', n.path,
          'others', n.others) order by n.at desc), '[]')
            from bank.notifications(d.user_id, d.notified_until, d.notified_until) n where n.kind <>
              'goal_milestone') as items
      from due d
    ), marked as (
      update public.push_subscriptions s set notified_until = t.at from candidates t where s.id = t.id
        returning s.id, s.endpoint, s.p256dh, s.auth
    )
    select m.id, m.endpoint, m.p256dh, m.auth, t.items from marked m join candidates t on t.id = m.id
      where t.items <> '[]'::jsonb;
end $$;
comment on function public.claim_push_notifications is
  'Claims pending push notifications by browser, so that only one sender sends each. For server functions.';

call bank.schedule_server_function('push-notifications', 'select from public.push_subscriptions');

grant execute on function
  public.set_notification_preference, public.my_notifications, public.subscribe_to_push to authenticated;
grant execute on function public.claim_push_notifications to service_role;
