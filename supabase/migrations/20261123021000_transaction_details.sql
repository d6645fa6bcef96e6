set check_function_bodies = off;

-- Annotations: notes, tags, splits, and attachments of transactions. Annotations don't move money. A
-- transaction is identified by its id. Card activity is identified by card and entry (`<ledger>:<entry>`), as
-- in the view `spending`. There is no foreign key to transactions, because card activity consists of entries.
create table public.transaction_details (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  transaction_key text not null,
  note text,
  has_category boolean not null default false,
  category_id uuid references public.categories on delete set null,
  merchant text,
  by_hand boolean not null default false,
  rule_id uuid,
  primary key (user_id, transaction_key)
);
create index transaction_details_category_id_idx on public.transaction_details (category_id) where category_id
  is not null;
comment on table public.transaction_details is
  'Customers'' annotations of transactions. A transaction with no row has no annotations.';
comment on column public.transaction_details.transaction_key is
  'The transaction id, or the card and entry ids joined by a colon.';
comment on column public.transaction_details.has_category is
  'True if category_id, even if null, replaces the entry''s category. Used only for card activity, because '
  'an entry can''t change, while a transaction has its own category.';
comment on column public.transaction_details.merchant is
  'The customer''s name for the merchant of card activity; null to use the entry''s merchant.';
comment on column public.transaction_details.by_hand is
  'True if the customer chose the category. Rules don''t change it.';
comment on column public.transaction_details.rule_id is 'The rule that last annotated this card activity. '
  'Not a foreign key, because the annotation outlives the rule.';

create table public.transaction_tags (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  transaction_key text not null,
  tag text not null check (tag ~ '^[^\s#,]{1,40}$' and tag = lower(tag)),
  primary key (user_id, transaction_key, tag)
);
create index transaction_tags_user_id_tag_idx on public.transaction_tags (user_id, tag, transaction_key);
comment on table public.transaction_tags is
  'Tags of transactions. Each tag is one lowercase word, so that searches can match it exactly.';

create table public.transaction_splits (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  transaction_key text not null,
  position integer not null check (position between 1 and 50),
  category_id uuid references public.categories on delete set null,
  amount bank.money not null check (amount > 0),
  note text,
  constraint transaction_splits_user_id_row_id_position_key unique (user_id, transaction_key, position)
);
create index transaction_splits_category_id_idx on public.transaction_splits (category_id) where category_id
  is not null;
comment on table public.transaction_splits is 'The parts of a transaction in different categories, written '
  'by split_transaction. They add up to its amount to the cent.';
comment on column public.transaction_splits.amount is
  'Always positive. The direction comes from the transaction.';

create table public.transaction_attachments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  transaction_key text not null,
  document_id uuid not null,
  constraint transaction_attachments_user_id_row_id_document_id_key unique (user_id, transaction_key,
    document_id)
);
comment on table public.transaction_attachments is
  'Documents attached to transactions, such as receipts and warranties.';

call bank.show_to_owner('public.transaction_details', 'public.transaction_tags', 'public.transaction_splits',
  'public.transaction_attachments');

create function bank.find_transactions(household uuid, transaction_keys text[])
returns table (transaction_key text, transaction_id uuid, card_id uuid, entry_id bigint, amount numeric,
  currency text) language sql volatile as $$
  with named as materialized (
    select distinct n.transaction_key,
      case when n.transaction_key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then n.transaction_key::uuid end as transaction_id,
      case when n.transaction_key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:[0-9]{1,18}$'
        then split_part(n.transaction_key, ':', 1)::uuid end as card_id,
      case when n.transaction_key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:[0-9]{1,18}$'
        then split_part(n.transaction_key, ':', 2)::bigint end as entry_id
    from unnest(transaction_keys) as n (transaction_key)
  )
  select n.transaction_key, t.id, null::uuid, t.entry_id, t.amount, t.currency
  from named n join public.transactions t on t.id = n.transaction_id and t.user_id = household
  union all
  select n.transaction_key, null, e.card_id, e.entry_id, abs(e.amount), e.currency
  from named n join bank.card_entries e on e.card_id = n.card_id and e.entry_id = n.entry_id
    and e.household_id = household
