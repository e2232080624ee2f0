import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { apiKeyChecksum, redeemSetupCode } from '@affiliate-platform/contract'
import { expect, it } from 'vitest'
import { runCommand } from '../../src/cli/run-command.ts'
import { createCommandIo } from '../support/command-io.ts'

const url = 'http://localhost:4010'
const appId = '019a2f6e-7c00-7b1e-9d5c-2f3c1b8e7a40'
const keyId = '019a2f6e-7c00-7b1e-9d5c-2f3c1b8e7a41'

const toText = (kind: string, letter: string) => {
  const body = `aff_${kind}_${letter.repeat(33)}`
  return `${body}_${apiKeyChecksum(body)}`
}
const code = toText('setup', 'C')
const apiKey = toText('workspace', 'K')

/** A service at which the code is good once; the real one is tried in `e2e/recipes`. */
function createService(): typeof fetch {
  let isUsed = false
  return async (input, init) => {
    const { method, url: address, headers } = new Request(input, init)
    expect([method, address]).toEqual(['POST', `${url}${redeemSetupCode.path}`])
    const isGood = headers.get('Authorization') === `Bearer ${code}` && !isUsed
    isUsed = true
    if (!isGood) return Response.json({ code: 'invalid_credential' }, { status: 401 })
    return Response.json({ apiKey, keyId, appId, appName: 'Bright Reviews', later: 'member' })
  }
}

/** A command in a folder of its own that reaches the real service. */
async function createLogin(env?: string, changes: Parameters<typeof createCommandIo>[0] = {}) {
  const command = await createCommandIo({
    fetch: createService(),
    ...changes,
  })
  const path = join(command.io.folder, '.env')
  if (env !== undefined) await writeFile(path, env)
  const login = (...words: readonly string[]) =>
    runCommand(['login', code, '--url', url, ...words], command.io)
  const read = () => readFile(path, 'utf8')
  return { ...command, path, login, read, said: () => command.output() + command.errors() }
}

it('writes key, base URL and app id to an .env that its owner alone can read, and prints no key [D265]', async () => {
  const { login, read, path, said, io } = await createLogin()
  expect(await login()).toBe(0)
  expect(parseEnv(await read())).toEqual({
    AFFILIATE_WORKSPACE_API_KEY: apiKey,
    AFFILIATE_BASE_URL: url,
    AFFILIATE_APP_ID: appId,
  })
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(io.folder)).toEqual(['.env'])
  expect(said()).not.toMatch(/aff_/)
})

it.each([
  ['\n', 'the end of a file with a last line', 'A=1\n# words\n'],
  ['\n', 'the end of one without', 'A=1\n# words'],
  ['\r\n', 'the lines of a Windows file', 'A=1\r\n# words\r\nAFFILIATE_APP_ID=\r\nB="x y"\r\n'],
  ['\n', 'the place of an empty value', 'AFFILIATE_APP_ID=\nexport A=1\n'],
])('leaves every other line, with %j, at %s', async (eol, _title, env) => {
  const { login, read } = await createLogin(env)
  expect(await login()).toBe(0)
  const text = await read()
  const others = (from: string) => from.split(/\r?\n/).filter((line) => line && !line.startsWith('AFFILIATE'))
  expect(others(text)).toEqual(others(env))
  expect(text.split(eol).join('')).not.toMatch(/[\r\n]/)
  expect(text.match(/AFFILIATE_/g)).toHaveLength(3)
})

it('keeps the mode of a file that is there, and follows a link to it', async () => {
  const { login, read, path, io } = await createLogin()
  await mkdir(join(io.folder, 'shared'))
  await writeFile(join(io.folder, 'shared/env'), 'A=1\n')
  await chmod(join(io.folder, 'shared/env'), 0o640)
  await symlink('shared/env', path)
  expect(await login()).toBe(0)
  expect(await read()).toMatch(/^A=1\nAFFILIATE_/)
  expect((await stat(join(io.folder, 'shared/env'))).mode & 0o777).toBe(0o640)
  expect(await readdir(io.folder)).toEqual(['.env', 'shared'])
})

it('asks before it replaces a value, and a no costs no code', async () => {
  const env = 'AFFILIATE_WORKSPACE_API_KEY=old\nA=1\nAFFILIATE_BASE_URL=https://old.example\n'
  const questions: string[] = []
  let answer = false
  const confirm = async (question: string) => {
    questions.push(question)
    return answer
  }
  const { login, read } = await createLogin(env, { isTerminal: true, confirm })
  expect(await login()).toBe(0)
  expect(questions).toEqual(['.env already has AFFILIATE_WORKSPACE_API_KEY, AFFILIATE_BASE_URL. Replace?'])
  expect(await read()).toBe(env)
  answer = true
  expect(await login()).toBe(0)
  expect(await read()).toMatch(
    new RegExp(
      `^AFFILIATE_WORKSPACE_API_KEY=aff_\\w+\nA=1\nAFFILIATE_BASE_URL=${url}\nAFFILIATE_APP_ID=.+\n$`,
    ),
  )
})

it('needs --yes to replace a value where nobody can be asked', async () => {
  const { login, errors } = await createLogin('AFFILIATE_APP_ID=old\n')
  expect(await login()).toBe(2)
  expect(errors()).toBe('.env already has AFFILIATE_APP_ID. Add --yes to replace what is there.\n')
  expect(await login('--yes')).toBe(0)
})

it('rejects a used code, half a code and an unreachable service, and writes nothing', async () => {
  const fetch = createService()
  await (await createLogin('', { fetch })).login()
  const { io, login, read, errors } = await createLogin('A=1\n', { fetch })
  expect(await login()).toBe(4)
  expect(errors()).toContain('unknown, used or older than 15 minutes. Ask for another one.')
  expect(await runCommand(['login', code.slice(0, -1), '--url', url], io)).toBe(2)
  expect(await runCommand(['login', code, '--url', 'http://service.example'], io)).toBe(2)
  expect(await read()).toBe('A=1\n')

  const offline = await createLogin('A=1\n', { fetch: () => Promise.reject(new TypeError('fetch failed')) })
  expect(await offline.login()).toBe(5)
  expect(offline.said()).not.toMatch(/aff_/)
  expect(await offline.read()).toBe('A=1\n')
})

it('says which key to revoke where the file cannot be written after all', async () => {
  const redeem = createService()
  const command = await createLogin(undefined, {
    fetch: async (input, init) => {
      await mkdir(command.path)
      return await redeem(input, init)
    },
  })
  expect(await command.login()).toBe(1)
  const remedy = `(EISDIR). Have the key ${keyId} revoked (keys revoke ${keyId}), and ask for another code.`
  expect(command.errors()).toContain(remedy)
  expect(command.said()).not.toMatch(/aff_/)
  expect(await readdir(command.io.folder)).toEqual(['.env'])
})

it.each([
  ['warns', 'node_modules\n', true],
  ['is silent', '.env\n', false],
])('%s where .gitignore has %j', async (_title, ignored, warns) => {
  const { login, errors, io } = await createLogin()
  execFileSync('git', ['init', '--quiet'], { cwd: io.folder })
  await writeFile(join(io.folder, '.gitignore'), ignored)
  expect(await login()).toBe(0)
  expect(errors()).toBe(
    warns
      ? 'Git does not ignore .env: add it to .gitignore before you commit, or the key is published.\n'
      : '',
  )
})
