import type { SimulatedLife } from '@bindery/sdk'
import { money } from '../money.ts'
import { colours, element, line, text, titled } from './svg.ts'
import { type TimeAxis, dayInWords, left, right } from './time-axis.ts'

const dayMs = 24 * 60 * 60 * 1000

/** The name of a row, and what it shows. */
export function heading(y: number, name: string, more: string): string {
  return (
    text(left - 14, y, name, { size: 13, weight: 600, anchor: 'end' }) +
    text(left - 14, y + 15, more, { size: 11, fill: colours.soft, anchor: 'end' })
  )
}

/** A bar for each term; the part after the end of cover is pale. */
export function drawCover(life: SimulatedLife, axis: TimeAxis, y: number): string {
  const height = 34
  const end = coverEnd(life)
  const bars = life.terms.map(({ first_day: first, last_day: last }, at) => {
    const until = last === null ? axis.to : nextDay(last)
    const covered = end !== null && end < until ? end : until
    const [from, middle, to] = [first, covered, until].map((day) => Math.min(axis.x(day), right))
    const days = `${dayInWords(first)} to ${last === null ? 'an open end' : dayInWords(last)}`
    const fill = colours.cover[at % colours.cover.length] ?? colours.cover[0]
    const room = (middle ?? 0) - (from ?? 0)
    const name = `Term ${at + 1}`
    return titled(
      `${name}: ${days}`,
      bar(from ?? 0, y, room, height, fill),
      bar(middle ?? 0, y, (to ?? 0) - (middle ?? 0), height, colours.ended),
      room < 60
        ? ''
        : text((from ?? 0) + 10, y + 21, name, { fill: '#ffffff', weight: 600, size: 13 }),
      room < 250
        ? ''
        : text((middle ?? 0) - 10, y + 21, days, { fill: '#ffffff', size: 11, anchor: 'end' }),
    )
  })
  return heading(y + 14, 'Cover', life.policy.status) + bars.join('')
}

/** The first day without cover; null where cover continues. */
function coverEnd({ policy, time_zone: timeZone }: SimulatedLife): string | null {
  const { termination_date: last } = policy
  if (last === null) return null
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  return nextDay(day.format(Date.parse(last)))
}

function bar(x: number, y: number, width: number, height: number, fill: string): string {
  if (width <= 0) return ''
  return element('rect', { x: x + 1, y, width: Math.max(1, width - 2), height, rx: 4, fill })
}

/** The price of a billing period, as steps. */
export function drawPrice(life: SimulatedLife, axis: TimeAxis, y: number): string {
  const { prices, account } = life
  const height = 46
  const top = Math.max(1, ...prices.map((one) => one.gross_payment_amount))
  const heightOf = (cents: number) => y + height - (cents / top) * height
  const parts = prices.map(({ from, gross_payment_amount: cents }, at) => {
    const next = prices[at + 1]
    const x = axis.x(from)
    const to = Math.min(right, axis.x(next?.from ?? endOf(life, axis)))
    const level = heightOf(cents)
    const sum = money(cents, account.currency)
    return titled(
      `From ${dayInWords(from)} a payment is ${sum}`,
      line([x, level], [to, level], colours.price, 2.5),
      next === undefined
        ? ''
        : line([to, level], [to, heightOf(next.gross_payment_amount)], colours.price, 2.5),
      text(x + 4, level - 6, sum, { size: 12, weight: 600, fill: colours.price }),
    )
  })
  const base = line([left, y + height], [right, y + height], colours.grid)
  return heading(y + 20, 'Price', 'of one payment') + base + parts.join('')
}

function endOf(life: SimulatedLife, axis: TimeAxis): string {
  const last = life.terms.at(-1)?.last_day ?? null
  const until = last === null || last > axis.to ? axis.to : nextDay(last)
  const end = coverEnd(life)
  return end !== null && end < until ? end : until
}

/** The balance owed after each entry, as an area. */
export function drawOwed({ account }: SimulatedLife, axis: TimeAxis, y: number): string {
  const height = 44
  const moved = account.entries.filter(({ amount }) => amount !== 0)
  const top = Math.max(1, ...moved.map(({ owed }) => Math.abs(owed)))
  let level = y + height
  const points = moved.map(({ at, owed }) => {
    const x = Math.min(right, axis.x(at))
    const next = y + height - (Math.max(0, owed) / top) * height
    const step = `L${x.toFixed(1)} ${level.toFixed(1)}L${x.toFixed(1)} ${next.toFixed(1)}`
    level = next
    return step
  })
  const end = `L${right} ${level.toFixed(1)}L${right} ${y + height}`
  const path = `M${left} ${y + height}${points.join('')}${end}Z`
  const most = Math.max(0, ...moved.map(({ owed }) => owed))
  return (
    heading(y + 18, 'Owed', `at most ${money(most, account.currency)}`) +
    titled(
      `What the customer owed: at most ${money(most, account.currency)}, ${money(account.owed, account.currency)} at the end`,
      element('path', {
        d: path,
        fill: colours.owedArea,
        stroke: colours.owed,
        'stroke-width': 1.2,
      }),
    )
  )
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)
}
