-- A mistake is not changed: it is taken back by a new entry, and what is right is written beside it.
alter table public.transactions add column corrects uuid, add column corrected_by uuid;
create index transactions_corrects_idx on public.transactions (corrects) where corrects is not null;
comment on column public.transactions.corrects is
  'The movement on the same account that this one takes back (kind correction) or stands in place of. Not a foreign key: it is a note about the books, which do not change.';
comment on column public.transactions.corrected_by is 'The movement that took this one back: neither of them counts as spending or income.';

create function bank.refuse_correction(why text, kind text, corrected_by uuid) returns void language plpgsql volatile as $$
begin
  raise exception using errcode = 'NOCOR', message = case why
      when 'corrected' then 'This was taken back already.'
      when 'correction' then 'This takes back another movement. Enter a new one instead.'
      when 'rule' then 'This was posted by a rule. Change the rule; a deposit or withdrawal of your own balances it.'
      when 'currency' then 'The account is kept in another currency by now.'
      when 'account' then 'The other account of this transfer no longer exists.'
      when 'card' then 'What a card was charged is taken back by the shop, or disputed on the page of the card.'
      else 'The bank posted this. Only deposits, withdrawals and transfers of your own can be taken back.' end,
    detail = jsonb_strip_nulls(jsonb_build_object('why', why, 'kind', kind, 'corrected_by', corrected_by))::text;
end
$$;
comment on function bank.refuse_correction(text, text, uuid) is 'Refuses to take a movement back (NOCOR) and says why.';

create function bank.find_correctable(household uuid, row_id text) returns public.transactions language plpgsql volatile as $$
declare
  named record;
  old public.transactions;
begin
  select * into named from bank.rows_named(household, array[row_id]);
  if named is null then
    raise exception using errcode = 'NTFND', message = 'There is no such row of yours.';
  end if;
  if named.transaction_id is null then
    perform bank.refuse_correction('card', null, null);
  end if;
  select * into old from public.transactions t where t.id = named.transaction_id;
  if old.corrected_by is not null then
    perform bank.refuse_correction('corrected', old.kind, old.corrected_by);
  elsif old.kind = 'correction' then
    perform bank.refuse_correction('correction', old.kind, null);
  elsif old.kind not in ('deposit', 'withdrawal', 'transfer') then
    perform bank.refuse_correction('bank', old.kind, null);
  elsif exists (select from bank.entries e where e.id = old.entry_id and e.event_key is not null) then
    perform bank.refuse_correction('rule', old.kind, null);
  elsif old.kind = 'transfer' and not exists (select from public.accounts a where a.id = old.counter_account_id and a.user_id = household) then
    perform bank.refuse_correction('account', old.kind, null);
  elsif exists (select from bank.postings p join public.accounts a on a.id = p.ledger_id where p.entry_id = old.entry_id and a.currency <> p.currency) then
    perform bank.refuse_correction('currency', old.kind, null);
  end if;
  return old;
end
$$;
comment on function bank.find_correctable(uuid, text) is 'The movement of this name, if its customer can take it back. Refuses: NTFND, NOCOR.';

create function bank.take_back(old public.transactions) returns void language plpgsql volatile as $$
declare
  words text := left('Taken back: ' || coalesce(old.description, old.merchant, old.kind), 500);
  at timestamptz;
  entry bigint;
  side record;
  account public.accounts;
  written uuid;
begin
  at := bank.next_instant(old.user_id, array_remove(array[old.account_id, old.counter_account_id], null));
  select bank.post(old.user_id, 'correction', words, at, at, 'app', array_agg(p.ledger_id order by p.ledger_id, p.currency),
    array_agg(p.currency order by p.ledger_id, p.currency), array_agg(-p.amount order by p.ledger_id, p.currency), old.entry_id)
    into entry from bank.postings p where p.entry_id = old.entry_id;
  -- First what is taken, so that nothing is given that was not there. Exactly what was moved, whatever the rate is today.
  for side in select p.ledger_id, -p.amount as amount from bank.postings p join public.accounts a on a.id = p.ledger_id
    where p.entry_id = old.entry_id order by p.amount desc loop
    select * into account from public.accounts a where a.id = side.ledger_id;
    if side.amount < 0 then
      perform bank.take_from_account(account, -side.amount, 'correction', words, entry, at,
        case when old.type = 'TRANSFER' then 'TRANSFER' else 'WITHDRAWAL' end,
        case account.id when old.account_id then old.counter_account_id else old.account_id end, old.category_id, old.merchant, old.exchange_rate);
    else
      perform bank.put_into_account(account, side.amount, 'correction', words, entry, at,
        case when old.type = 'TRANSFER' then 'TRANSFER' else 'DEPOSIT' end,
        case account.id when old.account_id then old.counter_account_id else old.account_id end, old.category_id, old.merchant, old.exchange_rate);
    end if;
    select t.id into written from public.transactions t where t.account_id = account.id and t.date = at and t.entry_id = entry;
    with taken_back as (
      update public.transactions t set corrected_by = written
      where t.account_id = account.id and t.entry_id = old.entry_id returning t.id
    )
    update public.transactions t set corrects = b.id from taken_back b where t.id = written;
  end loop;
