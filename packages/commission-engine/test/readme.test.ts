import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const folder = new URL('..', import.meta.url)
const readme = readFileSync(new URL('README.md', folder), 'utf8')
const samples = [...readme.matchAll(/## ([^\n]+)\n(?:(?!\n## )[\s\S])*?```ts\n([\s\S]*?)```/g)]

it.each(samples.map(([, title, code]) => [title, code] as const))(
  'runs the sample of "%s"',
  async (_, code) => {
    const flags = ['--conditions=@affiliate-platform/source', '--input-type=module-typescript']
    const { stderr } = await promisify(execFile)(process.execPath, [...flags, '--eval', code ?? ''], {
      cwd: folder,
    })
    expect(stderr).toBe('')
  },
)

it('has one sample in a section, so that none is left out', () => {
  expect(readme.match(/```ts/g)).toHaveLength(samples.length)
})
