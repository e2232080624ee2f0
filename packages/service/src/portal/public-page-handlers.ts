import type { memberOperations } from '@affiliate-platform/contract/console'
import { accessDenied, type Handlers } from '@affiliate-platform/contract/server'
import { apply, findPublicPage } from '@affiliate-platform/platform/applications'
import { type Database, type RequestContext, readDatabaseTime } from '@affiliate-platform/platform/database'
import { respondLate } from '../console/respond-late.ts'

type PublicOperations = Pick<typeof memberOperations, 'readPublicPage' | 'applyToProgram'>

/** Shows programs to anybody, and takes applications. */
export function createPublicPageHandlers(database: Database) {
  const find = async (programId: string) => {
    const page = await findPublicPage(database, programId, await readDatabaseTime(database))
    // The same for a program that has none, is closed or is not there.
    if (page === undefined) throw accessDenied()
    return page
  }
  return {
    readPublicPage: async ({ pathId }) => {
      const { programName: name, appName, workspaceName, rules } = await find(pathId)
      return { value: { name, appName, workspaceName, rules } }
    },

    applyToProgram: async ({ pathId: programId, body }) => {
      const { workspaceId } = await find(programId)
      await respondLate(apply(database, { ...body, workspaceId, programId }))
      return { value: {} }
    },
  } satisfies Handlers<PublicOperations, RequestContext>
}
