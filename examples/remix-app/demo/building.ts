import type { RequestHandler } from 'express'

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="2">
<link rel="icon" href="data:,">
<title>Building the example app …</title>
</head>
<body>
<main>
<h1>Building the example app …</h1>
<p>It takes about 15 seconds at the first start. This page reloads by itself.</p>
</main>
</body>
</html>
`

/** What the port of the example shows until the app is built. */
export const showBuilding: RequestHandler = (_request, response) =>
  void response.status(503).set({ 'Retry-After': '2', 'Cache-Control': 'no-store' }).type('html').send(page)
