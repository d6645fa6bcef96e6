-- What interest a card's open cycle adds up to, day by day, by the same rules by which the engine closes it.
create function bank.card_days(card public.credit_cards, from_date date, to_date date, zone text)
returns table (day date, balance numeric, paid numeric) language sql stable as $$
  -- What the engine posts in the last millisecond of a day bears interest from the next day on.
  with moved as materialized (
    select greatest(((e.value_at + interval '1 millisecond') at time zone zone)::date, card_days.from_date - 1) as day, -sum(p.amount) as owed,
      coalesce(sum(p.amount) filter (where p.amount > 0 and e.kind not in ('interest', 'fee')
        and ((e.value_at + interval '1 millisecond') at time zone zone)::date >= card_days.from_date), 0) as paid
    from bank.postings p join bank.entries e on e.id = p.entry_id where p.ledger_id = card.id group by 1
  )
  select days.day::date, sum(coalesce(m.owed, 0)) over (order by days.day), sum(coalesce(m.paid, 0)) over (order by days.day)
  from generate_series(card_days.from_date - 1, card_days.to_date, interval '1 day') as days (day) left join moved m on m.day = days.day::date
$$;
comment on function bank.card_days(public.credit_cards, date, date, text) is
  'What was owed on a card at the end of each day, from the eve of the first day on, and what was paid since.';

create function bank.is_revolving(card public.credit_cards) returns boolean language sql stable as $$
  select coalesce((k.memory #>> array['cards', card.id::text, 'cycle', 'revolving'])::boolean, false)
  from bank.clocks k where k.household_id = card.user_id
$$;
comment on function bank.is_revolving(public.credit_cards) is
  'Whether the cycle before the open one bore interest: then paying in full ends interest on that day only.';

create function public.card_interest_days(card_id uuid) returns table (day date, balance numeric, interest numeric, in_grace boolean)
language plpgsql volatile
security definer -- reads the clock and the engine's memory
set search_path = '' as $$
declare
  card public.credit_cards;
  statement public.card_statements;
  zone text;
  today date;
  from_date date;
  paid_on date;
  repaid numeric := 0;
begin
  select * into card from public.credit_cards c where c.id = card_interest_days.card_id and c.user_id = bank.caller();
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such card of yours.';
  elsif card.closed_at is not null then
    return;
  end if;
  select c.time_zone into zone from public.customers c where c.id = card.user_id;
  today := bank.today_for(card.user_id);
  select * into statement from public.card_statements s where s.card_id = card.id order by s.to_date desc limit 1;
  from_date := coalesce(statement.to_date + 1, (card.created_at at time zone zone)::date);
  select min(d.day) into paid_on from bank.card_days(card, from_date, today, zone) d where d.paid >= statement.closing_balance;
  if today > statement.due_date and (paid_on is null or paid_on > statement.due_date) and not bank.is_revolving(card) then
    -- Grace was lost: what was repaid of the statement by its due date bears no interest (12 CFR 1026.54(a)(1)(ii)).
    select least(max(d.paid), statement.closing_balance) into repaid
      from bank.card_days(card, from_date, least(statement.due_date, today), zone) d where d.day >= from_date;
  end if;
  return query
    select d.day, d.balance, round(greatest(d.balance - greatest(0, repaid - d.paid), 0) * card.apr / 100 / 365, 4),
      case when statement.id is null then true
        -- Not paid yet, or too late: only as long as it can still be paid in time, after a cycle without interest.
        when paid_on is null or paid_on > statement.due_date then paid_on is null and today <= statement.due_date and not bank.is_revolving(card)
        else d.day >= paid_on or not bank.is_revolving(card) end
    from bank.card_days(card, from_date, today, zone) d where d.day >= from_date order by d.day;
end
$$;
comment on function public.card_interest_days(uuid) is
  'Each day since the last statement of one of the caller''s cards: what was owed at its end, what interest it adds at a 365th of the yearly rate (once the grace period is lost, not on what was repaid by the due date), and whether grace holds, so that it is not charged. Before the due date grace holds as long as the statement can still be paid in full. Nothing for a closed card. Refuses: NTFND.';
grant execute on function public.card_interest_days(uuid) to authenticated;
