import {
  draftRequestExample,
  replaceWorkbookExample,
} from '../../src/http/products/workbooks/examples.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { auditActions } from '../../src/audit/index.ts'
import { newClock } from '../builders/clock.ts'
import { contradictedPayment, refundThat } from '../builders/doubts.ts'
import { demoAccount } from '../builders/credentials.ts'
import { openCaseId } from '../builders/dunning.ts'
import { exampleFolder, wholeExample } from '../builders/folder.ts'
import { importerOn } from '../builders/importer.ts'
import { testClient } from '../builders/identity-provider.ts'
import { openLyingProvider } from '../builders/lying-provider.ts'
import { companyQuote } from '../builders/company-quote.ts'
import { savedLead } from '../builders/lead.ts'
import { encodeFiles, managerOn } from '../builders/manager.ts'
import { browserOn, goodPassword, newPerson } from '../builders/people.ts'
import { renewalsOn } from '../builders/renewals.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { soldOnAccount, trackReceipts, unmatchedReceipt } from '../builders/tracked.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { webhooksOf } from '../builders/webhooks.ts'
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

interface Entry {
  readonly key_id: string
  readonly action: string
  readonly subject_id: string
  readonly before: JsonObject | null
  readonly after: JsonObject | null
  readonly created_at: string
}

const log = async (query = ''): Promise<Entry[]> =>
  (await managerOn(platform).get(`/manage/audit?limit=100${query}`)).json<Entry[]>()

/** The entries that something adds, newest first. Time passes, for they are ordered by it. */
async function entriesOf(act: () => Promise<unknown>): Promise<Entry[]> {
  platform.clock.advance({ seconds: 1 })
  const before = await log()
  await act()
  const after = await log()
  return after.slice(0, after.length - before.length)
}

/** The members that these tests read of what is answered; each answer has some of them. */
interface Made {
  readonly id: string
  readonly account_id: string
  readonly kind: string
  readonly livemode: boolean
  readonly name: string
  readonly hint: string
  readonly roles: string[] | null
  readonly key: string
  readonly token: string
  readonly product_id: string
  readonly product_version_id: string
}

const post = async (path: string, body?: JsonObject): Promise<Made> => {
  const response = await managerOn(platform).post(path, body)
  expect(response.statusCode).toBeLessThan(300)
  return response.json<Made>()
}
/** The same some time before what the test is about. */
const earlier = async (path: string, body: JsonObject): Promise<Made> => {
  const answer = await post(path, body)
  platform.clock.advance({ seconds: 1 })
  return answer
}
const newKey = () =>
  earlier('/manage/keys', { kind: 'secret', livemode: false, name: 'the till of the shop' })
const newWebhook = () => earlier('/manage/webhooks', { url: 'https://crm.example.com/hook' })
const newRole = (key: string) => ({
  key,
  name: 'Reader',
  grants: [{ permission: 'policies.read' }],
})
/** As the log shows it: with the account that has it. */
const shownRole = async (key: string) => {
  const { id: account_id } = await demoAccount(platform, 'demo-insurance')
  const none = { product_ids: null, distributor_ids: null, test_only: false }
  const grants = [{ permission: 'policies.read', ...none }]
  return { account_id, key, name: 'Reader', description: '', grants }
}
/** As the log shows it: without its secret. */
const newProvider = async () => {
  const { id: insurer } = await demoAccount(platform, 'demo-insurance')
  const before = {
    issuer: 'https://login.example.com',
    client_id: 'bindery',
    scopes: ['openid', 'email'],
    group_claim: 'groups',
    group_roles: { desk: ['service'] },
    default_roles: [],
    just_in_time: true,
    enforced: false,
  }
  await managerOn(platform).put('/manage/single_sign_on', { ...before, client_secret: 'hunter2' })
  platform.clock.advance({ seconds: 1 })
  return { before, insurer }
}
/** As the log shows it: without what may be a secret. */
const shownWebhook = {
  url: 'https://crm.example.com/hook',
  events: ['*'],
  payload: 'thin',
  status: 'enabled',
}
const renamed = async (name: string) => {
  const files = await exampleFolder('bike', {
    'product.yaml': (text) => text.replace(/^name: .*$/m, `name: ${name}`),
  })
  return { files: encodeFiles(files) }
}
const bike = async () => {
  const id = platform.demo.products['bike']?.product_id ?? ''
  return (await managerOn(platform).get(`/manage/products/${id}`)).json<{
    id: string
    live_version_id: string
    versions: { id: string }[]
  }>()
}

