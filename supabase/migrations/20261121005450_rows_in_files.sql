-- Files of households carry what was written about rows, and the rules that write.
create function bank.file_row_rules(household uuid) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(r) - '{user_id,set_category_id,patterns}'::text[]
    || jsonb_build_object('category', c.name, 'category_kind', nullif(c.kind, 'spending'))) order by r.position), '[]')
  from public.row_rules r left join public.categories c on c.id = r.set_category_id where r.user_id = household
$$;
comment on function bank.file_row_rules(uuid) is 'The rules that categorise as they stand in a file.';

create function bank.file_row_words(household uuid) returns jsonb language sql stable as $$
  with places as materialized (
    select e.id as entry_id, row_number() over (order by e.id) as place from bank.entries e where e.household_id = household
  ), named as materialized (
    select t.id::text as row_id, t.entry_id, t.account_id as ledger_id, t.rule_id, t.corrects, t.corrected_by
    from public.transactions t where t.user_id = household
    union all
    select d.row_id, split_part(d.row_id, ':', 2)::bigint, split_part(d.row_id, ':', 1)::uuid, d.rule_id, null, null
    from (select w.row_id, max(w.rule_id::text)::uuid as rule_id from (select x.row_id, x.rule_id from public.row_details x where x.user_id = household
        union all select x.row_id, null from public.row_tags x where x.user_id = household
        union all select x.row_id, null from public.row_splits x where x.user_id = household
        union all select x.row_id, null from public.row_attachments x where x.user_id = household) as w
      where position(':' in w.row_id) > 0 group by w.row_id) as d
  ), said as (
    select p.place, n.ledger_id, jsonb_strip_nulls(jsonb_build_object('entry', p.place, 'ledger', n.ledger_id, 'note', d.note, 'by_hand', nullif(d.by_hand, false),
      'has_category', nullif(d.has_category, false), 'category', c.name, 'category_kind', nullif(c.kind, 'spending'),
      'merchant', d.merchant, 'rule_id', n.rule_id,
      'corrects', (select q.place from public.transactions o join places q on q.entry_id = o.entry_id where o.id = n.corrects),
      'corrected_by', (select q.place from public.transactions o join places q on q.entry_id = o.entry_id where o.id = n.corrected_by),
      'tags', (select jsonb_agg(g.tag order by g.tag) from public.row_tags g where g.user_id = household and g.row_id = n.row_id),
      'documents', (select jsonb_agg(a.document_id order by a.document_id) from public.row_attachments a where a.user_id = household and a.row_id = n.row_id),
      'splits', (select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('amount', s.amount, 'note', s.note, 'category', k.name,
          'category_kind', nullif(k.kind, 'spending'))) order by s.position)
        from public.row_splits s left join public.categories k on k.id = s.category_id where s.user_id = household and s.row_id = n.row_id))) as words
    from named n join places p on p.entry_id = n.entry_id
      left join public.row_details d on d.user_id = household and d.row_id = n.row_id
      left join public.categories c on c.id = d.category_id
  )
  select coalesce(jsonb_agg(s.words order by s.place, s.ledger_id), '[]') from said s where s.words - '{entry,ledger}'::text[] <> '{}'
$$;
comment on function bank.file_row_words(uuid) is
  'What was written about rows as it stands in a file: a row is named by the place of its entry in the file and by its account or card.';

