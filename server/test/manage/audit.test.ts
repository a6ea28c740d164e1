import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { auditActions } from '../../src/audit/index.ts'
import { advanceAll, newClock } from '../builders/clock.ts'
import { wholeExample } from '../builders/folder.ts'
import { importerOn } from '../builders/importer.ts'
import { testClient } from '../builders/identity-provider.ts'
import { openLyingProvider } from '../builders/lying-provider.ts'
import { soldByCard } from '../builders/mandate.ts'
import { managerOn } from '../builders/manager.ts'
import { newPerson } from '../builders/people.ts'
import { renewalsOn } from '../builders/renewals.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { accountChanges } from './audit/accounts.ts'
import { moneyChanges } from './audit/money.ts'
import { actsOfAPerson, peopleChanges } from './audit/people.ts'
import { changingNothing, productChanges } from './audit/products.ts'
import { type Change, type Changes, type Entry, auditStage, bike } from './audit/stage.ts'
import { payoutBatch } from '../builders/payouts.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { managementRoutes } from '../support/routes.ts'

let platform: TestPlatform
let keyId: string
beforeAll(async () => {
  platform = await openTestPlatform({
    leavesDocuments: true,
    singleSignOn: { allowsPrivate: true },
  })
  const keys = (await managerOn(platform).get('/manage/keys')).json<
    { id: string; hint: string }[]
  >()
  const { secret } = platform.demo.insurer.test
  keyId = keys.find(({ hint }) => secret.endsWith(hint))?.id ?? ''
})
afterAll(() => platform.close())

const log = async (query = ''): Promise<Entry[]> =>
  (await managerOn(platform).get(`/manage/audit?limit=100${query}`)).json<Entry[]>()

/** The entries that something adds, newest first. Time passes, for they are ordered by it. */
async function entriesOf(act: () => Promise<unknown>): Promise<Entry[]> {
  platform.clock.advance({ seconds: 1 })
  const [newest] = await log()
  await act()
  const after = await log()
  const known = after.findIndex(({ id }) => id === newest?.id)
  return known === -1 ? after : after.slice(0, known)
}

const stage = auditStage(() => platform)
const { post, newKey } = stage
const changes: Changes = {
  ...accountChanges(stage),
  ...peopleChanges(stage),
  ...productChanges(stage),
  ...moneyChanges(stage),
}
const computing = changingNothing(stage)

/** What happens to people by themselves and their providers, in `server/test/people`. */
const ofPeople = /^(?:(?:totp|recovery_codes?|passkey|approval)\.|user\.roles_kept$)/

