-- What customers add to the rows of their history in their own words: notes, tags, splits and papers. Money is not touched.
--
-- A row is named as in the view `spending`: by the id of the transaction, or by card and entry (`<ledger>:<entry>`) for what a
-- card was charged. There is no reference to transactions: one name serves both, and what a card was charged is an entry.
create table public.row_details (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  row_id text not null,
  note text,
  has_category boolean not null default false,
  category_id uuid references public.categories on delete set null,
  merchant text,
  primary key (user_id, row_id)
);
create index row_details_category_id_idx on public.row_details (category_id) where category_id is not null;
comment on table public.row_details is 'What a customer wrote about a row of their history. No row here: nothing was written.';
comment on column public.row_details.row_id is 'The id of the transaction, or card and entry of what a card was charged.';
comment on column public.row_details.has_category is
  'Whether category_id counts in place of that of the entry, also where it is null. For what a card was charged alone: the entry cannot change, while a transaction carries its own.';
comment on column public.row_details.merchant is 'What the customer calls the merchant of what a card was charged; null for what the entry says.';

create table public.row_tags (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  row_id text not null,
  tag text not null check (tag ~ '^[^\s#,]{1,40}$' and tag = lower(tag)),
  primary key (user_id, row_id, tag)
);
create index row_tags_user_id_tag_idx on public.row_tags (user_id, tag, row_id);
comment on table public.row_tags is 'The tags of rows: lower case and one word each, so that they can be searched for as they are written.';

create table public.row_splits (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  row_id text not null,
  position integer not null check (position between 1 and 50),
  category_id uuid references public.categories on delete set null,
  amount bank.money not null check (amount > 0),
  note text,
  constraint row_splits_user_id_row_id_position_key unique (user_id, row_id, position)
);
create index row_splits_category_id_idx on public.row_splits (category_id) where category_id is not null;
comment on table public.row_splits is 'The parts that a row is divided into between categories. Written by split_row: they sum to the row to the cent.';
comment on column public.row_splits.amount is 'Above zero as the amount of a transaction is: the row says which way.';

create table public.row_attachments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  row_id text not null,
  document_id uuid not null,
  constraint row_attachments_user_id_row_id_document_id_key unique (user_id, row_id, document_id)
);
comment on table public.row_attachments is 'Papers that belong to a row: a receipt, a warranty.';

alter table public.row_details enable row level security;
create policy "customers read their own notes" on public.row_details for select to authenticated using (user_id = (select auth.uid()));
grant select on public.row_details to authenticated, service_role;
alter table public.row_tags enable row level security;
create policy "customers read their own tags" on public.row_tags for select to authenticated using (user_id = (select auth.uid()));
grant select on public.row_tags to authenticated, service_role;
alter table public.row_splits enable row level security;
create policy "customers read their own splits" on public.row_splits for select to authenticated using (user_id = (select auth.uid()));
grant select on public.row_splits to authenticated, service_role;
alter table public.row_attachments enable row level security;
create policy "customers read their own attachments" on public.row_attachments for select to authenticated using (user_id = (select auth.uid()));
grant select on public.row_attachments to authenticated, service_role;

create function bank.rows_named(household uuid, row_ids text[])
returns table (row_id text, transaction_id uuid, card_id uuid, entry_id bigint, amount numeric, currency text) language sql volatile as $$
  with named as materialized (
    select distinct n.row_id, case when n.row_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then n.row_id::uuid end as transaction_id,
      case when n.row_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:[0-9]{1,18}$' then split_part(n.row_id, ':', 1)::uuid end as card_id,
      case when n.row_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:[0-9]{1,18}$' then split_part(n.row_id, ':', 2)::bigint end as entry_id
    from unnest(row_ids) as n (row_id)
  )
  select n.row_id, t.id, null::uuid, t.entry_id, t.amount, t.currency
  from named n join public.transactions t on t.id = n.transaction_id and t.user_id = household
  union all
  select n.row_id, null, l.id, e.id, abs(p.amount), p.currency
  from named n
    join bank.ledger_accounts l on l.id = n.card_id and l.household_id = household and l.product = 'card'
    join bank.entries e on e.id = n.entry_id and e.household_id = household
    join bank.postings p on p.entry_id = e.id and p.ledger_id = l.id
$$;
comment on function bank.rows_named(uuid, text[]) is
  'The rows of a customer by their names, once each; names that are none of theirs are left out. The amount is above zero.';

create function bank.check_parts(parts jsonb, amount numeric) returns void language plpgsql volatile as $$
declare
  total numeric;
begin
  if jsonb_typeof(parts) is distinct from 'array' or jsonb_array_length(parts) > 50 then
    raise exception using errcode = 'LIMIT', message = 'A row is split into at most 50 parts.', detail = jsonb_build_object('highest', 50)::text;
  end if;
  if exists (select from jsonb_array_elements(parts) as p (part)
    where (jsonb_typeof(p.part -> 'amount') = 'number' and (p.part ->> 'amount')::numeric > 0
      and (p.part ->> 'amount')::numeric = round((p.part ->> 'amount')::numeric, 2)) is not true) then
    raise exception using errcode = 'BADAM', message = 'Each part has an amount above zero, in whole cents.';
  end if;
  select sum((p.part ->> 'amount')::numeric) into total from jsonb_array_elements(parts) as p (part);
  if total <> amount then
    raise exception using errcode = 'NOSUM', message = 'The parts do not add up to the amount.',
      detail = jsonb_build_object('amount', amount, 'sum', total, 'left', amount - total)::text;
  end if;
