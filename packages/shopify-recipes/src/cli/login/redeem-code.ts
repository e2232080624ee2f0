import { type RedeemedSetupCode, redeemSetupCode } from '@affiliate-platform/contract'
import { type CommandIo, exitCodes } from '../io.ts'

/** What became of a code. The text of a failure says what to do, and holds neither code nor key. */
export type Redemption =
  | { readonly ok: true; readonly redeemed: RedeemedSetupCode }
  | { readonly ok: false; readonly text: string; readonly exitCode: number }

const timeoutMs = 30_000

/** Redeems a setup code at the service. */
export async function redeemCode(code: string, baseUrl: string, io: CommandIo): Promise<Redemption> {
  const { host } = new URL(baseUrl)
  try {
    const response = await io.fetch(`${baseUrl}${redeemSetupCode.path}`, {
      method: redeemSetupCode.method,
      headers: { Authorization: `Bearer ${code}` },
      redirect: 'manual',
      signal: AbortSignal.any([io.interrupted, AbortSignal.timeout(timeoutMs)]),
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      return judgeStatus(response.status, host)
    }
    const { data } = redeemSetupCode.response.safeParse(await response.json())
    if (data !== undefined) return { ok: true, redeemed: data }
    return fail(`${host} does not respond as the affiliate platform does. Check --url.`)
  } catch {
    const text = `No response from ${host}. Run the line again. If the code is used by then, ask for another one.`
    return fail(text, io.interrupted.aborted ? exitCodes.interrupted : exitCodes.unreachable)
  }
}

const fail = (text: string, exitCode: number = exitCodes.unreachable): Redemption => ({
  ok: false,
  text,
  exitCode,
})

function judgeStatus(status: number, host: string): Redemption {
  if (status === 401) {
    const text = `${host} does not accept the code: it is unknown, used or older than 15 minutes. Ask for another one.`
    return fail(text, exitCodes.rejected)
  }
  if (status === 404) return fail(`${host} has no setup codes. Check --url.`)
  if (status >= 300 && status < 400) return fail(`${host} redirects. Name in --url where it redirects to.`)
  return fail(`${host} responds with ${status}. Run the line again.`)
}
