import type { Static } from 'typebox'
import { timestamp } from '../../../kernel/index.ts'
import type { ServerAnswer, ShownServer } from '../../../mail/index.ts'
import { domainShape, listedAddressShape, mailAddressShape } from '../../../settings/index.ts'
import { allowed } from '../../access/allowed.ts'
import { flag, orNull, text, textOrNull, timestampText } from '../../wire/schema.ts'
import { Type } from '../../wire/type.ts'
import {
  mailServerExample,
  setMailServerExample,
  testMailServerExample,
  testedMailServerExample,
} from './examples.ts'

const addressCharactersMax = 254
const testAddressesMax = 100
/** A key of 4096 bits in PEM takes 3,300. */
const keyCharactersMax = 10_000

export const mailAddress = (description: string) =>
  Type.String({
    maxLength: addressCharactersMax,
    pattern: patternOf(mailAddressShape),
    description,
  })

const from = 'The address that mails are from.'
const testAddresses =
  'Addresses, or domains such as `@example.com`, that mails of test mode are sent to. All others ' +
  'of test mode are kept.'
const bounceDomain =
  'The domain of return addresses, to which servers report what became of a mail; null if nobody ' +
  'forwards these reports to `POST /manage/delivery_reports`.'
const domain = 'The domain that signs.'
const selector = 'The name under which its public key stands in DNS.'

export const mailServerSchema = Type.Object(
  {
    livemode: flag('True for live, false for test: each mode has a mail server of its own.'),
    address: text('Where it is, without what signs in.'),
    user: textOrNull('Who signs in there; null if nobody does. The password is never shown.'),
    from: text(from),
    dkim: orNull(
      Type.Object({ domain: text(domain), selector: text(selector) }),
      'How mails are signed; null if they are not. The key is never shown.',
    ),
    test_addresses: Type.Array(Type.String(), { description: testAddresses }),
    bounce_domain: textOrNull(bounceDomain),
    changed_at: timestampText('When it was last changed.'),
    allowed: Type.Optional(allowed('set', 'remove')),
  },
  {
    $id: 'MailServer',
    description: 'The mail server of your own, in the mode of the key.',
    examples: [mailServerExample],
  },
)

export const setMailServerBody = Type.Object(
  {
    url: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description:
          'Its address with user and password: `smtps://user:password@host:port`, or `smtp://` ' +
          'where it encrypts by STARTTLS. Without it the stored one stays.',
      }),
    ),
    from: mailAddress(from),
    dkim: Type.Optional(
      orNull(
        Type.Object({
          domain: Type.String({ pattern: '^[A-Za-z0-9.-]{1,253}$', description: domain }),
          selector: Type.String({ pattern: '^[A-Za-z0-9._-]{1,100}$', description: selector }),
          key: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: keyCharactersMax,
              description:
                'The private RSA key in PEM. Without it the stored one stays, if domain and ' +
                'selector are the same.',
            }),
          ),
        }),
        'How mails are signed. Without it they are not.',
      ),
    ),
    test_addresses: Type.Optional(
      Type.Array(
        Type.String({ maxLength: addressCharactersMax, pattern: patternOf(listedAddressShape) }),
        { maxItems: testAddressesMax, description: `${testAddresses} None by default.` },
      ),
    ),
    bounce_domain: Type.Optional(
      orNull(Type.String({ maxLength: 253, pattern: patternOf(domainShape) }), bounceDomain),
    ),
  },
  { $id: 'SetMailServer', examples: [setMailServerExample] },
)

export const testMailServerBody = Type.Object(
  { to: mailAddress('Who gets the mail.') },
  { $id: 'TestMailServer', examples: [testMailServerExample] },
)

export const testedMailServerSchema = Type.Object(
  {
    ok: flag('Whether the server has accepted the mail.'),
    reply: text('What it answered, without addresses.'),
  },
  {
    $id: 'TestedMailServer',
    description: 'What a mail server answered.',
    examples: [testedMailServerExample],
  },
)

export function viewMailServer(shown: ShownServer): Static<typeof mailServerSchema> {
  const {
    livemode,
    address,
    user,
    from: sender,
    dkim,
    testAddresses: listed,
    bounceDomain: returned,
    changedAt,
  } = shown
  return {
    livemode,
    address,
    user,
    from: sender,
    dkim: dkim && { ...dkim },
    test_addresses: [...listed],
    bounce_domain: returned,
    changed_at: timestamp(changedAt),
  }
}

export function viewTested({
  outcome,
  text: reply,
}: ServerAnswer): Static<typeof testedMailServerSchema> {
  return { ok: outcome === 'accepted', reply }
}

/** JSON Schema knows no flags. */
function patternOf(shape: RegExp): string {
  return shape.source.replaceAll('a-z', 'A-Za-z')
}
