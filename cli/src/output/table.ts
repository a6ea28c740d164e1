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

/** Names and values below each other, as for one thing shown whole. */
export function facts(pairs: readonly (readonly [string, string])[], paint: Paint): string[] {
  const width = Math.max(...pairs.map(([name]) => name.length))
  return pairs.map(([name, value]) => `${paint.dim(name.padEnd(width))}${gap}${value}`.trimEnd())
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

function widthOf(cell: string): number {
  return Array.from(characters.segment(stripVTControlCharacters(cell))).length
}
