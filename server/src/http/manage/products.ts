import { type Static, Type } from 'typebox'
import {
  type ProductId,
  type ProductVersionId,
  Refusal,
  isId,
  timestamp,
} from '../../kernel/index.ts'
import { compareVersions, managedVersion, publishAsManager } from '../../management/index.ts'
import {
  type StoredProduct,
  type VersionSummary,
  selectIntegrations,
  selectPlans,
  selectProduct,
  selectProducts,
  selectVersionFiles,
  selectVersionItems,
  selectVersions,
} from '../../products/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import {
  flag,
  named,
  pathId,
  text,
  textOrNull,
  timestampOrNull,
  timestampText,
} from '../wire/schema.ts'
import { productFilesBody, viewFiles } from './product-files.ts'
import { differenceSchema } from './push-product.ts'

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
    payment_plans: Type.Array(keyed('payment plan')),
    integrations: Type.Array(keyed('integration')),
  },
  { $id: 'ProductDetail', description: 'A product with its versions and the ids to sell it by.' },
)

export function addProducts(app: App, deps: HttpDeps): void {
  const config = { access: 'manage' } as const
  const tags = ['Management']
  const productParams = Type.Object({
    productId: pathId('The product.', 'pr_01a1dd4f990214706f9ece885eea'),
  })
  const versionParams = Type.Object({
    versionId: pathId('The version.', 'prv_01a1dd4f990214706f9ece885eea'),
  })
  app.get(
    '/manage/products',
    {
      config,
      schema: {
        operationId: 'listProducts',
        summary: 'List products',
        tags,
        response: { 200: Type.Array(named(productSchema)) },
      },
    },
    async (request) =>
      (await selectProducts(deps.db, callerOf(request).account.id)).map(viewProduct),
  )
  app.get(
    '/manage/products/:productId',
    {
      config,
      schema: {
        operationId: 'showProduct',
        summary: 'View a product',
        description: 'With its versions, and the ids that quotes are made with.',
        tags,
        params: productParams,
        response: { 200: named(productDetailSchema) },
      },
    },
    async (request) => {
      const id = request.params.productId as ProductId // Only looked up.
      const product = await selectProduct(deps.db, callerOf(request).account.id, id)
      if (product === undefined) throw new Refusal('not_found', `Product ${id} was not found.`)
      const [versions, plans, integrations] = await Promise.all([
        selectVersions(deps.db, id),
        selectPlans(deps.db, id),
        selectIntegrations(deps.db, id),
      ])
      const [newest] = versions
      const items = newest === undefined ? [] : await selectVersionItems(deps.db, newest.id)
      return {
        ...viewProduct(product),
        versions: versions.map((version) => viewVersion(version, product)),
        items: items.map(({ itemId, key }) => ({ id: itemId, key })),
        payment_plans: plans.map(({ id: planId, key }) => ({ id: planId, key })),
        integrations: integrations.map(({ id: integrationId, key }) => ({
          id: integrationId,
          key,
        })),
      }
    },
  )
  app.get(
    '/manage/product_versions/:versionId/files',
    {
      config,
      schema: {
        operationId: 'pullProduct',
        summary: 'Get the files of a version',
        description: 'The folder exactly as it was pushed, byte for byte.',
        tags,
        params: versionParams,
        response: { 200: named(productFilesBody) },
      },
    },
    async (request) => {
      const version = await managedVersion(
        deps.db,
        callerOf(request),
        readVersionId(request.params.versionId),
      )
      return { files: viewFiles(await selectVersionFiles(deps.db, version.id)) }
    },
  )
  app.get(
    '/manage/product_versions/:versionId/differences',
    {
      config,
      schema: {
        operationId: 'compareVersions',
        summary: 'Compare two versions',
        description: 'What this version changes against another, in domain words.',
        tags,
        params: versionParams,
        querystring: Type.Object({
          against: Type.String({ description: 'The other, older version.' }),
        }),
        response: { 200: Type.Array(named(differenceSchema)) },
      },
    },
    async (request) => {
      const after = readVersionId(request.params.versionId)
      const before = readVersionId(request.query.against)
      return [...(await compareVersions(deps, callerOf(request), before, after))]
    },
  )
  app.post(
    '/manage/product_versions/:versionId/publish',
    {
      config,
      schema: {
        operationId: 'publishProduct',
        summary: 'Publish a version',
        description:
          'Makes it the live one, at once on every process. With an earlier version this is the way back. Policies keep the version they were sold on.',
        tags,
        params: versionParams,
        response: { 200: named(productSchema) },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const productId = await publishAsManager(
        deps,
        caller,
        readVersionId(request.params.versionId),
      )
      const product = await selectProduct(deps.db, caller.account.id, productId)
      if (product === undefined) throw new Error('a published version has a product')
      return viewProduct(product)
    },
  )
}

function readVersionId(text: string): ProductVersionId {
  if (isId('prv', text)) return text
  throw new Refusal('not_found', `Product version ${text} was not found.`)
}

function viewProduct(product: StoredProduct): Static<typeof productSchema> {
  return {
    id: product.id,
    key: product.key,
    name: product.name,
    live_version_id: product.liveVersionId,
    created_at: timestamp(product.createdAt),
  }
}

function viewVersion(
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
