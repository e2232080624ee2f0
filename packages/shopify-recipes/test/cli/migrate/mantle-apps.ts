import { type AppFiles, buildExpressApp, buildRoutedApp, change } from '../add/apps.ts'

export const config = 'app/shopify.server.ts'
const future = '  future: {\n    expiringOfflineAccessTokens: true,\n  },\n'
const packages = '"@heymantle/client": "^1.1.75", "@heymantle/react": "^0.0.71", '
const column = '  mantleApiToken String?\n'
const shopColumn = '  shop     String\n'

const database = `import type { PrismaClient } from "@prisma/client";

interface Row {
  mantleApiToken?: string | null;
  seenAt?: Date;
}

interface Table {
  findFirst(args: { where: { shop: string } }): Promise<(Row & { shop: string }) | null>;
  findMany(): Promise<{ id: string; shop: string; accessToken: string }[]>;
  update(args: { where: { id: string }; data: Row }): Promise<Row>;
}

declare const prisma: PrismaClient & { session: Table };

export default prisma;
`

const client = `import { MantleClient } from "@heymantle/client";

export const mantle = new MantleClient({
  appId: process.env.MANTLE_APP_ID!,
  apiKey: process.env.MANTLE_API_KEY!,
});
`
const importClient = 'import { mantle } from "./mantle.server";\n'

/** A React Router app with a column for the token of Mantle, and with more files. */
function buildApp(more: AppFiles): AppFiles {
  const files = change(
    change(buildRoutedApp('react-router', 'ts'), 'package.json', '"react"', `${packages}"react"`),
    'prisma/schema.prisma',
    shopColumn,
    shopColumn + column,
  )
  return { ...files, 'app/db.server.ts': database, ...more }
}

/** Such an app with an own `afterAuth`, and with imports for it. */
function withHook(afterAuth: string, imports: string, more: AppFiles): AppFiles {
  const files = change(buildApp(more), config, future, `${future}  hooks: {\n${afterAuth}  },\n`)
  const last = 'import prisma from "./db.server";\n'
  return change(files, config, last, last + imports)
}

const parameters = (session: string, indent: string) =>
  `{
  platform: "shopify",
  platformId: shop.id,
  myshopifyDomain: ${session}.shop,
  accessToken: ${session}.accessToken,
  name: shop.name,
  email: shop.email,
}`.replaceAll('\n', `\n${indent}`)

const readShop = `const response = await admin.graphql("query { shop { id name email } }");
      const { shop } = (await response.json()).data;`

const awaited = withHook(
  `    afterAuth: async ({ session, admin }) => {
      shopify.registerWebhooks({ session });
      ${readShop}

      // Tells Mantle of the shop.
      const result = await mantle.identify(${parameters('session', '      ')});
      if ("error" in result) {
        console.error("Mantle", result.error);
        return;
      }
      await prisma.session.update({
        where: { id: session.id },
        data: { mantleApiToken: result.apiToken },
      });
    },
`,
  importClient,
  { 'app/mantle.server.ts': client },
)

const lazyClient = `import { MantleClient } from "@heymantle/client";

let client: MantleClient | null = null;

export function getMantleClient(): MantleClient | null {
  const appId = process.env.MANTLE_APP_ID;
  const apiKey = process.env.MANTLE_APP_API_KEY;
  if (!appId || !apiKey) return null;
  client ??= new MantleClient({ appId, apiKey });
  return client;
}
`

const wrapper = `import { getMantleClient } from "./client.server";

interface ShopToIdentify {
  shop: { id: string; name: string; email: string };
  api: { shop: string; accessToken?: string };
}

/** The token of the shop at Mantle; null where there is none. */
export async function identifyShop({ shop, api }: ShopToIdentify): Promise<string | null> {
  const mantle = getMantleClient();
  if (!mantle) {
    console.warn("Mantle is not configured");
    return null;
  }
  const result = await mantle.identify(${parameters('api', '  ')});
  if ("error" in result) throw new Error(result.error);
  return result.apiToken;
}
`

const wrapped = withHook(
  `    afterAuth: async ({ session, admin }) => {
      ${readShop}
      const token = await identifyShop({ shop, api: session });
      if (token) {
        await prisma.session.update({ where: { id: session.id }, data: { mantleApiToken: token } });
      }
    },
`,
  'import { identifyShop } from "./mantle/identify.server";\n',
  { 'app/mantle/client.server.ts': lazyClient, 'app/mantle/identify.server.ts': wrapper },
)

