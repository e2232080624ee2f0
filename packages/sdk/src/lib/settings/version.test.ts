import { expect, test } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { sdkVersion } from './version.ts'

test('the version is that of package.json', () => {
  expect(sdkVersion).toBe(manifest.version)
})
