const bearerPattern = /^Bearer +(\S+)$/i
const secretNamePattern = /key|token|secret|auth|bearer|password/i

/**
 * Verifies that a request carries the key in its Authorization header and not in its query string (interface
 * 4.4 rule 4). Compares digests, so that the time tells neither the key nor its length.
 */
export async function verifyBearer(request: Request, apiKey: string): Promise<boolean> {
  for (const [name, value] of new URL(request.url).searchParams) {
    if (secretNamePattern.test(name) || value.includes(apiKey)) return false
  }
  const sent = bearerPattern.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
  const [left, right] = await Promise.all([digest(sent), digest(apiKey)])
  let difference = 0
  for (const [index, byte] of left.entries()) difference |= byte ^ (right[index] ?? 0)
  return difference === 0
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}
