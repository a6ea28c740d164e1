import { hash } from 'node:crypto'
import { type Clock, mintId, randomHex } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { enqueue } from '../jobs/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import type { Declaration, DeclaredContent } from './declaration.ts'
import { insertDeclaration, selectSameRequest } from './declaration-store.ts'
import { type PageDeps, findWithdrawalPage } from './withdrawal-page.ts'
import { openContent, sealContent } from './seal-content.ts'

export interface ReceiveDeps extends PageDeps {
  readonly db: Database
  readonly clock: Clock
  readonly keyRing: KeyRing
}

export interface DeclarationRequest {
  readonly productId: string
  readonly livemode: boolean
  readonly content: Omit<DeclaredContent, 'language'> & { readonly language: string | null }
  /** The same of a request that is sent again; null where each counts. */
  readonly requestKey: string | null
}

/**
 * Receives a withdrawal, whatever it names: nobody learns from the answer, or from the time that it
 * takes, whether there is such a policy. A job looks for it.
 */
export async function receiveDeclaration(
  deps: ReceiveDeps,
  { productId, livemode, content: entered, requestKey }: DeclarationRequest,
): Promise<Pick<Declaration, 'id' | 'content' | 'receivedAt'>> {
  const page = await findWithdrawalPage(deps, productId, livemode)
  const { languages, defaultLanguage } = page.definition
  const isSpoken = entered.language !== null && languages.includes(entered.language)
  const content = { ...entered, language: isSpoken ? (entered.language ?? '') : defaultLanguage }
  const receivedAt = deps.clock().round({ smallestUnit: 'millisecond', roundingMode: 'floor' })
  const id = mintId('wdl', receivedAt)
  const requestHash = hash(
    'sha256',
    JSON.stringify([requestKey ?? randomHex(48), content]),
    'buffer',
  )
  const { insurerId, productVersionId } = page
  const declaration: Omit<Declaration, 'content'> = {
    id,
    livemode,
    insurerId,
    productId: page.productId,
    productVersionId,
    state: 'open',
    problem: null,
    policyId: null,
    reason: null,
    settledBy: null,
    settledAt: null,
    receivedAt,
  }
  const sealed = sealContent(deps.keyRing, id, content)
  return deps.db.transaction(async (tx) => {
    if (!(await insertDeclaration(tx, { ...declaration, ...sealed, requestHash }))) {
      const before = await selectSameRequest(tx, page.productId, livemode, requestHash)
      if (before === undefined) throw new Error('a declaration that was received is gone')
      return { ...before, content: openContent(deps.keyRing, before.id, before) }
    }
    const about = { id, livemode, insurerId, distributorId: null }
    const data = { product_id: page.productId }
    await recordEvents(tx, [{ type: 'withdrawal.received', about, data }], receivedAt)
    await enqueue(tx, 'carry_out_withdrawal', { declarationId: id })
    return { ...declaration, content }
  })
}
