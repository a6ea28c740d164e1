import { type Arguments, matrix, scalar, type ScalarFunction } from './definition.ts'
import { formatNumber } from './format-number.ts'
import type { Kit } from './kit.ts'
import { isMatrix } from './matrix.ts'
import { readLooseNumber } from './read-number.ts'
import {
  type AnyNumber,
  FormulaError,
  isError,
  isNumber,
  type Scalar,
  textCharactersMax,
  withinTextLimit,
  wrongValue,
} from './value.ts'
import { findWildcard } from './wildcard.ts'

export function textFunctions<N extends AnyNumber>(kit: Kit<N>) {
  const { asBoolean, asNumber, asText, asWhole, ofInteger } = kit

  function ofText(call: (text: string) => Scalar<N>): ScalarFunction<N> {
    return scalar((value) => {
      const text = asText(value)
      return isError(text) ? text : call(text)
    })
  }

  function slicing(take: (text: string, count: number) => string): ScalarFunction<N> {
    return scalar((value, length) => {
      const text = asText(value)
      const count = length === undefined ? 1 : asWhole(length)
      if (isError(text)) return text
      if (isError(count)) return count
      return count < 0 ? wrongValue : take(text, count)
    })
  }

  function finding(search: (text: string, wanted: string, start: number) => number) {
    return scalar<N>((what, within, from) => {
      const wanted = asText(what)
      const text = asText(within)
      const start = from === undefined ? 1 : asWhole(from)
      if (isError(wanted)) return wanted
      if (isError(text)) return text
      if (isError(start)) return start
      if (start < 1 || start > text.length + 1) return wrongValue
      const at = search(text, wanted, start - 1)
      return at < 0 ? wrongValue : ofInteger(at + 1)
    })
  }

  return {
    LEFT: slicing((text, count) => text.slice(0, count)),
    RIGHT: slicing((text, count) => (count === 0 ? '' : text.slice(-count))),
    MID: scalar<N>((value, from, length) => {
      const text = asText(value)
      const start = asWhole(from)
      const count = asWhole(length)
      if (isError(text)) return text
      if (isError(start)) return start
      if (isError(count)) return count
      return start < 1 || count < 0 ? wrongValue : text.slice(start - 1, start - 1 + count)
    }),
    LEN: ofText((text) => ofInteger(text.length)),
    UPPER: ofText((text) => withinTextLimit(text.toUpperCase())),
    LOWER: ofText((text) => withinTextLimit(text.toLowerCase())),
    TRIM: ofText((text) =>
      text.startsWith(' ') || text.endsWith(' ') || text.includes('  ')
        ? text.replace(/ +/g, ' ').replace(/^ | $/g, '')
        : text,
    ),
    CONCAT: matrix<N>((values) => join(kit, values, '', false)),
    CONCATENATE: matrix<N>((values) => join(kit, values, '', false)),
    TEXTJOIN: matrix<N>(([delimiter, ignoreEmpty, ...values]) => {
      if (isMatrix(delimiter) || isMatrix(ignoreEmpty)) return wrongValue
      const between = asText(delimiter)
      const skips = asBoolean(ignoreEmpty)
      if (isError(between)) return between
      return isError(skips) ? skips : join(kit, values, between, skips)
    }),
    TEXT: scalar<N>((value, pattern) => {
      const format = asText(pattern)
      if (isError(format)) return format
      return formatNumber(kit, value ?? null, format)
    }),
    VALUE: scalar<N>((value) => {
      if (typeof value === 'boolean') return wrongValue
      if (typeof value !== 'string') return asNumber(value)
      const number = asNumber(value)
      return isNumber(number) ? number : (readLooseNumber(value, kit.parse) ?? wrongValue)
    }),
    FIND: finding((text, wanted, start) => text.indexOf(wanted, start)),
    SEARCH: finding((text, wanted, start) =>
      findWildcard(text.toLowerCase(), wanted.toLowerCase(), start),
    ),
    SUBSTITUTE: scalar<N>((value, old, fresh, nth) => {
      const text = asText(value)
      const from = asText(old)
      const to = asText(fresh)
      if (isError(text)) return text
      if (isError(from)) return from
      if (isError(to)) return to
      if (from === '') return text
      const count = nth === undefined ? 0 : asWhole(nth)
      if (isError(count)) return count
      if (nth !== undefined && count < 1) return wrongValue
      return substitute(text, from, to, count)
    }),
    REPT: scalar<N>((value, times) => {
      const text = asText(value)
      const count = asWhole(times)
      if (isError(text)) return text
      if (isError(count)) return count
      if (count < 0 || text.length * count > textCharactersMax) return wrongValue
      return text.repeat(count)
    }),
    EXACT: scalar<N>((a, b) => {
      const left = asText(a)
      const right = asText(b)
      if (isError(left)) return left
      return isError(right) ? right : left === right
    }),
  }
}

function join<N extends AnyNumber>(
  kit: Kit<N>,
  values: Arguments<N>,
  between: string,
  skipsEmpty: boolean,
): Scalar<N> {
  const parts: string[] = []
  let length = 0
  for (const value of values) {
    for (const cell of isMatrix(value) ? value.cells : [value]) {
      const part = kit.asText(cell)
      if (isError(part)) return part
      if (skipsEmpty && part === '') continue
      parts.push(part)
      length += part.length + between.length
      if (length > textCharactersMax + between.length) return wrongValue
    }
  }
  return parts.join(between)
}

/** Replaces every occurrence, or only the `nth` where that is not 0. */
function substitute(text: string, from: string, to: string, nth: number): string | FormulaError {
  if (!text.includes(from)) return text
  const parts = text.split(from)
  if (nth === 0) {
    const length = text.length + (parts.length - 1) * (to.length - from.length)
    return length > textCharactersMax ? wrongValue : parts.join(to)
  }
  if (nth >= parts.length) return text
  return withinTextLimit(parts.slice(0, nth).join(from) + to + parts.slice(nth).join(from))
}
