import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const cwd = resolve(import.meta.dirname, '../../examples/remix-app')

it('runs the tests of the example alone by npm test in its folder, and counts them at the end', async () => {
  const { stdout } = await promisify(execFile)('npm', ['test'], {
    cwd,
    env: { ...process.env, NO_COLOR: '1' },
  })
  expect(stdout).toContain('test/identify-at-install.test.ts')
  expect(stdout).not.toMatch(/packages\/|e2e\//)
  expect(stdout).toMatch(/^tests: [1-9]\d+ passed, 0 failed, 0 skipped$/m)
})
