import { Type } from '../../wire/type.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { flag, named, oneOf, text, textOrNull, word } from '../../wire/schema.ts'
import { previewTransactionExample, previewedExample } from './examples.ts'
import { folderCall, partsBody } from './multipart-folder.ts'
import {
  folderOf,
  productFilesBody,
  productFilesBytesMax,
  productFilesLimit,
  folderErrors,
} from './product-files.ts'
import { problemSchema, viewProblems } from '../../wire/problem.ts'
import { noSuchDocument, noSuchLanguage } from '../../../management/index.ts'
import { documentOccasions } from '../../../products/index.ts'

export const previewDocumentsBody = Type.Object(
  {
    files: Type.Unsafe<Record<string, string>>(productFilesBody.properties.files),
    document: Type.Optional(word('Only the document with this designation; all by default.')),
    language: Type.Optional(word('Only this language; all languages of the product by default.')),
  },
  { $id: 'PreviewDocuments', examples: [previewTransactionExample] },
)
export const previewedDocumentsSchema = Type.Object(
  {
    valid: flag('Whether a push would succeed.'),
    problems: Type.Array(named(problemSchema), { description: 'All errors.' }),
    documents: Type.Array(
      Type.Object({
        designation: text('The designation of the document.'),
        name: text('The name of the document, in its language.'),
        occasion: oneOf(documentOccasions, 'The occasion of the document.'),
        language: text('The language of the document.'),
        item: text('The item of the sample sale.'),
        cancellation_kind: textOrNull(
          'The kind of cancellation that the document is for; null if it names none, and for ' +
            'other documents.',
        ),
        cancellation_reason_code: textOrNull('The reason of this cancellation; null if none.'),
        extension: oneOf(['pdf'], 'The file extension.'),
        content: text('The file, in base64.'),
        invented_because: textOrNull(
          'Why the price is invented, as the document states too; null if the folder ' +
            'itself priced the sample.',
        ),
      }),
      { description: 'The documents; empty if there are errors.' },
    ),
  },
  {
    $id: 'PreviewedDocuments',
    description: 'The documents of a product folder, with sample data.',
    examples: [previewedExample],
  },
)

const previewedParts = partsBody({
  document: {
    type: 'string',
    description: 'Only the document with this designation; all by default.',
  },
  language: { type: 'string', description: 'Only this language; all by default.' },
})

export function addPreviewDocuments(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/products/documents',
    {
      config: {
        ...folderCall,
        isRepeatable: true,
        bodies: previewedParts,
        refuses: [...folderErrors, noSuchDocument, noSuchLanguage],
      },
      bodyLimit: productFilesBytesMax,
      schema: {
        operationId: 'previewDocuments',
        summary: 'Preview the documents of a product folder',
        description:
          'Creates the documents with sample data: from the demo or a test case, otherwise derived ' +
          'from the rules. The folder itself prices the sample; if it cannot, the document states ' +
          `that its price is invented. Nothing is stored. ${productFilesLimit}`,
        tags: ['Management'],
        body: named(previewDocumentsBody),
        response: {
          200: named(previewedDocumentsSchema),
        },
      },
    },
    async (request) => {
      const { files, document: designation = null, language = null } = request.body
      const previewed = await deps.folderWorkers.preview(
        callerOf(request).account,
        await folderOf(deps, request, files),
        { designation, language },
      )
      if (!previewed.ok) {
        return { valid: false, problems: viewProblems(previewed.problems), documents: [] }
      }
      return {
        valid: true,
        problems: [],
        documents: previewed.documents.map(
          ({ content, inventedBecause, named: why, ...document }) => ({
            ...document,
            cancellation_kind: why?.kind ?? null,
            cancellation_reason_code: why?.reasonCode ?? null,
            invented_because: inventedBecause,
            extension: 'pdf',
            content: Buffer.from(content).toString('base64'),
          }),
        ),
      }
    },
  )
}
