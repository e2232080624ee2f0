import { type AttributionOutcome, caseKinds } from '@affiliate-platform/contract'
import type { SharedDatabase } from '../database/requests/fair-shares.ts'
import type { Queryable, Statement } from '../database/statements/database.ts'
import { insertInstallEvents } from '../install-events/store.ts'
import { lockShop } from '../posting/lock-shops.ts'
import type { ShopKey } from '../posting/read-shop.ts'
import { attributeShop, type ShopAttribution } from './attribute-shop.ts'
import type { Dismissal } from './judge-evidence.ts'
import { recordEvidence } from './record-evidence.ts'
import type { Evidence } from './shop-history.ts'

/** What is known of who brought a shop after a report. */
export interface ReportedOutcome {
  readonly outcome: AttributionOutcome
  readonly reason: string | null
  readonly referralId: string | null
}

/** What an app tells of a shop. */
export interface InstallReport extends ShopKey {
  readonly kind: 'installed' | 'uninstalled'
  /** RFC 3339, by the app's clock. */
  readonly occurredAt: string
  readonly actor: string
}

/** Which code a merchant typed. */
export interface CodeReport extends ShopKey {
  readonly code: string
  readonly actor: string
}

const findLinkStatement: Statement = {
  name: 'link_find_by_code',
  text: `
    select id, membership_id as "membershipId"
    from links
    where workspace_id = $1 and app_id = $2 and lower(code) = lower($3)`,
}

/** Records that a shop installed or removed an app, and decides who brought it. Told again, it says the same. */
export async function reportInstall(
  database: SharedDatabase,
  report: InstallReport,
): Promise<ReportedOutcome> {
  const { kind, shopDomain, occurredAt } = report
  return await database.transaction(async (tx) => {
    await lockShop(tx, report)
    const event = { kind, shopDomain, shopNumber: null, occurredAt }
    await insertInstallEvents(tx, { ...report, source: 'bridge' }, [event])
    const attributed = await attributeShop(tx, report)
    const outcome = toOutcome(attributed, undefined)
    return kind === 'uninstalled' ? { ...outcome, outcome: 'recorded', reason: null } : outcome
  })
}

/** Records that a merchant typed a code, and decides who brought the shop. Told again, it says the same. */
export async function reportCode(database: SharedDatabase, report: CodeReport): Promise<ReportedOutcome> {
  const { code, shopDomain } = report
  return await database.transaction(async (tx) => {
    const link = await findLink(tx, report, code)
    if (link === undefined) return { outcome: 'unattributed', reason: 'unknown_code', referralId: null }
    await lockShop(tx, report)
    const { id } = await recordEvidence(tx, {
      ...report,
      ...{ membershipId: link.membershipId, linkId: link.id, kind: 'coupon', reason: null },
      occurredAtMs: undefined,
      sourceId: `${shopDomain} ${link.id}`,
    })
    return toOutcome(await attributeShop(tx, report), id)
  })
}

/** Finds the link of a code, whatever the case of its letters. */
async function findLink(
  database: Queryable,
  { workspaceId, appId }: Omit<ShopKey, 'shopDomain'>,
  code: string,
): Promise<{ readonly id: string; readonly membershipId: string } | undefined> {
  const values = [workspaceId, appId, code]
  const [link] = await database.query<{ id: string; membershipId: string }>(findLinkStatement, values)
  return link
}

/**
 * Says what a decision comes to.
 *
 * @param evidenceId - what was reported; `undefined`: an install, which is told what the accepted evidence came to
 */
function toOutcome(
  { history, decision, living }: ShopAttribution,
  evidenceId: string | undefined,
): ReportedOutcome {
  const { evidence } = history
  const verdictOf = ({ id }: Evidence) => decision.verdicts.get(id)
  const subject =
    evidence.find(({ id }) => id === evidenceId) ??
    evidence.find((each) => verdictOf(each) === 'accepted') ??
    evidence[0]
  const verdict = subject && verdictOf(subject)
  const referralId = living?.id ?? null
  const open = caseKinds.find((kind) => kind === verdict)
  if (open !== undefined && subject?.verdict !== 'accept')
    return { outcome: 'case', reason: open, referralId }
  if (living !== undefined) {
    const isOther =
      living.isOfOperator || (subject !== undefined && subject.membershipId !== living.membershipId)
    const reason = verdict === undefined || verdict === 'accepted' ? null : verdict
    return isOther
      ? { outcome: 'already_referred', reason, referralId }
      : { outcome: 'attributed', reason: null, referralId }
  }
  if (verdict === undefined) return { outcome: 'unattributed', reason: 'no_evidence', referralId: null }
  const outcome = dismissals[verdict] ?? 'unattributed'
  return { outcome, reason: outcome === 'unattributed' ? verdict : null, referralId: null }
}

const dismissals: Readonly<Record<string, AttributionOutcome>> = {
  no_install: 'candidate',
  existing_shop: 'existing_shop',
} satisfies { readonly [Each in Dismissal]?: AttributionOutcome }
