import type { ExportRecordKind } from './layouts.ts'
import {
  affiliateSchema,
  attributionSchema,
  claimSchema,
  commissionSchema,
  customerSchema,
  deciderSchema,
  groupSchema,
  installationSchema,
  membershipSchema,
  payoutSchema,
  programSchema,
  transactionSchema,
} from './records.ts'
import { mantleRulesSchema } from './resolve-rules.ts'

/** The fields of a record that are known. One that is a record itself has those of its own; null is not looked into. */
export interface KnownFields {
  readonly [field: string]: KnownFields | null
}

/** What is read, what is known to be there and left, and what is looked into. */
const fields = (
  { shape }: { readonly shape: object },
  left: readonly string[] = [],
  within: KnownFields = {},
): KnownFields => ({
  ...Object.fromEntries([...Object.keys(shape), ...left].map((field) => [field, null])),
  ...within,
})

const times = ['createdAt', 'updatedAt']
const rules = fields(mantleRulesSchema)
const group = fields(groupSchema, [...times, 'name', 'affiliateProgramId', 'showInMarketplace'], { rules })
const program = fields(
  programSchema,
  [
    ...[...times, 'app', 'affiliatesCount', 'allowAffiliateDashboardAccess', 'customAffiliateLink'],
    ...['requireApprovalToJoin', 'requireTermsAcceptance', 'requiredAffiliateFields', 'showInMarketplace'],
    ...['signupLink', 'termsUrl'],
  ],
  { rules, groups: group },
)
const appInstallation = fields(installationSchema, [
  ...[
    ...times,
    'id',
    'app',
    'appId',
    'customerId',
    'platform',
    'installedAt',
    'subscription',
    'trafficSource',
  ],
  ...['averageMonthlyRevenue', 'last30Revenue', 'lifetimeValue', 'churnPrediction', 'churnPredictionLabel'],
  ...['trialStartsAt', 'trialExpiresAt', 'customFields'],
])
const membership = fields(
  membershipSchema,
  [
    ...['id', 'affiliateId', 'updatedAt', 'affiliateLink', 'agreedToTermsAt', 'approvalRequestedAt'],
    ...['invitedAt', 'inviteAcceptedAt', 'inviteRejectedAt'],
  ],
  { rules, group, program, affiliateProgram: program },
)

export const knownFields: Readonly<Record<ExportRecordKind, KnownFields>> = {
  program,
  affiliate: fields(
    affiliateSchema,
    ['updatedAt', 'agreedToTermsAt', 'lastAppInstallationDate', 'lastTransactionDate', 'tags', 'user'],
    { memberships: membership },
  ),
  customer: fields(
    customerSchema,
    [
      ...[...times, 'name', 'email', 'domain', 'industry', 'tags', 'contacts', 'accountOwners', 'companyId'],
      ...['deals', 'customFields', 'billingAddress', 'firstInteractionAt'],
    ],
    { appInstallations: appInstallation },
  ),
  referral: fields(attributionSchema, ['updatedAt', 'appId', 'appInstallationId', 'customerId'], {
    ...{ rules, program, affiliateProgram: program, appInstallation },
  }),
  claim: fields(claimSchema, ['updatedAt', 'appInstallationId', 'decisionById'], {
    ...{ appInstallation, decisionBy: fields(deciderSchema, ['id']) },
  }),
  payout: fields(payoutSchema, [
    ...['updatedAt', 'periodStart', 'paymentRequestedAt', 'paymentMethodData', 'period', 'notes'],
  ]),
  commission: fields(
    commissionSchema,
    ['createdAt', 'payout', 'affiliateReferralId', 'appInstallationId', 'name', 'notes', 'type'],
    { transaction: fields(transactionSchema, ['id', 'grossAmount']) },
  ),
}
