export { createQuota } from './quota/quota.ts'
