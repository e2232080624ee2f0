import { type CallExpression, isFunction, type Node } from '@babel/types'
import { readProperty, resolveValue, type Sources, type Value } from './resolve-value.ts'
import { secretName } from './secrets.ts'
import { keyName, walk } from './walk.ts'

const wrapping = new Set(['json', 'data', 'defer', 'stringify', 'String', 'resolve'])

/** Whether a value contains a secret of the environment, or the whole environment. */
export function holdsSecret(value: Value, sources: Sources, visited = new Set<Node>()): boolean {
  const { node, source } = resolveValue(value, sources)
  if (visited.has(node)) return false
  visited.add(node)
  if (node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression') {
    if (isSecretMember(node)) return true
    const property = readProperty({ source, node: node.object }, keyName(node.property) ?? '', sources)
    return typeof property === 'object' && holdsSecret(property, sources, visited)
  }
  if (node.type === 'CallExpression' && node.callee.type === 'Identifier') {
    const called = resolveValue({ source, node: node.callee }, sources)
    const holds = (part: Node | null | undefined) =>
      part && holdsSecret({ source: called.source, node: part }, sources, visited)
    if (returnsOf(called.node).some(holds)) return true
  }
  return partsOf(node).some((part) => holdsSecret({ source, node: part }, sources, visited))
}

/** What a function returns; nothing for any other node. */
export function returnsOf(declared: Node | undefined): readonly (Node | null | undefined)[] {
  if (!declared || !isFunction(declared)) return []
  if (declared.body.type !== 'BlockStatement') return [declared.body]
  const returned: (Node | null | undefined)[] = []
  walk(declared.body, (node, ancestors) => {
    if (node.type === 'ReturnStatement' && !ancestors.some((ancestor) => isFunction(ancestor)))
      returned.push(node.argument)
  })
  return returned
}

/** `process.env` itself, or a property by the name of a secret. */
function isSecretMember(node: Node): boolean {
  if (node.type !== 'MemberExpression' && node.type !== 'OptionalMemberExpression') return false
  const name = keyName(node.property) ?? ''
  const isEnvironment = node.object.type === 'Identifier' && node.object.name === 'process' && name === 'env'
  return isEnvironment || secretName.test(name)
}

/** The nodes whose values go into that of a node. What a function is called with mostly does not. */
function partsOf(node: Node): readonly Node[] {
  switch (node.type) {
    case 'ObjectExpression':
      return node.properties.flatMap((property) => {
        if (property.type === 'SpreadElement') return [property.argument]
        return property.type === 'ObjectProperty' ? [property.value] : []
      })
    case 'ArrayExpression':
      return node.elements.filter((element) => element !== null)
    case 'SpreadElement':
    case 'AwaitExpression':
      return [node.argument]
    case 'ConditionalExpression':
      return [node.consequent, node.alternate]
    case 'LogicalExpression':
    case 'BinaryExpression':
      return /^(\|\||&&|\?\?|\+)$/.test(node.operator) ? [node.left, node.right] : []
    case 'TemplateLiteral':
      return node.expressions
    case 'NewExpression':
      return node.callee.type === 'Identifier' && node.callee.name === 'Response'
        ? node.arguments.slice(0, 1)
        : []
    case 'CallExpression':
      return partsOfCall(node)
    default:
      return []
  }
}

function partsOfCall({ callee, arguments: given }: CallExpression): readonly Node[] {
  const isMember = callee.type === 'MemberExpression'
  const name = keyName(isMember ? callee.property : callee) ?? ''
  if (wrapping.has(name)) return given.slice(0, 1)
  // The template's server puts variables into its page so.
  return isMember && /^replace(All)?$/.test(name) ? [callee.object, ...given.slice(1)] : []
}
