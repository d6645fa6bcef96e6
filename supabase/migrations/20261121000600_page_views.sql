-- Which pages are looked at: path and title, nothing about who.
create table public.page_views (
  id bigint generated always as identity primary key,
  path text not null check (char_length(path) between 1 and 200 and path ~ '^/[^?#]*$'),
  title text not null check (char_length(title) <= 200),
  at timestamptz not null default clock_timestamp()
);
create index page_views_at_idx on public.page_views (at);
comment on table public.page_views is 'Which pages are looked at, for the operator. Nobody is named, and addresses come without their query.';

alter table public.page_views enable row level security;
create policy "visitors report the pages they look at" on public.page_views for insert to anon with check (true);
create policy "customers report the pages they look at" on public.page_views for insert to authenticated with check (true);
grant insert (path, title) on public.page_views to anon, authenticated;
grant select, delete on public.page_views to service_role;

-- Anybody may write here, so it must not grow for ever.
create function bank.keep_newest_page_views() returns trigger language plpgsql
security definer -- visitors may not delete
set search_path = '' as $$
begin
  delete from public.page_views where id <= (select max(id) from public.page_views) - 100000;
  return null;
end
$$;
comment on function bank.keep_newest_page_views() is 'Lets go of all page views but the newest 100,000.';
create trigger keep_newest_page_views after insert on public.page_views
  for each statement execute function bank.keep_newest_page_views();
