import { toRecord } from '../../lib/fault.ts'
import { type DeliveryFault, uninstallRequest } from '../../lib/testing/uninstall-request.ts'
import { checkHeader } from '../../lib/webhook/webhook-route.ts'
import type { CommandIo } from '../io.ts'
import { parseTargetUrl } from '../target-url.ts'
import type { Finding } from './finding.ts'
import { type DeliveryResponse, judgeDeliveries } from './judge-deliveries.ts'

const timeoutMs = 5000

/** Sends signed and spoiled deliveries to the app, marked so that a recipe that takes one does nothing with it. */
export async function checkWebhook(url: string, io: CommandIo): Promise<readonly Finding[]> {
  const address = parseTargetUrl(url).href
  const { SHOPIFY_API_SECRET: secret } = io.env
  if (!secret) return []
  const send = (fault?: DeliveryFault) => {
    const headers = { [checkHeader]: '1' }
    const request = uninstallRequest({ url: address, secret, headers, ...(fault !== undefined && { fault }) })
    return sendDelivery(request, io)
  }
  const good = await send()
  const spoiled = [await send('changed_byte'), await send('reserialised_body')] as const
  return judgeDeliveries(address, good, spoiled)
}

/** Sends a delivery; undefined where there is no response. */
export async function sendDelivery(request: Request, io: CommandIo): Promise<DeliveryResponse | undefined> {
  try {
    const signal = AbortSignal.any([io.interrupted, AbortSignal.timeout(timeoutMs)])
    const response = await io.fetch(request, { redirect: 'manual', signal })
    return { status: response.status, code: readCode(await response.text()) }
  } catch {
    return undefined
  }
}

/** What the recipes' handlers call the outcome; undefined from any other handler. */
function readCode(text: string): string | undefined {
  try {
    const { code } = toRecord(JSON.parse(text))
    return typeof code === 'string' ? code : undefined
  } catch {
    return undefined
  }
}
