import { useLocale, useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { type Bucket, type Sums, noSums, plus } from './buckets.ts'
import { homeWords } from './words.ts'

export type FigureName = keyof typeof homeWords.en.figures

type Days = { readonly from: string; readonly to: string }

interface FigureKind {
  readonly series: (buckets: readonly Bucket[], before: Sums) => readonly (number | null)[]
  readonly total: (buckets: readonly Bucket[], before: Sums) => number | null
  readonly write: (value: number, currency: string) => string
  /** At the axis, short. */
  readonly mark: (value: number) => string
  readonly ofWhat: (buckets: readonly Bucket[], write: (cents: number) => string) => string | null
  /** The list that it counts. */
  readonly list: (days: Days) => { to: string; search: Record<string, string> }
  readonly isLine: boolean
}

const sumOf = (buckets: readonly Bucket[]) =>
  buckets.reduce<Sums>((sum, { sums }) => plus(sum, sums), noSums)
const rate = (part: number, whole: number) => (whole === 0 ? null : part / whole)
const created = ({ from, to }: Days) => ({ created_from: from, created_until: to })

/** How each figure is summed, written, and where it leads. */
export function useFigureKinds(): Readonly<Record<FigureName, FigureKind>> {
  const words = useWords(homeWords)
  const money = useMoney()
  const locale = useLocale()
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const counted = (name: 'sold' | 'ended') => ({
    series: (buckets: readonly Bucket[]) => buckets.map(({ sums }) => sums[name]),
    total: (buckets: readonly Bucket[]) => sumOf(buckets)[name],
    write: (value: number) => whole.format(value),
    mark: (value: number) => (Number.isInteger(value) ? short.format(value) : ''),
    ofWhat: () => null,
    isLine: false,
  })
  const inMoney = {
    write: money,
    mark: (cents: number) => (cents > 0 && cents < 100 ? '' : short.format(cents / 100)),
  }
  const inPercent = {
    write: (value: number) => percent.format(value),
    mark: (value: number) => percent.format(value),
    isLine: true,
  }
  return {
    sold: {
      ...counted('sold'),
      list: (days) => ({ to: '/policies', search: { status: 'paid', ...created(days) } }),
    },
    conversion: {
      ...inPercent,
      series: (buckets) => buckets.map(({ sums }) => rate(sums.sold, sums.quotes)),
      total: (buckets) => rate(sumOf(buckets).sold, sumOf(buckets).quotes),
      ofWhat(buckets) {
        const { sold, quotes } = sumOf(buckets)
        return words.ofQuotes(whole.format(sold), whole.format(quotes))
      },
      list: (days) => ({ to: '/quotes', search: created(days) }),
    },
    written: {
      ...inMoney,
      series: (buckets) => buckets.map(({ sums }) => sums.written),
      total: (buckets) => sumOf(buckets).written,
      ofWhat: () => null,
      list: ({ from, to }) => ({ to: '/journal', search: { account: 'premium', from, to } }),
      isLine: false,
    },
    collection: {
      ...inPercent,
      series: (buckets) => buckets.map(({ sums }) => rate(sums.collected, sums.charged)),
      total: (buckets) => rate(sumOf(buckets).collected, sumOf(buckets).charged),
      ofWhat(buckets, write) {
        const { collected, charged } = sumOf(buckets)
        return words.ofCharged(write(collected), write(charged))
      },
      list: (days) => ({ to: '/payments', search: created(days) }),
    },
    ended: {
      ...counted('ended'),
      list: () => ({ to: '/policies', search: { status: 'cancelled' } }),
    },
    owed: {
      ...inMoney,
      series(buckets, before) {
        let owed = before.owed
        return buckets.map(({ sums }) => {
          owed += sums.owed
          return owed
        })
      },
      total: (buckets, before) => before.owed + sumOf(buckets).owed,
      ofWhat: () => null,
      list: ({ to }) => ({ to: '/open-items', search: { day: to } }),
      isLine: true,
    },
  }
}
