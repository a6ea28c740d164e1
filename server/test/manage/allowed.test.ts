import type { Response } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { actsOfTwo, colleague } from '../builders/approvals.ts'
import { beginAdvance, newClock } from '../builders/clock.ts'
import { statedCommission } from '../builders/commission.ts'
import { contradictedPayment, refundThat } from '../builders/doubts.ts'
import { lapseInDoubt, openCaseId } from '../builders/dunning.ts'
import { exampleFolder } from '../builders/folder.ts'
import { savedLead } from '../builders/lead.ts'
import { type Manager, encodeFiles, managerOn } from '../builders/manager.ts'
import { newPerson } from '../builders/people.ts'
import { restrictedKey, roleKey } from '../builders/restricted.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { soldOnAccount, trackReceipts, unmatchedReceipt } from '../builders/tracked.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let everything: Manager
/** See sales, and everything, but may change nothing. */
let viewer: Manager
let auditor: Manager
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  everything = managerOn(platform)
  viewer = managerOn(platform, await restrictedKey(platform, ['viewer']))
  auditor = managerOn(platform, await restrictedKey(platform, ['auditor']))
  await trackReceipts(platform)
})
afterAll(() => platform.close())

type Allowed = Readonly<
  Record<string, { readonly allowed: boolean; readonly code: string | null; reason: string | null }>
>
type Send = (by: Manager) => Promise<Response>

/** Something that can be acted upon: where it says what is allowed, and a request for each act. */
interface Acted {
  readonly show: (by: Manager) => Promise<Allowed>
  readonly acts: Readonly<Record<string, Send>>
}

/** Every act that is said to be refused is refused for the reason that was said. */
async function refusesAsShown(by: Manager, { show, acts }: Acted): Promise<string[]> {
  const shown = await show(by)
  expect(Object.keys(shown)).toEqual(expect.arrayContaining(Object.keys(acts)))
  const refused = Object.entries(acts).filter(([act]) => shown[act]?.allowed === false)
  for (const [act, send] of refused) {
    const { code, message } = (await send(by)).json<{ code: string; message: string }>()
    expect({ act, code, message }).toEqual({
      act,
      code: shown[act]?.code,
      message: shown[act]?.reason,
    })
  }
  return refused.map(([act]) => act)
}

/** The same; then one act that is said to be allowed is accepted. */
async function does(act: string, { show, acts }: Acted, by = everything): Promise<void> {
  await refusesAsShown(by, { show, acts })
  expect((await show(by))[act], act).toEqual({ allowed: true, code: null, reason: null })
  const answer = await acts[act]?.(by)
  expect(answer?.statusCode, answer?.body).toBeLessThan(300)
}

/** Whoever may only look is refused everything, for the permission. */
async function closedTo(by: Manager, acted: Acted): Promise<void> {
  expect(await refusesAsShown(by, acted)).toEqual(Object.keys(acted.acts))
  const codes = Object.entries(await acted.show(by)).filter(([act]) => act in acted.acts)
  expect(new Set(codes.map(([, { code }]) => code))).toEqual(new Set(['permission_missing']))
}

const one =
  (path: string) =>
  async (by: Manager): Promise<Allowed> =>
    (await by.get(path)).json<{ allowed: Allowed }>().allowed

const listed =
  (path: string, member: string, value: string) =>
  async (by: Manager): Promise<Allowed> => {
    const rows = (await by.get(path)).json<{ allowed: Allowed }[]>()
    const found = rows.find((row) => Reflect.get(row, member) === value)
    if (found === undefined) throw new Error(`${value} is not listed`)
    return found.allowed
  }

const post =
  (path: string, body?: JsonObject): Send =>
  (by) =>
    by.post(path, body)

