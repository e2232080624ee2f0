export { closeProgram, reopenProgram } from './programs/close-program.ts'
export { createProgram } from './programs/create-program.ts'
export { listProgramPayDays, type ProgramPayDay } from './programs/list-pay-days.ts'
export {
  listShownPrograms,
  type ReadProgram,
  readProgram,
  type ShownProgram,
} from './programs/read-program.ts'
export { updateProgram } from './programs/update-program.ts'
