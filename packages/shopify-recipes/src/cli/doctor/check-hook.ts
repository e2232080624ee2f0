import type { Node } from '@babel/types'
import { atPlace, error, type Finding } from './finding.ts'
import type { Source } from './parse-source.ts'
import { type CheckedApp, callsOf, installCalls } from './read-app.ts'
import { isOfRecipes, type KnownCall } from './recipe-calls.ts'
import { readProperty, resolveValue, type Sources, type Value } from './resolve-value.ts'
import { runsHook } from './runs-hook.ts'
import { keyName, lineOf, walk } from './walk.ts'

/** Whether anything identifies at install, and in a way that delays nobody (interface 4.4 rule 2). */
export function checkHook(app: CheckedApp): readonly Finding[] {
  const written = [...app.sources.values()].flatMap((source) => checkAfterAuth(source, app))
  return [...written, ...(written.length > 0 ? [] : checkThatHookRuns(app))]
}

const hookRemedy =
  'Pass shopifyApp the option hooks: { afterAuth: identifyOnInstall({ ledger: installLedger }) }.'

function checkThatHookRuns(app: CheckedApp): readonly Finding[] {
  if (callsOf(app, 'identifyAfterAuth').length > 0) return []
  const [install] = installCalls(app)
  const [handle] = callsOf(app, 'handleUninstall')
  if (install !== undefined) return callsOf(app, 'shopifyApp').flatMap((call) => checkShopifyApp(call, app))
  const unused = [...app.sources.values()].map(findUnusedImport).find((place) => place !== undefined)
  const place = unused ?? handle?.place
  if (place === undefined) return []
  const detail =
    unused === undefined
      ? 'handleUninstall is in place, but nothing identifies a shop at install.'
      : 'identifyOnInstall is imported but never called: no shop is identified.'
  return [atPlace(place, error('HOOK', detail, hookRemedy))]
}

function checkShopifyApp({ options, place }: KnownCall, { sources }: CheckedApp): readonly Finding[] {
  const hooks = findAssigned(options, ['hooks']) ?? readProperty(options, 'hooks', sources)
  const afterAuth =
    findAssigned(options, ['hooks', 'afterAuth']) ??
    (typeof hooks === 'string' ? hooks : readProperty(hooks, 'afterAuth', sources))
  if (afterAuth === 'absent') {
    const detail = 'shopifyApp has no hooks.afterAuth: identifyOnInstall is created but never runs.'
    return [atPlace(place, error('HOOK', detail, hookRemedy))]
  }
  if (afterAuth === 'unseen' || runsHook(afterAuth, sources) !== 'no') return []
  const detail = 'hooks.afterAuth calls nothing that identifyOnInstall has made: no shop is identified.'
  const remedy =
    'Call the hook there: identifyShop(auth), with const identifyShop = identifyOnInstall({ … }) outside.'
  return [atPlace(`${afterAuth.source.path}:${lineOf(afterAuth.node)}`, error('HOOK', detail, remedy))]
}

/** What the options' file assigns to a member of theirs after it has made them; the last such assignment. */
function findAssigned(options: Value | undefined, path: readonly string[]): Value | undefined {
  if (options?.node.type !== 'Identifier') return undefined
  const wanted = [options.node.name, ...path].join('.')
  let found: Value | undefined
  walk(options.source.tree, (node) => {
    if (node.type !== 'AssignmentExpression' || pathOf(node.left) !== wanted) return
    found = { source: options.source, node: node.right }
  })
  return found
}

/** `config.hooks` as it is written. */
function pathOf(node: Node): string | undefined {
  return node.type === 'MemberExpression' ? `${pathOf(node.object)}.${keyName(node.property)}` : keyName(node)
}

function findUnusedImport({ path, imports }: Source): string | undefined {
  const names = new Set(['identifyOnInstall', 'identifyAfterAuth'])
  const unused = [...imports.values()].find(({ from, name }) => isOfRecipes(from) && names.has(name))
  return unused && `${path}:${unused.line}`
}

function checkAfterAuth(source: Source, { sources }: CheckedApp): readonly Finding[] {
  const findings: Finding[] = []
  walk(source.tree, (node) => {
    const hook = hookBody(node)
    if (hook === undefined) return
    const place = `${source.path}:${lineOf(node)}`
    findings.push(...judgeHook({ source, node: hook }, sources).map((finding) => atPlace(place, finding)))
  })
  return findings
}

/** What a property, method, variable or function called `afterAuth` holds. */
function hookBody(node: Node): Node | undefined {
  if (node.type === 'VariableDeclarator')
    return keyName(node.id) === 'afterAuth' ? (node.init ?? undefined) : undefined
  if (node.type === 'FunctionDeclaration') return node.id?.name === 'afterAuth' ? node.body : undefined
  if (node.type === 'ObjectMethod') return keyName(node.key) === 'afterAuth' ? node.body : undefined
  return node.type === 'ObjectProperty' && keyName(node.key) === 'afterAuth' ? node.value : undefined
}

function judgeHook({ source, node: hook }: Value, sources: Sources): readonly Finding[] {
  let isIdentifying = false
  let isAwaited = false
  walk(hook, (node, ancestors) => {
    const callee = node.type === 'CallExpression' ? node.callee : undefined
    if (callee?.type !== 'MemberExpression') return
    if (!/^(identify|tryIdentify)$/.test(keyName(callee.property) ?? '')) return
    if (isOfOthers(resolveValue({ source, node: callee.object }, sources))) return
    isIdentifying = true
    isAwaited ||= ancestors.some(({ type }) => type === 'AwaitExpression' || type === 'ReturnStatement')
  })
  if (!isIdentifying) return []
  const remedy = 'Use identifyOnInstall as the hook: it never waits, never throws, and remembers.'
  const waits = 'afterAuth awaits identify: a slow platform would delay every merchant.'
  const repeats = 'afterAuth identifies without a ledger: it runs about hourly per shop.'
  return [...(isAwaited ? [error('AWAIT', waits, remedy)] : []), error('LEDGER', repeats, remedy)]
}

/** Whether something is known to be no client of ours: analytics libraries have an `identify` too. */
function isOfOthers({ node, source }: Value): boolean {
  if (node.type === 'ObjectExpression') return true
  const made = node.type === 'NewExpression' ? node.callee : node
  const from = made.type === 'Identifier' ? source.imports.get(made.name)?.from : undefined
  return from !== undefined && !/^(?:\.|[~@#]\/|@affiliate-platform\/)/.test(from)
}
