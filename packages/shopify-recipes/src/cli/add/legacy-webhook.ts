import { type Node, type Statement, type SwitchCase, traverse } from '@babel/types'
import { readWebhookCall, toCleanup, type WebhookCall } from './read-cleanup.ts'
import {
  findAction,
  formatAction,
  importLines,
  removeUnusedImports,
  type WebhookImports,
} from './replace-webhook.ts'
import { findRouteFile, type RoutedSources } from './route-files.ts'
import { findImportedName, importLine } from './shopify-config.ts'
import { applyEdits, indentAt, insertAfterImports, insertAt, type SourceFile } from './source-file.ts'
import { restyle } from './source-style.ts'
import { findReferences } from './syntax.ts'
import { UnsupportedAppError } from './unsupported-app-error.ts'

/** The address of all topics in Shopify's Remix template until September 2024. */
export const legacyUri = '/webhooks'

const topic = 'APP_UNINSTALLED'

/** The route of all topics, and that of uninstalls which takes over its case. */
export interface LegacyWebhook {
  readonly path: string
  /** Without the case; what an earlier subscription delivers goes to the new route. */
  readonly text: string
  /** The route of uninstalls, with the cleanup of the case. */
  readonly uninstalled: string
}

/** The file that handles uninstalls among all topics; undefined in an app without one. */
export function findLegacyFile(sources: RoutedSources): string | undefined {
  const path = findRouteFile(sources, 'webhooks')
  return path !== undefined && sources.folder.read(path)?.includes(topic) ? path : undefined
}

/**
 * Splits uninstalls off a route of all topics.
 *
 * @throws UnsupportedAppError where the case cannot be told from the rest
 */
export function splitLegacyWebhook(file: SourceFile, imports: WebhookImports): LegacyWebhook {
  const { body } = findAction(file)
  const call = readWebhookCall(body.body[0])
  const cases = body.body.flatMap((statement) => casesOf(statement, call))
  const index = cases.findIndex(({ test }) => test?.type === 'StringLiteral' && test.value === topic)
  const found = cases[index]
  const isFlat = !file.path.includes('/route.')
  if (call === undefined || found === undefined || fallsThrough(cases[index - 1]) || !isFlat) {
    throw unsafeCase(file)
  }
  const statements = statementsOf(found)
  if (!endsCase(statements.at(-1))) throw unsafeCase(file)
  const cleanup = toCleanup(file, call.names, statements.slice(0, -1))
  const route = imports.ledger.replace('../affiliate.server', './webhooks.app.uninstalled')
  const line = `import { action as shopUninstalled } from '${route}';`
  const start = body.body[0]?.start ?? 0
  const indent = file.style.eol + indentAt(file.text, start)
  const forward = restyle(legacyForward(call.request), file.style).replaceAll(file.style.eol, indent)
  const text = applyEdits(file.text, [
    insertAfterImports(file, [restyle(line, file.style)]),
    insertAt(start, forward),
    removeCase(cases, index),
  ])
  const lines = [...importsFor(file, found, call), ...importLines(imports)].map((one) =>
    restyle(one, file.style),
  )
  return {
    path: file.path,
    text: removeUnusedImports(file, text),
    uninstalled: [...lines, '', formatAction(file, cleanup, imports), ''].join(file.style.eol),
  }
}

function casesOf(statement: Statement, call: WebhookCall | undefined): readonly SwitchCase[] {
  if (statement.type !== 'SwitchStatement' || statement.discriminant.type !== 'Identifier') return []
  return call?.names.get(statement.discriminant.name) === 'topic' ? statement.cases : []
}

function statementsOf({ consequent }: SwitchCase): readonly Statement[] {
  const [first, ...others] = consequent
  return first?.type === 'BlockStatement' && others.length === 0 ? first.body : consequent
}

const endsCase = (statement: Statement | undefined): boolean => statement?.type === 'BreakStatement'

function fallsThrough(before: SwitchCase | undefined): boolean {
  const last = before && statementsOf(before).at(-1)
  return before !== undefined && !(last && /^(Break|Return|Throw)Statement$/.test(last.type))
}

function removeCase(cases: readonly SwitchCase[], index: number) {
  const [before, found, next] = [cases[index - 1], cases[index], cases[index + 1]]
  if (next) return { start: found?.start ?? 0, end: next.start ?? 0, text: '' }
  return { start: before?.end ?? found?.start ?? 0, end: found?.end ?? 0, text: '' }
}

/** What stands in front of the framework's authentication, which fails once the session's token has expired. */
export function legacyForward(request: string): string {
  const given = request === 'request' ? request : `request: ${request}`
  return `// Subscriptions of before still deliver uninstalls here.
if (${request}.headers.get('X-Shopify-Topic') === 'app/uninstalled') {
  return shopUninstalled({ ${given} });
}
`
}

/** The imports that the case uses. What the file itself declares stays there: a case that uses it cannot be moved. */
function importsFor(file: SourceFile, found: SwitchCase, { names }: WebhookCall): readonly string[] {
  const own = declaredIn(file.program)
  const inside = declaredIn(found)
  const used = [...findReferences(found)].filter((name) => !names.has(name) && !inside.has(name))
  if (used.some((name) => own.has(name))) throw unsafeCase(file)
  return used
    .map((name) => findImportedName(file, name))
    .filter((name) => name !== undefined)
    .map(importLine)
}

function declaredIn(node: Node): ReadonlySet<string> {
  const names = new Set<string>()
  traverse(node, (one) => {
    if (one.type === 'VariableDeclarator' && one.id.type === 'Identifier') names.add(one.id.name)
    if ((one.type === 'FunctionDeclaration' || one.type === 'ClassDeclaration') && one.id)
      names.add(one.id.name)
  })
  return names
}

function unsafeCase({ path }: SourceFile): UnsupportedAppError {
  return new UnsupportedAppError(`${path} handles APP_UNINSTALLED in a way that cannot be moved safely.`)
}
