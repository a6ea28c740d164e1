import type { Output } from '../output/output.ts'
import { checkoutPages, describePages } from './checkout-pages.ts'
import type { ProductDetail, ProductVersion } from './find-product.ts'
import type { Server } from './open-server.ts'

/** Publishes a version, unless it is already live, and shows the previous live version. */
export async function makeLive(
  server: Server,
  output: Output,
  product: ProductDetail,
  version: ProductVersion,
  /** The reason for publishing although the conditions are not met. */
  force?: string,
): Promise<void> {
  const before = product.versions.find((one) => one.is_live)
  const answer = {
    product_id: product.id,
    key: product.key,
    live_version_id: version.id,
    number: version.number,
    previous_version_id: before?.id ?? null,
    is_changed: !version.is_live,
  }
  const { client, connection } = server
  const name = `${product.key} version ${version.number}`
  if (version.is_live) {
    const checkout = await checkoutPages(server, product.id)
    output.show({ ...answer, checkout }, (paint) => [
      `${name} is already live: nothing was changed.`,
      ...describePages(checkout, connection.key, paint),
    ])
    return
  }
  const body = force === undefined ? {} : { force: { reason: force } }
  await output.during(`Publishing ${name}`, () => client.manage.products.publish(version.id, body))
  const checkout = await checkoutPages(server, product.id)
  output.show({ ...answer, checkout }, (paint) => [
    `${paint.green('✓')} ${name} is ${paint.bold('live')}.`,
    ...describePages(checkout, connection.key, paint),
    ...(before === undefined ? [] : [wayBack(product, version, before)]),
  ])
}

/** Going back twice goes back further, so only what is on sale for the first time is rolled back. */
function wayBack(product: ProductDetail, version: ProductVersion, before: ProductVersion): string {
  const isFirstTime = version.published_at === null
  const command = isFirstTime ? `rollback ${product.key}` : `publish ${before.id}`
  return `The previous version was ${before.number}. Go back with: bindery ${command}`
}
