import { uninstalled } from '../affiliate.server'

export const action = uninstalled
