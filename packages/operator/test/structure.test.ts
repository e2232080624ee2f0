import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createEmptyPlatform } from './command-line.ts'

const unknownId = '01890000-0000-7000-8000-000000000000'

describe.skipIf(!enginesAtHand.includes('postgres'))('on a real Postgres', () => {
  let line: CommandLine
  let workspace: string
  let app: string
  let program: string
  let group: string
  let membership: string

  beforeAll(async () => {
    line = await createEmptyPlatform()
  })

  test('asks for a workspace before anything else, and for an app before a program', async () => {
    expect(await line.rejection('apps create --name App', 1)).toContain('There is no workspace yet.')

    workspace = await line.value('workspaces create --name', 'Bright Apps')

    expect(await line.rejection('programs create --name Partners', 1)).toContain('has no app yet.')
  })

  test('prints the id of what it makes, a sentence beside it, and the whole record with --json [D47]', async () => {
    const { stdout, stderr } = await line.run('apps create --client-id 3f1c --name', 'Bright Reviews')
    app = stdout.trim()
    expect(stdout).toMatch(/^[\da-f-]{36}\n$/)
    expect(stderr).toBe('App Bright Reviews was created.\n')

    program = await line.value('programs create --name', 'Bright Partners')
    const made = await line.json(`groups create --program ${program} --name Gold`)
    expect(made).toEqual({
      id: expect.any(String),
      workspaceId: workspace,
      appId: app,
      programId: program,
      name: 'Gold',
      allowManualClaims: null,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    group = Object(made).id
    membership = await line.value(
      `memberships create --program ${program} --group ${group} --name`,
      'Harbour Studio',
    )
  })

  test('lists everything as a table, and as JSON', async () => {
    expect((await line.run('workspaces list')).stdout).toMatch(
      new RegExp(
        `^id +name +time zone +payee hold days +created at\n${workspace}  Bright Apps  UTC +3 +\\S+Z\n$`,
      ),
    )
    expect((await line.run(`memberships list --program ${program}`)).stdout).toContain('Harbour Studio')
    expect(await line.json('apps list')).toMatchObject([{ id: app, clientId: '3f1c', uninstallUrl: null }])
    expect(await line.json(`programs list --app ${app}`)).toMatchObject([{ id: program }])
    expect(await line.json(`groups list --program ${program}`)).toMatchObject([{ id: group }])
    expect(await line.json(`memberships list --group ${group}`)).toMatchObject([{ id: membership }])
  })

  test('says so when a table is empty, and prints an empty array', async () => {
    expect(await line.run(`programs list --app ${unknownId}`)).toEqual({
      exitCode: 0,
      stdout: 'Nothing to list.\n',
      stderr: '',
    })
    expect(await line.json(`groups list --program ${unknownId}`)).toEqual([])
    expect(await line.json(`memberships list --group ${unknownId}`)).toEqual([])
  })

  test('goes on after the last row of a list', async () => {
    const second = await line.value(`memberships create --program ${program} --name Second`)
    const third = await line.value(`memberships create --program ${program} --name Third`)

    const first = await line.run('memberships list --limit 2 --json')
    expect(JSON.parse(first.stdout)).toMatchObject([{ id: third, groupId: null }, { id: second }])
    const cursor = /^There are more: continue with --cursor (\S+)\n$/.exec(first.stderr)?.[1]

    const rest = await line.run(`memberships list --limit 2 --json --cursor ${cursor}`)
    expect(JSON.parse(rest.stdout)).toMatchObject([{ id: membership }])
    expect(rest.stderr).toBe('')
  })

  test('changes what is named of an app, and nothing else', async () => {
    const url = 'https://app.example/uninstalled'
    expect(await line.value(`apps update ${app} --uninstall-url ${url}`)).toBe(app)
    expect(await line.json(`apps update ${app} --name Renamed --no-client-id`)).toMatchObject({
      id: app,
      name: 'Renamed',
      uninstallUrl: url,
      clientId: null,
    })
    expect(await line.json(`apps update ${app} --no-uninstall-url`)).toMatchObject({
      name: 'Renamed',
      uninstallUrl: null,
    })
  })

  test('keeps what a group and a membership say on claims by hand, and leaves the rest [D42]', async () => {
    const create = `memberships create --program ${program} --name Fourth --allow-manual-claims no`
    expect(await line.json(create)).toMatchObject({ allowManualClaims: false })
    for (const [choice, allowManualClaims] of [
      ['yes', true],
      ['no', false],
      ['inherit', null],
    ] as const) {
      const change = `${choice === 'yes' ? '--name Golden ' : ''}--allow-manual-claims ${choice}`
      expect(await line.json(`groups update ${group} ${change}`)).toMatchObject({
        name: 'Golden',
        allowManualClaims,
      })
      expect(await line.json(`memberships update ${membership} ${change}`)).toMatchObject({
        name: 'Golden',
        allowManualClaims,
        groupId: group,
      })
    }
    expect(await line.rejection(`groups update ${group}`, 2)).toContain('Say what to change')
    expect(await line.rejection(`memberships update ${membership}`, 2)).toContain('Say what to change')
    expect(await line.rejection(`groups update ${unknownId} --name x`, 1)).toContain('no group with this id')
    expect(await line.rejection(`memberships update ${unknownId} --name x`, 1)).toContain(
      'no membership with this id',
    )
    await line.rejection(`groups update ${group} --allow-manual-claims maybe`, 2)
  })

  test.each([
    ['http://app.example/uninstalled', '--uninstall-url: A URL that begins with https://'],
    ['app.example', '--uninstall-url: A URL that begins with https://'],
  ])('rejects the uninstall URL %s', async (url, message) => {
    expect(await line.rejection(`apps update ${app} --uninstall-url ${url}`, 2)).toContain(message)
    expect(await line.rejection(`apps create --name App --uninstall-url ${url}`, 2)).toContain(message)
    expect(await line.json('apps list')).toHaveLength(1)
  })

  test('rejects a change of nothing, and of an unknown app', async () => {
    expect(await line.rejection(`apps update ${app}`, 2)).toContain('Say what to change')
    expect(await line.rejection(`apps update ${unknownId} --name X`, 1)).toContain('has no app with this id.')
  })

  test('moves a membership to another group of its program, and out of all groups', async () => {
    const silver = await line.value(`groups create --program ${program} --name Silver`)

    expect(await line.value(`memberships move ${membership} --group ${silver}`)).toBe(membership)
    expect(await line.json(`memberships list --group ${silver}`)).toMatchObject([{ id: membership }])
    expect(await line.json(`memberships move ${membership} --no-group`)).toMatchObject({ groupId: null })
  })

  test('rejects a group of another program, for a new membership and for a move', async () => {
    const other = await line.value('programs create --name Agencies')
    const foreign = await line.value(`groups create --program ${other} --name Gold`)

    const made = `memberships create --program ${program} --group ${foreign} --name Stray`
    expect(await line.rejection(made, 1)).toContain('the program has no such group,')
    expect(await line.rejection(`memberships move ${membership} --group ${foreign}`, 1)).toContain(
      'its program has no such group.',
    )
    expect(await line.json(`memberships list --group ${foreign}`)).toEqual([])
    expect(await line.rejection(`memberships move ${membership}`, 2)).toContain('--group <id> or --no-group')
  })

  test('rejects unknown parents', async () => {
    expect(await line.rejection(`programs create --app ${unknownId} --name X`, 1)).toContain('no such app.')
    expect(await line.rejection(`groups create --program ${unknownId} --name X`, 1)).toContain(
      'no such program,',
    )
    expect(await line.rejection(`memberships create --program ${unknownId} --name X`, 1)).toContain(
      'no such program',
    )
  })

  test.each([
    [
      'groups create --program \u0007 --name X',
      '--program: One line of text, 1 to 200 characters, none of which turns the direction of text.\n',
    ],
    [
      'keys revoke aff_secret',
      '<key>: A record id (UUID), as create and list print it, or at least 6 characters of its beginning or end.\n',
    ],
    ['memberships list --limit 0', '--limit: A whole number from 1 to 1000.\n'],
    ['memberships list --limit 1001', '--limit: A whole number from 1 to 1000.\n'],
    [
      'memberships list --cursor x',
      '--cursor: What the previous list printed, with the same app and filters.\n',
    ],
    ['apps list --after x', '--after: A record id (UUID), as create and list print it.\n'],
    [
      `workspaces create --name ${'x'.repeat(201)}`,
      '--name: One line of text, 1 to 200 characters, none of which turns the direction of text.\n',
    ],
    ['memberships list --program ', '--program is empty: did the command before it fail?\n'],
    ['keys revoke ', '<key> is empty: did the command before it fail?\n'],
    ['memberships list --limit ', '--limit is empty: did the command before it fail?\n'],
    [
      'workspaces create --name Mia\u202eUSD',
      '--name: One line of text, 1 to 200 characters, none of which turns the direction of text.\n',
    ],
    [
      'workspaces create --name \u0007',
      '--name: One line of text, 1 to 200 characters, none of which turns the direction of text.\n',
    ],
  ])('rejects %s before it opens a database', async (command, message) => {
    expect(await line.rejection(command, 2)).toBe(message)
  })

  test('works in the only workspace there is; where there are several, one has to be named [D47]', async () => {
    const other = await line.value('workspaces create --name', 'x'.repeat(200))

    expect(await line.rejection('apps list', 1)).toContain('choose one with --workspace.')
    expect(await line.rejection(`apps list --workspace ${unknownId}`, 1)).toContain('no such workspace.')
    expect(await line.json(`apps list --workspace ${other}`)).toEqual([])
    expect(await line.json(`apps list --workspace ${workspace.toUpperCase()}`)).toHaveLength(1)
    expect(await line.json('workspaces list --limit 1000')).toHaveLength(2)
  })

  test('reaches nothing of another workspace', async () => {
    const workspaces = Object(await line.json('workspaces list'))
    const other = `--workspace ${workspaces[1].id}`

    expect(await line.rejection(`apps update ${app} ${other} --name Taken`, 1)).toContain(
      'no app with this id.',
    )
    expect(await line.rejection(`programs create --app ${app} ${other} --name X`, 1)).toContain(
      'no such app.',
    )
    expect(await line.rejection(`memberships move ${membership} ${other} --no-group`, 1)).toContain(
      'no such membership',
    )
    await line.value(`apps create ${other} --name One`)
    await line.value(`apps create ${other} --name Two`)
    expect(await line.rejection(`programs create ${other} --name X`, 1)).toContain('choose one with --app.')
  })
})
