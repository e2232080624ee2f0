// Loaded before an app by `node --import`: the redirect to the simulator that the doctor loads too, and a clock.
import '../../../packages/shopify-recipes/bin/redirect-shopify.js'
import { moveClock } from './clock.js'

// The test moves the clock on, also that of a runtime which the process only starts.
process.on('message', async (aheadMs) => {
  moveClock(aheadMs)
  await globalThis.moveClockOfRuntime?.(aheadMs)
  process.send('moved')
})
process.channel?.unref()
