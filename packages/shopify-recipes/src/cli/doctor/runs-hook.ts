import { type CallExpression, isFunction, type Node } from '@babel/types'
import { findBinding } from './collect-bindings.ts'
import { calledName } from './recipe-calls.ts'
import { findModule, readProperty, resolveValue, type Sources, type Value } from './resolve-value.ts'
import { keyName, walk } from './walk.ts'

/** Whether a shop is identified: `unseen` where the app's sources do not tell. */
export type HookVerdict = 'yes' | 'no' | 'unseen'

const makers = new Set(['identifyOnInstall', 'identifyAfterAuth'])

/** Whether calling a value runs a hook that `identifyOnInstall` has made. */
export function runsHook(value: Value, sources: Sources, visited = new Set<Node>()): HookVerdict {
  const { node, source } = resolveValue(value, sources)
  if (visited.has(node)) return 'no'
  visited.add(node)
  const judge = (part: Node) => runsHook({ source, node: part }, sources, visited)
  if (isFunction(node))
    return best(callsIn(node).map((call) => judgeCall({ source, node: call }, sources, visited)))
  if (node.type === 'CallExpression') {
    // A function that takes hooks and makes one of them.
    return isMaker({ source, node }) ? 'yes' : best([...node.arguments.map(judge), 'unseen'])
  }
  if (node.type === 'ConditionalExpression') return best([judge(node.consequent), judge(node.alternate)])
  if (node.type === 'LogicalExpression') return best([judge(node.left), judge(node.right)])
  if (node.type === 'MemberExpression') return judgeMember({ source, node }, sources, visited)
  if (node.type !== 'Identifier') return 'no'
  // A name of a package or a parameter is nobody's hook; one of a file that was not found may be.
  return isHidden({ source, node }) ? 'unseen' : 'no'
}

/** What a call in a function's body comes to: the call of a hook, or of a function that is given one. */
function judgeCall(
  { source, node }: Value & { readonly node: CallExpression },
  sources: Sources,
  visited: Set<Node>,
): HookVerdict {
  // Made, and not called.
  if (isMaker({ source, node })) return 'no'
  const given = node.arguments.filter(({ type }) => type === 'Identifier')
  return best([node.callee, ...given].map((part) => runsHook({ source, node: part }, sources, visited)))
}

/** `affiliate.identifyShop`, of an object or of a whole file. */
function judgeMember({ source, node }: Value, sources: Sources, visited: Set<Node>): HookVerdict {
  if (node.type !== 'MemberExpression') return 'no'
  const { object, property } = node
  const name = keyName(property) ?? ''
  const imported = object.type === 'Identifier' ? source.imports.get(object.name) : undefined
  const exporter = imported?.name === '*' ? findModule(imported.from, source, sources) : undefined
  const exported = exporter?.exports.get(name) ?? (exporter && findBinding(exporter.bindings, name)?.node)
  if (exporter && exported) return runsHook({ source: exporter, node: exported }, sources, visited)
  const member = readProperty({ source, node: object }, name, sources)
  if (typeof member === 'object') return runsHook(member, sources, visited)
  return isHidden({ source, node: object }) || object.type === 'ThisExpression' ? 'unseen' : 'no'
}

function isMaker({ source, node }: Value): boolean {
  return node.type === 'CallExpression' && makers.has(calledName(node, source) ?? '')
}

/** Whether a name is imported from a file of the app's own. */
function isHidden({ source, node }: Value): boolean {
  const from = node.type === 'Identifier' ? source.imports.get(node.name)?.from : undefined
  return from !== undefined && /^[.~@#]\.?\.?\//.test(from)
}

function callsIn(node: Node): readonly CallExpression[] {
  const calls: CallExpression[] = []
  walk(node, (one) => {
    if (one.type === 'CallExpression') calls.push(one)
  })
  return calls
}

function best(verdicts: readonly HookVerdict[]): HookVerdict {
  if (verdicts.includes('yes')) return 'yes'
  return verdicts.includes('unseen') ? 'unseen' : 'no'
}
