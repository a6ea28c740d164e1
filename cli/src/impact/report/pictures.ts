import { element, plain } from '../../output/life-picture/svg.ts'
import { type Bin, binsOf, nameOfBin, signed } from '../bins.ts'
import type { Counts, ImpactResult } from '../impact-result.ts'

const width = 960
const count = (value: number) => new Intl.NumberFormat('en').format(value)
/** Compact, because long numbers above neighbouring bars would overlap. */
const shortCount = (value: number) =>
  value < 100_000
    ? count(value)
    : new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(value)

function picture(height: number, name: string, ...parts: readonly string[]): string {
  const attributes = { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': name }
  // On a narrow screen the picture scrolls instead of shrinking to unreadable letters.
  return `<div class="scroll">${element('svg', attributes, ...parts)}</div>`
}

interface Words {
  readonly anchor?: 'start' | 'middle' | 'end'
  readonly isSoft?: boolean
  readonly weight?: number
}

function words(x: number, y: number, text: string, style: Words = {}): string {
  const { anchor = 'start', isSoft = false, weight = 400 } = style
  return element(
    'text',
    { x, y, 'text-anchor': anchor, 'font-weight': weight, ...(isSoft && { class: 'soft' }) },
    plain(text),
  )
}

const barWidthMax = 140

/** The histogram of changes: decreases left of zero, increases right. */
export function drawHistogram(result: ImpactResult): string {
  const bins = binsOf(result)
  if (bins.length === 0) return ''
  const [top, floor, left, right] = [28, 250, 36, width - 36]
  const most = Math.max(...bins.map((bin) => bin.count))
  const step = (right - left) / bins.length
  const barWidth = Math.min(Math.max(2, step - 4), barWidthMax)
  const bars = bins.map((bin, at) => {
    const height = Math.max(bin.count === 0 ? 0 : 1.5, ((floor - top) * bin.count) / most)
    const x = left + at * step
    return element(
      'g',
      {},
      element('title', {}, plain(`${nameOfBin(bin)}: ${count(bin.count)}`)),
      element('rect', {
        x: x + (step - barWidth) / 2,
        y: floor - height,
        width: barWidth,
        height,
        rx: 2,
        class: isFall(bin) ? 'fall' : 'rise',
      }),
      bin.count === 0
        ? ''
        : words(x + step / 2, floor - height - 7, shortCount(bin.count), { anchor: 'middle' }),
    )
  })
  const bounds = bins.flatMap((bin, at) => [
    ...(bin.from === null ? [] : [{ at, percent: bin.from }]),
    ...(at === bins.length - 1 && bin.to !== null ? [{ at: at + 1, percent: bin.to }] : []),
  ])
  const every = Math.ceil(bounds.length / 12)
  const marks = bounds
    .filter(({ percent }, at) => percent === 0 || at % every === 0)
    .map(({ at, percent }) => ({ at, text: signed(percent) }))
  const open = [
    ...(bins[0]?.from === null ? [{ at: 0, text: 'less' }] : []),
    ...(bins.at(-1)?.to === null ? [{ at: bins.length, text: 'more' }] : []),
  ]
  return picture(
    floor + 34,
    `Histogram of the changes of ${count(result.priced)} premiums`,
    element('line', { x1: left, x2: right, y1: floor, y2: floor, class: 'line' }),
    ...bars,
    ...[...marks, ...open].map(({ at, text }) =>
      words(left + at * step, floor + 22, text, { anchor: 'middle', isSoft: true }),
    ),
  )
}

function isFall({ to, from }: Bin): boolean {
  return to === null ? (from ?? 0) < 0 : to <= 0
}

/** Where the middle half lies, and nine of ten; the ends are the greatest changes. */
export function drawQuantiles(result: ImpactResult): string {
  const at = new Map(result.quantiles.map(({ share, percent }) => [share, percent]))
  const [low, lower, median, upper, high] = [5, 25, 50, 75, 95].map((share) => at.get(share))
  if (
    low === undefined ||
    lower === undefined ||
    median === undefined ||
    upper === undefined ||
    high === undefined
  ) {
    return ''
  }
  if (low === high) return '' // All premiums change alike, as the bars show.
  const span = [Math.min(low, 0), Math.max(high, 0)] as const
  const room = span[1] - span[0] === 0 ? 1 : span[1] - span[0]
  const [left, right, middle] = [60, width - 60, 56]
  const x = (percent: number) => left + ((percent - span[0]) / room) * (right - left)
  const text = `Nine of ten change by ${signed(low)} to ${signed(high)}, the line; half of them by ${signed(lower)} to ${signed(upper)}, the box.`
  const box = { x: x(lower), width: Math.max(3, x(upper) - x(lower)) }
  const drawn = picture(
    112,
    `The middle premium changes by ${signed(median)}. ${text}`,
    element('line', {
      x1: x(0),
      x2: x(0),
      y1: 26,
      y2: 86,
      class: 'line',
      'stroke-dasharray': '4 4',
    }),
    element('line', { x1: x(low), x2: x(high), y1: middle, y2: middle, class: 'reach' }),
    element('rect', {
      ...box,
      y: middle - 16,
      height: 32,
      rx: 4,
      class: median < 0 ? 'fall' : median > 0 ? 'rise' : 'same',
      'fill-opacity': 0.45,
    }),
    element('line', {
      x1: x(median),
      x2: x(median),
      y1: middle - 22,
      y2: middle + 22,
      class: 'ink',
    }),
    words(x(median), 22, `middle ${signed(median)}`, { anchor: anchorAt(x(median)), weight: 650 }),
    words(x(0), 104, '0 %', { anchor: 'middle', isSoft: true }),
  )
  return `${drawn}\n<p class="soft">${plain(text)}</p>`
}

/** So that words near an edge stay inside. */
function anchorAt(x: number): 'start' | 'middle' | 'end' {
  if (x < 120) return 'start'
  return x > width - 120 ? 'end' : 'middle'
}

const rowHeight = 30
/** More groups are unreadable as a picture; the table below has them all. */
const groupsDrawnMax = 24

/** By how much the premium of each value changes. */
export function drawGroups(values: readonly (Counts & { readonly value: string })[]): string {
  const shown = values.filter(({ percent }) => percent !== null).slice(0, groupsDrawnMax)
  if (shown.length < 2) return ''
  const most = Math.max(1, ...shown.map(({ percent }) => Math.abs(percent ?? 0)))
  // A long percentage takes the space of its bar.
  const longest = Math.max(...shown.map(({ percent }) => signed(percent ?? 0).length))
  const [axis, reach] = [600, Math.max(60, 290 - longest * 8)]
  const rows = shown.map((one, at) => {
    const percent = one.percent ?? 0
    const length = Math.max(1.5, (Math.abs(percent) / most) * reach)
    const y = at * rowHeight + 8
    const end = percent < 0 ? axis - length - 8 : axis + length + 8
    return [
      words(0, y + 14, shortened(one.value), { weight: 600 }),
      element('rect', {
        x: percent < 0 ? axis - length : axis,
        y,
        width: length,
        height: rowHeight - 10,
        rx: 2,
        class: percent < 0 ? 'fall' : percent > 0 ? 'rise' : 'same',
      }),
      words(end, y + 14, signed(percent), { anchor: percent < 0 ? 'end' : 'start' }),
    ].join('')
  })
  const height = shown.length * rowHeight + 12
  return picture(
    height,
    'By how much the premium of each group changes',
    element('line', { x1: axis, x2: axis, y1: 0, y2: height, class: 'line' }),
    ...rows,
  )
}

const lettersMax = 34

function shortened(value: string): string {
  return value.length <= lettersMax ? value : `${value.slice(0, lettersMax - 1)}…`
}
