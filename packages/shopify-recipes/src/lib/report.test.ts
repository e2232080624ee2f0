import { expect, it, onTestFinished, vi } from 'vitest'
import { createReport } from './report.ts'

it('shows each different warning once when the app takes no results', () => {
  const emit = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  onTestFinished(() => emit.mockRestore())
  const report = createReport<string>(undefined, (result) => (result === 'fine' ? undefined : result))
  for (const result of ['fine', 'bad', 'bad', 'worse']) report(result)
  expect(emit.mock.calls).toEqual([
    ['bad', 'AffiliateRecipesWarning'],
    ['worse', 'AffiliateRecipesWarning'],
  ])
})

it('warns of nothing when the app takes the results', () => {
  const emit = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  onTestFinished(() => emit.mockRestore())
  const onResult = vi.fn()
  createReport<string>(onResult, (result) => result)('bad')
  expect(onResult).toHaveBeenCalledExactlyOnceWith('bad')
  expect(emit).not.toHaveBeenCalled()
})

it('shows a hundred different warnings at most, and then says that there are more', () => {
  const emit = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  onTestFinished(() => emit.mockRestore())
  const report = createReport<string>(undefined, (result) => result)
  for (let index = 0; index < 200; index += 1) report(`The install of shop-${index} was not identified.`)
  expect(emit).toHaveBeenCalledTimes(101)
  expect(emit.mock.calls.at(-1)?.[0]).toContain('Further warnings are not shown')
})
