-- What is written about rows, and what is taken in and ticked off, stands in every window of its customer at once. Of what is
-- written about many rows in one go the edit alone is told: one message and not a thousand.
call bank.broadcast('public.row_edits');
call bank.broadcast('public.row_splits');
call bank.broadcast('public.row_attachments');
call bank.broadcast('public.row_rules');
call bank.broadcast('public.imports');
call bank.broadcast('public.reconciliations');
call bank.broadcast('public.insight_dismissals');
