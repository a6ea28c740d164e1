import { damaged, UnreadableWorkbook } from './workbook-problem.ts'

const depthMax = 100

/**
 * Walks through one XML part, tag by tag, and knows where in the text each stands, so that a part
 * can be read and also changed in place. It resolves no entities but XML's own five, refuses
 * document types, and holds nothing but the text and the names of the open elements.
 */
export class XmlScanner {
  /** The tag's name without its prefix; for a closing tag, of the element it closes. */
  name = ''
  kind: 'open' | 'close' | 'text' | 'end' = 'end'
  /** Where the tag or text begins, and where it ends. */
  start = 0
  end = 0
  /** True for `<a/>`, which is reported as an opening and a closing tag. */
  isEmpty = false
  readonly text: string
  readonly #part: string
  readonly #open: string[] = []

  constructor(text: string, part: string) {
    this.text = text
    this.#part = part
  }

  /** How many elements are open; an opening tag counts itself. */
  get depth(): number {
    return this.#open.length
  }

  fail(what: string): UnreadableWorkbook {
    return damaged(this.#part, what)
  }

  next(): boolean {
    if (this.kind === 'open' && this.isEmpty) return this.#closeEmpty()
    const { text } = this
    this.start = this.#afterRemarks()
    if (this.start >= text.length) return this.#finish()
    if (text.charCodeAt(this.start) !== lessThan) return this.#takeText()
    const second = text.charCodeAt(this.start + 1)
    if (second === slash) return this.#takeClosing()
    if (second !== exclamation) return this.#takeOpening()
    if (text.startsWith('<![CDATA[', this.start)) return this.#takeCharacterData()
    throw new UnreadableWorkbook(
      this.#part,
      'The file declares a document type or entities, which no spreadsheet program writes.',
      'Open it in a spreadsheet program and save it again as .xlsx.',
    )
  }

  /** Goes to the next opening tag right below an element of that depth; false when it has closed. */
  nextChild(parentDepth: number): boolean {
    while (this.next()) {
      if (this.kind === 'open' && this.depth === parentDepth + 1) return true
      if (this.kind === 'close' && this.depth < parentDepth) return false
    }
    return false
  }

  /** Goes to the first opening tag of that name; false where there is none. */
  seek(name: string): boolean {
    while (this.next()) if (this.kind === 'open' && this.name === name) return true
    return false
  }

  /** Reads on to the end of the element whose opening tag was just met; gives its own text. */
  content(): string {
    const { depth } = this
    let content = ''
    while (this.next()) {
      if (this.kind === 'text' && this.depth === depth) content += this.#value()
      if (this.kind === 'close' && this.depth < depth) break
    }
    return content
  }

  /** An attribute of the opening tag, decoded; the name is as written, with its prefix. */
  attribute(name: string): string | undefined {
    return this.#find((candidate) => candidate === name)
  }

  /** An attribute that has a prefix, whichever: programs choose their own for `r:id`. */
  prefixedAttribute(name: string): string | undefined {
    return this.#find((candidate) => candidate.endsWith(`:${name}`))
  }

  #find(isWanted: (name: string) => boolean): string | undefined {
    for (const { name, valueStart, valueEnd } of this.attributes()) {
      if (isWanted(name)) return this.#decode(this.text.slice(valueStart, valueEnd))
    }
    return undefined
  }

  /** The attributes of the opening tag, with the places of their values. */
  attributes(): Attribute[] {
    const found: Attribute[] = []
    const { text } = this
    let at = skipName(text, this.start + 1, this.end)
    for (;;) {
      at = skipSpace(text, at, this.end)
      const code = text.charCodeAt(at)
      if (code === greaterThan || code === slash) return found
      const nameStart = at
      at = skipName(text, at, this.end)
      const name = text.slice(nameStart, at)
      at = skipSpace(text, at, this.end)
      if (name === '' || text.charCodeAt(at) !== equals) throw this.fail('an attribute is broken')
      at = skipSpace(text, at + 1, this.end)
      const quote = text.charCodeAt(at)
      if (quote !== doubleQuote && quote !== singleQuote) throw this.fail('an attribute is broken')
      const valueEnd = text.indexOf(quote === doubleQuote ? '"' : "'", at + 1)
      if (valueEnd < 0 || valueEnd >= this.end) throw this.fail('an attribute is broken')
      found.push({ name, valueStart: at + 1, valueEnd })
      at = valueEnd + 1
    }
  }

