import type { Paint } from '../output/paint.ts'
import { modeOf } from './mode-of.ts'
import type { Server } from './open-server.ts'

/** A page that sells a product. */
export interface CheckoutPage {
  readonly integration: string
  /** Has a public key where the demo has one of this distributor, else a placeholder. */
  readonly url: string
  readonly has_key: boolean
  readonly distributor: string
}

/** The checkout pages of a product on sale: one for each integration that is not API-only. */
export async function checkoutPages(
  { client, connection }: Server,
  productId: string,
): Promise<CheckoutPage[]> {
  const { integrations } = await client.manage.products.get(productId)
  if (integrations.every((one) => one.checkout_url === null)) return []
  const [accounts, keys] = await Promise.all([
    client.manage.accounts.list(),
    client.manage.keys.list(),
  ])
  return integrations.flatMap(({ key: integration, distributor_id: id, checkout_url: page }) => {
    if (page === null) return []
    const hints = keys.filter((one) => one.account_id === id && one.kind === 'public')
    const publicKey = connection.publicKeys.find((one) =>
      hints.some(({ hint, revoked_at: revoked }) => revoked === null && one.endsWith(hint)),
    )
    const distributor = accounts.find((account) => account.id === id)?.key ?? id
    const url = `${page}?key=${publicKey ?? placeholder(connection.key)}`
    return [{ integration, url, has_key: publicKey !== undefined, distributor }]
  })
}

const placeholder = (secretKey: string) => `pk_${modeOf(secretKey)}_...`

export function describePages(
  pages: readonly CheckoutPage[],
  secretKey: string,
  paint: Paint,
): string[] {
  if (pages.length === 0) return []
  const keyless = new Set(pages.filter((page) => !page.has_key).map((page) => page.distributor))
  const mode = modeOf(secretKey)
  return [
    'Customers can buy it here:',
    ...pages.map(({ url, distributor }) => `  ${paint.bold(url)}  (${distributor})`),
    ...[...keyless].map(
      (account) =>
        `Insert a public key of ${account}. Create one with: bindery keys create --account ${account} --kind public --mode ${mode} --name checkout`,
    ),
  ]
}
