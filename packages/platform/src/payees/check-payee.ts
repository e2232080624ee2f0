import { isValidBIC, isValidIBAN } from 'ibantools'
import type { PayeeDetails } from './store.ts'

/** What is wrong with a payee. */
export type PayeeIssue =
  | 'name_too_long'
  | 'email_missing'
  | 'email_invalid'
  | 'iban_missing'
  | 'iban_invalid'
  | 'bic_invalid'
  | 'town_too_long'
  | 'town_without_country'
  | 'country_invalid'

/** What a bank takes of a name, and of a town. */
const nameCharactersMax = 70
const townCharactersMax = 35

// One that begins like a formula would become one in a spreadsheet, and prefixed it is another address.
const emailPattern = /^[^\s@=+\-"',;<>][^\s@"',;<>]*@[^\s@"',;<>]+\.[^\s@"',;<>]+$/

/**
 * Checks that a payee can be paid by its method: an e-mail address for PayPal and Wise, an IBAN with a right checksum for
 * SEPA.
 *
 * @returns what is wrong, or an empty list
 */
export function checkPayee(payee: Omit<PayeeDetails, 'kind'>): readonly PayeeIssue[] {
  const { name, method, email, iban, bic, town, country } = payee
  const needsEmail = method === 'paypal' || (method === 'wise' && iban === null)
  const issues: readonly (PayeeIssue | false)[] = [
    name.length > nameCharactersMax && 'name_too_long',
    email === null && needsEmail && 'email_missing',
    email !== null && !emailPattern.test(email) && 'email_invalid',
    iban === null && method === 'sepa' && 'iban_missing',
    iban !== null && !isValidIBAN(iban) && 'iban_invalid',
    bic !== null && !isValidBIC(bic) && 'bic_invalid',
    town !== null && town.length > townCharactersMax && 'town_too_long',
    town !== null && country === null && 'town_without_country',
    country !== null && !/^[A-Z]{2}$/.test(country) && 'country_invalid',
  ]
  return issues.filter((issue) => issue !== false)
}
