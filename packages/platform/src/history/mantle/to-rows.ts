import { hash } from 'node:crypto'
import { readShopDomain } from '../../sales/shop-domain.ts'
import { toUtcMicroseconds } from '../../sales/utc-microseconds.ts'
import { type HistoryRow, toHistoryRow } from '../history-row.ts'
import type { MantleAffiliate, MantleAttribution, MantleMembership } from './records.ts'
import { type MantleRules, mantleRulesSchema, resolveRules } from './resolve-rules.ts'
import type { RowContext } from './row-context.ts'
import type { SurveyedProgram } from './survey-export.ts'
import { isAbove0, type TermsOptions, toTerms } from './to-terms.ts'

/** A member there is a person in a program. */
export const toMemberId = (affiliateId: string, programId: string): string => `${affiliateId}/${programId}`

/** An instant with its zone, to the millisecond; null for anything else. */
export function toInstant(text: string | null): string | null {
  const instant = toUtcMicroseconds(text)
  return instant === undefined ? null : new Date(instant).toISOString()
}

/** The row of a program, whose copies lie in other records. */
export function toProgramRow(program: SurveyedProgram, number: number, options: TermsOptions): HistoryRow {
  const digest = hash('sha256', JSON.stringify(program))
  const place = { kind: 'program' as const, sourceId: program.id, file: 'affiliates.json', number, digest }
  const terms = program.rules === null ? null : toTerms(program.rules, options)
  return toHistoryRow({
    ...{ ...place, programId: program.id, name: program.name ?? program.id },
    endedAt: toInstant(program.deletedAt),
    content: {
      rules: program.agrees ? (terms?.rules ?? null) : null,
      unsupported: [
        ...(terms?.unsupported ?? []),
        ...(Number(program.removeOnUninstallDays ?? -1) >= 0 ? ['removeOnUninstallDays'] : []),
        ...(program.agrees ? [] : ['copies disagree']),
      ],
    },
  })
}

/** The rows of a person: in each program a member, with the code of their links. */
export function toMemberRows(affiliate: MantleAffiliate, context: RowContext): readonly HistoryRow[] {
  const { id, memberships } = affiliate
  const place = { file: context.file, number: context.number, digest: context.digest }
  if (memberships.length === 0) {
    const name = affiliate.name ?? affiliate.email
    return [toHistoryRow({ kind: 'member', sourceId: id, ...place, name, reason: 'no_membership' })]
  }
  return memberships.flatMap((membership) => {
    const programId = membership.affiliateProgramId
    const memberId = toMemberId(id, programId)
    keepOwnRules(context, { affiliate, membership, memberId })
    const occurredAt = toInstant(membership.createdAt ?? affiliate.createdAt)
    const member = toHistoryRow({
      ...{ kind: 'member', sourceId: memberId, ...place, programId, occurredAt },
      name: affiliate.name ?? affiliate.email ?? membership.handle ?? id,
      state: toState(affiliate, membership),
      content: { paypalEmail: affiliate.paypalEmail, isHeld: affiliate.payoutHold },
    })
    const { handle } = membership
    if (handle === null) return [member]
    const reason = codePattern.test(handle) ? null : ('code_unfit' as const)
    const code = { kind: 'code' as const, sourceId: memberId, ...place, programId, memberId, occurredAt }
    return [member, toHistoryRow({ ...code, name: handle, reason })]
  })
}

const codePattern = /^[A-Za-z0-9]([A-Za-z0-9_-]{0,62}[A-Za-z0-9])?$/

interface Joined {
  readonly affiliate: MantleAffiliate
  readonly membership: MantleMembership
  readonly memberId: string
}

function keepOwnRules({ promises }: RowContext, { affiliate, membership, memberId }: Joined): void {
  const { rules, rulesOverride, program, affiliateProgram } = membership
  const surveyed = promises.programs.get(membership.affiliateProgramId)
  const copy = surveyed?.agrees === false ? (program ?? affiliateProgram) : null
  // Another word than that says that rules which lie beside it are not the member's own.
  const isOwn = rulesOverride === null || rulesOverride === 'custom'
  const { startCountingCommissionFrom } = affiliate
  const group = findGroup(membership, surveyed)
  const own = { rules: isOwn ? rules : null, group, program: copy, startCountingCommissionFrom }
  if (Object.values(own).some((rule) => rule !== null)) promises.own.set(memberId, own)
}

