import { type Answer, BinderyError } from '../sdk.ts'
import { Failure, exitCodes } from '../failure.ts'
import type { Server } from './open-server.ts'

export type ProductDetail = Answer<'showProduct'>
export type ProductVersion = ProductDetail['versions'][number]

/** A product by its key or its id, with its versions. */
export async function findProduct({ client }: Server, keyOrId: string): Promise<ProductDetail> {
  try {
    return await client.call('showProduct', { params: { productId: keyOrId } })
  } catch (error) {
    if (!(error instanceof BinderyError) || error.kind !== 'notFound') throw error
  }
  const keys = (await client.call('listProducts')).map((product) => product.key)
  const mend =
    keys.length === 0
      ? 'The server has none yet: bindery push <folder> brings one.'
      : `The server has ${keys.join(', ')}.`
  throw new Failure(exitCodes.failed, `There is no product ${keyOrId}.`, mend)
}

/** The product that a version belongs to. */
export async function findVersion(
  server: Server,
  versionId: string,
): Promise<{ readonly product: ProductDetail; readonly version: ProductVersion }> {
  for (const { id } of await server.client.call('listProducts')) {
    const product = await server.client.call('showProduct', { params: { productId: id } })
    const version = product.versions.find((one) => one.id === versionId)
    if (version !== undefined) return { product, version }
  }
  const mend = 'bindery products show <product> lists the versions.'
  throw new Failure(exitCodes.failed, `There is no product version ${versionId}.`, mend)
}

/** A version of a product as a person names it: 3, live, newest, or its id. */
export function chooseVersion(product: ProductDetail, name: string): ProductVersion {
  const found = product.versions.find(
    (version, at) =>
      version.id === name ||
      String(version.number) === name.replace(/^v/, '') ||
      (name === 'live' && version.is_live) ||
      (name === 'newest' && at === 0),
  )
  if (found !== undefined) return found
  const numbers = product.versions.map((version) => version.number).toReversed()
  throw new Failure(
    exitCodes.failed,
    `${product.key} has no version ${name}.`,
    `It has ${numbers.join(', ')}; live and newest are names too.`,
  )
}
