import type { PlanNode } from './explained-database.ts'

/** What a plan shows: a query that reads more than the one partition of its workspace. */
export function findPlanFault(plan: PlanNode): string | undefined {
  const read = [...new Set(listScanned(plan))].map((relation) => /^(.*)_part(\d)$/.exec(relation))
  const parts = read.flatMap((found) =>
    found === null ? [] : [{ table: found[1] ?? '', part: found[2] ?? '' }],
  )
  if (new Set(parts.map(({ part }) => part)).size < 2) return undefined
  const tables = [...new Set(parts.map(({ table }) => table))]
  const many = tables.filter((table) => parts.filter((each) => each.table === table).length > 1)
  return `reads several partitions of ${(many.length > 0 ? many : tables).join(', ')}`
}

function listScanned(node: PlanNode): readonly string[] {
  const relation = node['Node Type'].endsWith('Scan') ? node['Relation Name'] : undefined
  return [...(relation === undefined ? [] : [relation]), ...(node.Plans ?? []).flatMap(listScanned)]
}

const changes = /(?<!\bdo\s+)\bupdate\s|\bdelete\s+from\s/

const writes = /\binsert\s+into\s|\bupdate\s+\w+\s+(?:\w+\s+)?set\s|\bdelete\s+from\s/

// Each node would answer these by itself.
const unstable = /\b(?:now|clock_timestamp|current_actor|current_setting|gen_random_uuid|at_or_now)\(/

/** What partitions cannot show, by how it is told. */
const textRules: readonly (readonly [fault: string, isBroken: (text: string) => boolean])[] = [
  [
    'tells a node alone which constraint it is: say it in the detail too',
    (text) =>
      /\bconstraint = '/.test(text) && !/\bconstraint = '(\w+)',\s*detail = 'constraint "\1"'/.test(text),
  ],
  ['takes rows by their place (ctid)', (text) => /\bctid\b/.test(text)],
  ['sets something for longer than a transaction', (text) => /\bset_config\([^()]*\bfalse\)/.test(text)],
  ['tells only this node who acts: use set local', (text) => /\bset_config\('affiliate\./.test(text)],
  [
    'compares in a simple case',
    (text) =>
      /\bcase\s+tg_op\s+when\b/.test(text) || (writes.test(text) && /\bcase\s+(?!\s|when\b)/.test(text)),
  ],
  [
    'returns what it inserts from a query: give the table another name',
    (text) =>
      /\binsert\s+into\s+\w+\s*\([^)]*\)\s*select\b(?:(?!\binsert\s+into\b).)*\breturning\s+(?!1\b)/s.test(
        text,
      ),
  ],
  [
    'changes rows by the time of the clock: use now()',
    (text) => writes.test(text) && !/^\s*insert/.test(text) && /\bclock_timestamp\(/.test(text),
  ],
  [
    'changes rows by an unstable function in coalesce or case',
    (text) => changes.test(text) && listConditionals(text).some((each) => unstable.test(each)),
  ],
  [
    'changes a row in conflict by an unstable function: use excluded',
    (text) => unstable.test(/\bdo\s+update\b(.*)/s.exec(text)?.[1] ?? ''),
  ],
  [
    'returns a subquery',
    (text) => listClauses(text, /\breturning\b/g).some((each) => /\(\s*select\b/.test(each)),
  ],
  [
    'names the workspace of a lateral query by another row: use $1',
    (text) =>
      /\bworkspace_id = \$1\b/.test(text) &&
      listClauses(text, /\blateral\s+\(/g).some((each) => /\bworkspace_id = \w+\.workspace_id\b/.test(each)),
  ],
  [
    'inserts from a query with values for rows in conflict',
    (text) => /\binsert\s+into\b[^;]*\)\s*select\b[^;]*\bdo\s+update\b[^;]*\$\d/.test(text),
  ],
]

/** What the text of a statement, or of a statement in a function, does that partitions cannot show. */
export function findTextFaults(sql: string): readonly string[] {
  const text = sql.replace(/--.*$/gm, '').toLowerCase()
  return textRules.flatMap(([fault, isBroken]) => (isBroken(text) ? [fault] : []))
}

/** Each coalesce and case, but those of a query that the change reads from. */
function listConditionals(text: string): readonly string[] {
  const source = listClauses(text, /\bfrom\s+\(/g).join('\n')
  const found = [...listClauses(text, /\bcoalesce\(/g), ...(text.match(/\bcase\b.*?\bend\b/gs) ?? [])]
  return found.filter((each) => !source.includes(each))
}

/** What follows each of some words, up to the end of the brackets around it. */
function listClauses(text: string, words: RegExp): readonly string[] {
  return [...text.matchAll(words)].map(({ 0: word, index }) => {
    let end = index + word.length
    for (let depth = 0; depth >= 0 && end < text.length; end += 1) {
      depth += { '(': 1, ')': -1 }[text.charAt(end)] ?? 0
    }
    return text.slice(index, end)
  })
}

/** A function of the schema. */
export interface SchemaFunction {
  readonly name: string
  readonly body: string
  /** As its triggers call the new rows, if they do. */
  readonly newRows: string | null
  readonly language: string
  /** Whether a row is among its arguments. */
  readonly takesRow: boolean
}

/** The faults of a function, statement by statement. */
export function findFunctionFaults({ body, newRows, language, takesRow }: SchemaFunction): readonly string[] {
  const statements = body.replace(/--.*$/gm, '').split(/;|\bloop\b|\bthen\b/)
  const joins = new RegExp(`\\b(?:from|join|using|in)\\s+${newRows}\\b`)
  const others = new RegExp(`\\b(?:from|join|update|insert\\s+into)\\s+(?!${newRows}\\b)\\w+`)
  const isJoined = statements.some((each) => newRows !== null && joins.test(each) && others.test(each))
  return [
    ...(takesRow ? ['takes a row: those of a part of a table are of another type'] : []),
    ...(language === 'sql' && /\bfrom\s/.test(body.replace(/extract\([^)]*\)/g, ''))
      ? ['reads a table, and is not planned by itself: use plpgsql']
      : []),
    ...(isJoined ? ['joins the new rows of its statement with a table'] : []),
    ...new Set(statements.flatMap(findTextFaults)),
  ]
}
