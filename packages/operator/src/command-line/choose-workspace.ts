import { findApp, listApps } from '@affiliate-platform/platform/apps'
import type { Queryable } from '@affiliate-platform/platform/database'
import { findWorkspace, listWorkspaces } from '@affiliate-platform/platform/workspaces'
import type { Command, Option } from 'commander'
import { commandName } from './command-name.ts'
import type { DatabaseFlags } from './database-command.ts'
import { findIdOf } from './find-id.ts'
import { OperatorError } from './operator-error.ts'
import { parseRecord } from './parse-value.ts'
import { recordFlag } from './record-name.ts'
import { readContext } from './saved-context.ts'

/** The flags of a command that works within one workspace. */
export interface WorkspaceFlags extends DatabaseFlags {
  readonly workspace?: string
}

export const workspaceOption = (): Option =>
  recordFlag('workspace', 'workspace (default: the only one)').env('AFFILIATE_WORKSPACE')

/** Adds `--workspace`, unless the command has it already. */
export function addWorkspaceOption(command: Command): Command {
  const isThere = command.options.some((option) => option.name() === 'workspace')
  return isThere ? command : command.addOption(workspaceOption())
}

/**
 * Finds the workspace that is meant: the one named, else the only one there is.
 *
 * @throws OperatorError when there is no such workspace, or more than one to choose from
 */
export async function chooseWorkspace(
  database: Queryable,
  { workspace: id }: WorkspaceFlags,
): Promise<string> {
  if (id === undefined) {
    const [only, ...others] = await listWorkspaces(database, { after: undefined, limit: 2 })
    if (only === undefined) throw new OperatorError('There is no workspace yet. See workspaces create.')
    if (others.length === 0) return only.id
    throw new OperatorError(
      'There are several workspaces: choose one with --workspace. See workspaces list, and context use to save a choice.',
    )
  }
  const workspace = await findWorkspace(database, id)
  if (workspace !== undefined) return workspace.id
  if (readContext(process.env)?.AFFILIATE_WORKSPACE === id)
    throw new OperatorError(describeStale('workspace'))
  throw new OperatorError('There is no such workspace. See workspaces list, and context show.')
}

const describeStale = (kind: 'workspace' | 'app'): string =>
  `The saved context names ${kind === 'app' ? 'an app' : 'a workspace'} that this database does not have. Choose again with ${commandName} context use (see ${kind}s list), or forget it with ${commandName} context clear.`

/**
 * Finds the app that is meant: the one named, else the only one of the workspace.
 *
 * @throws OperatorError when there is none, or more than one to choose from
 */
export async function chooseApp(
  database: Queryable,
  workspaceId: string,
  appId: string | undefined,
): Promise<string> {
  if (appId !== undefined) return appId
  const preset = process.env['AFFILIATE_APP']
  const saved = readContext(process.env)
  const isSaved = saved?.AFFILIATE_APP === preset
  // The app of the context is none of a workspace that the command names.
  if (preset && !(isSaved && saved?.AFFILIATE_WORKSPACE !== workspaceId)) {
    const text = parseRecord('AFFILIATE_APP')(preset)
    const id = await findIdOf(database, 'app', { text, scope: { workspace: workspaceId } })
    if ((await findApp(database, workspaceId, id)) !== undefined) return id
    throw new OperatorError(
      isSaved ? describeStale('app') : 'AFFILIATE_APP is no app of the workspace. See apps list.',
    )
  }
  const [only, ...others] = await listApps(database, workspaceId, { after: undefined, limit: 2 })
  if (only === undefined) throw new OperatorError('The workspace has no app yet. See apps create.')
  if (others.length === 0) return only.id
  throw new OperatorError(
    'The workspace has several apps: choose one with --app. See apps list, and context use to save a choice.',
  )
}
