import { type Answer, BinderyError } from '@bindery/sdk'
import { Failure, exitCodes } from '../failure.ts'
import { ifNotFound } from './if-not-found.ts'
import type { Server } from './open-server.ts'

export type ProductDetail = Answer<'showProduct'>
export type ProductVersion = ProductDetail['versions'][number]
/** Includes what-if versions, which were never pushed and have no number. */
export type AnyVersion = Pick<ProductVersion, 'id'> & { readonly number: number | null }

/** A product by its key or its id, with its versions. */
export async function findProduct({ client }: Server, keyOrId: string): Promise<ProductDetail> {
  try {
    return await client.call('showProduct', { params: { productId: keyOrId } })
  } catch (error) {
    if (!(error instanceof BinderyError) || error.kind !== 'notFound') throw error
  }
  const keys = (await client.call('listProducts')).map((product) => product.key)
  const fix =
    keys.length === 0
      ? 'The server has no products yet. Push one with: bindery push <folder>'
      : `Products on the server: ${keys.join(', ')}.`
  throw new Failure(exitCodes.failed, `There is no product ${keyOrId}.`, fix)
}

/** A version that was pushed, by its id, and its product. */
export async function findVersion(
  { client }: Server,
  versionId: string,
): Promise<{ readonly product: ProductDetail; readonly version: ProductVersion }> {
  const version = await ifNotFound(client.manage.products.version(versionId), whereVersionsAre)
  if (version.number === null) {
    throw new Failure(
      exitCodes.failed,
      `${versionId} is a what-if version and cannot be published.`,
      'Push its folder with bindery push <folder>, and publish that version.',
    )
  }
  const product = await client.manage.products.get(version.product_id)
  return { product, version: { ...version, number: version.number } }
}

const whereVersionsAre = 'List the versions with: bindery products show <product>'

/** A version of a product as a person names it: 3, live, newest, or the id of any, what-ifs included. */
export async function anyVersion(
  { client }: Server,
  product: ProductDetail,
  name: string,
): Promise<AnyVersion> {
  if (!name.startsWith('prv_')) return chooseVersion(product, name)
  const version = await ifNotFound(client.manage.products.version(name), whereVersionsAre)
  return version.product_id === product.id ? version : chooseVersion(product, name)
}

export function describeVersionName({ id, number }: AnyVersion): string {
  return number === null ? `what-if ${id}` : `version ${number}`
}

/** A pushed version of a product: 3, live, newest, or its id. */
export function chooseVersion(product: ProductDetail, name: string): ProductVersion {
  const found = product.versions.find(
    (version, at) =>
      version.id === name ||
      String(version.number) === name.replace(/^v/, '') ||
      (name === 'live' && version.is_live) ||
      (name === 'newest' && at === 0),
  )
  if (found !== undefined) return found
  if (product.versions.length === 0) {
    const fix = 'Push its folder with: bindery push <folder>'
    throw new Failure(exitCodes.failed, `No version of ${product.key} has been pushed yet.`, fix)
  }
  const numbers = product.versions.map((version) => version.number).toReversed()
  throw new Failure(
    exitCodes.failed,
    `${product.key} has no version ${name}.`,
    `Its versions: ${numbers.join(', ')}, live and newest.`,
  )
}
