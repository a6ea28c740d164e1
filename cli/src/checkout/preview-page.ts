import type { Shown } from './open-preview.ts'

/** The page that shows the folder as a what-if version, or its mistakes; it reloads on every change. */
export function previewPage(shown: Shown, publicKey: string, language: string | null): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Checkout preview</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/checkout/page.css">
<script type="module" src="/checkout/element.js"></script>
<script>new EventSource('/changes').onmessage = () => location.reload()</script>
</head>
<body>
<main>
${shown.kind === 'what-if' ? element(shown, publicKey, language) : mistakes(shown.lines)}
</main>
</body>
</html>
`
}

function element(
  { integration, version }: Shown & { readonly kind: 'what-if' },
  publicKey: string,
  language: string | null,
): string {
  const spoken = language === null ? '' : ` language="${escape(language)}"`
  return `<bindery-checkout public-key="${escape(publicKey)}" integration="${escape(integration)}" version="${escape(version)}"${spoken} history></bindery-checkout>`
}

function mistakes(lines: readonly string[]): string {
  return `<h1>This folder cannot be shown yet</h1>
<pre>${escape(lines.join('\n'))}</pre>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
