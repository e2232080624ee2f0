import { caseKinds } from '@affiliate-platform/contract'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { expect, test } from 'vitest'
import {
  countOpenCases,
  decideCase,
  listDecidedCases,
  listOpenCases,
  readCase,
} from '../../src/attribution.ts'
import { explainReferredShop } from '../../src/explain.ts'
import { createReferral } from '../../src/referrals.ts'
import { actor, at, buildCaseWorld, type CaseWorld, caseStories } from './case-world.ts'

const page = { after: undefined, limit: 10 }

test('each kind of case has a story here', () => {
  expect(caseStories.map(({ kind }) => kind).toSorted()).toEqual([...caseKinds].toSorted())
})

describeOnEachEngine('a case', (database) => {
  /** What each member has earned of all shops, by name. */
  async function readEarned({ workspaceId }: CaseWorld): Promise<Readonly<Record<string, bigint>>> {
    const rows = await database().query<{ readonly name: string; readonly sum: string }>(
      {
        name: '',
        text: `select member_name as name, coalesce(sum(amount_minor), 0)::text as sum
          from memberships left join commissions on membership_id = memberships.id
          where memberships.workspace_id = $1 group by member_name`,
      },
      [workspaceId],
    )
    return Object.fromEntries(rows.map(({ name, sum }) => [name, BigInt(sum)]))
  }

  async function readReferrer({ workspaceId }: CaseWorld): Promise<string | null> {
    const text = `select member_name as name from referrals
      join memberships on memberships.id = membership_id
      where referrals.workspace_id = $1 and voided_at is null`
    const [row] = await database().query<{ readonly name: string }>({ name: '', text }, [workspaceId])
    return row?.name ?? null
  }

  const open = async ({ workspaceId }: CaseWorld) => {
    const [first, ...others] = await listOpenCases(database(), { workspaceId, now: new Date() }, page)
    if (first === undefined || others.length > 0) throw new Error('One case is open.')
    return first
  }
  const read = async ({ workspaceId }: CaseWorld, caseId: string) => {
    const found = await readCase(database(), { workspaceId, caseId, now: new Date() })
    if (found === undefined) throw new Error('The case is there.')
    return found
  }

  const turns = [
    ['accept', 'reject', 'accept', 'reject'],
    ['nobody', 'accept', 'nobody', 'reject'],
  ] as const

  test.each(caseStories.flatMap((story) => turns.map((answers) => ({ ...story, answers }))))(
    'of $kind costs what was foreseen, each time that it is decided: $answers [D360] [D473]',
    async ({ answers: given, ...story }) => {
      const world = await buildCaseWorld(database())
      const { workspaceId } = world
      await story.lead(world)
      for (const day of ['06', '07']) await world.earn(day)
      const opened = await open(world)
      expect([opened.kind, opened.memberName]).toEqual([story.kind, 'Noa'])
      // Sales of a shop that nobody has referred are not read.
      const areSalesRead = story.reject !== null
      expect([opened.areSalesRead, opened.stake.length]).toEqual([areSalesRead, Number(areSalesRead)])

      let moved = 0
      for (const [index, answer] of given.entries()) {
        const found = await read(world, opened.id)
        const foreseen = found.answers.find((one) => one.answer === answer)
        const before = await readEarned(world)
        const plan = { workspaceId, caseId: opened.id, decision: answer, reason: 'known', actor }
        const { revision } = found.case
        expect(await decideCase(database(), { ...plan, revision })).toMatchObject({ ok: true })
        const after = await readEarned(world)
        for (const [name, sum] of Object.entries(after)) {
          const amounts = foreseen?.amounts.filter((one) => found.memberNames.get(one.membershipId) === name)
          const expected = amounts?.reduce((total, { amountMinor }) => total + amountMinor, 0n)
          expect([answer, name, sum - (before[name] ?? 0n)]).toEqual([answer, name, expected])
          if (expected !== 0n) moved += 1
        }
        const referrer = await readReferrer(world)
        expect([answer, referrer]).toEqual([answer, answer === 'nobody' ? null : story[answer]])
        await world.earn(`1${index}`)
        expect(foreseen?.membershipId ?? null).toBe(referrer && world.members[referrer as 'Mia' | 'Noa'])
      }
      const least = given[0] === 'nobody' ? { alone: 1, two: 4 } : { alone: 3, two: 7 }
      expect(moved).toBeGreaterThanOrEqual(story.reject === null ? least.alone : least.two)
      const { decisions, answers } = await read(world, opened.id)
      expect(decisions.map(({ revision, decision }) => `${revision} ${decision}`)).toEqual([
        ...given.map((answer, index) => `${index + 1} ${answer}`).toReversed(),
      ])
      // As it was decided: again, it changes nothing.
      expect(answers.find(({ answer }) => answer === 'reject')).toMatchObject({ change: 'none', amounts: [] })
    },
  )

  test('that two people decide at once is decided by the first, whom the second is shown [D359]', async () => {
    const world = await buildCaseWorld(database())
    const { workspaceId } = world
    await caseStories[0]?.lead(world)
    const { id: caseId } = await open(world)
    const decide = (decision: 'accept' | 'reject', name: string, revision: number) =>
      decideCase(database(), {
        workspaceId,
        caseId,
        decision,
        reason: name,
        actor: `operator:${name}`,
        revision,
      })
    const both = await Promise.all([decide('accept', 'ada', 0), decide('reject', 'finn', 0)])
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    const winner = both[0]?.ok ? 'operator:ada' : 'operator:finn'
    const loser = both.find(({ ok }) => !ok)
    expect(loser).toMatchObject({ rejection: 'decided_already', case: { decidedBy: winner, revision: 1 } })
    expect((await read(world, caseId)).decisions).toHaveLength(1)

    // Whoever has seen the decision may correct it, and what was seen before that counts no more.
    expect(await decide('reject', 'finn', 1)).toMatchObject({ ok: true, case: { revision: 2 } })
    expect(await decide('accept', 'ada', 1)).toMatchObject({ ok: false, rejection: 'decided_already' })
    expect(await decide('accept', 'ada', 7)).toMatchObject({ ok: false, rejection: 'decided_already' })
    expect(await readReferrer(world)).toBe('Mia')
  })

  test('is listed until it is decided, and then with its last decision [D359]', async () => {
    const world = await buildCaseWorld(database())
    const { workspaceId } = world
    await caseStories[0]?.lead(world)
    await world.earn('06')
    const { id: caseId, stake } = await open(world)
    expect(stake).toEqual([{ currency: 'USD', amountMinor: 18100n }])
    expect(await countOpenCases(database(), workspaceId)).toBe(1)
    expect(await listDecidedCases(database(), workspaceId, page)).toEqual([])
    for (const decision of ['accept', 'reject'] as const) {
      await decideCase(database(), { workspaceId, caseId, decision, reason: decision, actor })
    }
    expect(await countOpenCases(database(), workspaceId)).toBe(0)
    expect(await listOpenCases(database(), { workspaceId, now: new Date() }, page)).toEqual([])
    expect(await listDecidedCases(database(), workspaceId, page)).toMatchObject([
      { id: caseId, decision: 'reject', reason: 'reject', revision: 2 },
    ])
  })

  test('shows what was paid, what the rules alone say, and what else waits for the shop [D360]', async () => {
    const world = await buildCaseWorld(database())
    const { members } = world
    await caseStories.find(({ kind }) => kind === 'late')?.lead(world)
    const { id } = await open(world)
    await world.claim('Noa')
    const found = await read(world, id)
    expect(found).toMatchObject({
      paid: [{ currency: 'USD', amountMinor: '18100' }],
      aloneMembershipId: members.Noa,
      living: { membershipId: members.Mia, isPaid: true },
      others: [{ kind: 'claim', memberName: 'Noa' }],
      claims: { decided: 0, accepted: 0, waiting: 1 },
      isComplete: true,
    })
    expect(found.evidence.map(({ memberName, kind, verdict }) => `${memberName} ${kind} ${verdict}`)).toEqual(
      [...['Noa analytics late', 'Mia analytics later_touch', 'Noa claim claim']],
    )
  })

  test('that is decided for nobody holds for what is told later, until it is decided otherwise [D473]', async () => {
    const world = await buildCaseWorld(database())
    const { workspaceId, members } = world
    await caseStories[0]?.lead(world)
    const { id: caseId } = await open(world)
    const decide = async (decision: 'accept' | 'reject' | 'nobody') =>
      expect(
        await decideCase(database(), { workspaceId, caseId, decision, reason: `for ${decision}`, actor }),
      ).toMatchObject({ ok: true })
    await decide('nobody')
    expect(await readReferrer(world)).toBeNull()
    await world.tell('coupon', 'Mia', '05')
    await world.tell('analytics', 'Noa', '01')
    expect(await readReferrer(world)).toBeNull()
    expect(await countOpenCases(database(), workspaceId)).toBe(0)

    const shop = { workspaceId, appId: world.appId, shopDomain: world.shopDomain }
    const explained = await explainReferredShop(database(), shop)
    expect(explained?.evidence?.map(({ verdict }) => verdict)).toEqual(
      Array.from({ length: 4 }, () => ({ code: 'nobody', because: 'for nobody' })),
    )
    // Somebody has to answer a claim, and what is accepted after it counts.
    await world.claim('Mia')
    const claim = await open(world)
    expect([claim.kind, await readReferrer(world)]).toEqual(['claim', null])
    const plan = { workspaceId, caseId: claim.id, decision: 'accept', reason: 'known', actor } as const
    await decideCase(database(), plan)
    expect(await readReferrer(world)).toBe('Mia')
    await decide('nobody')
    expect(await readReferrer(world)).toBeNull()

    // What an operator enters by hand afterwards stays, and ends by the next such decision.
    const made = await createReferral(database(), {
      ...{ workspaceId, membershipId: members.Noa, shopDomain: world.shopDomain, actor, reason: 'by hand' },
      ...{ evidence: undefined, contract: undefined },
      ...{ clickedAtMs: Date.parse(at('02')), installedAtMs: Date.parse(at('03')) },
    })
    expect(made).toMatchObject({ ok: true })
    await world.tell('coupon', 'Mia', '06')
    expect(await readReferrer(world)).toBe('Noa')
    await decide('nobody')
    expect(await readReferrer(world)).toBeNull()
    await decide('reject')
    expect(await readReferrer(world)).toBe('Mia')
  })
})
