export { insertProgram, listPrograms, updateProgram } from './programs/store.ts'
