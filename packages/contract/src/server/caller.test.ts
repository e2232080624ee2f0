import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { defineOperation } from '../operations/definitions/operation.ts'
import { operations } from '../operations/operations.ts'
import { type Authenticator, appOf, type Caller } from './caller.ts'
import { createServer } from './create-server.ts'
import { authenticateKeys } from './credential.ts'
import { toFetch } from './fetch-edge.ts'
import { createMemoryQuota } from './quota.ts'

const workspaceId = '90000000-0000-4000-8000-000000000001'
const accountId = 'a0000000-0000-4000-8000-000000000001'

const member: Caller = {
  ...{ workspaceId, id: accountId, actor: `member:${accountId}`, lineageId: accountId, requestsMax: 2 },
  reach: { kind: 'memberships', membershipIds: [], accountId },
  ...{ source: 'session', scopes: ['payouts:read'] },
}

/** A second way to be known, which the server knows nothing of. */
const bySession: Authenticator = async (request, sources) =>
  sources.includes('session') && request.header('cookie') === 'session=open' ? member : undefined

const greet = defineOperation({
  ...{ id: 'greet', method: 'GET', path: '/greet', sources: ['session'], scope: 'payouts:read' },
  response: z.object({ actor: z.string() }),
})
const pay = { ...greet, id: 'pay', path: '/pay', scope: 'terms:write', response: z.object({}) } as const
const list = {
  ...operations.listPayouts,
  id: 'list',
  path: '/list',
  sources: ['affiliate', 'session'],
  response: z.object({ workspaceId: z.string() }),
} as const

function startServer() {
  const ended: (string | undefined)[] = []
  const respond = createServer({
    operations: { greet, pay, list },
    handlers: {
      greet: async ({ caller }) => ({ value: { actor: caller.actor } }),
      pay: async () => ({ value: {} }),
      list: async ({ caller }) => ({ value: appOf(caller) }),
    },
    authenticators: [authenticateKeys(async () => undefined, { affiliate: 120, workspace: 1200 }), bySession],
    quota: createMemoryQuota(() => 0),
    open: () => undefined,
    onResponse: ({ caller }) => ended.push(caller?.actor),
  })
  const fetch = toFetch(respond)
  const send = (path: string, cookie = 'session=open') =>
    fetch(new Request(`https://affiliates.test${path}`, { headers: { cookie } }))
  return { send, ended }
}

describe('a caller that is known in another way than by a key', () => {
  it('has its own actor, scopes and quota, and is told of [D275]', async () => {
    const { send, ended } = startServer()

    const greeted = await send('/greet')
    expect(await greeted.json()).toEqual({ actor: `member:${accountId}` })
    expect(greeted.headers.get('ratelimit')).toBe('"credential";r=1;t=60')
    expect((await send('/pay')).status).toBe(403)
    expect((await send('/greet')).status).toBe(429)
    expect(ended).toEqual(Array(3).fill(`member:${accountId}`))
  })

  it('reaches no app, and so none of its records [5-3]', async () => {
    const response = await startServer().send('/list')
    expect(await response.json()).toMatchObject({ status: 403, code: 'access_denied' })
  })

  it('is nobody without what the operation asks for [5]', async () => {
    const { send, ended } = startServer()
    expect((await send('/greet', 'session=ended')).status).toBe(401)
    expect((await send('/pay', '')).status).toBe(401)
    expect(ended).toEqual([undefined, undefined])
  })
})
