export { applyTombstones } from './tombstones/apply-tombstones.ts'
export { listTombstones, type Tombstone } from './tombstones/list-tombstones.ts'
