import { type ParserPlugin, parse } from '@babel/parser'
import type { File, Node } from '@babel/types'
import { type Binding, collectBindings } from './collect-bindings.ts'
import type { AppFile } from './read-files.ts'
import { walk } from './walk.ts'

/** A name that a file takes from another one. */
export interface ImportOrigin {
  /** As the import says it, such as `./db.server`. */
  readonly from: string
  /** `default`, or `*` for all of it. */
  readonly name: string
  readonly line: number
}

/** A source file that was understood. */
export interface Source extends AppFile {
  readonly tree: File
  /** By local name. */
  readonly imports: ReadonlyMap<string, ImportOrigin>
  readonly bindings: readonly Binding[]
  /** By exported name, where it is not that of the binding. `default` among them. */
  readonly exports: ReadonlyMap<string, Node>
}

/** Parses a source of TypeScript or JavaScript; undefined for one that no compiler would take. */
export function parseSource({ path, text }: AppFile): Source | undefined {
  try {
    const tree = parse(text, { sourceType: 'unambiguous', errorRecovery: true, plugins: pluginsFor(path) })
    return { path, text, tree, bindings: collectBindings(tree), ...collectNames(tree) }
  } catch {
    return undefined
  }
}

const always: readonly ParserPlugin[] = ['decorators', 'decoratorAutoAccessors']

function pluginsFor(path: string): ParserPlugin[] {
  // In a .ts file `<Name>value` is a cast.
  if (/\.[mc]?ts$/.test(path)) return [...always, 'typescript']
  return path.endsWith('.tsx') ? [...always, 'typescript', 'jsx'] : [...always, 'jsx']
}

function collectNames(tree: File): Pick<Source, 'imports' | 'exports'> {
  const imports = new Map<string, ImportOrigin>()
  const exports = new Map<string, Node>()
  walk(tree, (node) => {
    if (node.type === 'ExportDefaultDeclaration') exports.set('default', node.declaration)
    if (node.type === 'ExportSpecifier') exports.set(nameOf(node.exported), node.local)
    if (node.type !== 'ImportDeclaration') return
    for (const specifier of node.specifiers) {
      const { local, loc } = specifier
      const name = specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : wholeName(specifier)
      imports.set(local.name, { from: node.source.value, name, line: loc?.start.line ?? 1 })
    }
  })
  return { imports, exports }
}

function wholeName({ type }: Node): string {
  return type === 'ImportDefaultSpecifier' ? 'default' : '*'
}

function nameOf(node: { readonly type: string; readonly name?: string; readonly value?: string }): string {
  return node.name ?? node.value ?? ''
}
