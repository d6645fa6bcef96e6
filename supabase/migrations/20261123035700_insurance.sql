set check_function_bodies = off;

-- Insurance. A policy is a part of the engine's carryover, because the engine counts its deductible and ends
-- it when the premium stays unpaid (engine/insurance). The premium is a scheduled payment, unless a paycheck
-- deducts it or the escrow account of a mortgage pays it. The figures are those of engine/insurance/terms.ts.
create function bank.policy_terms(insurance_kind text)
returns table (premium numeric, deductible numeric, coinsurance numeric, out_of_pocket_limit numeric)
language sql immutable as $$
  select round(t.premium * 0.92 ^ doublings, 2), t.deductible * 2 ^ doublings, t.coinsurance, t.yearly_limit
  from (values ('health', 120.00, 1900, 20, 6000, 1), ('car', 215.00, 500, 0, null, 2),
      ('home', 130.75, 1000, 0, null, 2), ('renters', 14.25, 500, 0, null, 2))
      as t (kind, premium, deductible, coinsurance, yearly_limit, most),
    generate_series(0, t.most) as doublings
  where t.kind = insurance_kind
$$;
comment on function bank.policy_terms is 'Returns the policies of a kind: the monthly premium, the '
  'deductible, the customer''s part above it in percent, and the most that they pay in a year. A premium is '
  '8% lower for each doubling of the deductible.';

