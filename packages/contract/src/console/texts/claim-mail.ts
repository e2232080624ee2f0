/** What was said of a claim. */
export interface DecidedClaim {
  readonly kind: 'claim_decided'
  readonly program: string
  readonly membershipId: string
  readonly shop: string
  readonly isAccepted: boolean
  readonly reason: string
}

/** What a member is written whose claim was decided. It tells nothing of the shop. */
export function describeDecidedClaim(
  { program, membershipId, shop, isAccepted, reason }: DecidedClaim,
  { workspaceName }: { readonly workspaceName: string },
) {
  return {
    subject: `Your claim on ${shop} was ${isAccepted ? 'accepted' : 'declined'}`,
    paragraphs: [
      isAccepted
        ? `${workspaceName} has accepted your claim on ${shop} for ${program}. If the shop uses the app, it counts as brought by you.`
        : `${workspaceName} has declined your claim on ${shop} for ${program}.`,
      'The reason they gave:',
      reason,
    ],
    link: { label: 'See your claims', path: `/portal/${membershipId}/claims` },
  }
}
