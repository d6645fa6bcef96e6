-- What money is spent on, and where it comes from.
create table public.categories (
  id uuid primary key default gen_random_uuid(),
  user_id uuid default auth.uid() references public.customers on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  kind text not null default 'spending' check (kind in ('spending', 'income'))
);
create unique index categories_user_id_kind_name_key on public.categories (user_id, kind, lower(name)) nulls not distinct;
comment on table public.categories is 'What money is spent on and where it comes from: the bank''s own categories and those customers add.';
comment on column public.categories.user_id is 'Whose category it is; null for the bank''s own, which everybody has.';

alter table public.categories enable row level security;
create policy "customers read the bank's categories and their own" on public.categories for select to authenticated
  using (user_id = (select auth.uid()) or user_id is null);
create policy "customers add their own categories" on public.categories for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "customers rename their own categories" on public.categories for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "customers delete their own categories" on public.categories for delete to authenticated
  using (user_id = (select auth.uid()));
grant select, insert (id, user_id, name, kind), update (name), delete on public.categories to authenticated;
grant select on public.categories to service_role;

create function bank.check_category() returns trigger language plpgsql
security definer -- makes the customer's row when it is missing
set search_path = '' as $$
begin
  new.name := bank.clean_name(new.name);
  if tg_op = 'INSERT' then
    perform bank.ensure_customer(new.user_id);
  end if;
  return new;
end
$$;
comment on function bank.check_category() is 'Keeps names clean.';
create trigger check_category before insert or update of name on public.categories
  for each row execute function bank.check_category();

insert into public.categories (id, user_id, name, kind)
select ('00000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid, null, name, kind
from (values
  (1, 'Housing', 'spending'), (2, 'Transportation', 'spending'), (3, 'Food', 'spending'), (4, 'Utilities', 'spending'),
  (5, 'Healthcare', 'spending'), (6, 'Entertainment', 'spending'), (7, 'Shopping', 'spending'), (8, 'Personal', 'spending'),
  (9, 'Savings', 'spending'), (10, 'Other', 'spending'),
  (101, 'Salary', 'income'), (102, 'Interest', 'income'), (103, 'Refund', 'income'), (104, 'Gift', 'income'),
  (105, 'Other income', 'income')) as built_in (number, name, kind);
