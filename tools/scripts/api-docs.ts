// `npm run docs:api`: writes docs/api.md from supabase/schema.sql and the migrations.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = new URL('../../', import.meta.url);
const MIGRATIONS = new URL('supabase/migrations/', ROOT);
const TARGET = new URL('docs/api.md', ROOT);

const INTRODUCTION = `# The functions of the bank

Call them with \`supabase.rpc(name, parameters)\`. Parameters with a default are optional. Amounts are in major units
(\`25.5\` is $25.50), days are \`YYYY-MM-DD\`, and instants are ISO 8601. Each function lists its refusal codes, and
[error-codes.md](error-codes.md) explains them. [client-libraries.md](client-libraries.md) describes how to connect.

\`npm run docs:api\` generates this page from the comments in \`supabase/migrations\`. A test checks that it is up to date.`;

const SETUP = `## Connect

\`\`\`ts
import { createClient } from '@supabase/supabase-js';

const { url, anonKey } = await (await fetch('http://localhost:3000/config.json')).json();
const supabase = createClient(url, anonKey);
await supabase.auth.signInWithPassword({ email, password });
\`\`\`

A refusal is an error with a code. For example, \`error.code\` is \`INSUF\`, \`error.message\` is a sentence, and \`error.details\` is
JSON text with the amounts. If a response is lost, send the same \`request_id\` again. The money moves only once.`;

type Example = { parameters: Record<string, string>; result: string };

/** Example calls of the money functions. The generator checks their parameters. */
const EXAMPLES: Record<string, Example> = {
  deposit: {
    parameters: { account_id: 'account.id', amount: '25.5', description: "'Birthday'", request_id: 'id' },
    result: 'data is the account, with its new balance',
  },
  withdraw: {
    parameters: { account_id: 'account.id', amount: '40', request_id: 'id' },
    result: 'data is the account; error.code is INSUF if the balance is too low',
  },
  transfer: {
    parameters: {
      from_account_id: 'checking.id',
      to_account_id: 'savings.id',
      amount: '200',
      request_id: 'id',
    },
    result: 'data is both accounts, the source first',
  },
  charge_credit_card: {
    parameters: { card_id: 'card.id', amount: '18.9', description: "'Corner Cafe'", request_id: 'id' },
    result: 'data is the card; error.code is OVRLM above the credit limit',
  },
  pay_credit_card: {
    parameters: { card_id: 'card.id', amount: '120', account_id: 'checking.id', request_id: 'id' },
    result: 'data is the card, with its new balance',
  },
  pay_loan: {
    parameters: { loan_id: 'loan.id', amount: '310.25', account_id: 'checking.id', request_id: 'id' },
    result: 'data is the loan, with its remaining balance',
  },
  pay_mortgage: {
    parameters: { mortgage_id: 'mortgage.id', amount: '1850', account_id: 'checking.id', request_id: 'id' },
    result: 'data is the mortgage, with its remaining balance',
  },
};

/** A function that clients can call. */
type PublicFunction = {
  name: string;
  parameters: string[];
  returns: string;
  comment: string;
  /** True if customers can call the function. Otherwise, only server functions can, with the service key. */
  isForCustomers: boolean;
};

/**
 * Returns the text of docs/api.md. Throws if a function has no comment or an example has an unknown
 * parameter.
 */
export function describeApi(): string {
  const functions = readFunctions(readFileSync(new URL('supabase/schema.sql', ROOT), 'utf8'));
  const codes = readCodes(readFileSync(new URL('docs/error-codes.md', ROOT), 'utf8'));
  const features = readFeatures().map(({ title, file, names }) => ({
    title,
    file,
    functions: functions.filter(({ name }) => names.has(name)),
  }));
  const described = features.filter(({ functions: own }) => own.some(({ isForCustomers }) => isForCustomers));
  const contents = described.map(({ title }) => `- [${title}](#${toAnchor(title)})`);
  const sections = described.map(({ title, file, functions: own }) => {
    const customerFunctions = own.filter(({ isForCustomers }) => isForCustomers);
    const source = `From [${file}](../supabase/migrations/${file}).`;
    return [`## ${title}`, source, ...customerFunctions.map((fn) => describeFunction(fn, codes))].join(
      '\n\n',
    );
  });
  const serverFunctions = functions.filter(({ isForCustomers }) => !isForCustomers);
  return `${[
    INTRODUCTION,
    SETUP,
    `## Features\n\n${contents.join('\n')}\n- [For server functions](#for-server-functions)`,
    ...sections,
    '## For server functions',
    'These need the service key. Customers cannot call them.',
    ...serverFunctions.map((fn) => describeFunction(fn, codes)),
  ].join('\n\n')}\n`;
}

function describeFunction(fn: PublicFunction, codes: ReadonlySet<string>): string {
  const { name, parameters, returns, comment } = fn;
  const inOneLine = `${name}(${parameters.join(', ')}) → ${returns}`;
  const signature =
    inOneLine.length <= 110 ? inOneLine : `${name}(\n  ${parameters.join(',\n  ')}\n) → ${returns}`;
  const [, text = comment, refusals] = comment.match(/^(.*?) ?Refuses: ([A-Z, ]+)\.$/) ?? [];
  const parts = [`### ${name}`, `\`\`\`\n${signature}\n\`\`\``, linkCodes(text, codes)];
  if (refusals) parts.push(`Refusal codes: ${linkCodes(refusals, codes)}.`);
  const example = EXAMPLES[name];
  if (example) parts.push(describeExample(fn, example));
  return parts.join('\n\n');
}

