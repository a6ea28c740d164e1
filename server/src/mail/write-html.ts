import type { BrandColours } from './brand-colours.ts'
import type { Block, Cell, Inline } from './read-markdown.ts'

/** The frame of a mail: what its Markdown does not say. */
export interface MailFrame {
  readonly language: string
  readonly subject: string
  /** Who writes, in place of a logo or beside it. */
  readonly sender: string
  /** The address of the logo within the mail; null where there is none. */
  readonly logo: string | null
  readonly colours: BrandColours
}

/** What a template makes of its Markdown. Values come in their place once that is read, as text. */
export interface MailPart {
  readonly blocks: readonly Block[]
  readonly text: (marked: string) => string
  readonly href: (marked: string) => string
}

const ground = '#f2f4f3'
const ink = '#1c2422'
const muted = '#5c6864'
const hairline = '#d9dedb'
const font =
  "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans',sans-serif"
const headingSizes = [24, 19, 16]

/**
 * Tables for the layout and styles on every element: several mail programs know nothing else. The one
 * style sheet is for what styles cannot say, dark mode and narrow screens; without it a mail is complete.
 */
export function writeHtml(
  frame: MailFrame,
  { body, footer }: { readonly body: MailPart; readonly footer: MailPart | null },
): string {
  const text = writeBlocks(frame, body, 'body')
  const foot = footer === null ? '' : writeBlocks(frame, footer, 'footer')
  return `<!DOCTYPE html>
<html lang="${escapeHtml(frame.language)}" dir="ltr">
<head>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeHtml(frame.subject)}</title>
<style>
${styleSheet(frame.colours)}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:${ground};-webkit-text-size-adjust:100%">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${ground}" style="background-color:${ground}">
<tr><td align="center" class="outer" style="padding:32px 16px">
<table role="presentation" class="card" width="600" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="width:100%;max-width:600px;background-color:#ffffff;border-radius:10px">
<tr><td class="pad bar" style="padding:22px 36px;border-bottom:3px solid ${frame.colours.light.brand}">${writeHead(frame)}</td></tr>
<tr><td class="pad ink" style="padding:30px 36px 26px;font-family:${font};font-size:16px;line-height:1.55;color:${ink}">
${text}
</td></tr>
</table>
${foot === '' ? '' : `<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px"><tr><td class="pad muted" style="padding:20px 36px 8px;font-family:${font};font-size:13px;line-height:1.5;color:${muted}">\n${foot}\n</td></tr></table>`}
</td></tr>
</table>
</body>
</html>
`
}

function writeHead({ logo, sender }: MailFrame): string {
  const name = `<span class="ink" style="font-family:${font};font-size:17px;font-weight:600;color:${ink}">${escapeHtml(sender)}</span>`
  if (logo === null) return name
  const picture = `<img src="${escapeHtml(logo)}" alt="" height="40" style="display:block;height:40px;width:auto;border:0;background-color:#ffffff;border-radius:6px">`
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td style="padding-right:14px">${picture}</td><td>${name}</td></tr></table>`
}

function styleSheet({ dark }: BrandColours): string {
  return `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media only screen and (max-width: 480px) {
  .outer { padding: 0 !important; }
  .card { border-radius: 0 !important; }
  .pad { padding-left: 20px !important; padding-right: 20px !important; }
  .button, .button a { display: block !important; width: auto !important; text-align: center !important; }
}
@media (prefers-color-scheme: dark) {
  .ground { background-color: #111414 !important; }
  .card { background-color: #1d2221 !important; }
  .ink { color: #e8ecea !important; }
  .muted { color: #a3aeaa !important; }
  .line { border-color: #3a4340 !important; }
  .bar { border-color: ${dark.brand} !important; }
  .link { color: ${dark.brand} !important; }
  .button { background-color: ${dark.brand} !important; }
  .button a { color: ${dark.onBrand} !important; }
}`
}

type Place = 'body' | 'footer'