$$;
comment on function bank.find_transactions is
  'Returns a customer''s transactions by id, without duplicates. Omits unknown ids. Amounts are positive.';

create function bank.check_parts(parts jsonb, amount numeric) returns void language plpgsql volatile as $$
declare
  total numeric;
begin
  perform bank.refuse_if(jsonb_typeof(parts) is distinct from 'array' or jsonb_array_length(parts) > 50,
    'LIMIT', 'You can split a transaction into at most 50 parts.', jsonb_build_object('highest', 50));
  perform bank.refuse_if(exists (select from jsonb_array_elements(parts) as p (part)
    where (jsonb_typeof(p.part -> 'amount') = 'number' and (p.part ->> 'amount')::numeric > 0
    and (p.part ->> 'amount')::numeric = round((p.part ->> 'amount')::numeric, 2)) is not true),
    'BADAM', 'Enter an amount above zero for each part.');
  select sum((p.part ->> 'amount')::numeric) into total from jsonb_array_elements(parts) as p (part);
  perform bank.refuse_if(total <> amount,
    'NOSUM', 'The parts don''t add up to the transaction amount. Adjust the amounts.',
    jsonb_build_object('amount', amount, 'sum', total, 'left', amount - total));
end $$;
comment on function bank.check_parts is
  'Checks that the parts add up to an amount. Refuses: LIMIT, BADAM, NOSUM.';

create function public.split_transaction(transaction_key text, parts jsonb)
returns setof public.transaction_splits language plpgsql volatile set search_path = ''
security definer -- because it writes transaction details, which customers can change only through functions
as $$
declare
  household uuid := bank.caller();
  amount numeric := (select r.amount from bank.find_transactions(household,
    array[split_transaction.transaction_key]) r);
begin
  perform bank.refuse_if(amount is null
    or exists (select
    from jsonb_array_elements(case when jsonb_typeof(parts) = 'array' then parts else '[]' end) as p (part)
    where p.part ->> 'category_id' is not null and not exists (select from public.categories c
    where c.id::text = p.part ->> 'category_id' and (c.user_id = household or c.user_id is null))),
    'NTFND', 'We couldn''t find that transaction or category.');
  perform bank.check_parts(parts, amount);
  -- The lock prevents two open windows from splitting the same transaction at the same time.
  perform bank.lock_records(household, 'splits of ' || split_transaction.transaction_key);
  delete from public.transaction_splits s where s.user_id = household
    and s.transaction_key = split_transaction.transaction_key;
  return query
    insert into public.transaction_splits (user_id, transaction_key, position, category_id, amount, note)
    select household, split_transaction.transaction_key, p.position, (p.part ->> 'category_id')::uuid,
      (p.part ->> 'amount')::numeric, bank.clean_note(p.part ->> 'note', 'note', 200)
    from jsonb_array_elements(parts) with ordinality as p (part, position)
    returning *;
end $$;
comment on function public.split_transaction is 'Splits a transaction between categories. The parts have '
  '`category_id`, `amount` above zero, and `note`, and add up to the transaction amount. An empty list '
  'removes the splits. Returns the splits. Refuses: NTFND, LIMIT, BADAM, NOSUM, BADTX.';

-- Annotates up to 1,000 transactions in one call, which can be undone exactly.
create table public.transaction_edits (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  kind text not null check (kind in ('row', 'bulk', 'rules')),
  rows integer not null,
  at timestamptz not null default clock_timestamp(),
  undone_at timestamptz
);
create index transaction_edits_user_id_idx on public.transaction_edits (user_id, at desc);
comment on table public.transaction_edits is
  'Edits that changed one or more transactions in one step. Customers can undo their last 20 edits.';
comment on column public.transaction_edits.kind is
  'row: one transaction; bulk: several selected transactions; rules: past transactions changed by rules.';
comment on column public.transaction_edits.rows is 'The number of changed transactions.';
comment on column public.transaction_edits.at is 'The real time of the edit.';
call bank.show_to_owner('public.transaction_edits');

