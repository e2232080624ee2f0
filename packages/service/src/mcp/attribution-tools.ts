import { caseAnswers, caseKinds, dayMs, instantSchema } from '@affiliate-platform/contract'
import { accessDenied, openCursor } from '@affiliate-platform/contract/server'
import { findApp } from '@affiliate-platform/platform/apps'
import {
  type AttributionCase,
  explainedBy,
  listCases,
  readCoverage,
  reportedEvidenceKinds,
} from '@affiliate-platform/platform/attribution'
import { readDatabaseTime } from '@affiliate-platform/platform/database'
import * as z from 'zod'
import { nextCursorSchema, pageArguments } from './list-apps.ts'
import { appIdSchema } from './operation-tools.ts'
import { defineTool } from './tool.ts'

const explainedSchema = z.object({ evidence: z.enum(explainedBy), installs: z.int() })

/** Which installs of a time are explained, and which nobody can. */
export const attributionCoverageTool = defineTool({
  name: 'attribution_coverage',
  title: 'Count explained installs',
  description:
    'Counts the installs of an app in a time that a member is known to have brought, by kind of evidence and by member, and lists those that nobody explains. Each call reads every install of that time. explain says more of one shop.',
  input: z
    .strictObject({
      appId: appIdSchema,
      from: z.optional(instantSchema).describe('Installs at or after it. Default: 30 days before to.'),
      to: z.optional(instantSchema).describe('Installs before it. Default: now.'),
      limit: pageArguments.limit.describe('So many members and unexplained installs at most.'),
    })
    .refine(({ from = '', to = '' }) => !(Date.parse(from) >= Date.parse(to)), {
      path: ['to'],
      error: 'Later than from.',
      params: { code: 'invalid_combination' },
    }),
  output: z.object({
    installs: z.int(),
    explained: z.int(),
    clicks: z.int().describe('Followed links, without bots.'),
    byEvidence: z.array(explainedSchema),
    byMember: z
      .array(z.object({ membershipId: z.guid(), memberName: z.string(), installs: z.int(), clicks: z.int() }))
      .describe('Those who brought most first.'),
    unexplained: z.array(z.object({ shopDomain: z.string(), installedAt: z.iso.datetime() })),
  }),
  async run({ caller: { workspaceId }, context: { database } }, { appId, limit, ...time }) {
    if ((await findApp(database, workspaceId, appId)) === undefined) throw accessDenied()
    const to = time.to === undefined ? await readDatabaseTime(database) : new Date(time.to)
    const from = new Date(time.from ?? to.getTime() - 30 * dayMs)
    const filter = { workspaceId, appId, from, to }
    const {
      byEvidence,
      byMember,
      byLink: _byLink,
      bySource: _bySource,
      unexplained,
      ...counts
    } = await readCoverage(database, filter)
    return {
      ...counts,
      byEvidence: explainedBy.flatMap((evidence) => {
        const installs = byEvidence[evidence]
        return installs === undefined ? [] : [{ evidence, installs }]
      }),
      byMember: byMember.slice(0, limit).map((row) => ({ ...row })),
      unexplained: unexplained
        .slice(0, limit)
        .map(({ shopDomain, installedAt }) => ({ shopDomain, installedAt: installedAt.toISOString() })),
    }
  },
})

const caseSchema = z.object({
  id: z.guid(),
  kind: z.enum(caseKinds),
  appId: z.guid(),
  shopDomain: z.string(),
  membershipId: z.guid(),
  memberName: z.string(),
  evidence: z.enum(reportedEvidenceKinds),
  code: z.string().nullable(),
  occurredAt: z.iso.datetime(),
  dayClicks: z.int().nullable().describe("Clicks on the member's links in the day before it."),
  claim: z.string().nullable().describe('What a claim says.'),
  decision: z.enum(caseAnswers).nullable(),
  reason: z.string().nullable(),
  decidedBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
})

/** What a person has to decide about who brought a shop. */
export const listAttributionCasesTool = defineTool({
  name: 'list_attribution_cases',
  title: 'List attribution cases',
  description:
    'Lists what a person has to decide about who brought a shop, oldest first. Only an operator decides. explain with the shop says what each kind means.',
  input: z.strictObject({
    decided: z.boolean().default(false).describe('Those that were decided, too.'),
    ...pageArguments,
  }),
  output: z.object({ items: z.array(caseSchema), nextCursor: nextCursorSchema }),
  async run({ caller, context: { database }, cursors }, { decided: isWithDecided, cursor, limit }) {
    const { workspaceId, lineageId } = caller
    const filters = [['decided', String(isWithDecided)] as const]
    const scope = { list: 'attribution_cases', lineageId, filters }
    const after = openCursor(cursors, scope, cursor)?.id
    const rows = await listCases(database, { workspaceId, isWithDecided }, { after, limit: limit + 1 })
    const last = rows.length > limit ? rows[limit - 1] : undefined
    return {
      items: rows.slice(0, limit).map(toItem),
      nextCursor: last ? cursors.seal(scope, { sortKey: last.createdAt.getTime(), id: last.id }) : null,
    }
  },
})

const toItem = ({
  occurredAt,
  createdAt,
  evidenceId: _evidenceId,
  decidedAt: _decidedAt,
  revision: _revision,
  ...row
}: AttributionCase): z.input<typeof caseSchema> => ({
  ...row,
  occurredAt: occurredAt.toISOString(),
  createdAt: createdAt.toISOString(),
})
