import { type MailReader, type MailText, toTime } from './mail-text.ts'

/** That the address of a person is changed: to the new one, to the one before, and to the new one again. Neither tells the other. */
export type AddressMail =
  | {
      readonly kind: 'address_proof' | 'address_changing'
      /** Where its person has asked for it; null where an operator has said it for them. */
      readonly audience: 'operator' | 'member' | null
      readonly askedAt: Date
      readonly appliesFrom: Date
      readonly token: string
    }
  | { readonly kind: 'address_changed'; readonly isTakenBack: boolean }

type Linked = Extract<AddressMail, { readonly token: string }>

const proofs = {
  operator: { label: 'Use this address', path: '/console/address' },
  member: { label: 'Use this address', path: '/portal/address' },
  recovery: { label: 'This address is mine', path: '/portal/address/new' },
}

function describeProof({ audience, appliesFrom, token }: Linked, reader: MailReader): MailText {
  const { workspaceName } = reader
  const { label, path } = proofs[audience ?? 'recovery']
  return {
    subject: `Is this your address for ${workspaceName}?`,
    paragraphs:
      audience === null
        ? [
            `${workspaceName} was told that this is your address now, and that you can no longer read mail at the one before.`,
            `Say within 30 minutes that it is yours. From ${toTime(appliesFrom, reader)} on you sign in with it, unless somebody objects at the address before:`,
          ]
        : [
            `Somebody said that they want to sign in to the affiliate program of ${workspaceName} with this address.`,
            'If it was you, open this within 30 minutes where you are signed in. It works once:',
          ],
    link: { label, path: `${path}#${token}` },
    last: 'If you know nothing of this, do nothing, and nothing changes.',
  }
}

function describeChanging({ audience, askedAt, appliesFrom, token }: Linked, reader: MailReader): MailText {
  const { workspaceName } = reader
  const at = toTime(askedAt, reader)
  return {
    subject: `Your address for ${workspaceName} is being changed`,
    paragraphs: [
      audience === null
        ? `On ${at}, ${workspaceName} was told that you can no longer read mail at this address, and have another one. That one counts from ${toTime(appliesFrom, reader)} on, once somebody has shown that they read mail there.`
        : `On ${at}, somebody who is signed in as you asked to sign in to the affiliate program of ${workspaceName} with another address instead of this one.`,
      'If that was you, there is nothing to do.',
      'If it was not, keep this address: that is possible until seven days after the change. Whoever is signed in as you is then signed out.',
    ],
    link: { label: 'Keep this address', path: `/portal/address/back#${token}` },
  }
}

function describeChanged(
  { isTakenBack }: Extract<AddressMail, { readonly kind: 'address_changed' }>,
  { workspaceName }: MailReader,
): MailText {
  return isTakenBack
    ? {
        subject: `This is not your address for ${workspaceName} any more`,
        paragraphs: [
          `The address before was taken back: you do not sign in to the affiliate program of ${workspaceName} with this one any more.`,
          `If that was not you, tell ${workspaceName} at once.`,
        ],
      }
    : {
        subject: `This is your address for ${workspaceName} now`,
        paragraphs: [
          `From now on you sign in to the affiliate program of ${workspaceName} with this address. Ask for a link where you sign in.`,
        ],
      }
}

export const addressMails = {
  address_proof: describeProof,
  address_changing: describeChanging,
  address_changed: describeChanged,
}
