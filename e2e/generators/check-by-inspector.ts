import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { buildTermsRules } from '@affiliate-platform/sdk/testing'
import type { DemoService } from '../support/demo-service.ts'

const run = promisify(execFile)

/**
 * Calls every tool of the MCP server by the protocol's own inspector, which finds no error in their schemas, and none of
 * them by a key of another kind.
 *
 * @returns the names of the tools
 */
export async function checkByInspector(
  inspector: string,
  { baseUrl, keys, ids }: DemoService,
): Promise<readonly string[]> {
  const inspect = async (key: string, args: readonly string[]) => {
    const target = [`${baseUrl}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${key}`]
    const { stdout } = await run(inspector, ['--cli', ...target, '--method', ...args])
    return JSON.parse(stdout)
  }
  const { tools } = (await inspect(keys.mcp, ['tools/list', '--strict'])) as {
    readonly tools: readonly {
      readonly name: string
      readonly inputSchema: { readonly required?: string[] }
    }[]
  }
  for (const { name, inputSchema } of tools) {
    const values: Readonly<Record<string, string>> = {
      ...{
        appId: ids.appId,
        membershipId: ids.membershipId,
        unit: '1',
        rules: JSON.stringify(buildTermsRules()),
      },
      ...{ record: 'payout', id: Object(ids)[`${/^get_(\w+)/.exec(name)?.[1] ?? 'payout'}Id`] },
    }
    const args = (inputSchema.required ?? []).flatMap((member) => [
      '--tool-arg',
      `${member}=${values[member]}`,
    ])
    const result = await inspect(keys.mcp, ['tools/call', '--tool-name', name, ...args])
    assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent, name)
  }
  for (const key of [keys.affiliate, keys.workspace, keys.installBridge, 'nobody'])
    await assert.rejects(inspect(key, ['tools/list']), /401|auth/i)
  return tools.map(({ name }) => name)
}
