import { isMap, isScalar, isSeq, type LineCounter, type Document } from 'yaml'
import { type Problem, readYamlDocument } from '../../kernel/index.ts'
import type { ProductFiles } from '../product-definition.ts'
import { Part, type PartPath } from './part.ts'

/** Of JSON files; YAML has a limit of its own. */
const jsonBytesMax = 4 * 1024 * 1024

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

function readText(files: ProductFiles, file: string, problems: Problem[]): string | null {
  const bytes = files.get(file)
  if (bytes === undefined) {
    problems.push({ file, place: '', message: 'The file is missing.', fix: `Add ${file}.` })
    return null
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const message = 'The file is not UTF-8 text.'
    problems.push({ file, place: '', message, fix: 'Save it with the encoding UTF-8.' })
    return null
  }
}

function parseYaml(text: string, file: string, problems: Problem[]): Part | null {
  const reading = readYamlDocument(text, 'core')
  if (reading.ok) {
    const { document, lines } = reading
    try {
      const value: unknown = document.toJS()
      const source = { file, problems, where: (path: PartPath) => placeOf(document, lines, path) }
      return new Part(source, [], value)
    } catch (error) {
      // So the library answers aliases that multiply.
      problems.push(unusable(file, error instanceof Error ? error.message : 'it cannot be read.'))
      return null
    }
  }
  for (const { at, message } of reading.mistakes) {
    if (at === null) problems.push(unusable(file, message))
    else {
      const place = `line ${at.line}`
      const explained = `This is not YAML: ${sentence(message)}`
      problems.push({ file, place, message: explained, fix: 'Fix the syntax.' })
    }
  }
  return null
}

function unusable(file: string, reason: string): Problem {
  const message = `This is not usable YAML: ${sentence(reason)}`
  return { file, place: '', message, fix: 'Write it without aliases, shorter and less nested.' }
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
  if (text.length > jsonBytesMax) {
    const message = `The file is larger than ${jsonBytesMax / 1024 / 1024} MiB.`
    problems.push({ file, place: '', message, fix: 'Split the product into items.' })
    return null
  }
  try {
    const value: unknown = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)
    return new Part({ file, problems, where: jsonPointer }, [], value)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be read'
    const position = /position (\d+)/.exec(reason)?.[1]
    const line = text.slice(0, Number(position ?? text.length)).split('\n').length
    const message = `This is not JSON: ${sentence(reason)}`
    problems.push({ file, place: `line ${line}`, message, fix: 'Fix the syntax.' })
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
