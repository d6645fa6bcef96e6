-- The currencies the bank keeps accounts in.
create table public.currencies (
  code text primary key check (code ~ '^[A-Z]{3}$'),
  symbol text not null,
  exponent smallint not null default 2 check (exponent between 0 and 4),
  name text not null
);
comment on table public.currencies is 'The currencies in which the bank keeps accounts.';
comment on column public.currencies.exponent is 'How many decimals its smallest coin has.';

alter table public.currencies enable row level security;
create policy "customers read the currencies" on public.currencies for select to authenticated using (true);
grant select on public.currencies to authenticated, service_role;

insert into public.currencies (code, symbol, exponent, name) values
  ('USD', '$', 2, 'US dollar'),
  ('EUR', '€', 2, 'Euro'),
  ('GBP', '£', 2, 'Pound sterling');
