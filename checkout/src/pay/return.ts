/** What Stripe adds to the address to which a bank sends its customer back. */
const added = ['payment_intent', 'payment_intent_client_secret', 'redirect_status'] as const
/** Under which the fragment waits, while the customer is at the bank. */
export const linkKey = 'bindery-checkout return'

/**
 * Whether the customer comes back from a bank, and whether it says that the payment failed. What was added
 * is taken out of the address, which others may see, and the link is put back.
 */
export function readReturn(): 'failed' | 'returned' | null {
  const address = new URL(location.href)
  const status = address.searchParams.get('redirect_status')
  if (status === null || !address.searchParams.has('payment_intent_client_secret')) return null
  for (const name of added) address.searchParams.delete(name)
  try {
    address.hash = sessionStorage.getItem(linkKey) ?? address.hash
    sessionStorage.removeItem(linkKey)
  } catch {
    // Then the customer opens the link again.
  }
  history.replaceState(history.state, '', address)
  return status === 'failed' ? 'failed' : 'returned'
}
