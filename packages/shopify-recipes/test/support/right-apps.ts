/** An app's files, by path. */
export type AppFiles = Readonly<Record<string, string>>

/** What a change does to a file: its new text, or null for none. */
export type FileChange = string | null | ((text: string) => string)

/** The app with a mistake in it. A change that changes nothing is a mistake of the test. */
export function plant(app: AppFiles, changes: Readonly<Record<string, FileChange>>): AppFiles {
  const files = { ...app }
  for (const [path, change] of Object.entries(changes)) {
    const before = files[path]
    const after = typeof change === 'function' ? change(before ?? '') : change
    if (after === (before ?? null)) throw new Error(`${path} is as it was.`)
    delete files[path]
    if (after !== null) files[path] = after
  }
  return files
}

/** Replaces the one place of a text. */
export function replace(old: string, by: string): (text: string) => string {
  return (text) => {
    if (text.split(old).length !== 2) throw new Error(`"${old}" does not stand once in the file.`)
    return text.replace(old, () => by)
  }
}

interface RoutesAppKind {
  readonly framework: 'react-router' | 'remix'
  readonly extension: 'ts' | 'js'
}

function routesApp({ framework, extension }: RoutesAppKind): AppFiles {
  const isTyped = extension === 'ts'
  const typed = (text: string) => (isTyped ? text : '')
  const shopify = `@shopify/shopify-app-${framework}`
  const runtime = framework === 'remix' ? '@remix-run/node' : 'react-router'
  return {
    'package.json': manifest({ [shopify]: framework === 'remix' ? '^4.1.0' : '^1.1.0' }),
    'shopify.app.toml': configuration('/webhooks/app/uninstalled'),
    'prisma/schema.prisma': schema,
    'prisma/migrations/20240530213853_create_session_table/migration.sql':
      '-- CreateTable\nCREATE TABLE "Session" (\n    "id" TEXT NOT NULL PRIMARY KEY\n);\n',
    'prisma/migrations/20261101000000_affiliate_ledger/migration.sql': migration,
    [`vite.config.${extension}`]: viteConfiguration(framework),
    [`app/routes.${extension}`]: `import { flatRoutes } from "@${framework === 'remix' ? 'remix-run' : 'react-router'}/fs-routes";

export default flatRoutes();
`,
    [`app/db.server.${extension}`]: `import { PrismaClient } from "@prisma/client";
${typed('\ndeclare global {\n  var prismaGlobal: PrismaClient;\n}\n')}
const prisma = global.prismaGlobal ?? new PrismaClient();

export default prisma;
`,
    [`app/affiliate.server.${extension}`]: `import { createPrismaLedger } from "@affiliate-platform/shopify-recipes";
import prisma from "./db.server";

export const installLedger = createPrismaLedger(prisma.affiliateLedger);
`,
    [`app/shopify.server.${extension}`]: `import "${shopify}/adapters/node";
import { identifyOnInstall } from "@affiliate-platform/shopify-recipes/${framework}";
import { ApiVersion, AppDistribution, shopifyApp } from "${shopify}/server";
import { PrismaSessionStorage } from "@shopify/shopify-app-session-storage-prisma";
import { installLedger } from "./affiliate.server";
import prisma from "./db.server";

const shopify = shopifyApp({
  apiKey: process.env.SHOPIFY_API_KEY,
  apiSecretKey: process.env.SHOPIFY_API_SECRET || "",
  apiVersion: ApiVersion.October25,
  scopes: process.env.SCOPES?.split(","),
  sessionStorage: new PrismaSessionStorage(prisma),
  distribution: AppDistribution.AppStore,
  hooks: { afterAuth: identifyOnInstall({ ledger: installLedger }) },
  future: { expiringOfflineAccessTokens: true },
  ...(process.env.SHOP_CUSTOM_DOMAIN
    ? { customShopDomains: [process.env.SHOP_CUSTOM_DOMAIN] }
    : {}),
});

export default shopify;
export const authenticate = shopify.authenticate;
`,
    [`app/routes/webhooks.app.uninstalled.${extension}`]: `import { handleUninstall } from "@affiliate-platform/shopify-recipes/${framework}";
import { installLedger } from "../affiliate.server";
import db from "../db.server";

export const action = handleUninstall({
  ledger: installLedger,
  onUninstalled: async ({ shop, isBack }) => {
    if (isBack) return;
    await db.session.deleteMany({ where: { shop } });
  },
});
`,
    [`app/routes/webhooks.compliance.${extension}`]: `import { handleCompliance } from "@affiliate-platform/shopify-recipes/${framework}";
import { installLedger } from "../affiliate.server";

export const action = handleCompliance({ ledger: installLedger });
`,
    [`app/routes/app._index.${extension}x`]: `${typed(`import type { LoaderFunctionArgs } from "${runtime}";\n`)}import { useLoaderData } from "${framework === 'remix' ? '@remix-run/react' : 'react-router'}";
import { authenticate } from "../shopify.server";

export const loader = async ({ request }${typed(': LoaderFunctionArgs')}) => {
  await authenticate.admin(request);

  return { apiKey: process.env.SHOPIFY_API_KEY || "", isSetUp: Boolean(process.env.AFFILIATE_WORKSPACE_API_KEY) };
};

export default function Index() {
  const { apiKey } = useLoaderData${typed('<typeof loader>')}();

  return <s-page heading="Shopify app template">{apiKey}</s-page>;
}
`,
  }
}

