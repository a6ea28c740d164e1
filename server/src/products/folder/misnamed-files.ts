import { type Problem, nearestWord } from '../../kernel/index.ts'
import type { ProductFiles } from '../product-definition.ts'

const topNames = [
  'product.yaml',
  'quote.json',
  'fields.json',
  'pricing.yaml',
  'pricing.xlsx',
  'demo.yaml',
  'checkout.yaml',
]
const itemNames = ['quote.json', 'fields.json', 'pricing.yaml', 'pricing.xlsx']

/**
 * A file with almost the right name would be ignored without a word, so it is refused. Other files,
 * such as a README, may lie in the folder and travel with it.
 */
export function refuseMisnamedFiles(files: ProductFiles): Problem[] {
  return [...files.keys()].flatMap((file) => {
    const meant = meantName(file)
    if (meant === null || meant === file || files.has(meant)) return []
    const message = 'No part of a product is read from a file of this name.'
    return [{ file, place: '', message, fix: `Rename it to ${meant}.` }]
  })
}

function meantName(file: string): string | null {
  if (/^(?:tests|datasets)\/[^/]+\.yml$/.test(file)) return file.replace(/yml$/, 'yaml')
  if (!file.includes('/')) return topNames.includes(file) ? file : nearestWord(file, topNames)
  const [, folder, name] = /^(items\/[^/]+\/)([^/]+)$/.exec(file) ?? []
  if (folder === undefined || name === undefined || itemNames.includes(name)) return null
  const nearest = nearestWord(name, itemNames)
  return nearest === null ? null : `${folder}${nearest}`
}
