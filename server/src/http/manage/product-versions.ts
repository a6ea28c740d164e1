import { Type } from 'typebox'
import { type ProductVersionId, Refusal, isId } from '../../kernel/index.ts'
import { managedVersion, publishAsManager } from '../../management/index.ts'
import {
  selectProduct,
  selectVersionFiles,
  selectVersionItems,
  selectVersions,
} from '../../products/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { receiptOf } from '../receipt.ts'
import { exampled } from '../wire/exampled.ts'
import { named, pathId } from '../wire/schema.ts'
import { compareVersionsErrors, managementErrors, versionNotFound } from './errors.ts'
import { differencesExample, productIds } from './examples/products.ts'
import { productFilesBody } from './product-files.ts'
import {
  productSchema,
  versionDetailSchema,
  viewItem,
  viewProduct,
  viewVersion,
} from './product-wire.ts'
import { sendFolder } from './send-folder.ts'
import { differenceSchema } from './push-wire.ts'

export function addProductVersions(app: App, deps: HttpDeps): void {
  const config = { access: 'manage' } as const
  const tags = ['Management']
  const params = Type.Object({ versionId: pathId('The version.', productIds.version) })
  app.get(
    '/manage/product_versions/:versionId',
    {
      config,
      schema: {
        operationId: 'showProductVersion',
        summary: 'View a version',
        description: 'With its items and the pricing revision of each.',
        tags,
        params,
        response: { 200: named(versionDetailSchema), ...managementErrors(versionNotFound) },
      },
    },
    async (request) => {
      const { account } = callerOf(request)
      const id = readVersionId(request.params.versionId)
      const { productId } = await managedVersion(deps.db, callerOf(request), id)
      const [product, versions, items] = await Promise.all([
        selectProduct(deps.db, account.id, productId),
        selectVersions(deps.db, productId),
        selectVersionItems(deps.db, id),
      ])
      const version = versions.find((one) => one.id === id)
      if (product === undefined || version === undefined)
        throw new Error('a version is of a product')
      return {
        ...viewVersion(version, product),
        product_id: productId,
        items: items.map(viewItem),
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
        params,
        response: { 200: named(productFilesBody), ...managementErrors(versionNotFound) },
      },
    },
    async (request, reply) => {
      const version = await managedVersion(
        deps.db,
        callerOf(request),
        readVersionId(request.params.versionId),
      )
      return sendFolder(request, reply, await selectVersionFiles(deps.db, version.id))
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
        params,
        querystring: Type.Object({
          against: Type.String({
            description: 'The other, older version.',
            examples: [productIds.firstVersion],
          }),
        }),
        response: {
          200: exampled(
            Type.Array(named(differenceSchema)),
            'Everything in which the two differ.',
            differencesExample,
          ),
          ...managementErrors(...compareVersionsErrors),
        },
      },
    },
    async (request) => {
      const after = readVersionId(request.params.versionId)
      const before = readVersionId(request.query.against)
      const { account } = callerOf(request)
      return [...(await deps.workshop.compare(account, { before, after }))]
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
        params,
        response: { 200: named(productSchema), ...managementErrors(versionNotFound) },
      },
    },
    async (request, reply) => {
      const versionId = readVersionId(request.params.versionId)
      const receipt = receiptOf(reply, viewProduct)
      return viewProduct(await publishAsManager(deps, callerOf(request), versionId, receipt))
    },
  )
}

function readVersionId(text: string): ProductVersionId {
  if (isId('prv', text)) return text
  throw new Refusal('not_found', `Product version ${text} was not found.`)
}
