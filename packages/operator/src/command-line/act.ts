import type { Database } from '@affiliate-platform/platform/database'
import { type Argument, type Command, Option } from 'commander'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from './choose-workspace.ts'
import { commandName } from './command-name.ts'
import { addChangeCommand, type CommandPlan, type DatabaseFlags, runOnDatabase } from './database-command.ts'
import { describeUnknownId } from './describe-unknown-id.ts'
import { OperatorError } from './operator-error.ts'
import type { ValueParser } from './parse-value.ts'
import { printDone } from './print-done.ts'
import { idArgument, isNamedKind, payoutArgument, recordArgument } from './record-name.ts'
import type { Terminal } from './terminal.ts'

export type AddCommand = (noun: Command, terminal: Terminal) => void

/** A noun and what can be done with its records. */
export interface NounPlan {
  readonly name: string
  readonly description: string
  readonly commands: readonly AddCommand[]
}

/** Adds the commands of a noun, in the order of its help. */
export function addNoun(
  program: Command,
  terminal: Terminal,
  { name, description, commands }: NounPlan,
): void {
  const noun = addGroup(program, name, description)
  for (const add of commands) add(noun, terminal)
}

/** Adds commands that belong together; their help is what an unknown one of them leads to. */
export function addGroup(program: Command, name: string, description: string): Command {
  const hint = `Run ${commandName} ${name} --help for a list of commands.`
  return program.command(name).description(description).showHelpAfterError(hint)
}

/** A flag, whose parser is told its name. */
export function flag(
  flags: string,
  description: string,
  parse?: (name: string) => ValueParser<unknown>,
): Option {
  const option = new Option(flags, description)
  return parse === undefined ? option : option.argParser(parse(flags.split(' ')[0] ?? flags))
}

export function required(...plan: Parameters<typeof flag>): Option {
  return flag(...plan).makeOptionMandatory()
}

interface Identified {
  readonly id: string
}

export interface InputPlan extends CommandPlan {
  readonly name: string
  /** What kind of record the command takes the id of, if it takes one. */
  readonly of?: string
  /** Whether it is a payout that may be named by a reference too. */
  readonly byReference?: boolean
  /** An argument of its own, behind that id if there is one. */
  readonly argument?: Argument
  readonly options?: readonly Option[]
}

interface ActPlan<At extends { readonly flags: unknown }, Record extends Identified> extends InputPlan {
  /** Throws where the flags contradict each other, before a database is opened. */
  readonly check?: (flags: At['flags']) => void
  /** Does it. Without a record there is nothing that it could be done to. */
  readonly run: (at: At) => Promise<Record | undefined>
  /** What is said where there is nothing, unless the id alone can be wrong. */
  readonly missing?: string
  /** What was done, in a sentence; beside the record, the id that the command was given. */
  readonly done: (record: Record, id: string) => string
  /** What a script goes on with. Default: the id of the record. */
  readonly value?: (record: Record) => string
}

/** Where and with what a change is made; `id` is the argument. */
interface At<Flags> {
  readonly database: Database
  readonly flags: Flags
  readonly id: string
}

/** The same, within a workspace. */
interface AtWorkspace<Flags> extends At<Flags & WorkspaceFlags> {
  readonly workspaceId: string
}

/** Makes the command of a change in one workspace. */
export function act<Flags>() {
  return <Record extends Identified>(plan: ActPlan<AtWorkspace<Flags>, Record>): AddCommand =>
    (noun, terminal) =>
      addWorkspaceOption(
        globalAct<Flags & WorkspaceFlags>()({
          ...plan,
          run: async (at) => {
            const { database, flags, id } = at
            const workspaceId = await chooseWorkspace(database, flags)
            const changed = await plan.run({ ...at, workspaceId })
            if (changed !== undefined) return changed
            const unknown = { what: plan.of ?? 'record', id }
            throw new OperatorError(plan.missing ?? (await describeUnknownId(database, workspaceId, unknown)))
          },
        })(noun, terminal),
      )
}

/** Makes the command of a change beside all workspaces. */
export function globalAct<Flags>() {
  return <Record extends Identified>(plan: ActPlan<At<Flags & DatabaseFlags>, Record>) =>
    (...[noun, terminal]: Parameters<AddCommand>) => {
      const command = addChangeCommand(noun, plan.name, plan)
      return addInput<Flags & DatabaseFlags>(command, plan, async ({ id, flags }) => {
        plan.check?.(flags)
        const record = await runOnDatabase(terminal, flags, (database) => plan.run({ database, id, flags }))
        if (record === undefined) throw new OperatorError(plan.missing ?? 'There is no such record.')
        const value = plan.value?.(record) ?? record.id
        printDone(terminal, flags, { value, record, message: plan.done(record, id) })
      })
    }
}

/** Adds the arguments and the options of a command, and what it does with them. */
export function addInput<Flags>(
  command: Command,
  { of, byReference = false, argument, options = [] }: InputPlan,
  run: (input: Input<Flags>) => Promise<void>,
): Command {
  if (byReference) command.addArgument(payoutArgument())
  else if (of !== undefined) command.addArgument(isNamedKind(of) ? recordArgument(of) : idArgument(of))
  if (argument !== undefined) command.addArgument(argument)
  for (const option of options) command.addOption(option)
  // Commander gives an action the arguments, where there are some, then the flags.
  return command.action(async (...args: readonly unknown[]) => {
    const [id = '', word = ''] = args.filter((arg) => typeof arg === 'string')
    await run({ flags: command.opts() as Flags, id, word })
  })
}

export interface Input<Flags> {
  readonly flags: Flags
  /** The first argument. */
  readonly id: string
  /** The second argument. */
  readonly word: string
}
