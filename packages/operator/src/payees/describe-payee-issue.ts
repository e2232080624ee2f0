import type { PayeeIssue } from '@affiliate-platform/platform/payees'

const issues: Readonly<Record<PayeeIssue, string>> = {
  name_too_long: 'name: At most 70 characters, because banks accept no more.',
  email_missing: 'email: Required, because this method pays to an e-mail address.',
  email_invalid: 'email: An e-mail address that begins with a letter or digit.',
  iban_missing: 'iban: Required, because this method pays to a bank account.',
  iban_invalid: 'iban: Not an IBAN: its checksum, length or country is wrong.',
  bic_invalid: 'bic: Not a BIC: 8 or 11 letters and digits.',
  town_too_long: 'town: At most 35 characters, because banks accept no more.',
  town_without_country: 'town: Only with --country: banks take an address with both, or none.',
  country_invalid: 'country: Two letters of ISO 3166-1, such as DE.',
}

/**
 * Says what is wrong with who is paid, or with who pays.
 *
 * @param prefix - of the flags, before the name of the member
 */
export function describePayeeIssue(issue: PayeeIssue, prefix: '--' | '--debtor-'): string {
  return `${prefix}${issues[issue]}`
}
