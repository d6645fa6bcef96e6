import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { OperatorError } from '../../operator-error.ts';
import type { Config } from '../../settings/settings.ts';
import type { MailKind } from './mails.ts';

/**
 * The fields of an email template, with Supabase's names, such as `{{ .Token }}` and `{{ .Data.first_name
 * }}`.
 */
export type MailFields = {
  ConfirmationURL: string;
  Token: string;
  TokenHash: string;
  SiteURL: string;
  Email: string;
  NewEmail: string;
  RedirectTo: string;
  Data: Record<string, unknown>;
};

/** The operator's template. Missing parts use the default text. */
export type MailTemplate = { subject?: string; html?: string };
export type MailTemplates = Partial<Record<MailKind, MailTemplate>>;

const SECTIONS = {
  invite: 'invite',
  confirmation: 'signup',
  recovery: 'recovery',
  magic_link: 'magiclink',
  email_change: 'email_change',
  reauthentication: 'reauthentication',
} as const satisfies Record<string, MailKind>;

const FIELD = /^\.(ConfirmationURL|Token|TokenHash|SiteURL|Email|NewEmail|RedirectTo|Data(\.\w+)+)$/;
const PLACE = /(\s*\{\{-\s|\{\{)\s*(.*?)\s*(\s-\}\}\s*|\}\})/g;

/**
 * Reads `[auth.email.template.*]`. The template files are in the project folder or its `supabase` folder.
 * Throws OperatorError if a file is missing or a field is unknown.
 */
export function readMailTemplates({ template: sections }: Config['auth']['email'], projectFolder: string) {
  const templates: MailTemplates = {};
  for (const [section, kind] of Object.entries(SECTIONS)) {
    const input = sections[section as keyof typeof SECTIONS];
    if (!input) continue;
    const where = `[auth.email.template.${section}]`;
    const html =
      input.content_path === undefined ? undefined : readPage(input.content_path, projectFolder, where);
    for (const text of [input.subject ?? '', html ?? '']) requireKnownFields(text, where);
    templates[kind] = { subject: input.subject, html };
  }
  return templates;
}

function readPage(path: string, projectFolder: string, where: string): string {
  const candidates = isAbsolute(path)
    ? [path]
    : [resolve(projectFolder, path), resolve(projectFolder, 'supabase', path)];
  const match = candidates.find((candidate) => existsSync(candidate));
  if (!match) throw new OperatorError(`The content_path of ${where} is not a file: ${path}`);
  return readFileSync(match, 'utf8');
}

function requireKnownFields(text: string, where: string): void {
  for (const [place, , expression = ''] of text.matchAll(PLACE))
    if (!FIELD.test(expression))
      throw new OperatorError(`${where} uses ${place.trim()}, which is not a known field.`);
}

/** Fills in the fields of a subject line. */
export function fillText(template: string, fields: MailFields): string {
  return fill(template, fields, (value) => value.replace(/\p{Cc}+/gu, ' '));
}

/** Fills in the fields of an HTML page and escapes text from customers. */
export const fillHtml = (template: string, fields: MailFields): string => fill(template, fields, escapeHtml);

const fill = (template: string, fields: MailFields, protect: (value: string) => string): string =>
  template.replace(PLACE, (_, _open, expression: string) => protect(input(getField(expression, fields))));

function getField(expression: string, fields: MailFields): unknown {
  const step = (value: unknown, name: string) =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, name)
      ? (value as Record<string, unknown>)[name]
      : undefined;
  return expression.slice(1).split('.').reduce<unknown>(step, fields);
}

function input(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
};

/** Escapes text for HTML content or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Converts HTML to plain text and keeps the links' URLs. */
export function convertHtmlToText(html: string): string {
  const named: Record<string, string> = {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    nbsp: ' ',
    '#34': '"',
    '#39': "'",
  };
  return html
    .replace(/<(head|style|script|title)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<a\b[^>]*?\bhref\s*=\s*"([^"]*)"[^>]*>([\s\S]*?)<\/a>/gi, '$2\n$1\n')
    .replace(/<(br|\/p|\/div|\/h\d|\/li|\/tr)\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&([a-z]+|#\d+);/gi, (entity, name: string) => named[name.toLowerCase()] ?? entity)
    .replace(/[ \t]+/g, ' ')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
