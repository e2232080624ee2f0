import { type Credential, hasEnded, hashApiKey } from './credential.ts'

const cacheMs = 1000
const entriesMax = 10_000

type FindByHash = (keyHash: Buffer, nowMs: number) => Promise<Credential | undefined>

/** Remembers credentials for a second, the time within which a revocation must take effect. */
export function createCredentialCache(findByHash: FindByHash) {
  const cache = new Map<string, { readonly credential: Credential; readonly readAtMs: number }>()
  return async (apiKey: string, nowMs: number): Promise<Credential | undefined> => {
    const keyHash = hashApiKey(apiKey)
    const cacheKey = keyHash.toString('latin1')
    const cached = cache.get(cacheKey)
    if (cached !== undefined && Math.abs(nowMs - cached.readAtMs) < cacheMs)
      return hasEnded(cached.credential, nowMs) ? undefined : cached.credential
    const credential = await findByHash(keyHash, nowMs)
    if (cache.size >= entriesMax) cache.clear()
    if (credential === undefined) cache.delete(cacheKey)
    else cache.set(cacheKey, { credential, readAtMs: nowMs })
    return credential
  }
}
