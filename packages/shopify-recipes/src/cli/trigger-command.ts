import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { shopDomainSchema } from '@affiliate-platform/contract'
import { toRecord } from '../lib/fault.ts'
import { embeddedRequest } from '../lib/testing/session-token.ts'
import { uninstallPayload } from '../lib/testing/uninstall-payload.ts'
import { uninstallRequest } from '../lib/testing/uninstall-request.ts'
import { type CommandIo, exitCodes, UsageError } from './io.ts'
import { parseTargetUrl } from './target-url.ts'

/** The options of `trigger`, as commander hands them over. */
export interface TriggerCommandOptions {
  readonly url: string
  readonly shop: string
  readonly payload?: string
  readonly json?: boolean
  readonly secretEnv: string
  readonly clientIdEnv: string
}

const timeoutMs = 30_000

/** `affiliate-recipes trigger uninstall`: a delivery that the app must take for the platform's. */
export async function runTriggerUninstall(options: TriggerCommandOptions, io: CommandIo): Promise<number> {
  const url = parseTargetUrl(options.url).href
  const shop = parseShop(options.shop)
  const given = options.payload === undefined ? {} : await readPayload(resolve(io.folder, options.payload))
  const payload = uninstallPayload({ myshopify_domain: shop, ...given })
  const secret = readRequired(options.secretEnv, io)
  return send(uninstallRequest({ url, shop, secret, payload }), options, io)
}

/** `affiliate-recipes trigger install`: opens the app as the platform does after an install. */
export async function runTriggerInstall(options: TriggerCommandOptions, io: CommandIo): Promise<number> {
  const url = parseTargetUrl(options.url).href
  const shop = parseShop(options.shop)
  const clientSecret = readRequired(options.secretEnv, io)
  const clientId = readRequired(options.clientIdEnv, io)
  return send(embeddedRequest({ url, shop, clientId, clientSecret }), options, io)
}

async function send(request: Request, { url, json }: TriggerCommandOptions, io: CommandIo): Promise<number> {
  // The address alone: that of an install carries a session token.
  const target = `${request.method} ${url}`
  try {
    const signal = AbortSignal.any([io.interrupted, AbortSignal.timeout(timeoutMs)])
    const response = await io.fetch(request, { redirect: 'manual', signal })
    const { status } = response
    await response.text()
    io.write(json ? `${JSON.stringify({ type: 'trigger', url, status })}\n` : `${target} → ${status}\n`)
    return response.ok ? exitCodes.done : exitCodes.failed
  } catch {
    io.writeError(`${target} → no response. Is the app running?\n`)
    return io.interrupted.aborted ? exitCodes.interrupted : exitCodes.unreachable
  }
}

function parseShop(text: string): string {
  const { data } = shopDomainSchema.safeParse(text)
  if (data === undefined) throw new UsageError('--shop must be a domain such as example.myshopify.com.')
  return data
}

function readRequired(name: string, { env }: CommandIo): string {
  const value = env[name]
  if (!value) throw new UsageError(`Set ${name} to the app's value.`)
  return value
}

async function readPayload(path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return toRecord(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    throw new UsageError('--payload must name a file with a JSON object.')
  }
}
