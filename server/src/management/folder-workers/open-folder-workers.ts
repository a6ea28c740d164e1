import {
  type AccountId,
  type Clock,
  type Problem,
  type ProductVersionId,
} from '../../kernel/index.ts'
import { type Database, type Statement, createCache } from '../../database/index.ts'
import type { Datasets, ItemReference, ItemRow, Literal } from '../../datasets/index.ts'
import type { Rendered, RendererKit, PreviewWish } from '../../documents/index.ts'
import type { Account } from '../../identity/index.ts'
import type {
  CarriedLayout,
  ExplainedDifference,
  RaterQuestion,
  Raters,
} from '../../pricing/index.ts'
import {
  type CheckFolder,
  type CheckedFolder,
  type Difference,
  type DraftedProduct,
  type FolderMistakes,
  type ProductFiles,
  productYaml,
} from '../../products/index.ts'
import { Handed, type Thread, ThreadLost } from '../../threads/index.ts'
import type { Manager, ProductPlan } from '../compare-versions.ts'
import type { DraftWish } from '../draft-from-workbook.ts'
import type { MailPreview } from '../../mail/index.ts'
import type { PreviewedFolder } from '../preview-folder.ts'
import type { ExplainedPrice } from '../price-folder.ts'
import type {
  DocumentQuestion,
  PortionTask,
  PriceWish,
  SentFolder,
  Setting,
  SharesWish,
  Unpacked,
} from './folder-tasks.ts'
import type { Bench, FolderThreads } from './folder-threads.ts'
import { folderWorkersStopped } from '../reasons.ts'

/** Of the processor's time, for one folder: any that takes more is a mistake, or an attack. */
const folderCpuMsMax = 60_000
/** Customers look at the same letter more than once. */
const explainedMax = 200
/** On the clock: documents and raters are waited for. */
const folderMsMax = 5 * 60_000

/**
 * Reads, compiles and tests product folders on threads of their own, in turns, so that no folder holds
 * up a request, nor the folders of others for long.
 */
export interface FolderWorkers {
  readonly checkFolder: CheckFolder
  /** The key of the product, as product.yaml has it; null where it has none that can be read. */
  keyOf(insurer: Account, files: ProductFiles): Promise<string | null>
  plan(caller: Manager, files: ProductFiles): Promise<ProductPlan>
  compare(
    caller: Manager,
    versions: { readonly before: ProductVersionId; readonly after: ProductVersionId },
  ): Promise<readonly Difference[]>
  price(insurer: Account, files: ProductFiles, wish: PriceWish): Promise<ExplainedPrice>
  preview(insurer: Account, files: ProductFiles, wish: PreviewWish): Promise<PreviewedFolder>
  previewMails(
    insurer: Account,
    files: ProductFiles,
    wish: { readonly language: string | null },
  ): Promise<MailPreview>
  draft(insurer: Account, files: ProductFiles, wish: DraftWish): Promise<DraftedProduct>
  /** The workbook `after`, with the inputs and outputs that `before` has; both are paths. */
  replaceWorkbook(
    insurer: Account,
    files: ProductFiles,
    paths: { readonly before: string; readonly after: string },
  ): Promise<CarriedLayout>
  /** Why one price of an insurer's differs from another. */
  shares(insurer: Account, wish: SharesWish): Promise<ExplainedDifference>
  /** Takes a large JSON body apart. */
  unpack(owner: AccountId, parts: readonly Uint8Array[]): Promise<Unpacked>
}

export interface FolderWorkerDeps {
  readonly db: Database
  readonly datasets: Pick<Datasets, 'lookUp'>
  readonly clock: Clock
  readonly raters: Raters
  readonly threads: FolderThreads
}

