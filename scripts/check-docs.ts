// Checks the documents: every relative link and its anchor lead somewhere, every path named in backticks exists, one title
// each, the README's rows are those of the full tables, and each promise has one line and a test that is there.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const rooms = [
  ...['packages', 'docs', 'scripts', 'src', 'e2e', 'examples', 'test', 'benchmarks'],
  ...globSync('packages/*').map((path) => path.slice('packages/'.length)),
]

const files = globSync(
  [
    ...['*.md', 'docs/**/*.md', 'benchmarks/*.md', 'packages/*/*.md', 'packages/*/docs/**/*.md'],
    ...['e2e/*/README.md', 'examples/*/README.md'],
  ],
  { exclude: (path) => path.endsWith('CHANGELOG.md') },
)

/** The prose of a file: code blocks hold comments that look like titles. */
const readProse = (file: string): string => readFileSync(file, 'utf8').replaceAll(/^ *```.*?^ *```/gms, '')

const faults = files.flatMap((file) => {
  const text = readProse(file)
  return [...findDeadLinks(file, text), ...findDeadPaths(file, text), ...checkTitle(file, text)]
})
faults.push(
  ...findStrayRows('docs/guarantees.md', '| Promise | Measured at full size | Test |'),
  ...findStrayRows('docs/speed.md', '| Compared | Measured | Goal |'),
  ...findVaguePromises(),
  ...findUnknownCommands(),
)

for (const fault of faults) console.error(fault)
if (faults.length === 0) console.log(`docs: ${files.length} files, every link and path leads somewhere.`)
process.exitCode = faults.length === 0 ? 0 : 1

function findDeadLinks(file: string, text: string): readonly string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    if (/^[a-z]+:/.test(target)) return []
    const [path = '', anchor] = target.split('#')
    const place = path === '' ? file : join(dirname(file), path)
    const isThere = existsSync(place) && (anchor === undefined || readAnchors(place).has(anchor))
    return isThere ? [] : [`${file}: ${target} leads nowhere.`]
  })
}

/** The anchors that GitHub makes of a page's headings. */
function readAnchors(file: string): ReadonlySet<string> {
  const headings = readProse(file).matchAll(/^#+ (.+)$/gm)
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

/** Paths are those of the repository, or begin with a package's name; a page may leave out what it lies in. */
function findDeadPaths(file: string, text: string): readonly string[] {
  const own = /^(?:packages|examples|e2e)\/[\w-]+|^benchmarks/.exec(file)?.[0] ?? ''
  const named = [...text.matchAll(/`([\w-]+)(\/[\w./{},-]+)`/g)].filter(([, room = '']) =>
    rooms.includes(room),
  )
  return named
    .flatMap(([, room, rest]) => expandBraces(`${room}${rest}`))
    .filter((path) => !['', own, 'packages'].some((place) => existsSync(join(place, path))))
    .map((path) => `${file}: ${path} does not exist.`)
}

/** `a/{b,c}.ts` names two paths. */
function expandBraces(path: string): readonly string[] {
  const [, before = '', inside = '', after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(path) ?? []
  return inside === '' ? [path] : inside.split(',').map((part) => `${before}${part}${after}`)
}

function checkTitle(file: string, text: string): readonly string[] {
  const titles = text.match(/^# /gm)?.length ?? 0
  return titles === 1 ? [] : [`${file}: has ${titles} titles instead of one.`]
}

/** The rows of a table in the README that the full table does not have word by word. */
function findStrayRows(file: string, header: string): readonly string[] {
  const full = new Set(readRows(file, header))
  const rows = readRows('README.md', header)
  if (rows.length === 0) return [`README.md: has no table ${header}`]
  return rows.filter((row) => !full.has(row)).map((row) => `README.md: ${file} has no such row: ${row}`)
}

/** Promises of more than a line, or of a test that is not there. */
function findVaguePromises(): readonly string[] {
  const tests = globSync('{packages,e2e}/**/*.test.ts', { exclude: (path) => path.endsWith('node_modules') })
  const names = new Set(tests.map((path) => path.replace(/^.*\/(.+)\.test\.ts$/, '$1')))
  return readRows('docs/guarantees.md', '| Promise |').flatMap((row) => [
    ...(row.length > 200 ? [`docs/guarantees.md: put what is beyond a line below the table: ${row}`] : []),
    ...[...row.matchAll(/`([\w-]+)`(?=[^|]*\|$)/g)]
      .filter(([, name = '']) => !names.has(name))
      .map(([, name]) => `docs/guarantees.md: there is no test ${name}.`),
  ])
}

/** Commands of the page on corrections that the reference does not have. */
function findUnknownCommands(): readonly string[] {
  const reference = readProse('docs/reference/commands.md')
  const commands = readRows('docs/guides/corrections.md', '| What is wrong |').flatMap((row) => [
    ...(row.split(' | ')[1] ?? '').matchAll(/`([a-z]+ [a-z-]+)/g),
  ])
  return commands
    .filter(([, command]) => !reference.includes(`\n### ${command}\n`))
    .map(([, command]) => `docs/guides/corrections.md: there is no command ${command}.`)
}

/** The rows of the tables of a file that begin with a header. */
function readRows(file: string, header: string): readonly string[] {
  const blocks = readFileSync(file, 'utf8').split(/\n\n+/)
  return blocks
    .filter((block) => block.startsWith(header))
    .flatMap((block) => block.trim().split('\n').slice(2))
}
