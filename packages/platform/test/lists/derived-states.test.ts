import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { pick, startRandom } from '@affiliate-platform/test-support/guarantee-scale'
import {
  createdAt,
  insertApp,
  insertRows,
  type TestApp,
} from '@affiliate-platform/test-support/payout-builders'
import { it } from 'vitest'
import { type Database, newId } from '../../src/database.ts'
import { expectStatuses, histories, nowMs } from './expect-statuses.ts'

type Random = ReturnType<typeof startRandom>

/** When terms of a record took or take effect; a millisecond on either side of now among them. */
const instants = [nowMs - 86_400_000, nowMs - 1, nowMs, nowMs + 1, nowMs + 86_400_000]

const drawTerms = (random: Random): readonly number[] =>
  Array.from({ length: random.below(3) }, () => instants[random.below(instants.length)] ?? nowMs)

const inForce = (terms: readonly number[]) => terms.some((atMs) => atMs <= nowMs)

/** The rule in one readable place, which SQL has to agree with. */
function deriveProgramStatus(terms: readonly number[]): string {
  if (inForce(terms)) return 'active'
  return terms.length > 0 ? 'scheduled' : 'draft'
}

async function insertTerms(
  database: Database,
  { workspaceId, appId }: TestApp,
  targets: readonly {
    readonly kind: string
    readonly id: string
    readonly programId: string
    readonly terms: readonly number[]
  }[],
): Promise<void> {
  const created_by = newId()
  await insertRows(database, 'api_keys', [
    {
      ...{
        workspace_id: workspaceId,
        id: created_by,
        lineage_id: created_by,
        kind: 'workspace',
        name: 'Key',
      },
      ...{ scopes: [], key_hash: `\\x${'00'.repeat(32)}`, key_hint: '', created_at: createdAt },
    },
  ])
  const rows = targets.flatMap(({ kind, id, programId, terms }) =>
    terms.map((atMs) => ({
      ...{ workspace_id: workspaceId, id: newId(), app_id: appId, program_id: programId, target_kind: kind },
      ...{ target_id: id, rules: {}, effective_at: new Date(atMs), created_by, created_at: createdAt },
    })),
  )
  await insertRows(database, 'terms_versions', rows)
}

describeOnEachEngine('the state of a program', (database) => {
  it(`follows from its terms by one rule, in ${histories} histories, for the row and for the filter [D61]`, async () => {
    const random = startRandom()
    const app = await insertApp(database())
    const programs = Array.from({ length: histories }, () => {
      const id = newId()
      return { kind: 'program', id, programId: id, terms: drawTerms(random) }
    })
    const { workspaceId, appId } = app
    await insertRows(
      database(),
      'programs',
      programs.map(({ id }) => ({
        workspace_id: workspaceId,
        app_id: appId,
        created_at: createdAt,
        name: 'P',
        id,
      })),
    )
    await insertTerms(database(), app, programs)

    const expected = new Map(programs.map(({ id, terms }) => [id, deriveProgramStatus(terms)]))
    expected.set(app.programId, 'draft')
    await expectStatuses(database(), 'listPrograms', { app, expected })
  })
})

describeOnEachEngine('the state of a group', (database) => {
  it(`is that of its own terms, else of its program's, in ${histories} histories [D61]`, async () => {
    const random = startRandom()
    const app = await insertApp(database())
    const { workspaceId, appId } = app
    const inApp = { workspace_id: workspaceId, app_id: appId, created_at: createdAt }
    const programs = Array.from({ length: 20 }, () => {
      const id = newId()
      return { kind: 'program', id, programId: id, terms: drawTerms(random) }
    })
    const groups = Array.from({ length: histories }, (_, index) => {
      const program = programs[index % programs.length]
      if (program === undefined) throw new Error('There is a program for each index.')
      return { kind: 'group', id: newId(), programId: program.id, terms: drawTerms(random), program }
    })
    await insertRows(
      database(),
      'programs',
      programs.map(({ id }) => ({ ...inApp, name: 'P', id })),
    )
    await insertRows(
      database(),
      'groups',
      groups.map(({ id, programId }) => ({ ...inApp, program_id: programId, name: 'G', id })),
    )
    await insertTerms(database(), app, [...programs, ...groups])

    const expected = new Map(
      groups.map(({ id, terms, program }) => {
        const inherited = inForce(program.terms) ? 'inherited_terms' : 'no_terms'
        return [id, inForce(terms) ? 'own_terms' : inherited]
      }),
    )
    expected.set(app.groupId, 'no_terms')
    await expectStatuses(database(), 'listGroups', { app, expected })
  })
})

