import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createCommandLine } from './command-line.ts'

const id = '01890000-0000-7000-8000-000000000001'

describe.each(['pglite', 'postgres'] as const)('on %s', (engine) => {
  describe.skipIf(!enginesAtHand.includes(engine))('a command with --id', () => {
    const folder = makeFolder()
    let line: CommandLine
    let create: string
    let own: string
    let foreign: string
    let here: string

    beforeAll(async () => {
      const isEmbedded = engine === 'pglite'
      line = createCommandLine(isEmbedded ? {} : { DATABASE_URL: await createPostgresCopy() })
      const at = isEmbedded ? ` --data-dir ${folder.path}/data` : ''
      await line.value(`migrate${at}`)
      const { ids } = Object(await line.json(`seed${at}`))
      const workspaces = Object(await line.json(`workspaces list${at}`))
      const other = workspaces.find((each: { id: string }) => each.id !== ids.workspaceId)
      here = `--workspace ${ids.workspaceId}${at}`
      own = `${here} --membership ${ids.membershipId}`
      foreign = `--workspace ${other.id}${at} --membership ${ids.otherWorkspaceMembershipId}`
      create = `payouts create --currency USD --id ${id}`
    })

    afterAll(() => folder.remove())

    test('prints the same record again, and tells it from another one with that id [D71]', async () => {
      const first = await line.run(`${create} --amount 125.00 --json ${own}`)
      const again = await line.run(`${create} --amount 125.00 --json ${own}`)

      expect(first).toMatchObject({ exitCode: 0, stderr: 'Payout of 125.00 USD was created.\n' })
      expect(JSON.parse(first.stdout)).toMatchObject({ id, amountMinor: '12500', currency: 'USD' })
      expect(again).toEqual({
        exitCode: 0,
        stdout: first.stdout,
        stderr: 'A payout of 125.00 USD with this id already existed. Nothing was changed.\n',
      })
      expect(await line.rejection(`${create} --amount 12.50 ${own}`, 1)).toBe(
        `There is another payout with this id: its amount differs. Nothing was changed. See payouts show.\n`,
      )
    })

    test('says nothing of a payout with that id in another workspace [D71]', async () => {
      expect(await line.run(`${create} --amount 99.00 ${foreign}`)).toEqual({
        exitCode: 0,
        stdout: `${id}\n`,
        stderr: 'Payout of 99.00 USD was created.\n',
      })
    })

    test('records one report, however late it is sent again [D71]', async () => {
      const report = `payouts report ${id} --amount 50.00 --currency USD --method bank ${here} --id ${id}`
      const first = await line.run(report)
      const again = await line.run(report)

      expect(first.stderr).toBe('The payout is now partially_reported; unpaid: 75.00 USD.\n')
      expect(again).toEqual({
        exitCode: 0,
        stdout: first.stdout,
        stderr: `This is already recorded. Nothing was changed. ${first.stderr}`,
      })
      expect(await line.rejection(report.replace('bank', 'paypal'), 1)).toBe(
        'There is another report with this id: its method differs. Nothing was changed. See payouts show.\n',
      )
    })

    test('prints its outcome alone on standard error, and JSON alone on standard output [D71] [D366]', async () => {
      const { stdout, stderr } = await line.run(`payouts create --amount 1.00 --currency USD --json ${own}`)

      expect(JSON.parse(stdout)).toMatchObject({ id: expect.any(String), amountMinor: '100' })
      expect(stderr).toBe('Payout of 1.00 USD was created.\n')
    })

    test('takes no id that is no UUID', async () => {
      const command = `payouts create --amount 1.00 --currency USD ${own} --id 42`
      expect(await line.rejection(command, 2)).toContain('--id: A record id (UUID)')
    })
  })
})
