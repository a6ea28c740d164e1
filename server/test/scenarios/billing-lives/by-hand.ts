import { expect } from 'vitest'
import { managerOn } from '../../builders/manager.ts'
import type { BillingModel } from '../billing-model.ts'
import type { Life } from './life.ts'
import { issueDaysBefore } from './on-sale.ts'
import type { Step } from './stories.ts'

/** Cents by which it is charged; goodwill and a part of the corrections are given. */
export async function enterByHand(
  { platform, id, model }: Life,
  { enter: kind, amount }: Extract<Step, { enter: string }>,
): Promise<boolean> {
  const due = model.today.add({ days: 8 })
  const isCharged = kind === 'fee' || (kind === 'correction' && amount > 0)
  const entered = await managerOn(platform).post(`/manage/policies/${id}/manual_entries`, {
    kind,
    amount: kind === 'correction' ? amount : Math.abs(amount),
    reason: 'Agreed by phone.',
    ...(kind === 'fee' && { text: 'Copy' }),
    ...(kind === 'correction' && { tax_rate: '5' }),
    ...(isCharged && { due_date: due.toString() }),
  })
  const isBeyond = kind === 'correction' && amount < -correctable(model)
  expect(entered.statusCode, entered.body).toBe(isBeyond ? 400 : 200)
  await platform.runDue()
  if (!isBeyond) model.enter(kind, isCharged ? Math.abs(amount) : -Math.abs(amount), due)
  return !isBeyond
}

/** What the months cost, and what corrections changed. */
function correctable({ charged, byHand }: BillingModel): number {
  const priced = charged.reduce((sum, { payment }) => sum + payment, 0)
  const corrections = byHand.filter(({ kind }) => kind === 'correction')
  return Math.max(
    0,
    corrections.reduce((sum, { amount }) => sum + amount, priced),
  )
}

/** Takes an entry back: of the model the entry at the same place. */
export async function reverse({ platform, id, model }: Life, at: number): Promise<boolean> {
  const path = `/manage/policies/${id}/manual_entries`
  const { entries } = (await managerOn(platform).get(path)).json<{
    entries: { id: string; allowed: { reverse: { allowed: boolean; code: string } } }[]
  }>()
  expect(entries.length).toBe(model.byHand.length)
  const modelled = model.byHand[at % entries.length]
  const real = entries[at % entries.length]
  if (modelled === undefined || real === undefined) return false
  const { allowed, code } = real.allowed.reverse
  if (!allowed) {
    const isUsed = modelled.kind === 'goodwill' && model.credit < -modelled.amount
    expect(isUsed ? 'goodwill_used' : code).toMatch(/^(?:goodwill_used|entry_\w+)$/)
  }
  const reversed = await managerOn(platform).post(`${path}/${real.id}/reverse`, {
    reason: 'Wrong.',
  })
  expect(reversed.statusCode, reversed.body).toBe(allowed ? 200 : 422)
  await platform.runDue()
  const due = model.today.add({ days: issueDaysBefore })
  if (allowed) model.enter(modelled.kind, -modelled.amount, due, modelled)
  return allowed
}