end
$$;
comment on function bank.take_back(public.transactions) is
  'Posts the opposite of a movement, with the accounts locked, and links the rows of both. Refuses: INSUF, CLOSD, BADAM.';

create function bank.post_right(old public.transactions, amount numeric, words text) returns void language plpgsql volatile as $$
declare
  source public.accounts;
  target public.accounts;
  at timestamptz := bank.next_instant(old.user_id, array_remove(array[old.account_id, old.counter_account_id], null));
  entry bigint;
  written uuid;
begin
  select * into source from public.accounts a where a.id = case old.direction when 'out' then old.account_id else coalesce(old.counter_account_id, old.account_id) end;
  if old.kind = 'transfer' then
    select * into target from public.accounts a where a.id = case old.direction when 'out' then old.counter_account_id else old.account_id end;
    perform bank.move_between(source, target, amount, words, 'app', at);
  else
    entry := bank.post(old.user_id, old.kind, words, at, at, 'app', array[source.id, bank.outside()], array[source.currency, source.currency],
      case old.direction when 'in' then array[amount, -amount] else array[-amount, amount] end);
    if old.direction = 'in' then
      perform bank.put_into_account(source, amount, old.kind, words, entry, at, category_id => old.category_id, merchant => old.merchant);
    else
      perform bank.take_from_account(source, amount, old.kind, words, entry, at, category_id => old.category_id, merchant => old.merchant);
    end if;
  end if;
  update public.transactions t set corrects = old.id where t.account_id = old.account_id and t.date = at returning t.id into written;
  insert into public.row_tags (user_id, row_id, tag)
    select g.user_id, written::text, g.tag from public.row_tags g where g.user_id = old.user_id and g.row_id = old.id::text on conflict do nothing;
  insert into public.row_details (user_id, row_id, note, by_hand)
    select d.user_id, written::text, d.note, d.by_hand from public.row_details d where d.user_id = old.user_id and d.row_id = old.id::text
    on conflict do nothing;
end
$$;
comment on function bank.post_right(public.transactions, numeric, text) is
  'Posts what a movement should have been, with the accounts locked. Of a transfer the amount is in the currency of the account that pays. Refuses: INSUF, BADAM, NORAT.';

create function public.correct_row(row_id text, right_amount numeric default null, description text default null, request_id text default null)
returns setof public.transactions language plpgsql volatile
security definer -- balances and books are written by the bank alone
set search_path = '' as $$
declare
  household uuid := bank.caller();
  words text := bank.clean_words(description, 'description', 500);
  params jsonb := jsonb_build_object('verb', 'correct_row', 'row', row_id, 'amount', trim_scale(right_amount)::text, 'description', words);
  answer jsonb := bank.replay(request_id, params);
  old public.transactions;
  right_first boolean;
