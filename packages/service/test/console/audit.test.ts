import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { findAccountId, folder, origin, signIn } from './sign-in.ts'

const base = '/api/console/v1'

type Page = ConsoleResponse<'listAudit'>

describeServiceOnEachEngine(
  'the audit in the console',
  { console: { place: { origin }, folder } },
  (service) => {
    const ask = async (query: Readonly<Record<string, string>>) => {
      const headers = await signIn(service(), 'Rita')
      return await service().fetch(`${base}/audit?${new URLSearchParams(query)}`, { headers })
    }
    const list = async (query: Readonly<Record<string, string>> = {}): Promise<Page> => {
      const response = await ask(query)
      expect(response.status).toBe(200)
      return (await response.json()) as Page
    }
    const act = async (path: string, json?: unknown) => {
      const headers = { ...(await signIn(service(), 'Ada')), 'idempotency-key': crypto.randomUUID() }
      const sent = { method: 'POST', headers, ...(json !== undefined && { json }) }
      const response = await service().fetch(`${base}${path}`, sent)
      expect(response.status).toBe(200)
      return (await response.json()) as Readonly<Record<string, unknown>>
    }

    test('names who created, rotated and revoked a key, and what that changed [D344] [D65]', async () => {
      const name = 'Audited'
      const { id } = await act('/keys', { kind: 'workspace', name, expiresAt: null })
      const record = String(id)
      const { successor } = await act(`/keys/${record}/rotation`, { overlapSeconds: 60, expiresAt: null })
      await act(`/keys/${record}/revocation`)
      const { items } = await list({ record })
      const ada = { id: `operator:${await findAccountId(service(), 'Ada')}`, name: 'Ada' }
      const common = { actor: ada, subject: 'api_key', record, name }
      const end = { before: null, after: expect.stringMatching(/^\d{4}-/) }
      expect(items).toMatchObject([
        { ...common, action: 'change', changes: [{ field: 'revoked_at', ...end }] },
        { ...common, action: 'change', changes: [{ field: 'expires_at', ...end }] },
        { ...common, action: 'create', changes: [] },
      ])
      const made = await list({ record: String(Object(successor).id) })
      expect(made.items).toMatchObject([{ actor: ada, action: 'create', subject: 'api_key', name }])
      expect(JSON.stringify([items, made])).not.toContain('hash')
    })

    test('shows every entry once, the newest first, page after page [D65]', async () => {
      const shown: Page['items'][number][] = []
      let after: string | null = ''
      let pages = 0
      while (after !== null) {
        const page: Page = await list(after === '' ? {} : { after })
        shown.push(...page.items)
        after = page.next
        pages += 1
      }
      const [known] = await service().database.query<{ readonly count: string }>(
        { name: '', text: 'select count(*) from audit_entries where workspace_id = $1' },
        [service().ids.workspaceId],
      )
      // Reading needs a sign-in, and each of those is an entry that is newer than the page before.
      const signedInBefore = Number(known?.count) - (pages - 1)
      expect(shown).toHaveLength(signedInBefore)
      expect(pages).toBeGreaterThan(2)
      const places = shown.map(({ at, id, subject }) => [at, id, subject].join('/'))
      expect(new Set(places).size).toBe(places.length)
      expect(places).toEqual(places.toSorted().toReversed())
    })

    test('says whom, which shop and how much an entry is about [D485]', async () => {
      const { workspaceId } = service().ids
      const text = `
        select report.id, member_name as "memberName", report.amount_minor::text as "amountMinor", currency
        from payment_reports report
        join payouts payout on payout.workspace_id = $1 and payout.id = report.payout_id
        join memberships membership on membership.workspace_id = $1 and membership.id = payout.membership_id
        where report.workspace_id = $1 limit 1`
      const [report] = await service().database.query<Readonly<Record<string, string>>>({ name: '', text }, [
        workspaceId,
      ])
      const { memberName: name, amountMinor, currency } = { ...report }
      expect((await list({ record: String(report?.['id']) })).items).toContainEqual(
        expect.objectContaining({ subject: 'payment_report', name, amount: { amountMinor, currency } }),
      )
      const referrals = await list({ subject: 'referral' })
      expect(referrals.items.length).toBeGreaterThan(5)
      for (const entry of referrals.items)
        expect(entry).toMatchObject({ name: expect.any(String), shopDomain: expect.any(String) })
      const programs = await list({ subject: 'program' })
      expect(programs.items[0]).toMatchObject({ name: expect.any(String), amount: null })
    })

    test('shows those who and what one asks for, and when [D65]', async () => {
      const { items, actors, subjects } = await list()
      expect(actors.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['Ada', 'Finn', 'Rita', 'The platform itself']),
      )
      for (const subject of ['api_key', 'sign_in_link', 'payout']) {
        expect(subjects).toContain(subject)
        const found = await list({ subject, action: 'create' })
        expect(found.items.length).toBeGreaterThan(0)
        for (const item of found.items) expect(item).toMatchObject({ subject, action: 'create' })
      }
      const [{ at, actor } = { at: '', actor: { id: '' } }] = items
      const since = await list({ from: at, actor: actor.id })
      expect(since.items.every((item) => item.at >= at && item.actor.id === actor.id)).toBe(true)
      const until = await list({ to: at })
      expect(until.items.length).toBeGreaterThan(0)
      expect(until.items.every((item) => item.at < at)).toBe(true)
      expect((await list({ record: crypto.randomUUID() })).items).toEqual([])
    })

    test.each([
      { record: 'none' },
      { from: 'yesterday' },
      { after: '2026-99-99T00:00:00.000Z/01890000-0000-7000-8000-000000000001/app' },
      { after: '2026-01-01T00:00:00.000Z/00000000-------------------------000/app' },
      { actor: '' },
      { column: 'actor' },
    ])('takes no query that is none: %o [D340]', async (query) => {
      expect((await ask(Object.assign({}, query))).status).toBe(400)
    })

    test('shows nothing of another workspace [D340]', async () => {
      const { database, ids } = service()
      const foreign = await database.query<{ readonly id: string }>(
        {
          name: '',
          text: 'select subject_id as id from audit_entries where workspace_id <> $1 order by recorded_at limit 5',
        },
        [ids.workspaceId],
      )
      expect(foreign.length).toBeGreaterThan(0)
      for (const { id: record } of foreign) expect((await list({ record })).items).toEqual([])
    })
  },
)
