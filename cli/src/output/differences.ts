import type { Difference } from '@bindery/sdk'
import { money } from './money.ts'
import type { Paint } from './paint.ts'
import { groupBy } from './group-by.ts'

/** The differences by area, in the terms of a product builder. */
export function describeDifferences(
  differences: readonly Difference[],
  currency: string,
  paint: Paint,
): string[] {
  return [...groupBy(differences, (one) => one.area)].flatMap(([area, ofArea]) => [
    paint.bold(area),
    ...ofArea.flatMap((one) => describe(one, currency, paint).map((line) => `  ${line}`)),
    '',
  ])
}

function describe(difference: Difference, currency: string, paint: Paint): string[] {
  const { area, change, place, before, after } = difference
  const [sign, value] = {
    added: [paint.green('+'), after],
    removed: [paint.red('-'), before],
    changed: [paint.yellow('~'), after],
  }[change]
  const name = `${sign} ${place}`
  if (area === 'files') return [`${name}${paint.dim(sizes(before, after))}`]
  const rows = rowsOf(after)
  if (area === 'datasets' && rows !== null) return [`${name}: ${rows.counts}`, ...rows.first]
  if (area === 'workbook') return [`${name}${cellOf(difference)}`]
  if (area === 'prices') return [`${name}: ${pricesOf(difference, currency)}`]
  if (change !== 'changed') return [isPlain(value) ? `${name}: ${show(value)}` : name]
  if (isPlain(before) || isPlain(after)) {
    const isShort = `${place}${show(before)}${show(after)}`.length < 70
    if (isShort) return [`${name}: ${show(before)} → ${show(after)}`]
    return [name, `    ${paint.red(show(before))}`, `    ${paint.green(show(after))}`]
  }
  return [name, ...membersOf(before, after).map((line) => `    ${line}`)]
}

/** A changed cell in the terms of the workbook: `1.1 to 1.15, the factor of "retail"`. */
function cellOf({ change, before, after, about = '' }: Difference): string {
  const value = change === 'removed' ? before : after
  const words = about === '' ? '' : `, ${about}`
  if (before === null && after === null) return words.replace(',', ':')
  if (typeof value === 'object') return `${words}: ${listed(value)}`
  if (change !== 'changed') return ` ${showCell(value)}${words}`
  return ` ${showCell(before)} to ${showCell(after)}${words}`
}

/** A text that looks like a number, a boolean or nothing is marked: `the text "1.1"`. */
function showCell(value: unknown): string {
  if (typeof value !== 'string') return show(value)
  const isPlainWord = value.trim() === value && Number.isNaN(Number(value))
  return isPlainWord && !/^(?:true|false|none)$/i.test(value) ? value : `the text "${value}"`
}

function listed(values: unknown): string {
  return Object.entries(Object(values))
    .map(([name, value]) => `${name} ${showCell(value)}`)
    .join(', ')
}

const signs = { added: '+', changed: '~', removed: '-' } as const

/** The counts and first rows of a changed dataset; null for other differences. */
function rowsOf(after: unknown): { counts: string; first: string[] } | null {
  const [added, changed, removed, first] = ['added', 'changed', 'removed', 'first'].map((name) =>
    memberOf(after, name),
  )
  if (typeof added !== 'number' || !Array.isArray(first)) return null
  const shown = first.map((row: unknown) => {
    const sign = Object.entries(signs).find(([kind]) => kind === memberOf(row, 'change'))?.[1]
    return `    ${sign ?? ' '} ${show(memberOf(row, 'key'))}`
  })
  const more = added + Number(changed) + Number(removed) - first.length
  return {
    counts: `${added} added, ${show(changed)} changed, ${show(removed)} removed`,
    first: more > 0 ? [...shown, `    … and ${more} more`] : shown,
  }
}

function sizes(before: unknown, after: unknown): string {
  const [old, now] = [bytesOf(before), bytesOf(after)]
  if (old === null || now === null) return ` (${now ?? old ?? 0} bytes)`
  return old === now ? ' (same size)' : ` (${old} → ${now} bytes)`
}

function bytesOf(file: unknown): number | null {
  const bytes = memberOf(file, 'bytes')
  return typeof bytes === 'number' ? bytes : null
}

function pricesOf({ change, before, after }: Difference, currency: string): string {
  if (change !== 'changed') return outcome(change === 'added' ? after : before, currency)
  const [old, now] = [outcome(before, currency), outcome(after, currency)]
  if (old !== now) return `${old} → ${now}`
  return `${old}, but ${parts(before, currency)} → ${parts(after, currency)}`
}

/** The result of a test case: a price, a knockout, refused fields or a failure. */
function outcome(value: unknown, currency: string): string {
  const gross = memberOf(value, 'gross_payment_amount')
  if (typeof gross === 'number') return money(gross, currency)
  const knockout = memberOf(value, 'knockout')
  if (knockout !== undefined) return `declined (${show(knockout)})`
  const errors = memberOf(value, 'errors')
  if (Array.isArray(errors)) return `refused (${errors.join(', ')})`
  return `failed (${show(memberOf(value, 'failed') ?? value)})`
}

function parts(value: unknown, currency: string): string {
  const [net, tax] = [memberOf(value, 'net_premium'), memberOf(value, 'premium_tax')]
  return `${money(Number(net), currency)} net and ${money(Number(tax), currency)} tax`
}

/** The members in which two plans, integrations or datasets differ. */
function membersOf(before: unknown, after: unknown): string[] {
  const names = new Set([...Object.keys(Object(before)), ...Object.keys(Object(after))])
  return [...names].flatMap((name) => {
    const [old, now] = [show(memberOf(before, name)), show(memberOf(after, name))]
    return old === now ? [] : [`${inWords(name)}: ${old} → ${now}`]
  })
}

function memberOf(value: unknown, name: string): unknown {
  return Object.entries(Object(value)).find(([key]) => key === name)?.[1]
}

const isPlain = (value: unknown) =>
  typeof value !== 'object' || value === null || Array.isArray(value)

/** `allowedOrigins` becomes `allowed origins`. */
const inWords = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

function show(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return 'none'
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ')
  return JSON.stringify(value)
}
