-- Rules that categorise: what a row says decides what it is called, on what it was spent and how it is tagged. The first
-- rule that fits a row wins. Rules have the last word over what the bank fills in, and none over what was chosen by hand.
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
create index row_rules_set_category_id_idx on public.row_rules (set_category_id) where set_category_id is not null;
comment on table public.row_rules is 'Rules that write about rows as they are posted: of those that fit a row the first one wins.';
comment on column public.row_rules.position is 'In which order rules are asked, from the lowest.';
comment on column public.row_rules.words is 'Each of these words must be in what the row says or in its merchant, in capitals or not; null for any.';
comment on column public.row_rules.lowest is 'From this amount on, whatever the currency; null for any.';
comment on column public.row_rules.highest is 'Up to this amount; null for any.';
comment on column public.row_rules.flow is 'in: money that came; out: money that went; null for both.';
comment on column public.row_rules.type is 'What kind of movement, as in transactions, or CARD for what was charged to cards; null for any.';
comment on column public.row_rules.set_category_id is 'Which category the row gets; null to leave it.';
comment on column public.row_rules.set_note is 'Which note a row without one gets.';
comment on column public.row_rules.patterns is 'The words as patterns: made by the bank.';
alter table public.row_rules enable row level security;
create policy "customers read their own rules" on public.row_rules for select to authenticated using (user_id = (select auth.uid()));
create policy "customers make rules" on public.row_rules for insert to authenticated with check (user_id = (select auth.uid()));
create policy "customers change their own rules" on public.row_rules for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "customers remove their own rules" on public.row_rules for delete to authenticated using (user_id = (select auth.uid()));
grant select, delete, insert (id, user_id, is_on, words, lowest, highest, account_id, card_id, flow, type, set_category_id, set_merchant, set_note, add_tags),
  update (is_on, words, lowest, highest, account_id, card_id, flow, type, set_category_id, set_merchant, set_note, add_tags)
  on public.row_rules to authenticated;
grant select on public.row_rules to service_role;

