import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { listAuditEntries } from '@affiliate-platform/platform/audit'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { findAccountId, folder, origin, signIn } from './sign-in.ts'

const base = '/api/console/v1'

describeServiceOnEachEngine(
  'the calendar, in the console',
  { console: { place: { origin }, folder } },
  (service) => {
    const as = async (name: 'Ada' | 'Rita') => {
      const headers = await signIn(service(), name)
      return async (path: string, json?: unknown) => {
        const sent = json === undefined ? { headers } : { headers, method: 'POST', json }
        const response = await service().fetch(`${base}${path}`, sent)
        return { status: response.status, body: await response.json() }
      }
    }

    test('sets a pay day and the time zone, in the name of who did it [D355]', async () => {
      const ask = await as('Ada')
      const { programId, workspaceId } = service().ids
      expect((await ask(`/programs/${programId}/pay-day`, { payDay: 15 })).status).toBe(200)
      expect((await ask('/calendar/time-zone', { timeZone: 'asia/tokyo' })).body).toEqual({ rejected: null })
      const calendar = (await ask('/calendar')).body as ConsoleResponse<'readCalendar'>
      expect(calendar.timeZone).toBe('Asia/Tokyo')
      expect(calendar.programs.find(({ id }) => id === programId)).toMatchObject({ payDay: 15 })
      const session = (await ask('/session')).body as ConsoleResponse<'readSession'>
      expect(session.workspace.timeZone).toBe('Asia/Tokyo')
      const { payDays } = (await ask('/overview')).body as ConsoleResponse<'readOverview'>
      expect(payDays.map(({ program }) => program.id)).toContain(programId)

      const actor = `operator:${await findAccountId(service(), 'Ada')}`
      const filters = [
        { subject: 'program', subjectId: programId, changes: { pay_day: [null, 15] } },
        { subject: 'workspace', subjectId: workspaceId, changes: { time_zone: ['UTC', 'Asia/Tokyo'] } },
      ]
      for (const { changes, ...filter } of filters) {
        const page = { after: undefined, limit: 1 }
        const [entry] = await listAuditEntries(service().database, { workspaceId, ...filter }, page)
        expect(entry).toMatchObject({ actor, action: 'change', changes })
      }
    })

    test('sets for how many days nothing is paid to where a member has moved their payouts [D450]', async () => {
      const ask = await as('Ada')
      expect((await ask('/calendar')).body).toMatchObject({ payeeHoldDays: 3 })
      for (const days of [0, 30]) {
        expect((await ask('/calendar/payee-hold', { days })).status).toBe(200)
        expect((await ask('/calendar')).body).toMatchObject({ payeeHoldDays: days })
      }
      for (const days of [-1, 31, 1.5, '3', null]) {
        expect([days, (await ask('/calendar/payee-hold', { days })).status]).toEqual([days, 400])
      }
      expect((await ask('/calendar')).body).toMatchObject({ payeeHoldDays: 30 })
    })

    test('changes nothing for what is no time zone, no day, and no program of the workspace [D355]', async () => {
      const ask = await as('Ada')
      const { programId } = service().ids
      const refused = await ask('/calendar/time-zone', { timeZone: 'Berlin' })
      expect(refused).toEqual({
        status: 200,
        body: { rejected: 'There is no such time zone. Choose a name such as Europe/Berlin.' },
      })
      for (const payDay of [0, 32, 1.5, '15']) {
        expect([payDay, (await ask(`/programs/${programId}/pay-day`, { payDay })).status]).toEqual([
          payDay,
          400,
        ])
      }
      expect((await ask(`/programs/${crypto.randomUUID()}/pay-day`, { payDay: 1 })).status).toBe(403)
    })

    test('previews a run as of the start of a day there, and says which days cannot be [D355]', async () => {
      const ask = await as('Rita')
      await (await as('Ada'))('/calendar/time-zone', { timeZone: 'Asia/Tokyo' })
      const { asOf } = (await ask('/payout-runs/preview')).body as ConsoleResponse<'previewPayoutRun'>
      const today = new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Tokyo' }).format(new Date(asOf))
      const looked = (await ask(`/payout-runs/preview?day=${today}`))
        .body as ConsoleResponse<'previewPayoutRun'>
      expect(looked.asOf).toBe(new Date(`${today}T00:00:00+09:00`).toISOString())
      const say = async (day: string) =>
        (await ask(`/payout-runs/preview?day=${day}`)) as {
          readonly status: number
          readonly body: { readonly detail: string }
        }
      const ahead = await say('2999-01-01')
      expect([ahead.status, ahead.body.detail]).toEqual([
        400,
        'This day has not begun. A run pays what is available now, or was before.',
      ])
      const early = await say('2000-01-01')
      expect(early.body.detail).toContain('A run was frozen as of a later time.')
      expect((await say('2026-02-30')).status).toBe(400)
    })
  },
)