function describeExample({ name, parameters }: PublicFunction, example: Example): string {
  const documented = new Set(parameters.map((parameter) => parameter.split(' ')[0]));
  for (const parameter of Object.keys(example.parameters))
    if (!documented.has(parameter)) throw new Error(`${name} has no parameter ${parameter}.`);
  const lines = Object.entries(example.parameters).map(([key, value]) => `  ${key}: ${value},`);
  return `\`\`\`ts
const id = crypto.randomUUID(); // reuse this id when you retry
const { data, error } = await supabase.rpc('${name}', {
${lines.join('\n')}
});
// ${example.result}
\`\`\``;
}

const FUNCTION = /^create function ([a-z_]+)\((.*)\) returns (.*?) language .*;$/gm;

/** Reads the functions of schema public from the text of supabase/schema.sql. */
function readFunctions(schema: string): PublicFunction[] {
  return [...schema.matchAll(FUNCTION)].flatMap(([header, name = '', list = '', returns = '']) => {
    if (returns === 'trigger') return [];
    const start = schema.indexOf(header) + header.length;
    const end = schema.indexOf('\n\n', start);
    const remainder = schema.slice(start, end === -1 ? undefined : end);
    const grants = [...remainder.matchAll(/^grant execute on function .* to (\w+);$/gm)].map(
      ([, role]) => role,
    );
    const comment = remainder
      .match(/^comment on function .*? is '((?:[^']|'')*)';$/m)?.[1]
      ?.replaceAll("''", "'");
    if (!comment) throw new Error(`${name} has no comment.`);
    return {
      name,
      parameters: splitParameters(list),
      returns: returns.replace(/^SETOF (.*)$/, '$1[]').replace(/^TABLE\((.*)\)$/, '{ $1 }[]'),
      comment,
      isForCustomers: grants.some((role) => role === 'authenticated' || role === 'anon'),
    };
  });
}

/** Splits a parameter list: `a uuid, b text DEFAULT NULL::text` → `a uuid`, `b text = null`. */
function splitParameters(list: string): string[] {
  return list === ''
    ? []
    : list
        .split(/, (?=(?:"?[a-z_]+"? ))/)
        .map((parameter) =>
          parameter
            .replaceAll('"', '')
            .replace(/ DEFAULT (.*)$/, (_, value: string) => ` = ${toDefault(value)}`),
        );
}

/** Converts a default value: `NULL::text` → `null`, `'CHECKING'::text` → `'CHECKING'`. */
function toDefault(value: string): string {
  const literal = value.replace(/::.*$/, '');
  return literal.startsWith("'") ? literal : literal.toLowerCase();
}

/** Reads the names of the functions that each migration defines. */
function readFeatures(): { title: string; file: string; names: Set<string> }[] {
  return readdirSync(MIGRATIONS)
    .sort()
    .map((file) => {
      const text = readFileSync(new URL(file, MIGRATIONS), 'utf8');
      const names = [...text.matchAll(/^create function public\.([a-z_]+)/gm)].map(([, name = '']) => name);
      return { title: titleOfMigration(file), file, names: new Set(names) };
    });
}

/** Converts a file name to a title: `20261123005000_transactions.sql` → `Transactions`. */
function titleOfMigration(file: string): string {
  const title = basename(file, '.sql').replace(/^\d+_/, '').replaceAll('_', ' ');
  return title.charAt(0).toUpperCase() + title.slice(1);
}

const toAnchor = (title: string) => title.toLowerCase().replaceAll(' ', '-');

const readCodes = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/^\| `([A-Z]{5})` \|/gm)].map(([, code = '']) => code));

/** Links each code that is explained in docs/error-codes.md. */
function linkCodes(comment: string, codes: ReadonlySet<string>): string {
  return comment.replace(/\b[A-Z]{5}\b/g, (code) =>
    codes.has(code) ? `[\`${code}\`](error-codes.md)` : code,
  );
}

export function writeApiDocument(): void {
  writeFileSync(TARGET, describeApi());
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeApiDocument();
