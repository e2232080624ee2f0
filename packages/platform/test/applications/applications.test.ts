import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { apply, decideApplication, listApplications } from '../../src/applications.ts'
import { listAuditEntries } from '../../src/audit.ts'
import { tellDigests } from '../../src/mail/tell-digests.ts'
import { type Mail, startMailing } from '../../src/outbox.ts'
import { invitePerson } from '../../src/people.ts'
import { updateProgram } from '../../src/programs.ts'
import { deleteOldApplications } from '../../src/retention/delete-applications.ts'

const log = pino({ enabled: false })
const dayMs = 86_400_000

describeOnEachEngine('an application', (database) => {
  let app: TestApp

  beforeEach(async () => {
    app = await insertApp(database())
    const { workspaceId, programId: id } = app
    await updateProgram(database(), { workspaceId, id }, { hasPublicPage: true })
    const ada = { email: 'ada@example.com', name: 'Ada', role: 'owner' } as const
    await invitePerson(database(), { workspaceId, ...ada, actor: 'system' })
  })

  async function send(): Promise<readonly Mail[]> {
    const sent: Mail[] = []
    const mailing = startMailing(database(), log, {
      send: async (mail) => {
        if (mail.workspaceId === app.workspaceId) sent.push(mail)
        return { result: 'sent', outcome: 'taken' }
      },
    })
    const text = 'select from outbox_mails where workspace_id = $1 and next_attempt_at <= now()'
    const due = async () => (await database().query({ name: '', text }, [app.workspaceId])).length
    await expect.poll(due).toBe(0)
    await mailing.stop()
    return sent
  }

  const submit = async (name: string) => {
    const { workspaceId, programId } = app
    const email = `${name}@applicants.example`
    await apply(database(), { workspaceId, programId, email, name, words: 'A blog' })
    const found = await list()
    return found.find((application) => application.name === name)?.id ?? ''
  }
  const list = () => {
    const { workspaceId } = app
    const filter = { workspaceId, programId: undefined, state: undefined }
    return listApplications(database(), filter, { after: undefined, limit: 10 })
  }
  const decide = (applicationId: string, state: 'approved' | 'declined') =>
    decideApplication(database(), {
      ...{ workspaceId: app.workspaceId, applicationId, state },
      ...{ groupId: null, reason: 'a reason', actor: 'operator:ada' },
    })

  test('is told to the applicant and to who decides, and what was decided without the reason [D461]', async () => {
    const id = await submit('lea')
    const told = await send()
    expect(told.map(({ email, content }) => [email, content.kind]).toSorted()).toEqual([
      ['ada@example.com', 'application_filed'],
      ['lea@applicants.example', 'application_received'],
    ])
    expect(told.find(({ content }) => content.kind === 'application_filed')?.content).toMatchObject({
      ...{ applicant: 'lea', programId: app.programId, program: 'Partners' },
    })
    await decide(id, 'declined')
    const [declined] = await send()
    expect(declined).toMatchObject({ email: 'lea@applicants.example', name: 'lea', hasAccount: false })
    expect(declined?.content).toMatchObject({ kind: 'application_declined', program: 'Partners' })
    expect(JSON.stringify(declined)).not.toContain('a reason')
  })

  test('that was approved before its mail went is told by the invitation alone [D461]', async () => {
    await decide(await submit('noa'), 'approved')
    const told = await send()
    expect(told.map(({ email, content }) => [email, content.kind])).toEqual([
      ['noa@applicants.example', 'member_invitation'],
    ])
  })

  test('waits in the digest until it is decided [D461] [D411]', async () => {
    const id = await submit('kim')
    const morning = async (instant: string) => {
      await tellDigests(database(), new Date(instant))
      return (await send()).filter(({ content }) => content.kind === 'digest')
    }
    const [digest] = await morning('2027-02-01T08:30:00Z')
    expect(digest?.content).toMatchObject({ openApplications: 1, openCases: 0 })
    await decide(id, 'declined')
    expect(await morning('2027-02-02T08:30:00Z')).toEqual([])
  })

  test('is in the audit with who decided and why, and without what a stranger typed [D461] [D65]', async () => {
    const id = await submit('uma')
    await decide(id, 'declined')
    const filter = { workspaceId: app.workspaceId, subject: 'application' } as const
    const entries = await listAuditEntries(database(), filter, { after: undefined, limit: 10 })
    expect(entries.map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ['change', id],
      ['create', id],
    ])
    expect(entries[0]?.changes).toMatchObject({ state: ['open', 'declined'], reason: [null, 'a reason'] })
    expect(JSON.stringify(entries)).not.toContain('uma')
  })

  test('is deleted half a year after it was decided, and never before [D461] [D137]', async () => {
    const [declined, open] = [await submit('eva'), await submit('ola')]
    await decide(declined, 'declined')
    // They have gone five months before.
    const text = 'delete from outbox_mails where application_id is not null'
    await database().query({ name: '', text }, [])
    const inDays = (days: number) => deleteOldApplications(database(), Date.now() + days * dayMs)
    await inDays(182)
    expect((await list()).map(({ id }) => id)).toEqual([open, declined])
    await inDays(184)
    expect((await list()).map(({ id }) => id)).toEqual([open])
  })
})
