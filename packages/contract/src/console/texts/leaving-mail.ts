/** What a mail about a member who has left tells. */
export interface LeavingMail {
  readonly kind: 'member_left'
  readonly membershipId: string
  readonly member: string
  readonly program: string
  /** Whether they had themselves erased: then the name is no name. */
  readonly isErased: boolean
}

export const describeLeaving = ({ membershipId, member, program, isErased }: LeavingMail) => ({
  subject: isErased ? `A member of ${program} has had themself erased` : `${member} has left ${program}`,
  paragraphs: [
    isErased
      ? `A member of ${program} has had themself erased, and is called ${member} now.`
      : `${member} has left ${program}.`,
    'New shops do not count for them any more. What they have earned, and go on to earn by the shops that they brought, is still paid.',
  ],
  link: { label: 'See what is open', path: `/console/members/${membershipId}` },
})
