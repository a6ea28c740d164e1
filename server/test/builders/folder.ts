import { fileURLToPath } from 'node:url'
import { type ProductFiles, readProductFolder } from '../../src/products/index.ts'

type Changes = Readonly<Record<string, ((text: string) => string) | null>>

/**
 * An example product's folder, with some files changed (a function of the old text) or left out (null).
 * Of its documents only those come along that are changed: to try them takes longer than all else. What
 * its page says of fields stays at home where the fields are others.
 */
export async function exampleFolder(name: string, changes: Changes = {}): Promise<ProductFiles> {
  const files = new Map(await wholeExample(name, changes))
  leaveAtHome(files, Object.keys(changes))
  return files
}

export function leaveAtHome(files: Map<string, Uint8Array>, changed: readonly string[]): void {
  leaveDocuments(files, changed.filter(isDocument))
  leaveMails(files) // They attach documents that stay at home.
  if (!changed.includes('checkout.yaml') && changed.some(hasFields)) files.delete('checkout.yaml')
}

/** Without what customers are sent. */
export function leaveMails(files: Map<string, Uint8Array>): void {
  leaveOut(files, (path) => path.startsWith('mails/'))
  const text = new TextDecoder().decode(files.get('product.yaml'))
  files.set('product.yaml', new TextEncoder().encode(withoutMails(text)))
}

/** A product.yaml without its mails. */
export function withoutMails(text: string): string {
  return text.replace(/^mails:\n(?:[ #].*\n)+/m, '')
}

/** Documents in the languages of the product, which its list names by their designation. */
const template = /^documents\/(\w+)\.\w+\.(typ|pdf)$/
const list = 'documents/documents.yaml'

function leaveDocuments(files: Map<string, Uint8Array>, changed: readonly string[]): void {
  if (changed.length === 0) return leaveOut(files, isDocument)
  if (!changed.every((path) => template.test(path))) return // What is shared may be for all of them.
  const kept = new Set(changed.map((path) => template.exec(path)?.[1]))
  leaveOut(files, (path) => template.test(path) && !kept.has(template.exec(path)?.[1]))
  const [head = '', ...entries] = new TextDecoder().decode(files.get(list)).split(/^(?=  - )/m)
  const listed = entries.filter((entry) => kept.has(/designation: (\w+)/.exec(entry)?.[1]))
  files.set(list, new TextEncoder().encode(head + listed.join('')))
  leaveLetters(files)
}

/** No kind of cancellation names a letter that was left out. */
export function leaveLetters(files: Map<string, Uint8Array>): void {
  const text = new TextDecoder().decode(files.get('product.yaml'))
  files.set('product.yaml', new TextEncoder().encode(text.replaceAll(/^ +document: .*\n/gm, '')))
}

/** The same with all of its documents. */
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
