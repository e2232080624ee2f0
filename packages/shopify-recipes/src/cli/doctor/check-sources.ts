import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { error, type Finding, warning } from './finding.ts'
import { findCalls, findProperties, maskSource, type SourceCall } from './mask-source.ts'

/** One source file of the app. */
interface SourceFile {
  /** Relative to the app's folder. */
  readonly path: string
  readonly text: string
  /** The text without comments and strings. */
  readonly code: string
}

interface FoundCall extends SourceCall {
  readonly place: string
}

const extensions = new Set(['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'])
const skippedFolders = new Set(['node_modules', 'dist', 'build', 'coverage', 'public'])
const filesMax = 5000
const fileBytesMax = 1_000_000
const exposedPattern =
  /\b(?:VITE_|PUBLIC_|NEXT_PUBLIC_|REACT_APP_)\w*(?:AFFILIATE\w*KEY|SHOPIFY_API_SECRET)\w*/g

/** Reads the app's sources for mistakes in how the recipes are installed. */
export async function checkSources(
  folder: string,
  { AFFILIATE_APP_ID: appId }: Readonly<Record<string, string | undefined>>,
): Promise<readonly Finding[]> {
  const files = await readSources(folder)
  const installs = findInFiles(files, 'identifyOnInstall')
  const forwards = findInFiles(files, 'forwardUninstall')
  const handles = findInFiles(files, 'handleUninstall')
  const backfills = findInFiles(files, 'backfillRoute')
  return [
    ...files.flatMap(checkAfterAuth),
    ...installs.flatMap(checkLedger),
    ...checkVariants(installs, forwards, handles),
    ...(appId ? [] : [...installs, ...backfills].flatMap(checkAppId)),
    ...backfills.map(warnOfBackfill),
    ...files.flatMap(checkExposed),
  ]
}

function checkAfterAuth({ path, code }: SourceFile): readonly Finding[] {
  return findProperties(code, 'afterAuth').flatMap(({ text, line }) => {
    const place = `${path}:${line}`
    const call = /\.(?:try)?[iI]dentify\s*\(/.exec(text)
    if (call === null) return []
    const remedy = 'Use identifyOnInstall as the hook: it never waits, never throws, and remembers.'
    const missing = error(
      'LEDGER',
      'afterAuth identifies without a ledger: it runs about hourly per shop.',
      remedy,
    )
    const isAwaited = /\bawait\b[^;]*$/.test(text.slice(0, call.index))
    const awaited = error(
      'AWAIT',
      'afterAuth awaits identify: a slow platform would delay every merchant.',
      remedy,
    )
    return (isAwaited ? [awaited, missing] : [missing]).map((finding) => ({ ...finding, place }))
  })
}

/** Whether options that can be seen, and not those of a variable or a spread, lack one. */
function lacksOption({ text }: FoundCall, name: string): boolean {
  return /^\s*(?:\{|$)/.test(text) && !new RegExp(`\\b${name}\\b|\\.{3}`).test(text)
}

function checkLedger(call: FoundCall): readonly Finding[] {
  if (!lacksOption(call, 'ledger')) return []
  const detail = 'identifyOnInstall has no ledger of its own: a restart or a second process identifies again.'
  const remedy = 'Give identifyOnInstall and handleUninstall one ledger in the database of the app.'
  return [{ ...warning('LEDGER', detail, remedy), place: call.place }]
}

function checkAppId(call: FoundCall): readonly Finding[] {
  if (!lacksOption(call, 'appId')) return []
  const detail = 'AFFILIATE_APP_ID is not set, and no appId is given: nothing can be identified.'
  const remedy = "Set it to the app's id on the affiliate platform."
  return [{ ...error('APP-ID', detail, remedy), place: call.place }]
}

/** Interface 4.4 rule 1: one variant, not both blindly. */
function checkVariants(
  installs: readonly FoundCall[],
  forwards: readonly FoundCall[],
  handles: readonly FoundCall[],
): readonly Finding[] {
  const [install] = installs
  if (install === undefined) return []
  const isDeliberate = ({ text }: FoundCall) => text.includes('deliberatelyWithIdentifyOnInstall')
  const both = forwards.filter((forward) => !isDeliberate(forward))
  if (both.length === 0 && handles.length + forwards.length > 0) return []
  if (both.length === 0) {
    const remedy = 'Add the webhook app/uninstalled with handleUninstall and the same ledger.'
    return [
      {
        ...warning('REINSTALL', 'Nothing clears the ledger: a reinstall is never identified.', remedy),
        place: install.place,
      },
    ]
  }
  return both.map(({ place, isBranch }) => ({ ...judgeBoth(isBranch), place }))
}

function judgeBoth(isBranch: boolean): Finding {
  if (isBranch) {
    const detail =
      'A condition chooses between forwardUninstall and identifyOnInstall: which one, is not seen here.'
    return warning('BOTH', detail, 'Keep the lines of one variant, or let one condition decide on both.')
  }
  const detail = 'identifyOnInstall and forwardUninstall are both active: each shop is sent twice.'
  const remedy = 'Replace forwardUninstall by handleUninstall, or say that it is deliberate by its option.'
  return error('BOTH', detail, remedy)
}

function warnOfBackfill({ place }: FoundCall): Finding {
  const remedy = 'Delete it after one successful run (interface 4.4 rule 6).'
  return { ...warning('BACKFILL', 'The backfill route is in place.', remedy), place }
}

function checkExposed({ path, text }: SourceFile): readonly Finding[] {
  const names = new Set([...text.matchAll(exposedPattern)].map(([name]) => name))
  const remedy = 'Rename it without the prefix, and read it on the server alone.'
  return [...names].map((name) => ({
    ...error('EXPOSED', `${name} would be shipped to browsers.`, remedy),
    place: path,
  }))
}

function findInFiles(files: readonly SourceFile[], name: string): readonly FoundCall[] {
  return files.flatMap(({ path, code }) =>
    findCalls(code, name).map((call) => ({ ...call, place: `${path}:${call.line}` })),
  )
}

async function readSources(folder: string): Promise<readonly SourceFile[]> {
  const paths: string[] = []
  const waiting = [folder]
  for (
    let current = waiting.pop();
    current !== undefined && paths.length < filesMax;
    current = waiting.pop()
  ) {
    for (const entry of await readdir(current, { withFileTypes: true })) {
      const path = join(current, entry.name)
      if (entry.isDirectory() && !skippedFolders.has(entry.name) && !entry.name.startsWith('.'))
        waiting.push(path)
      if (entry.isFile() && extensions.has(extname(path)) && !/\.(test|spec)\./.test(entry.name))
        paths.push(path)
    }
  }
  const files = await Promise.all(paths.sort().map((path) => readSource(folder, path)))
  return files.filter((file) => file !== undefined)
}

async function readSource(folder: string, path: string): Promise<SourceFile | undefined> {
  if ((await stat(path)).size > fileBytesMax) return undefined
  const text = await readFile(path, 'utf8')
  return { path: relative(folder, path), text, code: maskSource(text) }
}
