import { describeHosts } from './support/describe-hosts.ts'
import { express5, express8 } from './support/host.ts'

describeHosts([express8(24), express5(24)])
