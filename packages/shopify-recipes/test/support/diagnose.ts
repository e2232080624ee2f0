import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runCommand } from '../../src/cli/run-command.ts'
import { createCommandIo } from './command-io.ts'
import { apiKey, appId } from './fixtures.ts'

/** A client secret as Shopify makes them. */
export const clientSecret = `shpss_${'0123456789abcdef'.repeat(2)}`

/** All settings of an app that is set up rightly. */
export const rightEnv = {
  AFFILIATE_WORKSPACE_API_KEY: apiKey,
  AFFILIATE_BASE_URL: 'https://affiliates.example.com',
  AFFILIATE_APP_ID: appId,
  SHOPIFY_API_SECRET: clientSecret,
}

/** What the doctor is let loose on. */
export interface Patient {
  readonly env?: Readonly<Record<string, string>>
  readonly files?: Readonly<Record<string, string>>
  readonly words?: readonly string[]
  /** The folder of the app that the doctor is run in. */
  readonly within?: string
  /** The service's response. */
  readonly service?: (request: Request) => Response | Promise<Response>
  /** The app's response to a request. */
  readonly app?: (request: Request) => Response | Promise<Response>
  readonly nowMs?: number
}

/** Runs the doctor. `faults` are its findings but the good ones, each as `id place`. */
export async function diagnose(patient: Patient = {}) {
  const { service = () => new Response(null, { status: 400 }), app = () => new Response() } = patient
  const requests: Request[] = []
  const command = await createCommandIo({
    env: patient.env ?? rightEnv,
    now: () => patient.nowMs ?? 0,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      requests.push(request)
      return request.url.startsWith(rightEnv.AFFILIATE_BASE_URL) ? service(request) : app(request)
    },
  })
  for (const [path, text] of Object.entries(patient.files ?? {})) {
    await mkdir(dirname(join(command.io.folder, path)), { recursive: true })
    await writeFile(join(command.io.folder, path), text)
  }
  const io = { ...command.io, folder: join(command.io.folder, patient.within ?? '.') }
  const exitCode = await runCommand(['doctor', '--json', ...(patient.words ?? [])], io)
  const findings = command.lines()
  const faults = findings
    .filter(({ level }) => level !== 'ok')
    .map(({ id, place }) => (place ? `${id} ${place}` : id))
  return { exitCode, findings, faults, requests, output: command.output() }
}
