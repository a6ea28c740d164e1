import type { Response } from 'light-my-request'
import type { JsonObject } from '../../src/kernel/index.ts'
import type { TestPlatform } from '../support/platform.ts'
import { managerOn } from './manager.ts'

export interface Declared {
  readonly id: string
  readonly received_at: string
  readonly state: string
  readonly problem: string | null
  readonly policy_id: string | null
}

const stranger = {
  name: 'Robin Sample',
  policy_number: 'VELO-NOBODYS1',
  email: 'robin@nobody.example',
}

/** Declares a withdrawal as a customer does: without a key. */
export function declare(
  platform: TestPlatform,
  body: JsonObject = {},
  { product = 'bike', mode = 'test' } = {},
): Promise<Response> {
  const id = platform.demo.products[product]?.product_id ?? product
  const url = `/withdrawals/${id}?mode=${mode}`
  return platform.app.inject({ method: 'POST', url, payload: { ...stranger, ...body } })
}

/** The id of a withdrawal that names no policy, and so waits for a person. */
export async function declaredByStranger(platform: TestPlatform): Promise<string> {
  const { id } = (await declare(platform)).json<{ id: string }>()
  await platform.runDue(['carry_out_withdrawal'])
  return id
}

export async function declaredOn(platform: TestPlatform, id: string): Promise<Declared> {
  return (await managerOn(platform).get(`/manage/withdrawals/${id}`)).json<Declared>()
}
