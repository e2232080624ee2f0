import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createEmptyPlatform } from './command-line.ts'

describe.skipIf(!enginesAtHand.includes('postgres'))('names in the place of ids, on a real Postgres', () => {
  let line: CommandLine
  const ids: Record<'app' | 'partners' | 'agencies' | 'gold' | 'otherGold' | 'harbour', string> = {
    ...{ app: '', partners: '', agencies: '', gold: '', otherGold: '', harbour: '' },
  }

  beforeAll(async () => {
    line = await createEmptyPlatform()
    await line.value('workspaces create --name', 'Bright Apps')
    ids.app = await line.value('apps create --name Reviews')
    ids.partners = await line.value('programs create --app reviews --name Partners')
    ids.agencies = await line.value('programs create --name Agencies')
    ids.gold = await line.value('groups create --program partners --name Gold')
    ids.otherGold = await line.value('groups create --program AGENCIES --name Gold')
    const create = 'memberships create --program Partners --group gold --name'
    ids.harbour = await line.value(create, 'Harbour Studio')
  })

  test('a record is named in upper or lower case, by a flag, an argument and a setting [D150]', async () => {
    const members = await line.json('memberships list --program partners --group GOLD')
    expect(members).toMatchObject([{ id: ids.harbour, groupId: ids.gold }])
    await line.value('memberships update --allow-manual-claims yes', 'harbour studio')
    await line.value('apps update reviews --name Reviews --workspace', 'bright apps')
    const payouts = 'payouts list --json --app Reviews --program Partners --membership'
    expect(await line.value(payouts, 'harbour studio')).toBe('[]')
    expect(await line.value('keys list --json --workspace', 'Bright Apps')).toBe('[]')
    expect(await line.value('workspaces rename --name', 'Bright Apps', 'BRIGHT APPS')).toMatch(
      /^[\da-f-]{36}$/,
    )
  })

  test('a membership is named by the e-mail address that it is paid at [D150]', async () => {
    const set = `payees set ${ids.harbour} --method paypal --name Mia --email Mia@Harbour.example`
    await line.value(set)
    const payout = 'payouts create --membership mia@harbour.example --amount 12.00 --currency USD'
    expect(await line.json(payout)).toMatchObject({ membershipId: ids.harbour })
    expect(await line.rejection('balances --membership mia@habour.example', 1)).toContain(
      'The workspace has no membership of this name or e-mail address.',
    )
  })

  test('a group is looked for in the program of the membership that moves [D150]', async () => {
    const mover = await line.value('memberships create --program Agencies --name Mover')
    await line.value('memberships move Mover --group gold')
    expect(await line.json('memberships list --program Agencies')).toMatchObject([
      { id: mover, groupId: ids.otherGold },
    ])
  })

  test('a name that several records have is rejected with their ids, and changes nothing [D150]', async () => {
    const message = await line.rejection('groups update Gold --name Platinum', 1)
    expect(message).toMatch(
      /^Several groups have this name\. Give the id of the one you mean:\nid .*within\n/,
    )
    expect(message).toMatch(new RegExp(`${ids.gold} +Gold +Partners\n${ids.otherGold} +Gold +Agencies\n`))
    expect(await line.json('groups list')).toMatchObject([{ name: 'Gold' }, { name: 'Gold' }])
  })

  test('a name that no record has leads to the nearest one, and is not repeated [D150]', async () => {
    expect(await line.rejection('programs reopen Partnesr', 1)).toBe(
      'The workspace has no program of this name. Did you mean Partners?\n',
    )
    expect(await line.rejection('memberships list --program Agencies --group aff_secret', 1)).toBe(
      'The program has no group of this name. See affiliate-service groups list.\n',
    )
    expect(await line.rejection('apps list --workspace Dark', 1)).toBe(
      'There is no workspace of this name. See affiliate-service workspaces list.\n',
    )
  })

  test('a program or group that is called as another one is created, and told of it [D150]', async () => {
    const first = await line.value(`programs create --app ${ids.app} --name Twins`)
    const { stdout, stderr } = await line.run(`programs create --app ${ids.app} --name TWINS`)
    expect(stderr).toBe(
      `Program TWINS was created. Another program has this name too: ${first}. Commands now take their ids in place of the name; programs rename changes it.\n`,
    )
    expect(stdout).not.toContain(first)
    const group = await line.value(`groups create --program ${first} --name Silver`)
    expect((await line.run(`groups create --program ${first} --name silver`)).stderr).toContain(
      `Another group has this name too: ${group}.`,
    )
    // In another program the name is free.
    expect((await line.run(`groups create --program ${ids.agencies} --name Silver`)).stderr).toBe(
      'Group Silver was created.\n',
    )
  })

  test('a name of another workspace leads nowhere [D150]', async () => {
    const other = await line.value('workspaces create --name Other')
    await line.value(`apps create --name Theirs --workspace ${other}`)
    const list = 'programs list --app Theirs --workspace'
    expect((await line.run(list, 'Bright Apps')).stderr).toContain('The workspace has no app of this name.')
    expect(await line.json(`${list} Other`)).toEqual([])
    expect(await line.rejection('programs list --app Theirs', 1)).toContain('There are several workspaces')
  })
})
