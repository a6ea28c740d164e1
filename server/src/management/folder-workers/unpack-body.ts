import { createHash } from 'node:crypto'
import { type Json, type JsonObject, isJsonObject } from '../../kernel/index.ts'
import type { Unpacked } from './folder-tasks.ts'
import { notBase64 } from '../reasons.ts'

/** Takes the JSON body of a call with a folder apart: files by path in base64, and other members. */
export function unpackBody(
  body: Uint8Array,
  parse: (body: Buffer) => { readonly value: Json },
): Unpacked {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const { value } = parse(bytes)
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (!isJsonObject(value)) return { files: new Map(), members: {}, hash }
  const { files: encoded, ...members } = value
  if (!isJsonObject(encoded)) return { files: new Map(), members: value, hash }
  return { files: decodeFiles(encoded), members: { ...members, files: {} }, hash }
}

/** The files of a folder that came as JSON. Content that is not a text is refused by the schema. */
export function decodeFiles(files: JsonObject): ReadonlyMap<string, Uint8Array> {
  return new Map(
    Object.entries(files).map(([path, content]) => {
      const text = typeof content === 'string' ? content : ''
      const bytes = Buffer.from(text, 'base64')
      if (bytes.toString('base64').replace(/=+$/, '') !== text.replace(/=+$/, '')) {
        throw notBase64(path)
      }
      return [path, bytes]
    }),
  )
}
