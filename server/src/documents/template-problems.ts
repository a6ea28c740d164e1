import type { Problem } from '../kernel/index.ts'
import type { Rendered } from './renderer/renderer.ts'

const mistakePattern = /^\/?(.*?):(\d+):(\d+): (error|warning|hint): ([\s\S]*)$/
const messageLengthMax = 300

/** The messages of the Typst compiler as problems of the product folder. */
export function problemsOf(template: string, rendered: Rendered): Problem[] {
  if (rendered.outcome === 'overran') {
    const fix = 'Look for loops and recursion that do not end, and for huge values.'
    return [{ file: template, place: '', message: rendered.reason, fix }]
  }
  if (rendered.outcome !== 'mistaken') return []
  const problems = rendered.mistakes.flatMap((mistake) => problemOf(template, mistake))
  if (problems.length > 0) return problems
  const message = 'The template cannot be rendered.'
  return [{ file: template, place: '', message, fix: 'Compare the template with one that works.' }]
}

function problemOf(template: string, mistake: string): Problem[] {
  const [, path, line, column, severity, text = ''] = mistakePattern.exec(mistake) ?? []
  if (severity !== undefined && severity !== 'error') return []
  const file = path?.startsWith('documents/') ? path : template
  const place = line === undefined || file !== path ? '' : `line ${line}, column ${column}`
  const known = knownMistakes.find(({ pattern }) => pattern.test(text))
  if (known !== undefined) {
    const message = text.replace(known.pattern, known.message).slice(0, messageLengthMax)
    return [{ file, place, message, fix: known.fix }]
  }
  const [message = '', ...hints] = text.split(/, hints?: /)
  const fix = hints.length === 0 ? 'Fix the template.' : sentence(hints.join(' '))
  return [{ file, place, message: sentence(message || mistake), fix }]
}

/** Mistakes whose own words would send people to look for the wrong thing. */
const knownMistakes = [
  {
    pattern: /^failed to load package[\s\S]*$/,
    message: 'Packages cannot be imported.',
    fix: 'Copy the parts that you need into documents/parts/.',
  },
  {
    pattern: /^failed to load file[\s\S]*$|^file not found[\s\S]*$/,
    message: 'There is no such file in the product folder.',
    fix: 'Name a file under documents/, by its path relative to this file or as /documents/...',
  },
  {
    pattern: /^dictionary does not contain key "(.*?)"[\s\S]*$/,
    message: 'There is no "$1" here.',
    fix: 'Look up its name in the data of documents, or read it with .at(name, default: none).',
  },
]

function sentence(text: string): string {
  const [first = ''] = text.trim().split('\n')
  const short = first.slice(0, messageLengthMax)
  const capital = short.charAt(0).toUpperCase() + short.slice(1)
  return /[.!?]$/.test(capital) ? capital : `${capital}.`
}
