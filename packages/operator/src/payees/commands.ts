import {
  describePayeeIssue,
  listPayees,
  normalizePayee,
  type PayeeDetails,
  type PayeeMethod,
  type PayeeSetting,
  payeeMethods,
  setPayee,
} from '@affiliate-platform/platform/payees'
import { Option } from 'commander'
import { flag, type NounPlan, required } from '../command-line/act.ts'
import { change } from '../command-line/change-command.ts'
import { OperatorError, UsageError } from '../command-line/operator-error.ts'
import { parseText, parseTimeMs } from '../command-line/parse-value.ts'
import { show } from '../command-line/show-command.ts'
import { formatTable } from '../command-line/table.ts'

interface SetFlags {
  readonly name: string
  readonly method: PayeeMethod
  readonly email?: string
  readonly iban?: string
  readonly bic?: string
  readonly company?: boolean
  readonly town?: string
  readonly country?: string
  readonly from?: number
}

type Rejection = Extract<PayeeSetting, { ok: false }>['rejection']

const setCommand = change<SetFlags>()({
  name: 'set',
  of: 'membership',
  description: 'record how a membership is paid from a given time; earlier runs keep their payee',
  examples: [
    `payees set "$membership" --method paypal --name 'Mia Moore' --email mia@example.com`,
    `payees set "$membership" --method sepa --name 'Mia Moore' --iban DE89370400440532013000 --town Berlin --country DE --from 2026-05-01`,
    `payees set "$membership" --method wise --company --name 'Moore Ltd' --email pay@example.com`,
  ],
  options: [
    required('--name <text>', 'who is paid; the name the bank has on file', parseText),
    new Option('--method <method>', 'how').choices(payeeMethods).makeOptionMandatory(),
    new Option('--company', 'who is paid is a company, not a person'),
    flag('--email <address>', 'address at PayPal or Wise', parseText),
    flag('--iban <iban>', 'bank account; spaces do not matter', parseText),
    flag('--bic <bic>', 'the bank, if it requires one', parseText),
    flag('--town <text>', 'where the payee is; banks get it with --country', parseText),
    flag('--country <code>', 'two letters of ISO 3166-1, such as DE', parseText),
    flag(
      '--from <time>',
      'when it starts to apply: a date (00:00 UTC) or an RFC 3339 time (default: now)',
      parseTimeMs,
    ),
  ],
  toChange: ({ id: membershipId, flags, actor }) => {
    const details = toDetails(flags)
    const effectiveFrom = flags.from === undefined ? undefined : new Date(flags.from)
    const payee = { membershipId, ...details, effectiveFrom, actor }
    return {
      what: 'the payee was recorded',
      run: async (database, workspaceId) => {
        const set = await setPayee(database, { ...payee, workspaceId })
        if (!set.ok) throw toError(set.rejection)
        const { id, isNew } = set
        const record = { id, membershipId, ...details, effectiveFrom: effectiveFrom ?? null }
        const known = 'This payee is already recorded. Nothing was changed.'
        return { value: id, record, message: isNew ? 'The payee was recorded.' : known }
      },
    }
  },
})

function toError(rejection: Rejection): OperatorError {
  if (rejection === 'unknown_membership') {
    return new OperatorError('The workspace has no such membership. See memberships list.')
  }
  const { member, message } = describePayeeIssue(rejection)
  return new UsageError(`--${member}: ${message}`)
}

function toDetails({ name, company, method, email, iban, bic, town, country }: SetFlags): PayeeDetails {
  return normalizePayee({
    ...{ name, kind: company ? 'company' : 'person', method },
    ...{ email: email ?? null, iban: iban ?? null, bic: bic ?? null },
    ...{ town: town ?? null, country: country ?? null },
  })
}

const showCommand = show()({
  name: 'show',
  of: 'membership',
  description: 'show every payee that a membership has had, latest first',
  examples: ['payees show "$membership"', 'payees show "$membership" --json'],
  find: async ({ database, workspaceId, id: membershipId, terminal: { columns } }) => {
    const payees = await listPayees(database, { workspaceId, membershipId })
    return { record: payees, text: formatTable(payees, { columns }).text }
  },
})

export const payeesCommands: NounPlan = {
  name: 'payees',
  description: 'set and show who receives the payouts of a membership, and how',
  commands: [setCommand, showCommand],
}
