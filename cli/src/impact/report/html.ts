import { plain } from '../../output/life-picture/svg.ts'

/** A table of texts; numbers stand to the right. */
export function htmlTable(
  headings: readonly Heading[],
  rows: readonly (readonly string[])[],
): string {
  const kind = (at: number) => {
    const { isNumber = false, isName = false } = headings[at] ?? {}
    return isNumber ? ' class="number"' : isName ? ' class="whole"' : ''
  }
  const head = headings.map(({ name }, at) => `<th${kind(at)}>${plain(name)}</th>`).join('')
  const body = rows
    .map(
      (row) => `<tr>${row.map((cell, at) => `<td${kind(at)}>${plain(cell)}</td>`).join('')}</tr>`,
    )
    .join('\n')
  return `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table></div>`
}

export interface Heading {
  readonly name: string
  readonly isNumber?: boolean
  /** Does not wrap, however narrow the page is. */
  readonly isName?: boolean
}

export function section(title: string, ...parts: readonly string[]): string {
  const inside = parts.filter((part) => part !== '')
  if (inside.length === 0) return ''
  return `<section><h2>${plain(title)}</h2>\n${inside.join('\n')}\n</section>`
}

/** A figure with its name, and a word that puts it in proportion. */
export function tile(name: string, figure: string, word = ''): string {
  const below = word === '' ? '' : `<span class="word">${plain(word)}</span>`
  return `<div class="tile"><span class="name">${plain(name)}</span><span class="figure">${plain(figure)}</span>${below}</div>`
}
