-- How customers want to be told, where that is not as it is for everybody. Not part of what is lived: returning to a
-- checkpoint leaves it as it is, so an account is named by its id alone, which is the same after it has come back.
create table public.notification_preferences (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  about text not null check (about in ('low_balance', 'credit_limit', 'payment_due', 'loan_approved', 'large_transaction', 'deposit_landed',
    'payment_failed', 'payment_missed', 'shock', 'goal_reached', 'goal_milestone', 'budget_near', 'budget_passed', 'statement_ready',
    'application_decided', 'dispute_decided', 'interest_posted', 'rate_reset', 'price_rise', 'people')),
  item_id uuid,
  enabled boolean not null,
  threshold numeric,
  constraint notification_preferences_user_id_about_item_id_key unique nulls not distinct (user_id, about, item_id),
  constraint notification_preferences_threshold_check check (case about
    when 'low_balance' then threshold between 0 and 999999999.99 and threshold = round(threshold, 2)
    when 'large_transaction' then threshold between 0.01 and 999999999.99 and threshold = round(threshold, 2)
    when 'credit_limit' then threshold between 1 and 100 and threshold = round(threshold)
    when 'payment_due' then threshold between 0 and 30 and threshold = round(threshold)
    else threshold is null end)
);
comment on table public.notification_preferences is 'How customers want to be told, where that differs from how everybody is.';
comment on column public.notification_preferences.about is 'What would be told: a low balance, a statement that is ready …';
comment on column public.notification_preferences.item_id is 'The account or card it is for; null for all of them that have no row of their own.';
comment on column public.notification_preferences.threshold is
  'low_balance, large_transaction: an amount in the currency of the account; credit_limit: percent of the limit; payment_due: days; else null. Null there too: as for everybody.';

alter table public.notification_preferences enable row level security;
create policy "customers read how they want to be told" on public.notification_preferences for select to authenticated
  using (user_id = (select auth.uid()));
create policy "customers say how they want to be told" on public.notification_preferences for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "customers change how they want to be told" on public.notification_preferences for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "customers go back to being told like everybody" on public.notification_preferences for delete to authenticated
  using (user_id = (select auth.uid()));
grant select, insert (user_id, about, item_id, enabled, threshold), update (enabled, threshold), delete
  on public.notification_preferences to authenticated, service_role;
call bank.broadcast('public.notification_preferences');

create function bank.check_notification_preference() returns trigger language plpgsql
security definer -- looks whether the account or card is the customer's, whoever writes
set search_path = '' as $$
begin
  if new.item_id is not null and not exists (select from public.accounts a where a.id = new.item_id and a.user_id = new.user_id)
    and not exists (select from public.credit_cards c where c.id = new.item_id and c.user_id = new.user_id) then
    raise exception using errcode = 'NTFND', message = 'This account no longer exists.';
  end if;
  return new;
end
$$;
comment on function bank.check_notification_preference() is 'Refuses to keep how to be told of what is not the customer''s (NTFND).';
create trigger check_notification_preference before insert on public.notification_preferences
  for each row execute function bank.check_notification_preference();

create function public.set_notification_preference(about text default null, enabled boolean default true, item_id uuid default null,
  threshold numeric default null)
returns public.notification_preferences language sql volatile set search_path = '' as $$
  insert into public.notification_preferences as p (user_id, about, item_id, enabled, threshold)
    values (auth.uid(), set_notification_preference.about, set_notification_preference.item_id, set_notification_preference.enabled,
      set_notification_preference.threshold)
  on conflict on constraint notification_preferences_user_id_about_item_id_key
    do update set enabled = excluded.enabled, threshold = excluded.threshold
  returning *
$$;
comment on function public.set_notification_preference(text, boolean, uuid, numeric) is
  'Whether the caller is told of something, from which threshold on, for all accounts and cards or for one. Refuses: NTFND.';
grant execute on function public.set_notification_preference(text, boolean, uuid, numeric) to authenticated;

create function bank.is_told(household uuid, about text, item_id uuid) returns boolean language sql stable as $$
  select coalesce(
    (select p.enabled from public.notification_preferences p
      where p.user_id = household and p.about = is_told.about and (p.item_id = is_told.item_id or p.item_id is null)
      order by p.item_id nulls last limit 1),
    is_told.about not in ('interest_posted', 'large_transaction'))
$$;
comment on function bank.is_told(uuid, text, uuid) is
  'Whether a customer wants to hear of something, about an account or card or at all. Interest and large transactions are told only to who asks.';
