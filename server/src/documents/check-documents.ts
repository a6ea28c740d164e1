import type { Json, Problem } from '../kernel/index.ts'
import type { DocumentDefinition } from '../products/index.ts'
import { assembleData } from './assemble-data.ts'
import { checkNames } from './check-names.ts'
import type { DocumentData } from './document-data.ts'
import { formatsOf } from './formats.ts'
import type { Press, Pressed } from './press/press.ts'
import type { PressKit } from './press/press-messages.ts'
import { type SyntaxNode, readSyntaxTree } from './press/syntax-tree.ts'
import { printOrder } from './print.ts'
import { type SampleTerms, type Sampling, openSamples } from './sample-case.ts'
import { templateKit } from './template-kit.ts'
import { problemsOf } from './template-problems.ts'

const problemsMax = 100

/**
 * Everything that is wrong with a folder's documents: names that do not exist, wherever they stand,
 * and whatever keeps a document from being made, tried with all that a sale can tell and with the
 * least that it must. The press starts and reads the sources before the terms of a sale are known.
 */
export function checkDocuments(
  press: Press,
  { product, files }: Pick<Sampling, 'product' | 'files'>,
): (terms: Omit<Sampling, 'product' | 'files'> | null) => Promise<Problem[]> {
  const kit = templateKit(files)
  const { documents } = product.definition
  const open = () => readSources(press, kit)
  const reading = documents.length === 0 ? null : open()
  reading?.catch(() => undefined) // Whoever goes on to try the documents hears of it.
  return async (terms) => {
    if (terms === null) return unreadable(await (reading ?? open()))
    if (reading === null) return []
    return tryDocuments(press, kit, { product, files, ...terms }, await reading)
  }
}

/** What can be said of documents where nobody knows yet what they are told. */
function unreadable(sources: Sources): Problem[] {
  const problems = [...sources].flatMap(([source, read]) =>
    read.outcome === 'parsed'
      ? linesOfErrors(readSyntaxTree(read.tree)).map((line) => unreadableAt(source, line))
      : problemsOf(source, read),
  )
  return problems.slice(0, problemsMax)
}

/** The lines on which the compiler could not read on. */
function linesOfErrors(tree: SyntaxNode): number[] {
  const lines = new Set<number>()
  const walk = (node: SyntaxNode): void => {
    if (node.kind === 'Error') lines.add(node.line)
    node.children.forEach(walk)
  }
  walk(tree)
  return [...lines]
}

function unreadableAt(file: string, line: number): Problem {
  const mend = 'Look for a bracket, a brace or a quote that is not closed, here or before.'
  return { file, place: `line ${line}`, message: 'The template cannot be read here.', mend }
}

type Sources = ReadonlyMap<string, Pressed>

async function readSources(press: Press, kit: PressKit): Promise<Sources> {
  const sources = new Map<string, Pressed>()
  for (const [source] of kit.files) {
    if (!source.endsWith('.typ')) continue
    sources.set(source, await press.carryOut(kit, { kind: 'parse', source }))
  }
  return sources
}

async function tryDocuments(
  press: Press,
  kit: PressKit,
  sampling: Sampling,
  sources: Sources,
): Promise<Problem[]> {
  const { documents, languages } = sampling.product.definition
  const problems = new ProblemList()
  const dataOf = sampleData(sampling)
  // What stands in the data is what templates may ask for, as plain JSON.
  const whole: Json = JSON.parse(JSON.stringify(await everyField(sampling, dataOf)))
  for (const [path, read] of sources) problems.addNames(sourceProblems(path, read, whole))
  for (const document of documents) {
    for (const language of languages) {
      const file = document.files[language]
      if (file === undefined || file.endsWith('.pdf')) continue
      for (const terms of trials(sampling, document, language)) {
        const data = await dataOf(document, terms)
        // The least that can be there is made of what the whole was made of: laying it out will do.
        const order = printOrder(file, data, { wantsPdf: terms.extent === 'everything' })
        const pressed = await press.carryOut(kit, order)
        problems.addRendering(problemsOf(file, pressed))
        // Others of its kind would each take as long.
        if (pressed.outcome === 'overran') return problems.list
      }
    }
  }
  return problems.list
}

