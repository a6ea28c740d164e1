import { createHash } from 'node:crypto'
import type { Problem } from '../kernel/index.ts'
import { describeProblem } from '../kernel/index.ts'
import { momentOf } from '../deadlines/index.ts'
import {
  type EventData,
  type EventType,
  type News,
  type EventDataBesides,
  eventsRecorded,
  familyNews,
} from '../events/index.ts'
import { type Policy, namedCancellation, policiesLocked, selectPolicy } from '../policies/index.ts'
import { assembleData } from './assemble-data.ts'
import type { DocumentCase } from './document-case.ts'
import { type PolicyDocument, type Sheet, documentsFor, isAttached, subjectOf } from './document.ts'
import { documentKept, isMadeAlready, selectDocuments } from './document-store.ts'
import { formatsOf } from './formats.ts'
import {
  type GatherDeps,
  type DocumentedVersion,
  gatherCase,
  readDocumented,
} from './gather-case.ts'
import type { RenderService } from './render-service.ts'
import { printTask } from './print.ts'
import { problemsOf } from './template-problems.ts'

/**
 * Makes the documents of an occasion that are not there yet, of the version or invoice that they belong
 * to and of nothing that came later. The job may run more than once: a document is made once and kept.
 * One that fails does not keep the others from being made; the job then fails, and is tried again.
 * Whoever waits for a document goes before the patient ones.
 */
export async function makeDocuments(
  deps: GatherDeps,
  sheet: Sheet,
  isPatient: boolean,
): Promise<void> {
  const policy = await selectPolicy(deps.db, sheet.policyId)
  if (policy === undefined) throw new Error(`there is no policy ${sheet.policyId}`)
  const documented = await readDocumented(deps, policy, sheet)
  if (documented === undefined && 'quoteId' in sheet) return // Another price is offered by now.
  if (documented === undefined) throw new Error(`${subjectOf(sheet)} has no number yet`)
  const { version, stationery } = documented
  const named = namedCancellation(version)
  const wanted = documentsFor(stationery.definition, policy.language, sheet, named)
  const made = await selectDocuments(deps.db, policy.id)
  const missing = wanted.filter((document) => !made.some((one) => isSame(one, document)))
  if (missing.length === 0) return
  const sale = await gatherCase(deps, policy, documented, sheet.occasion)
  const failures: string[] = []
  for (const document of missing) {
    const content = await contentOf(deps.renderService, documented, { sale, document, isPatient })
    if ('bytes' in content) await keep(deps, policy, document, content.bytes)
    else {
      failures.push(`${document.designation}: ${content.failure}`)
      await recordFailure(deps, policy, document, content.failure)
    }
  }
  if (failures.length > 0) throw new Error(failures.join('; '))
}

type Key = Pick<PolicyDocument, 'subjectId' | 'occasion' | 'designation'>

function isSame(one: Key, other: Key): boolean {
  return (
    one.subjectId === other.subjectId &&
    one.occasion === other.occasion &&
    one.designation === other.designation
  )
}

async function contentOf(
  renderService: RenderService,
  documented: DocumentedVersion,
  {
    sale,
    document,
    isPatient,
  }: {
    readonly sale: DocumentCase
    readonly document: PolicyDocument
    readonly isPatient: boolean
  },
): Promise<{ bytes: Uint8Array } | { failure: string }> {
  const { file, language } = document
  const { definition, kit, attached } = documented.stationery
  if (isAttached(document)) {
    const bytes = attached.get(file)
    return bytes === undefined ? { failure: `${file} is gone` } : { bytes }
  }
  const names = { [language]: document.name }
  const data = assembleData(
    sale,
    { designation: document.designation, names },
    formatsOf({ ...definition, language }),
  )
  const rendered = await renderService.renderer.carryOut(kit, printTask(file, data), isPatient)
  if (rendered.outcome === 'printed' && rendered.pdf !== null) return { bytes: rendered.pdf }
  return { failure: describeFailure(problemsOf(file, rendered)) }
}

/** Where and why, without what the template may have quoted of the customer's data. */
function describeFailure(problems: readonly Problem[]): string {
  return problems
    .map((problem) => describeProblem({ ...problem, fix: '' }))
    .join(' ')
    .replaceAll(/"[^"]*"?/g, '"…"')
}

async function keep(
  { db, clock }: GatherDeps,
  policy: Policy,
  document: PolicyDocument,
  bytes: Uint8Array,
): Promise<void> {
  const hash = createHash('sha256').update(bytes).digest()
  const moment = await momentOf(db, clock, policy)
  const documented = { content_hash: hash.toString('hex'), bytes: bytes.length }
  try {
    await db.commit([
      policiesLocked([policy.id]),
      ...documentKept(document, { hash, bytes }, moment.now),
      eventsRecorded([documentEvent('document.rendered', policy, document, documented)], moment),
    ])
  } catch (error) {
    if (!isMadeAlready(error)) throw error
  }
}

async function recordFailure(
  { db, clock }: GatherDeps,
  policy: Policy,
  document: PolicyDocument,
  reason: string,
): Promise<void> {
  const news = documentEvent('document.failed', policy, document, { reason })
  const moment = await momentOf(db, clock, policy)
  await db.commit([policiesLocked([policy.id]), eventsRecorded([news], moment)])
}

type OfDocument = Omit<EventData<'document.failed'>, 'reason'>

function documentEvent<Type extends Extract<EventType, `document.${string}`>>(
  type: Type,
  policy: Policy,
  document: PolicyDocument,
  ...documented: EventDataBesides<Type, OfDocument>
): News {
  const { sheet, occasion, designation, language } = document
  const subject =
    'invoiceId' in sheet ? { invoice_id: sheet.invoiceId } : { version_id: sheet.versionId }
  const shared: OfDocument = { ...subject, occasion, designation, language }
  return familyNews<Type, OfDocument>(type, policy, shared, ...documented)
}