create table bank.transaction_edit_lines (
  edit_id uuid not null references public.transaction_edits on delete cascade,
  transaction_key text not null,
  before jsonb not null,
  primary key (edit_id, transaction_key)
);
comment on table bank.transaction_edit_lines is 'The previous values of the fields that an edit changed.';
alter table bank.transaction_edit_lines enable row level security;

create type bank.annotation_change as (transaction_key text, changes jsonb);
comment on type bank.annotation_change is 'New values of a transaction: category_id, description, merchant, '
  'note, tags, by_hand, and rule_id. Missing fields don''t change.';

create function bank.clean_tag(tag text) returns text language sql immutable as $$
  select nullif(
    left(regexp_replace(lower(regexp_replace(btrim(normalize(tag, nfc)), '[#,]', '', 'g')), '[\s[:cntrl:]]+',
    '-', 'g'), 40), '')
$$;
comment on function bank.clean_tag is
  'Cleans a tag: lowercase, one word, without # and commas. Returns null if nothing remains.';

create function bank.clean_tags(tags jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(distinct bank.clean_tag(t.tag)) filter (where bank.clean_tag(t.tag) is not null),
    '[]')
  from jsonb_array_elements_text(case when jsonb_typeof(tags) = 'array' then tags else '[]' end) as t (tag)
$$;
comment on function bank.clean_tags is 'Cleans a list of tags and removes duplicates.';

create function bank.clean_changes(household uuid, changes jsonb)
returns jsonb language plpgsql volatile as $$
declare
  clean jsonb := '{}';
  field text;
  longest integer;
begin
  if changes ? 'category_id' then
    perform bank.refuse_if(
      changes ->> 'category_id' is not null and not exists (select from public.categories c
      where c.id::text = changes ->> 'category_id' and (c.user_id = household or c.user_id is null)),
      'NTFND', 'We couldn''t find that category.');
    clean := clean
      || jsonb_build_object('category_id', changes -> 'category_id', 'by_hand', true, 'rule_id', null);
  end if;
  for field, longest in values ('description', 500), ('merchant', 120), ('note', 2000) loop
    if changes ? field then
      clean := clean || jsonb_build_object(field, bank.clean_note(changes ->> field, field, longest));
    end if;
  end loop;
  if changes ? 'tags' then
    clean := clean || jsonb_build_object('tags', bank.clean_tags(changes -> 'tags'));
  end if;
  return clean
    || jsonb_build_object('add_tags', bank.clean_tags(changes -> 'add_tags'),
    'remove_tags', bank.clean_tags(changes -> 'remove_tags'));
end $$;
comment on function bank.clean_changes is
  'Validates the annotations that a customer requests. Refuses: NTFND, BADTX.';

create function bank.current_annotations(household uuid, transaction_keys text[])
returns setof bank.annotation_change language sql volatile as $$
  select r.transaction_key, jsonb_build_object(
    'category_id',
      case when r.transaction_id is not null then t.category_id when d.has_category then d.category_id
      else e.category_id end, 'has_category', coalesce(d.has_category, false),
      'merchant', case when r.transaction_id is null then d.merchant else t.merchant end,
      'description', t.description, 'note', d.note, 'by_hand', coalesce(d.by_hand, false),
      'rule_id', case when r.transaction_id is null then d.rule_id else t.rule_id end,
    'tags', coalesce((select jsonb_agg(g.tag order by g.tag) from public.transaction_tags g
      where g.user_id = household and g.transaction_key = r.transaction_key), '[]'))
  from bank.find_transactions(household, transaction_keys) r
    left join public.transactions t on t.id = r.transaction_id
    left join bank.entries e on r.transaction_id is null and e.id = r.entry_id
    left join public.transaction_details d on d.user_id = household and d.transaction_key = r.transaction_key
$$;
comment on function bank.current_annotations is
  'Returns the current annotations of a customer''s transactions.';

