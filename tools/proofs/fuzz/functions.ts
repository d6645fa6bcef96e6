import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { type Attempt, sent } from './attempts.ts';
import { type FuzzedBank, furnished } from './bank.ts';
import { mutated } from './mutations.ts';
import { readSchema } from './tables.ts';
import { brokenBody, escaped, oddText, oddValue } from './values.ts';

const FOLDER = fileURLToPath(new URL('../../../supabase/functions', import.meta.url));
/** Body fields that the bank's functions read. */
const MEMBERS =
  'document_id application_id time_zone to until days months years file household ask conversation request_id ticket confirm undo dismiss id name folder_id pack seed language story decisions rounds next __proto__ constructor'.split(
    ' ',
  );

/** Generates calls to the bank's server functions and to unknown functions. */
export async function functionAttempts(bank: FuzzedBank): Promise<fc.Arbitrary<Attempt>> {
  const [token = ''] = bank.tokens;
  await furnished(bank.url, token);
  const { ids } = await readSchema(bank);
  const names = readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  const name = fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...names) }, oddText.map(escaped));
  const otherCalls = fc.oneof(
    { weight: 5, arbitrary: fc.constant('') },
    oddText.map((text) => `/${escaped(text)}`),
  );
  const value = fc.oneof(
    oddValue,
    fc.constantFrom(...ids, 'x'),
    fc.constantFrom('2026-12-24', '2027-06-30T00:00:00Z', 'What is my balance?', 'Pay 20 to Ada', 'UTC'),
  );
  const json = fc.dictionary(fc.constantFrom(...MEMBERS), value, { maxKeys: 5 });
  const body = fc.oneof(
    {
      weight: 6,
      arbitrary: json.map((fields) => ({ type: 'application/json', body: JSON.stringify(fields) })),
    },
    { weight: 1, arbitrary: brokenBody.map((text) => ({ type: 'application/json', body: text })) },
    { weight: 2, arbitrary: form() },
  );
  const [first = '', second = ''] = bank.tokens;
  const nearlySound = await soundCalls(bank, ids);
  const method = fc.constantFrom('POST', 'POST', 'POST', 'POST', 'GET', 'PUT', 'DELETE', 'OPTIONS');
  const sender = fc.constantFrom(first, first, first, second, bank.anonKey, 'a.b.c', '');
  const odd = fc
    .tuple(name, otherCalls, body, method, sender)
    .map(([called, path, sentBody, verb, bearer]) => ({
      method: verb,
      path: `/functions/v1/${called}${path}`,
      headers: {
        apikey: bank.anonKey,
        'content-type': sentBody.type,
        ...(bearer === '' ? {} : { authorization: `Bearer ${bearer}` }),
      },
      body: verb === 'GET' || verb === 'OPTIONS' ? null : sentBody.body,
    }));
  return fc.oneof({ weight: 2, arbitrary: odd }, { weight: 1, arbitrary: nearlySound });
}

/**
 * Generates slightly changed copies of valid calls, such as a call that starts a scenario or restores a
 * household file.
 */
async function soundCalls(bank: FuzzedBank, ids: readonly string[]): Promise<fc.Arbitrary<Attempt>> {
  const [, token = ''] = bank.tokens;
  const headers = {
    apikey: bank.anonKey,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  };
  const exported = await sent(bank, {
    ...{ method: 'POST', path: '/rest/v1/rpc/export_household', headers, body: '{}' },
  });
  const pack = JSON.parse(
    readFileSync(new URL('../../../content/scenarios/first-salary.json', import.meta.url), 'utf8'),
  );
  const [id = ''] = ids;
  const sound: [string, unknown][] = [
    ['start-scenario', { pack, time_zone: 'Europe/Paris' }],
    ['restore', { file: JSON.parse(exported.text) }],
    ['restore', { checkpoint_id: id }],
    ['start-household', { persona: 'student', time_zone: 'Europe/Paris' }],
    ['advance', { by: 'P3D' }],
    ['advance', { to: '2026-12-24T00:00:00Z' }],
    ['assistant', { ask: 'Why did my balance change in May?', conversation: id, request_id: id }],
    ['assistant', { confirm: id }],
    ['assistant', { ticket: id }],
    ['decide-application', { application_id: id }],
    ['issue-document', { document_id: id }],
    ['demo', { time_zone: 'Europe/Paris' }],
  ];
  return fc
    .constantFrom(...sound)
    .chain(([called, value]) =>
      mutated(value).map((body) => ({ method: 'POST', path: `/functions/v1/${called}`, headers, body })),
    );
}

/** Generates forms with files. Some are incomplete or have invalid boundaries. */
function form() {
  const content = fc.oneof(
    fc.constantFrom('%PDF-1.7\n%%EOF', '<svg onload=alert(1)>', 'PK\u0003\u0004', '\u0089PNG\r\n\u001a\n'),
    fc.string({ unit: 'binary', maxLength: 200 }),
  );
  const field = fc.tuple(fc.constantFrom('id', 'name', 'file', 'folder_id', '__proto__'), oddText, content);
  const boundary = fc.constantFrom('b', 'b', 'b', '', 'x'.repeat(200), '--');
  return fc.tuple(fc.array(field, { maxLength: 4 }), boundary, fc.boolean()).map(([fields, edge, ends]) => ({
    type: `multipart/form-data; boundary=${edge}`,
    body:
      fields
        .map(
          ([name, file, text]) =>
            `--b\r\nContent-Disposition: form-data; name="${name}"${name === 'file' ? `; filename="${file}"` : ''}\r\n\r\n${name === 'file' ? text : file}\r\n`,
        )
        .join('') + (ends ? '--b--\r\n' : ''),
  }));
}
