import type { SimulatedLife } from '@bindery/sdk'
import { stepsWithoutEvents } from '../life.ts'
import { describeEvents } from '../timetable.ts'
import { heading } from './chart-rows.ts'
import { colours, element, line, text, titled } from './svg.ts'
import { type TimeAxis, dayInWords, left, right } from './time-axis.ts'

export interface Flag {
  readonly at: string
  readonly day: string
  readonly what: string
}

const flagsMax = 60
const apart = 20
const rowHeight = 22
const lineHeight = 21

/** Events other than payments, with the steps of the simulation, oldest first. */
export function flagsOf(life: SimulatedLife, folders: readonly (string | null)[]): Flag[] {
  const { account, events, time_zone: timeZone } = life
  // Payments are marks in a row of their own, and a mandate comes with each.
  const shown = describeEvents({ account, events, timeZone }).filter(
    ({ type }) => !type.startsWith('payment.') && !/^mandate\.(given|replaced)$/.test(type),
  )
  return [...shown, ...stepsWithoutEvents(life, folders)]
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .slice(0, flagsMax)
    .map(({ at, day, what }) => ({
      at,
      day,
      what: what.toLowerCase() === what ? what : lowered(what),
    }))
}

/** A picture needs no capitals for emphasis. */
function lowered(what: string): string {
  return what.replace(/\b[A-Z]{3,}\b/g, (word) =>
    ['CHF', 'EUR', 'USD', 'GBP'].includes(word) ? word : word.toLowerCase(),
  )
}

/** Numbers at their days, in as many rows as they need. */
export function drawFlags(
  flags: readonly Flag[],
  axis: TimeAxis,
  y: number,
): { readonly svg: string; readonly height: number } {
  const rows: number[] = []
  const drawn = flags.map(({ at, what, day }, index) => {
    const x = Math.min(right, Math.max(left, axis.x(at)))
    const free = rows.findIndex((last) => x - last >= apart)
    const row = free === -1 ? rows.length : free
    rows[row] = x
    const cy = y + 10 + row * rowHeight
    return titled(
      `${index + 1}: ${dayInWords(day)}, ${what}`,
      line([x, y - 4], [x, cy], colours.soft, 1, '2 2'),
      element('circle', { cx: x, cy, r: 8.5, fill: colours.flag }),
      text(x, cy + 3.7, String(index + 1), {
        size: 10,
        fill: '#ffffff',
        weight: 600,
        anchor: 'middle',
      }),
    )
  })
  const height = Math.max(1, rows.length) * rowHeight
  return { svg: heading(y + 12, 'Events', 'numbered below') + drawn.join(''), height }
}

/** The list of events in two columns. */
export function drawList(
  flags: readonly Flag[],
  y: number,
): { readonly svg: string; readonly height: number } {
  const perColumn = Math.ceil(flags.length / 2)
  const drawn = flags.map(({ day, what }, index) => {
    const column = index < perColumn ? 0 : 1
    const x = 36 + column * 590
    const at = y + (index % Math.max(1, perColumn)) * lineHeight
    return (
      text(x + 16, at, String(index + 1), { size: 12, weight: 600, anchor: 'end' }) +
      text(x + 28, at, dayInWords(day), { size: 12, fill: colours.soft }) +
      text(x + 118, at, shortened(what), { size: 12 })
    )
  })
  return { svg: drawn.join(''), height: perColumn * lineHeight }
}

const lettersMax = 74

function shortened(what: string): string {
  return what.length <= lettersMax ? what : `${what.slice(0, lettersMax - 1)}…`
}
