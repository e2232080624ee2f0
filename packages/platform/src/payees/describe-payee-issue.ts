import type { PayeeIssue } from './check-payee.ts'

/** What is wrong with a payee: in which member, and what is allowed there. */
export interface PayeeFault {
  readonly member: 'name' | 'email' | 'iban' | 'bic' | 'town' | 'country'
  readonly message: string
}

const faults: Readonly<Record<PayeeIssue, PayeeFault>> = {
  name_too_long: { member: 'name', message: 'At most 70 characters, because banks accept no more.' },
  email_missing: { member: 'email', message: 'Required, because this method pays to an e-mail address.' },
  email_invalid: { member: 'email', message: 'An e-mail address that begins with a letter or digit.' },
  iban_missing: { member: 'iban', message: 'Required, because this method pays to a bank account.' },
  iban_invalid: { member: 'iban', message: 'Not an IBAN: its checksum, length or country is wrong.' },
  bic_invalid: { member: 'bic', message: 'Not a BIC: 8 or 11 letters and digits.' },
  town_too_long: { member: 'town', message: 'At most 35 characters, because banks accept no more.' },
  town_without_country: {
    member: 'town',
    message: 'Only with a country: banks take an address with both, or none.',
  },
  country_invalid: { member: 'country', message: 'Two letters of ISO 3166-1, such as DE.' },
}

/** Says what is wrong with who is paid, or with who pays. */
export const describePayeeIssue = (issue: PayeeIssue): PayeeFault => faults[issue]
