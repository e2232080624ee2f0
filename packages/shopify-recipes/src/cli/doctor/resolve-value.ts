import { posix } from 'node:path'
import { type Identifier, isIdentifier, type Node } from '@babel/types'
import { findBinding } from './collect-bindings.ts'
import type { Source } from './parse-source.ts'
import { keyName } from './walk.ts'

/** The app's sources, by path. */
export type Sources = ReadonlyMap<string, Source>

/** A piece of a source. */
export interface Value {
  readonly source: Source
  readonly node: Node
}

const stepsMax = 20
const extensions = ['', '.ts', '.tsx', '.js', '.jsx', '.mts', '.mjs', '.cts', '.cjs']

/**
 * Follows a name to what it stands for, through variables, imports and type assertions, as far as the app's own
 * sources tell.
 */
export function resolveValue(value: Value, sources: Sources, steps = stepsMax): Value {
  const { node } = value
  if (steps === 0) return value
  if (
    node.type === 'TSAsExpression' ||
    node.type === 'TSSatisfiesExpression' ||
    node.type === 'TSNonNullExpression'
  )
    return resolveValue({ ...value, node: node.expression }, sources, steps - 1)
  const next = isIdentifier(node) ? findName(node, value.source, sources) : undefined
  return next === undefined ? value : resolveValue(next, sources, steps - 1)
}

function findName({ name, start }: Identifier, source: Source, sources: Sources): Value | undefined {
  const binding = findBinding(source.bindings, name, start ?? undefined)
  if (binding !== undefined) return binding.node && { source, node: binding.node }
  const imported = source.imports.get(name)
  const exporter = imported && findModule(imported.from, source, sources)
  if (exporter === undefined || imported === undefined) return undefined
  const exported = exporter.exports.get(imported.name) ?? findBinding(exporter.bindings, imported.name)?.node
  return exported && { source: exporter, node: exported }
}

/** The file of the app's own that an import leads to. */
export function findModule(from: string, { path }: Source, sources: Sources): Source | undefined {
  // The templates' tsconfig paths lead to app/.
  const isAlias = /^[~@#]\//.test(from)
  if (!isAlias && !from.startsWith('.')) return undefined
  const base = isAlias ? `app/${from.slice(2)}` : posix.join(posix.dirname(path), from)
  const stems = [base, base.replace(/\.[mc]?jsx?$/, ''), `${base}/index`]
  const candidates = stems.flatMap((stem) => extensions.map((extension) => `${stem}${extension}`))
  return candidates.map((candidate) => sources.get(candidate)).find((found) => found !== undefined)
}

/** Whether a value is `true` or `false`, as it is asked for. */
export const isBoolean = (value: Value | string, expected: boolean): boolean =>
  typeof value === 'object' && value.node.type === 'BooleanLiteral' && value.node.value === expected

/** What an object sets a property to: `absent`, or `unseen` where it may come from a place that is not understood. */
export function readProperty(
  object: Value | undefined,
  name: string,
  sources: Sources,
): Value | 'absent' | 'unseen' {
  if (object === undefined) return 'absent'
  const visited = new Set<Node>()
  const read = (value: Value): Value | 'absent' | 'unseen' => {
    const { node, source } = resolveValue(value, sources)
    // An object may be spread into one of its own name.
    if (visited.has(node)) return 'unseen'
    visited.add(node)
    if (node.type === 'ConditionalExpression')
      return firstFound([node.consequent, node.alternate].map((branch) => read({ source, node: branch })))
    if (node.type !== 'ObjectExpression') return 'unseen'
    // Of two properties of one name the last counts.
    return firstFound(
      node.properties.toReversed().map((entry) => {
        if (entry.type === 'SpreadElement') return read({ source, node: entry.argument })
        if (entry.computed || keyName(entry.key) !== name) return 'absent'
        return { source, node: entry.type === 'ObjectMethod' ? entry : entry.value }
      }),
    )
  }
  return read(object)
}

function firstFound(found: readonly (Value | 'absent' | 'unseen')[]): Value | 'absent' | 'unseen' {
  return found.find((one) => typeof one === 'object') ?? found.find((one) => one === 'unseen') ?? 'absent'
}