create function bank.write_tags(household uuid, edits bank.annotation_change[])
returns void language plpgsql volatile as $$
begin
  delete from public.transaction_tags g using unnest(edits) w
    where g.user_id = household and g.transaction_key = w.transaction_key
      and (w.changes -> 'remove_tags' ? g.tag or (w.changes ? 'tags' and not w.changes -> 'tags' ? g.tag));
  insert into public.transaction_tags (user_id, transaction_key, tag)
    select household, w.transaction_key, t.tag
    from unnest(edits) w,
      jsonb_array_elements_text(coalesce(w.changes -> 'tags', '[]')
      || coalesce(w.changes -> 'add_tags', '[]')) as t (tag)
    on conflict do nothing;
  perform bank.refuse_if(exists (select from public.transaction_tags g where g.user_id = household
    and g.transaction_key in (select w.transaction_key from unnest(edits) w)
    group by g.transaction_key having count(*) > 20),
    'LIMIT', 'A transaction can have at most 20 tags.', jsonb_build_object('highest', 20));
end $$;
comment on function bank.write_tags is 'Replaces the tags of transactions. Refuses: LIMIT.';

create function bank.write_annotations(household uuid, edits bank.annotation_change[])
returns void language plpgsql volatile as $$
begin
  -- Transactions store these fields in their own row. Card activity stores them in a separate row.
  update public.transactions t set
    category_id = case when w.changes ? 'category_id' then (w.changes ->> 'category_id')::uuid
      else t.category_id end,
    description = case when w.changes ? 'description' then w.changes ->> 'description' else t.description end,
    merchant = case when w.changes ? 'merchant' then w.changes ->> 'merchant' else t.merchant end,
    rule_id = case when w.changes ? 'rule_id' then (w.changes ->> 'rule_id')::uuid else t.rule_id end
  from unnest(edits) w
  where t.id = case when position(':' in w.transaction_key) = 0 then w.transaction_key::uuid end
    and t.user_id = household
    and w.changes ?| array['category_id', 'description', 'merchant', 'rule_id'];
  insert into public.transaction_details (user_id, transaction_key) select household,
    w.transaction_key from unnest(edits) w
    where w.changes ?| array['note', 'by_hand']
      or (position(':' in w.transaction_key) > 0 and w.changes ?| array['category_id', 'merchant', 'rule_id'])
    on conflict do nothing;
  update public.transaction_details d set
    note = case when w.changes ? 'note' then w.changes ->> 'note' else d.note end,
    by_hand = coalesce((w.changes ->> 'by_hand')::boolean, d.by_hand),
    has_category = case when is_card
      and w.changes ? 'category_id' then coalesce((w.changes ->> 'has_category')::boolean, true)
      else d.has_category end,
    category_id = case when is_card and w.changes ? 'category_id'
      then case when w.changes -> 'has_category' is distinct
        from 'false' then (w.changes ->> 'category_id')::uuid end else d.category_id end,
    merchant = case when is_card and w.changes ? 'merchant' then w.changes ->> 'merchant' else d.merchant end,
    rule_id = case when is_card and w.changes ? 'rule_id' then (w.changes ->> 'rule_id')::uuid
      else d.rule_id end
  from unnest(edits) w cross join lateral (select position(':' in w.transaction_key) > 0 as is_card) as side
  where d.user_id = household and d.transaction_key = w.transaction_key;
  delete from public.transaction_details d using unnest(edits) w where d.user_id = household
    and d.transaction_key = w.transaction_key
    and d.note is null and not d.by_hand and not d.has_category and d.merchant is null and d.rule_id is null;
  perform bank.write_tags(household, edits);
end $$;
comment on function bank.write_annotations is
  'Writes annotations of a customer''s transactions. Refuses: LIMIT.';

create function bank.save_edit(household uuid, kind text, edits bank.annotation_change[])
returns public.transaction_edits language plpgsql volatile as $$
declare
  edit public.transaction_edits;
