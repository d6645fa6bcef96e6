import type { ViewRow } from './catalog.ts';

/** A column, identified by the oid of its relation and its number. */
export type Origin = { relation: number; column: number };

/**
 * Maps the columns of views to the table columns that they show unchanged. PostgreSQL stores a view as a
 * printed node tree. Each entry in the top-level target list contains its origin (`resorigtbl`,
 * `resorigcol`), or 0 if it is computed. If a view selects from another view, follows the columns to the
 * underlying tables.
 */
export function traceViews(views: readonly ViewRow[]): Map<number, Map<number, Origin>> {
  const direct = new Map(views.map((view) => [view.oid, getOrigins(view.tree)]));
  const follow = (origin: Origin, depth: number): Origin | null => {
    const columns = direct.get(origin.relation);
    if (!columns) return origin;
    const next = columns.get(origin.column);
    return next && depth < DEEPEST_VIEW ? follow(next, depth + 1) : null;
  };
  return new Map(
    [...direct].map(([view, columns]) => [
      view,
      new Map(
        [...columns].flatMap(([number, origin]) => {
          const table = follow(origin, 0);
          return table ? [[number, table]] : [];
        }),
      ),
    ]),
  );
}

const DEEPEST_VIEW = 32;
const ENTRY = /\{TARGETENTRY .*?:resno (\d+) .*?:resorigtbl (\d+) :resorigcol (\d+)/gs;

function getOrigins(tree: string): Map<number, Origin> {
  const origins = new Map<number, Origin>();
  for (const [, number, relation, column] of getOutermostEntries(tree).matchAll(ENTRY)) {
    if (Number(relation) > 0)
      origins.set(Number(number), { relation: Number(relation), column: Number(column) });
  }
  return origins;
}

/**
 * Returns the entries in the top-level query's target list, `({QUERY … :targetList ({TARGETENTRY …`,
 * excluding nested lists.
 */
function getOutermostEntries(tree: string): string {
  const sign = /\\[\s\S]|[(){}]/g;
  let depth = 0;
  let from = 0;
  let text = '';
  for (let match = sign.exec(tree); match; match = sign.exec(tree)) {
    if (match[0] === '(' || match[0] === '{') {
      depth += 1;
      if (depth === ENTRY_DEPTH + 1) text += tree.slice(from, match.index);
    } else if (match[0] === ')' || match[0] === '}') {
      depth -= 1;
      if (depth === ENTRY_DEPTH) from = sign.lastIndex;
    }
  }
  return text + tree.slice(from);
}

const ENTRY_DEPTH = 4;
