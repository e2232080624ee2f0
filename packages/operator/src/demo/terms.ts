import { type SavedTermsRules, type TermsRules, toSavedRules } from '@affiliate-platform/contract'
import type { Random } from './random.ts'
import { at, type DemoApp, demoStartMs } from './structure.ts'

/** When something is to happen that has not happened yet, whenever the demo is looked at. */
export const farAhead = '2100-01-01T00:00:00.000Z'

/** The terms that the demo starts with, as they are sent. */
export const rulesToSend: TermsRules = {
  basis: 'net',
  rateBps: 2000,
  cpi: { amountMinor: '500', currency: 'USD' },
  includedSaleKinds: ['subscription_sale', 'usage_sale'],
  durationMonths: null,
  holdDays: 30,
  threshold: { amountMinor: '5000', currency: 'USD' },
  windowDays: 30,
  allowExistingShops: false,
  allowManualClaims: true,
}

export const startingRules: SavedTermsRules = toSavedRules(rulesToSend)

/**
 * Builds terms versions of an app's records, and what was said of its memberships, so that every state of a program, a
 * group and a membership is there: the first program has terms, as has its second group, the second program has none, and
 * those of the third begin later.
 *
 * @param extra - another source than that of `random`, for what came to the demo later
 */
export function buildTermsRows(
  random: Random,
  app: DemoApp,
  { extra, createdBy }: { readonly extra: Random; readonly createdBy: string },
) {
  const start = new Date(demoStartMs).toISOString()
  const toVersion = (
    from: Random,
    target: { readonly kind: string; readonly id: string; readonly programId: string },
    effective_at = start,
  ) => ({
    workspace_id: app.workspaceId,
    id: from.idAt(demoStartMs),
    app_id: app.id,
    program_id: target.programId,
    target_kind: target.kind,
    target_id: target.id,
    rules: startingRules,
    effective_at,
    created_by: createdBy,
    created_at: start,
  })
  // The last one is in a program without terms: its own begin later.
  const lastIndex = app.memberships.length - 1
  const ofMemberships = app.memberships.map(({ id, programId }, index) =>
    toVersion(random, { kind: 'membership', id, programId }, index === lastIndex ? farAhead : start),
  )
  const toTarget = ({ id }: { readonly id: string }) => ({ kind: 'program', id, programId: id })
  const { id, programId } = at(app.groups, 1)
  return {
    // One of each membership, in their order; then those of a group and of programs.
    termsVersions: [
      ...ofMemberships,
      toVersion(extra, { kind: 'group', id, programId }),
      toVersion(extra, toTarget(at(app.programs, 0))),
      toVersion(extra, toTarget(at(app.programs, 2)), farAhead),
    ],
    membershipStates: (['suspended', 'closed'] as const).map((state, index) => ({
      workspace_id: app.workspaceId,
      id: extra.idAt(demoStartMs),
      app_id: app.id,
      state,
      membership_id: at(app.memberships, lastIndex - 1 - index).id,
      reason: 'Asked for a break',
      actor: 'system',
      created_at: start,
    })),
  }
}
