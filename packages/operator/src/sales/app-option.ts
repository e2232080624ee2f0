import type { Option } from 'commander'
import { recordFlag } from '../command-line/record-name.ts'

/** `--app`, of a command about the sales of one app. */
export const appOption: Option = recordFlag(
  'app',
  'app of the sales (default: the only one of the workspace)',
)