/** What was said of a membership, in an order in which it need not have been inserted. */
interface Said {
  readonly atMs: number
  readonly state: 'active' | 'suspended' | 'closed'
}

/** The rule in one readable place, which SQL has to agree with. */
function deriveMembershipStatus(said: readonly Said[], terms: readonly number[]): string {
  const [latest] = said.toSorted((a, b) => b.atMs - a.atMs)
  if (latest !== undefined && latest.state !== 'active') return latest.state
  return inForce(terms) ? 'active' : 'without_terms'
}

describeOnEachEngine('the state of a membership', (database) => {
  it(`is what was said last, else that of its terms, in ${histories} histories [D61] [D139]`, async () => {
    const random = startRandom()
    const app = await insertApp(database())
    const { workspaceId, appId } = app
    const inApp = { workspace_id: workspaceId, app_id: appId, created_at: createdAt }
    const programs = Array.from({ length: 10 }, () => {
      const id = newId()
      return { kind: 'program', id, programId: id, terms: drawTerms(random).slice(1) }
    })
    const groups = programs.flatMap(({ programId }) =>
      Array.from({ length: 3 }, () => ({ kind: 'group', id: newId(), programId, terms: drawTerms(random) })),
    )
    const memberships = Array.from({ length: histories }, (_, index) => {
      const program = programs[index % programs.length]
      const group = groups.filter(({ programId }) => programId === program?.id)[random.below(4)]
      const said = Array.from({ length: random.below(3) }, (_unused, second): Said => {
        return {
          atMs: nowMs - 10_000 + second * 1000,
          state: pick(random, ['active', 'suspended', 'closed']),
        }
      })
      const own = { kind: 'membership', id: newId(), programId: program?.id ?? '', terms: drawTerms(random) }
      return { own, group, said, terms: [...own.terms, ...(group?.terms ?? []), ...(program?.terms ?? [])] }
    })
    await insertRows(
      database(),
      'programs',
      programs.map(({ id }) => ({ ...inApp, name: 'P', id })),
    )
    await insertRows(
      database(),
      'groups',
      groups.map(({ id, programId }) => ({ ...inApp, program_id: programId, name: 'G', id })),
    )
    await insertRows(
      database(),
      'memberships',
      memberships.map(({ own: { id, programId }, group }) => ({
        ...{ ...inApp, id, program_id: programId, group_id: group?.id ?? null, member_name: 'M' },
      })),
    )
    await insertTerms(database(), app, [...programs, ...groups, ...memberships.map(({ own }) => own)])
    await insertRows(
      database(),
      'membership_states',
      memberships.flatMap(({ own, said }) =>
        said.toReversed().map(({ atMs, state }) => ({
          ...{ workspace_id: workspaceId, app_id: appId, id: newId(), membership_id: own.id, state },
          ...{ reason: 'R', actor: 'system', created_at: new Date(atMs) },
        })),
      ),
    )

    const expected = new Map(
      memberships.map(({ own, said, terms }) => [own.id, deriveMembershipStatus(said, terms)]),
    )
    expected.set(app.membershipId, 'without_terms')
    await expectStatuses(database(), 'listMemberships', { app, expected })
  })
})
