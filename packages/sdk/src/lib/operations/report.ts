import { parseBody, reportEvidence, reportInstallEvent } from '@affiliate-platform/contract'
import type { Action } from '../attempts/action.ts'
import { acceptRequest } from '../errors/reject-request.ts'
import type { AttributionResponse, EvidenceReport, InstallEventReport } from '../records/attribution.ts'
import { buildJsonBody } from '../transport/json-body.ts'
import { isRepeatable } from './is-repeatable.ts'

/**
 * Builds the action that tells of an install or an uninstall.
 *
 * @throws InvalidRequestError
 */
export const buildReportEvent = (event: InstallEventReport): Action<AttributionResponse> =>
  buildReport(reportInstallEvent, event)

/**
 * Builds the action that tells which code was typed.
 *
 * @throws InvalidRequestError
 */
export const buildReportEvidence = (evidence: EvidenceReport): Action<AttributionResponse> => ({
  ...buildReport(reportEvidence, evidence),
  // People type the names and addresses of other people into such a field.
  secrets: [evidence.code],
})

function buildReport(
  operation: typeof reportInstallEvent | typeof reportEvidence,
  report: InstallEventReport | EvidenceReport,
): Action<AttributionResponse> {
  const body = buildJsonBody(operation.id, report)
  acceptRequest<unknown>(operation.id, parseBody(operation.body, body.value))
  return {
    operation,
    target: operation.path,
    body: body.text,
    isRepeatable: isRepeatable(operation),
    responseSchema: operation.response,
    verify: () => [],
  }
}
