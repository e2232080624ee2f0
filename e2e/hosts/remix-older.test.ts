import { describe, expect, it } from 'vitest'
import { describeHosts } from './support/describe-hosts.ts'
import { listInstalled, olderRemixServe } from './support/host.ts'
import { createOlderApp, type OlderRemix, olderRemix } from './support/older-remix.ts'

const dates = Object.keys(olderRemix) as readonly OlderRemix[]

describe.each(dates)('the Remix template of %s', (date) => {
  it('passes the compiler of its time, and builds, with what add writes [D237, D276]', {
    timeout: 300_000,
  }, () => {
    const app = createOlderApp(date, 'checked')
    expect(app.add()).toContain('Added.')
    app.checkTypes()
    app.build()
  })
})

describeHosts(listInstalled(20).flatMap((version) => dates.map((date) => olderRemixServe(date, version))))
