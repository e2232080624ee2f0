/** The files of an app, by path. */
export type AppFiles = Readonly<Record<string, string>>

const session = `model Session {
  id       String    @id
  shop     String
  isOnline Boolean   @default(false)
  expires  DateTime?
}
`

const toml = `# This app's own comment.
client_id = ""

[access_scopes]
scopes = ""

[webhooks]
api_version = "2026-10"

  # Handled by: /app/routes/webhooks.app.uninstalled.tsx
  [[webhooks.subscriptions]]
  uri = "/webhooks/app/uninstalled"
  topics = ["app/uninstalled"] # one topic

  [[webhooks.subscriptions]]
  topics = [ "app/scopes_update" ]
  uri = "/webhooks/app/scopes_update"
`

/** A small app in the form of Shopify's React Router and Remix templates. */
export function buildRoutedApp(framework: 'react-router' | 'remix', extension: 'ts' | 'js'): AppFiles {
  const adapter = `@shopify/shopify-app-${framework}`
  const types = framework === 'remix' ? '@remix-run/node' : 'react-router'
  const isTyped = extension === 'ts'
  return {
    'package.json': `${JSON.stringify(
      {
        name: 'app',
        type: 'module',
        dependencies: { '@prisma/client': '^6.16.3', [adapter]: '^1.1.0', react: '^18.3.1' },
      },
      null,
      2,
    )}\n`,
    'shopify.app.toml': toml,
    'prisma/schema.prisma': `datasource db {\n  provider = "sqlite"\n  url      = "file:dev.sqlite"\n}\n\n${session}`,
    'prisma/migrations/20240530213853_create_session_table/migration.sql': 'SELECT 1;\n',
    [`app/db.server.${extension}`]: 'const prisma = {};\n\nexport default prisma;\n',
    [`app/shopify.server.${extension}`]: `import "${adapter}/adapters/node";
import {
  ApiVersion,
  AppDistribution,
  shopifyApp,
} from "${adapter}/server";
import { PrismaSessionStorage } from "@shopify/shopify-app-session-storage-prisma";
import prisma from "./db.server";

const shopify = shopifyApp({
  apiKey: process.env.SHOPIFY_API_KEY,
  apiSecretKey: process.env.SHOPIFY_API_SECRET || "",
  apiVersion: ApiVersion.October26,
  appUrl: process.env.SHOPIFY_APP_URL || "",
  sessionStorage: new PrismaSessionStorage(prisma),
  distribution: AppDistribution.AppStore,
  future: {${framework === 'remix' ? '\n    unstable_newEmbeddedAuthStrategy: true,' : ''}
    expiringOfflineAccessTokens: true,
  },
  ...(process.env.SHOP_CUSTOM_DOMAIN
    ? { customShopDomains: [process.env.SHOP_CUSTOM_DOMAIN] }
    : {}),
});

export default shopify;
export const authenticate = shopify.authenticate;
export const sessionStorage = shopify.sessionStorage;
`,
    [`app/routes/webhooks.app.uninstalled.${extension}x`]: `${isTyped ? `import type { ActionFunctionArgs } from "${types}";\n` : ''}import { authenticate } from "../shopify.server";
import db from "../db.server";

export const action = async ({ request }${isTyped ? ': ActionFunctionArgs' : ''}) => {
  const { shop, session, topic } = await authenticate.webhook(request);

  console.log(\`Received \${topic} webhook for \${shop}\`);

  // Webhook requests can trigger multiple times and after an app has already been uninstalled.
  if (session) {
    await db.session.deleteMany({ where: { shop } });
  }

  return new Response();
};
`,
  }
}

/** How Shopify's Remix template handled webhooks before September 2024. */
export type LegacyForm = '2023-11' | '2024-03' | '2024-07'