export function openFolderWorkers(deps: FolderWorkerDeps): FolderWorkers {
  const { threads, raters, clock } = deps
  const settingFor = (insurer: Account): Setting => ({
    insurer,
    now: clock().toString(),
    raterRules: raters.rules,
  })

  const explained = createCache<string, ExplainedDifference>({
    entriesMax: explainedMax,
    freshMs: Infinity,
  })

  /** One task on a thread that has the files, and its follow-ups while the thread still has them. */
  async function work<Result>(
    insurer: Account,
    files: ProductFiles,
    verb: string,
    request: object,
    use: (answer: unknown, thread: Thread) => Promise<Result>,
  ): Promise<Result> {
    return threads.take(insurer.id, async (bench) => {
      const { thread } = bench
      const carryOut = printerOn(bench)
      await sendFiles(thread, files)
      const answer = await thread.run(
        verb,
        { ...settingFor(insurer), ...request },
        {
          cpuMsMax: folderCpuMsMax,
          msMax: folderMsMax,
          answer: (question, value) =>
            question === 'document'
              ? carryOut(value as DocumentQuestion) // As the thread asks it.
              : answerThread(deps, insurer.id, question, value),
        },
      )
      return use(answer, thread)
    })
  }

  return {
    checkFolder: (insurer, files, use, options = { casesMayFail: false }) =>
      orMistakes(() =>
        work(insurer, files, 'check', options, async (answer, thread) => {
          // As the task of that name returns it.
          const checked = answer as FolderMistakes | { ok: true; folder: SentFolder }
          return checked.ok ? use(received(checked.folder, thread)) : checked
        }),
      ),
    keyOf: async (insurer, files) => {
      const yaml = files.get(productYaml)
      if (yaml === undefined) return null
      const alone = new Map([[productYaml, yaml]])
      const key = await orMistakes(() =>
        work(insurer, alone, 'key', {}, async (read) => read as string | null),
      )
      // A file that ends the thread does so again where it is checked.
      return typeof key === 'string' ? key : null
    },
    plan: async ({ account, limits }, files) => {
      const plan = await orMistakes(() =>
        work(account, files, 'plan', { limits }, async (made) => made as ProductPlan),
      )
      if ('differences' in plan) return plan
      const { problems, warnings } = plan
      return { problems, warnings, differences: [], datasets: [] }
    },
    compare: ({ account, limits }, versions) =>
      orRefusal(() =>
        work(
          account,
          new Map(),
          'compare',
          { ...versions, limits },
          async (described) => described as Difference[],
        ),
      ),
    price: async (insurer, files, wish) => {
      const priced = await orMistakes(() =>
        work(insurer, files, 'price', wish, async (price) => price as ExplainedPrice),
      )
      return 'outcome' in priced ? priced : { outcome: 'mistakes', problems: priced.problems }
    },
    preview: (insurer, files, wish) =>
      orMistakes(() =>
        work(insurer, files, 'preview', wish, async (made) => made as PreviewedFolder),
      ),
    previewMails: (insurer, files, wish) =>
      orMistakes(() =>
        work(insurer, files, 'previewMails', wish, async (made) => made as MailPreview),
      ),
    draft: async (insurer, files, wish) => {
      const draft = await orMistakes(() =>
        work(insurer, files, 'draft', wish, async (made) => made as DraftedProduct),
      )
      return draft.ok || 'layout' in draft ? draft : { ...draft, layout: null, questions: [] }
    },
    replaceWorkbook: (insurer, files, paths) =>
      orMistakes(() =>
        work(insurer, files, 'replaceWorkbook', paths, async (made) => made as CarriedLayout),
      ),
    shares: async (insurer, wish) =>
      explained.get(wish.key, () =>
        orRefusal(() =>
          work(
            insurer,
            new Map(),
            'shares',
            wish,
            async (described) => described as ExplainedDifference,
          ),
        ),
      ),
    unpack: (owner, parts) =>
      orRefusal(() =>
        threads.take(owner, async ({ thread }) => {
          for (const part of parts) await thread.run('body', part)
          return (await thread.run('unpack', null)) as Unpacked // As the task of that name returns it.
        }),
      ),
  }
}

/** Renders documents for the thread, which sends each kit once. */
function printerOn({ renderer }: Bench): (question: DocumentQuestion) => Promise<Rendered> {
  const kits = new Map<string, RendererKit>()
  return ({ kitId, kit, task }) => {
    if (kit !== null) kits.set(kitId, kit)
    const known = kits.get(kitId)
    if (known === undefined) throw new Error('a thread sends a kit before it speaks of it')
    return renderer.carryOut(known, task)
  }
}

/** One file a turn: to copy a large one takes some milliseconds. */
async function sendFiles(thread: Thread, files: ProductFiles): Promise<void> {
  for (const [path, content] of files) {
    const bytes = new Uint8Array(content)
    await thread.run('file', new Handed({ path, bytes }, [bytes.buffer]))
  }
}

function received({ datasets, ...facts }: SentFolder, thread: Thread): CheckedFolder {
  return {
    ...facts,
    datasets: datasets.map((described, dataset) => ({
      ...described,
      portions: async function* () {
        for (let isFirst = true; ; isFirst = false) {
          const rows = await thread.run('portion', { dataset, isFirst } satisfies PortionTask)
          if (rows === null) return
          yield rows as readonly ItemRow[] // As the task of that name returns it.
        }
      },
    })),
  }
}

/** A folder whose check ended the thread gets the limit that it exceeded as a problem. */
async function orMistakes<Result>(work: () => Promise<Result>): Promise<Result | FolderMistakes> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ThreadLost)) throw error
    if (!error.isCulprit) throw folderWorkersStopped()
    return { ok: false, problems: [tooMuch(error)], warnings: [] }
  }
}

async function orRefusal<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ThreadLost ? folderWorkersStopped() : error
  }
}

function tooMuch({ reason }: ThreadLost): Problem {
  return {
    file: 'product.yaml',
    place: '',
    message: `The folder cannot be checked: checking it ${reason}.`,
    fix: 'Keep only the sheets, rows, formulas, cases and documents that the product needs.',
  }
}

function answerThread(
  { db, datasets, raters }: FolderWorkerDeps,
  insurerId: AccountId,
  question: string,
  value: unknown,
): unknown {
  switch (question) {
    case 'query':
      return db.query(withBuffers(value as Statement)) // As the thread asks it; so below.
    case 'rater': {
      const { url, ...asked } = value as Omit<RaterQuestion, 'url'> & { readonly url: string }
      return raters.ask({ ...asked, url: new URL(url) })
    }
    case 'lookUp':
      return findFor(datasets, insurerId, value as Parameters<typeof findFor>[2])
    default:
      throw new Error(`the folder workers do not know ${question}`)
  }
}

/** Finds live datasets and versions: those of the folder itself are on the thread. */
async function findFor(
  datasets: FolderWorkerDeps['datasets'],
  insurerId: AccountId,
  named: {
    readonly references: readonly ItemReference[]
    readonly literals: readonly Literal[]
  },
) {
  const site = { insurerId, versionId: null }
  const { items, hasLiteral } = await datasets.lookUp(site, named.references, named.literals)
  return { items, known: named.literals.map(hasLiteral) }
}

/** Buffers arrive as plain bytes. */
function withBuffers(statement: Statement): Statement {
  const toBuffer = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(toBuffer)
    if (!(value instanceof Uint8Array)) return value
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  }
  return { ...statement, values: statement.values.map(toBuffer) }
}
