import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { apiKeyKind, type RedeemedSetupCode } from '@affiliate-platform/contract'
import { findAppRoot } from '../app-root.ts'
import { type CommandIo, exitCodes, UsageError } from '../io.ts'
import { parseTargetUrl } from '../target-url.ts'
import { type EnvFile, openEnvFile, writeVariables } from './env-file.ts'
import { redeemCode } from './redeem-code.ts'

/** The options of `login`, as commander hands them over. */
export interface LoginCommandOptions {
  readonly url: string
  readonly yes?: boolean
  readonly cwd?: string
}

const packageName = '@affiliate-platform/shopify-recipes'
const names = ['AFFILIATE_WORKSPACE_API_KEY', 'AFFILIATE_BASE_URL', 'AFFILIATE_APP_ID'] as const

/** `affiliate-recipes login`: redeems a setup code, and writes key, base URL and app id to `.env`. */
export async function runLoginCommand(
  code: string,
  { url, yes, cwd }: LoginCommandOptions,
  io: CommandIo,
): Promise<number> {
  const baseUrl = parseTargetUrl(url).href.replace(/\/+$/, '')
  if (apiKeyKind(code) !== 'setup') {
    throw new UsageError('That is not a whole setup code. Copy the line that apps setup-code printed.')
  }
  // A code works only once: what can go wrong with the file has to go wrong before.
  const folder = findAppRoot(resolve(io.folder, cwd ?? '.'))
  const file = await openEnvFile(join(folder, '.env'))
  if (!yes && !(await mayReplace(file, io))) {
    io.write('Nothing was changed. The code was not used.\n')
    return io.interrupted.aborted ? exitCodes.interrupted : exitCodes.done
  }
  const redemption = await redeemCode(code, baseUrl, io)
  if (!redemption.ok) {
    io.writeError(`${redemption.text}\n`)
    return redemption.exitCode
  }
  return await keep(redemption.redeemed, { baseUrl, file, folder, io })
}

/** @throws UsageError where something is there and nobody can be asked */
async function mayReplace({ set }: EnvFile, io: CommandIo): Promise<boolean> {
  const replaced = names.filter((name) => set.has(name))
  if (replaced.length === 0) return true
  const question = `.env already has ${replaced.join(', ')}.`
  if (!io.isTerminal) throw new UsageError(`${question} Add --yes to replace what is there.`)
  return await io.confirm(`${question} Replace?`)
}

interface Place {
  readonly baseUrl: string
  readonly file: EnvFile
  readonly folder: string
  readonly io: CommandIo
}

async function keep(redeemed: RedeemedSetupCode, { baseUrl, file, folder, io }: Place): Promise<number> {
  const { apiKey, appId, appName, keyId } = redeemed
  const values = [apiKey, baseUrl, appId]
  try {
    await writeVariables(file, Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])))
  } catch (error) {
    const reason = String(Reflect.get(Object(error), 'code'))
    const remedy = `Have the key ${keyId} revoked (keys revoke ${keyId}), and ask for another code.`
    io.writeError(`${file.path} could not be written (${reason}). ${remedy}\n`)
    return exitCodes.failed
  }
  io.write(`Connected to ${appName}. ${names.join(', ')} are in ${file.path}.\n`)
  if (!isIgnored(folder)) {
    io.writeError(
      'Git does not ignore .env: add it to .gitignore before you commit, or the key is published.\n',
    )
  }
  io.write(`Next: npx ${packageName} add, or doctor if the recipes are in the app.\n`)
  return exitCodes.done
}

/** Whether git leaves the file alone; also where there is no repository that could take it. */
function isIgnored(folder: string): boolean {
  const run = (...words: readonly string[]) =>
    spawnSync('git', words, { cwd: folder, stdio: 'ignore' }).status
  if (run('rev-parse', '--is-inside-work-tree') !== 0) return true
  // A file that is tracked is committed whatever is ignored.
  return run('check-ignore', '--quiet', '.env') === 0 && run('ls-files', '--error-unmatch', '.env') !== 0
}
