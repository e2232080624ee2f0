/** What is used of the standard `fetch`. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** Bytes of a response, decompressed. The responses that are expected have about one thousand. */
const responseBytesMax = 262_144

// One label, default port, no user name: checked on the text that is about to be sent, whoever built it.
const shopAddress = /^https:\/\/[a-z0-9][a-z0-9-]{0,62}\.myshopify\.com\//

/**
 * Guards a `fetch` whose requests carry an access token: it reaches shops alone, follows no redirect (the token would
 * travel along), ends with the signal and reads no more than 256 KiB.
 *
 * @returns a `fetch` whose responses are read to their end; it rejects for everything else
 */
export function guardFetch(fetch: Fetch, signal: AbortSignal): Fetch {
  return async (url, init) => {
    if (!shopAddress.test(url)) throw new Error('The address is not that of a shop.')
    const response = await fetch(url, { ...init, redirect: 'manual', signal })
    const body = await readBounded(response)
    const { status, headers } = response
    return new Response(body.byteLength === 0 ? null : body, { status, headers })
  }
}

async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    // Leaving the loop cancels the stream, and with it the connection.
    if (bytes > responseBytesMax) throw new Error('The response is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
