import type { CallExpression, Node } from '@babel/types'
import { findBinding } from './collect-bindings.ts'
import type { Source } from './parse-source.ts'
import type { Value } from './resolve-value.ts'
import { keyName, lineOf, walk } from './walk.ts'

/** A call of a function that the doctor knows by name. */
export interface KnownCall {
  readonly name: string
  readonly source: Source
  /** The first argument. */
  readonly options: Value | undefined
  readonly place: string
  /** Whether a condition decides on it. */
  readonly isBranch: boolean
  /** The path that an Express app mounts it at. */
  readonly mountPath: string | undefined
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
      source,
      options: first && { source, node: first },
      place: `${source.path}:${lineOf(node)}`,
      isBranch: ancestors.some(({ type }) => type === 'ConditionalExpression' || type === 'IfStatement'),
      mountPath: findMountPath(ancestors),
    })
  })
  return calls
}

/** Whether an import is of this package. */
export function isOfRecipes(from: string): boolean {
  return from === packageName || from.startsWith(`${packageName}/`)
}

function calledName({ callee }: CallExpression, { imports, bindings }: Source): string | undefined {
  if (callee.type === 'MemberExpression' && callee.object.type === 'Identifier') {
    const isWhole = imports.get(callee.object.name)?.name === '*'
    return isWhole ? keyName(callee.property) : undefined
  }
  if (callee.type !== 'Identifier') return undefined
  // A function of the app's own that has the same name.
  if (findBinding(bindings, callee.name)?.node?.type === 'FunctionDeclaration') return undefined
  return imports.get(callee.name)?.name ?? callee.name
}

function findMountPath(ancestors: readonly Node[]): string | undefined {
  const mount = ancestors.findLast(({ type }) => type === 'CallExpression')
  if (mount?.type !== 'CallExpression') return undefined
  const [path] = mount.arguments
  return path?.type === 'StringLiteral' && path.value.startsWith('/') ? path.value : undefined
}
