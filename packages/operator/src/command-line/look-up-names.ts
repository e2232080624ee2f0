import type { NameScope } from '@affiliate-platform/platform/workspaces'
import type { Command } from 'commander'
import { chooseWorkspace } from './choose-workspace.ts'
import { type DatabaseFlags, runOnDatabase } from './database-command.ts'
import { findIdOf } from './find-id.ts'
import { isId } from './parse-value.ts'
import { isNamedKind, kindOf, namedKinds, type RecordKind, takesReference } from './record-name.ts'
import type { Terminal } from './terminal.ts'

/** Before a command runs, puts ids in the place of the names and the parts of ids that its line gives (D150, D325). */
export function addNameLookUp(program: Command, terminal: Terminal): void {
  program.hook('preAction', async (_program, command) => {
    const values = readValues(command)
    if (values.every(({ text }) => isId(text))) return
    const flags = command.opts<DatabaseFlags>()
    await runOnDatabase(terminal, flags, async (database) => {
      const scope: { -readonly [Kind in keyof NameScope]: string } = {}
      for (const { kind, text, isByReference, replace } of values) {
        if (kind !== 'workspace') scope.workspace ??= await chooseWorkspace(database, command.opts())
        const id = await findIdOf(database, kind, { text, scope, columns: terminal.columns, isByReference })
        replace(id)
        if (isNamedKind(kind) && kind !== 'group') scope[kind] = id
      }
    })
  })
}

interface RecordValue {
  readonly kind: RecordKind
  readonly text: string
  readonly isByReference: boolean
  readonly replace: (id: string) => void
}

const toRank = (kind: RecordKind) => (isNamedKind(kind) ? namedKinds.indexOf(kind) : namedKinds.length)

/** What the line gives for records, in the order in which one narrows the next. */
function readValues(command: Command): readonly RecordValue[] {
  const fromOptions = command.options.map((option) => {
    const name = option.attributeName()
    const replace = (id: string) =>
      command.setOptionValueWithSource(name, id, command.getOptionValueSource(name))
    return { described: option, text: command.getOptionValue(name), replace }
  })
  const fromArguments = command.registeredArguments.map((argument, index) => {
    const replace = (id: string) => command.processedArgs.splice(index, 1, id)
    return { described: argument, text: command.processedArgs[index], replace }
  })
  return [...fromOptions, ...fromArguments]
    .flatMap(({ described, text, replace }) => {
      const kind = kindOf(described)
      return kind === undefined || typeof text !== 'string'
        ? []
        : [{ kind, text, replace, isByReference: takesReference(described) }]
    })
    .sort((a, b) => toRank(a.kind) - toRank(b.kind))
}
