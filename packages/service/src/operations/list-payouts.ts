import { createSecretKey, type KeyObject } from 'node:crypto'
import {
  operations,
  type PayoutSummary,
  type PayoutsPage,
  type PayoutsQuery,
  parsePayoutsQuery,
} from '@affiliate-platform/contract'
import type { Credential } from '@affiliate-platform/platform/api-keys'
import {
  type AppScope,
  areFiltersAccessible,
  type CursorScope,
  listPayouts,
  openCursor,
  type PayoutRow,
  type RowPosition,
  sealCursor,
  type Walk,
} from '@affiliate-platform/platform/payouts'
import { accessDenied } from '../access/access-denied.ts'
import { jsonAnswer } from '../http/json-answer.ts'
import type { Route } from '../http/route.ts'
import { ServiceError } from '../http/service-error.ts'

/** What listing payouts needs. */
export interface ListPayoutsOptions {
  /** Authenticates cursors; the same in every process on one database. */
  readonly cursorSecret: Uint8Array
}

/** Creates the route that lists payout summaries (interface 4.2). */
export function createListPayoutsRoute({ cursorSecret }: ListPayoutsOptions): Route {
  // Made once: a secret handed over as bytes is imported anew at every use.
  const secret = createSecretKey(cursorSecret)
  return {
    operation: operations.listPayouts,
    async handle({ credential, database, parameters, admission }) {
      const query = parseQuery(parameters)

      // 403: a record that is not the caller's own is refused, whatever the cursor says.
      const app = authorizeApp(credential, query)
      if (!(await areFiltersAccessible(database, app, query))) throw accessDenied()

      // 400: the cursor continues a walk of the same credential, section and filters (interface 4.2 rule 2).
      const scope = toCursorScope(credential, query)
      const walk = query.cursor === undefined ? undefined : openWalk(secret, scope, query.cursor)

      const rows = await listPayouts(admission.reader, app, { query, after: walk?.position })
      const next = nextWalk(rows, query.limit, walk)
      const page: PayoutsPage = {
        items: rows.slice(0, query.limit).map((row) => toSummary(row, app)),
        nextCursor: next === undefined ? null : sealCursor(secret, scope, next),
      }
      return jsonAnswer(JSON.stringify(page))
    },
  }
}

function parseQuery(parameters: URLSearchParams): PayoutsQuery {
  const checked = parsePayoutsQuery(parameters)
  if (checked.ok) return checked.value
  throw new ServiceError('invalid_parameter', 'The query has invalid parameters.', { issues: checked.issues })
}

/** An affiliate key sees its own app and no other, with or without the filter. */
function authorizeApp({ workspaceId, appId }: Credential, query: PayoutsQuery): AppScope {
  if (appId === undefined || (query.appId ?? appId).toLowerCase() !== appId) throw accessDenied()
  return { workspaceId, appId }
}

/** The page size may change between two pages; every filter stays. */
function toCursorScope({ lineageId }: Credential, query: PayoutsQuery): CursorScope {
  const { cursor: _cursor, limit: _limit, ...filters } = query
  return { section: 'payouts', lineageId, filters }
}

function openWalk(secret: KeyObject, scope: CursorScope, cursor: string): Walk {
  const walk = openCursor(secret, scope, cursor)
  if (walk !== undefined) return walk
  throw new ServiceError(
    'invalid_cursor',
    'Send back a nextCursor unchanged, with the same API key and the same filters, or start without a cursor.',
  )
}

/** The walk after this page, if a row too many shows that there is more. */
function nextWalk(rows: readonly PayoutRow[], limit: number, walk: Walk | undefined): Walk | undefined {
  const [first] = rows
  const last = rows[limit - 1]
  if (rows.length <= limit || first === undefined || last === undefined) return undefined
  return { position: toPosition(last), upperBound: walk?.upperBound ?? toPosition(first) }
}

const toPosition = ({ created_at_ms, id }: PayoutRow): RowPosition => ({ createdAtMs: created_at_ms, id })

function toSummary(row: PayoutRow, { appId }: AppScope): PayoutSummary {
  const { currency } = row
  return {
    id: row.id,
    kind: 'payouts',
    appId,
    programId: row.program_id,
    membershipId: row.membership_id,
    name: row.name,
    status: row.status,
    amount: { amountMinor: row.amount_minor, currency },
    unpaid: { amountMinor: row.unpaid_minor, currency },
  }
}
