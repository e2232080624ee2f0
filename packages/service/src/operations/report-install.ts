import type { operations } from '@affiliate-platform/contract'
import { accessDenied, type Handler, type OperationRequest } from '@affiliate-platform/contract/server'
import { findApp } from '@affiliate-platform/platform/apps'
import { type InstallReport, reportCode, reportInstall } from '@affiliate-platform/platform/attribution'
import type { RequestContext } from '@affiliate-platform/platform/database'

/** Records an install or an uninstall that an app tells of. */
export const reportInstallEvent: Handler<typeof operations.reportInstallEvent, RequestContext> = async (
  request,
) => {
  const shop = await findShop(request)
  const { kind, occurredAt } = request.body
  return { value: await reportInstall(request.context.database, { ...shop, kind, occurredAt }) }
}

/** Records the code that a merchant typed. */
export const reportEvidence: Handler<typeof operations.reportEvidence, RequestContext> = async (request) => {
  const shop = await findShop(request)
  return { value: await reportCode(request.context.database, { ...shop, code: request.body.code }) }
}

/** 403: unknown and another workspace's get one response. */
async function findShop({
  caller: { workspaceId, actor },
  context: { database },
  body: { appId, myshopifyDomain: shopDomain },
}: OperationRequest<
  typeof operations.reportInstallEvent | typeof operations.reportEvidence,
  RequestContext
>): Promise<Pick<InstallReport, 'workspaceId' | 'appId' | 'shopDomain' | 'actor'>> {
  if ((await findApp(database, workspaceId, appId)) === undefined) throw accessDenied()
  return { workspaceId, appId, shopDomain, actor }
}
