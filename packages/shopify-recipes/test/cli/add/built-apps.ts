import { execFile } from 'node:child_process'
import { mkdir, readdir, realpath, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type AppFiles, buildExpressApp, buildRoutedApp, change } from './apps.ts'
import { createApp } from './created-app.ts'
import { stubPackages } from './stub-packages.ts'

const repository = fileURLToPath(new URL('../../../../../', import.meta.url))
const sourceCondition = '@affiliate-platform/source'

/** A routed app with all that its framework needs to build and to serve it. */
export function completeRoutedApp(
  framework: 'react-router' | 'remix',
  extension: 'ts' | 'js',
  bare = buildRoutedApp(framework, extension),
): AppFiles {
  const isRemix = framework === 'remix'
  const plugin = isRemix
    ? "import { vitePlugin as app } from '@remix-run/dev'"
    : "import { reactRouter as app } from '@react-router/dev/vite'"
  const route = (path: string) => `route("${path.replaceAll('.', '/')}", "routes/${path}.${extension}x")`
  const type = extension === 'ts' ? ': { request: Request }' : ''
  const frame = isRemix ? ['@remix-run/node', '@remix-run/react'] : ['@react-router/node', 'react-router']
  const dependencies = [...frame, 'isbot', 'react-dom'].map((name) => `"${name}": "*"`).join(', ')
  const config = `app/shopify.server.${extension}`
  const files = change(bare, 'package.json', '"dependencies": {', `"dependencies": { ${dependencies},`)
  return {
    ...change(files, config, '  future: {', '  logger: { log: () => undefined },\n  future: {'),
    [`app/db.server.${extension}`]:
      'import { PrismaClient } from "@prisma/client";\n\nconst prisma = new PrismaClient();\n\nexport default prisma;\n',
    [`app/root.${extension}x`]: `import { Outlet, Scripts } from "${isRemix ? '@remix-run/react' : 'react-router'}";

export default function Root() {
  return <html lang="en"><body><Outlet /><Scripts /></body></html>;
}
`,
    [`app/routes/app.${extension}x`]: `import { authenticate } from "../shopify.server";

export const loader = async ({ request }${type}) => {
  await authenticate.admin(request);
  return null;
};

export default function App() {
  return <p>Open</p>;
}
`,
    ...(!isRemix && {
      [`app/routes.${extension}`]: `import { route } from "@react-router/dev/routes";

export default [${route('app')}, ${route('webhooks.app.uninstalled')}];
`,
    }),
    // Inside this repository the packages are read from their TypeScript sources.
    'vite.config.js': `${plugin}

const conditions = ['${sourceCondition}', 'module', 'development|production']

export default {
  plugins: [app()],
  logLevel: 'error',
  resolve: { conditions: [...conditions, 'browser'] },
  ssr: { resolve: { conditions: [...conditions, 'node'], externalConditions: ['${sourceCondition}', 'node'] } },
}
`,
    'tsconfig.json': JSON.stringify({
      include: ['app'],
      compilerOptions: {
        lib: ['DOM', 'DOM.Iterable', 'ES2023'],
        strict: true,
        skipLibCheck: true,
        isolatedModules: true,
        noEmit: true,
        allowImportingTsExtensions: true,
        customConditions: [sourceCondition],
        allowJs: true,
        jsx: 'react-jsx',
        module: 'ESNext',
        moduleResolution: 'Bundler',
        target: 'ES2023',
        types: ['node'],
      },
    }),
    '.gitignore': 'node_modules\nbuild\n.react-router\n',
  }
}

/** An Express app, on the versions of this repository. */
export function completeExpressApp(files = buildExpressApp()): AppFiles {
  const start = 'export const server = $1.listen(0, "127.0.0.1")'
  return {
    ...files,
    'web/index.js': String(files['web/index.js'])
      .replace('"/api/*"', '"/api/*splat"')
      .replace(/(\w+(?:\(\))?)\.listen\(3000\)/, start),
    'web/shopify.js': String(files['web/shopify.js']).replace(
      'shopifyApp({',
      `shopifyApp({
  api: {
    apiKey: process.env.SHOPIFY_API_KEY,
    apiSecretKey: process.env.SHOPIFY_API_SECRET,
    hostName: "my-app.example",
    hostScheme: "https",
    scopes: [],
    apiVersion: "2026-10",
    logger: { log: () => undefined },
  },`,
    ),
    '.gitignore': 'node_modules\n',
  }
}

/** An app that finds its packages, with the stubs among them. */
export async function installApp(files: AppFiles, example?: string) {
  const app = await createApp(files)
  const modules = join(app.folder, 'node_modules')
  for (const [path, text] of Object.entries(stubPackages)) {
    await mkdir(dirname(join(modules, path)), { recursive: true })
    await writeFile(join(modules, path), text)
  }
  if (example !== undefined) await linkAll(join(repository, 'examples', example, 'node_modules'), modules)
  await linkAll(join(repository, 'packages/shopify-recipes/node_modules'), modules)
  await linkAll(join(repository, 'node_modules'), modules)
  const run = async (program: string, ...words: readonly string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [await realpath(join(modules, program)), ...words],
      {
        cwd: app.folder,
      },
    )
    return stdout
  }
  return { ...app, run }
}

/** Links every package of a folder that is not there yet: what a scope lacks, too. */
async function linkAll(from: string, to: string): Promise<void> {
  const names = await readdir(from).catch(() => [])
  for (const name of names) {
    if (name.startsWith('.')) continue
    if (name.startsWith('@')) {
      await mkdir(join(to, name), { recursive: true })
      await linkAll(join(from, name), join(to, name))
    } else {
      await symlink(await realpath(join(from, name)), join(to, name)).catch(() => undefined)
    }
  }
}
