import { startCommand } from '@affiliate-platform/test-support/service-process'
import { buildTermsBody, termsPath } from '@affiliate-platform/test-support/terms'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { expect, test } from 'vitest'
import { createCommandLine, createEmptyDatabase } from './command-line.ts'

test.skipIf(!enginesAtHand.includes('postgres'))(
  'goes from an empty database to a served payout list and a saved term, with this command alone [D47]',
  async () => {
    const env = { DATABASE_URL: await createEmptyDatabase(), PORT: '0' }
    const line = createCommandLine(env)
    await line.value('migrate')
    await line.value('workspaces create --name Studio')
    const appId = await line.value('apps create --name Reviews')
    const apiKey = await line.value('keys create --name Dashboard')
    const programId = await line.value('programs create --name Partners')
    const membershipId = await line.value(`memberships create --program ${programId} --name Harbour`)
    const payout = await line.value(
      `payouts create --membership ${membershipId} --amount 125.00 --currency USD`,
    )
    await line.value(`payouts report ${payout} --amount 50.00 --currency USD --method bank`)

    const service = startCommand(['serve'], { env })
    const { baseUrl } = await service.ready()
    const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' }
    const listed = await fetch(`${baseUrl}/api/affiliate-platform/v1/payouts`, { headers })
    const body = JSON.stringify(buildTermsBody())
    const saved = await fetch(baseUrl + termsPath(membershipId), { method: 'PATCH', headers, body })
    const pages = await Promise.all(['/console', '/portal'].map((path) => fetch(baseUrl + path)))
    await service.stop()

    expect(await listed.json()).toEqual({
      items: [
        {
          id: payout,
          kind: 'payouts',
          appId,
          programId,
          membershipId,
          name: 'Partners',
          memberName: 'Harbour',
          createdAt: expect.stringMatching(/^\d{4}-/),
          status: 'partially_reported',
          amount: { amountMinor: '12500', currency: 'USD' },
          unpaid: { amountMinor: '7500', currency: 'USD' },
          reported: { amountMinor: '5000', currency: 'USD' },
          confirmed: { amountMinor: '0', currency: 'USD' },
        },
      ],
      nextCursor: null,
    })
    expect(saved.status).toBe(200)
    // Neither is there without CONSOLE_ORIGIN.
    expect(pages.map(({ status }) => status)).toEqual([404, 404])
    const { id } = Object(await saved.json())
    expect(await line.json(`terms history ${membershipId}`)).toMatchObject([{ id, state: 'applies' }])
  },
)