/** A small app in the form of Shopify's Remix template of that time: one route for all topics. */
export function buildLegacyApp(form: LegacyForm, extension: 'ts' | 'js' = 'ts'): AppFiles {
  const config = `app/shopify.server.${extension}`
  const { [`app/routes/webhooks.app.uninstalled.${extension}x`]: _, ...app } = buildRoutedApp(
    'remix',
    extension,
  )
  const type = extension === 'ts' ? ': ActionFunctionArgs' : ''
  const names =
    form === '2023-11' ? '{ topic, shop, session, admin, payload }' : '{ topic, shop, session, admin }'
  const files = {
    ...app,
    'shopify.app.toml': legacyToml[form],
    [`app/routes/webhooks.${extension}x`]: `${type && 'import type { ActionFunctionArgs } from "@remix-run/node";\n'}import { authenticate } from "../shopify.server";
import db from "../db.server";

export const action = async ({ request }${type}) => {
  const ${names} = await authenticate.webhook(request);

  if (!admin) {
    throw new Response();
  }

  switch (topic) {
    case "APP_UNINSTALLED":
      if (session) {
        await db.session.deleteMany({ where: { shop } });
      }

      break;
    case "CUSTOMERS_DATA_REQUEST":
    case "CUSTOMERS_REDACT":
    case "SHOP_REDACT":
    default:
      throw new Response("Unhandled webhook topic", { status: 404 });
  }

  throw new Response();
};
`,
  }
  if (form === '2024-07') return files
  const registered = `  webhooks: {
    APP_UNINSTALLED: {
      deliveryMethod: DeliveryMethod.Http,
      callbackUrl: "/webhooks",
    },
  },
  hooks: {
    afterAuth: async ({ session }) => {
      shopify.registerWebhooks({ session });
    },
  },
`
  const typed = change(files, config, '  future: {\n', `${registered}  future: {\n`)
  return change(typed, config, '  AppDistribution,\n', '  AppDistribution,\n  DeliveryMethod,\n')
}

const legacyToml: Readonly<Record<LegacyForm, string>> = {
  '2023-11': 'scopes = "write_products"\n',
  '2024-03': 'scopes = "write_products"\n',
  '2024-07': `scopes = "write_products"

[webhooks]
api_version = "2024-07"

  [[webhooks.subscriptions]]
  topics = [ "app/uninstalled" ]
  uri = "/webhooks"
`,
}

/** A small app in the form of Shopify's Node template. */
export function buildExpressApp(): AppFiles {
  return {
    'package.json': '{\n  "name": "my-node-app"\n}\n',
    'shopify.app.toml': '# This app\'s own comment.\nclient_id = ""\n\n[access_scopes]\nscopes = ""\n',
    'web/package.json': `{
  "type": "module",
  "dependencies": {
    "@shopify/shopify-app-express": "^5.0.8",
    "@shopify/shopify-app-session-storage-sqlite": "^4.0.8"
  }
}
`,
    'web/shopify.js': `import { shopifyApp } from "@shopify/shopify-app-express";
import { SQLiteSessionStorage } from "@shopify/shopify-app-session-storage-sqlite";

const DB_PATH = \`\${process.cwd()}/database.sqlite\`;

const shopify = shopifyApp({
  auth: {
    path: "/api/auth",
    callbackPath: "/api/auth/callback",
  },
  webhooks: {
    path: "/api/webhooks",
  },
  sessionStorage: new SQLiteSessionStorage(DB_PATH),
});

export default shopify;
`,
    'web/privacy.js': `import { DeliveryMethod } from "@shopify/shopify-api";

export default {${['CUSTOMERS_DATA_REQUEST', 'CUSTOMERS_REDACT', 'SHOP_REDACT'].map(privacyHandler).join('')}
};
`,
    'web/index.js': `// @ts-check
import express from "express";

import shopify from "./shopify.js";
import PrivacyWebhookHandlers from "./privacy.js";

const app = express();

app.get(shopify.config.auth.path, shopify.auth.begin());
app.get(
  shopify.config.auth.callbackPath,
  shopify.auth.callback(),
  shopify.redirectToShopifyOrAppRoot()
);
app.post(
  shopify.config.webhooks.path,
  shopify.processWebhooks({ webhookHandlers: PrivacyWebhookHandlers })
);

// Routes outside of /api need a proxy rule.

app.use("/api/*", shopify.validateAuthenticatedSession());

app.use(express.json());

app.listen(3000);
`,
  }
}

const privacyHandler = (topic: string) => `
  ${topic}: {
    deliveryMethod: DeliveryMethod.Http,
    callbackUrl: "/api/webhooks",
    callback: async (topic, shop, body, webhookId) => {
      const payload = JSON.parse(body);
    },
  },`

/** One app of each of the official templates' forms. */
export const templates: readonly (readonly [string, AppFiles])[] = [
  ['React Router in TypeScript', buildRoutedApp('react-router', 'ts')],
  ['React Router in JavaScript', buildRoutedApp('react-router', 'js')],
  ['Remix in TypeScript', buildRoutedApp('remix', 'ts')],
  ['Remix in JavaScript', buildRoutedApp('remix', 'js')],
  ['Express in JavaScript', buildExpressApp()],
]

/** An app with one file changed by hand. */
export function change(files: AppFiles, path: string, from: string, to: string): AppFiles {
  const text = files[path]
  if (!text?.includes(from)) throw new Error(`${path} does not hold ${from}`)
  return { ...files, [path]: text.replace(from, () => to) }
}
