import type { OpenAPIV3_1 } from 'openapi-types'

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
      description:
        'Quote, offer, payment, policy: sell insurance products and administer the policies. ' +
        'Amounts are whole minor units of the currency, dates are ISO 8601.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.publicUrl }],
    tags: [
      { name: 'Sales', description: 'From a quote to a paid, then cancelled policy.' },
      { name: 'Documents', description: 'Where the asset links of an offer lead.' },
      { name: 'Providers', description: 'What payment providers call.' },
      { name: 'Operations', description: 'What operators watch.' },
    ],
    components: {
      securitySchemes: {
        publicKey: {
          type: 'apiKey',
          in: 'query',
          name: 'key',
          description: 'A public key, `pk_test_...` or `pk_live_...`. It sees little.',
        },
        secretKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'A secret key, `sk_test_...` or `sk_live_...`. Keep it on your server.',
        },
      },
    },
  }
}
