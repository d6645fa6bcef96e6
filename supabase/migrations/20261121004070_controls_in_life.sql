-- The engine keeps to the controls of a card too: what a household buys by itself is stopped like its owner's purchases.
create function bank.engine_controls(card public.credit_cards, lived_to timestamptz, last_entry bigint) returns jsonb language sql stable as $$
  -- What others posted since the engine last looked is not counted here: it hears of that as changes.
  select jsonb_build_object('limits', jsonb_agg(jsonb_build_object('kind', k.kind, 'category', c.name, 'amount', bank.minor(k.amount)) order by k.id),
    'spent', (select coalesce(jsonb_object_agg(s.category, s.amount), '{}') from (
      select coalesce(c.name, '') as category, bank.minor(-sum(p.amount)) as amount
      from bank.postings p join bank.entries e on e.id = p.entry_id left join public.categories c on c.id = e.category_id
      where p.ledger_id = card.id and e.kind = 'card_charge'
        and e.value_at >= date_trunc('month', engine_controls.lived_to, (select u.time_zone from public.customers u where u.id = card.user_id))
        and not (e.id > engine_controls.last_entry and e.at > engine_controls.lived_to)
      group by 1) as s))
  from public.card_controls k left join public.categories c on c.id = k.category_id
  where k.card_id = card.id
$$;
comment on function bank.engine_controls(public.credit_cards, timestamptz, bigint) is
  'The controls of a card as the engine reads them, with what was spent in the month in which it last lived.';

create or replace function bank.engine_cards(household uuid) returns setof jsonb language sql stable as $$
  select jsonb_build_object('cards', coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'currency', c.currency,
      'limit', bank.minor(c.credit_limit), 'apr', c.apr, 'balance', bank.minor(c.balance), 'due_date', c.due_date, 'autopay', c.autopay,
      'autopay_account_id', c.autopay_account_id, 'autopay_amount', bank.minor(c.autopay_amount), 'frozen', c.frozen,
      'controls', case when exists (select from public.card_controls x where x.card_id = c.id)
        then bank.engine_controls(c, k.lived_to, k.last_entry) end) order by c.created_at, c.id), '[]'))
  from public.credit_cards c join bank.clocks k on k.household_id = c.user_id where c.user_id = household and c.closed_at is null
$$;

create trigger wake_engine after insert or update or delete on public.card_controls
  for each row execute function bank.wake_engine_for_row();
