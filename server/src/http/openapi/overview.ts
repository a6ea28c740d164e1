import type { OpenAPIV3_1 } from 'openapi-types'
import type { Listed } from '../../kernel/index.ts'
import { refusedAnywhere } from './listed-errors.ts'
import { answerRefusal } from '../errors/refusals.ts'
import { headers, parameters } from './parts.ts'

/** The parts of the document that belong to no single route. */
export function overview(options: {
  readonly vendor: string
  readonly publicUrl: string
}): Partial<OpenAPIV3_1.Document> {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bindery',
      version: '0.2.0',
      summary: 'Sell insurance products and administer the policies.',
      description: introduction(options.vendor),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.publicUrl }],
    tags,
    components: { securitySchemes, parameters: { ...parameters }, headers: { ...headers } },
  }
}

const tags = [
  {
    name: 'Sales',
    description:
      'A sale in three steps: create a quote, create an offer from it, pay for the offer.',
  },
  {
    name: 'Policies',
    description: 'Policies that were sold: view, endorse, cancel, reinstate and renew them.',
  },
  {
    name: 'Data',
    description:
      'Datasets for dropdowns. Quotes and policies accept the id of a dataset item in ' +
      'place of its values.',
  },
  { name: 'Documents', description: 'The documents behind the asset links of an offer.' },
  { name: 'Links', description: 'The records behind the other links of offers and policies.' },
  {
    name: 'Management',
    description:
      "The API behind the console and the command line. Needs an insurer's secret key, a " +
      'personal token, or the session of a person who is signed in.',
  },
  {
    name: 'People',
    description:
      'How people sign in, and what they can do with their own account and sessions. A ' +
      'session is a cookie, which is read under `/manage` only. A request with it names the ' +
      'account and the mode by the headers `Bindery-Account` and `Bindery-Mode`; a change ' +
      'has to. Signed-in people call the Sales and the Policies API under `/manage` too, ' +
      'such as `POST /manage/policies/{policyId}/cancel`.',
  },
  { name: 'Payment providers', description: 'Callbacks from payment providers.' },
  { name: 'Operations', description: 'Health checks and metrics for operators.' },
]

const securitySchemes: OpenAPIV3_1.ComponentsObject['securitySchemes'] = {
  publicKey: {
    type: 'apiKey',
    in: 'query',
    name: 'key',
    description:
      'A public key, `pk_test_...` or `pk_live_...`, sent as the query parameter `key`. It ' +
      'is safe to use in a web page: it can sell, and sees little more of a policy than ' +
      'its status.',
  },
  secretKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A secret key, `sk_test_...` or `sk_live_...`. It can view, endorse and cancel ' +
      'policies: keep it on your server.',
  },
  secretKeyAsUserName: {
    type: 'http',
    scheme: 'basic',
    description: 'The same secret key as the user name of HTTP Basic, with an empty password.',
  },
}

function rowOf({ code, when, example }: Listed): string {
  const { status, body } = answerRefusal(example())
  return `| ${status} | \`${code}\` | ${when} | ${body.message} |`
}

const introduction = (vendor: string) => `\
A sale takes three calls:

1. **Create a quote**: the product prices the customer's answers. The response has a quote token.
2. **Create an offer**: the quote token and the policy data become an unpaid policy.
3. **Pay for the offer**: it becomes a paid policy, which can be viewed, endorsed and cancelled.

### Keys

| key | sent as | use it to |
|---|---|---|
| public, \`pk_...\` | query parameter \`key\` | quote, offer, pay; view the public part of a policy |
| secret, \`sk_...\` | \`Authorization: Bearer\`, or user name of HTTP Basic | do all of that; view, endorse and cancel the policies of its own account |

If both are sent, the secret key applies, and both must belong to the same account. Test and live
keys work on separate data: \`livemode\` shows which.

### Versions

\`Accept: application/vnd.${vendor}.v3+json\` selects version 3, and so on. Each call
documents its version, and whether the header is required. Responses are \`application/json\`.

### Values

- Amounts are whole minor units of the currency: \`19000\` is 190.00 euros.
- Timestamps are ISO 8601 with an offset, dates are ISO 8601 dates.
- Ids and tokens are opaque. Those in the examples are made up.

### Errors

Every error is an \`Error\`: \`status\` is the HTTP reason phrase, \`code\` the reason for programs,
\`message\` a sentence for the developer, \`errors\` all fields that fail validation. Decide by
\`code\`: it is stable, while messages may be reworded, and later releases may add codes. What you may
not see and what does not exist have the same code. Two bodies have \`status\` only: 403 of an offer
that belongs to another account, and 404 of a payment. Each call lists its errors. In rare cases any
call may also return:

| status | code | when | message |
|---|---|---|---|
${refusedAnywhere.map(rowOf).join('\n')}

### Retries

Send an \`Idempotency-Key\` of your own with a POST, and repeat the request with the same key until
you get a response: it takes effect once, and each repetition returns the first response. Calls that
do not accept the header are safe to repeat without it. Retry \`409\`, \`429\` and \`503\` unchanged.`
