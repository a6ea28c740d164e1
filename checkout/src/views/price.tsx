import type { Quote } from '@bindery/sdk/generated'
import { sayIn } from '../form/build-field.ts'
import { showDay } from '../form/dates.ts'
import { showMoney, writeNumber } from '../form/numbers.ts'
import { isOfQuote } from '../sale/price.ts'
import type { Opened, State } from '../sale/sale.ts'
import { coverText, isOneYear } from './cover.tsx'

interface PriceProps {
  readonly state: State
  readonly opened: Opened
}

/** The price beside the questions. It is updated while the customer types. */
export function PricePanel({ state, opened }: PriceProps) {
  const { words } = opened
  return (
    <aside class="price-panel" part="price" aria-label={words.yourPrice}>
      <p class="eyebrow">{sayIn(opened.item.names, opened.locale.language) || opened.item.name}</p>
      <Amount state={state} opened={opened} />
      <CoverLine state={state} opened={opened} />
      <Outputs state={state} opened={opened} />
    </aside>
  )
}

/** The price. Screen readers announce it politely once it no longer changes. */
export function Amount({ state, opened }: PriceProps) {
  const { words, locale, form } = opened
  const { pricing, priced } = state
  const isShown = priced !== null && (pricing === 'quoted' || pricing === 'asking')
  return (
    <div class={`amount ${pricing}`} role="status" aria-busy={pricing === 'asking'}>
      {isShown && (
        <>
          <span class="sum" part="sum">
            {showMoney(priced.quote.gross_payment_amount, locale.tag, form.currency)}
          </span>{' '}
          <span class="period">{periodOf(priced.quote, opened)}</span>
        </>
      )}
      {!isShown && <span class="open">{openText(state, opened)}</span>}
      {pricing === 'failed' && !state.isLost && <span class="open">{words.priceFailed}</span>}
    </div>
  )
}

function openText({ pricing, answers }: State, { words, checks, fields, plan }: Opened): string {
  if (pricing === 'knockout') return words.knockoutTitle
  if (pricing === 'asking') return words.loading
  if (pricing === 'failed') return ''
  const errors = checks.errors(answers, plan.key)
  const missing = [...errors.keys()].filter(isOfQuote).length
  const hasBegun = fields.some(({ id }) => answers[id] !== undefined)
  return hasBegun && missing > 0 ? words.priceMissing(missing) : words.priceOpen
}

export function periodOf(quote: Quote, { words }: Opened): string {
  const { billing_period: period, billing_cycles: cycles, cover } = quote
  if (period !== null) return words.priceFor[period]
  if (cycles > 1) return words.priceTimes(cycles)
  return isOneYear(cover) ? words.priceOnceForYear : words.priceOnce
}

/** `CHF 15.24 a month`, `CHF 182.88 a year, paid once`. */
export function priceInWords(quote: Quote, opened: Opened): string {
  const { locale, form } = opened
  const sum = showMoney(quote.gross_payment_amount, locale.tag, form.currency)
  return `${sum} ${periodOf(quote, opened)}`
}

/** The days of cover that the price is for. */
export function CoverLine({ state, opened }: PriceProps) {
  const { priced, pricing } = state
  if (priced === null || pricing === 'open' || pricing === 'knockout') return null
  return (
    <p class="cover" part="cover">
      {coverText(priced.quote.cover, opened)}
    </p>
  )
}

/** The public outputs of the price. */
export function Outputs({ state, opened }: PriceProps) {
  const { priced, pricing } = state
  if (priced === null || pricing === 'open' || pricing === 'knockout') return null
  const outputs = priced.quote.public_outputs.filter(({ value }) => value !== null && value !== '')
  if (outputs.length === 0) return null
  return (
    <dl class="outputs" part="outputs">
      {outputs.map(({ output, labels, value }) => (
        <div key={output}>
          <dt>{sayIn(labels, opened.locale.language)}</dt>
          <dd>{outputText(output, value, opened)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Amounts are in minor units; rates, counts and the like say so by their names. */
function outputText(output: string, value: unknown, { locale, form, words }: Opened): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value !== 'number') return String(value)
  if (/(premium|tax|fee|amount|sum|price|discount|commission|deductible)$/.test(output)) {
    return showMoney(value, locale.tag, form.currency)
  }
  if (output.endsWith('rate')) {
    const percent = { style: 'percent', maximumFractionDigits: 2 } as const
    return new Intl.NumberFormat(locale.tag, percent).format(value)
  }
  return writeNumber(value, locale.tag)
}

export function ValidUntil({ state, opened }: PriceProps) {
  if (state.priced === null || state.pricing !== 'quoted') return null
  const { expires_at: expires } = state.priced.quote
  return <p class="help">{opened.words.priceValid(showDay(expires, opened.locale.tag))}</p>
}
