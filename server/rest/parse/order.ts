import { type Field, readField } from './field.ts';
import { Scanner } from './scanner.ts';

/** A term of `order=`: a field of the resource or, with `relation`, of an embedded to-one resource. */
export type OrderTerm = {
  field: Field;
  relation: string | null;
  descending: boolean;
  nulls: 'first' | 'last' | null;
};

const DIRECTION = /\.(asc|desc)(?=$|[.,])/y;
const NULLS = /\.nulls(first|last)(?=$|,)/y;

/** Parses `order=`: `name.desc.nullslast,author(name)`. */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, 'order');
  const terms = scanner.list(() => readTerm(scanner));
  scanner.finish();
  return terms;
}

function readTerm(scanner: Scanner): OrderTerm {
  let field = readField(scanner);
  let relation: string | null = null;
  if (field.path.length === 0 && scanner.take('(')) {
    relation = field.name;
    field = readField(scanner);
    scanner.expect(')');
  }
  const descending = scanner.match(DIRECTION)?.[1] === 'desc';
  const nulls = (scanner.match(NULLS)?.[1] ?? null) as OrderTerm['nulls'];
  return { field, relation, descending, nulls };
}
