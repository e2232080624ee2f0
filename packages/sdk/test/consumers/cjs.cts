import sdk = require('@affiliate-platform/sdk')

const client: sdk.AffiliateClient = new sdk.AffiliateClient()
const saved: Promise<sdk.TermsVersion> = client.memberships.saveTerms('', { rules: {} as sdk.TermsRules })
saved.catch((error: unknown) => sdk.isTermsRejectedError(error) && error.issues.map(({ pointer }) => pointer))
