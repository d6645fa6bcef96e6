// The operator commands. Each function accepts the bank and the command's arguments, and returns the output.
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

/** An error that is printed as a message with no stack trace. */
export class Refused extends Error {
  name = 'Refused';
}

export const HELP = `Answers customers' questions on a running Sandbank.

  npm run operator -- list [--all | <state>]      lists questions that need an answer, all questions, or those in a state:
                                                  open, answered, waiting, resolved, closed
  npm run operator -- show <question>             shows the whole conversation
  npm run operator -- answer <question> <text>    sends an answer, which the customer sees immediately
  npm run operator -- ask <question> <text>       asks the customer for more information and waits for a reply
  npm run operator -- resolve <question> [text]   marks the question as resolved; the customer can reopen it for 14 days
  npm run operator -- close <question> [text]     closes the question
  npm run operator -- files <question> <folder>   saves the customer's attachments in a folder
  npm run operator -- disputes [--all]            lists the card disputes in review, or all card disputes
  npm run operator -- articles                    shows how customers rated the help articles

For <question>, enter the first characters of the question's number, as list shows it. For text with several lines,
enter - as <text> and pass the text as input: npm run --silent operator -- answer 3f2a - < answer.txt

The key comes from the data folder (SANDBANK_DATA), or from SANDBANK_SERVICE_KEY with SANDBANK_URL. The key gives full
access, so keep it safe. The bank's rules decide card disputes (docs/credit-cards.md), so this tool only lists them.`;

const STATES = ['open', 'answered', 'waiting', 'resolved', 'closed'];
const MAX_ROWS = 200;

export const commands = {
  list,
  show,
  answer,
  ask: createCall,
  resolve: settle('resolved'),
  close: settle('closed'),
  files,
  disputes,
  articles,
};

/**
 * Sanitizes text from customers for terminals. Removes control characters and marks that change the writing
 * direction.
 */
export function safe(value) {
  return String(value ?? '').replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '');
}

const line = (value) => safe(value).replaceAll('\n', ' ');
const short = (id) => id.slice(0, 8);
const when = (instant) => new Date(instant).toISOString().slice(0, 16).replace('T', ' ');

async function list({ url, key, args: [status] }) {
  if (status !== undefined && status !== '--all' && !STATES.includes(status))
    throw new Refused(`The state must be one of ${STATES.join(', ')}.`);
  const state = status === '--all' ? '' : `&state=eq.${status ?? 'open'}`;
  const rows = await get({ url, key }, `tickets?select=*${state}&order=updated_at.asc&limit=${MAX_ROWS}`);
  if (rows.length === 0) return status ? 'No questions found.' : 'No questions need an answer.';
  return rows
    .map(
      (row) =>
        `${short(row.id)}  ${when(row.updated_at)}  ${row.state.padEnd(8)}  ${row.topic.padEnd(11)}  ${line(row.subject)}`,
    )
    .join('\n');
}

async function show({ url, key, args: [prefix] }) {
  const bank = { url, key };
  const ticket = await find(bank, prefix);
  const messages = await get(
    bank,
    `ticket_messages?select=*,ticket_attachments(documents(name,size))&ticket_id=eq.${ticket.id}&order=created_at.asc`,
  );
  const head = [
    `${line(ticket.subject)}`,
    `${ticket.id}, ${ticket.state}, about ${ticket.topic}, customer ${short(ticket.user_id)}`,
    ticket.about_name && `About this ${ticket.about_kind}: ${line(ticket.about_name)}`,
    ticket.satisfaction &&
      `Satisfaction: ${ticket.satisfaction} of 5${ticket.satisfaction_comment ? `, "${line(ticket.satisfaction_comment)}"` : ''}`,
  ].filter(Boolean);
  const thread = messages.map(({ author, body, article, created_at: at, ticket_attachments: attached }) =>
    [
      `--- ${author}, ${when(at)} UTC`,
      author === 'automatic' && article ? `The help article "${line(article)}" was shown.` : safe(body),
      ...attached.map(({ documents }) => `Attached: ${line(documents.name)} (${documents.size} bytes)`),
    ].join('\n'),
  );
  return [...head, '', thread.join('\n\n')].join('\n');
}

async function answer({ url, key, args: [prefix, ...rest] }, asksBack = false) {
  const ticket = await find({ url, key }, prefix);
  const text = await readText(rest);
  if (!text.trim()) throw new Refused('Enter the answer: npm run operator -- answer <question> <text>');
  const call = { ticket_id: ticket.id, message: text, asks_back: asksBack };
  const { state } = await post({ url, key }, 'answer_ticket', call);
  return `${short(ticket.id)} is ${state === 'waiting' ? 'waiting for the customer' : state}.`;
}

function createCall(call) {
  return answer(call, true);
}

