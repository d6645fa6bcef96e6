-- Rules over the past: what they would do, doing it, and taking it back.
create function bank.rows_of(household uuid) returns table (row_id text, at timestamptz, title text, said text, amount numeric, currency text,
  flow text, account_id uuid, card_id uuid, type text, merchant text, category_id uuid) language sql stable as $$
  select t.id::text, t.date, coalesce(t.merchant, t.description, initcap(t.type)), bank.words_of(t.merchant, t.description), t.amount, t.currency, t.direction,
    t.account_id, null::uuid, t.type, t.merchant, t.category_id
  from public.transactions t where t.user_id = household and t.kind not in ('opening', 'adjustment', 'correction') and t.corrected_by is null
  union all
  -- Rules look at what the entry says, also where the merchant has been called something else since.
  select l.id || ':' || e.id, e.value_at, coalesce(d.merchant, e.merchant, e.description, 'Card'), bank.words_of(e.merchant, e.description), abs(p.amount), p.currency,
    case when p.amount < 0 then 'out' else 'in' end, null, l.id, 'CARD', coalesce(d.merchant, e.merchant),
    case when d.has_category then d.category_id else e.category_id end
  from bank.ledger_accounts l join bank.postings p on p.ledger_id = l.id join bank.entries e on e.id = p.entry_id
    left join public.row_details d on d.user_id = household and d.row_id = l.id || ':' || e.id
  where l.product = 'card' and l.household_id = household and e.household_id = household and e.kind not in ('card_payment', 'opening')
$$;
comment on function bank.rows_of(uuid) is 'Every row of a customer that rules can write about, as rules look at it.';

create function bank.rule_plan(household uuid, rules public.row_rules[], wanted public.row_rules, with_by_hand boolean)
returns table (row_id text, at timestamptz, title text, amount numeric, currency text, flow text, category_id uuid, rule_id uuid, by_hand boolean,
  changes jsonb) language sql stable as $$
  select f.row_id, f.at, f.title, f.amount, f.currency, f.flow, f.category_id, (rules[winner.place]).id, coalesce(d.by_hand, false),
    -- What would not change is left out; when nothing is left, nothing is done.
    case when left_over.changes ?| array['category_id', 'merchant', 'note', 'add_tags'] then left_over.changes end
  from bank.rows_of(household) f
    cross join lateral (select places.place from generate_subscripts(rules, 1) as places (place)
      where bank.rule_fits(rules[places.place], f.said, f.amount, f.account_id, f.card_id, f.flow, f.type) order by places.place limit 1) as winner
    left join public.row_details d on d.user_id = household and d.row_id = f.row_id
    cross join lateral (select bank.rule_changes(rules[winner.place]) as changes) as full_list
    cross join lateral (select full_list.changes
      - case when f.category_id::text = full_list.changes ->> 'category_id' or (d.by_hand and not with_by_hand) then 'category_id' else '' end
      - case when f.merchant = full_list.changes ->> 'merchant' then 'merchant' else '' end
      - case when d.note is not null then 'note' else '' end
      - case when not exists (select from jsonb_array_elements_text(full_list.changes -> 'add_tags') as t (tag)
          where not exists (select from public.row_tags g where g.user_id = household and g.row_id = f.row_id and g.tag = t.tag)) then 'add_tags' else '' end
      as changes) as left_over
  where wanted is null or bank.rule_fits(wanted, f.said, f.amount, f.account_id, f.card_id, f.flow, f.type)
$$;
comment on function bank.rule_plan(uuid, public.row_rules[], public.row_rules, boolean) is
  'Which of these rules, in this order, wins which rows of a customer, and what it would change there: null when nothing. With a wanted rule only rows that it fits.';

create function bank.rules_in_order(household uuid) returns public.row_rules[] language sql stable as $$
  select coalesce(array_agg(r order by r.position), '{}') from public.row_rules r where r.user_id = household and r.is_on
$$;
comment on function bank.rules_in_order(uuid) is 'The rules of a customer that are on, the first one first.';

create function public.preview_row_rule(rule jsonb, with_by_hand boolean default false, most integer default 20)
returns table (hits bigint, taken bigint, changed bigint, row_id text, at timestamptz, title text, amount numeric, currency text, flow text,
  category_id uuid, new_category_id uuid, taken_by uuid, is_changed boolean) language plpgsql volatile
security definer -- reads the books; the rows are those of the caller
set search_path = '' as $$
declare
  household uuid := bank.caller();
  draft public.row_rules := jsonb_populate_record(null::public.row_rules, rule - '{user_id,position,patterns,created_at}'::text[]);
  others public.row_rules[];
