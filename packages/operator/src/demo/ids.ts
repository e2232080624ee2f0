import { at, type DemoApp } from './structure.ts'

/** Records of the demo to point requests at. */
export interface DemoIds {
  readonly workspaceId: string
  readonly appId: string
  readonly otherAppId: string
  readonly otherWorkspaceAppId: string
  readonly programId: string
  readonly groupId: string
  readonly membershipId: string
  readonly referralId: string
  readonly commissionId: string
  readonly payoutId: string
  readonly otherAppProgramId: string
  readonly otherAppGroupId: string
  readonly otherAppMembershipId: string
  readonly otherAppReferralId: string
  readonly otherAppCommissionId: string
  readonly otherAppPayoutId: string
  readonly otherWorkspaceMembershipId: string
}

/** The first records of an app that are shown as ids. */
type FirstRecords = Pick<DemoIds, 'referralId' | 'commissionId' | 'payoutId'>

/** The ids of the demo's records. */
export function toIds(
  { app, otherApp, otherWorkspaceApp }: Readonly<Record<'app' | 'otherApp' | 'otherWorkspaceApp', DemoApp>>,
  first: FirstRecords,
  ofOtherApp: FirstRecords,
): DemoIds {
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
