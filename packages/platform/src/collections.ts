export { type CollectionRecord, listCollections } from './collections/list-collections.ts'
