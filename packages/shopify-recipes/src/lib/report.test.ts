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
