import type { Response } from 'light-my-request'
import type { ProductFiles } from '../../src/products/index.ts'
import type { TestPlatform } from '../support/platform.ts'

type Part = readonly [name: string, fileName: string | null, content: string | Uint8Array]

export const boundary = 'between-the-parts'

/** Sends a body in parts, or a text that only pretends to be one. */
export function sendParts(
  platform: TestPlatform,
  url: string,
  parts: readonly Part[] | string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return platform.app.inject({
    method: 'POST',
    url,
    headers: {
      authorization: `Bearer ${platform.demo.insurer.test.secret}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...headers,
    },
    payload: typeof parts === 'string' || Buffer.isBuffer(parts) ? parts : bodyOf(parts),
  })
}

/** One part for each file, as `curl -F` or a form sends them. */
export function partsOf(files: ProductFiles): Part[] {
  return [...files].map(([path, content]) => ['files', path, content])
}

export function bodyOf(parts: readonly Part[]): Buffer {
  const written = parts.flatMap(([name, fileName, content]) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"`),
    Buffer.from(fileName === null ? '\r\n\r\n' : `; filename="${fileName}"\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)])
}
