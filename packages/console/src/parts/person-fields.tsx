import { TextInput } from '@mantine/core'

interface Person {
  readonly email: string
  readonly name: string
}

interface PersonFieldsProps {
  readonly person: Person
  readonly onChange: (person: Person) => void
  /** What is wrong, by the place in what was sent. */
  readonly faults: ReadonlyMap<string, string> | undefined
  readonly isDisabled?: boolean
}

export function PersonFields({ person, onChange, faults, isDisabled = false }: PersonFieldsProps) {
  const field = (member: keyof Person) => ({
    value: person[member],
    error: faults?.get(`/${member}`),
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ ...person, [member]: value }),
    ...{ required: true, disabled: isDisabled },
  })
  return (
    <>
      <TextInput label="E-mail" inputMode="email" {...field('email')} />
      <TextInput label="Name" {...field('name')} />
    </>
  )
}
