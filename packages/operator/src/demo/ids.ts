import { at, type DemoApp } from './structure.ts'

/** The first records of an app that are shown as ids. */
type FirstRecords = Readonly<Record<'referralId' | 'commissionId' | 'payoutId', string>>

/** Records of the demo to point requests at. */
export type DemoIds = Readonly<ReturnType<typeof toIds>>

/** The ids of the demo's records. */
export function toIds(
  { app, otherApp, otherWorkspaceApp }: Readonly<Record<'app' | 'otherApp' | 'otherWorkspaceApp', DemoApp>>,
  first: FirstRecords,
  ofOtherApp: FirstRecords,
) {
  return {
    workspaceId: app.workspaceId,
    appId: app.id,
    otherAppId: otherApp.id,
    otherWorkspaceAppId: otherWorkspaceApp.id,
    programId: at(app.programs, 0).id,
    groupId: at(app.groups, 0).id,
    membershipId: at(app.memberships, 0).id,
    ...first,
    otherAppProgramId: at(otherApp.programs, 0).id,
    otherAppGroupId: at(otherApp.groups, 0).id,
    otherAppMembershipId: at(otherApp.memberships, 0).id,
    otherAppReferralId: ofOtherApp.referralId,
    otherAppCommissionId: ofOtherApp.commissionId,
    otherAppPayoutId: ofOtherApp.payoutId,
    otherWorkspaceMembershipId: at(otherWorkspaceApp.memberships, 0).id,
  }
}
