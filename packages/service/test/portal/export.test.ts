import { saveMailChoice } from '@affiliate-platform/platform/outbox'
import { setPayee } from '@affiliate-platform/platform/payees'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { folder, origin } from '../console/sign-in.ts'
import { addMember, signInMember } from './sign-in-member.ts'

/** Where the export has what a table holds of a member. */
const exported: Readonly<Record<string, string>> = {
  accounts: 'person.email',
  sessions: 'person.sessions',
  passkeys: 'person.passkeys',
  address_changes: 'person.addressChanges',
  mail_choices: 'person.unwantedMail',
  applications: 'person.applications',
  memberships: 'memberships.0.name',
  membership_people: 'memberships.0.people',
  member_views: 'memberships.0.seenByOperators',
  membership_states: 'memberships.0.waiting',
  payout_exclusions: 'memberships.0.waiting',
  payees: 'memberships.0.payoutDetails',
  terms_versions: 'memberships.0.terms',
  links: 'memberships.0.links',
  clicks: 'memberships.0.links.0.clicks',
  referrals: 'memberships.0.referrals',
  referral_voids: 'memberships.0.referrals.0.status',
  referral_evidence: 'memberships.0.referrals.0.evidence',
  referral_contracts: 'memberships.0.referrals.0.rules',
  commissions: 'memberships.0.earnings',
  evidence: 'memberships.0.claims',
  attribution_cases: 'memberships.0.claims',
  attribution_decisions: 'memberships.0.claims',
  payouts: 'memberships.0.payouts',
  payout_voids: 'memberships.0.payouts.0.facts',
  payment_reports: 'memberships.0.payouts.0.facts',
  payment_report_retractions: 'memberships.0.payouts.0.facts',
  payment_report_returns: 'memberships.0.payouts.0.facts',
  payment_confirmations: 'memberships.0.payouts.0.facts',
  payment_confirmation_retractions: 'memberships.0.payouts.0.facts',
  payment_disputes: 'memberships.0.payouts.0.facts',
  payment_dispute_closings: 'memberships.0.payouts.0.facts',
}

/** What is left out, and why. */
const leftOut: Readonly<Record<string, string>> = {
  account_roles: 'of operators',
  analytics_import_rows: 'which file told who came by which link: the referral says by what it is known',
  audit_entries: 'a view of what is in other tables',
  downloads: 'of operators',
  saved_addresses: 'of operators',
  sign_in_links: 'hashes of what signs in, of half an hour',
  erasures: 'of those who are there no more',
  outbox_mails: 'ids of what was sent to the person’s own mailbox, for 30 days',
  history_rows: 'what an import has set aside: it is no record of a member',
  payout_commissions: 'which earning is in which payout: both are there',
  payout_units: 'how an amount is cut into commissions: they are there',
  payout_run_decisions: 'the operators’ reckoning of a run: its payouts are there',
  contract_proposals: 'the operators’ proposals of another contract; one that is accepted is in the rules',
  contacts: 'of shops',
}

