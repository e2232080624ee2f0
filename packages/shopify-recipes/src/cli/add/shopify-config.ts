import { type ImportDeclaration, type Node, type ObjectExpression, traverse } from '@babel/types'
import { findImports, type SourceFile, textOf } from './source-file.ts'
import { findCalls, findMember, resolve } from './syntax.ts'
import { UnsupportedAppError } from './unsupported-app-error.ts'

/** Where an app stores its sessions, and therefore what its ledger can lie in. */
export type SessionStorage =
  /** `prisma` is the import that brings the client into the file. */
  | { readonly kind: 'prisma'; readonly prisma: ImportedName }
  /** `path` is code for the path of the database, which means the same in any file. */
  | { readonly kind: 'sqlite'; readonly path: string }
  /** `name` is the last part of the package's, such as `sqlite`. */
  | { readonly kind: 'other'; readonly name: string }

/** A name that a file imports. */
export interface ImportedName {
  /** In this file. */
  readonly local: string
  readonly from: string
  /** In the other file; null for its default export. */
  readonly imported: string | null
}

const storagePackage = '@shopify/shopify-app-session-storage-'

/**
 * Finds the object that `shopifyApp` is called with.
 *
 * @throws UnsupportedAppError unless there is exactly one such call, with an object that this file spells out
 */
export function findShopifyConfig(file: SourceFile): ObjectExpression {
  const [call, ...others] = findCalls(file.program, 'shopifyApp')
  const [argument] = call?.arguments ?? []
  const config = argument && resolve(file, argument)
  if (argument?.type === 'Identifier' && isChanged(file, argument.name)) {
    throw new UnsupportedAppError(`${file.path} changes ${argument.name} after it is made.`)
  }
  if (others.length === 0 && config?.type === 'ObjectExpression') return config
  throw new UnsupportedAppError(`${file.path} has no single shopifyApp({ … }) call.`)
}

/** Whether something assigns to an object or to what it holds, or hands it to `Object.assign`. */
function isChanged({ program }: SourceFile, name: string): boolean {
  let isFound = findCalls(program, 'assign').some(
    ({ arguments: [target] }) => target && rootOf(target) === name,
  )
  traverse(program, (node) => {
    isFound ||= node.type === 'AssignmentExpression' && rootOf(node.left) === name
  })
  return isFound
}

/** `config` of `config.hooks.afterAuth`. */
function rootOf(node: Node): string | undefined {
  if (node.type === 'Identifier') return node.name
  return node.type === 'MemberExpression' ? rootOf(node.object) : undefined
}

/**
 * Finds out where the sessions lie.
 *
 * @throws UnsupportedAppError where the file does not tell
 */
export function detectStorage(file: SourceFile, config: ObjectExpression): SessionStorage {
  const member = findMember(config, 'sessionStorage')
  const value = member?.type === 'ObjectProperty' ? resolve(file, member.value) : undefined
  if (value?.type !== 'NewExpression' || value.callee.type !== 'Identifier') {
    throw new UnsupportedAppError(`${file.path} does not show which session storage it uses.`)
  }
  const from = findImportedName(file, value.callee.name)?.from ?? ''
  const name = from.startsWith(storagePackage) ? from.slice(storagePackage.length) : 'other'
  const [client] = value.arguments
  const path = name === 'sqlite' && client ? portablePath(file, client) : undefined
  if (path !== undefined) return { kind: 'sqlite', path }
  if (name !== 'prisma') return { kind: 'other', name }
  const prisma = client?.type === 'Identifier' ? findImportedName(file, client.name) : undefined
  if (prisma !== undefined) return { kind: 'prisma', prisma }
  throw new UnsupportedAppError(
    `${file.path} does not import the Prisma client that it passes to its storage.`,
  )
}

function portablePath(file: SourceFile, argument: Node): string | undefined {
  const path = resolve(file, argument)
  const isPortable =
    path?.type === 'StringLiteral' ||
    (path?.type === 'TemplateLiteral' &&
      path.expressions.every((part) => textOf(file, part) === 'process.cwd()'))
  return isPortable ? textOf(file, path) : undefined
}

/** Where a name of a file comes from. */
export function findImportedName(file: SourceFile, local: string): ImportedName | undefined {
  for (const { specifiers, source } of findImports(file, () => true)) {
    const specifier = specifiers.find((entry) => entry.local.name === local)
    if (specifier !== undefined) return { local, from: source.value, imported: importedName(specifier) }
  }
  return undefined
}

function importedName(specifier: ImportDeclaration['specifiers'][number]): string | null {
  if (specifier.type === 'ImportNamespaceSpecifier') return '*'
  if (specifier.type === 'ImportDefaultSpecifier') return null
  return specifier.imported.type === 'Identifier' ? specifier.imported.name : specifier.imported.value
}

/** The line that imports a name, in our own style. */
export function importLine({ local, from, imported }: ImportedName): string {
  if (imported === null) return `import ${local} from '${from}';`
  if (imported === '*') return `import * as ${local} from '${from}';`
  return `import { ${imported === local ? local : `${imported} as ${local}`} } from '${from}';`
}
