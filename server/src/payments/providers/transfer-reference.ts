import { randomInt } from 'node:crypto'
import { creditorReference } from '../../ledger/index.ts'

/** Letters that are not taken for one another, and no digits, so that no invoice number stands in it. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const lettersCount = 13
/** References of invoices have their year here. */
const mark = 'P'

/** What the customer writes on a transfer, by ISO 11649: the check digits find a letter that was mistyped. */
export function newTransferReference(): string {
  const picked = Array.from({ length: lettersCount }, () => letters[randomInt(letters.length)])
  return creditorReference(`${mark}${picked.join('')}`)
}

/** The references that a text names, in whatever blanks and letters. */
export function transferReferencesIn(text: string): string[] {
  const dense = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  const written = new RegExp(`RF\\d{2}(${mark}[${letters}]{${lettersCount}})`, 'g')
  const found = [...dense.matchAll(written)].flatMap(([reference, body = '']) =>
    creditorReference(body) === reference ? [reference] : [],
  )
  return [...new Set(found)]
}