function settle(state) {
  return async ({ url, key, args: [prefix, ...rest] }) => {
    const ticket = await find({ url, key }, prefix);
    const text = await readText(rest);
    await post({ url, key }, 'settle_ticket', {
      ticket_id: ticket.id,
      state,
      message: text.trim() ? text : null,
    });
    return `${short(ticket.id)} is ${state}.`;
  };
}

async function files({ url, key, args: [prefix, folder] }) {
  if (!folder) throw new Refused('Enter the folder: npm run operator -- files <question> <folder>');
  const ticket = await find({ url, key }, prefix);
  const rows = await get(
    { url, key },
    `ticket_messages?select=ticket_attachments(documents(id,name,path))&ticket_id=eq.${ticket.id}`,
  );
  const attached = rows.flatMap((row) => row.ticket_attachments.map(({ documents }) => documents));
  const target = resolve(folder);
  if (attached.length > 0) mkdirSync(target, { recursive: true });
  const saved = [];
  for (const { id, name, path } of attached) {
    const response = await fetch(`${url}/storage/v1/object/documents/${path}`, { headers: headersFor(key) });
    if (!response.ok) throw new Refused(`Failed to download an attachment (${response.status}).`);
    // A customer's file name is never used as a path.
    const file = join(target, `${short(id)}-${basename(line(name)).replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')}`);
    writeFileSync(file, Buffer.from(await response.arrayBuffer()), { flag: 'w', mode: 0o600 });
    saved.push(file);
  }
  return saved.length === 0 ? 'The question has no attachments.' : saved.join('\n');
}

async function disputes({ url, key, args: [status] }) {
  if (status !== undefined && status !== '--all')
    throw new Refused('Use no option to list the disputes in review, or --all to list all disputes.');
  const state = status ? '' : '&status=eq.in_review';
  const rows = await get({ url, key }, `disputes?select=*${state}&order=opened_at.asc&limit=${MAX_ROWS}`);
  if (rows.length === 0) return status ? 'No disputes found.' : 'No disputes are in review.';
  return rows
    .map(
      (row) =>
        `${short(row.id)}  ${row.status.padEnd(9)}  decided on ${row.decide_on}  ${row.amount} ${row.currency}  ${row.reason}  ${line(row.merchant)}` +
        (row.description ? `\n          "${line(row.description)}"` : '') +
        (row.outcome ? `\n          ${line(row.outcome)}` : ''),
    )
    .join('\n');
}

async function articles({ url, key }) {
  const votes = await get({ url, key }, 'help_votes?select=article,helpful&limit=100000');
  if (votes.length === 0) return 'No customer has rated an article yet.';
  return [...grouped(votes)]
    .map(([article, all]) => ({
      article,
      helped: all.filter(({ helpful }) => helpful).length,
      all: all.length,
    }))
    .toSorted((left, right) => left.helped / left.all - right.helped / right.all || right.all - left.all)
    .map(
      ({ article, helped, all }) =>
        `${String(helped).padStart(4)} of ${String(all).padEnd(4)} helped  ${line(article)}`,
    )
    .join('\n');
}

function grouped(votes) {
  const groups = new Map();
  for (const vote of votes) groups.set(vote.article, [...(groups.get(vote.article) ?? []), vote]);
  return groups;
}

/** Finds the only ticket whose number starts with the text. */
async function find(bank, prefix) {
  const digits = String(prefix ?? '')
    .toLowerCase()
    .replaceAll('-', '');
  if (!/^[0-9a-f]{4,32}$/.test(digits))
    throw new Refused("Enter at least the first four characters of the question's number, as list shows it.");
  const [from, to] = [uuidOf(digits.padEnd(32, '0')), uuidOf(digits.padEnd(32, 'f'))];
  const rows = await get(bank, `tickets?select=*&id=gte.${from}&id=lte.${to}&limit=2`);
  if (rows.length === 0) throw new Refused("We couldn't find that question.");
  if (rows.length > 1) throw new Refused('Several questions match. Enter more characters of the number.');
  return rows[0];
}

const uuidOf = (digits) => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const readText = async (args) =>
  args.length === 1 && args[0] === '-' ? await text(process.stdin) : args.join(' ');

const headersFor = (key) => ({
  apikey: key,
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
});

async function get({ url, key }, path) {
  return answered(await fetch(`${url}/rest/v1/${path}`, { headers: headersFor(key) }));
}

async function post({ url, key }, verb, body) {
  return answered(
    await fetch(`${url}/rest/v1/rpc/${verb}`, {
      method: 'POST',
      headers: headersFor(key),
      body: JSON.stringify(body),
    }),
  );
}

async function answered(response) {
  const body = await response.json().catch(() => null);
  if (response.ok) return body;
  if (response.status === 401 || response.status === 403 || body?.code === '42501')
    throw new Refused("The bank rejected this key. Use this bank's service key.");
  throw new Refused(line(body?.message ?? `The bank responded with status ${response.status}.`));
}
