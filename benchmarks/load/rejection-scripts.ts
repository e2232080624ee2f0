import { limits, operations } from '@affiliate-platform/contract'
import { toMembershipId } from '../database/world.ts'
import { type CreateScript, createKeyRing, expectStatus, laneOf, type Script, toRequest } from './script.ts'
import { toTermsPath } from './terms-script.ts'

const { path } = operations.listPayouts

const always = (request: string, status: number): Script => ({
  createVisitor: () => ({ next: () => request, read: expectStatus(status) }),
})

/** A key with a letter changed on its way. */
export const wrongChecksum: CreateScript = ({ world, lane }) => {
  const { apiKey } = createKeyRing(laneOf(world.lanes, lane), 0)()
  return always(toRequest('GET', path, { key: breakChecksum(apiKey) }), 401)
}

/** The same key with another last letter. */
export function breakChecksum(apiKey: string): string {
  return `${apiKey.slice(0, -1)}${apiKey.endsWith('x') ? 'y' : 'x'}`
}

/** A path that does not exist. */
export const unknownPath: CreateScript = () =>
  always(toRequest('GET', '/api/affiliate-platform/v1/nothing', {}), 404)

/** A terms write with a byte too many, sent whole. */
export const largeBody: CreateScript = ({ world, lane, start }) => {
  const nextKey = createKeyRing(laneOf(world.lanes, lane), start)
  const body = 'x'.repeat(limits.bodyBytesMax + 1)
  const next = () => {
    const { apiKey, app } = nextKey()
    return toRequest('PATCH', toTermsPath(toMembershipId(app, 0)), { key: apiKey, body })
  }
  return { createVisitor: () => ({ next, read: expectStatus(413) }) }
}

/** A key that has used up its quota before the slice. */
export const overQuota: CreateScript = ({ world, lane, start }) => {
  const { apiKey } = createKeyRing(laneOf(world.lanes, lane), start)()
  const request = toRequest('GET', `${path}?limit=1`, { key: apiKey })
  return {
    ...always(request, 429),
    prepare: async (send) => {
      for (let sent = 0; sent <= limits.quotaRequestsMax; sent += 1) {
        if ((await send(request)).status === 429) return
      }
      throw new Error('The quota does not close.')
    },
  }
}
