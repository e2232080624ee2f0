import type { ConsoleBody } from '@affiliate-platform/contract/console'
import { NativeSelect, TextInput } from '@mantine/core'
import { payeeMethodNames } from '../texts.ts'

type Payee = Omit<ConsoleBody<'setPayee'>, 'effectiveFrom'>

/** A payee as it is typed: what is empty is not there. */
export interface TypedPayee<Method = Payee['method']>
  extends Readonly<Record<'name' | 'email' | 'iban' | 'bic' | 'town' | 'country', string>> {
  readonly kind: Payee['kind']
  readonly method: Method
}

export function toPayee<Method>(typed: TypedPayee<Method>) {
  const { name, kind, method } = typed
  const take = (text: string, isTaken: boolean) => (isTaken && text.trim() !== '' ? text : null)
  const isBank = method === 'sepa'
  return {
    ...{ name, kind, method },
    email: take(typed.email, !isBank),
    iban: take(typed.iban, isBank || method === 'wise'),
    bic: take(typed.bic, isBank),
    town: take(typed.town, isBank),
    country: take(typed.country, isBank),
  }
}

interface PayeeFieldsProps<Method> {
  readonly typed: TypedPayee<Method>
  readonly setTyped: (typed: TypedPayee<Method>) => void
  readonly methods: readonly Method[]
  readonly faults: ReadonlyMap<string, string> | undefined
}

/** Asks whom payouts go to, and how: each method for what it takes. */
export function PayeeFields<Method extends Payee['method']>({
  typed,
  setTyped,
  methods,
  faults,
}: PayeeFieldsProps<Method>) {
  const { kind, method } = typed
  const isBank = method === 'sepa'
  const field = (
    name: 'name' | 'email' | 'iban' | 'bic' | 'town' | 'country',
    label: string,
    isRequired = false,
  ) => (
    <TextInput
      label={label}
      required={isRequired}
      value={typed[name]}
      error={faults?.get(`/${name}`)}
      onChange={({ currentTarget: { value } }) => setTyped({ ...typed, [name]: value })}
    />
  )
  return (
    <>
      {field('name', 'Name', true)}
      <NativeSelect
        label="Who it is"
        data={[
          { value: 'person', label: 'A person' },
          { value: 'company', label: 'A company' },
        ]}
        value={kind}
        onChange={({ currentTarget: { value } }) =>
          setTyped({ ...typed, kind: value === 'company' ? 'company' : 'person' })
        }
      />
      <NativeSelect
        label="Method"
        data={methods.map((value) => ({ value, label: payeeMethodNames[value] }))}
        value={method}
        onChange={({ currentTarget: { value } }) => setTyped({ ...typed, method: value as Method })}
      />
      {!isBank && field('email', 'E-mail', method === 'paypal')}
      {(isBank || method === 'wise') && field('iban', 'IBAN', isBank)}
      {isBank && (
        <>
          {field('bic', 'BIC (if the bank requires it)')}
          {field('town', 'Town')}
          {field('country', 'Country (two letters)')}
        </>
      )}
    </>
  )
}
