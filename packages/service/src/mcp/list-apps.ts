import { limits } from '@affiliate-platform/contract'
import { openCursor } from '@affiliate-platform/contract/server'
import { listApps } from '@affiliate-platform/platform/apps'
import * as z from 'zod'
import { defineTool } from './tool.ts'

/** The arguments that page through what a tool returns. */
export const pageArguments = {
  cursor: z
    .string()
    .min(1)
    .max(limits.cursorCharactersMax)
    .optional()
    .describe('The nextCursor of the previous page, with the same other arguments.'),
  limit: z.int().min(1).max(limits.pageRowsMax).default(limits.pageRowsDefault).describe('Rows per page.'),
}

/** Null exactly when there is no further page. */
export const nextCursorSchema = z.string().nullable()

/** The apps of the workspace, whose ids the other tools take. */
export const listAppsTool = defineTool({
  name: 'list_apps',
  title: 'List apps',
  description:
    'Lists the apps of the workspace, oldest first. The other tools take the id of an app as appId.',
  input: z.strictObject(pageArguments),
  output: z.object({
    items: z.array(z.object({ id: z.guid(), name: z.string(), createdAt: z.iso.datetime() })),
    nextCursor: nextCursorSchema,
  }),
  async run({ caller: { workspaceId, lineageId }, context: { database }, cursors }, { cursor, limit }) {
    const scope = { list: 'apps', lineageId, filters: [] }
    const after = openCursor(cursors, scope, cursor)?.id
    const rows = await listApps(database, workspaceId, { after, limit: limit + 1 })
    const last = rows.length > limit ? rows[limit - 1] : undefined
    return {
      items: rows.slice(0, limit).map(({ id, name, createdAt }) => ({
        id,
        name,
        createdAt: createdAt.toISOString(),
      })),
      nextCursor: last ? cursors.seal(scope, { sortKey: last.createdAt.getTime(), id: last.id }) : null,
    }
  },
})
