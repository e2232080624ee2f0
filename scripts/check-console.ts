// Fails where a browser is sent more for a first screen than it may be, or two versions of React.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const halves = [
  { name: 'console', folder: 'packages/console/dist', page: 'index.html', budgetKilobytes: 250 },
  { name: 'portal', folder: 'packages/console/dist/portal', page: 'portal.html', budgetKilobytes: 210 },
]

const chartBudgetKilobytes = 130

for (const { name: half, folder, page, budgetKilobytes } of halves) {
  const assets = resolve(folder, 'assets')
  const names = readdirSync(assets)
  const document = readFileSync(resolve(folder, page), 'utf8')
  const loaded = [...document.matchAll(/\/assets\/([\w.-]+)/g)].map(([, name = '']) => name)
  // Of the font only the letters of English.
  const sent = [
    ...loaded.map((name) => `${name}.br`),
    ...names.filter((name) => /-latin-wght.*\.woff2$/.test(name)),
  ]
  const bytes = sent.reduce((sum, name) => sum + statSync(join(assets, name)).size, document.length)
  const kilobytes = (bytes / 1000).toFixed(1)
  console.log(
    `${half}: the first screen is ${kilobytes} kB of ${budgetKilobytes} as it is sent, in ${sent.length} files.`,
  )
  if (Number(kilobytes) > budgetKilobytes) process.exitCode = 1

  for (const name of names.filter((file) => /^months-.*\.js\.br$/.test(file))) {
    const chartKilobytes = statSync(join(assets, name)).size / 1000
    console.log(
      `${half}: the chart is ${chartKilobytes.toFixed(1)} kB of ${chartBudgetKilobytes}, sent later.`,
    )
    if (half === 'portal' || chartKilobytes > chartBudgetKilobytes) process.exitCode = 1
  }

  const scripts = names
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(assets, name), 'utf8'))
  const versions = new Set(
    scripts.flatMap((text) =>
      [...text.matchAll(/\.version=[`"'](1[89]\.\d+\.\d+)/g)].map(([, version]) => version),
    ),
  )
  if (versions.size !== 1) {
    console.error(`${half}: it has ${versions.size} versions of React: ${[...versions].join(', ')}.`)
    process.exitCode = 1
  }
}