describe('what is said to be allowed is what the request answers, of', () => {
  it('an invoice', async () => {
    const { invoice } = await soldOnAccount(platform)
    const at = `/manage/invoices/${invoice.id}`
    const paid = { amount: 100, currency: invoice.currency, received_on: '2026-01-01' }
    const acted = {
      show: one(at),
      acts: {
        write_off: post(`${at}/write_off`, { reason: 'Nobody pays.' }),
        defer: post(`${at}/defer`, { due_date: '2027-12-01', reason: 'Agreed.' }),
        record_receipt: post(`${at}/receipts`, paid),
      },
    }
    await closedTo(viewer, acted)
    await does('write_off', acted)
    expect(await refusesAsShown(everything, acted)).toEqual(['write_off', 'defer'])
    await does('record_receipt', acted)
  })

  it('the parties of a policy, and a customer', async () => {
    const { id, version_id } = await soldPolicy(sellerOn(platform))
    const at = `/manage/policies/${id}/parties`
    const because = { reason: 'A letter.' }
    const jonas = { first_name: 'Jonas', last_name: 'Weber', email: 'jonas.weber@example.com' }
    const change: Send = (by) =>
      by.post(`/policies/${id}/policyholder`, { ...jonas, ...because }, { 'if-match': version_id })
    const policy = {
      show: one(at),
      acts: {
        add: post(at, { role: 'insured', last_name: 'Kind', ...because }),
        change_policyholder: change,
      },
    }
    await closedTo(viewer, policy)
    await does('add', policy)
    const party = (await everything.get(at)).json<{ parties: { id: string }[] }>().parties[1]
    const insured = {
      show: async (by: Manager) => {
        const { parties } = (await by.get(at)).json<{ parties: { allowed: Allowed }[] }>()
        return parties.find((_, n) => n === 1)?.allowed ?? {}
      },
      acts: { end: post(`${at}/${party?.id}/end`, because) },
    }
    await closedTo(viewer, insured)
    await does('end', insured)
    await does('change_policyholder', policy)
    const { customer_id: customer } = (await everything.get(`/policies/${id}`)).json<{
      customer_id: string
    }>()
    const [other] = (await everything.get('/manage/policies')).json<{ customer_id: string }[]>()
    const path = `/manage/customers/${customer}`
    const person = {
      show: one(path),
      acts: { join: post(`${path}/join`, { customer_id: customer, ...because }) },
    }
    await closedTo(viewer, person)
    expect(other).toHaveProperty('customer_id')
  })

  it('a commission statement, and the agreements with its distributor', async () => {
    const { id, distributor_id } = await statedCommission(platform)
    const at = `/manage/commission_statements/${id}`
    const done = { done_on: '2026-01-01', reference: 'Transfer 17' }
    const finished = { show: one(at), acts: { finish: post(`${at}/done`, done) } }
    await closedTo(auditor, finished)
    await does('finish', finished)
    expect(await refusesAsShown(everything, finished)).toEqual(['finish'])
    const path = `/manage/distributors/${distributor_id}/commission_agreements`
    const terms = { first_day: '2099-01-01', earned: 'payment', payout: 'paid_out' }
    const agreed = { show: one(path), acts: { agree: post(path, terms) } }
    await closedTo(auditor, agreed)
    await does('agree', agreed)
  })

  it('a payment in doubt, and its refund', async () => {
    const id = await contradictedPayment(platform, sellerOn(platform))
    const resolve = { outcome: 'ok', note: 'It is there.' }
    const payment = {
      show: one(`/manage/payments/${id}`),
      acts: { resolve: post(`/manage/payments/${id}/resolve`, resolve) },
    }
    await closedTo(viewer, payment)
    await does('resolve', payment)
    expect(await refusesAsShown(everything, payment)).toEqual(['resolve'])
    const refundId = await refundThat(platform, sellerOn(platform), 'failed')
    const found = await everything.get('/manage/payments?in_doubt=true')
    const [inDoubt] = found.json<{ id: string }[]>()
    const refund = {
      show: async (by: Manager) => {
        const shown = await by.get(`/manage/payments/${inDoubt?.id}`)
        const { refunds } = shown.json<{ refunds: { id: string; allowed: Allowed }[] }>()
        return refunds.find((made) => made.id === refundId)?.allowed ?? {}
      },
      acts: { resolve: post(`/manage/refunds/${refundId}/resolve`, resolve) },
    }
    await closedTo(viewer, refund)
    await does('resolve', refund)
    expect(await refusesAsShown(everything, refund)).toEqual(['resolve'])
  })

  it('a renewal', async () => {
    const { id } = await soldPolicy(sellerOn(platform))
    const at = `/manage/policies/${id}/renewal`
    const acted = {
      show: one(at),
      acts: {
        accept: post(`${at}/accept`, {}),
        decline: post(`${at}/decline`, {}),
        retry: post(`${at}/retry`, {}),
      },
    }
    await closedTo(viewer, acted)
    expect(await refusesAsShown(everything, acted)).toEqual(['accept', 'retry'])
    await does('decline', acted)
    expect(await refusesAsShown(everything, acted)).toEqual(['accept', 'retry'])
    // The same decision again is accepted, and changes nothing.
    await does('decline', acted)
  })

  it('a policy and a lead', async () => {
    const { id } = await soldPolicy(sellerOn(platform))
    const reveal = { field: 'email', reason: 'The customer called.' }
    const cancel = { termination_date: '2027-06-30', cancellation_reason: 'Sold the company.' }
    const policy = {
      show: one(`/manage/policies/${id}`),
      acts: {
        endorse: (by: Manager) => by.patch(`/manage/policies/${id}`, {}),
        create_endorsement_link: post(`/manage/policies/${id}/endorsement_links`, {}),
        cancel: post(`/manage/policies/${id}/cancel`, cancel),
        reveal: post(`/manage/policies/${id}/reveal`, reveal),
      },
    }
    await closedTo(viewer, policy)
    await does('reveal', policy)
    const lead = await savedLead(platform)
    const saved = {
      show: one(`/manage/leads/${lead.id}`),
      acts: { reveal: post(`/manage/leads/${lead.id}/reveal`, reveal) },
    }
    await closedTo(viewer, saved)
    await does('reveal', saved, auditor)
  })

  it('a receipt of the bank', async () => {
    const { invoice } = await soldOnAccount(platform)
    const id = await unmatchedReceipt(platform, invoice.currency)
    const at = `/manage/receipts/${id}`
    const acted = {
      show: listed('/manage/receipts', 'id', id),
      acts: {
        match: post(`${at}/match`, { invoice_id: invoice.id }),
        dismiss: post(`${at}/dismiss`, { reason: 'Not ours.' }),
      },
    }
    await closedTo(auditor, acted)
    await does('dismiss', acted)
    expect(await refusesAsShown(everything, acted)).toEqual(['match', 'dismiss'])
  })

  it('a dunning case and a hold', async () => {
    const caseId = await openCaseId(platform)
    const at = `/manage/dunning/${caseId}`
    const action = { date: '2031-06-02', evidence: 'Order for payment.' }
    const ofCase = {
      show: one(at),
      acts: {
        record_legal_action: post(`${at}/legal-action`, action),
        decide_lapse: post(`${at}/lapse`, { decision: 'uphold', reason: 'The customer wants so.' }),
      },
    }
    await closedTo(viewer, ofCase)
    expect(await refusesAsShown(everything, ofCase)).toEqual(['decide_lapse'])
    await does('record_legal_action', ofCase)
    await lapseInDoubt(platform, caseId)
    await does('decide_lapse', ofCase)
    const { policy_id } = (await everything.get(at)).json<{ policy_id: string }>()
    const held = await everything.post('/manage/dunning/holds', {
      policy_id,
      until: '2031-06-30',
      reason: 'A flood.',
    })
    const { id } = held.json<{ id: string }>()
    const ofHold = {
      show: listed('/manage/dunning/holds', 'id', id),
      acts: { release: post(`/manage/dunning/holds/${id}/release`) },
    }
    await closedTo(viewer, ofHold)
    await does('release', ofHold)
    expect(await refusesAsShown(everything, ofHold)).toEqual(['release'])
  })

  it('a view, which only its owner changes', async () => {
    const shared = { list: 'events', name: 'All', query: '', shared: true }
    const made = await everything.post('/manage/views', shared)
    const { id } = made.json<{ id: string }>()
    const ofView = {
      show: listed('/manage/views', 'id', id),
      acts: {
        change: (by: Manager) => by.patch(`/manage/views/${id}`, { name: 'x' }),
        remove: (by: Manager) => by.delete(`/manage/views/${id}`),
      },
    }
    expect(await refusesAsShown(viewer, ofView)).toEqual(['change', 'remove'])
    await does('change', ofView)
  })

  it('a task and a note', async () => {
    const { id: policy_id } = await soldPolicy(sellerOn(platform))
    const made = await everything.post('/manage/tasks', { title: 'Call back.', policy_id })
    const task = made.json<{ id: string }>().id
    const ofTask = {
      show: listed('/manage/tasks', 'id', task),
      acts: {
        change: (by: Manager) => by.patch(`/manage/tasks/${task}`, { status: 'done' }),
      },
    }
    await closedTo(viewer, ofTask)
    await does('change', ofTask)
    const written = await everything.post('/manage/notes', { body: 'Called.', policy_id })
    const note = written.json<{ id: string }>().id
    const ofNote = {
      show: listed(`/manage/notes?policy_id=${policy_id}`, 'id', note),
      acts: { remove: (by: Manager) => by.delete(`/manage/notes/${note}`) },
    }
    await closedTo(viewer, ofNote)
    await does('remove', ofNote)
    expect(await refusesAsShown(everything, ofNote)).toEqual(['remove'])
  })

  it('a key, whose maker has more rights than the caller', async () => {
    const made = await everything.post('/manage/keys', {
      kind: 'secret',
      livemode: false,
      name: 'to be rotated',
    })
    const { id } = made.json<{ id: string }>()
    const acted = {
      show: listed('/manage/keys', 'id', id),
      acts: {
        rotate: post(`/manage/keys/${id}/rotate`, {}),
        revoke: post(`/manage/keys/${id}/revoke`),
      },
    }
    await closedTo(auditor, acted)
    const keeper = await roleKey(platform, 'key_keeper', [
      { permission: 'keys.read' },
      { permission: 'keys.manage' },
    ])
    expect(await refusesAsShown(managerOn(platform, keeper), acted)).toEqual(['rotate'])
    await does('rotate', acted)
    expect(await refusesAsShown(everything, acted)).toEqual(['rotate'])
    await does('revoke', acted)
    expect(await refusesAsShown(everything, acted)).toEqual(['rotate'])
  })

  it('a role', async () => {
    const actsOn = (key: string) => ({
      show: listed('/manage/roles', 'key', key),
      acts: {
        change: (by: Manager) => by.patch(`/manage/roles/${key}`, { name: 'New' }),
        delete: (by: Manager) => by.delete(`/manage/roles/${key}`),
      },
    })
    expect(await refusesAsShown(everything, actsOn('viewer'))).toEqual(['change', 'delete'])
    await roleKey(platform, 'in_use', [{ permission: 'policies.read' }])
    await closedTo(auditor, actsOn('in_use'))
    expect(await refusesAsShown(everything, actsOn('in_use'))).toEqual(['delete'])
    const grants = [{ permission: 'policies.read' }]
    await everything.post('/manage/roles', { key: 'unused', name: 'Unused', grants })
    await does('delete', actsOn('unused'))
  })

  it('a person, invited, active and deactivated', async () => {
    const actsOn = (id: string) => ({
      show: one(`/manage/users/${id}`),
      acts: {
        change_roles: (by: Manager) => by.patch(`/manage/users/${id}`, { roles: ['viewer'] }),
        deactivate: post(`/manage/users/${id}/deactivate`),
        reactivate: post(`/manage/users/${id}/reactivate`),
        create_reset_link: post(`/manage/users/${id}/reset_link`),
        create_email_link: post(`/manage/users/${id}/email_link`, { address: 'new' }),
        end_sessions: post(`/manage/users/${id}/end_sessions`),
        remove: post(`/manage/users/${id}/remove`),
      },
    })
    const invited = await everything.post('/manage/users', {
      email: 'ida.brandt@example.com',
      name: 'Ida Brandt',
      roles: ['viewer'],
    })
    const ida = actsOn(invited.json<{ id: string }>().id)
    await closedTo(auditor, ida)
    await does('change_roles', ida)
    expect(await refusesAsShown(everything, ida)).toHaveLength(5)
    const olaf = actsOn((await newPerson(platform, { name: 'Olaf Ruf', roles: ['viewer'] })).id)
    expect(await refusesAsShown(everything, olaf)).toEqual(['create_email_link'])
    await does('deactivate', olaf)
    expect(await refusesAsShown(everything, olaf)).toEqual([
      'create_reset_link',
      'create_email_link',
    ])
    await does('reactivate', olaf)
    await does('remove', olaf)
  })

  it('an administrator, for somebody with fewer rights and as the last one', async () => {
    const boss = await newPerson(platform, { name: 'Berta Boss', account: 'alpine-brokers' })
    const query = `?account_id=${boss.accountId}`
    const acted = {
      show: one(`/manage/users/${boss.id}${query}`),
      acts: {
        deactivate: post(`/manage/users/${boss.id}/deactivate${query}`),
        remove: post(`/manage/users/${boss.id}/remove${query}`),
        end_sessions: post(`/manage/users/${boss.id}/end_sessions${query}`),
      },
    }
    expect(await refusesAsShown(everything, acted)).toEqual(['deactivate', 'remove'])
    expect((await acted.show(everything))['remove']?.code).toBe('last_administrator')
    const helper = await roleKey(platform, 'helper', [
      { permission: 'users.read' },
      { permission: 'users.manage' },
    ])
    const closed = await refusesAsShown(managerOn(platform, helper), acted)
    expect(closed).toEqual(['deactivate', 'remove', 'end_sessions'])
    await newPerson(platform, { name: 'Bruno Boss', account: 'alpine-brokers' })
    await does('remove', acted)
  })

  it('a test clock that advances', async () => {
    const id = await newClock(platform, '2030-01-01T00:00:00Z')
    const at = `/manage/clocks/${id}`
    const { live_version_id: product_version_id } = (
      await everything.get(`/manage/products/${platform.demo.products['bike']?.product_id}`)
    ).json<{ live_version_id: string }>()
    const acted = {
      show: one(at),
      acts: {
        advance: post(`${at}/advance`, { to: '2030-03-01T00:00:00Z' }),
        publish: post(`${at}/publish`, { product_version_id }),
      },
    }
    await closedTo(auditor, acted)
    await does('publish', acted)
    await beginAdvance(platform, id, '2030-02-01T00:00:00Z')
    expect(await refusesAsShown(everything, acted)).toEqual(['advance', 'publish'])
    await platform.runDue()
    await does('advance', acted)
    await platform.runDue()
  })

  it('a what-if, a dataset of a product and a payment provider of the platform', async () => {
    const changes = { 'product.yaml': (text: string) => text.replace('name: ', 'name: What if, ') }
    const files = await exampleFolder('bike', changes)
    const kept = await everything.post('/manage/products/what_ifs', { files: encodeFiles(files) })
    const { product_version_id: id } = kept.json<{ product_version_id: string }>()
    const whatIf = {
      show: one(`/manage/product_versions/${id}`),
      acts: { publish: post(`/manage/product_versions/${id}/publish`, {}) },
    }
    await closedTo(viewer, whatIf)
    expect(await refusesAsShown(everything, whatIf)).toEqual(['publish'])
    const dataset = {
      show: one('/manage/datasets/companies'),
      acts: {
        import: async (_by: Manager) =>
          platform.app.inject({
            method: 'POST',
            url: '/manage/datasets/companies/import?key_field=name',
            headers: {
              authorization: `Bearer ${platform.demo.insurer.test.secret}`,
              'content-type': 'text/csv',
            },
            payload: 'name\nx\n',
          }),
      },
    }
    expect(await refusesAsShown(everything, dataset)).toEqual(['import'])
    const provider = {
      show: listed('/manage/payment_providers', 'name', 'sandbox'),
      acts: { remove: (by: Manager) => by.delete('/manage/payment_providers/sandbox') },
    }
    await closedTo(auditor, provider)
    expect(await refusesAsShown(everything, provider)).toEqual(['remove'])
    const credentials = '/manage/payment_providers/stripe/credentials'
    const fields = { secret_key: 'sk_test_12345678', publishable_key: 'pk_test_12345678' }
    expect((await everything.put(credentials, { fields })).statusCode).toBe(200)
    await closedTo(auditor, {
      show: listed('/manage/provider_credentials', 'provider', 'stripe'),
      acts: {
        set: (by: Manager) => by.put(credentials, { fields }),
        remove: (by: Manager) => by.delete(credentials),
        check: (by: Manager) => by.post('/manage/payment_providers/stripe/check'),
      },
    })
  })
})