begin
  insert into public.transaction_edits (user_id, kind, rows) values (household, save_edit.kind,
    cardinality(edits))
    returning * into edit;
  insert into bank.transaction_edit_lines (edit_id, transaction_key, before)
    select edit.id, w.transaction_key, jsonb_object_agg(b.key, b.value)
    from unnest(edits) w
      join bank.current_annotations(household, (select array_agg(n.transaction_key) from unnest(edits) n)) as
        now
        on now.transaction_key = w.transaction_key
      cross join lateral jsonb_each(now.changes) as b
    where w.changes ? b.key or (b.key = 'has_category' and w.changes ? 'category_id')
      or (b.key = 'tags' and (w.changes -> 'add_tags' <> '[]' or w.changes -> 'remove_tags' <> '[]'))
    group by w.transaction_key;
  delete from public.transaction_edits e where e.user_id = household
    and e.id not in (select k.id from public.transaction_edits k
      where k.user_id = household order by k.at desc, k.id = edit.id desc limit 20);
  return edit;
end $$;
comment on function bank.save_edit is
  'Saves the current values before an edit, so that the edit can be undone.';

create function public.annotate_transactions(transaction_keys text[], changes jsonb)
returns public.transaction_edits language plpgsql volatile set search_path = ''
security definer -- because it writes transaction details, which customers can change only through functions
as $$
declare
  household uuid := bank.caller();
  clean jsonb := bank.clean_changes(household, changes);
  edits bank.annotation_change[];
  edit public.transaction_edits;
begin
  perform bank.refuse_if(cardinality(transaction_keys) > 1000,
    'LIMIT', 'You can change at most 1,000 transactions at once.', jsonb_build_object('highest', 1000));
  perform bank.lock_records(household, 'transaction details');
  select array_agg(row(r.transaction_key, clean)::bank.annotation_change
    order by r.transaction_key) into edits
    from bank.find_transactions(household, transaction_keys) r;
  perform bank.refuse_if(cardinality(edits) is distinct
    from (select count(distinct n.transaction_key) from unnest(transaction_keys) as n (transaction_key)),
    'NTFND', 'We couldn''t find that transaction.');
  edit := bank.save_edit(household, case cardinality(edits) when 1 then 'row' else 'bulk' end, edits);
  perform bank.write_annotations(household, edits);
  return edit;
end $$;
comment on function public.annotate_transactions is
  'Annotates all of the transactions or none. The changes can include `category_id`, `description`, '
  '`merchant`, `note`, `tags` (replaces all), `add_tags`, `remove_tags`. Missing fields don''t change. '
  'Returns the edit, which can be undone. Refuses: NTFND, LIMIT, BADTX.';

create function public.undo_transaction_edit(edit_id uuid) returns public.transaction_edits
language plpgsql volatile set search_path = ''
security definer -- because it writes transaction details, which customers can change only through functions
as $$
declare
  household uuid := bank.caller();
  edit public.transaction_edits;
  edits bank.annotation_change[];
begin
  perform bank.lock_records(household, 'transaction details');
  select * into edit from public.transaction_edits e where e.id = edit_id
    and e.user_id = household for update;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that change.');
  if edit.undone_at is not null then return edit; end if;
  -- A category or transaction that has since been deleted is not restored.
  select array_agg(
    row(b.transaction_key, case when b.before ->> 'category_id' is null
      or exists (select from public.categories c
      where c.id = (b.before ->> 'category_id')::uuid) then b.before
        else b.before || '{"category_id": null}' end)::bank.annotation_change) into edits
    from bank.transaction_edit_lines b
      join bank.find_transactions(household,
      (select array_agg(n.transaction_key) from bank.transaction_edit_lines n where n.edit_id = edit.id)) r
      on r.transaction_key = b.transaction_key
    where b.edit_id = edit.id;
  perform bank.write_annotations(household, coalesce(edits, '{}'));
  update public.transaction_edits e set undone_at = clock_timestamp() where e.id = edit.id returning * into
    edit;
  return edit;
end $$;
comment on function public.undo_transaction_edit is 'Restores the previous values of the fields that an edit '
  'changed. Does nothing on a second call. Refuses: NTFND.';

-- A category that a client writes directly to the table also counts as a manual choice.
create function bank.record_manual_category() returns trigger language plpgsql
security definer -- because it records how the transaction's category was chosen
set search_path = '' as $$
begin
  new.rule_id := null;
  insert into public.transaction_details (user_id, transaction_key, by_hand) values (new.user_id,
    new.id::text, true)
    on conflict (user_id, transaction_key) do update set by_hand = true;
  return new;
