import type { Identifier, Node } from '@babel/types'
import { findBinding } from '../doctor/collect-bindings.ts'
import { resolveValue, type Value } from '../doctor/resolve-value.ts'
import { keyName, walk } from '../doctor/walk.ts'
import { type Call, readMethod } from './calls.ts'
import { findUses } from './find-uses.ts'
import type { MantleApp } from './mantle-app.ts'

/** Whether a module is one of Mantle's packages. */
export const isOfMantle = (from: string): boolean => from.startsWith('@heymantle/')

/** Whether a call is `identify` of Mantle, and not that of an analytics library. */
export function isIdentify(app: MantleApp, call: Call): boolean {
  const method = readMethod(call)
  if (method?.name !== 'identify') return false
  if (method.object.type === 'Super') return false
  const [parameters] = call.arguments
  const names =
    parameters?.type === 'ObjectExpression'
      ? parameters.properties.map((entry) => ('key' in entry ? keyName(entry.key) : undefined))
      : []
  const isShaped =
    names.includes('platform') && (names.includes('platformId') || names.includes('myshopifyDomain'))
  return isShaped || isClient(app, { source: app.sourceOf(call), node: method.object })
}

/** Whether a value is a client of Mantle, as far as the app's sources tell: made here, by a function, or typed so. */
export function isClient(app: MantleApp, value: Value, seen: ReadonlySet<Node> = new Set()): boolean {
  const { node, source } = resolveValue(value, app.sources)
  if (seen.has(node)) return false
  const look = (inner: Node | null | undefined, from = source) =>
    inner ? isClient(app, { source: from, node: inner }, new Set([...seen, node])) : false
  switch (node.type) {
    case 'NewExpression':
      return isClientClass(app, { source, node: node.callee })
    case 'AwaitExpression':
      return look(node.argument)
    case 'LogicalExpression':
      return look(node.left) || look(node.right)
    case 'AssignmentExpression':
      return look(node.right)
    case 'ConditionalExpression':
      return look(node.consequent) || look(node.alternate)
    case 'CallExpression': {
      const made = resolveValue({ source, node: node.callee }, app.sources)
      return returnsOf(made.node).some((result) => look(result, made.source))
    }
    case 'Identifier':
      return isTypedAsClient(app, source, node)
    case 'NullLiteral':
      return value.node.type === 'Identifier' && isSetToClient(app, value.node, look)
    default:
      return false
  }
}

/** Whether a class is Mantle's client, or one that extends it. */
export function isClientClass(app: MantleApp, { source, node }: Value): boolean {
  if (node.type !== 'Identifier') return false
  const imported = source.imports.get(node.name)
  if (imported && isOfMantle(imported.from)) return imported.name === 'MantleClient'
  return [...app.sources.values()].some(({ tree }) => {
    let isFound = false
    walk(tree, (one) => {
      if (one.type !== 'ClassDeclaration' || one.id?.name !== node.name) return
      const { superClass } = one
      isFound ||= superClass?.type === 'Identifier' && superClass.name === 'MantleClient'
    })
    return isFound
  })
}

/** What a function returns, its inner functions apart. */
function returnsOf(node: Node): readonly Node[] {
  if (node.type === 'ArrowFunctionExpression' && node.body.type !== 'BlockStatement') return [node.body]
  const results: Node[] = []
  walk(node, (one) => {
    if (one.type === 'ReturnStatement' && one.argument) results.push(one.argument)
  })
  return results
}

/** A parameter or a variable without a value: typed as a client, or set to one later. */
function isTypedAsClient(app: MantleApp, source: Value['source'], variable: Identifier): boolean {
  const { name, start } = variable
  const binding = findBinding(source.bindings, name, start ?? undefined)
  let isFound = false
  walk(source.tree, (node) => {
    if (node.type !== 'Identifier' || node.name !== name || !node.typeAnnotation) return
    if (findBinding(source.bindings, name, node.start ?? undefined) !== binding) return
    const { start: from, end } = node.typeAnnotation
    isFound ||= /\bMantleClient\b/.test(source.text.slice(from ?? 0, end ?? 0))
  })
  return isFound || isSetToClient(app, variable, (node) => isClient(app, { source, node }))
}

/** A variable that is set to a client where one is needed first. */
function isSetToClient(app: MantleApp, variable: Identifier, look: (node: Node) => boolean): boolean {
  return findUses(app, variable).some(({ node }) => {
    const around = app.parents.get(node)
    return around?.type === 'AssignmentExpression' && around.left === node && look(around.right)
  })
}
