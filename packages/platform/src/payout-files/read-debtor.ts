import { checkPayee } from '../payees/check-payee.ts'
import { describePayeeIssue, type PayeeFault } from '../payees/describe-payee-issue.ts'
import type { Debtor } from './pain-file.ts'
import { toSepaName } from './sepa-name.ts'

/** Whose account a bank pays from, or what is wrong with what was typed. */
export type ReadDebtor =
  | { readonly ok: true; readonly debtor: Debtor }
  | { readonly ok: false; readonly fault: PayeeFault }

/** Reads whose account a bank pays from, as a person types it. */
export function readDebtor({ name, ...typed }: Debtor): ReadDebtor {
  if (toSepaName(name) === undefined) {
    const message = 'In Latin letters, because banks take no others.'
    return { ok: false, fault: { member: 'name', message } }
  }
  const iban = typed.iban.replaceAll(/\s/g, '').toUpperCase()
  const bic = typed.bic?.toUpperCase() ?? null
  const [issue] = checkPayee({ name, method: 'sepa', iban, bic, email: null, town: null, country: null })
  return issue === undefined
    ? { ok: true, debtor: { name, iban, bic } }
    : { ok: false, fault: describePayeeIssue(issue) }
}
