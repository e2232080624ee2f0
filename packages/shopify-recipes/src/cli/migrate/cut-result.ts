import type { Identifier, Node, VariableDeclarator } from '@babel/types'
import { isAbout, isAboutPromise, isLog, namesOf } from './about-result.ts'
import { isCall, readMethod } from './calls.ts'
import { besides, CannotCutError, type Cutting, cutStatement, isGone, isIn, statementOf } from './cuts.ts'
import { findUses } from './find-uses.ts'
import { ancestorsOf, type MantleApp } from './mantle-app.ts'

/**
 * Takes a call out, with all that is done with its result.
 *
 * @returns the places where a function hands the result on to who called it
 * @throws CannotCutError where more than that would go
 */
export function cutResult(cutting: Cutting, call: Node): readonly Node[] {
  const { app } = cutting
  if (isRepeated(app, call))
    throw new CannotCutError(call, 'it runs for many shops; see docs/backfill.md of this package')
  const whole = wholeOf(app, call)
  const around = app.parents.get(whole)
  switch (around?.type) {
    case 'ExpressionStatement':
      cutStatement(cutting, around)
      return []
    case 'VariableDeclarator':
      return cutVariable(cutting, around)
    case 'AssignmentExpression':
      if (around.left.type === 'Identifier') return cutUses(cutting, around.left)
      cutStatement(cutting, statementOf(app, around))
      return []
    case 'ReturnStatement':
      return [around]
    case 'ArrowFunctionExpression':
      return [whole]
  }
  throw new CannotCutError(call, 'its result is used in an expression')
}

/** Takes a variable out that holds a result, with all that is done with it. */
export function cutVariable(cutting: Cutting, declarator: VariableDeclarator): readonly Node[] {
  const declaration = cutting.app.parents.get(declarator)
  if (declaration?.type !== 'VariableDeclaration' || declaration.declarations.length !== 1) {
    throw new CannotCutError(declarator, besides)
  }
  const returned = namesOf(declarator).flatMap((name) => cutUses(cutting, name))
  cutStatement(cutting, declaration)
  return returned
}

function cutUses(cutting: Cutting, name: Identifier): readonly Node[] {
  const found = findUses(cutting.app, name)
  const uses = found.map(({ node }) => node)
  if (found.some(({ kind }) => kind === 'handed')) throw new CannotCutError(name, besides)
  return uses.flatMap((use) => (isGone(cutting, use) ? [] : cutUse(cutting, use, uses)))
}

/** Takes out what is done with a result in one place. */
function cutUse(cutting: Cutting, use: Node, uses: readonly Node[]): readonly Node[] {
  if (keepOther(cutting, use, uses)) return []
  const statement = statementOf(cutting.app, use)
  switch (statement.type) {
    case 'ExpressionStatement':
      cutMembers(cutting, statement, uses)
      return []
    case 'IfStatement': {
      const { consequent, alternate } = statement
      const names = new Set(uses)
      if (!isAbout(consequent, names) || (alternate && !isAbout(alternate, names))) break
      cutStatement(cutting, statement)
      return []
    }
    case 'VariableDeclaration':
      return statement.declarations.flatMap((declarator) => cutVariable(cutting, declarator))
    case 'ReturnStatement':
      return [statement]
  }
  throw new CannotCutError(use, besides)
}

/** Of `result?.apiToken ?? other`, and of a condition on the result, keeps the other value; not a mere nothing. */
function keepOther({ app, cuts }: Cutting, use: Node, uses: readonly Node[]): boolean {
  const { text } = app.sourceOf(use)
  for (const around of ancestorsOf(use, app.parents)) {
    if (/Statement$|Declarat|Function/.test(around.type)) return false
    const others = sidesOf(around).filter((side) => !uses.some((one) => one === side || isIn(app, side, one)))
    const [other] = others
    if (other === undefined || others.length !== 1 || isNothing(other)) continue
    cuts.set(around, text.slice(other.start ?? 0, other.end ?? 0))
    return true
  }
  return false
}

function sidesOf(node: Node): readonly Node[] {
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate]
  return node.type === 'LogicalExpression' && node.operator !== '&&' ? [node.left, node.right] : []
}

function isNothing(node: Node): boolean {
  return /Literal$/.test(node.type) || (node.type === 'Identifier' && node.name === 'undefined')
}

/** Takes a result out of the objects that a statement hands on; all of it where nothing else is in them. */
function cutMembers(cutting: Cutting, statement: Node, uses: readonly Node[]): void {
  const { app, cuts } = cutting
  const members = uses
    .filter((use) => isIn(app, statement, use))
    .map((use) => {
      const around = [...ancestorsOf(use, app.parents)]
      return around.slice(0, around.indexOf(statement)).find(({ type }) => type === 'ObjectProperty')
    })
  const shared = members.filter((member) => {
    const object = member && app.parents.get(member)
    return object?.type === 'ObjectExpression' && object.properties.some((one) => !members.includes(one))
  })
  if (isLog(statement) || members.includes(undefined) || shared.length === 0) cutStatement(cutting, statement)
  else for (const member of members) if (member) cuts.set(member, '')
}

/** The expression that waits for a call, hands its failure on, or makes it under a condition. */
function wholeOf(app: MantleApp, call: Node): Node {
  let whole = call
  for (const around of ancestorsOf(call, app.parents)) {
    if (isCall(around)) {
      if (around.callee !== whole || !isAboutPromise(around)) return whole
    } else if (around.type === 'LogicalExpression') {
      if (around.operator !== '&&' || around.right !== whole) return whole
    } else if (
      !/^(?:Await|Unary|Member|OptionalMember|TSAs|TSNonNull|TSSatisfies)Expression$/.test(around.type)
    ) {
      return whole
    }
    whole = around
  }
  return whole
}

/** Whether a call is made in a loop, or for each of a list. */
function isRepeated(app: MantleApp, call: Node): boolean {
  return [...ancestorsOf(call, app.parents)].some((around) => {
    if (/^(?:For|While|DoWhile)/.test(around.type)) return true
    const caller = app.parents.get(around)
    if (!/^(?:Arrow)?Function/.test(around.type) || !isCall(caller)) return false
    return /^(?:map|forEach|reduce|each)$/.test(readMethod(caller)?.name ?? '')
  })
}
