import { type BankReceiptId, mintId } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Caller } from '../identity/index.ts'
import { replaceAccounts, sealAccount } from '../payments/index.ts'
import { type BankFile, type BankLine, readBankFile } from './bank-file.ts'
import { type BankReceipt, type SortedLine, digestOf, sortLines } from './bank-receipt.ts'
import { type PortfolioDeps, postBankReceipt } from './post-bank-receipt.ts'
import { insertReceipts, lockImports, selectKnownLines, selectReceipts } from './receipt-store.ts'

/** The outcome of a line. A debit is no receipt. */
export interface LineFate {
  readonly line: number
  readonly isNew: boolean
  /** Null where nothing came in. */
  readonly receipt: BankReceipt | null
}

/**
 * Takes the lines of a bank's file: all of them, or none where one cannot be read. A line that was
 * imported before is known, in whatever file. A line that names an invoice is posted, policy by policy:
 * one transaction would lock all of them. Lines left by a process that ends are posted by a job.
 */
export async function importReceipts(
  deps: PortfolioDeps,
  caller: Caller,
  file: BankFile,
): Promise<LineFate[]> {
  const lines = await readBankFile(file)
  const incoming = lines.filter(({ amount }) => amount > 0)
  const kept = await keepLines(deps, caller, incoming)
  for (const { id } of kept) await postBankReceipt(deps, id)
  const ids = kept.map(({ id }) => id)
  const receipts = new Map((await selectReceipts(deps.db, ids)).map((one) => [one.id, one]))
  const byLine = new Map(kept.map((one) => [one.line, one]))
  return lines.map(({ line }) => {
    const one = byLine.get(line)
    const receipt = one === undefined ? null : (receipts.get(one.id) ?? null)
    return { line, isNew: one?.isNew ?? false, receipt }
  })
}

interface KeptLine {
  readonly line: number
  readonly id: BankReceiptId
  readonly isNew: boolean
}

/** Stores the new lines. */
async function keepLines(
  { db, clock, keyRing }: PortfolioDeps,
  caller: Caller,
  lines: readonly BankLine[],
): Promise<KeptLine[]> {
  const whose = { insurerId: caller.account.id, livemode: caller.livemode }
  return db.transaction(async (tx) => {
    await lockImports(tx, whose)
    const now = clock()
    const stored = await selectKnownLines(tx, whose, lines.map(digestOf))
    const sorted = sortLines(lines, stored).map((one) => {
      return { ...one, id: one.known ?? mintId('rcp', now) }
    })
    const fresh = sorted.filter(({ known }) => known === null)
    if (fresh.length > 0) {
      await insertReceipts(
        tx,
        fresh.map((one) => replayOf(one, whose, now)),
      )
      await replaceAccounts(
        tx,
        fresh.flatMap(({ id, line: { payer } }) =>
          payer === null ? [] : [sealAccount(keyRing, id, payer)],
        ),
      )
      const amount = fresh.reduce((sum, { line }) => sum + line.amount, 0)
      await recordAudit(
        tx,
        caller,
        {
          action: 'receipts.imported',
          accountId: whose.insurerId,
          livemode: whose.livemode,
          subjectId: fresh[0]?.id ?? '',
          before: null,
          after: { receipts: fresh.length, amount },
        },
        now,
      )
    }
    return sorted.map(({ line, id, known }) => ({ line: line.line, id, isNew: known === null }))
  })
}

function replayOf(
  { line, digest, ordinal, id }: SortedLine & { readonly id: BankReceiptId },
  whose: Pick<BankReceipt, 'insurerId' | 'livemode'>,
  importedAt: Temporal.Instant,
): BankReceipt {
  const { amount, currency, receivedOn, reference, bankId } = line
  return {
    ...whose,
    id,
    amount,
    currency,
    receivedOn,
    reference,
    bankId,
    digest,
    ordinal,
    state: 'waiting',
    why: null,
    invoiceId: null,
    paymentId: null,
    reason: null,
    importedAt,
  }
}
