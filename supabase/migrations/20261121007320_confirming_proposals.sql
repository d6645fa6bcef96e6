-- Carrying out what was proposed, and taking it back.
create function bank.make_rule(proposal public.assistant_proposals) returns void language plpgsql volatile as $$
declare
  payment public.scheduled_payments := jsonb_populate_record(null::public.scheduled_payments, proposal.parameters);
  deposit public.auto_deposits := jsonb_populate_record(null::public.auto_deposits, proposal.parameters);
begin
  if proposal.kind = 'schedule_payment' then
    insert into public.scheduled_payments (id, user_id, account_id, name, payee, to_account_id, card_id, loan_id, mortgage_id, amount, amount_kind,
      frequency, start_date, occurrences)
    values (proposal.id, proposal.user_id, payment.account_id, payment.name, payment.payee, payment.to_account_id, payment.card_id, payment.loan_id,
      payment.mortgage_id, payment.amount, coalesce(payment.amount_kind, 'fixed'), payment.frequency, payment.start_date, payment.occurrences);
  else
    insert into public.auto_deposits (id, user_id, account_id, name, amount, frequency, start_date)
    values (proposal.id, proposal.user_id, deposit.account_id, deposit.name, deposit.amount, deposit.frequency, deposit.start_date);
  end if;
end
$$;
comment on function bank.make_rule(public.assistant_proposals) is 'Makes the proposed scheduled payment or auto deposit, with the id of the proposal.';

create function bank.freeze_proposed(household uuid, card_id uuid, wanted boolean) returns void language plpgsql volatile as $$
begin
  update public.credit_cards c set frozen = wanted where c.id = freeze_proposed.card_id and c.user_id = household and c.closed_at is null;
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such card of yours.';
  end if;
end
$$;
comment on function bank.freeze_proposed(uuid, uuid, boolean) is 'Freezes or unfreezes an own card. Refuses: NTFND.';

-- Gives what takes it back exactly; null where nothing does.
create function bank.carry_out(proposal public.assistant_proposals) returns jsonb language plpgsql volatile as $$
declare
  p jsonb := proposal.parameters;
  request text := proposal.id::text;
  amount numeric := (p ->> 'amount')::numeric;
begin
  case proposal.kind
    when 'transfer' then
      perform public.transfer((p ->> 'from')::uuid, (p ->> 'to')::uuid, amount, null, request);
      -- Into another currency and back is not the same amount.
      return case when (select count(distinct a.currency) = 1 from public.accounts a where a.id in ((p ->> 'from')::uuid, (p ->> 'to')::uuid))
        then jsonb_build_object('transfer', amount) end;
    when 'pay_card' then
      perform public.pay_credit_card((p ->> 'card')::uuid, amount, (p ->> 'from')::uuid, null, request);
    when 'pay_loan' then
      perform public.pay_loan((p ->> 'debt')::uuid, amount, (p ->> 'from')::uuid, null, request);
    when 'pay_mortgage' then
      perform public.pay_mortgage((p ->> 'debt')::uuid, amount, (p ->> 'from')::uuid, null, request);
    when 'pay_person' then
      perform public.pay_person((p ->> 'from')::uuid, amount, p ->> 'address', p ->> 'currency', p ->> 'note', p ->> 'name', request);
    when 'schedule_payment', 'auto_deposit' then
      perform bank.make_rule(proposal);
      return jsonb_build_object('rule', proposal.id);
    when 'freeze_card', 'unfreeze_card' then
      perform bank.freeze_proposed(proposal.user_id, (p ->> 'card')::uuid, proposal.kind = 'freeze_card');
      return jsonb_build_object('frozen', proposal.kind <> 'freeze_card');
    when 'set_budget' then
      perform public.set_budgets(jsonb_build_array(jsonb_build_object('category_id', p ->> 'category', 'amount', amount)));
      return jsonb_build_object('budget', proposal.expects -> (p ->> 'category'), 'was', amount);
    when 'fast_forward' then
      -- The way back; the clock itself is moved by the server's function right after.
      return jsonb_build_object('checkpoint', (public.save_checkpoint(left('Before ' || (p ->> 'to'), 80))).id);
  end case;
  return null;
end
$$;
comment on function bank.carry_out(public.assistant_proposals) is
  'Does what was proposed by the verb the customer would use, and returns what takes it back exactly. Refuses what the verbs refuse.';

create function public.confirm_proposal(proposal_id uuid) returns jsonb language plpgsql volatile
security definer -- the state of a proposal is the bank's to write; the verbs act for the caller
set search_path = '' as $$
declare
  proposal public.assistant_proposals := bank.lock_proposal(proposal_id);
  undo jsonb;
