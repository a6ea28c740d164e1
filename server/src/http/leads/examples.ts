import { quoteRequestExample } from '../quotes/examples.ts'
import { ids, linkTo, moment } from '../wire/example-ids.ts'

const kept = {
  item_id: ids.item,
  touchpoint_id: ids.integration,
  first_name: 'Hanna',
  last_name: null,
  email: 'hanna.brandt@example.com',
  language: 'en',
  data: { quote: quoteRequestExample.data },
  quote_token: ids.quoteToken,
}

export const leadRequestExample = kept

const times = { created_at: moment, expires_at: '2028-12-20T09:15:00+00:00' }
const _links = { _self: linkTo(`/leads/${ids.lead}`) }

export const createdLeadExample = { id: ids.lead, token: ids.leadToken, ...times, _links }

export const leadExample = {
  id: ids.lead,
  livemode: false,
  distributor_id: ids.distributor,
  ...kept,
  policy_id: null,
  ...times,
  _links,
}
