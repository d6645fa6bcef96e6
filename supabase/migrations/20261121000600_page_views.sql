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
