import { type ImportDeclaration, isFunction, type Node, type ObjectExpression, traverse } from '@babel/types'
import { findImports, type SourceFile } from './source-file.ts'
import { findCalls, resolveConstant } from './syntax.ts'
import { UnsupportedAppError } from './unsupported-app-error.ts'

/** A name that a file imports. */
export interface ImportedName {
  /** In this file. */
  readonly local: string
  readonly from: string
  /** In the other file; null for its default export. */
  readonly imported: string | null
}

/**
 * Finds the object that `shopifyApp` is called with.
 *
 * @throws UnsupportedAppError unless there is exactly one such call, with an object that this file spells out
 */
export function findShopifyConfig(file: SourceFile): ObjectExpression {
  const [call, ...others] = findCalls(file.program, 'shopifyApp')
  const [argument] = call?.arguments ?? []
  const config = argument && resolveConstant(file, argument)
  if (argument?.type === 'Identifier' && isChanged(file, argument.name)) {
    throw new UnsupportedAppError(`${file.path} changes ${argument.name} after it is made.`)
  }
  if (others.length === 0 && config?.type === 'ObjectExpression') return config
  throw new UnsupportedAppError(`${file.path} has no single shopifyApp({ … }) call.`)
}

/** Whether a function calls `shopifyApp`: it may do so for each request. */
export function isCalledInFunction({ program }: SourceFile): boolean {
  let isFound = false
  traverse(program, (node) => {
    isFound ||= isFunction(node) && findCalls(node, 'shopifyApp').length > 0
  })
  return isFound
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