/** A person who is signed in, and as the log shows them. */
const somebody = async (name: string) => {
  const { id, email, accountId } = await newPerson(platform, { name, roles: ['viewer'] })
  const signedIn = await browserOn(platform).signIn(email)
  const { session } = signedIn.json<{ session: { id: string } }>()
  const shown = { account_id: accountId, email, name, roles: ['viewer'] }
  return { id, email, session_id: session.id, shown }
}

/** Whatever only people do for themselves. */
const actsOfAPerson = async () => {
  const { id, email, accountId } = await newPerson(platform, { name: 'Acting', roles: ['viewer'] })
  const browser = browserOn(platform)
  const send = async (method: 'POST' | 'PATCH', url: string, body: object = {}) => {
    const answer = await browser.send(method, url, { body })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.json<{ id: string }>()
  }
  await browser.signIn(email, 'wrong')
  await browser.signIn(email)
  await send('PATCH', '/manage/me', { name: 'Acted' })
  const token = { account_id: accountId, livemode: false, name: 'x' }
  await send(
    'POST',
    `/manage/me/tokens/${(await send('POST', '/manage/me/tokens', token)).id}/revoke`,
  )
  const current_password = goodPassword
  await send('POST', '/manage/me/email', { current_password, email: 'acted@example.com' })
  for (const address of ['old', 'new']) {
    const made = await managerOn(platform).post(`/manage/users/${id}/email_link`, { address })
    const secret = made.json<{ link: string }>().link.split('=').at(-1)
    await send('POST', '/manage/links/confirm_email', { secret })
  }
  const password = 'nine quiet herons count boats'
  await send('POST', '/manage/me/password', { current_password, password })
  await send('POST', '/manage/password_resets', { email: 'acted@example.com' })
}

/** What an act changed: the entry that it must leave. */
type Change = Pick<Entry, 'action' | 'subject_id' | 'before' | 'after'>

