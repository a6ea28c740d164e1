import type { Problem } from '../kernel/index.ts'

/** A part of a template: text as it is, a value by its name, or text that depends on a value. */
export type TemplateNode =
  | { readonly kind: 'text'; readonly line: number; readonly text: string }
  | {
      readonly kind: 'value'
      readonly line: number
      readonly format: ValueFormat | null
      readonly path: readonly string[]
    }
  | TemplateSection

export interface TemplateSection {
  readonly kind: 'section'
  readonly line: number
  readonly path: readonly string[]
  /** Whether it is there where the value is not. */
  readonly isInverted: boolean
  readonly nodes: readonly TemplateNode[]
}

/** The functions that templates of documents have too. */
const valueFormats = ['money', 'number', 'percent', 'day'] as const
export type ValueFormat = (typeof valueFormats)[number]

export interface MailTemplate {
  readonly file: string
  /** Empty for a footer, which has none. */
  readonly subject: readonly TemplateNode[]
  readonly body: readonly TemplateNode[]
}

const bytesMax = 64 * 1024
const depthMax = 5
const tag = /\{\{\s*([#^/]?)\s*([^{}]*?)\s*\}\}/g
const valuePattern = /^(?:([a-z]+)\(\s*)?([A-Za-z_]\w*(?:\.\w+)*)(\s*\))?$/
const subjectLine = /^Subject:[ \t]*([^\n]*\S)[ \t]*(?:\n|$)/
/** Marks of ours stand for values while the Markdown is read; a template cannot have them. */
const privateUse = /[\uE000-\uF8FF]/g

/** A template, or what is wrong with it. */
export function parseTemplate(
  file: string,
  content: Uint8Array,
  kind: 'mail' | 'footer',
): { readonly template: MailTemplate } | { readonly problems: readonly Problem[] } {
  const problem = (message: string, fix: string, line: number | null = null) => ({
    problems: [{ file, place: line === null ? '' : `line ${line}`, message, fix }],
  })
  if (content.length > bytesMax) {
    return problem(`The template is larger than ${bytesMax / 1024} KiB.`, 'Shorten it.')
  }
  const source = new TextDecoder()
    .decode(content)
    .replaceAll('\r\n', '\n')
    .replaceAll(privateUse, '')
  const [head = '', subject = ''] = subjectLine.exec(source) ?? []
  if (kind === 'mail' && head === '') {
    const fix = 'Begin with a line such as: Subject: Your policy {{policy.number}}'
    return problem('The template has no subject.', fix, 1)
  }
  try {
    const isMail = kind === 'mail'
    return {
      template: {
        file,
        subject: isMail ? readNodes(subject, 1) : [],
        body: readNodes(isMail ? source.slice(head.length) : source, isMail ? 2 : 1),
      },
    }
  } catch (error) {
    if (error instanceof TemplateMistake) return problem(error.message, error.fix, error.line)
    throw error
  }
}

/** A place in a template that cannot be read. */
class TemplateMistake extends Error {
  readonly fix: string
  readonly line: number

  constructor(line: number, message: string, fix: string) {
    super(message)
    this.name = 'TemplateMistake'
    this.line = line
    this.fix = fix
  }
}

interface Open {
  readonly tag: Omit<TemplateSection, 'nodes'> | null
  readonly nodes: TemplateNode[]
}

function readNodes(source: string, firstLine: number): TemplateNode[] {
  const open: [Open, ...Open[]] = [{ tag: null, nodes: [] }]
  const innermost = () => open.at(-1) ?? open[0]
  let at = 0
  for (const match of source.matchAll(tag)) {
    const [whole, sign = '', inner = ''] = match
    const line = firstLine + newlinesIn(source.slice(0, match.index))
    const end = match.index + whole.length
    // A section on a line of its own leaves no empty line, which would end a table or a list.
    const isAlone = sign !== '' && standsAlone(source, match.index, end)
    const before = source.slice(at, match.index)
    addText(innermost(), isAlone ? before.replace(/[ \t]*$/, '') : before, firstLine, source, at)
    at = isAlone ? end + (/^[ \t]*\n?/.exec(source.slice(end))?.[0].length ?? 0) : end
    if (sign === '') innermost().nodes.push(readValue(inner, line))
    else if (sign === '/') close(open, inner, line)
    else {
      const { format, path } = readValue(inner, line)
      if (format !== null)
        throw new TemplateMistake(line, 'A section names a value.', 'Remove the function.')
      if (open.length > depthMax) {
        throw new TemplateMistake(
          line,
          `Sections are nested deeper than ${depthMax}.`,
          'Nest fewer.',
        )
      }
      open.push({ tag: { kind: 'section', line, path, isInverted: sign === '^' }, nodes: [] })
    }
  }
  addText(innermost(), source.slice(at), firstLine, source, at)
  const { tag: left, nodes } = innermost()
  if (left === null) return nodes
  const name = left.path.join('.')
  throw new TemplateMistake(left.line, `The section ${name} is not closed.`, `Add {{/${name}}}.`)
}

function addText({ nodes }: Open, text: string, firstLine: number, source: string, at: number) {
  const stray = /\{\{|\}\}/.exec(text)
  if (stray !== null) {
    const line = firstLine + newlinesIn(source.slice(0, at) + text.slice(0, stray.index))
    throw new TemplateMistake(
      line,
      `${stray[0]} stands alone.`,
      'Write a value as {{policy.number}}.',
    )
  }
  if (text === '') return
  nodes.push({ kind: 'text', line: firstLine + newlinesIn(source.slice(0, at)), text })
}

function close(open: [Open, ...Open[]], name: string, line: number): void {
  const { tag: section, nodes } = open.at(-1) ?? open[0]
  if (section === null || section.path.join('.') !== name) {
    const fix = section === null ? 'Remove it.' : `Close {{#${section.path.join('.')}}} first.`
    throw new TemplateMistake(line, `No section ${name} is open here.`, fix)
  }
  open.pop()
  const outer = open.at(-1) ?? open[0]
  outer.nodes.push({ ...section, nodes })
}

function readValue(inner: string, line: number): Extract<TemplateNode, { kind: 'value' }> {
  const [, name, path = '', closed] = valuePattern.exec(inner) ?? []
  const format = valueFormats.find((one) => one === name) ?? null
  if (path === '' || (name === undefined) !== (closed === undefined)) {
    const fix = 'Write a name such as {{policy.number}}, or {{money(quote.data.insured_sum)}}.'
    throw new TemplateMistake(line, `"${inner}" is not the name of a value.`, fix)
  }
  if (name !== undefined && format === null) {
    const fix = `Use one of: ${valueFormats.join(', ')}.`
    throw new TemplateMistake(line, `There is no function ${name}.`, fix)
  }
  return { kind: 'value', line, format, path: path.split('.') }
}

function standsAlone(source: string, start: number, end: number): boolean {
  const lineStart = source.lastIndexOf('\n', start - 1) + 1
  const isFirst = source.slice(lineStart, start).trim() === ''
  return isFirst && /^[ \t]*(?:\n|$)/.test(source.slice(end))
}

function newlinesIn(text: string): number {
  return text.split('\n').length - 1
}