end $$;
comment on function bank.record_manual_category is
  'If a client wrote a category directly, records it as the customer''s choice.';

create trigger record_manual_category before update of category_id on public.transactions
  for each row when (current_user = 'authenticated' and new.category_id is distinct from old.category_id)
  execute function bank.record_manual_category();

create function bank.delete_transaction_details() returns trigger language plpgsql
security definer -- because it deletes details for every role that deletes transactions
set search_path = '' as $$
begin
  delete from public.transaction_details d using deleted_rows g where d.user_id = g.user_id
    and d.transaction_key = g.id::text;
  delete from public.transaction_tags d using deleted_rows g where d.user_id = g.user_id
    and d.transaction_key = g.id::text;
  delete from public.transaction_splits d using deleted_rows g where d.user_id = g.user_id
    and d.transaction_key = g.id::text;
  delete from public.transaction_attachments d using deleted_rows g where d.user_id = g.user_id
    and d.transaction_key = g.id::text;
  return null;
end $$;
comment on function bank.delete_transaction_details is 'Deletes the annotations of deleted transactions.';

create trigger delete_transaction_details after delete
  on public.transactions referencing old table as deleted_rows
  for each statement execute function bank.delete_transaction_details();

-- Corrections. Entries never change. A new entry reverses the original, and another entry posts the correct
-- amount. A single imported transaction can be corrected like any other, because no recurring rule posted it.
create function bank.find_correctable(household uuid, transaction_key text)
returns public.transactions language plpgsql volatile as $$
declare
  named record;
  old public.transactions;
  why text;
begin
  select * into named from bank.find_transactions(household, array[transaction_key]);
  perform bank.refuse_if(named is null, 'NTFND', 'We couldn''t find that transaction.');
  select * into old from public.transactions t where t.id = named.transaction_id;
  why := case
    when named.transaction_id is null then 'card'
    when old.corrected_by is not null then 'corrected'
    when old.kind = 'correction' then 'correction'
    when old.kind not in ('deposit', 'check_deposit', 'withdrawal', 'transfer') then 'bank'
    when exists (select from bank.entries e where e.id = old.entry_id and e.event_key not like 'import:%')
      then 'rule'
    when old.kind = 'transfer' and not exists (select from public.accounts a
      where a.id = old.counter_account_id and a.user_id = household) then 'account'
    when exists (select from bank.postings p join public.accounts a on a.id = p.ledger_id
      where p.entry_id = old.entry_id and a.currency <> p.currency) then 'currency' end;
  perform bank.refuse_if(why is not null, 'NOCOR', case why
      when 'corrected' then 'This transaction was already reversed.'
      when 'correction' then 'This transaction is itself a reversal. Enter a new transaction instead.'
      when 'rule' then 'A recurring rule posted this. Edit the rule, and offset this transaction with a '
        'deposit or withdrawal.'
      when 'currency' then 'We can''t reverse this transaction because the account''s currency has changed '
      'since then.'
      when 'account' then 'We can''t reverse this transfer because the other account no longer exists.'
      when 'card' then
        'Card charges can''t be reversed. Return the purchase, or dispute the charge from the card.'
      else 'Sandbank posted this transaction. You can only reverse your own deposits, withdrawals, and '
        'transfers.' end,
    jsonb_strip_nulls(jsonb_build_object('why', why, 'kind', old.kind, 'corrected_by', old.corrected_by)));
  return old;
end $$;
comment on function bank.find_correctable is
  'Returns the transaction with this key if its customer can reverse it. Refuses: NTFND, NOCOR.';

create function bank.reverse_movement(old public.transactions) returns void language plpgsql volatile as $$
declare
  description text := left('Reversed: ' || coalesce(old.description, old.merchant, old.kind), 500);
  at timestamptz;
  entry bigint;
  side record;
  account public.accounts;
  written uuid;
