import { readdirSync, readFileSync } from 'node:fs'

/** A piece of TypeScript from the documentation. */
export interface Example {
  /** Where it stands, for messages. */
  readonly place: string
  readonly code: string
}

const packageUrl = new URL('../../', import.meta.url)

/** The names that an entry of the package exports. */
export function exportedNames(entry: 'index' | 'testing'): {
  readonly values: string[]
  readonly types: string[]
} {
  const { values, types } = readNames(`src/${entry}.ts`)
  return { values, types }
}

function readNames(path: string): { readonly values: string[]; readonly types: string[] } {
  const url = new URL(path, packageUrl)
  const source = readFileSync(url, 'utf8')
  const names = [...source.matchAll(/export (type )?\{([^}]*)\}/g)].flatMap(([, allTypes, list = '']) =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => (allTypes ? `type ${name}` : name)),
  )
  const declared = [...source.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = '']) => name)
  const starred = [...source.matchAll(/^export type \* from '([^']+)'/gm)].flatMap(
    ([, target = '']) => readNames(new URL(target, url).pathname).types,
  )
  const types = names.filter((name) => name.startsWith('type ')).map((name) => name.slice('type '.length))
  return {
    values: names.filter((name) => !name.startsWith('type ')),
    types: [...types, ...declared, ...starred],
  }
}

/** Every source file below `src`, tests aside, by its path. */
export function readSources(): ReadonlyMap<string, string> {
  const files = readdirSync(new URL('src/', packageUrl), { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts')).sort()
  return new Map(
    sources.map((file) => [`src/${file}`, readFileSync(new URL(`src/${file}`, packageUrl), 'utf8')]),
  )
}

/** Every example: the TypeScript blocks of the README, and the `@example` tags of the sources. */
export function collectExamples(): readonly Example[] {
  const readme = readFileSync(new URL('README.md', packageUrl), 'utf8')
  const inSources = [...readSources()].flatMap(([file, source]) => [
    ...fencedBlocks(file, source),
    ...oneLiners(file, source),
  ])
  return [...fencedBlocks('README.md', readme), ...inSources]
}

function fencedBlocks(file: string, text: string): readonly Example[] {
  return [...text.matchAll(/^( \* | {3}\* )?```ts\n([\s\S]*?)^\1?```$/gm)].map(
    ({ 2: block = '', index }) => ({
      place: `${file}:${lineOf(text, index)}`,
      code: `${block.replaceAll(/^ +\* ?/gm, '')}\nexport {}\n`,
    }),
  )
}

// An example of one line may use everything that the package exports, and a caught error.
function oneLiners(file: string, text: string): readonly Example[] {
  const entries = (['index', 'testing'] as const).map((entry) => {
    const { values, types } = exportedNames(entry)
    const name = entry === 'index' ? '@affiliate-platform/sdk' : '@affiliate-platform/sdk/testing'
    return `import { ${[...values, ...types.map((type) => `type ${type}`)].join(', ')} } from '${name}'`
  })
  return [...text.matchAll(/^ +\* @example (\S.*)$/gm)].map(({ 1: line = '', index }) => ({
    place: `${file}:${lineOf(text, index)}`,
    code: `${entries.join('\n')}\n\nconst error: unknown = undefined\n${line}\n`,
  }))
}

const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length
