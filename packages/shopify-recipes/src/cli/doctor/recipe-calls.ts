import type { CallExpression } from '@babel/types'
import { findBinding } from './collect-bindings.ts'
import type { Source } from './parse-source.ts'
import type { Value } from './resolve-value.ts'
import { keyName, lineOf, walk } from './walk.ts'

/** A call of a function that the doctor knows by name. */
export interface KnownCall {
  readonly name: string
  readonly node: CallExpression
  readonly source: Source
  /** The first argument. */
  readonly options: Value | undefined
  readonly place: string
  /** Whether a condition decides on it. */
  readonly isBranch: boolean
}

const packageName = '@affiliate-platform/shopify-recipes'
const knownNames = new Set([
  'identifyOnInstall',
  'identifyAfterAuth',
  'handleUninstall',
  'forwardUninstall',
  'backfillRoute',
  'migrateTokensRoute',
  'handleCompliance',
  'retryMissedInstalls',
  'shopifyApp',
])

/** Finds the calls of the recipes and of `shopifyApp`, under whatever name a file imports them. */
export function findKnownCalls(source: Source): readonly KnownCall[] {
  const calls: KnownCall[] = []
  walk(source.tree, (node, ancestors) => {
    if (node.type !== 'CallExpression') return
    const name = calledName(node, source)
    if (name === undefined || !knownNames.has(name)) return
    const [first] = node.arguments
    calls.push({
      name,
      node,
      source,
      options: first && { source, node: first },
      place: `${source.path}:${lineOf(node)}`,
      isBranch: ancestors.some(({ type }) => type === 'ConditionalExpression' || type === 'IfStatement'),
    })
  })
  return calls
}

/** Whether an import is of this package. */
export function isOfRecipes(from: string): boolean {
  return from === packageName || from.startsWith(`${packageName}/`)
}

/** The name of what is called, as its package exports it; undefined for a member and for a function of the app's own. */
export function calledName({ callee }: CallExpression, { imports, bindings }: Source): string | undefined {
  if (callee.type === 'MemberExpression' && callee.object.type === 'Identifier') {
    const isWhole = imports.get(callee.object.name)?.name === '*'
    return isWhole ? keyName(callee.property) : undefined
  }
  if (callee.type !== 'Identifier') return undefined
  // A function of the app's own that has the same name.
  if (findBinding(bindings, callee.name)?.node?.type === 'FunctionDeclaration') return undefined
  return imports.get(callee.name)?.name ?? callee.name
}
