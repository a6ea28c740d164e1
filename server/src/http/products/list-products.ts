import { Type } from '../wire/type.ts'
import { listProducts } from '../../products/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { productsExample } from './examples.ts'
import { productSchema, viewProduct } from './product.ts'

export function addListProducts(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/products',
    {
      config: { access: 'manage' },
      schema: {
        operationId: 'listProducts',
        summary: 'List products',
        description:
          'All products of the insurer with at least one pushed version, published or not.',
        tags: ['Management'],
        response: {
          200: exampled(Type.Array(named(productSchema)), 'The products.', productsExample),
        },
      },
    },
    async (request) => (await listProducts(deps.db, callerOf(request))).map(viewProduct),
  )
}