  #finish(): boolean {
    if (this.#open.length > 0) throw this.fail('a part of it is cut off')
    this.kind = 'end'
    return false
  }

  #closeEmpty(): boolean {
    this.#open.pop()
    this.kind = 'close'
    this.start = this.end
    return true
  }

  #takeText(): boolean {
    const next = this.text.indexOf('<', this.start)
    this.end = next < 0 ? this.text.length : next
    this.kind = 'text'
    return true
  }

  #takeCharacterData(): boolean {
    const close = this.text.indexOf(']]>', this.start)
    if (close < 0) throw this.fail('a part of it is cut off')
    this.end = close + 3
    this.kind = 'text'
    return true
  }

  /** Where the next tag or text begins, past comments and processing instructions. */
  #afterRemarks(): number {
    const { text } = this
    for (let at = this.end; ;) {
      const isComment = text.startsWith('<!--', at)
      if (!isComment && !text.startsWith('<?', at)) return at
      const mark = isComment ? '-->' : '?>'
      const close = text.indexOf(mark, at + (isComment ? 4 : 2))
      if (close < 0) throw this.fail('a part of it is cut off')
      at = close + mark.length
    }
  }

  #takeOpening(): boolean {
    const { text } = this
    this.end = this.#endOfTag()
    this.isEmpty = text.charCodeAt(this.end - 2) === slash
    const raw = text.slice(this.start + 1, skipName(text, this.start + 1, this.end))
    if (raw === '') throw this.fail('a tag has no name')
    this.#open.push(raw)
    if (this.#open.length > depthMax) throw this.fail('its elements lie too deep in one another')
    this.name = localName(raw)
    this.kind = 'open'
    return true
  }

  #takeClosing(): boolean {
    const close = this.text.indexOf('>', this.start)
    const raw = close < 0 ? '' : this.text.slice(this.start + 2, close).trimEnd()
    if (raw === '' || this.#open.pop() !== raw) throw this.fail('its tags do not match')
    this.end = close + 1
    this.name = localName(raw)
    this.kind = 'close'
    return true
  }

  /** A `>` inside quotes does not end a tag. */
  #endOfTag(): number {
    const { text } = this
    for (let at = this.start + 1; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === greaterThan) return at + 1
      if (code === lessThan) break
      if (code !== doubleQuote && code !== singleQuote) continue
      at = text.indexOf(code === doubleQuote ? '"' : "'", at + 1)
      if (at < 0) break
    }
    throw this.fail('a tag does not end')
  }

  #value(): string {
    const { text, start, end } = this
    if (text.startsWith('<![CDATA[', start)) return endLines(text.slice(start + 9, end - 3))
    return this.#decode(endLines(text.slice(start, end)))
  }

  #decode(text: string): string {
    if (!text.includes('&')) return text
    return text.replace(/&([^;&]{0,10};?)/g, (_, reference: string) => {
      const character = characterOf(reference)
      if (character === null) throw this.fail(`it holds an unknown entity &${reference}`)
      return character
    })
  }
}

interface Attribute {
  readonly name: string
  readonly valueStart: number
  readonly valueEnd: number
}

const lessThan = 60
const greaterThan = 62
const slash = 47
const exclamation = 33
const equals = 61
const doubleQuote = 34
const singleQuote = 39

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9
}

function skipSpace(text: string, from: number, end: number): number {
  let at = from
  while (at < end && isSpace(text.charCodeAt(at))) at++
  return at
}

function skipName(text: string, from: number, end: number): number {
  let at = from
  while (at < end) {
    const code = text.charCodeAt(at)
    if (isSpace(code) || code === equals || code === slash || code === greaterThan) break
    at++
  }
  return at
}

function localName(raw: string): string {
  const colon = raw.indexOf(':')
  return colon < 0 ? raw : raw.slice(colon + 1)
}

/** XML ends its lines one way, whatever the file does. */
function endLines(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
}

const named = new Map([
  ['amp;', '&'],
  ['lt;', '<'],
  ['gt;', '>'],
  ['quot;', '"'],
  ['apos;', "'"],
])

function characterOf(reference: string): string | null {
  const known = named.get(reference)
  if (known !== undefined) return known
  const [, hex, decimal] = /^#(?:x([0-9a-f]+)|(\d+));$/i.exec(reference) ?? []
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  return Number.isInteger(code) && code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : null
}
