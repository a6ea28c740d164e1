import { type Static, Type } from 'typebox'
import { timestamp } from '../../kernel/index.ts'
import type { StoredProduct, VersionSummary } from '../../products/index.ts'
import { flag, named, text, textOrNull, timestampOrNull, timestampText } from '../wire/schema.ts'
import { productDetailExample, publishedProductExample } from './examples/products.ts'

const productFields = {
  id: text('The product.'),
  key: text('Its short name.'),
  name: text('Its name.'),
  live_version_id: textOrNull('The version on sale; null before the first is published.'),
  created_at: timestampText('When it was first pushed.'),
}
export const productSchema = Type.Object(productFields, {
  $id: 'Product',
  description: 'A product.',
  examples: [publishedProductExample],
})
export const versionSchema = Type.Object(
  {
    id: text('The version.'),
    number: Type.Integer({ description: 'Versions count from 1.' }),
    is_live: flag('Whether it is the one on sale.'),
    created_at: timestampText('When it was pushed.'),
    published_at: timestampOrNull('When it was first published; null for a draft.'),
    content_hash: text('The same content has the same hash.'),
  },
  { $id: 'ProductVersion', description: 'A version of a product. It never changes.' },
)
const keyed = (what: string) =>
  Type.Object({ id: text(`The ${what}.`), key: text('Its short name.') })
export const productDetailSchema = Type.Object(
  {
    ...productFields,
    versions: Type.Array(named(versionSchema), { description: 'Newest first.' }),
    items: Type.Array(keyed('item'), { description: 'Of the newest version.' }),
    payment_plans: Type.Array(keyed('payment plan'), { description: 'How customers may pay.' }),
    integrations: Type.Array(keyed('integration'), { description: 'Where it is sold.' }),
  },
  {
    $id: 'ProductDetail',
    description: 'A product with its versions and the ids to sell it by.',
    examples: [productDetailExample],
  },
)

export function viewProduct(product: StoredProduct): Static<typeof productSchema> {
  return {
    id: product.id,
    key: product.key,
    name: product.name,
    live_version_id: product.liveVersionId,
    created_at: timestamp(product.createdAt),
  }
}

export function viewVersion(
  version: VersionSummary,
  product: StoredProduct,
): Static<typeof versionSchema> {
  return {
    id: version.id,
    number: version.number,
    is_live: version.id === product.liveVersionId,
    created_at: timestamp(version.createdAt),
    published_at: version.publishedAt === null ? null : timestamp(version.publishedAt),
    content_hash: version.contentHash,
  }
}
