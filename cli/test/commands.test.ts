import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@bindery/sdk'
import { sql } from '@bindery/server/src/database/index.ts'
import { stuckPolicy } from '@bindery/server/test/builders/stuck-policy.ts'
import { transactionsOn } from '@bindery/server/test/builders/transactions.ts'
import { declaredByStranger } from '@bindery/server/test/builders/declared.ts'
import { sellerOn, soldPolicy } from '@bindery/server/test/builders/sale.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

let served: ServedPlatform
beforeAll(async () => {
  served = await servedPlatform()
  await served.cli.run(['init', 'travel'])
})
afterAll(() => served.close())

describe('programs get JSON', () => {
  it('from init, validate, test, types and plan', async () => {
    const { cli } = served
    expect(await cli.json(['init', 'pet-care'])).toMatchObject({
      folder: 'pet-care',
      key: 'pet-care',
      files: expect.arrayContaining(['product.yaml', 'tests/prices.yaml']),
    })
    expect(await cli.json(['validate', 'travel'])).toEqual({
      valid: true,
      problems: [],
      warnings: [],
    })
    expect(await cli.json(['test', 'travel'])).toMatchObject({
      passed: 5,
      failed: 0,
      cases: expect.arrayContaining([
        { file: 'tests/prices.yaml', name: 'a week in Europe', passed: true, differences: [] },
      ]),
    })
    expect(await cli.json(['plan', 'travel'])).toMatchObject({
      valid: true,
      differences: expect.arrayContaining([
        { area: 'settings', change: 'added', place: 'currency', before: null, after: 'eur' },
      ]),
    })
    const { types } = await cli.json<{ types: string }>(['types', 'travel'])
    expect(types).toContain("readonly region: 'europe' | 'world'")
  })

  it('from push, publish, rollback, pull and products', async () => {
    const { cli } = served
    const pushed = await cli.json<{ product_version_id: string }>(['push', 'travel', '--publish'])
    expect(pushed).toMatchObject({ is_new: true, number: 1, is_live: true, warnings: [] })
    const { product_version_id: versionId } = pushed
    const published = await cli.json<{ checkout: { url: string }[] }>(['publish', versionId])
    expect(published).toMatchObject({
      live_version_id: versionId,
      is_changed: false,
      checkout: [{ integration: 'shop', distributor: 'alpine-brokers', has_key: false }],
    })
    const [page] = published.checkout
    expect(page?.url).toMatch(/\/checkout\/in_[0-9a-f]{28}\?key=pk_test_\.\.\.$/)
    const { stdout } = await cli.run(['publish', versionId])
    expect(stdout).toContain(`Customers can buy it here:\n  ${page?.url}  (alpine-brokers)\n`)
    expect(stdout).toContain('keys create --account alpine-brokers --kind public --mode test')
    expect(await cli.json(['rollback', 'travel'], { code: 1 })).toMatchObject({
      error: { message: 'travel has no earlier live version.', exit_code: 1 },
    })
    expect(await cli.json(['pull', 'travel', 'copy'])).toMatchObject({
      folder: 'copy',
      number: 1,
      others: [],
    })
    expect(await cli.json(['products', 'list'])).toContainEqual(
      expect.objectContaining({ key: 'travel', live_version_id: versionId }),
    )
    expect(await cli.json(['products', 'show', 'travel'])).toMatchObject({
      items: [{ key: 'travel' }],
      payment_plans: [{ key: 'once' }],
      integrations: [{ key: 'shop' }],
    })
    expect(await cli.json(['plan', 'travel'])).toMatchObject({ differences: [] })
  })

  it('from accounts, events and the audit log', async () => {
    const { cli } = served
    await cli.json(['accounts', 'create', 'northern-brokers', '--name', 'Northern Brokers'])
    expect(await cli.json(['accounts', 'list'])).toContainEqual(
      expect.objectContaining({ key: 'northern-brokers', kind: 'distributor' }),
    )
    const address = 'service@northern-brokers.example'
    const mail = ['accounts', 'mail', 'northern-brokers']
    expect(await cli.run(mail)).toMatchObject({ code: 2 })
    expect(await cli.json([...mail, '--to', address])).toMatchObject({ email: address })
    const unknown = await cli.run(['accounts', 'mail', 'nobody', '--none'])
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('accounts list')])
    expect(await cli.json([...mail, '--none'])).toMatchObject({ email: null })
    expect(await cli.json(['events', '--type', 'product.pushed', '--limit', '1'])).toHaveLength(1)
    expect(await cli.json(['audit', '--limit', '3'])).toMatchObject([
      { action: 'distributor.mail_address_set', before: { email: address } },
      { action: 'distributor.mail_address_set', after: { email: address } },
      { action: 'distributor.created', after: { key: 'northern-brokers' } },
    ])
  })

  it('from the doctor, who finds everything in order but that no worker is running', async () => {
    const { checks } = await served.cli.json<{ checks: { name: string; state: string }[] }>([
      'doctor',
    ])
    expect(checks.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'configuration ok',
      'server ok',
      'clock ok',
      'versions ok',
      'database ok',
      'jobs ok',
      'workers warning', // The test runs the jobs itself.
      'key ok',
      'products ok',
    ])
  })
})