end
$$;
comment on function bank.check_parts(jsonb, numeric) is 'Refuses parts that do not add up to an amount. Refuses: LIMIT, BADAM, NOSUM.';

create function public.split_row(row_id text, parts jsonb) returns setof public.row_splits language plpgsql volatile
security definer -- what a customer wrote about rows is written by verbs alone
set search_path = '' as $$
declare
  household uuid := bank.caller();
  amount numeric := (select r.amount from bank.rows_named(household, array[split_row.row_id]) r);
begin
  if amount is null or exists (select from jsonb_array_elements(case when jsonb_typeof(parts) = 'array' then parts else '[]' end) as p (part)
    where p.part ->> 'category_id' is not null and not exists (select from public.categories c
      where c.id::text = p.part ->> 'category_id' and (c.user_id = household or c.user_id is null))) then
    raise exception using errcode = 'NTFND', message = 'There is no such row or category of yours.';
  end if;
  perform bank.check_parts(parts, amount);
  -- One at a time: two windows that split the same row leave the parts of one of them.
  perform pg_advisory_xact_lock(hashtextextended(household::text || split_row.row_id, 4));
  delete from public.row_splits s where s.user_id = household and s.row_id = split_row.row_id;
  return query
    insert into public.row_splits (user_id, row_id, position, category_id, amount, note)
    select household, split_row.row_id, p.position, (p.part ->> 'category_id')::uuid, (p.part ->> 'amount')::numeric,
      bank.clean_words(p.part ->> 'note', 'note', 200)
    from jsonb_array_elements(parts) with ordinality as p (part, position)
    returning *;
end
$$;
comment on function public.split_row(text, jsonb) is
  'Divides a row between categories: parts with `category_id`, `amount` above zero and `note`, which add up to the row; no parts take the division back. Returns the parts. Refuses: NTFND, LIMIT, BADAM, NOSUM, BADTX.';
grant execute on function public.split_row(text, jsonb) to authenticated;

-- Splits and the categories of what cards were charged count wherever spending is read.
create or replace view public.spending with (security_invoker = true) as
  with own_money (kinds) as (
    values (array['transfer', 'card_payment', 'opening', 'adjustment', 'closing', 'currency_change', 'market_change', 'loan_proceeds',
      'home_purchase', 'extra_payment', 'recast_payment', 'payoff', 'refinance'])
  ), moved as (
    select t.id::text as id, t.date as at, case t.direction when 'out' then t.amount else -t.amount end as amount, t.currency, t.category_id,
      t.merchant, t.description, t.account_id, null::uuid as card_id, t.kind, t.entry_id
    from public.transactions t
    where t.user_id = (select auth.uid()) and t.type <> 'TRANSFER' and t.kind <> all ((select kinds from own_money)::text[])
    union all
    select l.id || ':' || e.id, e.value_at, -p.amount, l.currency, case when d.has_category then d.category_id else e.category_id end,
      coalesce(d.merchant, e.merchant), e.description, null::uuid, l.id, e.kind, e.id
    from bank.ledger_accounts l
      join bank.postings p on p.ledger_id = l.id
      join bank.entries e on e.id = p.entry_id
      left join public.row_details d on d.user_id = (select auth.uid()) and d.row_id = l.id || ':' || e.id
    where l.product = 'card' and l.household_id = (select auth.uid()) and l.closed_at is null
      and e.household_id = (select auth.uid()) and e.kind <> all ((select kinds from own_money)::text[])
  ), parts as (
    -- One row for each part of what is divided between categories; the parts sum to the row, and go its way.
    select m.id, m.at, case when s.amount is null then m.amount when m.amount < 0 then -s.amount else s.amount end as amount, m.currency,
      case when s.amount is null then m.category_id else s.category_id end as category_id, m.merchant, m.description, m.account_id, m.card_id,
      m.kind, m.entry_id, s.position as part
    from moved m left join public.row_splits s on s.user_id = (select auth.uid()) and s.row_id = m.id
  )
  select p.id, p.at, (p.at at time zone coalesce(mine.time_zone, 'UTC'))::date as day,
    case side.direction when 'out' then p.amount else -p.amount end as amount, p.currency, side.direction, p.category_id, c.name as category,
    c.kind as category_kind, p.merchant, p.description, p.account_id, p.card_id, p.kind, p.entry_id, p.part
  from parts p
    left join public.customers mine on mine.id = (select auth.uid())
    left join public.categories c on c.id = p.category_id
    -- What comes back from a shop lowers what was spent, it is no income.
    cross join lateral (select case
      when p.amount > 0 then 'out'
      when p.kind = 'reward_redemption' then 'in'
      when p.card_id is not null or c.kind = 'spending' or p.kind = 'refund' or p.category_id = '00000000-0000-4000-8000-000000000103' then 'out'
      else 'in' end as direction) as side;
comment on column public.spending.part is 'Which part of a row that is split between categories; null where it is whole.';