function expressApp(): AppFiles {
  return {
    'package.json': '{ "name": "my-node-app", "dependencies": { "@shopify/cli": "^3.0.0" } }\n',
    'shopify.app.toml': configuration('/api/webhooks/app/uninstalled'),
    'web/package.json': manifest({ '@shopify/shopify-app-express': '^5.0.8' }),
    'web/shopify.js': `import { LATEST_API_VERSION } from "@shopify/shopify-api";
import { shopifyApp } from "@shopify/shopify-app-express";
import { SQLiteSessionStorage } from "@shopify/shopify-app-session-storage-sqlite";

const shopify = shopifyApp({
  api: { apiVersion: LATEST_API_VERSION, billing: undefined },
  auth: { path: "/api/auth", callbackPath: "/api/auth/callback" },
  webhooks: { path: "/api/webhooks" },
  sessionStorage: new SQLiteSessionStorage(\`\${process.cwd()}/database.sqlite\`),
});

export default shopify;
`,
    'web/affiliate.js': `import { createSqlLedger } from "@affiliate-platform/shopify-recipes";
import { client } from "./database.js";

export const installLedger = createSqlLedger({ dialect: "sqlite", client });
`,
    'web/index.js': `// @ts-check
import express from "express";
import { handleCompliance, handleUninstall, identifyAfterAuth } from "@affiliate-platform/shopify-recipes/express";
import { installLedger } from "./affiliate.js";
import shopify from "./shopify.js";

const app = express();

app.get(shopify.config.auth.path, shopify.auth.begin());
app.get(
  shopify.config.auth.callbackPath,
  shopify.auth.callback(),
  identifyAfterAuth({ ledger: installLedger, sessionStorage: shopify.config.sessionStorage }),
  shopify.redirectToShopifyOrAppRoot()
);
app.post("/api/webhooks/app/uninstalled", handleUninstall({ ledger: installLedger }));
app.post("/api/webhooks/compliance", handleCompliance({ ledger: installLedger }));

app.use("/api/*", shopify.validateAuthenticatedSession());

app.use(express.json());

app.get("/api/products/count", async (_req, res) => {
  res.status(200).send({ count: 1 });
});

app.use("/*", shopify.ensureInstalledOnShop(), async (_req, res) => {
  return res
    .status(200)
    .set("Content-Type", "text/html")
    .send(page.replace("%VITE_SHOPIFY_API_KEY%", process.env.SHOPIFY_API_KEY || ""));
});

app.listen(parseInt(process.env.PORT || "3000", 10));
`,
    'web/frontend/vite.config.js': `import { defineConfig } from "vite";

process.env.VITE_SHOPIFY_API_KEY = process.env.SHOPIFY_API_KEY;

export default defineConfig({
  define: { "process.env.SHOPIFY_API_KEY": JSON.stringify(process.env.SHOPIFY_API_KEY) },
});
`,
  }
}

function manifest(dependencies: Readonly<Record<string, string>>): string {
  const all = { '@affiliate-platform/shopify-recipes': '0.1.0', ...dependencies }
  return `${JSON.stringify({ name: 'app', engines: { node: '>=20.19' }, dependencies: all }, null, 2)}\n`
}

function configuration(uri: string): string {
  return `client_id = ""

[access_scopes]
scopes = "write_products"

[webhooks]
api_version = "2026-10"

  [[webhooks.subscriptions]]
  uri = "${uri}"
  topics = ["app/uninstalled"]
  include_fields = ["id", "myshopify_domain", "email", "shop_owner", "country_name", "plan_display_name"]

  [[webhooks.subscriptions]]
  topics = [ "app/scopes_update" ]
  uri = "/webhooks/app/scopes_update"

  [[webhooks.subscriptions]]
  uri = "${uri.replace('app/uninstalled', 'compliance')}"
  compliance_topics = ["customers/data_request", "customers/redact", "shop/redact"]
`
}

function viteConfiguration(framework: RoutesAppKind['framework']): string {
  const [plugin, from] =
    framework === 'remix'
      ? ['vitePlugin as remix', '@remix-run/dev']
      : ['reactRouter', '@react-router/dev/vite']
  return `import { ${plugin} } from "${from}";
import { defineConfig } from "vite";

export default defineConfig({
  server: { port: Number(process.env.PORT || 3000) },
  plugins: [${framework === 'remix' ? 'remix' : 'reactRouter'}()],
});
`
}

const schema = `generator client {
  provider = "prisma-client-js"
}

datasource db {
  provider = "sqlite"
  url      = "file:dev.sqlite"
}

// model AffiliateLedger {
model Session {
  id    String @id
  shop  String
}

model AffiliateLedger {
  key   String    @id
  state String
  tasks String
  claim String
  since DateTime
  dueAt DateTime?

  @@index([dueAt])
}
`

const migration = `-- CreateTable
CREATE TABLE "AffiliateLedger" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "state" TEXT NOT NULL,
    "tasks" TEXT NOT NULL,
    "claim" TEXT NOT NULL,
    "since" DATETIME NOT NULL,
    "dueAt" DATETIME
);

-- CreateIndex
CREATE INDEX "AffiliateLedger_dueAt_idx" ON "AffiliateLedger"("dueAt");
`

/** The five kinds of app that Shopify's templates start. */
export const rightApps = {
  'React Router in TypeScript': routesApp({ framework: 'react-router', extension: 'ts' }),
  'React Router in JavaScript': routesApp({ framework: 'react-router', extension: 'js' }),
  'Remix in TypeScript': routesApp({ framework: 'remix', extension: 'ts' }),
  'Remix in JavaScript': routesApp({ framework: 'remix', extension: 'js' }),
  'Express in JavaScript': expressApp(),
} satisfies Readonly<Record<string, AppFiles>>
