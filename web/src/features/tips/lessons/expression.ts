import jsep, { type CoreExpression } from 'jsep';

/** The names that an expression can use: facts, values, and functions. */
export type Scope = {
  values: Readonly<Record<string, unknown>>;
  functions: Readonly<Record<string, (...values: never[]) => unknown>>;
};

const parsed = new Map<string, CoreExpression>();
const PLACEHOLDER = /\{([^{}]+)\}/g;

/**
 * Parses a lesson's expression, such as `growth(savings, amount(200), 4, 10).balance`. Throws if it is
 * invalid.
 */
export function parseExpression(expression: string): CoreExpression {
  const tree = parsed.get(expression) ?? (jsep(expression) as CoreExpression);
  parsed.set(expression, tree);
  return tree;
}

/** Returns the expressions that appear in braces in a string. */
export const expressionsIn = (text: string): string[] =>
  Array.from(text.matchAll(PLACEHOLDER), ([, expression = '']) => expression);

/** Returns the value of an expression. Throws if a name is unknown or a result isn't a number. */
export function evaluate(expression: string, scope: Scope): unknown {
  return valueIn(parseExpression(expression), scope);
}

/** Returns an expression's value as a number. Throws for other values. */
export function evaluateNumber(expression: string, scope: Scope): number {
  const value = evaluate(expression, scope);
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new Error(`"${expression}" is not a number`);
  return value;
}

/** Replaces each expression in braces with its value. */
export function fillIn(text: string, scope: Scope): string {
  return text.replaceAll(PLACEHOLDER, (_, expression: string) => {
    const value = evaluate(expression, scope);
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new Error(`"${expression}" is neither text nor a number`);
    return `${value}`;
  });
}

function valueIn(node: jsep.Expression, scope: Scope): unknown {
  const tree = node as CoreExpression;
  switch (tree.type) {
    case 'Literal':
      return tree.value;
    case 'ArrayExpression':
      return tree.elements.map((element) => element && valueIn(element, scope));
    case 'Identifier':
      return property(scope.values, tree.name);
    case 'MemberExpression': {
      const key = tree.computed ? valueIn(tree.property, scope) : (tree.property as jsep.Identifier).name;
      return property(valueIn(tree.object, scope), key);
    }
    case 'CallExpression':
      return callFunction(tree, scope);
    case 'UnaryExpression': {
      const value = valueIn(tree.argument, scope);
      if (tree.operator === '!') return !value;
      if (tree.operator === '-') return -toNumber(value);
      break;
    }
    case 'BinaryExpression':
      if (tree.operator === '&&') return valueIn(tree.left, scope) && valueIn(tree.right, scope);
      if (tree.operator === '||') return valueIn(tree.left, scope) || valueIn(tree.right, scope);
      return combine(tree.operator, valueIn(tree.left, scope), valueIn(tree.right, scope));
    case 'ConditionalExpression':
      return valueIn(valueIn(tree.test, scope) ? tree.consequent : tree.alternate, scope);
  }
  throw new Error('the expression uses syntax that lessons do not support');
}

function property(from: unknown, key: unknown): unknown {
  if (typeof from !== 'object' || from === null || !Object.hasOwn(from, key as PropertyKey))
    throw new Error(`unknown name "${key}"`);
  return (from as Record<PropertyKey, unknown>)[key as PropertyKey];
}

function callFunction({ callee, arguments: args }: jsep.CallExpression, scope: Scope): unknown {
  const name = (callee as CoreExpression).type === 'Identifier' ? (callee as jsep.Identifier).name : '';
  if (!Object.hasOwn(scope.functions, name)) throw new Error(`there is no function "${name}"`);
  const called = scope.functions[name] as (...values: unknown[]) => unknown;
  if (args.length !== called.length) throw new Error(`"${name}" requires ${called.length} arguments`);
  return called(...args.map((item) => valueIn(item, scope)));
}

function combine(operator: string, left: unknown, right: unknown): unknown {
  if (operator === '==') return left === right;
  if (operator === '!=') return left !== right;
  if (operator === '+' && (typeof left === 'string' || typeof right === 'string')) return `${left}${right}`;
  const [first, second] = [toNumber(left), toNumber(right)];
  const compute = OPERATORS[operator];
  if (!compute) throw new Error(`lessons do not support the operator ${operator}`);
  return compute(first, second);
}

const OPERATORS: Record<string, (left: number, right: number) => unknown> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '<': (left, right) => left < right,
  '>': (left, right) => left > right,
  '<=': (left, right) => left <= right,
  '>=': (left, right) => left >= right,
};

function toNumber(value: unknown): number {
  if (typeof value === 'number' && !Number.isNaN(value)) return value;
  throw new Error(`"${value}" is not a number`);
}
