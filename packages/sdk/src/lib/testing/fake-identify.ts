import { checkIdentify, identifyRequestSchema, parseBody } from '@affiliate-platform/contract'
import { fakeIds } from './build-records.ts'
import { type Outcome, refuse } from './fake-answer.ts'

/** Makes the identify operation. The commerce platform behind it always answers. */
export function createFakeIdentify(): (request: {
  readonly body: unknown
  readonly requestId: string
}) => Outcome {
  const watchedDomains = new Set<string>()

  return ({ body, requestId }) => {
    const checked = parseBody(identifyRequestSchema, body)
    if (!checked.ok) return refuse('invalid_request', checked.issues)
    const issues = checkIdentify(checked.value)
    if (issues.length > 0) return refuse('nothing_to_identify', issues)
    const { accessToken, appId, myshopifyDomain } = checked.value
    if (appId !== undefined && appId !== fakeIds.appId) return refuse('access_denied')

    const hasToken = accessToken !== undefined
    const answer = {
      ok: true,
      requestId,
      receiptId: crypto.randomUUID(),
      contact: hasToken ? 'read' : 'provided',
      uninstallWatch: hasToken ? watch(myshopifyDomain) : 'not_requested',
    }
    return { body: JSON.stringify(answer) }
  }

  function watch(domain: string): string {
    if (watchedDomains.has(domain)) return 'already_registered'
    watchedDomains.add(domain)
    return 'registered'
  }
}
