import { parseSync } from 'vite';
import type { Edit } from './workspace.ts';

export type CodeMutant = Edit & { file: string; line: number; kind: string; what: string };

/** An ESTree node. */
type Node = { type: string; start: number; end: number };
type Tree = Node & Record<string, unknown>;

const OPERATORS: Record<string, [kind: string, instead: string]> = {
  '<': ['boundary', '<='],
  '<=': ['boundary', '<'],
  '>': ['boundary', '>='],
  '>=': ['boundary', '>'],
  '===': ['decision', '!=='],
  '!==': ['decision', '==='],
  '+': ['arithmetic', '-'],
  '-': ['arithmetic', '+'],
  '*': ['arithmetic', '/'],
  '/': ['arithmetic', '*'],
  '%': ['arithmetic', '*'],
  '&&': ['decision', '||'],
  '||': ['decision', '&&'],
  '+=': ['arithmetic', '-='],
  '-=': ['arithmetic', '+='],
  '*=': ['arithmetic', '/='],
  '/=': ['arithmetic', '*='],
};
const CALLS: Record<string, string> = {
  'Math.min': 'Math.max',
  'Math.max': 'Math.min',
  'Math.floor': 'Math.ceil',
  'Math.ceil': 'Math.floor',
  'Math.round': 'Math.floor',
};

/**
 * Returns all mutants of a source file. A mutant changes a condition, a limit, or arithmetic, or it removes a
 * statement.
 */
export function mutantsOfSource(file: string, source: string): CodeMutant[] {
  const mutants: CodeMutant[] = [];
  const add = (kind: string, { start, end }: Node | Edit, text: string) => {
    const line = source.slice(0, start).split('\n').length;
    const removedCode = source.slice(start, end).replace(/\s+/g, ' ');
    mutants.push({
      file,
      line,
      kind,
      start,
      end,
      text,
      what: `${shortened(removedCode)} → ${shortened(text) || '∅'}`,
    });
  };
  const text = (node: Node) => source.slice(node.start, node.end);

  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const child of value) visit(child);
      return;
    }
    if (!isTree(value) || value.type.startsWith('TS')) {
      // Mutates the code before `as` and `satisfies`, but not the type after them.
      if (isTree(value) && isTree(value['expression'])) visit(value['expression']);
      return;
    }
    const { type } = value;
    if (type === 'IfStatement' || type === 'ConditionalExpression' || type === 'WhileStatement') {
      const test = value['test'] as Node;
      add('decision', test, `!(${text(test)})`);
    }
    if (type === 'BinaryExpression' || type === 'LogicalExpression' || type === 'AssignmentExpression') {
      const [left, right] = [value['left'], value['right']] as [Node, Node];
      const between = source.slice(left.end, right.start);
      const operator = String(value['operator']);
      const [kind, instead] = OPERATORS[operator] ?? [];
      // Only brackets and line breaks can separate the operator from its operands.
      const start = left.end + between.indexOf(operator);
      const joinsText = operator === '+' && [left, right].some((side) => /^[`'"]/.test(text(side)));
      if (kind && instead && !joinsText && between.includes(operator))
        add(kind, { start, end: start + operator.length, text: '' }, instead);
    }
    if (type === 'UnaryExpression' && value['operator'] === '-') {
      const argument = value['argument'] as Node;
      if (argument.type !== 'Literal') add('arithmetic', value, text(argument));
    }
    if (type === 'ExpressionStatement' && !('directive' in value && value['directive']))
      add('dropped', value, ';');
    if (type === 'ContinueStatement' || type === 'BreakStatement') add('dropped', value, ';');
    if (type === 'CallExpression') {
      const callee = value['callee'] as Node;
      const instead = CALLS[text(callee)];
      if (instead) add('bound', callee, instead);
    }
    for (const [key, child] of Object.entries(value)) if (key !== 'typeAnnotation') visit(child);
  };
  visit(parseSync(file, source).program.body);
  return mutants;
}

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && typeof (value as Tree).type === 'string';

const shortened = (text: string) => (text.length > 90 ? `${text.slice(0, 87)}…` : text);
