import { describeHosts } from './support/describe-hosts.ts'
import { express5, listInstalled } from './support/host.ts'

describeHosts(listInstalled(24, 22, 20, 18).map((version) => express5(version)))
