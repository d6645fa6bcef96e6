-- An index over a function is written with the rights of who writes the row, and the bank's functions are nobody's to call.
-- So the indexes hold the words themselves; what is asked is put in place of the function by the planner.
drop index public.transactions_words_idx;
drop index bank.card_movements_words_idx;
create index transactions_words_idx on public.transactions
  using gin (user_id, category_id, lower(coalesce(description, '') || e'\n' || coalesce(merchant, '')) extensions.gin_trgm_ops);
create index card_movements_words_idx on bank.card_movements
  using gin (user_id, category_id, lower(coalesce(description, '') || e'\n' || coalesce(merchant, '')) extensions.gin_trgm_ops);
