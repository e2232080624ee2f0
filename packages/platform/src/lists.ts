export { createCursors } from './lists/cursors.ts'
export type { PageQuery } from './lists/page-filters.ts'
export { toPosition } from './lists/read-page.ts'