describe('an operator', () => {
  it('sees that no worker runs, and which policy is stuck', async () => {
    const { cli, platform } = served
    const health = await cli.run(['health'])
    expect(health.stdout).toMatch(/workers +none: nothing happens/)
    expect(await cli.json(['policies', 'stuck'])).toEqual([])
    const { id } = await soldPolicy(sellerOn(platform))
    await stuckPolicy(platform, id)
    const { stdout } = await cli.run(['policies', 'stuck'])
    expect(stdout).toContain(id)
    expect(stdout).toContain('the rater does not')
    expect((await cli.run(['health'])).stdout).toMatch(/policies stuck +1, see: /)
  })
})

describe('a price', () => {
  it('is explained step by step, with the table row it hit', async () => {
    const input = '{"days": 7, "region": "world"}'
    const words = ['price', 'travel', '--input', '-', '--explain']
    const { stdout, code } = await served.cli.run(words, { input })
    expect(stdout).toMatch(/step per_day +320 .* tables\/regions\.csv row 3/)
    expect(stdout).toMatch(/to pay +26\.66 EUR/)
    expect(code).toBe(0)
  })

  it('is read from a file, for an item and an integration', async () => {
    const { cli } = served
    await writeFile(join(cli.folder, 'trip.json'), '{"days": 7, "region": "europe"}')
    const words = ['price', 'travel', '--input', 'trip.json', '--item', 'travel']
    expect(await cli.json([...words, '--integration', 'shop'])).toMatchObject({
      outcome: 'priced',
      result: { gross_payment_amount: 1250 },
    })
    const { stderr, code } = await cli.run([...words, '--integration', 'fair'])
    expect(stderr).toContain('The product has no integration fair.')
    expect(code).toBe(1)
  })

  it('is varied over what the rules allow, as a table or as a list', async () => {
    const { cli } = served
    const input = '{"days": 7, "region": "europe"}'
    const words = (vary: string) => ['price', 'travel', '--input', '-', '--vary', vary]
    const square = (await cli.run(words('days,region'), { input })).stdout
    expect(square).toContain('days: 11 values from 1 to 90')
    expect(square).toMatch(/days \\ region +europe +world/)
    expect(square).toMatch(/^7 +12\.50 EUR \* +26\.66 EUR$/m)
    expect(square).toMatch(/^90 +160\.65 EUR +declined \(too_long_overseas\)$/m)
    const list = (await cli.run(words('region'), { input })).stdout
    expect(list).toMatch(/^europe +12\.50 EUR \* +the same$/m)
    expect(list).toMatch(/^world +26\.66 EUR +\+14\.16 EUR$/m)

    const varied = await cli.json<{ varied: { rows: unknown[] } }>(words('region'), { input })
    expect(varied).toMatchObject({
      outcome: 'priced',
      varied: {
        fields: [{ name: 'region', values: ['europe', 'world'], from: 'as listed' }],
        rows: [
          { values: { region: 'europe' }, result: { gross_payment_amount: 1250 } },
          { values: { region: 'world' }, result: { gross_payment_amount: 2666 } },
        ],
      },
    })
    const unknown = await cli.run(words('regoin'), { input })
    expect(unknown.stderr).toContain('The quote has no question regoin. Did you mean region?')
    const open = await cli.run(words('start_date'), { input })
    expect(open.stderr).toContain('start_date cannot be varied: it is a date.')
    expect((await cli.run(words(','), { input })).stderr).toContain('Name at least one answer')
    expect([unknown.code, open.code]).toEqual([1, 1])
  })

  it('is not given for what is declined or refused, and says why as the API does', async () => {
    const price = (input: string) => served.cli.run(['price', 'travel', '--input', '-'], { input })
    const declined = await price('{"days": 80, "region": "world"}')
    expect(declined.stdout).toContain('Declined by the knockout too_long_overseas.')
    expect(declined.code).toBe(1)
    const invalid = await price('{"days": 0}')
    expect(invalid.stdout).toContain('days: Must be at least 1.')
    expect(invalid.stdout).toMatch(/region: .*required/i)
    expect(invalid.code).toBe(1)
  })
})

