-- Returning to a checkpoint, or taking in a household from a file. A file may be larger than one call carries, so it
-- arrives in pieces; what happens then happens in one transaction.
create table bank.arrivals (
  arrival_id uuid not null,
  ordinal integer not null,
  piece text not null,
  arrived_at timestamptz not null default clock_timestamp(),
  primary key (arrival_id, ordinal)
);
create index arrivals_arrived_at_idx on bank.arrivals (arrived_at);
comment on table bank.arrivals is 'Files of households on their way into the bank, piece by piece. Gone when they have arrived, or after an hour.';
alter table bank.arrivals enable row level security;

create function public.bring_household(arrival_id uuid, ordinal integer, piece text) returns void language sql volatile
security definer -- the pieces are nobody's to read
set search_path = '' as $$
  delete from bank.arrivals a where a.arrived_at < clock_timestamp() - interval '1 hour';
  insert into bank.arrivals (arrival_id, ordinal, piece) values (bring_household.arrival_id, bring_household.ordinal, bring_household.piece);
$$;
comment on function public.bring_household(uuid, integer, text) is
  'Takes one piece of a household''s file, for restore_household. For the server''s functions.';
grant execute on function public.bring_household(uuid, integer, text) to service_role;

create function public.forget_household(arrival_id uuid) returns void language sql volatile
security definer -- the pieces are nobody's to read
set search_path = '' as $$
  delete from bank.arrivals a where a.arrival_id = forget_household.arrival_id
$$;
comment on function public.forget_household(uuid) is 'Throws the pieces of a refused file away. For the server''s functions.';
grant execute on function public.forget_household(uuid) to service_role;

create function bank.take_arrival(arrival_id uuid) returns jsonb language plpgsql volatile as $$
declare
  words text;
begin
  select string_agg(a.piece, '' order by a.ordinal) into words from bank.arrivals a where a.arrival_id = take_arrival.arrival_id;
  delete from bank.arrivals a where a.arrival_id = take_arrival.arrival_id;
  if words is null then
    perform bank.refuse_household('There is no household to load.', '{}');
  end if;
  return words::jsonb;
end
$$;
comment on function bank.take_arrival(uuid) is 'A household''s file whose pieces have arrived. Refuses: HOUSE.';

create function bank.stop_clock(household uuid) returns void language plpgsql volatile as $$
begin
  -- The lock that moving the clock holds alone and verbs share.
  perform set_config('lock_timeout', '5s', true);
  perform pg_advisory_xact_lock(hashtextextended(household::text, 1));
exception when lock_not_available then
  raise exception using errcode = 'CLOCK', message = 'Your simulated clock is being moved. Please try again in a moment.';
end
$$;
comment on function bank.stop_clock(uuid) is 'Holds the household''s clock alone until the transaction ends; waits up to 5 s, then refuses (CLOCK).';

create function bank.clear_household(household uuid) returns void language plpgsql volatile as $$
declare
  counts bank.erased_households;
begin
  insert into bank.erasures (household_id) values (household);
  delete from public.scheduled_payments where user_id = household;
  delete from public.auto_deposits where user_id = household;
  delete from public.shocks where user_id = household;
  delete from public.happenings where user_id = household;
  delete from public.loan_applications where user_id = household;
  delete from public.credit_cards where user_id = household;
  delete from public.loans where user_id = household;
  delete from public.mortgages where user_id = household;
  delete from public.accounts where user_id = household;
  delete from bank.clocks where household_id = household;
  delete from bank.seals where household_id = household;
  delete from bank.requests where user_id = household;
  delete from bank.postings p using bank.entries e where e.id = p.entry_id and e.household_id = household;
  get diagnostics counts.postings = row_count;
  delete from bank.entries where household_id = household;
  get diagnostics counts.entries = row_count;
  delete from bank.ledger_accounts where household_id = household;
  get diagnostics counts.ledger_accounts = row_count;
  insert into bank.erased_households (entries, postings, ledger_accounts)
    values (counts.entries, counts.postings, counts.ledger_accounts);
  delete from bank.erasures where household_id = household;
