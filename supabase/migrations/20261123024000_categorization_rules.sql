set check_function_bodies = off;

-- Rules that categorize: what a row says decides what it is called, on what it was spent and how it is
-- tagged. The first
-- rule that fits a row wins. Rules have the last word over what the bank fills in, and none over what was
-- chosen by hand.
create table public.row_rules (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  position integer not null,
  is_on boolean not null default true,
  words text,
  lowest numeric check (lowest between 0 and 999999999.99),
  highest numeric check (highest between 0 and 999999999.99),
  account_id uuid references public.accounts on delete cascade,
  card_id uuid references public.credit_cards on delete cascade,
  flow text check (flow in ('in', 'out')),
  type text check (type in ('DEPOSIT', 'WITHDRAWAL', 'TRANSFER', 'AUTO_DEPOSIT', 'CARD')),
  set_category_id uuid references public.categories on delete set null,
  set_merchant text,
  set_note text,
  add_tags text[] not null default '{}',
  patterns text[] not null default '{}',
  created_at timestamptz not null default clock_timestamp()
);
create index row_rules_user_id_idx on public.row_rules (user_id, position);
create index row_rules_account_id_idx on public.row_rules (account_id) where account_id is not null;
create index row_rules_card_id_idx on public.row_rules (card_id) where card_id is not null;
create index row_rules_set_category_id_idx on public.row_rules (set_category_id)
  where set_category_id is not null;
comment on table public.row_rules is
  'Rules that write about rows as they are posted: of those that fit a row the first one wins.';
comment on column public.row_rules.position is 'In which order rules are asked, from the lowest.';
comment on column public.row_rules.words is
  'Each of these words must be in what the row says or in its merchant, in capitals or not; null for any.';
comment on column public.row_rules.lowest is 'From this amount on, whatever the currency; null for any.';
comment on column public.row_rules.highest is 'Up to this amount; null for any.';
comment on column public.row_rules.flow is 'in: money that came; out: money that went; null for both.';
comment on column public.row_rules.type is
  'What kind of movement, as in transactions, or CARD for what was charged to cards; null for any.';
comment on column public.row_rules.set_category_id is 'Which category the row gets; null to leave it.';
comment on column public.row_rules.set_note is 'Which note a row without one gets.';
comment on column public.row_rules.patterns is 'The words as patterns: made by the bank.';
alter table public.row_rules enable row level security;
create policy "customers read their own rules" on public.row_rules for select to authenticated
  using (user_id = (select auth.uid()));
create policy "customers make rules" on public.row_rules for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "customers change their own rules" on public.row_rules for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "customers remove their own rules" on public.row_rules for delete to authenticated
  using (user_id = (select auth.uid()));
grant select, delete,
  insert (id, user_id, is_on, words, lowest, highest, account_id, card_id, flow, type, set_category_id,
  set_merchant, set_note, add_tags),
  update (is_on, words, lowest, highest, account_id, card_id, flow, type, set_category_id, set_merchant,
    set_note, add_tags)
  on public.row_rules to authenticated;
grant select on public.row_rules to service_role;