begin
  perform bank.release_reversed_deposit(old);
  at := bank.next_instant(old.user_id, array_remove(array[old.account_id, old.counter_account_id], null));
  select bank.post(old.user_id, 'correction', description, at, at, 'app',
    array_agg(p.ledger_id order by p.ledger_id, p.currency),
    array_agg(p.currency order by p.ledger_id, p.currency),
      array_agg(-p.amount order by p.ledger_id, p.currency), old.entry_id)
    into entry from bank.postings p where p.entry_id = old.entry_id;
  -- Debits come first, so that only available money is credited. The reversal uses the original amounts,
  -- regardless of today's exchange rate.
  for side in select p.ledger_id, -p.amount as amount from bank.postings p
    join public.accounts a on a.id = p.ledger_id
    where p.entry_id = old.entry_id order by p.amount desc loop
    select * into account from public.accounts a where a.id = side.ledger_id;
    perform bank.change_account(account, case when side.amount < 0 then 'out' else 'in' end,
      abs(side.amount), 'correction', description, entry, at,
      case old.type when 'TRANSFER' then 'TRANSFER' end,
      case account.id when old.account_id then old.counter_account_id else old.account_id end,
      old.category_id, old.merchant, old.exchange_rate);
    select t.id into written from public.transactions t where t.account_id = account.id and t.date = at
      and t.entry_id = entry;
    with taken_back as (
      update public.transactions t set corrected_by = written
      where t.account_id = account.id and t.entry_id = old.entry_id returning t.id
    )
    update public.transactions t set corrects = b.id from taken_back b where t.id = written;
  end loop;
end $$;
comment on function bank.reverse_movement is 'Posts the opposite of a transaction on locked accounts, and '
  'links both transactions. Refuses: INSUF, CLOSD, BADAM.';

create function bank.post_correction(old public.transactions, amount numeric, description text)
returns void language plpgsql volatile as $$
declare
  source public.accounts;
  target public.accounts;
  at timestamptz := bank.next_instant(old.user_id,
    array_remove(array[old.account_id, old.counter_account_id], null));
  written uuid;
begin
  select * into source from public.accounts a
    where a.id = case old.direction when 'out' then old.account_id
    else coalesce(old.counter_account_id, old.account_id) end;
  if old.kind = 'transfer' then
    select * into target from public.accounts a
      where a.id = case old.direction when 'out' then old.counter_account_id else old.account_id end;
    perform bank.transfer_between(source, target, amount, description, 'app', at);
  else
    source := bank.move_cash(source, old.direction, amount, old.kind, description, at,
      category_id => old.category_id, merchant => old.merchant);
    -- The corrected deposit is on hold too, unless all of the wrong one is available.
    perform bank.hold_deposit(source, h.deposit, post_correction.amount, at, h.check_kind)
      from public.holds h
      where h.account_id = source.id and h.kind = 'deposit' and h.placed_at = old.date
        and h.ended_at is null and h.remaining_amount > 0;
  end if;
  update public.transactions t set corrects = old.id where t.account_id = old.account_id and t.date = at
    returning t.id into written;
  insert into public.transaction_tags (user_id, transaction_key, tag)
    select g.user_id, written::text, g.tag from public.transaction_tags g where g.user_id = old.user_id
      and g.transaction_key = old.id::text on conflict do nothing;
  insert into public.transaction_details (user_id, transaction_key, note, by_hand)
    select d.user_id, written::text, d.note, d.by_hand from public.transaction_details d
      where d.user_id = old.user_id and d.transaction_key = old.id::text
    on conflict do nothing;
end $$;
comment on function bank.post_correction is 'Posts the correct transaction on locked accounts. A transfer''s '
  'amount is in the currency of the paying account. Refuses: INSUF, BADAM, NORAT.';

create function public.reverse_transaction(transaction_key text, right_amount numeric default null,
  description text default null, request_id text default null) returns setof public.transactions
language plpgsql volatile security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  household uuid := bank.caller();
  clean_description text := bank.clean_note(description, 'description', 500);
  params jsonb := jsonb_build_object('verb', 'reverse_transaction', 'row', transaction_key,
    'amount', trim_scale(right_amount)::text, 'description', clean_description);
  answer jsonb := bank.replay(request_id, params);
  old public.transactions;
  right_first boolean;
