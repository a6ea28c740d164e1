import { contradictedPayment, refundThat } from '@bindery/server/test/builders/doubts.ts'
import { savedLead } from '@bindery/server/test/builders/lead.ts'
import { sellerOn } from '@bindery/server/test/builders/sale.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

let served: ServedPlatform
let paymentId: string
let refundId: string
beforeAll(async () => {
  served = await servedPlatform()
  const seller = sellerOn(served.platform)
  paymentId = await contradictedPayment(served.platform, seller)
  refundId = await refundThat(served.platform, seller, 'failed')
})
afterAll(() => served.close())

interface Listed {
  readonly id: string
  readonly doubts: readonly { readonly refund_id: string | null; readonly why: string }[]
}
const inDoubt = () => served.cli.json<Listed[]>(['payments', '--in-doubt'])

describe('bindery payments', () => {
  it('lists what needs a person, with the commands that end it', async () => {
    const { stdout } = await served.cli.run(['payments', '--in-doubt'])
    expect(stdout).toMatch(
      new RegExp(`contradicted +bindery payments resolve ${paymentId} --outcome ok\\|failed`),
    )
    expect(stdout).toMatch(
      new RegExp(`failed +bindery refunds resolve ${refundId} --outcome ok\\|retry`),
    )
    const why = (await inDoubt()).flatMap(({ doubts }) => doubts.map((one) => one.why))
    expect(why.toSorted()).toEqual(['contradicted', 'failed'])
  })

  it('lists by status and policy, as many as are asked for', async () => {
    const { cli } = served
    expect(await cli.json(['payments', '--status', 'ok', '--limit', '1'])).toHaveLength(1)
    expect((await cli.run(['payments', '--status', 'pending'])).stdout).toContain(
      'Nothing was found.',
    )
    const [payment] = await cli.json<{ id: string; policy_id: string }[]>(['payments'])
    expect(await cli.json(['payments', '--policy', payment?.policy_id ?? ''])).toMatchObject([
      { id: payment?.id },
    ])
  })

  it('ends doubts, once, and notes how that was known', async () => {
    const { cli } = served
    const looked = ['--note', 'Looked at their dashboard.']
    const settled = await cli.run(['payments', 'resolve', paymentId, '--outcome', 'ok', ...looked])
    expect(settled.stdout).toMatch(/^✓ The payment of tpol_\w+ is ok\.$/m)
    const repaid = ['refunds', 'resolve', refundId, '--outcome', 'ok', '--note', 'By transfer.']
    expect((await cli.run(repaid)).stdout).toMatch(/^✓ The refund of [\d.,]+ EUR is ok\.$/m)
    expect(await inDoubt()).toEqual([])
    const again = await cli.run(repaid)
    expect(again.code).toBe(1)
    expect(again.stderr).toContain('not in doubt')
    const log = await cli.json(['audit', '--limit', '2'])
    expect(JSON.stringify(log)).toContain('Looked at their dashboard.')
  })

  it('says what is missing or unknown', async () => {
    const { cli } = served
    const note = ['--note', 'x']
    const odd = await cli.run(['payments', 'resolve', paymentId, '--outcome', 'maybe', ...note])
    expect(odd.code).toBe(2)
    expect(odd.stderr).toContain('ok, failed')
    expect((await cli.run(['refunds', 'resolve', refundId, ...note])).code).toBe(2)
    for (const [kind, id] of [
      ['payments', 't0'],
      ['refunds', 'ref_0'],
    ]) {
      const unknown = await cli.run([kind ?? '', 'resolve', id ?? '', '--outcome', 'ok', ...note])
      expect(unknown.code).toBe(1)
      expect(unknown.stderr).toContain('bindery payments --in-doubt')
    }
  })
})

describe('bindery leads', () => {
  it('lists sales that customers have saved', async () => {
    const { cli, platform } = served
    expect((await cli.run(['leads'])).stdout).toContain('Nothing was found.')
    const { id } = await savedLead(platform)
    const { stdout } = await cli.run(['leads', '--product', 'cyber'])
    expect(stdout).toMatch(new RegExp(`Hanna Brandt +hanna.brandt@example.com +open until .*${id}`))
    expect(await cli.json(['leads', '--limit', '1'])).toMatchObject([{ id }])
    expect((await cli.run(['leads', '--product', 'bike'])).stdout).toContain('Nothing was found.')

    const shown = (await cli.run(['leads', 'show', id])).stdout
    expect(shown).toMatch(/name +Hanna Brandt/)
    expect(shown).toMatch(/page +http.*\/checkout\/in_/)
    expect(shown).toMatch(/answer +value/)
    const { keys } = platform.demo
    const made = await cli.json<{ link: string }>(['leads', 'show', id, '--link', keys.test.public])
    const token = decodeURIComponent(new URL(made.link).hash.replace('#lead=', ''))
    const lead = await sellerOn(platform).get(`/leads/led_${token.slice(0, 28)}`)
    expect(lead.json()).toMatchObject({ first_name: 'Hanna' })
    const unknown = await cli.run(['leads', 'show', 'led_0'])
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('bindery leads')])
  })
})
