interface ShownMail {
  readonly event: string
  readonly language: string
  readonly sent: boolean
  readonly sender: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments: readonly string[]
  readonly invented_because: string | null
}

/** One page with every mail as on a desktop, on a phone, in dark mode and as text. */
export function mailsPage(folder: string, mails: readonly ShownMail[]): string {
  const links = mails.map((mail, at) => `<a href="#m${at}">${escape(titleOf(mail))}</a>`)
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mails of ${escape(folder)}</title>
<style>
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: #1c2422; background: #e7ebe9; display: flex; }
nav { position: sticky; top: 0; align-self: flex-start; height: 100vh; overflow: auto; box-sizing: border-box; width: 260px; flex: none; padding: 20px; background: #fff; }
nav a { display: block; padding: 3px 0; color: inherit; text-decoration: none; font-size: 13px; overflow-wrap: anywhere; }
nav a:hover { text-decoration: underline; }
main { flex: 1; min-width: 0; padding: 24px; }
section { margin-bottom: 48px; }
h2 { margin: 0; font-size: 18px; }
.facts { margin: 2px 0 12px; color: #5c6864; font-size: 13px; }
.views { display: flex; flex-wrap: wrap; gap: 20px; align-items: flex-start; }
figure { margin: 0; }
figcaption { font-size: 12px; color: #5c6864; padding-bottom: 4px; }
iframe { border: 1px solid #c6ceca; background: #fff; display: block; height: 760px; }
pre { margin: 0; width: 500px; box-sizing: border-box; padding: 18px; background: #fff; border: 1px solid #c6ceca; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.5 ui-monospace, monospace; }
</style></head>
<body><nav><strong>${escape(folder)}</strong>${links.join('')}</nav><main>
${mails.map(section).join('\n')}
</main></body></html>
`
}

function titleOf({ event, language }: ShownMail): string {
  return `${event} (${language})`
}

function section(mail: ShownMail, at: number): string {
  const facts = [
    `From ${mail.sender}`,
    ...(mail.attachments.length > 0 ? [`Attached: ${mail.attachments.join(', ')}`] : []),
    ...(mail.sent ? [] : ['Not switched on in product.yaml']),
    ...(mail.invented_because === null ? [] : [`Invented price: ${mail.invented_because}`]),
  ]
  return `<section id="m${at}"><h2>${escape(mail.subject)}</h2>
<p class="facts">${escape([titleOf(mail), ...facts].join(' · '))}</p>
<div class="views">
${frame('Desktop', 680, inMode(mail.html, 'light'))}
${frame('Phone', 375, inMode(mail.html, 'light'))}
${frame('Dark', 375, inMode(mail.html, 'dark'))}
<figure><figcaption>Text</figcaption><pre>${escape(mail.text)}</pre></figure>
</div></section>`
}

/** In a frame without rights: a mail runs nothing and loads nothing. */
function frame(title: string, width: number, html: string): string {
  return `<figure><figcaption>${title}</figcaption><iframe sandbox loading="lazy" title="${title}" width="${width}" srcdoc="${escape(html)}"></iframe></figure>`
}

/** The mode of the mail itself, whatever the reader of the page has chosen. */
function inMode(html: string, mode: 'light' | 'dark'): string {
  const other = mode === 'dark' ? 'all' : 'not all'
  return html
    .replace('@media (prefers-color-scheme: dark)', `@media ${other}`)
    .replaceAll('light dark', mode)
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
