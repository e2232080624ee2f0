import { loadApp } from './load-app.ts'
import { describeForward, describeUninstall } from './rules/describe-uninstall.ts'
import { startStage } from './rules/stage.ts'

const stage = await startStage({ AFFILIATE_VARIANT: 'forward_uninstalls' }, loadApp)

describeUninstall(stage)
describeForward(stage)
