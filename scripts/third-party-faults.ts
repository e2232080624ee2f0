import { findDirect, findThirdParty, type Lock } from './third-party.ts'

/** How many third-party packages an install of the service brings at most, and what none of them may ever be (D183). */
const serviceMax = 48
const webFramework = /^(?:@hono\/.*|hono|@fastify\/.*|fastify|express)$/
const closed = ['packages/service', 'packages/operator']

/**
 * Finds what the lock file says and the tables in SECURITY.md do not, and what may not be installed at all.
 *
 * @param text - SECURITY.md: a row with the count of each published package, and one for each third-party package that one of
 *   them names, with all that it brings and the reason for it
 */
export function findThirdPartyFaults(lock: Lock, text: string): readonly string[] {
  const refused = closed.flatMap((path) =>
    findThirdParty(lock, path)
      .filter((name) => webFramework.test(name))
      .map((name) => `${path} installs ${name}: nothing of a web framework is below the service (D183).`),
  )
  const count = findThirdParty(lock, 'packages/service').length
  const excess = `packages/service installs ${count} third-party packages: at most ${serviceMax} (D183).`
  const rows = findRows(lock)
  const written = text.split('\n').filter((line) => line.startsWith('| `'))
  const missing = rows.filter((row) => !written.some((line) => isWritten(row, line)))
  const untrue = written.filter((line) => !rows.some((row) => isWritten(row, line)))
  return [
    ...refused,
    ...(count > serviceMax ? [excess] : []),
    ...missing.map(
      ({ facts, hasReason }) => `SECURITY.md lacks: ${facts}${hasReason ? ' <what it is for> |' : ''}`,
    ),
    ...untrue.map((line) => `SECURITY.md says what is not so: ${line}`),
  ]
}

/** A row as it has to begin, and whether a reason follows. */
interface Row {
  readonly facts: string
  readonly hasReason: boolean
}

function findRows(lock: Lock): readonly Row[] {
  const published = Object.keys(lock.packages).filter((path) => /^packages\/[^/]+$/.test(path))
  const counts = published.map((path) => {
    const name = lock.packages[path]?.name ?? path
    return { facts: `| \`${name}\` | ${findThirdParty(lock, path).length} |`, hasReason: false }
  })
  const direct = new Map(published.flatMap((path) => [...findDirect(lock, path)]))
  const reasons = [...direct].map(([name, path]) => {
    const brought = findThirdParty(lock, path).filter((other) => other !== name)
    const list = brought.map((other) => `\`${other}\``).join(', ') || '–'
    return { facts: `| \`${name}\` | ${list} |`, hasReason: true }
  })
  return [...counts, ...reasons]
}

function isWritten({ facts, hasReason }: Row, line: string): boolean {
  if (!hasReason) return line === facts
  return line.startsWith(facts) && /^ .*\w.* \|$/.test(line.slice(facts.length))
}
