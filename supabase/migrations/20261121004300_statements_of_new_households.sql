-- A household that begins with a history begins with its card statements too, and with what belongs to its cards.
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
