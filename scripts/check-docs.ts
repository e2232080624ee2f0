// Checks the documents: every relative link leads somewhere, every path named in backticks exists, one title each.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const files = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md'])
const faults = files.flatMap((file) => {
  // Code blocks hold comments that look like titles.
  const text = readFileSync(file, 'utf8').replaceAll(/^```.*?^```/gms, '')
  return [...findDeadLinks(file, text), ...findDeadPaths(file, text), ...checkTitle(file, text)]
})

for (const fault of faults) console.error(fault)
if (faults.length === 0) console.log(`docs: ${files.length} files, every link and path leads somewhere.`)
process.exitCode = faults.length === 0 ? 0 : 1

function findDeadLinks(file: string, text: string): readonly string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    const [path = ''] = target.split('#')
    const isRelative = path !== '' && !/^[a-z]+:/.test(path)
    return isRelative && !existsSync(join(dirname(file), path)) ? [`${file}: ${target} leads nowhere.`] : []
  })
}

function findDeadPaths(file: string, text: string): readonly string[] {
  return [...text.matchAll(/`((?:packages|docs|scripts|e2e|examples|test)\/[\w./-]+\.\w+)`/g)].flatMap(
    ([, path = '']) => (existsSync(path) ? [] : [`${file}: ${path} does not exist.`]),
  )
}

function checkTitle(file: string, text: string): readonly string[] {
  const titles = text.match(/^# /gm)?.length ?? 0
  return titles === 1 ? [] : [`${file}: has ${titles} titles instead of one.`]
}
