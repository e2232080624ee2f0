import type { Identifier, Node } from '@babel/types'
import { walk } from '../doctor/walk.ts'
import { isLog } from './about-result.ts'
import { isCall } from './calls.ts'
import { cutResult } from './cut-result.ts'
import {
  attempt,
  CannotCutError,
  type Cutting,
  cutStatement,
  functionOf,
  isGone,
  isIdle,
  isIn,
} from './cuts.ts'
import { findUses, type Use } from './find-uses.ts'
import { isOfTests } from './mantle-app.ts'
import { isIdentify } from './mantle-client.ts'
import { tidy } from './tidy.ts'

/**
 * Takes a call out, with all that is done with its result, and with what was there for it alone: variables, checks, and
 * the function itself, with its own calls.
 *
 * @throws CannotCutError where more than that would go
 */
export function cutCall(cutting: Cutting, call: Node): void {
  const around = functionOf(cutting.app, call)
  for (const place of cutResult(cutting, call)) cutFunction(cutting, functionOf(cutting.app, place), place)
  if (around === undefined || isGone(cutting, around)) return
  if (tidy(cutting, around) === 'hollow') attempt(cutting, () => cutFunction(cutting, around, call))
}

/**
 * Takes a function out that is there for Mantle alone, with all of its calls. One that the app's tests use stays as it
 * was, and is called no more.
 */
function cutFunction(cutting: Cutting, around: Node | undefined, place: Node): void {
  const { app, cuts } = cutting
  if (around && isGone(cutting, around)) return
  const name = around && nameOf(cutting, around)
  const uses = name ? findUses(app, name).filter(({ node }) => !isIn(app, around, node)) : []
  if (around === undefined || uses.length === 0) throw new CannotCutError(place, 'its result is returned')
  requireNothingElse(cutting, around)
  cutStatement(cutting, declarationOf(cutting, around))
  const isOurs = ({ node }: Use) => !isOfTests(app.sourceOf(node).path)
  for (const { node, kind } of uses.filter(isOurs)) {
    const call = app.parents.get(node)
    if (isGone(cutting, node)) continue
    if (kind === 'handed') cuts.set(node, '')
    else if (isCall(call) && call.callee === node) cutCall(cutting, call)
    else throw new CannotCutError(node, 'its function is handed on')
  }
  if (!uses.every(isOurs)) keepForTests(cutting, around)
}

/** Puts a function back, as it was. */
function keepForTests({ app, cuts }: Cutting, kept: Node): void {
  const exporter = app.sourceOf(kept)
  for (const node of [...cuts.keys()]) {
    const isOfIt = node === kept || isIn(app, kept, node) || isIn(app, node, kept)
    const isExport = node.type === 'ExportSpecifier' && app.sourceOf(node) === exporter
    if (isOfIt || isExport) cuts.delete(node)
  }
}

/** The name that a function is called by. */
function nameOf({ app }: Cutting, node: Node): Identifier | undefined {
  if (node.type === 'FunctionDeclaration') return node.id ?? undefined
  const around = app.parents.get(node)
  return around?.type === 'VariableDeclarator' && around.id.type === 'Identifier' ? around.id : undefined
}

function declarationOf({ app }: Cutting, node: Node): Node {
  const declarator = node.type === 'FunctionDeclaration' ? undefined : app.parents.get(node)
  return (declarator && app.parents.get(declarator)) ?? node
}

function requireNothingElse(cutting: Cutting, around: Node): void {
  walk(around, (node) => {
    if (node.type !== 'ExpressionStatement' || isGone(cutting, node) || isLog(node)) return
    let isOfMantle = isIdle(node.expression)
    walk(node, (one) => {
      isOfMantle ||= isCall(one) && isIdentify(cutting.app, one)
    })
    if (!isOfMantle) throw new CannotCutError(node, 'its function does something else too')
  })
}