create function bank.load_row_rules(customer_id uuid, household jsonb) returns void language plpgsql volatile as $$
begin
  -- A file that says nothing about rules leaves those that are there.
  if not household ? 'row_rules' then
    return;
  end if;
  delete from public.row_rules r where r.user_id = customer_id;
  insert into public.row_rules
    select (bank.clean_rule(jsonb_populate_record(null::public.row_rules, l.rule || jsonb_build_object('user_id', customer_id,
      'id', coalesce(l.rule ->> 'id', gen_random_uuid()::text), 'position', l.place, 'is_on', coalesce((l.rule ->> 'is_on')::boolean, true),
      'add_tags', coalesce(l.rule -> 'add_tags', '[]'), 'created_at', coalesce(l.rule ->> 'created_at', now()::text),
      'set_category_id', bank.category_named(customer_id, l.rule ->> 'category', coalesce(l.rule ->> 'category_kind', 'spending')))))).*
    from jsonb_array_elements(household -> 'row_rules') with ordinality as l (rule, place)
    -- One that could do nothing without its category is left out.
    where l.place <= 100 and (l.rule ?| array['set_merchant', 'set_note'] or coalesce(l.rule -> 'add_tags', '[]') <> '[]'
      or bank.category_named(customer_id, l.rule ->> 'category', coalesce(l.rule ->> 'category_kind', 'spending')) is not null);
end
$$;
comment on function bank.load_row_rules(uuid, jsonb) is
  'Writes the rules that categorise of a household that is being loaded, in the place of those that are there. Refuses: NTFND, BADRU, BADTX.';

create function bank.check_row_words(said jsonb, amount numeric) returns void language plpgsql volatile as $$
begin
  if char_length(said ->> 'note') > 2000 or char_length(said ->> 'merchant') > 120 or jsonb_array_length(bank.clean_tags(said -> 'tags')) > 20 then
    perform bank.refuse_household('A row has too much written about it.', said);
  end if;
  if said ? 'splits' then
    perform bank.check_parts(said -> 'splits', amount);
  end if;
end
$$;
comment on function bank.check_row_words(jsonb, numeric) is 'Refuses what a file says about a row and a customer could not. Refuses: HOUSE, LIMIT, BADAM, NOSUM.';

create type bank.row_saying as (row_id text, transaction_id uuid, is_card boolean, amount numeric, words jsonb, corrects uuid, corrected_by uuid);
comment on type bank.row_saying is 'A row that a file says something about, as it is named now.';

create function bank.row_sayings(customer_id uuid, household jsonb, lines bank.household_line[]) returns bank.row_saying[] language sql volatile as $$
  with rows as materialized (
    select l.ordinal, l.ledger_id, l.product, coalesce(t.id::text, l.ledger_id || ':' || l.entry_id) as row_id, t.id as transaction_id, abs(l.amount) as amount
    from unnest(lines) l left join public.transactions t on t.user_id = customer_id and t.account_id = l.ledger_id and t.entry_id = l.entry_id
    where l.product = 'card' or t.id is not null
  )
  select coalesce(array_agg(row(r.row_id, r.transaction_id, r.product = 'card', r.amount, w.words, o.transaction_id, b.transaction_id)::bank.row_saying), '{}')
  from jsonb_array_elements(coalesce(household -> 'row_words', '[]')) as w (words)
    join rows r on r.ordinal = (w.words ->> 'entry')::bigint and r.ledger_id::text = w.words ->> 'ledger'
    left join rows o on o.ordinal = (w.words ->> 'corrects')::bigint and o.ledger_id = r.ledger_id
    left join rows b on b.ordinal = (w.words ->> 'corrected_by')::bigint and b.ledger_id = r.ledger_id
$$;
comment on function bank.row_sayings(uuid, jsonb, bank.household_line[]) is 'What a file says about rows, by the names that they have now.';

create function bank.load_row_words(customer_id uuid, household jsonb, lines bank.household_line[]) returns void language plpgsql volatile as $$
declare
  said bank.row_saying[] := bank.row_sayings(customer_id, household, lines);
