import type { JsonObject, Problem } from '../kernel/index.ts'
import type { FormatData } from '../documents/index.ts'
import { brandColours } from './brand-colours.ts'
import { type Filled, fillTemplate, markPattern } from './fill-template.ts'
import { readMarkdown } from './read-markdown.ts'
import type { MailTemplate, TemplateNode } from './template.ts'
import { type MailPart, writeHtml } from './write-html.ts'
import { writeText } from './write-text.ts'

/** What a customer reads, in both of its forms. */
export interface RenderedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface MailBrand {
  readonly sender: string
  readonly colour: string | undefined
  /** The address of the logo within the mail; null where there is none. */
  readonly logo: string | null
}

export interface Rendering {
  readonly template: MailTemplate
  readonly footer: MailTemplate | null
  readonly language: string
  readonly data: JsonObject
  readonly format: FormatData
  readonly currency: string
  readonly brand: MailBrand
}

const subjectLettersMax = 200
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]+/gu

/** A mail, and what is wrong with its template for these data. */
export function renderMail(rendering: Rendering): {
  readonly mail: RenderedMail
  readonly problems: readonly Problem[]
} {
  const { template, footer, language, brand } = rendering
  const problems: Problem[] = []
  const title = fill(rendering, template.file, template.subject, problems)
  const subject = oneLine(withValues(title.text, title))
  const body = readPart(rendering, template, problems)
  const parts = { body, footer: footer && readPart(rendering, footer, problems) }
  const colours = brandColours(brand.colour)
  const frame = { language, subject, sender: brand.sender, logo: brand.logo, colours }
  return { mail: { subject, text: writeText(parts), html: writeHtml(frame, parts) }, problems }
}

function readPart(rendering: Rendering, template: MailTemplate, problems: Problem[]): MailPart {
  const filled = fill(rendering, template.file, template.body, problems)
  const report = (message: string, fix: string, raw: string) => {
    const place = placeOf(template, raw)
    if (problems.some((one) => one.message === message && one.place === place)) return
    problems.push({ file: template.file, place, message, fix })
  }
  const blocks = readMarkdown(filled.text, (what, raw) => {
    const fix = 'Use headings, paragraphs, lists, tables, quotes, links, bold and italics.'
    report(`A mail cannot contain ${what}.`, fix, raw)
  })
  const href = (marked: string) => {
    const address = addressOf(marked, filled)
    if (safeAddress.test(address)) return address
    const fix =
      'Write an https, mailto or tel address, or a whole link such as {{links.documents}}.'
    report('A link leads to no address that a mail may have.', fix, marked)
    return '#'
  }
  return { blocks, text: (marked) => withValues(marked, filled), href }
}

/** Only links of the platform may lead where a value says; all others are written in the template. */
const linkPath = /^(?:links\.\w+|renewal\.link)$/
const safeAddress = /^(?:https?:\/\/|mailto:|tel:)[^\s<>"'\uE000-\uF8FF]+$/i

function addressOf(marked: string, { values }: Filled): string {
  const [, at] = /^\uE000(\d+)\uE001$/.exec(marked) ?? []
  const value = at === undefined ? undefined : values[Number(at)]
  return value !== undefined && linkPath.test(value.path) ? value.text : marked
}

function withValues(marked: string, { values }: Filled): string {
  return marked.replace(markPattern, (_, at) => values[Number(at)]?.text ?? '')
}

function fill(
  { data, format, currency }: Rendering,
  file: string,
  nodes: readonly TemplateNode[],
  problems: Problem[],
): Filled {
  return fillTemplate(nodes, { file, data, format, currency, problems })
}

/** The line of what stands in the template as it is. */
function placeOf({ body }: MailTemplate, raw: string): string {
  const [wanted = ''] = raw
    .replace(/[\uE000-\uF8FF].*$/s, '')
    .trim()
    .split('\n')
  const found = textsOf(body).find(({ text }) => wanted !== '' && text.includes(wanted))
  if (found === undefined) return ''
  const before = found.text.slice(0, found.text.indexOf(wanted))
  return `line ${found.line + before.split('\n').length - 1}`
}

function textsOf(nodes: readonly TemplateNode[]): Extract<TemplateNode, { kind: 'text' }>[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'section') return textsOf(node.nodes)
    return node.kind === 'text' ? [node] : []
  })
}

function oneLine(text: string): string {
  return text.replaceAll(unprintable, ' ').trim().slice(0, subjectLettersMax)
}
