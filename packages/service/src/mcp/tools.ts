import type { Caller } from '@affiliate-platform/contract/server'
import { attributionCoverageTool, listAttributionCasesTool } from './attribution-tools.ts'
import { explainTool } from './explain.ts'
import { findReceiptsTool } from './find-receipts.ts'
import { listAppsTool } from './list-apps.ts'
import { listBalancesTool } from './list-balances.ts'
import { listChangesTool } from './list-changes.ts'
import { createOperationTools } from './operation-tools.ts'
import { previewPayoutsTool } from './preview-payouts.ts'
import { checkTermsTool, saveTermsTool } from './terms-tools.ts'
import type { Tool } from './tool.ts'

/** The tools that a key may call, by name. */
export type FindTools = (caller: Caller) => ReadonlyMap<string, Tool>

const reading = [
  ...[listAppsTool, ...createOperationTools(), explainTool, previewPayoutsTool, listBalancesTool],
  ...[listChangesTool, attributionCoverageTool, listAttributionCasesTool, findReceiptsTool, checkTermsTool],
]

export const allTools: readonly Tool[] = [...reading, saveTermsTool]

/** Creates the tools. A key that may not save terms has no tool that could (D133). */
export function createTools(): FindTools {
  const [readers, writers] = [toMap(reading), toMap(allTools)]
  return ({ scopes }) => (scopes.includes('terms:write') ? writers : readers)
}

const toMap = (tools: readonly Tool[]) => new Map(tools.map((tool) => [tool.name, tool]))
