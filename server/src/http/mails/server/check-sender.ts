import type { Static } from 'typebox'
import {
  type CheckedSender,
  checkSender,
  recordPurposes,
  recordStates,
} from '../../../mail/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { flag, named, oneOf, text, textOrNull } from '../../wire/schema.ts'
import { Type } from '../../wire/type.ts'
import { checkedSenderExample } from './examples.ts'

export const checkedSenderSchema = Type.Object(
  {
    livemode: flag('True for live, false for test.'),
    is_own: flag('True for a mail server of your own, false for that of the installation.'),
    from: text('The address that mails are from.'),
    bounce_domain: textOrNull('The domain of return addresses; null where it is that of `from`.'),
    records: Type.Array(
      Type.Object({
        purpose: oneOf(recordPurposes, 'What the record is for.'),
        name: text('Its name.'),
        type: oneOf(['TXT', 'MX'], 'Its type.'),
        state: oneOf(
          recordStates,
          '`ok`: it is there and right. `missing`, `wrong`: publish `value`. `unanswered`: no name ' +
            'server has said whether it is there. `unknown`: this cannot be known here.',
        ),
        found: Type.Array(Type.String(), { description: 'What is published.' }),
        value: textOrNull(
          'What to publish; null where nothing has to be, or a person must decide.',
        ),
        remarks: Type.Array(Type.String(), {
          description: 'What is wrong with it, or could be better.',
        }),
      }),
      { description: 'The records that servers look at before they accept a mail.' },
    ),
  },
  {
    $id: 'CheckedSender',
    description: 'What DNS says of the domains that your mails come from.',
    examples: [checkedSenderExample],
  },
)

export function addCheckSender(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/mail_server/dns',
    {
      config: { access: 'manage', refuses: [] },
      schema: {
        operationId: 'checkSender',
        summary: 'Check the DNS records of your sender',
        description:
          'Asks name servers for SPF, DKIM, DMARC and MX records of the domains that your mails in ' +
          'the mode of the key come from, and returns what is missing or wrong. It answers within ' +
          '15 seconds, whatever name servers do.',
        tags: ['Management'],
        response: { 200: named(checkedSenderSchema) },
      },
    },
    async (request) => viewChecked(await checkSender(deps, callerOf(request))),
  )
}

function viewChecked(checked: CheckedSender): Static<typeof checkedSenderSchema> {
  const { livemode, isOwn, from, bounceDomain, records } = checked
  return {
    livemode,
    is_own: isOwn,
    from,
    bounce_domain: bounceDomain,
    records: records.map(({ purpose, name, type, state, found, value, remarks }) => {
      return { purpose, name, type, state, found: [...found], value, remarks: [...remarks] }
    }),
  }
}
