import { listCollections } from '@affiliate-platform/platform/collections'
import type { Command } from 'commander'
import {
  addWorkspaceOption,
  chooseApp,
  chooseWorkspace,
  type WorkspaceFlags,
} from '../command-line/choose-workspace.ts'
import { addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { parseShopDomain, parseText } from '../command-line/parse-value.ts'
import { addListOptions, type ListFlags, printList, toListPage } from '../command-line/print-list.ts'
import { recordFlag } from '../command-line/record-name.ts'
import type { Terminal } from '../command-line/terminal.ts'

interface ListCollectionsFlags extends ListFlags, WorkspaceFlags {
  readonly app?: string
  readonly shop?: string
}

/** Adds `collections list`. */
export function addCollectionsCommands(program: Command, terminal: Terminal): void {
  const collections = program
    .command('collections')
    .description('list what was collected from referred shops, and taken back')
  const list = addDatabaseCommand(collections, 'list', {
    description: "list an app's collections by the ids of their source, each in its latest revision",
    examples: ['collections list', 'collections list --shop a.myshopify.com --json'],
  })
  addWorkspaceOption(addListOptions(list, parseText))
    .addOption(recordFlag('app', 'app of the sales (default: the only one of the workspace)'))
    .option('--shop <domain>', 'only those of this shop', parseShopDomain('--shop'))
    .action(async (flags: ListCollectionsFlags) => {
      const rows = await runOnDatabase(terminal, flags, async (database) => {
        const workspaceId = await chooseWorkspace(database, flags)
        const filter = {
          workspaceId,
          appId: await chooseApp(database, workspaceId, flags.app),
          shopDomain: flags.shop,
        }
        return await listCollections(database, filter, toListPage(flags))
      })
      printList(terminal, flags, { rows, toAfter: ({ platformId }) => platformId })
    })
}