end
$$;
comment on function bank.clear_household(uuid) is
  'Removes the products, rules and books of a household and keeps its customer, categories and checkpoints. A tombstone that only counts remains.';

create function bank.begin_generation(customer_id uuid, file jsonb) returns void language plpgsql volatile as $$
begin
  update public.customers c set generation = c.generation + 1, time_zone = coalesce(file ->> 'time_zone', c.time_zone),
    base_currency = coalesce(file ->> 'base_currency', c.base_currency),
    clock_offset = greatest(interval '0', (file ->> 'clock')::timestamptz - clock_timestamp())
    where c.id = customer_id;
  insert into public.categories (user_id, name, kind)
    select customer_id, k.name, k.kind from jsonb_to_recordset(coalesce(file -> 'categories', '[]')) as k (name text, kind text)
    on conflict do nothing;
end
$$;
comment on function bank.begin_generation(uuid, jsonb) is 'Sets a customer''s clock, zone and currency to those of a file and adds its categories.';

create function bank.begin_anew(customer_id uuid, file jsonb, name text) returns jsonb language plpgsql volatile as $$
declare
  kept public.checkpoints;
  loaded integer;
  in_clearing jsonb;
begin
  if file ->> 'version' is distinct from '1' then
    perform bank.refuse_household('This is not a household''s file that the bank can read.', '{}');
  end if;
  perform bank.hold_peer_payments(customer_id);
  perform bank.stop_clock(customer_id);
  perform bank.ensure_customer(customer_id);
  perform from public.customers c where c.id = customer_id for no key update;
  in_clearing := bank.clearing_of(customer_id);
  if exists (select from bank.ledger_accounts l where l.household_id = customer_id) then
    kept := bank.keep_checkpoint(customer_id, left('Before returning to ' || name, 80), true);
  end if;
  perform bank.clear_household(customer_id);
  perform bank.begin_generation(customer_id, file);
  loaded := public.load_household(customer_id, file);
  -- Only the bank's own word counts for when a checkpoint was saved. A file from outside is another household.
  if coalesce((file ->> 'keeps_numbers')::boolean, false) then
    perform bank.reapply_peer_payments(customer_id, (file ->> 'exported_at')::timestamptz);
  end if;
  perform bank.settle_clearing(customer_id, in_clearing);
  return jsonb_build_object('entries', loaded, 'kept', case when kept.id is not null then to_jsonb(kept) end,
    'generation', (select c.generation from public.customers c where c.id = customer_id), 'now', bank.now_for(customer_id));
end
$$;
comment on function bank.begin_anew(uuid, jsonb, text) is
  'Keeps the present household as a checkpoint, clears its books and loads a file in their place. Of a checkpoint, payments with other customers made since are posted again. Refuses: CLOCK, LIMIT, HOUSE, INSUF and what the loader refuses.';

create function public.restore_household(customer_id uuid, arrival_id uuid, name text, is_own boolean default false) returns jsonb
language plpgsql volatile
security definer -- erases and writes books
set search_path = '' as $$
declare
  code text;
  words text;
begin
  return bank.begin_anew(customer_id,
    bank.take_arrival(arrival_id) - 'demo_until'::text || jsonb_build_object('keeps_numbers', is_own), bank.clean_name(name));
exception
  when lock_not_available or deadlock_detected or serialization_failure then
    raise exception using errcode = 'CLOCK', message = 'Your simulated clock is being moved. Please try again in a moment.';
  when data_exception or integrity_constraint_violation then
    get stacked diagnostics code = returned_sqlstate, words = message_text;
    raise exception using errcode = 'HOUSE', message = 'The file contradicts itself: ' || words,
      detail = jsonb_build_object('code', code)::text;
end
$$;
comment on function public.restore_household(uuid, uuid, text, boolean) is
  'Puts a file that has arrived in the place of a customer''s household, in one transaction: a new generation. The present one is kept as a checkpoint. For the server''s functions. Refuses: CLOCK, LIMIT, HOUSE and what the loader refuses.';
grant execute on function public.restore_household(uuid, uuid, text, boolean) to service_role;
