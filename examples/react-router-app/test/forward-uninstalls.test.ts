import { describeForward, describeUninstall } from '../../remix-app/test/rules/describe-uninstall.ts'
import { startStage } from '../../remix-app/test/rules/stage.ts'
import { loadApp } from './load-app.ts'

const stage = await startStage({ AFFILIATE_VARIANT: 'forward_uninstalls' }, loadApp)

describeUninstall(stage)
describeForward(stage)
