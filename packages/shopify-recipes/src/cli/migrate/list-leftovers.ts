import type { Node } from '@babel/types'
import type { Source } from '../doctor/parse-source.ts'
import { keyName, lineOf, walk } from '../doctor/walk.ts'
import { type Call, isCall, readMethod } from './calls.ts'
import { editsOf } from './cut-edits.ts'
import type { CutApp } from './cut-mantle.ts'
import { isGone } from './cuts.ts'
import type { Leftover, LeftoverKind } from './leftover.ts'
import { listTextLeftovers } from './list-text-leftovers.ts'
import { isOfTests } from './mantle-app.ts'
import { isClient, isClientClass, isOfMantle } from './mantle-client.ts'

const affiliateMethods = new Set([
  'getAffiliateProgram',
  'getAffiliate',
  'enrollAffiliate',
  'submitReferralRequest',
  'getAffiliateReferrals',
  'getAffiliateReferralRequests',
  'getAffiliateMetrics',
])

/** Names that no other library has. The rest are told by what they are called on. */
const ownMethods = new Set([
  'isFeatureEnabled',
  'limitForFeature',
  'sendUsageEvent',
  'sendUsageEvents',
  'getUsageMetricReport',
  'createHostedSession',
  'createOneTimeCharge',
  'getAppInstallations',
  'triggerNotificationCta',
  'trackNotificationCta',
  'completeChecklistStep',
  'skipChecklistStep',
])

/** Lists what an app has of Mantle besides what was cut: by file and line, each place once. */
export function listLeftovers(app: CutApp): readonly Leftover[] {
  const { cutting, left } = app
  const { sources, files, sourceOf } = cutting.app
  const identify = left.map(({ node, message }): Leftover => {
    const { path } = sourceOf(node)
    return {
      kind: isOfTests(path) ? 'test' : 'identify',
      path,
      line: lineOf(node),
      what: `identify(): ${message}`,
    }
  })
  const isInUse = ({ path }: { readonly path: string }) => !app.unused.has(path)
  const unused = [...app.unused].map(
    (path): Leftover => ({ kind: 'unused', path, line: 1, what: 'no file imports it' }),
  )
  const read = [...sources.values()].filter(isInUse).flatMap((source) => listInSource(app, source))
  const written = files.filter(isInUse).flatMap((file) => {
    const source = sources.get(file.path)
    return listTextLeftovers(file, source ? editsOf(cutting, source) : [])
  })
  const found = [...identify.filter(isInUse), ...unused, ...read, ...written]
  const keys = found.map(({ path, line, what }) => `${path}:${line}:${what}`)
  return found
    .filter((_, index) => keys.indexOf(keys[index] ?? '') === index)
    .map((one) => (isOfTests(one.path) ? { ...one, kind: 'test' as const } : one))
    .sort((a, b) => a.path.localeCompare(b.path, 'en') || a.line - b.line)
}

function listInSource({ cutting }: CutApp, source: Source): readonly Leftover[] {
  const found: Leftover[] = []
  walk(source.tree, (node) => {
    const said = describe(node)
    if (said !== undefined && !isGone(cutting, node))
      found.push({ ...said, path: source.path, line: lineOf(node) })
  })
  return found

  function describe(node: Node): Pick<Leftover, 'kind' | 'what'> | undefined {
    if (isCall(node)) return describeCall(node)
    if (node.type === 'NewExpression' && isClientClass(cutting.app, { source, node: node.callee })) {
      return { kind: 'client', what: 'new MantleClient()' }
    }
    if (node.type === 'ClassDeclaration' && node.superClass) {
      const isOurs = isClientClass(cutting.app, { source, node: node.superClass })
      return isOurs ? { kind: 'client', what: `class ${node.id?.name}` } : undefined
    }
    if (node.type === 'JSXOpeningElement' && node.name.type === 'JSXIdentifier') {
      return node.name.name === 'MantleProvider' ? { kind: 'browser', what: '<MantleProvider>' } : undefined
    }
    if (!('source' in node) || !node.source || typeof node.source !== 'object' || !('value' in node.source))
      return
    const from = String(node.source.value)
    return isOfMantle(from) ? { kind: kindOfModule(from), what: from } : undefined
  }

  function describeCall(call: Call): Pick<Leftover, 'kind' | 'what'> | undefined {
    const [first] = call.arguments
    if (first?.type === 'StringLiteral' && isOfMantle(first.value))
      return { kind: 'client', what: first.value }
    const method = readMethod(call)
    if (method === undefined) {
      return keyName(call.callee) === 'useMantle' ? { kind: 'browser', what: 'useMantle()' } : undefined
    }
    const what = `${method.name}()`
    if (affiliateMethods.has(method.name)) return { kind: 'affiliate', what }
    if (method.name === 'identify') return undefined
    const isOfClient = () => isClient(cutting.app, { source, node: method.object })
    return ownMethods.has(method.name) || isOfClient() ? { kind: 'billing', what } : undefined
  }
}

function kindOfModule(from: string): LeftoverKind {
  return /^@heymantle\/(?:client|core-api-client)/.test(from) ? 'client' : 'browser'
}
