-- Most entries touch no card and most customers keep no rules: a short question comes before the long statement.
create or replace function bank.show_on_cards() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from added p join public.credit_cards c on c.id = p.ledger_id) then
    return null;
  end if;
  insert into bank.card_movements (card_id, entry_id, user_id, row_id, date, amount, direction, currency, kind, description, merchant, category_id, balance_after)
  select c.id, e.id, c.user_id, c.id || ':' || e.id, e.value_at, abs(p.amount), case when p.amount > 0 then 'in' else 'out' end, p.currency, e.kind,
    e.description, e.merchant, e.category_id,
    coalesce((select m.balance_after from bank.card_movements m where m.card_id = c.id order by m.entry_id desc limit 1), 0)
      - sum(p.amount) over (partition by c.id order by e.id)
  from added p join public.credit_cards c on c.id = p.ledger_id join bank.entries e on e.id = p.entry_id
  on conflict do nothing;
  -- A charge of a day that has ended changes what was owed after everything dated later.
  update bank.card_movements m set balance_after = running.balance
  from (
    select r.card_id, r.entry_id, sum(case r.direction when 'in' then -r.amount else r.amount end)
      over (partition by r.card_id order by r.date, r.entry_id) as balance
    from bank.card_movements r where r.card_id in (
      select late.card_id from added p join bank.card_movements late on late.card_id = p.ledger_id and late.entry_id = p.entry_id
      where exists (select from bank.card_movements later where later.user_id = late.user_id and later.card_id = late.card_id
        and later.date > late.date and later.entry_id < late.entry_id))
  ) as running
  where m.card_id = running.card_id and m.entry_id = running.entry_id and m.balance_after <> running.balance;
  return null;
end
$$;

create or replace function bank.follow_rules() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  household uuid;
  wanted bank.row_change[];
begin
  if not exists (select from added a join public.row_rules r on r.user_id = a.user_id and r.is_on) then
    return null;
  end if;
  for household in select distinct a.user_id from added a where exists (select from public.row_rules r where r.user_id = a.user_id and r.is_on) loop
    continue when bank.is_being_loaded(household);
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
