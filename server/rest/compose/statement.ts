/**
 * The parameters of a statement under construction. Text that starts with NUL is a placeholder for the
 * request's body or a value, so that requests of one shape share a statement. Requests can't contain NUL.
 */
export class Statement {
  readonly parameters: (string | null)[] = [];
  private aliases = 0;

  /** SQL of a text parameter. */
  text(value: string | null): string {
    this.parameters.push(value);
    return `($1)[${this.parameters.length}]`;
  }

  /** SQL of a parameter, cast to a type of the catalog. */
  typed(value: string | null, type: string): string {
    return `${this.text(value)}::${type}`;
  }

  /** A unique name for a row source. */
  alias(): string {
    this.aliases += 1;
    return `t${this.aliases}`;
  }
}

/** The placeholder of the request's body. */
export const BODY = '\u0000body';

/** The placeholder of the value at an index. */
export function getPlaceholder(index: number): string {
  return `\u0000${index}`;
}

/** Replaces the placeholders by the values of a request. */
export function bind(
  parameters: readonly (string | null)[],
  values: readonly string[],
  body: string | null,
): (string | null)[] {
  return parameters.map((parameter) => {
    if (parameter === null || parameter.charCodeAt(0) !== 0) return parameter;
    return parameter === BODY ? body : (values[Number(parameter.slice(1))] ?? null);
  });
}
