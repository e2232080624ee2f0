/** Whether the guarantees run at full size: `GUARANTEE_SCALE=soak`, as `npm run test:soak` sets it. */
export const isSoak = process.env['GUARANTEE_SCALE'] === 'soak'

/** How many shops an app has: in the small size enough for each fault and each kill, many pages apart. */
export const shopCount = isSoak ? 10_000 : 2000
