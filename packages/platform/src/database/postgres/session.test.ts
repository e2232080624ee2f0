import { expect, test } from 'vitest'
import { toDurability, withSessionOptions } from './session.ts'

const safe = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }

test.each([
  [safe, 'fsync'],
  [{ ...safe, synchronous_commit: 'remote_apply' }, 'fsync'],
  [{ ...safe, fsync: 'off' }, 'process-crash'],
  [{ ...safe, full_page_writes: 'off' }, 'process-crash'],
  [{ ...safe, synchronous_commit: 'off' }, 'process-crash'],
])('calls the durability under %j %s [D74]', (settings, durability) => {
  expect(toDurability(settings)).toBe(durability)
})

test('keeps the options that a URL has, and has the last word [D74]', () => {
  const url = withSessionOptions(
    'postgres://u:p%40w@host/db?sslmode=verify-full&options=-c%20lock_timeout%3D0',
  )
  const { searchParams, password } = new URL(url)
  expect([password, searchParams.get('sslmode')]).toEqual(['p%40w', 'verify-full'])
  expect(searchParams.get('options')).toMatch(/^-c lock_timeout=0 -c .*-c lock_timeout=2000 /)
})
