import { searchSuppressions, suppressionReasons } from '../../../mail/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { isMaskedFor } from '../../masks/mask-answers.ts'
import { addPageLinks, pageErrors, pageOf, pageParameters, readPage } from '../../query/page.ts'
import { tooLongParameter, wrongParameter } from '../../query/reasons.ts'
import { filter, filterLengthMax, given, searchSchema } from '../../query/sale-filters.ts'
import { personalDataMasked } from '../../reasons.ts'
import { suppressedAddressExample } from './examples.ts'
import { suppressedAddressSchema, viewerOfSuppressions } from './suppressed-address.ts'

const reasonWanted = `one of ${suppressionReasons.join(', ')}`
const byAddress = 'A search by address'

export function addSearchSuppressedAddresses(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/suppressed_addresses',
    {
      config: {
        access: 'manage',
        refuses: [
          ...pageErrors,
          tooLongParameter('address', filterLengthMax),
          wrongParameter.listed({
            label: 'unknown_reason',
            when: 'The reason is unknown.',
            example: ['reason', reasonWanted],
          }),
          personalDataMasked.listed({
            when: '`address` was sent, and personal data is masked for the caller.',
            example: [byAddress],
          }),
        ],
      },
      schema: {
        ...searchSchema('searchSuppressedAddresses', 'Search suppressed addresses', {
          address: filter('This address, in full.'),
          reason: filter(`One of ${suppressionReasons.join(', ')}.`),
          ...pageParameters,
        }),
        response: {
          200: pageOf(suppressedAddressSchema, 'A page of addresses.', [suppressedAddressExample]),
        },
      },
    },
    async (request, reply) => {
      const { query } = request
      const caller = callerOf(request)
      const page = readPage(query)
      const [address, reason] = [given(query.address), given(query.reason)]
      if (address !== null && isMaskedFor(caller)) throw personalDataMasked(byAddress)
      if (reason !== null && !suppressionReasons.some((one) => one === reason)) {
        throw wrongParameter('reason', reasonWanted)
      }
      const owner = { insurerId: caller.account.id, livemode: caller.livemode }
      const found = await searchSuppressions(deps, { ...owner, address, reason }, page)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      return found.rows.map(viewerOfSuppressions(request))
    },
  )
}
