import type { Operation } from '@affiliate-platform/contract'
import { consoleOperations, memberOperations } from '@affiliate-platform/contract/console'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { type Headers, signInMember } from '../portal/sign-in-member.ts'
import { lookAtEverything } from './look-at-everything.ts'
import { folder, origin, signIn } from './sign-in.ts'

/** What a browser says of a page that is not one of ours, or that something else than a page says. */
const foreign: readonly Headers[] = [
  {},
  { referer: `${origin}/console` },
  { origin: 'null' },
  { origin: 'https://evil.example' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  { origin: `${origin}.evil.example` },
  { origin: 'http://localhost:4011', 'sec-fetch-site': 'same-site' },
]

const halves = [
  { half: 'console', rule: 'D339', operations: Object.values<Operation>(consoleOperations) },
  { half: 'portal', rule: 'D440', operations: Object.values<Operation>(memberOperations) },
] as const

describeServiceOnEachEngine(
  'a page of another origin',
  { console: { place: { origin }, folder, sendsMail: true } },
  (service) => {
    test.each(halves)(
      'does nothing at all in the $half with the cookie of who is signed in [$rule]',
      async ({ half, operations }) => {
        const { programId, membershipId } = service().ids
        const { cookie } = await (half === 'console'
          ? signIn(service(), 'Ada')
          : signInMember(service(), 'Mia'))
        const acts = operations.filter(({ method }) => method !== 'GET')
        expect(acts.length).toBeGreaterThan(15)
        const before = await lookAtEverything(service())
        for (const headers of foreign) {
          const told: (readonly [string, number, string | null])[] = []
          for (const { id, method, path, pathRecord, body, repeatable } of acts) {
            const at = path.replace(':id', pathRecord === 'program' ? programId : membershipId)
            const response = await service().fetch(at, {
              method,
              headers: {
                ...{ ...headers, cookie },
                ...(repeatable !== undefined && { 'idempotency-key': crypto.randomUUID() }),
              },
              ...(body !== undefined && { json: {} }),
            })
            told.push([id, response.status, response.headers.get('set-cookie')])
          }
          // A link signs in by its own text, which no browser sends by itself, and a cookie is none.
          const expected = acts.map(({ id, sources }) => [
            id,
            sources.some((source) => source.endsWith('sign_in')) ? 401 : 403,
            null,
          ])
          expect([headers, told]).toEqual([headers, expected])
        }
        expect(await lookAtEverything(service())).toEqual(before)
        const session = await service().fetch(`/api/${half}/v1/session`, { headers: { cookie } })
        expect(session.status).toBe(200)
      },
    )
  },
)
