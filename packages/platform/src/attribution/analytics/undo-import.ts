import type { Database, Queryable, Statement } from '../../database/statements/database.ts'
import { attributeShop } from '../attribute-shop.ts'
import { type ImportKey, queueShops } from './store.ts'

/** Which import is undone, why and by whom. */
export interface NewUndo extends ImportKey {
  readonly reason: string
  readonly actor: string
}

/** Why an import is not undone: a referral was paid, or a person accepted what it told. */
export type UndoRejection = 'unknown_import' | 'undone_already' | 'paid' | 'accepted'

/** What an undo did, or why nothing was done. */
export type ImportUndo =
  | { readonly ok: true; readonly evidence: number; readonly shops: number }
  | { readonly ok: false; readonly rejection: UndoRejection; readonly shopDomain: string | null }

const findStatement: Statement = {
  name: 'analytics_undo_find',
  text: 'select app_id as "appId" from analytics_imports where workspace_id = $1 and id = $2',
}

const insertStatement: Statement = {
  name: 'analytics_insert_undo',
  text: `
    insert into analytics_import_undos (workspace_id, import_id, reason, actor)
    values ($1, $2, $3, $4)
    on conflict (workspace_id, import_id) do nothing
    returning 1`,
}

// What another import tells as well goes on counting.
const listStatement: Statement = {
  name: 'analytics_undo_list',
  isSlow: true,
  text: `
    select evidence.shop_domain as "shopDomain",
      exists (
        select from referral_evidence made
        join referrals referral on referral.workspace_id = $1 and referral.id = made.referral_id
        join commissions commission on commission.workspace_id = $1 and commission.referral_id = referral.id
        where made.workspace_id = $1 and made.evidence_id = evidence.id
          and referral.voided_at is null and commission.payout_id is not null
      ) as "isPaid",
      exists (
        select from attribution_cases held
        join attribution_decisions decision on decision.workspace_id = $1 and decision.case_id = held.id
        where held.workspace_id = $1 and held.evidence_id = evidence.id and decision.decision = 'accept'
          and not exists (
            select from attribution_decisions later
            where later.workspace_id = $1 and later.case_id = held.id and later.revision > decision.revision
          )
      ) as "isAccepted"
    from analytics_import_rows told
    join evidence on evidence.workspace_id = $1 and evidence.id = told.evidence_id
    where told.workspace_id = $1 and told.import_id = $2
      and not exists (
        select from analytics_import_rows other
        where other.workspace_id = $1 and other.evidence_id = told.evidence_id and other.import_id <> told.import_id
          and not exists (
            select from analytics_import_undos undo
            where undo.workspace_id = $1 and undo.import_id = other.import_id
          )
      )
    order by evidence.shop_domain`,
}

interface Withdrawn {
  readonly shopDomain: string
  readonly isPaid: boolean
  readonly isAccepted: boolean
}

/**
 * Undoes an import as long as nothing depends on it: what it alone has told counts no more, and the referrals that were made
 * of that are voided, or made of what else is known.
 */
export async function undoImport(database: Database, undo: NewUndo): Promise<ImportUndo> {
  const { workspaceId, importId } = undo
  const done = await database.transaction(async (tx) => {
    const [found] = await tx.query<{ appId: string }>(findStatement, [workspaceId, importId])
    if (found === undefined) return reject('unknown_import')
    const withdrawn = await tx.query<Withdrawn>(listStatement, [workspaceId, importId])
    const obstacle = findObstacle(withdrawn)
    if (obstacle !== undefined) return obstacle
    if (!(await insert(tx, undo))) return reject('undone_already')
    const shops = [...new Set(withdrawn.map(({ shopDomain }) => shopDomain))]
    await queueShops(tx, { workspaceId, ...found }, shops)
    return { ok: true as const, ...found, shops, evidence: withdrawn.length }
  })
  if (!done.ok) return done
  const { appId, shops, evidence } = done
  for (const shopDomain of shops) {
    await database.transaction((tx) => attributeShop(tx, { workspaceId, appId, shopDomain }))
  }
  return { ok: true, evidence, shops: shops.length }
}

function findObstacle(withdrawn: readonly Withdrawn[]): (ImportUndo & { readonly ok: false }) | undefined {
  const paid = withdrawn.find(({ isPaid }) => isPaid)
  if (paid !== undefined) return reject('paid', paid.shopDomain)
  const accepted = withdrawn.find(({ isAccepted }) => isAccepted)
  return accepted && reject('accepted', accepted.shopDomain)
}

const reject = (rejection: UndoRejection, shopDomain: string | null = null) => ({
  ...{ ok: false as const, rejection, shopDomain },
})

async function insert(tx: Queryable, { workspaceId, importId, reason, actor }: NewUndo): Promise<boolean> {
  const rows = await tx.query(insertStatement, [workspaceId, importId, reason, actor])
  return rows.length > 0
}
