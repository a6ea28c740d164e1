import { advanceAll, newClock } from '@bindery/server/test/builders/clock.ts'
import { pushedDraft } from '@bindery/server/test/builders/draft.ts'
import { managerOn } from '@bindery/server/test/builders/manager.ts'
import { transactionsOn } from '@bindery/server/test/builders/transactions.ts'
import { sellerOn, soldPolicy } from '@bindery/server/test/builders/sale.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

let served: ServedPlatform
beforeAll(async () => {
  served = await servedPlatform({ leavesDocuments: true })
})
afterAll(() => served.close())

const secretKey = () => served.platform.demo.insurer.test.secret

/** Bikes bought on these days and insured from 1 June 2031 on, on a clock that shows a day of May 2032. */
async function bikes(...purchased: readonly string[]) {
  const { platform } = served
  const clock = await newClock(platform, '2031-05-01T09:00:00Z')
  const seller = sellerOn(platform, { product: 'bike', clock, secretKey: secretKey() })
  const ids: string[] = []
  for (const purchase_date of purchased) {
    const data = { start_date: '2031-06-01', purchase_date }
    ids.push((await soldPolicy(seller, { quote: { data } })).id)
  }
  return { clock, ids }
}

const of = (stdout: string, id: string) => stdout.split('\n').find((line) => line.startsWith(id))

describe('renewals on the command line', () => {
  it('are run dry, listed by state, accepted and declined', async () => {
    const { cli, platform } = served
    const { clock, ids } = await bikes('2031-04-01', '2031-04-01', '2022-06-01')
    const [one = '', two = '', old = ''] = ids
    const may = ['--from', '2032-05-31', '--to', '2032-05-31']
    const dryRun = await cli.run(['renewals', 'dry-run', ...may])
    expect(dryRun.stdout).toMatch(/^offered +2$/m)
    expect(dryRun.stdout).toMatch(/^knocked_out +1$/m)
    expect(dryRun.stdout).toMatch(/^2 premiums of 351\.56 CHF in all become 351\.56 CHF\.$/m)
    for (const verb of ['dry-run', 'list']) {
      const mixedUp = ['renewals', verb, '--from', '2032-06-01', '--to', '2032-05-31']
      const refused = await cli.run(mixedUp)
      expect([refused.code, refused.stderr]).toEqual([
        2,
        expect.stringMatching(
          /--from 2032-06-01 is later than --to 2032-05-31\.\s+Name the earlier/,
        ),
      ])
    }
    const draft = await pushedDraft(platform, 'bike', {
      'pricing.yaml': (text) => text.replaceAll('0.025', '0.05'),
    })
    const dearer = await cli.json<{ premiums: { chf: { before: number; after: number } } }>([
      'renewals',
      'dry-run',
      ...may,
      '--draft',
      draft,
    ])
    expect(dearer.premiums.chf.after).toBeGreaterThan(dearer.premiums.chf.before)
    const scheduled = await cli.run(['renewals', 'list', '--state', 'scheduled', ...may])
    for (const id of ids) expect(of(scheduled.stdout, id)).toMatch(/scheduled +2032-06-01/)
    const early = await cli.run(['renewals', 'accept', one])
    expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('is not offered yet')])
    await advanceAll(platform, clock, '2032-05-01T10:00:00Z')
    const listed = await cli.run(['renewals', 'list', ...may])
    expect(of(listed.stdout, one)).toMatch(/offered +2032-06-01 +175\.78 CHF +175\.78 CHF/)
    expect(of(listed.stdout, old)).toMatch(/knocked_out +2032-06-01 +\d/)
    const preview = await cli.run(['policies', 'preview', one, '--renew'])
    expect([preview.code, preview.stdout.split('\n', 1)]).toEqual([
      0,
      ['The renewal from 2032-06-01 on costs 175.78 CHF, due on 2032-06-01.'],
    ])
    expect(preview.stdout).toMatch(/^2032-06-01 to 2033-05-31 +175\.78 CHF/m)
    const hopeless = await cli.run(['policies', 'preview', old, '--renew'])
    expect(hopeless.stdout).toMatch(/^The renewal from 2032-06-01 on is knocked out/)
    const accepted = await cli.run(['renewals', 'accept', one])
    expect([accepted.code, of(accepted.stdout, one)]).toEqual([
      0,
      expect.stringMatching(/accepted/),
    ])
    const second = await cli.run(['renewals', 'decline', one])
    expect([second.code, second.stderr]).toEqual([1, expect.stringContaining('Cancel the policy')])
    const declined = await cli.run(['renewals', 'decline', two])
    expect(of(declined.stdout, two)).toMatch(/declined/)
    const states = await cli.json<{ policy_id: string }[]>([
      'renewals',
      'list',
      '--state',
      'declined',
    ])
    expect(states.map(({ policy_id: id }) => id)).toEqual([two])
    const nothing = await cli.run(['renewals', 'retry', one])
    expect([nothing.code, nothing.stderr]).toEqual([1, expect.stringContaining('is accepted')])
    const wrong = await cli.run(['renewals', 'list', '--state', 'offred'])
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('Allowed choices')])
  })

  it('that are blocked say by what and how to fix it, and are tried again', async () => {
    const { cli, platform } = served
    const { clock, ids } = await bikes('2031-04-01')
    const [id = ''] = ids
    const strict = await pushedDraft(platform, 'bike', {
      'quote.json': (text) => text.replaceAll('locked_room,courtyard,street', 'locked_room'),
    })
    await managerOn(platform).post(`/manage/clocks/${clock}/publish`, {
      product_version_id: strict,
    })
    await advanceAll(platform, clock, '2032-05-01T10:00:00Z')
    const listed = await cli.run(['renewals', 'list', '--state', 'blocked'])
    expect(of(listed.stdout, id)).toMatch(/blocked .* overnight_parking/)
    const again = await cli.run(['renewals', 'retry', id])
    expect([again.code, of(again.stdout, id)]).toEqual([0, expect.stringContaining('scheduled')])
    await platform.runDue()
    const shown = await cli.json<{ policy_id: string; problems: { fix: string }[] }[]>([
      'renewals',
      'list',
      '--state',
      'blocked',
    ])
    expect(shown).toMatchObject([{ policy_id: id, problems: [{ fix: expect.any(String) }] }])
    // An endorsement of the policy fixes it, and the next term is priced again by itself.
    const seller = sellerOn(platform, { product: 'bike', clock, secretKey: secretKey() })
    const transactions = transactionsOn(platform, seller)
    const { token } = await transactions.quoteEndorsement(id, { overnight_parking: 'locked_room' })
    await transactions.endorse(id, { quote_token: token })
    const fixed = await cli.run(['renewals', 'list', '--state', 'offered'])
    expect(of(fixed.stdout, id)).toMatch(/offered +2032-06-01/)
    const needless = await cli.run(['renewals', 'retry', id])
    expect([needless.code, needless.stderr]).toEqual([
      1,
      expect.stringContaining('Only a blocked or knocked-out renewal'),
    ])
  })
})