/** A mistake shows in every rendering, and often under other words; it is told once for its line. */
class ProblemList {
  readonly list: Problem[] = []
  readonly #places = new Set<string>()

  addNames(problems: readonly Problem[]): void {
    for (const problem of problems) this.#add(problem)
  }

  addRendering(problems: readonly Problem[]): void {
    for (const problem of problems) if (!this.#places.has(placeOf(problem))) this.#add(problem)
  }

  #add(problem: Problem): void {
    if (this.list.length >= problemsMax) return
    this.list.push(problem)
    this.#places.add(placeOf(problem))
  }
}

function placeOf({ file, place, message }: Problem): string {
  const [line] = /^line \d+/.exec(place) ?? [message]
  return `${file} ${line}`
}

function sourceProblems(source: string, read: Pressed, data: Json): Problem[] {
  if (read.outcome !== 'parsed') return problemsOf(source, read)
  return checkNames(source, readSyntaxTree(read.tree), data)
}

/** Data in which everything is there that any document of the folder can be told. */
async function everyField(sampling: Sampling, dataOf: DataOf): Promise<DocumentData> {
  const { definition } = sampling.product
  const [item] = definition.items
  const [document] = definition.documents
  if (item === undefined || document === undefined) throw new Error('there is nothing to check')
  const terms = { item, language: definition.defaultLanguage, extent: 'everything' } as const
  const whole = await dataOf(document, { ...terms, occasion: 'cancellation' })
  const { change } = await dataOf(document, { ...terms, occasion: 'change' })
  const { reinstatement } = await dataOf(document, { ...terms, occasion: 'reinstatement' })
  const { invoice } = await dataOf(document, { ...terms, occasion: 'invoice' })
  const { renewal } = await dataOf(document, { ...terms, occasion: 'renewal_notice' })
  const { dunning } = await dataOf(document, { ...terms, occasion: 'notice' })
  const lapsed = await dataOf(document, { ...terms, occasion: 'lapse' })
  for (const other of definition.items.slice(1)) {
    const also = { ...terms, item: other, occasion: 'cancellation' } as const
    const { policy, quote } = await dataOf(document, also)
    mergeMissing(whole.policy.data, policy.data)
    mergeMissing(whole.quote.data, quote.data)
    if (change !== null) mergeMissing(change.before.policy.data, policy.data)
    if (change !== null) mergeMissing(change.before.quote.data, quote.data)
  }
  const cover_until = lapsed.dunning?.cover_until ?? null
  return {
    ...whole,
    change,
    reinstatement,
    invoice,
    renewal,
    dunning: dunning && { ...dunning, cover_until },
  }
}

function mergeMissing(into: Record<string, unknown>, from: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(from)) into[name] ??= value
}

/** Each item with everything, and one with the least: the documents of a folder share their parts. */
function trials(sampling: Sampling, document: DocumentDefinition, language: string): SampleTerms[] {
  // What did not compile cannot be sold, so that there is no document to make of it.
  const sold = sampling.product.definition.items.filter(({ key }) =>
    sampling.compiled.items.has(key),
  )
  const [first, ...others] = sold
  if (first === undefined) return []
  return document.with.flatMap((occasion) => [
    ...[first, ...others].map(
      (item) => ({ item, occasion, language, extent: 'everything' }) as const,
    ),
    { item: first, occasion, language, extent: 'necessary' } as const,
  ])
}

type DataOf = (document: DocumentDefinition, terms: SampleTerms) => Promise<DocumentData>

function sampleData(sampling: Sampling): DataOf {
  const caseOf = openSamples(sampling)
  const { definition } = sampling.product
  return async (document, terms) => {
    const { language } = terms
    return assembleData(await caseOf(terms), document, formatsOf({ ...definition, language }))
  }
}
