-- What the assistant knows when it is asked something, in one answer: the caller's own things and nothing else.
create function public.assistant_known() returns jsonb language sql volatile
set search_path = '' as $$
  with me as materialized (
    select c.*, t.now, (t.now at time zone c.time_zone)::date as today
    from public.customers c cross join lateral (select public.my_time() as now) as t where c.id = (select auth.uid())
  ), seen as materialized (
    select s.* from me, lateral public.search_terms() as s
  )
  select jsonb_build_object('id', me.id, 'now', me.now, 'today', me.today, 'timeZone', me.time_zone, 'baseCurrency', me.base_currency,
    'accounts', (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'type', a.type, 'currency', a.currency, 'balance', a.balance)
      order by a.created_at, a.id), '[]') from public.accounts a where a.user_id = me.id and a.closed_at is null),
    'cards', (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'currency', k.currency, 'balance', k.balance, 'limit', k.credit_limit,
      'frozen', k.frozen) order by k.created_at, k.id), '[]') from public.credit_cards k where k.user_id = me.id and k.closed_at is null),
    'loans', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'currency', l.currency, 'balance', l.remaining_balance)
      order by l.created_at, l.id), '[]') from public.loans l where l.user_id = me.id),
    'mortgages', (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name, 'currency', m.currency, 'balance', m.remaining_balance)
      order by m.created_at, m.id), '[]') from public.mortgages m where m.user_id = me.id),
    'scheduledPayments', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'payee', p.payee, 'amount', p.amount,
      'frequency', p.frequency, 'accountId', p.account_id, 'nextDay', (p.next_at at time zone me.time_zone)::date) order by p.created_at, p.id), '[]')
      from public.scheduled_payments p where p.user_id = me.id),
    'autoDeposits', (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name, 'amount', d.amount, 'frequency', d.frequency,
      'accountId', d.account_id, 'isPay', d.is_pay, 'nextDay', (d.next_at at time zone me.time_zone)::date) order by d.created_at, d.id), '[]')
      from public.auto_deposits d where d.user_id = me.id),
    'contacts', (select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'name', n.name, 'address', n.address) order by n.favourite desc, n.name, n.id), '[]')
      from public.contacts n where n.user_id = me.id and not n.blocked),
    'merchants', (select coalesce(jsonb_agg(s.term order by s.times desc, s.term), '[]') from seen s where s.kind = 'merchant'),
    'tags', (select coalesce(jsonb_agg(s.term order by s.times desc, s.term), '[]') from seen s where s.kind = 'tag'),
    'categories', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'kind', c.kind) order by c.id), '[]') from public.categories c),
    'budgets', (select coalesce(jsonb_agg(jsonb_build_object('categoryId', b.category_id, 'amount', b.amount, 'currency', b.currency)), '[]')
      from public.budgets b where b.user_id = me.id),
    'goals', (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'target', g.target, 'currency', g.currency,
      'targetDay', g.target_date) order by g.created_at, g.id), '[]') from public.goals g where g.user_id = me.id),
    'rates', (select coalesce(jsonb_object_agg(x.base, x.rate), '{}') from public.exchange_rates x where x.quote = me.base_currency and x.rate_date = me.today))
  from me
$$;
comment on function public.assistant_known() is
  'What the assistant knows of the caller when they ask something; null before there is a customer.';
grant execute on function public.assistant_known() to authenticated;
