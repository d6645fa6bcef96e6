import { parse, TomlError } from 'smol-toml';
import { z } from 'zod';
import { expressionsIn, parseExpression } from './expression.ts';

/**
 * The file format of a lesson: TOML between two lines of `+++`, then Markdown. Only the build and the tests
 * read these files; the browser loads the parsed result. docs/lessons.md describes the format.
 */
const FENCE = '+++';
const WORDS_A_MINUTE = 200;
const PARAGRAPHS = /\n\s*\n/;

const expression = z.string().superRefine((value, context) => check(value, context));
const text = z
  .string()
  .min(1)
  .superRefine((value, context) => {
    for (const item of expressionsIn(value)) check(item, context);
    if (/[{}]/.test(value.replaceAll(/\{[^{}]+\}/g, ''))) context.addIssue('has an unmatched brace');
  });
const texts = z.union([text, z.array(z.strictObject({ if: expression.optional(), text })).min(2)]);
const number = z.union([z.number(), expression]);
const values = z.record(z.string().regex(/^[a-z]\w*$/i), expression);
const path = z.string().startsWith('/');

/** The six topics of the National Standards for Personal Financial Education (CEE and Jump$tart, 2021). */
const topic = z.enum(['earning', 'spending', 'saving', 'investing', 'credit', 'risk']);

const source = z.strictObject({
  title: z.string().min(3),
  publisher: z.string().min(3),
  /** The publication year; null for a page that its publisher updates. */
  year: z.int().min(1900).max(2100).nullable(),
  address: z.url(),
});
const sources = z.record(z.string().regex(/^[a-z0-9-]+$/), source);

const front = z.strictObject({
  title: z.string().min(3).max(80),
  /** The question that the lesson answers. */
  summary: z.string().min(3).max(120),
  topic,
  /** The lesson's position within its topic. */
  order: z.int().min(1),
  needs: expression,
  sources: z.array(z.string()).min(2),
  next: z.strictObject({ label: z.string().min(3), to: path }),
  values: values.default({}),
  figure: z.strictObject({
    value: text,
    label: text,
    text: texts,
    formula: text,
    inputs: z.array(z.strictObject({ each: expression.optional(), name: text, value: text })).min(1),
  }),
  tool: z.strictObject({
    label: text,
    from: number,
    to: number,
    step: number,
    start: number,
    format: text,
    text: texts,
    bars: z.array(
      z.strictObject({ if: expression.optional(), label: text, amount: expression, value: text }),
    ),
    values: values.default({}),
  }),
  questions: z
    .array(z.strictObject({ ask: text, right: text, wrong: z.array(text).min(2).max(4), why: text }))
    .min(4)
    .max(6),
});

export type TopicId = z.infer<typeof topic>;
export type Source = z.infer<typeof source>;

/**
 * Paragraphs with an optional heading, or the position of the figure or tool. In paragraphs, `[words](term)`
 * links to the glossary.
 */
export type Part = { heading?: string; text: readonly string[] } | 'figure' | 'tool';

export type LessonSummary = Pick<z.infer<typeof front>, 'title' | 'summary' | 'topic' | 'order'> & {
  id: string;
  minutes: number;
};

export type LessonFile = Omit<z.infer<typeof front>, 'sources'> &
  LessonSummary & { sources: readonly Source[]; parts: readonly Part[] };

/** Parses the sources of all lessons by name. Throws an error that names the invalid field. */
export function parseSources(json: string): Readonly<Record<string, Source>> {
  const read = sources.safeParse(JSON.parse(json));
  if (!read.success) throw new Error(`content/sources.json: ${describeIssues(read.error)}`);
  return read.data;
}

/** Parses a lesson's file. Throws an error that names the file and the line or field. */
export function parseLesson(
  file: string,
  content: string,
  sources: Readonly<Record<string, Source>>,
): LessonFile {
  const fail = (problem: string): never => {
    throw new Error(`content/lessons/${file}: ${problem}`);
  };
  const [before, head, body] = content.split(/^\+\+\+\r?$/m);
  if (before !== '' || head === undefined || body === undefined)
    return fail(`line 1: expected TOML between two ${FENCE} lines`);
  const read = front.safeParse(readToml(head, fail));
  if (!read.success) return fail(describeIssues(read.error));
  const parts = readParts(body);
  for (const place of ['figure', 'tool'] as const)
    if (parts.filter((part) => part === place).length !== 1)
      fail(`text: expected exactly one [${place}] line`);
  return {
    ...read.data,
    id: file.replace(/\.md$/, ''),
    minutes: getMinutes(parts),
    sources: read.data.sources.map(
      (name) => sources[name] ?? fail(`sources: "${name}" is not in content/sources.json`),
    ),
    parts,
  };
}

export const summarize = ({ id, title, summary, topic, order, minutes }: LessonFile): LessonSummary => ({
  ...{ id, title, summary, topic, order, minutes },
});

function readToml(head: string, fail: (problem: string) => never): unknown {
  try {
    return parse(head);
  } catch (error) {
    if (error instanceof TomlError) return fail(`line ${error.line}: ${error.message.split('\n')[0]}`);
    throw error;
  }
}

function readParts(body: string): Part[] {
  const parts: Part[] = [];
  let open: { heading?: string; text: string[] } | null = null;
  for (const block of body.trim().split(PARAGRAPHS)) {
    const [, place] = /^\[(figure|tool)\]$/.exec(block) ?? [];
    const [, heading] = /^## (.+)$/.exec(block) ?? [];
    if (place) {
      parts.push(place as 'figure' | 'tool');
      open = null;
    } else if (heading || open === null) {
      open = heading ? { heading, text: [] } : { text: [block] };
      parts.push(open);
    } else open.text.push(block.replaceAll(/\s*\n\s*/g, ' '));
  }
  return parts;
}

/** Returns the reading time in minutes. */
function getMinutes(parts: readonly Part[]): number {
  const words = parts
    .flatMap((part) => (typeof part === 'string' ? [] : part.text))
    .reduce((sum, paragraph) => sum + paragraph.split(/\s+/).length, 0);
  return Math.max(1, Math.ceil(words / WORDS_A_MINUTE));
}

function check(value: string, context: z.core.$RefinementCtx): void {
  try {
    parseExpression(value);
  } catch (error) {
    context.addIssue(
      `"${value}" is not a valid expression: ${error instanceof Error ? error.message : error}`,
    );
  }
}

const describeIssues = ({ issues }: z.ZodError): string =>
  issues.map(({ path: where, message }) => `${where.join('.') || 'file'}: ${message}`).join('\n');
