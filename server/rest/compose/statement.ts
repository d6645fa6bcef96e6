/**
 * Collects the parameters of a statement that is being composed. Text that starts with NUL is a placeholder
 * for the request's body or a value, so that requests of the same shape share a statement. Requests can't
 * contain NUL.
 */
export class Statement {
  readonly parameters: (string | null)[] = [];
  private aliases = 0;

  /** Adds a text parameter and returns its SQL. */
  text(value: string | null): string {
    this.parameters.push(value);
    return `($1)[${this.parameters.length}]`;
  }

  /** Adds a parameter and returns its SQL, cast to a type in the catalog. */
  typed(value: string | null, type: string): string {
    return `${this.text(value)}::${type}`;
  }

  /** Returns a unique alias for a source of rows. */
  alias(): string {
    this.aliases += 1;
    return `t${this.aliases}`;
  }
}

export const BODY = '\u0000body';

export const getPlaceholder = (index: number): string => `\u0000${index}`;

/** Replaces the placeholders with a request's values. */
export function bind(parameters: readonly (string | null)[], values: readonly string[], body: string | null) {
  return parameters.map((parameter) => {
    if (parameter === null || parameter.charCodeAt(0) !== 0) return parameter;
    return parameter === BODY ? body : (values[Number(parameter.slice(1))] ?? null);
  });
}
