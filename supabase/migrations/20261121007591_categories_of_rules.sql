-- What a rule files its payments under is a category that its customer can see, as it is for movements: the bank's, or
-- their own.
alter policy "customers set up auto deposits for themselves" on public.auto_deposits
  with check (user_id = (select auth.uid()) and (category_id is null or exists (select from public.categories c where c.id = category_id)));
alter policy "customers change their own auto deposits" on public.auto_deposits
  with check (user_id = (select auth.uid()) and (category_id is null or exists (select from public.categories c where c.id = category_id)));
alter policy "customers set up scheduled payments for themselves" on public.scheduled_payments
  with check (user_id = (select auth.uid()) and (category_id is null or exists (select from public.categories c where c.id = category_id)));
alter policy "customers change their own scheduled payments" on public.scheduled_payments
  with check (user_id = (select auth.uid()) and (category_id is null or exists (select from public.categories c where c.id = category_id)));
