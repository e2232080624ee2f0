import type { CommandIo } from '../io.ts'
import { parseTargetUrl } from '../target-url.ts'
import { atPlace, error, type Finding, ok } from './finding.ts'
import { findSecrets } from './secrets.ts'

const timeoutMs = 5000
const scriptsMax = 50

/** Looks for keys and secrets in the first page of the running app, and in the scripts that it names. */
export async function checkPage(url: string, io: CommandIo): Promise<readonly Finding[]> {
  const { href, origin } = parseTargetUrl(url)
  const page = await read(href, io)
  if (page === undefined) return [error('APP', `${href} does not respond.`, 'Start the app first.')]
  const addresses = [...page.matchAll(/(?:src|href)=["']([^"']+\.m?js)(?:\?[^"']*)?["']/g)]
    .map(([, address = '']) => new URL(address, href))
    .filter((address) => address.origin === origin)
    .map((address) => address.href)
  const scripts = [...new Set(addresses)].slice(0, scriptsMax)
  const texts = await Promise.all(
    scripts.map(async (script) => ({ address: script, text: await read(script, io) })),
  )
  const exposed = [{ address: href, text: page }, ...texts].filter(
    ({ text = '' }) => findSecrets(text, io.env).length > 0,
  )
  if (exposed.length === 0) return [ok('APP', `${href} shows no key or secret.`)]
  const remedy = 'Find what puts it there, and rotate it: treat it as public.'
  return exposed.map(({ address }) =>
    atPlace(address, error('EXPOSED', 'The running app sends a key or secret to browsers.', remedy)),
  )
}

async function read(address: string, io: CommandIo): Promise<string | undefined> {
  try {
    const signal = AbortSignal.any([io.interrupted, AbortSignal.timeout(timeoutMs)])
    return await (await io.fetch(address, { signal })).text()
  } catch {
    return undefined
  }
}
