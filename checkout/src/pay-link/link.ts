import type { PaymentLink } from '@bindery/sdk/generated'
import { ask } from '../api/ask.ts'
import { readReturn } from '../pay/return.ts'

/** Whether the customer comes back from a page of the bank, and what it added to the address. */
export const returned = readReturn()

const here = new URL(location.href)
const [policyId = ''] = here.pathname.split('/').slice(-1)
const base = new URL(
  `../payment_links/${encodeURIComponent(policyId)}`,
  here.origin + here.pathname,
)
const token = takeToken()

/** Whether the address brought a token, or this tab has kept one. */
export const hasToken = token !== ''

/**
 * The token of the link, which is nobody else's: it is taken out of the address before the script of a payment
 * service is loaded, and kept for this tab, so that a reload and the way back from a bank go on.
 */
function takeToken(): string {
  const key = `bindery-pay ${policyId}`
  const given = here.hash.slice(1)
  try {
    if (given === '') return sessionStorage.getItem(key) ?? ''
    sessionStorage.setItem(key, given)
  } catch {
    // Where the browser keeps nothing, the customer opens the link again.
  }
  here.hash = ''
  history.replaceState(history.state, '', here.href.replace(/#$/, ''))
  return given
}

export function showLink(): Promise<PaymentLink> {
  return ask(base, { headers: { 'payment-token': token } })
}

export function postToLink(path: 'payments' | 'void', body: object): Promise<PaymentLink> {
  const url = new URL(`${base.pathname}/${path}`, base)
  return ask(url, { method: 'POST', body: { token, ...body } })
}

// Another link of the same policy differs in its fragment alone, for which no browser loads a page.
addEventListener('hashchange', () => location.reload())
