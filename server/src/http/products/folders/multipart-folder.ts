import { createHash, webcrypto } from 'node:crypto'
import multipart, { type FastifyMultipartBaseOptions, type Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { type JsonObject, Refusal, parseJson, unreadableBody } from '../../../kernel/index.ts'
import type { ProductFiles } from '../../../products/index.ts'
import type { FolderWorkers } from '../../../management/index.ts'
import type { App } from '../../deps.ts'
import { addFolderBodies } from './folder-body.ts'
import { fileTwice, folderTooLarge, noFileName, notMultipart } from './reasons.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The product folder of a body that came in parts. */
    folder: ProductFiles | null
  }
}

const mebibyte = 1024 * 1024
const fileMebibytesMax = 20
const folderMebibytesMax = 64
const filesMax = 2_000
const membersMax = 24

/** What the calls have in common: a folder takes a while to come, and a lot to work through. */
export const folderCall = {
  access: 'manage',
  expensive: 'folders',
  bodyTimeoutMs: 600_000,
} as const

/** Which parts are JSON; the others are texts as they stand. */
const jsonMembers: ReadonlySet<string> = new Set([
  'data',
  'vary',
  'inputs',
  'without',
  'outputs',
  'tax_rate',
  'allow_single_payment_for_open_cover',
])

/** A file's name is its path, in UTF-8. The parser knows more options than its types. */
const options: FastifyMultipartBaseOptions & { preservePath: true; defParamCharset: 'utf8' } = {
  preservePath: true,
  defParamCharset: 'utf8',
  limits: {
    fileSize: fileMebibytesMax * mebibyte,
    fieldSize: mebibyte,
    files: filesMax,
    fields: membersMax,
  },
}

/** A place for calls that take a product folder as JSON, or in parts with one file each. */
export function addFolderCalls(
  app: App,
  folderWorkers: FolderWorkers,
  addRoutes: (scope: App) => void,
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    addFolderBodies(scope, folderWorkers)
    await scope.register(multipart, options)
    scope.decorateRequest('folder', null)
    scope.addHook('preValidation', async (request) => {
      if (request.isMultipart()) await readParts(request)
    })
    addRoutes(scope)
  })
}

/** Puts the folder aside and leaves the other members as the body, as if they had come as JSON. */
async function readParts(request: FastifyRequest): Promise<void> {
  const files = new Map<string, Uint8Array>()
  const members: Record<string, unknown> = {}
  const hash = createHash('sha256')
  let bytesInAll = 0
  try {
    for await (const part of request.parts()) {
      const { name, bytes } = await readPart(part)
      bytesInAll += bytes.length
      if (bytesInAll > folderMebibytesMax * mebibyte)
        throw folderTooLarge('folder', `${folderMebibytesMax} MiB`)
      hash.update(`${part.type} ${JSON.stringify(name)} ${await hashBesideTheLoop(bytes)}\n`)
      if (part.type === 'field') members[name] = memberOf(name, bytes)
      else if (!files.has(name)) files.set(name, bytes)
      else throw fileTwice(name)
    }
  } catch (error) {
    throw explain(error)
  }
  request.folder = files
  request.body = { ...members, ...(files.size === 0 ? {} : { files: {} }) }
  // Retries are recognised by what they send, not by the boundaries between the parts.
  request.rawBody = hash.digest('hex')
}

/** A file may be of many megabytes, and not every processor has instructions for hashes. */
async function hashBesideTheLoop(bytes: Buffer): Promise<string> {
  // No buffer of a part is of shared memory, which its type would allow.
  const digest = await webcrypto.subtle.digest('SHA-256', bytes as Buffer<ArrayBuffer>)
  return Buffer.from(digest).toString('hex')
}

async function readPart(part: Multipart): Promise<{ name: string; bytes: Buffer }> {
  if (part.type === 'file') {
    const bytes = await part.toBuffer()
    if (part.filename) return { name: part.filename, bytes }
  } else if (part.fieldname !== 'files' && typeof part.value === 'string') {
    return { name: part.fieldname, bytes: Buffer.from(part.value) }
  }
  throw noFileName(part.fieldname)
}

function memberOf(name: string, bytes: Buffer): unknown {
  return jsonMembers.has(name) ? parseJson(bytes).value : bytes.toString()
}

/** Refusals of the library in our words; any other error of its parser means an invalid body. */
function explain(error: unknown): unknown {
  if (error instanceof Refusal || !(error instanceof Error)) return error
  const code: unknown = Reflect.get(error, 'code')
  if (code === 'FST_REQ_FILE_TOO_LARGE') return folderTooLarge('file', `${fileMebibytesMax} MiB`)
  if (typeof code === 'string' && /^FST_(FILES|PARTS|FIELDS)_LIMIT$/.test(code)) {
    return folderTooLarge('folder', `${filesMax} files`)
  }
  if (code === 'FST_PROTO_VIOLATION') return unreadableBody('uses a reserved name')
  // What is larger than the route allows is refused as everywhere.
  if (Reflect.get(error, 'statusCode') === 413) return error
  return notMultipart()
}

/** How a folder in parts is documented, with the other members of the call's body. */
export function partsBody(members: JsonObject = {}, example: JsonObject = {}) {
  const schema = {
    type: 'object',
    required: ['files', ...Object.keys(example)],
    properties: {
      files: {
        type: 'array',
        items: { type: 'string', format: 'binary' },
        description:
          'One part per file, with the path in the folder as file name. The names of the ' +
          'parts do not matter.',
      },
      ...members,
    },
  }
  const files = ['(the bytes of product.yaml)', '(the bytes of pricing.xlsx)']
  return { 'multipart/form-data': { schema, example: { files, ...example } } }
}
