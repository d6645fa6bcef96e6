-- Writing about rows: one or a thousand in one call, and back again exactly.
create table public.row_edits (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  kind text not null check (kind in ('row', 'bulk', 'rules')),
  rows integer not null,
  at timestamptz not null default clock_timestamp(),
  undone_at timestamptz
);
create index row_edits_user_id_idx on public.row_edits (user_id, at desc);
comment on table public.row_edits is 'What a customer changed about rows in one go, so that it can be undone. The last twenty are kept.';
comment on column public.row_edits.kind is 'row: one row; bulk: several chosen rows; rules: what rules made of the past.';
comment on column public.row_edits.rows is 'How many rows it changed.';
comment on column public.row_edits.at is 'Real time.';
alter table public.row_edits enable row level security;
create policy "customers read their own edits" on public.row_edits for select to authenticated using (user_id = (select auth.uid()));
grant select on public.row_edits to authenticated, service_role;

create table bank.row_edit_rows (
  edit_id uuid not null references public.row_edits on delete cascade,
  row_id text not null,
  before jsonb not null,
  primary key (edit_id, row_id)
);
comment on table bank.row_edit_rows is 'What a row said before an edit: only what the edit changed.';
alter table bank.row_edit_rows enable row level security;

alter table public.row_details add column by_hand boolean not null default false, add column rule_id uuid;
comment on column public.row_details.by_hand is 'Whether the customer chose the category of this row themselves: rules leave it alone.';
comment on column public.row_details.rule_id is 'Which rule last wrote about what a card was charged. Not a foreign key: the rule may go, what it wrote stays.';
alter table public.transactions add column rule_id uuid;
comment on column public.transactions.rule_id is 'Which of the customer''s rules last wrote about it. Not a foreign key: the rule may go, what it wrote stays.';

create type bank.row_change as (row_id text, changes jsonb);
comment on type bank.row_change is
  'What a row shall say: category_id, description, merchant, note, tags, and by_hand and rule_id. What is not named stays.';

create function bank.clean_tag(tag text) returns text language sql immutable as $$
  select nullif(left(regexp_replace(lower(regexp_replace(btrim(normalize(tag, nfc)), '[#,]', '', 'g')), '[\s[:cntrl:]]+', '-', 'g'), 40), '')
$$;
comment on function bank.clean_tag(text) is 'A tag as it is kept: lower case, one word, without the sign before it; null when nothing is left.';

create function bank.clean_tags(tags jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(distinct bank.clean_tag(t.tag)) filter (where bank.clean_tag(t.tag) is not null), '[]')
  from jsonb_array_elements_text(case when jsonb_typeof(tags) = 'array' then tags else '[]' end) as t (tag)
$$;
comment on function bank.clean_tags(jsonb) is 'A list of tags as it is kept: each clean and once.';

create function bank.clean_changes(household uuid, changes jsonb) returns jsonb language plpgsql volatile as $$
declare
  clean jsonb := '{}';
begin
  if changes ? 'category_id' then
    if changes ->> 'category_id' is not null and not exists (select from public.categories c
      where c.id::text = changes ->> 'category_id' and (c.user_id = household or c.user_id is null)) then
      raise exception using errcode = 'NTFND', message = 'There is no such category of yours.';
    end if;
    clean := clean || jsonb_build_object('category_id', changes -> 'category_id', 'by_hand', true, 'rule_id', null);
  end if;
  if changes ? 'description' then
    clean := clean || jsonb_build_object('description', bank.clean_words(changes ->> 'description', 'description', 500));
  end if;
  if changes ? 'merchant' then
    clean := clean || jsonb_build_object('merchant', bank.clean_words(changes ->> 'merchant', 'merchant', 120));
  end if;
  if changes ? 'note' then
    clean := clean || jsonb_build_object('note', bank.clean_words(changes ->> 'note', 'note', 2000));
  end if;
  if changes ? 'tags' then
    clean := clean || jsonb_build_object('tags', bank.clean_tags(changes -> 'tags'));
  end if;
  return clean || jsonb_build_object('add_tags', bank.clean_tags(changes -> 'add_tags'), 'remove_tags', bank.clean_tags(changes -> 'remove_tags'));
end
$$;
comment on function bank.clean_changes(uuid, jsonb) is 'What a customer wants to be said about rows, clean. Refuses: NTFND, BADTX.';

create function bank.rows_as_they_are(household uuid, row_ids text[]) returns setof bank.row_change language sql volatile as $$
  select r.row_id, jsonb_build_object(
    'category_id', case when r.transaction_id is not null then t.category_id when d.has_category then d.category_id else e.category_id end,
    'has_category', coalesce(d.has_category, false), 'merchant', case when r.transaction_id is null then d.merchant else t.merchant end,
    'description', t.description, 'note', d.note, 'by_hand', coalesce(d.by_hand, false),
    'rule_id', case when r.transaction_id is null then d.rule_id else t.rule_id end,
    'tags', coalesce((select jsonb_agg(g.tag order by g.tag) from public.row_tags g where g.user_id = household and g.row_id = r.row_id), '[]'))
  from bank.rows_named(household, row_ids) r
    left join public.transactions t on t.id = r.transaction_id
    left join bank.entries e on r.transaction_id is null and e.id = r.entry_id
    left join public.row_details d on d.user_id = household and d.row_id = r.row_id
