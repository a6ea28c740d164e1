import { companyQuote } from '@bindery/server/test/builders/company-quote.ts'
import { savedLead } from '@bindery/server/test/builders/lead.ts'
import { sellerOn, soldPolicy } from '@bindery/server/test/builders/sale.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

let served: ServedPlatform
beforeAll(async () => {
  served = await servedPlatform()
})
afterAll(() => served.close())

const reason = ['--reason', 'The customer asked for a call.']

describe('a masked field is shown to those who say why, of', () => {
  it('a policy, which is named by its number or id', async () => {
    const { cli, platform } = served
    const { id } = await soldPolicy(sellerOn(platform))
    const shown = await cli.run(['policies', 'reveal', id, 'email', ...reason])
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringMatching(/^\S+@\S+\n$/)])
    const [entry] = await cli.json<{ action: string; subject_id: string; after: object }[]>([
      'audit',
    ])
    expect(entry).toMatchObject({
      action: 'personal_data.revealed',
      subject_id: id,
      after: { field: 'email', reason: reason[1] },
    })
  })

  it('a lead', async () => {
    const { cli, platform } = served
    const { id } = await savedLead(platform)
    const email = await cli.run(['leads', 'reveal', id, 'email', ...reason])
    expect(email.stdout).toBe('hanna.brandt@example.com\n')
    const answers = await cli.run(['leads', 'reveal', id, 'data', ...reason])
    expect(JSON.parse(answers.stdout)).toEqual({ employee_number: 12 })
    const token = await cli.run(['leads', 'reveal', id, 'quote_token', ...reason])
    expect([token.code, token.stderr]).toEqual([1, expect.stringContaining('no masked field')])
    const unknown = await cli.run(['leads', 'reveal', 'led_0', 'email', ...reason])
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('bindery leads')])
  })

  it('a quote', async () => {
    const { cli, platform } = served
    const id = await companyQuote(platform)
    const field = 'customer_input.company'
    const shown = await cli.json(['quotes', 'reveal', id, field, ...reason])
    expect(shown).toEqual({ field, value: expect.stringMatching(/^dai_/) })
    const without = await cli.run(['quotes', 'reveal', id, field])
    expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('--reason')])
  })
})
