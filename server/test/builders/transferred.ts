import { expect } from 'vitest'
import type { TestPlatform } from '../support/platform.ts'

/**
 * The bank's file says that money came, with the reference as the customer has written it. Why it waits for a
 * person, or its state.
 */
export async function transferred(
  platform: TestPlatform,
  reference: string,
  amount: number,
): Promise<string | null> {
  const written = `Beitrag ${reference.toLowerCase().replaceAll(/(.{4})/g, '$1 ')}`
  const query = 'date=day&amount=amount&reference=text&currency=EUR'
  const answer = await platform.app.inject({
    method: 'POST',
    url: `/manage/receipts/import?${query}`,
    headers: {
      authorization: `Bearer ${platform.demo.insurer.test.secret}`,
      'content-type': 'text/csv',
    },
    payload: Buffer.from(`day;text;amount\n2027-03-01;${written};${(amount / 100).toFixed(2)}\n`),
  })
  expect(answer.statusCode, answer.body).toBe(200)
  const { receipts } = answer.json<{ receipts: { state: string; why: string | null }[] }>()
  return receipts[0]?.why ?? receipts[0]?.state ?? null
}
