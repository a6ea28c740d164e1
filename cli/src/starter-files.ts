import { fileURLToPath } from 'node:url'
import type { ProductFiles } from './folder/product-files.ts'
import { readFolder } from './folder/read-folder.ts'

/** The compiled file lies at the same depth, so the same relative path leads to the starter. */
const starter = fileURLToPath(new URL('../starter/', import.meta.url))

export interface StarterNames {
  readonly key: string
  readonly name: string
  readonly prefix: string
  readonly distributor: string
}

/** The files of the starter product, under the given names. */
export async function starterFiles(names: StarterNames): Promise<ProductFiles> {
  const files = new Map(await readFolder(starter))
  const product = new TextDecoder()
    .decode(files.get('product.yaml'))
    .replace(/^key: .*$/m, `key: ${names.key}`)
    .replace(/^name: .*$/m, `name: ${names.name}`)
    .replace(/TRAVEL/g, names.prefix)
    .replace(/distributor: \S+/, `distributor: ${names.distributor}`)
  return files.set('product.yaml', new TextEncoder().encode(product))
}

/** `Home & Garden` becomes the key `home-garden`, the name `Home Garden`, the prefix `HOMEGARD`. */
export function namesFrom(folderName: string): Omit<StarterNames, 'distributor'> | null {
  const words = folderName.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const key = words.join('-').slice(0, keyLengthMax).replace(/-$/, '')
  const prefix = words.join('').toUpperCase().slice(0, prefixLengthMax)
  if (!/^[a-z]/.test(key) || prefix.length < 2) return null
  const name = words.map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`).join(' ')
  return { key, name, prefix }
}

const keyLengthMax = 64
const prefixLengthMax = 8
