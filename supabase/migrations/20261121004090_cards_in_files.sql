-- Households' files carry what belongs to cards: controls, virtual cards, replacements, limit requests, disputes.
create function bank.file_cards(household uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'card_controls', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(k) - '{user_id,category_id}'::text[]
        || jsonb_build_object('category', c.name, 'category_kind', nullif(c.kind, 'spending'))) order by k.created_at, k.id), '[]')
      from public.card_controls k left join public.categories c on c.id = k.category_id where k.user_id = household),
    'virtual_cards', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(v) - 'user_id'::text) order by v.created_at, v.id), '[]')
      from public.virtual_cards v where v.user_id = household),
    'card_replacements', (select coalesce(jsonb_agg(to_jsonb(r) - 'user_id'::text order by r.replaced_at, r.id), '[]')
      from public.card_replacements r where r.user_id = household),
    'limit_requests', (select coalesce(jsonb_agg(to_jsonb(r) - 'user_id'::text order by r.decided_at, r.id), '[]')
      from public.card_limit_requests r where r.user_id = household),
    -- The charge by its place in the file. How it will end is not told: it follows from the books.
    'disputes', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(d) - '{user_id,entry_id}'::text[] || jsonb_build_object('entry',
        (select count(*) from bank.entries e where e.household_id = household and e.id <= d.entry_id))) order by d.opened_at, d.id), '[]')
      from public.card_disputes d where d.user_id = household))
$$;
comment on function bank.file_cards(uuid) is 'What belongs to the cards of a household as it stands in a file.';

