export { closeProgram, reopenProgram } from './programs/close-program.ts'
export { createProgram } from './programs/create-program.ts'
export { renameProgram } from './programs/rename-program.ts'
