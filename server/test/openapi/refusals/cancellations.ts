import type { Response } from 'light-my-request'
import type { JsonObject } from '../../../src/kernel/index.ts'
import { type Seller, sellerOn, soldPolicy } from '../../builders/sale.ts'
import type { Refusals, Stage } from './stage.ts'

type Given = (by: Seller, id: string, version: string, request?: JsonObject) => Promise<Response>

const lastDay = { termination_date: '2029-06-30' }
const tooEarly = { termination_date: '2028-12-01' }
const byInsurer = { cancellation_kind: 'insurer', cancellation_reason_code: 'claim' }

/** Bikes have kinds of cancellation, cyber has none. */
function soldBike(bikes: Seller) {
  return soldPolicy(bikes, { quote: { data: { start_date: '2029-01-01' } } })
}

function insurerOf({ platform }: Stage): Seller {
  return sellerOn(platform, { product: 'bike', secretKey: platform.demo.insurer.test.secret })
}

/** Of a cancellation that names a kind, or of its preview. */
export function cancellationKindRefusals(stage: Stage, cancel: Given): Refusals {
  const { platform, seller } = stage
  const bikes = sellerOn(platform, { product: 'bike' })
  const cancelling =
    (request: JsonObject, by = bikes) =>
    async () => {
      const { id, version_id } = await soldBike(by)
      return cancel(by, id, version_id, { ...lastDay, ...request })
    }
  const ofCyber = (request: JsonObject) => async () => {
    const { id, version_id } = await soldPolicy(seller)
    return cancel(seller, id, version_id, { ...lastDay, ...request })
  }
  const claim = { cancellation_kind: 'customer', cancellation_reason_code: 'claim' }
  return {
    cancellation_kind_missing: ofCyber({ cancellation_reason_code: 'sold' }),
    cancellation_kind_unknown: ofCyber({ cancellation_kind: 'customer' }),
    cancellation_reason_code_unknown: cancelling({ ...claim, cancellation_reason_code: 'moved' }),
    cancellation_kind_by_insurer: cancelling(byInsurer),
    cancellation_date_invalid: cancelling({ ...claim, received_on: '2028-11-21' }),
    event_date_missing: cancelling(claim),
    cancellation_right_over: cancelling({ ...claim, occurred_on: '2028-11-01' }),
    notice_not_kept: cancelling({ ...byInsurer, ...tooEarly }, insurerOf(stage)),
  }
}

/** An end that moves to a day before the notice is over. */
export function movedTooEarly(stage: Stage, move: Given) {
  return async () => {
    const insurer = insurerOf(stage)
    const { id, version_id } = await soldBike(insurer)
    await insurer.cancel(id, version_id, { ...lastDay, ...byInsurer })
    await stage.platform.runDue()
    const viewed = await insurer.get(`/policies/${id}`)
    return move(insurer, id, viewed.json<{ version_id: string }>().version_id, tooEarly)
  }
}