begin
  if answer is null then
    if right_amount is not null then
      perform bank.check_amount(right_amount);
    end if;
    old := bank.find_correctable(household, row_id);
    if old.kind = 'transfer' then
      perform bank.lock_accounts(old.account_id, old.counter_account_id);
    else
      perform bank.lock_account(old.account_id);
    end if;
    -- Looked at again with the accounts held: of two corrections at once the second finds the first.
    old := bank.find_correctable(household, row_id);
    -- Whichever order needs no more money than there is: too high a deposit whose rest is spent can still be put right.
    right_first := right_amount is not null and (old.kind = 'deposit' or (old.kind = 'transfer' and right_amount <= (select public.available_balance(a)
      from public.accounts a where a.id = case old.direction when 'out' then old.account_id else old.counter_account_id end)));
    if right_first then
      perform bank.post_right(old, right_amount, coalesce(words, old.description));
    end if;
    perform bank.take_back(old);
    if right_amount is not null and not right_first then
      perform bank.post_right(old, right_amount, coalesce(words, old.description));
    end if;
    select jsonb_agg(to_jsonb(t) order by t.date) into answer from public.transactions t where t.corrects = old.id and t.user_id = household;
    perform bank.remember(request_id, params, answer);
  end if;
  return query select * from jsonb_populate_recordset(null::public.transactions, answer);
end
$$;
comment on function public.correct_row(text, numeric, text, text) is
  'Takes a deposit, withdrawal or own transfer back by a new entry, and posts what was right where an amount is given (of a transfer in the currency of the account that pays). Returns the new movements on the account. Refuses: NTFND, NOCOR, CLOSD, INSUF, BADAM, BADTX, NORAT, RQDIF.';
grant execute on function public.correct_row(text, numeric, text, text) to authenticated;

-- What was taken back, and what took it back, count nowhere.
create or replace view public.spending with (security_invoker = true) as
  with own_money (kinds) as (
    values (array['transfer', 'card_payment', 'opening', 'adjustment', 'closing', 'currency_change', 'market_change', 'loan_proceeds',
      'home_purchase', 'extra_payment', 'recast_payment', 'payoff', 'refinance', 'correction'])
  ), moved as (
    select t.id::text as id, t.date as at, case t.direction when 'out' then t.amount else -t.amount end as amount, t.currency, t.category_id,
      t.merchant, t.description, t.account_id, null::uuid as card_id, t.kind, t.entry_id
    from public.transactions t
    where t.user_id = (select auth.uid()) and t.type <> 'TRANSFER' and t.corrected_by is null
      and t.kind <> all ((select kinds from own_money)::text[])
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

create or replace function public.month_flow() returns table (currency text, money_in numeric, money_out numeric)
language sql stable
security definer -- reads the private clock
set search_path = '' as $$
  select t.currency, coalesce(sum(t.amount) filter (where t.direction = 'in'), 0),
    coalesce(sum(t.amount) filter (where t.direction = 'out'), 0)
  from (select bank.caller() as id) as caller
    join public.transactions t on t.user_id = caller.id
  where t.date >= (select date_trunc('month', bank.today_for(caller.id)::timestamp)
      at time zone coalesce((select c.time_zone from public.customers c where c.id = caller.id), 'UTC'))
    and t.type <> 'TRANSFER' and t.kind not in ('adjustment', 'correction') and t.corrected_by is null
  group by t.currency order by t.currency
$$;

create or replace function bank.income_since(household uuid, currency text, since timestamptz) returns numeric language sql stable as $$
  select coalesce(sum(t.amount), 0)
  from public.transactions t left join public.categories c on c.id = t.category_id
  where t.user_id = household and t.currency = income_since.currency and t.date >= since and t.direction = 'in' and t.corrected_by is null
    and (t.kind = 'auto_deposit' or (t.kind = 'deposit' and c.kind = 'income' and c.name not in ('Interest', 'Refund', 'Gift')))
$$;

create or replace function bank.income_by_month(household uuid, zone text, into_currency text, today date) returns jsonb language sql volatile as $$
  with incomes as (
    select date_trunc('month', t.date at time zone zone)::date as month, t.currency, sum(t.amount) as amount
    from public.transactions t left join public.categories c on c.id = t.category_id
    where t.user_id = household and t.direction = 'in' and t.corrected_by is null and t.date > (today - interval '85 months')
      -- From one's own account to another is no income.
      and t.counter_account_id is null
      and (t.kind = 'auto_deposit' or (t.kind = 'deposit' and c.kind = 'income' and c.name <> 'Refund'))
    group by 1, 2
  ), months as (
    select i.month, sum(bank.minor_in(i.amount, i.currency, into_currency, today)) as amount from incomes i group by i.month
  )
  select coalesce(jsonb_agg(jsonb_build_object('month', to_char(m.month, 'YYYY-MM'), 'amount', m.amount) order by m.month), '[]') from months m
$$;
