import { examplesOf, operationNamed } from './documented.ts'

/** The product folder of the documented requests, with a text in one file replaced, or in several. */
export function documentedFolder(
  ...changes: readonly (readonly [file: string, from: string, to: string])[]
): Record<string, string> {
  const media = operationNamed('pushProduct').requestBody?.content['application/json']
  if (media === undefined) throw new Error('a push is not documented')
  // A product folder travels as path to content in base64.
  const { files } = examplesOf(media)['example'] as { files: Record<string, string> }
  return changes.reduce((folder, [file, from, to]) => {
    const before = Buffer.from(folder[file] ?? '', 'base64').toString()
    const after = before.replace(from, to)
    if (after === before) throw new Error(`the change leaves ${file} as it is`)
    return { ...folder, [file]: Buffer.from(after).toString('base64') }
  }, files)
}
