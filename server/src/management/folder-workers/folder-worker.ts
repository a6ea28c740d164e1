import { type Json, parseJson } from '../../kernel/index.ts'
import type { Queryable, Statement } from '../../database/index.ts'
import { type ItemsById, type LookedUp, portionsOf, translatedIn } from '../../datasets/index.ts'
import {
  type DocumentTrials,
  type PdfRenderer,
  type Rendered,
  type Preview,
  openDocumentTrials,
} from '../../documents/index.ts'
import {
  type Raters,
  type RaterResponse,
  carryLayout,
  raterRefusalOf,
} from '../../pricing/index.ts'
import {
  type TryDocuments,
  type CheckedProduct,
  type FolderMistakes,
  type ValidateDeps,
  factsOf,
  keyOfFolder,
  validateProduct,
} from '../../products/index.ts'
import { withMails } from '../../mail/index.ts'
import type { LookUp } from '../../quotes/index.ts'
import { type Host, Handed, serveTasks } from '../../threads/index.ts'
import { compareVersions, planProduct } from '../compare-versions.ts'
import { draftFromWorkbook } from '../draft-from-workbook.ts'
import { previewFolder } from '../preview-folder.ts'
import { previewFolderMails } from '../preview-folder-mails.ts'
import { priceFolder } from '../price-folder.ts'
import { shareOut } from '../why/share-out.ts'
import { boundDifferences, boundProblems } from './bound-answer.ts'
import type {
  CheckRequest,
  CompareRequest,
  DraftRequest,
  FileTask,
  DocumentQuestion,
  PlanRequest,
  PortionTask,
  PreviewMailsTask,
  PreviewTransaction,
  PriceFolderRequest,
  ReplaceRequest,
  SentFolder,
  Setting,
  SharesTask,
  Unpacked,
} from './folder-tasks.ts'
import { unpackBody } from './unpack-body.ts'

/** Of all documents of a preview in total: they are sent in one answer. */
const previewBytesMax = 8 * 1024 * 1024

/** The folder that is being worked on: there is one at a time. */
let files = new Map<string, Uint8Array>()
let checked: CheckedProduct | null = null
const portions = new Map<number, ReturnType<typeof portionsOf>>()
let bodyParts: Uint8Array[] = []

/** The host that sent the current task, and the kits that it was sent. */
let host: { readonly asker: Host; readonly kits: Set<string> } | null = null

/** Documents are rendered by the host: a thread that is ended would leave its processes behind. */
const renderer: PdfRenderer = {
  carryOut: async (kit, task) => {
    if (host === null) throw new Error('documents are tried out for somebody')
    const { asker, kits } = host
    const question: DocumentQuestion = { kitId: kit.kit, kit: kits.has(kit.kit) ? null : kit, task }
    kits.add(kit.kit)
    return (await asker.ask('document', question)) as Rendered // As the renderer answers it.
  },
  pid: null,
  close: async () => undefined,
}
const trials: DocumentTrials = openDocumentTrials(renderer)

// The entry point of the thread on which product folders are read, compiled and tested.
serveTasks({
  start: () => null,
  file: ({ path, bytes }: FileTask) => void files.set(path, bytes),
  check,
  key: () => keyOfFolder(files),
  plan: async ({ limits, ...setting }: PlanRequest, asker: Host) => {
    const caller = { account: setting.insurer, limits }
    const plan = await planProduct(depsOf(setting, asker), caller, files)
    return {
      problems: boundProblems(plan.problems),
      warnings: boundProblems(plan.warnings),
      differences: boundDifferences(plan.differences),
      datasets: plan.datasets,
    }
  },
  compare: async ({ before, after, limits, ...setting }: CompareRequest, asker: Host) => {
    const caller = { account: setting.insurer, limits }
    const deps = depsOf(setting, asker)
    return boundDifferences(await compareVersions(deps, caller, before, after))
  },
  price: async ({ item, integration, data, vary, ...setting }: PriceFolderRequest, asker: Host) => {
    const deps = { ...depsOf(setting, asker), lookUp: lookUpOf(asker) }
    const request = { files, item, integration, data, vary }
    const priced = await priceFolder(deps, { account: setting.insurer }, request)
    if (priced.outcome !== 'mistakes') return priced
    return { ...priced, problems: boundProblems(priced.problems) }
  },
  shares: (request: SharesTask, asker: Host) => shareOut(depsOf(request, asker).db, request),
  preview,
  previewMails,
  draft,
  replaceWorkbook: ({ before, after }: ReplaceRequest) => {
    const named = (file: string) => ({ file, bytes: files.get(file) ?? new Uint8Array() })
    const carried = carryLayout(named(before), named(after))
    if (carried.ok) return carried
    return { ...carried, problems: boundProblems(carried.problems) }
  },
  /** The next one, until there is none. */
  portion: ({ dataset, isFirst }: PortionTask) => {
    if (isFirst) portions.delete(dataset)
    const items = checked?.datasets[dataset]?.items ?? []
    return portions.getOrInsertComputed(dataset, () => portionsOf(items)).next().value ?? null
  },
  body: (part: Uint8Array) => void bodyParts.push(part),
  unpack,
  close: () => {
    files = new Map()
    checked = null
    portions.clear()
    bodyParts = []
  },
})

