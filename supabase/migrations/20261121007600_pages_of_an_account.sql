-- A page of an account is read along its index of dates. Beside a row rule the planner multiplies: one account in so many,
-- of one customer in so many, makes it expect less than a row, for which it gathered all rows of the account and all of the
-- customer from two indexes and sorted them: twice the pages of the table for an account of a hundred rows, all of them for a
-- large one. Statistics over both columns do not reach these bitmaps. Where an account is thought to have a row or
-- two, nothing is gathered; of the accounts with the most rows the planner keeps the true numbers.
alter table public.transactions alter column account_id set (n_distinct = -1);
analyze public.transactions (account_id);
