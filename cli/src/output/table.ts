import { stripVTControlCharacters } from 'node:util'
import type { Paint } from './paint.ts'

const gap = '  '

/** Columns as wide as their widest cell. Cells may be coloured. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  paint: Paint,
): string[] {
  const all = [headings.map((heading) => paint.dim(heading)), ...rows]
  const widths = headings.map((_, at) => Math.max(...all.map((row) => widthOf(row[at] ?? ''))))
  return all.map((row) =>
    row
      .map((cell, at) => `${cell}${' '.repeat((widths[at] ?? 0) - widthOf(cell))}`)
      .join(gap)
      .trimEnd(),
  )
}

/** As wide as a terminal usually is. */
const lineLetters = 80
const wrappedLettersMin = 24

/** The same, with a last column of words that goes on below itself where it is too long for the line. */
export function tableOfWords(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  paint: Paint,
): string[] {
  const last = headings.length - 1
  const before = headings
    .slice(0, last)
    .reduce(
      (sum, heading, at) =>
        sum + Math.max(...[heading, ...rows.map((row) => row[at] ?? '')].map(widthOf)) + gap.length,
      0,
    )
  const room = Math.max(wrappedLettersMin, lineLetters - before)
  const wrapped = rows.flatMap((row) =>
    linesOf(row[last] ?? '', room).map((line, at) =>
      at === 0 ? [...row.slice(0, last), line] : [...row.slice(0, last).map(() => ''), line],
    ),
  )
  return table(headings, wrapped, paint)
}

/** A text in lines of so many letters, broken between words, and within one only where it is longer. */
function linesOf(text: string, letters: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= letters) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (widthOf(line) > letters) {
      const all = Array.from(characters.segment(line), ({ segment }) => segment)
      lines.push(all.slice(0, letters).join(''))
      line = all.slice(letters).join('')
    }
  }
  return [...lines, line]
}

/** Names and values below each other, as for one thing shown whole. */
export function facts(pairs: readonly (readonly [string, string])[], paint: Paint): string[] {
  const width = Math.max(...pairs.map(([name]) => name.length))
  return pairs.map(([name, value]) => `${paint.dim(name.padEnd(width))}${gap}${value}`.trimEnd())
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

function widthOf(cell: string): number {
  return Array.from(characters.segment(stripVTControlCharacters(cell))).length
}
