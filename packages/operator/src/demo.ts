export { deriveDemoKeys } from './demo/keys.ts'
export { createRandom, type Random } from './demo/random.ts'
export { type Demo, demoShops, seedDemo } from './demo/seed.ts'
export { demoPlatformClientId } from './demo/shops.ts'
