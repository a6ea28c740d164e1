import type { Static } from 'typebox'
import { Type } from '../../wire/type.ts'
import { timestamp } from '../../../kernel/index.ts'
import type { ListedProvider } from '../../../management/index.ts'
import {
  type ProviderAbilities,
  abilitiesByMethod,
  abilitiesOf,
  ownMethodsMax,
  providerNameCharactersMax,
} from '../../../products/index.ts'
import { allowed } from '../../access/allowed.ts'
import { amount, flag, oneOf, orNull, pathId, text, timestampOrNull } from '../../wire/schema.ts'
import { declaredProviderExample, declareProviderExample } from './examples.ts'

const name = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: providerNameCharactersMax,
    pattern: '^[a-z][a-z0-9]*([_-][a-z0-9]+)*$',
    description,
  })

const abilities = (description: string) =>
  Type.Object(
    {
      collects: oneOf(
        ['here', 'elsewhere'],
        '`elsewhere`: the money is collected outside of the platform.',
      ),
      first_payment: flag('Whether an offer can be paid by it.'),
      mandate: flag('Whether customers can give a mandate.'),
      off_session: flag('Whether instalments are collected without the customer.'),
      refund: flag('Whether money is paid back by it.'),
      dispute: flag('Whether customers can have money charged back.'),
      slow_settlement: flag('Whether the outcome may take days.'),
      lead_days: Type.Integer({
        description: 'How many days before the due day a collection is ordered.',
      }),
      notice_days: Type.Integer({
        description: 'How many days before a debit the customer must be notified.',
      }),
      debit_max: orNull(
        Type.Object({ amount: amount('The amount, in minor units.'), currency: text('ISO 4217.') }),
        'The most that one debit may be; null for no limit.',
      ),
      credentials: flag('Whether you need an account there.'),
    },
    { description },
  )

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
    abilities: abilities('What the provider can do.'),
    by_method: Type.Record(Type.String(), abilities('What the method can do.'), {
      description: 'Methods that can something else than their provider.',
    }),
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
    abilities: viewAbilities(abilitiesOf(provider.name)),
    by_method: Object.fromEntries(
      Object.entries(abilitiesByMethod(provider.name)).map(([method, can]) => [
        method,
        viewAbilities(can),
      ]),
    ),
    created_at: provider.createdAt && timestamp(provider.createdAt),
  }
}

function viewAbilities(can: ProviderAbilities) {
  return {
    collects: can.collects,
    first_payment: can.firstPayment,
    mandate: can.mandate,
    off_session: can.offSession,
    refund: can.refund,
    dispute: can.dispute,
    slow_settlement: can.slowSettlement,
    lead_days: can.leadDays,
    notice_days: can.noticeDays,
    debit_max: can.debitMax && { ...can.debitMax },
    credentials: can.credentials,
  }
}
