import { expect } from 'vitest'
import { sellerOn } from '../../builders/sale.ts'
import { type Life, hasEnded, isOver } from './life.ts'

/** Another person becomes the policyholder: no cent changes, but nobody collects any more. */
export async function handOver(life: Life): Promise<boolean> {
  const { platform, id, transactions, model, description } = life
  if (hasEnded(model) || isOver(life)) return false
  const { version_id: version } = await transactions.view(id)
  const other = { first_name: 'Jonas', last_name: 'Weber', email: 'jonas.weber@example.com' }
  const secretKey = platform.demo.insurer.test.secret
  const answer = await sellerOn(platform, { secretKey }).post(
    `/policies/${id}/policyholder`,
    { ...other, reason: 'The bicycle was sold.' },
    { 'if-match': version },
  )
  expect(answer.statusCode, answer.body + description).toBe(200)
  await platform.runDue()
  model.handOver()
  return true
}
