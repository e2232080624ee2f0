import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { AddedApp } from './add-recipes.ts'
import { folder } from './folder.ts'
import { buildOlderApps, type OlderRemix, olderRemix } from './older-remix.ts'

/** An app of `apps/`, and the server that its users run it on. */
export interface Host {
  readonly name: string
  /** The folder in `apps/`, where the command is started. */
  readonly app: string
  /** That of the app with `forwardUninstall`, where it is another build. */
  readonly forwardApp?: string
  /** Makes the app, where `prepare.ts` does not. */
  readonly build?: () => void
  /** The binary of Node. */
  readonly node: string
  /** Node's arguments. */
  readonly command: readonly string[]
  /** What the host needs beside what every app gets. */
  readonly environment?: Readonly<Record<string, string>>
  /** Where a shop installs by OAuth; without it Shopify's admin opens the app with a session token. */
  readonly authPath?: string
  readonly uninstallPath: string
  readonly backfillPath: string
}

const modules = resolve(folder, 'node_modules')

/** The binaries of Node to run hosts on. Those beside our own are there for Linux on x64 only. */
const nodes = {
  18: resolve(modules, 'node-18/bin/node'),
  20: resolve(modules, 'node-20/bin/node'),
  22: resolve(modules, 'node-22/bin/node'),
  24: process.execPath,
}

type NodeVersion = keyof typeof nodes

/** The versions that can be run on this machine: the others of a list are left out. */
export function listInstalled(...versions: readonly NodeVersion[]): readonly NodeVersion[] {
  return versions.filter((version) => existsSync(nodes[version]))
}

const paths = {
  uninstallPath: '/webhooks/app/uninstalled',
  backfillPath: '/internal/affiliate-backfill',
}

export function remixServe(version: NodeVersion, build: 'polyfilled' | 'native'): Host {
  const singleFetch = build === 'native'
  return {
    name: `remix-serve, single fetch ${singleFetch}, Node ${version}`,
    app: 'remix',
    node: nodes[version],
    command: [resolve(modules, '@remix-run/serve/dist/cli.js'), `build/${build}/server/index.js`],
    ...paths,
  }
}

/** The template of that date, after `add`. */
export function olderRemixServe(date: OlderRemix, version: NodeVersion): Host {
  const app = `remix-${date}`
  const { remix, adapter, server, install } = olderRemix[date]
  return {
    name: `remix-serve ${remix}, adapter ${adapter} (${date}), Node ${version}`,
    app: `${app}/build/install`,
    forwardApp: `${app}/build/forward`,
    node: nodes[version],
    command: [resolve(folder, 'apps', app, 'node_modules/@remix-run/serve/dist/cli.js'), server],
    environment: { SCOPES: '' },
    ...install,
    build: () => buildOlderApps(date),
    ...paths,
  }
}

export function reactRouterServe(version: NodeVersion): Host {
  return {
    name: `react-router-serve, Node ${version}`,
    app: 'react-router',
    node: nodes[version],
    command: [resolve(modules, '@react-router/serve/bin.js'), 'build/server/index.js'],
    ...paths,
  }
}

export function express8(version: NodeVersion): Host {
  return {
    name: `Express, adapter 8, Node ${version}`,
    app: 'express-8',
    node: nodes[version],
    command: ['index.js'],
    ...paths,
  }
}

export function express5(version: NodeVersion): Host {
  return {
    name: `Express, adapter 5, Node ${version}`,
    app: 'express-5',
    node: nodes[version],
    command: ['index.js'],
    authPath: '/api/auth',
    uninstallPath: `/api${paths.uninstallPath}`,
    backfillPath: `/api${paths.backfillPath}`,
  }
}

/** Express with what `affiliate-recipes add` writes. */
export function expressAdded(name: string, app: AddedApp, environment: Host['environment'] = {}): Host {
  return {
    ...express5(24),
    name,
    app: 'express-added',
    command: ['serve.js'],
    environment: { APP: app, ...environment },
  }
}

/** The same app, with online tokens: the hook gets one of a member of the staff. */
export function withOnlineTokens(host: Host): Host {
  return {
    ...host,
    name: `${host.name}, online tokens`,
    environment: { ...host.environment, USES_ONLINE_TOKENS: 'true' },
  }
}

/** Hono in workerd. Without `nodejs_compat` there is no `process`, and the app hands its settings over. */
export function workerd(flag?: 'nodejs_compat'): Host {
  return {
    name: `Hono on workerd, ${flag ?? 'no nodejs_compat'}`,
    app: 'worker',
    node: nodes[24],
    command: ['serve.js'],
    environment: { COMPATIBILITY_FLAGS: flag ?? '' },
    ...paths,
  }
}
