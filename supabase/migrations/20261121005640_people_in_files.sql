-- Files of households carry contacts and payments with people. A file is one household's past: loading one never
-- recalls what has arrived in another household and never gives out money a second time.
create function bank.file_people(household uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'contacts', (select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'address', c.address, 'favourite', c.favourite,
        'blocked', c.blocked, 'created_at', c.created_at) order by c.created_at, c.id), '[]')
      from public.contacts c where c.user_id = household and c.address is not null),
    'person_payments', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(p) - '{id,user_id,entry_id}'::text[]) order by p.at, p.id), '[]')
      from public.person_payments p where p.user_id = household))
$$;
comment on function bank.file_people(uuid) is 'Contacts and payments with people as they stand in a file.';

create function bank.load_people(customer_id uuid, household jsonb) returns void language plpgsql volatile as $$
begin
  delete from public.person_payments p where p.user_id = customer_id;
  -- Those the customer has now stay, and whom they have blocked stays blocked.
  insert into public.contacts (user_id, name, address, favourite, blocked, created_at)
    select customer_id, c.name, lower(c.address), coalesce(c.favourite, false), coalesce(c.blocked, false), coalesce(c.created_at, clock_timestamp())
    from jsonb_to_recordset(coalesce(household -> 'contacts', '[]')) as c (name text, address text, favourite boolean, blocked boolean, created_at timestamptz)
    on conflict (user_id, address) do nothing;
  insert into public.person_payments (user_id, letter_id, kind, direction, state, name, address, amount, currency, account_id, account_amount,
    account_currency, exchange_rate, entry_id, note, answer, split_id, at, day, closed_at, expires_at, reminded_on)
  select customer_id, p.letter_id, p.kind, p.direction, p.state, p.name, p.address, p.amount, p.currency, p.account_id, p.account_amount,
    p.account_currency, p.exchange_rate, e.id, p.note, p.answer, p.split_id, p.at, p.day, p.closed_at, p.expires_at, p.reminded_on
  from jsonb_populate_recordset(null::public.person_payments, coalesce(household -> 'person_payments', '[]')) as p
    left join bank.entries e on e.household_id = customer_id and e.event_key = 'person:' || p.letter_id || ':' || p.direction;
  if not household ? 'version' then
    insert into public.person_letters (id, user_id, kind, from_name, to_address, amount, currency, note, expires_at)
      select p.letter_id, customer_id, p.kind, bank.name_of(customer_id), p.address, p.amount, p.currency, p.note, p.expires_at
      from public.person_payments p where p.user_id = customer_id and p.state = 'pending' and p.kind = 'request' and p.direction = 'in';
  end if;
  perform bank.reconcile_people(customer_id);
  perform bank.wake_for_letters(customer_id);
end
$$;
comment on function bank.load_people(uuid, jsonb) is
  'Writes contacts and payments with people of a household that is being loaded, and squares them with what has happened outside it.';

create function bank.reconcile_people(household uuid) returns void language plpgsql volatile as $$
declare
  kept public.person_payments;
  truth text;
begin
  -- What was sent or asked after the moment returned to was never sent: nobody can take it any more.
  update public.person_letters l set state = 'undone', closed_at = clock_timestamp()
  where l.user_id = household and l.state = 'pending' and not exists (
    select from public.person_payments p where p.user_id = household and p.letter_id = l.id and p.state = 'pending'
      and (l.kind = 'request' or p.entry_id is not null));
  for kept in select * from public.person_payments p where p.user_id = household and p.state = 'pending' order by p.letter_id loop
    select l.state into truth from public.person_letters l where l.id = kept.letter_id and l.user_id = household;
    continue when truth = 'pending';
    if kept.kind = 'payment' and kept.direction = 'out' and kept.entry_id is not null and truth is distinct from 'completed' then
      -- It came back after the moment returned to, or this is a copy of somebody else's past: it comes back here too.
      continue when bank.give_back(kept, coalesce(truth, 'undone'));
    end if;
    -- What was paid after that moment is not in these books, and stays with whom it reached.
    update public.person_payments p set expires_at = null, closed_at = bank.now_for(household), state = case
        when kept.kind = 'request' and truth = 'completed' then 'undone' else coalesce(truth, 'undone') end
      where p.id = kept.id;
  end loop;
end
$$;
comment on function bank.reconcile_people(uuid) is
  'Squares a household whose books were replaced with its letters: what was not sent there can no longer be taken, what came back comes back, and what arrived elsewhere stays.';

create or replace function bank.household_file(household uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('version', 1, 'exported_at', clock_timestamp(),
      -- Never before what has happened: movements of one instant stand microseconds apart.
      'clock', greatest(bank.now_for(household), k.lived_to, (select max(e.at) from bank.entries e where e.household_id = household)),
      'time_zone', coalesce(c.time_zone, 'UTC'), 'base_currency', coalesce(c.base_currency, 'USD'),
      'categories', bank.file_categories(household), 'entries', bank.file_entries(household))
    || case when k.household_id is null then '{}' else jsonb_build_object('seed', k.seed, 'lived_to', k.lived_to, 'memory', k.memory,
      'entries_seen', (select count(*) from bank.entries e where e.household_id = household and e.id <= k.last_entry)) end
    || bank.file_products(household) || bank.file_rules(household) || bank.file_past(household)
    || bank.file_cards(household) || bank.file_people(household)
  from (select household as id) as wanted
    left join public.customers c on c.id = wanted.id left join bank.clocks k on k.household_id = wanted.id
$$;

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
  perform bank.load_people(customer_id, household);
end
$$;

create or replace function public.load_household(customer_id uuid, household jsonb) returns integer language plpgsql volatile
security definer -- books are written by the bank alone
set search_path = '' as $$
declare
  lines bank.household_line[];
begin
  if customer_id is null or jsonb_typeof(household) is distinct from 'object' then
    perform bank.refuse_household('There is no household to load.', '{}');
  end if;
  perform bank.hold_clock(customer_id);
  perform bank.ensure_customer(customer_id);
  perform from public.customers c where c.id = customer_id for no key update;
  if exists (select from bank.ledger_accounts l where l.household_id = customer_id) then
    return 0;
  end if;
  lines := coalesce(bank.household_lines(customer_id, household), '{}');
  perform bank.check_household_entries(customer_id, household, lines);
  if household ? 'version' then
    perform bank.load_lived(customer_id, household, lines);
  else
    perform bank.check_household_order(household, lines);
    perform bank.load_products(customer_id, household, lines);
    perform bank.load_books(customer_id, lines);
    perform bank.load_transactions(customer_id, lines);
    perform bank.load_applications(customer_id, household);
    perform bank.load_rules(customer_id, household);
    perform bank.load_past(customer_id, household);
    perform bank.load_cards(customer_id, household, lines);
    perform bank.load_people(customer_id, household);
  end if;
  if household ? 'demo_until' then
    update public.customers c set demo_until = (household ->> 'demo_until')::timestamptz where c.id = customer_id;
  end if;
  if exists (select from bank.audit(customer_id)) then
    perform bank.refuse_household('The books of this household would not balance.',
      (select to_jsonb(found_violation) from bank.audit(customer_id) as found_violation limit 1));
  end if;
  return jsonb_array_length(coalesce(household -> 'entries', '[]'));
end
$$;