const chained = withHook(
  `    afterAuth: async ({ session, admin }) => {
      ${readShop}
      const result = (await mantle?.identify(${parameters('session', '      ')})) as { apiToken?: string };
      await prisma.session.update({
        where: { id: session.id },
        data: { mantleApiToken: result?.apiToken, seenAt: new Date() },
      });
    },
`,
  importClient,
  { 'app/mantle.server.ts': client },
)

const additional = withHook(
  `    afterAuth: async ({ session, admin }) => {
      try {
        const stored: typeof session & { additionalData?: object } = session;
        ${readShop.replace('\n', '\n  ')}
        const result = await mantle.identify(${parameters('session', '        ')});
        if ("apiToken" in result) {
          stored.additionalData = { ...stored.additionalData, mantleApiToken: result.apiToken };
          await shopify.sessionStorage.storeSession(stored);
        }
      } catch (error) {
        console.error(error);
      }
    },
`,
  importClient,
  { 'app/mantle.server.ts': client },
)

const forgotten = withHook(
  `    afterAuth: async ({ session, admin }) => {
      ${readShop}
      void mantle.identify(${parameters('session', '      ')}).catch(console.error);
      await prisma.session.update({ where: { id: session.id }, data: { seenAt: new Date() } });
    },
`,
  importClient,
  {
    'app/mantle.server.ts': client,
    'scripts/backfill-mantle.ts': `import prisma from "../app/db.server";
import { mantle } from "../app/mantle.server";

for (const { shop, accessToken } of await prisma.session.findMany()) {
  const result = await mantle.identify({ platform: "shopify", myshopifyDomain: shop, accessToken });
  if ("error" in result) console.error(shop, result.error);
}
`,
  },
)

const loader = buildApp({
  'app/mantle.server.ts': client,
  'app/mantle.ts': 'export { MantleProvider, useMantle } from "@heymantle/react";\n',
  'app/routes/app.tsx': `import { type LoaderFunctionArgs, Outlet, useLoaderData } from "react-router";
import { authenticate } from "../shopify.server";
import prisma from "../db.server";
import { mantle } from "../mantle.server";
import { MantleProvider } from "../mantle";

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const { session } = await authenticate.admin(request);
  const row = await prisma.session.findFirst({ where: { shop: session.shop } });
  let token = row?.mantleApiToken;
  if (!token) {
    const result = await mantle.identify({
      platform: "shopify",
      myshopifyDomain: session.shop,
      accessToken: session.accessToken,
    });
    if ("apiToken" in result) {
      token = result.apiToken;
      await prisma.session.update({ where: { id: session.id }, data: { mantleApiToken: token } });
    }
  }
  return { appId: process.env.MANTLE_APP_ID ?? "", token: token ?? "" };
};

export default function App() {
  const { appId, token } = useLoaderData<typeof loader>();
  return (
    <MantleProvider appId={appId} customerApiToken={token}>
      <Outlet />
    </MantleProvider>
  );
}
`,
  'app/routes/app.plans.tsx': `import { useMantle } from "../mantle";

export default function Plans() {
  const { plans, subscribe } = useMantle();
  return plans.map(({ id, name }) => (
    <button key={id} onClick={() => subscribe({ planId: id, returnUrl: "/app" })}>
      {name}
    </button>
  ));
}
`,
})

const returned = buildApp({
  'app/mantle.server.ts': client,
  'app/routes/app.tsx': `import type { LoaderFunctionArgs } from "react-router";
import { authenticate } from "../shopify.server";
import { mantle } from "../mantle.server";

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const { session } = await authenticate.admin(request);
  const result = await mantle.identify({ platform: "shopify", myshopifyDomain: session.shop });
  if ("error" in result) throw new Response(result.error, { status: 500 });
  await mantle.sendUsageEvent({ eventName: "opened", customerId: session.shop });
  return { token: result.apiToken };
};
`,
})