create or replace function bank.household_file(household uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('version', 1, 'exported_at', clock_timestamp(),
      -- Never before what has happened: movements of one instant stand microseconds apart.
      'clock', greatest(bank.now_for(household), k.lived_to, (select max(e.at) from bank.entries e where e.household_id = household)),
      'time_zone', coalesce(c.time_zone, 'UTC'), 'base_currency', coalesce(c.base_currency, 'USD'),
      'categories', bank.file_categories(household), 'entries', bank.file_entries(household))
    || case when k.household_id is null then '{}' else jsonb_build_object('seed', k.seed, 'lived_to', k.lived_to, 'memory', k.memory,
      'entries_seen', (select count(*) from bank.entries e where e.household_id = household and e.id <= k.last_entry)) end
    || bank.file_products(household) || bank.file_rules(household) || bank.file_past(household)
    || bank.file_cards(household)
  from (select household as id) as wanted
    left join public.customers c on c.id = wanted.id left join bank.clocks k on k.household_id = wanted.id
$$;

create or replace function bank.spare_card_number(number text) returns text language sql volatile as $$
  select case when number ~ '^0000[0-9]{12}$' and not exists (select from public.credit_cards c where c.card_number = number)
    and not exists (select from public.virtual_cards v where v.card_number = number) then number end
$$;

create function bank.load_card_parts(customer_id uuid, household jsonb) returns void language sql volatile as $$
  update public.credit_cards c set closed_at = r.closed_at
  from jsonb_to_recordset(coalesce(household -> 'cards', '[]')) as r (id uuid, closed_at timestamptz)
  where c.id = r.id and c.user_id = customer_id and r.closed_at is not null;
  -- A control whose category is gone must not become one of all purchases.
  insert into public.card_controls (id, card_id, user_id, kind, category_id, amount, created_at)
  select k.id, c.id, customer_id, k.kind, found.category_id, k.amount, k.created_at
  from jsonb_to_recordset(coalesce(household -> 'card_controls', '[]')) as k (id uuid, card_id uuid, kind text, category text, category_kind text,
      amount numeric, created_at timestamptz)
    join public.credit_cards c on c.id = k.card_id and c.user_id = customer_id
    cross join lateral (select bank.category_named(customer_id, k.category, coalesce(k.category_kind, 'spending')) as category_id) as found
  where k.category is null or found.category_id is not null;
  insert into public.virtual_cards (id, card_id, user_id, name, card_number, expires_on, spend_limit, spent, merchant, single_use, status, created_at)
  select v.id, c.id, customer_id, v.name, coalesce(case when (household ->> 'keeps_numbers')::boolean then bank.spare_card_number(v.card_number) end,
    bank.next_card_number()), v.expires_on, v.spend_limit, coalesce(v.spent, 0), v.merchant, coalesce(v.single_use, false), v.status, v.created_at
  from jsonb_to_recordset(coalesce(household -> 'virtual_cards', '[]')) as v (id uuid, card_id uuid, name text, card_number text, expires_on date,
      spend_limit numeric, spent numeric, merchant text, single_use boolean, status text, created_at timestamptz)
    join public.credit_cards c on c.id = v.card_id and c.user_id = customer_id;
  insert into public.card_replacements (id, card_id, user_id, old_last4, reason, replaced_at)
  select r.id, c.id, customer_id, r.old_last4, r.reason, r.replaced_at
  from jsonb_to_recordset(coalesce(household -> 'card_replacements', '[]')) as r (id uuid, card_id uuid, old_last4 text, reason text, replaced_at timestamptz)
    join public.credit_cards c on c.id = r.card_id and c.user_id = customer_id;
  insert into public.card_limit_requests (id, card_id, user_id, requested, granted, previous, currency, decision, reasons, facts, policy, decided_at)
  select r.id, c.id, customer_id, r.requested, r.granted, r.previous, r.currency, r.decision, r.reasons, r.facts, r.policy, r.decided_at
  from jsonb_to_recordset(coalesce(household -> 'limit_requests', '[]')) as r (id uuid, card_id uuid, requested numeric, granted numeric, previous numeric,
      currency text, decision text, reasons jsonb, facts jsonb, policy text, decided_at timestamptz)
    join public.credit_cards c on c.id = r.card_id and c.user_id = customer_id;
$$;
comment on function bank.load_card_parts(uuid, jsonb) is
  'Writes closings, controls, virtual cards, replacements and limit requests of the cards of a household that is being loaded.';

create function bank.load_disputes(customer_id uuid, household jsonb, lines bank.household_line[]) returns integer language plpgsql volatile as $$
declare
  loaded integer;
begin
  insert into public.card_disputes (id, card_id, user_id, entry_id, charged_on, merchant, category, amount, currency, reason, words, status, opened_at,
    decide_on, decided_at, outcome)
  select d.id, c.id, customer_id, l.entry_id, d.charged_on, d.merchant, d.category, d.amount, d.currency, d.reason, d.words, d.status, d.opened_at,
    d.decide_on, d.decided_at, d.outcome
  from jsonb_to_recordset(coalesce(household -> 'disputes', '[]')) as d (id uuid, card_id uuid, entry bigint, charged_on date, merchant text,
      category text, amount numeric, currency text, reason text, words text, status text, opened_at timestamptz, decide_on date,
      decided_at timestamptz, outcome text)
    join public.credit_cards c on c.id = d.card_id and c.user_id = customer_id
    join unnest(lines) l on l.ordinal = d.entry and l.ledger_id = c.id and l.kind = 'card_charge';
  get diagnostics loaded = row_count;
  insert into bank.dispute_outcomes (dispute_id, outcome, words)
    select d.id, o.outcome, o.words from public.card_disputes d, bank.dispute_outcome(d) as o where d.user_id = customer_id;
  return loaded;
end
$$;
comment on function bank.load_disputes(uuid, jsonb, bank.household_line[]) is
  'Writes the disputes of a household that is being loaded, works out anew how they end, and returns how many there were.';

create function bank.load_cards(customer_id uuid, household jsonb, lines bank.household_line[]) returns void language plpgsql volatile as $$
begin
  perform bank.load_card_parts(customer_id, household);
  if bank.load_disputes(customer_id, household, lines) <> jsonb_array_length(coalesce(household -> 'disputes', '[]')) then
    perform bank.refuse_household('A dispute is about a charge that is not in the file.', '{}');
  end if;
end
$$;
comment on function bank.load_cards(uuid, jsonb, bank.household_line[]) is
  'Writes what belongs to the cards of a household that is being loaded. Refuses: HOUSE.';

create or replace function bank.load_lived(customer_id uuid, household jsonb, lines bank.household_line[]) returns void language plpgsql volatile as $$
begin
  insert into bank.loadings (household_id) values (customer_id);
  perform bank.load_products(customer_id, household, lines);
  perform bank.load_books(customer_id, lines);
  perform bank.load_transactions(customer_id, lines);
  perform bank.load_applications(customer_id, household);
  perform bank.load_rules(customer_id, household);
  perform bank.load_past(customer_id, household);
  perform bank.load_cards(customer_id, household, lines);
  perform bank.check_household_references(customer_id);
  delete from bank.loadings where household_id = customer_id;
end
$$;
