import { type CheckedApp, installCalls } from '../doctor/read-app.ts'
import { readProperty, resolveValue, type Value } from '../doctor/resolve-value.ts'

/** Where an app makes the ledger of its hook. */
export interface LedgerPlace {
  /** The file, relative to the app's folder. */
  readonly path: string
  /** What the file may export it as. */
  readonly names: readonly string[]
}

/** Finds the ledger that an app's hook fills; or says why it cannot be read from here. */
export function findLedger(app: CheckedApp): LedgerPlace | string {
  const [call] = installCalls(app)
  if (call === undefined) return "No identifyOnInstall was found here. Run the command in the app's folder."
  const option = readProperty(call.options, 'ledger', app.sources)
  const value = typeof option === 'object' ? resolveValue(option, app.sources) : undefined
  if (option === 'absent' || (value && calledName(value) === 'createMemoryLedger')) {
    return 'The ledger is in memory: only the running app knows what it has missed.'
  }
  if (value?.node.type !== 'CallExpression') {
    return `${call.place} does not show where its ledger is made. Make it in a module that exports it.`
  }
  return { path: value.source.path, names: namesOf(value) }
}

function calledName({ node }: Value): string | undefined {
  return node.type === 'CallExpression' && node.callee.type === 'Identifier' ? node.callee.name : undefined
}

/** What a file may export a value as. */
function namesOf({ node, source }: Value): readonly string[] {
  const names = source.bindings.filter((binding) => binding.node === node).map(({ name }) => name)
  const exported = [...source.exports].filter(
    ([, local]) => local === node || (local.type === 'Identifier' && names.includes(local.name)),
  )
  return [...exported.map(([name]) => name), ...names]
}
