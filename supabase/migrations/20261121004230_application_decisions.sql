-- The decision, in two steps: the bank begins to look, and later says what the policy said. Both are for the server
-- function decide-application alone; what lies between them is seen as `in_review`.
create function public.review_application(customer_id uuid, application_id uuid) returns public.loan_applications
language plpgsql volatile
security definer -- the state is written by the bank alone
set search_path = '' as $$
declare
  application public.loan_applications := bank.lock_application(customer_id, application_id);
begin
  if application.status not in ('submitted', 'in_review') then
    raise exception using errcode = 'DCIDD', message = 'This application is not waiting for a decision.',
      detail = jsonb_build_object('status', application.status, 'decided_at', application.decided_at)::text;
  end if;
  if application.annual_income is null and application.employment_status is distinct from 'UNEMPLOYED' then
    raise exception using errcode = 'BADAP', message = 'Please state your yearly income; without it the bank cannot decide.',
      detail = jsonb_build_object('field', 'annual_income')::text;
  end if;
  if application.status = 'submitted' then
    update public.loan_applications a set status = 'in_review',
        reviewed_at = greatest(bank.now_for(a.user_id), a.submitted_at + interval '1 microsecond')
      where a.id = application.id returning * into application;
  end if;
  return application;
end
$$;
comment on function public.review_application(uuid, uuid) is
  'Begins to look at a customer''s application and returns it; asked again, it goes on. For the server''s functions. Refuses: NTFND, DCIDD, BADAP.';
grant execute on function public.review_application(uuid, uuid) to service_role;

create function public.record_decision(customer_id uuid, application_id uuid, decision jsonb) returns public.loan_applications
language plpgsql volatile
security definer -- the state is written by the bank alone
set search_path = '' as $$
declare
  application public.loan_applications := bank.lock_application(customer_id, application_id);
  outcome text := decision ->> 'decision';
  present timestamptz := bank.now_for(customer_id);
begin
  if application.decided_at is not null then
    return application; -- asked twice at once: the first answer stands
  end if;
  if (outcome in ('approved', 'countered', 'declined') and decision ? 'version' and jsonb_typeof(decision -> 'reasons') = 'array'
    and jsonb_array_length(decision -> 'reasons') > 0 and jsonb_typeof(decision -> 'offers') = 'array'
    and (jsonb_array_length(decision -> 'offers') > 0) = (outcome <> 'declined')) is not true then
    raise exception using errcode = 'BADAP', message = 'A decision is an outcome with its version, reasons and offers.',
      detail = jsonb_build_object('field', 'decision')::text;
  end if;
  present := greatest(present, application.reviewed_at + interval '1 microsecond');
  update public.loan_applications a set status = outcome, decision = record_decision.decision, decided_at = present,
      expires_at = case when outcome <> 'declined' then present + interval '30 days' end
    where a.id = application.id returning * into application;
  return application;
end
$$;
comment on function public.record_decision(uuid, uuid, jsonb) is
  'Writes down what the policy said about an application in review and returns it; offers stand for 30 days. For the server''s functions. Refuses: NTFND, BADAP, BADST.';
grant execute on function public.record_decision(uuid, uuid, jsonb) to service_role;

-- Offers run out on the customer's own clock: whenever it has moved, and by the schedule where nothing else happens.
create function bank.expire_offers(household uuid) returns void language sql volatile as $$
  update public.loan_applications a set status = 'expired', ended_at = a.expires_at
  where a.user_id = household and a.status in ('approved', 'countered') and a.expires_at <= bank.now_for(household)
$$;
comment on function bank.expire_offers(uuid) is 'Ends the offers of a household whose thirty days are over.';

create function bank.expire_offers_for_clock() returns trigger language plpgsql
security definer -- the state is written by the bank alone
set search_path = '' as $$
begin
  perform bank.expire_offers(case tg_table_name when 'clocks' then (to_jsonb(new) ->> 'household_id')::uuid else (to_jsonb(new) ->> 'id')::uuid end);
  return null;
end
$$;
comment on function bank.expire_offers_for_clock() is 'Time has passed for a household: its offers may have run out.';
create trigger expire_offers after update of lived_to on bank.clocks
  for each row when (new.lived_to <> old.lived_to) execute function bank.expire_offers_for_clock();
create trigger expire_offers after update of clock_offset on public.customers
  for each row when (new.clock_offset > old.clock_offset) execute function bank.expire_offers_for_clock();

do $$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is null then
    raise notice 'There is no schedule here: offers run out when their customers'' clocks move.';
    return;
  end if;
  perform cron.schedule('expire-offers', '*/5 * * * *', $job$
    update public.loan_applications a set status = 'expired', ended_at = a.expires_at from public.customers c
    where c.id = a.user_id and a.status in ('approved', 'countered') and a.expires_at <= clock_timestamp() + c.clock_offset
  $job$);
end
$$;
