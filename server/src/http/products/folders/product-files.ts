import type { FastifyRequest } from 'fastify'
import { Type } from '../../wire/type.ts'
import type { Problem } from '../../../kernel/index.ts'
import { decodeFiles, notBase64 } from '../../../management/index.ts'
import { type ProductFiles, assertKeySeen, productNotFound } from '../../../products/index.ts'
import { callerOf } from '../../access/access.ts'
import type { HttpDeps } from '../../deps.ts'
import { folderExample } from './examples.ts'
import { fileTwice, folderTooLarge, noFileName, notMultipart } from './reasons.ts'
import { invalidMember } from '../../reasons.ts'
import { viewProblems } from '../../wire/problem.ts'

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

/** What every call refuses that takes files. */
export const filesErrors = [
  invalidMember('`files` is missing.', {
    code: 'required',
    field: 'files',
    rules: ['required'],
  }),
  notBase64,
  noFileName,
  fileTwice,
  notMultipart,
  folderTooLarge,
]

/** What every call refuses besides that takes a product folder. */
export const folderErrors = [
  ...filesErrors,
  productNotFound.listed({
    when: 'The caller is limited to some products, and the folder is of another or of a new one.',
    example: ['cyber-basic'],
  }),
]

/** The files that came with a request, in parts or as members of its JSON. */
export function filesOf(
  request: FastifyRequest,
  files: Readonly<Record<string, string>>,
): ProductFiles {
  return request.folder ?? decodeFiles(files)
}

/**
 * The same for a product folder. A caller who is limited to some products may send one of these, and
 * no new one.
 */
export async function folderOf(
  { db, folderWorkers }: Pick<HttpDeps, 'db' | 'folderWorkers'>,
  request: FastifyRequest,
  files: Readonly<Record<string, string>>,
): Promise<ProductFiles> {
  const folder = filesOf(request, files)
  const caller = callerOf(request)
  if (caller.limits === null) return folder
  const key = await folderWorkers.keyOf(caller.account, folder)
  // A folder whose key cannot be read is answered with its mistakes, and nothing else comes of it.
  if (key !== null) await assertKeySeen(db, caller, key)
  return folder
}

/** How a folder with mistakes is answered. */
export function viewMistakes(problems: readonly Problem[]) {
  const count = problems.length
  return {
    status: 'Unprocessable Entity',
    code: 'folder_has_mistakes',
    message: `The product folder has ${count === 1 ? 'a mistake' : `${count} mistakes`}.`,
    problems: viewProblems(problems),
  }
}
