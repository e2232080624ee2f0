import { warnOfRejection } from '../webhook/rejection-warning.ts'
import type { ComplianceResult } from './compliance-options.ts'

/** What a result of a compliance webhook warns of. It names the shop, and no customer. */
export function toComplianceWarning(result: ComplianceResult): string | undefined {
  if (result.outcome === 'rejected') return warnOfRejection('Compliance webhooks', result)
  if (result.outcome !== 'failed') return undefined
  const { topic, shop, stage, code } = result
  return `${topic} of ${shop} gets 500: the ${stage} failed with ${code}.`
}
