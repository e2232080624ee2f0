import { startSource } from '@affiliate-platform/test-support/source-process'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { expect, test } from 'vitest'

const readingProcess = new URL('./reading-process.ts', import.meta.url)

test.skipIf(!enginesAtHand.includes('postgres'))(
  'gives the rows of a statement free as soon as they were used, without a full collection [D76]',
  async () => {
    const { nextLine, end } = startSource(readingProcess, [await createPostgresCopy()])
    // All pages together have some 60 MB.
    expect(Number(await nextLine())).toBeLessThan(6_000_000)
    await end()
  },
)
