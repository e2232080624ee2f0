import type { ConsoleResponse, MemberBody, MemberResponse } from '@affiliate-platform/contract/console'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { folder, origin, signIn } from '../console/sign-in.ts'
import { addMember, signInMember } from './sign-in-member.ts'

const base = '/api/portal/v1'

type Payout = MemberResponse<'readOwnPayout'>
type Answered = MemberResponse<'answerPayment'>

describeServiceOnEachEngine(
  'what a member says of a payment',
  { console: { place: { origin }, folder } },
  (service) => {
    const recordAsAda = async (payoutId: string, json: object) => {
      const headers = await signIn(service(), 'Ada')
      const path = `/api/console/v1/payouts/${payoutId}/facts`
      const response = await service().fetch(path, { method: 'POST', headers, json })
      return (await response.json()) as ConsoleResponse<'recordPayment'>
    }

    /** Pays somebody all of a payout, and signs a person in who acts for them. */
    async function ask(index: number) {
      const [found] = await service().database.query<{
        readonly id: string
        readonly membershipId: string
        readonly amountMinor: string
        readonly currency: string
      }>(
        {
          name: '',
          text: `
            select id, membership_id as "membershipId", amount_minor::text as "amountMinor", currency
            from payouts
            where workspace_id = $1 and not is_voided and claimed_minor = 0 and amount_minor > 100
            order by id offset $2 limit 1`,
        },
        [service().ids.workspaceId, index],
      )
      if (found === undefined) throw new Error('The demo has payouts that nobody has paid.')
      const { amountMinor, currency } = found
      await recordAsAda(found.id, {
        ...{ kind: 'report', id: crypto.randomUUID(), amount: { amountMinor, currency } },
        ...{ method: 'PayPal', reference: null, paidOn: null, isMeant: true },
      })
      const headers = await signInMember(service(), `Mia${index}`, found.membershipId)
      const read = async <Value>(path: string): Promise<Value> => {
        const response = await service().fetch(`${base}${path}`, { headers })
        expect([path, response.status]).toEqual([path, 200])
        return (await response.json()) as Value
      }
      const payout = await read<Payout>(`/payouts/${found.id}`)
      const report = payout.facts.findLast(({ kind }) => kind === 'report')
      const answer = async (json: MemberBody<'answerPayment'>): Promise<Answered> => {
        const path = `${base}/payouts/${found.id}/answers`
        const response = await service().fetch(path, { method: 'POST', headers, json })
        expect(response.status).toBe(200)
        return (await response.json()) as Answered
      }
      return {
        ...{ ...found, payout, reportId: report?.id ?? '', amount: report?.amount ?? payout.amount },
        ...{ headers, read, answer },
      }
    }

    test('is asked at home, and recorded in their name, in part and then the rest [D441]', async () => {
      const { id, membershipId, reportId, amount, read, answer } = await ask(0)
      const askedOf = async () => {
        const { questions } = await read<MemberResponse<'readHome'>>(`/memberships/${membershipId}/home`)
        return questions.filter(({ payoutId }) => payoutId === id).map((question) => question.amount)
      }
      expect(await askedOf()).toEqual([amount])
      const part = { ...amount, amountMinor: '100' }
      const fact = { kind: 'confirmation', id: crypto.randomUUID(), reportId } as const
      const first = await answer({ ...fact, amount: part })
      expect([first.rejected, first.payout.status]).toEqual([null, 'partially_confirmed'])
      // Pressed twice, it is said once.
      const again = await answer({ ...fact, amount: part })
      expect(again.payout.facts).toEqual(first.payout.facts)
      const rest = { ...amount, amountMinor: `${BigInt(amount.amountMinor) - 100n}` }
      expect(await askedOf()).toEqual([rest])
      const more = await answer({ kind: 'confirmation', id: crypto.randomUUID(), reportId, amount })
      expect(more.rejected).toBe('This is more than was paid.')
      const second = await answer({ kind: 'confirmation', id: crypto.randomUUID(), reportId, amount: rest })
      expect([second.rejected, second.payout.status]).toEqual([null, 'confirmed'])
      expect(second.payout.facts.map(({ kind, by }) => `${kind} ${by}`).slice(-2)).toEqual([
        'confirmation you',
        'confirmation you',
      ])
      expect(await askedOf()).toEqual([])

      const ada = await signIn(service(), 'Ada')
      const seen = await service().fetch(`/api/console/v1/payouts/${id}`, { headers: ada })
      const { facts } = (await seen.json()) as ConsoleResponse<'readPayoutFacts'>
      expect(facts.filter(({ kind }) => kind === 'confirmation').map(({ by }) => by)).toEqual([
        'Mia0',
        'Mia0',
      ])
    })

    test('is undone by no operator, and taken back by themself alone [D187] [D441]', async () => {
      const { id, membershipId, reportId, amount, answer } = await ask(1)
      const confirmed = await answer({ kind: 'confirmation', id: crypto.randomUUID(), reportId, amount })
      const confirmationId = confirmed.payout.facts.findLast(({ kind }) => kind === 'confirmation')?.id ?? ''
      const reason = 'a mistake'
      for (const json of [
        { kind: 'retraction', reportId, reason },
        { kind: 'dispute', id: crypto.randomUUID(), reportId, reason, isMeant: true },
        { kind: 'confirmation_retraction', confirmationId, reason },
        { kind: 'void', reason },
      ]) {
        const { rejected, payout } = await recordAsAda(id, json)
        expect([json.kind, rejected === null, payout.status]).toEqual([json.kind, false, 'confirmed'])
      }
      // Nor by somebody else who acts for the same member.
      const other = await signInMember(service(), 'Second', membershipId)
      await addMember(service(), 'Second', membershipId)
      const sent = { method: 'POST', json: { kind: 'confirmation_retraction', confirmationId, reason } }
      const refused = await service().fetch(`${base}/payouts/${id}/answers`, { ...sent, headers: other })
      expect(((await refused.json()) as Answered).rejected).not.toBeNull()
      const taken = await answer({ kind: 'confirmation_retraction', confirmationId, reason })
      expect([taken.rejected, taken.payout.status]).toEqual([null, 'reported'])
    })

    test('says that nothing came, once, and that it came after all [D441]', async () => {
      const { id, reportId, answer } = await ask(2)
      const fact = { kind: 'dispute', reportId, reason: 'Nothing arrived' } as const
      const first = await answer({ ...fact, id: crypto.randomUUID() })
      expect([first.rejected, first.payout.status]).toEqual([null, 'disputed'])
      const second = await answer({ ...fact, id: crypto.randomUUID() })
      expect([second.rejected === null, second.payout.facts]).toEqual([false, first.payout.facts])
      const disputeId = first.payout.facts.findLast(({ kind }) => kind === 'dispute')?.id ?? ''
      const closed = await answer({ kind: 'closing', disputeId, resolution: 'It came a week later' })
      expect([closed.rejected, closed.payout.status]).toEqual([null, 'reported'])
      // What an operator says for the member, the member does not take back: it is not their word.
      const ofAda = await recordAsAda(id, {
        ...{ kind: 'dispute', id: crypto.randomUUID(), reportId, reason: 'They called us', isMeant: true },
      })
      const theirs = ofAda.payout.facts.findLast(({ kind }) => kind === 'dispute')?.id ?? ''
      const refused = await answer({ kind: 'closing', disputeId: theirs, resolution: 'None of mine' })
      expect(refused.rejected).not.toBeNull()
    })
  },
)
