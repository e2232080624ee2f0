import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { readSettings } from '../../src/settings.ts'
import { stopDeadlineMs } from '../../src/stop-on-signal.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const dockerfile = readFileSync(`${root}Dockerfile`, 'utf8')
const compose = readFileSync(`${root}compose.yaml`, 'utf8')
const guide = readFileSync(`${root}docs/guides/deploying.md`, 'utf8')

const settings = readSettings({})

/** Every match of a pattern's one group. */
function findAll(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found)
}

test('the Dockerfile names paths that exist, or that a build makes from sources that do', () => {
  const paths = findAll(dockerfile, /\/app\/([\w./-]+)/g)
  expect(paths).toContain('packages/operator/dist/main.js')
  for (const path of paths) {
    const source = path.replace('/dist/', '/src/').replace(/\.js$/, '.ts')
    expect(existsSync(root + source), path).toBe(true)
  }
})

test('the Dockerfile names the package as it is called, and a Node that it runs on', () => {
  const manifest = JSON.parse(readFileSync(`${root}packages/operator/package.json`, 'utf8'))
  const packages = findAll(dockerfile, /(?:--workspace |--filter=)(\S+)/g)
  expect(new Set(packages)).toEqual(new Set([manifest.name]))
  expect(findAll(dockerfile, /^ARG NODE_IMAGE=node:(\d+)-slim$/gm)).toEqual(['24'])
  expect(findAll(dockerfile, /^FROM (\S+)/gm)).toEqual(Array(2).fill(`$\{NODE_IMAGE}`))
})

test('production installs no fake of Shopify, no second database, and a command line only with the command [D108]', () => {
  const dependenciesOf = (name: string): readonly string[] =>
    Object.keys(JSON.parse(readFileSync(`${root}packages/${name}/package.json`, 'utf8')).dependencies)
  const served = ['platform', 'service'].flatMap(dependenciesOf)
  expect(served).not.toContain('commander')
  for (const name of ['@affiliate-platform/shopify-simulator', '@electric-sql/pglite']) {
    expect([...served, ...dependenciesOf('operator')]).not.toContain(name)
  }
  expect(dockerfile).toContain('--omit=optional')
})

test('the image holds no source, no test, and no package that only apps or tests use [D108]', () => {
  const [, stage = ''] = dockerfile.split(/^FROM /m)
  const [removal = ''] = findAll(stage, /^RUN rm -r (.+)$/gm)
  const removed = globSync(removal.split(' ').map((pattern) => `${root}${pattern}`))
  const left = readdirSync(`${root}packages`).filter((name) => !removed.includes(`${root}packages/${name}`))
  expect(left.sort()).toEqual(['commission-engine', 'console', 'contract', 'operator', 'platform', 'service'])
  for (const name of left) {
    const folders = ['src', 'test'].map((folder) => `${root}packages/${name}/${folder}`)
    expect(removed, name).toEqual(expect.arrayContaining(folders))
  }
  expect(stage.indexOf('RUN rm')).toBeGreaterThan(stage.indexOf('npm prune'))
})

test('the image runs without rights, responds to all networks, and is healthy when it is ready', () => {
  expect(dockerfile).toMatch(/^USER node$/m)
  expect(dockerfile).toMatch(/^HEALTHCHECK [^\n]+\\\n\s+CMD \["node", "-e", "[^"]*\/readyz[^"]*"\]$/m)
  const env = findAll(dockerfile, /([A-Z_]+=\S+)/g).map((pair) => pair.split('='))
  expect(env).toContainEqual(['HOST', '0.0.0.0'])
  expect(env).toContainEqual(['PORT', String(settings.PORT)])
})

test('the files have none of the faults that linters of such files look for', () => {
  const images = [
    ...findAll(dockerfile, /^ARG NODE_IMAGE=(\S+)$/gm),
    ...findAll(compose, /^ +image: (\S+:\S+)$/gm),
  ]
  expect(images).toHaveLength(2)
  for (const image of images) expect(image, 'a release, and not the latest of all').toMatch(/:\d+[\w.-]*$/)

  const lastStage = dockerfile.split(/^FROM /m).at(-1) ?? ''
  expect(findAll(lastStage, /^USER (\S+)$/gm).at(-1)).toBe('node')
  expect(lastStage).not.toMatch(/^(?:ADD|RUN|VOLUME)\b|^COPY \./m)
  expect(dockerfile).not.toMatch(/^(?:ENV|ARG) .*(?:KEY|TOKEN|SECRET|PASSWORD|DATABASE_URL)/m)
  // As a list, the command is the first process itself, and a SIGTERM reaches it.
  for (const command of findAll(lastStage, /^(?:ENTRYPOINT|CMD) (.+)$/gm)) {
    expect(JSON.parse(command)).toBeInstanceOf(Array)
  }
})

