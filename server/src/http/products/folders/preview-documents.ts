import { Type } from 'typebox'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { flag, named, oneOf, text, textOrNull, word } from '../../wire/schema.ts'
import { previewTransactionExample, previewedExample } from './examples.ts'
import { folderCall, partsBody } from './multipart-folder.ts'
import {
  filesOf,
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
    document: Type.Optional(word('Only this one, by its designation; all by default.')),
    language: Type.Optional(word("Only in this language; in all of the product's by default.")),
  },
  { $id: 'PreviewDocuments', examples: [previewTransactionExample] },
)
export const previewedDocumentsSchema = Type.Object(
  {
    valid: flag('Whether a push would be taken.'),
    problems: Type.Array(named(problemSchema), { description: 'All mistakes at once.' }),
    documents: Type.Array(
      Type.Object({
        designation: text('Which document it is.'),
        name: text('How it is called, in its language.'),
        occasion: oneOf(documentOccasions, 'What it is made for.'),
        language: text('Its language.'),
        item: text('The item that the sample sells.'),
        extension: oneOf(['pdf'], 'What kind of file it is.'),
        content: text('The file, in base64.'),
        invented_because: textOrNull(
          'Why its price is made up, as the document says too; null where the price is what the folder itself asks for the sample.',
        ),
      }),
      { description: 'Empty when there are mistakes.' },
    ),
  },
  {
    $id: 'PreviewedDocuments',
    description: 'The documents of a product folder, with sample data.',
    examples: [previewedExample],
  },
)

const previewedParts = partsBody({
  document: { type: 'string', description: 'Only this one; all by default.' },
  language: { type: 'string', description: 'Only in this language; in all by default.' },
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
        summary: 'See the documents of a product folder',
        description:
          'Makes them with sample data: of the demo or a test case where there is one, else ' +
          'guessed from the rules. The price is what the folder itself asks for them; where it ' +
          `asks none, the document says that its price is invented. Nothing is kept. ${productFilesLimit}`,
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
        filesOf(request, files),
        { designation, language },
      )
      if (!previewed.ok) {
        return { valid: false, problems: viewProblems(previewed.problems), documents: [] }
      }
      return {
        valid: true,
        problems: [],
        documents: previewed.documents.map(({ content, inventedBecause, ...told }) => ({
          ...told,
          invented_because: inventedBecause,
          extension: 'pdf',
          content: Buffer.from(content).toString('base64'),
        })),
      }
    },
  )
}
