import type { OperationDocs } from './definitions/operation.docs.ts'
import { explainPayoutDocs } from './explanations/explain-payout.docs.ts'
import { reportEvidenceDocs } from './install-bridge/report-evidence.docs.ts'
import { reportInstallEventDocs } from './install-bridge/report-install-event.docs.ts'
import { listCommissionsDocs } from './lists/list-commissions.docs.ts'
import { listGroupsDocs } from './lists/list-groups.docs.ts'
import { listMembershipsDocs } from './lists/list-memberships.docs.ts'
import { listPayoutsDocs } from './lists/list-payouts.docs.ts'
import { listProgramsDocs } from './lists/list-programs.docs.ts'
import { listReferralsDocs } from './lists/list-referrals.docs.ts'
import type { OperationId } from './operations.ts'
import { getCommissionDocs } from './records/get-commission.docs.ts'
import { getGroupDocs } from './records/get-group.docs.ts'
import { getMembershipDocs } from './records/get-membership.docs.ts'
import { getPayoutDocs } from './records/get-payout.docs.ts'
import { getProgramDocs } from './records/get-program.docs.ts'
import { getReferralDocs } from './records/get-referral.docs.ts'
import { firstReceiptDocs } from './shops/first-receipt.docs.ts'
import type { firstReceipt } from './shops/first-receipt.ts'
import { identifyDocs } from './shops/identify.docs.ts'
import { redactShopDocs } from './shops/redact-shop.docs.ts'
import { redeemSetupCodeDocs } from './shops/redeem-setup-code.docs.ts'
import type { redeemSetupCode } from './shops/redeem-setup-code.ts'
import { saveTermsDocs } from './terms/save-terms.docs.ts'

/** The words on every operation. */
export const operationDocs = {
  saveTerms: saveTermsDocs,
  listPayouts: listPayoutsDocs,
  listPrograms: listProgramsDocs,
  listGroups: listGroupsDocs,
  listMemberships: listMembershipsDocs,
  listReferrals: listReferralsDocs,
  listCommissions: listCommissionsDocs,
  getPayout: getPayoutDocs,
  explainPayout: explainPayoutDocs,
  getProgram: getProgramDocs,
  getGroup: getGroupDocs,
  getMembership: getMembershipDocs,
  getReferral: getReferralDocs,
  getCommission: getCommissionDocs,
  identify: identifyDocs,
  redactShop: redactShopDocs,
  reportInstallEvent: reportInstallEventDocs,
  reportEvidence: reportEvidenceDocs,
  redeemSetupCode: redeemSetupCodeDocs,
  firstReceipt: firstReceiptDocs,
} satisfies Record<OperationId | typeof redeemSetupCode.id | typeof firstReceipt.id, OperationDocs>
