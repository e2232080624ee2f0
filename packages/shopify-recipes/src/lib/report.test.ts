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

it('shows twenty different warnings of a code in an hour, then says that there are more, and goes on after it [D267]', () => {
  vi.useFakeTimers()
  const emit = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  onTestFinished(() => {
    vi.useRealTimers()
    emit.mockRestore()
  })
  const report = createReport<{ readonly shop: string; readonly code: string }>(
    undefined,
    ({ shop, code }) => `The install of ${shop} failed: ${code}.`,
  )
  const fail = (code: string, count: number) => {
    for (let index = 0; index < count; index += 1) report({ shop: `shop-${index}`, code })
    const shown = emit.mock.calls.map(([text]) => String(text))
    emit.mockClear()
    return shown
  }
  const outage = fail('timeout', 200)
  expect(outage).toHaveLength(21)
  expect(outage.at(-1)).toBe(
    'Further warnings with the code timeout are not shown for an hour: pass the option onResult.',
  )
  expect(fail('invalid_credential', 1)).toEqual(['The install of shop-0 failed: invalid_credential.'])
  vi.advanceTimersByTime(3_599_999)
  expect(fail('timeout', 1)).toEqual([])
  vi.advanceTimersByTime(1)
  expect(fail('timeout', 1)).toEqual(['The install of shop-0 failed: timeout.'])
})
