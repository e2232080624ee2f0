// Checks the documents: every relative link leads somewhere, every path named in backticks exists, one title each, and what
// the README says was measured is what docs/guarantees.md says.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const files = globSync(
  ['*.md', 'docs/**/*.md', 'packages/*/*.md', 'packages/*/docs/**/*.md', 'e2e/*/README.md'],
  {
    exclude: (path) => path.endsWith('CHANGELOG.md'),
  },
)
const faults = files.flatMap((file) => {
  // Code blocks hold comments that look like titles.
  const text = readFileSync(file, 'utf8').replaceAll(/^```.*?^```/gms, '')
  return [...findDeadLinks(file, text), ...findDeadPaths(file, text), ...checkTitle(file, text)]
})
faults.push(...findStrayFigures())

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

/** Paths are those of the repository; a package's own pages may leave out the package. */
function findDeadPaths(file: string, text: string): readonly string[] {
  const ownPackage = /^packages\/[\w-]+/.exec(file)?.[0] ?? ''
  return [...text.matchAll(/`((?:packages|docs|scripts|src|e2e|examples|test)\/[\w./-]+\.\w+)`/g)].flatMap(
    ([, path = '']) =>
      [path, join(ownPackage, path)].some((place) => existsSync(place))
        ? []
        : [`${file}: ${path} does not exist.`],
  )
}

function checkTitle(file: string, text: string): readonly string[] {
  const titles = text.match(/^# /gm)?.length ?? 0
  return titles === 1 ? [] : [`${file}: has ${titles} titles instead of one.`]
}

/** The figures of the README's promises that the row of the same test in docs/guarantees.md does not have. */
function findStrayFigures(): readonly string[] {
  const [promises = []] = readTables('README.md', '| Promise | Measured at full size | Test |')
  const guarantees = readTables('docs/guarantees.md', '| Promise |').flat()
  return promises.flatMap(([promise = '', measured = '', test = '']) => {
    const names = test.match(/`[\w-]+`/g) ?? []
    const source = guarantees
      .filter((cells) => names.some((name) => cells[1]?.includes(name)))
      .flat()
      .join(' | ')
    const figures = measured.match(/\d[\d,.]*\d|\d/g) ?? []
    const known = new Set(source.match(/\d[\d,.]*\d|\d/g))
    return figures
      .filter((figure) => !known.has(figure))
      .map((figure) => `README.md: ${figure} of “${promise}” is not what docs/guarantees.md says.`)
  })
}

/** The rows of the tables that begin with a header, as cells. */
function readTables(file: string, header: string): readonly (readonly string[])[][] {
  const blocks = readFileSync(file, 'utf8').split(/\n\n+/)
  return blocks
    .filter((block) => block.startsWith(header))
    .map((block) =>
      block
        .split('\n')
        .slice(2)
        .map((row) =>
          row
            .split('|')
            .slice(1, -1)
            .map((cell) => cell.trim()),
        ),
    )
}
