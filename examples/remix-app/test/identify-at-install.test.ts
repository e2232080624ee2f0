import { loadApp } from './load-app.ts'
import { describeBackfill } from './rules/describe-backfill.ts'
import { describeInstall } from './rules/describe-install.ts'
import { describeUninstall } from './rules/describe-uninstall.ts'
import { startStage } from './rules/stage.ts'

const stage = await startStage({ AFFILIATE_VARIANT: 'identify_at_install' }, loadApp)

describeInstall(stage)
describeUninstall(stage)
describeBackfill(stage)
