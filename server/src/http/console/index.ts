import type { App } from '../deps.ts'
import { foreverCaching, sendBuilt } from '../checkout/checkout-files.ts'
import { pagePolicy } from '../checkout/page-policy.ts'
import { publicCaching } from '../headers/safe-headers.ts'
import { Type } from '../wire/type.ts'

/** The console of an insurer's people. Nothing that it shows is in its files: it asks for it. */
export function addConsole(app: App): void {
  const hidden = { config: { access: 'open' }, schema: { hide: true } } as const
  // Which page it is, the script reads from the address.
  for (const path of ['/console', '/console/*']) {
    app.get(path, hidden, async (_request, reply) =>
      reply
        .header('content-security-policy', pagePolicy("'none'"))
        .type('text/html; charset=utf-8')
        .send(page),
    )
  }
  for (const name of ['page.js', 'style.css']) {
    app.get(`/console/${name}`, hidden, async (request, reply) =>
      sendBuilt(request, reply, { workspace: 'console', name, caching: publicCaching }),
    )
  }
  app.get(
    '/console/files/:file',
    { ...hidden, schema: { hide: true, params: Type.Object({ file: Type.String() }) } },
    async (request, reply) => {
      const name = `files/${request.params.file}`
      return sendBuilt(request, reply, { workspace: 'console', name, caching: foreverCaching })
    },
  )
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Bindery</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/console/style.css">
<script type="module" src="/console/page.js"></script>
</head>
<body>
<div id="console"></div>
<noscript>This page needs JavaScript. Please enable it.</noscript>
</body>
</html>
`
