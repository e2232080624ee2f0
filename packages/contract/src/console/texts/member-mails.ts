/** The mails by which members come to the portal. */
export type MemberMailKind = 'member_sign_in' | 'member_invitation'

/** What every mail says that signs its reader in. */
export const signInWords = {
  once: 'This link signs you in once, within 30 minutes:',
  last: 'If you did not expect this mail, do nothing: without the link nobody is signed in.',
}

interface Named {
  readonly workspaceName: string
}

const toMail = (subject: string, first: string, token: string) => ({
  subject,
  paragraphs: [first, signInWords.once],
  link: { label: 'Sign in', path: `/portal/sign-in#${token}` },
  last: signInWords.last,
})

export const memberMails = {
  member_sign_in: ({ token }: { readonly token: string }, { workspaceName }: Named) =>
    toMail(
      `Your link to see what you earn with ${workspaceName}`,
      `Somebody asked for a link that shows you what you earn in the affiliate program of ${workspaceName}.`,
      token,
    ),
  member_invitation: ({ token }: { readonly token: string }, { workspaceName }: Named) =>
    toMail(
      `See what you earn with ${workspaceName}`,
      `You can now see what you earn in the affiliate program of ${workspaceName}, why, and when it is paid.`,
      token,
    ),
}
