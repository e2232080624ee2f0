import { describeBackfill } from '../../remix-app/test/rules/describe-backfill.ts'
import { describeInstall } from '../../remix-app/test/rules/describe-install.ts'
import { describeUninstall } from '../../remix-app/test/rules/describe-uninstall.ts'
import { startStage } from '../../remix-app/test/rules/stage.ts'
import { loadApp } from './load-app.ts'

const stage = await startStage({ AFFILIATE_VARIANT: 'identify_at_install' }, loadApp)

describeInstall(stage)
describeUninstall(stage)
describeBackfill(stage)