$$;
comment on function bank.rows_as_they_are(uuid, text[]) is 'What these rows of a customer say now.';

create function bank.write_tags(household uuid, wanted bank.row_change[]) returns void language plpgsql volatile as $$
begin
  delete from public.row_tags g using unnest(wanted) w
    where g.user_id = household and g.row_id = w.row_id
      and (w.changes -> 'remove_tags' ? g.tag or (w.changes ? 'tags' and not w.changes -> 'tags' ? g.tag));
  insert into public.row_tags (user_id, row_id, tag)
    select household, w.row_id, t.tag
    from unnest(wanted) w, jsonb_array_elements_text(coalesce(w.changes -> 'tags', '[]') || coalesce(w.changes -> 'add_tags', '[]')) as t (tag)
    on conflict do nothing;
  if exists (select from public.row_tags g where g.user_id = household and g.row_id in (select w.row_id from unnest(wanted) w)
    group by g.row_id having count(*) > 20) then
    raise exception using errcode = 'LIMIT', message = 'A row has at most 20 tags.', detail = jsonb_build_object('highest', 20)::text;
  end if;
end
$$;
comment on function bank.write_tags(uuid, bank.row_change[]) is 'Gives rows their tags. Refuses: LIMIT.';

create function bank.write_rows(household uuid, wanted bank.row_change[]) returns void language plpgsql volatile as $$
begin
  -- What an account was moved by carries its own words; what a card was charged gets them beside it.
  update public.transactions t set
    category_id = case when w.changes ? 'category_id' then (w.changes ->> 'category_id')::uuid else t.category_id end,
    description = case when w.changes ? 'description' then w.changes ->> 'description' else t.description end,
    merchant = case when w.changes ? 'merchant' then w.changes ->> 'merchant' else t.merchant end,
    rule_id = case when w.changes ? 'rule_id' then (w.changes ->> 'rule_id')::uuid else t.rule_id end
  from unnest(wanted) w
  where t.id = case when position(':' in w.row_id) = 0 then w.row_id::uuid end and t.user_id = household
    and w.changes ?| array['category_id', 'description', 'merchant', 'rule_id'];
  insert into public.row_details (user_id, row_id) select household, w.row_id from unnest(wanted) w
    where w.changes ?| array['note', 'by_hand'] or (position(':' in w.row_id) > 0 and w.changes ?| array['category_id', 'merchant', 'rule_id'])
    on conflict do nothing;
  update public.row_details d set
    note = case when w.changes ? 'note' then w.changes ->> 'note' else d.note end,
    by_hand = coalesce((w.changes ->> 'by_hand')::boolean, d.by_hand),
    has_category = case when is_card and w.changes ? 'category_id' then coalesce((w.changes ->> 'has_category')::boolean, true) else d.has_category end,
    category_id = case when is_card and w.changes ? 'category_id'
      then case when w.changes -> 'has_category' is distinct from 'false' then (w.changes ->> 'category_id')::uuid end else d.category_id end,
    merchant = case when is_card and w.changes ? 'merchant' then w.changes ->> 'merchant' else d.merchant end,
    rule_id = case when is_card and w.changes ? 'rule_id' then (w.changes ->> 'rule_id')::uuid else d.rule_id end
  from unnest(wanted) w cross join lateral (select position(':' in w.row_id) > 0 as is_card) as side
  where d.user_id = household and d.row_id = w.row_id;
  delete from public.row_details d using unnest(wanted) w where d.user_id = household and d.row_id = w.row_id
    and d.note is null and not d.by_hand and not d.has_category and d.merchant is null and d.rule_id is null;
  perform bank.write_tags(household, wanted);
end
$$;
comment on function bank.write_rows(uuid, bank.row_change[]) is 'Writes what rows of a customer shall say. Refuses: LIMIT.';

create function bank.keep_edit(household uuid, kind text, wanted bank.row_change[]) returns public.row_edits language plpgsql volatile as $$
declare
  edit public.row_edits;
begin
  insert into public.row_edits (user_id, kind, rows) values (household, keep_edit.kind, cardinality(wanted)) returning * into edit;
  insert into bank.row_edit_rows (edit_id, row_id, before)
    select edit.id, w.row_id, jsonb_object_agg(b.key, b.value)
    from unnest(wanted) w
      join bank.rows_as_they_are(household, (select array_agg(n.row_id) from unnest(wanted) n)) as now on now.row_id = w.row_id
      cross join lateral jsonb_each(now.changes) as b
    where w.changes ? b.key or (b.key = 'has_category' and w.changes ? 'category_id')
      or (b.key = 'tags' and (w.changes -> 'add_tags' <> '[]' or w.changes -> 'remove_tags' <> '[]'))
    group by w.row_id;
  delete from public.row_edits e where e.user_id = household
    and e.id not in (select k.id from public.row_edits k where k.user_id = household order by k.at desc, k.id = edit.id desc limit 20);
  return edit;
