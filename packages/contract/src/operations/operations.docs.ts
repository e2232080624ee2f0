import { explainPayoutDocs } from './explain-payout.docs.ts'
import { firstReceiptDocs } from './first-receipt.docs.ts'
import type { firstReceipt } from './first-receipt.ts'
import { getCommissionDocs } from './get-commission.docs.ts'
import { getGroupDocs } from './get-group.docs.ts'
import { getMembershipDocs } from './get-membership.docs.ts'
import { getPayoutDocs } from './get-payout.docs.ts'
import { getProgramDocs } from './get-program.docs.ts'
import { getReferralDocs } from './get-referral.docs.ts'
import { identifyDocs } from './identify.docs.ts'
import { listCommissionsDocs } from './list-commissions.docs.ts'
import { listGroupsDocs } from './list-groups.docs.ts'
import { listMembershipsDocs } from './list-memberships.docs.ts'
import { listPayoutsDocs } from './list-payouts.docs.ts'
import { listProgramsDocs } from './list-programs.docs.ts'
import { listReferralsDocs } from './list-referrals.docs.ts'
import type { OperationDocs } from './operation.docs.ts'
import type { OperationId } from './operations.ts'
import { redactShopDocs } from './redact-shop.docs.ts'
import { redeemSetupCodeDocs } from './redeem-setup-code.docs.ts'
import type { redeemSetupCode } from './redeem-setup-code.ts'
import { saveTermsDocs } from './save-terms.docs.ts'

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
  redeemSetupCode: redeemSetupCodeDocs,
  firstReceipt: firstReceiptDocs,
} satisfies Record<OperationId | typeof redeemSetupCode.id | typeof firstReceipt.id, OperationDocs>
