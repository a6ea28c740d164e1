import type { Json, Problem } from '../kernel/index.ts'
import type { DocumentDefinition } from '../products/index.ts'
import { assembleData } from './assemble-data.ts'
import { checkNames } from './check-names.ts'
import type { DocumentData } from './document-data.ts'
import { formatsOf } from './formats.ts'
import type { PdfRenderer, Rendered } from './renderer/renderer.ts'
import type { RendererKit } from './renderer/renderer-messages.ts'
import { type PassedTrials, namesTrial, printTrial, sourceTrial } from './passed-trials.ts'
import { type SyntaxNode, readSyntaxTree } from './renderer/syntax-tree.ts'
import { type PrintTask, printTask } from './print.ts'
import { type SampleTerms, type Sampling, namedFor, openSamples } from './sample-case.ts'
import { templateKit } from './template-kit.ts'
import { problemsOf } from './template-problems.ts'

const problemsMax = 100

/**
 * Everything that is wrong with a folder's documents: names that do not exist, wherever they stand,
 * and whatever keeps a document from being made, tried with everything that a sale can have and with the
 * least that it must. The renderer starts and reads the sources before the terms of a sale are known.
 * What passed before is not tried again.
 */
export function checkDocuments(
  renderer: PdfRenderer,
  passed: PassedTrials,
  { product, files }: Pick<Sampling, 'product' | 'files'>,
): (terms: Omit<Sampling, 'product' | 'files'> | null) => Promise<Problem[]> {
  const { documents } = product.definition
  const desk: Desk = { renderer, passed, ...openSources(renderer, templateKit(files)) }
  // The trial of the documents reports what fails.
  if (documents.length > 0) desk.readNewOnes(passed).catch(() => undefined)
  return async (terms) => {
    if (terms === null) return unreadable(desk)
    if (documents.length === 0) return []
    return tryDocuments(desk, { product, files, ...terms })
  }
}

interface Desk extends Sources {
  readonly renderer: PdfRenderer
  readonly passed: PassedTrials
}

interface Sources {
  readonly kit: RendererKit
  readonly contents: ReadonlyMap<string, Uint8Array>
  /** Once, however often it is asked for. */
  readonly read: (source: string) => Promise<Rendered>
  /** Ahead of whoever asks for them. */
  readonly readNewOnes: (passed: PassedTrials) => Promise<void>
}

function openSources(renderer: PdfRenderer, kit: RendererKit): Sources {
  const contents = new Map(kit.files.filter(([source]) => source.endsWith('.typ')))
  const readings = new Map<string, Promise<Rendered>>()
  const read = (source: string) =>
    readings.getOrInsertComputed(source, () => renderer.carryOut(kit, { kind: 'parse', source }))
  const readNewOnes = async (passed: PassedTrials) => {
    for (const [source, content] of contents) {
      if (!passed.has(sourceTrial(content))) await read(source)
    }
  }
  return { kit, contents, read, readNewOnes }
}

/** The problems of documents that can be found without their data. */
async function unreadable({ contents, read }: Sources): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const source of contents.keys()) {
    const rendered = await read(source)
    if (rendered.outcome === 'parsed') {
      const lines = linesOfErrors(readSyntaxTree(rendered.tree))
      problems.push(...lines.map((line) => unreadableAt(source, line)))
    } else problems.push(...problemsOf(source, rendered))
  }
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
  const fix =
    'Look for a bracket, a brace or a quote that is not closed, on this line or before it.'
  return { file, place: `line ${line}`, message: 'The template cannot be read here.', fix }
}

async function tryDocuments(desk: Desk, sampling: Sampling): Promise<Problem[]> {
  const { documents, languages } = sampling.product.definition
  const problems = new ProblemList()
  const dataOf = sampleData(sampling)
  // What stands in the data is what templates may ask for, as plain JSON.
  const whole: Json = JSON.parse(JSON.stringify(await everyField(sampling, dataOf)))
  problems.addNames(await tryNames(desk, whole))
  for (const document of documents) {
    for (const language of languages) {
      const file = document.files[language]
      if (file === undefined || file.endsWith('.pdf')) continue
      for (const { wantsPdf, ...terms } of trials(sampling, document, language)) {
        const data = await dataOf(document, terms)
        const rendered = await tryOut(desk, printTask(file, data, { wantsPdf }), data)
        if (rendered === null) continue
        problems.addRendering(problemsOf(file, rendered))
        // Others of its kind would each take as long.
        if (rendered.outcome === 'overran') return problems.list
      }
    }
  }
  return problems.list
}

