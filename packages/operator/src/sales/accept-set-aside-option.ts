import { flag } from '../command-line/act.ts'

/** For imports that fail where rows were set aside, so that a script does not go on without looking. */
export const acceptSetAsideOption = flag('--accept-set-aside', 'succeed also where rows were set aside')
