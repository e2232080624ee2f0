import type { Credential } from '@affiliate-platform/contract/server'
import { listAppsTool } from './list-apps.ts'
import { createOperationTools } from './operation-tools.ts'
import type { Tool } from './tool.ts'

/** The tools that a key may call, by name. */
export type FindTools = (credential: Credential) => ReadonlyMap<string, Tool>

/** Creates the tools. */
export function createTools(): FindTools {
  const tools = new Map([listAppsTool, ...createOperationTools()].map((tool) => [tool.name, tool]))
  return () => tools
}
