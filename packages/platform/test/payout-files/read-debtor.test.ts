import { expect, test } from 'vitest'
import { readDebtor } from '../../src/payout-files.ts'

const typed = { name: 'Studio GmbH', iban: 'de89 3704 0044 0532 0130 00', bic: null }

test('the account to pay from is read as a person types it [D117]', () => {
  expect(readDebtor(typed)).toEqual({ ok: true, debtor: { ...typed, iban: 'DE89370400440532013000' } })
})

test.each([
  [{ iban: 'DE89370400440532013001' }, 'iban', 'Not an IBAN: its checksum, length or country is wrong.'],
  [{ bic: 'DEUT' }, 'bic', 'Not a BIC: 8 or 11 letters and digits.'],
  [{ name: '株式会社' }, 'name', 'In Latin letters, because banks take no others.'],
])('the account to pay from is wrong in %s [D246]', (wrong, member, message) => {
  expect(readDebtor({ ...typed, ...wrong })).toEqual({ ok: false, fault: { member, message } })
})
