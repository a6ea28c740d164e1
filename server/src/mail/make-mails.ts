import { type Clock, type PolicyId, isId, mintId } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import type { RenderService } from '../documents/index.ts'
import { type FeedEvent, orderEvents, selectFeed } from '../events/index.ts'
import { type Policy, selectPolicies } from '../policies/index.ts'
import { type MailDefinition, type MailEvent, mailEvents } from '../products/index.ts'
import { selectDeclaration } from '../withdrawals/index.ts'
import { recipientKey } from './mail.ts'
import { type NewMail, mailsMade, selectMailPosition } from './mail-store.ts'

const eventsPerRound = 500

export interface MakeMailsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly renderService: Pick<RenderService, 'definition'>
}

/**
 * Makes the mails of every event since the last call, once for each recipient. Sales and payments know
 * nothing of it. Several processes may do so at once.
 */
export async function makeMails(deps: MakeMailsDeps, signal?: AbortSignal): Promise<void> {
  await orderEvents(deps.db)
  for (;;) {
    if (signal?.aborted === true) return
    const from = await selectMailPosition(deps.db)
    const events = await selectFeed(deps.db, { owner: null, after: from, limit: eventsPerRound })
    const to = events.at(-1)?.position
    if (to === undefined) return
    await deps.db.commit(mailsMade(await mailsOf(deps, events), { from, to }))
    if (events.length < eventsPerRound) return
  }
}

async function mailsOf(deps: MakeMailsDeps, events: readonly FeedEvent[]): Promise<NewMail[]> {
  const asked = events.flatMap((event) => {
    const { type, policyId } = event
    return isMailEvent(type) && policyId !== null ? [{ event, type, policyId }] : []
  })
  const ids = [...new Set(asked.map(({ policyId }) => policyId))]
  const policies = new Map<PolicyId, Policy>(
    (await selectPolicies(deps.db, ids)).map((policy) => [policy.id, policy]),
  )
  const now = deps.clock()
  const made: NewMail[] = await receiptsOf(deps, events, now)
  for (const { event, type, policyId } of asked) {
    const policy = policies.get(policyId)
    if (policy === undefined) continue
    const definition = await deps.renderService.definition(policy.productVersionId)
    const mail = definition?.mails?.mails.find((one) => one.event === type)
    if (mail === undefined || !mail.isSent) continue
    const { distributorId, productId } = policy
    made.push(...mailsFor(mail, event, { distributorId, productId, policyId }, now))
  }
  return made
}

/** Receipts of withdrawals that were declared: they know no policy. */
async function receiptsOf(
  { db, renderService }: MakeMailsDeps,
  events: readonly FeedEvent[],
  now: Temporal.Instant,
): Promise<NewMail[]> {
  const made: NewMail[] = []
  for (const event of events) {
    const { type, subjectId } = event
    if (type !== 'withdrawal.received' || !isId('wdl', subjectId)) continue
    const declaration = await selectDeclaration(db, subjectId)
    if (declaration === undefined) continue
    const { productId, productVersionId } = declaration
    const definition = await renderService.definition(productVersionId)
    const mail = definition?.mails?.mails.find((one) => one.event === type)
    if (mail === undefined || !mail.isSent) continue
    made.push(...mailsFor(mail, event, { distributorId: null, productId, policyId: null }, now))
  }
  return made
}

/** One for each recipient. */
function mailsFor(
  { event: eventType, to }: MailDefinition,
  { id: eventId, insurerId, livemode, createdAt, clockAt }: FeedEvent,
  about: Pick<NewMail, 'distributorId' | 'productId' | 'policyId'>,
  now: Temporal.Instant,
): NewMail[] {
  const moments = { createdAt: now, datedAt: clockAt ?? createdAt }
  return [...new Set(to.map(recipientKey))].map((recipient) => ({
    id: mintId('mai', now),
    insurerId,
    ...about,
    livemode,
    recipient,
    eventId,
    eventType,
    ...moments,
  }))
}

function isMailEvent(type: string): type is MailEvent {
  return Object.hasOwn(mailEvents, type)
}
