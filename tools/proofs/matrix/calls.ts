import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../../supabase/tests/support/catalog.ts';
import { ROUTINES, type Routine, strangeCalls } from '../../../supabase/tests/support/hostile-calls.ts';
import type { RequestRecorder } from './asking.ts';
import type { MatrixBank } from './bank.ts';
import type { Caller, Resident } from './people.ts';

/** Tries every database function, with the owner's ids as the values of all id parameters. */
export async function tryRoutines(
  { bank }: MatrixBank,
  requests: RequestRecorder,
  owner: Resident,
  stranger: Resident,
  callers: readonly Caller[],
): Promise<void> {
  const routines = (await run(bank.owner, ROUTINES)) as Routine[];
  const nobodys = Object.fromEntries(Object.keys(owner.ids).map((table) => [table, crypto.randomUUID()]));
  for (const caller of callers) {
    for (const routine of routines) {
      const path = `/rest/v1/rpc/${routine.name}`;
      const isOpen = caller.kind === 'stranger' && routine.forCustomers;
      const question = { surface: 'functions of the database', method: 'POST', path, forbidden: !isOpen };
      for (const body of strangeCalls(routine, owner.ids, stranger.ids)) {
        const answer = await requests.send(caller, { ...question, body });
        if (!isOpen || answer.status !== 404) continue;
        // An unknown id must get the same response as one of the owner's ids.
        const [unknown] = strangeCalls(routine, nobodys, stranger.ids);
        if (JSON.stringify(Object.keys(body)) !== JSON.stringify(Object.keys(unknown ?? {}))) continue;
        const unknownResponse = await requests.send(caller, { ...question, body: unknown });
        if (masked(unknownResponse.text) !== masked(answer.text))
          requests.report(
            `stranger: ${routine.name} reveals that the id exists: ${answer.text} differs from ${unknownResponse.text}`,
          );
      }
      await requests.send(caller, { ...question, method: 'GET', forbidden: !isOpen });
    }
    await requests.checkUnchanged(`database functions: ${caller.name}`);
  }
}

const masked = (text: string) => text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>');

/** The public request, which reads the push key. Preflight requests are also public. */
const PUBLIC = ['GET push-notifications'];

/** Tries every server function with every method. The owner's ids are sent under all field names. */
export async function tryServerFunctions(
  { functionsFolder }: MatrixBank,
  requests: RequestRecorder,
  { id, ids }: Resident,
  callers: readonly Caller[],
): Promise<void> {
  const names = readdirSync(functionsFolder).filter((name) =>
    existsSync(join(functionsFolder, name, 'index.ts')),
  );
  const everything = {
    ...{ customer_id: id, user_id: id, customer: id, application_id: ids.loan_applications },
    ...{ document_id: ids.documents, checkpoint_id: ids.checkpoints, by: 'P1D', persona: 'student' },
  };
  const bodies = [
    everything,
    { ask: 'What do I have?', conversation: ids.assistant_conversations, request_id: crypto.randomUUID() },
    { ask: 'Why this row?', conversation: ids.assistant_conversations, request_id: ids.assistant_messages },
    { confirm: ids.assistant_proposals },
    { undo: ids.assistant_proposals },
    { dismiss: ids.assistant_proposals },
    { ticket: ids.tickets },
  ];
  for (const caller of callers) {
    for (const name of names)
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'POST'])
        for (const body of method === 'POST'
          ? [...bodies, getForm(ids)]
          : method === 'GET'
            ? [undefined]
            : [everything]) {
          const isOpen = caller.kind === 'stranger' || PUBLIC.includes(`${method} ${name}`);
          const question = { surface: 'server functions', method, path: `/functions/v1/${name}`, body };
          await requests.send(caller, { ...question, forbidden: !isOpen });
        }
    await requests.checkUnchanged(`server functions: ${caller.name}`);
  }
}

/** Returns a form that uploads a file into the owner's folder with the id of one of the owner's files. */
function getForm(ids: Resident['ids']): FormData {
  const form = new FormData();
  form.set('id', ids.documents ?? '');
  form.set('folder_id', ids.document_folders ?? '');
  form.set('name', 'Probe.txt');
  form.set('file', new Blob(['Probe'], { type: 'text/plain' }), 'Probe.txt');
  return form;
}
