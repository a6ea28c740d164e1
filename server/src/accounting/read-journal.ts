import type { PolicyId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import {
  type JournalPosting,
  type JournalSearch,
  isOfCommission,
  readCause,
  selectCorrected,
  selectFirstCharges,
  selectJournal,
} from '../ledger/index.ts'
import { type SaleOfPolicy, limitsByPolicy, selectSalesOf } from '../policies/index.ts'

/** A posting with what it corrects and who sold its policy. */
export interface JournalLine extends JournalPosting {
  /** The cause of the posting that it corrects; null where it corrects none. */
  readonly corrects: string | null
  /** Null where it belongs to no policy. */
  readonly sale: SaleOfPolicy | null
}

export interface JournalRequest extends Omit<JournalSearch, 'conditions'> {
  readonly productId: string | null
  readonly distributorId: string | null
}

/** A page of the journal. */
export async function readJournal(
  db: Queryable,
  { productId, distributorId, ...wanted }: JournalRequest,
  limit: number,
): Promise<JournalLine[]> {
  const conditions = [
    ...(productId === null ? [] : [limitsByPolicy.product([productId])]),
    ...(distributorId === null ? [] : [limitsByPolicy.distributor([distributorId])]),
  ]
  const postings = await selectJournal(db, { ...wanted, conditions }, limit)
  const [corrects, sales] = await Promise.all([
    findCorrected(db, postings),
    selectSalesOf(db, [...new Set(postings.flatMap(({ policyId }) => policyId ?? []))]),
  ])
  return postings.map((posting) => ({
    ...posting,
    corrects: corrects(posting),
    sale: posting.policyId === null ? null : (sales.get(posting.policyId) ?? null),
  }))
}

const rowsPerPage = 1_000

/** All of it, page by page. */
export async function* readWholeJournal(
  db: Queryable,
  wanted: Omit<JournalRequest, 'after'>,
): AsyncGenerator<readonly JournalLine[]> {
  let after: JournalRequest['after'] = null
  for (;;) {
    const lines = await readJournal(db, { ...wanted, after }, rowsPerPage)
    yield lines
    const last = lines.at(-1)
    if (last === undefined || lines.length < rowsPerPage) return
    after = last
  }
}

/** How the cause of a receipt ends that was posted as unmatched and is for no invoice. */
const dismissed = ' dismissed'

function wasDismissed(cause: string): boolean {
  return cause.endsWith(dismissed)
}

/** Whether it is posted under its document, which can correct another. */
function isByDocument({ kind }: ReturnType<typeof readCause>): boolean {
  return kind === 'fee' || kind === 'goodwill' || kind === 'correction'
}

/** Finds what postings correct: for each the cause of the original, or null. */
async function findCorrected(
  db: Queryable,
  postings: readonly JournalPosting[],
): Promise<(posting: JournalPosting) => string | null> {
  const periods = new Map<string, { policyId: PolicyId; firstDay: Temporal.PlainDate }>()
  const notes = new Set<string>()
  for (const { policyId, cause, serviceFirstDay: firstDay } of postings) {
    if (policyId === null || isOfCommission(cause)) continue
    const read = readCause(cause)
    if (isByDocument(read)) notes.add(read.id)
    if (read.kind === 'charge' && firstDay !== null) {
      periods.set(`${policyId} ${firstDay}`, { policyId, firstDay })
    }
  }
  const [firstCharges, corrected] = await Promise.all([
    selectFirstCharges(db, [...periods.values()]),
    selectCorrected(db, [...notes]),
  ])
  return ({ policyId, cause, serviceFirstDay }) => {
    if (policyId === null) return wasDismissed(cause) ? cause.slice(0, -dismissed.length) : null
    if (isOfCommission(cause)) return null
    const read = readCause(cause)
    switch (read.kind) {
      case 'charge': {
        const first = firstCharges.get(`${policyId} ${serviceFirstDay}`)
        return first === undefined || first === cause ? null : first
      }
      case 'fee': {
        const invoice = corrected.get(read.id)
        return invoice === undefined ? null : `fee ${invoice}`
      }
      case 'goodwill':
      case 'correction': {
        const document = corrected.get(read.id)
        return document === undefined ? null : `${read.kind} ${document}`
      }
      case 'charge_back':
        return `payment ${read.id}`
      case 'failed_refund':
      case 'failed_payout':
        return cause.slice(0, -' failed'.length)
      case 'returned_refund':
      case 'returned_payout':
        return cause.replace(/ returned$/, ' made')
      default:
        return null
    }
  }
}
