import type { TermsTarget } from '@affiliate-platform/platform/terms'
import type { Command } from 'commander'
import { UsageError } from '../command-line/operator-error.ts'
import { recordArgument, recordFlag } from '../command-line/record-name.ts'

/** The flags of a command about terms that are not a membership's. */
export interface TargetFlags {
  readonly program?: string
  readonly group?: string
}

export function addTargetOptions(command: Command): Command {
  return command
    .addArgument(recordArgument('membership', '[membership]'))
    .addOption(recordFlag('program', 'the terms of a program, for members without their own'))
    .addOption(recordFlag('group', 'the terms of a group, for members without their own'))
}

/**
 * Reads whose terms are meant.
 *
 * @throws UsageError unless exactly one is named
 */
export function readTarget(membership: string | undefined, { program, group }: TargetFlags): TermsTarget {
  const named = Object.entries({ membership, group, program }).flatMap(([kind, id]) =>
    id === undefined ? [] : [{ kind: kind as TermsTarget['kind'], id }],
  )
  const [target, ...others] = named
  if (target !== undefined && others.length === 0) return target
  throw new UsageError('Say whose terms: the id of one membership, or --group <id>, or --program <id>.')
}