describe('an operator', () => {
  it('makes, rotates and revokes a key', async () => {
    const { cli, url } = served
    const made = await cli.json<{ id: string; key: string }>([
      'keys',
      'create',
      '--account',
      'harbour-partners',
      '--kind',
      'secret',
      '--name',
      'till',
    ])
    expect(made.key).toMatch(/^sk_test_/)
    const rotated = await cli.json<{ id: string; key: string }>([
      'keys',
      'rotate',
      made.id,
      '--overlap-hours',
      '1',
    ])
    expect(rotated.key).not.toBe(made.key)
    const listed = await cli.run(['keys', 'list'])
    expect(listed.stdout).toMatch(new RegExp(`${made.id} +harbour-partners .* until `))
    expect(listed.stdout).not.toContain(rotated.key)
    const { stdout } = await cli.run(['keys', 'revoke', rotated.id])
    expect(stdout).toContain('The key till')
    expect((await cli.run(['keys', 'list'])).stdout).not.toContain(rotated.id)
    expect((await cli.run(['keys', 'list', '--all'])).stdout).toContain(rotated.id)
    const client = createClient({ baseUrl: url, secretKey: rotated.key })
    await expect(client.policies.get('tpol_0')).rejects.toMatchObject({ kind: 'authentication' })
  })

  it('invites a person, changes the roles, and lets the person leave', async () => {
    const { cli } = served
    const email = 'anna.keller@example.com'
    const invite = ['users', 'invite', email, '--name', 'Anna Keller', '--role', 'service']
    const invited = await cli.run(invite)
    expect(invited.stdout).toMatch(/\/console\/welcome#invitation=[0-9a-f]{64}\n/)
    expect((await cli.run(['users', 'list'])).stdout).toMatch(
      /Anna Keller +anna.* +service +invited/,
    )
    await cli.run(['users', 'roles', email, '--role', 'viewer', 'accountant'])
    const shown = await cli.run(['users', 'show', email])
    expect(shown.stdout).toMatch(/roles +viewer, accountant\n/)
    const [, secret] = /invitation=([0-9a-f]{64})/.exec(invited.stdout) ?? []
    const accepted = await fetch(`${served.url}/manage/links/accept`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ secret, password: 'seven calm otters read maps' }),
    })
    expect(accepted.status).toBe(200)
    expect((await cli.run(['sessions', 'list', email])).stdout).toMatch(/ses_[0-9a-f]{28} +link/)
    expect((await cli.run(['sessions', 'end', email])).stdout).toContain('Ended all sessions')
    expect(await cli.json(['sessions', 'list', email])).toEqual([])
    expect((await cli.run(['users', 'reset', email])).stdout).toMatch(/welcome#reset=[0-9a-f]{64}/)
    const factor = await cli.run(['users', 'remove-second-factor', email])
    expect([factor.code, factor.stderr]).toEqual([
      1,
      expect.stringContaining('no authenticator app'),
    ])
    await served.platform.db.query(sql`
      insert into totp_secrets (user_id, ring_key_id, sealed_key, sealed_data, created_at, confirmed_at)
      select id, 'test', '', '', now(), now() from users where email = ${email}`)
    const removed = await cli.run(['users', 'remove-second-factor', email])
    expect(removed.stdout).toContain(`${email} signs in with the password alone`)
    expect((await cli.run(['users', 'deactivate', email])).stdout).toContain('is deactivated')
    expect((await cli.run(['users', 'reactivate', email])).stdout).toContain('can sign in again')
    expect((await cli.run(['users', 'remove', email])).code).toBe(0)
    const gone = await cli.run(['users', 'show', email])
    expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('There is no person')])
  })

  it('sets single sign-on up, shows it, and removes it', async () => {
    const { cli } = served
    const none = await cli.run(['sso', 'show'])
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('bindery sso set')])
    const input = [
      'issuer: https://login.example.com',
      'client_id: bindery',
      'client_secret: hunter2',
      'just_in_time: true',
      'group_roles: { desk: [service, viewer] }',
    ].join('\n')
    const set = await cli.run(['sso', 'set', '--from', '-'], { input })
    expect(set.stdout).toContain('Single sign-on is set up.')
    const shown = await cli.run(['sso', 'show'])
    expect(shown.stdout).toMatch(/people sign in at +http.*\/console\/sso\/demo-insurance\n/)
    expect(shown.stdout).toMatch(/roles of desk +service, viewer\n/)
    expect(set.stdout + shown.stdout).not.toContain('hunter2')
    const wrong = await cli.run(['sso', 'set', '--from', '-'], { input: 'issuer: x' })
    expect(wrong.code).toBe(1)
    expect((await cli.run(['sso', 'remove'])).stdout).toContain(
      'https://login.example.com is removed',
    )
    expect((await cli.run(['sso', 'remove'])).code).toBe(1)
  })

  it('requires a second factor, and no longer', async () => {
    const { cli } = served
    const change = (rule: string) => cli.run(['sign-in-rules', 'change', '--second-factor', rule])
    expect((await change('required')).stdout).toContain('A second factor is required.')
    const shown = await cli.json(['sign-in-rules', 'show'])
    expect(shown).toMatchObject({ requires_second_factor: true })
    expect((await change('optional')).stdout).toContain('A second factor is optional.')
    expect((await cli.run(['sign-in-rules', 'show'])).stdout).toContain('optional')
    expect((await change('sometimes')).code).toBe(2)
  })

  it('makes a role, and a key that may do no more', async () => {
    const { cli, url } = served
    const input = [
      'key: cyber_desk',
      'name: Cyber desk',
      'grants:',
      '  - permission: policies.read',
      '    product_ids: [cyber]',
      '  - permission: accounts.read',
    ].join('\n')
    expect((await cli.run(['roles', 'create', '--from', '-'], { input })).stdout).toContain(
      'The role cyber_desk is created.',
    )
    expect((await cli.run(['roles', 'list'])).stdout).toMatch(/cyber_desk +own +2/)
    const shown = await cli.run(['roles', 'show', 'cyber_desk'])
    expect(shown.stdout).toMatch(/policies\.read +See policies.* pr_/)
    const made = await cli.json<{ id: string; key: string }>([
      'keys',
      'create',
      '--kind',
      'secret',
      '--name',
      'desk',
      '--role',
      'cyber_desk',
    ])
    expect((await cli.run(['keys', 'list'])).stdout).toMatch(/desk +cyber_desk +never/)
    const desk = createClient({ baseUrl: url, secretKey: made.key })
    await expect(desk.manage.accounts.list()).resolves.toBeInstanceOf(Array)
    await expect(desk.manage.keys.list()).rejects.toMatchObject({ kind: 'forbidden' })
    const used = await cli.run(['roles', 'delete', 'cyber_desk'])
    expect([used.code, used.stderr]).toEqual([1, expect.stringContaining('One key has the role')])
    await cli.run(['keys', 'revoke', made.id])
    expect((await cli.run(['roles', 'delete', 'cyber_desk'])).code).toBe(0)
    const gone = await cli.run(['roles', 'show', 'cyber_desk'])
    expect(gone.stderr).toContain('There is no role cyber_desk.')
    const empty = await cli.run(['roles', 'create', '--from', '-'], { input: '- viewer' })
    expect([empty.code, empty.stderr]).toEqual([
      2,
      expect.stringContaining('is not a list of names'),
    ])
  })

  it('asks why a price changed, as one adds it up', async () => {
    const { cli, platform } = served
    const secretKey = platform.demo.insurer.test.secret
    const insurer = sellerOn(platform, { secretKey })
    const { id } = await soldPolicy(insurer)
    const transactions = transactionsOn(platform, insurer)
    const { token } = await transactions.quoteEndorsement(id, { deductible: 1_000_000 })
    await transactions.endorse(id, { quote_token: token })
    const { stdout, code } = await cli.run(['policies', 'why', id])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^The price falls from €/)
    expect(stdout).toMatch(
      /\n1,462\.41 EUR +before\n +-166\.18 EUR +Deductible from €5,000\.00 to €10,000\.00\n1,296\.23 EUR +from /,
    )
    const why = await cli.json<{ difference: number; summary: string }>([
      'policies',
      'why',
      id,
      '--customer',
      '--language',
      'de',
    ])
    expect([why.difference, why.summary]).toEqual([
      -16_618,
      expect.stringMatching(/^Der Preis sinkt/),
    ])
    const first = await cli.run(['policies', 'why', id, '--to', 'renewal'])
    expect([first.code, first.stderr]).toEqual([1, expect.stringContaining('not offered yet')])
  })

  it('explains how a price came about, and checks that all prices are still the same', async () => {
    const { cli, platform } = served
    const { id } = await soldPolicy(sellerOn(platform))
    const explained = await cli.run(['policies', 'explain', id])
    expect(explained.stdout).toMatch(/to pay +[\d,]+\.\d\d EUR/)
    expect(explained.stdout).toContain('The recalculated price is the price that was sold.')
    expect(explained.code).toBe(0)

    const checked = cli.run(['portfolio', 'check'])
    let isDone = false
    void checked.then(() => (isDone = true))
    await expect.poll(async () => platform.runDue().then(() => isDone)).toBe(true)
    expect((await checked).stdout).toContain('Every recalculated price is the same to the cent.')
  })

  it('lets a year pass on a clock, and shows when it has arrived', async () => {
    const { cli, platform } = served
    const at = '2031-05-01T10:00:00Z'
    const clock = await cli.json<{ id: string }>(['clocks', 'create', '--at', at])
    const policy = await soldPolicy(sellerOn(platform, { product: 'bike', clock: clock.id }), {
      quote: { data: { start_date: '2031-06-01' } },
    })
    const to = '2033-01-01T00:00:00Z'
    const advanced = cli.run(['clocks', 'advance', clock.id, '--to', to])
    let isDone = false
    void advanced.then(() => (isDone = true))
    await expect.poll(async () => platform.runDue().then(() => isDone)).toBe(true)
    const { stdout, code } = await advanced
    expect([code, stdout]).toEqual([0, expect.stringMatching(/time +2033-01-01T00:00:00/)])
    expect((await cli.run(['clocks', 'list'])).stdout).toContain(clock.id)
    expect((await cli.run(['clocks', 'show', clock.id])).stdout).toMatch(/status +ready/)
    expect((await cli.run(['policies', 'show', policy.id])).stdout).toContain('expired')
    const back = await cli.run(['clocks', 'advance', clock.id, '--to', at])
    expect([back.code, back.stderr]).toEqual([1, expect.stringContaining('only moves forward')])
  })

  it('cancels by a kind of the product, with its notice', async () => {
    const { cli, platform } = served
    const product = 'cyber-formula'
    const secretKey = platform.demo.insurer.test.secret
    const { id } = await soldPolicy(sellerOn(platform, { product, secretKey }))
    const cancel = ['policies', 'cancel', id, '--date', '2027-12-31', '--reason', 'Sold.']
    const ordinary = ['--kind', 'customer', '--reason-code', 'ordinary']
    expect(await cli.run([...cancel, ...ordinary])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The first possible day is 2028-06-28.'),
    })
    const preview = ['policies', 'preview', id, '--cancel', '2028-06-28', ...ordinary]
    expect((await cli.run(preview)).stdout).toContain(
      'With the notice received on 2027-03-01, cover can end on 2028-06-28 at the earliest.',
    )
    const claim = ['--kind', 'customer', '--reason-code', 'claim', '--occurred', '2027-01-31']
    expect(await cli.run([...cancel, ...claim, '--no-wait'])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('refunds'),
    })
    await platform.runDue()
    expect((await cli.run(['policies', 'show', id])).stdout).toMatch(
      /^cancelled +as of the end of 2027-12-31, recorded by the insurer \(customer, claim\): Sold\.$/m,
    )
    const misspelt = await cli.run([...cancel, '--kind', 'insured'])
    expect(misspelt.stderr).toContain('customer, insurer, agreement')
  })

  it('changes a price by a quote, and lets a cancelled policy go on', async () => {
    const { cli, platform } = served
    // A product without documents, which nobody looks at here.
    const product = 'cyber-formula'
    const secretKey = platform.demo.insurer.test.secret
    const insurer = sellerOn(platform, { product, secretKey })
    const transactions = transactionsOn(platform, insurer)
    const { id } = await soldPolicy(insurer)
    const show = () =>
      cli.json<{ policy: { insurer_policy_id: string; status: string } }>(['policies', 'show', id])
    const { policy } = await show()
    const number = policy.insurer_policy_id
    /** With the jobs that it waits for. */
    const worked = async (words: readonly string[]) => {
      const run = cli.run(words)
      let isDone = false
      void run.then(() => (isDone = true))
      await expect.poll(async () => platform.runDue().then(() => isDone)).toBe(true)
      return run
    }

    const cheaper = await transactions.quoteEndorsement(id, { deductible: 1_000_000 })
    const endorse = ['policies', 'endorse', number, '--quote', cheaper.token]
    expect(await worked(endorse)).toMatchObject({
      code: 0,
      stdout: `✓ ${number} is endorsed.\n`,
      stderr: expect.stringMatching(/(refunds|leaves) [\d,.]+ EUR/),
    })
    // The price is that of the quote, which is for the policy as it was.
    expect(await cli.run(endorse)).toMatchObject({ code: 1, stdout: '' })
    expect((await cli.run(['policies', 'history', number])).stdout).toMatch(
      /deductible from .+ to .+/,
    )
    const answered = (...words: string[]) => cli.run(['policies', 'endorse', number, ...words])
    const none = await answered('--answer', 'deductibel=100000')
    expect([none.code, none.stderr]).toEqual([
      2,
      expect.stringContaining('Answers that may change: '),
    ])
    const wrong = await answered('--answer', 'deductible=100001')
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringMatching(/deductible: Must be /)])
    const proposed = await worked(['policies', 'endorse', number, '--answer', 'deductible=100000'])
    expect(proposed.stderr).toMatch(/costs [\d,.]+ EUR/)
    expect(proposed.code).toBe(0)
    expect(proposed.stdout).toMatch(
      /takes effect once [\d,.]+ EUR is paid, at the latest on [-\d]+\./,
    )

    await worked(['policies', 'cancel', number, '--date', '2027-12-31', '--reason', 'Sold.'])
    expect(await show()).toMatchObject({ policy: { status: 'cancelled' } })
    const again = ['policies', 'reinstate', number]
    const looked = await cli.run(['policies', 'preview', number, '--reinstate'])
    expect(looked.stdout).toMatch(/costs [\d,.]+ EUR, to be paid by [-\d]+ before it takes effect/)
    const reinstated = await worked(again)
    expect(reinstated.code).toBe(0)
    expect(reinstated.stderr).toMatch(/[\d,.]+ EUR/)
    const token = /Payment token: (\S+)/.exec(reinstated.stdout)?.[1] ?? ''
    expect((await transactions.pay(id, token)).statusCode).toBe(200)
    await platform.runDue()
    expect(await show()).toMatchObject({ policy: { status: 'paid' } })
    expect(await cli.run(again)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not cancelled'),
    })
  })

  it('records that documents were delivered, and that the customer withdraws', async () => {
    const { cli, platform } = served
    const { id } = await soldPolicy(sellerOn(platform, { product: 'cyber-formula' }))
    const { policy } = await cli.json<{ policy: { created_at: string } }>(['policies', 'show', id])
    const sold = policy.created_at.slice(0, 10)
    const evidence = ['--evidence', 'Handed over.']
    const delivered = await cli.run(['policies', 'delivered', id, '--date', sold, ...evidence])
    expect(delivered.stdout).toMatch(
      /delivered on \S+\.\nThe customer can withdraw .* until \S+\.$/m,
    )
    const looked = await cli.run(['policies', 'preview', id, '--withdraw'])
    expect(looked.stdout).toMatch(/^The withdrawal from \S+ on refunds 1,462\.41 EUR\.$/m)
    expect(looked.stdout).toMatch(/^\S+ +void +/m)
    const withdrawing = cli.run(['policies', 'withdraw', id, '--sent', sold])
    await expect
      .poll(async () => {
        await platform.runDue()
        const found = await cli.json<{ id: string }[]>([
          'policies',
          'find',
          '--status',
          'cancelled',
        ])
        return found.map((one) => one.id)
      })
      .toContain(id)
    await platform.runDue()
    expect(await withdrawing).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/has withdrawn from \S+\.\n.*refunded/),
      stderr: expect.stringMatching(/refunds 1,462\.41 EUR\./),
    })
    expect((await cli.run(['policies', 'show', id])).stdout).toMatch(/^cover +void$/m)
    expect(await cli.run(['policies', 'reinstate', id])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('was withdrawn'),
    })
  })

  it('finds a policy by whatever is at hand, sees its history and cancels it', async () => {
    const { cli, platform } = served
    const { id } = await soldPolicy(sellerOn(platform), { offer: { email: 'Grace@example.com' } })
    const [found] = await cli.json<{ id: string; insurer_policy_id: string }[]>([
      'policies',
      'find',
      'grace@example.com',
    ])
    expect(found?.id).toBe(id)
    const number = found?.insurer_policy_id ?? ''
    for (const words of [[id], [number], ['--product', 'cyber', '--status', 'paid']]) {
      expect((await cli.run(['policies', 'find', ...words])).stdout).toContain(number)
    }
    expect((await cli.run(['search', number])).stdout).toMatch(/^policy +\S+, Hanna Brandt +paid/m)
    expect((await cli.run(['policies', 'show', number])).stdout).toMatch(/policy\.issued/)
    const letters = 'CYB-WVHJJGVJ' // About one number in ten has no digit.
    await platform.db.query(sql`
      update policies set insurer_policy_id = ${letters} where id = ${id}`)
    expect((await cli.run(['policies', 'find', letters])).stdout).toContain(letters)
    await platform.db.query(sql`
      update policies set insurer_policy_id = ${number} where id = ${id}`)

    const move = [
      'policies',
      'endorse',
      number,
      '--set',
      'company_city=Potsdam',
      '--email',
      'g@example.com',
    ]
    const looked = await cli.run(['policies', 'preview', number, '--endorse', ...move.slice(3)])
    expect(looked).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^The endorsement from [-\d]+ on causes no charge and no refund\.[^]*\bpvt_/,
      ),
    })
    for (const unclear of [[], ['--reinstate', '--cancel', '2027-12-31']]) {
      const answer = await cli.run(['policies', 'preview', number, ...unclear])
      expect(answer).toMatchObject({ code: 2, stderr: expect.stringContaining('Add one of') })
    }
    const endorsing = cli.run(move)
    let isDone = false
    void endorsing.then(() => (isDone = true))
    await expect.poll(async () => platform.runDue().then(() => isDone)).toBe(true)
    expect(await endorsing).toMatchObject({
      code: 0,
      stdout: `✓ ${number} is endorsed.\n`,
      stderr: expect.stringContaining('causes no charge and no refund'),
    })
    expect(await cli.run(move)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nothing'),
    })
    expect(await cli.json(['policies', 'show', id])).toMatchObject({
      policy: { email: 'g@example.com', data: { company_city: 'Potsdam' } },
    })

    expect((await cli.run(['policies', 'history', number])).stdout).toMatch(
      /company city from Berlin to Potsdam/,
    )
    const later = await cli.run(['policies', 'show', number, '--as-of', '2030-01-01'])
    expect(later.stdout).toMatch(/^company_city +"Potsdam"$/m)
    expect(later.stdout).toMatch(/^status +paid$/m)
    expect(later.stdout).toMatch(/^cover +covered from \d{4}-\d{2}-\d{2}$/m)
    const unknown = ['policies', 'show', number, '--known-at', '2020-01-01T00:00:00Z']
    expect(await cli.run(unknown)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('was not found'),
    })

    const cancel = ['policies', 'cancel', number, '--date', '2027-12-31', '--reason', 'Moved.']
    const past = await cli.run(cancel.map((word) => (word === '2027-12-31' ? '2020-01-31' : word)))
    expect(past).toMatchObject({ code: 2, stderr: expect.stringContaining('Add --yes') })
    const ending = await cli.run(['policies', 'preview', number, '--cancel', '2027-12-31'])
    expect(ending.stdout).toMatch(/^2028-01-01 +ended +/m)
    expect(ending.stdout).toMatch(/^Documents: Confirmation of cancellation\.$/m)
    const cancelled = cli.run(cancel)
    await expect
      .poll(async () => {
        await platform.runDue()
        return (await cli.json<{ id: string }[]>(['policies', 'find', '--status', 'cancelled']))[0]
          ?.id
      })
      .toBe(id)
    expect(await cancelled).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/cover ends on 2027-12-31\.\n.*refunded/),
      stderr: expect.stringMatching(/refunds [\d,.]+ EUR\./),
    })
    expect((await cli.run(['policies', 'find', number])).stdout).toContain('to 2027-12-31')
    const statement = await cli.run(['policies', 'account', number])
    expect(statement.stdout).toMatch(/^\S+ +payment by invoice +-1,462\.41 EUR +0\.00 EUR /m)
    expect(statement.stdout).toMatch(/^On \S+ nothing is owed\.$/m)
    const early = await cli.run(['policies', 'account', number, '--on', '2020-01-01'])
    expect(early.stdout).toBe('On 2020-01-01 nothing is owed.\n')
    const { stderr, code } = await cli.run(cancel)
    expect(stderr).toContain('already')
    expect(code).toBe(1)
    const shown = (await cli.run(['policies', 'show', number])).stdout
    expect(shown).toMatch(
      /^cancelled +as of the end of 2027-12-31, recorded by the insurer: Moved\.$/m,
    )
    expect(shown).toMatch(/^cover +(not begun|covered from [-\d]+) to [-\d]+$/m)
    const afterwards = await cli.run(['policies', 'show', number, '--as-of', '2030-01-01'])
    expect(afterwards.stdout).toMatch(/^cover +ended from 2028-01-01$/m)
    expect(shown).toMatch(/^sold by +alpine-brokers$/m)
    expect(shown).toMatch(/^\S+ +cancellation +active +tpv_/m)
    expect(shown).toMatch(/^\S+ +Confirmation of cancellation +en +tpv_/m)
    expect((await cli.run(['audit', '--subject', id])).stdout).toMatch(
      /policy\.cancellation_requested .*"termination_date":"2027-12-31"/,
    )
    expect(await cli.json(['policies', 'show', id])).toMatchObject({
      policy: { status: 'cancelled' },
      history: { versions: [{ kind: 'offer' }, { kind: 'endorsement' }, { kind: 'cancellation' }] },
    })
  })
})

describe('withdrawals that customers have declared', () => {
  it('are listed, shown, settled and refused', async () => {
    const { cli, platform } = served
    const [one, other] = [await declaredByStranger(platform), await declaredByStranger(platform)]
    expect((await cli.run(['withdrawals', 'list'])).stdout).toContain(one)
    expect((await cli.run(['withdrawals', 'show', one])).stdout).toContain('no_policy')
    const seller = sellerOn(platform)
    const { id, version_id } = await soldPolicy(seller)
    await seller.cancel(id, version_id)
    await platform.runDue(['assemble_transaction'])
    expect((await cli.run(['withdrawals', 'settle', one, '--policy', id])).stdout).toContain(
      'settled',
    )
    const refused = await cli.run(['withdrawals', 'refuse', other, '--reason', 'Too late.'])
    expect(refused.stdout).toContain('refused')
    expect(await cli.json(['withdrawals', 'list'])).toEqual([])
  })
})