const subclassed = withHook(
  `    afterAuth: async ({ session, admin }) => {
      await prisma.session.update({ where: { id: session.id }, data: { seenAt: new Date() } });
      await identifyCustomerOnMantle(admin, session);
    },
`,
  'import { identifyCustomerOnMantle } from "./mantle.server";\n',
  {
    'app/mantle.server.ts': `import { MantleClient } from "@heymantle/client";
import prisma from "./db.server";

export class AppMantle extends MantleClient {
  override identify(params: Parameters<MantleClient["identify"]>[0]) {
    return super.identify({ ...params, tags: ["app"] });
  }
}

export const appMantle = new AppMantle({ appId: process.env.MANTLE_APP_ID ?? "" });

interface Admin {
  graphql(query: string): Promise<Response>;
}

export const identifyCustomerOnMantle = async (
  admin: Admin,
  session: { id: string; shop: string; accessToken?: string },
) => {
  const response = await admin.graphql("query { shop { id name email } }");
  const { shop } = (await response.json()).data;
  const result = await appMantle.identify(${parameters('session', '  ')});
  if ("apiToken" in result) {
    await prisma.session.update({ where: { id: session.id }, data: { mantleApiToken: result.apiToken } });
  } else {
    console.error(result.error, result.details);
  }
};
`,
    'test/mantle.test.ts': `import { identifyCustomerOnMantle } from "../app/mantle.server";

declare const vi: { mock(name: string, make: () => object): void; fn(): unknown };
declare const it: (name: string, run: () => Promise<void>) => void;

vi.mock("@heymantle/client", () => ({ MantleClient: vi.fn() }));

it("identifies a shop", async () => {
  await identifyCustomerOnMantle({ graphql: async () => new Response("{}") }, { id: "1", shop: "a" });
});
`,
  },
)

const others = withHook(
  `    afterAuth: async ({ session }) => {
      analytics.identify({ userId: session.shop });
      await mantle.identify({ platform: "shopify", myshopifyDomain: session.shop });
    },
`,
  `${importClient}import { analytics } from "./analytics.server";\n`,
  {
    'app/mantle.server.ts': client,
    'app/analytics.server.ts':
      'export const analytics = { identify: (traits: { userId: string }) => console.info(traits.userId) };\n',
    'app/routes/app.affiliate.ts': `import { mantle } from "../mantle.server";

export const action = async () => {
  const affiliate = await mantle.getAffiliate();
  await fetch("https://api.heymantle.com/v1/usage_events", {
    method: "POST",
    headers: { "X-Mantle-App-Id": process.env.MANTLE_APP_ID ?? "" },
  });
  return { affiliate };
};
`,
    'app/routes/webhooks.mantle.ts': `import prisma from "../db.server";

export const action = async ({ request }: { request: Request }) => {
  const topic = request.headers.get("x-mantle-webhook-topic");
  if (topic === "customers/uninstalled") {
    const { customer } = await request.json();
    await prisma.session.deleteMany({ where: { shop: customer.myshopifyDomain } });
  }
  return new Response();
};
`,
    '.env': 'MANTLE_APP_ID=secret-id\nMANTLE_API_KEY=MANTLE_secret_value\n',
  },
)

const express = {
  ...change(
    change(
      change(
        buildExpressApp(),
        'web/package.json',
        '"dependencies": {\n',
        '"dependencies": {\n    "@heymantle/client": "^1.1.75",\n',
      ),
      'web/index.js',
      '  shopify.auth.callback(),\n',
      `  shopify.auth.callback(),
  async (_request, response, next) => {
    const { session } = response.locals.shopify;
    const { apiToken } = await mantle.identify({
      platform: "shopify",
      myshopifyDomain: session.shop,
      accessToken: session.accessToken,
    });
    await saveToken(session.shop, apiToken);
    next();
  },
`,
    ),
    'web/index.js',
    'import shopify from "./shopify.js";\n',
    'import shopify from "./shopify.js";\nimport { mantle, saveToken } from "./mantle.js";\n',
  ),
  'web/mantle.js': `import { MantleClient } from "@heymantle/client";

export const mantle = new MantleClient({ appId: process.env.MANTLE_APP_ID, apiKey: process.env.MANTLE_API_KEY });

export async function saveToken(shop, token) {
  console.info(shop, token);
}
`,
}

/** How apps call Mantle: each is one of the ways seen in the code of real apps. */
export const mantleApps = {
  awaited,
  wrapped,
  chained,
  additional,
  forgotten,
  loader,
  returned,
  subclassed,
  others,
  express,
} satisfies Readonly<Record<string, AppFiles>>
