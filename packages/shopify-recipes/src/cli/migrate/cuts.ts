import { isFunction, isStatement, type Function as JsFunction, type Node, type Statement } from '@babel/types'
import { keyName, walk } from '../doctor/walk.ts'
import { isCall, readMethod } from './calls.ts'
import { ancestorsOf, type MantleApp } from './mantle-app.ts'

/** What goes out of an app's sources: nodes, each with the text that takes its place; none where it just goes. */
export interface Cutting {
  readonly app: MantleApp
  readonly cuts: Map<Node, string>
}

/** Why a call stays: it is told to the person, with its place. */
export class CannotCutError extends Error {
  override readonly name = 'CannotCutError'
  readonly node: Node

  constructor(node: Node, reason: string) {
    super(reason)
    this.node = node
  }
}

/**
 * Tries a step: all of what it cuts goes, or nothing of it.
 *
 * @returns why not
 */
export function attempt(cutting: Cutting, step: () => void): CannotCutError | undefined {
  const before = new Map(cutting.cuts)
  try {
    step()
    return undefined
  } catch (error) {
    if (!(error instanceof CannotCutError)) throw error
    cutting.cuts.clear()
    for (const [node, text] of before) cutting.cuts.set(node, text)
    return error
  }
}

/** Whether a node goes, or something around it. */
export function isGone({ app, cuts }: Cutting, node: Node): boolean {
  return cuts.has(node) || [...ancestorsOf(node, app.parents)].some((around) => cuts.has(around))
}

/** Takes a statement out; with the `if` that it is all of. */
export function cutStatement(cutting: Cutting, statement: Node): void {
  const around = cutting.app.parents.get(statement)
  if (around?.type === 'IfStatement' && around.consequent === statement) {
    if (around.alternate || !isIdle(around.test)) throw new CannotCutError(statement, besides)
    cutting.cuts.set(around, '')
  } else cutting.cuts.set(around?.type === 'ExportNamedDeclaration' ? around : statement, '')
}

export const besides = 'something else is done with it'

/** The statement that a node is in. */
export function statementOf(app: MantleApp, node: Node): Statement {
  const found = [node, ...ancestorsOf(node, app.parents)].find((one) => isStatement(one))
  if (found === undefined || !isStatement(found)) throw new CannotCutError(node, besides)
  return found
}

/** The function that a node is in. */
export function functionOf(app: MantleApp, node: Node): JsFunction | undefined {
  return [...ancestorsOf(node, app.parents)].find((around): around is JsFunction => isFunction(around))
}

/** Names of calls that only read: their result is all that there is to them. */
const reads = /^(?:graphql|json|query|request|String|Number|get|find|read|load|fetch|select|create\w*Client)/

/** Whether nothing is lost with an expression whose value nobody needs. */
export function isIdle(expression: Node): boolean {
  let isClean = true
  walk(expression, (node) => {
    if (isCall(node)) {
      const name = readMethod(node)?.name ?? keyName(node.callee)
      isClean &&= name !== undefined && reads.test(name)
    }
    isClean &&= !/^(?:Assignment|Update|New|Yield|Tagged)/.test(node.type)
  })
  return isClean
}

/** Whether a node is somewhere in another one. */
export function isIn(app: MantleApp, outer: Node, node: Node): boolean {
  return [...ancestorsOf(node, app.parents)].includes(outer)
}
