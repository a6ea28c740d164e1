import { expect } from 'vitest'
import { sql } from '../../../src/database/index.ts'
import { card } from '../../builders/life.ts'
import { managerOn } from '../../builders/manager.ts'
import { tokenOf } from '../../builders/open-invoice.ts'
import { sandboxCallback } from '../../builders/sandbox-callback.ts'
import { receivedByBank, receivedByHand } from '../../builders/tracked.ts'
import type { ModelInvoice } from '../billed-invoices.ts'
import type { Card } from '../billing-model.ts'
import { type Life, fail } from './life.ts'
import type { Step } from './stories.ts'

/** One of the invoices, in the platform and in the model. */
async function invoiceAt({ platform, id, model }: Life, at: number) {
  const rows = await platform.db.query<{ id: `bil_${string}`; kind: string }>(sql`
    select id, kind from invoices
    where policy_id = ${id} and total > 0 and kind <> 'credit_note' and state not in ('proposed', 'void')
    order by due_day, id`)
  const { invoices } = model
  const modelled = invoices[at % invoices.length] ?? fail('there is the invoice of the sale')
  const real = rows[at % invoices.length] ?? fail('it is in the ledger')
  return { modelled, real }
}

export async function payOpen(life: Life, by: Card, at: number): Promise<boolean> {
  const { platform, id, seller, model, offer } = life
  const { modelled, real } = await invoiceAt(life, at)
  const ofSale = real.kind === 'sale' ? offer.payment_token : null
  const token =
    ofSale ?? (await tokenOf(platform, id, { ...real, open: modelled.open, due_date: '' }))
  const paid = await seller.post('/payments', { policy_id: id, token: token ?? '', ...card(by) })
  const isPayable = modelled.open > 0 && !model.isUnderWay(modelled)
  // The token of the sale says that the policy is paid, another that its invoice is closed.
  expect(isPayable ? [200] : [400, 422], paid.body).toContain(paid.statusCode)
  await platform.runDue()
  if (isPayable) model.payInvoice(modelled, by)
  return isPayable
}

export async function receive(
  life: Life,
  { receive: much, by, at }: Extract<Step, { receive: string }>,
): Promise<boolean> {
  const { platform } = life
  const { modelled, real } = await invoiceAt(life, at)
  const amounts = {
    'a part': Math.ceil(modelled.total / 3),
    all: modelled.open,
    more: modelled.open + 2_345,
  }
  const amount = amounts[much] || modelled.total
  const received = { id: real.id, amount, currency: 'chf', on: life.model.today.toString() }
  if (by === 'hand') await receivedByHand(platform, received)
  else await receivedByBank(platform, received, { isSettled: isSettled(modelled) })
  await platform.runDue()
  life.model.receive(modelled, amount)
  return true
}

const isSettled = ({ open, isGivenUp }: ModelInvoice) => open === 0 && !isGivenUp

export async function giveUp(life: Life, at: number): Promise<boolean> {
  const { modelled, real } = await invoiceAt(life, at)
  const isPossible = modelled.open > 0 && !life.model.isUnderWay(modelled)
  const path = `/manage/invoices/${real.id}/write_off`
  const given = await managerOn(life.platform).post(path, { reason: 'Nobody answers.' })
  expect(given.statusCode, given.body).toBe(isPossible ? 200 : 422)
  if (isPossible) life.model.giveUp(modelled)
  return isPossible
}

/** The customer gets more time. */
export async function defer(life: Life, at: number, by: number): Promise<boolean> {
  const { modelled, real } = await invoiceAt(life, at)
  const isPossible = modelled.open > 0 && !life.model.isUnderWay(modelled)
  const { today } = life.model
  const isOverdue = Temporal.PlainDate.compare(modelled.due, today) < 0
  const due = (isOverdue ? today : modelled.due).add({ days: by })
  const path = `/manage/invoices/${real.id}/defer`
  const body = { due_date: due.toString(), reason: 'Agreed by phone.' }
  const deferred = await managerOn(life.platform).post(path, body)
  expect(deferred.statusCode, deferred.body).toBe(isPossible ? 200 : 422)
  await life.platform.runDue()
  if (isPossible) life.model.defer(modelled, due)
  return isPossible
}

/** The bank of the customer takes back what a card has paid, however long ago. */
export async function takeBack({ platform, id, model }: Life, at: number): Promise<boolean> {
  const paid = model.cardPayments[at % model.cardPayments.length]
  if (paid === undefined) return false
  const { due, total } = paid.invoice
  const rows = await platform.db.query<{ id: string }>(sql`
    select p.id from payments p join invoices i
      on i.id = coalesce(p.invoice_id, 'bil_' || (
        select substr(version_id, 5) from invoices s where s.policy_id = p.policy_id and s.kind = 'sale'))
    where p.policy_id = ${id} and p.status = 'ok' and p.provider = 'sandbox'
      and i.due_day = ${due.toString()} and i.total = ${total} and p.amount = ${paid.amount}`)
  const payment_id = rows[0]?.id ?? fail('it is in the ledger')
  const response = await sandboxCallback(platform, { payment_id, status: 'charged_back' })
  expect(response.statusCode, response.body).toBe(200)
  await platform.runDue()
  model.takeBack(paid)
  return true
}
