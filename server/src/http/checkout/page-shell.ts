interface Page {
  readonly title: string
  /** Addresses from the page: pages stand beside the folder of their files, or in it. */
  readonly style: string
  readonly scripts?: readonly string[]
  readonly bodyClass?: string
  readonly body: string
}

/** A page that nobody finds by a search: whoever has its address may see it. */
export function pageShell({ title, style, scripts = [], bodyClass, body }: Page): string {
  const loaded = scripts.map((script) => `<script type="module" src="${script}"></script>\n`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
${loaded.join('')}</head>
<body${bodyClass === undefined ? '' : ` class="${bodyClass}"`}>
${body}
</body>
</html>
`
}

/** A page that its scripts fill, with what somebody reads whose browser runs none. */
export function scriptedPage({
  withoutScripts,
  ...page
}: Omit<Page, 'body' | 'bodyClass'> & { readonly withoutScripts: string }): string {
  const body = `<main></main>\n<noscript>This page needs JavaScript. ${withoutScripts}</noscript>`
  return pageShell({ ...page, body })
}
