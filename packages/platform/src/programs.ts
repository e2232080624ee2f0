export { insertProgram, listPrograms } from './programs/store.ts'
