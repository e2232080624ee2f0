import { errorCatalogue, problemSchema } from '@affiliate-platform/contract'
import { createRandom, type Random } from '@affiliate-platform/operator/demo'
import { mutateBytes, mutateJson } from '@affiliate-platform/test-support/guarantee-mutations'
import {
  pick,
  report,
  runInLanes,
  scale,
  seed,
  startRandom,
} from '@affiliate-platform/test-support/guarantee-scale'
import { type ListeningService, startTestService } from '@affiliate-platform/test-support/listening-service'
import { buildRules } from '@affiliate-platform/test-support/terms'
import type { Tool } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectMcp, createMcpKey, isResultOf } from '../mcp/mcp-client.ts'

const calls = scale({ quick: 200, soak: 1000 })

/** What a tool's result may say, of all codes: see packages/service/docs/mcp.md. */
const toolCodes = [
  ...['invalid_request', 'invalid_parameter', 'invalid_cursor', 'access_denied'],
  ...['terms_rejected', 'idempotency_key_reused', 'idempotency_key_in_progress'],
]

let service: ListeningService
let tools: readonly Tool[]
let writer: string

beforeAll(async () => {
  service = await startTestService({ identifyQuotaRequestsMax: 1_000_000 })
  writer = await createMcpKey(service, ['terms:write', 'contacts:read'])
  const { client } = await connectMcp(service, writer)
  tools = (await client.listTools()).tools
  await client.close()
})

afterAll(() => service.close())

test(`${calls} random calls get documented errors only [D132] [D2]`, async () => {
  startRandom()
  const outcomes = new Map<string, number>()
  const succeeded = new Set<string>()
  await runInLanes({ count: calls, lanes: 8 }, async (index) => {
    const random = createRandom(seed + index)
    const message = buildMessage(random)
    const body = random.below(20) === 0 ? mutateBytes(random, Buffer.from(message)) : Buffer.from(message)
    const response = await service.fetch('/mcp', {
      method: 'POST',
      key: writer,
      body: new Uint8Array(body),
      headers: { 'Content-Type': 'application/json' },
    })
    const outcome = await findOutcome(response, message)
    if (outcome.includes('fault')) {
      expect.fail(`Call ${index} of seed ${seed}: ${outcome}\n${message}`)
    }
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    if (outcome === 'result') succeeded.add(nameIn(message) ?? '')
  })

  expect([...outcomes.keys()]).toEqual(expect.arrayContaining(['result', 'tool access_denied']))
  if (calls >= 1000) expect([...succeeded].toSorted()).toEqual(tools.map(({ name }) => name).toSorted())
  report(`mcp fuzz of ${calls}: ${JSON.stringify(Object.fromEntries([...outcomes].sort()))}`)
})

function buildMessage(random: Random): string {
  const { name } = pick(random, tools)
  const call = {
    ...{ jsonrpc: '2.0', id: random.below(1000), method: 'tools/call' },
    params: { name, arguments: buildArguments(random, name) },
  }
  const isMutated = random.below(3) === 0
  const text = JSON.stringify(call)
  return isMutated ? mutateJson(random, Buffer.from(text)).toString() : text
}

/** Arguments of every second call fit: the first values of those that it needs. Others are of the demo or of nobody. */
function buildArguments(random: Random, name: string): object {
  const { properties = {}, required = [] } = tools.find((tool) => tool.name === name)?.inputSchema ?? {}
  const fits = random.below(2) === 0
  const chosen = Object.keys(properties).filter((member) => {
    if (required.includes(member)) return fits || random.below(10) > 0
    return !fits && random.below(3) === 0
  })
  return Object.fromEntries(
    chosen.map((member) => {
      const values = valuesOf(member, name)
      return [member, fits ? values[0] : pick(random, values)]
    }),
  )
}

function valuesOf(member: string, name: string): readonly unknown[] {
  const { ids, shops } = service
  const shop = shops[0]?.domain
  const { payoutId, programId, groupId, membershipId, referralId, commissionId } = ids
  const ownIds = [payoutId, programId, groupId, membershipId, referralId, commissionId]
  const byMember: Readonly<Record<string, readonly unknown[]>> = {
    appId: [ids.appId, ids.appId, ids.appId.toUpperCase(), ids.otherAppId, ids.otherWorkspaceAppId, 'null'],
    membershipId: [ids.membershipId, ids.otherAppMembershipId, ids.otherWorkspaceMembershipId],
    programId: [ids.programId, ids.otherAppProgramId],
    groupId: [ids.groupId, ids.otherAppGroupId],
    id: [
      Object(ids)[`${name.slice('get_'.length)}Id`] ?? payoutId,
      ...ownIds,
      ids.otherAppPayoutId,
      shop,
      'x',
    ],
    record: ['payout', 'commission', 'shop', 'nothing'],
    unit: ['1', 1, '0', '99999999999999999999', '9'.repeat(39)],
    rules: [buildRules(), buildRules({ rateBps: 0 }), {}],
    effectiveAt: ['2036-01-01T00:00:00Z', '2020-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999-14:00'],
    asOf: ['2026-05-01T00:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', 'now'],
    idempotencyKey: ['a', 'b', 'c', ' ', ''],
    limit: [1, 50, 0, 51, '7', 1e300],
    cursor: ['x', 'A'.repeat(140), ''],
    from: ['2026-05-01', '2026-05-01T00:00:00Z', 'yesterday'],
    to: ['2026-05-31', '9999-12-31T23:59:59Z', '0000-01-01'],
    currency: ['USD', 'usd', 'XXX', 'US'],
    status: ['confirmed', '\0', ''],
    search: ['a', '\0', '%', ''],
    myshopifyDomain: [shop, 'nobody.myshopify.com', 'evil.example'],
  }
  return byMember[member] ?? ['']
}

/** What a response comes to, in a few words; `fault …` where it is none that the guide tells of. */
async function findOutcome(response: Response, message: string): Promise<string> {
  const text = await response.text()
  if (response.status === 202) return text === '' ? 'accepted' : 'fault: a body of 202'
  const body: ReturnType<typeof JSON.parse> = JSON.parse(text)
  if (response.status !== 200) return `http ${findCode(body, response.status)}`
  if (body.error !== undefined) {
    const isKnown = [-32_601, -32_602].includes(body.error.code)
    return isKnown ? `rpc ${body.error.code}` : `fault: ${text}`
  }
  const { isError, content, structuredContent } = body.result
  if (isError) {
    const problem = JSON.parse(content[0].text)
    const code = findCode(problem, problem.status)
    return toolCodes.includes(code) ? `tool ${code}` : `fault: ${text}`
  }
  const name = nameIn(message)
  if (name === undefined || structuredContent === undefined) return 'result of no tool'
  return isResultOf(name, structuredContent) ? 'result' : `fault: ${text}`
}

const nameIn = (message: string) => /"name":"(\w+)"/.exec(message)?.[1]

function findCode(body: unknown, status: number): string {
  const problem = problemSchema.safeParse(body)
  if (!problem.success || status >= 500) return `fault: ${JSON.stringify(body)}`
  const known = new Map<string, { status: number }>(Object.entries(errorCatalogue))
  const { code } = problem.data
  return known.get(code)?.status === status ? code : `fault: ${code}`
}
