import type { Identifier, Node, VariableDeclarator } from '@babel/types'
import { walk } from '../doctor/walk.ts'
import { isCall, readMethod } from './calls.ts'

/** Whether a branch does nothing but with a result, or with what it was put into there. */
export function isAbout(branch: Node, uses: ReadonlySet<Node>): boolean {
  const statements = branch.type === 'BlockStatement' ? branch.body : [branch]
  const names = new Set<string>()
  return statements.every((statement) => {
    if (isExit(statement) || isLog(statement)) return true
    if (!mentions(statement, uses, names)) return false
    for (const name of setIn(statement)) names.add(name)
    if (statement.type !== 'IfStatement') {
      return statement.type === 'ExpressionStatement' || statement.type === 'VariableDeclaration'
    }
    const { consequent, alternate } = statement
    return isAbout(consequent, uses) && (!alternate || isAbout(alternate, uses))
  })
}

/** Whether what follows a promise by `.then(…)` or `.catch(…)` does nothing but with its result. */
export function isAboutPromise(call: Node): boolean {
  const name = isCall(call) ? readMethod(call)?.name : undefined
  if (name === 'catch') return true
  const [then] = isCall(call) ? call.arguments : []
  if (name !== 'then' || then?.type !== 'ArrowFunctionExpression') return false
  const [parameter] = then.params
  const names = new Set(parameter?.type === 'Identifier' ? [parameter.name] : [])
  const uses = new Set<Node>()
  walk(then.body, (node) => {
    if (node.type === 'Identifier' && names.has(node.name)) uses.add(node)
  })
  return then.body.type === 'BlockStatement' ? isAbout(then.body, uses) : uses.size > 0
}

/** Whether a statement only writes to a log. */
export function isLog(statement: Node): boolean {
  if (statement.type !== 'ExpressionStatement' || !isCall(statement.expression)) return false
  const object = readMethod(statement.expression)?.object
  return object?.type === 'Identifier' && /^(?:console|log|logger)$/i.test(object.name)
}

/** The names that a variable declares. */
export function namesOf({ id }: VariableDeclarator): readonly Identifier[] {
  const names: Identifier[] = []
  walk(id, (node, ancestors) => {
    const around = ancestors.at(-1)
    const isKey = around?.type === 'ObjectProperty' && around.key === node
    const isDefault = around?.type === 'AssignmentPattern' && around.right === node
    if (node.type === 'Identifier' && !isKey && !isDefault) names.push(node)
  })
  return names
}

function mentions(statement: Node, uses: ReadonlySet<Node>, names: ReadonlySet<string>): boolean {
  let isFound = false
  walk(statement, (node) => {
    isFound ||= uses.has(node) || (node.type === 'Identifier' && names.has(node.name))
  })
  return isFound
}

/** Whether a statement only ends what is around it. */
function isExit({ type }: Node): boolean {
  return /^(?:Return|Throw|Break|Continue|Empty)Statement$/.test(type)
}

/** The names that a statement gives a value, `session` of `session.additionalData.token = …` among them. */
function setIn(statement: Node): readonly string[] {
  if (statement.type === 'VariableDeclaration') {
    return statement.declarations.flatMap((declarator) => namesOf(declarator).map(({ name }) => name))
  }
  if (statement.type !== 'ExpressionStatement') return []
  const { expression } = statement
  const root = expression.type === 'AssignmentExpression' ? rootName(expression.left) : undefined
  return root === undefined ? [] : [root]
}

function rootName(node: Node): string | undefined {
  if (node.type === 'MemberExpression') return rootName(node.object)
  return node.type === 'Identifier' ? node.name : undefined
}