it('a distributor sees that the insurer alone resolves a payment', async () => {
  const id = await contradictedPayment(platform, sellerOn(platform))
  const distributor = managerOn(platform, platform.demo.keys.test.secret)
  const acted = {
    show: one(`/manage/payments/${id}`),
    acts: {
      resolve: post(`/manage/payments/${id}/resolve`, { outcome: 'ok', note: 'It is there.' }),
    },
  }
  expect(await refusesAsShown(distributor, acted)).toEqual(['resolve'])
  expect((await acted.show(distributor))['resolve']?.code).toBe('not_an_insurer')
})

it('a permission that is limited to other products counts for nothing', async () => {
  const { invoice } = await soldOnAccount(platform)
  const key = await roleKey(platform, 'writes_off_cyber', [
    { permission: 'invoices.read' },
    {
      permission: 'invoices.write_off',
      productIds: [platform.demo.products['cyber']?.product_id ?? ''],
    },
  ])
  const limited = managerOn(platform, key)
  const shown = await one(`/manage/invoices/${invoice.id}`)(limited)
  expect(shown['write_off']).toMatchObject({ allowed: false, code: 'permission_missing' })
  const write = await limited.post(`/manage/invoices/${invoice.id}/write_off`, { reason: 'Why.' })
  // To this call the invoice does not exist.
  expect(write.statusCode).toBe(404)
})