begin
  delete from public.row_edits e where e.user_id = customer_id;
  delete from public.row_details d where d.user_id = customer_id;
  delete from public.row_tags g where g.user_id = customer_id;
  delete from public.row_splits s where s.user_id = customer_id;
  delete from public.row_attachments a where a.user_id = customer_id;
  perform bank.check_row_words(s.words, s.amount) from unnest(said) s;
  update public.transactions t set rule_id = (s.words ->> 'rule_id')::uuid, corrects = s.corrects, corrected_by = s.corrected_by
    from unnest(said) s where t.id = s.transaction_id and s.words ?| array['rule_id', 'corrects', 'corrected_by'];
  perform bank.write_rows(customer_id, (select coalesce(array_agg(row(s.row_id, jsonb_strip_nulls(jsonb_build_object('note', s.words -> 'note',
      'by_hand', s.words -> 'by_hand', 'tags', bank.clean_tags(s.words -> 'tags'))) || case when s.is_card then jsonb_build_object(
        'has_category', coalesce((s.words ->> 'has_category')::boolean, false), 'rule_id', s.words ->> 'rule_id', 'merchant', s.words ->> 'merchant',
        'category_id', bank.category_named(customer_id, s.words ->> 'category', coalesce(s.words ->> 'category_kind', 'spending')))
      else '{}' end)::bank.row_change), '{}') from unnest(said) s));
  insert into public.row_splits (user_id, row_id, position, category_id, amount, note)
    select customer_id, s.row_id, p.place, bank.category_named(customer_id, p.part ->> 'category', coalesce(p.part ->> 'category_kind', 'spending')),
      (p.part ->> 'amount')::numeric, left(p.part ->> 'note', 200)
    from unnest(said) s, jsonb_array_elements(coalesce(s.words -> 'splits', '[]')) with ordinality as p (part, place);
  insert into public.row_attachments (user_id, row_id, document_id)
    select customer_id, s.row_id, d.id
    from unnest(said) s, jsonb_array_elements_text(coalesce(s.words -> 'documents', '[]')) as a (id)
      join public.documents d on d.id::text = a.id
    where d.user_id = customer_id on conflict do nothing;
end
$$;
comment on function bank.load_row_words(uuid, jsonb, bank.household_line[]) is
  'Writes what a file says about rows, in the place of what was written about those that were there. Refuses: HOUSE, LIMIT, BADAM, NOSUM.';

create or replace function bank.file_cards(household uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'card_controls', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(k) - '{user_id,category_id}'::text[]
        || jsonb_build_object('category', c.name, 'category_kind', nullif(c.kind, 'spending'))) order by k.created_at, k.id), '[]')
      from public.card_controls k left join public.categories c on c.id = k.category_id where k.user_id = household),
    'virtual_cards', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(v) - 'user_id'::text) order by v.created_at, v.id), '[]')
      from public.virtual_cards v where v.user_id = household),
    'card_replacements', (select coalesce(jsonb_agg(to_jsonb(r) - 'user_id'::text order by r.replaced_at, r.id), '[]')
      from public.card_replacements r where r.user_id = household),
    'limit_requests', (select coalesce(jsonb_agg(to_jsonb(r) - 'user_id'::text order by r.decided_at, r.id), '[]')
      from public.card_limit_requests r where r.user_id = household),
    -- The charge by its place in the file. How it will end is not told: it follows from the books.
    'disputes', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(d) - '{user_id,entry_id}'::text[] || jsonb_build_object('entry',
        (select count(*) from bank.entries e where e.household_id = household and e.id <= d.entry_id))) order by d.opened_at, d.id), '[]')
      from public.card_disputes d where d.user_id = household),
    'row_rules', bank.file_row_rules(household), 'row_words', bank.file_row_words(household))
$$;
comment on function bank.file_cards(uuid) is
  'What names entries by their place in a file: what belongs to the cards of a household, and what was written about rows.';

create or replace function bank.load_cards(customer_id uuid, household jsonb, lines bank.household_line[]) returns void language plpgsql volatile as $$
begin
  perform bank.load_card_parts(customer_id, household);
  if bank.load_disputes(customer_id, household, lines) <> jsonb_array_length(coalesce(household -> 'disputes', '[]')) then
    perform bank.refuse_household('A dispute is about a charge that is not in the file.', '{}');
  end if;
  perform bank.load_row_rules(customer_id, household);
  perform bank.load_row_words(customer_id, household, lines);
end
$$;
