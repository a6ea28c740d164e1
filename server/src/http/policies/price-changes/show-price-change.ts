import { Type } from 'typebox'
import {
  firstVersion,
  historyLanguage,
  priceMovedOn,
  pricedOutside,
  explainWhy,
  versionNeverHeld,
  whyItChanged,
} from '../../../management/index.ts'
import { findPolicy, policyNotFound, policyVersionNotFound } from '../../../policies/index.ts'
import {
  findRenewal,
  notOfferedYet,
  notToBeRenewed,
  renewalTokenUnknown,
} from '../../../renewals/index.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { invalidMember } from '../../reasons.ts'
import { preferredLanguages } from '../../headers/preferred-languages.ts'
import { priceChangeSchema, viewPriceChange } from './price-change.ts'
import { named } from '../../wire/schema.ts'
import { askerOf, noticeQuery, renewalParams } from '../../renewals/renewal-request.ts'

const versionText = (description: string) =>
  Type.Optional(Type.String({ maxLength: 100, description }))

export function addShowPriceChange(app: App, deps: HttpDeps): void {
  app.get(
    '/policies/:policyId/why',
    {
      config: {
        access: 'secret',
        opensByToken: true,
        refuses: [
          invalidMember('`view` is none of those that there are.', {
            code: 'invalid_value',
            field: 'view',
            rules: ['in'],
            params: { in: ['insurer', 'customer'] },
          }),
          policyNotFound,
          policyVersionNotFound,
          renewalTokenUnknown,
          notOfferedYet,
          notToBeRenewed,
          firstVersion,
          versionNeverHeld,
          pricedOutside,
          priceMovedOn,
        ],
      },
      schema: {
        operationId: 'showPriceChange',
        summary: 'See why the price of a policy changed',
        description:
          'The difference between two prices of a policy, in shares that sum to it: both are computed ' +
          'again from their own answers and versions, and everything in between. Where nothing is ' +
          'named, the last change is told: that of the renewal that is offered, else of the last order ' +
          'that moved the price.\n\n' +
          'With the secret key of the insurer, cell by cell. A distributor, and whoever has the token ' +
          'in the link of the last notice, gets the view of customers, which tells the tariff as one ' +
          'share; with the token that is always the renewal.',
        tags: ['Policies'],
        params: renewalParams,
        querystring: Type.Object({
          from: versionText(
            'The version of the policy with the first price; the one that `to` was made on if left out.',
          ),
          to: versionText(
            'The version with the second price, or `renewal` for the term that follows; the active ' +
              'version if left out.',
          ),
          view: Type.Optional(
            Type.String({
              enum: ['insurer', 'customer'],
              default: 'insurer',
              description: 'Whose view is wanted: `customer` to pass it on to one.',
            }),
          ),
          language: Type.Optional(
            Type.String({
              maxLength: 35,
              description:
                'In which language it is told, such as `de`; that of `Accept-Language` if left out.',
            }),
          ),
          ...noticeQuery.properties,
        }),
        response: { 200: named(priceChangeSchema) },
      },
    },
    async (request) => {
      const asker = askerOf(request)
      const { policyId } = request.params
      const { from = null, to = null, view, language } = request.query
      const isCustomer = 'token' in asker
      const policy = isCustomer
        ? (await findRenewal(deps.db, asker, policyId, deps.clock())).policy
        : await findPolicy(deps.db, asker.caller, policyId, deps.clock())
      const wanted = isCustomer ? { from: null, to: 'renewal' } : { from, to }
      const isInsurer = !isCustomer && asker.caller.account.kind === 'insurer'
      const audience = isInsurer && view !== 'customer' ? 'insurer' : 'customer'
      const why = await whyItChanged(deps, policy, wanted)
      const wantedLanguages = language === undefined ? preferredLanguages(request) : [language]
      const told = explainWhy(why, historyLanguage(wantedLanguages), audience)
      return viewPriceChange(policy, why, told, audience)
    },
  )
}
