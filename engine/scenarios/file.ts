import { z } from 'zod';
import { upgradeScenarioPack } from '../household/file-upgrade.ts';
import { findProblems } from './checks.ts';
import { LARGEST_SCENARIO_FILE, type Scenario, scenario } from './scenario.ts';

/**
 * A problem in a pack file: its path, such as `objectives[0].measure.of`, and a message about the expected
 * value.
 */
export type ScenarioProblem = { path: string; text: string };

const MAX_PROBLEMS = 50;
const MAX_DEPTH = 12;
/** Names with a special meaning in JavaScript. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** Parses a pack file. If it is invalid, returns all problems. */
export function parseScenario(file: string): { pack: Scenario } | { problems: ScenarioProblem[] } {
  if (new TextEncoder().encode(file).length > LARGEST_SCENARIO_FILE)
    return refused('Scenario files can be up to 256 KB.');
  let json: unknown;
  try {
    json = JSON.parse(file.replace(/^\uFEFF/, ''));
  } catch (error) {
    return refused(`The file isn't valid JSON: ${error instanceof Error ? error.message : 'unreadable'}.`);
  }
  return parseScenarioValue(json);
}

/** Parses a pack from a JSON value. If it is invalid, returns all problems. */
export function parseScenarioValue(json: unknown): { pack: Scenario } | { problems: ScenarioProblem[] } {
  const trick = forbiddenName(json, '', 0);
  if (trick) return { problems: [trick] };
  const version = versionProblem(json);
  if (version) return refused(version);
  const read = scenario.safeParse(upgradeScenarioPack(json));
  const problems = read.success
    ? findProblems(read.data)
    : read.error.issues.flatMap((issue) => getProblems(issue, json));
  if (read.success && problems.length === 0) return { pack: read.data };
  return { problems: problems.slice(0, MAX_PROBLEMS) };
}

/** Formats a problem as one line. */
export const problemLine = ({ path, text }: ScenarioProblem): string => (path ? `${path}: ${text}` : text);

const refused = (text: string) => ({ problems: [{ path: '', text }] });

function versionProblem(json: unknown): string | null {
  const read = z.looseObject({ format: z.literal('sandbank-pack'), version: z.unknown() }).safeParse(json);
  if (!read.success) return 'This isn’t a scenario file: "format": "sandbank-pack" is missing.';
  const { version } = read.data;
  return typeof version === 'number' && version > 1 ? 'This file is for a newer version of Sandbank.' : null;
}

function forbiddenName(json: unknown, path: string, depth: number): ScenarioProblem | null {
  if (typeof json !== 'object' || json === null) return null;
  if (depth > MAX_DEPTH) return { path, text: 'is nested too deeply.' };
  for (const name of Object.keys(json)) {
    const here = Array.isArray(json) ? `${path}[${name}]` : dotted(path, name);
    if (FORBIDDEN.has(name)) return { path: here, text: "isn't allowed as a name." };
    const inner = forbiddenName((json as Record<string, unknown>)[name], here, depth + 1);
    if (inner) return inner;
  }
  return null;
}

const dotted = (path: string, name: string) => (path ? `${path}.${name}` : name);

export const getPath = (parts: readonly PropertyKey[]): string =>
  parts.reduce<string>(
    (path, part) => (typeof part === 'number' ? `${path}[${part}]` : dotted(path, String(part))),
    '',
  );

function getProblems(issue: z.core.$ZodIssue, json: unknown): ScenarioProblem[] {
  const path = getPath(issue.path);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: dotted(path, key),
      text: 'is an unknown field.',
    }));
  const isMissing = valueAt(json, issue.path) === undefined;
  return [{ path, text: `${isMissing ? 'is missing: expected' : 'expected'} ${expected(issue)}.` }];
}

function expected({ code, message, ...issue }: z.core.$ZodIssue): string {
  if (!message.startsWith('Invalid')) return message.replace(/\.$/, '');
  if (code === 'invalid_type' && 'expected' in issue)
    return PLAIN[String(issue.expected)] ?? String(issue.expected);
  return message;
}

const PLAIN: Record<string, string> = {
  object: 'an object',
  array: 'a list',
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
};

function valueAt(json: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[part] : undefined,
    json,
  );
}