begin
  if proposal.state <> 'proposed' then
    return jsonb_build_object('proposal', to_jsonb(proposal), 'acted', false, 'changed', false);
  end if;
  if proposal.created_at < clock_timestamp() - interval '30 minutes' or proposal.generation <> bank.generation_of(proposal.user_id) then
    proposal := bank.settle_proposal(proposal.id, 'refused', 'This proposal has expired: it stands for 30 minutes. Nothing was done.');
    return jsonb_build_object('proposal', to_jsonb(proposal), 'acted', false, 'changed', false);
  end if;
  -- Before anything moves, and with the clock still: what was shown is what happens.
  perform bank.hold_clock(proposal.user_id);
  if bank.standing_of(proposal.user_id, proposal.expects) <> proposal.expects then
    return jsonb_build_object('proposal', to_jsonb(proposal), 'acted', false, 'changed', true);
  end if;
  perform set_config('bank.channel', 'assistant', true);
  begin
    undo := bank.carry_out(proposal);
    proposal := bank.settle_proposal(proposal.id, 'done', proposal.shown ->> 'done', undo);
  exception when others then
    -- A refusal is the answer; whatever else went wrong is not, and a clock that is being moved will stand again.
    if sqlstate !~ '^[A-Z]{5}$' or sqlstate = 'CLOCK' then
      raise;
    end if;
    proposal := bank.settle_proposal(proposal.id, 'refused', sqlerrm);
  end;
  perform set_config('bank.channel', '', true);
  return jsonb_build_object('proposal', to_jsonb(proposal), 'acted', proposal.state = 'done', 'changed', false);
end
$$;
comment on function public.confirm_proposal(uuid) is
  'Does what one of the caller''s proposals says, once: `acted` says whether it was this call. Does nothing and says `changed` where the balances it was shown with have changed. Refuses: NTFND, CLOCK.';
grant execute on function public.confirm_proposal(uuid) to authenticated;

create function bank.unmake_rule(proposal public.assistant_proposals) returns void language plpgsql volatile as $$
begin
  if exists (select from bank.entries e where e.household_id = proposal.user_id and e.event_key like proposal.id || ':%') then
    raise exception using errcode = 'NOCOR', message = 'It has paid already: delete the rule itself to end it.', detail = jsonb_build_object('why', 'rule')::text;
  end if;
  delete from public.scheduled_payments r where r.id = proposal.id and r.user_id = proposal.user_id;
  delete from public.auto_deposits r where r.id = proposal.id and r.user_id = proposal.user_id;
end
$$;
comment on function bank.unmake_rule(public.assistant_proposals) is 'Deletes the rule that a proposal made, while it has not acted. Refuses: NOCOR.';

create function bank.restore_budget(proposal public.assistant_proposals) returns void language plpgsql volatile as $$
declare
  category uuid := (proposal.parameters ->> 'category')::uuid;
begin
  if (select b.amount from public.budgets b where b.user_id = proposal.user_id and b.category_id = category) is distinct from (proposal.undo ->> 'was')::numeric then
    raise exception using errcode = 'NOCOR', message = 'This budget was changed again since.', detail = jsonb_build_object('why', 'corrected')::text;
  end if;
  if proposal.undo ->> 'budget' is null then
    delete from public.budgets b where b.user_id = proposal.user_id and b.category_id = category;
  else
    perform public.set_budgets(jsonb_build_array(jsonb_build_object('category_id', category, 'amount', proposal.undo -> 'budget')));
  end if;
end
$$;
comment on function bank.restore_budget(public.assistant_proposals) is 'Gives a category the limit again that it had before a proposal. Refuses: NOCOR.';

create function public.undo_proposal(proposal_id uuid) returns public.assistant_proposals language plpgsql volatile
security definer -- as confirm_proposal
set search_path = '' as $$
declare
  proposal public.assistant_proposals := bank.lock_proposal(proposal_id);
  p jsonb := proposal.parameters;
begin
  if proposal.state = 'undone' then
    return proposal;
  end if;
  if proposal.state <> 'done' or proposal.kind = 'fast_forward' or proposal.undo is null or proposal.generation <> bank.generation_of(proposal.user_id) then
    raise exception using errcode = 'NOCOR', message = 'This cannot be undone.', detail = jsonb_build_object('why', 'bank')::text;
  end if;
  perform set_config('bank.channel', 'assistant', true);
  case proposal.kind
    when 'transfer' then
      perform public.transfer((p ->> 'to')::uuid, (p ->> 'from')::uuid, (p ->> 'amount')::numeric, null, proposal.id || ':undo');
    when 'schedule_payment', 'auto_deposit' then
      perform bank.unmake_rule(proposal);
    when 'freeze_card', 'unfreeze_card' then
      perform bank.freeze_proposed(proposal.user_id, (p ->> 'card')::uuid, (proposal.undo ->> 'frozen')::boolean);
    when 'set_budget' then
      perform bank.restore_budget(proposal);
  end case;
  perform set_config('bank.channel', '', true);
  return bank.settle_proposal(proposal.id, 'undone', proposal.shown ->> 'undone', proposal.undo);
end
$$;
comment on function public.undo_proposal(uuid) is
  'Takes back what one of the caller''s proposals did, once, where that is exact: a transfer in one currency, a rule that has not acted, a frozen card, a budget. Refuses: NTFND, NOCOR, and what the verbs refuse.';
grant execute on function public.undo_proposal(uuid) to authenticated;

create function public.tell_of_leap(proposal_id uuid, outcome text default null) returns public.assistant_proposals language plpgsql volatile
security definer -- as confirm_proposal
set search_path = '' as $$
declare
  proposal public.assistant_proposals := bank.lock_proposal(proposal_id);
begin
  if proposal.kind = 'fast_forward' and proposal.state = 'done' then
    proposal := bank.settle_proposal(proposal.id, 'done', bank.clean_words(tell_of_leap.outcome, 'outcome', 500), proposal.undo);
  end if;
  return proposal;
end
$$;
comment on function public.tell_of_leap(uuid, text) is 'Keeps where the clock came to stand after a confirmed fast-forward. Refuses: NTFND, BADTX.';
grant execute on function public.tell_of_leap(uuid, text) to authenticated;
