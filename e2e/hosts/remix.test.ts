import { describeHosts } from './support/describe-hosts.ts'
import { remixServe } from './support/host.ts'

describeHosts([remixServe(24, 'polyfilled'), remixServe(24, 'native')])
