import type { Identifier, JSXIdentifier, Node } from '@babel/types'
import { findBinding } from '../doctor/collect-bindings.ts'
import type { Source } from '../doctor/parse-source.ts'
import { walk } from '../doctor/walk.ts'
import { importersOf } from './importers.ts'
import { ancestorsOf, type MantleApp } from './mantle-app.ts'

/** Where a name is used. `handed` names it for another file: an import or an export. */
export interface Use {
  readonly node: Node
  readonly kind: 'value' | 'handed'
}

/** Finds all uses of what a name stands for where it is declared, imported or used; those of other files, too. */
export function findUses(app: MantleApp, declared: Identifier): readonly Use[] {
  const source = app.sourceOf(declared)
  const binding = findBinding(source.bindings, declared.name, declared.start ?? undefined)
  const isTopLevel = binding === undefined || binding.start === 0
  const local = namesIn(app, source, declared.name).filter(
    (node) => findBinding(source.bindings, node.name, node.start ?? undefined) === binding,
  )
  const uses = local.map((node): Use => {
    const around = app.parents.get(node)
    return { node, kind: around?.type === 'ExportSpecifier' ? 'handed' : 'value' }
  })
  if (!isTopLevel) return uses
  return [
    ...uses,
    ...exportedNames(app, source, declared).flatMap((name) => usesElsewhere(app, source, name)),
  ]
}

/** The names under which a source exports one of its own. */
function exportedNames(app: MantleApp, source: Source, declared: Identifier): readonly string[] {
  const names = [...source.exports].filter(([, node]) => isNamed(node, declared.name)).map(([name]) => name)
  const around = [...ancestorsOf(declared, app.parents)].map(({ type }) => type)
  const isInline = around.includes('ExportNamedDeclaration') && !around.includes('BlockStatement')
  return isInline ? [...names, declared.name] : names
}

function isNamed(node: Node, name: string): boolean {
  if (node.type === 'Identifier') return node.name === name
  return node.type === 'FunctionDeclaration' && node.id?.name === name
}

/** The uses of an exported name in the files that import it, and in those that export it again. */
function usesElsewhere(app: MantleApp, exporter: Source, exported: string): readonly Use[] {
  return importersOf(app, exporter).flatMap(({ source, node, names }): readonly Use[] => {
    if (names === 'all') return [{ node, kind: 'value' }]
    if (names === 'again') return usesElsewhere(app, source, exported)
    if (names.from !== exported) return []
    const further = names.to === undefined ? findUses(app, names.local) : usesElsewhere(app, source, names.to)
    return [{ node, kind: 'handed' }, ...further]
  })
}

const known = new WeakMap<Source, ReadonlyMap<string, readonly (Identifier | JSXIdentifier)[]>>()

/** The places where a source refers to a name: not where it declares or imports it, nor members and keys. */
function namesIn(app: MantleApp, source: Source, name: string): readonly (Identifier | JSXIdentifier)[] {
  const found = known.get(source)?.get(name)
  if (found !== undefined) return found
  if (known.has(source)) return []
  const names = new Map<string, (Identifier | JSXIdentifier)[]>()
  walk(source.tree, (node) => {
    if (node.type !== 'Identifier' && node.type !== 'JSXIdentifier') return
    if (isReference(app, node)) names.set(node.name, [...(names.get(node.name) ?? []), node])
  })
  known.set(source, names)
  return namesIn(app, source, name)
}

function isReference(app: MantleApp, node: Identifier | JSXIdentifier): boolean {
  const around = app.parents.get(node)
  if (around === undefined || around.type.startsWith('Import') || around.type === 'JSXAttribute') return false
  if (around.type === 'ExportSpecifier') {
    return around.local === node && !(app.parents.get(around) as { readonly source?: unknown }).source
  }
  if ('property' in around && around.property === node)
    return 'computed' in around && around.computed === true
  if ('key' in around && around.key === node) return 'computed' in around && around.computed === true
  if ('id' in around && around.id === node) return false
  return !isDeclared(app, node)
}

/** Whether a name stands in the pattern of a variable or of a parameter. */
function isDeclared(app: MantleApp, node: Node): boolean {
  const around = app.parents.get(node)
  switch (around?.type) {
    case 'VariableDeclarator':
      return around.id === node
    case 'AssignmentPattern':
      return around.left === node && isDeclared(app, around)
    case 'ObjectProperty':
    case 'ObjectPattern':
    case 'ArrayPattern':
    case 'RestElement':
      return isDeclared(app, around)
    default:
      return around !== undefined && 'params' in around && (around.params as readonly Node[]).includes(node)
  }
}
