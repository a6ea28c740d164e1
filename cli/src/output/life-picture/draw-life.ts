import type { SimulatedLife } from '@bindery/sdk'
import { sumsOf } from '../life.ts'
import { money } from '../money.ts'
import { count } from '../problems.ts'
import { drawFlags, drawList, flagsOf } from './flags.ts'
import { drawCover, drawOwed, drawPrice } from './chart-rows.ts'
import { drawLegend, drawMoney } from './money-row.ts'
import { colours, element, plain, text } from './svg.ts'
import { dayInWords, drawAxis, timeAxis, width } from './time-axis.ts'

const fonts = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

/** The life of a policy as one picture: cover, price, invoices, payments, balance and events. */
export function drawLife(life: SimulatedLife, folders: readonly (string | null)[]): string {
  const { policy, account, events } = life
  const flags = flagsOf(life, folders)
  const soldOn = (events[0]?.clock_at ?? policy.created_at).slice(0, 10)
  const axis = timeAxis(soldOn, account.on)
  const top = 136
  const tops = {
    cover: top + 16,
    price: top + 82,
    money: top + 164,
    owed: top + 268,
    flags: top + 338,
  }
  const numbers = drawFlags(flags, axis, tops.flags)
  const bottom = tops.flags + numbers.height + 6
  const list = drawList(flags, bottom + 34)
  const height = bottom + 34 + list.height + 16
  const title = `${life.product_name}, policy ${policy.insurer_policy_id}`
  const description = summaryOf(life, soldOn)
  return `${element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'aria-labelledby': 'life-title life-description',
      'font-family': fonts,
    },
    element('title', { id: 'life-title' }, plain(title)),
    element(
      'desc',
      { id: 'life-description' },
      plain(
        `${description} ${flags.map(({ day, what }) => `${dayInWords(day)}: ${what}.`).join(' ')}`,
      ),
    ),
    element('rect', { width, height, fill: '#ffffff' }),
    text(36, 46, title, { size: 24, weight: 700 }),
    text(36, 72, description, { size: 14, fill: colours.soft }),
    drawLegend(822, 46),
    drawAxis(axis, top, bottom),
    drawCover(life, axis, tops.cover),
    drawPrice(life, axis, tops.price),
    drawMoney(life, axis, tops.money),
    drawOwed(life, axis, tops.owed),
    numbers.svg,
    list.svg,
  )}\n`
}

function summaryOf(life: SimulatedLife, soldOn: string): string {
  const { account, policy } = life
  const { paid, refunded, invoices } = sumsOf(life)
  const sum = (cents: number) => money(cents, account.currency)
  return [
    `Sold on ${dayInWords(soldOn)}`,
    `${policy.status} as of ${dayInWords(account.on)}`,
    count(life.terms.length, 'term'),
    count(invoices, 'invoice'),
    `${sum(paid)} paid`,
    ...(refunded === 0 ? [] : [`${sum(refunded)} refunded`]),
    `${sum(account.owed)} owed.`,
  ].join(' · ')
}
