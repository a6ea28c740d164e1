import { isId } from '../kernel/index.ts'
import { type InvoiceNumber, readInvoiceNumber } from '../ledger/index.ts'
import { isPaymentId } from '../payments/index.ts'
import type { SaleHint } from '../policies/index.ts'

/** Everything that a text in a search box can mean. */
export interface Hints {
  /** By id alone: a text that is an id is nothing else. */
  readonly id: {
    readonly type: 'sale' | 'customer' | 'invoice' | 'payment' | 'quote'
    readonly id: string
  } | null
  readonly invoiceNumber: InvoiceNumber | null
  readonly sales: readonly SaleHint[]
}

const namesMax = 2

/** What was typed, most exact first. */
export function readHints(typed: string, livemode: boolean): Hints {
  const text = typed.trim().replaceAll(/\s+/g, ' ')
  const type = typeOfId(text)
  if (type !== null) {
    const sales: SaleHint[] = type === 'sale' ? [{ by: 'id', text }] : []
    return { id: { type, id: text }, invoiceNumber: null, sales }
  }
  return {
    id: null,
    invoiceNumber: readInvoiceNumber(text, livemode),
    sales: hintsOfSales(text),
  }
}

/** What begins as a number does is one sooner than a name. */
function hintsOfSales(text: string): SaleHint[] {
  const names = namesIn(text).map((name) => ({ by: 'name', text: name }) as const)
  if (text.includes(' ')) return names
  const email = { by: 'email', text } as const
  if (text.includes('@')) return [email]
  const number = { by: 'number', text } as const
  return /[\d-]/.test(text) ? [number, ...names, email] : [...names, email, number]
}

function typeOfId(text: string): NonNullable<Hints['id']>['type'] | null {
  if (isId('tpol', text)) return 'sale'
  if (isId('tcu', text)) return 'customer'
  if (isId('bil', text)) return 'invoice'
  if (isId('qu', text)) return 'quote'
  return isPaymentId(text) ? 'payment' : null
}

/** First and last name, or the last name first, with a comma or without. */
function namesIn(text: string): string[] {
  if (!/\p{L}/u.test(text)) return []
  const [last = '', first] = text.split(',').map((part) => part.trim())
  if (first !== undefined) return [`${first} ${last}`.trim()]
  const words = text.split(' ')
  const turned = [...words.slice(1), words[0]].join(' ')
  return [...new Set([text, turned])].slice(0, namesMax)
}
