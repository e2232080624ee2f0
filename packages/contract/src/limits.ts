// The limits for code that is bundled: what is not used is left out.
export * from './lib/limits.ts'
