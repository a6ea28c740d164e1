import type { Static } from 'typebox'
import { type AccountId, timestamp } from '../../../kernel/index.ts'
import type { CredentialCheck, ShownCredentials } from '../../../payments/index.ts'
import { allowed } from '../../access/allowed.ts'
import type { Links } from '../../links.ts'
import {
  flag,
  pathId,
  text,
  textOrNull,
  timestampOrNull,
  timestampText,
} from '../../wire/schema.ts'
import { Type } from '../../wire/type.ts'
import { checkedCredentialsExample, credentialsExample, setCredentialsExample } from './examples.ts'

export const providerCredentialsSchema = Type.Object(
  {
    provider: text('The payment provider.'),
    livemode: flag('True for live, false for test: each mode has an account of its own.'),
    fields: Type.Record(Type.String(), Type.String(), {
      description: 'What is stored. Of a secret only the last characters are shown.',
    }),
    account_reference: textOrNull(
      'What the provider calls the account; null until it was checked.',
    ),
    callback_url: text('Where the provider has to report what happens.'),
    changed_at: timestampText('When it was last changed.'),
    refused_at: timestampOrNull(
      'Since when the provider refuses the account; null while it does not.',
    ),
    refusal: textOrNull('What the provider said when it refused the account.'),
    allowed: Type.Optional(allowed('set', 'remove', 'check')),
  },
  {
    $id: 'ProviderCredentials',
    description: 'Your account at a payment provider, in the mode of the key.',
    examples: [credentialsExample],
  },
)

export const setCredentialsBody = Type.Object(
  {
    fields: Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 500 }), {
      maxProperties: 20,
      description:
        'What the provider needs. Fields that are left out stay as they are. `stripe` has ' +
        '`secret_key`, `publishable_key`, `webhook_secret` and `mandate_prefix`; `bank_transfer` has `iban`, ' +
        '`account_holder` and `bic`.',
    }),
  },
  { $id: 'SetCredentials', examples: [setCredentialsExample] },
)

export const credentialCheckSchema = Type.Object(
  {
    ok: flag('Whether money can be taken.'),
    account_reference: textOrNull('What the provider calls the account.'),
    problems: Type.Array(Type.String(), { description: 'What is wrong, and how to fix it.' }),
  },
  {
    $id: 'CredentialCheck',
    description: 'What a payment provider says about your account.',
    examples: [checkedCredentialsExample],
  },
)

export const credentialParams = Type.Object({
  provider: pathId('The name of the provider.', 'stripe'),
})

export function viewCredentials(
  shown: ShownCredentials,
  { insurerId, links }: { readonly insurerId: AccountId; readonly links: Links },
): Static<typeof providerCredentialsSchema> {
  const { provider, livemode, fields, accountReference, changedAt, refusedAt, refusal } = shown
  return {
    provider,
    livemode,
    fields: { ...fields },
    account_reference: accountReference,
    callback_url: links.providerCallback(provider, insurerId).href,
    changed_at: timestamp(changedAt),
    refused_at: refusedAt === null ? null : timestamp(refusedAt),
    refusal,
  }
}

export function viewCheck(check: CredentialCheck): Static<typeof credentialCheckSchema> {
  return {
    ok: check.isOk,
    account_reference: check.accountReference,
    problems: [...check.problems],
  }
}