describe('where a second person is needed', () => {
  const calls = () => actsOfTwo(platform, sellerOn(platform))
  const rules = (...acts: JsonObject[]) =>
    everything.patch('/manage/approval_rules', { rules: acts })
  const needsTwo = {
    allowed: false,
    code: 'second_person_required',
    reason: expect.stringContaining('POST /manage/approvals'),
  }
  const idIn = (path: string) => path.split('/')[3] ?? ''

  it('every resource says so, and the small amount of a limit is free', async () => {
    const { publishProduct, changeRole, writeOffInvoice, resolveRefund, ...ofPeople } = calls()
    const [version, role, off, refund] = [
      await publishProduct(),
      await changeRole(),
      await writeOffInvoice(),
      await resolveRefund(),
    ]
    const [reset, email, factor] = [
      await ofPeople.createResetLink(),
      await ofPeople.createEmailLink(),
      await ofPeople.removeSecondFactor(),
    ]
    const user = (path: string) => one(`/manage/users/${idIn(path)}`)
    const roles = { roles: ['service'] }
    const invoice = `/manage/invoices/${idIn(off.path)}`
    const { total, currency } = (await everything.get(invoice)).json<{
      total: number
      currency: string
    }>()
    const ofRefund = async (by: Manager) => {
      const found = await by.get('/manage/payments?in_doubt=true')
      const ids = found.json<{ id: string }[]>().map(({ id }) => `/manage/payments/${id}`)
      const shown = await Promise.all(ids.map((path) => by.get(path)))
      const refunds = shown.flatMap((answer) => {
        return answer.json<{ refunds: { id: string; allowed: Allowed }[] }>().refunds
      })
      return refunds.find(({ id }) => id === idIn(refund.path))?.allowed ?? {}
    }
    const resources: Acted[] = [
      {
        show: one(`/manage/product_versions/${idIn(version.path)}`),
        acts: { publish: post(version.path, {}) },
      },
      {
        show: listed('/manage/roles', 'key', idIn(role.path)),
        acts: {
          change: (by) => by.patch(role.path, { name: 'Changed' }),
          delete: (by) => by.delete(role.path),
        },
      },
      {
        show: user(reset.path),
        acts: {
          create_reset_link: post(reset.path),
          change_roles: (by) => by.patch(`/manage/users/${idIn(reset.path)}`, roles),
          reactivate: post(`/manage/users/${idIn(reset.path)}/reactivate`),
        },
      },
      { show: user(email.path), acts: { create_email_link: post(email.path, email.body) } },
      { show: user(factor.path), acts: { remove_second_factor: (by) => by.delete(factor.path) } },
      { show: one(invoice), acts: { write_off: post(off.path, off.body) } },
      { show: ofRefund, acts: { resolve: post(refund.path, refund.body) } },
    ]
    for (const { show, acts } of resources) {
      const free = await show(everything)
      for (const act of Object.keys(acts)) expect([act, free[act]?.allowed]).toEqual([act, true])
    }
    await colleague(platform, 'Anna Keller')
    await colleague(platform, 'Ben Moser')
    const above = [{ amount: total - 1, currency }]
    const kinds = [{ act: 'publishing' }, { act: 'role_changes' }, { act: 'refunds' }]
    expect((await rules(...kinds, { act: 'write_offs', above })).statusCode).toBe(200)
    for (const resource of resources) {
      const shown = await resource.show(everything)
      for (const act of Object.keys(resource.acts))
        expect([act, shown[act]]).toEqual([act, needsTwo])
      expect(await refusesAsShown(everything, resource)).toEqual(Object.keys(resource.acts))
      // Who may not do it anyway is not sent to look for a second person.
      await closedTo(auditor, resource)
    }
    // Part of the money has come: what is open is within the limit.
    const paid = { amount: 1, currency, received_on: '2027-01-01' }
    expect((await everything.post(`${invoice}/receipts`, paid)).statusCode).toBe(200)
    await does('write_off', resources[5] ?? { show: one(invoice), acts: {} })
  })
})
