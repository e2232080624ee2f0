import type { Database } from '@affiliate-platform/platform/database'
import type { createLog } from '@affiliate-platform/service'
import { seedStory } from '../demo/story/seed-story.ts'

/** The story of the demo while it is told. */
export interface StoryTelling {
  /** Its workspace, once it is whole; undefined where it could not be told. */
  readonly workspaceId: Promise<string | undefined>
  /** Ends the telling. The next start goes on with it. */
  stop(): Promise<void>
}

/** Tells the story of the demo beside the requests, which it takes seconds of an embedded database from. */
export function tellStory(database: Database, log: ReturnType<typeof createLog>): StoryTelling {
  const ending = new AbortController()
  const workspaceId = seedStory(database, { signal: ending.signal }).catch((error: unknown) => {
    if (!ending.signal.aborted) log.error({ err: error }, 'the story of the demo was not told')
    return undefined
  })
  return {
    workspaceId,
    stop: async () => {
      ending.abort()
      await workspaceId
    },
  }
}
