import { loadCrypto } from '../load-crypto.ts'

const bearerPattern = /^Bearer +(\S+)$/i
const secretNamePattern = /key|token|secret|auth|bearer|password/i

/**
 * Verifies that a request carries the key in its Authorization header and not in its query string (interface
 * 4.4 rule 4). Compares digests, so that the time tells neither the key nor its length.
 */
export async function verifyBearer(request: Request, apiKey: string): Promise<boolean> {
  const sent = bearerPattern.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
  const [left, right] = await Promise.all([digest(sent), digest(apiKey)])
  let difference = 0
  for (const [index, byte] of left.entries()) difference |= byte ^ (right[index] ?? 0)
  // Only for who has the key: a search for it takes a time that tells about it.
  return difference === 0 && !hasKeyInQuery(new URL(request.url), apiKey)
}

function hasKeyInQuery({ searchParams }: URL, apiKey: string): boolean {
  return [...searchParams].some(
    ([name, value]) => secretNamePattern.test(name) || `${name} ${value}`.includes(apiKey),
  )
}

async function digest(text: string): Promise<Uint8Array> {
  const { subtle } = await loadCrypto()
  return new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)))
}
