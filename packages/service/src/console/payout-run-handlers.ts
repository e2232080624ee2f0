import type { consoleOperations } from '@affiliate-platform/contract/console'
import { accessDenied, type Handlers, ServiceError } from '@affiliate-platform/contract/server'
import { actAs } from '@affiliate-platform/platform/audit'
import { type RequestContext, readDatabaseTime } from '@affiliate-platform/platform/database'
import {
  findRun,
  freezeRun,
  listRunDecisions,
  listRuns,
  previewAtLength,
  type RunPreview,
  type RunPreviewing,
} from '@affiliate-platform/platform/payout-runs'
import { findDayStart } from '@affiliate-platform/platform/workspaces'
import { type ConsoleContext, readNaming, toMoney } from './console-context.ts'

type RunOperations = Pick<
  typeof consoleOperations,
  'previewPayoutRun' | 'freezePayoutRun' | 'listPayoutRuns' | 'readPayoutRun'
>

const runsMax = 50

/** Previews, freezes and shows payout runs. */
export function createPayoutRunHandlers(context: ConsoleContext) {
  const { database } = context
  const previewAt = async (workspaceId: string, asOf: Date) => {
    const previewing = await previewAtLength(database, { workspaceId, asOf })
    return previewing.ok ? toPreview(previewing.preview) : null
  }
  return {
    previewPayoutRun: async ({ caller: { workspaceId }, query: { day } }) => {
      const asOf =
        day === undefined ? await readDatabaseTime(database) : await findDayStart(database, workspaceId, day)
      // A person reads it, and may type it.
      asOf.setUTCMilliseconds(0)
      const previewing = await previewAtLength(database, { workspaceId, asOf })
      if (previewing.ok) return { value: toPreview(previewing.preview) }
      throw toError(previewing)
    },

    freezePayoutRun: async ({ caller: { workspaceId, actor }, body }) => {
      const { id: runId, previewHash } = body
      const asOf = new Date(body.asOf)
      const order = { workspaceId, runId, asOf, previewHash, actor }
      const frozen = await freezeRun(actAs(database, actor), order)
      if (frozen.ok) return { value: { run: { id: frozen.run.id }, preview: null } }
      return { value: { run: null, preview: await previewAt(workspaceId, asOf) } }
    },

    listPayoutRuns: async ({ caller: { workspaceId } }) => {
      const runs = await listRuns(database, workspaceId, { after: undefined, limit: runsMax })
      const freezers = runs.map(({ actor }) => actor)
      const toName = await readNaming(context, workspaceId, freezers)
      const items = runs.map(({ id, asOf, actor, createdAt, payouts, sums }) => ({
        ...{ id, payouts, actor: toName(actor) },
        sums: sums.map(({ currency, amountMinor, unpaidMinor }) => ({
          amount: toMoney(amountMinor, currency),
          unpaid: toMoney(unpaidMinor, currency),
        })),
        ...{ asOf: asOf.toISOString(), createdAt: createdAt.toISOString() },
      }))
      return { value: { items } }
    },

    readPayoutRun: async ({ caller: { workspaceId }, pathId: runId }) => {
      const [run, decisions] = await Promise.all([
        findRun(database, { workspaceId, runId }),
        listRunDecisions(database, { workspaceId, runId }),
      ])
      if (run === undefined) throw accessDenied()
      const toName = await readNaming(context, workspaceId, [run.actor])
      return {
        value: {
          id: run.id,
          asOf: run.asOf.toISOString(),
          actor: toName(run.actor),
          createdAt: run.createdAt.toISOString(),
          decisions: decisions.map(({ payoutId, status, unpaidMinor, method, ...decision }) => ({
            ...toDecision(decision),
            payout:
              payoutId === null || status === null || unpaidMinor === null
                ? null
                : { id: payoutId, status, method, unpaid: toMoney(unpaidMinor, decision.currency) },
          })),
        },
      }
    },
  } satisfies Handlers<RunOperations, RequestContext>
}

function toError(rejection: Exclude<RunPreviewing, { readonly ok: true }>): ServiceError {
  const message =
    rejection.rejection === 'ahead'
      ? 'This day has not begun. A run pays what is available now, or was before.'
      : 'A run was frozen as of a later time. Choose a later day: it takes in everything that was available before.'
  return new ServiceError('invalid_parameter', message, {
    issues: [{ parameter: 'day', code: 'out_of_range', message }],
  })
}

function toPreview({ asOf, hash, decisions }: RunPreview) {
  return { asOf: asOf.toISOString(), hash, decisions: decisions.map(toDecision) }
}

interface Decided {
  readonly membershipId: string
  readonly memberName: string
  readonly currency: string
  readonly decision: string
  readonly reason: string | null
  readonly warnings: readonly string[]
  readonly sumMinor: bigint | string
  readonly heldMinor: bigint | string
  readonly thresholdMinor: bigint | string
}

function toDecision({ membershipId, memberName, currency, ...pair }: Decided) {
  return {
    member: { id: membershipId, name: memberName },
    decision: pair.decision,
    reason: pair.reason,
    warnings: pair.warnings,
    available: toMoney(pair.sumMinor, currency),
    held: toMoney(pair.heldMinor, currency),
    threshold: toMoney(pair.thresholdMinor, currency),
  }
}
