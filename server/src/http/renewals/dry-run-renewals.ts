import { isId } from '../../kernel/index.ts'
import { productVersionNotFound } from '../../products/index.ts'
import { type Caller, allowsProduct } from '../../identity/index.ts'
import { dryRunRenewals } from '../../renewals/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { pricingDeps } from '../pricing-deps.ts'
import { renewalExample } from './examples.ts'
import { renewalSchema } from './renewal.ts'
import { viewRenewal } from './view-renewal.ts'
import { addPageLinks, pageErrors, pageOf, pageParameters, readPage } from '../query/page.ts'
import { filter, given, scopeOf, searchSchema } from '../query/sale-filters.ts'
import { readNeededDays, termDayErrors, termDays } from '../query/term-days.ts'
import { tooLongParameter } from '../query/reasons.ts'

export function addDryRunRenewals(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/renewals/dry_run',
    {
      config: {
        access: 'manage',
        refuses: [
          ...pageErrors,
          ...termDayErrors,
          tooLongParameter('product_version_id', 300),
          productVersionNotFound,
        ],
      },
      schema: {
        ...searchSchema('dryRunRenewals', 'Dry-run renewals', {
          ...termDays,
          product_version_id: filter(
            'Prices the renewals on this product version, which can be a draft, and only ' +
              'those of its product. Defaults to the newest published version of each ' +
              'product.',
          ),
          ...pageParameters,
        }),
        description:
          'The renewals of terms that end on these days, as if they were priced now: ' +
          '`offered`, `blocked` with the failing fields, or `knocked_out`, with the price ' +
          'before and after. Nothing is stored. Newest policy first. The header `Link` has ' +
          'the next page.',
        response: { 200: pageOf(renewalSchema, 'A page of renewals.', [dryRunExample]) },
      },
    },
    async (request, reply) => {
      const { query } = request
      const caller = callerOf(request)
      const page = readPage(query)
      const days = readNeededDays(query)
      const named = given(query.product_version_id)
      const version = named === null ? null : await versionOf(deps, caller, named)
      const wanted = {
        ...scopeOf(caller),
        productId: version?.productId ?? null,
        productVersionId: version?.id ?? null,
        ...days,
      }
      const found = await dryRunRenewals(pricingDeps(deps, request), wanted, page)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      return found.rows.map((row) => dryRun(viewRenewal(row, null, deps.links)))
    },
  )
}

/** The renewal is not offered, so there is nothing to accept or decline. */
function dryRun<Shown extends { readonly _links: { readonly policy: { href: string } } }>(
  shown: Shown,
) {
  return { ...shown, _links: { policy: shown._links.policy } }
}

const dryRunExample = { ...dryRun(renewalExample), quote_id: null, offered_at: null }

async function versionOf({ catalogue }: HttpDeps, { account, limits }: Caller, id: string) {
  const version = isId('prv', id) ? await catalogue.version(id) : undefined
  if (version?.insurerId !== account.id || !allowsProduct(limits, version.productId)) {
    throw productVersionNotFound(id)
  }
  return version
}
