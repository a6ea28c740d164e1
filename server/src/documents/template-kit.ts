import { createHash } from 'node:crypto'
import type { ProductFiles } from '../products/index.ts'
import type { RendererKit } from './renderer/renderer-messages.ts'

const folder = 'documents/'
/** What templates can read; anything else in the folder stays out of their reach. */
const readable = /\.(?:typ|svg|png|jpe?g|gif|webp|json|csv|yaml|toml|txt)$/
const fontFile = /^documents\/fonts\/[^/]+\.(?:ttf|otf)$/

/** Everything that the documents of a version are made of. */
export function templateKit(files: ProductFiles): RendererKit {
  const own = [...files].filter(([path]) => path.startsWith(folder)).toSorted(byPath)
  const chosen = own.filter(([path]) => readable.test(path))
  const fonts = own.filter(([path]) => fontFile.test(path))
  const hash = createHash('sha256')
  for (const [path, content] of [...chosen, ...fonts]) {
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return {
    kit: hash.digest('hex'),
    files: chosen,
    fonts: fonts.map(([, content]) => content),
  }
}

function byPath([a]: readonly [string, Uint8Array], [b]: readonly [string, Uint8Array]): number {
  return a < b ? -1 : 1
}
