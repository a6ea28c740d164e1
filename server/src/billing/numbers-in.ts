import { type InvoiceNumber, invoiceReference } from '../ledger/index.ts'

const digitsMin = 6
const digitsMax = 9
/** What stands between year and number: banks take signs away, or put a blank in their place. */
const written = /(2\d{3})(\s*[-\u2010-\u2015\u2212/._:]\s*|\s*)(\d{6,9})(?!\d)/g
/** A word of its own, or joined to the number by its sign. */
const testBefore = /(?:(?<![A-Z])TEST[\s\u2010-\u2015\u2212/._:-]*|TEST-)$/
const referenceBefore = /RF\s*(?:\d{2}\s*)?$/
const dateBefore = /\d\s*[-./]\s*$/

/**
 * The numbers of invoices that a text names, as people and banks write them: `2027-000123`,
 * `RE2027/000123`, `2027 000123`, or the reference of ISO 11649 in whatever blanks and letters, whose
 * check digits must hold.
 */
export function numbersIn(text: string, livemode: boolean): InvoiceNumber[] {
  const upper = text.toUpperCase()
  const found = [...writtenIn(upper, livemode), ...referencesIn(upper, livemode)]
  return [...new Map(found.map((one) => [`${one.year}-${one.number}`, one])).values()]
}

function writtenIn(text: string, livemode: boolean): InvoiceNumber[] {
  return [...text.matchAll(written)].flatMap(({ index, 1: year, 2: between = '', 3: number }) => {
    const before = text.slice(0, index)
    const test = testBefore.exec(before)
    const isOfMode = (test === null) === livemode
    if (/\d$/.test(before)) return [] // It is the end of a longer number.
    if (between.trim() === '') {
      // Of a reference the check digits decide. And the year of a day is followed by something else.
      if (referenceBefore.test(before.slice(0, test?.index)) || dateBefore.test(before)) return []
    }
    return isOfMode ? [{ livemode, year: Number(year), number: Number(number) }] : []
  })
}

/** Banks break lines within a reference, so it is looked for without blanks, in each length it may have. */
function referencesIn(text: string, livemode: boolean): InvoiceNumber[] {
  const dense = text.replaceAll(/[^A-Z0-9]/g, '')
  const head = livemode ? /RF\d{2}(?=\d{10})/g : /RF\d{2}TEST(?=\d{10})/g
  return [...dense.matchAll(head)].flatMap(({ index, 0: { length } }) => {
    const digits = /^\d+/.exec(dense.slice(index + length))?.[0] ?? ''
    const lengths = Array.from({ length: digitsMax - digitsMin + 1 }, (_, more) => digitsMin + more)
    return lengths.flatMap((count): InvoiceNumber[] => {
      const body = digits.slice(0, 4 + count)
      const number = { livemode, year: Number(body.slice(0, 4)), number: Number(body.slice(4)) }
      const reference = dense.slice(index, index + length) + body
      return body.length === 4 + count && invoiceReference(number) === reference ? [number] : []
    })
  })
}