create function bank.clean_rule(rule public.row_rules)
returns public.row_rules language plpgsql volatile as $$
begin
  rule.words := bank.clean_words(rule.words, 'words', 120);
  rule.set_merchant := bank.clean_words(rule.set_merchant, 'merchant', 120);
  rule.set_note := bank.clean_words(rule.set_note, 'note', 2000);
  select coalesce(array_agg(t.tag), '{}') into rule.add_tags
    from jsonb_array_elements_text(bank.clean_tags(to_jsonb(rule.add_tags))) as t (tag);
  select coalesce(
    array_agg('%' || replace(replace(replace(w.word, '\', '\\'), '%', '\%'), '_', '\_') || '%'),
    '{}') into rule.patterns
    from regexp_split_to_table(lower(rule.words), '\s+') as w (word) where w.word <> '';
  if not exists (select from (values (rule.account_id)) as a (id) where a.id is null
      or exists (select from public.accounts o where o.id = a.id and o.user_id = rule.user_id))
    or (rule.card_id is not null
      and not exists (select from public.credit_cards c where c.id = rule.card_id
      and c.user_id = rule.user_id))
    or (rule.set_category_id is not null and not exists (select from public.categories c
      where c.id = rule.set_category_id and (c.user_id = rule.user_id or c.user_id is null))) then
    perform bank.refuse('NTFND', 'We couldn''t find that account, card, or category.');
  end if;
  if rule.words is null and rule.lowest is null and rule.highest is null and rule.account_id is null
    and rule.card_id is null
    and rule.flow is null and rule.type is null then
    perform bank.refuse('BADRU', 'Add at least one condition to the rule.', '{"part": "condition"}');
  elsif rule.set_category_id is null and rule.set_merchant is null and rule.set_note is null
    and rule.add_tags = '{}' then
    perform bank.refuse('BADRU', 'Add at least one action to the rule.', '{"part": "action"}');
  elsif rule.lowest > rule.highest then
    perform bank.refuse('BADRU', 'The minimum amount must not be above the maximum.', '{"part": "amount"}');
  end if;
  return rule;
end
$$;
comment on function bank.clean_rule(public.row_rules) is
  'A rule as it is kept, with its words as patterns. Refuses: NTFND, BADRU, BADTX.';

create function bank.check_row_rule() returns trigger language plpgsql
security definer -- reads accounts, cards and categories whoever writes
set search_path = '' as $$
begin
  if bank.is_for_another(new.user_id) then
    new.position := coalesce(new.position, 0);
    return new;
  end if;
  if tg_op = 'INSERT' then
    perform bank.ensure_customer(new.user_id);
    perform bank.lock_transaction_details(new.user_id);
    if (select count(*) from public.row_rules r where r.user_id = new.user_id) >= 100 then
      perform bank.refuse('LIMIT', 'You''ve reached the limit on the number of rules.',
        jsonb_build_object('highest', 100));
    end if;
    new.position := coalesce((select max(r.position) from public.row_rules r where r.user_id = new.user_id),
      0) + 1;
    return bank.clean_rule(new);
  end if;
  -- A category that is gone leaves a rule that does less; that is no mistake of the rule.
  if old.set_category_id is not null and new.set_category_id is null
    and not exists (select from public.categories c where c.id = old.set_category_id) then
    return new;
  end if;
  return bank.clean_rule(new);
end
$$;
comment on function bank.check_row_rule() is 'Keeps rules clean and in order.';

create trigger check_row_rule before insert or update of words, lowest, highest, account_id, card_id, flow,
  type, set_category_id, set_merchant,
  set_note, add_tags on public.row_rules for each row execute function bank.check_row_rule();

create function public.order_row_rules(rule_ids uuid[])
returns setof public.row_rules language plpgsql volatile
security definer -- the order is written as a whole
set search_path = '' as $$
declare
  household uuid := bank.caller();
begin
  perform bank.lock_transaction_details(household);
  if (select array_agg(r.id order by r.id) from public.row_rules r where r.user_id = household)
    is distinct from (select array_agg(n.id order by n.id) from unnest(rule_ids) as n (id)) then
    perform bank.refuse('NTFND', 'The list must contain all of your rules.');
  end if;
  update public.row_rules r set position = n.place from unnest(rule_ids) with ordinality as n (id, place)
    where r.id = n.id;
  return query select * from public.row_rules r where r.user_id = household order by r.position;
end
$$;
comment on function public.order_row_rules(uuid[]) is
  'Puts the caller''s rules in this order; all of them are named. Refuses: NTFND.';
grant execute on function public.order_row_rules(uuid[]) to authenticated;

create function bank.rule_fits(
  rule public.row_rules,
  said text,
  amount numeric,
  account_id uuid,
  card_id uuid,
  flow text,
  type text
)
returns boolean language sql immutable as $$
  select said like all (rule.patterns) and (rule.lowest is null or amount >= rule.lowest)
    and (rule.highest is null or amount <= rule.highest)
    and ((rule.account_id is null and rule.card_id is null) or rule.account_id = rule_fits.account_id
      or rule.card_id = rule_fits.card_id)
    and (rule.flow is null or rule.flow = rule_fits.flow)
      and (rule.type is null or rule.type = rule_fits.type)
$$;
comment on function bank.rule_fits(public.row_rules, text, numeric, uuid, uuid, text, text) is
  'Whether a rule is for a row that says this, in small letters. A rule that names an account and a card is '
  'for both.';

create function bank.rule_changes(rule public.row_rules) returns jsonb language sql immutable as $$
  select jsonb_strip_nulls(jsonb_build_object('rule_id', rule.id, 'category_id', rule.set_category_id,
    'merchant', rule.set_merchant,
    'note', rule.set_note, 'add_tags', case when rule.add_tags <> '{}' then to_jsonb(rule.add_tags) end))
$$;
comment on function bank.rule_changes(public.row_rules) is 'What a rule makes rows say.';

create function bank.words_of(merchant text, description text) returns text language sql immutable as $$
  select lower(coalesce(merchant, '') || ' ' || coalesce(description, ''))
$$;
comment on function bank.words_of(text, text) is 'What a row says, as rules look at it.';

create function bank.follow_rules()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  household uuid;
  wanted bank.row_change[];
begin
  if not exists (select from added a join public.row_rules r on r.user_id = a.user_id and r.is_on) then
    return null;
  end if;
  for household in select distinct a.user_id from added a
    where exists (select from public.row_rules r where r.user_id = a.user_id and r.is_on) loop
    continue when bank.is_being_loaded(household);
    select array_agg(
      row(hit.id::text,
      case when hit.is_chosen then hit.changes - 'category_id'
      else hit.changes end)::bank.row_change) into wanted from (
      select distinct on (a.id) a.id, bank.rule_changes(r) as changes, a.entry_id is null
        and a.category_id is not null as is_chosen
      from added a join public.row_rules r on r.user_id = household and r.is_on
      where a.user_id = household and a.kind not in ('opening', 'adjustment', 'correction')
        and bank.rule_fits(r, bank.words_of(a.merchant, a.description), a.amount, a.account_id, null,
          a.direction, a.type)
      order by a.id, r.position) as hit;
    if wanted is not null then
      perform bank.write_rows(household, wanted);
    end if;
  end loop;
  return null;
end
$$;
comment on function bank.follow_rules() is
  'Lets the rules of customers write about rows that were just posted.';

create trigger follow_rules after insert on public.transactions referencing new table as added
  for each statement execute function bank.follow_rules();

create function bank.follow_card_rules(household uuid, entry_ids bigint[])
returns void language plpgsql volatile as $$
declare
  wanted bank.row_change[];
begin
  if not exists (select from public.row_rules r where r.user_id = household and r.is_on) then
    return;
  end if;
  select array_agg(row(hit.row_id, hit.changes)::bank.row_change) into wanted from (
    select distinct on (e.id, l.id) l.id || ':' || e.id as row_id, bank.rule_changes(r) as changes
    from bank.entries e join bank.postings p on p.entry_id = e.id
      join bank.ledger_accounts l on l.id = p.ledger_id and l.product = 'card' and l.household_id = household
      join public.row_rules r on r.user_id = household and r.is_on
    where e.id = any (entry_ids) and e.household_id = household and e.kind not in ('card_payment', 'opening')
      and bank.rule_fits(r, bank.words_of(e.merchant, e.description), abs(p.amount), null, l.id,
        case when p.amount < 0 then 'out' else 'in' end, 'CARD')
    order by e.id, l.id, r.position) as hit;
  if wanted is not null then
    perform bank.write_rows(household, wanted);
  end if;
end
$$;
comment on function bank.follow_card_rules(uuid, bigint[]) is
  'Lets the rules of a customer write about what was just charged to cards.';

-- Rules over the past: what they would do, doing it, and taking it back.
create function bank.rows_of(household uuid)
returns table (row_id text, at timestamptz, title text, said text, amount numeric, currency text, flow text,
  account_id uuid, card_id uuid, type text, merchant text, category_id uuid) language sql stable as $$
  select t.id::text, t.date, coalesce(t.merchant, t.description, initcap(t.type)),
    bank.words_of(t.merchant, t.description), t.amount, t.currency, t.direction,
    t.account_id, null::uuid, t.type, t.merchant, t.category_id
  from public.transactions t where t.user_id = household
    and t.kind not in ('opening', 'adjustment', 'correction') and t.corrected_by is null
  union all
  -- Rules look at what the entry says, also where the merchant has been called something else since.
  select l.id || ':' || e.id, e.value_at, coalesce(d.merchant, e.merchant, e.description, 'Card'),
    bank.words_of(e.merchant, e.description), abs(p.amount), p.currency,
    case when p.amount < 0 then 'out' else 'in' end, null, l.id, 'CARD', coalesce(d.merchant, e.merchant),
    case when d.has_category then d.category_id else e.category_id end
  from bank.ledger_accounts l join bank.postings p on p.ledger_id = l.id
    join bank.entries e on e.id = p.entry_id
    left join public.row_details d on d.user_id = household and d.row_id = l.id || ':' || e.id
  where l.product = 'card' and l.household_id = household and e.household_id = household
    and e.kind not in ('card_payment', 'opening')
$$;
comment on function bank.rows_of(uuid) is
  'Every row of a customer that rules can write about, as rules look at it.';

create function bank.rule_plan(
  household uuid,
  rules public.row_rules[],
  wanted public.row_rules,
  with_by_hand boolean
)
returns table (row_id text, at timestamptz, title text, amount numeric, currency text, flow text,
  category_id uuid, rule_id uuid, by_hand boolean,
  changes jsonb) language sql stable as $$
  select f.row_id, f.at, f.title, f.amount, f.currency, f.flow, f.category_id, (rules[winner.place]).id,
    coalesce(d.by_hand, false),
    -- What would not change is left out; when nothing is left, nothing is done.
    case when left_over.changes ?| array['category_id', 'merchant', 'note', 'add_tags']
      then left_over.changes end
  from bank.rows_of(household) f
    cross join lateral (select places.place from generate_subscripts(rules, 1) as places (place)
      where bank.rule_fits(rules[places.place], f.said, f.amount, f.account_id, f.card_id, f.flow,
        f.type) order by places.place limit 1) as winner
    left join public.row_details d on d.user_id = household and d.row_id = f.row_id
    cross join lateral (select bank.rule_changes(rules[winner.place]) as changes) as full_list
    cross join lateral (select full_list.changes
      - case when f.category_id::text = full_list.changes ->> 'category_id'
        or (d.by_hand and not with_by_hand) then 'category_id' else '' end
      - case when f.merchant = full_list.changes ->> 'merchant' then 'merchant' else '' end
      - case when d.note is not null then 'note' else '' end
      - case when not exists (select
        from jsonb_array_elements_text(full_list.changes -> 'add_tags') as t (tag)
          where not exists (select from public.row_tags g where g.user_id = household and g.row_id = f.row_id
            and g.tag = t.tag)) then 'add_tags' else '' end
      as changes) as left_over
  where wanted is null or bank.rule_fits(wanted, f.said, f.amount, f.account_id, f.card_id, f.flow, f.type)
$$;
comment on function bank.rule_plan(uuid, public.row_rules[], public.row_rules, boolean) is
  'Which of these rules, in this order, wins which rows of a customer, and what it would change there: null '
  'when nothing. With a wanted rule only rows that it fits.';

create function bank.rules_in_order(household uuid) returns public.row_rules[] language sql stable as $$
  select coalesce(array_agg(r order by r.position), '{}') from public.row_rules r where r.user_id = household
    and r.is_on
$$;
comment on function bank.rules_in_order(uuid) is 'The rules of a customer that are on, the first one first.';

create function public.preview_row_rule(rule jsonb, with_by_hand boolean default false,
  most integer default 20)
returns table (hits bigint, taken bigint, changed bigint, row_id text, at timestamptz, title text,
  amount numeric, currency text, flow text,
  category_id uuid, new_category_id uuid, taken_by uuid, is_changed boolean) language plpgsql volatile
security definer -- reads the books; the rows are those of the caller
set search_path = '' as $$
declare
  household uuid := bank.caller();
  draft public.row_rules := jsonb_populate_record(null::public.row_rules,
    rule - '{user_id,position,patterns,created_at}'::text[]);
  others public.row_rules[];
begin
  draft.user_id := household;
  draft.add_tags := coalesce(draft.add_tags, '{}');
  draft.position := coalesce((select r.position from public.row_rules r where r.id = draft.id
    and r.user_id = household), 1000000);
  draft.id := coalesce(draft.id, gen_random_uuid());
  draft := bank.clean_rule(draft);
  select array_agg(o.rule order by (o.rule).position) into others
    from (select r as rule from unnest(bank.rules_in_order(household)) r where r.id <> draft.id
      union all select draft) as o;
  return query
    with plan as materialized (
      select * from bank.rule_plan(household, others, draft, with_by_hand)
    )
    select count(*) over (), count(*) filter (where p.rule_id <> draft.id) over (),
      count(*) filter (where p.rule_id = draft.id and p.changes is not null) over (), p.row_id, p.at,
        p.title, p.amount, p.currency, p.flow, p.category_id,
      case when p.rule_id = draft.id and p.changes ? 'category_id' then draft.set_category_id
        else p.category_id end,
      nullif(p.rule_id, draft.id), p.rule_id = draft.id and p.changes is not null
    from plan p order by p.at desc, p.row_id limit least(greatest(most, 1), 200);
end
$$;
comment on function public.preview_row_rule(jsonb, boolean, integer) is
  'Which rows of the past a rule fits that is not saved yet, newest first: how many in all, how many of them '
  'an earlier rule takes, how many would change. Refuses: BADRU, NTFND, BADTX.';
grant execute on function public.preview_row_rule(jsonb, boolean, integer) to authenticated;

-- The rules are read once: as part of the statement they were read anew for every row of the past.
create function public.run_row_rules(rule_id uuid default null, with_by_hand boolean default false)
returns public.row_edits language plpgsql volatile
security definer -- what a customer wrote about rows is written by verbs alone
set search_path = '' as $$
declare
  household uuid := bank.caller();
  rules public.row_rules[] := bank.rules_in_order(household);
  wanted bank.row_change[];
  edit public.row_edits;
begin
  if rule_id is not null
    and not exists (select from public.row_rules r where r.id = rule_id and r.user_id = household) then
    perform bank.refuse('NTFND', 'We couldn''t find that rule.');
  end if;
  perform bank.lock_transaction_details(household);
  select array_agg(
    row(p.row_id, case when p.changes ? 'category_id' and with_by_hand then p.changes || '{"by_hand": false}'
    else p.changes end)::bank.row_change)
    into wanted from bank.rule_plan(household, rules, null, with_by_hand) p
    where p.changes is not null and (run_row_rules.rule_id is null or p.rule_id = run_row_rules.rule_id);
  edit := bank.keep_edit(household, 'rules', coalesce(wanted, '{}'));
  perform bank.write_rows(household, coalesce(wanted, '{}'));
  return edit;
end
$$;
comment on function public.run_row_rules(uuid, boolean) is
  'Lets all rules, or one of them where it wins, write about the past, and returns the edit, which can be '
  'undone. What was categorized by hand stays unless with_by_hand. Refuses: NTFND.';
grant execute on function public.run_row_rules(uuid, boolean) to authenticated;

create function public.preview_row_rules(rule_id uuid default null, with_by_hand boolean default false)
returns table (ruled_by uuid, fits bigint, changed bigint) language plpgsql volatile
security definer -- reads the books; the rows are those of the caller
set search_path = '' as $$
declare
  household uuid := bank.caller();
  rules public.row_rules[] := bank.rules_in_order(household);
begin
  if rule_id is not null
    and not exists (select from public.row_rules r where r.id = rule_id and r.user_id = household) then
    perform bank.refuse('NTFND', 'We couldn''t find that rule.');
  end if;
  return query
    select p.rule_id, count(*), count(p.changes) from bank.rule_plan(household, rules, null, with_by_hand) p
    where preview_row_rules.rule_id is null or p.rule_id = preview_row_rules.rule_id group by p.rule_id;
end
$$;
comment on function public.preview_row_rules(uuid, boolean) is
  'How many rows of the past each rule wins, and how many of them run_row_rules would change. Refuses: '
  'NTFND.';
grant execute on function public.preview_row_rules(uuid, boolean) to authenticated;

create function public.suggested_row_rules()
returns table (words text, set_category_id uuid, category text, times bigint) language sql volatile
security definer -- reads the books; the rows are those of the caller
set search_path = '' as $$
  with chosen as materialized (
    select f.* from bank.rows_of(bank.caller()) f join public.row_details d on d.user_id = bank.caller()
      and d.row_id = f.row_id and d.by_hand
    where f.category_id is not null and f.title <> initcap(f.type)
  ), named as (
    select lower(c.title) as name, max(c.title) as words, c.category_id, count(*) as times,
      row_number() over (partition by lower(c.title) order by count(*) desc, c.category_id) as place
    from chosen c
    where not exists (select from public.row_rules r where r.user_id = bank.caller() and r.is_on
      and r.set_category_id is not null
      and bank.rule_fits(r, c.said, c.amount, c.account_id, c.card_id, c.flow, c.type))
    group by lower(c.title), c.category_id
  )
  select left(n.words, 120), n.category_id, k.name, n.times from named n
    join public.categories k on k.id = n.category_id
  where n.place = 1 and n.times >= 2 order by n.times desc, n.words limit 5
$$;
comment on function public.suggested_row_rules() is
  'Rules that would have saved work: what the caller put into the same category by hand at least twice, and '
  'no rule categorizes yet.';
grant execute on function public.suggested_row_rules() to authenticated;
call bank.broadcast('public.row_rules');
