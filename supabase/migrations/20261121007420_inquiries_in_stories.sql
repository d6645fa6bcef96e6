-- The credit score of a story counts how often the bank was asked for credit: that happens outside the engine.
create function bank.note_inquiry() returns trigger language plpgsql
security definer -- the engine's memory is the bank's own
set search_path = '' as $$
declare
  asked timestamptz := coalesce((to_jsonb(new) ->> 'reviewed_at')::timestamptz, (to_jsonb(new) ->> 'decided_at')::timestamptz);
begin
  -- A step that was decided meanwhile knows nothing of it: it is not posted, and decided again.
  update bank.clocks k set rules_version = k.rules_version + 1, memory = jsonb_insert(k.memory, '{play,credit,inquiries,-1}',
      jsonb_build_object('on', (asked at time zone coalesce(c.time_zone, 'UTC'))::date - date '1970-01-01',
        'kind', coalesce(to_jsonb(new) ->> 'loan_type', 'CARD')), true)
    from public.customers c
    where c.id = new.user_id and k.household_id = new.user_id and k.memory #> '{play,credit,inquiries}' is not null
      -- One that comes with a file is in its memory already.
      and not bank.is_being_loaded(new.user_id);
  return null;
end
$$;
comment on function bank.note_inquiry() is 'Lets the engine know, while a story is played, that the bank looked at a wish for credit.';
create trigger note_inquiry_of_application after update of reviewed_at on public.loan_applications for each row
  when (old.reviewed_at is null and new.reviewed_at is not null) execute function bank.note_inquiry();
create trigger note_inquiry_of_limit after insert on public.card_limit_requests for each row
  when (new.requested > new.previous) execute function bank.note_inquiry();
