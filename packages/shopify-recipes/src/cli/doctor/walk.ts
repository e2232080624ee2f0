import { type Node, VISITOR_KEYS } from '@babel/types'
import { toRecord } from '../../lib/fault.ts'

type Look = (node: Node, ancestors: readonly Node[]) => void

/**
 * Looks at a node and at all below it. `ancestors` are those above, the outermost first; the list changes when the
 * walk goes on.
 */
export function walk(root: Node, look: Look): void {
  visit(root, look, [])
}

function visit(node: Node, look: Look, ancestors: Node[]): void {
  look(node, ancestors)
  ancestors.push(node)
  const fields = toRecord(node)
  for (const key of VISITOR_KEYS[node.type] ?? []) {
    const field = fields[key]
    if (!Array.isArray(field)) visitChild(field, look, ancestors)
    else for (const child of field) visitChild(child, look, ancestors)
  }
  ancestors.pop()
}

function visitChild(child: unknown, look: Look, ancestors: Node[]): void {
  if (isNode(child)) visit(child, look, ancestors)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

/** From 1. */
export function lineOf(node: Node): number {
  return node.loc?.start.line ?? 1
}

/** The name of a property that a member expression or an object's entry spells out. */
export function keyName(key: Node): string | undefined {
  if (key.type === 'Identifier') return key.name
  return key.type === 'StringLiteral' ? key.value : undefined
}
