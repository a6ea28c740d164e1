import type { Response } from 'light-my-request'
import type { JsonObject } from '../../src/kernel/index.ts'
import type { TestPlatform } from '../support/platform.ts'
import { setUpApp } from './authenticator-app.ts'
import { differenceOf } from './disputes.ts'
import { refundThat } from './doubts.ts'
import { pushedDraft } from './draft.ts'
import { managerOn } from './manager.ts'
import { massBefore } from './mass-endorsements.ts'
import {
  type Browser,
  type TestPerson,
  actingFor,
  browserOn,
  goodPassword,
  newPerson,
} from './people.ts'
import { creditPayout, iban, pendingPayout, policyWithCredit } from './payouts.ts'
import { type Seller, soldPolicy } from './sale.ts'
import { soldOnAccount, trackReceipts } from './tracked.ts'

export interface Call {
  readonly method?: 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: JsonObject
}

/** A person in a browser, who acts for the demo insurer. */
export interface Colleague extends TestPerson {
  send(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Response>
  /** Asks for a second person. */
  request(call: Call): Promise<Response>
}

export async function colleague(
  platform: TestPlatform,
  name: string,
  roles: string[] = ['administrator'],
  address = '192.0.2.1',
): Promise<Colleague> {
  const person = await newPerson(platform, { name, roles })
  const browser: Browser = browserOn(platform, { address })
  await browser.signIn(person.email)
  const acting = actingFor(person.accountId)
  const send: Colleague['send'] = (method, url, body, headers = {}) =>
    browser.send(method, url, {
      ...(body === undefined ? {} : { body }),
      headers: { ...acting, ...headers },
    })
  return {
    ...person,
    send,
    request: ({ method = 'POST', path, body }) =>
      send('POST', '/manage/approvals', {
        method,
        path,
        ...(body === undefined ? {} : { body }),
        reason: 'It has to be done.',
      }),
  }
}

export interface ShownApproval {
  readonly id: string
  readonly status: string
  readonly act: string
  readonly call: string
  readonly subject_id: string
  readonly amount: number | null
  readonly body: object | null
  readonly requested_by: { readonly user_id: string; readonly name: string }
  readonly decided_by: { readonly user_id: string } | null
  readonly allowed?: Readonly<Record<string, { allowed: boolean; code: string | null }>>
  readonly result?: Readonly<Record<string, unknown>>
}

/** A write-off that waits for a second person. It may be requested although no rule requires it. */
export async function waitingForApproval(
  platform: TestPlatform,
  invoiceId: string,
): Promise<string> {
  const person = await colleague(platform, 'Ruth Vogel')
  const body = { reason: 'Insolvent.' }
  const waiting = await person.request({ path: `/manage/invoices/${invoiceId}/write_off`, body })
  if (waiting.statusCode !== 200) throw new Error(waiting.body)
  return waiting.json<ShownApproval>().id
}

/** A personal token of a person, for programs. */
export async function tokenOf(person: Colleague): Promise<string> {
  const wanted = { name: 'laptop', account_id: person.accountId, livemode: false }
  const created = await person.send('POST', '/manage/me/tokens', wanted)
  if (created.statusCode !== 200) throw new Error(created.body)
  return created.json<{ token: string }>().token
}

export const namesOfActs = [
  'publishProduct',
  'createRole',
  'changeRole',
  'deleteRole',
  'inviteUser',
  'changeUserRoles',
  'reactivateUser',
  'createResetLink',
  'createEmailLink',
  'removeSecondFactor',
  'setUpSingleSignOn',
  'removeSingleSignOn',
  'resolveRefund',
  'writeOffInvoice',
  'deferInvoice',
  'acceptDifference',
  'enterMoney',
  'reverseManualEntry',
  'payOutCredit',
  'setPayoutAccount',
  'releasePayout',
  'startMassEndorsement',
  'resumeMassEndorsement',
  'changeApprovalRules',
] as const
let made = 0

/** A call of each kind that can need a second person, prepared so that only this one is missing. */
export function actsOfTwo(
  platform: TestPlatform,
  seller: Seller,
  terminationDate?: string,
): Readonly<Record<(typeof namesOfActs)[number], () => Promise<Call>>> {
  made += 1
  const manager = managerOn(platform)
  const role = { key: `of_two_${made}`, name: 'Of two', grants: [{ permission: 'policies.read' }] }
  const somebody = async () =>
    (await newPerson(platform, { name: `Subject ${made}`, roles: ['viewer'] })).id
  const provider = {
    method: 'PUT',
    path: '/manage/single_sign_on',
    body: {
      issuer: 'https://login.example.com',
      client_id: 'bindery',
      client_secret: 'a very secret secret',
    },
  } as const
  return {
    publishProduct: async () => {
      const renamed = (text: string) => text.replace(/^name: .*$/m, `name: For two ${made}`)
      const version = await pushedDraft(platform, 'cyber-formula', { 'product.yaml': renamed })
      return { path: `/manage/product_versions/${version}/publish` }
    },
    createRole: async () => ({ path: '/manage/roles', body: role }),
    changeRole: async () => {
      await manager.post('/manage/roles', role)
      return { method: 'PATCH', path: `/manage/roles/${role.key}`, body: { name: 'Changed' } }
    },
    deleteRole: async () => {
      await manager.post('/manage/roles', role)
      return { method: 'DELETE', path: `/manage/roles/${role.key}` }
    },
    inviteUser: async () => ({
      path: '/manage/users',
      body: { email: `invited.${made}@example.com`, name: 'New', roles: ['service'] },
    }),
    changeUserRoles: async () => ({
      method: 'PATCH',
      path: `/manage/users/${await somebody()}`,
      body: { roles: ['service'] },
    }),
    reactivateUser: async () => {
      const id = await somebody()
      await manager.post(`/manage/users/${id}/deactivate`)
      return { path: `/manage/users/${id}/reactivate` }
    },
    createResetLink: async () => ({ path: `/manage/users/${await somebody()}/reset_link` }),
    createEmailLink: async () => {
      const moving = await colleague(platform, `Moving ${made}`, ['viewer'])
      const email = `moved.${made}@example.net`
      await moving.send('POST', '/manage/me/email', { email, current_password: goodPassword })
      return { path: `/manage/users/${moving.id}/email_link`, body: { address: 'new' } }
    },
    removeSecondFactor: async () => {
      const person = await newPerson(platform, { name: `Careful ${made}`, roles: ['viewer'] })
      const browser = browserOn(platform)
      await browser.signIn(person.email)
      await setUpApp(platform, browser)
      return { method: 'DELETE', path: `/manage/users/${person.id}/second_factor` }
    },
    setUpSingleSignOn: async () => provider,
    removeSingleSignOn: async () => {
      await manager.put(provider.path, provider.body)
      return { method: 'DELETE', path: provider.path }
    },
    resolveRefund: async () => {
      const id = await refundThat(platform, seller, 'failed', terminationDate)
      const body = { outcome: 'ok', note: 'Paid by transfer.' }
      return { path: `/manage/refunds/${id}/resolve`, body }
    },
    writeOffInvoice: async () => {
      await trackReceipts(platform)
      const { invoice } = await soldOnAccount(platform)
      return { path: `/manage/invoices/${invoice.id}/write_off`, body: { reason: 'Insolvent.' } }
    },
    deferInvoice: async () => {
      await trackReceipts(platform)
      const { invoice } = await soldOnAccount(platform)
      const body = { due_date: laterDay(invoice.due_date), reason: 'Agreed by phone.' }
      return { path: `/manage/invoices/${invoice.id}/defer`, body }
    },
    acceptDifference: async () => {
      const id = await differenceOf(platform, (await soldPolicy(seller)).id)
      return { path: `/manage/reconciliation/${id}/accept`, body: { reason: 'A rounding.' } }
    },
    enterMoney: async () => {
      const { id } = await soldPolicy(seller)
      const body = { kind: 'goodwill', amount: 2000, reason: 'A delay.' }
      return { path: `/manage/policies/${id}/manual_entries`, body }
    },
    reverseManualEntry: async () => {
      const { id } = await soldPolicy(seller)
      const path = `/manage/policies/${id}/manual_entries`
      const fee = { kind: 'fee', amount: 500, text: 'Copy', reason: 'Asked for.' }
      const entry = (await manager.post(path, fee)).json<{ id: string }>()
      return { path: `${path}/${entry.id}/reverse`, body: { reason: 'The wrong policy.' } }
    },
    payOutCredit: async () => {
      const body = { reason: 'On the phone.' }
      return { path: `/manage/policies/${await policyWithCredit(platform, seller)}/pay_out`, body }
    },
    setPayoutAccount: async () => {
      const id = await creditPayout(platform, seller)
      return { path: `/manage/payouts/${id}/account`, body: { iban } }
    },
    releasePayout: async () => ({
      path: `/manage/payouts/${await pendingPayout(platform, seller)}/release`,
    }),
    startMassEndorsement: async () => ({
      path: `/manage/mass_endorsements/${await massBefore(platform, 'start')}/start`,
    }),
    resumeMassEndorsement: async () => ({
      path: `/manage/mass_endorsements/${await massBefore(platform, 'resume')}/resume`,
    }),
    changeApprovalRules: async () => ({
      method: 'PATCH',
      path: '/manage/approval_rules',
      body: { rules: [{ act: 'publishing' }] },
    }),
  }
}

function laterDay(day: string): string {
  return Temporal.PlainDate.from(day).add({ days: 10 }).toString()
}
