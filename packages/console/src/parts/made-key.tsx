import { MadeSecret } from './made-secret.tsx'

export interface MadeKey {
  readonly id: string
  readonly name: string
  /** The key itself; null where it was made, and told, before. */
  readonly secret: string | null
}

interface NewKeyProps {
  readonly made: MadeKey
  readonly dismiss: () => void
}

/** Shows a key that was just made, this once. */
export function NewKey({ made: { name, secret }, dismiss }: NewKeyProps) {
  return (
    <MadeSecret
      title={
        <>
          <bdi>{name}</bdi> was created{secret === null && ' before'}
        </>
      }
      secret={secret}
      hint="Copy the key to where it is used. It is not shown again."
      lost="A key is shown once, when it is created, and kept nowhere. If nobody has saved this one, rotate it: its successor is shown."
      copyName="Copy key"
      dismiss={dismiss}
    />
  )
}
