import { expect, test } from 'vitest'
import { buildProgram } from '../src/build-program.ts'
import { renderReference } from './command-reference.ts'

test('the reference of the commands is what they say of themselves [D47] [D152]', async () => {
  const program = buildProgram({ env: {}, writeData: () => undefined, writeMessage: () => undefined })

  await expect(renderReference(program)).toMatchFileSnapshot('../../../docs/reference/commands.md')
})
