export { createCursors } from './lists/cursors.ts'
export { toPosition } from './lists/read-page.ts'