describe('the audit log', () => {
  it('is held to every route of the Management API that may change something', () => {
    const writing = managementRoutes(platform.app).filter((route) => !route.startsWith('GET '))
    expect([...Object.keys(changes), ...Object.keys(computing)].sort()).toEqual(writing)
  })

  it.each(Object.entries(changes))(
    'records who did %s and when, and what was before and after',
    async (_route, prepare) => {
      const { act } = await prepare()
      const logged: Change[] = []
      const entries = await entriesOf(async () => void logged.push(await act()))
      const [change] = logged
      const found = entries.filter(({ action }) => action === change?.action)
      expect(found).toEqual([
        {
          id: expect.stringMatching(/^aud_/),
          key_id: keyId,
          user_id: null,
          session_id: null,
          address: '127.0.0.1',
          request_id: expect.any(String),
          created_at: now(),
          ...change,
        },
      ])
    },
  )

  it.each(Object.entries(computing))('is silent about %s', async (_route, act) => {
    expect(await entriesOf(act)).toEqual([])
  })

  it('is silent about what was there already, or was refused', async () => {
    const key = await newKey()
    await post(`/manage/keys/${key.id}/revoke`)
    const manager = managerOn(platform)
    const files = await wholeExample('cyber-formula')
    await manager.push(files)
    const entries = await entriesOf(async () => {
      await manager.push(files)
      await manager.post(`/manage/keys/${key.id}/revoke`)
      await manager.post(`/manage/keys/${key.id}/rotate`, {})
      await manager.post('/manage/distributors', { key: 'alpine-brokers', name: 'Again' })
      await manager.post('/manage/products/push', { files: {} })
      await importerOn(platform).csv('towns', 'code,city\nB,Bonn\nC,Trier\n')
      await importerOn(platform).csv('towns', 'code,city\nB,Bonn\n', { dry_run: 'true' })
    })
    expect(entries).toEqual([])
  })

  it.each([
    ['the insurer', 'insurer'],
    ['a distributor', 'keys'],
  ] as const)('records that %s cancelled a policy, in its mode alone', async (_who, whose) => {
    for (const [mode, otherMode] of [
      ['test', 'live'],
      ['live', 'test'],
    ] as const) {
      const secretKey = platform.demo[whose][mode].secret
      const seller = sellerOn(platform, { secretKey: platform.demo.keys[mode].secret })
      const policy = await soldPolicy(seller)
      platform.clock.advance({ seconds: 1 })
      const canceller = sellerOn(platform, { secretKey })
      const accepted = await canceller.cancel(policy.id, policy.version_id)
      expect(accepted.statusCode).toBe(202)
      const read = async (asked: 'test' | 'live') =>
        (
          await managerOn(platform, platform.demo.insurer[asked].secret).get(
            `/manage/audit?subject_id=${policy.id}`,
          )
        ).json<Entry[]>()
      expect(await read(mode)).toMatchObject([
        {
          key_id: await keyIdOf(secretKey),
          action: 'policy.cancellation_requested',
          subject_id: policy.id,
          before: { version_id: policy.version_id, status: 'paid' },
          after: { version_id: expect.any(String), termination_date: '2027-12-31' },
          created_at: now(),
        },
      ])
      expect(await read(otherMode)).toEqual([])
    }
  })

  it('records that a policy was endorsed, from which day on and where, but not the new values', async () => {
    const seller = sellerOn(platform)
    const policy = await soldPolicy(seller)
    const endorsement = { first_name: 'Johanna', data: { company_city: 'Potsdam' } }
    await seller.endorse(policy.id, policy.version_id, {
      ...endorsement,
      effective_date: '2027-09-01',
    })
    expect(await log(`&subject_id=${policy.id}`)).toMatchObject([
      {
        action: 'policy.endorsement_requested',
        before: { version_id: policy.version_id, status: 'paid' },
        after: {
          version_id: expect.any(String),
          effective_date: '2027-09-01',
          fields: ['first_name', 'data.company_city'],
        },
      },
    ])
  })

  it('records that an end was moved and a policy reinstated, and whether there is a gap', async () => {
    const seller = sellerOn(platform)
    const policy = await soldPolicy(seller)
    await seller.cancel(policy.id, policy.version_id)
    await platform.runDue()
    const seen = async () =>
      (await seller.get(`/policies/${policy.id}`)).json<{ version_id: string }>().version_id
    await seller.moveEnd(policy.id, await seen(), { termination_date: '2027-11-30' })
    await platform.runDue()
    const [moved] = (await log(`&subject_id=${policy.id}`)).filter(
      ({ action }) => action === 'policy.end_move_requested',
    )
    expect(moved).toMatchObject({ after: { termination_date: '2027-11-30' } })
    await seller.reinstate(policy.id, await seen())
    const [entry] = (await log(`&subject_id=${policy.id}`)).filter(
      ({ action }) => action === 'policy.reinstatement_requested',
    )
    expect(entry).toMatchObject({ before: { status: 'cancelled' }, after: { gap_until: null } })
  })

  it('records when documents were delivered, and when a withdrawal was sent and received', async () => {
    const seller = sellerOn(platform)
    const { id, version_id: version } = await soldPolicy(seller)
    const today = platform.clock().toZonedDateTimeISO('Europe/Berlin').toPlainDate().toString()
    const facts = { document: 'policy', delivered_on: today, evidence: 'Handed over.' }
    await seller.post(`/policies/${id}/deliveries`, facts)
    await seller.withdraw(id, version)
    const entries = await log(`&subject_id=${id}`)
    expect(entries.find(({ action }) => action === 'policy.delivery_recorded')).toMatchObject({
      after: facts,
    })
    expect(entries.find(({ action }) => action === 'policy.withdrawal_requested')).toMatchObject({
      before: { version_id: version, status: 'paid' },
      after: { received_on: today, sent_on: today },
    })
  })

  it('records what was endorsed for the next term, and that it was revoked, without values', async () => {
    const { id } = await soldPolicy(sellerOn(platform))
    const path = `/policies/${id}/renewal/endorsements`
    const { id: endorsement_id } = await post(path, { answers: { deductible: 1_000_000 } })
    await post(`${path}/${endorsement_id}/revoke`, {})
    expect(await log(`&subject_id=${id}`)).toMatchObject([
      {
        action: 'renewal.endorsement_revoked',
        before: { endorsement_id, state: 'pending' },
        after: { state: 'revoked' },
      },
      {
        action: 'renewal.endorsement_recorded',
        before: null,
        after: { endorsement_id, fields: ['deductible'] },
      },
    ])
  })

  it('records what was declared for a premium adjustment, by name', async () => {
    const secretKey = platform.demo.insurer.test.secret
    const seller = sellerOn(platform, { product: 'cyber-formula', secretKey })
    const clock = await newClock(platform, '2031-02-01T09:00:00Z')
    const onClock = sellerOn(platform, { product: 'cyber-formula', secretKey, clock })
    const quote = { data: { policy_start_date: '2031-03-01' } }
    const { id } = await soldPolicy(onClock, { quote })
    const transactions = transactionsOn(platform, seller)
    await transactions.cancel(id, '2031-06-30')
    await advanceAll(platform, clock, '2031-07-15T09:00:00Z')
    await transactions.adjust(id, { answers: { yearly_turnover: 240_000_000 } })
    const entries = await log(`&subject_id=${id}`)
    expect(entries.find(({ action }) => action === 'policy.adjustment_requested')).toMatchObject({
      before: { status: 'cancelled' },
      after: { term: '2031-03-01', fields: ['yearly_turnover'] },
    })
  })

  it('records who revoked a mandate, and why', async () => {
    const { id, mandateId } = await soldByCard(sellerOn(platform))
    const reason = 'The card is closed.'
    await post(`/policies/${id}/mandates/${mandateId}/revoke`, { reason })
    expect(await log(`&subject_id=${mandateId}`)).toMatchObject([
      {
        action: 'mandate.revoked',
        before: { state: 'active' },
        after: { state: 'revoked', reason },
      },
    ])
  })

  it('records who handed a policy over, and why', async () => {
    const { id, version_id } = await soldPolicy(sellerOn(platform))
    const jonas = { first_name: 'Jonas', last_name: 'Weber', email: 'jonas.weber@example.com' }
    const reason = 'The company was sold.'
    const by = managerOn(platform)
    const path = `/policies/${id}/policyholder`
    await by.post(path, { ...jonas, reason }, { 'if-match': version_id })
    const [entry] = await log(`&subject_id=${id}`)
    expect(entry).toMatchObject({ action: 'policy.policyholder_changed', after: { reason } })
    expect(JSON.stringify(entry)).not.toMatch(/Jonas|Weber/)
  })

  it('records who decided on a renewal, and had it tried again', async () => {
    const clock = await newClock(platform, '2031-05-01T09:00:00Z')
    const bikes = sellerOn(platform, { product: 'bike', clock })
    const renewals = renewalsOn(platform, bikes, clock)
    const sold = async (purchase_date: string) => {
      const data = { start_date: '2031-06-01', purchase_date }
      return (await soldPolicy(bikes, { quote: { data } })).id
    }
    const [wanted, unwanted, old] = [
      await sold('2031-04-01'),
      await sold('2031-04-01'),
      await sold('2022-06-01'),
    ]
    await renewals.advance('2032-05-01T09:00:00Z')
    await renewals.decide(wanted, 'accept')
    await renewals.decide(unwanted, 'decline')
    await renewals.retry(old, { answers: { purchase_date: '2023-01-01' } })
    const entries = await Promise.all(
      [wanted, unwanted, old].map(async (id) => (await log(`&subject_id=${id}`))[0]),
    )
    expect(entries).toMatchObject([
      { action: 'renewal.accepted', before: { state: 'offered' }, after: { state: 'accepted' } },
      { action: 'renewal.declined', before: { state: 'offered' }, after: { state: 'declined' } },
      {
        action: 'renewal.retried',
        before: { state: 'knocked_out' },
        after: { state: 'scheduled', given: ['purchase_date'] },
      },
    ])
  })

  it('records each download of a file for the bank', async () => {
    const id = await payoutBatch(platform)
    const file = `/manage/payout_batches/${id}/file`
    for (const query of ['', '', '?again=true']) await managerOn(platform).get(file + query)
    const entries = await log(`&subject_id=${id}`)
    expect(entries.map(({ action, after }) => [action, after?.['downloads']])).toEqual([
      ['payouts.downloaded', 2],
      ['payouts.downloaded', 1],
      ['payouts.exported', undefined],
    ])
  })

  it('lists what was done to one thing', async () => {
    const id = (await newKey()).id
    await post(`/manage/keys/${id}/revoke`)
    const entries = await log(`&subject_id=${id}`)
    expect(entries.map(({ action }) => action)).toEqual(['key.revoked', 'key.created'])
  })

  it('holds no secret, and nothing of customers', async () => {
    const key = await newKey()
    const token = await post('/manage/access_tokens', { name: 'x' })
    const entries = await log()
    const text = JSON.stringify(entries)
    expect(text).not.toContain(key.key)
    expect(text).not.toContain(token.token)
    expect(text).not.toMatch(/[sp]k_(test|live)_|ut_(test|live)_|"at_|[0-9a-f]{64}|Brandt/)
    // People who work with the platform are named, customers are not.
    const others = entries.filter(({ subject_id }) => !subject_id.startsWith('usr_'))
    expect(JSON.stringify(others)).not.toContain('@example')
  })

  it('says who joined by single sign-on, who was linked, and with which roles', async () => {
    const provider = await openLyingProvider(platform)
    try {
      await managerOn(platform).put('/manage/single_sign_on', {
        ...testClient,
        issuer: provider.issuer,
        group_roles: { desk: ['service'], finance: ['accountant'] },
        just_in_time: true,
      })
      const member = await newPerson(platform, { name: 'Lena Linked', roles: ['service'] })
      for (const claims of [
        { groups: 'desk' },
        { groups: 'finance' },
        { groups: 'desk', sub: 'lena', email: member.email, email_verified: true },
      ]) {
        provider.claims = claims
        await provider.signIn()
        platform.clock.advance({ seconds: 1 })
      }
      const actions = (await log()).map(({ action }) => action)
      expect(actions.slice(0, 6)).toEqual([
        'session.began',
        'user.identity_linked',
        'session.began',
        'user.roles_changed',
        'session.began',
        'user.joined',
      ])
    } finally {
      await provider.close()
      await managerOn(platform).delete('/manage/single_sign_on')
    }
  })

  it('knows every action by heart', async () => {
    await managerOn(platform).patch('/manage/sign_in_rules', { requires_second_factor: false })
    await actsOfAPerson(platform)
    const rows = await platform.db.query<{ action: string }>(sql`
      select distinct action from audit_entries`)
    const recorded = new Set(rows.map(({ action }) => action))
    const ofKeys = auditActions.filter((action) => !ofPeople.test(action))
    expect(ofKeys.filter((action) => !recorded.has(action))).toEqual([])
  })

  it('shows which of two publications at once came first', async () => {
    const { id, live_version_id: live, versions } = await bike(stage)
    const others = versions.filter((version) => version.id !== live).slice(0, 2)
    platform.clock.advance({ seconds: 1 })
    await Promise.all(
      others.map((version) => post(`/manage/product_versions/${version.id}/publish`)),
    )
    const published = (await log(`&subject_id=${id}`)).slice(0, 2)
    const befores = published.map(({ before }) => before?.['product_version_id'])
    const afters = published.map(({ after }) => after?.['product_version_id'])
    // The first met what was live, the second what the first had put on sale.
    expect(befores).toContain(live)
    expect(afters).toContain(befores.find((version) => version !== live))
  })
})

const now = () => platform.clock().toString({ smallestUnit: 'second' }).replace('Z', '+00:00')

async function keyIdOf(secret: string): Promise<string> {
  const keys = (await managerOn(platform).get('/manage/keys')).json<
    { id: string; hint: string }[]
  >()
  return keys.find(({ hint }) => secret.endsWith(hint))?.id ?? ''
}
