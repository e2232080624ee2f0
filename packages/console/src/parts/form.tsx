import { Group, type GroupProps, Stack, type StackProps } from '@mantine/core'
import type { FormEvent } from 'react'

interface Submits {
  readonly submit: () => void
}

const onPage = (submit: () => void) => (event: FormEvent) => {
  event.preventDefault()
  submit()
}

/** Fields below each other, which are sent without leaving the page. */
export function Form({ submit, ...props }: StackProps & Submits) {
  return <Stack component="form" gap="sm" {...props} onSubmit={onPage(submit)} />
}

/** The same, beside each other. */
export function FormRow({ submit, ...props }: GroupProps & Submits) {
  return <Group component="form" gap="sm" align="end" {...props} onSubmit={onPage(submit)} />
}