create function bank.clean_rule(rule public.row_rules) returns public.row_rules language plpgsql volatile as $$
begin
  rule.words := bank.clean_words(rule.words, 'words', 120);
  rule.set_merchant := bank.clean_words(rule.set_merchant, 'merchant', 120);
  rule.set_note := bank.clean_words(rule.set_note, 'note', 2000);
  select coalesce(array_agg(t.tag), '{}') into rule.add_tags from jsonb_array_elements_text(bank.clean_tags(to_jsonb(rule.add_tags))) as t (tag);
  select coalesce(array_agg('%' || replace(replace(replace(w.word, '\', '\\'), '%', '\%'), '_', '\_') || '%'), '{}') into rule.patterns
    from regexp_split_to_table(lower(rule.words), '\s+') as w (word) where w.word <> '';
  if not exists (select from (values (rule.account_id)) as a (id) where a.id is null
      or exists (select from public.accounts o where o.id = a.id and o.user_id = rule.user_id))
    or (rule.card_id is not null and not exists (select from public.credit_cards c where c.id = rule.card_id and c.user_id = rule.user_id))
    or (rule.set_category_id is not null and not exists (select from public.categories c
      where c.id = rule.set_category_id and (c.user_id = rule.user_id or c.user_id is null))) then
    raise exception using errcode = 'NTFND', message = 'There is no such account, card or category of yours.';
  end if;
  if rule.words is null and rule.lowest is null and rule.highest is null and rule.account_id is null and rule.card_id is null
    and rule.flow is null and rule.type is null then
    raise exception using errcode = 'BADRU', message = 'A rule says which rows it is for.', detail = '{"part": "condition"}';
  elsif rule.set_category_id is null and rule.set_merchant is null and rule.set_note is null and rule.add_tags = '{}' then
    raise exception using errcode = 'BADRU', message = 'A rule says what it does.', detail = '{"part": "action"}';
  elsif rule.lowest > rule.highest then
    raise exception using errcode = 'BADRU', message = 'The lowest amount is above the highest.', detail = '{"part": "amount"}';
  end if;
  return rule;
end
$$;
comment on function bank.clean_rule(public.row_rules) is 'A rule as it is kept, with its words as patterns. Refuses: NTFND, BADRU, BADTX.';

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
    perform pg_advisory_xact_lock(hashtextextended(new.user_id::text, 5));
    if (select count(*) from public.row_rules r where r.user_id = new.user_id) >= 100 then
      raise exception using errcode = 'LIMIT', message = 'You have as many rules as the bank keeps.', detail = jsonb_build_object('highest', 100)::text;
    end if;
    new.position := coalesce((select max(r.position) from public.row_rules r where r.user_id = new.user_id), 0) + 1;
    return bank.clean_rule(new);
  end if;
  -- A category that is gone leaves a rule that does less; that is no mistake of the rule.
  if old.set_category_id is not null and new.set_category_id is null and not exists (select from public.categories c where c.id = old.set_category_id) then
    return new;
  end if;
  return bank.clean_rule(new);
end
$$;
comment on function bank.check_row_rule() is 'Keeps rules clean and in order.';
create trigger check_row_rule before insert or update of words, lowest, highest, account_id, card_id, flow, type, set_category_id, set_merchant,
  set_note, add_tags on public.row_rules for each row execute function bank.check_row_rule();

create function public.order_row_rules(rule_ids uuid[]) returns setof public.row_rules language plpgsql volatile
security definer -- the order is written as a whole
set search_path = '' as $$
declare
  household uuid := bank.caller();
begin
  perform pg_advisory_xact_lock(hashtextextended(household::text, 5));
  if (select array_agg(r.id order by r.id) from public.row_rules r where r.user_id = household)
    is distinct from (select array_agg(n.id order by n.id) from unnest(rule_ids) as n (id)) then
    raise exception using errcode = 'NTFND', message = 'These are not all of your rules.';
  end if;
  update public.row_rules r set position = n.place from unnest(rule_ids) with ordinality as n (id, place) where r.id = n.id;
  return query select * from public.row_rules r where r.user_id = household order by r.position;
end
$$;
comment on function public.order_row_rules(uuid[]) is 'Puts the caller''s rules in this order; all of them are named. Refuses: NTFND.';
grant execute on function public.order_row_rules(uuid[]) to authenticated;

create function bank.rule_fits(rule public.row_rules, said text, amount numeric, account_id uuid, card_id uuid, flow text, type text)
returns boolean language sql immutable as $$
  select said like all (rule.patterns) and (rule.lowest is null or amount >= rule.lowest) and (rule.highest is null or amount <= rule.highest)
    and ((rule.account_id is null and rule.card_id is null) or rule.account_id = rule_fits.account_id or rule.card_id = rule_fits.card_id)
    and (rule.flow is null or rule.flow = rule_fits.flow) and (rule.type is null or rule.type = rule_fits.type)
$$;
comment on function bank.rule_fits(public.row_rules, text, numeric, uuid, uuid, text, text) is
  'Whether a rule is for a row that says this, in small letters. A rule that names an account and a card is for both.';

create function bank.rule_changes(rule public.row_rules) returns jsonb language sql immutable as $$
  select jsonb_strip_nulls(jsonb_build_object('rule_id', rule.id, 'category_id', rule.set_category_id, 'merchant', rule.set_merchant,
    'note', rule.set_note, 'add_tags', case when rule.add_tags <> '{}' then to_jsonb(rule.add_tags) end))
$$;
comment on function bank.rule_changes(public.row_rules) is 'What a rule makes rows say.';

create function bank.words_of(merchant text, description text) returns text language sql immutable as $$
  select lower(coalesce(merchant, '') || ' ' || coalesce(description, ''))
$$;
comment on function bank.words_of(text, text) is 'What a row says, as rules look at it.';

-- As rows are posted, whoever posts them: a verb, a client, an import or the engine.
create function bank.follow_rules() returns trigger language plpgsql
security definer -- rules write whoever posts
set search_path = '' as $$
declare
  household uuid;
  wanted bank.row_change[];
begin
  for household in select distinct a.user_id from added a where a.user_id is not null loop
    continue when not exists (select from public.row_rules r where r.user_id = household and r.is_on) or bank.is_being_loaded(household);
    select array_agg(row(hit.id::text, case when hit.is_chosen then hit.changes - 'category_id' else hit.changes end)::bank.row_change) into wanted from (
      select distinct on (a.id) a.id, bank.rule_changes(r) as changes, a.entry_id is null and a.category_id is not null as is_chosen
      from added a join public.row_rules r on r.user_id = household and r.is_on
      where a.user_id = household and a.kind not in ('opening', 'adjustment', 'correction')
        and bank.rule_fits(r, bank.words_of(a.merchant, a.description), a.amount, a.account_id, null, a.direction, a.type)
      order by a.id, r.position) as hit;
    if wanted is not null then
      perform bank.write_rows(household, wanted);
    end if;
  end loop;
  return null;
end
$$;
comment on function bank.follow_rules() is 'Lets the rules of customers write about rows that were just posted.';
create trigger follow_rules after insert on public.transactions referencing new table as added
  for each statement execute function bank.follow_rules();

create function bank.follow_card_rules(household uuid, entry_ids bigint[]) returns void language plpgsql volatile as $$
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
      and bank.rule_fits(r, bank.words_of(e.merchant, e.description), abs(p.amount), null, l.id, case when p.amount < 0 then 'out' else 'in' end, 'CARD')
    order by e.id, l.id, r.position) as hit;
  if wanted is not null then
    perform bank.write_rows(household, wanted);
  end if;
end
$$;
comment on function bank.follow_card_rules(uuid, bigint[]) is 'Lets the rules of a customer write about what was just charged to cards.';

create or replace function bank.post_purchase(
  card public.credit_cards, amount numeric, words text, merchant text, category_id uuid, at timestamptz
) returns bigint language plpgsql volatile as $$
declare
  entry bigint;
begin
  insert into bank.entries (household_id, at, value_at, kind, description, actor, channel, merchant, category_id)
    values (card.user_id, at, at, 'card_charge', words, auth.uid(), 'app', post_purchase.merchant, post_purchase.category_id)
    returning id into entry;
  insert into bank.postings (entry_id, ledger_id, currency, amount)
    select entry, side.ledger_id, card.currency, side.amount
    from (values (card.id, -post_purchase.amount), (bank.outside(), post_purchase.amount)) as side (ledger_id, amount);
  perform bank.follow_card_rules(card.user_id, array[entry]);
  return entry;
end
$$;

create or replace function bank.write_engine_entries(lines bank.engine_line[]) returns void language plpgsql volatile as $$
declare
  charged record;
begin
  if exists (select from unnest(lines) l group by l.ordinal, l.currency having sum(l.amount) <> 0)
    or exists (select from unnest(lines) l where l.ledger_id is null) then
    raise exception using errcode = 'XX000', message = 'An entry must sum to zero in every currency, on pages that exist.';
  end if;
  insert into bank.entries (id, household_id, at, value_at, kind, description, channel, merchant, category_id, event_key) overriding system value
    select distinct on (l.ordinal) l.entry_id, l.household_id, l.at, l.value_at, l.kind, l.description, 'engine', l.merchant, l.category_id, l.event_key
    from unnest(lines) l order by l.ordinal;
  insert into bank.postings (entry_id, ledger_id, currency, amount)
    select l.entry_id, l.ledger_id, l.currency, l.amount from unnest(lines) l order by l.ordinal;
  for charged in select l.household_id, array_agg(l.entry_id) as entries from unnest(lines) l where l.product = 'card' group by l.household_id loop
    perform bank.follow_card_rules(charged.household_id, charged.entries);
  end loop;
end
$$;