/** Every route that changes something: an act, and what the log must say of it. */
const changes: Readonly<Record<string, () => Promise<{ act: () => Promise<Change> }>>> = {
  'POST /manage/distributors': async () => ({
    act: async () => {
      const body = { key: 'coast-agents', name: 'Coast Agents' }
      const { id } = await post('/manage/distributors', body)
      return entry('distributor.created', id, null, body)
    },
  }),
  'POST /manage/keys': async () => ({
    act: async () => {
      const body = { kind: 'public', livemode: false, name: 'web shop' }
      const key = await post('/manage/keys', body)
      return entry('key.created', key.id, null, described(key))
    },
  }),
  'POST /manage/keys/:keyId/rotate': async () => {
    const old = await newKey()
    return {
      act: async () => {
        const key = await post(`/manage/keys/${old.id}/rotate`, { overlap_hours: 2 })
        return entry('key.rotated', old.id, described(old), described(key))
      },
    }
  },
  'POST /manage/keys/:keyId/revoke': async () => {
    const key = await newKey()
    return {
      act: async () => {
        await post(`/manage/keys/${key.id}/revoke`)
        return entry('key.revoked', key.id, described(key), null)
      },
    }
  },
  'POST /manage/users': async () => ({
    act: async () => {
      const body = { email: 'new@example.com', name: 'New', roles: ['viewer'] }
      const { id, account_id } = await post('/manage/users', body)
      return entry('user.invited', id, null, { account_id, ...body })
    },
  }),
  'PATCH /manage/users/:userId': async () => {
    const { id, shown } = await somebody('With Roles')
    return {
      act: async () => {
        await managerOn(platform).patch(`/manage/users/${id}`, { roles: ['service'] })
        return entry('user.roles_changed', id, shown, { ...shown, roles: ['service'] })
      },
    }
  },
  'POST /manage/users/:userId/remove': async () => {
    const { id, shown } = await somebody('To Remove')
    return {
      act: async () => {
        await post(`/manage/users/${id}/remove`)
        return entry('user.removed', id, shown, null)
      },
    }
  },
  'POST /manage/users/:userId/deactivate': async () => {
    const { id, shown } = await somebody('To Deactivate')
    return {
      act: async () => {
        await post(`/manage/users/${id}/deactivate`)
        return entry('user.deactivated', id, shown, shown)
      },
    }
  },
  'POST /manage/users/:userId/reactivate': async () => {
    const { id, shown } = await somebody('To Reactivate')
    await post(`/manage/users/${id}/deactivate`)
    return {
      act: async () => {
        await post(`/manage/users/${id}/reactivate`)
        return entry('user.reactivated', id, shown, shown)
      },
    }
  },
  'POST /manage/users/:userId/reset_link': async () => {
    const { id } = await somebody('To Reset')
    return {
      act: async () => {
        await post(`/manage/users/${id}/reset_link`)
        const expires_at = platform.clock().add({ hours: 1 }).toString()
        return entry('link.created', id, null, { kind: 'reset', expires_at })
      },
    }
  },
  'POST /manage/users/:userId/email_link': async () => {
    const { id, email } = await somebody('To Confirm')
    const browser = browserOn(platform)
    await browser.signIn(email)
    const body = { current_password: goodPassword, email: 'confirmed@example.com' }
    await browser.send('POST', '/manage/me/email', { body })
    const expires_at = platform.clock().add({ hours: 24 }).toString()
    return {
      act: async () => {
        await post(`/manage/users/${id}/email_link`, { address: 'new' })
        return entry('link.created', id, null, { kind: 'email_new', expires_at })
      },
    }
  },
  'POST /manage/users/:userId/end_sessions': async () => {
    const { id, session_id } = await somebody('To Sign Out')
    return {
      act: async () => {
        await post(`/manage/users/${id}/end_sessions`)
        return entry('session.ended', id, null, { session_id })
      },
    }
  },
  'POST /manage/users/:userId/sessions/:sessionId/end': async () => {
    const { id, session_id } = await somebody('To Sign Out Once')
    return {
      act: async () => {
        await post(`/manage/users/${id}/sessions/${session_id}/end`)
        return entry('session.ended', id, null, { session_id })
      },
    }
  },
  'PATCH /manage/sign_in_rules': async () => {
    const { id } = await demoAccount(platform, 'demo-insurance')
    return {
      act: async () => {
        const rules = { requires_second_factor: true }
        await managerOn(platform).patch('/manage/sign_in_rules', rules)
        return entry('sign_in_rules.changed', id, { requires_second_factor: false }, rules)
      },
    }
  },
  'POST /manage/roles': async () => ({
    act: async () => {
      await post('/manage/roles', newRole('made'))
      return entry('role.created', 'made', null, await shownRole('made'))
    },
  }),
  'PATCH /manage/roles/:role': async () => {
    await earlier('/manage/roles', newRole('changed'))
    const before = await shownRole('changed')
    return {
      act: async () => {
        await managerOn(platform).patch('/manage/roles/changed', { name: 'Other' })
        return entry('role.changed', 'changed', before, { ...before, name: 'Other' })
      },
    }
  },
  'DELETE /manage/roles/:role': async () => {
    await earlier('/manage/roles', newRole('deleted'))
    const before = await shownRole('deleted')
    return {
      act: async () => {
        await managerOn(platform).delete('/manage/roles/deleted')
        return entry('role.deleted', 'deleted', before, null)
      },
    }
  },
  'PUT /manage/single_sign_on': async () => {
    const { before, insurer } = await newProvider()
    return {
      act: async () => {
        await managerOn(platform).put('/manage/single_sign_on', { ...before, enforced: true })
        return entry('single_sign_on.configured', insurer, before, { ...before, enforced: true })
      },
    }
  },
  'DELETE /manage/single_sign_on': async () => {
    const { before, insurer } = await newProvider()
    return {
      act: async () => {
        await managerOn(platform).delete('/manage/single_sign_on')
        return entry('single_sign_on.removed', insurer, before, null)
      },
    }
  },
  'POST /manage/access_tokens': async () => ({
    act: async () => {
      const { id, account_id, name } = await post('/manage/access_tokens', { name: 'form' })
      return entry('access_token.created', id, null, { id, account_id, name })
    },
  }),
  'POST /manage/access_tokens/:tokenId/revoke': async () => {
    const token = await earlier('/manage/access_tokens', { name: 'form' })
    return {
      act: async () => {
        const revoked = await post(`/manage/access_tokens/${token.id}/revoke`)
        const { id, account_id, name } = revoked
        return entry('access_token.revoked', id, { id, account_id, name }, null)
      },
    }
  },
  'POST /manage/payment_providers': async () => {
    const before = { name: 'acme_billing', methods: ['invoice'] }
    await earlier('/manage/payment_providers', before)
    const after = { name: 'acme_billing', methods: ['invoice', 'direct-debit'] }
    return {
      act: async () => {
        await post('/manage/payment_providers', after)
        await post('/manage/payment_providers', after) // Changes nothing.
        return entry('payment_provider.declared', 'acme_billing', before, after)
      },
    }
  },
  'DELETE /manage/payment_providers/:provider': async () => {
    const before = { name: 'acme_invoice', methods: ['invoice'] }
    await earlier('/manage/payment_providers', before)
    return {
      act: async () => {
        const removed = await managerOn(platform).delete('/manage/payment_providers/acme_invoice')
        expect(removed.statusCode).toBe(200)
        return entry('payment_provider.removed', 'acme_invoice', before, null)
      },
    }
  },
  'POST /manage/products/push': async () => ({
    act: async () => {
      const pushed = await post('/manage/products/push', await renamed('Velo Neu'))
      const { product_id: product, product_version_id } = pushed
      return entry('product.pushed', product, null, { product_version_id })
    },
  }),
  'POST /manage/product_versions/:versionId/publish': async () => {
    await post('/manage/products/push', await renamed('Velo Live'))
    platform.clock.advance({ seconds: 1 })
    const { id, live_version_id: live, versions } = await bike()
    const draft = versions[0]?.id ?? ''
    return {
      act: async () => {
        await post(`/manage/product_versions/${draft}/publish`)
        const [before, after] = [{ product_version_id: live }, { product_version_id: draft }]
        return entry('product.published', id, before, after)
      },
    }
  },
  'POST /manage/datasets/:datasetKey/import': async () => {
    const importer = importerOn(platform)
    await importer.csv('towns', 'code,city\nA,Ulm\n', { key_field: 'code' })
    platform.clock.advance({ seconds: 1 })
    const described = (items: number) =>
      expect.objectContaining({ key: 'towns', access: 'locked', key_field: 'code', items })
    return {
      act: async () => {
        const imported = await importer.csv('towns', 'code,city\nB,Bonn\nC,Trier\n')
        const { id } = imported.json<{ dataset: { id: string } }>().dataset
        const after = expect.objectContaining({ items: 2, added: 2, removed: 1, mode: 'replace' })
        return entry('dataset.imported', id, described(1) as JsonObject, after as JsonObject) // Matchers.
      },
    }
  },
  'POST /manage/clocks': async () => ({
    act: async () => {
      const { id } = await post('/manage/clocks', { at: '2030-01-01T00:00:00Z' })
      return entry('clock.created', id, null, { at: '2030-01-01T00:00:00+00:00' })
    },
  }),
  'POST /manage/clocks/:clockId/publish': async () => {
    const id = await newClock(platform, '2030-01-01T00:00:00Z')
    const { live_version_id: product_version_id } = await bike()
    return {
      act: async () => {
        await post(`/manage/clocks/${id}/publish`, { product_version_id })
        return entry('clock.published', id, { product_version_id: null }, { product_version_id })
      },
    }
  },
  'POST /manage/clocks/:clockId/advance': async () => {
    const id = await newClock(platform, '2030-01-01T00:00:00Z')
    return {
      act: async () => {
        await post(`/manage/clocks/${id}/advance`, { to: '2031-01-01T00:00:00Z' })
        const before = { at: '2030-01-01T00:00:00+00:00' }
        return entry('clock.advanced', id, before, { to: '2031-01-01T00:00:00+00:00' })
      },
    }
  },
  'POST /manage/webhooks': async () => ({
    act: async () => {
      const { id } = await post('/manage/webhooks', {
        url: 'https://crm.example.com/hook?key=s3cr3t',
      })
      return entry('webhook.created', id, null, shownWebhook)
    },
  }),
  'PATCH /manage/webhooks/:webhookId': async () => {
    const { id } = await newWebhook()
    return {
      act: async () => {
        await platform.app.inject({
          method: 'PATCH',
          url: `/manage/webhooks/${id}`,
          headers: { authorization: `Bearer ${platform.demo.insurer.test.secret}` },
          payload: { status: 'disabled' },
        })
        return entry('webhook.changed', id, shownWebhook, { ...shownWebhook, status: 'disabled' })
      },
    }
  },
  'DELETE /manage/webhooks/:webhookId': async () => {
    const { id } = await newWebhook()
    return {
      act: async () => {
        expect((await webhooksOf(platform).send('DELETE', `/${id}`)).statusCode).toBe(200)
        return entry('webhook.deleted', id, shownWebhook, null)
      },
    }
  },
  'POST /manage/webhooks/:webhookId/rotate': async () => {
    const { id } = await newWebhook()
    return {
      act: async () => {
        await post(`/manage/webhooks/${id}/rotate`, {})
        return entry('webhook.secret_rotated', id, shownWebhook, shownWebhook)
      },
    }
  },
  'POST /manage/webhooks/:webhookId/resend': async () => {
    const { id } = await newWebhook()
    return {
      act: async () => {
        await post(`/manage/webhooks/${id}/resend`, { failed: true })
        return entry('webhook.resent', id, null, { failed: true })
      },
    }
  },
  'POST /manage/payments/:paymentId/resolve': async () => {
    const id = await contradictedPayment(platform, sellerOn(platform))
    return {
      act: async () => {
        const note = 'It stands in the statement.'
        await post(`/manage/payments/${id}/resolve`, { outcome: 'ok', note })
        const before = { status: 'ok', doubt: 'contradicted' }
        return entry('payment.resolved', id, before, { status: 'ok', doubt: null, note })
      },
    }
  },
  'POST /manage/policies/:policyId/reveal': async () => {
    const { id } = await soldPolicy(sellerOn(platform))
    return {
      act: async () => {
        const body = { field: 'email', reason: 'The customer called.' }
        await post(`/manage/policies/${id}/reveal`, body)
        return entry('personal_data.revealed', id, null, body)
      },
    }
  },
  'POST /manage/leads/:leadId/reveal': async () => {
    const { id } = await savedLead(platform)
    return {
      act: async () => {
        const body = { field: 'email', reason: 'The customer called.' }
        await post(`/manage/leads/${id}/reveal`, body)
        return entry('personal_data.revealed', id, null, body)
      },
    }
  },
  'POST /manage/quotes/:quoteId/reveal': async () => {
    const id = await companyQuote(platform)
    return {
      act: async () => {
        const body = { field: 'customer_input.company', reason: 'The customer called.' }
        await post(`/manage/quotes/${id}/reveal`, body)
        return entry('personal_data.revealed', id, null, body)
      },
    }
  },
  'POST /manage/invoices/:invoiceId/write_off': async () => {
    await trackReceipts(platform)
    const { invoice } = await soldOnAccount(platform)
    return {
      act: async () => {
        const reason = 'The company was dissolved.'
        await post(`/manage/invoices/${invoice.id}/write_off`, { reason })
        const before = { state: 'open', open: invoice.total }
        const after = { state: 'written_off', open: 0, reason }
        return entry('invoice.written_off', invoice.id, before, after)
      },
    }
  },
  'POST /manage/invoices/:invoiceId/receipts': async () => {
    await trackReceipts(platform)
    const { invoice } = await soldOnAccount(platform)
    return {
      act: async () => {
        const receipt = { amount: 100, currency: invoice.currency, received_on: '2027-03-01' }
        const { id } = await post(`/manage/invoices/${invoice.id}/receipts`, receipt)
        const before = { state: 'open', open: invoice.total }
        return entry('receipt.recorded', id, before, { invoice_id: invoice.id, amount: 100 })
      },
    }
  },
  'POST /manage/receipts/import': async () => ({
    act: async () => {
      const id = await unmatchedReceipt(platform)
      return entry('receipts.imported', id, null, { receipts: 1, amount: 146_241 })
    },
  }),
  'POST /manage/receipts/:receiptId/match': async () => {
    await trackReceipts(platform)
    const { invoice } = await soldOnAccount(platform)
    const id = await unmatchedReceipt(platform, invoice.currency)
    return {
      act: async () => {
        const matched = await post(`/manage/receipts/${id}/match`, { invoice_id: invoice.id })
        const { payment_id } = matched as Made & { payment_id: string } // It was posted.
        const after = { state: 'matched', invoice_id: invoice.id, payment_id }
        return entry('receipt.matched', id, { state: 'unmatched' }, after)
      },
    }
  },
  'POST /manage/receipts/:receiptId/dismiss': async () => {
    const id = await unmatchedReceipt(platform)
    return {
      act: async () => {
        const reason = 'Interest.'
        await post(`/manage/receipts/${id}/dismiss`, { reason })
        const after = { state: 'dismissed', reason }
        return entry('receipt.dismissed', id, { state: 'unmatched' }, after)
      },
    }
  },
  'POST /manage/dunning/holds': async () => {
    const { id: policyId } = await soldPolicy(sellerOn(platform))
    return {
      act: async () => {
        const held = { policy_id: policyId, until: '2027-06-30', reason: 'A flood.' }
        const { id } = await post('/manage/dunning/holds', held)
        return entry('dunning.held', id, null, held)
      },
    }
  },
  'POST /manage/dunning/holds/:holdId/release': async () => {
    const { id: policyId } = await soldPolicy(sellerOn(platform))
    const held = { policy_id: policyId, until: '2027-06-30', reason: 'A flood.' }
    const { id } = await post('/manage/dunning/holds', held)
    return {
      act: async () => {
        await post(`/manage/dunning/holds/${id}/release`, {})
        return entry('dunning.released', id, { until: '2027-06-30' }, { until: null })
      },
    }
  },
  'POST /manage/refunds/:refundId/resolve': async () => {
    const id = await refundThat(platform, sellerOn(platform), 'failed')
    return {
      act: async () => {
        const note = 'The card is open again.'
        await post(`/manage/refunds/${id}/resolve`, { outcome: 'retry', note })
        const before = { status: 'failed', doubt: 'failed', attempt: 1 }
        return entry('refund.resolved', id, before, { status: 'pending', attempt: 2, note })
      },
    }
  },
  'POST /manage/dunning/:caseId/legal-action': async () => {
    const id = await openCaseId(platform)
    return {
      act: async () => {
        const claimed = { date: '2031-06-03', evidence: 'Claim no. 12 at the court.' }
        await post(`/manage/dunning/${id}/legal-action`, claimed)
        return entry('dunning.legal_action_recorded', id, { date: null }, claimed)
      },
    }
  },
}