end
$$;
comment on function bank.keep_edit(uuid, text, bank.row_change[]) is 'Writes down what rows say before they are changed, so that the edit can be undone.';

create function public.describe_rows(row_ids text[], changes jsonb) returns public.row_edits language plpgsql volatile
security definer -- what a customer wrote about rows is written by verbs alone
set search_path = '' as $$
declare
  household uuid := bank.caller();
  clean jsonb := bank.clean_changes(household, changes);
  wanted bank.row_change[];
  edit public.row_edits;
begin
  if cardinality(row_ids) > 1000 then
    raise exception using errcode = 'LIMIT', message = 'At most 1,000 rows are changed at once.', detail = jsonb_build_object('highest', 1000)::text;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(household::text, 5));
  select array_agg(row(r.row_id, clean)::bank.row_change order by r.row_id) into wanted from bank.rows_named(household, row_ids) r;
  if cardinality(wanted) is distinct from (select count(distinct n.row_id) from unnest(row_ids) as n (row_id)) then
    raise exception using errcode = 'NTFND', message = 'There is no such row of yours.';
  end if;
  edit := bank.keep_edit(household, case cardinality(wanted) when 1 then 'row' else 'bulk' end, wanted);
  perform bank.write_rows(household, wanted);
  return edit;
end
$$;
comment on function public.describe_rows(text[], jsonb) is
  'Changes what rows say, all of them or none: `category_id`, `description`, `merchant`, `note`, `tags` (all of them), `add_tags`, `remove_tags`; what is not named stays. Returns the edit, which can be undone. Refuses: NTFND, LIMIT, BADTX.';
grant execute on function public.describe_rows(text[], jsonb) to authenticated;

create function public.undo_row_edit(edit_id uuid) returns public.row_edits language plpgsql volatile
security definer -- what a customer wrote about rows is written by verbs alone
set search_path = '' as $$
declare
  household uuid := bank.caller();
  edit public.row_edits;
  wanted bank.row_change[];
begin
  perform pg_advisory_xact_lock(hashtextextended(household::text, 5));
  select * into edit from public.row_edits e where e.id = edit_id and e.user_id = household for update;
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such edit of yours.';
  end if;
  if edit.undone_at is not null then
    return edit;
  end if;
  -- A category that is gone since stays gone; so do rows.
  select array_agg(row(b.row_id, case when b.before ->> 'category_id' is null or exists (select from public.categories c
      where c.id = (b.before ->> 'category_id')::uuid) then b.before else b.before || '{"category_id": null}' end)::bank.row_change) into wanted
    from bank.row_edit_rows b join bank.rows_named(household, (select array_agg(n.row_id) from bank.row_edit_rows n where n.edit_id = edit.id)) r
      on r.row_id = b.row_id
    where b.edit_id = edit.id;
  perform bank.write_rows(household, coalesce(wanted, '{}'));
  update public.row_edits e set undone_at = clock_timestamp() where e.id = edit.id returning * into edit;
  return edit;
end
$$;
comment on function public.undo_row_edit(uuid) is
  'Gives rows back exactly what they said before an edit: what the edit changed, and nothing else. A second time it does nothing. Refuses: NTFND.';
grant execute on function public.undo_row_edit(uuid) to authenticated;

-- Who writes the table alone chooses a category by hand too.
create function bank.note_raw_category() returns trigger language plpgsql
security definer -- notes beside the row how it came by its category
set search_path = '' as $$
begin
  new.rule_id := null;
  insert into public.row_details (user_id, row_id, by_hand) values (new.user_id, new.id::text, true)
    on conflict (user_id, row_id) do update set by_hand = true;
  return new;
end
$$;
comment on function bank.note_raw_category() is 'A category that a client wrote into the table was chosen by hand.';
create trigger note_raw_category before update of category_id on public.transactions
  for each row when (current_user = 'authenticated' and new.category_id is distinct from old.category_id)
  execute function bank.note_raw_category();

create function bank.remove_row_words() returns trigger language plpgsql
security definer -- what was written about rows goes with them, whoever removes them
set search_path = '' as $$
begin
  delete from public.row_details d using gone g where d.user_id = g.user_id and d.row_id = g.id::text;
  delete from public.row_tags d using gone g where d.user_id = g.user_id and d.row_id = g.id::text;
  delete from public.row_splits d using gone g where d.user_id = g.user_id and d.row_id = g.id::text;
  delete from public.row_attachments d using gone g where d.user_id = g.user_id and d.row_id = g.id::text;
  return null;
end
$$;
comment on function bank.remove_row_words() is 'What was written about rows goes with them.';
create trigger remove_row_words after delete on public.transactions referencing old table as gone
  for each statement execute function bank.remove_row_words();
