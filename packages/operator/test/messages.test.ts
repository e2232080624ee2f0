import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createCommandLine, createEmptyDatabase } from './command-line.ts'

describe.each(['pglite', 'postgres'] as const)('on %s', (engine) => {
  describe.skipIf(!enginesAtHand.includes(engine))('what is not done is told with what is allowed:', () => {
    const folder = makeFolder()
    let line: CommandLine
    let at: string
    let member: string
    let payout: string
    let report: string

    beforeAll(async () => {
      const isEmbedded = engine === 'pglite'
      line = createCommandLine(isEmbedded ? {} : { DATABASE_URL: await createEmptyDatabase() })
      at = isEmbedded ? ` --data-dir ${folder.path}/data` : ''
      await line.value(`migrate${at}`)
      await line.value(`workspaces create --name Studio${at}`)
      await line.value(`apps create --name App${at}`)
      await line.value(`programs create --name Partners${at}`)
      member = await line.value(`memberships create --program Partners --name Harbour${at}`)
      payout = await line.value(`payouts create --membership Harbour --amount 100.00 --currency USD${at}`)
      report = await line.value(
        `payouts report ${payout} --amount 40.00 --currency USD --method bank --paid-at 2026-05-31${at}`,
      )
    })

    afterAll(() => folder.remove())

    test('a payment in another currency, or above what is left of the payout [D367]', async () => {
      const pay = (amount: string, currency: string) =>
        line.rejection(
          `payouts report ${payout} --amount ${amount} --currency ${currency} --method bank${at}`,
          1,
        )
      expect(await pay('10.00', 'EUR')).toBe('The payout is in USD.\n')
      expect(await pay('60.01', 'USD')).toMatch(
        /^At most 60\.00 USD is left to report: .*See payouts show\.\n$/,
      )
      await line.value(`payouts dispute ${report} --reason Late${at}`)
      expect(await pay('60.01', 'USD')).toMatch(/^At most 60\.00 USD /)
    })

    test('a confirmation above what is left of its report [D367]', async () => {
      const confirm = `payouts confirm ${report} --currency USD${at} --amount`
      expect(await line.rejection(`${confirm} 40.01`, 1)).toMatch(/^At most 40\.00 USD is left to confirm: /)
      await line.value(`${confirm} 40.00`)
      expect(await line.rejection(`${confirm} 0.01`, 1)).toMatch(/^Nothing is left to confirm: /)
    })

    test('a date is taken for a time, as its beginning in UTC [D367]', async () => {
      const { facts } = Object(await line.json(`payouts show ${payout}${at}`))
      expect(facts[0]).toMatchObject({ kind: 'report', paidAt: '2026-05-31T00:00:00.000Z' })
    })

    test('a unit that a payout does not have [D367]', async () => {
      expect(await line.rejection(`explain payout ${payout} --unit 10001${at}`, 1)).toBe(
        '--unit: From 1 to 10000, the minor units of 100.00 USD.\n',
      )
      expect(await line.rejection(`explain payout ${member} --unit 1${at}`, 1)).toContain(
        'The workspace has no payout with this id. It is the id of a membership (Harbour).',
      )
    })

    test('a command to go on with names the same database as this one', async () => {
      for (const [shown, next] of [
        [`find Partners${at}`, /^More: affiliate-service programs show \S+(.*)\n$/],
        [`programs show Partners${at}`, /memberships list --program \S+(.*)\n$/],
        [`memberships show ${member}${at}`, /\naffiliate-service payees show \S+(.*)\n$/],
      ] as const) {
        const { stderr } = await line.run(shown)
        expect([shown, next.exec(stderr)?.[1]]).toEqual([shown, at])
      }
      const missing = await line.run(`find x --data-dir ${folder.path}/it's`)
      if (at !== '') {
        expect(missing.stderr).toContain(`affiliate-service migrate --data-dir '${folder.path}/it'\\''s'\n`)
      }
    })

    test('a shop that nothing is known of is not erased, and says so [D367]', async () => {
      expect(await line.rejection(`contacts erase typo.myshopify.com${at}`, 1)).toBe(
        'Nothing is known of typo.myshopify.com, or nothing any more: if it was not erased before, check the domain.\n',
      )
    })

    test('a void says what it leads to, by where the payout came from', async () => {
      const made = await line.value(`payouts create --membership Harbour --amount 7.00 --currency USD${at}`)
      const { stderr } = await line.run(`payouts void ${made} --reason Twice${at}`)
      expect(stderr).toBe(
        'The payout is now voided; unpaid: 0.00 USD. It was made by hand: nothing is due again.\n',
      )
    })

    test('a second member of a name is told, with the id of the first [D368]', async () => {
      const { stdout, stderr } = await line.run(`memberships create --program Partners --name HARBOUR${at}`)
      expect(stdout).toMatch(/^[\da-f-]{36}\n$/)
      expect(stderr).toBe(
        `Membership HARBOUR was created.\nThe program has another membership of this name, ${member}: commands need the id of the one that is meant.\n`,
      )
      expect(await line.rejection(`memberships show Harbour${at}`, 1)).toContain(member)
    })

    test('a program is closed with its reason, which it keeps [D369]', async () => {
      expect(await line.rejection(`programs close Partners${at}`, 2)).toContain("'--reason <text>'")
      const { stderr } = await line.run(`programs close Partners --reason Sold${at}`)
      expect(stderr).toBe('Program Partners is closed: Sold.\n')
      const again = await line.json(`programs close Partners --reason Again${at}`)
      expect(again).toMatchObject({ closedReason: 'Sold' })
      expect(await line.json(`programs reopen Partners${at}`)).toMatchObject({ closedReason: null })
    })

    test('a value of a terms file, and a search that leads nowhere; a part of a domain does [D367]', async () => {
      const file = join(folder.path, 'agreed.json')
      const rules = { ...buildRules(), allowManualClaims: true }
      writeFileSync(file, JSON.stringify({ rules: { ...rules, rateBps: 10_001, holdDays: '30' } }))
      expect(await line.rejection(`terms set --program Partners --file ${file}${at}`, 1)).toContain(
        '/rules/rateBps: At most 10000.\n  /rules/holdDays: A number.\n',
      )
      writeFileSync(file, JSON.stringify({ rules }))
      await line.value(
        `referrals create --membership ${member} --shop maple.myshopify.com --installed-at 2026-05-01 --contract ${file} --reason Mail${at}`,
      )
      expect(await line.json(`find maple${at}`)).toMatchObject([
        { kind: 'referral', name: 'maple.myshopify.com' },
      ])
      const nothing = await line.run(`find oak${at}`)
      expect(nothing).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining("a part of a name or of a referred shop's domain"),
      })
    })
  })
})
