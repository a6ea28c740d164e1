import { ids, linkTo } from '../wire/example-ids.ts'
import { offerDocumentsExample } from '../documents/examples.ts'
import { policySummaryExample } from '../policies/summary-examples.ts'
import {
  customerExample,
  policyDataExample,
  saleNotesExample,
  saleExample,
} from '../policies/examples.ts'

export const offerRequestExample = {
  ...customerExample,
  data: policyDataExample,
  quote_token: ids.quoteToken,
  ...saleNotesExample,
}

export const createdOfferExample = {
  id: ids.policy,
  insurer_policy_id: ids.policyNumber,
  payment_token: ids.paymentToken,
  _links: {
    _self: linkTo(`/policies/${ids.policy}`),
    assets: {
      offer: linkTo(`/policies/offers/${ids.policy}/assets?token=${ids.assetToken}`),
      policy: linkTo(`/policies/policies/${ids.policy}/assets?token=${ids.assetToken}`),
    },
  },
}

export const offerExample = {
  ...saleExample,
  status: 'ready',
  assets: offerDocumentsExample,
  data: policyDataExample,
  accepted_at: null,
  _links: {
    _self: linkTo(`/offers/${ids.policy}`),
    item: linkTo(`/items/${ids.item}`),
    touchpoint: linkTo(`/touchpoints/${ids.integration}`),
  },
}

export const offersExample = [{ ...policySummaryExample, status: 'ready' }]
