// Fails where a browser is sent more of the console for its first screen than it may be, or two versions of React.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const budgetKilobytes = 250
const folder = resolve('packages/console/dist')
const names = readdirSync(join(folder, 'assets'))
const page = readFileSync(join(folder, 'index.html'), 'utf8')

const loaded = [...page.matchAll(/\/console\/assets\/([\w.-]+)/g)].map(([, name = '']) => name)
// Of the font only the letters of English.
const sent = [
  ...loaded.map((name) => `${name}.br`),
  ...names.filter((name) => /-latin-wght.*\.woff2$/.test(name)),
]
const bytes = sent.reduce((sum, name) => sum + statSync(join(folder, 'assets', name)).size, page.length)
const kilobytes = (bytes / 1000).toFixed(1)
console.log(
  `console: the first screen is ${kilobytes} kB of ${budgetKilobytes} as it is sent, in ${sent.length} files.`,
)
if (Number(kilobytes) > budgetKilobytes) process.exitCode = 1

const scripts = names
  .filter((name) => name.endsWith('.js'))
  .map((name) => readFileSync(join(folder, 'assets', name), 'utf8'))
const versions = new Set(
  scripts.flatMap((text) =>
    [...text.matchAll(/\.version=[`"'](1[89]\.\d+\.\d+)/g)].map(([, version]) => version),
  ),
)
if (versions.size !== 1) {
  console.error(`console: it has ${versions.size} versions of React: ${[...versions].join(', ')}.`)
  process.exitCode = 1
}
