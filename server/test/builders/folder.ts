import { fileURLToPath } from 'node:url'
import { type ProductFiles, readProductFolder } from '../../src/products/index.ts'

type Changes = Readonly<Record<string, ((text: string) => string) | null>>

/**
 * An example product's folder, with some files changed (a function of the old text) or left out (null).
 * Its documents stay at home unless one of them is changed: to try them takes longer than all else. So
 * does what its page says of fields where the fields are others.
 */
export async function exampleFolder(name: string, changes: Changes = {}): Promise<ProductFiles> {
  const files = new Map(await wholeExample(name, changes))
  leaveAtHome(files, Object.keys(changes))
  return files
}

export function leaveAtHome(files: Map<string, Uint8Array>, changed: readonly string[]): void {
  if (!changed.some(isDocument)) leaveOut(files, isDocument)
  if (!changed.includes('checkout.yaml') && changed.some(hasFields)) files.delete('checkout.yaml')
}

/** The same with its documents in any case. */
export async function wholeExample(name: string, changes: Changes = {}): Promise<ProductFiles> {
  const folder = fileURLToPath(new URL(`../../../examples/${name}/`, import.meta.url))
  const files = new Map(await readProductFolder(folder))
  if (changes['pricing.yaml'] && files.has('pricing.xlsx')) await priceByFormula(files, name)
  for (const [path, change] of Object.entries(changes)) {
    if (change === null) {
      files.delete(path)
      continue
    }
    const text = new TextDecoder().decode(files.get(path))
    const changed = change(text)
    if (changed === text) throw new Error(`the change of ${path} changes nothing`)
    files.set(path, new TextEncoder().encode(changed))
  }
  return files
}

const hasFields = (path: string) => /^(product\.yaml|(.*\/)?(quote|fields)\.json)$/.test(path)

export function isDocument(path: string): boolean {
  return path.startsWith('documents/') && !isLogo(path)
}

export function leaveOut(files: Map<string, Uint8Array>, isUnwanted: (path: string) => boolean) {
  for (const path of files.keys()) if (isUnwanted(path)) files.delete(path)
}

/** A workbook is not changed in a line; the formulas of its twin are, and come to the same cents. */
export async function priceByFormula(files: Map<string, Uint8Array>, name: string): Promise<void> {
  const folder = fileURLToPath(new URL(`../../../examples/${name}-formula/`, import.meta.url))
  files.delete('pricing.xlsx')
  for (const [path, content] of await readProductFolder(folder)) {
    if (path === 'pricing.yaml' || path.startsWith('tables/')) files.set(path, content)
  }
}

/** Pages show it too, so that it stays where documents are left out. */
function isLogo(path: string): boolean {
  return path === 'documents/logo.svg'
}
