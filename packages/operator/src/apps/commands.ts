import { type AppRecord, insertApp, listApps, updateApp } from '@affiliate-platform/platform/apps'
import { newId, readDatabaseTime } from '@affiliate-platform/platform/database'
import type { Command } from 'commander'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addChangeCommand, addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { OperatorError, UsageError } from '../command-line/operator-error.ts'
import { parseHttpsUrl, parseId, parseText } from '../command-line/parse-value.ts'
import { printDone } from '../command-line/print-done.ts'
import { addListOptions, type ListFlags, printList, toListPage } from '../command-line/print-list.ts'
import type { Terminal } from '../command-line/terminal.ts'

interface CreateFlags extends WorkspaceFlags {
  readonly name: string
  readonly uninstallUrl?: string
  readonly clientId?: string
}

interface UpdateFlags extends WorkspaceFlags {
  readonly name?: string
  /** `false` takes it away. */
  readonly uninstallUrl?: string | false
  /** `false` takes it away. */
  readonly clientId?: string | false
}

const uninstallUrlOption = [
  '--uninstall-url <url>',
  "the app's own https address for uninstalls",
  parseHttpsUrl('--uninstall-url'),
] as const

const clientIdOption = [
  '--client-id <id>',
  "the app's client id on Shopify; tokens of other apps are refused",
  parseText('--client-id'),
] as const

/** Adds `apps create`, `apps update` and `apps list`. */
export function addAppsCommands(program: Command, terminal: Terminal): void {
  const apps = program.command('apps').description('create, change and list the apps of a workspace')
  addCreateCommand(apps, terminal)
  addUpdateCommand(apps, terminal)
  const list = addDatabaseCommand(apps, 'list', {
    description: 'list the apps of a workspace, oldest first',
    examples: ['apps list', 'apps list --workspace "$workspace" --json'],
  })
  addWorkspaceOption(addListOptions(list, parseId)).action(async (flags: ListFlags & WorkspaceFlags) => {
    const rows = await runOnDatabase(terminal, flags, async (database) =>
      listApps(database, await chooseWorkspace(database, flags), toListPage(flags)),
    )
    printList(terminal, flags, { rows, toAfter: ({ id }) => id })
  })
}

function addCreateCommand(apps: Command, terminal: Terminal): void {
  const create = addChangeCommand(apps, 'create', {
    description: 'create an app and print its id',
    examples: [
      "apps create --name 'Bright Reviews'",
      "apps create --name 'Bright Reviews' --client-id 3f1c --uninstall-url https://app.example/uninstalled",
    ],
  })
  addWorkspaceOption(create)
    .requiredOption('--name <name>', 'what to call it', parseText('--name'))
    .option(...uninstallUrlOption)
    .option(...clientIdOption)
    .action((flags: CreateFlags) => createApp(terminal, flags))
}

function addUpdateCommand(apps: Command, terminal: Terminal): void {
  const update = addChangeCommand(apps, 'update', {
    description: 'change an app; what is not named stays',
    examples: [
      'apps update "$app" --uninstall-url https://app.example/uninstalled',
      'apps update "$app" --no-uninstall-url',
    ],
  })
  addWorkspaceOption(update)
    .argument('<id>', 'id of the app', parseId('<id>'))
    .option('--name <name>', 'what to call it', parseText('--name'))
    .option(...uninstallUrlOption)
    .option('--no-uninstall-url', 'watch no uninstalls')
    .option(...clientIdOption)
    .option('--no-client-id', 'accept tokens of any app')
    .action((id: string, flags: UpdateFlags) => changeApp(terminal, id, flags))
}

async function createApp(terminal: Terminal, flags: CreateFlags): Promise<void> {
  const { name, uninstallUrl = null, clientId = null } = flags
  const app = await runOnDatabase(terminal, flags, async (database) => {
    const workspaceId = await chooseWorkspace(database, flags)
    const record: AppRecord = {
      id: newId(),
      workspaceId,
      name,
      uninstallUrl,
      clientId,
      createdAt: await readDatabaseTime(database),
    }
    await insertApp(database, record)
    return record
  })
  printDone(terminal, flags, { value: app.id, record: app, message: `App ${app.name} was created.` })
}

async function changeApp(terminal: Terminal, id: string, flags: UpdateFlags): Promise<void> {
  const { name, uninstallUrl, clientId } = flags
  if (name === undefined && uninstallUrl === undefined && clientId === undefined) {
    throw new UsageError('Say what to change: --name, --uninstall-url or --client-id.')
  }
  const changes = { name, uninstallUrl: toChange(uninstallUrl), clientId: toChange(clientId) }
  const app = await runOnDatabase(terminal, flags, async (database) =>
    updateApp(database, { workspaceId: await chooseWorkspace(database, flags), id }, changes),
  )
  if (app === undefined) throw new OperatorError('The workspace has no such app. See apps list.')
  printDone(terminal, flags, { value: app.id, record: app, message: `App ${app.name} was changed.` })
}

const toChange = (flag: string | false | undefined): string | null | undefined =>
  flag === false ? null : flag
