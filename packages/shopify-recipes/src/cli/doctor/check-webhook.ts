import { type DeliveryFault, uninstallRequest } from '../../lib/testing/uninstall-request.ts'
import { checkHeader } from '../../lib/uninstall/uninstall-route.ts'
import type { CommandIo } from '../io.ts'
import { parseTargetUrl } from '../target-url.ts'
import { error, type Finding, ok } from './finding.ts'

const timeoutMs = 5000
const secretVariable = 'SHOPIFY_API_SECRET'

/** Sends signed and spoiled deliveries to the app, marked so that a recipe that takes one does nothing with it. */
export async function checkWebhook(url: string, io: CommandIo): Promise<readonly Finding[]> {
  const address = parseTargetUrl(url).href
  const secret = io.env[secretVariable]
  if (!secret) return []
  const send = async (fault?: DeliveryFault): Promise<number | undefined> => {
    const request = uninstallRequest({
      url: address,
      secret,
      headers: { [checkHeader]: '1' },
      ...(fault !== undefined && { fault }),
    })
    const signal = AbortSignal.any([io.interrupted, AbortSignal.timeout(timeoutMs)])
    const response = await io.fetch(request, { redirect: 'manual', signal }).catch(() => undefined)
    await response?.body?.cancel()
    return response?.status
  }
  const good = await send()
  if (good === undefined) return [error('WEBHOOK', `${address} gives no answer.`, 'Start the app first.')]
  const changed = await send('changed_byte')
  const reserialised = await send('reserialised_body')
  const faults = [...judgeGood(good), ...judgeChanged(changed), ...judgeReserialised(reserialised)]
  return faults.length > 0 ? faults : [ok('HMAC', `${address} takes the right signature alone.`)]
}

function judgeGood(status: number): readonly Finding[] {
  if (status === 200) return []
  const remedy = `Check ${secretVariable}, the address, and that no body parser runs before the route.`
  return [error('HMAC', `A correctly signed delivery is answered with ${status} instead of 200.`, remedy)]
}

function judgeChanged(status: number | undefined): readonly Finding[] {
  if (status === 401) return []
  const remedy = 'Verify deliveries with forwardUninstall or handleUninstall.'
  return [
    error('HMAC', `A delivery with one changed byte is answered with ${status} instead of 401.`, remedy),
  ]
}

function judgeReserialised(status: number | undefined): readonly Finding[] {
  if (status === 401) return []
  const detail = `A re-serialised body is answered with ${status} instead of 401.`
  return [error('RAWBODY', detail, 'Something parses the body before it is verified: mount the route first.')]
}
