import type { EmbedItem } from '../parse/select.ts';
import { RestError } from '../rest-error.ts';
import type { Relationship } from './relationships.ts';
import type { Relation, Schema } from './schema.ts';
import { findSimilarName } from './similar-name.ts';

/**
 * Finds the relationship that `target!hint(…)` refers to. The target is a relation, a foreign key, its
 * column, or a function. The hint is a foreign key, its column, or a junction. Throws PGRST200 if nothing
 * matches, and PGRST201 if several relationships match.
 */
export function findRelationship(schema: Schema, from: Relation, item: EmbedItem): Relationship {
  const own = (schema.relationships.get(from.oid) ?? []).filter(({ to }) => to.schema === from.schema);
  const fitting = own.filter((relationship) =>
    item.hint === null
      ? matchesTarget(item.target, relationship)
      : matchesHint(item.target, item.hint, relationship),
  );
  const [first] = fitting;
  if (!first) throw createNotFound(schema, own, from, item);
  if (fitting.length === 1) return first;
  const chosen = fitting.find(({ cardinality }) => cardinality === 'computed') ?? findSelfReference(fitting);
  if (!chosen) throw createAmbiguous(fitting, from, item);
  return chosen;
}

function matchesTarget(target: string, relationship: Relationship): boolean {
  const { to, constraint, holdsKey, cardinality, pairs } = relationship;
  if (cardinality === 'computed') return constraint === target;
  if (to.name === target) return true;
  if (cardinality === 'many-to-many' || to.kind === 'v' || to.kind === 'm') return false;
  return constraint === target || (holdsKey && pairs.length === 1 && pairs[0]?.[0] === target);
}

function matchesHint(target: string, hint: string, relationship: Relationship): boolean {
  const { from, to, constraint, cardinality, pairs, junction } = relationship;
  if (cardinality === 'computed' || to.name !== target) return false;
  if (junction) return junction.relation.name === hint;
  if (constraint === hint) return from.oid !== to.oid;
  return pairs.length === 1 && pairs[0]?.includes(hint) === true;
}

/**
 * For a foreign key that references its own relation, returns the relationship to the referencing rows. An
 * embed with the relation's name refers to this relationship.
 */
function findSelfReference(fitting: readonly Relationship[]): Relationship | undefined {
  const [first, second] = fitting;
  const isSelf =
    fitting.length === 2 && first?.constraint === second?.constraint && first?.from.oid === first?.to.oid;
  return isSelf ? fitting.find(({ holdsKey }) => !holdsKey) : undefined;
}

function createNotFound(schema: Schema, own: readonly Relationship[], from: Relation, item: EmbedItem) {
  const { target, hint } = item;
  const using = hint === null ? '' : ` using the hint '${hint}'`;
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${from.name}' and '${target}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${from.name}' and '${target}'${using} in the schema '${from.schema}', but no matches were found.`,
      hint: hintFor(schema, own, from, target),
    },
  );
}

/**
 * Returns a hint with the most similar related resource. If the resource has no relationships, the hint names
 * a similar resource that has some.
 */
function hintFor(schema: Schema, own: readonly Relationship[], from: Relation, target: string) {
  const related = new Set(own.flatMap(({ to }) => (to.name === target ? [] : [to.name])));
  const child = findSimilarName(target, related);
  if (child !== null) return `Perhaps you meant '${child}' instead of '${target}'.`;
  if (own.length > 0) return null;
  const starts = [...schema.relationships.values()].flatMap(([value]) =>
    value?.from.schema === from.schema ? [value.from.name] : [],
  );
  const parent = findSimilarName(from.name, starts);
  return parent === null ? null : `Perhaps you meant '${parent}' instead of '${from.name}'.`;
}

function createAmbiguous(fitting: readonly Relationship[], from: Relation, { target }: EmbedItem): RestError {
  const hints = fitting.map(
    ({ to, constraint, junction }) => `'${to.name}!${junction?.relation.name ?? constraint}'`,
  );
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${from.name}' and '${target}'`,
    {
      details: fitting.map((relationship) => ({
        cardinality: relationship.cardinality,
        embedding: `${from.name} with ${relationship.to.name}`,
        relationship: describe(relationship),
      })),
      hint: `Try changing '${target}' to one of the following: ${hints.join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  );
}

function describe({ from, to, constraint, pairs, junction }: Relationship): string {
  const columns = (side: 0 | 1, of: Relationship['pairs']) => of.map((pair) => pair[side]).join(', ');
  if (junction) {
    const { relation, from: first, to: second } = junction;
    const keys = [first, second].map((key) => `${key.constraint}(${columns(0, key.pairs)})`);
    return `${relation.name} using ${keys.join(' and ')}`;
  }
  return `${constraint} using ${from.name}(${columns(0, pairs)}) and ${to.name}(${columns(1, pairs)})`;
}