describeServiceOnEachEngine(
  'the export of a member',
  { console: { place: { origin }, folder } },
  (service) => {
    const query = <Row>(text: string, values: readonly unknown[] = []) =>
      service().database.query<Row>({ name: '', text }, values)
    const path = '/api/portal/v1/export.json'
    // biome-ignore lint/suspicious/noExplicitAny: the test walks what was sent.
    const read = async (headers: Awaited<ReturnType<typeof signInMember>>): Promise<any> => {
      const response = await service().fetch(path, { headers })
      expect([response.status, response.headers.get('content-type')]).toEqual([
        ...[200, 'application/json; charset=utf-8'],
      ])
      return JSON.parse(await response.text())
    }
    // biome-ignore lint/suspicious/noExplicitAny: the test walks what was sent.
    const at = (data: any, where: string) => where.split('.').reduce((inner, name) => inner?.[name], data)

    async function setUp() {
      const { ids, database } = service()
      const { workspaceId, membershipId } = ids
      const headers = await signInMember(service(), 'Xia')
      const { accountId } = await addMember(service(), 'Xia')
      await saveMailChoice(database, { workspaceId, recipientId: accountId, kind: 'payout_reported' }, false)
      await setPayee(database, {
        ...{
          workspaceId,
          membershipId,
          effectiveFrom: undefined,
          actor: `member:${accountId}`,
          kind: 'person',
        },
        ...{ name: 'Xia Long', method: 'sepa', email: null, iban: 'DE89370400440532013000', bic: null },
        ...{ town: null, country: null },
      })
      return { headers, accountId, workspaceId, membershipId }
    }

    test('has something of every table that holds something of a member, or says why not [D448]', async () => {
      const { headers } = await setUp()
      const names = await query<{ readonly name: string }>(`
      select distinct table_name::text as name from information_schema.columns
      where table_schema = current_schema() and (
        column_name in (
          'membership_id', 'account_id', 'recipient_id', 'payout_id', 'referral_id', 'link_id', 'evidence_id', 'case_id',
          'email', 'member_name'
        )
        or table_name in ('memberships', 'accounts', 'terms_versions')
      )`)
      const known = { ...exported, ...leftOut }
      expect(names.map(({ name }) => name).filter((name) => !Object.hasOwn(known, name))).toEqual([])
      const found = names.map(({ name }) => name)
      expect(Object.keys(known).filter((name) => !found.includes(name) && name !== 'audit_entries')).toEqual(
        [],
      )
      const data = await read(headers)
      const missing = Object.entries(exported).filter(([, where]) => at(data, where) === undefined)
      expect(missing).toEqual([])
    })

    test('has all records, also beyond a page, as the tables have them, and shops masked [D448]', async () => {
      const { headers, membershipId, workspaceId } = await setUp()
      const data = await read(headers)
      const [own] = data.memberships
      const idsOf = async (table: string) =>
        (
          await query<{ readonly id: string }>(
            `select id from ${table} where workspace_id = $1 and membership_id = $2 order by id`,
            [workspaceId, membershipId],
          )
        ).map(({ id }) => id)
      const toIds = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id).toSorted()
      expect(toIds(own.earnings)).toEqual(await idsOf('commissions'))
      expect(toIds(own.payouts)).toEqual(await idsOf('payouts'))
      expect(toIds(own.links)).toEqual(await idsOf('links'))
      expect(toIds(own.referrals)).toEqual(await idsOf('referrals'))
      expect(own.earnings.length).toBeGreaterThan(25)
      const [{ facts } = { facts: 0 }] = await query<{ readonly facts: number }>(
        `select count(*)::integer as facts from payment_reports report join payouts payout
        on payout.workspace_id = report.workspace_id and payout.id = report.payout_id
      where payout.workspace_id = $1 and payout.membership_id = $2`,
        [workspaceId, membershipId],
      )
      const told = own.payouts.flatMap((payout: { facts: { kind: string }[] }) => payout.facts)
      expect(told.filter(({ kind }: { kind: string }) => kind === 'report')).toHaveLength(facts)
      expect(own.payoutDetails[0]).toMatchObject({ iban: 'DE89370400440532013000', by: 'you' })
      expect(data.person).toMatchObject({
        ...{ name: 'Xia', email: 'xia@members.example', unwantedMail: ['payout_reported'] },
        sessions: expect.arrayContaining([expect.objectContaining({ signedInAt: expect.any(String) })]),
      })
      for (const { shop } of [...own.earnings, ...own.referrals]) expect(shop ?? '•••').toContain('•••')
    })

    test('is of who has just signed in, and of nobody else [D448]', async () => {
      const { headers, accountId } = await setUp()
      const text = JSON.stringify(await read(headers))
      const others = await query<{ readonly id: string }>(
        `select id from memberships where id <> $1 union all select id from commissions where membership_id <> $1
      union all select id from payouts where membership_id <> $1`,
        [service().ids.membershipId],
      )
      expect(others.length).toBeGreaterThan(300)
      expect(others.filter(({ id }) => text.includes(id))).toEqual([])
      await query(`update sessions set created_at = now() - interval '16 minutes' where account_id = $1`, [
        accountId,
      ])
      const refused = await service().fetch(path, { headers })
      expect([refused.status, JSON.parse(await refused.text())]).toMatchObject([
        403,
        { code: 'access_denied' },
      ])
    })
  },
)
