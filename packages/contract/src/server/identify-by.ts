import { identify } from '../operations/shops/identify.ts'
import { type Handler, type OperationRequest, rejectBrokenRules } from './handler.ts'
import { accessDenied } from './service-error.ts'

/** What became of an identify call. */
export interface Identified {
  readonly receiptId: string
  /** Whether the contact was read from the platform, or is the one that was sent. */
  readonly contact: 'read' | 'provided'
  readonly uninstallWatch: string
}

type IdentifyCall<Context> = OperationRequest<typeof identify, Context>

/**
 * Makes the handler that identifies a shop's business contact (interface 4.3): its business rules, then the rest.
 *
 * @param isOwnApp - whether an app is the caller's
 */
export function identifyBy<Context>(
  run: (request: IdentifyCall<Context>) => Promise<Identified>,
  isOwnApp: (appId: string, request: IdentifyCall<Context>) => boolean | Promise<boolean>,
): Handler<typeof identify, Context> {
  return async (request) => {
    const issues = identify.check.find(request.body)
    // 403, 400: access comes before the rules. So a call with nothing to identify tells whether its app is right.
    if (issues.length > 0) {
      const { appId } = request.body
      if (appId !== undefined && !(await isOwnApp(appId, request))) throw accessDenied()
      throw rejectBrokenRules(identify, issues)
    }
    const { receiptId, contact, uninstallWatch } = await run(request)
    return { value: { ok: true, requestId: request.requestId, receiptId, contact, uninstallWatch } }
  }
}
