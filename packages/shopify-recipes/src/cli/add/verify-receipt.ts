import { type FirstReceipt, firstReceipt } from '@affiliate-platform/contract'
import { readEnvFiles } from '../doctor/read-env-files.ts'
import { type CommandIo, exitCodes, UsageError } from '../io.ts'
import { packageName } from './recipe-names.ts'

const pollEveryMs = 2000
const pollsMax = 300
const timeoutMs = 10_000
const epoch = '1970-01-01T00:00:00Z'

const names = ['AFFILIATE_BASE_URL', 'AFFILIATE_WORKSPACE_API_KEY', 'AFFILIATE_APP_ID'] as const

type Settings = Readonly<Record<(typeof names)[number], string>>

/** What the service said: the first receipt so far, the status of a rejection, or nothing. */
type Heard = FirstReceipt | number | undefined

/** Waits until the service has the first receipt of the app, at most for ten minutes, and tells of it. */
export async function verifyReceipt(json: boolean, io: CommandIo): Promise<number> {
  const settings = readSettings({ ...(await readEnvFiles(io.folder)), ...io.env })
  const begun = await ask(settings, epoch, io)
  if (typeof begun !== 'object') return fail(begun, settings, io)
  if (!json) io.write(`\n${waiting}`)
  for (let poll = 0; poll < pollsMax; poll += 1) {
    try {
      await io.wait(pollEveryMs, io.interrupted)
    } catch {
      break
    }
    // A connection that is lost meanwhile comes back, or the time runs out.
    const heard = await ask(settings, begun.asOf, io)
    if (typeof heard === 'object' && heard.receipt) return tell(heard.receipt, json, io)
    if (io.isTerminal && !json) io.write(`\r${((poll + 1) * pollEveryMs) / 1000} s `)
  }
  if (io.isTerminal && !json) io.write('\n')
  if (io.interrupted.aborted) return exitCodes.interrupted
  io.writeError(
    `No receipt in ${(pollsMax * pollEveryMs) / 60_000} minutes. Run npx ${packageName} doctor.\n`,
  )
  return exitCodes.failed
}

const waiting = `Waiting for the first receipt, ten minutes at most: start the app, and install or open it in a store
(npx shopify app dev). Ctrl-C ends this, and nothing else.
`

function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const missing = names.filter((name) => !env[name])
  if (missing.length === 0) return env as Settings
  throw new UsageError(`--verify needs ${missing.join(', ')}: run the line for login that you were given.`)
}

async function ask(settings: Settings, since: string, io: CommandIo): Promise<Heard> {
  const query = new URLSearchParams({ appId: settings.AFFILIATE_APP_ID, since })
  try {
    const baseUrl = settings.AFFILIATE_BASE_URL.replace(/\/+$/, '')
    const response = await io.fetch(`${baseUrl}${firstReceipt.path}?${query}`, {
      headers: { Authorization: `Bearer ${settings.AFFILIATE_WORKSPACE_API_KEY}` },
      redirect: 'manual',
      signal: AbortSignal.any([io.interrupted, AbortSignal.timeout(timeoutMs)]),
    })
    if (response.status === 200) return firstReceipt.response.safeParse(await response.json()).data
    await response.body?.cancel()
    return response.status
  } catch {
    return undefined
  }
}

function fail(status: number | undefined, { AFFILIATE_BASE_URL: baseUrl }: Settings, io: CommandIo): number {
  if (io.interrupted.aborted) return exitCodes.interrupted
  const what = status === undefined ? 'does not respond' : `responds with ${status}`
  io.writeError(`${baseUrl} ${what}. Run npx ${packageName} doctor.\n`)
  return status === 401 || status === 403 ? exitCodes.rejected : exitCodes.unreachable
}

function tell(receipt: NonNullable<FirstReceipt['receipt']>, json: boolean, io: CommandIo): number {
  const { id, shopDomain, outcome, createdAt } = receipt
  const isIdentified = outcome === 'identified'
  const shop = shopDomain ?? 'A shop'
  const text = isIdentified
    ? `${shop} was identified at ${createdAt} (receipt ${id}).`
    : `The call for ${shop} arrived, and was rejected: ${outcome} (receipt ${id}).`
  const start = io.isTerminal ? '\r' : ''
  io.write(json ? `${JSON.stringify({ type: 'verify', ...receipt })}\n` : `${start}${text}\n`)
  return isIdentified ? exitCodes.done : exitCodes.failed
}
