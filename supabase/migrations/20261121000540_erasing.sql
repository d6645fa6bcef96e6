-- Where the rows of a customer go, in one place:
--   customers → accounts, categories and every other product            cascade: they go with the household
--   requests                                                            go with the household, by the function below
--   accounts → transactions                                             cascade: the journal keeps what they showed
--   accounts ← transactions.counter_account_id                          set null, by a trigger
--   categories ← transactions.category_id                               set null
--   journal (entries, postings, ledger_accounts)                        keep: no reference leads there
--   auth.users                                                          keep: no reference leads from there
-- Erasing a household is the one way to remove its books.
create function public.erase_household(customer_id uuid default null) returns jsonb language plpgsql volatile
security definer -- the one opening in the append-only books
set search_path = '' as $$
declare
  household uuid := coalesce(customer_id, auth.uid());
  counts bank.erased_households;
  in_clearing jsonb;
begin
  if household is null or (auth.uid() is null and current_setting('role') in ('anon', 'authenticated')) then
    raise exception using errcode = 'NOUSR', message = 'Please sign in first.';
  end if;
  if auth.uid() is not null and household <> auth.uid() then
    raise exception using errcode = 'NTFND', message = 'You can only erase your own household.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended(household::text, 1));
  in_clearing := bank.clearing_of(household);
  insert into bank.erasures (household_id) values (household);
  delete from public.customers where id = household;
  delete from bank.requests where user_id = household;
  delete from bank.postings p using bank.entries e where e.id = p.entry_id and e.household_id = household;
  get diagnostics counts.postings = row_count;
  delete from bank.entries where household_id = household;
  get diagnostics counts.entries = row_count;
  delete from bank.ledger_accounts where household_id = household;
  get diagnostics counts.ledger_accounts = row_count;
  insert into bank.erased_households (entries, postings, ledger_accounts)
    values (counts.entries, counts.postings, counts.ledger_accounts);
  delete from bank.erasures where household_id = household;
  perform bank.settle_clearing(household, in_clearing);
  return jsonb_build_object('entries', counts.entries, 'postings', counts.postings, 'ledger_accounts', counts.ledger_accounts);
end
$$;
comment on function public.erase_household(uuid) is
  'Erases everything of the caller (for the service role: of any customer): products, history and books. A tombstone that only counts remains.';
grant execute on function public.erase_household(uuid) to authenticated, service_role;
