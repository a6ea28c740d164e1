import type { PaymentLink } from '@bindery/sdk/generated'
import { ask } from '../api/ask.ts'
import { takeToken } from '../later/take-token.ts'
import { readReturn } from '../pay/return.ts'

/** Whether the customer comes back from a page of the bank, and what it added to the address. */
export const returned = readReturn()

const here = new URL(location.href)
const [policyId = ''] = here.pathname.split('/').slice(-1)
const base = new URL(
  `../payment_links/${encodeURIComponent(policyId)}`,
  here.origin + here.pathname,
)
// Before the script of a payment service is loaded.
const token = takeToken(`bindery-pay ${policyId}`, here.hash.slice(1))

/** Whether the address brought a token, or this tab has kept one. */
export const hasToken = token !== ''

export function showLink(): Promise<PaymentLink> {
  return ask(base, { headers: { 'payment-token': token } })
}

export function postToLink(path: 'payments' | 'void', body: object): Promise<PaymentLink> {
  const url = new URL(`${base.pathname}/${path}`, base)
  return ask(url, { method: 'POST', body: { token, ...body } })
}

// Another link of the same policy differs in its fragment alone, for which no browser loads a page.
addEventListener('hashchange', () => location.reload())
