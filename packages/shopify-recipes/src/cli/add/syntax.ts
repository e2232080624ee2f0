import {
  type CallExpression,
  type Expression,
  type Node,
  type ObjectExpression,
  type ObjectMethod,
  type ObjectProperty,
  traverse,
} from '@babel/types'
import type { SourceFile } from './source-file.ts'

/** A member of an object literal that has a name. */
export type NamedMember = ObjectProperty | ObjectMethod

/** The expression inside casts. */
export function unwrap(node: Node): Node {
  return node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression'
    ? unwrap(node.expression)
    : node
}

/** Finds a member of an object literal: the last of its name, which is the one that counts. */
export function findNamedMember({ properties }: ObjectExpression, name: string): NamedMember | undefined {
  return properties.findLast(
    (member): member is NamedMember => member.type !== 'SpreadElement' && nameOf(member) === name,
  )
}

function nameOf({ key, computed }: NamedMember): string | undefined {
  if (key.type === 'StringLiteral') return key.value
  return key.type === 'Identifier' && !computed ? key.name : undefined
}

/** What a constant at the top level of the file is set to. */
export function findConstant({ program }: SourceFile, name: string): Expression | undefined {
  for (const statement of program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') continue
    const found = declaration.declarations.find(({ id }) => id.type === 'Identifier' && id.name === name)
    if (found) return found.init ?? undefined
  }
  return undefined
}

/** An expression, or what the constant that it names is set to. */
export function resolveConstant(file: SourceFile, node: Node): Node | undefined {
  const inner = unwrap(node)
  if (inner.type !== 'Identifier') return inner
  const constant = findConstant(file, inner.name)
  return constant && unwrap(constant)
}

/** Whether an object that is spread could hold a member of that name, as far as the file tells. */
export function mayHold(file: SourceFile, node: Node, name: string): boolean {
  const value = resolveConstant(file, node)
  if (value?.type === 'ConditionalExpression') {
    return mayHold(file, value.consequent, name) || mayHold(file, value.alternate, name)
  }
  if (value?.type === 'LogicalExpression') return mayHold(file, value.right, name)
  if (value?.type !== 'ObjectExpression') return true
  const spreads = value.properties.filter((member) => member.type === 'SpreadElement')
  return (
    findNamedMember(value, name) !== undefined ||
    spreads.some((spread) => mayHold(file, spread.argument, name))
  )
}

/** All calls of a function below a node, by its local name or, after a dot, its member name. */
export function findCalls(root: Node, name: string): readonly CallExpression[] {
  const calls: CallExpression[] = []
  traverse(root, (node) => {
    if (node.type === 'CallExpression' && calleeName(node) === name) calls.push(node)
  })
  return calls
}

/** The last name of what is called: `c` of `a.b.c()`. */
export function calleeName({ callee }: CallExpression): string | undefined {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type !== 'MemberExpression' || callee.computed) return undefined
  return callee.property.type === 'Identifier' ? callee.property.name : undefined
}

/** The names that code refers to, and not those of members, keys and imports. */
export function findReferences(root: Node): ReadonlySet<string> {
  const names = new Set<string>()
  if (root.type === 'Identifier') names.add(root.name)
  traverse(root, (node, ancestors) => {
    const parent = ancestors.at(-1)
    if (parent === undefined || parent.node.type.startsWith('Import')) return
    if (node.type === 'JSXIdentifier') names.add(node.name)
    if (node.type !== 'Identifier') return
    const isName = parent.key === 'property' || parent.key === 'key'
    if (!isName || ('computed' in parent.node && parent.node.computed)) names.add(node.name)
  })
  return names
}
