/** What mails about an application tell. */
export type ApplicationMail =
  | { readonly kind: 'application_received' | 'application_declined'; readonly program: string }
  | {
      readonly kind: 'application_filed'
      readonly program: string
      readonly programId: string
      /** Of who has applied. */
      readonly applicant: string
    }

interface Program {
  readonly program: string
}

interface Named {
  readonly workspaceName: string
}

export const applicationMails = {
  application_received: ({ program }: Program, { workspaceName }: Named) => ({
    subject: `Your application for ${program} has arrived`,
    paragraphs: [
      `Thank you for applying to ${program}. A person at ${workspaceName} reads it, and you hear from them by mail.`,
      'If you have not applied, do nothing: somebody has typed your address.',
    ],
  }),
  application_declined: ({ program }: Program, { workspaceName }: Named) => ({
    subject: `Your application for ${program}`,
    paragraphs: [
      `Thank you for your interest in ${program}. ${workspaceName} has read your application and cannot take you in at this time.`,
      'What you sent is deleted in half a year.',
    ],
  }),
  application_filed: ({
    program,
    programId,
    applicant,
  }: Extract<ApplicationMail, { readonly kind: 'application_filed' }>) => ({
    subject: `${applicant} wants to join ${program}`,
    paragraphs: [`${applicant} has applied to ${program}. It waits for your decision.`],
    link: { label: 'See the application', path: `/console/programs/${programId}` },
  }),
}
