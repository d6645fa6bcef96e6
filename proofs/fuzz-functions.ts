import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import type { Attempt } from './fuzz-attempts.ts';
import { type FuzzedBank, furnished } from './fuzz-bank.ts';
import { known } from './fuzz-tables.ts';
import { brokenBody, escaped, oddText, oddValue } from './fuzz-values.ts';

const FOLDER = fileURLToPath(new URL('../supabase/functions', import.meta.url));
/** What the functions of the bank read from their bodies. */
const MEMBERS =
  'document_id application_id time_zone to until days months years file household ask conversation request_id ticket confirm undo dismiss id name folder_id pack seed language story decisions rounds next __proto__ constructor'.split(
    ' ',
  );

/** Calls of the bank's server functions, and of names that are none. */
export async function functionAttempts(bank: FuzzedBank): Promise<fc.Arbitrary<Attempt>> {
  const [token = ''] = bank.tokens;
  await furnished(bank.url, token);
  const { ids } = await known(bank);
  const names = readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  const name = fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...names) }, oddText.map(escaped));
  const rest = fc.oneof(
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
  const method = fc.constantFrom('POST', 'POST', 'POST', 'POST', 'GET', 'PUT', 'DELETE', 'OPTIONS');
  const sender = fc.constantFrom(first, first, first, second, bank.anonKey, 'a.b.c', '');
  return fc.tuple(name, rest, body, method, sender).map(([called, path, sentBody, verb, bearer]) => ({
    method: verb,
    path: `/functions/v1/${called}${path}`,
    headers: {
      apikey: bank.anonKey,
      'content-type': sentBody.type,
      ...(bearer === '' ? {} : { authorization: `Bearer ${bearer}` }),
    },
    body: verb === 'GET' || verb === 'OPTIONS' ? null : sentBody.body,
  }));
}

/** Forms with files, some of them broken off or with boundaries that are none. */
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
