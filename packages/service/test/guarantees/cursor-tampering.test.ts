import { createHmac } from 'node:crypto'
import { payoutsPageSchema } from '@affiliate-platform/contract'
import { readSecret } from '@affiliate-platform/platform/database'
import { report, runInLanes, scale } from '@affiliate-platform/test-support/guarantee-scale'
import { expectProblem } from '@affiliate-platform/test-support/problem'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'

const cursors = scale({ quick: 1, soak: 100 })

type Query = Readonly<Record<string, string>>

let service: TestService

beforeAll(async () => {
  const engine = enginesAtHand.includes('postgres') ? 'postgres' : 'pglite'
  service = await createTestService({ engine, affiliateQuotaRequestsMax: 1_000_000 })
})

afterAll(() => service.close())

function list(query: Query, key = service.keys.affiliate): Promise<Response> {
  // Time goes on, or the quota's window would hold every request of the test.
  service.clock.advance(1000)
  return service.fetch(`/api/affiliate-platform/v1/payouts?${new URLSearchParams(query)}`, { key })
}

async function readCursor(query: Query, key?: string): Promise<string> {
  const response = await list({ limit: '1', ...query }, key)
  const { nextCursor } = payoutsPageSchema.parse(await response.json())
  if (nextCursor === null) throw new Error('The demo has more than one payout.')
  return nextCursor
}

async function expectRejected(query: Query, key?: string): Promise<void> {
  await expectProblem(await list(query, key), 'invalid_cursor')
}

/** Every text that differs from a cursor in one bit: of the bytes that it stands for, and of its own characters. */
function flipEveryBit(cursor: string): readonly string[] {
  const flipIn = (bytes: Uint8Array, bits: number, toText: (flipped: Buffer) => string) =>
    Array.from({ length: bytes.length * bits }, (_, index) => {
      const flipped = Buffer.from(bytes)
      const at = Math.floor(index / bits)
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (index % bits))
      return toText(flipped)
    })
  return [
    ...flipIn(Buffer.from(cursor, 'base64url'), 8, (flipped) => flipped.toString('base64url')),
    ...flipIn(Buffer.from(cursor, 'latin1'), 7, (flipped) => flipped.toString('latin1')),
  ]
}

test(`every bit of ${cursors} cursors flipped is always 400, in the same words [4.2-2] [D26]`, async () => {
  let sent = 0
  let query: Query = {}
  const responses = new Set<string>()
  for (let count = 0; count < cursors; count += 1) {
    const cursor = await readCursor(query)
    const texts = flipEveryBit(cursor)
    await runInLanes({ count: texts.length, lanes: 8 }, async (index) => {
      const response = await list({ cursor: texts[index] ?? '' })
      const requestId = response.headers.get('x-request-id') ?? ''
      responses.add(`${response.status} ${(await response.text()).replace(requestId, '')}`)
    })
    sent += texts.length
    expect((await list({ cursor })).status).toBe(200)
    // The next cursor is that of a later row.
    query = { cursor }
  }
  expect(responses.size).toBe(1)
  expect([...responses][0]).toMatch(/^400 .*"invalid_cursor"/)
  report(`${sent} cursors with one flipped bit, made from ${cursors}: all rejected alike`)
})

test('a cursor is rejected under every other credential [4.2-2] [D26]', async () => {
  const { affiliate, affiliatePayoutsOnly, affiliateOtherApp, affiliateOtherWorkspace } = service.keys
  const keys = [affiliate, affiliatePayoutsOnly, affiliateOtherApp, affiliateOtherWorkspace]
  for (const owner of keys) {
    const cursor = await readCursor({}, owner)
    for (const key of keys) {
      if (key === owner) expect((await list({ cursor }, key)).status).toBe(200)
      else await expectRejected({ cursor }, key)
    }
  }
})

test('a cursor is rejected under every other set of filters [4.2-2] [D26]', async () => {
  const { programId, groupId, membershipId } = service.ids
  const filters: readonly Query[] = [
    {},
    { programId },
    { groupId },
    { membershipId },
    { programId, groupId },
    { currency: 'USD' },
    { currency: 'EUR' },
    { status: 'unreported' },
    { status: 'confirmed' },
    { search: 'a' },
    { search: 'e' },
    { from: '2025-01-01' },
    { from: '2025-01-02' },
    { to: '2027-01-01' },
    { to: '2027-01-01T00:00:00Z' },
  ]
  for (const own of filters) {
    const cursor = await readCursor(own)
    expect((await list({ ...own, cursor })).status).toBe(200)
    for (const other of filters) if (other !== own) await expectRejected({ ...other, cursor })
  }
})

test('a cursor of another list, version or database is rejected [4.2-2] [D26]', async () => {
  const secret = await readSecret(service.database)
  const genuine = Buffer.from(await readCursor({}), 'base64url')
  const payload = genuine.subarray(0, -32)
  /** A cursor with one byte changed, and sealed as only the holder of the secret can. */
  const reseal = (at: number, byte: number, by = secret): string => {
    const changed = Buffer.from(payload)
    changed[at] = byte
    return Buffer.concat([changed, createHmac('sha256', by).update(changed).digest()]).toString('base64url')
  }
  const [version = 0, section = 0] = payload
  expect((await list({ cursor: reseal(1, section) })).status).toBe(200)
  for (let byte = 0; byte < 256; byte += 1) {
    if (byte !== version) await expectRejected({ cursor: reseal(0, byte) })
    if (byte !== section) await expectRejected({ cursor: reseal(1, byte) })
  }
  await expectRejected({ cursor: reseal(1, section, Buffer.alloc(32, 7)) })
})
