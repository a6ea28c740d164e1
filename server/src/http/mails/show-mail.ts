import type { Static } from 'typebox'
import { findMail, mailNotFound, readMessage, refusalOfResend } from '../../mail/index.ts'
import { callerOf } from '../access/access.ts'
import { allowed, viewAllowed } from '../access/allowed.ts'
import type { App, HttpDeps } from '../deps.ts'
import { isMaskedFor } from '../masks/mask-answers.ts'
import { personalDataMasked } from '../reasons.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId, text, textOrNull } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { mailDetailExample } from './examples.ts'
import { mailMembers, viewMail } from './mail.ts'

const aMail = 'What a mail says'

export const mailDetailSchema = Type.Object(
  {
    ...mailMembers,
    from: textOrNull('The address that it is from; null until it is composed, as what follows.'),
    to: textOrNull('The address that it is for.'),
    subject: textOrNull('The subject.'),
    text: textOrNull('What it says as text.'),
    html: textOrNull('What it says as HTML.'),
    attachments: Type.Array(
      Type.Object({
        name: text('The name of the file.'),
        content_hash: text('SHA-256 of the file.'),
      }),
      { description: 'The documents that it carries.' },
    ),
    allowed: allowed('resend'),
    message: textOrNull(
      'The exact message (`.eml`) in base64, with headers and attachments. Its SHA-256 is `content_hash`.',
    ),
  },
  {
    $id: 'MailDetail',
    description: 'A mail with what it says, to the byte.',
    examples: [mailDetailExample],
  },
)

export function addShowMail(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/mails/:mailId',
    {
      config: {
        access: 'manage',
        refuses: [mailNotFound, personalDataMasked.listed({ example: [aMail] })],
      },
      schema: {
        operationId: 'showMail',
        summary: 'View a mail',
        description: 'What it says, its documents, and the exact message as it was sent.',
        tags: ['Management'],
        params: Type.Object({ mailId: pathId('The mail.', ids.mail) }),
        response: { 200: named(mailDetailSchema) },
      },
    },
    async (request): Promise<Static<typeof mailDetailSchema>> => {
      const caller = callerOf(request)
      const mail = await findMail(deps.db, caller, request.params.mailId)
      if (isMaskedFor(caller)) throw personalDataMasked(aMail)
      const read = mail.hash === null ? null : await readMessage(deps, mail)
      const content = read?.content
      return {
        ...viewMail(mail),
        from: content?.from ?? null,
        to: content?.to ?? null,
        subject: content?.subject ?? null,
        text: content?.text ?? null,
        html: content?.html ?? null,
        attachments:
          content?.attachments.map(({ name, hash }) => ({ name, content_hash: hash })) ?? [],
        allowed: viewAllowed(request, { resend: ['resendMail', refusalOfResend(mail)] }, mail),
        message: read?.message.toString('base64') ?? null,
      }
    },
  )
}
