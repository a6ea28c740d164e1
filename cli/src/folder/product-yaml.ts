import { parse } from 'yaml'
import type { ProductFiles } from './product-files.ts'

/** One text of product.yaml, for showing amounts and names; the server validates the file. */
export function settingOf(files: ProductFiles, name: string): string {
  const root = rootOf(files)
  const value = root[name]
  if (typeof value === 'string') return value
  const { default_language: language, languages } = root
  const spoken = typeof language === 'string' ? language : Object(languages)[0]
  // One text for each language: the one in the default language.
  const text: unknown = Object(value)[spoken]
  return typeof text === 'string' ? text : ''
}

/** The keys of the items; none where product.yaml names none. */
export function itemKeysOf(files: ProductFiles): string[] {
  const { items } = rootOf(files)
  if (!Array.isArray(items)) return []
  return items.flatMap((item: unknown) => {
    const key: unknown = Object(item).key
    return typeof key === 'string' ? [key] : []
  })
}

function rootOf(files: ProductFiles): Readonly<Record<string, unknown>> {
  const text = new TextDecoder().decode(files.get('product.yaml'))
  try {
    const root: unknown = parse(text, { logLevel: 'silent' })
    return typeof root === 'object' && root !== null ? { ...root } : {}
  } catch {
    return {} // The server reports what is wrong with it, and the line.
  }
}
