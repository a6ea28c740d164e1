/** Colours that can be distinguished, and read on white. */
export const colours = {
  ink: '#1b2733',
  soft: '#5b6876',
  grid: '#e4e8ed',
  cover: ['#1f6f8b', '#2b86a6'],
  ended: '#c9d1d9',
  price: '#6b3fa0',
  invoice: '#9fb9c8',
  open: '#d97706',
  paid: '#1f8a4c',
  failed: '#c62828',
  refund: '#3b5bdb',
  owed: '#b45309',
  owedArea: '#fde3c3',
  flag: '#1b2733',
} as const

type Attributes = Readonly<Record<string, string | number>>

/** One element; its content is SVG already. */
export function element(
  name: string,
  attributes: Attributes,
  ...inside: readonly string[]
): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? round(value) : plain(value)}"`)
    .join('')
  return inside.length === 0
    ? `<${name}${written}/>`
    : `<${name}${written}>${inside.join('')}</${name}>`
}

interface TextStyle {
  readonly size?: number
  readonly fill?: string
  readonly weight?: number
  readonly anchor?: 'start' | 'middle' | 'end'
}

export function text(x: number, y: number, words: string, style: TextStyle = {}): string {
  const { size = 12, fill = colours.ink, weight = 400, anchor = 'start' } = style
  const attributes = { x, y, 'font-size': size, fill, 'font-weight': weight, 'text-anchor': anchor }
  return element('text', attributes, plain(words))
}

export function line(
  from: readonly [number, number],
  to: readonly [number, number],
  stroke: string,
  width = 1,
  dash = '',
): string {
  const [x1, y1] = from
  const [x2, y2] = to
  const dashed: Attributes = dash === '' ? {} : { 'stroke-dasharray': dash }
  return element('line', { x1, y1, x2, y2, stroke, 'stroke-width': width, ...dashed })
}

/** A group with a title, for screen readers and tooltips. */
export function titled(title: string, ...parts: readonly string[]): string {
  return element('g', {}, element('title', {}, plain(title)), ...parts)
}

export function plain(words: string): string {
  return words
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10)
}
