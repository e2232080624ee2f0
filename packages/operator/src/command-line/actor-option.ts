import { userInfo } from 'node:os'
import type { Command } from 'commander'
import { parseText } from './parse-value.ts'

/** The flag of a command that leaves a fact. */
export interface ActorFlag {
  readonly as?: string
}

/** Adds `--as`. */
export function addActorOption(command: Command): Command {
  return command.option(
    '--as <name>',
    'who does this, for the record (default: the system user)',
    parseText('--as'),
  )
}

/** Who does it: the operator named, else the user of the system. */
export function toOperator({ as }: ActorFlag): string {
  return as ?? userInfo().username
}

/** The operator as the actor of a fact (D65). */
export function toActor(flags: ActorFlag): string {
  return `operator:${toOperator(flags)}`
}
