import { webhookSecret } from './at-stripe.ts'

/** Stores the insurer's account at Stripe. Returns the path that Stripe's events go to. */
export async function storeAccount(server: string, key: string): Promise<string> {
  const response = await fetch(`${server}/manage/payment_providers/stripe/credentials`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      fields: {
        secret_key: 'sk_test_fakefakefake',
        publishable_key: 'pk_test_fakefakefake',
        webhook_secret: webhookSecret,
      },
    }),
  })
  const { callback_url: url } = (await response.json()) as { callback_url?: string } // As it is documented.
  if (url === undefined) throw new Error(`the account was answered ${response.status}`)
  return new URL(url).pathname
}
