import { expect } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import type { TestPlatform } from '../support/platform.ts'
import { managerOn } from './manager.ts'

export interface ShownMass {
  readonly id: string
  readonly status: string
  readonly preview: MassSums | null
  readonly result: MassSums | null
  readonly allowed: Readonly<Record<string, { readonly allowed: boolean }>>
}

interface MassSums {
  readonly policies: number
  readonly applied: number
  readonly waiting: number
  readonly skipped: Readonly<Record<string, number>>
  readonly failed: Readonly<Record<string, number>>
  readonly money: readonly JsonObject[]
  readonly results: readonly MassRow[]
}

export interface MassRow {
  readonly policy_id: string
  readonly outcome: string
  readonly code: string | null
  readonly version_id: string | null
  readonly price: {
    readonly first_day: string
    readonly payment_before: number
    readonly payment_after: number
  } | null
}

export function massEndorsementsOn(platform: TestPlatform) {
  const manager = managerOn(platform)
  const at = (id: string, act = '') => `/manage/mass_endorsements/${id}${act && `/${act}`}`
  const show = async (id: string) => (await manager.get(at(id))).json<ShownMass>()
  const steer = async (id: string, act: string) => manager.post(at(id, act), {})
  const taken = async (id: string, act: string) => {
    const response = await steer(id, act)
    expect([200, 202], response.body).toContain(response.statusCode)
    return response.json<ShownMass>()
  }
  return {
    manager,
    show,
    steer,
    taken,
    async draft(body: JsonObject): Promise<string> {
      const response = await manager.post('/manage/mass_endorsements', body)
      expect(response.statusCode, response.body).toBe(201)
      return response.json<{ id: string }>().id
    },
    /** Previews it, until that is done. */
    async preview(id: string): Promise<ShownMass> {
      await taken(id, 'preview')
      await platform.runDue()
      return show(id)
    },
    /** Starts it, until it is done. */
    async start(id: string): Promise<ShownMass> {
      await taken(id, 'start')
      await platform.runDue()
      return show(id)
    },
    async results(id: string, query = ''): Promise<MassRow[]> {
      return (await manager.get(`${at(id, 'results')}${query}`)).json<MassRow[]>()
    },
  }
}

/** A change of tax by law, in percent. */
export const taxLaw = (from: string, to: string, day: string, more: JsonObject = {}) => ({
  product_id: 'bike',
  kind: 'tax_rate',
  effective_date: day,
  tax_rate: { from, to },
  reason: 'The law changes the rate.',
  ...more,
})

/** One that changes nothing: no policy has the rate. */
export async function draftMass(platform: TestPlatform, product_id: string): Promise<string> {
  return massEndorsementsOn(platform).draft(taxLaw('98', '99', '2031-01-01', { product_id }))
}

/** The same in the state before an act is possible. */
export async function massBefore(
  platform: TestPlatform,
  act: 'preview' | 'start' | 'stop' | 'resume',
  product_id = 'cyber',
): Promise<string> {
  const id = await draftMass(platform, product_id)
  const mass = massEndorsementsOn(platform)
  if (act === 'preview') return id
  await mass.preview(id)
  if (act === 'start') return id
  await mass.taken(id, 'start')
  if (act === 'resume') await mass.taken(id, 'stop')
  return id
}
