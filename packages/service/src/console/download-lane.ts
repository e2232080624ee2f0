import { type Caller, ServiceError } from '@affiliate-platform/contract/server'

/** A request for a download, which says at any time whether who asks is still signed in. */
export interface Downloading {
  readonly caller: Caller
  header(name: string): string | undefined
}

/** Whether the session of a request is still in force. */
export type IsSignedIn = (request: Pick<Downloading, 'header'>) => Promise<boolean>

const retryAfterSeconds = 10

/**
 * Limits downloads to one at a time per lane, which `toLane` names for a caller. A download is written as slowly as its client
 * reads, so one client must not hold several of them open. Callers of other lanes are not held up (D348).
 */
export function createDownloadLane(isSignedIn: IsSignedIn, toLane: (caller: Caller) => string) {
  const underWay = new Set<string>()
  const encoder = new TextEncoder()

  /** @throws ServiceError `unavailable` while another one is under way */
  function check({ caller }: Downloading): void {
    if (!underWay.has(toLane(caller))) return
    const message = 'Another download is under way. Try again when it has ended.'
    throw new ServiceError('unavailable', message, { headers: { 'Retry-After': `${retryAfterSeconds}` } })
  }

  async function* write(texts: AsyncIterable<string>, asked: Downloading) {
    check(asked)
    const lane = toLane(asked.caller)
    underWay.add(lane)
    try {
      for await (const text of texts) {
        if (!(await isSignedIn(asked))) throw new Error('The session has ended.')
        yield encoder.encode(text)
      }
    } finally {
      underWay.delete(lane)
    }
  }

  return { check, write }
}
