import { describeHosts, describeInstalls } from './support/describe-hosts.ts'
import { express8, listInstalled, withOnlineTokens } from './support/host.ts'

describeHosts(
  listInstalled(24, 22).map((version) => express8(version)),
  (getWorld) => describeInstalls(withOnlineTokens(express8(24)), getWorld),
)
