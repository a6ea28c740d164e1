import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Document } from 'yaml'
import type { Problem } from '../../kernel/index.ts'
import type { ProductFiles } from '../product-definition.ts'
import { Part, type PartPath } from './part.ts'

/** A YAML file's root, or null (with a problem noted) when it is missing or cannot be read. */
export function openYaml(files: ProductFiles, file: string, problems: Problem[]): Part | null {
  const text = readText(files, file, problems)
  return text === null ? null : parseYaml(text, file, problems)
}

/** The same for a JSON file. Its places are JSON pointers. */
export function openJson(files: ProductFiles, file: string, problems: Problem[]): Part | null {
  const text = readText(files, file, problems)
  return text === null ? null : parseJson(text, file, problems)
}

export function readText(files: ProductFiles, file: string, problems: Problem[]): string | null {
  const bytes = files.get(file)
  if (bytes === undefined) {
    problems.push({ file, place: '', message: 'The file is missing.', mend: `Add ${file}.` })
    return null
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const message = 'The file is not UTF-8 text.'
    problems.push({ file, place: '', message, mend: 'Save it with the encoding UTF-8.' })
    return null
  }
}

function parseYaml(text: string, file: string, problems: Problem[]): Part | null {
  const lines = new LineCounter()
  const refuse = (place: string, message: string, mend: string): null => {
    problems.push({ file, place, message, mend })
    return null
  }
  try {
    const document = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      schema: 'core',
      version: '1.2',
      logLevel: 'silent',
    })
    for (const error of document.errors) {
      const { line } = lines.linePos(error.pos[0])
      refuse(`line ${line}`, `This is not YAML: ${sentence(error.message)}`, 'Mend the syntax.')
    }
    if (document.errors.length > 0) return null
    const value: unknown = document.toJS()
    const source = { file, problems, where: (path: PartPath) => placeOf(document, lines, path) }
    return new Part(source, [], value)
  } catch (error) {
    // The parser gives up by throwing on aliases that multiply and on nesting without end.
    const reason = error instanceof Error ? sentence(error.message) : 'it cannot be read.'
    return refuse(
      '',
      `This is not usable YAML: ${reason}`,
      'Write it without aliases, less nested.',
    )
  }
}

function placeOf(document: Document, lines: LineCounter, path: PartPath): string {
  let node: unknown = document.contents
  let offset = 0
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
      if (pair === undefined || !isScalar(pair.key)) break
      offset = pair.key.range?.[0] ?? offset
      node = pair.value
    } else if (isSeq(node) && typeof step === 'number') {
      node = node.items[step]
      if (isMap(node) || isSeq(node) || isScalar(node)) offset = node.range?.[0] ?? offset
    } else break
  }
  const { line } = lines.linePos(offset)
  return path.length === 0 ? '' : `line ${Math.max(line, 1)}, ${dotted(path)}`
}

function dotted(path: PartPath): string {
  const written = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')
  return written.startsWith('.') ? written.slice(1) : written
}

function parseJson(text: string, file: string, problems: Problem[]): Part | null {
  try {
    const value: unknown = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)
    return new Part({ file, problems, where: jsonPointer }, [], value)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be read'
    const position = /position (\d+)/.exec(reason)?.[1]
    const line = text.slice(0, Number(position ?? text.length)).split('\n').length
    const message = `This is not JSON: ${sentence(reason)}`
    problems.push({ file, place: `line ${line}`, message, mend: 'Mend the syntax.' })
    return null
  }
}

function jsonPointer(path: PartPath): string {
  const escaped = path.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1'))
  return escaped.map((step) => `/${step}`).join('')
}

const sentenceLengthMax = 200

function sentence(text: string): string {
  const line = (text.split('\n')[0] ?? '').slice(0, sentenceLengthMax)
  return /[.!?]$/.test(line) ? line : `${line}.`
}
