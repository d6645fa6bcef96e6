-- Searches that a customer keeps under a name.
create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  name text not null,
  query text not null check (char_length(query) between 1 and 500),
  position integer not null default 0,
  created_at timestamptz not null default clock_timestamp()
);
create unique index saved_views_user_id_name_key on public.saved_views (user_id, lower(name));
comment on table public.saved_views is 'Searches of transactions that a customer keeps under a name.';
comment on column public.saved_views.query is 'As it was typed: days such as last-month mean another month each month.';
comment on column public.saved_views.position is 'The order in which they stand; among the same, the oldest first.';
comment on column public.saved_views.created_at is 'Real time.';

alter table public.saved_views enable row level security;
create policy "customers read their own saved views" on public.saved_views for select to authenticated using (user_id = (select auth.uid()));
create policy "customers save views for themselves" on public.saved_views for insert to authenticated with check (user_id = (select auth.uid()));
create policy "customers change their own saved views" on public.saved_views for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "customers delete their own saved views" on public.saved_views for delete to authenticated using (user_id = (select auth.uid()));
grant select, insert (id, name, query, position), update (name, query, position), delete on public.saved_views to authenticated;

create function bank.check_saved_view() returns trigger language plpgsql
security definer -- makes the customer's row when it is missing
set search_path = '' as $$
begin
  new.name := bank.clean_name(new.name);
  if tg_op = 'INSERT' then
    perform bank.ensure_customer(new.user_id);
    if (select count(*) from public.saved_views v where v.user_id = new.user_id) >= 50 then
      raise exception using errcode = 'LIMIT', message = 'The bank keeps up to 50 saved views.', detail = jsonb_build_object('highest', 50)::text;
    end if;
  end if;
  return new;
end
$$;
comment on function bank.check_saved_view() is 'Keeps names clean and few. Refuses: BADNM, LIMIT.';
create trigger check_saved_view before insert or update of name on public.saved_views
  for each row execute function bank.check_saved_view();

call bank.broadcast('public.saved_views');
