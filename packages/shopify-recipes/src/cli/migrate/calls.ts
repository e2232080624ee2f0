import type { CallExpression, Node, OptionalCallExpression } from '@babel/types'
import { keyName } from '../doctor/walk.ts'

/** A call, also one behind `?.`. */
export type Call = CallExpression | OptionalCallExpression

/** Whether a node is a call. */
export function isCall(node: Node | undefined): node is Call {
  return node?.type === 'CallExpression' || node?.type === 'OptionalCallExpression'
}

/** What a method is called on, and its name; undefined for a call of anything else. */
export function readMethod({ callee }: Call): { readonly name: string; readonly object: Node } | undefined {
  if (callee.type !== 'MemberExpression' && callee.type !== 'OptionalMemberExpression') return undefined
  const name = callee.computed ? undefined : keyName(callee.property)
  return name === undefined ? undefined : { name, object: callee.object }
}