create function bank.surcharged_premium(household uuid, insurance_kind text, premium numeric)
returns numeric language sql stable as $$
  select case when insurance_kind = 'car' and exists (select from bank.clocks k
      where k.household_id = household and k.carryover #> '{drivingRecord,surcharge,charged}' is not null)
    then round(premium * 1.2, 2) else premium end
$$;
comment on function bank.surcharged_premium is 'Returns a premium with the surcharge for a claim: 20% on car '
  'insurance for three years, as engine/insurance/surcharge.ts computes it.';

create function bank.policy_name(insurance_kind text) returns text language sql immutable as $$
  select initcap(insurance_kind) || ' insurance'
$$;
comment on function bank.policy_name is 'Returns the name of a policy, such as "Car insurance".';

create function bank.is_premium_included(household uuid, insurance_kind text) returns boolean
language sql stable as $$
  select insurance_kind = 'health' and exists (select from public.auto_deposits d
      where d.user_id = household and d.is_pay and not d.paused
        and (d.next_occurrence is null or d.next_at is not null)
        and (d.pay_details ->> 'health')::numeric > 0)
    or insurance_kind = 'home' and exists (select from public.mortgages m
      where m.user_id = household and (bank.escrow_json(m.id) ->> 'insurance')::numeric > 0)
$$;
comment on function bank.is_premium_included is
  'Returns true if a paycheck already deducts the premium of health insurance, or the escrow account of a '
  'mortgage already pays the premium of home insurance.';

create function bank.schedule_premium(household uuid, insurance_kind text, premium numeric,
  premium_payment_id uuid, paying_account_id uuid) returns uuid language plpgsql volatile as $$
declare
  account public.accounts := bank.check_rule_account(household, paying_account_id);
  scheduled_id uuid;
begin
  perform bank.refuse_if(
    account.currency <> (select c.base_currency from public.customers c where c.id = household), 'BADCU',
    'Choose an account in your base currency.', jsonb_build_object('account_currency', account.currency));
  -- The coverage starts again, so its payment may resume.
  update bank.clocks k set carryover = k.carryover #- array['insurance', insurance_kind, 'endedOn']
    where k.household_id = household and k.carryover #> array['insurance', insurance_kind] ? 'endedOn';
  update public.scheduled_payments p set amount = premium, account_id = account.id, paused = false
    where p.id = premium_payment_id and p.user_id = household returning p.id into scheduled_id;
  if scheduled_id is null then
    insert into public.scheduled_payments (user_id, account_id, name, payee, amount, frequency, category_id,
      start_date, yearly_adjustment, yearly_percent)
      values (household, account.id, bank.policy_name(insurance_kind), 'Harbor Insurance', premium,
        'MONTHLY', bank.find_category(household, case insurance_kind when 'health' then 'Healthcare'
          when 'car' then 'Transportation' else 'Housing' end), bank.today_for(household) + 1, 'fixed',
        least(50, greatest(0.01, round(bank.household_inflation(household) + 3, 2))))
      returning id into scheduled_id;
  end if;
  return scheduled_id;
end $$;
comment on function bank.schedule_premium is 'Schedules the monthly premium, or changes the existing '
  'payment. The premium rises each year by inflation and 3 points.';

create function bank.save_policy(household uuid, insurance_kind text, policy jsonb) returns void
language plpgsql volatile as $$
declare
  old jsonb := (select k.carryover #> array['insurance', insurance_kind] from bank.clocks k
    where k.household_id = household);
begin
  -- A step that is being computed is discarded and computed again.
  update bank.clocks k set rules_version = k.rules_version + 1, due_at = least(k.due_at, clock_timestamp()),
      carryover = case when policy is not null
        then k.carryover || jsonb_build_object('insurance',
          coalesce(k.carryover -> 'insurance', '{}') || jsonb_build_object(insurance_kind, policy))
          || case when insurance_kind = 'car' then jsonb_build_object('drivingRecord',
            coalesce(k.carryover -> 'drivingRecord', '{}')) else '{}' end
        when (k.carryover -> 'insurance') - insurance_kind = '{}' then k.carryover - 'insurance'::text
        else k.carryover #- array['insurance', insurance_kind] end
    where k.household_id = household;
  perform bank.refuse_if(not found, 'NTFND', 'Open an account first.');
  insert into public.changes (user_id, simulated_at, subject, subject_id, name, action, fields, currency,
    channel)
    select household, bank.now_for(household), 'insurance', md5(household || insurance_kind)::uuid,
      bank.policy_name(insurance_kind),
      case when old is null then 'created' when policy is null then 'deleted' else 'changed' end,
      case when old is null or policy is null then '{}' else jsonb_build_object('deductible',
        jsonb_build_array(bank.major((old ->> 'deductible')::numeric),
          bank.major((policy ->> 'deductible')::numeric))) end, c.base_currency, 'app'
    from public.customers c where c.id = household;
end $$;
comment on function bank.save_policy is
  'Saves or removes (null) a policy for the engine, and records the change.';

create function public.set_insurance(insurance_kind text, deductible numeric, account_id uuid default null)
returns jsonb language plpgsql volatile
security definer -- because it writes the carryover of the caller's household
set search_path = '' as $$
declare
  household uuid := bank.caller();
  terms record;
  old jsonb;
  policy jsonb;
begin
  select * into terms from bank.policy_terms(insurance_kind) t where t.deductible = set_insurance.deductible;
  perform bank.lock_clock_exclusively(household);
  old := (select k.carryover #> array['insurance', insurance_kind] from bank.clocks k
    where k.household_id = household);
  policy := jsonb_build_object('since', bank.today_for(household) - date '1970-01-01',
    'coinsurance', terms.coinsurance, 'deductible', bank.minor(terms.deductible));
  if not bank.is_premium_included(household, insurance_kind) then
    perform bank.check_rule_account(household, account_id);
  end if;
  perform bank.refuse_if(terms.premium is null, 'BADTY', 'Choose one of the offered policies.');
  if not bank.is_premium_included(household, insurance_kind) then
    policy := policy || jsonb_build_object('paymentId', bank.schedule_premium(household, insurance_kind,
      bank.surcharged_premium(household, insurance_kind, terms.premium), (old ->> 'paymentId')::uuid,
      account_id));
  end if;
  if terms.out_of_pocket_limit is not null then
    policy := policy || jsonb_build_object('limit', bank.minor(terms.out_of_pocket_limit));
  end if;
  -- The deductible of this year stays used. A premium that is unpaid stays unpaid until it is paid.
  policy := policy || jsonb_strip_nulls(jsonb_build_object('used', old -> 'used'))
    || case when old ? 'endedOn' then '{}'
      else jsonb_strip_nulls(jsonb_build_object('unpaidSince', old -> 'unpaidSince',
        'warningDue', old -> 'warningDue')) end;
  perform bank.save_policy(household, insurance_kind, policy);
  return policy;
end $$;
comment on function public.set_insurance is 'Starts or changes one of the caller''s policies: health, car, '
  'home, or renters. From then on, claims raise the premium of car insurance. Schedules its monthly premium '
  'from an account, except if a paycheck deducts it. Returns the policy with amounts in minor units. '
  'Refuses: BADTY, NTFND, CLOSD, BADCU, CLOCK, LIMIT, NOUSR.';

create function public.end_insurance(insurance_kind text) returns boolean language plpgsql volatile
security definer -- because it writes the carryover of the caller's household
set search_path = '' as $$
declare
  household uuid := bank.caller();
  policy jsonb;
begin
  perform bank.lock_clock_exclusively(household);
  select k.carryover #> array['insurance', insurance_kind] into policy from bank.clocks k
    where k.household_id = household;
  perform bank.refuse_if(policy is null, 'NTFND', 'You don''t have this insurance.');
  delete from public.scheduled_payments p
    where p.user_id = household and p.id = (policy ->> 'paymentId')::uuid;
  perform bank.save_policy(household, insurance_kind, null);
  return true;
end $$;
comment on function public.end_insurance is 'Ends one of the caller''s policies at once, and deletes the '
  'scheduled payment of its premium. Refuses: NTFND, CLOCK, NOUSR.';

create function bank.miss_premium() returns trigger language plpgsql
security definer -- because it writes the carryover of the customer's household
set search_path = '' as $$
begin
  update bank.clocks k set carryover = (
      select jsonb_set(k.carryover, array['insurance', p.key], p.value || jsonb_build_object(
        'unpaidSince', bank.today_for(old.user_id) - date '1970-01-01', 'warningDue', true))
      from jsonb_each(k.carryover -> 'insurance') as p where p.value ->> 'paymentId' = old.id::text)
    where k.household_id = old.user_id and not bank.is_being_erased(old.user_id) and exists (
      select from jsonb_each(coalesce(k.carryover -> 'insurance', '{}')) as p
      where p.value ->> 'paymentId' = old.id::text and not p.value ?| '{unpaidSince,endedOn}');
  return null;
end $$;
comment on function bank.miss_premium is 'Counts a premium as unpaid from the day on which the customer '
  'pauses or deletes its payment, which the engine doesn''t know. The engine then sends the warning.';

create trigger miss_paused_premium after update of paused on public.scheduled_payments
  for each row when (new.paused and not old.paused) execute function bank.miss_premium();
create trigger miss_deleted_premium after delete on public.scheduled_payments
  for each row execute function bank.miss_premium();

create function bank.check_resumed_premium() returns trigger language plpgsql
security definer -- because it reads the carryover of the customer's household
set search_path = '' as $$
begin
  perform bank.refuse_if(exists (select from bank.clocks k
      cross join jsonb_each(coalesce(k.carryover -> 'insurance', '{}')) as p
    where k.household_id = new.user_id and p.value ->> 'paymentId' = new.id::text and p.value ? 'endedOn'),
    'NOELG', 'This insurance has ended. Start it again on the Insurance page to resume its payment.',
    jsonb_build_object('reason', 'coverage_ended'));
  return new;
end $$;
comment on function bank.check_resumed_premium is
  'Refuses (NOELG) to resume the premium of insurance that has ended.';

create trigger check_resumed_premium before update of paused on public.scheduled_payments
  for each row when (old.paused and not new.paused) execute function bank.check_resumed_premium();

create function bank.pause_premiums(steps jsonb) returns void language sql volatile as $$
  update public.scheduled_payments p set paused = true
  from jsonb_array_elements(steps) as s (step),
    jsonb_array_elements_text(s.step -> 'paused_payments') as r (id)
  where p.id = r.id::uuid and p.user_id = (s.step ->> 'customer_id')::uuid
$$;
comment on function bank.pause_premiums is
  'Pauses the payments of the insurance policies whose coverage ended in these steps.';

create function public.set_hsa_payments(paid_first boolean) returns boolean language plpgsql volatile
security definer -- because it writes the carryover of the caller's household
set search_path = '' as $$
begin
  perform bank.refuse_if(paid_first is null, 'BADTY', 'Choose whether your HSA pays medical bills first.');
  perform bank.refuse_if(paid_first and not exists (select from public.accounts a
    where a.user_id = bank.caller() and a.tax_treatment = 'hsa' and a.closed_at is null), 'NTFND',
    'Open an HSA first.');
  perform bank.set_rule('hsaPaysFirst', case when paid_first then 'true'::jsonb end);
  return paid_first;
end $$;
comment on function public.set_hsa_payments is 'Sets whether the caller''s HSA pays their part of medical '
  'bills first from the money that isn''t invested. These withdrawals are tax-free. Refuses: BADTY, NTFND, '
  'CLOCK, NOUSR.';

grant execute on function public.set_insurance, public.end_insurance, public.set_hsa_payments
  to authenticated;
