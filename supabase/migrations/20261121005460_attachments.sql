-- A paper is kept among the documents; here it is tied to a row. There is no reference: whoever deletes the document
-- takes it off its rows.
create function public.attach_document(document_id uuid, row_id text default null) returns public.row_attachments language plpgsql volatile
security definer -- what belongs to rows is written by verbs alone
set search_path = '' as $$
declare
  household uuid := bank.caller();
  attached public.row_attachments;
begin
  if not exists (select from public.documents d where d.id = document_id and d.user_id = household and d.deleted_at is null)
    or not exists (select from bank.rows_named(household, array[attach_document.row_id])) then
    raise exception using errcode = 'NTFND', message = 'There is no such document or row of yours.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended(household::text, 5));
  if (select count(*) from public.row_attachments a where a.user_id = household and a.row_id = attach_document.row_id
    and a.document_id <> attach_document.document_id) >= 20 then
    raise exception using errcode = 'LIMIT', message = 'A row has at most 20 attachments.', detail = jsonb_build_object('highest', 20)::text;
  end if;
  insert into public.row_attachments (user_id, row_id, document_id) values (household, attach_document.row_id, attach_document.document_id)
    on conflict on constraint row_attachments_user_id_row_id_document_id_key do update set document_id = excluded.document_id returning * into attached;
  return attached;
end
$$;
comment on function public.attach_document(uuid, text) is
  'Ties one of the caller''s documents to a row, and returns the tie. A second time it does nothing. Refuses: NTFND, LIMIT.';
grant execute on function public.attach_document(uuid, text) to authenticated;

create function public.detach_document(document_id uuid, row_id text default null) returns public.row_attachments language plpgsql volatile
security definer -- what belongs to rows is written by verbs alone
set search_path = '' as $$
declare
  removed public.row_attachments;
begin
  delete from public.row_attachments a
    where a.user_id = bank.caller() and a.row_id = detach_document.row_id and a.document_id = detach_document.document_id returning * into removed;
  if not found then
    raise exception using errcode = 'NTFND', message = 'This is not attached to the row.';
  end if;
  return removed;
end
$$;
comment on function public.detach_document(uuid, text) is 'Takes a document off a row; the document stays. Refuses: NTFND.';
grant execute on function public.detach_document(uuid, text) to authenticated;
