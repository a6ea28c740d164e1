import type { Json } from '../../kernel/index.ts'
import { type MarkedFields, isMarked, mask } from '../../masks/index.ts'
import { endDayOf } from '../../policies/index.ts'
import type { ReadTransaction } from '../../policy-transactions/index.ts'
import { type HistoryLanguage, type HistoryWords, historyWords } from './history-words.ts'
import { localeOf, formatAmount, formatDay, formatPercent, formatValue } from './format-values.ts'

/**
 * The effect of a transaction, in insurance terms: `deductible from 500 to 1,000 from 1 March 2027;
 * EUR 12.40 credited`. Null where it did nothing, or not yet.
 */
export function describeTransaction(
  { version, done }: ReadTransaction,
  currency: string,
  language: HistoryLanguage,
  /** The fields that are masked for the reader. */
  marks: MarkedFields | null = null,
): string | null {
  if (done === null) return null
  const words: HistoryWords = historyWords[language]
  const locale = localeOf[language]
  const day = (one: Temporal.PlainDate) => formatDay(one, locale)
  const lastDay = done.timeline.ending?.lastDay ?? version.effectiveDay.subtract({ days: 1 })
  const replaced = (): string =>
    done.replaced
      .map(({ path, before, after }) => {
        const field = path.join(' ').replaceAll('_', ' ')
        const isMasked = marks !== null && (isCustomers(path) || isMarked(marks, path))
        const value = (one: Json) =>
          isMasked && one !== null ? mask : formatValue(one, words, locale)
        if (before === null) return words.added(field, value(after))
        return words.replaced(field, value(before), value(after))
      })
      .join(', ')
  const summary = (): string => {
    switch (version.kind) {
      case 'offer': {
        const last = endDayOf(done.timeline)
        return words.sold(day(version.effectiveDay), last && day(last))
      }
      case 'endorsement': {
        const from = version.details.indexation ? words.indexedFrom : words.changedFrom
        return from(replaced() || words.nothing, day(version.effectiveDay))
      }
      case 'adjustment':
        return words.adjustedFrom(replaced() || words.nothing, day(version.effectiveDay))
      case 'tax_change': {
        const { from, to } = version.details
        const rate = (one: number) => formatPercent(one, locale)
        return words.taxChanged(rate(from), rate(to), day(version.effectiveDay))
      }
      case 'cancellation':
        return words.cancelled(day(lastDay))
      case 'end_move':
        return words.endMoved(day(lastDay))
      case 'withdrawal':
        return words.withdrawn(day(Temporal.PlainDate.from(version.details.received_on)))
      case 'lapse':
        return words.lapsed(day(lastDay))
      case 'reinstatement': {
        const { gap_until: gapUntil } = version.details
        const covered = gapUntil === null ? version.effectiveDay : dayAfter(gapUntil)
        return words.reinstated(day(covered))
      }
      case 'renewal':
        return words.renewed(day(version.effectiveDay))
      case 'suspension':
        return words.suspended(day(version.effectiveDay))
      case 'resumption':
        return words.resumed(day(version.effectiveDay))
      case 'revival':
        return words.revived(day(version.effectiveDay))
    }
  }
  const amount = formatAmount(Math.abs(done.amount), currency, locale)
  if (done.amount === 0) return summary()
  return `${summary()}; ${done.amount > 0 ? words.more(amount) : words.back(amount)}`
}

/** The customer's own members are personal whatever a product marks. */
function isCustomers([name = '', ...rest]: readonly string[]): boolean {
  return rest.length === 0 && ['first_name', 'last_name', 'email'].includes(name)
}

function dayAfter(day: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(day).add({ days: 1 })
}