function writeBlocks(
  { colours }: MailFrame,
  { blocks, text, href }: MailPart,
  place: Place,
): string {
  const { brand, onBrand } = colours.light

  const inlines = (parts: readonly Inline[]): string => parts.map(inline).join('')
  const inline = (part: Inline): string => {
    switch (part.kind) {
      case 'text':
        return escapeHtml(text(part.text)).replaceAll(/\s*[\r\n]\s*/g, ' ')
      case 'strong':
        return `<strong>${inlines(part.inline)}</strong>`
      case 'emphasis':
        return `<em>${inlines(part.inline)}</em>`
      case 'break':
        return '<br>'
      case 'link':
        return `<a class="link" href="${escapeHtml(href(part.href))}" style="color:${brand};text-decoration:underline">${inlines(part.inline)}</a>`
    }
  }

  const cell = (tag: 'td' | 'th', { align, inline: parts }: Cell, at: number): string => {
    const weight = tag === 'th' ? 'font-weight:600;' : ''
    const side = at === 0 ? 'padding:9px 12px 9px 0' : 'padding:9px 0 9px 12px'
    return `<${tag} class="line" align="${align}" valign="top" style="${side};text-align:${align};${weight}border-bottom:1px solid ${hairline}">${inlines(parts)}</${tag}>`
  }

  const write = (block: Block): string => {
    const gap = place === 'body' ? '0 0 16px' : '0 0 8px'
    switch (block.kind) {
      case 'heading': {
        const depth = Math.min(block.depth, headingSizes.length)
        const size = headingSizes[depth - 1] ?? 16
        const above = depth === 1 ? '0 0 16px' : '26px 0 10px'
        return `<h${depth} style="margin:${above};font-size:${size}px;line-height:1.3;font-weight:600">${inlines(block.inline)}</h${depth}>`
      }
      case 'paragraph':
        return `<p style="margin:${gap}">${inlines(block.inline)}</p>`
      case 'button':
        if (place === 'footer') {
          return write({ kind: 'paragraph', inline: [{ ...block, kind: 'link' }] })
        }
        return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td class="button" bgcolor="${brand}" style="background-color:${brand};border-radius:7px"><a href="${escapeHtml(href(block.href))}" style="display:inline-block;padding:12px 24px;font-size:16px;font-weight:600;line-height:1.3;color:${onBrand};text-decoration:none">${inlines(block.inline)}</a></td></tr></table>`
      case 'list': {
        const tag = block.isNumbered ? 'ol' : 'ul'
        const items = block.items.map(
          (item) => `<li style="margin:0 0 6px">${item.map((one) => tight(one)).join('')}</li>`,
        )
        return `<${tag} style="margin:${gap};padding:0 0 0 22px">${items.join('')}</${tag}>`
      }
      case 'quote':
        return `<div class="line" style="margin:${gap};padding:2px 0 2px 16px;border-left:3px solid ${hairline}">${block.blocks.map((one) => write(one)).join('')}</div>`
      case 'table':
        return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 20px;border-collapse:collapse;font-size:15px;line-height:1.4">${tableRows(block)}</table>`
      case 'rule':
        return `<hr class="line" style="margin:22px 0;border:0;border-top:1px solid ${hairline}">`
    }
  }

  function tableRows({ head, rows }: Extract<Block, { kind: 'table' }>): string {
    const row = (tag: 'td' | 'th', cells: readonly Cell[]) =>
      `<tr>${cells.map((one, at) => cell(tag, one, at)).join('')}</tr>`
    // Markdown has no table without a head; an empty one is none.
    const isHeaded = head.some(({ inline: parts }) => parts.length > 0)
    return (isHeaded ? row('th', head) : '') + rows.map((cells) => row('td', cells)).join('')
  }

  /** A paragraph in an entry of a list needs no space of its own. */
  function tight(block: Block): string {
    return block.kind === 'paragraph' ? inlines(block.inline) : write(block)
  }

  return blocks.map(write).join('\n')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter)
}
