import { isDeepStrictEqual } from 'node:util'
import { type Json, isId } from '../../kernel/index.ts'
import { type MarkedFields, isMarked, mask } from '../../masks/index.ts'
import { type Share, type ShareCause, shareCauses } from '../../pricing/index.ts'
import type { LocalTexts, ProductDefinition } from '../../products/index.ts'
import { type HistoryLanguage, type HistoryWords, historyWords } from '../history/history-words.ts'
import { localeOf, formatAmount, formatDay, formatValue } from '../history/format-values.ts'
import type { WhyItChanged } from './why-it-changed.ts'
import { type WhyWords, whyWords } from './why-words.ts'

/** Customers see the tariff as one cause. */
export const shownCauses = [...shareCauses, 'tariff'] as const

/** A share in words. */
export interface ExplainedShare {
  readonly cause: (typeof shownCauses)[number]
  readonly place: string | null
  readonly before: Json
  readonly after: Json
  readonly amount: number
  readonly summary: string
}

export interface ExplainedWhy {
  readonly summary: string
  readonly shares: readonly ExplainedShare[]
}

/** The reader of the explanation: the content of the insurer's files is not for customers. */
export type Audience = 'insurer' | 'customer'

/** What belongs to the insurer alone. */
const insurersOwn: ReadonlySet<ShareCause> = new Set(['variable', 'cell', 'table', 'structure'])

export function explainWhy(
  why: WhyItChanged,
  language: HistoryLanguage,
  audience: Audience,
  /** The fields that are masked for the reader. */
  marks: MarkedFields | null = null,
): ExplainedWhy {
  const { definition } = why.version
  const explainer = new Explainer(definition, language)
  const seen = audience === 'insurer' ? why.shares : ofCustomer(why.shares)
  const shares = marks === null ? seen : seen.map((share) => maskShare(share, marks))
  return {
    summary: explainer.whole(why),
    shares: shares.map((share) => ({
      cause: share.cause,
      place: share.place === '' ? null : share.place,
      before: share.before,
      after: share.after,
      amount: share.amount,
      summary: explainer.share(share),
    })),
  }
}

type AnyShare = Omit<Share, 'cause'> & { readonly cause: ExplainedShare['cause'] }

function maskShare(share: AnyShare, marks: MarkedFields): AnyShare {
  if (share.cause !== 'answer' || !isMarked(marks, share.place.split('.'))) return share
  const shown = (value: Json) => (value === null ? null : mask)
  return { ...share, before: shown(share.before), after: shown(share.after) }
}

/** All shares of the tariff become one, in the place of the first of them. */
function ofCustomer(shares: readonly Share[]): AnyShare[] {
  const isOwn = ({ cause }: Share) => insurersOwn.has(cause)
  const amount = shares.filter(isOwn).reduce((sum, share) => sum + share.amount, 0)
  const nameless = { place: '', words: null, before: null, after: null }
  const tariff: AnyShare = { cause: 'tariff', ...nameless, amount }
  const at = shares.findIndex(isOwn)
  if (at < 0) return [...shares]
  const others = (part: readonly Share[]) => part.filter((share) => !isOwn(share))
  const [first, rest] = [shares.slice(0, at), others(shares.slice(at))]
  return [...first, ...(amount === 0 ? [] : [tariff]), ...rest]
}

class Explainer {
  readonly #definition: ProductDefinition
  readonly #language: HistoryLanguage
  readonly #locale: string
  readonly #words: WhyWords
  readonly #plain: HistoryWords

  constructor(definition: ProductDefinition, language: HistoryLanguage) {
    this.#definition = definition
    this.#language = language
    this.#locale = localeOf[language]
    this.#words = whyWords[language]
    this.#plain = historyWords[language]
  }

  /** The change of the price as a whole, with remarks. */
  whole({ before, after, day }: WhyItChanged): string {
    const { currency } = before.quote
    const [was, is] = [before, after].map(({ quote }) => quote.premium.grossPaymentAmount)
    const [price, then] = [was, is].map((cents = 0) => formatAmount(cents, currency, this.#locale))
    const difference = (is ?? 0) - (was ?? 0)
    const by = formatAmount(difference, currency, this.#locale, { signDisplay: 'always' })
    const move = difference > 0 ? this.#words.rises : this.#words.falls
    return [
      difference === 0
        ? this.#words.stays(price ?? '')
        : move(price ?? '', then ?? '', by, formatDay(day, this.#locale)),
      ...(after.renewal === 'offered' ? [this.#words.offered] : []),
      ...(after.kind === 'gap' || after.kind === 'suspended' ? [this.#words.withoutCover] : []),
      ...(after.kind === 'ended' || after.kind === 'void' ? [this.#words.ended] : []),
    ].join(' ')
  }

  share(share: AnyShare): string {
    const words = this.#words
    switch (share.cause) {
      case 'answer':
        return this.#answer(share)
      case 'variable':
        return this.#moved(words.setting(share.place), share)
      case 'cell': {
        const name = this.#cellName(share)
        const summary = this.#moved(name, share)
        return name === share.place ? summary : `${summary} (${share.place})`
      }
      case 'table': {
        const values = words.values(share.words?.cells ?? 0, share.place)
        const heading = share.words?.heading ?? null
        return heading === null ? values : `${heading}: ${values}`
      }
      case 'days': {
        const { before, after } = share
        if (typeof before !== 'string' || typeof after !== 'string' || before === after) {
          return words.day
        }
        const day = (text: string) => formatDay(Temporal.PlainDate.from(text), this.#locale)
        return this.#plain.replaced(words.day, day(before), day(after))
      }
      case 'tariff':
      case 'structure':
      case 'rounding':
        return words[share.cause]
    }
  }

  #answer(share: AnyShare): string {
    const { place: field } = share
    const about = this.#definition.checkout?.fields[field]
    const label = this.#text(about?.label) ?? field.replaceAll('_', ' ')
    const isUnseen = [share.before, share.after].includes(mask)
    if (!isUnseen && isDeepStrictEqual(share.before, share.after)) return this.#words.itsItem(label)
    if (isUnseen || [share.before, share.after].some((one) => isId('dai', one)))
      return this.#words.otherItem(label)
    const value = (one: Json): string => {
      if (about?.money === true && typeof one === 'number') {
        return formatAmount(one, this.#definition.currency, this.#locale)
      }
      const choice = typeof one === 'object' ? undefined : about?.choices[String(one)]
      return this.#text(choice) ?? this.#value(one)
    }
    if (share.before === null) return this.#plain.added(label, value(share.after))
    return this.#plain.replaced(label, value(share.before), value(share.after))
  }

  #cellName({ place, words }: AnyShare): string {
    if (words === null) return place
    const { heading, keys } = words
    if (heading === null) return keys === '' ? place : keys
    return this.#words.of(heading, keys)
  }

  #moved(name: string, { before, after }: AnyShare): string {
    if (before === null) return this.#plain.added(name, this.#value(after))
    return this.#plain.replaced(name, this.#value(before), this.#value(after))
  }

  #value(value: Json): string {
    return formatValue(value, this.#plain, this.#locale)
  }

  /** In this language, else in that of the product. */
  #text(texts: LocalTexts | undefined): string | undefined {
    return texts?.[this.#language] ?? texts?.[this.#definition.defaultLanguage]
  }
}
