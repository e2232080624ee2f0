import { type AppFiles, buildExpressApp } from './apps.ts'

const server = 'web/index.js'

/** Indents what stands between two texts, as a block. */
function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ')
}

function inFunction(files: AppFiles): AppFiles {
  const [head = '', body = ''] = String(files[server]).split('const app = express();\n')
  const routes = body.replace('app.listen(3000);\n', 'return app;\n')
  return {
    ...files,
    [server]: `${head}function createServer() {\n  const app = express();\n${indent(routes)}}\n\ncreateServer().listen(3000);\n`,
  }
}

function onRouter(files: AppFiles): AppFiles {
  const text = String(files[server])
  const routes = `const auth = express.Router();
auth.get("/", shopify.auth.begin());
auth.get("/callback", shopify.auth.callback(), shopify.redirectToShopifyOrAppRoot());

const app = express();
app.use("/api/auth", auth);
`
  const start = text.indexOf('const app')
  return { ...files, [server]: text.slice(0, start) + routes + text.slice(text.indexOf('app.post(')) }
}

/** Shapes of Express apps that are not the template's, made from it. */
export const expressShapes = {
  'in a function': inFunction(buildExpressApp()),
  'on a router under a prefix': onRouter(buildExpressApp()),
}
