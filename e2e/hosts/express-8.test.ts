import { describeHosts } from './support/describe-hosts.ts'
import { express8, listInstalled } from './support/host.ts'

describeHosts(listInstalled(24, 22).map((version) => express8(version)))