async function check(
  { casesMayFail, trustsDocuments = false, ...setting }: CheckRequest,
  asker: Host,
): Promise<{ ok: true; folder: SentFolder } | FolderMistakes> {
  const deps = depsOf(setting, asker)
  const result = await validateProduct(deps, setting.insurer, files, {
    casesMayFail,
    trustsDocuments,
  })
  if (!result.ok) {
    const warnings = boundProblems(result.warnings)
    return { ok: false, problems: boundProblems(result.problems), warnings }
  }
  checked = result
  const facts = factsOf(result, files)
  const datasets = result.datasets.map(({ definition, items }) => ({
    definition,
    translatedFields: translatedIn(items),
  }))
  const warnings = boundProblems(facts.warnings)
  const failedCases = boundProblems(facts.failedCases)
  return { ok: true, folder: { ...facts, warnings, failedCases, datasets } }
}

async function preview({ designation, language, ...setting }: PreviewTransaction, asker: Host) {
  const deps = { ...depsOf(setting, asker), preview: trials.preview.bind(trials) }
  const request = { files, designation, language }
  const previewed = await previewFolder(deps, { account: setting.insurer }, request)
  if (!previewed.ok) return { ok: false, problems: boundProblems(previewed.problems) }
  return boundPreview(previewed)
}

async function previewMails({ language, ...setting }: PreviewMailsTask, asker: Host) {
  const deps = depsOf(setting, asker)
  const previewed = await previewFolderMails(
    deps,
    { account: setting.insurer },
    { files, language },
  )
  return previewed.ok ? previewed : { ok: false, problems: boundProblems(previewed.problems) }
}

async function draft({ names, wish, ...setting }: DraftRequest, asker: Host) {
  const caller = { account: setting.insurer }
  const drafted = await draftFromWorkbook(depsOf(setting, asker), caller, files, { names, wish })
  if (!drafted.ok) return { ...drafted, problems: boundProblems(drafted.problems) }
  const { untaken, warnings } = drafted
  return { ...drafted, untaken: boundProblems(untaken), warnings: boundProblems(warnings) }
}

function boundPreview(previewed: Extract<Preview, { ok: true }>) {
  const { documents } = previewed
  const bytes = documents.reduce((sum, { content }) => sum + content.length, 0)
  if (bytes <= previewBytesMax) return previewed
  const limit = previewBytesMax / 1024 / 1024
  const message = `The documents are larger than ${limit} MiB in total.`
  const fix = 'Ask for one document, or one language, at a time.'
  return { ok: false, problems: [{ file: 'documents/', place: '', message, fix }] }
}

function unpack(): Handed<Unpacked> {
  const unpacked = unpackBody(Buffer.concat(bodyParts), parseJson)
  bodyParts = []
  const owned = [...unpacked.files].map(([path, bytes]) => [path, new Uint8Array(bytes)] as const)
  return new Handed(
    { ...unpacked, files: new Map(owned) },
    owned.map(([, { buffer }]) => buffer),
  )
}

function depsOf(
  { now, raterRules }: Setting,
  asker: Host,
): ValidateDeps & { readonly tryDocuments: TryDocuments } {
  host = { asker, kits: new Set() }
  const moment = Temporal.Instant.from(now)
  return {
    db: databaseOf(asker),
    clock: () => moment,
    raters: ratersOf(raterRules, asker),
    tryDocuments: withMails(trials.tryDocuments),
  }
}

/** Statements run on the host's connection; the thread has none of its own. */
function databaseOf(asker: Host): Queryable {
  return {
    query: async <Row>(statement: Statement) => {
      const rows = await asker.ask('query', statement)
      return (rows as Record<string, unknown>[]).map(withBuffers) as Row[] // As each statement says.
    },
  }
}

/** Buffers arrive as plain bytes. */
function withBuffers(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Uint8Array
        ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
        : value,
    ]),
  )
}

function ratersOf(rules: Setting['raterRules'], asker: Host): Raters {
  return {
    rules,
    refusalOf: (url) => raterRefusalOf(url, rules),
    ask: async ({ url, ...question }) =>
      (await asker.ask('rater', { ...question, url: url.href })) as RaterResponse, // As its own connection answers.
    close: async () => undefined,
  }
}

function lookUpOf(asker: Host): LookUp {
  return async (references, literals): Promise<LookedUp> => {
    const found = await asker.ask('lookUp', { references, literals })
    // As `open-folder-workers.ts` answers it.
    const { items, known } = found as { items: ItemsById; known: readonly boolean[] }
    const keyOf = (literal: { datasetId: string; field: string | null; value: Json }) =>
      JSON.stringify([literal.datasetId, literal.field, literal.value])
    const answers = new Map(literals.map((literal, at) => [keyOf(literal), known[at] ?? false]))
    return { items, hasLiteral: (literal) => answers.get(keyOf(literal)) ?? false }
  }
}
