import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Place, pinned } from './pin.ts'

interface Question {
  readonly number: number
  readonly question: unknown
}

type Reply = { readonly number: number } & ({ readonly response: unknown } | { readonly failure: string })

/** A process that answers questions. */
export interface Partner {
  readonly pid: number
  /** @throws what the process failed with, or that it ended */
  ask<Response>(question: unknown): Promise<Response>
  stop(): Promise<void>
}

/** How a process is started. */
export interface PartnerOptions {
  readonly place: Place
  /** Where it leaves a CPU profile when it ends. */
  readonly profileFolder?: string | undefined
}

/** Starts a module of this folder's programs as a process of its own, on its core. */
export function startPartner(
  module: string,
  args: readonly string[],
  { place, profileFolder }: PartnerOptions,
): Partner {
  const path = fileURLToPath(new URL(`../${module}`, import.meta.url))
  const node = [process.execPath, '--expose-gc', '--conditions=@affiliate-platform/source']
  const profile = profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`]
  const [command = '', ...rest] = pinned(place, [...node, ...profile, path, ...args])
  const child = spawn(command, rest, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const waiting = new Map<number, (reply: Reply) => void>()
  child.on('message', (reply: Reply) => waiting.get(reply.number)?.(reply))
  child.on('exit', (code) => {
    for (const [number, settle] of waiting) settle({ number, failure: `${module} ended with ${code}.` })
  })
  let lastNumber = 0
  return {
    pid: child.pid ?? 0,
    ask<Response>(question: unknown) {
      lastNumber += 1
      const number = lastNumber
      return new Promise<Response>((resolve, reject) => {
        waiting.set(number, (reply) => {
          waiting.delete(number)
          if ('failure' in reply) reject(new Error(reply.failure))
          else resolve(reply.response as Response)
        })
        child.send({ number, question } satisfies Question)
      })
    },
    stop: () => stopChild(child),
  }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  if (child.connected) child.disconnect()
  await ended
}

/** Responds to the questions of the process that started this one, until it goes away. */
export function promptForChoices<Asked>(response: (question: Asked) => Promise<unknown>): void {
  process.on('message', ({ number, question }: { number: number; question: Asked }) => {
    response(question).then(
      (value) => process.send?.({ number, response: value }),
      (error: unknown) =>
        process.send?.({ number, failure: error instanceof Error ? (error.stack ?? '') : String(error) }),
    )
  })
  // Whoever asked is gone: nothing is left to do, and a forgotten process would disturb the next run.
  process.on('disconnect', () => process.exit())
}
