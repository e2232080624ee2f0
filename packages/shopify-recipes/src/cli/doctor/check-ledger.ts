import { atPlace, error, type Finding, warning } from './finding.ts'
import { type CheckedApp, callsOf, installCalls } from './read-app.ts'
import type { KnownCall } from './recipe-calls.ts'
import { readProperty, resolveValue, type Value } from './resolve-value.ts'
import { lineOf } from './walk.ts'

const oneLedger = 'Pass identifyOnInstall and handleUninstall the same ledger, in the database of the app.'

/** Whether the hook remembers in a ledger that lasts, and the uninstall handler clears that very one. */
export function checkLedger(app: CheckedApp): readonly Finding[] {
  const installs = installCalls(app)
  const filled = installs.map((call) => identifyLedger(call, app))
  const handles = callsOf(app, 'handleUninstall')
  return [
    ...installs.flatMap((call) => checkPresence(call, app)),
    ...handles.flatMap((call) => checkSame(call, identifyLedger(call, app), filled)),
    ...(installs.length > 0 ? callsOf(app, 'backfillRoute') : []).flatMap((call) => checkBackfill(call, app)),
  ]
}

function checkPresence({ options, place }: KnownCall, { sources }: CheckedApp): readonly Finding[] {
  const ledger = readProperty(options, 'ledger', sources)
  const isInMemory = typeof ledger === 'object' && calleeOf(resolveValue(ledger, sources)) === memory
  if (ledger !== 'absent' && !isInMemory) return []
  const detail =
    'The ledger is in memory: a restart identifies each shop again and forgets missed installs, and a second process does not see the uninstalls of this one.'
  return [atPlace(place, warning('LEDGER', detail, oneLedger))]
}

/** Interface 4.4 rule 2: once per install. */
function checkBackfill({ options, place }: KnownCall, { sources }: CheckedApp): readonly Finding[] {
  if (readProperty(options, 'ledger', sources) !== 'absent') return []
  const detail = 'The backfill is not recorded: each shop counts as an install when its token is renewed.'
  return [atPlace(place, warning('LEDGER', detail, 'Pass backfillRoute the ledger of identifyOnInstall.'))]
}

function checkSame(
  { place }: KnownCall,
  cleared: string | undefined,
  filled: readonly (string | undefined)[],
): readonly Finding[] {
  const [first] = filled
  if (first === undefined || cleared === undefined || !filled.every((one) => differ(one, cleared))) return []
  const detail = `handleUninstall clears ${cleared}, but identifyOnInstall fills ${first}: a reinstall is never identified.`
  return [atPlace(place, error('LEDGERS', detail, oneLedger))]
}

const memory = 'createMemoryLedger'
const ofProcess = 'the ledger of this process'
const given = 'a ledger that is passed in'

/** Whether two ledgers are surely not one. */
function differ(one: string | undefined, other: string): boolean {
  if (one === undefined || one === other) return false
  const isHidden = one === given || other === given
  return !isHidden || one === ofProcess || other === ofProcess
}

/** Words for the ledger of a call, the same for the same ledger; undefined where its options are not seen. */
function identifyLedger({ options }: KnownCall, app: CheckedApp): string | undefined {
  const option = readProperty(options, 'ledger', app.sources)
  if (option === 'absent') return ofProcess
  if (option === 'unseen') return undefined
  const value = resolveValue(option, app.sources)
  const callee = calleeOf(value)
  // One made in memory is one by itself; any other is what it stands on.
  if (callee === memory) return `the in-memory ledger of ${value.source.path}:${lineOf(value.node)}`
  return callee === undefined ? given : `that of ${callee}(${argumentOf(value)})`
}

function calleeOf({ node, source }: Value): string | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return undefined
  const { name } = node.callee
  return source.imports.get(name)?.name ?? name
}

/** The last name of the first argument: `affiliateLedger` of `prisma.affiliateLedger`, however the client is called. */
function argumentOf({ node }: Value): string {
  const [first] = node.type === 'CallExpression' ? node.arguments : []
  if (first?.type !== 'MemberExpression') return '…'
  return first.property.type === 'Identifier' ? first.property.name : '…'
}
