import { groupBy } from '../../lib/group-by.ts';
import type { Catalog, ForeignKeyRow } from './catalog.ts';
import type { Routine } from './routines.ts';
import type { Relation } from './schema.ts';
import { traceViews } from './view-columns.ts';

/** A pair of matching columns: the first relation's column, then the second relation's column. */
export type Pair = readonly [string, string];

export type Relationship = {
  cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many' | 'computed';
  from: Relation;
  to: Relation;
  /**
   * The name of the foreign key or function. For a many-to-many relationship, the names of the junction's two
   * foreign keys.
   */
  constraint: string;
  /** True if `from` contains the foreign key. */
  holdsKey: boolean;
  toOne: boolean;
  pairs: Pair[];
  junction?: { relation: Relation; from: Relationship; to: Relationship };
  routine?: Routine;
};

/**
 * Returns the relationships of the exposed relations. They come from foreign keys in both directions
 * (including through views), from junction tables, and from functions that take a row and return rows. A
 * table is a junction if its primary key includes two foreign keys. Also adds primary keys to views.
 */
export function buildRelationships(
  catalog: Catalog,
  relations: readonly Relation[],
  computed: Map<number, Map<string, Routine>>,
): Map<number, Relationship[]> {
  const views = getViewsOfTables(catalog, relations);
  const direct = catalog.foreignKeys.flatMap((key) => getBothDirections(key, views));
  const byOrigin = groupBy(direct, (relationship) => relationship.from.oid);
  const junctions = [...byOrigin.values()].flatMap((own) => getManyToMany(own));
  const exposed = new Map(relations.map((relation) => [relation.oid, relation]));
  const functions = [...computed].flatMap(([oid, routines]) =>
    [...routines.values()].flatMap((routine) => getComputed(exposed.get(oid), routine)),
  );
  return groupBy([...direct, ...junctions, ...functions], (relationship) => relationship.from.oid);
}

/** A table or one of its views, with the view's names for the table's columns. */
type TableView = { relation: Relation; names: Map<number, string> };

function getViewsOfTables(catalog: Catalog, relations: readonly Relation[]): Map<number, TableView[]> {
  const views = new Map<number, TableView[]>();
  const add = (table: number, view: TableView) => views.set(table, [...(views.get(table) ?? []), view]);
  const traced = traceViews(catalog.views);
  const keys = new Map(catalog.relations.map((row) => [row.oid, getKeyNumbers(row)]));
  for (const relation of relations) {
    const origins = traced.get(relation.oid);
    if (!origins) {
      add(relation.oid, { relation, names: relation.numbers });
      continue;
    }
    const seen = new Map<number, Map<number, string>>();
    for (const [number, origin] of [...origins].toReversed()) {
      const name = relation.numbers.get(number);
      if (name === undefined) continue;
      seen.set(origin.relation, (seen.get(origin.relation) ?? new Map()).set(origin.column, name));
    }
    for (const [table, names] of seen) {
      add(table, { relation, names });
      const key = (keys.get(table) ?? []).map((number) => names.get(number));
      if (relation.primaryKey.length === 0 && key.every((name) => name !== undefined))
        relation.primaryKey = key;
    }
  }
  return views;
}

function getKeyNumbers(row: Catalog['relations'][number]): number[] {
  return row.primary_key.flatMap((name) => row.columns.find((column) => column.name === name)?.number ?? []);
}

function getBothDirections(key: ForeignKeyRow, views: Map<number, TableView[]>): Relationship[] {
  const holders = (views.get(key.relation) ?? []).filter((view) => hasColumns(view, key.columns));
  const targets = (views.get(key.target) ?? []).filter((view) => hasColumns(view, key.target_columns));
  return holders.flatMap((holder) =>
    targets.flatMap((target): Relationship[] => {
      const pairs = key.columns.map(
        (number, index): Pair => [
          holder.names.get(number) ?? '',
          target.names.get(key.target_columns[index] ?? 0) ?? '',
        ],
      );
      const holding: Relationship = {
        cardinality: key.is_unique ? 'one-to-one' : 'many-to-one',
        from: holder.relation,
        to: target.relation,
        constraint: key.name,
        holdsKey: true,
        toOne: true,
        pairs,
      };
      const referenced: Relationship = {
        ...holding,
        cardinality: key.is_unique ? 'one-to-one' : 'one-to-many',
        from: target.relation,
        to: holder.relation,
        holdsKey: false,
        toOne: key.is_unique,
        pairs: pairs.map(([own, other]): Pair => [other, own]),
      };
      return [holding, referenced];
    }),
  );
}

function hasColumns(view: TableView, columns: readonly number[]): boolean {
  return columns.every((column) => view.names.has(column));
}

/**
 * Returns the many-to-many relationships through a junction table. Any two of the table's foreign keys
 * connect the tables that they refer to. `own` contains the junction table's relationships.
 */
function getManyToMany(own: readonly Relationship[]): Relationship[] {
  const keys = own.filter(
    ({ holdsKey, from, pairs }) => holdsKey && pairs.every(([column]) => from.primaryKey.includes(column)),
  );
  return keys.flatMap((first) =>
    keys
      .filter(({ constraint }) => constraint !== first.constraint)
      .map(
        (second): Relationship => ({
          cardinality: 'many-to-many',
          from: first.to,
          to: second.to,
          constraint: `${first.constraint} and ${second.constraint}`,
          holdsKey: false,
          toOne: false,
          pairs: [],
          junction: { relation: first.from, from: first, to: second },
        }),
      ),
  );
}

function getComputed(from: Relation | undefined, routine: Routine): Relationship[] {
  const to = routine.relation;
  if (!from || !to || to.kind === 'c') return [];
  return [
    {
      cardinality: 'computed',
      from,
      to,
      constraint: routine.name,
      holdsKey: false,
      toOne: routine.oneRow,
      pairs: [],
      routine,
    },
  ];
}
