import { expect, it } from 'vitest'
import { describePayeeIssue } from './describe-payee-issue.ts'

it('names the flag of the payee, or of the account to pay from, and says what it has to be [D246]', () => {
  const rule = 'Not an IBAN: its checksum, length or country is wrong.'
  expect(describePayeeIssue('iban_invalid', '--')).toBe(`--iban: ${rule}`)
  expect(describePayeeIssue('iban_invalid', '--debtor-')).toBe(`--debtor-iban: ${rule}`)
})
