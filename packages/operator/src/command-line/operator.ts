import { userInfo } from 'node:os'

/** The flag of every command that changes something. */
export interface ActorFlags {
  readonly as?: string
}

/** Who a command acts for: `operator:` and the name given with `--as`, else that of the system's user (D65). */
export function toOperator(flags: ActorFlags): string {
  return `operator:${toOperatorName(flags)}`
}

/** The name alone. */
export function toOperatorName({ as: name }: ActorFlags): string {
  return name ?? readUserName()
}

function readUserName(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run under a number that no user has.
    return `uid ${process.getuid?.()}`
  }
}
