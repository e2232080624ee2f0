import type { BlockStatement, Function as JsFunction, Node, VariableDeclarator } from '@babel/types'
import { keyName, walk } from '../doctor/walk.ts'
import { isLog, namesOf } from './about-result.ts'
import { cutVariable } from './cut-result.ts'
import {
  attempt,
  besides,
  CannotCutError,
  type Cutting,
  cutStatement,
  isGone,
  isIdle,
  statementOf,
} from './cuts.ts'
import { findUses } from './find-uses.ts'
import { isClient } from './mantle-client.ts'

/**
 * Takes out of a function what was there for a call that went: variables, checks, empty blocks. An `afterAuth` goes
 * itself when nothing is left in it.
 *
 * @returns `hollow` for a function that does nothing any more
 */
export function tidy(cutting: Cutting, around: JsFunction): 'hollow' | 'used' {
  for (let size = -1; size !== cutting.cuts.size; ) {
    size = cutting.cuts.size
    walk(around.body, (node) => {
      if (isGone(cutting, node)) return
      if (node.type === 'VariableDeclarator') dropVariable(cutting, node)
      if (node.type === 'BlockStatement') dropBlock(cutting, node)
    })
  }
  if (!isHollow(cutting, around.body)) return 'used'
  dropHook(cutting, around)
  return 'hollow'
}

/** A variable that only what went has read, or a client that was made for it or is only looked at any more. */
function dropVariable(cutting: Cutting, declarator: VariableDeclarator): void {
  const { app } = cutting
  const { init } = declarator
  const uses = namesOf(declarator).flatMap((name) => findUses(app, name).map(({ node }) => node))
  const rest = uses.filter((use) => !isGone(cutting, use))
  const isOfClient = () => !!init && isClient(app, { source: app.sourceOf(init), node: init })
  if (uses.length === rest.length || (init && !isIdle(init) && !isOfClient())) return
  const isChecked = (use: Node) => {
    const statement = statementOf(app, use)
    return statement.type === 'IfStatement' && isIdle(statement.test)
  }
  if (rest.length > 0 && !(isOfClient() && rest.every(isChecked))) return
  attempt(cutting, () => {
    if (cutVariable(cutting, declarator).length > 0) throw new CannotCutError(declarator, besides)
  })
}

/** A block that nothing is left of, with the statement that it belongs to. */
function dropBlock(cutting: Cutting, block: BlockStatement): void {
  const { app, cuts } = cutting
  if (block.body.length === 0 || !block.body.every((statement) => isGone(cutting, statement))) return
  const around = app.parents.get(block)
  if (around?.type === 'TryStatement' && around.block === block && !around.finalizer)
    cutStatement(cutting, around)
  if (around?.type !== 'IfStatement') return
  if (around.alternate === block) cuts.set(block, '')
  else if (isIdle(around.test) && (!around.alternate || isGone(cutting, around.alternate))) {
    attempt(cutting, () => cutStatement(cutting, around))
  }
}

/** Whether nothing is left that anybody would notice. */
function isHollow(cutting: Cutting, node: Node): boolean {
  if (isGone(cutting, node) || (isLog(node) && isOnMantle(cutting, node))) return true
  switch (node.type) {
    case 'BlockStatement':
      return node.body.every((statement) => isHollow(cutting, statement))
    case 'ReturnStatement':
      return !node.argument || isIdle(node.argument)
    case 'VariableDeclaration':
      return node.declarations.every(({ init }) => !init || isIdle(init))
    case 'IfStatement': {
      const { test, consequent, alternate } = node
      return isIdle(test) && [consequent, alternate].every((branch) => !branch || isHollow(cutting, branch))
    }
    case 'TryStatement':
      return isHollow(cutting, node.block) && !node.finalizer
    default:
      return false
  }
}

/** Whether a line of a log is about what went, and not the app's own word on an install. */
function isOnMantle({ app }: Cutting, node: Node): boolean {
  return /mantle|identif/i.test(app.sourceOf(node).text.slice(node.start ?? 0, node.end ?? 0))
}

/** The hook of an install, out of its object; with that, where it is the only one. */
function dropHook({ app, cuts }: Cutting, around: JsFunction): void {
  const member = around.type === 'ObjectMethod' ? around : app.parents.get(around)
  if (member?.type !== 'ObjectMethod' && member?.type !== 'ObjectProperty') return
  if (keyName(member.key) !== 'afterAuth') return
  const hooks = app.parents.get(member)
  const holder = hooks && app.parents.get(hooks)
  const isAlone = hooks?.type === 'ObjectExpression' && hooks.properties.length === 1
  cuts.set(isAlone && holder?.type === 'ObjectProperty' ? holder : member, '')
}
