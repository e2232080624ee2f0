/** How many histories a property sees: 2,000, or 200,000 with `GUARANTEE_SCALE=soak`. */
export const historyRuns = process.env['GUARANTEE_SCALE'] === 'soak' ? 200_000 : 2_000

/** The seed of all histories. The tests print it in their names; `GUARANTEE_SEED` tries another one. */
export const historySeed = Number(process.env['GUARANTEE_SEED'] ?? 20_261_122)
