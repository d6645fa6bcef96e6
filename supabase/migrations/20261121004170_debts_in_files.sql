-- Files of households carry when a debt was last paused, and the offers to refinance it.
create or replace function bank.file_products(household uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'accounts', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(a) - '{user_id,balance,last_entry,updated_at}'::text[])
        order by a.created_at, a.id), '[]') from public.accounts a where a.user_id = household),
    'cards', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(c) - '{user_id,balance,last_entry,updated_at}'::text[])
        order by c.created_at, c.id), '[]') from public.credit_cards c where c.user_id = household),
    'loans', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(l) - '{user_id,remaining_balance,last_entry,updated_at}'::text[])
        order by l.created_at, l.id), '[]') from public.loans l where l.user_id = household),
    'mortgages', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(m) - '{user_id,loan_amount,remaining_balance,last_entry,updated_at}'::text[])
        order by m.created_at, m.id), '[]') from public.mortgages m where m.user_id = household),
    'refinance_offers', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(o) - '{id,user_id}'::text[]) order by o.offered_at, o.id), '[]')
      from public.refinance_offers o where o.user_id = household),
    -- What was deleted: pages of the books and nothing more.
    'pages', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(p) - 'household_id'::text) order by p.created_at, p.id), '[]')
      from bank.ledger_accounts p
      where p.household_id = household and not exists (select from bank.product_balances b where b.ledger_id = p.id)))
$$;

create function bank.load_refinance_offers(customer_id uuid, household jsonb) returns void language sql volatile as $$
  -- What a household that was cleared had been offered goes with it.
  delete from public.refinance_offers o where o.user_id = customer_id;
  insert into public.refinance_offers (user_id, debt_ids, product, term, currency, rate, payoff, fee, amount, monthly_payment, total_interest,
    reasons, policy, offered_at, expires_on, accepted_at, debt_id)
  select customer_id, array(select jsonb_array_elements_text(o.debt_ids)::uuid), o.product, o.term, o.currency, o.rate, o.payoff, o.fee, o.amount,
    o.monthly_payment, o.total_interest, o.reasons, o.policy, o.offered_at, o.expires_on, o.accepted_at, o.debt_id
  from jsonb_to_recordset(coalesce(household -> 'refinance_offers', '[]')) as o (debt_ids jsonb, product text, term integer, currency text,
    rate numeric, payoff numeric, fee numeric, amount numeric, monthly_payment numeric, total_interest numeric, reasons jsonb, policy text,
    offered_at timestamptz, expires_on date, accepted_at timestamptz, debt_id uuid)
$$;
comment on function bank.load_refinance_offers(uuid, jsonb) is 'Writes the refinance offers of a household that is being loaded.';

create or replace function bank.load_debts(customer_id uuid, household jsonb, lines bank.household_line[]) returns void
language plpgsql volatile as $$
declare
  was_lived boolean := household ? 'version';
begin
  -- The instalment of a reset rate is none that the terms give: it is written afterwards.
  with totals as materialized (
    select l.ledger_id, sum(l.amount) as balance, max(l.entry_id) as last_entry from unnest(lines) l group by l.ledger_id
  ), loans as (
    insert into public.loans (id, name, amount, interest_rate, term, monthly_payment, start_date, next_due_date, currency, created_at, user_id,
      remaining_balance, last_entry, past_due, days_past_due, paused_until, paused_on)
    select l.id, l.name, l.amount, l.interest_rate, l.term, case when not was_lived then l.monthly_payment end, l.start_date, l.next_due_date,
      coalesce(l.currency, 'USD'), l.created_at, customer_id, -t.balance, t.last_entry, coalesce(l.past_due, 0), coalesce(l.days_past_due, 0),
      l.paused_until, l.paused_on
    from jsonb_to_recordset(coalesce(household -> 'loans', '[]')) as l (id uuid, name text, amount numeric, interest_rate numeric,
      term integer, monthly_payment numeric, start_date date, next_due_date date, currency text, created_at timestamptz, past_due numeric,
      days_past_due integer, paused_until date, paused_on date)
      left join totals t on t.ledger_id = l.id
  )
  insert into public.mortgages (id, name, property_value, down_payment, interest_rate, term, monthly_payment, start_date, next_due_date, currency,
    created_at, user_id, remaining_balance, last_entry, past_due, days_past_due, paused_until, paused_on,
    current_value, rate_type, rate_margin, rate_reset_at)
  select m.id, coalesce(m.name, 'Mortgage'), m.property_value, m.down_payment, m.interest_rate, m.term,
    case when not was_lived then m.monthly_payment end, m.start_date, m.next_due_date, coalesce(m.currency, 'USD'), m.created_at, customer_id,
    -t.balance, t.last_entry, coalesce(m.past_due, 0), coalesce(m.days_past_due, 0), m.paused_until, m.paused_on, m.current_value,
    coalesce(m.rate_type, 'fixed'), coalesce(m.rate_margin, 2), m.rate_reset_at
  from jsonb_to_recordset(coalesce(household -> 'mortgages', '[]')) as m (id uuid, name text, property_value numeric, down_payment numeric,
    interest_rate numeric, term integer, monthly_payment numeric, start_date date, next_due_date date, currency text, created_at timestamptz,
    past_due numeric, days_past_due integer, paused_until date, paused_on date, current_value numeric, rate_type text, rate_margin numeric, rate_reset_at timestamptz)
    left join totals t on t.ledger_id = m.id;
  if was_lived then
    perform bank.load_instalments(customer_id, household);
    perform bank.load_refinance_offers(customer_id, household);
  end if;
end
$$;