test('nothing of this machine gets into an image', () => {
  const ignored = readFileSync(`${root}.dockerignore`, 'utf8').split('\n')
  expect(ignored).toEqual(
    expect.arrayContaining(['.git', '**/node_modules', '**/.env*', '**/.affiliate-platform', '**/*.backup']),
  )
})

test('compose.yaml holds no password, opens no port to others, and gives a stop its time', () => {
  expect(compose).not.toMatch(/privileged|docker\.sock|network_mode/)
  const passwords = findAll(compose, /(?:PASSWORD: |affiliate:)(\S+)/g).filter((text) => text !== 'affiliate')
  expect(passwords).toHaveLength(2)
  for (const password of passwords) expect(password).toMatch(/^\$\{POSTGRES_PASSWORD:\?/)
  const ports = findAll(compose, /^ +- '?(\S*:\d+:\d+)'?$/gm)
  expect(ports).toEqual([`127.0.0.1:${settings.PORT}:${settings.PORT}`])
  const [graceSeconds] = findAll(compose, /stop_grace_period: (\d+)s/g)
  expect(Number(graceSeconds) * 1000).toBeGreaterThan(stopDeadlineMs)
})

test('compose.yaml runs commands that exist, on a setting that exists, migrations first', () => {
  const commands = findAll(compose, /command: \['(\w+)'\]/g)
  expect(commands).toEqual(['migrate', 'serve'])
  for (const command of commands) {
    expect(existsSync(`${root}packages/operator/src/serve/${command}-command.ts`), command).toBe(true)
  }
  expect(compose).toMatch(/^ {4}DATABASE_URL: postgres:\/\/affiliate:\$\{POSTGRES_PASSWORD:\?/m)
  expect(Object.keys(settings)).toContain('DATABASE_URL')
  expect(compose).toMatch(/migrate:\n\s+condition: service_completed_successfully/)
})

test('compose.yaml gives every setting to the container, and commands the files of this folder [D363]', () => {
  expect(compose).toMatch(/^x-service: &service\n(?: .*\n)* {2}env_file:\n {4}- path: \.env\n/m)
  const [cli = ''] = findAll(compose, /^ {2}cli:\n((?: {4}.*\n)+)/gm)
  expect(cli).toContain('<<: *service')
  expect(cli).toContain("profiles: ['cli']")
  expect(cli).toContain('- .:/work')
})

test('the unit runs commands that exist, stops in time, and gives the service no rights', () => {
  const unit = readFileSync(`${root}deploy/affiliate-service.service`, 'utf8')
  const manifest = JSON.parse(readFileSync(`${root}packages/operator/package.json`, 'utf8'))
  const commands = findAll(unit, /^Exec\w+=\S+\/\.bin\/(.+)$/gm).map((line) => line.split(' '))
  expect(commands.map(([, command]) => command)).toEqual(['migrate', 'serve'])
  for (const [name = ''] of commands) expect(Object.keys(manifest.bin)).toContain(name)
  const [stopSeconds] = findAll(unit, /^TimeoutStopSec=(\d+)$/gm)
  expect(Number(stopSeconds) * 1000).toBeGreaterThan(stopDeadlineMs)
  expect(unit).toMatch(/^DynamicUser=yes$/m)
  expect(unit).toMatch(/^CapabilityBoundingSet=$/m)
})

test('board and alerts name metrics that there are, and the guide explains each [D363]', async () => {
  const database = { load: () => ({ inUse: 0, waiting: 0 }), query: async () => [] }
  const text = await createMetrics(database, {
    state: () => ({ isServing: true, lagMs: 0, reads: 0, reason: undefined }),
  }).render()
  const known = new Set(findAll(text, /^# TYPE (\w+) /gm))
  for (const file of ['alerts.yml', 'grafana-board.json']) {
    const used = findAll(
      readFileSync(`${root}deploy/${file}`, 'utf8'),
      /\b((?:affiliate|process|nodejs)_\w+)/g,
    )
    const names = used.map((name) => name.replace(/_bucket$/, ''))
    expect(names.length).toBeGreaterThan(10)
    expect(
      names.filter((name) => !known.has(name)),
      file,
    ).toEqual([])
  }
  const ours = [...known].filter((name) => name.startsWith('affiliate_'))
  const explained = findAll(guide, /`(affiliate_\w+)`/g)
  expect(ours.filter((name) => !explained.includes(name))).toEqual([])
})

test('the guide lists every setting with its default', () => {
  const rows = [...guide.matchAll(/^\| `([A-Z_]+)` \| (?:`([^`]+)`|none) \|/gm)].map(([, name, value]) => [
    name,
    value,
  ])
  const expected = Object.entries(settings).map(([name, value]) => [name, value?.toString() || undefined])
  expect(Object.fromEntries(rows)).toStrictEqual(Object.fromEntries(expected))
})
