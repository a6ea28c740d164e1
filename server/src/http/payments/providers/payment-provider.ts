import type { Static } from 'typebox'
import { Type } from '../../wire/type.ts'
import { timestamp } from '../../../kernel/index.ts'
import type { ListedProvider } from '../../../management/index.ts'
import { ownMethodsMax, providerNameCharactersMax } from '../../../products/index.ts'
import { allowed } from '../../access/allowed.ts'
import { flag, orNull, pathId, text, timestampOrNull } from '../../wire/schema.ts'
import { declaredProviderExample, declareProviderExample } from './examples.ts'

const name = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: providerNameCharactersMax,
    pattern: '^[a-z][a-z0-9]*([_-][a-z0-9]+)*$',
    description,
  })

export const paymentProviderSchema = Type.Object(
  {
    name: text('The name of the provider in payment plans and in `POST /payments`.'),
    methods: orNull(
      Type.Array(Type.String()),
      'Its methods; null for a provider of the platform, whose methods each product names ' +
        'itself.',
    ),
    is_own: flag('Whether you declared it yourself.'),
    collects_elsewhere: flag(
      'Whether the money is collected outside of the platform: payments are `ok` at once.',
    ),
    created_at: timestampOrNull('When it was declared; null for providers of the platform.'),
    allowed: Type.Optional(allowed('remove')),
  },
  {
    $id: 'PaymentProvider',
    description: 'A payment provider for payment plans.',
    examples: [declaredProviderExample],
  },
)

export const declarePaymentProviderBody = Type.Object(
  {
    name: name('A name of your choice, of lower-case letters, digits, underscores and dashes.'),
    methods: Type.Array(name('A method.'), {
      minItems: 1,
      maxItems: ownMethodsMax,
      description: 'All methods of the provider, for example `invoice`.',
    }),
  },
  { $id: 'DeclarePaymentProvider', examples: [declareProviderExample] },
)

export const providerParams = Type.Object({
  provider: pathId('The name of the provider.', declareProviderExample.name),
})

export function viewPaymentProvider(
  provider: ListedProvider,
): Static<typeof paymentProviderSchema> {
  return {
    name: provider.name,
    methods: provider.methods && [...provider.methods],
    is_own: provider.isOwn,
    collects_elsewhere: provider.collectsElsewhere,
    created_at: provider.createdAt && timestamp(provider.createdAt),
  }
}
