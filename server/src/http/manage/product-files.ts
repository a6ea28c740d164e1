import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type Problem, Refusal } from '../../kernel/index.ts'
import type { ProductFiles } from '../../products/index.ts'
import { text } from '../wire/schema.ts'
import { folderExample } from './examples/folder.ts'

/** A product folder travels as one JSON object: path to content in base64. */
export const productFilesBody = Type.Object(
  {
    files: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The files of the product folder: path to content in base64.',
    }),
  },
  {
    $id: 'ProductFiles',
    description: 'A product folder.',
    examples: [folderExample],
  },
)

const productFilesMebibytesMax = 96
export const productFilesBytesMax = productFilesMebibytesMax * 1024 * 1024
/** For the descriptions of the calls that take more than others do. */
export const productFilesLimit = `The body may be up to ${productFilesMebibytesMax} MiB.`

/** The folder that came with a request, in parts or as members of its JSON. */
export function filesOf(
  request: FastifyRequest,
  files: Readonly<Record<string, string>>,
): ProductFiles {
  return request.folder ?? readFiles(files)
}

export function readFiles(files: Readonly<Record<string, string>>): ProductFiles {
  return new Map(
    Object.entries(files).map(([path, content]) => {
      const bytes = Buffer.from(content, 'base64')
      if (bytes.toString('base64').replace(/=+$/, '') !== content.replace(/=+$/, '')) {
        throw new Refusal('validation_failed', `The content of ${path} is not base64.`, [
          { code: 'invalid_value', field: `files.${path}`, rules: ['base64'] },
        ])
      }
      return [path, bytes]
    }),
  )
}

export function viewFiles(files: ProductFiles): Record<string, string> {
  return Object.fromEntries(
    [...files].map(([path, content]) => [path, Buffer.from(content).toString('base64')]),
  )
}

export const problemSchema = Type.Object(
  {
    file: text('The file inside the folder.'),
    place: text('The place inside the file; empty for the whole file.'),
    message: text('What is wrong.'),
    mend: text('What would mend it.'),
  },
  { $id: 'Problem', description: 'A mistake in a product folder.' },
)

export function viewProblems(problems: readonly Problem[]) {
  return problems.map(({ file, place, message, mend }) => ({ file, place, message, mend }))
}
