import type { FastifyReply, FastifyRequest } from 'fastify'
import type { JsonObject } from '../../../kernel/index.ts'
import type { ProductFiles } from '../../../products/index.ts'
import { defaultPace } from '../../../settings/index.ts'
import { sendText } from '../../body/send-text.ts'

/** A multiple of three, so that each piece is base64 without padding. */
const pieceBytes = 3 * 128 * 1024

/** A folder as JSON, written while it is sent: whole, a large one would hold up other requests. */
export function sendFolder(
  request: FastifyRequest,
  reply: FastifyReply,
  files: ProductFiles,
  /** Other members of the answer. */
  beside: JsonObject = {},
): Promise<FastifyReply> {
  return sendText(
    request,
    reply,
    { mediaType: 'application/json' },
    written(files, beside),
    defaultPace,
  )
}

async function* written(files: ProductFiles, beside: JsonObject): AsyncGenerator<string> {
  const members = Object.entries(beside).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`,
  )
  let text = `{${members.join('')}"files":{`
  let isFirst = true
  for (const [path, content] of files) {
    text += `${isFirst ? '' : ','}${JSON.stringify(path)}:"`
    isFirst = false
    for (let from = 0; from < content.length; from += pieceBytes) {
      const piece = content.subarray(from, from + pieceBytes)
      text += Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('base64')
      if (text.length < pieceBytes) continue
      yield text
      text = ''
    }
    text += '"'
  }
  yield `${text}}}`
}
