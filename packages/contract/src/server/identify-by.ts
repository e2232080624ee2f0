import { identify } from '../operations/identify.ts'
import { checkBusinessRules, type Handler, type OperationRequest } from './handler.ts'
import { jsonResponse } from './message.ts'

/** What became of an identify call. */
export interface Identified {
  readonly receiptId: string
  /** Whether the contact was read from the platform, or is the one that was sent. */
  readonly contact: 'read' | 'provided'
  readonly uninstallWatch: string
}

/** Makes the handler that identifies a shop's business contact (interface 4.3): its business rules, then the rest. */
export function identifyBy<Context>(
  run: (request: OperationRequest<typeof identify, Context>) => Promise<Identified>,
): Handler<typeof identify, Context> {
  return async (request) => {
    checkBusinessRules(identify, request.body, 0)
    const { receiptId, contact, uninstallWatch } = await run(request)
    const response = { ok: true, requestId: request.requestId, receiptId, contact, uninstallWatch }
    return jsonResponse(JSON.stringify(response))
  }
}
