import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Statement, sql } from '../../src/database/index.ts'
import { madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { undocumented } from '../support/documented-states.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
})
afterAll(() => platform.close())

/** What each version of a policy says, oldest first. */
async function versionsOf(policyId: string) {
  const versions = await platform.db.query<{
    id: string
    kind: string
    state: string
    number: number
    terms: { first_day: string; last_day: string | null }[] | null
    ending: { last_day: string } | null
    segments: { first_day: string; kind: string; payment: number; content: string }[]
  }>(sql`
    select id, kind, state, number, terms, ending, (
        select coalesce(json_agg(json_build_object('first_day', first_day, 'kind', kind,
          'payment', payment, 'content', content_id) order by first_day), '[]')
        from policy_segments s where s.version_id = v.id) as segments
    from policy_versions v where policy_id = ${policyId} order by number`)
  return versions
}

describe('a version of a policy', () => {
  it('says with the offer what holds on which day, and after a cancellation which days have ended', async () => {
    const seller = sellerOn(platform)
    const policy = await soldPolicy(seller)
    await seller.cancel(policy.id, policy.version_id, { termination_date: '2027-06-30' })
    await platform.runDue()
    const [offer, cancellation] = await versionsOf(policy.id)
    const [sold] = offer?.segments ?? []
    expect(offer).toMatchObject({
      kind: 'offer',
      state: 'superseded',
      number: 1,
      terms: [{ first_day: sold?.first_day }],
      ending: null,
      segments: [{ kind: 'cover' }],
    })
    expect(cancellation).toMatchObject({
      kind: 'cancellation',
      state: 'active',
      number: 2,
      terms: offer?.terms,
      ending: { last_day: '2027-06-30', rule: { method: 'pro_rata' } },
      // The days that have ended keep price and data.
      segments: [sold, { ...sold, first_day: '2027-07-01', kind: 'ended' }],
    })
  })

  it('that failed leaves the one before as it was', async () => {
    const seller = sellerOn(platform)
    const policy = await soldPolicy(seller)
    await seller.cancel(policy.id, policy.version_id)
    await platform.db.transaction(async (tx) => {
      await tx.query(undocumented)
      await tx.query(sql`update policies set status = 'expired' where id = ${policy.id}`)
    })
    await platform.runDue()
    expect(await versionsOf(policy.id)).toMatchObject([
      { kind: 'offer', state: 'active' },
      { kind: 'cancellation', state: 'failed', terms: null, segments: [] },
    ])
  })
})

describe('the database itself refuses', () => {
  const refused = (what: Statement) => platform.db.query(what)
  let policyId: string
  let versionId: string
  beforeAll(async () => {
    const offer = await madeOffer(sellerOn(platform))
    policyId = offer.id
    versionId = (await versionsOf(policyId))[0]?.id ?? ''
  })
  /** Another version of the policy, in a transaction that has it locked. */
  const another = (state: string, number: number) =>
    platform.db.transaction(async (tx) => {
      await tx.query(undocumented)
      await tx.query(sql`select from policies where id = ${policyId} for update`)
      await tx.query(sql`
        insert into policy_versions (id, policy_id, kind, state, number, based_on, details,
          effective_day, created_at)
        values (${`tpv_${state}_${number}`}, ${policyId}, 'endorsement', ${state}, ${number},
          ${versionId}, '{}', '2027-05-01', now())`)
    })

  it.each(['active', 'superseded'])('a second version made on the same one: %s', async (state) => {
    await expect(another(state, 1)).rejects.toThrow(/policy_versions_(one_active|no_fork)/)
  })

  it('a second one that is processing, and a second one that is proposed', async () => {
    for (const state of ['processing', 'proposed']) {
      await another(state, 2)
      await expect(another(state, 3)).rejects.toThrow('policy_versions_one_')
    }
  })

  it('a move that no version makes', async () => {
    const move = (to: string) =>
      platform.db.transaction(async (tx) => {
        await tx.query(sql`select from policies where id = ${policyId} for update`)
        await tx.query(sql`update policy_versions set state = ${to} where id = ${versionId}`)
      })
    for (const to of ['processing', 'proposed', 'preempted', 'lapsed', 'failed']) {
      await expect(move(to)).rejects.toThrow(`does not become ${to}`)
    }
  })

  it.each([
    ['another day', sql`update policy_segments set first_day = first_day + 1`],
    ['another price', sql`update policy_segments set payment = payment + 1`],
    ['a segment that is gone', sql`delete from policy_segments`],
    ['a content that is gone', sql`delete from policy_contents`],
    ['a version that is gone', sql`delete from policy_versions`],
  ])('%s', async (_, abuse) => {
    await expect(refused(abuse)).rejects.toThrow('are written once')
  })

  it('other data, but for a person who is blanked once', async () => {
    const change = (set: Statement) =>
      platform.db.transaction(async (tx) => {
        await tx.query(sql`select from policies where id = ${policyId} for update`)
        await tx.query(set)
      })
    const rename = sql`update policy_contents set last_name = 'X' where policy_id = ${policyId}`
    const blank = sql`
      update policy_contents set last_name = '', blanked_at = now() where policy_id = ${policyId}`
    await expect(change(rename)).rejects.toThrow('are written once')
    await change(blank)
    await expect(change(blank)).rejects.toThrow('are written once')
  })
})
