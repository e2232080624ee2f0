import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDemoService } from '../support/demo-service.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { createVariedRequests, type VariedRequest } from './varied-requests.ts'

interface Result {
  readonly status: number
  /** What Prism says itself, in place of the service. */
  readonly fault?: string | undefined
}

/**
 * Sends requests to the service through Prism, which checks both directions against the document: what the service
 * accepts, the document accepts, and the document describes each response, rejections included.
 *
 * @returns how many responses of each status the service gave
 */
export async function checkByPrism(
  prism: string,
  document: string,
): Promise<Readonly<Record<number, number>>> {
  // A second for each request: the quota is met only where time stands still.
  let nowMs = Date.now()
  await using service = await startDemoService({ clock: () => nowMs })
  await using all = await startPrism(prism, [document, service.baseUrl, '--errors'])
  await using responses = await startPrism(prism, [
    document,
    service.baseUrl,
    '--errors',
    '--validate-request=false',
  ])
  const { affiliate: affiliateKey, workspace: workspaceKey } = service.keys
  const ids = { ...service.ids }
  const requests = createVariedRequests({ affiliateKey, workspaceKey, ids }, 800)
  const statuses: Record<number, number> = {}
  const violations: string[] = []
  for (const [index, request] of requests.entries()) {
    if (index < 500) nowMs += 1000
    const { status, fault } = await send(responses.baseUrl, request)
    const checked = await send(all.baseUrl, request)
    statuses[status] = (statuses[status] ?? 0) + 1
    const isRejectedByDocument =
      checked.fault !== undefined && (status < 400 || /VIOLATIONS/.test(checked.fault))
    for (const text of [fault, isRejectedByDocument ? checked.fault : undefined])
      if (text !== undefined)
        violations.push(`${request.method} ${request.path} ${request.body ?? ''}: ${status} ${text}`)
  }
  assert.equal(violations.length, 0, violations.slice(0, 10).join('\n'))
  // Or the one direction would have proved nothing.
  assert.ok((statuses[200] ?? 0) >= 100, 'The service accepts a good part of the requests.')
  return statuses
}

async function send(baseUrl: string, { path, ...init }: VariedRequest): Promise<Result> {
  const response = await fetch(`${baseUrl}${path}`, init)
  const text = await response.text()
  return { status: response.status, fault: text.includes('stoplight.io/prism/errors') ? text : undefined }
}

async function startPrism(prism: string, args: readonly string[]) {
  const port = await findFreePort()
  const child = spawn(prism, ['proxy', ...args, '--port', String(port), '--host', '127.0.0.1'], {
    stdio: 'ignore',
  })
  const baseUrl = `http://127.0.0.1:${port}`
  for (let tries = 0; (await fetch(baseUrl).catch(() => undefined)) === undefined; tries += 1) {
    if (tries === 300) throw new Error('Prism does not listen.')
    await sleep(100)
  }
  return { baseUrl, [Symbol.asyncDispose]: async () => void child.kill() }
}
