import { extname } from 'node:path'
import { parseSource, type Source } from './parse-source.ts'
import { type AppFile, readFiles } from './read-files.ts'
import { findKnownCalls, type KnownCall } from './recipe-calls.ts'
import { isBoolean, readProperty, type Sources } from './resolve-value.ts'

/** An app, as far as its files tell. */
export interface CheckedApp {
  readonly folder: string
  readonly files: readonly AppFile[]
  readonly sources: Sources
  /** Sources that no parser takes. */
  readonly unreadable: readonly AppFile[]
  readonly calls: readonly KnownCall[]
}

const sourceExtensions = new Set(['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'])
const otherExtensions = new Set(['.html', '.liquid', '.prisma', '.sql', '.toml'])
const otherNames = new Set(['package.json', 'Dockerfile'])
const skippedFolders = new Set(['node_modules', 'dist', 'build', 'coverage', 'public', 'test', 'tests'])
const fileBytesMax = 1_000_000

/** Reads the files of an app that its maker wrote. */
export async function readApp(folder: string): Promise<CheckedApp> {
  const files = await readFiles(folder, folder, { isWanted, skippedFolders, fileBytesMax })
  const written = files.filter(({ path }) => sourceExtensions.has(extname(path)))
  const parsed = written.map((file) => ({ file, source: parseSource(file) }))
  const sources = parsed
    .map(({ source }) => source)
    .filter((source): source is Source => source !== undefined)
  return {
    folder,
    files,
    sources: new Map(sources.map((source) => [source.path, source])),
    unreadable: parsed.filter(({ source }) => source === undefined).map(({ file }) => file),
    calls: sources.flatMap(findKnownCalls),
  }
}

function isWanted(name: string): boolean {
  if (/\.(test|spec)\.|\.d\.[mc]?ts$/.test(name)) return false
  const extension = extname(name)
  return sourceExtensions.has(extension) || otherExtensions.has(extension) || otherNames.has(name)
}

/** The calls of the functions of some names. */
export function callsOf({ calls }: CheckedApp, ...names: readonly string[]): readonly KnownCall[] {
  return calls.filter(({ name }) => names.includes(name))
}

/** The calls that make the hook of an install. */
export const installCalls = (app: CheckedApp) => callsOf(app, 'identifyOnInstall', 'identifyAfterAuth')

/** Those of them that identify a shop: with `identify: false` a hook only tells of the install. */
export const identifyCalls = (app: CheckedApp) =>
  installCalls(app).filter(({ options }) => !isBoolean(readProperty(options, 'identify', app.sources), false))
