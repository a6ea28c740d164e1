/** A product folder in memory: path with forward slashes to content. */
export type ProductFiles = ReadonlyMap<string, Uint8Array>

/** The form sent to the server: path to content in base64. */
export function encodeFiles(files: ProductFiles): Record<string, string> {
  return Object.fromEntries(
    [...files].map(([path, content]) => [path, Buffer.from(content).toString('base64')]),
  )
}

export function decodeFiles(files: Readonly<Record<string, string>>): ProductFiles {
  return new Map(
    Object.entries(files).map(([path, content]) => [path, Buffer.from(content, 'base64')]),
  )
}
