/**
 * The parameters of a statement while it is composed. Text that starts with NUL stands for something of the request
 * at hand: its body, or a value that was set aside so that requests of one shape share one statement. NUL can stand
 * for that because no request may contain it.
 */
export class Statement {
  readonly parameters: (string | null)[] = [];
  private aliases = 0;

  /** SQL text of a parameter: always of type text. */
  text(value: string | null): string {
    this.parameters.push(value);
    return `($1)[${this.parameters.length}]`;
  }

  /** SQL text of a parameter, cast to a type of the catalog. */
  typed(value: string | null, type: string): string {
    return `${this.text(value)}::${type}`;
  }

  /** A name for a row source that nothing else in the statement has. */
  alias(): string {
    this.aliases += 1;
    return `t${this.aliases}`;
  }
}

/** The parameter that stands for the request's body. */
export const BODY = '\u0000body';

/** The parameter that stands for the value set aside at an index. */
export function setAside(index: number): string {
  return `\u0000${index}`;
}

/** The parameters of one request: what stands for its body and values is replaced by them. */
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