/** A member may name its group without the rules, which then lie in the program. */
function findGroup({ group }: MantleMembership, program: SurveyedProgram | undefined) {
  if (group === null || group.rules !== null) return group
  return program?.groups?.find(({ id }) => id !== null && id === group.id) ?? group
}

// What was decided last counts: a rejection beats an approval.
function toState(affiliate: MantleAffiliate, membership: MantleMembership): string {
  if (affiliate.deletedAt !== null || membership.deletedAt !== null) return 'deleted'
  if (membership.rejectedAt !== null || membership.status === 'rejected') return 'rejected'
  if (membership.status === 'disabled') return 'disabled'
  const isApproved = membership.approvedAt !== null || membership.status !== 'pending'
  return isApproved ? 'active' : 'pending'
}

export function toReferralRows(referral: MantleAttribution, context: RowContext): readonly HistoryRow[] {
  const { id, affiliateId, affiliateProgramId: programId, appInstallation } = referral
  const memberId = toMemberId(affiliateId, programId)
  const shopDomain = readShopDomain(appInstallation?.myshopifyDomain) ?? null
  const occurredAt = toInstant(referral.date ?? referral.createdAt)
  const { currency, promises } = context
  const promised = findPromise(referral, memberId, context)
  const isOfEveryPlan = promises.everyPlanOf.has(programId)
  const { rules, unsupported } = toTerms(promised, { currency, isOfEveryPlan })
  const starts = findStarts(referral, memberId, context).map(toInstant)
  const reason = findFault()
  return [
    toHistoryRow({
      ...{ kind: 'referral', sourceId: id, programId, memberId, shopDomain, occurredAt },
      ...{ file: context.file, number: context.number, digest: context.digest },
      endedAt: toInstant(referral.deletedAt),
      state: referral.deletedAt === null ? 'active' : 'deleted',
      content: {
        rules,
        // It was installed there: whether that earned anything is in the commissions.
        unsupported: [...unsupported, ...(isAbove0(promised.amountPerInstall) ? ['amountPerInstall'] : [])],
        isFromAnalytics: referral.appListingPageViewId !== null,
        shopId: findShopId(appInstallation?.platformId ?? ''),
        countsFrom: starts.toSorted().at(-1) ?? null,
      },
      reason,
      detail: reason === 'rules_unreadable' ? describeRules(unsupported, programId) : null,
    }),
  ]

  function findFault() {
    if (shopDomain === null) return 'unreadable_shop'
    if (occurredAt === null || starts.includes(null)) return 'without_time'
    return rules === null ? 'rules_unreadable' : null
  }
}

/** What of a promise has no counterpart, and of which program it is: whoever decides answers for that. */
const describeRules = (unsupported: readonly string[], programId: string): string | null =>
  unsupported.length === 0 ? null : `${unsupported.join(', ')} in program ${programId}`

/** Shopify's number of a shop, which it keeps whatever its domain is. */
const findShopId = (platformId: string): string | null =>
  /^(?:gid:\/\/shopify\/Shop\/)?(\d+)$/.exec(platformId)?.[1] ?? null

/** Since when sales earn, by the program and by the member: the later one counts. */
function findStarts(referral: MantleAttribution, memberId: string, { promises }: RowContext) {
  const promised = [promises.programs.get(referral.affiliateProgramId), promises.own.get(memberId)]
  return promised.flatMap((promise) => promise?.startCountingCommissionFrom ?? [])
}

const noRules: MantleRules = mantleRulesSchema.parse({})

function findPromise(referral: MantleAttribution, memberId: string, { promises }: RowContext): MantleRules {
  const own = promises.own.get(memberId)
  const program = promises.programs.get(referral.affiliateProgramId)
  return resolveRules({
    program: own?.program?.rules ?? program?.rules ?? noRules,
    group: own?.group?.rules ?? null,
    custom: own?.rules ?? null,
    snapshot: referral.rules,
  })
}
