import type { Database } from '@affiliate-platform/platform/database'
import type { Command } from 'commander'
import {
  addWorkspaceOption,
  chooseApp,
  chooseWorkspace,
  type WorkspaceFlags,
} from '../command-line/choose-workspace.ts'
import { recordFlag } from '../command-line/record-name.ts'

/** The flags of a command about the sales of one app. */
export interface AppFlags extends WorkspaceFlags {
  readonly app?: string
}

/** Adds `--workspace` and `--app`. */
export function addAppOption(command: Command): Command {
  return addWorkspaceOption(command).addOption(
    recordFlag('app', 'app of the sales (default: the only one of the workspace)'),
  )
}

/** Finds the app that is meant. */
export async function chooseSalesApp(
  database: Database,
  flags: AppFlags,
): Promise<{ readonly workspaceId: string; readonly appId: string }> {
  const workspaceId = await chooseWorkspace(database, flags)
  return { workspaceId, appId: await chooseApp(database, workspaceId, flags.app) }
}
