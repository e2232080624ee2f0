import { uninstallRequest } from '../../lib/testing/uninstall-request.ts'
import type { CommandIo } from '../io.ts'
import { sendDelivery } from './check-webhook.ts'
import { error, type Finding, ok } from './finding.ts'

/**
 * Sends a compliance topic with a signature that is not right: whatever handles it does nothing but respond with 401,
 * which is also what Shopify's review looks at.
 */
export async function checkComplianceRoute(url: string, io: CommandIo): Promise<readonly Finding[]> {
  const { SHOPIFY_API_SECRET: secret } = io.env
  if (!secret) return []
  const headers = { 'X-Shopify-Topic': 'customers/data_request' }
  const response = await sendDelivery(uninstallRequest({ url, secret, headers, fault: 'wrong_secret' }), io)
  if (response === undefined) return []
  const { status } = response
  if (status === 401) return [ok('COMPLIANCE', `${url} rejects a wrong signature.`)]
  const detail = `A compliance topic with a wrong signature, delivered to ${url}, gets ${status} instead of 401.`
  if (status < 300) {
    return [
      error('HMAC', detail, 'Verify it with handleCompliance: anybody could have data of customers deleted.'),
    ]
  }
  const remedy = 'Handle it there with handleCompliance, or set uri in shopify.app.toml to where that is.'
  return [error('COMPLIANCE', detail, remedy)]
}
