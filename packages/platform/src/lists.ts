export { createCursors } from './lists/cursors.ts'
