import type { Identifier, Node } from '@babel/types'
import type { Source } from '../doctor/parse-source.ts'
import { findModule } from '../doctor/resolve-value.ts'
import { walk } from '../doctor/walk.ts'
import { isCall } from './calls.ts'
import type { MantleApp } from './mantle-app.ts'

/** One name that a file takes from another one. */
export interface Importer {
  readonly source: Source
  /** The specifier, or what takes the whole file. */
  readonly node: Node
  /** What is taken: a name, for use here or to be exported again; `all` of the file, or all of it exported `again`. */
  readonly names: NamedImport | 'all' | 'again'
}

interface NamedImport {
  readonly from: string
  readonly local: Identifier
  /** The name that it is exported by again. */
  readonly to: string | undefined
}

const known = new WeakMap<MantleApp, ReadonlyMap<Source, readonly Importer[]>>()

/** What the files of an app take from one of them. */
export function importersOf(app: MantleApp, exporter: Source): readonly Importer[] {
  const found = known.get(app) ?? collectImporters(app)
  known.set(app, found)
  return found.get(exporter) ?? []
}

function collectImporters(app: MantleApp): ReadonlyMap<Source, readonly Importer[]> {
  const all = new Map<Source, Importer[]>()
  for (const source of app.sources.values()) {
    walk(source.tree, (node) => {
      const from = moduleOf(node)
      const exporter = from === undefined ? undefined : findModule(from, source, app.sources)
      if (exporter === undefined) return
      const importers = all.get(exporter) ?? []
      all.set(exporter, [...importers, ...importersIn(source, node)])
    })
  }
  return all
}

/** The module that a declaration or a call such as `import()` and `require()` names. */
export function moduleOf(node: Node): string | undefined {
  if (isCall(node)) {
    const [first] = node.arguments
    return first?.type === 'StringLiteral' ? first.value : undefined
  }
  const from = 'source' in node ? node.source : undefined
  return typeof from === 'object' && from && 'value' in from ? String(from.value) : undefined
}

function importersIn(source: Source, node: Node): readonly Importer[] {
  if (node.type === 'ExportAllDeclaration') return [{ source, node, names: 'again' }]
  if (node.type !== 'ImportDeclaration' && node.type !== 'ExportNamedDeclaration') {
    return [{ source, node, names: 'all' }]
  }
  return node.specifiers.map((specifier): Importer => {
    if (specifier.type === 'ExportSpecifier') {
      const { local, exported } = specifier
      const to = exported.type === 'Identifier' ? exported.name : exported.value
      return { source, node: specifier, names: { from: local.name, local, to } }
    }
    const from = 'local' in specifier ? source.imports.get(specifier.local.name)?.name : undefined
    if (!('local' in specifier) || from === undefined || from === '*') {
      return { source, node: specifier, names: 'all' }
    }
    return { source, node: specifier, names: { from, local: specifier.local, to: undefined } }
  })
}
