export { listCollections } from './collections/list-collections.ts'
