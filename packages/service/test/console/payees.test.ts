import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { listAuditEntries } from '@affiliate-platform/platform/audit'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { propose } from './propose.ts'
import { findAccountId, folder, origin, signIn } from './sign-in.ts'

type Payees = ConsoleResponse<'listPayees'>
type Member = ConsoleResponse<'readMember'>
type Proposals = ConsoleResponse<'listProposals'>

const noBank = { iban: null, bic: null, town: null, country: null }
const paypal = {
  name: 'Harbour Ltd',
  kind: 'company',
  method: 'paypal',
  email: 'pay@harbour.example',
  ...noBank,
}

describeServiceOnEachEngine(
  'a member in the console',
  { console: { place: { origin }, folder } },
  (service) => {
    const ask = async <Value>(name: string, path: string, json?: unknown, status = 200): Promise<Value> => {
      const headers = await signIn(service(), name)
      const sent = json === undefined ? { headers } : { headers, method: 'POST', json }
      const response = await service().fetch(`/api/console/v1${path}`, sent)
      expect([path, response.status]).toEqual([path, status])
      return (await response.json()) as Value
    }
    const actorOf = async (name: string) => `operator:${await findAccountId(service(), name)}`
    const member = () => `/members/${service().ids.membershipId}`

    test('is paid to another payee from a time on, recorded once, and earlier ones stay [D351]', async () => {
      const before = (await ask<Payees>('Finn', `${member()}/payees`)).items
      const set = (body: object) =>
        ask<Payees>('Finn', `${member()}/payees`, { ...body, effectiveFrom: null })
      await set(paypal)
      const { items } = await set(paypal)
      expect(items).toHaveLength(before.length + 1)
      expect(items[0]).toMatchObject({ ...paypal, state: 'applies', by: 'Finn' })
      expect(items.slice(1).every(({ state }) => state === 'past')).toBe(true)
      const bank = { ...paypal, method: 'sepa', email: null, iban: 'de89 3704 0044 0532 0130 00' }
      const from = { ...bank, effectiveFrom: '2999-01-01T00:00:00Z' }
      const scheduled = await ask<Payees>('Finn', `${member()}/payees`, from)
      expect(scheduled.items.map(({ state }) => state).slice(0, 2)).toEqual(['scheduled', 'applies'])
      expect(scheduled.items[0]?.iban).toBe('DE89370400440532013000')
    })

    test('has no payee that a bank cannot pay: the fault stands at its field [D351]', async () => {
      const path = `${member()}/payees`
      const wrong = { ...paypal, method: 'sepa', email: null, iban: 'DE00', effectiveFrom: null }
      expect(await ask('Finn', path, wrong, 400)).toMatchObject({
        errors: [{ pointer: '/iban', message: 'Not an IBAN: its checksum, length or country is wrong.' }],
      })
      const line = { ...paypal, name: 'two\nlines', effectiveFrom: null }
      expect(await ask('Finn', path, line, 400)).toMatchObject({ errors: [{ pointer: '/name' }] })
    })

    test('shows no address of a payee to whoever does not move money [D351]', async () => {
      await ask('Rita', `${member()}/payees`, undefined, 403)
      await ask('Rita', `${member()}/payees`, { ...paypal, effectiveFrom: null }, 403)
      expect(JSON.stringify(await ask('Rita', member()))).not.toContain('harbour.example')
      await ask('Finn', `/members/${crypto.randomUUID()}/payees`, undefined, 403)
      await ask('Finn', `/members/${crypto.randomUUID()}/payees`, { ...paypal, effectiveFrom: null }, 403)
    })

    test('is kept out of runs with a reason, and let in again [D351]', async () => {
      const set = (isExcluded: boolean, reason: string, currency: string | null = null) =>
        ask<Member>('Finn', `${member()}/exclusion`, { isExcluded, currency, reason })
      await set(true, 'W-9 is missing')
      const { exclusions } = await set(true, 'W-9 is missing')
      expect(exclusions).toMatchObject([{ currency: null, reason: 'W-9 is missing', by: 'Finn' }])
      const { decisions } = await ask<ConsoleResponse<'previewPayoutRun'>>('Rita', '/payout-runs/preview')
      const own = decisions.filter((decision) => decision.member.id === service().ids.membershipId)
      for (const { decision, reason } of own) {
        expect(['excluded W-9 is missing', 'nothing_due null']).toContain(`${decision} ${reason}`)
      }
      expect((await set(false, 'W-9 has come')).exclusions).toEqual([])
      await ask('Rita', `${member()}/exclusion`, { isExcluded: true, currency: null, reason: 'no' }, 403)
      const unknown = `/members/${crypto.randomUUID()}/exclusion`
      await ask('Finn', unknown, { isExcluded: true, currency: null, reason: 'no' }, 403)
    })

    test('gets another contract by a proposal that somebody else reviews, once [D42]', async () => {
      const { database, ids } = service()
      const own = await propose(service(), await actorOf('Finn'))
      const review = (name: string, decision: string) =>
        ask<ConsoleResponse<'reviewProposal'>>(name, `/proposals/${own}/review`, {
          decision,
          reason: 'agreed',
        })
      const find = async (name: string) => {
        for (let after: string | null = ''; after !== null; ) {
          const page: Proposals = await ask(name, `/proposals${after === '' ? '' : `?after=${after}`}`)
          const found = page.items.find(({ id }) => id === own)
          if (found !== undefined) return found
          after = page.next
        }
        return undefined
      }
      expect(await find('Finn')).toMatchObject({
        by: 'Finn',
        isOwn: true,
        rules: { rateBps: expect.any(Number) },
      })
      expect((await find('Ada'))?.isOwn).toBe(false)
      expect((await review('Finn', 'accept')).rejected).toContain('Somebody else has to review it')
      await ask('Rita', `/proposals/${own}/review`, { decision: 'accept', reason: 'no' }, 403)
      expect(await review('Ada', 'accept')).toEqual({ rejected: null })
      expect((await review('Ada', 'decline')).rejected).toContain('reviewed this proposal already')
      expect(await find('Ada')).toBeUndefined()
      const [contract] = await database.query<{ readonly actor: string }>(
        { name: '', text: 'select actor from referral_contracts where proposal_id = $1' },
        [own],
      )
      expect(contract?.actor).toBe(await actorOf('Ada'))
      const filter = { workspaceId: ids.workspaceId, actor: await actorOf('Ada') }
      expect(await listAuditEntries(database, filter, { after: undefined, limit: 5 })).not.toEqual([])
      await ask('Ada', `/proposals/${crypto.randomUUID()}/review`, { decision: 'accept', reason: 'no' }, 403)
    })
  },
)
