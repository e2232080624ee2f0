import { describeHosts } from './support/describe-hosts.ts'
import { listInstalled, remixServe } from './support/host.ts'

describeHosts(listInstalled(24, 22, 20, 18).map((version) => remixServe(version, 'polyfilled')))
