import type { SimulatedLife } from '@bindery/sdk'
import { sumsOf } from '../life.ts'
import { money } from '../money.ts'
import { count } from '../problems.ts'
import { drawFlags, drawList, flagsOf } from './flags.ts'
import { drawCover, drawOwed, drawPrice } from './lanes.ts'
import { drawLegend, drawMoney } from './money-lane.ts'
import { colours, element, plain, text } from './svg.ts'
import { dayInWords, drawAxis, timeAxis, width } from './time-axis.ts'

const fonts = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

/** A life as one picture: cover, price, invoices, payments, what was owed, and what happened. */
export function drawLife(life: SimulatedLife, folders: readonly (string | null)[]): string {
  const { policy, account, events } = life
  const flags = flagsOf(life, folders)
  const soldOn = (events[0]?.clock_at ?? policy.created_at).slice(0, 10)
  const axis = timeAxis(soldOn, account.on)
  const top = 136
  const lanes = {
    cover: top + 16,
    price: top + 82,
    money: top + 164,
    owed: top + 268,
    flags: top + 338,
  }
  const numbers = drawFlags(flags, axis, lanes.flags)
  const bottom = lanes.flags + numbers.height + 6
  const list = drawList(flags, bottom + 34)
  const height = bottom + 34 + list.height + 16
  const title = `${life.product_name}, policy ${policy.insurer_policy_id}`
  const told = summary(life, soldOn)
  return `${element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'aria-labelledby': 'life-title life-told',
      'font-family': fonts,
    },
    element('title', { id: 'life-title' }, plain(title)),
    element(
      'desc',
      { id: 'life-told' },
      plain(`${told} ${flags.map(({ day, what }) => `${dayInWords(day)}: ${what}.`).join(' ')}`),
    ),
    element('rect', { width, height, fill: '#ffffff' }),
    text(36, 46, title, { size: 24, weight: 700 }),
    text(36, 72, told, { size: 14, fill: colours.soft }),
    drawLegend(822, 46),
    drawAxis(axis, top, bottom),
    drawCover(life, axis, lanes.cover),
    drawPrice(life, axis, lanes.price),
    drawMoney(life, axis, lanes.money),
    drawOwed(life, axis, lanes.owed),
    numbers.svg,
    list.svg,
  )}\n`
}

function summary(life: SimulatedLife, soldOn: string): string {
  const { account, policy } = life
  const { paid, refunded, invoices } = sumsOf(life)
  const sum = (cents: number) => money(cents, account.currency)
  return [
    `Sold on ${dayInWords(soldOn)}`,
    `${policy.status} as of ${dayInWords(account.on)}`,
    count(life.terms.length, 'term'),
    count(invoices, 'invoice'),
    `${sum(paid)} paid`,
    ...(refunded === 0 ? [] : [`${sum(refunded)} given back`]),
    `${sum(account.owed)} owed.`,
  ].join(' · ')
}