/** Those that compute something, and leave everything that is listed or sold as it was. */
const changingNothing: Readonly<Record<string, () => Promise<unknown>>> = {
  'POST /manage/products/validate': async () =>
    post('/manage/products/validate', await renamed('A')),
  'POST /manage/products/what_ifs': async () =>
    post('/manage/products/what_ifs', await renamed('A')),
  'POST /manage/products/plan': async () => post('/manage/products/plan', await renamed('A')),
  'POST /manage/products/price': async () =>
    post('/manage/products/price', { ...(await renamed('A')), data: {} }),
  'POST /manage/products/documents': async () =>
    post('/manage/products/documents', await renamed('A')),
  'POST /manage/products/draft_from_workbook': () =>
    post('/manage/products/draft_from_workbook', draftRequestExample),
  'POST /manage/products/replace_workbook': () =>
    post('/manage/products/replace_workbook', replaceWorkbookExample),
  'POST /manage/portfolio_checks': () => post('/manage/portfolio_checks'),
  'POST /manage/impacts': async () => {
    const asked = await post('/manage/impacts', {
      product_version_id: (await bike()).live_version_id,
    })
    await platform.db.query(sql`update impacts set state = 'stopped', finished_at = now()`)
    return asked
  },
  'POST /manage/impacts/:impactId/stop': async () => {
    const asked = await managerOn(platform).post('/manage/impacts', {
      product_version_id: (await bike()).live_version_id,
    })
    return post(`/manage/impacts/${asked.json<{ id: string }>().id}/stop`)
  },
  'POST /manage/webhooks/:webhookId/test': async () => {
    const webhook = (await managerOn(platform).get('/manage/webhooks')).json<{ id: string }[]>()[0]
    return post(`/manage/webhooks/${webhook?.id}/test`)
  },
}

