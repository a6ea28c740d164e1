import type { OpenAPIV3_1 } from 'openapi-types'
import type { Listed } from '../../kernel/index.ts'
import { refusedAnywhere } from './listed-errors.ts'
import { answerRefusal } from '../errors/refusals.ts'
import { headers, parameters } from './parts.ts'

/** The parts of the document that no single route can say. */
export function overview(options: {
  readonly vendor: string
  readonly publicUrl: string
}): Partial<OpenAPIV3_1.Document> {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bindery',
      version: '0.1.0',
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
    description: 'A sale in three steps: a quote, an offer made from it, a payment for the offer.',
  },
  { name: 'Policies', description: 'What has been sold: view it, change it, cancel it.' },
  {
    name: 'Data',
    description:
      'Datasets that fill dropdowns; an item stands for its values in quotes and policies.',
  },
  { name: 'Documents', description: 'Where the asset links of an offer lead.' },
  { name: 'Links', description: 'Where the other links of offers and policies lead.' },
  {
    name: 'Management',
    description: "What console and command line use, with an insurer's secret key.",
  },
  { name: 'Payment providers', description: 'What payment providers call.' },
  { name: 'Operations', description: 'What operators watch.' },
]

const securitySchemes: OpenAPIV3_1.ComponentsObject['securitySchemes'] = {
  publicKey: {
    type: 'apiKey',
    in: 'query',
    name: 'key',
    description:
      'A public key, `pk_test_...` or `pk_live_...`, as the query parameter `key`. It may stand in ' +
      'a web page: it sells, and sees of a policy little more than its status.',
  },
  secretKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A secret key, `sk_test_...` or `sk_live_...`. It sees, changes and cancels policies: keep it on your server.',
  },
  secretKeyAsUserName: {
    type: 'http',
    scheme: 'basic',
    description: 'The same secret key as the user name of HTTP Basic, with an empty password.',
  },
}

function rowOf({ when, example }: Listed): string {
  const { status, body } = answerRefusal(example())
  return `| ${status} | ${when} | ${body.message} |`
}

const introduction = (vendor: string) => `\
A sale takes three calls:

1. **Create a quote**: the product prices the customer's answers and returns a token.
2. **Create an offer**: the token and the policy data make an unpaid policy.
3. **Pay for the offer**: it becomes a paid policy, which can be viewed, changed and cancelled.

### Keys

| key | sent as | may |
|---|---|---|
| public, \`pk_...\` | query parameter \`key\` | quote, offer, pay; see the public part of a policy |
| secret, \`sk_...\` | \`Authorization: Bearer\`, or user name of HTTP Basic | do all of that, see everything of its own sales, change and cancel them |

Where both are sent, the secret key decides, and both must be of one account. Test and live keys
work on separate data: \`livemode\` says which.

### Versions

\`Accept: application/vnd.${vendor}.v3+json\` selects version 3, and so on. Each call says which
version it takes, and whether it can do without the header. Responses are \`application/json\`.

### Values

- Amounts are whole minor units of the currency: \`19000\` is 190.00 euros.
- Timestamps are ISO 8601 with an offset, dates are ISO 8601 dates.
- Ids and tokens are opaque. Those in the examples are made up.

### Errors

Every error is an \`Error\`: \`status\` is the HTTP reason phrase, \`message\` a sentence for the
developer, \`errors\` the fields that fail validation, all at once. Requests that no call answers to
get an \`Error\` too. Each call lists its errors; besides these, any call may seldom be told:

| status | when | message |
|---|---|---|
${refusedAnywhere.map(rowOf).join('\n')}

### Retries

Send an \`Idempotency-Key\` of your own with a POST, and repeat the request with the same key as
often as you need, whatever broke in between: it takes effect once, and the first answer is given
again. Calls that do not take the header change nothing when they are repeated. \`409\`, \`429\` and
\`503\` are worth a retry as they are.`