begin
  draft.user_id := household;
  draft.add_tags := coalesce(draft.add_tags, '{}');
  draft.position := coalesce((select r.position from public.row_rules r where r.id = draft.id and r.user_id = household), 1000000);
  draft.id := coalesce(draft.id, gen_random_uuid());
  draft := bank.clean_rule(draft);
  select array_agg(o.rule order by (o.rule).position) into others
    from (select r as rule from unnest(bank.rules_in_order(household)) r where r.id <> draft.id union all select draft) as o;
  return query
    with plan as materialized (
      select * from bank.rule_plan(household, others, draft, with_by_hand)
    )
    select count(*) over (), count(*) filter (where p.rule_id <> draft.id) over (),
      count(*) filter (where p.rule_id = draft.id and p.changes is not null) over (), p.row_id, p.at, p.title, p.amount, p.currency, p.flow, p.category_id,
      case when p.rule_id = draft.id and p.changes ? 'category_id' then draft.set_category_id else p.category_id end,
      nullif(p.rule_id, draft.id), p.rule_id = draft.id and p.changes is not null
    from plan p order by p.at desc, p.row_id limit least(greatest(most, 1), 200);
end
$$;
comment on function public.preview_row_rule(jsonb, boolean, integer) is
  'Which rows of the past a rule fits that is not saved yet, newest first: how many in all, how many of them an earlier rule takes, how many would change. Refuses: BADRU, NTFND, BADTX.';
grant execute on function public.preview_row_rule(jsonb, boolean, integer) to authenticated;

create function public.run_row_rules(rule_id uuid default null, with_by_hand boolean default false) returns public.row_edits language plpgsql volatile
security definer -- what a customer wrote about rows is written by verbs alone
set search_path = '' as $$
declare
  household uuid := bank.caller();
  wanted bank.row_change[];
  edit public.row_edits;
begin
  if rule_id is not null and not exists (select from public.row_rules r where r.id = rule_id and r.user_id = household) then
    raise exception using errcode = 'NTFND', message = 'There is no such rule of yours.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended(household::text, 5));
  select array_agg(row(p.row_id, case when p.changes ? 'category_id' and with_by_hand then p.changes || '{"by_hand": false}' else p.changes end)::bank.row_change)
    into wanted from bank.rule_plan(household, bank.rules_in_order(household), null, with_by_hand) p
    where p.changes is not null and (run_row_rules.rule_id is null or p.rule_id = run_row_rules.rule_id);
  edit := bank.keep_edit(household, 'rules', coalesce(wanted, '{}'));
  perform bank.write_rows(household, coalesce(wanted, '{}'));
  return edit;
end
$$;
comment on function public.run_row_rules(uuid, boolean) is
  'Lets all rules, or one of them where it wins, write about the past, and returns the edit, which can be undone. What was categorised by hand stays unless with_by_hand. Refuses: NTFND.';
grant execute on function public.run_row_rules(uuid, boolean) to authenticated;

create function public.preview_row_rules(rule_id uuid default null, with_by_hand boolean default false)
returns table (ruled_by uuid, fits bigint, changed bigint) language plpgsql volatile
security definer -- reads the books; the rows are those of the caller
set search_path = '' as $$
declare
  household uuid := bank.caller();
begin
  if rule_id is not null and not exists (select from public.row_rules r where r.id = rule_id and r.user_id = household) then
    raise exception using errcode = 'NTFND', message = 'There is no such rule of yours.';
  end if;
  return query
    select p.rule_id, count(*), count(p.changes) from bank.rule_plan(household, bank.rules_in_order(household), null, with_by_hand) p
    where preview_row_rules.rule_id is null or p.rule_id = preview_row_rules.rule_id group by p.rule_id;
end
$$;
comment on function public.preview_row_rules(uuid, boolean) is
  'How many rows of the past each rule wins, and how many of them run_row_rules would change. Refuses: NTFND.';
grant execute on function public.preview_row_rules(uuid, boolean) to authenticated;

create function public.suggested_row_rules() returns table (words text, set_category_id uuid, category text, times bigint) language sql volatile
security definer -- reads the books; the rows are those of the caller
set search_path = '' as $$
  with chosen as materialized (
    select f.* from bank.rows_of(bank.caller()) f join public.row_details d on d.user_id = bank.caller() and d.row_id = f.row_id and d.by_hand
    where f.category_id is not null and f.title <> initcap(f.type)
  ), named as (
    select lower(c.title) as name, max(c.title) as words, c.category_id, count(*) as times,
      row_number() over (partition by lower(c.title) order by count(*) desc, c.category_id) as place
    from chosen c
    where not exists (select from public.row_rules r where r.user_id = bank.caller() and r.is_on and r.set_category_id is not null
      and bank.rule_fits(r, c.said, c.amount, c.account_id, c.card_id, c.flow, c.type))
    group by lower(c.title), c.category_id
  )
  select left(n.words, 120), n.category_id, k.name, n.times from named n join public.categories k on k.id = n.category_id
  where n.place = 1 and n.times >= 2 order by n.times desc, n.words limit 5
$$;
comment on function public.suggested_row_rules() is
  'Rules that would have saved work: what the caller put into the same category by hand at least twice, and no rule categorises yet.';
grant execute on function public.suggested_row_rules() to authenticated;
