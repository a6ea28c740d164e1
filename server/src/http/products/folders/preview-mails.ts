import { noSuchLanguage } from '../../../management/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { problemSchema, viewProblems } from '../../wire/problem.ts'
import { flag, named, text, textOrNull, word } from '../../wire/schema.ts'
import { Type } from '../../wire/type.ts'
import { previewMailsExample, previewedMailsExample } from './examples.ts'
import { folderCall, partsBody } from './multipart-folder.ts'
import {
  folderErrors,
  folderOf,
  productFilesBody,
  productFilesBytesMax,
  productFilesLimit,
} from './product-files.ts'

export const previewMailsBody = Type.Object(
  {
    files: Type.Unsafe<Record<string, string>>(productFilesBody.properties.files),
    language: Type.Optional(word('Only this language; all languages of the product by default.')),
  },
  { $id: 'PreviewMails', examples: [previewMailsExample] },
)

export const previewedMailsSchema = Type.Object(
  {
    valid: flag('Whether a push would succeed.'),
    problems: Type.Array(named(problemSchema), { description: 'All errors.' }),
    mails: Type.Array(
      Type.Object({
        event: text('The type of the event that sends the mail.'),
        language: text('The language of the mail.'),
        sent: flag('Whether the product switches it on.'),
        sender: text('Who it is from, as customers read it.'),
        subject: text('The subject.'),
        text: text('The mail as text.'),
        html: text('The mail as HTML.'),
        attachments: Type.Array(Type.String(), { description: 'The names of its documents.' }),
        invented_because: textOrNull('Why the price is invented; null if the folder priced it.'),
      }),
      { description: 'The mails; empty if there are errors.' },
    ),
  },
  {
    $id: 'PreviewedMails',
    description: 'The mails of a product folder, with sample data.',
    examples: [previewedMailsExample],
  },
)

const previewedParts = partsBody({
  language: { type: 'string', description: 'Only this language; all by default.' },
})

export function addPreviewMails(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/products/mails',
    {
      config: {
        ...folderCall,
        isRepeatable: true,
        bodies: previewedParts,
        refuses: [...folderErrors, noSuchLanguage],
      },
      bodyLimit: productFilesBytesMax,
      schema: {
        operationId: 'previewMails',
        summary: 'Preview the mails of a product folder',
        description:
          'Renders the mails with sample data, as customers would read them. Nothing is stored and ' +
          `nothing is sent. ${productFilesLimit}`,
        tags: ['Management'],
        body: named(previewMailsBody),
        response: { 200: named(previewedMailsSchema) },
      },
    },
    async (request) => {
      const { files, language = null } = request.body
      const previewed = await deps.folderWorkers.previewMails(
        callerOf(request).account,
        await folderOf(deps, request, files),
        { language },
      )
      if (!previewed.ok) {
        return { valid: false, problems: viewProblems(previewed.problems), mails: [] }
      }
      const mails = previewed.mails.map((mail) => ({
        event: mail.event,
        language: mail.language,
        sent: mail.isSent,
        sender: mail.sender,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        attachments: [...mail.attached],
        invented_because: mail.inventedBecause,
      }))
      return { valid: true, problems: [], mails }
    },
  )
}
