import { extname } from 'node:path'
import type { Node } from '@babel/types'
import { parseSource, type Source } from '../doctor/parse-source.ts'
import { type AppFile, readFiles } from '../doctor/read-files.ts'
import type { Sources } from '../doctor/resolve-value.ts'
import { walk } from '../doctor/walk.ts'

/** An app that may call Mantle, with its tests. */
export interface MantleApp {
  readonly files: readonly AppFile[]
  readonly sources: Sources
  /** What is directly around each node. */
  readonly parents: ReadonlyMap<Node, Node>
  readonly sourceOf: (node: Node) => Source
}

const sourceExtensions = new Set(['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'])
const otherExtensions = new Set([
  '.rb',
  '.php',
  '.py',
  '.liquid',
  '.vue',
  '.svelte',
  '.prisma',
  '.sql',
  '.toml',
])
const otherNames = /^(?:Gemfile|(?:composer|package)\.json|requirements\.txt|\.env(?:\..+)?)$/
const skippedFolders = new Set(['node_modules', 'dist', 'build', 'coverage', 'public', 'vendor'])
const fileBytesMax = 1_000_000

/** Reads the files in which an app can name Mantle. */
export async function readMantleApp(folder: string): Promise<MantleApp> {
  const isWanted = (name: string) =>
    sourceExtensions.has(extname(name)) || otherExtensions.has(extname(name)) || otherNames.test(name)
  const files = await readFiles(folder, folder, { isWanted, skippedFolders, fileBytesMax })
  const sources = files
    .filter(({ path }) => sourceExtensions.has(extname(path)))
    .map(parseSource)
    .filter((source): source is Source => source !== undefined)
  const parents = new Map<Node, Node>()
  const owners = new Map<Node, Source>()
  for (const source of sources) {
    owners.set(source.tree, source)
    walk(source.tree, (node, ancestors) => {
      const parent = ancestors.at(-1)
      if (parent !== undefined) parents.set(node, parent)
    })
  }
  const sourceOf = (node: Node): Source => {
    const root = [...ancestorsOf(node, parents)].at(-1) ?? node
    const source = owners.get(root)
    if (source === undefined) throw new Error(`A ${node.type} is in no source.`)
    return source
  }
  return { files, sources: new Map(sources.map((source) => [source.path, source])), parents, sourceOf }
}

/** What is around a node, the innermost first. */
export function* ancestorsOf(node: Node, parents: MantleApp['parents']): Generator<Node> {
  for (let around = parents.get(node); around !== undefined; around = parents.get(around)) yield around
}

/** Whether a file is of the app's tests, which are listed and never changed. */
export function isOfTests(path: string): boolean {
  return /\.(?:test|spec)\.|(?:^|\/)(?:tests?|e2e|cypress|mocks|__tests__|__mocks__)\//.test(path)
}
