import type { App } from '../deps.ts'
import { sendBuilt } from '../checkout/checkout-files.ts'
import { pagePolicy } from '../checkout/page-policy.ts'
import { publicCaching } from '../headers/safe-headers.ts'

/** The pages by which people sign in. Nothing that they show is in them: they ask for it. */
export function addConsole(app: App): void {
  const hidden = { config: { access: 'open' }, schema: { hide: true } } as const
  for (const path of ['/console', '/console/sign-in', '/console/welcome']) {
    app.get(path, hidden, async (_request, reply) =>
      reply
        .header('content-security-policy', pagePolicy("'none'"))
        .type('text/html; charset=utf-8')
        .send(page),
    )
  }
  for (const name of ['page.js', 'page.css']) {
    app.get(`/console/${name}`, hidden, async (request, reply) =>
      sendBuilt(request, reply, { workspace: 'console', name, caching: publicCaching }),
    )
  }
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
<link rel="stylesheet" href="/console/page.css">
<script type="module" src="/console/page.js"></script>
</head>
<body>
<header>Bindery</header>
<main></main>
<noscript>This page needs JavaScript. Please enable it.</noscript>
</body>
</html>
`
