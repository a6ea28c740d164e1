import { inflateEntry } from './inflate-entry.ts'
import { damaged } from './workbook-problem.ts'
import { XmlScanner } from './xml-scanner.ts'
import type { ZipEntry } from './zip-directory.ts'

/** The parts of an xlsx file by name, and how they point at one another. */
export class Package {
  readonly entries: readonly ZipEntry[]
  readonly #file: Uint8Array
  readonly #byName: ReadonlyMap<string, ZipEntry>

  constructor(file: Uint8Array, entries: readonly ZipEntry[]) {
    this.#file = file
    this.entries = entries
    this.#byName = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]))
  }

  /** Names of parts do not mind their case. */
  entry(name: string): ZipEntry | undefined {
    return this.#byName.get(name.toLowerCase())
  }

  text(name: string): string {
    const entry = this.entry(name)
    if (entry === undefined) throw damaged(name, 'a part is missing')
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(inflateEntry(this.#file, entry))
    } catch (error) {
      if (error instanceof TypeError) throw damaged(name, 'a part is not UTF-8 text')
      throw error
    }
  }

  relationships(part: string): Relationship[] {
    const slash = part.lastIndexOf('/') + 1
    const file = `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`
    if (this.entry(file) === undefined) return []
    const scanner = new XmlScanner(this.text(file), file)
    const found: Relationship[] = []
    while (scanner.seek('Relationship')) {
      const { start } = scanner
      const target = scanner.attribute('Target') ?? ''
      const isExternal = scanner.attribute('TargetMode') === 'External'
      const relationship = {
        id: scanner.attribute('Id') ?? '',
        type: (scanner.attribute('Type') ?? '').replace(/^.*\//, ''),
        target: isExternal ? target : resolvePart(part.slice(0, slash), target),
        isExternal,
        file,
        start,
      }
      scanner.content()
      found.push({ ...relationship, end: scanner.end })
    }
    return found
  }
}

export interface Relationship {
  readonly id: string
  /** The last word of its type, such as `worksheet`, which both flavours of the format share. */
  readonly type: string
  readonly target: string
  readonly isExternal: boolean
  /** Where it is written. */
  readonly file: string
  readonly start: number
  readonly end: number
}

function resolvePart(folder: string, target: string): string {
  const path = target.startsWith('/') ? target.slice(1) : folder + target
  const steps: string[] = []
  for (const step of path.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  }
  return steps.join('/')
}
