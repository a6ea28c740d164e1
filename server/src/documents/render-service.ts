import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ProductVersionId } from '../kernel/index.ts'
import { type Database, createCache } from '../database/index.ts'
import {
  type TryDocuments,
  type ProductDefinition,
  type ProductFiles,
  selectPlans,
  selectVersion,
  selectVersionFiles,
  selectVersionItems,
} from '../products/index.ts'
import { checkDocuments } from './check-documents.ts'
import { type DeclaredFields, declaredFields } from './declared-fields.ts'
import { openPassedTrials } from './passed-trials.ts'
import type { RendererKit } from './renderer/renderer-messages.ts'
import type { PdfRenderer } from './renderer/renderer.ts'
import { type Preview, type PreviewWish, previewDocuments } from './preview-documents.ts'
import type { Sampling } from './sample-case.ts'
import { templateKit } from './template-kit.ts'

/** A product version as its documents see it. */
export interface Stationery {
  readonly definition: ProductDefinition
  readonly fields: DeclaredFields
  /** By which ids its items and plans are sold. */
  readonly items: Awaited<ReturnType<typeof selectVersionItems>>
  readonly plans: Awaited<ReturnType<typeof selectPlans>>
  readonly kit: RendererKit
  /** The documents that are attached as they are. */
  readonly attached: ProductFiles
}

/** Where documents are made. */
export interface RenderService {
  readonly renderer: PdfRenderer
  /** What a version says of itself; enough to list its documents. */
  definition(id: ProductVersionId): Promise<ProductDefinition | undefined>
  stationery(id: ProductVersionId): Promise<Stationery | undefined>
}

/** Where documents are only tried out, with sample data. */
export interface DocumentTrials {
  readonly tryDocuments: TryDocuments
  preview(sampling: Sampling, wish: PreviewWish): Promise<Preview>
}

export function openDocumentTrials(renderer: PdfRenderer): DocumentTrials {
  const passed = openPassedTrials()
  return {
    tryDocuments: rememberPassed((folder) => checkDocuments(renderer, passed, folder)),
    preview: (sampling, wish) => previewDocuments(renderer, sampling, wish),
  }
}

const definitionsMax = 200
const versionsMax = 20
const passedMax = 50

export function openRenderService({
  db,
  renderer,
}: {
  readonly db: Database
  readonly renderer: PdfRenderer
}): RenderService {
  // Versions never change.
  const definitions = createCache<ProductVersionId, ProductDefinition | undefined>({
    entriesMax: definitionsMax,
    freshMs: Number.POSITIVE_INFINITY,
  })
  const definition = async (id: ProductVersionId) =>
    definitions.get(id, async () => (await selectVersion(db, id))?.definition)
  const versions = createCache<ProductVersionId, Stationery | undefined>({
    entriesMax: versionsMax,
    freshMs: Number.POSITIVE_INFINITY,
  })
  return {
    renderer,
    definition,
    stationery: async (id) =>
      versions.get(id, async () => loadStationery(db, id, await selectVersion(db, id))),
  }
}

/** A folder is validated, planned and pushed in turn: documents that passed need no second trial. */
function rememberPassed(check: TryDocuments): TryDocuments {
  const passed = new LRUCache<string, true>({ max: passedMax })
  return (folder) => {
    const content = hashOf(folder.files)
    if (passed.get(content) === true) return async () => []
    const tryOut = check(folder)
    return async (terms) => {
      const problems = await tryOut(terms)
      if (problems.length > 0 || !areWhole(folder, terms)) return problems
      passed.set(content, true)
      return []
    }
  }
}

/** Whether all was tried: what a folder with mistakes is tried with is not enough to pass. */
function areWhole(
  { product }: Parameters<TryDocuments>[0],
  terms: Parameters<ReturnType<TryDocuments>>[0],
): boolean {
  return (
    terms !== null && product.definition.items.every(({ key }) => terms.compiled.items.has(key))
  )
}

function hashOf(files: ProductFiles): string {
  const hash = createHash('sha256')
  for (const [path, content] of files) hash.update(`${path}\0${content.length}\0`).update(content)
  return hash.digest('hex')
}

async function loadStationery(
  db: Database,
  id: ProductVersionId,
  version: Awaited<ReturnType<typeof selectVersion>>,
): Promise<Stationery | undefined> {
  if (version === undefined) return undefined
  const { definition } = version
  const [files, items, plans] = await Promise.all([
    selectVersionFiles(db, id, 'documents/'),
    selectVersionItems(db, id),
    selectPlans(db, version.productId),
  ])
  const attached = [...files].filter(([path]) => /^documents\/[^/]+\.pdf$/.test(path))
  return {
    definition,
    fields: declaredFields(definition),
    items,
    plans,
    kit: templateKit(files),
    attached: new Map(attached),
  }
}