begin
  if answer is null then
    if right_amount is not null then perform bank.check_amount(right_amount); end if;
    old := bank.find_correctable(household, transaction_key);
    if old.kind = 'transfer' then
      perform bank.lock_accounts(old.account_id, old.counter_account_id);
    else
      perform bank.lock_account(old.account_id);
    end if;
    -- Checks again after locking the accounts, so that the second of two corrections sees the first.
    old := bank.find_correctable(household, transaction_key);
    -- Posts in the order that needs less money. This way, a deposit that was too high can be corrected after
    -- part of it was spent.
    right_first := right_amount is not null
      and (old.kind in ('deposit', 'check_deposit')
      or (old.kind = 'transfer' and right_amount <= (select public.available_balance(a)
      from public.accounts a
        where a.id = case old.direction when 'out' then old.account_id else old.counter_account_id end)));
    if right_first then
      perform bank.post_correction(old, right_amount, coalesce(clean_description, old.description));
    end if;
    perform bank.reverse_movement(old);
    if right_amount is not null and not right_first then
      perform bank.post_correction(old, right_amount, coalesce(clean_description, old.description));
    end if;
    select jsonb_agg(to_jsonb(t) order by t.date) into answer from public.transactions t
      where t.corrects = old.id and t.user_id = household;
    perform bank.remember(request_id, params, answer);
  end if;
  return query select * from jsonb_populate_recordset(null::public.transactions, answer);
end $$;
comment on function public.reverse_transaction is
  'Reverses a deposit, withdrawal, or internal transfer with a new entry, and posts the correct amount if '
  'given. For a transfer, the amount is in the paying account''s currency. Returns the new transactions. '
  'Refuses: NTFND, NOCOR, CLOSD, INSUF, BADAM, BADTX, NORAT, RQDIF.';

-- Attachments link documents to transactions. Deleting a document removes its links.
create function public.attach_document(document_id uuid, transaction_key text default null)
returns public.transaction_attachments language plpgsql volatile set search_path = ''
security definer -- because it writes attachments, which customers can change only through functions
as $$
declare
  household uuid := bank.caller();
  attached public.transaction_attachments;
begin
  perform bank.refuse_if(
    not exists (select from public.documents d where d.id = document_id and d.user_id = household
    and d.deleted_at is null)
    or not exists (select from bank.find_transactions(household, array[attach_document.transaction_key])),
    'NTFND', 'We couldn''t find that document or transaction.');
  perform bank.lock_records(household, 'transaction details');
  perform bank.refuse_if((select count(*) from public.transaction_attachments a where a.user_id = household
    and a.transaction_key = attach_document.transaction_key
    and a.document_id <> attach_document.document_id) >= 20,
    'LIMIT', 'A transaction can have at most 20 attachments.', jsonb_build_object('highest', 20));
  insert into public.transaction_attachments (user_id, transaction_key, document_id)
    values (household, attach_document.transaction_key, attach_document.document_id)
    on conflict on constraint transaction_attachments_user_id_row_id_document_id_key do update
      set document_id = excluded.document_id returning * into attached;
  return attached;
end $$;
comment on function public.attach_document is 'Attaches one of the caller''s documents to a transaction and '
  'returns the attachment. Does nothing on a second call. Refuses: NTFND, LIMIT.';

create function public.detach_document(document_id uuid, transaction_key text default null)
returns public.transaction_attachments language plpgsql volatile set search_path = ''
security definer -- because it writes attachments, which customers can change only through functions
as $$
declare
  removed public.transaction_attachments;
begin
  delete from public.transaction_attachments a
    where a.user_id = bank.caller() and a.transaction_key = detach_document.transaction_key
      and a.document_id = detach_document.document_id returning * into removed;
  perform bank.refuse_if(not found, 'NTFND', 'This document isn''t attached to the transaction.');
  return removed;
end $$;
comment on function public.detach_document is
  'Removes a document from a transaction. The document isn''t deleted. Refuses: NTFND.';
call bank.broadcast('public.transaction_edits', 'public.transaction_splits',
  'public.transaction_attachments');

grant execute on function
  public.split_transaction, public.annotate_transactions, public.undo_transaction_edit,
  public.reverse_transaction, public.attach_document, public.detach_document to authenticated;
