import type { SimulatedLife } from '@bindery/sdk'
import { money } from '../money.ts'
import { heading } from './chart-rows.ts'
import { colours, element, line, text, titled } from './svg.ts'
import { type TimeAxis, dayInWords, left, right } from './time-axis.ts'

const barHeight = 52
const paymentsBelow = 16

/** Invoices as bars on their due days; below them payments, declined payments and refunds. */
export function drawMoney(life: SimulatedLife, axis: TimeAxis, y: number): string {
  const base = y + barHeight
  return [
    heading(y + 24, 'Invoices', 'by due day'),
    heading(base + paymentsBelow + 2, 'Payments', 'and attempts'),
    line([left, base], [right, base], '#c7ced6'),
    ...drawInvoices(life, axis, base),
    ...drawPayments(life, axis, base + paymentsBelow),
  ].join('')
}

function drawInvoices(
  { invoices, account }: SimulatedLife,
  axis: TimeAxis,
  base: number,
): string[] {
  const asked = invoices.filter(({ kind, state }) => kind !== 'credit_note' && state !== 'void')
  const top = Math.max(1, ...asked.map(({ total }) => total))
  const width = Math.max(3, Math.min(12, (right - left) / 120))
  return asked.map(({ total, due_date: due, state, open }) => {
    const height = Math.max(2, (total / top) * barHeight)
    const fill = open > 0 ? colours.open : colours.invoice
    const sum = money(total, account.currency)
    return titled(
      `Invoice of ${sum}, due ${dayInWords(due)}: ${state}`,
      element('rect', {
        x: axis.x(due) - width / 2,
        y: base - height,
        width,
        height,
        rx: 1.5,
        fill,
      }),
    )
  })
}

function drawPayments(life: SimulatedLife, axis: TimeAxis, y: number): string[] {
  const { account, events } = life
  const { currency } = account
  const made = account.entries.flatMap(({ kind, at, date, amount }) => {
    const sum = money(Math.abs(amount), currency)
    const x = axis.x(at)
    if (kind === 'payment' || kind === 'receipt') {
      return [titled(`${sum} paid on ${dayInWords(date)}`, dot(x, y, colours.paid))]
    }
    if (kind === 'refund') {
      return [titled(`${sum} refunded on ${dayInWords(date)}`, triangle(x, y, colours.refund))]
    }
    if (kind === 'charge_back') {
      return [titled(`${sum} charged back on ${dayInWords(date)}`, triangle(x, y, colours.failed))]
    }
    return []
  })
  const failed = events.flatMap(({ type, clock_at: at }) =>
    type !== 'payment.failed' || at === null
      ? []
      : [
          titled(
            `A payment was declined on ${dayInWords(at)}`,
            cross(axis.x(at), y, colours.failed),
          ),
        ],
  )
  return [...made, ...failed]
}

function dot(cx: number, cy: number, fill: string): string {
  return element('circle', { cx, cy, r: 4, fill })
}

function cross(x: number, y: number, stroke: string): string {
  return (
    line([x - 4, y - 4], [x + 4, y + 4], stroke, 2.2) +
    line([x - 4, y + 4], [x + 4, y - 4], stroke, 2.2)
  )
}

function triangle(x: number, y: number, fill: string): string {
  return element('path', { d: `M${x - 5} ${y - 4}h10l-5 9z`, fill })
}

/** The legend of the marks. */
export function drawLegend(x: number, y: number): string {
  const marks: readonly (readonly [string, string, number])[] = [
    [
      element('rect', {
        x: x - 3,
        y: y - 10,
        width: 7,
        height: 12,
        rx: 1.5,
        fill: colours.invoice,
      }),
      'invoice',
      0,
    ],
    [
      element('rect', { x: x + 77, y: y - 10, width: 7, height: 12, rx: 1.5, fill: colours.open }),
      'still open',
      80,
    ],
    [dot(x + 172, y - 4, colours.paid), 'paid', 172],
    [cross(x + 232, y - 4, colours.failed), 'declined', 232],
    [triangle(x + 318, y - 4, colours.refund), 'refunded', 318],
  ]
  return marks
    .map(([mark, name, at]) => mark + text(x + at + 12, y, name, { size: 12, fill: colours.soft }))
    .join('')
}
