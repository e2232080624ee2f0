import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { intersects, subset, validRange } from 'semver'
import { toRecord } from '../../lib/fault.ts'
import { atPlace, error, type Finding, warning } from './finding.ts'
import { type CheckedApp, callsOf } from './read-app.ts'
import { type AppFile, placeOf } from './read-files.ts'

const expressPackage = '@shopify/shopify-app-express'
const recipesPackage = '@affiliate-platform/shopify-recipes'
const firstWithHooks = '>=8.0.0-0'

/** Whether the app's packages and its Node run the recipes. */
export async function checkPackages(app: CheckedApp): Promise<readonly Finding[]> {
  const manifests = app.files.filter(({ path }) => /(^|\/)package\.json$/.test(path))
  const needed = String(toRecord((await readManifest(ownManifest))['engines'])['node'])
  const versions = await Promise.all(manifests.map((file) => checkExpress(file, app)))
  return [
    ...versions.flat(),
    ...manifests.flatMap((file) => checkEngines(file, needed)),
    ...app.files
      .filter(({ path }) => path.endsWith('Dockerfile'))
      .flatMap((file) => checkImage(file, needed)),
  ]
}

// As far up from the sources as from what is built of them.
const ownManifest = new URL('../../../package.json', import.meta.url)

/** `hooks.afterAuth` came to Express with version 8; earlier ones ignore it without a word. */
async function checkExpress(file: AppFile, app: CheckedApp): Promise<readonly Finding[]> {
  const range = dependencyRange(file, expressPackage)
  if (range === undefined || callsOf(app, 'identifyOnInstall').length === 0) return []
  if (callsOf(app, 'identifyAfterAuth').length > 0) return []
  const folder = join(app.folder, dirname(file.path))
  const { version } = await readManifest(join(folder, 'node_modules', expressPackage, 'package.json'))
  const found = typeof version === 'string' ? version : range
  if (validRange(found) === null || intersects(found, firstWithHooks, { includePrerelease: true })) return []
  const detail = `${expressPackage} ${found} never runs hooks.afterAuth, which came with 8.0: no shop is identified.`
  const remedy = 'Put identifyAfterAuth() after shopify.auth.callback(), or update the package to 8.'
  return [atPlace(placeOf(file, file.text.indexOf(expressPackage)), error('VERSION', detail, remedy))]
}

function checkEngines(file: AppFile, needed: string): readonly Finding[] {
  if (dependencyRange(file, recipesPackage) === undefined) return []
  const { node } = toRecord(parseManifest(file.text)['engines'])
  if (typeof node !== 'string' || validRange(node) === null || subset(node, needed)) return []
  const detail = `engines.node is ${node}, but the recipes support only ${needed}.`
  const place = placeOf(file, file.text.indexOf('"node"'))
  return [atPlace(place, warning('NODE', detail, `Allow only ${needed}.`))]
}

function checkImage(file: AppFile, needed: string): readonly Finding[] {
  return [...file.text.matchAll(/^FROM\s+(?:\S+\/)?node:(\d+)\S*/gim)].flatMap(({ index, 1: major = '' }) => {
    if (intersects(`${major}.x`, needed)) return []
    const detail = `The image has Node ${major}, but the recipes support only ${needed}.`
    return [atPlace(placeOf(file, index), warning('NODE', detail, `Choose an image with Node ${needed}.`))]
  })
}

function dependencyRange({ text }: AppFile, name: string): string | undefined {
  const { dependencies, devDependencies } = parseManifest(text)
  const range = { ...toRecord(devDependencies), ...toRecord(dependencies) }[name]
  return typeof range === 'string' ? range : undefined
}

async function readManifest(path: string | URL): Promise<Readonly<Record<string, unknown>>> {
  return parseManifest(await readFile(path, 'utf8').catch(() => '{}'))
}

function parseManifest(text: string): Readonly<Record<string, unknown>> {
  try {
    return toRecord(JSON.parse(text))
  } catch {
    return {}
  }
}
