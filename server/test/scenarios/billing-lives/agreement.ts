import { expect } from 'vitest'
import { billedAs } from '../../builders/billed.ts'
import type { ModelInvoice } from '../billed-invoices.ts'
import type { ByHand } from '../billing-model.ts'
import type { ModelPrice } from '../policy-model.ts'
import type { Life } from './life.ts'

/** The platform and the model know the same money of a policy. */
export async function expectAsModelled({ platform, id, model, description }: Life): Promise<void> {
  const { receivable, credit, payable, givenUp: writtenOff, charged } = model
  const sum = (part: keyof ModelPrice) => charged.reduce((all, one) => all + one[part], 0)
  const payment = sum('payment')
  const tax = sum('tax')
  // What is to be sent by bank is still there.
  const balances = { receivable, credit, cash: model.cash + payable, payable, writtenOff }
  const byHand = (kind: ByHand['kind']) =>
    model.byHand.reduce((all, one) => all + (one.kind === kind ? one.amount : 0), 0)
  const correctionTax = model.byHand.reduce((all, one) => all + taxByHand(one), 0)
  expect(await billedAs(platform, id), description).toEqual({
    balances,
    // Once by what is kept, and once more from every posting there is.
    posted: {
      ...balances,
      premium: payment - tax,
      tax: tax + correctionTax,
      fees: byHand('fee') - model.waivedFees,
      goodwill: 0 - byHand('goodwill'),
      corrections: byHand('correction') - correctionTax,
    },
    charged,
    invoices: model.invoices
      .map((one) => `${one.due} ${stateOf(one)} ${one.open}/${one.total}`)
      .toSorted(),
    hasMandate: model.card !== null,
  })
}

/** Five of a hundred and five parts, half a cent away from zero. */
function taxByHand({ kind, amount }: ByHand): number {
  if (kind !== 'correction') return 0
  return Math.sign(amount) * Math.floor((Math.abs(amount) * 10 + 105) / 210)
}

function stateOf({ open, isGivenUp }: ModelInvoice): string {
  if (isGivenUp) return 'written_off'
  return open > 0 ? 'open' : 'settled'
}
