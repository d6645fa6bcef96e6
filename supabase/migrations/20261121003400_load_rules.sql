-- A household that is loaded brings its rules, its way of life and the engine's memory along.
create function bank.find_category_id(customer_id uuid, name text) returns uuid language sql stable as $$
  select c.id from public.categories c
  where lower(c.name) = lower(find_category_id.name) and (c.user_id = customer_id or c.user_id is null)
  order by c.user_id nulls last, c.kind desc limit 1
$$;
comment on function bank.find_category_id(uuid, text) is 'A category of the customer''s or the bank''s by its name; null when there is none.';

create function bank.load_rules(customer_id uuid, household jsonb) returns void language sql volatile as $$
  insert into public.auto_deposits (id, user_id, account_id, name, amount, frequency, category_id, is_pay, start_date, start_time, end_date,
    occurrences, paused)
  select coalesce(d.id, gen_random_uuid()), customer_id, d.account_id, d.name, d.amount, d.frequency,
    bank.find_category_id(customer_id, d.category), coalesce(d.is_pay, false), d.start_date, coalesce(d.start_time, '06:00'), d.end_date,
    d.occurrences, coalesce(d.paused, false)
  from jsonb_to_recordset(coalesce(household -> 'auto_deposits', '[]')) as d (id uuid, account_id uuid, name text, amount numeric,
    frequency text, category text, is_pay boolean, start_date date, start_time time, end_date date, occurrences integer, paused boolean);
  insert into public.scheduled_payments (id, user_id, account_id, name, payee, to_account_id, card_id, loan_id, mortgage_id, amount,
    amount_kind, frequency, category_id, start_date, end_date, occurrences, weekend, paused)
  select coalesce(p.id, gen_random_uuid()), customer_id, p.account_id, p.name, p.payee, p.to_account_id, p.card_id, p.loan_id, p.mortgage_id,
    p.amount, coalesce(p.amount_kind, 'fixed'), p.frequency, bank.find_category_id(customer_id, p.category), p.start_date, p.end_date,
    p.occurrences, coalesce(p.weekend, 'stays'), coalesce(p.paused, false)
  from jsonb_to_recordset(coalesce(household -> 'scheduled_payments', '[]')) as p (id uuid, account_id uuid, name text, payee text,
    to_account_id uuid, card_id uuid, loan_id uuid, mortgage_id uuid, amount numeric, amount_kind text, frequency text, category text,
    start_date date, end_date date, occurrences integer, weekend text, paused boolean);
  update public.credit_cards c set autopay = r.autopay, autopay_account_id = r.autopay_account_id, autopay_amount = r.autopay_amount
  from jsonb_to_recordset(coalesce(household -> 'cards', '[]')) as r (id uuid, autopay text, autopay_account_id uuid, autopay_amount numeric)
  where c.id = r.id and r.autopay is not null;
  update public.loans l set autopay_account_id = r.autopay_account_id, autopay_extra = coalesce(r.autopay_extra, 0)
  from jsonb_to_recordset(coalesce(household -> 'loans', '[]')) as r (id uuid, autopay_account_id uuid, autopay_extra numeric)
  where l.id = r.id and r.autopay_account_id is not null;
  update public.mortgages m set autopay_account_id = r.autopay_account_id, autopay_extra = coalesce(r.autopay_extra, 0)
  from jsonb_to_recordset(coalesce(household -> 'mortgages', '[]')) as r (id uuid, autopay_account_id uuid, autopay_extra numeric)
  where m.id = r.id and r.autopay_account_id is not null;
  update bank.clocks k set seed = coalesce((household ->> 'seed')::integer, k.seed), memory = coalesce(household -> 'memory', k.memory),
    lived_to = coalesce((household ->> 'lived_to')::timestamptz, k.lived_to),
    last_entry = (select coalesce(max(e.id), 0) from bank.entries e where e.household_id = customer_id)
  where k.household_id = customer_id;
$$;
comment on function bank.load_rules(uuid, jsonb) is
  'Writes the rules of a household that is being loaded, its autopay, and what the engine remembers: seed, memory, how far it has lived.';

create or replace function public.load_household(customer_id uuid, household jsonb) returns integer language plpgsql volatile
security definer -- books are written by the bank alone
set search_path = '' as $$
declare
  lines bank.household_line[];
begin
  if customer_id is null or jsonb_typeof(household) is distinct from 'object' then
    perform bank.refuse_household('There is no household to load.', '{}');
  end if;
  perform bank.ensure_customer(customer_id);
  perform from public.customers c where c.id = customer_id for no key update;
  perform bank.hold_clock(customer_id);
  if exists (select from bank.ledger_accounts l where l.household_id = customer_id) then
    return 0;
  end if;
  lines := coalesce(bank.household_lines(customer_id, household), '{}');
  perform bank.check_household_entries(customer_id, household, lines);
  perform bank.check_household_balances(lines);
  perform bank.load_products(customer_id, household, lines);
  perform bank.load_books(customer_id, lines);
  perform bank.load_transactions(customer_id, lines);
  perform bank.load_applications(customer_id, household);
  perform bank.load_rules(customer_id, household);
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
comment on function public.load_household(uuid, jsonb) is
  'Loads products, rules and their whole history into a customer who has none, and returns how many entries; a customer who has some stays as they are (0). Refuses: HOUSE, INSUF, OVPAY, BADDT, BADCU, BADNM, BADTY, BADAM, BADRT, BADTM, BADFM, NTFND.';
