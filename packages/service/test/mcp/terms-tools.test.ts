import { type ListeningService, startTestService } from '@affiliate-platform/test-support/listening-service'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectMcp, createMcpKey, type McpClient } from './mcp-client.ts'

let service: ListeningService
let reader: McpClient
let writer: McpClient
let args: Readonly<Record<'appId' | 'membershipId', string>>

beforeAll(async () => {
  service = await startTestService()
  reader = await connectMcp(service)
  writer = await connectMcp(service, await createMcpKey(service, ['terms:write']))
  const { appId, membershipId } = service.ids
  args = { appId, membershipId }
})

afterAll(async () => {
  await reader.client.close()
  await writer.client.close()
  await service.close()
})

const countVersions = () => service.count('terms_versions')

test('shows what would change, and saves nothing [D132]', async () => {
  const before = await countVersions()
  const effectiveAt = new Date(service.clock.now() + 86_400_000).toISOString()

  const first = await reader.call('check_terms', {
    ...args,
    rules: buildRules({ rateBps: 1234 }),
    effectiveAt,
  })
  const unsaved = await writer.call('check_terms', { ...args, rules: buildRules({ rateBps: 1234 }) })

  expect(first['effectiveAt']).toBe(effectiveAt)
  for (const shown of [first, unsaved]) {
    expect(Object.keys(shown).toSorted()).toEqual(['changes', 'current', 'effectiveAt'])
  }
  expect(first['current']).toMatchObject({ of: expect.stringMatching(/^(membership|group|program)$/) })
  expect(first['changes']).toContainEqual({ member: 'rateBps', before: expect.any(Number), after: 1234 })
  expect(await countVersions()).toBe(before)
})

test('checks in two steps: the form, then every business rule at once [4.1-1] [D3]', async () => {
  const form = await reader.reject('check_terms', { ...args, rules: { ...buildRules(), rateBps: '20' } })
  const broken = buildRules({ rateBps: 0, cpi: { amountMinor: '0', currency: 'USD' } })
  const rules = await reader.reject('check_terms', {
    ...args,
    rules: broken,
    effectiveAt: '2020-01-01T00:00:00Z',
  })

  expect(form).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '/rules/rateBps' }] })
  expect(rules).toMatchObject({
    code: 'terms_rejected',
    errors: [{ code: 'zero_rate_needs_cpi' }, { code: 'effective_at_in_past' }],
  })
})

test('has no way to save for a key that may not, whatever it is asked [D133]', async () => {
  const before = await countVersions()
  const { tools } = await reader.client.listTools()
  const checking = tools.find(({ name }) => name === 'check_terms')
  const saving = { ...args, rules: buildRules(), idempotencyKey: 'now' }

  const problem = await reader.reject('check_terms', saving)

  await expect(reader.call('save_terms', saving)).rejects.toThrow('There is no such tool.')
  expect(tools.map(({ name }) => name)).not.toContain('save_terms')
  expect(checking?.annotations?.readOnlyHint).toBe(true)
  expect(Object.keys(checking?.inputSchema.properties ?? {})).not.toContain('idempotencyKey')
  expect(problem).toMatchObject({
    code: 'invalid_request',
    errors: [{ pointer: '/idempotencyKey', code: 'unknown_member' }],
  })
  expect(await countVersions()).toBe(before)
})

test('saves nothing without an idempotency key, nor what breaks a rule [4.1-1] [D133]', async () => {
  const before = await countVersions()
  const unnamed = await writer.reject('save_terms', { ...args, rules: buildRules() })
  const broken = buildRules({ rateBps: 0, cpi: { amountMinor: '0', currency: 'USD' } })
  const rejected = await writer.reject('save_terms', { ...args, rules: broken, idempotencyKey: 'broken' })

  expect(unnamed).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '/idempotencyKey' }] })
  expect(rejected).toMatchObject({ code: 'terms_rejected', errors: [{ code: 'zero_rate_needs_cpi' }] })
  expect(await countVersions()).toBe(before)
})

test('saves once under an idempotency key, as a version that names the key [D10] [D133]', async () => {
  const before = await countVersions()
  const { tools } = await writer.client.listTools()
  const action = { ...args, rules: buildRules({ rateBps: 4321 }), idempotencyKey: 'raise-4321' }

  const first = await writer.call('save_terms', action)
  const retry = await writer.call('save_terms', action)
  const reused = await writer.reject('save_terms', { ...action, rules: buildRules({ rateBps: 4322 }) })

  const hints = tools.find(({ name }) => name === 'save_terms')?.annotations
  expect(hints).toMatchObject({ readOnlyHint: false, destructiveHint: false, idempotentHint: true })
  expect(first).toMatchObject({ replayed: false, version: { rules: { rateBps: 4321 } } })
  expect(first['changes']).toContainEqual({ member: 'rateBps', before: expect.any(Number), after: 4321 })
  expect(first['version'].createdBy).toMatch(/^[\da-f-]{36}$/)
  expect(retry).toMatchObject({ replayed: true, version: first['version'] })
  expect(reused.code).toBe('idempotency_key_reused')
  expect(await countVersions()).toBe(before + 1)
})

test('rejects a membership of another app or workspace before anything else [D5]', async () => {
  const { appId, otherAppMembershipId, otherWorkspaceMembershipId } = service.ids
  for (const membershipId of [otherAppMembershipId, otherWorkspaceMembershipId]) {
    const terms = { appId, membershipId, rules: buildRules() }
    expect((await writer.reject('check_terms', terms)).code).toBe('access_denied')
    const action = { ...terms, idempotencyKey: 'foreign' }
    expect((await writer.reject('save_terms', action)).code).toBe('access_denied')
  }
})
