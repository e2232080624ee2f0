import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef, MouseEvent } from 'react'

interface ActButtonProps
  extends ButtonProps,
    Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps | 'ref'> {
  /** Whether the role or the state forbids the act, which a text beside it says. */
  readonly isRefused: boolean
}

/** The button of an act. Where it is not allowed a keyboard finds it all the same, and it does nothing. */
export function ActButton({ isRefused, onClick, disabled = false, ...props }: ActButtonProps) {
  if (!isRefused) return <Button {...props} disabled={disabled} onClick={onClick} />
  // Also what Enter in a field would submit.
  const stop = (event: MouseEvent) => event.preventDefault()
  return <Button {...props} data-disabled aria-disabled="true" onClick={stop} />
}