async function tryNames({ contents, read, passed }: Desk, data: Json): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const [source, content] of contents) {
    const trial = namesTrial(content, data)
    if (passed.has(trial)) continue
    const found = sourceProblems(source, await read(source), data)
    problems.push(...found)
    if (found.length > 0) continue
    passed.add(trial)
    passed.add(sourceTrial(content))
  }
  return problems
}

/** What became of it; null where that is known to be well. */
async function tryOut(
  { renderer, kit, passed }: Desk,
  task: PrintTask,
  data: DocumentData,
): Promise<Rendered | null> {
  const trial = printTrial(kit, task, data)
  if (passed.has(trial)) return null
  const rendered = await renderer.carryOut(kit, task)
  if (rendered.outcome === 'printed') passed.add(trial)
  return rendered
}

/** A mistake shows in every rendering, and often under other words; it is reported once for its line. */
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

function sourceProblems(source: string, read: Rendered, data: Json): Problem[] {
  if (read.outcome !== 'parsed') return problemsOf(source, read)
  return checkNames(source, readSyntaxTree(read.tree), data)
}

/** Data with every member that any document of the folder can have. */
async function everyField(sampling: Sampling, dataOf: DataOf): Promise<DocumentData> {
  const { definition } = sampling.product
  const [item] = definition.items
  const [document] = definition.documents
  if (item === undefined || document === undefined) throw new Error('there is nothing to check')
  const language = definition.defaultLanguage
  const terms = { item, language, extent: 'everything' } as const
  const whole = await dataOf(document, { ...terms, occasion: 'cancellation' })
  const { endorsement } = await dataOf(document, { ...terms, occasion: 'endorsement' })
  const { adjustment } = await dataOf(document, { ...terms, occasion: 'adjustment' })
  const { withdrawal } = await dataOf(document, { ...terms, occasion: 'withdrawal' })
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
    for (const before of [endorsement?.before, adjustment?.before]) {
      if (before === undefined) continue
      mergeMissing(before.policy.data, policy.data)
      mergeMissing(before.quote.data, quote.data)
    }
  }
  const revived = await dataOf(document, { ...terms, occasion: 'revival' })
  const cover_until = lapsed.dunning?.cover_until ?? null
  const revival = lapsed.dunning?.revival ?? null
  const cover_from = revived.dunning?.cover_from ?? null
  const { cancellation } = whole
  return {
    ...whole,
    cancellation: cancellation && { ...cancellation, ...someNamed },
    endorsement,
    adjustment,
    withdrawal,
    reinstatement,
    invoice,
    renewal,
    dunning: dunning && { ...dunning, cover_until, cover_from, revival },
  }
}

/** Whatever kinds the product has, templates may ask for these. */
const someNamed = { kind: 'customer', reason_code: '', reason_label: '' } as const

function mergeMissing(into: Record<string, unknown>, from: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(from)) into[name] ??= value
}

/**
 * Each item with everything, one with the least, and one for each kind and reason of a cancellation that
 * gets the document: the documents of a folder share their parts. One
 * of them becomes a file; the others are made of the same pictures and fonts, and laying them out will do.
 */
function trials(
  sampling: Sampling,
  document: DocumentDefinition,
  language: string,
): (SampleTerms & { readonly wantsPdf: boolean })[] {
  // What did not compile cannot be sold, so that there is no document to make of it.
  const sold = sampling.product.definition.items.filter(({ key }) =>
    sampling.compiled.items.has(key),
  )
  const [first, ...others] = sold
  if (first === undefined) return []
  return document.with.flatMap((occasion) => {
    const [named = null, ...kinds] = namedFor(
      sampling.product.definition,
      document.designation,
      occasion,
    )
    const shared = { occasion, language, named }
    return [
      ...[first, ...others].map((item) => {
        return { ...shared, item, extent: 'everything', wantsPdf: item === first } as const
      }),
      { ...shared, item: first, extent: 'necessary', wantsPdf: false } as const,
      ...kinds.map((kind) => {
        return {
          ...shared,
          item: first,
          named: kind,
          extent: 'everything',
          wantsPdf: false,
        } as const
      }),
    ]
  })
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