function entry(
  action: string,
  subject: string,
  before: Entry['before'],
  after: Entry['after'],
): Change {
  return { action, subject_id: subject, before, after }
}

/** A key as the log shows it: all but the key itself. */
function described(key: Made): JsonObject {
  const { id, account_id, kind, livemode, name, hint, roles } = key
  return { id, account_id, kind, livemode, name, hint, roles }
}

/** What people do about themselves, in `server/test/people`. */
const ofPeople = /^(?:totp|recovery_code|passkey)\./

describe('the audit log', () => {
  it('is held to every route of the Management API that may change something', () => {
    const writing = managementRoutes(platform.app).filter((route) => !route.startsWith('GET '))
    expect([...Object.keys(changes), ...Object.keys(changingNothing)].sort()).toEqual(writing)
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

  it.each(Object.entries(changingNothing))('is silent about %s', async (_route, act) => {
    expect(await entriesOf(act)).toEqual([])
  })

  it('is silent about what was there already, or was refused', async () => {
    const key = await newKey()
    await post(`/manage/keys/${key.id}/revoke`)
    const manager = managerOn(platform)
    const entries = await entriesOf(async () => {
      await manager.push(await wholeExample('cyber'))
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
    await actsOfAPerson()
    const rows = await platform.db.query<{ action: string }>(sql`
      select distinct action from audit_entries`)
    const recorded = new Set(rows.map(({ action }) => action))
    const ofKeys = auditActions.filter((action) => !ofPeople.test(action))
    expect(ofKeys.filter((action) => !recorded.has(action))).toEqual([])
  })

  it('shows which of two publications at once came first', async () => {
    const { id, live_version_id: live, versions } = await bike()
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
