export { deriveDemoKeys } from './demo/keys.ts'
export { createRandom, type Random } from './demo/random.ts'
export { type Demo, seedDemo } from './demo/seed.ts'
export { demoPlatformClientId, demoShops } from './demo/shops.ts'
