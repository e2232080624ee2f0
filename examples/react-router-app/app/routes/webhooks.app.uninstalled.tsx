import { uninstalled } from '../affiliate.server.ts'

export const action = uninstalled
